"""Gradescope: pack an assignment for its autograder, and grade there, without nbgrader.

The package holds the source with its hidden checks: keep it private.
"""

import json
import re
import zipfile
from importlib.metadata import version
from pathlib import Path

from grader.cells import COURSE, about, error, is_check, load, name
from grader.collect import Submission, choose
from grader.execute import SUBMISSION
from grader.grading import grade

PACKAGES = ("ipykernel", "nbclient", "nbformat", "numpy", "sympy")
SETUP = """#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image.
set -e
apt-get update && apt-get install -y python3 python3-venv
python3 -m venv /autograder/venv
/autograder/venv/bin/pip install {packages}
"""
RUN = """#!/usr/bin/env bash
# Gradescope runs this for each submission.
cd /autograder/source
/autograder/venv/bin/python -m grader gradescope grade /autograder
"""


def pack(assignment, course=COURSE):
    """Write the zip file for Gradescope and return its path."""
    for kind in ("source", "release"):
        load(kind, assignment, course)
    out = Path(course) / f"{assignment}-gradescope.zip"
    packages = " ".join(f"{package}=={version(package)}" for package in PACKAGES)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, text in [
            ("setup.sh", SETUP.format(packages=packages)),
            ("run_autograder", RUN),
            ("assignment.txt", assignment),
        ]:
            info = zipfile.ZipInfo(file)
            info.external_attr = 0o755 << 16
            archive.writestr(info, text)
        for module in sorted(Path(__file__).parent.glob("*.py")):
            archive.write(module, f"grader/{module.name}")
        for kind in ("source", "release"):
            file = f"{kind}/{assignment}/{assignment}.ipynb"
            archive.write(Path(course) / file, file)
    return out


def results(folder, course=COURSE, assignment=None):
    """Return Gradescope's results for the submission in its folder."""
    assignment = assignment or (Path(course) / "assignment.txt").read_text("utf-8").strip()
    release, source = (load(kind, assignment, course) for kind in ("release", "source"))
    folder = Path(folder) / "submission"
    files = [(p.name, 0, p.read_bytes) for p in sorted(folder.rglob("*")) if p.is_file()]
    submission = Submission("student", "student")
    try:
        submission.file, _, read = choose(files, assignment)
        submission.data = read()
    except ValueError as fault:
        submission.problem = str(fault)
    notebook, report = grade(submission, release, source, {"seconds": SUBMISSION})
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
    out = Path(folder) / "results" / "results.json"
    out.write_text(json.dumps(results(folder), indent=1), "utf-8")
