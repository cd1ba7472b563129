"""The walk through an expression: one function for each kind of node, found by its type.

The other modules of this package register what they can evaluate. What no module knows has no value.

>>> value(sp.Symbol("x") ** 2, Point({("x", ()): 3}))
9
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from fractions import Fraction
from functools import singledispatch
from itertools import chain
from typing import TypeAlias

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean, BooleanAtom
from sympy.matrices.expressions.matexpr import MatrixElement

from perceptrons.verify.evaluate.infinitesimals import (
    Irrational,
    Jet,
    NoValue,
    TooLong,
    Undefined,
    compare,
)
from perceptrons.verify.evaluate.point import Key, Point

__all__ = ["LONGEST", "Rows"]
__all__ += ["holds", "key", "matrix_value", "rational", "shape", "value", "values", "whole"]

Rows: TypeAlias = "list[list[Jet]]"
LONGEST = 1000  # terms of a sum, rows, and the largest exponent: beyond, nothing is evaluated
COMPARISONS = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


@singledispatch
def value(e: sp.Expr, at: Point) -> Jet:
    """Return the value of an expression; raise `NoValue` where it has none that is exact."""
    raise NoValue(f"{type(e).__name__} is not evaluated: write it with sums, powers and fractions")


@singledispatch
def matrix_value(e: sp.Expr, at: Point) -> Rows:
    """Return the value of a matrix expression row by row; a number is one row of one entry."""
    return [[value(e, at)]]


def holds(condition: Boolean, at: Point) -> bool:
    """Tell whether a condition is true at a point.

    Raises `NoValue` as `value` does; `Kink` where the answer changes at an infinitesimal distance.

    >>> x = sp.Symbol("x", real=True)
    >>> holds((x > 0) & (x < 2), Point({("x", ()): 3}))
    False
    """
    if isinstance(condition, bool | BooleanAtom):
        return bool(condition)
    if isinstance(condition, sp.And):
        return all(holds(c, at) for c in condition.args)
    if isinstance(condition, sp.Or):
        return any(holds(c, at) for c in condition.args)
    if isinstance(condition, sp.Not):
        return not holds(condition.args[0], at)
    if not isinstance(condition, Relational):
        raise NoValue(f"{condition} is not a comparison")
    if isinstance(condition.lhs, sp.MatrixExpr | sp.MatrixBase) and condition.rel_op in (
        "==",
        "!=",
    ):
        rows = (chain(*matrix_value(side, at)) for side in (condition.lhs, condition.rhs))
        equal = all(compare(a, b) == 0 for a, b in zip(*rows, strict=True))
        return equal is (condition.rel_op == "==")
    order = compare(value(condition.lhs, at), value(condition.rhs, at))
    return bool(COMPARISONS[condition.rel_op](order, 0))


def whole(e: sp.Expr, at: Point) -> int:
    """Return the value of an index, a limit or a size, which must be an integer and no variable."""
    jet = value(e, at)
    number = jet.real
    if jet.more:
        raise NoValue(f"{e} is an integer, by which no derivative exists")
    if not isinstance(number, Fraction) or number.denominator != 1:
        raise Undefined(f"{e} must be an integer, but is {number}")
    return int(number)


def rational(e: sp.Expr, at: Point) -> Fraction:
    """Return the value of an expression as a coordinate of a point, which must be a fraction."""
    number = value(e, at).real
    if not isinstance(number, Fraction):
        raise Irrational(f"{e} is no fraction")
    return number


def values(es: Iterable[sp.Expr], at: Point) -> list[Jet]:
    """Return the values of several expressions."""
    return [value(e, at) for e in es]


def key(entry: sp.Indexed | MatrixElement, at: Point) -> Key:
    """Return the name and the indices of an entry."""
    name, *indices = entry.args
    return str(name), tuple(whole(i, at) for i in indices)


def shape(e: sp.MatrixExpr, at: Point) -> tuple[range, range]:
    """Return the ranges of the row and the column indices at a point."""
    rows, columns = (whole(size, at) for size in e.shape)
    if rows < 1 or columns < 1:
        raise Undefined(f"{e} has no entries: declare its sizes positive")
    if rows * columns > LONGEST:
        raise TooLong(f"{e} has too many entries to be evaluated: {rows * columns}")
    return range(rows), range(columns)
