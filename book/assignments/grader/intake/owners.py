"""Whose a file is: its outermost name tells, and what a student calls a file tells nothing.

That name is STUDENT.ipynb, or a folder STUDENT, or what a platform makes of it. Moodle has a folder
`Name_ID_assignsubmission_file` for each student, or, when set so, puts that before the name of each file.
It has no underscore in `Name`. Canvas puts `name_ID_FILE_`, or `name_LATE_ID_FILE_` where the work was late,
before the name of each file, and leaves no number between underscores in `name`.
"""

import re
from pathlib import PurePosixPath
from typing import NamedTuple

NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)  # some browsers add to it
MOODLE = re.compile(r"(?P<name>[^_]+)_(?P<id>\d+)_assignsubmission_[a-z]+(_.*)?", re.DOTALL)
CANVAS = re.compile(
    r"(?P<name>.+?)(?P<late>_LATE)?_(?P<id>\d+)_((?P<file>\d+)_.+|text\.html|link\.html)", re.DOTALL
)
DATE = re.compile(r"(?:19|20)\d\d_\d\d?_\d\d?")


class Owner(NamedTuple):
    """Whose a file is: the platform, its number for the student, the student's name, whether late.

    `doubt` is a second number that stands where the first one does: Canvas lets some names through that
    hold one.
    """

    platform: str
    student: str
    name: str
    late: str = ""
    doubt: str = ""


def recognise(entry, *, folder):
    """Return the owner of an entry at the top of a download, or None if no platform named it so.

    >>> recognise("Jörg Müller_102_assignsubmission_file_", folder=True)
    Owner(platform='Moodle', student='102', name='Jörg Müller', late='', doubt='')
    >>> recognise("roejo_LATE_103_5678_a1.ipynb", folder=False)
    Owner(platform='Canvas', student='103', name='roejo', late='LATE', doubt='')
    """
    if found := MOODLE.fullmatch(entry):
        return Owner("Moodle", found["id"], found["name"])
    if not folder and (found := CANVAS.fullmatch(entry)):
        rest = DATE.sub("", entry[found.end("file") :] if found["file"] else "")
        second = re.search(r"_(\d+)_\d+_", rest)
        late, doubt = "LATE" if found["late"] else "", second[1] if second else ""
        return Owner("Canvas", found["id"], found["name"], late, doubt)
    return None


def wrapping(paths, assignment):
    """Return how many outer folders hold nothing but the whole download or the whole class."""
    for depth in range(min((len(path) for path in paths), default=1) - 1):
        (outer, *others), inside = {path[depth] for path in paths}, [p[depth + 1 :] for p in paths]
        if others or recognise(outer, folder=True):
            return depth
        named = all(recognise(path[0], folder=len(path) > 1) for path in inside)
        nbgrader = any(path[1:2] == (assignment,) and len(path) > 2 for path in inside)
        if not (named or nbgrader or outer == assignment):
            return depth
    return min((len(path) for path in paths), default=1) - 1


def owner(path):
    """Return the owner of the file at a path, which starts where the students' names are."""
    if found := recognise(path[0], folder=len(path) > 1):
        return found
    name = path[0] if len(path) > 1 else PurePosixPath(NOTEBOOK.sub(".ipynb", path[0])).stem
    return Owner("", name, name)
