"""Trying a claim along sequences of updates: where it holds, where it fails, where it is sharp.

>>> from perceptrons.verify.induction.invariant import pose_invariant
>>> from perceptrons.verify.language.inner_products import norm2, vectors
>>> from perceptrons.verify.induction.updates import Updates
>>> w, z = vectors("w z")
>>> k = sp.Symbol("k", integer=True, nonnegative=True)
>>> rule = Updates(start={w: 0 * w, k: 0}, step={w: w + z, k: k + 1})
>>> counterexample_along(pose_invariant(norm2(w), "<=", k, rule, each=[norm2(z) <= 1])).left > (2,)
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TypeAlias

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import NotProved
from perceptrons.verify.evaluate import holds
from perceptrons.verify.evaluate.infinitesimals import Irrational, Kink, NoValue, TooLong, Undefined
from perceptrons.verify.induction.invariant import Invariant, pose_invariant
from perceptrons.verify.induction.iterate import Iterate
from perceptrons.verify.induction.sequences import SEARCHED, Steps, iterates, named_iterates
from perceptrons.verify.inequality.less_equal import both_sides
from perceptrons.verify.printing.report import Refuted
from perceptrons.verify.printing.rows import dullness, point_text, written
from perceptrons.verify.refutation.trials import Trial
from perceptrons.verify.refutation.versions import named

__all__ = ["Pair", "attained_along", "counterexample_along", "dropped_along"]
__all__ += ["refuted_along", "tried"]

ENOUGH = 20  # updates at which a claim must have been tried
TRIED = 60  # updates at which it is tried
LARGE = 12  # and in sequences with large numbers, as far as there are any

Pair: TypeAlias = "tuple[sp.Expr, sp.Expr] | tuple[sp.Expr, sp.Expr, Steps]"


def _values(claim: Invariant, iterate: Iterate) -> Trial | None:
    """Return the values of both sides, or None where the claim is not made or has no fraction."""
    if not all(holds(g, iterate.at) for g in claim.given):
        return None
    try:
        trial = Trial(iterate.at, *claim.sides(iterate.at))
        claim.true(trial.left, trial.right)  # which may be too close to be compared
    except (Irrational, Kink, TooLong):
        return None
    return trial


def tried(claim: Invariant, count: int = TRIED) -> list[Trial]:
    """Try a claim along exact sequences; return the first trials after at least one update."""
    found = _along(iterates(claim), claim, count)
    _along(islice(iterates(claim, large=True), 4 * LARGE), claim, LARGE)  # not counted
    if len(found) < ENOUGH:
        raise NotProved(
            2,
            f"only {len(found)} updates were found that satisfy the conditions",
            "are they contradictory?",
        )
    return found


def _along(stream: Iterable[Iterate], claim: Invariant, count: int) -> list[Trial]:
    """Try a claim at the states of a stream; return `count` trials after at least one update."""
    found: list[Trial] = []
    for iterate in stream:
        try:
            trial = _values(claim, iterate)
        except NoValue as reason:
            where = point_text(iterate.at)
            raise NotProved(
                1, f"{claim} has no value at {where} ({reason})", "add a hypothesis to given="
            ) from reason
        if trial and not claim.true(trial.left, trial.right):
            raise NotProved(
                2,
                f"{claim} fails at {written(Refuted(claim, *trial).failure())}",
                "find the error in one of the sides, or the condition that is missing from each=",
            )
        if trial and iterate.updates:
            found.append(trial)
            if len(found) == count:
                break
    return found


def counterexample_along(claim: Invariant, steps: Steps | None = None) -> Refuted | None:
    """Look for a sequence along which a claim fails, or is undefined; or follow the one named."""
    for iterate in iterates(claim) if steps is None else named_iterates(claim, steps):
        try:
            trial = _values(claim, iterate)
        except Undefined:
            return Refuted(claim, iterate.at, (), ())
        except NoValue:
            continue
        if trial and not claim.true(trial.left, trial.right):
            return Refuted(claim, *trial)
    return None


def refuted_along(claim: Invariant, wrong: Mapping[str, Pair] | None) -> dict[str, Refuted]:
    """Refute every wrong version of a claim, whose letters stay fixed where the claim's do."""
    fixed = frozenset(claim.fixed()) - claim.rule.state
    refuted = {}
    for label, version in named(wrong).items():
        small, large, steps = both_sides(label, version)
        bad = pose_invariant(
            small,
            claim.sign,
            large,
            claim.rule,
            given=claim.given,
            each=claim.each,
            constant=fixed,
        )
        if (found := counterexample_along(bad, steps)) is None:
            where = (
                "the sequence named" if steps is not None else f"{SEARCHED} sequences of updates"
            )
            raise NotProved(
                4,
                f"the wrong version {label!r}, {bad}, holds along {where}",
                "is it really wrong under these conditions? If so, name a sequence along which it fails",
            )
        refuted[label] = found
    return refuted


def dropped_along(
    claim: Invariant,
    proves: Callable[[Sequence[Relational]], bool],
    without: Mapping[Relational, Steps],
) -> dict[Relational, Refuted | None]:
    """Refute a claim without each of its hypotheses; None where only the proof needs it."""
    if strange := [g for g in without if g not in (*claim.given, *claim.each)]:
        raise NotProved(1, f"{strange[0]} is no hypothesis of {claim}", "name one of given=")
    fixed, found = frozenset(claim.fixed()), {}
    for g in chain(claim.given, claim.each):
        given, each = (tuple(h for h in side if h != g) for side in (claim.given, claim.each))
        weaker = replace(claim, given=given, each=each, constant=fixed)
        found[g] = counterexample_along(weaker, without.get(g))
        if found[g] is None and g in without:
            raise NotProved(
                4, f"{claim} holds along the sequence named without {g}", "name one where it fails"
            )
        if found[g] is None and proves((*given, *each)):
            raise NotProved(4, f"{claim} is proved without the hypothesis {g}", "leave it out")
    return found


def attained_along(claim: Invariant, trials: list[Trial], steps: Steps | None) -> Refuted:
    """Refute the strict version: both sides are equal after some updates, or those named."""
    if steps is not None:
        *_, last = named_iterates(claim, steps)
        trials = [trial for trial in [_values(claim, last)] if trial]
    equal = [t for t in trials if t.left == t.right]
    if not equal and steps is None:
        equal = [t for t in tried(claim, 1000) if t.left == t.right]
    if not equal:
        raise NotProved(
            4,
            f"the two sides of {claim} became equal after no update that was tried",
            "name a sequence with equal_along=, look for a sharper bound, or say attained=False",
        )
    return Refuted(replace(claim, sign="<"), *min(equal, key=_awkward))


def _awkward(trial: Trial) -> tuple[bool, int, int]:
    """Prefer no 0 = 0, no vectors of one entry or of zeros, and the shortest."""
    return not any(trial.left + trial.right), dullness(trial.at), len(point_text(trial.at))
