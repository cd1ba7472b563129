"""What a teacher wants to write down: maxima, sums, matrices; and false neighbours of each."""

import pytest
import sympy as sp
from letters import A, b, d, i, j, n, v, w, x, y
from sympy import (
    Abs,
    Identity,
    Max,
    Min,
    Ne,
    Product,
    Rational,
    Sum,
    Trace,
    binomial,
    ceiling,
    factorial,
    floor,
    log,
)
from true_claims import TRUE

from perceptrons.verify import NotProved, dot, norm2, refute, vectors, verify, verify_le
from perceptrons.verify.rewrite.rules import to_last

c = sp.Symbol("c", positive=True)
t, m = sp.Symbol("t", integer=True), sp.Symbol("m", integer=True, nonnegative=True)
s = sp.Symbol("s", nonnegative=True)
S, T = sp.MatrixSymbol("S", d, d), sp.MatrixSymbol("T", d, d)
eta = sp.Symbol("eta", real=True)
mean = Sum(w[i], (i, 1, n)) / n
deviation = Sum((w[i] - mean) ** 2, (i, 1, n))
r, one = b - A * v, Identity(d)
regular = Ne(sp.Determinant(A * A.T), 0)
solved = A.T * sp.Inverse(A * A.T) * b


@pytest.mark.parametrize(
    ("lhs", "rhs", "wrong"),
    [
        (Max(0, -c * x), c * Max(0, -x), c**2 * Max(0, -x)),
        (Max(x, y), (x + y + Abs(x - y)) / 2, (x + y + Abs(x + y)) / 2),
        (Min(x, y), (x + y - Abs(x - y)) / 2, (x + y + Abs(x - y)) / 2),
        (Abs(x * y), Abs(x) * Abs(y), x * Abs(y)),
        (Sum(w[i], (i, 1, n + 1)), Sum(w[i], (i, 1, n)) + w[n + 1], Sum(w[i], (i, 1, n)) + w[n]),
        (Sum(w[i] ** 2, (i, 1, n - 1)), Sum(w[i] ** 2, (i, 1, n)) - w[n] ** 2, mean),
        (deviation, Sum(w[i] ** 2, (i, 1, n)) - n * mean**2, Sum(w[i] ** 2, (i, 1, n)) - mean**2),
        (
            Sum((w[i] - x) ** 2, (i, 1, n)),
            deviation + n * (mean - x) ** 2,
            deviation + (mean - x) ** 2,
        ),
        (r.T * r, b.T * b - 2 * b.T * A * v + v.T * A.T * A * v, b.T * b + v.T * A.T * A * v),
        ((one - eta * S) ** 2, one - 2 * eta * S + eta**2 * S**2, one - eta * S + eta**2 * S**2),
        (sp.MatMul(A, solved), b, 2 * b),
        ((S + T) ** 2, S**2 + S * T + T * S + T**2, S**2 + 2 * S * T + T**2),
        (Trace(S * T), Trace(T * S), Trace(S * T.T)),
        (Trace(S * T * S.T), Trace(S.T * S * T), Trace(S * S * T)),
    ],
)
def test_equalities(lhs, rhs, wrong):
    given = [regular] if lhs.has(sp.Inverse) else []
    assert verify(lhs, rhs, given=given, wrong={"slip": wrong})
    with pytest.raises(NotProved, match="fails at"):
        verify(lhs, wrong, given=given)


def test_inequalities():
    a, o = vectors("a o")
    assert verify_le(-z0, Max(0, -z0), because=[[Max(0, -z0) + z0]])
    assert verify_le(Abs(x + y), Abs(x) + Abs(y), because=[[Abs(x) + Abs(y) - Abs(x + y)]])
    m = s * x + (1 - s) * y
    chord = s * Max(0, -x) + (1 - s) * Max(0, -y)
    triangle = Abs(s * x) + Abs((1 - s) * y) - Abs(m)
    assert verify_le(Max(0, -m), chord, because=[[Rational(1, 2), triangle]], given=[1 - s >= 0])
    gram = norm2(a) * norm2(o) - dot(a, o) ** 2
    short = dot(a, o) ** 2 / norm2(o)
    assert verify_le(short, norm2(a), because=[[1 / norm2(o), gram]], given=[norm2(o) > 0])


z0 = sp.Symbol("z", real=True)
p, q = sp.symbols("p q")


@pytest.mark.parametrize(
    ("small", "large", "factor", "reason"),
    [
        (Abs(x + 2 * y), Abs(x) + Abs(y), Abs(x) + Abs(y) - Abs(x + 2 * y), "fails at"),
        (z0, Max(0, -z0), Max(0, -z0) - z0, "fails at"),
        (0, (p - q) ** 2, (p - q) ** 2, "declare p real"),
    ],
)
def test_what_is_refused(small, large, factor, reason):
    with pytest.raises(NotProved, match=reason):
        verify_le(small, large, because=[[factor]])


def test_a_sum_without_end_is_refused_with_what_to_do():
    with pytest.raises(NotProved, match="let the sum end at n"):
        verify(Sum(2**-i, (i, 1, sp.oo)), 1)


def test_a_term_that_has_no_value_is_not_taken_in():
    pole = Sum(1 / (i - n), (i, 1, n - 1))
    assert to_last(pole, []) == pole


@pytest.mark.parametrize("name", TRUE)
def test_functions(name):
    lhs, rhs, given = TRUE[name]
    report = verify(lhs, rhs, given=list(given), wrong={"twice": 2 * rhs})
    assert all(g in report.refuted for g in given)


def test_values_with_e_in_them_are_compared_without_rounding():
    near = Rational(2718281828459045235, 10**18)  # just below e, closer than any float
    assert refute(x + sp.E, "<=", x + near)
    with pytest.raises(NotProved, match="no counter-example"):
        refute(x + near, "<=", x + sp.E)


@pytest.mark.parametrize(
    ("lhs", "rhs", "given", "reason"),
    [
        (sp.MatMul(A, solved), b, [], "divides by Determinant"),
        (sp.Trace(sp.Inverse(sp.Matrix([[x - 9]]))), 1 / (x - 9), [], "divides by Determinant"),
        (log(x + 9) - log(3), log((x + 9) / 3), [], "takes the logarithm of x . 9"),
        (binomial(t + 9, m), binomial(t + 9, t + 9 - m), [], "counts the subsets of t . 9"),
        (factorial(t + 9), (t + 9) * factorial(t + 8), [], "takes the factorial of t . 9"),
        (Product(j - 5, (j, 1, n)), (-1) ** n * factorial(n), [], "multiplies by j - 5"),
        ((x**2 + x) / x + Max(0, x - 70), x + 1, [Ne(x, 0)], "leaves the difference"),
        (floor(t / 5) + ceiling(t / 5), 2 * floor(t / 5), [], "fails at"),
        (sp.cos(x) ** 2, 1 - sp.sin(x) ** 2, [], "cos is not evaluated"),
    ],
)
def test_functions_that_are_refused(lhs, rhs, given, reason):
    with pytest.raises(NotProved, match=reason):
        verify(lhs, rhs, given=given)
