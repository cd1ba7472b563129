"""Put the answers of a submission back into the released notebook, whatever happened to its cells.

A cell is recognised by its name, else by its text, else by the functions it defines, else by its place.
"""

import ast
import functools
import re
from collections import defaultdict
from copy import deepcopy
from typing import NamedTuple

import nbformat

from grader.coursework import CELLS, is_answer, name, text

LONGEST = 200_000  # characters of a cell that are looked through for functions


class Answer(NamedTuple):
    """The cells that answer a question, how they were found, and further attempts at it."""

    cells: list
    how: str = ""
    others: tuple = ()


@functools.lru_cache(CELLS)
def functions(code):
    """Return the names of the functions and classes that code defines, even if it has syntax errors."""
    try:
        tree = ast.parse(code[:LONGEST])
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: too deep
        return set(re.findall(r"^(?:def|class)\s+(\w+)", code, re.MULTILINE))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def sort_cells(release, submitted):
    """Return the recognised cells by their place in the release, and the rest as (place before, cell)."""
    by_name = {name(cell): i for i, cell in enumerate(release.cells) if name(cell)}
    by_text = {text(cell): i for i, cell in enumerate(release.cells) if not is_answer(cell)}
    stubs = {text(cell) for cell in release.cells if is_answer(cell)}
    found, loose, last = defaultdict(list), [], -1
    for cell in submitted.cells:
        place = by_name.get(name(cell), by_text.get(text(cell)))
        if place is not None:
            found[place].append(cell)
            last = place
        elif text(cell) and text(cell) not in stubs:
            loose.append((last, cell))
    return found, loose


def find_answer(place, release, found, loose):
    """Return the answer to the question at a place of the release."""
    stub = release.cells[place]
    attempts = [cell for cell in found.get(place, []) if text(cell) not in ("", text(stub))]
    if stub.cell_type == "markdown":
        if attempts:
            return Answer(attempts)
        before = max((i for i in found if i < place), default=-1)
        near = [c for i, c in loose if i in (before, place) and c.cell_type != "code"]
        return Answer(near, "found by its place")
    wanted = functions(stub.source)
    if attempts:
        best = ([cell for cell in attempts if wanted <= functions(cell.source)] or attempts)[-1]
        return Answer([best], others=tuple(cell for cell in attempts if cell is not best))
    named = [c for _, c in loose if c.cell_type == "code" and wanted & functions(c.source)]
    return Answer(named, "found by the names of its functions")


def repairs(release, found):
    """Return in words what happened to the cells that should have been left alone."""
    if not any(name(cell) for cells in found.values() for cell in cells):
        return ["the names of all cells were lost"]
    notes = []
    for place, cell in enumerate(release.cells):
        if not name(cell):
            continue
        if place not in found:
            notes.append(f"{name(cell)} was deleted")
        elif not is_answer(cell) and any(text(c) != text(cell) for c in found[place]):
            notes.append(f"{name(cell)} was edited")
        if len({text(c) for c in found[place]} - {text(cell)}) > 1 and is_answer(cell):
            notes.append(f"{name(cell)} is there {len(found[place])} times")
        if any(c.cell_type != cell.cell_type for c in found[place]):
            notes.append(f"{name(cell)} was of another type")
    return notes


def fill(cell, given):
    """Put an answer into its cell, with the pictures pasted into it."""
    if given:
        cell.source = "\n\n".join(c.source for c in given)
    attached = [c.get("attachments") for c in given]
    pictures = {k: v for each in attached if isinstance(each, dict) for k, v in each.items()}
    if pictures and cell.cell_type == "markdown":
        cell.attachments = pictures


def own_cells(answers, loose):
    """Return the student's own cells by the place in the release that they precede."""
    used = {id(cell) for answer in answers.values() for cell in answer.cells}
    before = defaultdict(list)
    for place, answer in answers.items():
        before[place] += [cell for cell in answer.others if cell.cell_type == "code"]
    for place, cell in loose:
        if id(cell) not in used:
            before[place + 1].append(cell)
    return before


def insert(own, cells):
    """Return the cells of the release with the student's own between them, stripped of all metadata."""
    made, number = [], 0
    for place, cell in enumerate([*cells, None]):
        for mine in own[place]:
            code = mine.cell_type == "code"
            new = nbformat.v4.new_code_cell if code else nbformat.v4.new_markdown_cell
            made.append(new("", id=f"extra-{number}"))
            fill(made[-1], [mine])
            number += 1
        made += [cell] if cell else []
    return made


def rebuild(release, submitted):
    """Return the release with the answers and own cells of a submission, and in words what was repaired.

    Outputs and metadata of the submission are left out.
    """
    found, loose = sort_cells(release, submitted)
    answers = {
        place: find_answer(place, release, found, loose)
        for place, cell in enumerate(release.cells)
        if is_answer(cell)
    }
    rebuilt, notes = deepcopy(release), repairs(release, found)
    for place, answer in answers.items():
        cell = rebuilt.cells[place]
        fill(cell, answer.cells)
        if answer.cells and answer.how:
            notes.append(f"{name(cell)} was {answer.how}")
    rebuilt.cells = insert(own_cells(answers, loose), rebuilt.cells)
    functions.cache_clear()
    return rebuilt, notes
