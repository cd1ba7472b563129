"""Jets: arithmetic that differentiates."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from letters import fractions

from perceptrons.verify.evaluate.infinitesimals import (
    ZERO,
    Irrational,
    Jet,
    Kink,
    Undefined,
    compare,
    infinitesimal,
)


def same(one, two):
    difference = one - two
    return not (difference.number or difference.moves)


@given(fractions, fractions, st.integers(-3, 5))
def test_power_of_a_jet_is_its_derivative(a, b, p):
    assume(a or p > 0)
    epsilon = frozenset({"ε"})
    jet = Jet(a, {epsilon: b}) ** p
    assert jet.real == a**p
    assert jet.more.get(epsilon, 0) == (p * a ** (p - 1) * b if a or p > 1 else b)


@given(fractions, fractions, fractions)
def test_jets_are_a_ring(a, b, c):
    one = Jet(b, {frozenset({1}): a})
    two = Jet(a, {frozenset({2}): c})
    both = Jet(0, {frozenset({1, 2}): b, frozenset({1}): c})
    assert same(one * two, two * one)
    assert same(one * (two + both), one * two + one * both)
    assert same((one * two) * both, one * (two * both))


def test_square_of_an_infinitesimal_is_zero_and_a_mixed_product_is_not():
    a, b = map(infinitesimal, "ab")
    assert same(a * a, ZERO)
    assert same(a * b, Jet(0, {frozenset("ab"): 1}))


@given(fractions.filter(bool))
def test_root_of_a_jet_squares_to_it(a):
    jet = Jet(a * a, {frozenset({1}): Fraction(3), frozenset({2}): Fraction(-1)})
    assert same(jet ** Fraction(1, 2) * jet ** Fraction(1, 2), jet)
    assert (jet ** Fraction(1, 2)).real == abs(a)


@pytest.mark.parametrize(
    ("base", "p", "error"),
    [
        (ZERO, -1, Undefined),
        (Jet.of(-1), Fraction(1, 2), Undefined),
        (Jet.of(2), Fraction(1, 2), Irrational),
        (Jet.of(8), Fraction(1, 3), Irrational),
        (infinitesimal(1), Fraction(1, 2), Kink),
    ],
)
def test_powers_without_a_value(base, p, error):
    with pytest.raises(error):
        base**p


def test_comparison_at_an_infinitesimal_distance_is_a_kink():
    with pytest.raises(Kink):
        compare(infinitesimal(1), ZERO)
    assert compare(Jet.of(2), Jet.of(2)) == 0
