"""The exact points at which a claim is tried: pseudo-random, and the same on every machine.

Each value is a hash of the seed, its name and its indices, and so does not depend on the order in
which an expression asks for values. Entries such as w_3 are drawn only if they are needed.

>>> from perceptrons.verify.evaluate import value
>>> x = sp.Symbol("x", positive=True)
>>> at = next(points([x < 2]))
>>> value(x, at)
1
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from hashlib import blake2b
from typing import TypeAlias

import sympy as sp
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement

from perceptrons.verify.claim import NotProved
from perceptrons.verify.evaluate import holds
from perceptrons.verify.evaluate.infinitesimals import NoValue
from perceptrons.verify.evaluate.point import DIMENSION, REAL, Key, Point
from perceptrons.verify.language.assumptions import allows
from perceptrons.verify.language.inner_products import Vector
from perceptrons.verify.language.symmetry import symmetric
from perceptrons.verify.said import said
from perceptrons.verify.sampling.proposals import Move, far, moves

__all__ = ["Chosen", "chosen_point", "large_points", "points"]

TRIES = 4000  # consecutive points that break a hypothesis before the search is given up
RARE = 300  # failures after which small numbers are moved beyond the bounds
FEW = 60  # consecutive large points that break a hypothesis, after which there may be none
DENOMINATORS = (1, 1, 2, 3)
LARGEST_INTEGER = 4  # indices and limits stay small, so that sums stay short
BANDS = ((5, 8), (9, 40))  # in which the integers of large points lie
LARGEST = 50  # absolute value of the other numbers of large points

Draw: TypeAlias = "Callable[[Key, sp.Expr], Fraction | int]"
# A point named by the caller: numbers for symbols and entries, tuples for vectors.
Chosen: TypeAlias = "Mapping[sp.Expr | Vector, sp.Rational | Fraction | int | tuple[object, ...]]"


def points(given: Sequence[Relational] = (), *, simple: bool = True) -> Iterator[Point]:
    """Yield points that satisfy the hypotheses, without end.

    Simple points start with the integers -1, 0 and 1 and grow from there, so that the first
    counter-example is easy to read; the others mix fractions of many sizes. Equations are solved,
    and where small numbers satisfy no bound, they are moved beyond it. Raises `NotProved` after
    4000 consecutive points that break a hypothesis.

    >>> from perceptrons.verify.printing.rows import point_text
    >>> x, y = sp.symbols("x y", real=True)
    >>> [point_text(at) for at, _ in zip(points([x > y]), range(3))]
    ['x = 1, y = −1', 'x = 0, y = −1', 'x = 1, y = 0']
    """
    failures = trial = 0
    solve, move = moves(given), far(given)
    mirrors = {S.name for S in symmetric(given)}
    while failures < TRIES:
        size = min(1 + trial // 30, 6) if simple else 6
        fractions = not simple or trial > 120
        draw = partial(_drawn, seed=f"{trial}", size=size, fractions=fractions)
        at = Point(draw=partial(_mirrored, draw, mirrors))
        trial += 1
        good = _satisfies(at, given, (*(move if failures >= RARE else ()), *solve), trial)
        failures = 0 if good else failures + 1
        if good:
            yield at
    raise NotProved(
        1,
        f"no point was found that satisfies {' and '.join(map(str, given))}",
        "are the hypotheses contradictory? If not, write an equation so that it can be solved for one "
        "symbol, and a bound so that one symbol stands alone, as in x >= y + 10",
    )


def _mirrored(draw: Draw, mirrors: set[str], key: Key, like: sp.Expr) -> Fraction | int:
    """Draw for an entry of a symmetric matrix below the diagonal what the one above it has."""
    name, index = key
    return draw((name, tuple(sorted(index))) if name in mirrors else key, like)


def _obeys(at: Point, given: Sequence[Relational]) -> bool:
    """Tell whether symbols that were moved still obey their assumptions."""
    symbols = {s for g in given for s in g.free_symbols if isinstance(s, sp.Symbol)}
    drawn = {s: at.values[s.name, ()] for s in symbols if (s.name, ()) in at.values}
    return all(allows(s, Fraction(v)) for s, v in drawn.items())


def large_points(given: Sequence[Relational] = ()) -> Iterator[Point]:
    """Yield points with large numbers that satisfy the hypotheses, where there are any.

    First all integers are from 5 to 8, or all from 9 to 40; then some of each, and some small.

    >>> from perceptrons.verify.evaluate import value
    >>> x, n = sp.Symbol("x", real=True), sp.Symbol("n", integer=True)
    >>> [(value(n, at), value(x, at)) for at, _ in zip(large_points([x > n]), range(3))]
    [(-7, 26), (21, 22), (-6, 12)]
    """
    failures = trial = 0
    solve, mirrors = moves(given), {S.name for S in symmetric(given)}
    while failures < FEW:
        draw = partial(_drawn_large, seed=f"large {trial}", trial=trial)
        at = Point(draw=partial(_mirrored, draw, mirrors))
        trial += 1
        good = _satisfies(at, given, solve, trial)
        failures = 0 if good else failures + 1
        if good:
            yield at


def _satisfies(at: Point, given: Sequence[Relational], steps: Iterable[Move], trial: int) -> bool:
    """Move a point by these steps, and tell whether it satisfies the hypotheses."""
    try:
        for step in steps:
            step(at, trial)
        return all(holds(g, at) for g in given) and _obeys(at, given)
    except NoValue:
        return False


def chosen_point(values: Chosen) -> Point:
    """Return the point with these values of symbols, entries and vectors; any other is drawn.

    Raises `NotProved` where a value is no fraction, or breaks the assumptions of its letter.

    >>> from perceptrons.verify.evaluate import value
    >>> x = sp.Symbol("x", real=True)
    >>> value(x**2, chosen_point({x: -3}))
    9
    """
    if not isinstance(values, Mapping):
        raise NotProved(
            1, f"the point {said(values)} is no mapping", "give numbers by letter: {x: 1}"
        )
    chosen: dict[Key, Fraction | int] = {}
    for letter, v in values.items():
        if isinstance(letter, Vector):
            entries = _entries(letter, v)
            if chosen.setdefault(DIMENSION, len(entries)) != len(entries):
                raise NotProved(
                    1, f"{letter} = {said(v)} has another length", "give all as many entries"
                )
            chosen.update({(str(letter), (i,)): e for i, e in enumerate(entries, start=1)})
        else:
            chosen[_key(letter)] = _number(letter, v)
    return Point(chosen, draw=partial(_drawn, seed="chosen", size=1, fractions=False))


def _entries(letter: Vector, v: object) -> list[Fraction]:
    """Return the entries that the caller gives to a vector."""
    if letter.terms != {str(letter): 1} or not (isinstance(v, tuple) and v):
        raise NotProved(
            1,
            f"the point gives {said(letter)} the value {said(v)}",
            "give each vector by its letter a tuple of numbers: {w: (1, 0)}",
        )
    return [_number(REAL, e) for e in v]


def _key(letter: object) -> Key:
    if isinstance(letter, sp.Symbol):
        return letter.name, ()
    if isinstance(letter, sp.Indexed | MatrixElement):
        name, *indices = letter.args
        if isinstance(name, sp.IndexedBase | sp.MatrixSymbol) and all(
            sp.sympify(i).is_Integer for i in indices
        ):
            return str(name), tuple(int(i) for i in indices)
    raise NotProved(
        1,
        f"the point gives a value to {said(letter)}",
        "give values to symbols, and to entries with numbers as indices, such as w[1]",
    )


def _number(letter: sp.Expr, v: object) -> Fraction:
    """Return the value that the caller gives to a letter, whose assumptions it must obey."""
    if isinstance(v, sp.Rational):
        v = Fraction(int(v.p), int(v.q))
    if isinstance(v, bool) or not isinstance(v, int | Fraction):
        raise NotProved(
            1,
            f"the point gives {said(letter)} the value {said(v)}, which is no exact fraction",
            "give an integer or a Rational",
        )
    if not allows(letter, Fraction(v)):
        raise NotProved(
            1,
            f"the point {letter} = {said(v)} breaks the assumptions of {letter}",
            "name a point that obeys them, or declare the symbol without them",
        )
    return Fraction(v)


def _drawn(key: Key, like: sp.Expr, *, seed: str, size: int, fractions: bool) -> Fraction:
    """Return the value of one entry: the first hash that satisfies the assumptions of `like`."""
    if like.is_integer:
        size = min(size + 1, LARGEST_INTEGER)
    for attempt in range(TRIES):
        bits, numerator = divmod(_hash(seed, key, attempt), 2 * size + 1)
        v = Fraction(numerator - size, DENOMINATORS[bits % 4] if fractions else 1)
        if allows(like, v):
            return v
    raise NoValue(f"no small number satisfies the assumptions of {like}")


def _drawn_large(key: Key, like: sp.Expr, *, seed: str, trial: int) -> Fraction:
    """Return a large value of one entry, from the band of the trial, or of any size from the third on."""
    for attempt in range(TRIES):
        bits, choice = divmod(_hash(seed, key, attempt), len(BANDS) + 1)
        choice = trial if trial < len(BANDS) else choice
        if choice == len(BANDS):
            return _drawn(key, like, seed=seed, size=6, fractions=True)
        low, high = BANDS[choice] if like.is_integer else (0, LARGEST)
        bits, more = divmod(bits, high - low + 1)
        bits, negative = divmod(bits, 2)
        v = Fraction(
            (low + more) * (-1) ** negative, 1 if like.is_integer else DENOMINATORS[bits % 4]
        )
        if allows(like, v):
            return v
    raise NoValue(f"no large number satisfies the assumptions of {like}")


def _hash(seed: str, key: Key, attempt: int) -> int:
    return int.from_bytes(blake2b(f"{seed} {key} {attempt}".encode()).digest())
