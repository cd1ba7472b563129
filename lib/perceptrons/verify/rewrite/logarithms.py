"""The rule for logarithms: that of a product is a sum, where its factors are positive.

>>> x, y = sp.symbols("x y", real=True)
>>> logarithms(sp.log(x**2 * y), [sp.Ne(x, 0), y > 0])
log(y) + 2*log(Abs(x))
"""

from __future__ import annotations

import sympy as sp

from perceptrons.verify.language.binding import everywhere
from perceptrons.verify.rewrite.cases import Given
from perceptrons.verify.rewrite.sums import constants_out
from perceptrons.verify.wellposed.nonzero import shown_positive

__all__ = ["logarithms"]


def logarithms(e: sp.Expr, given: Given) -> sp.Expr:
    """Write the logarithm of a product as a sum, where each factor is positive or an even power."""
    known = tuple(given)

    def factor(f: sp.Expr) -> sp.Expr:
        base, p = f.as_base_exp()
        if shown_positive(base, known) and p.is_real:
            return p * sp.log(base)
        return p * sp.log(sp.Abs(base)) if p.is_even else sp.log(f)

    def split(log: sp.Expr) -> sp.Expr:
        a = log.args[0]
        a = constants_out(a) if isinstance(a, sp.Sum) else a
        factors = sp.Mul.make_args(sp.factor_terms(sp.together(a)))
        if all(shown_positive(f, known) for f in factors):
            return sp.Add(*map(factor, factors))
        return sp.log(a)

    return everywhere(e, sp.log, split)
