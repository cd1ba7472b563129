"""Trying a claim at exact points: where it holds, and where a wrong one fails (gates 3 and 4).

>>> import sympy as sp
>>> from perceptrons.verify.wellposed import pose
>>> x, y = sp.symbols("x y", real=True)
>>> agree(pose((x + y) ** 2, "=", x**2 + 2 * x * y + y**2))[0].right
(Fraction(0, 1),)
>>> counterexample(pose((x + y) ** 2, "=", x**2 + y**2))
(x + y)**2 = x**2 + y**2   is false
  at x = -1, y = 1: 0 ≠ 2
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

from perceptrons.verify import sampling as points
from perceptrons.verify.claim import Claim, NotProved, Values
from perceptrons.verify.evaluate import Irrational, Kink, NoValue, Point, Undefined, holds
from perceptrons.verify.report import Refuted, Row, place, relation, written

__all__ = ["Trial", "agree", "agreement", "counterexample", "named", "refutations"]

SIMPLE, POINTS = 12, 6  # points at which a claim is tried: small integers, and any fractions
TRIES = 400  # points at which a counter-example is looked for


class Trial(NamedTuple):
    """A point, and the values of the two sides there."""

    at: Point
    left: Values
    right: Values


def agree(claim: Claim, count: int = POINTS) -> list[Trial]:
    """Try a claim at exact points, with an evaluator that knows none of SymPy's rules.

    Parameters
    ----------
    claim : Claim
    count : int
        At how many points of any size, beside a dozen of small integers.

    Returns
    -------
    list of Trial
        One for each point.

    Raises
    ------
    NotProved
        Where it fails at a point, is not defined at one, or says nothing: both sides always 0.

    Examples
    --------
    >>> import sympy as sp
    >>> from perceptrons.verify.wellposed import pose
    >>> x = sp.Symbol("x", real=True)
    >>> agree(pose(sp.Abs(x), "=", x))
    Traceback (most recent call last):
    perceptrons.verify.claim.NotProved: gate 3 (exact points): Abs(x) = x fails at x = -1: 1 ≠ -1: \
find the error in one of the sides, or the hypothesis that is missing from given=
    """
    simple = islice(points.points(claim.given), SIMPLE)
    others = islice(points.points(claim.given, simple=False), 60 * count)
    trials = list(islice(filter(None, (_try(claim, at) for at in others)), count))
    if len(trials) < count:
        raise NotProved(
            3,
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
    except (Irrational, Kink):
        return None
    except NoValue as reason:
        raise _undefined(claim, at, reason) from reason
    if not claim.true(trial.left, trial.right):
        failure = Refuted(claim, *trial).failure()
        raise NotProved(
            3,
            f"{claim} fails at {written(failure)}",
            "find the error in one of the sides, or the hypothesis that is missing from given=",
        )
    return trial


def agreement(claim: Claim, trials: list[Trial]) -> Row:
    """Return the row of a report on trials, with the one that is easiest to read.

    Parameters
    ----------
    claim : Claim
    trials : list of Trial
        Of `agree`.

    Returns
    -------
    Row

    Examples
    --------
    >>> import sympy as sp
    >>> from perceptrons.verify.wellposed import pose
    >>> from perceptrons.verify.report import written
    >>> k = sp.Symbol("k", integer=True)
    >>> total = pose(sp.Sum(k, (k, 1, 10)), "=", 55)
    >>> written(agreement(total, agree(total)))
    'exact arithmetic agrees: 55 = 55'
    """
    best = min(trials, key=lambda trial: _awkward(claim, trial))
    values = relation(best.left, claim.sign, best.right)
    if not best.at.values:
        return ("exact arithmetic agrees: ", values)
    count = f"exact arithmetic agrees at {len(trials)} points, one of them "
    return (count, *place(best.at, claim), ": ", values)


def _awkward(claim: Claim, trial: Trial) -> Any:
    """Order for display: not 0 = 0 nor 1 <= 1, no vector of one entry or of zeros, the shortest."""
    trivial = not any(trial.left + trial.right)
    equal = claim.sign != "=" and trial.left == trial.right
    return trivial or equal, points.dull(trial.at), len(points.text(trial.at))


def _undefined(claim: Claim, at: Point, reason: NoValue) -> NotProved:
    if isinstance(reason, Undefined):
        remedy = "add a hypothesis to given=, or declare the assumptions of the symbols"
        return NotProved(1, f"{claim} has no value at {points.text(at)} ({reason})", remedy)
    return NotProved(1, f"{claim} cannot be evaluated", str(reason))


def _says_something(claim: Claim, trials: list[Trial]) -> None:
    if not any(any(t.left + t.right) for t in trials):
        raise NotProved(
            3,
            f"both sides of {claim} are 0 at every point",
            "bring a term to the other side, so that a wrong sign can be seen",
        )
    same = len({t[1:] for t in trials}) == 1
    if same and claim.rhs.free_symbols and trials[0].at.values:
        raise NotProved(
            3,
            f"neither side of {claim} varies, although there are variables",
            "write the constant as a number",
        )


def counterexample(
    claim: Claim, at: Mapping[Any, Any] | None = None, *, undefined: bool = False
) -> Refuted | None:
    """Look for a point at which a claim fails, the simplest numbers first.

    Parameters
    ----------
    claim : Claim
    at : mapping, optional
        The point to take: from symbols and entries to numbers.
    undefined : bool
        Whether a point at which a side has no value counts.

    Returns
    -------
    Refuted or None
        None where the claim holds at every point that was tried.

    Examples
    --------
    >>> import sympy as sp
    >>> from perceptrons.verify.wellposed import pose
    >>> x = sp.Symbol("x", real=True)
    >>> counterexample(pose(x, "<=", x**2), {x: sp.Rational(1, 2)})
    x <= x**2   is false
      at x = 1/2: 1/2 > 1/4
    """
    candidates = islice(points.points(claim.given), TRIES)
    for point in [_chosen(claim, at)] if at else candidates:
        try:
            a, b = claim.sides(point)
        except NoValue as reason:
            if undefined and isinstance(reason, Undefined):
                return Refuted(claim, point, (), ())
            continue
        if not claim.true(a, b):
            return Refuted(claim, point, a, b)
    return None


def _chosen(claim: Claim, at: Mapping[Any, Any]) -> Point:
    """Return the point that the caller named, if it fulfils the hypotheses."""
    point = points.given_point(at)
    for g in claim.given:
        if not holds(g, point):
            raise NotProved(
                1,
                f"the point {points.text(point)} does not fulfil {g}",
                "name a point that fulfils the hypotheses",
            )
    return point


def named(wrong: Any) -> Mapping[str, Any]:
    """Return the wrong versions, or an empty mapping.

    Parameters
    ----------
    wrong : mapping of str to version, or None

    Returns
    -------
    mapping

    Raises
    ------
    NotProved
        Where they have no names: the reader is to see what is wrong in each.

    Examples
    --------
    >>> named(None)
    {}
    """
    if wrong is None:
        return {}
    if not isinstance(wrong, Mapping) or not all(isinstance(label, str) for label in wrong):
        raise NotProved(
            1, f"wrong is {wrong}", "give a name to each wrong version: wrong={'sign lost': ...}"
        )
    return wrong


def refutations(wrong: Mapping[str, tuple[Any, ...]]) -> dict[Any, Refuted]:
    """Refute every one of these claims.

    Parameters
    ----------
    wrong : mapping of str to a tuple
        From what is wrong to the wrong claim, and a point at which it fails where that is hard to
        find.

    Returns
    -------
    dict of str to Refuted

    Raises
    ------
    NotProved
        Where one of them survives: then the check could not have noticed that error.

    Examples
    --------
    >>> import sympy as sp
    >>> from perceptrons.verify.wellposed import pose
    >>> x = sp.Symbol("x", real=True)
    >>> refutations({"sign": (pose(x, "=", -x),)})["sign"].right
    (Fraction(1, 1),)
    """
    found = {}
    for label, (claim, *at) in wrong.items():
        refuted = counterexample(claim, *at)
        if refuted is None:
            raise NotProved(
                4,
                f"the wrong version {label!r}, {claim}, holds at {TRIES} points",
                "is it wrong at all, or true under the hypotheses? Else name a point for it",
            )
        found[label] = refuted
    return found
