"""Write the points of an assignment as CSV: plain, or into the file that Canvas or Moodle handed out.

    python tools/lms.py a1_discriminants                          grades/a1_discriminants.csv
    python tools/lms.py a1_discriminants --canvas gradebook.csv   Canvas: Grades, Export; then Import
    python tools/lms.py a1_discriminants --moodle worksheet.csv   Moodle: Download grading worksheet

The file that was handed out is not changed: a filled copy goes into grades/. Students are found by the
number that the learning platform put into the names of their files.
"""

import argparse
import csv
import io
import sys
from pathlib import Path

from cells import COURSE

csv.field_size_limit(1 << 24)  # an answer may be longer than csv thinks a field to be


def content(file):
    """Return the text of a CSV file, as a spreadsheet leaves it."""
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(
            f"{file} is not in UTF-8: save it as 'CSV UTF-8', or choose UTF-8 when saving"
        ) from None


def table(text):
    """Return the lines of a CSV file, and how it was written."""
    try:
        dialect = csv.Sniffer().sniff(text.splitlines()[0], ",;\t")
    except (csv.Error, IndexError):
        dialect = csv.excel
    return list(csv.reader(io.StringIO(text), delimiter=dialect.delimiter)), dialect.delimiter


def written(lines, delimiter=","):
    """Return lines as CSV text; what needs quotes gets them."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(lines)
    return out.getvalue()


def plain(scores):
    """Return all scores as CSV text: with what waits for a mark, so that nobody takes them for final."""
    head = ["student", "points", "out of", "answers to mark"]
    lines = [[student, f"{p:g}", f"{m:g}", w] for student, (p, m, w) in sorted(scores.items())]
    return written([head, *lines])


def column(head, name):
    """Return the place of a column; Canvas puts a number behind an assignment's name."""
    for place, title in enumerate(head):
        if title.strip() == name or title.startswith(f"{name} ("):
            return place
    raise ValueError(
        f"there is no column {name!r} among {', '.join(head)} (Canvas: name it with --column; "
        "Moodle: download the worksheet in English)"
    )


def fill(text, scores, key, target, number=lambda value: value):
    """Return CSV text with the points put into one column, and who was not found on either side."""
    lines, delimiter = table(text)
    if not lines:
        raise ValueError("the file is empty")
    by, to = column(lines[0], key), column(lines[0], target)
    left, missing = dict(scores), []
    for line in lines[1:]:
        if len(line) <= max(by, to) or not line[by].strip():
            continue  # such as Canvas's line of the points that are possible
        student = number(line[by].strip())
        if student in left:
            line[to] = f"{left.pop(student)[0]:g}"
        else:
            missing.append(student)
    if scores and len(left) == len(scores):
        raise ValueError(
            f"none of those graded is in it, such as {min(left)}: is it another course's?"
        )
    return written(lines, delimiter), missing, sorted(left)


def canvas(text, scores, assignment):
    """Return a Canvas gradebook with the points of an assignment."""
    return fill(text, scores, "ID", assignment)


def moodle(text, scores):
    """Return a Moodle grading worksheet with the points."""
    return fill(
        text, scores, "Identifier", "Grade", lambda value: value.removeprefix("Participant ")
    )


def main(words=None):
    """Write one file."""
    from gradebook import Book

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("assignment")
    platform = parser.add_mutually_exclusive_group()
    platform.add_argument("--canvas", type=Path, metavar="EXPORTED.csv")
    platform.add_argument("--moodle", type=Path, metavar="WORKSHEET.csv")
    parser.add_argument("--column", help="the assignment's name in Canvas, if it is another")
    parser.add_argument("--course", type=Path, default=COURSE)
    asked = parser.parse_args(words)
    book = Book(asked.assignment, asked.course.resolve())
    folder, missing, unknown = book.course / "grades", [], []
    given = asked.canvas or asked.moodle
    try:
        book.must_be_graded()
        scores = book.scores()
        if given:
            text, name = content(given), asked.column or asked.assignment
            text, missing, unknown = (
                canvas(text, scores, name) if asked.canvas else moodle(text, scores)
            )
            file = folder / f"{asked.assignment}-{given.name}"
        else:
            text, file = plain(scores), folder / f"{asked.assignment}.csv"
        folder.mkdir(exist_ok=True)
        file.write_text(text, "utf-8", newline="")
    except (ValueError, OSError) as fault:
        sys.exit(f"{given or asked.assignment}: {fault}")
    print(f"{len(scores) - len(unknown)} scores are in {file}.")
    if missing:
        print(f"In the file, but without a score here: {', '.join(missing)}")
    if unknown:
        print(f"Graded, but not in the file: {', '.join(unknown)}")
    if waiting := sum(waiting for *_, waiting in scores.values()):
        print(f"{waiting} answers in words are not marked yet: these points are not final.")
    return int(bool(unknown))


if __name__ == "__main__":
    sys.exit(main())
