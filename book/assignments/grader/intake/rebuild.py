"""Put the answers of a submission back into the released notebook, whatever happened to its cells.

A cell is recognised by its name, else by its text, else by the names that it sets, else by its place. The
pieces of an answer are joined in the order of the notebook. What was found where none would look for it,
and what else a person should see, is told apart from what was merely put right.
"""

import re
from collections import defaultdict
from copy import deepcopy
from typing import NamedTuple

import nbformat

from grader import names
from grader.coursework import is_answer, name, text
from grader.intake.words import LONG, letters, words

FENCE = re.compile(r"^\s*(?:```|~~~).*$", re.MULTILINE)
CUT = re.compile(r"\A\s*%%.*\n")  # a magic for a whole cell, which is none within one


class Loose(NamedTuple):
    """A cell of the student's own: where it stands, the place in the release before it, and the cell."""

    order: int
    place: int
    cell: dict


class Rebuilt(NamedTuple):
    """The release with a submission's answers; in words what was repaired, and what is to be looked at."""

    notebook: dict
    repairs: list
    looks: list


def code(cell):
    """Return the code of a cell, also of one of words that holds code."""
    return text(cell) if cell.cell_type == "code" else FENCE.sub("", text(cell)).strip()


def adds(cell, released):
    """Tell whether an edited cell of the release sets names that it did not set."""
    both = cell.cell_type == released.cell_type == "code"
    return both and bool(names.sets(text(cell)) - names.sets(text(released)))


def sort_cells(release, submitted):
    """Return the recognised cells by their place in the release, with their order, and the loose ones."""
    by_name = {name(cell): i for i, cell in enumerate(release.cells) if name(cell)}
    by_text = {text(cell): i for i, cell in enumerate(release.cells) if not is_answer(cell)}
    stubs = {text(cell) for cell in release.cells if is_answer(cell)}
    found, loose, last = defaultdict(list), [], -1
    for order, cell in enumerate(submitted.cells):
        place = by_name.get(name(cell), by_text.get(text(cell)))
        if place is not None:
            found[place].append((order, cell))
            last = place
        mine = place is None or (
            not is_answer(release.cells[place]) and adds(cell, release.cells[place])
        )
        if mine and text(cell) and text(cell) not in stubs:
            loose.append(Loose(order, last, cell))
    return found, loose


def pieces(place, stub, found, loose):
    """Return the cells of code that answer a question, by their order, and how they were found."""
    wanted, blank = names.asked(stub.source), ("", text(stub))
    given = {order: cell for order, cell in found.get(place, []) if text(cell) not in blank}
    there = set().union(*(names.answered(code(cell), stub.source) for cell in given.values()))

    def completes(each):
        if not given:
            return wanted & names.sets(code(each.cell))
        later = each.order > max(given)
        return later and (wanted - there) & names.answered(code(each.cell), stub.source)

    others = {each.order: each for each in loose if each.order not in given and completes(each)}
    # What stands between two pieces stays there, as the second may need it.
    ends = [*given, *(order for order, each in others.items() if given and each.place == place)]
    between = range(min(ends, default=0), max(ends, default=-1) + 1)
    inner = [each for each in loose if each.place == place and each.cell.cell_type == "code"]
    given |= {each.order: each.cell for each in inner if each.order in between}
    added = {order: each.cell for order, each in others.items() if order not in given}
    how = "completed by a cell further down" if given else "found by the names that it sets"
    return dict(sorted((given | added).items())), how if added else ""


def in_words(place, empty, release, found, loose):
    """Return the cells with an answer in words, how they were found, and whether that is a guess.

    Where none is near, long words count that stand elsewhere, and nearer to this empty question than to others.
    """
    before = max((i for i in found if i < place), default=-1)
    close = [each for each in loose if each.place in (before, place) and words(each.cell)]
    if close:
        guess = any(each.cell.cell_type == "code" for each in close)
        return [*map(said, close)], "found in a code cell" if guess else "found by its place", guess
    codes = [
        Loose(order, i, cell)
        for i, cells in found.items()
        for order, cell in cells
        if is_answer(release.cells[i]) and release.cells[i].cell_type == "code"
    ]
    far = [
        each
        for each in [*loose, *codes]
        if letters(words(each.cell)) >= LONG
        and place == min(empty, key=lambda other: abs(other - each.place - 0.5))
    ]
    return [*map(said, far)], "found in another place: is it the answer?", True


def said(each):
    """Return a loose cell as one of words; what is no program is moved, and a program stays, too."""
    if each.cell.cell_type != "code":
        return each.cell
    return nbformat.v4.new_markdown_cell(words(each.cell))


def repairs(release, found):
    """Return in words what happened to the cells that should have been left alone."""
    if not any(name(cell) for cells in found.values() for _, cell in cells):
        return ["the names of all cells were lost"]
    notes = []
    for place, cell in enumerate(release.cells):
        if not name(cell):
            continue
        if place not in found:
            notes.append(f"{name(cell)} was deleted")
        elif not is_answer(cell) and any(text(c) != text(cell) for _, c in found[place]):
            notes.append(f"{name(cell)} was edited")
        if len({text(c) for _, c in found[place]} - {text(cell)}) > 1 and is_answer(cell):
            notes.append(f"{name(cell)} is there {len(found[place])} times")
        if any(c.cell_type != cell.cell_type for _, c in found[place]):
            notes.append(f"{name(cell)} was of another type")
    return notes


def fill(cell, given):
    """Put an answer into its cell, with the pictures pasted into it."""
    if given:
        parts = [code(c) if cell.cell_type == "code" != c.cell_type else c.source for c in given]
        cell.source = "\n\n".join(CUT.sub("", p) if len(parts) > 1 else p for p in parts)
    attached = [c.get("attachments") for c in given]
    pictures = {k: v for each in attached if isinstance(each, dict) for k, v in each.items()}
    if pictures and cell.cell_type == "markdown":
        cell.attachments = pictures


def own_cells(used, loose):
    """Return the student's own cells by the place in the release that they precede."""
    before = defaultdict(list)
    for each in loose:
        if id(each.cell) not in used:
            before[each.place + 1].append(each.cell)
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
    """Return the release with the answers and own cells of a submission, as `Rebuilt`.

    Outputs and metadata of the submission are left out.
    """
    found, loose = sort_cells(release, submitted)
    notes, looks, given, empty = repairs(release, found), [], {}, []
    for place, cell in enumerate(release.cells):
        if is_answer(cell) and cell.cell_type == "code":
            theirs, how = pieces(place, cell, found, loose)
            given[place] = [*theirs.values()]
            notes += [f"{name(cell)} was {how}"] if how else []
        elif is_answer(cell):
            given[place] = [c for _, c in found.get(place, []) if text(c) not in ("", text(cell))]
            empty += [] if given[place] else [place]
    used = {id(cell) for cells in given.values() for cell in cells}
    rest = [each for each in loose if id(each.cell) not in used]
    for place in empty:
        given[place], how, guess = in_words(place, empty, release, found, rest)
        if given[place]:
            (looks if guess else notes).append(f"{name(release.cells[place])} was {how}")
    used |= {id(cell) for cells in given.values() for cell in cells}
    made = deepcopy(release)
    for place, cells in given.items():
        fill(made.cells[place], cells)
    made.cells = insert(own_cells(used, loose), made.cells)
    names.statements.cache_clear()
    return Rebuilt(made, notes, looks)
