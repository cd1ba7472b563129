"""Gate 3 for whole numbers: binomial coefficients by Pascal's triangle, whole parts by residues.

>>> n, k = sp.symbols("n k", integer=True, positive=True)
>>> sp.expand(pascal(sp.binomial(n, k) - sp.binomial(n - 1, k), ()))
binomial(n - 1, k - 1)
>>> residues(sp.floor(n / 2) + sp.ceiling(n / 2) - n, ())
0
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb, lcm

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.language.binding import everywhere, substitute
from perceptrons.verify.language.letters import bound

__all__ = ["pascal", "residues"]

MOST = 6  # rows of the triangle, or terms of a sum, that are written out
CLASSES = 64  # residues that are tried one by one


def pascal(e: sp.Expr, given: Sequence[Relational]) -> sp.Expr:
    """Write the coefficients of a row by those of the first row that occurs; sum over their index.

    Each row is that of n >= 0 things, as gate 1 has seen to; so the triangle holds for every k.
    """
    rows = [b.args[0].as_coeff_Add() for b in e.atoms(sp.binomial)]
    first = {base: min(n for n, other in rows if other == base) for _, base in rows}

    def down(b: sp.Expr) -> sp.Expr:
        n, k = b.args
        offset, base = n.as_coeff_Add()
        steps = offset - first[base]
        if not (base.free_symbols and steps.is_Integer and steps <= MOST):
            return b
        return sp.Add(
            *(comb(int(steps), j) * sp.binomial(n - steps, k - j) for j in range(steps + 1))
        )

    return everywhere(everywhere(e, sp.binomial, down), sp.Sum, _over_the_index)


def _over_the_index(s: sp.Sum) -> sp.Expr:
    """Let a sum over i of a coefficient k - 1 run over k - 1, from 0; below it there is none."""
    (i, low, high), *others = s.limits
    if others:
        return s
    total = sp.S.Zero
    for term in sp.Add.make_args(sp.expand(s.function)):
        ahead = {b.args[1] - i for b in term.atoms(sp.binomial)}
        shift = ahead.pop() if len(ahead) == 1 else sp.S.Zero
        shift = shift if shift.is_Integer else sp.S.Zero
        moved = substitute(term, {i: i - shift})
        start, end = low + shift, high + shift
        if start.is_Integer and -MOST <= start < 0:
            total += sp.Add(*(substitute(moved, {i: q}) for q in range(start, 0)))
            start = sp.S.Zero
        total += sp.Sum(moved, (i, start, end))
    return total


def residues(e: sp.Expr, given: Sequence[Relational]) -> sp.Expr:
    """Return 0 for what is 0 in every class of residues, with whole parts of n/2 or (n + 2)/3 in it.

    In each class n is q m + r, with whole m: there SymPy takes the whole parts.
    """
    e = e.rewrite(sp.ceiling, sp.floor)
    inside = [f.args[0] for f in e.atoms(sp.floor)]
    letters = sorted(
        {s for a in inside for s in a.free_symbols if s.is_integer and s.is_Symbol} - bound(e),
        key=str,
    )
    slopes = [a.coeff(s) for a in inside for s in letters]
    if not letters or not all(c.is_Rational for c in slopes):
        return e
    q = lcm(*(int(c.q) for c in slopes), 2)  # even, for the sake of (-1)^n
    if q ** len(letters) > CLASSES:
        return e
    parts = {s: sp.Dummy(s.name, integer=True) for s in letters}
    for rest in product(range(q), repeat=len(letters)):
        there = {s: q * parts[s] + r for s, r in zip(letters, rest, strict=True)}
        if sp.expand(sp.powsimp(substitute(e, there))) != 0:
            return e
    return sp.S.Zero
