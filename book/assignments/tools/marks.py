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


def write(book, file):
    """Write the answers and marks, and the rubric beside them."""
    file.parent.mkdir(exist_ok=True)
    file.with_suffix(".rubric.md").write_text(rubric(book), "utf-8")
    with file.open("w", newline="", encoding="utf-8-sig") as stream:
        csv.writer(stream).writerows([COLUMNS, *rows(book)])


def read(book, file):
    """Enter the marks of a file; return how many, or say which line is wrong before entering any."""
    with file.open(newline="", encoding="utf-8-sig") as stream:
        lines = list(csv.DictReader(stream))
    if missing := {"question", "student", "mark"} - set(lines[0] if lines else COLUMNS):
        raise ValueError(
            f"{file} has no column {', '.join(sorted(missing))}: keep the first line as it is"
        )
    marks = []
    for number, line in enumerate(lines, 2):
        if mark := (line["mark"] or "").strip().replace(",", "."):
            try:
                marks.append((line["student"].strip(), line["question"].strip(), float(mark)))
            except ValueError:
                raise ValueError(f"{file}, line {number}: mark is {mark!r}, not a number") from None
            marks[-1] += ((line.get("comment") or "").strip(),)
    known = {(row[1].strip(), row[0]): float(row[2]) for row in rows(book)}
    for student, question, mark, _ in marks:
        most = known.get((student, question))
        if most is None:
            raise ValueError(
                f"{file}: there is no answer {question} of {student!r} in the gradebook"
            )
        if not 0 <= mark <= most:
            raise ValueError(f"{file}: {student}, {question} has {mark:g} points of {most:g}")
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
        if asked.action == "write":
            write(book, file)
            print(f"Fill in the columns mark and comment of {file}. The rubric is beside it.")
        else:
            print(f"{read(book, file)} marks entered.")
    except (ValueError, OSError) as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main()
