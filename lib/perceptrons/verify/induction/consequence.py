"""From inequalities that hold after any number of updates, what follows without an induction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import NotProved
from perceptrons.verify.induction.invariant import check_hypotheses, pose_invariant
from perceptrons.verify.induction.invariant_trials import Pair
from perceptrons.verify.induction.proved import ProvedInvariant, reported
from perceptrons.verify.induction.sequences import Steps
from perceptrons.verify.induction.updates import check_mapping
from perceptrons.verify.inequality.certificate import Products, certify, shown
from perceptrons.verify.printing.rows import Row
from perceptrons.verify.said import said
from perceptrons.verify.wellposed.pose import pose

__all__ = ["verify_follows"]


def verify_follows(
    small: sp.Expr,
    large: sp.Expr,
    lines: Sequence[ProvedInvariant],
    *,
    because: Products,
    given: Sequence[Relational] = (),
    wrong: Mapping[str, Pair] | None = None,
    attained: bool = True,
    equal_along: Steps | None = None,
    without: Mapping[Relational, Steps] | None = None,
) -> ProvedInvariant:
    """Check that small <= large follows, after any number of updates, from lines already proved.

    Parameters
    ----------
    small, large : SymPy expressions
    lines : sequence of ProvedInvariant
        Inequalities about the same updates; the `gap` of each may be a factor of the certificate.
    because : sequence of products, each a sequence of factors
        The certificate: large - small.
    given : sequence of comparisons
        Where the claim is made, such as ``norm2(w) > 0``.
    wrong, attained, equal_along
        As in `verify_induction`.
    without : mapping of a hypothesis to a sequence, optional
        A sequence along which the claim fails without this hypothesis, where the search finds none.

    Returns
    -------
    ProvedInvariant

    Raises
    ------
    NotProved
        As `verify_induction`.

    Examples
    --------
    >>> from perceptrons.verify import Updates, dot, vectors, verify_induction
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
    if not (isinstance(lines, list | tuple) and lines) or not all(
        isinstance(line, ProvedInvariant) for line in lines
    ):
        raise NotProved(
            1, f"lines is {said(lines)}", "give what verify_induction returned, in a list"
        )
    if not isinstance(given, list | tuple):
        raise NotProved(1, f"given is {said(given)}", "put conditions in a list: given=[...]")
    check_mapping("without", {} if without is None else without)
    rule = lines[0].updates
    if not all(line.updates.same(rule) for line in lines):
        raise NotProved(1, "the lines speak of different updates", "prove them of the same rule")
    each = dict.fromkeys(g for line in lines for g in line.claim.each)
    known = dict.fromkeys((*given, *(g for line in lines for g in line.claim.given)))
    constant = frozenset().union(*(line.claim.fixed() for line in lines)) - rule.state
    claim = pose_invariant(
        small, "<=", large, rule, given=tuple(known), each=tuple(each), constant=constant
    )
    check_hypotheses(claim.given, claim.rhs - claim.lhs)

    def proof(given: Sequence[Relational]) -> None:
        facts = (sp.Ge(e.gap, 0) for e in lines if {*e.claim.given, *e.claim.each} <= {*given})
        known = (g for g in given if g in claim.given)
        certify(pose(small, "<=", large, (*known, *facts)), because)

    def reason() -> Row:
        return ("right − left is ", *shown(because, claim), ", by the lines above")

    return reported(
        claim,
        reason,
        proof,
        wrong=wrong,
        attained=attained,
        equal_along=equal_along,
        without=without,
    )
