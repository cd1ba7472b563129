"""Wrong versions of a claim, each of which must be refuted, and hypotheses that must be needed.

>>> import sympy as sp
>>> from perceptrons.verify.wellposed.pose import pose
>>> x = sp.Symbol("x", real=True)
>>> refutations({"sign": Version(pose(x, "=", -x))})["sign"].right
(Fraction(1, 1),)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

from sympy.core.relational import Relational

from perceptrons.verify.claim import Claim, NotProved, Values
from perceptrons.verify.evaluate.infinitesimals import NoValue
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.language.letters import letters
from perceptrons.verify.printing.report import Refuted
from perceptrons.verify.refutation.counterexamples import TRIES, counterexample
from perceptrons.verify.refutation.trials import Trial
from perceptrons.verify.said import said
from perceptrons.verify.sampling.points import Chosen

__all__ = ["Version", "check_versions", "named", "needed", "refutations"]


T = TypeVar("T")


class Version(NamedTuple):
    """A wrong version of a claim, and a point at which it fails where that is hard to find."""

    claim: Claim
    at: Chosen | None = None


def named(wrong: Mapping[str, T] | None) -> Mapping[str, T]:
    """Return the wrong versions, each of which must have a name that says what is wrong in it."""
    if wrong is None:
        return {}
    if not hasattr(wrong, "items") or not all(isinstance(label, str) for label in wrong):
        raise NotProved(
            1,
            f"wrong is {said(wrong)}",
            "give a name to each wrong version: wrong={'sign lost': ...}",
        )
    return wrong


def check_versions(claim: Claim, wrong: Mapping[str, Version], trials: list[Trial]) -> None:
    """Refuse a wrong version that is refuted too easily: of other letters, or a mere constant.

    >>> from perceptrons.verify.refutation.trials import agree
    >>> import sympy as sp
    >>> from perceptrons.verify.wellposed.pose import pose
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


def needed(claim: Claim, hypothesis: Relational, prove: Callable[[Claim], None]) -> Refuted | None:
    """Refute a claim without one of its hypotheses.

    Returns None where no counter-example is found, but `prove` raises `NotProved` without it, too.
    Raises `NotProved` where the hypothesis is superfluous.

    >>> import sympy as sp
    >>> from perceptrons.verify.wellposed.pose import pose
    >>> x = sp.Symbol("x", real=True)
    >>> needed(pose(sp.Abs(x), "=", x, [x > 0]), x > 0, lambda claim: None).at.values
    {('x', ()): Fraction(-1, 1)}
    """
    weaker = replace(claim, given=tuple(g for g in claim.given if g != hypothesis))
    dropped = counterexample(weaker, undefined=True)
    if dropped is None:
        try:
            prove(weaker)
        except NotProved:
            return None
        raise NotProved(
            4,
            f"the hypothesis {hypothesis} does not seem to be needed: {claim} holds without it",
            "leave it out",
        )
    return dropped


def refutations(wrong: Mapping[str, Version]) -> dict[str | Relational, Refuted]:
    """Refute every wrong version. One that survives is an error that the check cannot detect.

    >>> import sympy as sp
    >>> from perceptrons.verify.wellposed.pose import pose
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
