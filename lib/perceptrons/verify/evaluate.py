"""The independent evaluator: exact values, computed with fractions and infinitesimals alone.

SymPy proves an identity by rewriting it. This module uses none of SymPy's rules: it walks through
an expression and computes its value at a point, with `Fraction` and `Jet`. Derivatives are computed
by arithmetic, too, so the value of ``Derivative(J, w)`` does not come from SymPy's ``diff``.

>>> x = sp.Symbol("x", real=True)
>>> at = Point({("x", ()): 3})
>>> value(x**2 + 1, at), value(sp.Derivative(x**2, x), at)
(10, 6)

Matrices take their numbers of rows and columns from the point, as a symbol takes its value. So a
claim about matrices is tried in several sizes.

>>> n, d = sp.symbols("n d", integer=True, positive=True)
>>> X = sp.MatrixSymbol("X", n, d)
>>> matrix_value(X * X.T, Point({("n", ()): 1, ("d", ()): 2, ("X", (0, 0)): 3, ("X", (0, 1)): 4}))
[[25]]
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce, singledispatch
from itertools import count

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean, BooleanAtom
from sympy.matrices.expressions.matexpr import MatrixElement

from perceptrons.verify.assumptions import allows
from perceptrons.verify.gradient import Gradient
from perceptrons.verify.infinitesimals import (
    ZERO,
    Irrational,
    Jet,
    NoValue,
    Undefined,
    compare,
    infinitesimal,
)
from perceptrons.verify.inner_products import Inner
from perceptrons.verify.point import DIMENSION, REAL, Key, Point

__all__ = ["holds", "matrix_value", "value", "whole"]

Rows = list[list[Jet]]
LONGEST = 1000  # terms of a sum, rows, and the largest exponent: beyond, nothing is evaluated
COMPARISONS = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
_names = count()  # of infinitesimals: each derivative takes a new one


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
    order = compare(value(condition.lhs, at), value(condition.rhs, at))
    return bool(COMPARISONS[condition.rel_op](order, 0))


def whole(e: sp.Expr, at: Point) -> int:
    """Return the value of an index, a limit or a size, which must be an integer and no variable."""
    jet = value(e, at)
    number = jet.real
    if jet.terms.keys() - {frozenset()}:
        raise NoValue(f"{e} is an integer, by which no derivative exists")
    if number.denominator != 1:
        raise Undefined(f"{e} must be an integer, but is {number}")
    return int(number)


def _values(es: Iterable[sp.Expr], at: Point) -> list[Jet]:
    return [value(e, at) for e in es]


# Letters and numbers


@value.register
def _(e: sp.Rational, at: Point) -> Jet:
    return Jet.of(Fraction(int(e.p), int(e.q)))


@value.register
def _(e: sp.Symbol, at: Point) -> Jet:
    return at.bound[e] if e in at.bound else at.entry(e.name, (), e)


@value.register
def _(e: sp.Indexed, at: Point) -> Jet:
    return at.entry(*_key(e, at), e)


@value.register
def _(e: MatrixElement, at: Point) -> Jet:
    rows, (i, j) = matrix_value(e.parent, at), (whole(e.i, at), whole(e.j, at))
    if not (0 <= i < len(rows) and 0 <= j < len(rows[i])):
        raise Undefined(f"{e} is no entry: the matrix has the shape {len(rows), len(rows[0])}")
    return rows[i][j]


def _key(entry: sp.Indexed | MatrixElement, at: Point) -> Key:
    name, *indices = entry.args
    return str(name), tuple(whole(i, at) for i in indices)


# Arithmetic


@value.register
def _(e: sp.Add, at: Point) -> Jet:
    return reduce(operator.add, _values(e.args, at))


@value.register
def _(e: sp.Mul, at: Point) -> Jet:
    return reduce(operator.mul, _values(e.args, at))


@value.register
def _(e: sp.Pow, at: Point) -> Jet:
    exponent = value(e.exp, at)
    if exponent.terms.keys() - {frozenset()}:
        raise Irrational("derivatives with respect to an exponent are not computed")
    if abs(exponent.real) > LONGEST:
        raise NoValue(f"the power {exponent.real} is too large to be evaluated")
    return value(e.base, at) ** exponent.real


@value.register
def _(e: sp.Sum, at: Point) -> Jet:
    *inner, (i, low, high) = e.limits  # the last limits are the outermost
    first, last = whole(low, at), whole(high, at)
    if last < first - 1:
        raise Undefined(f"the sum over {i} runs from {first} down to {last}")
    if last - first > LONGEST // 10 ** len(at.bound):  # a sum in a sum must be shorter
        raise NoValue(f"the sum over {i} from {first} to {last} is too long to be evaluated")
    for v in (first, last):
        if first <= last and not allows(i, Fraction(v)):
            raise Undefined(f"{i} = {v} in the sum breaks the assumptions of {i}")
    term = sp.Sum(e.function, *inner) if inner else e.function
    terms = (value(term, at.bind({i: Jet.of(v)})) for v in range(first, last + 1))
    return sum(terms, ZERO)


@value.register
def _(e: Inner, at: Point) -> Jet:
    """Compute the inner product of coordinate vectors, in a dimension that the point draws."""
    d = int(at.entry(*DIMENSION, sp.Symbol("d", integer=True, positive=True)).real)

    def components(side: sp.Tuple) -> list[Jet]:
        terms = [(value(c, at), name.name) for name, c in side]
        return [
            sum((c * at.entry(name, (i,), REAL) for c, name in terms), ZERO)
            for i in range(1, d + 1)
        ]

    u = components(e.args[0])
    v = u if e.is_norm else components(e.args[1])
    return sum(map(operator.mul, u, v), ZERO)


@value.register
def _(e: sp.UnevaluatedExpr, at: Point) -> Jet:
    return value(e.args[0], at)


# Derivatives and substitutions


@value.register
def _(e: sp.Derivative, at: Point) -> Jet:
    """Add an infinitesimal to the variable, once for each differentiation."""
    names = [next(_names) for _ in e.variables]
    for variable, name in zip(e.variables, names, strict=True):
        at = _moved(variable, name, at)
    return value(e.expr, at).coefficient(names)


@matrix_value.register
def _(e: Gradient, at: Point) -> Rows:
    J, w = e.args

    def partial(i: int, j: int) -> Jet:
        name = next(_names)
        return matrix_value(J, _moved(w[i, j], name, at))[0][0].coefficient([name])

    rows, columns = _shape(e, at)
    return [[partial(i, j) for j in columns] for i in rows]


def _moved(variable: sp.Expr, name: int, at: Point) -> Point:
    """Return the point with an infinitesimal added to a symbol, or to an entry."""
    epsilon = infinitesimal(name)
    if isinstance(variable, sp.Indexed | MatrixElement):
        return at.shift(_key(variable, at), epsilon)
    return at.bind({variable: value(variable, at) + epsilon})


@value.register
def _(e: sp.Subs, at: Point) -> Jet:
    return value(e.expr, at.bind(dict(zip(e.variables, _values(e.point, at), strict=True))))


# Functions with branches


@value.register
def _(e: sp.Piecewise, at: Point) -> Jet:
    for branch, condition in e.args:
        if holds(condition, at):
            return value(branch, at)
    raise Undefined("no branch of the piecewise function applies")


@value.register
def _(e: sp.Max | sp.Min, at: Point) -> Jet:
    sign = 1 if isinstance(e, sp.Max) else -1
    return reduce(lambda a, b: b if compare(b, a) == sign else a, _values(e.args, at))


@value.register
def _(e: sp.Abs, at: Point) -> Jet:
    a = value(e.args[0], at)
    return a * compare(a, ZERO)


@value.register
def _(e: sp.sign, at: Point) -> Jet:
    return Jet.of(compare(value(e.args[0], at), ZERO))


@value.register
def _(e: sp.KroneckerDelta, at: Point) -> Jet:
    a, b = _values(e.args[:2], at)
    return Jet.of(int(compare(a, b) == 0))


# Matrices


@value.register
def _(e: sp.Trace, at: Point) -> Jet:
    rows = matrix_value(e.arg, at)
    _check_size(e, len(rows), len(rows[0]))
    return sum((row[i] for i, row in enumerate(rows)), ZERO)


@matrix_value.register
def _(e: sp.MatrixSymbol, at: Point) -> Rows:
    rows, columns = _shape(e, at)
    return [[at.entry(e.name, (i, j), REAL) for j in columns] for i in rows]


def _shape(e: sp.MatrixExpr, at: Point) -> tuple[range, range]:
    rows, columns = (whole(size, at) for size in e.shape)
    if rows < 1 or columns < 1:
        raise Undefined(f"{e} has no entries: declare its sizes positive")
    if rows * columns > LONGEST:
        raise NoValue(f"{e} has too many entries to be evaluated: {rows * columns}")
    return range(rows), range(columns)


@matrix_value.register
def _(e: sp.MatrixBase, at: Point) -> Rows:
    return [_values(row, at) for row in e.tolist()]


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
        raise NoValue(f"the power {exponent} of a matrix is not evaluated: write the product")
    return reduce(_times, [matrix_value(e.base, at)] * exponent)


def _times(A: Rows, B: Rows) -> Rows:
    columns = list(zip(*B, strict=True))
    return [[reduce(operator.add, map(operator.mul, row, c)) for c in columns] for row in A]


@matrix_value.register
def _(e: sp.Identity, at: Point) -> Rows:
    rows, columns = _shape(e, at)
    return [[Jet.of(int(i == j)) for j in columns] for i in rows]


@matrix_value.register
def _(e: sp.ZeroMatrix, at: Point) -> Rows:
    rows, columns = _shape(e, at)
    return [[ZERO for _ in columns] for _ in rows]
