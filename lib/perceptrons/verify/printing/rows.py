"""The rows of a report: words and formulas; how points and values are written in them.

>>> at = Point({("w", (1,)): 1, ("w", (2,)): -1, ("x", (3,)): 5})
>>> point_text(at)
'w = (1, −1), x₃ = 5'
"""

from __future__ import annotations

import html
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from perceptrons.verify.claim import Values
from perceptrons.verify.evaluate.point import DIMENSION, Point
from perceptrons.verify.evaluate.transcendental import Number
from perceptrons.verify.printing.formulas import Formula, letter, minus

__all__ = ["Row", "counted", "dullness", "in_html", "listed", "place", "point_text", "relation"]
__all__ += ["written"]

_Index = tuple[int, ...]
FIRST = ((1,), (1, 1), (0,), (0, 0), (1, 0))  # where the indices of a vector or matrix may begin
NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]

Row = tuple[str, ...]  # words, and formulas (`Formula` is a str, too)


def written(row: Row) -> str:
    """Return a row as text."""
    return "".join(part.text if isinstance(part, Formula) else part for part in row)


def in_html(row: Row) -> str:
    r"""Return a row as HTML.

    >>> in_html(("if ", Formula("x_{1} < 2")))
    'if x<sub>1</sub>\xa0&lt;\xa02'
    """
    return "".join(
        part.html if isinstance(part, Formula) else html.escape(part, quote=False) for part in row
    )


def listed(formulas: Sequence[str], between: str = ", ") -> Row:
    """Return formulas with commas between them, where a line may break."""
    return tuple(part for formula in formulas for part in (between, formula))[1:]


def counted(n: int, thing: str, ending: str = "s") -> str:
    """Return a number of things in words.

    >>> counted(2, "wrong version"), counted(18, "point")
    ('two wrong versions', '18 points')
    """
    return f"{NUMBERS[n] if n < len(NUMBERS) else n} {thing}{ending * (n != 1)}"


def relation(a: Values, sign: str, b: Values) -> Formula:
    """Return two values with a sign between them, such as 4 ≠ 2."""
    left, right = (_table([v]) if len(v) > 1 else minus(v[0]) for v in (a, b))
    return Formula(f"{left} {sign} {right}")


def place(at: Point) -> Row:
    """Return a point as a list of assignments: ``a = b = 2``, and each vector as ``w = (1, −1)``."""
    named = _by_name(at)
    scalars: dict[Fraction, list[str]] = defaultdict(list)
    for name, entries in named.items():
        if () in entries:
            scalars[entries[()]].append(letter(name))
    found = [f"{' = '.join(names)} = {minus(v)}" for v, names in scalars.items()]
    for name, entries in named.items():
        entries.pop((), None)
        if rows := _whole_table(entries):
            found.append(f"{letter(name)} = {_table(rows)}")
        else:
            found += [f"{_indexed(name, index)} = {minus(v)}" for index, v in entries.items()]
    return listed([Formula(text) for text in found])


def _indexed(name: str, index: _Index) -> str:
    """Return an entry as a formula writes it: w₁₂ has the indices 1 and 2, w₍₁₂₎ the index 12."""
    if len(index) == 1:
        (i,) = index
        return letter(name, str(i) if i in range(10) else f"({minus(i)})")
    return letter(name, ("," * any(i not in range(10) for i in index)).join(map(minus, index)))


def point_text(at: Point) -> str:
    """Return a point as text."""
    return written(place(at))


def dullness(at: Point) -> int:
    """Count what makes a point a poor example: zeros, and vectors or matrices of a single entry.

    >>> dullness(Point({("v", (1,)): 3, ("w", (1,)): 1, ("w", (2,)): -1, ("x", ()): 0}))
    2
    """
    named = _by_name(at).values()
    return sum(not any(v.values()) or (len(v) == 1 and () not in v) for v in named)


def _by_name(at: Point) -> dict[str, dict[_Index, Fraction]]:
    """Return the entries of each name in order; scalars first, then what has indices."""
    names: dict[str, dict[_Index, Fraction]] = defaultdict(dict)
    for (name, index), v in sorted(at.values.items(), key=lambda item: (item[0][1] != (), item[0])):
        if (name, index) != DIMENSION:
            names[name][index] = Fraction(v)
    return names


def _whole_table(entries: Mapping[_Index, Fraction]) -> list[list[Fraction]]:
    """Return the values row by row where the indices fill a table, a column as one row; or []."""
    indices, values = list(entries), list(entries.values())
    if not indices or indices == [(0,)]:
        return []
    first, last = indices[0], indices[-1]
    ranges = (range(a, b + 1) for a, b in zip(first, last, strict=False))
    if first not in FIRST or list(product(*ranges)) != indices:
        return []
    width = last[-1] - first[-1] + 1
    if width == 1:
        return [values]
    return [values[k : k + width] for k in range(0, len(values), width)]


def _table(rows: Sequence[Sequence[Number]]) -> str:
    """Return numbers in brackets, as (1, 2; 3, 4)."""
    return f"({'; '.join(', '.join(map(minus, row)) for row in rows)})"
