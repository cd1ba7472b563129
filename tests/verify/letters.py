"""The letters and formulas that several tests of the checker share."""

import sympy as sp
from hypothesis import strategies as st
from sympy import Derivative, IndexedBase, MatrixSymbol, Piecewise, Rational, Sum, symbols

from perceptrons.verify import norm2, vectors

x, y, h = symbols("x y h", real=True)
i, j, k, n, d = symbols("i j k n d", integer=True, positive=True)
q = sp.Symbol("q", integer=True)
w, X, T = (IndexedBase(name, real=True) for name in ("w", "x", "t"))
u, z = vectors("u z")

residual = T[i] - Sum(w[j] * X[i, j], (j, 1, d))
J = Rational(1, 2) * Sum(residual**2, (i, 1, n))  # the squared error of chapter 7
A, b, v = MatrixSymbol("A", n, d), MatrixSymbol("b", n, 1), MatrixSymbol("v", d, 1)
E = b - A * v

fractions = st.fractions(-5, 5, max_denominator=7)
terms = st.tuples(st.integers(-4, 4), st.integers(0, 3), st.integers(0, 3))
polynomials = st.lists(terms, min_size=1, max_size=4).map(
    lambda terms: sp.Add(*(c * x**p * y**q for c, p, q in terms))
)

HYPOTHESES = [x > 0, k <= d]
EXPRESSIONS = {  # each is a trap for one of the rewriting rules
    "cases": sp.Max(x, y) - sp.Min(x, 2 * y),
    "derivative": Derivative((x + 1) ** 3 * y, x),
    "inner product": norm2(u + x * z) * (x + y),
    "hypothesis": sp.Abs(x) * Piecewise((y, x > 0), (x, True)),
    "product": Sum(w[i], (i, 1, n)) * Sum(T[j] * X[j, k], (j, 1, n)) ** 2,
    "order": Sum(w[i] * T[j], (i, 1, n), (j, 1, d)) - Sum(w[j] * T[i], (i, 1, n), (j, 1, d)),
    "twice": Sum(w[i], (i, 1, n)) + Sum(w[j], (j, 1, n)),
    "nested": Sum(X[i, 1] * Sum(w[j] + T[i], (j, 1, d)), (i, 1, n)),
    "from 0": Sum(w[q] * X[q, 1], (q, 0, n)) + 3 * Sum(w[i], (i, 1, d)),
    "first term": Sum(Piecewise((w[q], q < 2), (T[q] * x, True)), (q, 0, n)),
    "triangle": Sum(X[i, j], (j, 1, i), (i, 1, n)),
    "below 1": Sum(Piecewise((1, q > 0), (0, True)) * X[q, 1] - X[q, 1], (q, -1, n)),
    "one of two": Sum(w[i], (i, 1, n)) - Sum(w[j], (j, 1, n)) + Sum(T[i], (i, 1, d)),
    "bound name": Sum(Piecewise((1, k <= d), (0, True)), (k, 1, n)) * x,
    "condition": Piecewise((Sum(w[i], (i, 1, n)) * x, Sum(w[i], (i, 1, n)) < 0), (0, True)),
    "idle": Sum(w[i] * x, (i, 1, n), (j, 1, d)) + Sum(T[j], (i, 2, n), (j, 1, d)),
    "quotients": 1 / (x**2 + 1) + x / (y**2 + 1),
}
