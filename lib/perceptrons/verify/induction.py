"""Induction over updates: from one update, proved once, to what holds after any number of them.

What is claimed for the letters after every update, small <= large, is proved in two steps. It holds
at the start. And one update adds to large - small a sum of products of which no factor is negative:
the certificate, as in `verify_le`, for arbitrary letters. From such lines others follow at once,
without a second induction.

>>> from perceptrons.verify.inner_products import dot, norm2, vectors
>>> w, z = vectors("w z")
>>> k = sp.Symbol("k", integer=True, nonnegative=True)
>>> R = sp.Symbol("R", positive=True)
>>> rule = Updates(start={w: 0 * w, k: 0}, step={w: w + z, k: k + 1})
>>> mistake, radius = -dot(w, z), R**2 - norm2(z)
>>> growth = verify_induction(norm2(w), k * R**2, rule, because=[[2, mistake], [radius]],
...                           each=[mistake >= 0, radius >= 0])
>>> growth.updates.step[k]
k + 1
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import NotProved, Side
from perceptrons.verify.formulas import formula
from perceptrons.verify.inequality import Products, certify, shown, visible
from perceptrons.verify.printing import Row, dullness, point_text
from perceptrons.verify.report import Refuted, Verified, fitting
from perceptrons.verify.rewrite import normal, residue
from perceptrons.verify.sequences import SEARCHED, ClaimAlong, counterexample_along, tried
from perceptrons.verify.trials import Trial, agree, named
from perceptrons.verify.updates import Updates, spoken
from perceptrons.verify.wellposed import pose

__all__ = ["Along", "verify_follows", "verify_induction"]

Pair: TypeAlias = "tuple[sp.Expr, sp.Expr]"


@dataclass(frozen=True, repr=False)
class Along(Verified):
    """A claim that was proved for the letters after any number of updates."""

    claim: ClaimAlong

    @property
    def updates(self) -> Updates:
        """The rule."""
        return self.claim.rule

    @property
    def gap(self) -> sp.Expr:
        """The right side minus the left: as a factor of a certificate, never negative."""
        return self.claim.rhs - self.claim.lhs


def verify_induction(
    small: sp.Expr,
    large: sp.Expr,
    updates: Updates,
    *,
    because: Products | None = None,
    each: Sequence[Relational] = (),
    given: Sequence[Relational] = (),
    wrong: Mapping[str, Pair] | None = None,
    attained: bool = True,
) -> Along:
    """Check that small <= large, or small = large, holds at the start and after every update.

    Parameters
    ----------
    small, large : SymPy expressions
        In the letters that change. The other letters in them stay fixed.
    updates : Updates
        Where the letters start, and what an update makes of them.
    because : sequence of products, each a sequence of factors
        What one update adds to large - small; no factor may be negative, as in `verify_le`.
        Without it the claim is an equation: small = large.
    each : sequence of comparisons
        What every update satisfies, such as ``dot(w, z) <= 0``.
    given : sequence of comparisons
        Hypotheses on letters that stay fixed.
    wrong : mapping of str to (small, large)
        Wrong versions, named by what is wrong in them: the nearest false bound first.
    attained : bool
        Whether both sides become equal after some updates. False for a bound with room.

    Returns
    -------
    Along
        Prints, and renders, the claim, the two steps and the counter-examples.

    Raises
    ------
    NotProved
        Where the start or the update fails, a condition is not needed, or the bound is not attained.

    Examples
    --------
    >>> from perceptrons.verify import dot, vectors
    >>> w, z, goal = vectors("w z w^*")
    >>> k, a = sp.Symbol("k", integer=True, nonnegative=True), sp.Symbol("a", positive=True)
    >>> rule = Updates(start={w: 0 * w, k: 0}, step={w: w + z, k: k + 1})
    >>> margin = dot(z, goal) - a
    >>> conditions = [margin >= 0]
    >>> report = verify_induction(k * a, dot(w, goal), rule, because=[[margin]], each=conditions)
    >>> print(*str(report).splitlines()[3:5], sep=chr(10))
      at the start right − left = 0; an update adds z·w* − a, never negative; tried after each of 60 exact updates
      without z·w* ≥ a false at a = 1, k = 3, w = (0, 0), w* = (1, 1), z₁ = (1, 0), z₂ = (0, 2), z₃ = (−1, −2): 3 > 0
    """
    sign = "=" if because is None else "<="
    claim = _posed(small, large, updates, given, each, sign=sign)
    changing = claim.rule.state | claim.varying()
    _check_letters(claim.given, spoken(*claim.parts) - changing, "given= is for what stays fixed")
    D = claim.rhs - claim.lhs
    new = updates.after(D)
    _check_hypotheses((*claim.given, *claim.each), D, new)
    trials = tried(claim)
    first = formula(_start(claim, D))
    start: Row = (
        "at the start right − left ",
        *(("= ", first) if fitting(first, claim) else ("≥ 0",)),
    )

    def proof(given: Sequence[Relational]) -> None:
        if because is not None:
            certify(pose(D, "<=", new, given), because)
            return
        agree(pose(D, "=", new, given))
        if left_over := residue(D, new, given):
            raise NotProved(3, f"an update changes right - left by {-left_over[0]}", "mend it")

    proof(claim.hypotheses)
    step: Row = ("; an update leaves it as it is",)
    if because is not None:
        step = ("; an update adds ", *shown(because, claim))
    return _reported(claim, (*start, *step), trials, proof, wrong, attained)


def verify_follows(
    small: sp.Expr,
    large: sp.Expr,
    lines: Sequence[Along],
    *,
    because: Products,
    given: Sequence[Relational] = (),
    wrong: Mapping[str, Pair] | None = None,
    attained: bool = True,
) -> Along:
    """Check that small <= large follows, after any number of updates, from lines already proved.

    Parameters
    ----------
    small, large : SymPy expressions
    lines : sequence of Along
        Inequalities about the same updates; the `gap` of each may be a factor of the certificate.
    because : sequence of products, each a sequence of factors
        The certificate: large - small.
    given : sequence of comparisons
        Where the claim is made, such as ``norm2(w) > 0``.
    wrong, attained
        As in `verify_induction`.

    Returns
    -------
    Along

    Raises
    ------
    NotProved
        As `verify_induction`.

    Examples
    --------
    >>> from perceptrons.verify import dot, vectors
    >>> w, z, goal = vectors("w z w^*")
    >>> k = sp.Symbol("k", integer=True, nonnegative=True)
    >>> rule = Updates(start={w: 0 * w, k: 0}, step={w: w + z, k: k + 1})
    >>> margin = dot(z, goal) - 1
    >>> conditions = [margin >= 0]
    >>> line = verify_induction(k, dot(w, goal), rule, because=[[margin]], each=conditions)
    >>> squares = [[line.gap, line.gap], [2, k, line.gap]]
    >>> verify_follows(k**2, dot(w, goal) ** 2, [line], because=squares).claim
    k**2 <= (w·w^*)**2
    """
    if not lines or not all(isinstance(line, Along) for line in lines):
        raise NotProved(1, f"lines is {lines}", "give what verify_induction returned, in a list")
    rule = lines[0].updates
    if not all(line.updates.same(rule) for line in lines):
        raise NotProved(1, "the lines speak of different updates", "prove them of the same rule")
    each = dict.fromkeys(g for line in lines for g in line.claim.each)
    known = dict.fromkeys((*given, *(g for line in lines for g in line.claim.given)))
    constant = frozenset().union(*(line.claim.fixed() for line in lines))
    claim = _posed(small, large, rule, tuple(known), tuple(each), constant - rule.state)
    _check_hypotheses(claim.given, claim.rhs - claim.lhs)
    trials = tried(claim)

    def proof(given: Sequence[Relational]) -> None:
        facts = (sp.Ge(e.gap, 0) for e in lines if {*e.claim.given, *e.claim.each} <= {*given})
        known = (g for g in given if g in claim.given)
        certify(pose(small, "<=", large, (*known, *facts)), because)

    proof(claim.hypotheses)
    row: Row = ("right − left is ", *shown(because, claim), ", by the lines above")
    return _reported(claim, row, trials, proof, wrong, attained)


def _posed(
    small: Side,
    large: Side,
    rule: Updates,
    given: Sequence[Relational],
    each: Sequence[Relational],
    constant: frozenset[str] = frozenset(),
    sign: str = "<=",
) -> ClaimAlong:
    """Return the claim, which must be well posed, and speak of what the updates change."""
    if not isinstance(rule, Updates):
        raise NotProved(1, f"updates is {rule}", "give Updates(start={...}, step={...})")
    plain = pose(small, sign, large, given)
    conditions = pose(small, sign, large, (*given, *each)).given[len(plain.given) :]
    claim = ClaimAlong(plain.lhs, sign, plain.rhs, plain.given, rule, conditions, constant)
    if not spoken(claim.lhs, claim.rhs) & rule.state:
        raise NotProved(1, f"{claim} speaks of nothing that changes", "prove it with verify_le")
    known = spoken(claim.lhs, claim.rhs, *rule.parts) | constant
    _check_letters(claim.each, known, "it must speak of the claim or the update")
    _check_letters(claim.given, known - claim.varying(), "given= is no condition on an update")
    return claim


def _check_letters(hypotheses: Sequence[Relational], known: set[str], rule: str) -> None:
    for g in hypotheses:
        if strange := sorted(spoken(g) - known):
            raise NotProved(
                1,
                f"the hypothesis {g} speaks of {strange[0]}: {rule}",
                "put what every update satisfies into each=, and leave out what is not needed",
            )


def _check_hypotheses(hypotheses: Sequence[Relational], *claimed: sp.Expr) -> None:
    """Refuse a hypothesis that says what is to be proved, up to a positive number."""
    for g in hypotheses:
        known = sp.expand((g.gts - g.lts).doit()) if hasattr(g, "gts") else sp.S.NaN
        for e in claimed:
            ratio = sp.cancel(sp.expand(e.doit()) / known)
            if ratio.is_number and ratio.is_positive:
                raise NotProved(
                    1, f"the hypothesis {g} is what is to be proved", "prove it from simpler ones"
                )


def _start(claim: ClaimAlong, D: sp.Expr) -> sp.Expr:
    """Return large - small at the start, which must be visibly nonnegative."""
    first = normal(claim.rule.at_start(D), claim.given)
    if not visible(first, claim.given) or (claim.sign == "=" and first != 0):
        raise NotProved(
            3,
            f"at the start right - left = {first}, which is not visibly "
            f"{'zero' if claim.sign == '=' else 'nonnegative'}",
            "start the bound where the letters start",
        )
    return first


def _reported(
    claim: ClaimAlong,
    reason: Row,
    trials: list[Trial],
    proof: Callable[[Sequence[Relational]], None],
    wrong: Mapping[str, Pair] | None,
    attained: bool,
) -> Along:
    """Refute the wrong versions, drop each hypothesis, look for equality; return the report."""
    fixed = frozenset(claim.fixed())
    refuted: dict[str | Relational, Refuted] = {}
    open_ends: list[Row] = []
    for label, (a, b) in named(wrong).items():
        bad = _posed(
            a, b, claim.rule, claim.given, claim.each, fixed - claim.rule.state, claim.sign
        )
        if (found := counterexample_along(bad)) is None:
            raise NotProved(
                4,
                f"the wrong version {label!r}, {bad}, holds along {SEARCHED} sequences of updates",
                "is it really wrong under these conditions?",
            )
        refuted[label] = found
    for g in (*claim.given, *claim.each):
        given, each = (tuple(h for h in side if h != g) for side in (claim.given, claim.each))
        found = counterexample_along(replace(claim, given=given, each=each, constant=fixed))
        if found is not None:
            refuted[g] = found
        elif _succeeds(proof, (*given, *each)):
            raise NotProved(4, f"{claim} is proved without the hypothesis {g}", "leave it out")
        else:
            open_ends.append(("the proof needs ", formula(g), ", the claim perhaps not"))
    if attained and claim.sign == "<=":
        equal = [t for t in trials if t.left == t.right]
        equal = equal or [t for t in tried(claim, 1000) if t.left == t.right]
        if not equal:
            raise NotProved(
                4,
                f"the two sides of {claim} became equal after no update that was tried",
                "look for a sharper bound, or say attained=False",
            )
        t = min(equal, key=_awkward)
        refuted["strict version"] = Refuted(replace(claim, sign="<"), *t)
    reason = (*reason, f"; tried after each of {len(trials)} exact updates")
    return Along(claim, (claim.conditions(), reason, *open_ends), refuted)


def _succeeds(proof: Callable[[Sequence[Relational]], None], given: Sequence[Relational]) -> bool:
    try:
        proof(given)
    except NotProved:
        return False
    return True


def _awkward(trial: Trial) -> tuple[bool, int, int]:
    """Prefer no 0 = 0, no vectors of one entry or of zeros, and the shortest."""
    return not any(trial.left + trial.right), dullness(trial.at), len(point_text(trial.at))
