"""Trying a claim at exact points: where it holds, and where a wrong version fails (gates 2 and 4).

>>> from perceptrons.verify.wellposed import pose
>>> x, y = sp.symbols("x y", real=True)
>>> agree(pose((x + y) ** 2, "=", x**2 + 2 * x * y + y**2))[0].right
(Fraction(0, 1),)
>>> counterexample(pose((x + y) ** 2, "=", x**2 + y**2))
False at x = −1, y = 1: 0 ≠ 2.
  (x + y)² = x² + y²
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from typing import NamedTuple, TypeVar

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import Claim, NotProved, Values
from perceptrons.verify.evaluate import holds
from perceptrons.verify.infinitesimals import Irrational, Kink, NoValue, Undefined
from perceptrons.verify.inner_products import Vector
from perceptrons.verify.letters import letters
from perceptrons.verify.point import DIMENSION, REAL, Point
from perceptrons.verify.printing import point_text, written
from perceptrons.verify.report import Refuted
from perceptrons.verify.sampling import Chosen, chosen_point, points

__all__ = ["Trial", "Version"]
__all__ += ["agree", "agreement", "check_versions", "counterexample", "named", "needed"]
__all__ += ["refutations"]

SIMPLE, POINTS = 12, 6  # points at which a claim is tried: small integers, and any fractions
TRIES = 400  # points at which a counter-example is looked for

T = TypeVar("T")


class Trial(NamedTuple):
    """A point, and the values of the two sides there."""

    at: Point
    left: Values
    right: Values


class Version(NamedTuple):
    """A wrong version of a claim, and a point at which it fails where that is hard to find."""

    claim: Claim
    at: Chosen | None = None


def agree(claim: Claim, count: int = POINTS) -> list[Trial]:
    """Try a claim at a dozen small integer points, and at `count` points of any size.

    Raises `NotProved` where it fails at a point or is undefined there, and where it says nothing,
    because both sides are always 0.

    >>> from perceptrons.verify.wellposed import pose
    >>> x = sp.Symbol("x", real=True)
    >>> agree(pose(sp.Abs(x), "=", x))
    Traceback (most recent call last):
    perceptrons.verify.claim.NotProved: gate 2 (exact points): Abs(x) = x fails at x = −1: 1 ≠ −1: \
find the error in one of the sides, or the hypothesis that is missing from given=
    """
    simple = islice(points(claim.given), SIMPLE)
    others = islice(points(claim.given, simple=False), 60 * count)
    trials = list(islice(filter(None, (_try(claim, at) for at in others)), count))
    if len(trials) < count:
        raise NotProved(
            2,
            f"fewer than {count} points were found at which both sides of {claim} are fractions",
            "write squares instead of roots, and stay away from kinks",
        )
    trials += filter(None, (_try(claim, at) for at in simple))
    _says_something(claim, trials)
    return trials


def _try(claim: Claim, at: Point) -> Trial | None:
    """Return the values at a point, or None where one is no fraction or has no derivative."""
    try:
        trial = Trial(at, *claim.sides(at))
        true = claim.true(trial.left, trial.right)
    except (Irrational, Kink):
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

    >>> from perceptrons.verify.wellposed import pose
    >>> k, n = sp.symbols("k n", integer=True, positive=True)
    >>> agreement(agree(pose(sp.Sum(k, (k, 1, n)), "=", n * (n + 1) / 2)))
    'tried at 18 exact points'
    >>> agreement(agree(pose(sp.Sum(k, (k, 1, 10)), "=", 55)))
    'computed exactly'
    """
    varies = any(trial.at.values for trial in trials)
    return f"tried at {len(trials)} exact points" if varies else "computed exactly"


def counterexample(
    claim: Claim, at: Chosen | None = None, *, undefined: bool = False
) -> Refuted | None:
    """Look for a point at which a claim fails, the simplest numbers first.

    Only the point `at` is tried where it is given. With `undefined`, a point at which a side has
    no value counts. Returns None where the claim holds at every point that was tried.

    >>> from perceptrons.verify.wellposed import pose
    >>> x = sp.Symbol("x", real=True)
    >>> counterexample(pose(x, "<=", x**2), {x: sp.Rational(1, 2)})
    False at x = 1/2: 1/2 > 1/4.
      x ≤ x²
    """
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


def named(wrong: Mapping[str, T] | None) -> Mapping[str, T]:
    """Return the wrong versions, each of which must have a name that says what is wrong in it."""
    if wrong is None:
        return {}
    if not hasattr(wrong, "items") or not all(isinstance(label, str) for label in wrong):
        raise NotProved(
            1, f"wrong is {wrong}", "give a name to each wrong version: wrong={'sign lost': ...}"
        )
    return wrong


def check_versions(claim: Claim, wrong: Mapping[str, Version], trials: list[Trial]) -> None:
    """Refuse a wrong version that is refuted too easily: of other letters, or a mere constant.

    >>> from perceptrons.verify.wellposed import pose
    >>> x = sp.Symbol("x", real=True)
    >>> claim = pose((x + 1) ** 2, "=", x**2 + 2 * x + 1)
    >>> check_versions(claim, {"17": Version(pose((x + 1) ** 2, "=", 17))}, agree(claim))
    Traceback (most recent call last):
    perceptrons.verify.claim.NotProved: gate 4 (wrong versions): the wrong version '17', (x + 1)**2 = 17, \
does not vary as the claim does: write the slip that somebody could make
    """
    known = set().union(*map(letters, claim.parts))
    varies = len({_told(claim, t.at) for t in trials}) > 1
    for label, (version, _) in wrong.items():
        fresh = sorted(map(str, letters(version.lhs).union(letters(version.rhs)) - known))
        if fresh:
            raise NotProved(
                4,
                f"the wrong version {label!r}, {version}, speaks of {fresh[0]}, the claim does not",
                "use the letters of the claim",
            )
        if varies and len({_told(version, t.at) for t in trials} - {None}) == 1:
            raise NotProved(
                4,
                f"the wrong version {label!r}, {version}, does not vary as the claim does",
                "write the slip that somebody could make",
            )


def _told(claim: Claim, at: Point) -> Values | None:
    """Return what a claim says at a point: the right side, or by how much it is larger."""
    try:
        left, right = claim.sides(at)
    except NoValue:
        return None
    if claim.sign == "=":
        return right
    return tuple(b - a for a, b in zip(left, right, strict=True))


def needed(claim: Claim, hypothesis: Relational, proves: Callable[[Claim], bool]) -> Refuted | None:
    """Refute a claim without one of its hypotheses.

    Returns None where no counter-example is found, but the claim is not proved without it, either.
    Raises `NotProved` where the hypothesis is superfluous.

    >>> from perceptrons.verify.wellposed import pose
    >>> x = sp.Symbol("x", real=True)
    >>> needed(pose(sp.Abs(x), "=", x, [x > 0]), x > 0, lambda claim: False).at.values
    {('x', ()): Fraction(-1, 1)}
    """
    weaker = replace(claim, given=tuple(g for g in claim.given if g != hypothesis))
    dropped = counterexample(weaker, undefined=True)
    if dropped is None:
        try:
            superfluous = proves(weaker)
        except NotProved:
            superfluous = False
        if superfluous:
            raise NotProved(
                4,
                f"the hypothesis {hypothesis} does not seem to be needed: {claim} holds without it",
                "leave it out",
            )
    return dropped


def refutations(wrong: Mapping[str, Version]) -> dict[str | Relational, Refuted]:
    """Refute every wrong version. One that survives is an error that the check cannot detect.

    >>> from perceptrons.verify.wellposed import pose
    >>> x = sp.Symbol("x", real=True)
    >>> refutations({"sign": Version(pose(x, "=", -x))})["sign"].right
    (Fraction(1, 1),)
    """
    found: dict[str | Relational, Refuted] = {}
    for label, version in wrong.items():
        refuted = counterexample(version.claim, version.at)
        if refuted is None:
            raise NotProved(
                4,
                f"the wrong version {label!r}, {version.claim}, holds at {TRIES} points",
                "is it really wrong under the hypotheses? If so, name a point at which it fails",
            )
        found[label] = refuted
    return found
