"""Is it a claim at all? What would pass whatever was derived is refused (gate 1 of the checks).

A truth value, the same expression twice, a float, a division by what may be zero, an index with two
meanings: each is refused with the reason and the remedy, before anything is computed.

>>> x = sp.Symbol("x", real=True)
>>> pose((x + 1) ** 2, "=", x**2 + 2 * x + 1)
(x + 1)**2 = x**2 + 2*x + 1
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, BooleanFunction

from perceptrons.verify import sampling as points
from perceptrons.verify.claim import SIGNS, Claim, NotProved
from perceptrons.verify.evaluate import NoValue, Point, value

__all__ = ["pose"]

TRUTH = Relational | BooleanFunction | BooleanAtom


def pose(lhs: Any, sign: str, rhs: Any, given: Sequence[Any] = ()) -> Claim:
    """Return the claim, if it is one that can fail.

    Parameters
    ----------
    lhs, rhs : SymPy expressions, numbers or matrices
        Left unevaluated, so that what is to be shown has not been done already: `Derivative`,
        `Sum`, `Subs`.
    sign : {"=", "<=", "<"}
    given : sequence of conditions
        Comparisons such as ``k <= m`` or ``Ne(Q, 0)``.

    Returns
    -------
    Claim

    Raises
    ------
    NotProved
        Where the claim is none, or would hold whatever was derived.

    Examples
    --------
    >>> x = sp.Symbol("x", real=True)
    >>> pose(x / 2, "<=", 0.5 * x)
    Traceback (most recent call last):
    perceptrons.verify.claim.NotProved: gate 1 (is the claim well posed?): the right side, 0.5*x, holds \
a float: write Rational(1, 2) for 0.5
    """
    if sign not in SIGNS:
        raise NotProved(1, f"the sign is {sign!r}", "give '=', '<=' or '<'")
    if isinstance(given, TRUTH):
        raise NotProved(
            1, f"given is the single condition {given}", "put it in a list: given=[...]"
        )
    claim = Claim(_side(lhs, "left"), sign, _side(rhs, "right"), tuple(map(_hypothesis, given)))
    _same_shape(claim)
    if claim.lhs == claim.rhs:
        raise NotProved(
            1,
            f"both sides are the same expression, {claim.lhs}",
            "leave unevaluated what is to be shown (Derivative, Sum, Subs)",
        )
    _names(claim)
    _indices(claim)
    _derivatives(claim)
    _divisors(claim)
    return claim


def _side(e: Any, which: str) -> Any:
    if isinstance(e, bool | TRUTH):
        raise NotProved(
            1,
            f"the {which} side, {e}, is a truth value",
            "give the two sides, not the result of comparing them",
        )
    try:
        e = sp.sympify(e, strict=True)
    except sp.SympifyError:
        kind = type(e).__name__
    else:
        kind = "" if isinstance(e, sp.Expr | sp.MatrixBase) else type(e).__name__
    if kind:
        raise NotProved(
            1,
            f"the {which} side, {e}, is a {kind}, which has no value",
            "give an expression; of a vector, its inner product with any other: dot(u, v)",
        )
    e = e.as_immutable() if isinstance(e, sp.MatrixBase) else e
    if e.has(sp.Float):
        raise NotProved(1, f"the {which} side, {e}, holds a float", "write Rational(1, 2) for 0.5")
    if e.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        raise NotProved(1, f"the {which} side, {e}, is not finite", "look for a division by zero")
    return e


def _hypothesis(g: Any) -> Any:
    if not isinstance(g, Relational):
        raise NotProved(
            1,
            f"the hypothesis {g} is no comparison, or one that holds always or never",
            "give comparisons such as k <= m, and leave out what assumptions already say",
        )
    if isinstance(g, sp.Eq):
        raise NotProved(
            1,
            f"the hypothesis {g} is an equation, which random points do not fulfil",
            "substitute one side for the other in the claim",
        )
    return g


def _same_shape(claim: Claim) -> None:
    left, right = (
        side.shape if isinstance(side, sp.MatrixBase | sp.MatrixExpr) else ()
        for side in (claim.lhs, claim.rhs)
    )
    if left != right:
        raise NotProved(
            1,
            f"the left side has the shape {left or '()'}, the right side {right or '()'}",
            "compare like with like; the entry of a 1 x 1 matrix M is Trace(M)",
        )


def _parts(claim: Claim, kind: Any) -> list[Any]:
    """Return the parts of one kind in both sides and the hypotheses, in an order that is fixed."""
    found = set().union(*(e.atoms(kind) for e in (claim.lhs, claim.rhs, *claim.given)))
    return sorted(found, key=sp.default_sort_key)


def _names(claim: Claim) -> None:
    """Refuse two things of one name: they print alike, and are not the same."""
    bases = _parts(claim, sp.IndexedBase)
    labels = {base.label for base in bases}
    named = [s for s in _parts(claim, sp.Symbol) if s not in labels and not s.is_Dummy]
    names = [str(e) for e in (*bases, *named, *_parts(claim, sp.MatrixSymbol))]
    names += claim.vectors()
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise NotProved(
            1,
            f"two different things are called {twice[0]}",
            "make each symbol once, with its assumptions, and give each its own name",
        )


def _indices(claim: Claim) -> None:
    """Refuse an index declared positive that begins at 0: SymPy has dropped its case i = 0."""
    for i, low, _ in (limits for e in _parts(claim, sp.Sum) for limits in e.limits):
        if (i.is_positive and low.is_nonpositive) or (i.is_nonnegative and low.is_negative):
            raise NotProved(
                1,
                f"the index {i} begins at {low}, against its own assumptions",
                "declare another symbol with integer=True, and nonnegative=True from 0",
            )


def _derivatives(claim: Claim) -> None:
    """Refuse the derivative by w[j] of a sum over j: SymPy gets it wrong without a word."""
    for e in _parts(claim, sp.Derivative):
        bound = {v for s in e.expr.atoms(sp.Sum) for v in s.variables}
        for clash in bound & set().union(*(v.free_symbols for v in e.variables)):
            raise NotProved(
                1,
                f"{clash} names both the derivative and a sum inside it, in {e}",
                "use another letter for one of them",
            )


def _divisors(claim: Claim) -> None:
    """Refuse a division by what can be 0 although the hypotheses hold."""
    bound = {v for kind in (sp.Sum, sp.Subs) for e in _parts(claim, kind) for v in e.variables}
    settled = {g.lhs for g in claim.given if g.rhs == 0 and g.rel_op in (">", "<", "!=")}
    divisors = {p.base for p in _parts(claim, sp.Pow) if p.exp.could_extract_minus_sign()}
    for base in sorted(divisors - settled, key=sp.default_sort_key):
        if base.is_zero is False or base.free_symbols & bound:
            continue
        at = next(
            (at for at in islice(points.points(claim.given), 100) if _is_zero(base, at)), None
        )
        if at is not None:
            raise NotProved(
                1,
                f"the claim divides by {base}, which is 0 at {points.text(at)}",
                f"add Ne({base}, 0) to given=, or declare its symbols positive",
            )


def _is_zero(e: Any, at: Point) -> bool:
    try:
        return not value(e, at).real
    except NoValue:
        return False
