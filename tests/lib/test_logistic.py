"""Logistic regression: cost, gradient and descent, against scikit-learn and closed forms."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression

from perceptrons import adaline, logistic
from perceptrons.data import exact
from perceptrons.geometry import reflect

X, T = [[-3], [-2], [-1], [6]], [-1, -1, 1, 1]
OVERLAP = [[0], [1], [2], [3]], [-1, 1, -1, 1]


def test_cost_at_zero_is_n_logarithms_of_two():
    assert logistic.cost([0, 0], X, T) == pytest.approx(4 * np.log(2), rel=1e-15)  # one rounding
    assert logistic.gradient([0, 0], X, T).tolist() == [0, -5]


def test_the_gradient_is_the_slope_of_the_cost():
    rng = np.random.default_rng(1)
    for w in rng.normal(size=(20, 2)):
        h = 2.0**-17
        slope = [
            (logistic.cost(w + h * u, X, T) - logistic.cost(w - h * u, X, T)) / (2 * h)
            for u in np.eye(2)
        ]
        # A third derivative below 250 leaves h² · 250 / 6; rounding of J, 1e-15 / h.
        assert logistic.gradient(w, X, T) == pytest.approx(slope, abs=1e-8)


def test_with_a_minimum_it_is_that_of_scikit_learn():
    peer = LogisticRegression(C=np.inf, tol=1e-12, max_iter=1000).fit(*OVERLAP)
    run = logistic.batch(*OVERLAP, eta=2 * adaline.critical_rate(OVERLAP[0]), epochs=2000)
    # Their gradient is 1e-12 at most, the curvature above 0.1.
    assert run.w == pytest.approx([*peer.intercept_, *peer.coef_[0]], abs=1e-8)
    assert np.abs(logistic.gradient(run.w, *OVERLAP)).max() < 1e-12


def test_the_example_of_the_chapter():
    eta = 2 * adaline.critical_rate(X)
    assert eta == pytest.approx(0.08, rel=1e-12)  # of an eigenvalue, 50
    run = logistic.batch(X, T, eta=eta, epochs=10_000)
    right = (run.weights @ reflect(X, T).T > 0).all(axis=1)
    assert int(np.argmax(right)) == 64
    assert right[64:].all()
    assert (np.diff(run.costs) < 0).all()
    assert run.costs[[1000, 10_000]].round(4).tolist() == [0.1627, 0.0166]
    thresholds = -run.weights[[1000, 10_000], 0] / run.weights[[1000, 10_000], 1]
    assert thresholds.round(3).tolist() == [-1.448, -1.475]
    assert run.predict([[-1.6], [-1.4]]).tolist() == [-1, 1]
    assert repr(run) == "Descent(10000 epochs: cost 2.773 to 0.01656, w = [14.21, 9.634])"


def test_a_step_is_the_rate_against_the_gradient():
    run = logistic.batch(X, T, eta=0.125, epochs=3, w=[1, -1])
    for before, after in zip(run.weights, run.weights[1:], strict=False):
        assert (after == before - 0.125 * logistic.gradient(before, X, T)).all()
    assert run.weights[0].tolist() == [1, -1]


def test_sparse_and_exact_patterns_give_the_same_floats():
    plain = logistic.batch(X, T, eta=0.125, epochs=9).weights
    assert (logistic.batch(exact(X), T, eta=0.125, epochs=9).weights == plain).all()
    sparse = logistic.batch(csr_array(np.array(X, dtype=float)), T, eta=0.125, epochs=9)
    assert np.allclose(sparse.weights, plain, rtol=1e-14, atol=0)  # sums in another order
