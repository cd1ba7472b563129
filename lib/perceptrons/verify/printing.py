"""How points, values and expressions are written in a report: as text, and as TeX.

>>> at = Point({("w", (1,)): 1, ("w", (2,)): -1, ("x", (3,)): 5})
>>> point_text(at)
'w = (1, -1), x[3] = 5'
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import Claim, Side, Values
from perceptrons.verify.inner_products import upright
from perceptrons.verify.point import DIMENSION, Point

__all__ = [
    "Formula",
    "Row",
    "dullness",
    "expression",
    "listed",
    "place",
    "point_text",
    "relation",
    "written",
]

Index = tuple[int, ...]
FIRST = ((1,), (1, 1), (0, 0))  # where the indices of a vector or of a matrix may begin


class Formula(NamedTuple):
    """One formula, as text and as TeX."""

    text: str
    tex: str


Row = tuple[str | Formula, ...]  # a line of a report: words and formulas


def written(row: Row) -> str:
    """Return a row as text."""
    return "".join(part if isinstance(part, str) else part.text for part in row)


def listed(formulas: Sequence[Formula]) -> Row:
    """Return formulas with commas between them, where a line may break."""
    return tuple(part for formula in formulas for part in (", ", formula))[1:]


def expression(e: Side | Relational) -> Formula:
    """Return an expression as a formula; equations as ``a = b`` rather than ``Eq(a, b)``.

    >>> x = sp.Symbol("x", real=True)
    >>> expression(sp.Ne(x, 1)).text, expression(sp.Eq(x, 1)).text
    ('x != 1', 'x = 1')
    """
    if isinstance(e, sp.Eq | sp.Ne):
        sign = "=" if isinstance(e, sp.Eq) else "!="
        return Formula(f"{e.lhs} {sign} {e.rhs}", sp.latex(e))
    return Formula(str(e), sp.latex(e))


def relation(a: Values, sign: str, b: Values) -> Formula:
    """Return two values with a sign between them, such as 4 ≠ 2."""
    left, right = (_table([v]) if len(v) > 1 else _number(v[0]) for v in (a, b))
    tex = {"≠": r"\ne", "≥": r"\ge", "<=": r"\le"}.get(sign, sign)
    return Formula(f"{left.text} {sign} {right.text}", f"{left.tex} {tex} {right.tex}")


def place(at: Point, claim: Claim) -> Row:
    """Return a point as a list of formulas, in which the vectors of the claim are bold."""
    return listed(_assignments(at, claim.vectors()))


def point_text(at: Point) -> str:
    """Return a point as text."""
    return written(listed(_assignments(at)))


def dullness(at: Point) -> int:
    """Count what makes a point a poor example: zeros, and vectors or matrices of a single entry.

    >>> dullness(Point({("v", (1,)): 3, ("w", (1,)): 1, ("w", (2,)): -1, ("x", ()): 0}))
    2
    """
    named = _by_name(at).values()
    return sum(not any(v.values()) or (len(v) == 1 and () not in v) for v in named)


def _by_name(at: Point) -> dict[str, dict[Index, Fraction]]:
    """Return the entries of each name in order; scalars first, then what has indices."""
    names: dict[str, dict[Index, Fraction]] = defaultdict(dict)
    for (name, index), v in sorted(at.values.items(), key=lambda item: (item[0][1] != (), item[0])):
        if (name, index) != DIMENSION:
            names[name][index] = Fraction(v)
    return names


def _assignments(at: Point, bold: Collection[str] = ()) -> list[Formula]:
    """Return each value as ``n = 2``, or each vector as ``w = (1, -1)``."""
    found = []
    for name, entries in _by_name(at).items():
        letter = Formula(name, upright(name) if name in bold else sp.latex(sp.Symbol(name)))
        if rows := _whole_table(entries):
            found.append(_equal(letter, _table(rows)))
        else:
            found += [_equal(_indexed(letter, i), _number(v)) for i, v in entries.items()]
    return found


def _whole_table(entries: Mapping[Index, Fraction]) -> list[list[Fraction]]:
    """Return the values row by row where the indices fill a table, a column as one row; or []."""
    indices, values = list(entries), list(entries.values())
    first, last = indices[0], indices[-1]
    ranges = (range(a, b + 1) for a, b in zip(first, last, strict=False))
    if first not in FIRST or list(product(*ranges)) != indices:
        return []
    width = last[-1] - first[-1] + 1
    if width == 1:
        return [values]
    return [values[k : k + width] for k in range(0, len(values), width)]


def _equal(a: Formula, b: Formula) -> Formula:
    return Formula(f"{a.text} = {b.text}", f"{a.tex} = {b.tex}")


def _indexed(letter: Formula, index: Index) -> Formula:
    if not index:
        return letter
    numbers = [str(i) for i in index]
    return Formula(
        f"{letter.text}[{', '.join(numbers)}]", rf"{{{letter.tex}}}_{{{','.join(numbers)}}}"
    )


def _table(rows: Sequence[Sequence[Fraction]]) -> Formula:
    """Return numbers in brackets, as (1, 2; 3, 4)."""
    lines = [[_number(v) for v in row] for row in rows]
    text = "; ".join(", ".join(v.text for v in line) for line in lines)
    tex = r";\; ".join(", ".join(v.tex for v in line) for line in lines)
    return Formula(f"({text})", f"({tex})")


def _number(v: Fraction) -> Formula:
    if v.denominator == 1:
        return Formula(str(v), str(v))
    sign = "-" * (v < 0)
    return Formula(str(v), rf"{sign}\tfrac{{{abs(v.numerator)}}}{{{v.denominator}}}")
