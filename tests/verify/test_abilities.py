"""What a teacher wants to write down: maxima, sums, matrices; and false neighbours of each."""

import pytest
import sympy as sp
from letters import A, b, d, i, n, v, w, x, y
from sympy import Abs, Identity, Max, Min, Rational, Sum, Trace

from perceptrons.verify import NotProved, dot, norm2, vectors, verify, verify_le
from perceptrons.verify.rewrite import to_last

c = sp.Symbol("c", positive=True)
s = sp.Symbol("s", nonnegative=True)
S, T = sp.MatrixSymbol("S", d, d), sp.MatrixSymbol("T", d, d)
eta = sp.Symbol("eta", real=True)
mean = Sum(w[i], (i, 1, n)) / n
deviation = Sum((w[i] - mean) ** 2, (i, 1, n))
r, one = b - A * v, Identity(d)


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
        ((S + T) ** 2, S**2 + S * T + T * S + T**2, S**2 + 2 * S * T + T**2),
        (Trace(S * T), Trace(T * S), Trace(S * T.T)),
        (Trace(S * T * S.T), Trace(S.T * S * T), Trace(S * S * T)),
    ],
)
def test_equalities(lhs, rhs, wrong):
    assert verify(lhs, rhs, wrong={"slip": wrong})
    with pytest.raises(NotProved, match="fails at"):
        verify(lhs, wrong)


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
