"""Exact points at which a claim is tried: drawn by name, the same on every machine (the checks).

Each value depends only on the seed, its own name and its indices, never on the order in which an
expression asks for it. So the printed points are the same everywhere, and an entry such as w_3 is
drawn only if something needs it.

>>> import sympy as sp
>>> from perceptrons.verify.evaluate import value
>>> x = sp.Symbol("x", positive=True)
>>> at = next(points([x < 2]))
>>> value(x, at)
1
>>> text(at)
'x = 1'
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from itertools import product
from typing import Any

import sympy as sp

from perceptrons.verify.claim import NotProved
from perceptrons.verify.evaluate import DIMENSION, Key, NoValue, Point, holds
from perceptrons.verify.inner_products import upright

__all__ = ["assignments", "dull", "fraction", "given_point", "points", "text"]

TRIES = 4000  # points in a row that break a hypothesis, before the hypotheses are given up
DENOMINATORS = (1, 1, 2, 3)
LARGEST_INTEGER = 4  # indices and numbers of terms stay small, so that sums stay short

MEANING: dict[str, Callable[[Fraction], bool]] = {
    "integer": lambda v: v.denominator == 1,
    "positive": lambda v: v > 0,
    "nonnegative": lambda v: v >= 0,
    "negative": lambda v: v < 0,
    "nonpositive": lambda v: v <= 0,
    "nonzero": lambda v: v != 0,
    "even": lambda v: v % 2 == 0,
    "odd": lambda v: v % 2 == 1,
}


def points(given: Sequence[Any] = (), *, simple: bool = True) -> Iterator[Point]:
    """Yield points that fulfil the hypotheses, without end.

    Parameters
    ----------
    given : sequence of conditions
        Each must hold at every point.
    simple : bool
        Start with the integers -1, 0, 1 and let the numbers grow, so that a counter-example is
        readable; otherwise draw fractions of many sizes at once.

    Yields
    ------
    Point
        Its values are drawn when they are first asked for.

    Raises
    ------
    NotProved
        Where 4000 points in a row break a hypothesis: the hypotheses contradict each other, or
        leave too little room.

    Examples
    --------
    >>> x, y = sp.symbols("x y", real=True)
    >>> [text(at) for at, _ in zip(points([x > y]), range(3))]
    ['x = 1, y = -1', 'x = 0, y = -1', 'x = 1, y = 0']
    """
    failures = trial = 0
    while failures < TRIES:
        size = min(1 + trial // 30, 6) if simple else 6
        at = Point(draw=_Draw(f"{trial}", size, fractions=not simple or trial > 120))
        trial += 1
        try:
            good = all(holds(g, at) for g in given)
        except NoValue:
            good = False
        failures = 0 if good else failures + 1
        if good:
            yield at
    raise NotProved(
        1,
        f"no point was found that fulfils {' and '.join(map(str, given))}",
        "are the hypotheses contradictory?",
    )


def given_point(values: Mapping[Any, Any]) -> Point:
    """Return the point that the caller chose: a mapping from symbols or entries to numbers.

    Parameters
    ----------
    values : mapping
        From SymPy symbols, or entries such as ``w[1]``, to integers or fractions.

    Returns
    -------
    Point
        What is not given is drawn.

    Examples
    --------
    >>> from perceptrons.verify.evaluate import value
    >>> x = sp.Symbol("x", real=True)
    >>> value(x**2, given_point({x: -3}))
    9
    """

    def key(symbol: Any) -> Key:
        if isinstance(symbol, sp.Indexed):
            return str(symbol.base), tuple(int(i) for i in symbol.indices)
        return str(symbol), ()

    chosen = {key(s): Fraction(str(v)) for s, v in values.items()}
    return Point(chosen, draw=_Draw("chosen", 1, fractions=False))


class _Draw:
    """Draw the value of one entry from its name, fit for the assumptions of its symbol."""

    def __init__(self, seed: str, size: int, *, fractions: bool) -> None:
        self.seed, self.size, self.fractions = seed, size, fractions

    def __call__(self, key: Key, like: Any) -> Fraction:
        wanted = _wanted(like)
        size = min(self.size + 1, LARGEST_INTEGER) if like.is_integer else self.size
        for attempt in range(TRIES):
            bits = int.from_bytes(blake2b(f"{self.seed} {key} {attempt}".encode()).digest())
            bits, numerator = divmod(bits, 2 * size + 1)
            v = Fraction(numerator - size, DENOMINATORS[bits % 4] if self.fractions else 1)
            if all(rule(v) for rule in wanted):
                return v
        raise NoValue(f"no small number fulfils the assumptions of {like}")


@cache
def _wanted(like: Any) -> list[Callable[[Fraction], bool]]:
    """Return what the assumptions of a symbol ask of its values."""
    return [rule for name, rule in MEANING.items() if getattr(like, f"is_{name}", None)]


def _tables(at: Point) -> dict[str, dict[tuple[int, ...], Any]]:
    """Return the entries of each name: numbers first, then what has indices."""
    tables: dict[str, dict[tuple[int, ...], Any]] = defaultdict(dict)
    for (name, index), v in sorted(at.values.items(), key=lambda item: (item[0][1] != (), item[0])):
        if (name, index) != DIMENSION:
            tables[name][index] = Fraction(v)
    return tables


def _whole_table(entries: Mapping[tuple[int, ...], Any]) -> list[list[Any]] | None:
    """Return rows of values, where the indices fill a row or a table that starts at 0 0 or 1 1."""
    indices = list(entries)
    if len({len(i) for i in indices}) != 1 or not 1 <= len(indices[0]) <= 2:
        return None
    first, last = min(indices), max(indices)
    ranges = [range(a, b + 1) for a, b in zip(first, last, strict=True)]
    start = 0 if first == (0, 0) else 1
    if any(a != start for a in first) or list(product(*ranges)) != indices:
        return None
    if len(ranges) == 1:
        return [[entries[(i,)] for i in ranges[0]]]
    if len(ranges[1]) == 1:  # a column
        return [[entries[i, start] for i in ranges[0]]]
    return [[entries[i, j] for j in ranges[1]] for i in ranges[0]]


def dull(at: Point) -> int:
    """Count what shows little: numbers that are 0, vectors and matrices of one entry or of zeros.

    Parameters
    ----------
    at : Point

    Returns
    -------
    int

    Examples
    --------
    >>> dull(Point({("v", (1,)): 3, ("w", (1,)): 1, ("w", (2,)): -1, ("x", ()): 0}))
    2
    """
    tables = [(() in entries, list(entries.values())) for entries in _tables(at).values()]
    return sum(not any(values) or (len(values) == 1 and not number) for number, values in tables)


def assignments(at: Point, bold: Collection[str] = ()) -> list[tuple[str, str]]:
    r"""Return each drawn value as text and as TeX: ``n = 2``, ``w = (1, -1)``.

    Parameters
    ----------
    at : Point
    bold : collection of str
        Names that are printed bold, as vectors are.

    Returns
    -------
    list of pairs of str
        A table that is complete is written row by row: ``x = (1, 2; 3, 4)``.

    Examples
    --------
    >>> assignments(Point({("lambda", ()): Fraction(1, 2)}))
    [('lambda = 1/2', '\\lambda = \\tfrac{1}{2}')]
    """
    parts = []
    for name, entries in _tables(at).items():
        tex = upright(name) if name in bold else sp.latex(sp.Symbol(name))
        if rows := _whole_table(entries):
            body = "; ".join(", ".join(map(str, row)) for row in rows)
            body_tex = r";\; ".join(", ".join(map(fraction, row)) for row in rows)
            parts.append((f"{name} = ({body})", f"{tex} = ({body_tex})"))
        else:
            parts += [_entry(name, tex, i, v) for i, v in entries.items()]
    return parts


def _entry(name: str, tex: str, index: tuple[int, ...], v: Any) -> tuple[str, str]:
    if not index:
        return f"{name} = {v}", f"{tex} = {fraction(v)}"
    return (
        f"{name}[{', '.join(map(str, index))}] = {v}",
        rf"{{{tex}}}_{{{','.join(map(str, index))}}} = {fraction(v)}",
    )


def text(at: Point) -> str:
    """Return the drawn values as text.

    Parameters
    ----------
    at : Point

    Returns
    -------
    str

    Examples
    --------
    >>> text(Point({("w", (1,)): 1, ("w", (2,)): -1, ("x", (3,)): 5}))
    'w = (1, -1), x[3] = 5'
    """
    return ", ".join(written for written, _ in assignments(at))


def fraction(v: Any) -> str:
    r"""Return a number as TeX.

    Parameters
    ----------
    v : int or Fraction

    Returns
    -------
    str

    Examples
    --------
    >>> fraction(Fraction(-1, 2))
    '-\\tfrac{1}{2}'
    """
    v = Fraction(v)
    sign = "-" * (v < 0)
    if v.denominator == 1:
        return str(v)
    return rf"{sign}\tfrac{{{abs(v.numerator)}}}{{{v.denominator}}}"
