"""An iterate: the values of all letters after some updates, and what one more makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import sympy as sp

from perceptrons.verify.evaluate import rational
from perceptrons.verify.evaluate.point import REAL, Key, Point
from perceptrons.verify.induction.updates import Assignment, letter_name
from perceptrons.verify.language.inner_products import Vector

__all__ = ["Iterate", "iterate", "mixed", "moved", "remember"]


class Iterate(NamedTuple):
    """The values of all letters after some updates, and how many updates there were."""

    at: Point
    updates: int


def iterate(
    fixed: Point,
    state: Mapping[Key, Fraction | int],
    seen: Mapping[Key, Fraction | int],
    updates: int,
) -> Iterate:
    """Return the iterate with this state; the letters of the updates before have their numbers.

    Several claims share it, so what only one of them speaks of is not kept in what is fixed.
    """

    def draw(key: Key, like: sp.Expr) -> Fraction | int:
        return fixed.values[key] if key in fixed.values else fixed.draw(key, like)

    return Iterate(Point({**seen, **state}, draw=draw), updates)


def remember(at: Point, varying: frozenset[str], k: int, seen: dict[Key, Fraction | int]) -> None:
    """Add the values of an update to those seen, with its number after the letters of the update."""
    for (name, index), v in at.values.items():
        seen[f"{name}_{k + 1}" if name in varying else name, index] = v


def mixed(
    fixed: Point, fresh: Point, state: Mapping[Key, Fraction | int], varying: frozenset[str]
) -> Point:
    """Return the point with this state, the other letters fixed, and the varying ones fresh."""

    def draw(key: Key, like: sp.Expr) -> Fraction | int:
        number: Fraction | int = (fresh if key[0] in varying else fixed).entry(*key, like).number
        return number

    return Point(dict(state), draw=draw)


def moved(values: Assignment, at: Point) -> dict[Key, Fraction | int]:
    """Return the values of the letters of a rule, computed at a point."""
    new: dict[Key, Fraction | int] = {}
    for kind, v in values.items():
        if not isinstance(v, Vector):
            new[letter_name(kind), ()] = rational(sp.sympify(v), at)
            continue
        for i in range(1, at.dimension() + 1):
            terms = (rational(c, at) * at.entry(a, (i,), REAL).real for a, c in v.terms.items())
            new[letter_name(kind), (i,)] = sum(terms, Fraction(0))
    return new
