"""Looking for a point at which a claim fails, the simplest numbers first.

>>> from perceptrons.verify.wellposed.pose import pose
>>> x, y = sp.symbols("x y", real=True)
>>> counterexample(pose((x + y) ** 2, "=", x**2 + y**2))
False at x = −1, y = 1: 0 ≠ 2.
  (x + y)² = x² + y²
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import Claim, NotProved
from perceptrons.verify.evaluate import holds
from perceptrons.verify.evaluate.infinitesimals import NoValue, Undefined
from perceptrons.verify.evaluate.point import DIMENSION, REAL, Point
from perceptrons.verify.language.inner_products import Vector
from perceptrons.verify.language.letters import letters
from perceptrons.verify.printing.report import Refuted
from perceptrons.verify.printing.rows import point_text
from perceptrons.verify.said import said
from perceptrons.verify.sampling.points import Chosen, chosen_point, points

__all__ = ["TRIES", "counterexample"]


TRIES = 400  # points at which a counter-example is looked for


def counterexample(
    claim: Claim, at: Chosen | None = None, *, undefined: bool = False
) -> Refuted | None:
    """Look for a point at which a claim fails, the simplest numbers first.

    Only the point `at` is tried where it is given. With `undefined`, a point at which a side has
    no value counts. Returns None where the claim holds at every point that was tried.

    >>> from perceptrons.verify.wellposed.pose import pose
    >>> x = sp.Symbol("x", real=True)
    >>> counterexample(pose(x, "<=", x**2), {x: sp.Rational(1, 2)})
    False at x = 1/2: 1/2 > 1/4.
      x ≤ x²
    """
    if at is not None and not isinstance(at, Mapping):
        raise NotProved(1, f"the point {said(at)} is no mapping", "give numbers by letter: {x: 1}")
    candidates = [_chosen(claim, at)] if at else islice(points(claim.given), TRIES)
    for point in candidates:
        try:
            a, b = claim.sides(point)
            true = claim.true(a, b)
        except NoValue as reason:
            if undefined and isinstance(reason, Undefined):
                _draw_vectors(claim, point)
                return Refuted(claim, point, (), ())
            continue
        if not true:
            return Refuted(claim, point, a, b)
    return None


def _draw_vectors(claim: Claim, at: Point) -> None:
    """Draw what evaluation did not reach before it stopped, so that vectors print in full."""
    for i in range(1, 1 + int(at.values.get(DIMENSION, 0))):
        for name in claim.vectors():
            at.entry(name, (i,), REAL)


def _chosen(claim: Claim, at: Chosen) -> Point:
    """Return the point that the caller named, if it is one of the claim's and obeys its hypotheses."""
    point = chosen_point(at)
    known = set().union(*map(letters, claim.parts))
    vectors = claim.vectors()
    for letter in at:
        if (
            str(letter) not in vectors
            if isinstance(letter, Vector)
            else (letter if isinstance(letter, sp.Symbol) else letter.args[0]) not in known
        ):
            raise NotProved(
                1,
                f"the point gives a value to {letter}, of which {claim} does not speak",
                "use the letters of the claim, with the assumptions that they have there",
            )
    for g in claim.given:
        if not _holds(g, point):
            raise NotProved(
                1,
                f"the point {point_text(point)} does not satisfy {g}",
                "name a point that satisfies the hypotheses",
            )
    return point


def _holds(g: Relational, at: Point) -> bool:
    try:
        return holds(g, at)
    except NoValue:
        return False
