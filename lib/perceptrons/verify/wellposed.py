"""Gate 1: is the claim well posed? What would pass whatever was derived is refused.

A truth value, the same expression twice, a float, a division by something that may be zero, an
index with two meanings: each is refused with the reason and a remedy, before anything is proved.

>>> x = sp.Symbol("x", real=True)
>>> pose((x + 1) ** 2, "=", x**2 + 2 * x + 1)
(x + 1)**2 = x**2 + 2*x + 1
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, BooleanFunction

from perceptrons.verify.claim import SIGNS, Claim, NotProved, Side
from perceptrons.verify.evaluate import value
from perceptrons.verify.infinitesimals import NoValue
from perceptrons.verify.point import Point
from perceptrons.verify.printing import point_text
from perceptrons.verify.sampling import points

__all__ = ["pose"]

TRUTH = Relational | BooleanFunction | BooleanAtom


def pose(lhs: Side, sign: str, rhs: Side, given: Sequence[Relational] = ()) -> Claim:
    """Return the claim, if it is one that can fail; raise `NotProved` otherwise.

    The sides are left unevaluated (`Derivative`, `Sum`, `Subs`), so that what is to be shown has
    not been carried out already. The sign is "=", "<=" or "<".

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
    _check_shapes(claim)
    if claim.lhs == claim.rhs:
        raise NotProved(
            1,
            f"both sides are the same expression, {claim.lhs}",
            "leave unevaluated what is to be shown (Derivative, Sum, Subs)",
        )
    _check_names(claim)
    _check_indices(claim)
    _check_derivatives(claim)
    _check_divisors(claim)
    return claim


def _side(e: object, which: str) -> Side:
    if isinstance(e, bool | TRUTH):
        raise NotProved(
            1,
            f"the {which} side, {e}, is a truth value",
            "give the two sides, not the result of comparing them",
        )
    try:
        side = sp.sympify(e, strict=True)
    except sp.SympifyError:
        side = e
    if not isinstance(side, sp.Expr | sp.MatrixBase):
        raise NotProved(
            1,
            f"the {which} side, {side}, is a {type(side).__name__}, which has no value",
            "give an expression; of a vector, its inner product with any other: dot(u, v)",
        )
    if isinstance(side, sp.MatrixBase):
        side = side.as_immutable()
    if side.has(sp.Float):
        raise NotProved(
            1, f"the {which} side, {side}, holds a float", "write Rational(1, 2) for 0.5"
        )
    if side.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        raise NotProved(
            1, f"the {which} side, {side}, is not finite", "look for a division by zero"
        )
    return side


def _hypothesis(g: object) -> Relational:
    if not isinstance(g, Relational):
        raise NotProved(
            1,
            f"the hypothesis {g} is not a comparison, or holds always or never",
            "give comparisons such as k <= m, and leave out what assumptions already say",
        )
    if isinstance(g, sp.Eq):
        raise NotProved(
            1,
            f"the hypothesis {g} is an equation, which random points do not satisfy",
            "substitute one side for the other in the claim",
        )
    return g


def _check_shapes(claim: Claim) -> None:
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


def _check_names(claim: Claim) -> None:
    """Refuse two different things of one name, which print alike."""
    bases = _atoms(claim, sp.IndexedBase)
    labels = {base.label for base in bases}
    symbols = [s for s in _atoms(claim, sp.Symbol) if s not in labels and not s.is_Dummy]
    names = [str(e) for e in (*bases, *symbols, *_atoms(claim, sp.MatrixSymbol))]
    names += claim.vectors()
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise NotProved(
            1,
            f"two different things are called {twice[0]}",
            "define each symbol once, with its assumptions, and give each its own name",
        )


def _check_indices(claim: Claim) -> None:
    """Refuse a positive index that starts at 0: SymPy silently assumes that it is never 0."""
    for i, low, _ in (limits for e in _atoms(claim, sp.Sum) for limits in e.limits):
        if (i.is_positive and low.is_nonpositive) or (i.is_nonnegative and low.is_negative):
            raise NotProved(
                1,
                f"the index {i} starts at {low}, which its assumptions exclude",
                "declare another symbol with integer=True, and nonnegative=True from 0",
            )


def _check_derivatives(claim: Claim) -> None:
    """Refuse the derivative by w[j] of a sum over j, which SymPy silently gets wrong."""
    for e in _atoms(claim, sp.Derivative):
        bound = {v for s in e.expr.atoms(sp.Sum) for v in s.variables}
        for clash in bound & set().union(*(v.free_symbols for v in e.variables)):
            raise NotProved(
                1,
                f"{clash} names both the derivative and a sum inside it, in {e}",
                "use another letter for one of them",
            )


def _check_divisors(claim: Claim) -> None:
    """Refuse a division by something that is 0 at a point that satisfies the hypotheses."""
    bound = {v for kind in (sp.Sum, sp.Subs) for e in _atoms(claim, kind) for v in e.variables}
    nonzero = {g.lhs for g in claim.given if g.rhs == 0 and g.rel_op in (">", "<", "!=")}
    divisors = {p.base for p in _atoms(claim, sp.Pow) if p.exp.could_extract_minus_sign()}
    for base in sorted(divisors - nonzero, key=sp.default_sort_key):
        if base.is_zero is False or base.free_symbols & bound:
            continue
        tried = islice(points(claim.given), 100)
        at = next((at for at in tried if _is_zero(base, at)), None)
        if at is not None:
            raise NotProved(
                1,
                f"the claim divides by {base}, which is 0 at {point_text(at)}",
                f"add Ne({base}, 0) to given=, or declare its symbols positive",
            )


def _is_zero(e: sp.Expr, at: Point) -> bool:
    try:
        return not value(e, at).real
    except NoValue:
        return False


def _atoms(claim: Claim, kind: type[sp.Basic]) -> list[sp.Basic]:
    """Return the parts of one kind in both sides and the hypotheses, in a fixed order."""
    found = set().union(*(e.atoms(kind) for e in claim.parts))
    return sorted(found, key=sp.default_sort_key)
