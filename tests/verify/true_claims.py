"""True equalities in e, logarithms, binomial coefficients and whole parts, that the book needs."""

import sympy as sp
from letters import i, j, k, n, w, x, y
from sympy import (
    Abs,
    Derivative,
    Eq,
    Ne,
    Piecewise,
    Product,
    Sum,
    binomial,
    ceiling,
    exp,
    floor,
    log,
)

a, b = sp.symbols("a b", positive=True)
m, r = sp.symbols("m r", integer=True, nonnegative=True)
s = sp.Symbol("s", integer=True)
p = sp.IndexedBase("p", positive=True)


def sigma(a):
    return 1 / (1 + exp(-a))


def summed(f):
    return log(Sum(exp(f), (i, 1, n)))


def up_to(row, last):
    return 2 * Sum(binomial(row, m), (m, 0, last))


TRUE = {  # name: left, right, hypotheses
    "derivative of sigma": (Derivative(sigma(x), x), sigma(x) * (1 - sigma(x)), ()),
    "sigma of -x": (sigma(-x), 1 - sigma(x), ()),
    "log odds": (log(sigma(x) / (1 - sigma(x))), x, ()),
    "logistic loss": (log(1 + exp(x)), x + log(1 + exp(-x)), ()),
    "its slope": (Derivative(log(1 + exp(-x)), x), -sigma(-x), ()),
    "its curvature": (Derivative(log(1 + exp(-x)), x, x), sigma(x) * (1 - sigma(x)), ()),
    "hyperbolic tangent": (
        (exp(x) - exp(-x)) / (exp(x) + exp(-x)),
        2 * sigma(2 * x) - 1,
        (),
    ),
    "product of powers": (exp(x + y), exp(x) * exp(y), ()),
    "log of a product": (log(a * b**2 / 3), log(a) + 2 * log(b) - log(3), ()),
    "log by hypotheses": (log(x * y), log(x) + log(y), (x > 0, y > 0)),
    "log of a square": (log(x**2), 2 * log(Abs(x)), (Ne(x, 0),)),
    "slope of entropy": (Derivative(-a * log(a), a), -log(a) - 1, ()),
    "largest taken out": (summed(w[i]), x + summed(w[i] - x), ()),
    "sum of logs": (Sum(log(p[i] ** 2), (i, 1, n)), 2 * Sum(log(p[i]), (i, 1, n)), ()),
    "relative entropy": (
        Sum(p[i] * log(p[i] * n), (i, 1, n)),
        Sum(p[i] * log(p[i]), (i, 1, n)) + log(n) * Sum(p[i], (i, 1, n)),
        (),
    ),
    "Pascal": (binomial(n, m), binomial(n - 1, m) + binomial(n - 1, m - 1), ()),
    "Cover": (up_to(n, r), up_to(n - 1, r) + up_to(n - 1, r - 1), ()),
    "central": (
        binomial(2 * m + 2, m + 1) / 4 ** (m + 1),
        binomial(2 * m, m) / 4**m * (2 * m + 1) / (2 * m + 2),
        (),
    ),
    "central product": (Product((2 * j - 1) / (2 * j), (j, 1, m)), binomial(2 * m, m) / 4**m, ()),
    "absorption": (k * binomial(n, k), n * binomial(n - 1, k - 1), ()),
    "symmetry": (binomial(n, m), binomial(n, n - m), ()),
    "by factorials": (
        binomial(n, m),
        sp.factorial(n) / sp.factorial(m) / sp.factorial(n - m),
        (n - m >= 0,),
    ),
    "halves": (floor(s / 2) + ceiling(s / 2), s, ()),
    "thirds": (floor(s / 3) + floor((s + 1) / 3) + floor((s + 2) / 3), s, ()),
    "other way": (floor(-x), -ceiling(x), ()),
    "parity": (floor((n + 1) / 2) - floor(n / 2), (1 - (-1) ** n) / 2, ()),
    "four cases": (
        x - y,
        Piecewise((2 * x, Ne(y, x)), (0, True)),
        (Eq(x**2, 1), Eq(y**2, 1)),
    ),
}
