"""Hypotheses that almost no point satisfies by chance: equations, and bounds far from 0."""

import pytest
import sympy as sp
from letters import X, d, j, n, u, w, x, y, z
from sympy import Abs, And, Eq, Ne, Rational, Sum

from perceptrons.verify import NotProved, dot, norm2, verify, verify_le

t = sp.Symbol("t", real=True)
unit, target, line = Eq(norm2(z), 1), Eq(t**2, 1), Eq(x + y, 1)
reflected = Sum(t * w[j] * (t * X[j, 1]), (j, 1, d))


@pytest.mark.parametrize(
    ("lhs", "rhs", "given", "wrong"),
    [
        (t**3 * x + t**2, t * x + 1, [target], -t * x + 1),
        (norm2(t * u), norm2(u), [target], t * norm2(u)),
        (reflected, Sum(w[j] * X[j, 1], (j, 1, d)), [target], t * Sum(w[j] * X[j, 1], (j, 1, d))),
        (x / t, x * t, [target, Ne(t, 0)], x),
        (norm2(u + z), norm2(u) + norm2(z), [Eq(dot(u, z), 0)], norm2(u) - norm2(z)),
        (norm2(u - z), norm2(u) + norm2(z) - 2, [Eq(dot(u, z), 1)], norm2(u) + norm2(z) + 2),
        (norm2(u - dot(u, z) * z), norm2(u) - dot(u, z) ** 2, [unit], norm2(u) + dot(u, z) ** 2),
        (x**2 + 2 * x * y, 1 - y**2, [line], 1 + y**2),
        (Abs(x - 10) + y, x - 10 + y, [x >= 10], x + 10 + y),
        (Abs(n - 5) + x, n - 5 + x, [n >= 5], n + 5 + x),
    ],
)
def test_equations_and_bounds(lhs, rhs, given, wrong):
    assert verify(lhs, rhs, given=given, wrong={"slip": wrong})
    with pytest.raises(NotProved, match="fails at"):
        verify(lhs, wrong, given=given)


def test_inequalities():
    assert verify_le(4 * x * y, 1, because=[[(x - y) ** 2]], given=[line])
    assert verify_le(0, (x - 10) * y, because=[[x - 10, y]], given=[x >= 10, y >= 100])
    between = And(x > 0, x < 1)
    assert verify_le(x**2, x, because=[[x, 1 - x]], given=[between], strict=True)


@pytest.mark.parametrize(
    ("lhs", "rhs", "given", "reason"),
    [
        (t**3, 1, [target], "fails at"),  # t may be -1
        (x * y, 0, [Eq(x * y + x, 0)], "fails at"),  # x = 0 or y = -1
        (norm2(u + z), norm2(u) + norm2(z) + 1, [Eq(dot(u, z), 0)], "fails at"),
        (Abs(n - 5) + x, n - 5 + x, [n >= 4], "fails at"),
        (x**3, x + 2, [Eq(x**2, 2)], "no point was found"),
        (x * y, y, [Eq(x, 1), Eq(x, 2)], "no point was found"),
        (x / t, x * t, [target], "divides by t"),
        (t**2 * x, x, [target, Eq(t, 1)], "does not seem to be needed"),
        (x, x**2 * x, [line], "fails at"),
    ],
)
def test_what_is_refused(lhs, rhs, given, reason):
    with pytest.raises(NotProved, match=reason):
        verify(lhs, rhs, given=given)


def test_hypotheses_that_hold_only_off_the_sample_are_named():
    assert verify(x**2, Rational(1, 4), given=[Eq(x, Rational(1, 2))])
