"""Trying a claim at exact points, at all of which it must hold (gate 2).

>>> import sympy as sp
>>> from perceptrons.verify.wellposed.pose import pose
>>> x, y = sp.symbols("x y", real=True)
>>> agree(pose((x + y) ** 2, "=", x**2 + 2 * x * y + y**2))[0].right
(Fraction(0, 1),)
"""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from perceptrons.verify.claim import Claim, NotProved, Values
from perceptrons.verify.evaluate.infinitesimals import Irrational, Kink, NoValue, TooLong, Undefined
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.printing.report import Refuted
from perceptrons.verify.printing.rows import point_text, written
from perceptrons.verify.sampling.points import large_points, points

__all__ = ["Trial", "agree", "agreement"]

SIMPLE, POINTS = 12, 6  # points at which a claim is tried: small integers, and any fractions
AWAY = (Irrational, Kink)  # of what can be compared exactly
LARGE = 3  # of the latter: as many as are found among a few large points


class Trial(NamedTuple):
    """A point, and the values of the two sides there."""

    at: Point
    left: Values
    right: Values


def agree(claim: Claim, count: int = POINTS) -> list[Trial]:
    """Try a claim at a dozen small integer points, and at `count` points of any size, some large.

    Raises `NotProved` where it fails at a point or is undefined there, and where it says nothing,
    because both sides are always 0.

    >>> import sympy as sp
    >>> from perceptrons.verify.wellposed.pose import pose
    >>> x = sp.Symbol("x", real=True)
    >>> agree(pose(sp.Abs(x), "=", x))
    Traceback (most recent call last):
    perceptrons.verify.claim.NotProved: gate 2 (exact points): Abs(x) = x fails at x = −1: 1 ≠ −1: \
find the error in one of the sides, or the hypothesis that is missing from given=
    """
    simple = islice(points(claim.given), SIMPLE)
    large = islice(large_points(claim.given), 3 * LARGE)
    points_of_any_size = islice(points(claim.given, simple=False), 60 * count)
    others = filter(None, (_try(claim, at) for at in points_of_any_size))
    trials = list(islice(others, count - LARGE))
    trials += islice(filter(None, (_try(claim, at, (*AWAY, TooLong)) for at in large)), LARGE)
    trials += islice(others, count - len(trials))
    if len(trials) < count:
        raise NotProved(
            2,
            f"fewer than {count} points were found at which both sides of {claim} are fractions",
            "write squares instead of roots, and stay away from kinks",
        )
    trials += filter(None, (_try(claim, at) for at in simple))
    _says_something(claim, trials)
    return trials


def _try(claim: Claim, at: Point, passed: tuple[type[NoValue], ...] = AWAY) -> Trial | None:
    """Return the values at a point, or None where one is no fraction or has no derivative."""
    try:
        trial = Trial(at, *claim.sides(at))
        true = claim.true(trial.left, trial.right)
    except passed:
        return None
    except Undefined as reason:
        raise NotProved(
            1,
            f"{claim} has no value at {point_text(at)} ({reason})",
            "add a hypothesis to given=, or declare the assumptions of the symbols",
        ) from reason
    except NoValue as reason:
        raise NotProved(1, f"{claim} cannot be evaluated", str(reason)) from reason
    if not true:
        raise NotProved(
            2,
            f"{claim} fails at {written(Refuted(claim, *trial).failure())}",
            "find the error in one of the sides, or the hypothesis that is missing from given=",
        )
    return trial


def _says_something(claim: Claim, trials: list[Trial]) -> None:
    if not any(any(t.left + t.right) for t in trials):
        raise NotProved(
            2,
            f"both sides of {claim} are 0 at every point",
            "bring a term to the other side, so that a wrong sign can be seen",
        )
    same = len({(t.left, t.right) for t in trials}) == 1
    if same and claim.rhs.free_symbols and trials[0].at.values:
        raise NotProved(
            2,
            f"neither side of {claim} varies, although there are variables",
            "write the constant as a number",
        )


def agreement(trials: list[Trial]) -> str:
    """Say at how many points a claim was tried.

    >>> import sympy as sp
    >>> from perceptrons.verify.wellposed.pose import pose
    >>> k, n = sp.symbols("k n", integer=True, positive=True)
    >>> agreement(agree(pose(sp.Sum(k, (k, 1, n)), "=", n * (n + 1) / 2)))
    'tried at 18 exact points'
    >>> agreement(agree(pose(sp.Sum(k, (k, 1, 10)), "=", 55)))
    'computed exactly'
    """
    varies = any(trial.at.values for trial in trials)
    return f"tried at {len(trials)} exact points" if varies else "computed exactly"
