"""Before handing in: what the grader finds in a notebook, and what the checks say that a student can see.

The same code reads and runs it that grades it, without a sandbox, as it is the student's own.
"""

import sys

from grader import names
from grader.coursework import is_answer, is_check, load, name, parse, points, text
from grader.intake.collect import Submission
from grader.intake.likeness import likeness
from grader.people import several
from grader.run import batch
from grader.run.execution import CELL, SUBMISSION
from grader.run.grading import grade

LARGEST = 20 << 20


def which(notebook, releases):
    """Return the name of the release that a notebook is most like."""
    alike = {name: likeness(release, notebook) for name, release in releases.items()}
    best = max(alike, key=alike.get, default="")
    if not alike.get(best):
        raise ValueError("the notebook has no cell of an assignment: is it the one that you mean?")
    return best


def found(notebook, release):
    """Yield for each question in words what there is of an answer, and what not."""
    for cell in notebook.cells:
        if not is_answer(cell):
            continue
        stub = next(text(c) for c in release.cells if name(c) == name(cell))
        if cell.cell_type != "code":
            count = 0 if text(cell) == stub else len(text(cell).split())
            yield f"{name(cell):<9} {count} words" if count else f"{name(cell):<9} no answer yet"
            continue
        there = names.answered(text(cell), stub) & names.asked(stub)
        missing = names.asked(stub) - there
        said = [several(there)] if there else []
        said += [f"not yet {several(missing)}"] if missing else []
        yield f"{name(cell):<9} {', '.join(said)}"


def check(file, course):
    """Print what would be found in a notebook; return 1 if something should be looked at."""
    folders = sorted((course / "release").glob("[!.]*/"))
    releases = {folder.name: load("release", folder.name, course) for folder in folders}
    with file.open("rb") as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(f"{file} has more than {LARGEST >> 20} MB: clear its outputs")
    assignment = which(parse(data), releases)
    release = releases[assignment]
    print(
        f"{assignment}, read and run as when it is graded, with Python {sys.version.split()[0]}: "
        f"{CELL} s for a cell, {SUBMISSION} s in all."
    )
    submission = Submission("you", "you", file.name, data)
    notebook, report = grade(submission, release, release, {}, lambda: releases)
    if notebook is None:
        raise ValueError(f"{file} cannot be graded: {report['problem']}")
    print(*found(notebook, release), sep="\n")
    looks = [f"LOOK: {flag}" for flag in report["flags"]]
    for said in [*report["repairs"], *looks, *batch.lost(report)]:
        print(said)
    hidden = {name(c) for c in release.cells if is_check(c) and not names.statements(c.source)}
    seen = {check: score for check, score in points(notebook).items() if check not in hidden}
    earned, most = (sum(part) for part in zip(*seen.values(), strict=True))
    print(f"The checks that you can see: {earned:g} of {most:g} points. The others run later.")
    return int(bool(report["flags"]) or earned < most)
