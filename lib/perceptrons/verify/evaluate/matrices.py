"""Matrices, row by row: sums, products, transposes, powers, inverses, traces and entries.

>>> from perceptrons.verify.evaluate import matrix_value
>>> A = sp.ImmutableMatrix([[1, 2], [3, 4]])
>>> matrix_value(sp.MatMul(A, sp.Transpose(A)), Point())
[[5, 11], [11, 25]]
"""

from __future__ import annotations

import operator
from functools import reduce

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from perceptrons.verify.evaluate.infinitesimals import ZERO, Jet, TooLong, Undefined
from perceptrons.verify.evaluate.point import REAL, Point
from perceptrons.verify.evaluate.walk import (
    LONGEST,
    Rows,
    matrix_value,
    shape,
    value,
    values,
    whole,
)

LARGEST = 12  # rows of a matrix of which the determinant is computed


@value.register
def _(e: MatrixElement, at: Point) -> Jet:
    rows, (i, j) = matrix_value(e.parent, at), (whole(e.i, at), whole(e.j, at))
    if not (0 <= i < len(rows) and 0 <= j < len(rows[i])):
        raise Undefined(f"{e} is no entry: the matrix has the shape {len(rows), len(rows[0])}")
    return rows[i][j]


@value.register
def _(e: sp.Trace, at: Point) -> Jet:
    rows = matrix_value(e.arg, at)
    _check_size(e, len(rows), len(rows[0]))
    return sum((row[i] for i, row in enumerate(rows)), ZERO)


@matrix_value.register
def _(e: sp.MatrixSymbol, at: Point) -> Rows:
    rows, columns = shape(e, at)
    return [[at.entry(e.name, (i, j), REAL) for j in columns] for i in rows]


@matrix_value.register
def _(e: sp.MatrixBase, at: Point) -> Rows:
    return [values(row, at) for row in e.tolist()]


@matrix_value.register
def _(e: sp.Transpose, at: Point) -> Rows:
    return [list(column) for column in zip(*matrix_value(e.arg, at), strict=True)]


@matrix_value.register
def _(e: sp.MatAdd, at: Point) -> Rows:
    first, *others = (matrix_value(a, at) for a in e.args)
    for other in others:
        _check_size(e, len(first), len(other))
        _check_size(e, len(first[0]), len(other[0]))
    return [
        [sum(entries, ZERO) for entries in zip(*rows, strict=True)]
        for rows in zip(first, *others, strict=True)
    ]


@matrix_value.register
def _(e: sp.MatMul, at: Point) -> Rows:
    factor, matrices = e.as_coeff_matrices()
    first, *others = (matrix_value(a, at) for a in matrices)
    for other in others:
        _check_size(e, len(first[0]), len(other))
        first = _times(first, other)
    return [[value(factor, at) * x for x in row] for row in first]


def _check_size(e: sp.Expr, a: int, b: int) -> None:
    if a != b:
        raise Undefined(f"the sizes in {e} do not fit: {a} and {b}")


@matrix_value.register
def _(e: sp.MatPow, at: Point) -> Rows:
    exponent = whole(e.exp, at)
    if not 0 < exponent <= LONGEST:
        raise TooLong(f"the power {exponent} of a matrix is not evaluated: write the product")
    return reduce(_times, [matrix_value(e.base, at)] * exponent)


def _times(A: Rows, B: Rows) -> Rows:
    columns = list(zip(*B, strict=True))
    return [[reduce(operator.add, map(operator.mul, row, c)) for c in columns] for row in A]


@matrix_value.register
def _(e: sp.Identity, at: Point) -> Rows:
    rows, columns = shape(e, at)
    return [[Jet.of(int(i == j)) for j in columns] for i in rows]


@matrix_value.register
def _(e: sp.ZeroMatrix, at: Point) -> Rows:
    rows, columns = shape(e, at)
    return [[ZERO for _ in columns] for _ in rows]


@value.register
def _(e: sp.Determinant, at: Point) -> Jet:
    """Compute it by Bird's products, without a division: an infinitesimal has no inverse."""
    rows = matrix_value(e.arg, at)
    _check_square(rows)
    product = rows
    for _ in rows[1:]:
        product = _times(_beside(product), rows)
    return product[0][0] * (-1) ** (len(rows) - 1)


def _beside(F: Rows) -> Rows:
    """Return what is above the diagonal, and on it minus the sum of the diagonal further down."""
    n = len(F)
    on = [-sum((F[k][k] for k in range(i + 1, n)), ZERO) for i in range(n)]
    return [[on[i] if i == j else F[i][j] if i < j else ZERO for j in range(n)] for i in range(n)]


@matrix_value.register
def _(e: sp.Inverse, at: Point) -> Rows:
    """Eliminate beside the unit matrix; without infinitesimals it is singular, or has a pivot."""
    rows = matrix_value(e.arg, at)
    _check_square(rows)
    n = len(rows)
    both = [[*row, *(Jet.of(int(i == j)) for j in range(n))] for i, row in enumerate(rows)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if both[i][k].real), None)
        if pivot is None:
            raise Undefined(f"{e.arg} has no inverse")
        both[k], both[pivot] = both[pivot], both[k]
        both[k] = [x * both[k][k] ** -1 for x in both[k]]
        for i in range(n):
            if i != k:
                both[i] = [x - both[i][k] * y for x, y in zip(both[i], both[k], strict=True)]
    return [row[n:] for row in both]


def _check_square(rows: Rows) -> None:
    _check_size(sp.Symbol("a square matrix"), len(rows), len(rows[0]))
    if len(rows) > LARGEST:
        raise TooLong(f"a matrix of {len(rows)} rows is not eliminated")
