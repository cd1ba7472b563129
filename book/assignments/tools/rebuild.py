"""Put a submission's answers back into the released notebook, whatever happened to its cells.

A cell is known by its name, else by its text, else by the functions that it defines, else by its place.
Run as: python rebuild.py RELEASE.ipynb SUBMITTED.ipynb REBUILT.ipynb
"""

import ast
import re
import sys
from collections import defaultdict
from copy import deepcopy
from pathlib import Path

import nbformat
from cells import is_answer, name, parse, text


def functions(code):
    """Return the names of the functions that some code defines, also of code with an error in it."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: too deep
        return set(re.findall(r"^(?:def|class)\s+(\w+)", code, re.MULTILINE))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def sort_cells(release, submitted):
    """Return the submitted cells by their place in the release, and the others with the place before."""
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


def answer(place, release, found, loose):
    """Return the cells that answer in this place, how they were found, and its cells that do not count."""
    stub = release.cells[place]
    tries = [cell for cell in found.get(place, []) if text(cell) not in ("", text(stub))]
    wanted = functions(stub.source)
    if stub.cell_type == "markdown":
        before = max((i for i in found if i < place), default=-1)
        near = [c for i, c in loose if i in (before, place) and c.cell_type != "code"]
        return (tries, "", []) if tries else (near, "found by its place", [])
    if tries:
        best = ([cell for cell in tries if wanted <= functions(cell.source)] or tries)[-1]
        return [best], "", [cell for cell in tries if cell is not best]
    named = [c for _, c in loose if c.cell_type == "code" and wanted & functions(c.source)]
    return named, "found by the names of its functions", []


def repairs(release, found):
    """Return what happened to the cells that a student should have left alone."""
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


def new_cell(cell, number):
    """Return a student's own cell: its text, and nothing that it may claim about itself."""
    make = nbformat.v4.new_code_cell if cell.cell_type == "code" else nbformat.v4.new_markdown_cell
    return make(cell.source, id=f"extra-{number}")


def rebuild(release, submitted):
    """Return the release with the answers of a submission, and in words what had to be repaired.

    A student's own cells stay between the same neighbours. Outputs, and all that cells claim about
    themselves, are left behind.
    """
    found, loose = sort_cells(release, submitted)
    rebuilt, notes = deepcopy(release), repairs(release, found)
    before, used = defaultdict(list), []
    for place, cell in enumerate(rebuilt.cells):
        if is_answer(cell):
            cells, how, rest = answer(place, release, found, loose)
            if cells:
                cell.source = "\n\n".join(c.source for c in cells)
                pictures = {k: v for c in cells for k, v in c.get("attachments", {}).items()}
                if pictures and cell.cell_type == "markdown":
                    cell.attachments = pictures
                notes += [f"{name(cell)} was {how}"] if how else []
            before[place] += [c for c in rest if c.cell_type == "code"]
            used += cells
    for place, cell in loose:
        if not any(cell is other for other in used):
            before[place + 1].append(cell)
    cells, extra = [], 0
    for place in range(len(rebuilt.cells) + 1):
        for cell in before[place]:
            cells.append(new_cell(cell, extra))
            extra += 1
        cells += rebuilt.cells[place : place + 1]
    rebuilt.cells = cells
    return rebuilt, notes


if __name__ == "__main__":
    release, submitted, out = sys.argv[1:]
    try:
        notebook, notes = rebuild(nbformat.read(release, 4), parse(Path(submitted).read_bytes()))
    except ValueError as fault:
        sys.exit(f"{submitted}: {fault}")
    nbformat.write(notebook, out)
    print("; ".join(notes) or "as released")
