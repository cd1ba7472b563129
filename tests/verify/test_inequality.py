"""Inequalities and their certificates; refutations by a counter-example."""

import pytest
import sympy as sp
from letters import h, u, x, y, z
from sympy import Ne, Rational, symbols

from perceptrons.verify import NotProved, dot, norm2, refute, verify_le


def test_certificate():
    check = verify_le(2 * x * y, x**2 + y**2, because=[[(x - y) ** 2]])
    assert check.refuted["strict version"].left == check.refuted["strict version"].right
    with pytest.raises(NotProved, match="does not add up"):
        verify_le(2 * x * y, x**2 + y**2, because=[[(x + y) ** 2]])
    with pytest.raises(NotProved, match="the factor y is not visibly nonnegative"):
        verify_le(x, x + y, because=[[y]], given=[y**3 >= 0])
    with pytest.raises(NotProved, match=r"give a list of products, each a list"):
        verify_le(2 * x * y, x**2 + y**2, because=[(x - y) ** 2])


def test_hypotheses_are_dropped_one_by_one():
    check = verify_le(x * y, x * h, because=[[x, h - y]], given=[x >= 0, h >= y])
    assert set(check.refuted) == {x >= 0, h >= y, "strict version"}
    with pytest.raises(NotProved, match="does not seem to be needed") as error:
        verify_le(2 * x * y, x**2 + y**2, because=[[(x - y) ** 2]], given=[x >= 0])
    assert error.value.gate == 4


def test_hypothesis_that_is_needed_for_a_value_only():
    away = norm2(z) > 0
    share = dot(u, z) ** 2 / norm2(z)
    square = norm2(u - dot(u, z) / norm2(z) * z)
    check = verify_le(share, norm2(u), because=[[square]], given=[away])
    assert "without it undefined at" in repr(check)


def test_strict_and_not_strict():
    p = sp.Symbol("p", positive=True)
    with pytest.raises(NotProved, match="claim the strict version"):
        verify_le(x**2, x**2 + p, because=[[p]])
    assert verify_le(x**2, x**2 + p, because=[[p]], strict=True)
    with pytest.raises(NotProved, match=r"no product .* is visibly positive"):
        verify_le(2 * x * y, x**2 + y**2, because=[[(x - y) ** 2]], given=[Ne(x, y)], strict=True)


def test_equality_may_be_named():
    p, q = symbols("p q", positive=True)
    small, large, because = 2 * p * q * 101, p**2 + (101 * q) ** 2, [[(p - 101 * q) ** 2]]
    with pytest.raises(NotProved, match="name one with equal_at="):
        verify_le(small, large, because=because)
    assert verify_le(small, large, because=because, equal_at={p: 101, q: 1})


def test_false_inequality_is_refused_by_a_point():
    with pytest.raises(NotProved, match=r"fails at .* > ") as error:
        verify_le(x**2 + y**2, 2 * x * y, because=[[(x - y) ** 2]])
    assert error.value.gate == 2


def test_wrong_inequalities():
    because = [[(x - y) ** 2]]
    check = verify_le(
        2 * x * y, x**2 + y**2, because=because, wrong={"3 for 2": (3 * x * y, x**2 + y**2)}
    )
    assert "3 for 2: 3xy ≤ x² + y² is false at" in repr(check)
    with pytest.raises(NotProved, match=r"'weaker', .* holds at 400 points"):
        verify_le(2 * x * y, x**2 + y**2, because=because, wrong={"weaker": (x * y, x**2 + y**2)})


def test_named_point_must_satisfy_the_hypotheses():
    with pytest.raises(NotProved, match="the point x = −1 does not satisfy x > 0"):
        refute(sp.Abs(x), "=", x, given=[x > 0], at={x: -1})


# Refutations


def test_refute():
    assert refute((x + y) ** 2, "=", x**2 + y**2).left == (0,)
    assert refute(x, "<=", x**2, at={x: Rational(1, 2)}).left == (Rational(1, 2),)
    with pytest.raises(NotProved, match=r"no counter-example .* name a point with at="):
        refute(2 * x * y, "<=", x**2 + y**2)
    with pytest.raises(NotProved, match="no counter-example"):
        refute(x, "=", sp.Abs(x), given=[x > 0])
    with pytest.raises(NotProved, match="the sign is ==:"):
        refute(x, "==", y)
