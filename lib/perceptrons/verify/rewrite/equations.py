"""The rule for hypotheses that are equations: division by polynomials that are all 0.

>>> x, t = sp.symbols("x t", real=True)
>>> by_equations(t**3 * x - t * x, [sp.Eq(t**2, 1)])
0
"""

from __future__ import annotations

import sympy as sp

from perceptrons.verify.language.binding import carried, everywhere, substitute
from perceptrons.verify.rewrite.cases import Given
from perceptrons.verify.rewrite.sums import constants_out

__all__ = ["by_equations"]


def by_equations(e: sp.Expr, given: Given) -> sp.Expr:
    """Reduce a numerator by the hypotheses that are equations, such as t**2 = 1 or u·v = 0.

    What is no number is a letter here, also an inner product, or a whole sum. The remainder of a
    division by polynomials that are all 0 has the same value; so what is left is equal.
    """
    equations = [sp.expand(carried(g.lhs - g.rhs)) for g in given if g.rel_op == "=="]
    if not equations:
        return e
    e = everywhere(e, sp.Sum, constants_out)
    numerator, denominator = sp.fraction(sp.together(e))
    parts = [sp.expand(numerator), *equations]
    opaque = set().union(*(_opaque(p) for p in parts))
    names = {a: sp.Dummy("a", real=a.is_real) for a in sorted(opaque, key=sp.default_sort_key)}
    top, *zero = (substitute(p, names) for p in parts)
    letters = sorted(set().union(*(p.free_symbols for p in zero)), key=sp.default_sort_key)
    basis = sp.groebner(zero, *letters, order="grevlex")
    rest = sp.reduced(top, basis.exprs, *letters, order="grevlex")[1]
    return substitute(rest, {name: a for a, name in names.items()}) / denominator


def _opaque(e: sp.Expr) -> set[sp.Expr]:
    """Return the parts of an expression that are neither numbers nor symbols, sums, products, powers."""
    if e.is_Symbol or e.is_Rational:
        return set()
    if e.is_Add or e.is_Mul:
        return set().union(*map(_opaque, e.args))
    if e.is_Pow and e.exp.is_Integer and e.exp > 0:
        return _opaque(e.base)
    return {e}
