"""Mark the answers in words in a spreadsheet: all answers to a question, one below the other.

`write` makes marks/ASSIGNMENT.csv, with the marks so far, and its rubric; `read` enters the marks and
comments of that file. Marks given in nbgrader's Formgrader are kept.

Who marks under a name (`by`) has a sheet with his or her own marks alone, and writes nobody else's over.
An anonymous sheet has a code in the place of each student.
"""

import hashlib
import secrets
from typing import NamedTuple

from grader import reports
from grader.coursework import is_answer, load, name
from grader.people import identifier
from grader.results import history
from grader.spreadsheet import content, harmless, has_comma, number, table, value, written

COLUMNS = ["question", "name", "student", "out of", "mark", "comment", "answer"]

EMPTY = "No response."  # what nbgrader says to an empty answer, with no points


class Entry(NamedTuple):
    """A row with a mark: the arguments of Book.mark, and the row in words.

    `new` tells whether the gradebook has it not yet, `same` whether the answer beside it is the gradebook's,
    `stale` that it is another one, and `replaces` that there is another mark. A spreadsheet may cut a long
    answer off.
    """

    mark: tuple
    about: str
    new: bool
    same: bool
    stale: bool
    replaces: bool


def sheet(book, by=""):
    """Return the path of the spreadsheet of whoever marks."""
    return book.course / "marks" / f"{book.assignment}{by and '.' + identifier(by)}.csv"


def codes(book):
    """Return a code for each student, if there is a key, without which nobody is recognised by it."""
    key = book.course / "marks" / "anonymous.key"
    if not key.is_file():
        return {}
    salt = f"{key.read_text('utf-8')} {book.assignment} "
    return {
        who: f"x{hashlib.sha256((salt + who).encode()).hexdigest()[:10]}" for who in book.names()
    }


def own(book, by, delimiter=","):
    """Return all answers with the marks of one person in place of those of all."""
    marks, found = history.last(book.course, book.assignment, by), rows(book, delimiter)
    comma = has_comma([], delimiter)
    for row in found:
        mine = marks.get((row[2].strip(), row[0].strip()))
        row[4:6] = [number(history.points(mine), comma), mine.reason] if mine else ["", ""]
    return found


def rows(book, delimiter=","):
    """Return all answers in words, by question, with their marks so far."""
    found, names, comma = [], book.names(), has_comma([], delimiter)
    with book.open() as gradebook:
        for submission in gradebook.assignment_submissions(book.assignment):
            student = submission.student.id
            answers = book.written(student)
            for grade in book.grades(gradebook, student):
                if grade.name in answers:
                    where = grade.name, book.assignment, book.assignment, student
                    score = grade.manual_score
                    score = grade.auto_score if score is None else score  # an empty answer has 0
                    points = "" if score is None else number(score, comma)
                    comment = gradebook.find_comment(*where).comment or ""
                    values = [grade.name, names[student], student, number(grade.max_score, comma)]
                    found.append([*values, points, comment, answers[grade.name]])
    return sorted(list(map(harmless, row)) for row in found)


def rubric(book):
    """Return the model answers and marking rules of the source."""
    cells = load("source", book.assignment, book.course).cells
    answers = [c for c in cells if is_answer(c) and c.cell_type == "markdown"]
    return "\n\n".join(f"# {name(cell)}\n\n{cell.source}" for cell in answers) + "\n"


def entries(file):
    """Return the rows of a file that have an entry: row number, and the cells by title."""
    head, *lines = table(content(file))[0] or [[]]
    if missing := {"question", "student", "mark"} - set(head):
        raise ValueError(
            f"{file} has no column {', '.join(sorted(missing))}: keep the first line as it is"
        )
    found = []
    for place, line in enumerate(lines, 2):
        row = dict.fromkeys(COLUMNS, "") | dict(zip(head, map(str.strip, line), strict=False))
        if row["mark"] and value(row["mark"]) is None:
            raise ValueError(f"{file}, row {place}: mark is {row['mark']!r}, not a number")
        if row["mark"] or row["comment"]:
            found.append((place, row))
    return found


def checked(book, file, by=""):
    """Return the entries of a file as `Entry`; raise if one is wrong."""
    there = own(book, by) if by else rows(book)
    known = {(row[2].strip(), row[0].strip()): row for row in there}
    found, seen, people = [], {}, {code: who for who, code in codes(book).items()}
    for place, row in entries(file):
        row["student"] = people.get(row["student"], row["student"])
        key = student, question = row["student"], row["question"]
        where, comment, points = f"{file}, row {place}", row["comment"], value(row["mark"])
        if key not in known:
            raise ValueError(
                f"{where}: there is no answer {question} of {student!r} in the gradebook: "
                "write both as they were, or delete the row"
            )
        _, who, _, most, old_mark, old_comment, answer = known[key]
        if key in seen:
            raise ValueError(
                f"{where}: {who}, {question} is in row {seen[key]} already: delete one"
            )
        seen[key] = place
        if (points, comment) == (0, EMPTY) and not old_mark:
            continue  # the answer was empty then, and has been handed in since
        if points is not None and not 0 <= points <= float(most):
            raise ValueError(f"{where}: {who}, {question} has {points:g} points of {most}")
        new = points is not None and (not old_mark or float(old_mark) != points)
        new |= bool(comment) and comment.split() != old_comment.split()
        there, now = row["answer"].split(), answer.split()
        same = there == now or (len(row["answer"]) > 32_000 and there[:-1] == now[: len(there) - 1])
        replaces = points is not None and old_mark and float(old_mark) != points
        about = f"{who}, {question}" + (f": {old_mark} before, {points:g} now" if replaces else "")
        mark = student, question, points, comment
        found.append(
            Entry(mark, about, new, same, stale=bool(there) and not same, replaces=bool(replaces))
        )
    return found


def write(book, file, delimiter="", by="", *, anonymous=False):
    """Write the answers and marks, and the rubric; refuse to overwrite marks that were not read.

    Without a delimiter, cells are separated as they are in the file that is there.
    """
    if file.is_file():
        try:
            lost = sum(entry.new for entry in checked(book, file, by))
        except ValueError as fault:
            raise ValueError(f"{fault} (nothing was written: mend the file, or move it)") from None
        if lost:
            raise ValueError(
                f"{file} has {lost} marks or comments that are not in the gradebook: enter them "
                f"(python -m grader marks read {book.assignment}), or move the file"
            )
    delimiter = delimiter or (table(content(file))[1] if file.is_file() else ",")
    reports.replace(file.with_suffix(".rubric.md"), rubric(book))
    found = own(book, by, delimiter) if by else rows(book, delimiter)
    if anonymous:
        if not codes(book):
            reports.replace(book.course / "marks" / "anonymous.key", secrets.token_hex(16))
        code = codes(book)
        found = sorted([row[0], "", code[row[2].strip()], *row[3:]] for row in found)
    reports.replace(file, written([COLUMNS, *found], delimiter), "utf-8-sig")


def read(book, file, by=""):
    """Enter the marks of a file, and return in words what was done.

    If one row is wrong, nothing is entered. The mark of another person stays, and both are kept.
    """
    if not file.is_file():
        raise ValueError(
            f"there is no {file}: make it with python -m grader marks write {book.assignment}"
        )
    book.must_be_writable()
    known = {(row[2].strip(), row[0].strip()): row for row in rows(book)}
    mine = history.last(book.course, book.assignment, by) if by else {}
    changes, entered, stale, replaced, differ = [], 0, [], [], []
    for entry in checked(book, file, by):
        student, question, points, comment = entry.mark
        if entry.stale:  # the mark from before an answer changed says nothing about it
            stale += [entry.about.partition(":")[0]] if entry.new else []
            continue
        _, who, *_, old, _, _ = known[student, question]
        before, held = value(old), mine.get((student, question))
        if entry.new and points is not None:
            changes.append(history.change(student, question, before, points, comment, by))
        is_mine = not by or before is None or (held and value(held.after) == before)
        if points not in (None, before) and not is_mine:
            differ.append(
                f"Marked twice: {who}, {question}: {old} stays, {by} gave {number(points)}"
            )
        elif entry.new or entry.same:
            book.mark(*entry.mark)
            entered += entry.new
            replaced += [entry.about] if entry.new and entry.replaces else []
    if changes:
        history.add(book.course, book.assignment, changes)
    said = [f"{entered} marks or comments entered."]
    if replaced:
        said.append(f"{len(replaced)} of them replaced: {'; '.join(sorted(replaced))}.")
    if stale:
        said.append(
            f"{len(stale)} rows refused, as the answer was handed in anew after the file was written: "
            f"{'; '.join(sorted(stale))}. Move the file, and write it again."
        )
    return "\n".join([*said, *differ])
