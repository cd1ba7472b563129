"""A claim in words and formulas: its two sides, and for which values of its letters it is made.

>>> x, n = sp.Symbol("x", real=True), sp.Symbol("n", integer=True, positive=True)
>>> claim = Claim(x**n, "<=", x)
>>> stated(claim).text, "".join(domain(claim))
('xⁿ ≤ x', ' for all integer n ≥ 1, all real x')
"""

from __future__ import annotations

import sympy as sp
from sympy.core.symbol import Str

from perceptrons.verify.claim import Claim
from perceptrons.verify.language.assumptions import described
from perceptrons.verify.language.gradient import Gradient
from perceptrons.verify.language.letters import letters
from perceptrons.verify.printing.formulas import Formula, letter
from perceptrons.verify.printing.printer import SIGNS, formula
from perceptrons.verify.printing.rows import Row, listed

__all__ = ["altered", "assumed", "domain", "fitting", "letters_of", "stated"]

DERIVATIVES = (sp.Derivative, Gradient)
KINKED = (sp.Piecewise, sp.Max, sp.Min, sp.Abs, sp.sign)
PLAIN = ("{}", "real {}", "matrices {}", "{} in any dimension")


def stated(claim: Claim) -> Formula:
    """Return the two sides with the sign between them."""
    return Formula(f"{formula(claim.lhs)} {SIGNS[claim.sign]} {formula(claim.rhs)}")


def fitting(shown: Formula, claim: Claim) -> bool:
    """Tell whether a formula is no longer than the claim that it belongs to."""
    return len(shown.text) <= len(stated(claim).text)


def altered(claim: Claim, bad: Claim) -> Row:
    """Return the side that differs in a wrong version, usually the right one, if it is short."""
    part = Formula(f"{SIGNS[bad.sign]} {formula(bad.rhs)}")
    part = part if bad.lhs == claim.lhs else stated(bad)
    return (part, " is ") if fitting(part, claim) else ()


def letters_of(claim: Claim) -> dict[str, list[str]]:
    """Return the names of the letters of a claim, together where the same is assumed of them."""
    kinds: dict[str, list[str]] = {}
    free = set().union(*map(letters, claim.parts))
    for e in sorted(free, key=lambda e: (isinstance(e, sp.Symbol | sp.IndexedBase), str(e))):
        if isinstance(e, Str):
            kind = "{} in any dimension"
        else:
            kind = "matrices {}" if isinstance(e, sp.MatrixSymbol) else described(e)
        kinds.setdefault(kind, []).append(str(e))
    return kinds


def assumed(claim: Claim) -> list[Row]:
    """Return what is assumed of letters, such as ``x, y > 0``; nothing of plain numbers and vectors."""
    facts = []
    for kind, names in letters_of(claim).items():
        front, _, end = kind.partition("{}")
        if kind not in PLAIN:
            facts.append((front, *listed([letter(name) for name in names]), end))
    return facts


def domain(claim: Claim) -> Row:
    """Return for which values of its letters a claim is made: ``for all x, y > 0``."""
    row: Row = ()
    for kind, names in letters_of(claim).items():
        front, _, end = kind.partition("{}")
        if still := [letter(name) for name in names if name not in claim.changing()]:
            row = (*row, ", ", f"all {front}", *listed(still), end)
    moved = [e for e in claim.parts if e.has(*DERIVATIVES)]
    away = [", away from the borders between cases"] * any(e.has(*KINKED) for e in moved)
    away += [", away from the zeros of roots"] * any(_has_kinked_root(e, claim) for e in moved)
    return (" for ", *row[1:], *away) if row else tuple(away)


def _has_kinked_root(e: sp.Basic, claim: Claim) -> bool:
    """Tell whether a root in a differentiated side may be 0, where it has no slope."""
    positive = {g.gts - g.lts for g in claim.given if g.rel_op in ("<", ">")}
    roots = (p.base for p in e.atoms(sp.Pow) if not p.exp.is_integer)
    return any(not base.is_positive and base not in positive for base in roots)
