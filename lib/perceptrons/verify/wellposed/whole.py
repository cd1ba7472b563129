"""Gate 1: where a claim needs whole numbers, as limits, indices and sizes; and where equal sizes.

Points of a few sizes cannot find that n + |n (n - 1) (n - 2)|/7 is whole for some n only.

>>> n = sp.Symbol("n", integer=True)
>>> [shown_whole(e, ()) for e in (n * (n + 1) / 2, n / 2, sp.floor(n / 2))]
[True, False, True]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, product
from math import prod

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from perceptrons.verify.language.binding import Bound, substitute

__all__ = ["needed_whole", "shown_whole", "unfit"]

MOST = 200  # points of a grid


def needed_whole(e: sp.Basic) -> Sequence[sp.Expr]:
    """Return the parts of an expression, or of the limits of a sum, that must be whole numbers.

    >>> i, n = sp.symbols("i n")
    >>> needed_whole(sp.IndexedBase("w")[i - 1]), needed_whole(sp.Tuple(i, 0, n / 2))
    ((i - 1,), (0, n/2))
    """
    if isinstance(e, sp.Tuple | sp.Indexed | MatrixElement | sp.MatrixSymbol):
        return tuple(e.args[1:])
    if isinstance(e, sp.factorial | sp.binomial):
        return tuple(e.args)
    return (e.exp,) if isinstance(e, sp.MatPow) else ()


def shown_whole(e: sp.Expr, facts: Sequence[sp.Basic]) -> bool:
    """Tell whether an expression is a whole number: by assumptions, an equation, or a grid.

    A polynomial of degree 2 that is whole at three whole numbers in a row is whole at all.

    >>> n, m = sp.symbols("n m", integer=True)
    >>> shown_whole(n / 2, [sp.Eq(n, 2 * m)]), shown_whole(n / 2, [sp.Eq(n, 3 * m)])
    (True, False)
    >>> shown_whole((sp.Symbol("n", odd=True) + 1) / 2, ())
    True
    """
    halved = {s: 2 * _whole(s) + int(s.is_odd) for s in e.free_symbols if s.is_even or s.is_odd}
    index = {s: _whole(s) for s in e.atoms(Bound) - halved.keys()}
    forms = (substitute(form, {**index, **halved}) for form in _forms(e, facts))
    return any(form.is_integer or _on_grid(form) for form in forms)


def _whole(s: sp.Symbol) -> sp.Dummy:
    return sp.Dummy(s.name, integer=True)


def unfit(e: sp.Basic, facts: Sequence[sp.Basic]) -> sp.Expr | None:
    """Return by how much two sizes differ that must be equal, unless they are shown to be.

    >>> n, m = sp.symbols("n m", integer=True, positive=True)
    >>> A, B = sp.MatrixSymbol("A", 2, n), sp.MatrixSymbol("B", m, 2)
    >>> unfit(A * B, ()), unfit(A * B, [sp.Eq(n, m)])
    (-m + n, None)
    """
    pairs: Iterator[tuple[sp.Expr, sp.Expr]] = iter(())
    if isinstance(e, sp.MatMul):
        pairs = ((a.cols, b.rows) for a, b in pairwise(e.as_coeff_matrices()[1]))
    elif isinstance(e, sp.MatAdd):
        shapes = (zip(a.shape, b.shape, strict=True) for a, b in pairwise(e.args))
        pairs = chain.from_iterable(shapes)
    elif isinstance(e, sp.Trace | sp.Determinant | sp.Inverse | sp.MatPow):
        pairs = iter([e.args[0].shape])
    lacks = (sp.expand(a - b) for a, b in pairs)
    return next((lack for lack in lacks if 0 not in _forms(lack, facts)), None)


def _forms(e: sp.Expr, facts: Sequence[sp.Basic]) -> Iterator[sp.Expr]:
    """Yield an expression, and what equations make of it that can be solved for a letter."""
    yield e
    for fact in facts:
        if isinstance(fact, sp.Eq):
            zero = sp.expand(fact.lhs - fact.rhs)
            for s in sorted(e.free_symbols & zero.free_symbols, key=str):
                if zero.coeff(s) in (1, -1) and not (rest := zero - zero.coeff(s) * s).has(s):
                    yield sp.expand(substitute(e, {s: -rest / zero.coeff(s)}))


def _on_grid(e: sp.Expr) -> bool:
    letters = sorted((s for s in e.free_symbols if s.is_integer), key=str)
    p = e.as_poly(*letters) if letters else None
    if p is None or not all(c.is_Rational for c in p.coeffs()):
        return False
    sizes = [p.degree(s) + 1 for s in letters]
    grid = product(*map(range, sizes))
    return prod(sizes) <= MOST and all(p.eval(at).is_Integer for at in grid)
