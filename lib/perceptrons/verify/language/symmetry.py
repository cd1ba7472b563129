"""Hypotheses which say that a matrix is symmetric: S = S^T.

Almost no matrix that is drawn entry by entry satisfies one, and SymPy's rules do not use it. But a
matrix is symmetric where it is the sum of a matrix and its transpose, and nothing is known of that
one.

>>> d = sp.Symbol("d", integer=True, positive=True)
>>> S = sp.MatrixSymbol("S", d, d)
>>> symmetric([sp.Eq(S, S.T), d > 1])
{S}
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp
from sympy.core.relational import Relational

__all__ = ["split", "symmetric"]


def symmetric(given: Sequence[Relational]) -> set[sp.MatrixSymbol]:
    """Return the matrices that the hypotheses call symmetric."""
    equations = [{g.lhs, g.rhs} for g in given if isinstance(g, sp.Eq)]
    letters = {S for sides in equations for S in sides if isinstance(S, sp.MatrixSymbol)}
    return {S for S in letters if {S, S.T} in equations}


def split(given: Sequence[Relational]) -> dict[sp.MatrixSymbol, sp.MatrixExpr]:
    """Return a sum T + T^T for each symmetric matrix, with a T of which nothing is known.

    >>> S = sp.MatrixSymbol("S", 2, 2)
    >>> split([sp.Eq(S, S.T)])[S].shape
    (2, 2)
    """
    parts = {S: sp.MatrixSymbol(sp.Dummy(S.name), *S.shape) for S in symmetric(given)}
    return {S: T + T.T for S, T in parts.items()}
