"""Independent judges of the core: scikit-learn for the rule, SymPy for the gradient."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from scipy.sparse import csr_array, csr_matrix
from sklearn.linear_model import Perceptron

from perceptrons import criterion, data, geometry, perceptron


def labelled(seed, n, d, scale=1, noisy=False):
    """Return dyadic patterns, so that no product is rounded, and targets from a hyperplane."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-32, 33, (n, d)) / scale
    X[rng.random((n, d)) < 0.5] = 0
    w = rng.integers(-9, 10, d + 1) / scale
    t = np.where(w[0] + X @ w[1:] > 0, 1, -1)
    if noisy:
        t[::7] *= -1
    return X, t


@pytest.mark.parametrize("form", [np.asarray, csr_array])
@pytest.mark.parametrize(
    ("X", "t", "epochs"),
    [
        pytest.param(*data.modified_or(), 9, id="modified OR"),
        pytest.param(*data.xor(), 9, id="XOR"),
        pytest.param(*labelled(0, 60, 2), 200, id="integers"),
        pytest.param(*labelled(1, 200, 5, scale=16), 30, id="dyadic"),
        pytest.param(*labelled(2, 200, 5, scale=16, noisy=True), 30, id="noisy"),
        pytest.param(*labelled(3, 40, 300, scale=8), 30, id="more features than patterns"),
    ],
)
def test_scikit_learn_finds_the_same_weights(form, X, t, epochs):
    run = perceptron.online(form(X), t, max_epochs=epochs)
    assert run.updates
    # With the constant feature among the patterns its rule is ours: it has no tolerance that
    # stops it early (tol=None), and a round without mistakes leaves the weights as they are.
    judge = Perceptron(shuffle=False, tol=None, max_iter=run.epochs, fit_intercept=False)
    judge.fit(csr_matrix(geometry.augment(X)) if form is csr_array else geometry.augment(X), t)
    assert judge.coef_[0].tolist() == run.w.tolist()
    if run.converged:
        assert judge.predict(geometry.augment(X)).tolist() == run.predict(X).tolist()


def test_scikit_learn_finds_the_same_weights_on_mail():
    mail = data.spam(n=200)
    run = perceptron.online(mail.X, mail.t)
    assert run.converged
    judge = Perceptron(shuffle=False, tol=None, max_iter=run.epochs, fit_intercept=False)
    judge.fit(csr_matrix(geometry.augment(mail.X)), mail.t)
    assert judge.coef_[0].tolist() == run.w.tolist()


@pytest.mark.parametrize("factor", [-7, -5, 2, 3, 4])
def test_sympy_differentiates_the_criterion_to_our_gradient(factor):
    X, t = labelled(abs(factor), 6, 2)
    X = X.astype(int).astype(object)
    symbols = sp.symbols("w_0:3", real=True)
    # J_P = Σ max(0, -w·z), which SymPy differentiates to steps: away from kinks these are 0 or 1.
    J = sum(
        sp.Max(0, -int(s) * (symbols[0] + sum(map(sp.Mul, symbols[1:], map(int, x)))))
        for s, x in zip(t, X, strict=True)
    )
    slope = [sp.diff(J, s) for s in symbols]
    w = np.array([Fraction(1, 3), Fraction(-2, 7), Fraction(3, 11)]) * factor
    assert (geometry.discriminant(w, X) != 0).all(), "a kink: choose another point"
    assert 0 < criterion.mistaken(w, X, t).sum() < len(t)
    at = {s: sp.Rational(v.numerator, v.denominator) for s, v in zip(symbols, w, strict=True)}
    assert [sp.Rational(v) for v in criterion.gradient(w, X, t)] == [g.subs(at) for g in slope]
    assert sp.Rational(criterion.cost(w, X, t)) == J.subs(at)


def test_numpy_sees_the_same_geometry():
    rng = np.random.default_rng(3)
    X, w = rng.integers(-9, 10, (50, 4)), rng.integers(-9, 10, 5)
    homogeneous = np.column_stack([np.ones(50), X]) @ w
    assert geometry.discriminant(w, X).tolist() == homogeneous.tolist()
    # The foot of the perpendicular lies on the hyperplane, as far off as the distance says.
    r = geometry.distance(w, X)
    foot = X - r[:, None] * w[1:] / np.linalg.norm(w[1:])
    # Products of numbers below 100, five a sum, rounded at 1.1e-16 each: 1e-12 leaves room.
    np.testing.assert_allclose(geometry.discriminant(w, foot), 0, rtol=0, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(X - foot, axis=1), abs(r), rtol=0, atol=1e-12)
