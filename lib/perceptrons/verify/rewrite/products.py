"""Gate 3 for matrices: multiplying out, transposing a 1 x 1 product, turning a trace round.

SymPy does not multiply out (I - S)**2, and does not know that u.T*A*v is its own transpose. Here a
matrix expression becomes a sum of products, each a number and a tuple of factors.

>>> d = sp.Symbol("d", integer=True, positive=True)
>>> S, T = sp.MatrixSymbol("S", d, d), sp.MatrixSymbol("T", d, d)
>>> vanishes((S + T) ** 2 - S**2 - S * T - T * S - T**2)
True
>>> by_traces(sp.Trace(S * T) - sp.Trace(T * S))
0
"""

from __future__ import annotations

from collections import defaultdict
from functools import reduce
from typing import TypeAlias

import sympy as sp

from perceptrons.verify.language.binding import everywhere

__all__ = ["by_traces", "vanishes"]

_Factors: TypeAlias = "tuple[sp.MatrixExpr, ...]"
_Product: TypeAlias = "tuple[sp.Expr, _Factors]"


def vanishes(M: sp.MatrixExpr) -> bool:
    """Tell whether a matrix expression is 0 once it is multiplied out."""
    total: dict[_Factors, sp.Expr] = defaultdict(lambda: sp.S.Zero)
    for number, factors in _products(M):
        total[_least([factors]) if M.shape == (1, 1) else factors] += number
    return all(sp.expand(number) == 0 for number in total.values())


def by_traces(e: sp.Expr) -> sp.Expr:
    """Write each trace as a sum of traces of products, in their least form."""

    def turned(t: sp.Trace) -> sp.Expr:
        found = _products(t.arg)
        if not all(factors for _, factors in found):
            return t
        rounds = (
            (c, [factors[q:] + factors[:q] for q in range(len(factors))]) for c, factors in found
        )
        return sp.Add(*(c * sp.Trace(sp.MatMul(*_least(all_))) for c, all_ in rounds))

    return everywhere(e, sp.Trace, turned)


def _products(M: sp.MatrixExpr) -> list[_Product]:
    """Return the terms of a matrix expression, multiplied out."""
    if isinstance(M, sp.ZeroMatrix):
        return []
    if isinstance(M, sp.Identity):
        return [(sp.S.One, ())]
    if isinstance(M, sp.MatAdd):
        return [term for part in M.args for term in _products(part)]
    if isinstance(M, sp.MatMul):
        number, parts = M.as_coeff_matrices()
        return [(number * c, p) for c, p in reduce(_times, map(_products, parts))]
    if isinstance(M, sp.MatPow) and M.exp.is_Integer and M.exp > 0:
        return reduce(_times, [_products(M.base)] * int(M.exp))
    if isinstance(M, sp.Transpose):
        return [(c, _transposed(p)) for c, p in _products(M.arg)]
    return [(sp.S.One, (M,))]


def _times(left: list[_Product], right: list[_Product]) -> list[_Product]:
    return [(a * b, p + q) for a, p in left for b, q in right]


def _transposed(factors: _Factors) -> _Factors:
    return tuple(f.arg if isinstance(f, sp.Transpose) else sp.Transpose(f) for f in factors[::-1])


def _least(products: list[_Factors]) -> _Factors:
    """Return the least of these products and their transposes."""
    both = [*products, *map(_transposed, products)]
    return min(both, key=lambda p: tuple(map(sp.default_sort_key, p)))
