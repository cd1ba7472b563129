"""Gate 1: is the claim well posed? What would pass whatever was derived is refused.

A truth value, the same expression twice, a float, a division by something that may be zero, an
index with two meanings: each is refused with the reason and a remedy, before anything is proved.

>>> x = sp.Symbol("x", real=True)
>>> pose((x + 1) ** 2, "=", x**2 + 2 * x + 1)
(x + 1)**2 = x**2 + 2*x + 1
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, BooleanFunction

from perceptrons.verify.claim import SIGNS, Claim, NotProved, Side
from perceptrons.verify.language.binding import fresh, nameless
from perceptrons.verify.language.kinds import strange
from perceptrons.verify.said import said
from perceptrons.verify.wellposed.guards import guard
from perceptrons.verify.wellposed.sizes import too_large

__all__ = ["pose", "side"]

DEEPEST = 60  # levels of brackets: beyond, Python's stack overflows
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
    if said(sign) not in SIGNS:
        raise NotProved(1, f"the sign is {said(sign)}", "give '=', '<=' or '<'")
    if not isinstance(given, list | tuple):
        raise NotProved(
            1,
            f"given is {said(given)}, and no list of conditions",
            "put it in a list: given=[...]",
        )
    each = (part for g in given for part in (g.args if type(g) is sp.And else (g,)))
    claim = Claim(side(lhs, "left"), sign, side(rhs, "right"), tuple(map(_hypothesis, each)))
    _check_shapes(claim)
    for g in claim.given:
        if _restates(g, claim):
            raise NotProved(
                1,
                f"the hypothesis {g} is the claim itself",
                "suppose something else, from which the claim follows",
            )
    if claim.lhs == claim.rhs:
        raise NotProved(
            1,
            f"both sides are the same expression, {claim.lhs}",
            "leave unevaluated what is to be shown (Derivative, Sum, Subs)",
        )
    guard(claim)
    return claim


def side(e: object, which: str) -> Side:
    """Return one side of a claim as a SymPy object; `which` names it in a message.

    >>> side(2, "left"), type(side(2, "left")).__name__
    (2, 'Integer')
    """
    if isinstance(e, bool | TRUTH):
        raise NotProved(
            1,
            f"{_place(which)}, {e}, is a truth value",
            "give the two sides, not the result of comparing them",
        )
    try:
        found = sp.sympify(e, strict=True)
    except sp.SympifyError:
        found = e
    if not isinstance(found, sp.Expr | sp.MatrixBase):
        raise NotProved(
            1,
            f"{_place(which)}, {said(found)}, is a {type(found).__name__}, which has no value",
            "give an expression; of a vector, its inner product with any other: dot(u, v)",
        )
    if isinstance(found, sp.MatrixBase):
        found = sp.ImmutableMatrix(found)
    if _deep(found):
        raise NotProved(
            1,
            f"{_place(which)} is nested more than {DEEPEST} levels deep",
            "name parts of it by symbols of their own, and check them one by one",
        )
    if reason := too_large(found):
        raise NotProved(
            1,
            f"{_place(which)} is too large: {reason}",
            "check it with smaller numbers, or name parts of it by letters",
        )
    if found.has(sp.Float):
        raise NotProved(
            1, f"{_place(which)}, {found}, holds a float", "write Rational(1, 2) for 0.5"
        )
    if any(
        end in (sp.oo, -sp.oo) for e in found.atoms(sp.Sum) for limit in e.limits for end in limit
    ):
        raise NotProved(
            1,
            f"{_place(which)}, {found}, is a sum without end, which is a limit",
            "let the sum end at n, and prove what it is for every n",
        )
    if found.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        raise NotProved(
            1, f"{_place(which)}, {found}, is not finite", "look for a division by zero"
        )
    if (odd := strange(found)) is not None:
        raise NotProved(
            1,
            f"{_place(which)} cannot be evaluated: it holds {odd}, and {type(odd).__name__} is not evaluated",
            "write it with SymPy's own symbols, sums, powers and fractions",
        )
    return fresh(found)


def _place(which: str) -> str:
    other = {
        "factor": "a factor of because",
        "hypothesis": "one side of a hypothesis",
        "value": "a value of a letter",
    }
    return other.get(which, f"the {which} side")


def _deep(e: sp.Basic) -> bool:
    level = [e]
    for _ in range(DEEPEST):
        level = [a for part in level for a in part.args]
    return bool(level)


def _hypothesis(g: object) -> Relational:
    if not isinstance(g, Relational):
        raise NotProved(
            1,
            f"the hypothesis {said(g)} is not a comparison, or holds always or never",
            "give comparisons such as k <= m, and leave out what assumptions already say",
        )
    sides = [side(e, "hypothesis") for e in (g.lhs, g.rhs)]
    return sp.Rel(*sides, g.rel_op, evaluate=False)


def _restates(g: Relational, claim: Claim) -> bool:
    """Tell whether a hypothesis says the same as the claim, turned round or scaled by a number."""
    signs = {"=": ("==",), "<=": ("<", "<=", ">", ">="), "<": ("<", ">")}[claim.sign]
    if g.rel_op not in signs or isinstance(claim.lhs, sp.MatrixBase | sp.MatrixExpr):
        return False
    said = g.lhs - g.rhs if claim.sign == "=" else g.gts - g.lts
    differences = (nameless(claim.rhs - claim.lhs), nameless(said))
    ours, theirs = (sp.expand(e).as_coefficients_dict() for e in differences)
    if ours.keys() != theirs.keys() or not ours:
        return False
    (ratio, *others) = {ours[term] / theirs[term] for term in ours}
    return not others and bool(ratio > 0 or claim.sign == "=")


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
    if left and claim.sign != "=":
        raise NotProved(1, f"{claim} compares matrices by size", "compare numbers")
