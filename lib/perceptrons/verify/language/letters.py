"""The letters of an expression: what it speaks of, without the names that it binds.

>>> i, n = sp.symbols("i n", integer=True, positive=True)
>>> w = sp.IndexedBase("w", real=True)
>>> sorted(letters(sp.Sum(w[i] ** 2, (i, 1, n))), key=str)
[n, w]
"""

from __future__ import annotations

import sympy as sp
from sympy.concrete.expr_with_intlimits import ExprWithIntLimits
from sympy.core.symbol import Str

from perceptrons.verify.language.inner_products import Inner

__all__ = ["bound", "letters"]


def letters(e: sp.Basic) -> set[sp.Basic]:
    """Return the free symbols, indexed symbols and matrices, and the names of the vectors.

    >>> x, y = sp.symbols("x y")
    >>> letters(sp.Subs(x**2, x, y))
    {y}
    """
    if isinstance(e, sp.IndexedBase | sp.Symbol):
        return {e}
    if isinstance(e, sp.MatrixSymbol):
        return {e}.union(*map(letters, e.shape))
    if isinstance(e, Str):
        return set()
    if isinstance(e, Inner):
        return {name for side in e.args for name, _ in side}.union(
            *(letters(c) for side in e.args for _, c in side)
        )
    if isinstance(e, sp.Subs):
        return (letters(e.expr) - set(e.variables)).union(*map(letters, e.point))
    if isinstance(e, ExprWithIntLimits):
        found = letters(e.function)
        for variable, *ends in e.limits:
            found = (found - {variable}).union(*map(letters, ends))
        return found
    return set().union(*map(letters, e.args))


def bound(e: sp.Basic) -> set[sp.Symbol]:
    """Return the names that sums, products and substitutions anywhere in an expression bind.

    >>> x, y = sp.symbols("x y")
    >>> bound(sp.Subs(x**2, x, y))
    {x}
    """
    return {v for part in e.atoms(ExprWithIntLimits, sp.Subs) for v in part.variables}
