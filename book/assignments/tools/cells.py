"""What the tools know of a notebook's cells: nbgrader's names for them, and the points that they give."""

import json
import re
from copy import deepcopy
from pathlib import Path

import nbformat

COURSE = Path(__file__).resolve().parents[1]
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS", re.DOTALL)


def name(cell):
    """Return the name of a cell, such as q1 or q1_shape, or nothing."""
    return about(cell).get("grade_id", "")


def about(cell):
    """Return what nbgrader knows of a cell."""
    known = cell.get("metadata", {}).get("nbgrader")
    return known if isinstance(known, dict) else {}


def is_answer(cell):
    """Tell whether a student answers here, in code or in words."""
    return bool(about(cell).get("solution"))


def is_check(cell):
    """Tell whether this cell's code gives points."""
    return cell.cell_type == "code" and bool(about(cell).get("grade"))


def text(cell):
    """Return what stands in a cell, whatever editor wrote its line ends."""
    return cell.source.replace("\r\n", "\n").strip()


def load(kind, assignment, course=COURSE):
    """Return an assignment's notebook of one kind: its source or its release."""
    file = Path(course) / kind / assignment / f"{assignment}.ipynb"
    if not file.is_file():
        names = ", ".join(sorted(path.stem for path in file.parents[1].glob("*/*.ipynb")))
        raise ValueError(
            f"assignment is {assignment!r}, but there is no {file}; there are: {names or 'none'}"
        )
    return nbformat.read(file, 4)


def with_hidden_checks(notebook, source):
    """Return a notebook in the form of the release, with the checks of the source in it."""
    checks = {name(cell): cell.source for cell in source.cells if is_check(cell)}
    if checks.keys() != {name(cell) for cell in notebook.cells if is_check(cell)}:
        raise ValueError("the release has other checks than its source: run `make assignments`")
    notebook = deepcopy(notebook)
    for cell in notebook.cells:
        if is_check(cell):
            cell.source = checks[name(cell)]
    return notebook


def hidden_lines(source, release):
    """Return the lines that stand in hidden checks alone, and are long enough to be known again."""
    parts = [part for cell in source.cells for part in HIDDEN.findall(cell.source)]
    shown = {line.strip() for cell in release.cells for line in cell.source.splitlines()}
    lines = {line.strip() for part in parts for line in part.splitlines()} - shown
    return {line for line in lines if len(line) > 20}


def error(cell):
    """Return what the cell's error said, or nothing where it ran through."""
    said = [output for output in cell.outputs if output.output_type == "error"]
    return f"{said[0].ename}: {said[0].evalue}" if said else ""


def points(notebook):
    """Return, for each check that gives points, what was earned and what there was to earn."""
    return {
        name(cell): (0 if error(cell) else about(cell)["points"], about(cell)["points"])
        for cell in notebook.cells
        if is_check(cell) and about(cell)["points"]
    }


def fail(cell, message):
    """Let a check count as failed, and say why."""
    cell.outputs = [
        nbformat.v4.new_output("error", ename="Grader", evalue=message, traceback=[message])
    ]


def parse(data):
    """Return the notebook that a file holds; say in words why it holds none."""
    try:
        content = data.decode("utf-8-sig").strip()
        if not content:
            raise ValueError("the file is empty")
        if content.startswith("<"):
            raise ValueError("the file is a web page, not a notebook")
        notebook = json.loads(content)
        if not isinstance(notebook, dict) or not {"cells", "worksheets"} & notebook.keys():
            raise ValueError("the file is no notebook: it has no cells")
        notebook = nbformat.convert(nbformat.from_dict(notebook), 4)
        for cell in notebook.cells:
            cell.source = "".join(cell.get("source", ""))
            cell.setdefault("cell_type", "raw")
        return notebook
    except (UnicodeDecodeError, json.JSONDecodeError) as fault:
        raise ValueError(f"the file is damaged, or no notebook at all: {fault}") from None
    except (AttributeError, KeyError, TypeError, nbformat.ValidationError) as fault:
        raise ValueError(f"the notebook is damaged: {type(fault).__name__} {fault}") from None
