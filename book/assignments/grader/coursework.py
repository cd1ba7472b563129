"""The notebooks of the assignments, and their cells as nbgrader describes them: names, roles and points."""

from copy import deepcopy
from pathlib import Path

import nbformat

from grader import slim
from grader.variant import fill

COURSE = Path(__file__).resolve().parents[1]


def about(cell):
    """Return nbgrader's metadata of a cell."""
    metadata = cell.get("metadata")
    known = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return known if isinstance(known, dict) else {}


def name(cell):
    """Return the name of a cell, such as q1 or q1_shape, or an empty string."""
    given = about(cell).get("grade_id")
    return given if isinstance(given, str) else ""


def is_answer(cell):
    """Tell whether the student answers here, in code or in words."""
    return bool(about(cell).get("solution"))


def is_check(cell):
    """Tell whether this is a code cell that gives points."""
    return cell.cell_type == "code" and bool(about(cell).get("grade"))


def text(cell):
    """Return the source of a cell with normalised line ends."""
    return cell.source.replace("\r\n", "\n").strip()


def load(kind, assignment, course=COURSE):
    """Return the notebook of an assignment; `kind` is source (with its numbers filled in) or release."""
    file = Path(course) / kind / assignment / f"{assignment}.ipynb"
    if not file.is_file():
        names = ", ".join(sorted(path.stem for path in file.parents[1].glob("*/*.ipynb")))
        raise ValueError(
            f"assignment is {assignment!r}, but there is no {file}; there are: {names or 'none'}"
        )
    return fill(nbformat.read(file, 4))


def parse(data):
    """Return the notebook in the bytes of a file; the error says what else the file is."""
    return nbformat.from_dict(slim.read(data))


def python(notebook):
    """Return the version of Python that a notebook was written with, as far as it says so."""
    return notebook.metadata.get("language_info", {}).get("version", "")


def with_hidden_checks(notebook, source):
    """Return a copy of a notebook in which each check is that of the source, hidden lines included."""
    checks = {name(cell): cell for cell in source.cells if is_check(cell)}
    released = {name(cell): about(cell)["points"] for cell in notebook.cells if is_check(cell)}
    if released.keys() != checks.keys():
        raise ValueError("the release has other checks than its source: run `make assignments`")
    for check, points in released.items():
        if points != (most := about(checks[check])["points"]):
            raise ValueError(
                f"{check} has {most:g} points in the source and {points:g} in the release: "
                "run `make assignments`"
            )
    notebook = deepcopy(notebook)
    for cell in notebook.cells:
        if is_check(cell):
            cell.source = checks[name(cell)].source
    return notebook


def error(cell):
    """Return the error that a cell raised, as `Type: message`, or an empty string."""
    raised = [output for output in cell.outputs if output.output_type == "error"]
    return f"{raised[0].ename}: {raised[0].evalue}" if raised else ""


def fail(cell, message):
    """Make a check count as failed, for the reason given."""
    cell.outputs = [
        nbformat.v4.new_output("error", ename="Grader", evalue=message, traceback=[message])
    ]


def points(notebook):
    """Return for each check with points: points earned, points possible."""
    return {
        name(cell): (0 if error(cell) else about(cell)["points"], about(cell)["points"])
        for cell in notebook.cells
        if is_check(cell) and about(cell)["points"]
    }
