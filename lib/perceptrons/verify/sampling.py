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

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from hashlib import blake2b

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import NotProved
from perceptrons.verify.evaluate import holds
from perceptrons.verify.infinitesimals import NoValue
from perceptrons.verify.point import Key, Point

__all__ = ["chosen_point", "points"]

TRIES = 4000  # consecutive points that break a hypothesis before the search is given up
DENOMINATORS = (1, 1, 2, 3)
LARGEST_INTEGER = 4  # indices and limits stay small, so that sums stay short

ASSUMPTIONS: dict[str, Callable[[Fraction], bool]] = {
    "integer": lambda v: v.denominator == 1,
    "positive": lambda v: v > 0,
    "nonnegative": lambda v: v >= 0,
    "negative": lambda v: v < 0,
    "nonpositive": lambda v: v <= 0,
    "nonzero": lambda v: v != 0,
    "even": lambda v: v % 2 == 0,
    "odd": lambda v: v % 2 == 1,
}


def points(given: Sequence[Relational] = (), *, simple: bool = True) -> Iterator[Point]:
    """Yield points that satisfy the hypotheses, without end.

    Simple points start with the integers -1, 0 and 1 and grow from there, so that the first
    counter-example is easy to read; the others mix fractions of many sizes. Raises `NotProved`
    after 4000 consecutive points that break a hypothesis.

    >>> from perceptrons.verify.printing import point_text
    >>> x, y = sp.symbols("x y", real=True)
    >>> [point_text(at) for at, _ in zip(points([x > y]), range(3))]
    ['x = 1, y = -1', 'x = 0, y = -1', 'x = 1, y = 0']
    """
    failures = trial = 0
    while failures < TRIES:
        size = min(1 + trial // 30, 6) if simple else 6
        fractions = not simple or trial > 120
        at = Point(draw=partial(_drawn, seed=f"{trial}", size=size, fractions=fractions))
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
        f"no point was found that satisfies {' and '.join(map(str, given))}",
        "are the hypotheses contradictory?",
    )


def chosen_point(values: Mapping[sp.Expr, sp.Rational | Fraction | int]) -> Point:
    """Return the point with these values of symbols and entries; any other value is drawn.

    >>> from perceptrons.verify.evaluate import value
    >>> x = sp.Symbol("x", real=True)
    >>> value(x**2, chosen_point({x: -3}))
    9
    """

    def key(letter: sp.Expr) -> Key:
        if isinstance(letter, sp.Indexed):
            return str(letter.base), tuple(int(i) for i in letter.indices)
        return str(letter), ()

    chosen: dict[Key, Fraction | int] = {key(s): Fraction(str(v)) for s, v in values.items()}
    return Point(chosen, draw=partial(_drawn, seed="chosen", size=1, fractions=False))


def _drawn(key: Key, like: sp.Expr, *, seed: str, size: int, fractions: bool) -> Fraction:
    """Return the value of one entry: the first hash that satisfies the assumptions of `like`."""
    wanted = _wanted(like)
    if like.is_integer:
        size = min(size + 1, LARGEST_INTEGER)
    for attempt in range(TRIES):
        bits = int.from_bytes(blake2b(f"{seed} {key} {attempt}".encode()).digest())
        bits, numerator = divmod(bits, 2 * size + 1)
        v = Fraction(numerator - size, DENOMINATORS[bits % 4] if fractions else 1)
        if all(rule(v) for rule in wanted):
            return v
    raise NoValue(f"no small number satisfies the assumptions of {like}")


@cache
def _wanted(like: sp.Expr) -> list[Callable[[Fraction], bool]]:
    """Return the conditions that the assumptions of a symbol put on its values."""
    return [rule for name, rule in ASSUMPTIONS.items() if getattr(like, f"is_{name}", None)]
