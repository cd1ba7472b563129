"""Points given by hand: who gave them, when and why, in a file to which lines are only added.

The last line about a check is its override, which holds whenever the student is graded again. Of an answer
in words it says who has marked it: a mark of one person is not written over by another's.
"""

import getpass
from datetime import datetime
from typing import NamedTuple

from grader import reports
from grader.spreadsheet import content, harmless, number, table, value, written


class Change(NamedTuple):
    """A change of the points for one question or check; without points it takes an override back."""

    when: str
    who: str
    student: str
    question: str
    before: str
    after: str
    reason: str


def file(course, assignment):
    """Return the path of an assignment's history."""
    return course / "marks" / f"{assignment}.history.csv"


def read(course, assignment):
    """Return all changes, the oldest first."""
    here = file(course, assignment)
    rows = table(content(here))[0][1:] if here.is_file() else []
    return [Change(*map(str.strip, row)) for row in rows if len(row) == len(Change._fields)]


def change(student, question, before, after, reason="", who=""):
    """Return a change that is made now, by the person named or the user of this machine."""
    points = ("" if part is None else number(part) for part in (before, after))
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    return Change(when, who or getpass.getuser(), student, question, *points, reason)


def add(course, assignment, changes):
    """Add changes to the history."""
    rows = [Change._fields, *read(course, assignment), *changes]
    rows = [[harmless(cell) for cell in row] for row in rows]
    reports.replace(file(course, assignment), written(rows), "utf-8-sig")


def last(course, assignment, who=""):
    """Return the last change of each student's question, of one person or of all."""
    return {
        (made.student, made.question): made
        for made in read(course, assignment)
        if who in ("", made.who)
    }


def overrides(course, assignment):
    """Return for each student the overrides in force, by check."""
    found = {}
    for (student, question), made in last(course, assignment).items():
        if "_" in question and made.after:
            found.setdefault(student, {})[question] = made
    return found


def points(made):
    """Return the points that a change gives."""
    return value(made.after)


def words(made):
    """Return an override in words.

    >>> words(Change("", "Ada", "102", "q4_side", "0", "1", "right but for a rounding"))
    'q4_side has 1 by hand, not 0: right but for a rounding (Ada)'
    """
    return (
        f"{made.question} has {made.after} by hand, not {made.before}: {made.reason} ({made.who})"
    )
