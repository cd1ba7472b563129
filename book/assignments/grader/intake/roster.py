"""The files in which Canvas and Moodle list a class: Canvas's gradebook, and Moodle's grading worksheet."""

import re
import shutil
from typing import NamedTuple

from grader.people import distinct, shown
from grader.spreadsheet import content, table


class Roster(NamedTuple):
    """A class: the rows of the file, and by the platform's number each student's row, name and lateness."""

    platform: str
    rows: list
    delimiter: str
    students: dict
    names: dict
    late: dict
    note: str = ""


def column(head, name):
    """Return the index of a column; Canvas adds a number to an assignment's name."""
    for place, title in enumerate(head):
        if title.strip() == name or title.startswith(f"{name} ("):
            return place
    raise ValueError(
        f"there is no column {name!r} among {', '.join(head)}: name it with --column, "
        "or download Moodle's worksheet in English"
    )


def named(head, row, *titles):
    """Return what stands in the columns of these titles, as one name."""
    parts = [row[head.index(title)] for title in titles if title in head[: len(row)]]
    return shown(" ".join(part.strip() for part in parts if part.strip()))


def canvas(rows, delimiter):
    """Return the class of a Canvas gradebook."""
    head, by = rows[0], column(rows[0], "ID")
    students = {row[by].strip(): row for row in rows[1:] if len(row) > by and row[by].strip()}
    names = {
        who: named(head, row, "Student") or named(head, row, "FirstName", "LastName") or who
        for who, row in students.items()
    }
    names = {who: " ".join(reversed(name.split(", ", 1))) for who, name in names.items()}
    return Roster("Canvas", rows, delimiter, students, distinct(names), {})


def moodle(rows, delimiter):
    """Return the class of a Moodle grading worksheet: its first columns are `Participant NUMBER` and the name."""
    head, students = rows[0], {}
    for row in rows[1:]:
        if row and (found := re.search(r"(\d+)\s*$", row[0])):
            students[found[1]] = row
    foreign = head[0].strip() != "Identifier" and "Full name" not in head
    title = head[1] if foreign and len(head) > 1 else "Full name"
    names = {who: named(head, row, title) or who for who, row in students.items()}
    note = "it is not in English, so it does not tell who is late" if foreign else ""
    late = {}
    for who, row in students.items():
        if found := re.search(r"(?:^| - )([^-]+ late)\b", named(head, row, "Status")):
            late[who] = f"LATE ({found[1].removesuffix(' late')})"
    return Roster("Moodle", rows, delimiter, students, distinct(names), late, note)


def remember(course, assignment, file):
    """Keep a copy of a class's file for the next runs; return the path of the copy."""
    folder = course / "roster" / assignment
    if file.parent.resolve() != folder.resolve():
        read(file)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        shutil.copyfile(file, folder / file.name)
    return folder / file.name


def remembered(course, assignment):
    """Return the file kept for an assignment, else the newest of another one, or None."""
    kept = sorted((course / "roster").glob("*/*"), key=lambda file: file.stat().st_mtime)
    own = [file for file in kept if file.parent.name == assignment]
    return (own or kept or [None])[-1]


def read(file, platform=""):
    """Return the class in a file of a platform, which is found by its columns unless it is given."""
    try:
        rows, delimiter = table(content(file))
        if not rows or not rows[0]:
            raise ValueError("the file is empty")
        of_canvas = platform == "Canvas" if platform else "ID" in rows[0][1:]
        roster = (canvas if of_canvas else moodle)(rows, delimiter)
        if not roster.students:
            raise ValueError("no student is in it: is it Canvas's gradebook or Moodle's worksheet?")
        return roster
    except ValueError as fault:
        raise ValueError(f"{file}: {fault}") from None
