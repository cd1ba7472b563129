"""Trying a claim at exact points: where it holds, and where a wrong one fails (gates 3 and 4).

>>> import sympy as sp
>>> from perceptrons.claims import pose
>>> x, y = sp.symbols("x y", real=True)
>>> agree(pose((x + y) ** 2, "=", x**2 + 2 * x * y + y**2)).row("=")[0]
'exact arithmetic agrees at 6 points, one of them '
>>> counterexample(pose((x + y) ** 2, "=", x**2 + y**2))
(x + y)**2 = x**2 + y**2   is false
  at x = 1, y = -1: 0 ≠ 2
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

from perceptrons import points
from perceptrons.claims import Claim, NotProved, Values
from perceptrons.exact import Irrational, Kink, NoValue, Point, Undefined
from perceptrons.report import Refuted, Row, place, relation

__all__ = ["Agreement", "agree", "counterexample", "named", "refutations"]

POINTS = 6  # at which a claim is tried
TRIES = 400  # points at which a counter-example is looked for


class Agreement(NamedTuple):
    """The points at which a claim was tried, and of these the one that is easiest to read."""

    points: list[Point]
    at: Point
    left: Values
    right: Values

    def row(self, sign: str) -> Row:
        """Return the row of a report."""
        values = relation(self.left, sign, self.right)
        if not self.at.values:
            return ("exact arithmetic agrees: ", values)
        where = place(self.at)
        return (
            f"exact arithmetic agrees at {len(self.points)} points, one of them ",
            where,
            ": ",
            values,
        )


def agree(claim: Claim, count: int = POINTS) -> Agreement:
    """Try a claim at exact points, with an evaluator that knows none of SymPy's rules.

    Parameters
    ----------
    claim : Claim
    count : int
        How many points.

    Returns
    -------
    Agreement

    Raises
    ------
    NotProved
        Where it fails at a point, is not defined at one, or says nothing: both sides always 0.

    Examples
    --------
    >>> import sympy as sp
    >>> from perceptrons.claims import pose
    >>> x = sp.Symbol("x", real=True)
    >>> agree(pose(sp.Abs(x), "=", x))
    Traceback (most recent call last):
    perceptrons.claims.NotProved: gate 3 (exact points): Abs(x) = x fails at x = -2: 2 ≠ -2: \
find the error in one of the sides, or the hypothesis that is missing from given=
    """
    tried: list[tuple[Point, Values, Values]] = []
    for at in islice(_points(claim, simple=False), 60 * count):
        try:
            a, b = claim.sides(at)
        except (Irrational, Kink):  # nothing is claimed where there is no derivative
            continue
        except NoValue as reason:
            raise _undefined(claim, at, reason) from reason
        if not claim.true(a, b):
            raise NotProved(
                3,
                "".join(
                    p if isinstance(p, str) else p.text
                    for p in (f"{claim} fails at ", *Refuted(claim, at, a, b).failure())
                ),
                "find the error in one of the sides, or the hypothesis that is missing from given=",
            )
        tried.append((at, a, b))
        if len(tried) == count or not at.values:
            break
    else:
        raise NotProved(
            3,
            f"fewer than {count} points were found at which both sides of {claim} are fractions",
            "write squares instead of roots, and stay away from kinks",
        )
    _says_something(claim, tried)
    at, a, b = min(tried, key=_readable)
    return Agreement([point for point, _, _ in tried], at, a, b)


def _readable(trial: tuple[Point, Values, Values]) -> Any:
    """Order the points for display: not 0 = 0, vectors of two entries or more, then the shortest."""
    at, a, b = trial
    return not any(a + b), points.smallest_table(at) == 1, len(points.text(at))


def _undefined(claim: Claim, at: Point, reason: NoValue) -> NotProved:
    if isinstance(reason, Undefined):
        remedy = "add a hypothesis to given=, or declare the assumptions of the symbols"
        return NotProved(1, f"{claim} has no value at {points.text(at)} ({reason})", remedy)
    return NotProved(1, f"{claim} cannot be evaluated", str(reason))


def _points(claim: Claim, *, simple: bool) -> Any:
    try:
        yield from points.points(claim.given, simple=simple)
    except LookupError as error:
        raise NotProved(1, str(error), "are the hypotheses contradictory?") from error


def _says_something(claim: Claim, tried: list[tuple[Point, Values, Values]]) -> None:
    if not any(any(a) or any(b) for _, a, b in tried):
        raise NotProved(
            3,
            f"both sides of {claim} are 0 at every point",
            "bring a term to the other side, so that a wrong sign can be seen",
        )
    same = len({(a, b) for _, a, b in tried}) == 1
    if same and claim.rhs.free_symbols and any(at.values for at, _, _ in tried):
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
    >>> from perceptrons.claims import pose
    >>> x = sp.Symbol("x", real=True)
    >>> counterexample(pose(x, "<=", x**2), {x: sp.Rational(1, 2)})
    x <= x**2   is false
      at x = 1/2: 1/2 > 1/4
    """
    candidates = [points.given_point(at)] if at else islice(_points(claim, simple=True), TRIES)
    for point in candidates:
        try:
            a, b = claim.sides(point)
        except NoValue as reason:
            if undefined and isinstance(reason, Undefined):
                return Refuted(claim, point, (), ())
            continue
        if not claim.true(a, b):
            return Refuted(claim, point, a, b)
    return None


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


def refutations(claims: Mapping[Any, Claim]) -> dict[Any, Refuted]:
    """Refute every one of these claims.

    Parameters
    ----------
    claims : mapping of str to Claim
        From what is wrong in it to the wrong claim.

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
    >>> from perceptrons.claims import pose
    >>> x = sp.Symbol("x", real=True)
    >>> refutations({"sign": pose(x, "=", -x)})["sign"].right
    (Fraction(-1, 1),)
    """
    found = {}
    for label, claim in claims.items():
        refuted = counterexample(claim)
        if refuted is None:
            raise NotProved(
                4,
                f"the wrong version {label!r}, {claim}, holds at {TRIES} points",
                "is it wrong at all, or true under the hypotheses given?",
            )
        found[label] = refuted
    return found
