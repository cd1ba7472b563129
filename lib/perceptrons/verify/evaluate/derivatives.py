"""Derivatives, by infinitesimals, and substitutions: values of an expression nearby.

>>> from perceptrons.verify.evaluate import value
>>> x = sp.Symbol("x", real=True)
>>> value(sp.Derivative(x**3, x), Point({("x", ()): 2}))
12
"""

from __future__ import annotations

from itertools import count

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from perceptrons.verify.evaluate.infinitesimals import Jet, infinitesimal
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.evaluate.walk import Rows, key, matrix_value, shape, value, values
from perceptrons.verify.language.gradient import Gradient

_names = count()  # of infinitesimals: each derivative takes a new one


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

    rows, columns = shape(e, at)
    return [[partial(i, j) for j in columns] for i in rows]


def _moved(variable: sp.Expr, name: int, at: Point) -> Point:
    """Return the point with an infinitesimal added to a symbol, or to an entry."""
    epsilon = infinitesimal(name)
    if isinstance(variable, sp.Indexed | MatrixElement):
        return at.shift(key(variable, at), epsilon)
    return at.bind({variable: value(variable, at) + epsilon})


@value.register
def _(e: sp.Subs, at: Point) -> Jet:
    return value(e.expr, at.bind(dict(zip(e.variables, values(e.point, at), strict=True))))
