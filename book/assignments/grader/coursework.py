"""The notebooks of the assignments, and their cells as nbgrader describes them: names, roles and points."""

import json
from copy import deepcopy
from pathlib import Path

import nbformat

from grader.variant import fill

CELLS = 1000  # of a notebook that was handed in
# What nbformat raises for a notebook that is none: a version without a number, lists too deep.
DAMAGED = (
    AttributeError,
    LookupError,
    NameError,
    RecursionError,
    TypeError,
    nbformat.ValidationError,
)
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
        if len(notebook.cells) > CELLS:
            raise ValueError(f"the notebook has {len(notebook.cells)} cells, more than {CELLS}")
        for cell in notebook.cells:
            source = "".join(cell.get("source", ""))
            cell.source = source.encode("utf-8", "replace").decode()  # half a surrogate pair: ?
            cell.setdefault("cell_type", "raw")
        return notebook
    except (UnicodeDecodeError, json.JSONDecodeError) as fault:
        raise ValueError(f"the file is damaged, or not a notebook at all: {fault}") from None
    except DAMAGED as fault:
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
