"""Gradescope: pack an assignment for its autograder, and grade there, without nbgrader.

    python tools/gradescope.py pack a1_discriminants     makes a1_discriminants-gradescope.zip to upload
    python tools/gradescope.py grade FOLDER              what the package does, in Gradescope's folder

The zip file holds the source with its hidden checks: give it to nobody.
"""

import json
import re
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import grade
from cells import COURSE, about, error, is_check, load, name
from collect import Submission, choose

TOOLS = [
    "audit_run",
    "cells",
    "collect",
    "grade",
    "gradescope",
    "kernel",
    "rebuild",
    "run",
    "sandbox",
]
PACKAGES = ("ipykernel", "nbclient", "nbformat", "numpy", "sympy")
SETUP = """#!/usr/bin/env bash
# Gradescope runs this once, when it makes the machine.
set -e
apt-get update && apt-get install -y python3 python3-venv
python3 -m venv /autograder/venv
/autograder/venv/bin/pip install {packages}
"""
RUN = """#!/usr/bin/env bash
# Gradescope runs this for each submission.
cd /autograder/source
/autograder/venv/bin/python tools/gradescope.py grade /autograder
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
        for tool in TOOLS:
            archive.write(Path(__file__).with_name(f"{tool}.py"), f"tools/{tool}.py")
        for kind in ("source", "release"):
            file = f"{kind}/{assignment}/{assignment}.ipynb"
            archive.write(Path(course) / file, file)
    return out


def results(folder, course=COURSE, assignment=None):
    """Return what Gradescope wants to know of the submission in its folder."""
    assignment = assignment or (Path(course) / "assignment.txt").read_text("utf-8").strip()
    release, source = (load(kind, assignment, course) for kind in ("release", "source"))
    handed = Path(folder) / "submission"
    files = [(p.name, 0, p.read_bytes) for p in sorted(handed.rglob("*")) if p.is_file()]
    submission = Submission("student", "student")
    try:
        submission.file, _, read = choose(files, assignment)
        submission.data = read()
    except ValueError as fault:
        submission.problem = str(fault)
    notebook, report = grade.grade(submission, release, source)
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


def main(words=None):
    """Pack, or grade."""
    match words or sys.argv[1:]:
        case ["pack", assignment]:
            try:
                print(f"{pack(assignment)} is ready to upload. It holds the hidden checks.")
            except (ValueError, OSError) as fault:
                sys.exit(str(fault))
        case ["grade", folder]:
            out = Path(folder) / "results" / "results.json"
            out.write_text(json.dumps(results(folder), indent=1), "utf-8")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
