"""The values of matrix expressions, for every number of rows and columns (the checks).

A matrix symbol of shape (n, d) takes its n and d from the point, as any symbol does. So a claim
about X and w is tried on tables of several sizes.

>>> n, d = sp.symbols("n d", integer=True, positive=True)
>>> X = sp.MatrixSymbol("X", n, d)
>>> at = Point({("n", ()): 1, ("d", ()): 2, ("X", (0, 0)): 3, ("X", (0, 1)): 4})
>>> matrix(X * X.T, at)
[[25]]
"""

from __future__ import annotations

from functools import reduce, singledispatch
from operator import add, mul
from typing import Any

import sympy as sp

from perceptrons.verify.evaluate import Point, value, whole
from perceptrons.verify.infinitesimals import Jet

__all__ = ["matrix"]

Rows = list[list[Jet]]


@singledispatch
def matrix(e: Any, at: Point) -> Rows:
    """Return the value of a matrix expression as rows of jets; a number is one row of one.

    Parameters
    ----------
    e : sympy matrix, matrix expression, or expression
        Matrices of symbols take their shape from the point: a (n, d) matrix draws n and d.
    at : Point

    Returns
    -------
    list of lists of Jet

    Raises
    ------
    NoValue
        As `value`.

    Examples
    --------
    >>> v = sp.Matrix([1, 2])
    >>> matrix(v.T * v, Point())
    [[5]]
    """
    return [[value(e, at)]]


def _shape(e: Any, at: Point) -> tuple[range, range]:
    rows, columns = (whole(s, at) for s in e.shape)
    return range(rows), range(columns)


@matrix.register(sp.MatrixSymbol)
def _(e: Any, at: Point) -> Rows:
    rows, columns = _shape(e, at)
    real = sp.Symbol("entry", real=True)
    return [[at.entry(e.name, (i, j), real) for j in columns] for i in rows]


@matrix.register(sp.MatrixBase)
def _(e: Any, at: Point) -> Rows:
    return [[value(e, at) for e in row] for row in e.tolist()]


@matrix.register(sp.Transpose)
def _(e: Any, at: Point) -> Rows:
    return [list(column) for column in zip(*matrix(e.arg, at), strict=True)]


@matrix.register(sp.MatAdd)
def _(e: Any, at: Point) -> Rows:
    parts = [matrix(a, at) for a in e.args]
    return [
        [reduce(add, xs) for xs in zip(*rows, strict=True)] for rows in zip(*parts, strict=True)
    ]


@matrix.register(sp.MatMul)
def _(e: Any, at: Point) -> Rows:
    factor, matrices = e.as_coeff_matrices()
    product = reduce(_times, (matrix(a, at) for a in matrices))
    return [[value(factor, at) * x for x in row] for row in product]


def _times(A: Rows, B: Rows) -> Rows:
    return [[reduce(add, map(mul, row, column)) for column in zip(*B, strict=True)] for row in A]


@matrix.register(sp.Identity)
def _(e: Any, at: Point) -> Rows:
    rows, columns = _shape(e, at)
    return [[Jet.of(int(i == j)) for j in columns] for i in rows]


@matrix.register(sp.ZeroMatrix)
def _(e: Any, at: Point) -> Rows:
    rows, columns = _shape(e, at)
    return [[Jet({}) for _ in columns] for _ in rows]


@value.register(sp.Trace)
def _(e: Any, at: Point) -> Jet:
    return sum((row[i] for i, row in enumerate(matrix(e.arg, at))), Jet({}))


@value.register(sp.matrices.expressions.matexpr.MatrixElement)
def _(e: Any, at: Point) -> Jet:
    return matrix(e.parent, at)[whole(e.i, at)][whole(e.j, at)]
