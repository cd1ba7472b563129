"""Find the submissions in a folder or zip file, in the layouts of nbgrader, Canvas and Moodle.

Recognised layouts: STUDENT.ipynb, STUDENT/anything.ipynb, nbgrader's STUDENT/ASSIGNMENT/anything.ipynb,
Canvas's name_ID_number_file.ipynb and Moodle's Name_ID_assignsubmission_file_/file.ipynb.
Nothing is unpacked, moved or changed.
"""

import re
import zipfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)  # some browsers add to it
CANVAS = re.compile(r"(?P<name>[^_/]+)(?:_LATE)?_(?P<id>\d+)_\d+_.+")
MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_\w*")
LARGEST = 20 << 20


@dataclass
class Submission:
    """One student's submission: the bytes of a notebook, or the problem with it."""

    student: str
    shown: str
    file: str = ""
    data: bytes = b""
    problem: str = ""


def files(place):
    """Return the files of a folder or zip file as (name, size, function that reads it)."""
    if place.is_dir():
        found = [path for path in sorted(place.rglob("*")) if path.is_file()]
        return [(p.relative_to(place).as_posix(), p.stat().st_size, p.read_bytes) for p in found]
    if zipfile.is_zipfile(place):
        archive = zipfile.ZipFile(place)
        found = [info for info in archive.infolist() if not info.is_dir()]
        return [(i.filename, i.file_size, lambda i=i: archive.read(i)) for i in found]
    raise ValueError(
        f"submitted is {str(place)!r}, which is neither a folder nor a zip file: "
        "say with --submitted where the submissions are"
    )


def owner(path, assignment):
    """Return whose file this is: an identifier safe as a folder name, and the name to show."""
    parts = PurePosixPath(path).parts
    for part in parts:
        if moodle := MOODLE.match(part):
            return moodle["id"], moodle["name"]
    if canvas := CANVAS.fullmatch(parts[-1]):
        return canvas["id"], canvas["name"]
    if len(parts) > 2 and parts[-2] == assignment:
        student = parts[-3]
    elif len(parts) > 1:
        student = parts[-2]
    else:
        student = PurePosixPath(NOTEBOOK.sub(".ipynb", parts[-1])).stem
    return re.sub(r"[^\w.@+-]+", "_", student).strip("."), student


def choose(found, assignment):
    """Return the notebook to grade among a student's files."""
    books = [file for file in found if NOTEBOOK.search(file[0])]
    if not books:
        raise ValueError("no notebook (.ipynb) was handed in")
    named = [file for file in books if assignment in PurePosixPath(file[0]).name]
    exact = [file for file in books if PurePosixPath(file[0]).name == f"{assignment}.ipynb"]
    for some in (books, exact, named):
        if len(some) == 1:
            return some[0]
    raise ValueError(f"{len(books)} notebooks were handed in: delete all but one of them")


def collect(place, assignment):
    """Return the submissions of an assignment, ordered by student."""
    found = [
        file
        for file in files(Path(place))
        if not any(part.startswith((".", "__MACOSX")) for part in PurePosixPath(file[0]).parts)
    ]
    if nbgrader := [file for file in found if PurePosixPath(file[0]).parts[-2:-1] == (assignment,)]:
        found = nbgrader
    if not found:
        raise ValueError(f"submitted is {str(place)!r}, and nothing is in it")
    students, shown = defaultdict(list), {}
    for file in found:
        student, shown[student] = owner(file[0], assignment)
        students[student].append(file)
    submissions = []
    for student, theirs in sorted(students.items()):
        submission = Submission(student or "unnamed", shown[student])
        submissions.append(submission)
        try:
            submission.file, size, read = choose(theirs, assignment)
            if size > LARGEST:
                raise ValueError(f"the file has {size >> 20} MB: ask for it without its outputs")
            submission.data = read()
        except (ValueError, OSError, zipfile.BadZipFile) as fault:
            submission.problem = str(fault)
    return submissions
