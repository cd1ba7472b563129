"""No loss is silent: why each failed check failed, and whether that may be an accident.

What a check says of a wrong answer is enough. But the answer may never have been reached: its cell ended in
an error, was cut, or was lost. Then the check's message is given the true cause, for student and teacher
alike, and the teacher is asked to look.
"""

import ast
import re
import sys
from collections import defaultdict
from typing import NamedTuple

from grader import names
from grader.coursework import about, error, is_answer, is_check, name, text
from grader.people import several

# What a right answer runs into where it is graded, and a wrong one seldom
ACCIDENT = re.compile(
    r"(Grader|ImportError|ModuleNotFoundError|NameError|OSError|\w+NotFoundError|PermissionError"
    r"|MemoryError|TimeoutError|RecursionError|EOFError|SyntaxError|AttributeError: module)\b"
)
UNKNOWN = re.compile(r"NameError: (?:name ')?(\w+)'? is not defined")
UNCHECKED = re.compile(r"TypeError: (\w+ cannot be checked|it is .* no plain data)")
AGES = re.compile(r"SyntaxError|ImportError|ModuleNotFoundError|AttributeError: module")
HERE = ".".join(map(str, sys.version_info[:2]))


class Loss(NamedTuple):
    """A failed check: its name, the points lost, why, and whether that may be an accident."""

    check: str
    points: float
    why: str
    accident: bool


def newer(version):
    """Return the Python of a notebook, such as 3.13, if it is newer than this one, or an empty string."""
    found = re.match(r"(\d+)\.(\d+)", version)
    return found[0] if found and (int(found[1]), int(found[2])) > sys.version_info[:2] else ""


def ended(cell, version):
    """Return with which error a cell ended, in which line, and what may be the matter with its Python."""
    said = error(cell)
    (line,) = [o.traceback[:1] for o in cell.outputs if o.output_type == "error"][:1] or [[]]
    where = f" in {line[0]}" if line and line[0].startswith("line ") else ""
    return f"{name(cell) or 'an own cell'} ended{where}, with {dated(said, version)}"


def dated(said, version):
    """Return an error, with the two Pythons if it may come from a difference between them."""
    if not AGES.match(said) or not (newer(version) or said.startswith("SyntaxError")):
        return said
    written = f"written with Python {newer(version)}, " if newer(version) else ""
    return f"{said} ({written}graded with Python {HERE})"


def forgotten(code):
    """Tell whether an answer still raises NotImplementedError beside what else it does."""
    bodies = [
        node.body for node in names.statements(code) or [] if isinstance(node, ast.FunctionDef)
    ]
    return any(
        isinstance(node, ast.Raise) and "NotImplementedError" in ast.unparse(node)
        for body in bodies
        for node in body[: len(body) - 1]
    )


def cause(said, answer, stub, notebook, version):
    """Return what a failed check's error does not tell, or an empty string, and whether it is an accident."""
    untouched = text(answer) == stub
    broken = [cell for cell in notebook.cells if cell.cell_type == "code" and not is_check(cell)]
    broken = [cell for cell in broken if error(cell) and not (cell is answer and untouched)]
    if unknown := UNKNOWN.match(said):
        theirs = [cell for cell in broken if unknown[1] in names.sets(text(cell))]
        if theirs:
            return ended(theirs[-1], version), True
        known = several(names.answered(text(answer), stub)) or "nothing"
        known = f"no cell sets {unknown[1]}; {name(answer)} sets {known}"
        return f"{known}; {ended(answer, version)}" if answer in broken else known, True
    if said.startswith("NotImplementedError"):
        left = forgotten(answer.source)
        return "the line with raise still stands above the answer" if left else "", left
    if answer in broken:
        return ended(answer, version), True
    return "", bool(ACCIDENT.match(said) or UNCHECKED.match(said))


def explain(notebook, release, repairs, version=""):
    """Return the losses of an executed notebook; its checks are given the true causes as their messages."""
    stubs = {name(cell): text(cell) for cell in release.cells if is_answer(cell)}
    found, answer = [], None
    for cell in notebook.cells:
        if is_answer(cell) and cell.cell_type == "code":
            answer = cell
        if not is_check(cell) or not about(cell)["points"] or not (said := error(cell)):
            continue
        more, accident = cause(said, answer, stubs[name(answer)], notebook, version)
        empty = said.startswith("NotImplementedError") and not accident
        notes = [note for note in repairs if note.split()[0] in (name(answer), "the")]
        notes = [note for note in notes if not empty or note.endswith("deleted")]
        why = "; ".join(filter(None, [dated(said, version), more, *notes]))
        (output,) = [output for output in cell.outputs if output.output_type == "error"][:1]
        output.evalue = why.removeprefix(f"{output.ename}: ")
        found.append(Loss(name(cell), about(cell)["points"], why, accident or bool(notes)))
    return found


def looks(notebook, losses):
    """Return in words what may be an accident: which checks or own cells, and why, each reason once."""
    found = defaultdict(list)
    for cell in notebook.cells:
        own = cell.cell_type == "code" and not is_check(cell)
        if own and (said := error(cell)).startswith("Grader: "):
            found[said].append(name(cell) or "an own cell")
    for loss in losses:
        if loss.accident:
            found[loss.why].append(loss.check)
    return [f"{several(set(who))}: {why}" for why, who in found.items()]
