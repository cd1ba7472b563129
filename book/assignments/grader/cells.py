"""Notebook cells as nbgrader describes them: their names, roles and points."""

import json
import re
from copy import deepcopy
from pathlib import Path

import nbformat

COURSE = Path(__file__).resolve().parents[1]
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS", re.DOTALL)


def about(cell):
    """Return nbgrader's metadata of a cell."""
    known = cell.get("metadata", {}).get("nbgrader")
    return known if isinstance(known, dict) else {}


def name(cell):
    """Return the name of a cell, such as q1 or q1_shape, or an empty string."""
    return about(cell).get("grade_id", "")


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
    """Return the notebook of an assignment; `kind` is source or release."""
    file = Path(course) / kind / assignment / f"{assignment}.ipynb"
    if not file.is_file():
        names = ", ".join(sorted(path.stem for path in file.parents[1].glob("*/*.ipynb")))
        raise ValueError(
            f"assignment is {assignment!r}, but there is no {file}; there are: {names or 'none'}"
        )
    return nbformat.read(file, 4)


def parse(data):
    """Return the notebook in the bytes of a file; the error says what else the file is."""
    try:
        content = data.decode("utf-8-sig").strip()
        if not content:
            raise ValueError("the file is empty")
        if content.startswith("<"):
            raise ValueError("the file is a web page, not a notebook")
        notebook = json.loads(content)
        if not isinstance(notebook, dict) or not {"cells", "worksheets"} & notebook.keys():
            raise ValueError("the file is not a notebook: it has no cells")
        notebook = nbformat.convert(nbformat.from_dict(notebook), 4)
        for cell in notebook.cells:
            cell.source = "".join(cell.get("source", ""))
            cell.setdefault("cell_type", "raw")
        return notebook
    except (UnicodeDecodeError, json.JSONDecodeError) as fault:
        raise ValueError(f"the file is damaged, or not a notebook at all: {fault}") from None
    except (AttributeError, KeyError, TypeError, nbformat.ValidationError) as fault:
        raise ValueError(f"the notebook is damaged: {type(fault).__name__} {fault}") from None


def with_hidden_checks(notebook, source):
    """Return a copy of a notebook in which each check is that of the source, hidden lines included."""
    checks = {name(cell): cell.source for cell in source.cells if is_check(cell)}
    if checks.keys() != {name(cell) for cell in notebook.cells if is_check(cell)}:
        raise ValueError("the release has other checks than its source: run `make assignments`")
    notebook = deepcopy(notebook)
    for cell in notebook.cells:
        if is_check(cell):
            cell.source = checks[name(cell)]
    return notebook


def hidden_lines(source, release):
    """Return the lines of hidden checks that the release does not show, if long enough to recognise."""
    parts = [part for cell in source.cells for part in HIDDEN.findall(cell.source)]
    shown = {line.strip() for cell in release.cells for line in cell.source.splitlines()}
    lines = {line.strip() for part in parts for line in part.splitlines()} - shown
    return {line for line in lines if len(line) > 20}


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
