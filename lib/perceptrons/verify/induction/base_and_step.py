"""Induction over updates: from one update, proved once, to what holds after any number of them.

What is claimed for the letters after every update, small <= large, is proved in two steps. It holds
at the start. And one update adds to large - small a sum of products of which no factor is negative:
the certificate, as in `verify_le`, for arbitrary letters. From such lines others follow at once,
without a second induction.

>>> from perceptrons.verify.language.inner_products import dot, norm2, vectors
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

from collections.abc import Mapping, Sequence
from dataclasses import replace

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import Claim, NotProved
from perceptrons.verify.induction.invariant import (
    Invariant,
    check_hypotheses,
    check_letters,
    pose_invariant,
)
from perceptrons.verify.induction.invariant_trials import Pair
from perceptrons.verify.induction.proved import ProvedInvariant, reported
from perceptrons.verify.induction.sequences import Steps
from perceptrons.verify.induction.updates import Updates, spoken
from perceptrons.verify.inequality.certificate import Products, certify, shown
from perceptrons.verify.inequality.nonnegative import visibly_nonnegative
from perceptrons.verify.printing.printer import formula
from perceptrons.verify.printing.rows import Row
from perceptrons.verify.printing.statement import fitting
from perceptrons.verify.refutation.trials import agree
from perceptrons.verify.rewrite.rules import normal, residue
from perceptrons.verify.wellposed.guards import guard
from perceptrons.verify.wellposed.pose import side

__all__ = ["verify_induction"]


def verify_induction(
    small: sp.Expr,
    large: sp.Expr,
    updates: Updates,
    *,
    because: Products | None = None,
    keeps: sp.Expr | int = 1,
    each: Sequence[Relational] = (),
    given: Sequence[Relational] = (),
    wrong: Mapping[str, Pair] | None = None,
    attained: bool = True,
    equal_along: Steps | None = None,
) -> ProvedInvariant:
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
    keeps : SymPy expression
        What one update multiplies large - small by, before it adds the products.
    each : sequence of comparisons
        What every update satisfies, such as ``dot(w, z) <= 0``.
    given : sequence of comparisons
        Hypotheses on letters that stay fixed.
    wrong : mapping of str to (small, large) or (small, large, sequence)
        Wrong versions, named by what is wrong in them: the nearest false bound first. Where the
        search finds no sequence, name one: a list of mappings from letters to numbers or tuples of
        numbers, the first for the letters that stay fixed, each other for those of an update.
    attained : bool
        Whether both sides become equal after some updates. False for a bound with room.
    equal_along : sequence, optional
        A sequence after which both sides are equal, where the search finds none.

    Returns
    -------
    ProvedInvariant
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
    claim = pose_invariant(small, sign, large, updates, given=given, each=each)
    changing = claim.rule.state | claim.varying()
    check_letters(claim.given, spoken(*claim.parts) - changing, "given= is for what stays fixed")
    D, keeps = claim.rhs - claim.lhs, side(keeps, "factor")
    new = updates.after(D)
    check_hypotheses((*claim.given, *claim.each), D, new)

    def proof(given: Sequence[Relational]) -> None:
        step = Claim(keeps * D, sign, new, tuple(given))
        guard(step)
        guard(replace(step, lhs=keeps))  # which may not divide by what the product cancels
        if because is None:
            _unchanged(step)
            return
        if not visibly_nonnegative(keeps, given):
            raise NotProved(3, f"keeps is {keeps}, which may be negative", "add it to each=")
        certify(step, because)

    def reason() -> Row:
        first = formula(_start(claim, D))
        start = ("= ", first) if fitting(first, claim) else ("≥ 0",)
        row: Row = ("at the start right − left ", *start, "; an update ")
        if keeps != 1:
            row = (*row, "multiplies it by ", formula(keeps))
        if because is not None:
            return (*row, *(() if keeps == 1 else (" and ",)), "adds ", *shown(because, claim))
        return row if keeps != 1 else (*row, "leaves it as it is")

    return reported(claim, reason, proof, wrong=wrong, attained=attained, equal_along=equal_along)


def _unchanged(step: Claim) -> None:
    """Prove the step of an equation: what is 0 stays 0."""
    agree(step)
    if left_over := residue(step.lhs, step.rhs, step.given):
        raise NotProved(3, f"an update changes right - left by {-left_over[0]}", "mend it")


def _start(claim: Invariant, D: sp.Expr) -> sp.Expr:
    """Return large - small at the start, which must be visibly nonnegative."""
    first = normal(claim.rule.at_start(D), claim.given)
    if not visibly_nonnegative(first, claim.given) or (claim.sign == "=" and first != 0):
        raise NotProved(
            3,
            f"at the start right - left = {first}, which is not visibly "
            f"{'zero' if claim.sign == '=' else 'nonnegative'}",
            "start the bound where the letters start",
        )
    return first
