"""Gradescope: pack an assignment for its autograder, and grade there, without nbgrader.

The package holds the source with its hidden checks: keep it private.
"""

import json
import os
import re
import sys
import zipfile
from importlib.metadata import distributions
from pathlib import Path

from grader.coursework import COURSE, about, error, is_check, load, name
from grader.intake.collect import Submission, choose
from grader.run.execution import SUBMISSION
from grader.run.grading import grade
from grader.run.limits import end_user
from grader.run.sandbox import a_user

GRADER = Path(__file__).parents[1]
IMAGE = "Ubuntu 22.04"
PYTHON = f"python3.{sys.version_info.minor}"  # as here, so that the marks are the same
PACKAGES = ("ipython", "matplotlib", "nbformat", "numpy", "sympy")
SETUP = f"""#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image from {IMAGE}. That has an older Python.
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y software-properties-common
add-apt-repository -y ppa:deadsnakes/ppa
apt-get install -y {PYTHON} {PYTHON}-venv
{PYTHON} -m venv /autograder/venv
cd /autograder/source
/autograder/venv/bin/pip install -c constraints.txt {" ".join(PACKAGES)}
/autograder/venv/bin/python -m grader gradescope --help > /dev/null
"""
RUN = """#!/usr/bin/env bash
# Gradescope runs this for each submission, as root.
cd /autograder/source
/autograder/venv/bin/python -m grader gradescope grade /autograder
"""


def pack(assignment, course=COURSE):
    """Write the zip file for Gradescope and return its path."""
    for kind in ("source", "release"):
        load(kind, assignment, course)
    out = Path(course) / f"{assignment}-gradescope.zip"
    here = sorted({f"{each.name}=={each.version}\n" for each in distributions()})
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, text in [
            ("setup.sh", SETUP),
            ("run_autograder", RUN),
            ("assignment.txt", assignment),
            ("constraints.txt", "".join(here)),
        ]:
            info = zipfile.ZipInfo(file)
            info.external_attr = 0o755 << 16
            archive.writestr(info, text)
        for module in sorted(GRADER.rglob("*.py")):
            archive.write(module, f"grader/{module.relative_to(GRADER)}")
        for kind in ("source", "release"):
            file = f"{kind}/{assignment}/{assignment}.ipynb"
            archive.write(Path(course) / file, file)
    return out


def shut(folder):
    """Let nobody but root read what is in Gradescope's folder, except Python and the grader's program."""
    for place, open_ in [(folder, ("source", "venv")), (folder / "source", ("grader",))]:
        for path in place.iterdir():
            if path.name not in open_ and not path.is_symlink():
                path.chmod(0o700)


def results(folder, course=COURSE, assignment=None):
    """Return Gradescope's results for the submission in its folder."""
    assignment = assignment or (Path(course) / "assignment.txt").read_text("utf-8").strip()
    release, source = (load(kind, assignment, course) for kind in ("release", "source"))
    folder = Path(folder) / "submission"
    files = [
        (p.name, 0, p.read_bytes)
        for p in sorted(folder.rglob("*"))
        if p.is_file() and not p.is_symlink()
    ]
    submission = Submission("student", "student")
    try:
        submission.file, _, read = choose(files, assignment)
        submission.data = read()
    except ValueError as fault:
        submission.problem = str(fault)
    user = a_user() if os.getuid() == 0 else None
    limits = {"seconds": SUBMISSION, "user": user}
    notebook, report = grade(submission, release, source, limits)
    if user:
        end_user(user)  # whatever it left running
    else:
        report["flags"].append("this was not run as root: the code could read the hidden checks")
    if notebook is None:
        return {"score": 0, "output": f"This could not be graded: {report['problem']}"}
    hidden = {name(cell) for cell in source.cells if "BEGIN HIDDEN" in cell.source}
    tests = [
        {
            "name": name(cell),
            "score": 0 if error(cell) else about(cell)["points"],
            "max_score": about(cell)["points"],
            "output": re.sub(r"\x1b\[[\d;]*m", "", error(cell))[:2000] or "passed",
            "visibility": "after_published" if name(cell) in hidden else "visible",
        }
        for cell in notebook.cells
        if is_check(cell) and about(cell)["points"]
    ]
    for kind, visible in (("repairs", "visible"), ("flags", "hidden")):
        if report[kind]:
            text = "\n".join(report[kind])
            tests.append(
                {"name": kind, "score": 0, "max_score": 0, "output": text, "visibility": visible}
            )
    return {"tests": tests, "score": report["score"], "execution_time": round(report["seconds"])}


def write_results(folder):
    """Grade the submission in Gradescope's folder and leave the results where Gradescope reads them."""
    folder = Path(folder)
    if os.getuid() == 0:
        shut(folder)
    found = json.dumps(results(folder), indent=1)
    (folder / "results" / "results.json").write_text(found, "utf-8")
