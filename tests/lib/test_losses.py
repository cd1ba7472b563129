"""Losses and pulls: each pull is minus the slope of its loss, and the rules of the book use it."""

from decimal import Decimal, getcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import SGDClassifier

from perceptrons import adaline, criterion, geometry, losses, perceptron, rates
from perceptrons.data import exact

X, T = [[-3], [-2], [-1], [6]], [-1, -1, 1, 1]
products = st.fractions(-50, 50, max_denominator=64)
each_rule = pytest.mark.parametrize("rule", losses.RULES)


def test_the_table_of_the_chapter():
    at = exact([-2, 0, Fraction(1, 2), 1, 3])
    half = Fraction(1, 2)
    assert losses.pull("perceptron", at).tolist() == [1, 1, 0, 0, 0]
    assert losses.pull("hinge", at).tolist() == [1, 1, 1, 0, 0]
    assert losses.pull("relaxation", at).tolist() == [3, 1, half, 0, 0]
    assert losses.pull("least squares", at).tolist() == [3, 1, half, 0, -2]
    assert losses.loss("perceptron", at).tolist() == [2, 0, 0, 0, 0]
    assert losses.loss("hinge", at).tolist() == [3, 1, half, 0, 0]
    eighth = Fraction(1, 8)
    assert losses.loss("relaxation", at).tolist() == [9 * half, half, eighth, 0, 0]
    assert losses.loss("least squares", at).tolist() == [9 * half, half, eighth, 0, 2]


@given(products)
def test_the_logistic_rule_against_decimals(m):
    getcontext().prec = 40
    grown = (Decimal(m.numerator) / Decimal(m.denominator)).exp()
    with np.errstate(all="raise"):
        found = [float(f("logistic", float(m))) for f in (losses.loss, losses.pull)]
    # Two roundings each, of numbers that may be 2^6 times as large as the result.
    true = [float((1 + 1 / grown).ln()), float(1 / (1 + grown))]
    assert found == pytest.approx(true, rel=1e-13)


def test_the_logistic_rule_far_out():
    with np.errstate(over="raise", invalid="raise"):
        assert losses.loss("logistic", [-1e6, 1e6]).tolist() == [1e6, 0]
        assert losses.pull("logistic", [-1e6, 1e6]).tolist() == [1, 0]


@each_rule
@given(m=products, step=st.fractions("1/64", 3, max_denominator=64))
def test_a_pull_is_minus_a_slope(rule, m, step):
    """All losses are convex: the slopes of the chords to both sides enclose that at m."""
    ends = exact([m - step, m, m + step])
    low, here, high = losses.loss(rule, ends)
    rounding = 1e-13 / step if rule == "logistic" else 0
    assert (low - here) / step >= losses.pull(rule, m) - rounding
    assert losses.pull(rule, m) >= (here - high) / step - rounding


@each_rule
def test_shapes_and_kinds_are_kept(rule):
    for f in (losses.loss, losses.pull):
        assert f(rule, 2).shape == ()
        assert f(rule, [[1, 2, 3]]).shape == (1, 3)
        assert f(rule, [1, 2]).dtype == float
    if rule != "logistic":
        m = exact([Fraction(1, 3)])
        assert {type(v) for v in (*losses.loss(rule, m), *losses.pull(rule, m))} <= {int, Fraction}


def test_losses_and_pulls_of_the_other_chapters():
    w = exact([0, Fraction(1, 5)])
    Z = geometry.reflect(exact(X), T)
    m = Z @ w
    assert losses.loss("perceptron", m).sum() == criterion.cost(w, exact(X), T)
    assert (-(losses.pull("perceptron", m) @ Z) == criterion.gradient(w, exact(X), T)).all()
    assert losses.loss("least squares", m).sum() == adaline.cost(w, exact(X), T) == 1
    assert (losses.pull("least squares", m) @ Z == 0).all()
    eta = rates.relaxation(w=w)
    run = perceptron.online(exact(X), T, eta=eta, w=w, max_epochs=1)
    z = Z[2]
    assert (run.weights[1] == w + losses.pull("relaxation", m[2]) * z * Fraction(1, z @ z)).all()


@pytest.mark.parametrize(
    ("rule", "theirs"),
    [("perceptron", "perceptron"), ("hinge", "hinge"), ("logistic", "log_loss")],
)
def test_scikit_learn_takes_the_same_steps(rule, theirs):
    peer = SGDClassifier(
        loss=theirs, alpha=0, learning_rate="constant", eta0=0.3, shuffle=False, tol=None
    )
    peer.set_params(max_iter=3).fit(X, T)
    w = np.zeros(2)
    for _ in range(3):
        for z in geometry.reflect(X, T):
            w = w + 0.3 * losses.pull(rule, w @ z) * z
    # It rounds e^m elsewhere. (At a product of exactly 1 its hinge still pulls; none occurs here.)
    assert [*peer.intercept_, *peer.coef_[0]] == pytest.approx(w, rel=1e-12)
