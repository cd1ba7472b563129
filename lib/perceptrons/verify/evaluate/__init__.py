"""The independent evaluator: exact values, computed with fractions and infinitesimals alone.

SymPy proves an identity by rewriting it. This package uses none of SymPy's rules: it walks through
an expression and computes its value at a point, with `Fraction` and `Jet`. Derivatives are computed
by arithmetic, too, so the value of ``Derivative(J, w)`` does not come from SymPy's ``diff``.

>>> import sympy as sp
>>> from perceptrons.verify.evaluate.point import Point
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

from perceptrons.verify.evaluate import derivatives, functions, matrices, scalars
from perceptrons.verify.evaluate.walk import holds, matrix_value, rational, value, whole

__all__ = ["derivatives", "functions", "matrices", "scalars"]
__all__ += ["holds", "matrix_value", "rational", "value", "whole"]
