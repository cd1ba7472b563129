"""Rules for functions with cases, and for what hypotheses settle: maxima, sizes, conditions.

>>> x = sp.Symbol("x", real=True)
>>> signed(sp.Abs(x - 1), [x >= 2])
x - 1
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.language.binding import everywhere, substitute
from perceptrons.verify.wellposed.nonzero import shown_nonnegative

__all__ = ["Given", "assumed", "branched", "by_abs", "refined", "signed"]


Given: TypeAlias = "Sequence[Relational]"


def branched(e: sp.Expr, given: Given) -> sp.Expr:
    """Write a maximum or minimum by cases: SymPy's derivative of it is Heaviside's function."""
    return e.rewrite([sp.Max, sp.Min], sp.Piecewise)


def by_abs(e: sp.Expr, given: Given) -> sp.Expr:
    """Write the larger of two as (a + b + |a - b|)/2, and the smaller with the other sign."""

    def folded(m: sp.Max | sp.Min) -> sp.Expr:
        sign = 1 if isinstance(m, sp.Max) else -1
        first, *others = sorted(m.args, key=sp.default_sort_key)
        for b in others:
            first = (first + b + sign * sp.Abs(sp.expand(first - b))) / 2
        return first

    return everywhere(e, sp.Max | sp.Min, folded)


def assumed(e: sp.Expr, given: Given) -> sp.Expr:
    """Replace each hypothesis by True, and its negation by False."""
    table: dict[sp.Basic, sp.Basic] = {}
    for g in given:
        no = g.negated
        table |= {g: sp.true, g.reversed: sp.true, no: sp.false, no.reversed: sp.false}
    return substitute(e, table)


def signed(e: sp.Expr, given: Given) -> sp.Expr:
    """Write |f| as f, or as -f, where a hypothesis settles its sign; of a product, by factors."""
    known = tuple(given)

    def settled(a: sp.Abs) -> sp.Expr:
        whole = factor(a.args[0])
        if whole != a:
            return whole
        return sp.Mul(*map(factor, sp.Mul.make_args(sp.factor_terms(a.args[0]))))

    def factor(f: sp.Expr) -> sp.Expr:
        a = sp.Abs(f)
        return f if shown_nonnegative(f, known) else -f if shown_nonnegative(-f, known) else a

    return everywhere(e, sp.Abs, settled)


def refined(e: sp.Expr, given: Given) -> sp.Expr:
    """Use the hypotheses, as in ``|x| = x`` for x > 0."""
    return sp.refine(e, sp.And(*(g for g in given if g.rel_op not in ("==", "!="))))
