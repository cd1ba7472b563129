"""Exact sequences of updates, along which a claim about any number of updates is tried.

The letters that only an update speaks of, such as the pattern z, are drawn anew for each update
until its conditions hold; the other letters keep their values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import NamedTuple

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import Claim, NotProved
from perceptrons.verify.evaluate import holds, value
from perceptrons.verify.formulas import letter
from perceptrons.verify.infinitesimals import Irrational, Kink, NoValue, Undefined
from perceptrons.verify.inner_products import Vector
from perceptrons.verify.point import DIMENSION, Key, Point
from perceptrons.verify.printing import Row, listed, point_text, written
from perceptrons.verify.report import Refuted
from perceptrons.verify.sampling import points
from perceptrons.verify.trials import Trial
from perceptrons.verify.updates import Assignment, Updates, letter_name, scalar, spoken

__all__ = ["SEARCHED", "ClaimAlong", "counterexample_along", "moments", "tried"]

ENOUGH = 20  # updates at which a claim must have been tried
SEARCHED = 240  # sequences in which a counter-example is looked for
LONGEST = 4  # updates in a sequence
DRAWS = 40  # tries to find an update that satisfies its conditions
POOL = 400  # points from which the letters of an update are drawn
SYMBOL = sp.Symbol("entry", real=True)


@dataclass(frozen=True, repr=False)
class ClaimAlong(Claim):
    """A claim about the letters after any number of updates.

    Attributes
    ----------
    rule : Updates
    each : tuple of comparisons
        What every update satisfies.
    constant : frozenset of str
        Letters that do not change from update to update, besides those of the claim.
    """

    rule: Updates = field(default_factory=lambda: Updates({}, {}))
    each: tuple[Relational, ...] = ()
    constant: frozenset[str] = frozenset()

    @property
    def parts(self) -> tuple[sp.Basic, ...]:
        """Both sides, the hypotheses, the conditions on each update, and the rule."""
        return (*super().parts, *self.each, *self.rule.parts)

    @property
    def hypotheses(self) -> tuple[Relational, ...]:
        """The hypotheses, and the conditions on each update."""
        return (*self.given, *self.each)

    @property
    def scope(self) -> str:
        """When the claim is made."""
        return " after any number of updates"

    def changing(self) -> set[str]:
        """Return the names of the letters that the updates change."""
        return self.rule.state

    def varying(self) -> set[str]:
        """Return the names of the letters that are drawn anew for each update."""
        return spoken(*self.each, *self.rule.parts) - self.fixed() - self.rule.state

    def fixed(self) -> set[str]:
        """Return the names of the letters that keep their values."""
        first = map(scalar, self.rule.start.values())
        return spoken(self.lhs, self.rhs, *first) | self.constant

    def conditions(self) -> Row:
        """Return the rule, and which letters are new for each update."""
        anew = [letter(name) for name in sorted(self.varying())]
        return (*self.rule.row(), *(("; any ", *listed(anew), " each time") if anew else ()))


class Moment(NamedTuple):
    """The values of all letters after some updates, and how many updates there were."""

    at: Point
    updates: int


def moments(claim: ClaimAlong, sequences: int) -> Iterator[Moment]:
    """Yield the state after 0, 1, 2, ... updates of exact sequences that satisfy all conditions.

    >>> from perceptrons.verify.inner_products import norm2, vectors
    >>> w, z = vectors("w z")
    >>> k = sp.Symbol("k", integer=True, nonnegative=True)
    >>> rule = Updates(start={w: 0 * w, k: 0}, step={w: w + z, k: k + 1})
    >>> claim = ClaimAlong(norm2(w), "<=", k, (), rule, (norm2(z) <= 1,))
    >>> [updates for _, updates in moments(claim, 1)]
    [0, 1, 2, 3, 4]
    """
    changing = claim.rule.state | claim.varying()
    constants = [g for g in (*claim.given, *claim.each) if not spoken(g) & changing]
    for number, fixed in enumerate(islice(points(constants), sequences)):
        yield from _sequence(claim, fixed, number)


def _sequence(claim: ClaimAlong, fixed: Point, number: int) -> Iterator[Moment]:
    """Yield the states of one sequence, as long as an update is found that satisfies its conditions."""
    varying = claim.varying()
    try:
        state = _moved(claim.rule.start, fixed)
    except NoValue:
        return
    seen: dict[Key, Fraction | int] = {}
    for k in range(LONGEST + 1):
        now = _mixed(fixed, fixed, state, varying)
        yield Moment(replace(now, values={**seen, **state}), k)
        for attempt in range(DRAWS):
            fresh = _pool()[(97 * number + 31 * k + attempt) % POOL]
            at = _mixed(fixed, fresh, state, varying)
            try:
                if all(holds(g, at) for g in claim.each):
                    state = _moved(claim.rule.step, at)
                    break
            except NoValue:
                continue
        else:
            return
        for (name, index), v in at.values.items():
            seen[f"{name}_{k + 1}" if name in varying else name, index] = v


@cache
def _pool() -> list[Point]:
    return list(islice(points(()), POOL))


def _mixed(
    fixed: Point, fresh: Point, state: Mapping[Key, Fraction | int], varying: Iterable[str]
) -> Point:
    """Return the point with this state, the other letters fixed, and the varying ones fresh."""

    def draw(key: Key, like: sp.Expr) -> Fraction:
        return (fresh if key[0] in varying else fixed).entry(*key, like).real

    return Point(dict(state), draw=draw)


def _moved(values: Assignment, at: Point) -> dict[Key, Fraction | int]:
    """Return the values of the letters of a rule, computed at a point."""
    new: dict[Key, Fraction | int] = {}
    for kind, v in values.items():
        if not isinstance(v, Vector):
            new[letter_name(kind), ()] = value(sp.sympify(v), at).real
            continue
        for i in range(1, _dimension(at) + 1):
            terms = (value(c, at).real * at.entry(a, (i,), SYMBOL).real for a, c in v.terms.items())
            new[letter_name(kind), (i,)] = sum(terms, Fraction(0))
    return new


def _dimension(at: Point) -> int:
    return int(at.entry(*DIMENSION, sp.Symbol("d", integer=True, positive=True)).real)


def _values(claim: ClaimAlong, moment: Moment) -> Trial | None:
    """Return the values of both sides, or None where the claim is not made or has no fraction."""
    if not all(holds(g, moment.at) for g in claim.given):
        return None
    try:
        return Trial(moment.at, *claim.sides(moment.at))
    except (Irrational, Kink):
        return None


def tried(claim: ClaimAlong, count: int = 60) -> list[Trial]:
    """Try a claim along exact sequences; return the first trials after at least one update."""
    found: list[Trial] = []
    for moment in moments(claim, SEARCHED):
        try:
            trial = _values(claim, moment)
        except NoValue as reason:
            where = point_text(moment.at)
            raise NotProved(
                1, f"{claim} has no value at {where} ({reason})", "add a hypothesis to given="
            ) from reason
        if trial and not claim.true(trial.left, trial.right):
            raise NotProved(
                2,
                f"{claim} fails at {written(Refuted(claim, *trial).failure())}",
                "find the error in one of the sides, or the condition that is missing from each=",
            )
        if trial and moment.updates:
            found.append(trial)
            if len(found) == count:
                break
    if len(found) < ENOUGH:
        raise NotProved(
            2,
            f"only {len(found)} updates were found that satisfy the conditions",
            "are they contradictory?",
        )
    return found


def counterexample_along(claim: ClaimAlong) -> Refuted | None:
    """Look for a sequence along which a claim fails, or is undefined."""
    for moment in moments(claim, SEARCHED):
        try:
            trial = _values(claim, moment)
        except Undefined:
            return Refuted(claim, moment.at, (), ())
        except NoValue:
            continue
        if trial and not claim.true(trial.left, trial.right):
            return Refuted(claim, *trial)
    return None
