"""Whose a file is: its outermost name tells, and what a student calls a file tells nothing.

That name is STUDENT.ipynb, or a folder STUDENT, or what a platform makes of it. Moodle has a folder
`Name_ID_assignsubmission_file` for each student, or, when set so, puts that before the name of each file.
It has no underscore in `Name`. Canvas puts `name_ID_FILE_`, or `name_LATE_ID_FILE_` where the work was late,
before the name of each file, and leaves no number between underscores in `name`. Of the other platforms,
ILIAS and Brightspace have a folder for each student, Blackboard and Google Classroom begin the name of each
file, and GitHub Classroom names folders `ASSIGNMENT-USER` in one that is called `ASSIGNMENT-submissions`.
"""

import re
from pathlib import PurePosixPath
from typing import NamedTuple

from grader.people import identifier

NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)  # some browsers add to it
MOODLE = re.compile(r"(?P<name>[^_]+)_(?P<id>\d+)_assignsubmission_[a-z]+(_.*)?", re.DOTALL)
CANVAS = re.compile(
    r"(?P<name>.+?)(?P<late>_LATE)?_(?P<id>\d+)_((?P<file>\d+)_.+|text\.html|link\.html)", re.DOTALL
)
ILIAS = re.compile(r"(?P<last>[^_]+)_(?P<first>[^_]+)_[^_]+_(?P<id>\d+)")
BRIGHTSPACE = re.compile(
    r"(?P<id>\d+)-\d+ ?- ?(?P<name>.+?) ?- ?[A-Z][a-z]{2} \d{1,2}, \d{4} \d{3,4} [AP]M( ?- .*)?",
    re.DOTALL,
)
BLACKBOARD = re.compile(r".+?_(?P<id>[^_]+)_attempt_\d{4}(-\d\d){5}([_.].*)?", re.DOTALL)
GOOGLE = re.compile(r"(?P<name>[^-_]+?) - .+\.ipynb", re.DOTALL | re.IGNORECASE)
LISTS = {
    "index.html",
    "status.xlsx",
    "status.csv",
}  # which platforms put beside the students' folders
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
    >>> recognise("Roe_Jo_jroe_103", folder=True)
    Owner(platform='ILIAS', student='103', name='Jo Roe', late='', doubt='')
    """
    if found := MOODLE.fullmatch(entry):
        return Owner("Moodle", found["id"], found["name"])
    if not folder and (found := CANVAS.fullmatch(entry)):
        rest = DATE.sub("", entry[found.end("file") :] if found["file"] else "")
        second = re.search(r"_(\d+)_\d+_", rest)
        late, doubt = "LATE" if found["late"] else "", second[1] if second else ""
        return Owner("Canvas", found["id"], found["name"], late, doubt)
    if found := BRIGHTSPACE.fullmatch(entry):
        return Owner("Brightspace", found["id"], found["name"])
    if folder and (found := ILIAS.fullmatch(entry)):
        return Owner("ILIAS", found["id"], f"{found['first']} {found['last']}")
    if not folder and (found := BLACKBOARD.fullmatch(entry)):
        return Owner("Blackboard", identifier(found["id"]), found["id"])
    if not folder and (found := GOOGLE.fullmatch(entry)):
        return Owner("Google", identifier(found["name"]), found["name"])
    return None


def place(path):
    """Return the place in a path of the first name that a platform gave, or None."""
    ends = len(path) - 1
    return next((i for i, part in enumerate(path) if recognise(part, folder=i < ends)), None)


def is_class(paths, assignment):
    """Tell whether a folder that holds these paths is that of a class, and nobody's own."""
    while len({path[0] for path in paths}) == 1 and min(map(len, paths)) > 1:
        paths = [path[1:] for path in paths]
    books = [path for path in paths if NOTEBOOK.search(path[-1])]
    folders = {path[0] for path in books if len(path) > 1}
    single = [path[0] for path in books if len(path) == 1]
    short = assignment.split("_")[0]
    many = len(folders) > 1 and assignment not in folders
    return many or (len(single) > 1 and not any(short in file for file in single))


def wrapping(paths, assignment):
    """Return how many outer folders hold nothing but the whole download or the whole class."""
    for depth in range(min((len(path) for path in paths), default=1) - 1):
        (outer, *others), inside = {path[depth] for path in paths}, [p[depth + 1 :] for p in paths]
        if others or recognise(outer, folder=True):
            return depth
        places = {place(path) for path in inside}
        named = len(places) == 1 and None not in places
        nbgrader = any(path[1:2] == (assignment,) and len(path) > 2 for path in inside)
        if not (named or nbgrader or outer == assignment or is_class(inside, assignment)):
            return depth
    return min((len(path) for path in paths), default=1) - 1


def owner(path, outer=""):
    """Return the owner of the file at a path, which starts where the students' names are, in `outer`."""
    if found := recognise(path[0], folder=len(path) > 1):
        return found
    name = path[0] if len(path) > 1 else PurePosixPath(NOTEBOOK.sub(".ipynb", path[0])).stem
    if outer.endswith("-submissions"):
        name = name.removeprefix(outer.removesuffix("submissions"))  # of GitHub Classroom
    return Owner("", name, name)
