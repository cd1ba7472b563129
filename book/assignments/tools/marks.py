"""Mark the answers in words in a spreadsheet: all answers to one question, one below the other.

    python tools/marks.py write a1_discriminants     makes marks/a1_discriminants.csv and its rubric
    python tools/marks.py read a1_discriminants      enters the marks and comments of that file

Writing keeps what is in the gradebook, also marks that were given in nbgrader's formgrader.
"""

import argparse
import csv
import sys
from pathlib import Path

from cells import COURSE, is_answer, load, name
from gradebook import Book
from lms import content, table

COLUMNS = ["question", "student", "out of", "mark", "comment", "answer"]


def harmless(text):
    """Return a text that no spreadsheet takes for a formula."""
    return f" {text}" if text[:1] in ("=", "+", "-", "@", "\t") else text


def rows(book):
    """Return all answers in words, by question, with their marks so far."""
    found = []
    with book.open() as gradebook:
        for submission in gradebook.assignment_submissions(book.assignment):
            student = submission.student.id
            answers = book.written(student)
            for grade in book.grades(gradebook, student):
                if grade.name in answers:
                    where = grade.name, book.assignment, book.assignment, student
                    score = grade.manual_score
                    score = grade.auto_score if score is None else score  # nothing written: 0
                    comment = gradebook.find_comment(*where).comment or ""
                    values = [grade.name, student, f"{grade.max_score:g}"]
                    values += ["" if score is None else f"{score:g}", comment]
                    found.append([*map(harmless, [*values, answers[grade.name]])])
    return sorted(found)


def rubric(book):
    """Return the questions' model answers and marking rules, from the source."""
    cells = load("source", book.assignment, book.course).cells
    written = [c for c in cells if is_answer(c) and c.cell_type == "markdown"]
    return "\n\n".join(f"# {name(cell)}\n\n{cell.source}" for cell in written) + "\n"


def entries(file):
    """Return what a file's rows say: row, student, question, mark or none, comment."""
    head, *lines = table(content(file))[0] or [[]]
    if missing := {"question", "student", "mark"} - set(head):
        raise ValueError(
            f"{file} has no column {', '.join(sorted(missing))}: keep the first line as it is"
        )
    found = []
    for number, line in enumerate(lines, 2):
        row = {title: value.strip() for title, value in zip(head, line, strict=False)}
        mark, comment = row.get("mark", "").replace(",", "."), row.get("comment", "")
        if not mark and not comment:
            continue
        try:
            value = float(mark) if mark else None
        except ValueError:
            raise ValueError(f"{file}, row {number}: mark is {mark!r}, not a number") from None
        found.append((number, row.get("student", ""), row.get("question", ""), value, comment))
    return found


def checked(book, file):
    """Return what Book.mark wants of each row, and whether it is new; say which row is wrong."""
    known = {(row[1].strip(), row[0]): row for row in rows(book)}
    found, seen = [], {}
    for number, student, question, mark, comment in entries(file):
        where, key = f"{file}, row {number}", (student, question)
        if key not in known:
            raise ValueError(
                f"{where}: there is no answer {question} of {student!r} in the gradebook: "
                "write both as they were, or delete the row"
            )
        if key in seen:
            raise ValueError(
                f"{where}: {student}, {question} stands in row {seen[key]} already: delete one"
            )
        seen[key] = number
        _, _, most, old, said, _ = known[key]
        if mark is not None and not 0 <= mark <= float(most):
            raise ValueError(f"{where}: {student}, {question} has {mark:g} points of {most}")
        new = mark is not None and (not old or float(old) != mark)
        new |= bool(comment) and comment.split() != said.split()
        found.append(((student, question, mark, comment), new))
    return found


def write(book, file):
    """Write the answers and marks, and the rubric beside them; never over marks that were not read."""
    if file.is_file():
        try:
            lost = sum(new for _, new in checked(book, file))
        except ValueError as fault:
            raise ValueError(f"{fault} (nothing was written: mend the file, or move it)") from None
        if lost:
            raise ValueError(
                f"{file} has {lost} marks or comments that are not in the gradebook: "
                f"enter them (tools/marks.py read {book.assignment}), or move the file"
            )
    file.parent.mkdir(exist_ok=True)
    file.with_suffix(".rubric.md").write_text(rubric(book), "utf-8")
    with file.open("w", newline="", encoding="utf-8-sig") as stream:
        csv.writer(stream).writerows([COLUMNS, *rows(book)])


def read(book, file):
    """Enter the marks of a file; return how many. Where one row is wrong, nothing is entered."""
    if not file.is_file():
        raise ValueError(f"there is no {file}: make it by tools/marks.py write {book.assignment}")
    book.must_be_writable()
    marks = [mark for mark, _ in checked(book, file)]
    for mark in marks:
        book.mark(*mark)
    return len(marks)


def main(words=None):
    """Write the file, or read it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=["write", "read"])
    parser.add_argument("assignment")
    parser.add_argument("--course", type=Path, default=COURSE)
    asked = parser.parse_args(words)
    book = Book(asked.assignment, asked.course.resolve())
    file = book.course / "marks" / f"{asked.assignment}.csv"
    try:
        book.must_be_graded()
        if asked.action == "write":
            write(book, file)
            print(f"Fill in the columns mark and comment of {file}. The rubric is beside it.")
        else:
            print(f"{read(book, file)} marks or comments entered.")
    except (ValueError, OSError) as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main()
