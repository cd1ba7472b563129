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
from perceptrons.verify.language.gradient import Gradient
from perceptrons.verify.rewrite.rules import to_last

c = sp.Symbol("c", positive=True)
t, m = sp.Symbol("t", integer=True), sp.Symbol("m", integer=True, nonnegative=True)
s = sp.Symbol("s", nonnegative=True)
KINK = Max(0, x - 1000)
S, T = sp.MatrixSymbol("S", d, d), sp.MatrixSymbol("T", d, d)
g = sp.MatrixSymbol("g", d, 1)
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


def hinge(m):
    return Max(0, 1 - m)


def zero_one(m):
    return sp.Piecewise((1, m <= 0), (0, True))


z0 = sp.Symbol("z", real=True)
p, q = sp.symbols("p q")
a, o, u = vectors("a o u")
on, back = dot(a, o), dot(u, o)  # the margins of two weight vectors
between = s * x + (1 - s) * y
share = [1 - s >= 0]
INEQUALITIES = {  # name: small, large, hypotheses; the difference is the only factor
    "term of a maximum": (-z0, Max(0, -z0), []),
    "mean of two": ((x + y) / 2, Max(x, y), []),
    "smallest of two": (Min(x, y), (x + 2 * y) / 3, []),
    "triangle": (Abs(x + y), Abs(x) + Abs(y), []),
    "triangle, reversed": (Abs(Abs(x) - Abs(y)), Abs(x - y), []),
    "zero-one loss": (zero_one(z0), hinge(z0), []),
    "zero-one loss of a pattern": (zero_one(on), hinge(on), []),
    "perceptron's loss": (Max(0, -z0), hinge(z0), []),
    "hinge, convex": (hinge(between), s * hinge(x) + (1 - s) * hinge(y), share),
    "hinge, convex in the weights": (
        hinge(dot(s * a + (1 - s) * u, o)),
        s * hinge(on) + (1 - s) * hinge(back),
        share,
    ),
    "size, convex": (Abs(between), s * Abs(x) + (1 - s) * Abs(y), share),
    "hinge, Lipschitz": (hinge(x) - hinge(y), Abs(x - y), []),
    "signs of factors": (norm2(a + c * o), norm2(a) + c**2 * norm2(o), [on <= 0]),
    "terms of a sum": (x, x + (y - 1) + 2 * c, [y >= 1]),
}


@pytest.mark.parametrize("name", INEQUALITIES)
def test_inequalities(name):
    small, large, given = INEQUALITIES[name]
    gap = (large - small).doit() if name == "signs of factors" else large - small
    assert verify_le(small, large, because=[[gap]], given=given, strict=name == "terms of a sum")


@pytest.mark.parametrize(
    ("small", "large", "given"),
    [
        (zero_one(z0), Max(0, -z0), []),
        (zero_one(z0), Max(0, 1 - z0 / 2) - KINK, []),
        (hinge(between), s * hinge(x) + (1 - s) * hinge(y), []),
        (hinge(between) + KINK, s * hinge(x) + (1 - s) * hinge(y), share),
        (s * hinge(x) + (1 - s) * hinge(y), hinge(between), share),
        (Max(x, y), (x + y) / 2, []),
        (0, x * Max(y, 0) + y**2 * KINK, []),
        (0, -KINK * Sum(Max(w[i], 0), (i, 1, n)), []),
        (0, KINK * on, [on <= 0]),
        (0, KINK * on * back, [on <= 0, back >= 0]),
    ],
    ids=str,
)
def test_no_case_is_forgotten(small, large, given):
    """KINK is 0 at all small numbers: there only the proof can see that the claim is false."""
    with pytest.raises(NotProved):
        verify_le(small, large, because=[[large - small]], given=given)


def test_cauchy_and_schwarz():
    for b_, o_ in [(a, o), (a - u, o), (2 * a - u, o + s * u)]:
        gram = norm2(b_) * norm2(o_) - dot(b_, o_) ** 2
        short = dot(b_, o_) ** 2 / norm2(o_)
        there = norm2(o_) > 0
        report = verify_le(short, norm2(b_), because=[[1 / norm2(o_), gram]], given=[there])
        assert "(by the inequality of Cauchy and Schwarz)" in str(report)
        claim = dot(b_, o_) ** 2, norm2(b_) * norm2(o_)
        with pytest.raises(NotProved, match="because is the claim itself"):
            verify_le(*claim, because=[[gram]])
        if o_ is o:  # under a hypothesis the same factor is no claim of its own
            unit = sp.Eq(norm2(o_), 1)
            assert verify_le(claim[0], norm2(b_), because=[[gram]], given=[unit])
        proof = [[1 / norm2(o_), norm2(norm2(o_) * b_ - dot(b_, o_) * o_)]]
        report = verify_le(*claim, because=proof, given=[there])
        assert "Cauchy" not in str(report)
        assert "Supposed: " in str(report)  # the proof needs it, the claim does not
    lengths = sp.sqrt(norm2(a - u)) * sp.sqrt(norm2(o))
    assert verify_le(0, c * (lengths - on + back), because=[[c, lengths - dot(a - u, o)]])


@pytest.mark.parametrize(
    ("lhs", "rhs", "wrong"),
    [
        (Gradient(v.T * S * v, v), 2 * S * v, S * v),
        (v.T * S * g, g.T * S * v, 2 * v.T * S * g),
        (((one - eta * S) * v).T, v.T * (one - eta * S), v.T),
        (Trace(S * T * S.T), Trace(S * S * T), Trace(S * T)),
    ],
)
def test_symmetric_matrices(lhs, rhs, wrong):
    assert verify(lhs, rhs, given=[sp.Eq(S, S.T)], wrong={"slip": wrong})
    assert verify(lhs, rhs, given=[sp.Eq(S.T, S)])
    for given in ([], [sp.Eq(S, 2 * S.T)], [sp.Eq(T, T.T)]):
        with pytest.raises(NotProved):
            verify(lhs, rhs, given=given)


def test_what_a_symmetric_matrix_is_not():
    two = sp.MatrixSymbol("S", 2, 2)
    with pytest.raises(NotProved, match="of which two change at once"):
        verify(sp.Derivative(two[0, 1] * x, two[0, 1]), x, given=[sp.Eq(two, two.T)])
    with pytest.raises(NotProved, match="does not seem to be needed"):
        verify(Trace(S) + x, Trace(S.T) + x, given=[sp.Eq(S, S.T)])
    assert refute(two[0, 0], "=", two[1, 0], given=[sp.Eq(two, two.T)])
    with pytest.raises(NotProved, match="no counter-example"):
        refute(two[0, 1], "=", two[1, 0], given=[sp.Eq(two, two.T)])


def test_the_sign_of_a_product():
    assert verify(Abs(x * y), -x * y, given=[-x * y >= 0])
    assert verify(Abs(on * x), -x * on, given=[x * on <= 0])
    assert verify(Max(0, x * y), x * y, given=[x * y >= 0])
    with pytest.raises(NotProved):
        verify(Abs(x * y), -x * y, given=[x >= 0])


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
