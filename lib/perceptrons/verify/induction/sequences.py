"""Exact sequences of updates, along which a claim about any number of updates is tried.

The letters that only an update speaks of, such as the pattern z, are drawn anew for each update
until its conditions hold; the other letters keep their values. Where such a search finds nothing, a
sequence can be named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import TypeAlias

from perceptrons.verify.claim import NotProved
from perceptrons.verify.evaluate import holds
from perceptrons.verify.evaluate.infinitesimals import NoValue
from perceptrons.verify.evaluate.point import DIMENSION, Key, Point
from perceptrons.verify.induction.invariant import Invariant
from perceptrons.verify.induction.iterate import Iterate, iterate, mixed, moved, remember
from perceptrons.verify.induction.updates import spoken
from perceptrons.verify.printing.rows import point_text
from perceptrons.verify.said import said
from perceptrons.verify.sampling.points import Chosen, chosen_point, large_points, points

__all__ = ["SEARCHED", "Steps", "iterates", "named_iterates"]

SEARCHED = 240  # sequences in which a counter-example is looked for
LONGEST, LONG = 4, 12  # updates in a sequence, and in one with large numbers
DRAWS = 40  # tries to find an update that satisfies its conditions
POOL = 400  # points from which the letters of an update are drawn

Steps: TypeAlias = "Sequence[Chosen]"  # a sequence named by the caller: what is fixed, each update


def iterates(claim: Invariant, *, large: bool = False) -> Iterator[Iterate]:
    """Yield the state after 0, 1, 2, ... updates of exact sequences that satisfy all conditions.

    The large ones are longer, and of larger numbers; there may be none.

    >>> from sympy import Symbol
    >>> from perceptrons.verify.induction.updates import Updates
    >>> from perceptrons.verify.language.inner_products import norm2, vectors
    >>> w, z = vectors("w z")
    >>> k = Symbol("k", integer=True, nonnegative=True)
    >>> rule = Updates(start={w: 0 * w, k: 0}, step={w: w + z, k: k + 1})
    >>> claim = Invariant(norm2(w), "<=", k, (), rule, (norm2(z) <= 1,))
    >>> [updates for _, updates in islice(iterates(claim), 6)]
    [0, 1, 2, 3, 4, 0]
    """
    varying = frozenset(claim.varying())
    changing = claim.rule.state | varying
    constants = [g for g in (*claim.given, *claim.each) if not spoken(g) & changing]
    drawn, longest = (large_points, LONG) if large else (points, LONGEST)
    pool = list(islice(drawn(()), POOL))  # its own: r may be positive here, and real there
    for number, fixed in enumerate(islice(drawn(constants), SEARCHED)):
        fresh = pool[97 * number % POOL :] + pool
        yield from _sequence(claim, varying, fixed, fresh, longest)


def _sequence(
    claim: Invariant, varying: frozenset[str], fixed: Point, pool: Sequence[Point], longest: int
) -> Iterator[Iterate]:
    """Yield the states of one sequence, as long as an update is found that satisfies its conditions."""
    try:
        state = moved(claim.rule.start, fixed)
    except NoValue:
        return
    seen: dict[Key, Fraction | int] = {}
    for k in range(longest + 1):
        yield iterate(fixed, state, seen, k)
        for attempt in range(DRAWS):
            at = mixed(fixed, pool[31 * k + attempt], state, varying)
            try:
                if all(holds(g, at) for g in claim.each):
                    state = moved(claim.rule.step, at)
                    break
            except NoValue:
                continue
        else:
            return
        remember(at, varying, k, seen)


def named_iterates(claim: Invariant, steps: Steps) -> Iterator[Iterate]:
    """Yield the states along the sequence that the caller names.

    The first mapping gives the letters that stay fixed, each other one those of an update. Raises
    `NotProved` where a letter stands in the wrong place, or a condition does not hold.

    >>> from sympy import Symbol
    >>> from perceptrons.verify.induction.updates import Updates
    >>> from perceptrons.verify.language.inner_products import norm2, vectors
    >>> w, z = vectors("w z")
    >>> k = Symbol("k", integer=True, nonnegative=True)
    >>> rule = Updates(start={w: 0 * w, k: 0}, step={w: w + z, k: k + 1})
    >>> claim = Invariant(norm2(w), "<=", k, (), rule, (norm2(z) <= 1,))
    >>> at, updates = list(named_iterates(claim, [{}, {z: (1, 0)}, {z: (0, -1)}]))[-1]
    >>> updates, point_text(at)
    (2, 'k = 2, w = (1, −1), z₁ = (1, 0), z₂ = (0, −1)')
    """
    if not isinstance(steps, list | tuple) or not steps:
        raise NotProved(
            1, f"the sequence is {said(steps)}", "give [{what is fixed}, {an update}, ...]"
        )
    fixed, *updates = map(chosen_point, steps)
    places = claim.fixed() - claim.rule.state, claim.varying()
    sizes = {at.values[DIMENSION] for at in (fixed, *updates) if DIMENSION in at.values}
    if len(sizes) > 1:
        raise NotProved(
            1, "the vectors of the sequence differ in length", "give all as many entries"
        )
    for k, at in enumerate((fixed, *updates)):
        if strange := sorted({name for name, _ in at.values} - places[k > 0] - {DIMENSION[0]}):
            raise NotProved(
                1,
                f"the sequence gives a value to {strange[0]} {f'at update {k}' if k else 'first'}",
                f"first what is fixed, {sorted(places[0])}; then the updates: {sorted(places[1])}",
            )
        if sizes:
            at.values[DIMENSION] = max(sizes)
    varying, seen = frozenset(places[1]), dict[Key, Fraction | int]()
    state = moved(claim.rule.start, fixed)
    for k, fresh in enumerate(updates):
        yield iterate(fixed, state, seen, k)
        at = mixed(fixed, fresh, state, varying)
        if broken := [g for g in claim.each if not holds(g, at)]:
            where = f"update {k + 1}, {point_text(at)}, does not satisfy {broken[0]}"
            raise NotProved(1, where, "name a sequence that satisfies the conditions")
        state = moved(claim.rule.step, at)
        remember(at, varying, k, seen)
    yield iterate(fixed, state, seen, len(updates))
