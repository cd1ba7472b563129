"""Find the submissions in a folder or zip file, in the layouts of nbgrader, Canvas and Moodle.

Whose a file is, its outermost name tells: see `owners`. Of several notebooks of a student one is graded,
and the others are told of.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from grader.intake.owners import LISTS, NOTEBOOK, owner, wrapping
from grader.intake.uploads import LARGEST, files
from grader.people import WHOLE, distinct, identifier, several, shown

HIDDEN = re.compile(r"\.|__MACOSX$")
LITTER = re.compile(r"(^|/)(__MACOSX/|\._|\.DS_Store$|\.ipynb_checkpoints/)")


@dataclass
class Submission:
    """One student's submission: how to read the notebook, or the problem with it, and what is to be seen."""

    student: str
    shown: str
    file: str = ""
    data: bytes = b""
    problem: str = ""
    read: Callable[[], bytes] | None = None
    flags: list = field(default_factory=list)
    late: str = ""
    platform: str = ""
    sent_as: str = ""
    passed_over: list = field(default_factory=list)


def last(path):
    """Return the name of a file without its folders, to show it."""
    return shown(PurePosixPath(path).name)


def candidates(found, assignment, others=()):
    """Return the notebooks among a student's files that may be the answer to this assignment."""

    def elsewhere(path):
        return any(other in (*path.parts[:-1], path.stem) for other in others)

    books = [file for file in found if NOTEBOOK.search(file[0])]
    return [file for file in books if not elsewhere(PurePosixPath(file[0]))]


def choose(found, assignment, others=()):
    """Return the notebook to grade among a student's files."""
    books = candidates(found, assignment, others)
    exact = [file for file in books if PurePosixPath(file[0]).name == f"{assignment}.ipynb"]
    for some in (books, exact):
        if len(some) == 1:
            return some[0]
    if not books:
        missing, listed = (
            "no notebook (.ipynb) was handed in",
            several(last(file[0]) for file in found),
        )
        if any(NOTEBOOK.search(file[0]) for file in found):
            raise ValueError(f"{missing} for {assignment}, only {listed}: which one counts?")
        raise ValueError(f"{missing}, only {listed}" if listed else missing)
    listed = ", ".join(shown(file[0], WHOLE) for file in books[:5])
    raise ValueError(f"{len(books)} notebooks were handed in, which one counts? {listed}")


def submission(student, theirs, assignment, others, chosen, remembered):
    """Return the submission that a student's files are; `theirs` has (owner, outermost name, file)."""
    owners, outer, found = zip(*theirs, strict=True)
    made = Submission(student, shown(owners[0].name), late=max(owner.late for owner in owners))
    made.platform = max(owner.platform for owner in owners)
    try:
        names = sorted({owner.name for owner in owners if not owner.platform})
        if len(names) > 1:
            both = " and ".join(map(repr, names[:2]))
            raise ValueError(f"{both} have the same name as a folder: rename one of them")
        if assignment in outer:
            raise ValueError(f"a folder {assignment} lies among those of students: whose is it?")
        picked = [file for some in (chosen, remembered) for file in found if file.path in some]
        file = picked[0] if picked else choose(found, assignment, others)
        place = found.index(file)
        made.file, made.read = file.path, file.read
        made.sent_as = outer[place] if owners[place].platform else ""
        rest = sorted(f.path for f in candidates(found, assignment, others) if f is not file)
        made.passed_over = rest
        if file.path not in chosen and not {*rest} <= {*remembered.get(file.path, ())}:
            listed = ", ".join(map(last, rest))
            made.flags.append(f"graded {last(file.path)}, not {listed}: which one counts?")
        for other in filter(None, {owner.doubt for owner in owners}):
            made.flags.append(f"the name of the file may be {other}'s as well as {student}'s")
        if file.size > LARGEST:
            raise ValueError(f"the file has {file.size >> 20} MB: ask for it without its outputs")
    except ValueError as fault:
        made.problem = str(fault)
    return made


def unused(theirs, made):
    """Return the files of a student that are not graded, each with the reason."""
    for _, _, file in theirs:
        if made.file and file.path != made.file:
            book = NOTEBOOK.search(file.path)
            yield file.path, "another notebook" if book else "not a notebook"


def collect(place, assignment, *, others=(), chosen=(), remembered=None, known=None):
    """Return the submissions of an assignment, by student, and what is left out as (path, reason).

    `others` are the names of other assignments, `chosen` the paths of notebooks that count among several
    of one student, `remembered` those of earlier runs with the paths that were passed over, and `known`
    the names of students by identifier, under which a file may be handed in again.
    """
    found, left_out = files(Path(place))
    paths = {file: PurePosixPath(file.path).parts for file in found}
    for file in [file for file, path in paths.items() if any(map(HIDDEN.match, path))]:
        del paths[file]
        left_out += [] if LITTER.search(file.path) else [(file.path, "hidden")]
    for file in [file for file, path in paths.items() if path[-1] in LISTS]:
        del paths[file]
    if not paths:
        raise ValueError(f"submitted is {str(place)!r}, and nothing is in it")
    if missing := set(chosen) - {file.path for file in paths}:
        raise ValueError(f"--choose is {min(missing)!r}, and no file in {place} is called so")
    depth = wrapping(list(paths.values()), assignment)
    again = {name: who for who, name in distinct(known or {}).items()}
    students = defaultdict(list)
    for file, path in paths.items():
        whose = owner(path[depth:], (Path(place).stem, *path)[depth])
        student = whose.student if whose.platform else again.get(shown(whose.name))
        students[student or identifier(whose.name)].append((whose, path[depth], file))
    submissions = []
    for student, theirs in sorted(students.items()):
        made = submission(student, theirs, assignment, others, chosen, remembered or {})
        submissions.append(made)
        left_out.extend(unused(theirs, made))
    names = distinct({made.student: made.shown for made in submissions})
    forms = Counter(made.platform for made in submissions)
    for made in submissions:
        made.shown = names[made.student]
        if made.platform != forms.most_common(1)[0][0]:
            made.flags.append("the file is not named as those of the others")
    return submissions, left_out
