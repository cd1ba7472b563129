"""The map of one epoch, its place of rest and the noise: exact values, long runs and simulation."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from sklearn.linear_model import SGDRegressor

from perceptrons import adaline, data, lms_limits

X, T = data.exact([[-1], [0], [1]]), [-1, 1, 1]
HALF = Fraction(1, 2)
BEST = [Fraction(1, 3), 1]


def random_problem(n, d, seed):
    """Return patterns and targets, and a rate below the limit."""
    rng = np.random.default_rng(seed)
    P = rng.normal(size=(n, d))
    longest = 1 + (P * P).sum(axis=1).max()
    return P, rng.normal(size=n), rng.uniform(0.2, 1.8) / longest


def walked(X, t, eta, order, w):
    """Return w after one epoch, one pattern at a time."""
    for i in order:
        a = np.array([1, *X[i]])
        w = w + eta * (t[i] - a @ w) * a
    return w


# The map


def test_the_map_of_the_worked_example():
    F, c = lms_limits.epoch_map(X, T, HALF)
    assert (8 * F).tolist() == [[-1, -1], [1, 1]]
    assert (8 * c).tolist() == [3, 5]
    assert not (F @ F).any()  # so two epochs are enough from every start


@pytest.mark.parametrize("order", [None, [2, 0, 1], [1, 1, 3], np.array([3])])
def test_the_map_is_the_epoch_that_is_walked(order):
    P, t, eta = random_problem(4, 3, 0)
    F, c = lms_limits.epoch_map(P, t, eta, order)
    w = np.array([2.0, -1, 0, 5])
    rows = range(4) if order is None else order
    assert F @ w + c == pytest.approx(walked(P, t, eta, rows, w), rel=1e-12)  # other sums


def test_the_map_needs_no_small_rate():
    F, c = lms_limits.epoch_map([[1]], [1], 7)
    assert (F @ [0, 0] + c).tolist() == [7, 7]


# The place of rest


def test_places_of_rest_of_the_worked_example():
    assert lms_limits.resting(X, T, HALF).tolist() == [Fraction(1, 4), Fraction(3, 4)]
    assert lms_limits.resting(X, T, HALF, [2, 1, 0]).tolist() == [Fraction(1, 4), Fraction(5, 4)]


@pytest.mark.parametrize("seed", range(5))
def test_a_hundred_epochs_end_at_the_place_of_rest(seed):
    P, t, eta = random_problem(6, 2, seed)
    run = adaline.online(P, t, eta=eta, epochs=2000)
    peer = SGDRegressor(
        penalty=None, learning_rate="constant", eta0=eta, shuffle=False, tol=None, max_iter=2000,
        fit_intercept=False,
    ).fit(run.A, t)  # fmt: skip
    rest = lms_limits.resting(P, t, eta)
    assert rest == pytest.approx(run.w, abs=1e-10)  # rounding: the contraction has died out
    assert rest == pytest.approx(peer.coef_, abs=1e-10)


def test_where_all_errors_can_be_zero_every_mode_rests_at_the_best_weights():
    P = data.exact([[1, 2], [3, -1], [0, 1], [2, 2]])
    t = [1 + 2 * a - b for a, b in P]
    for mode in ("cyclic", "drawn", "shuffled"):
        mean, excess = lms_limits.noise_floor(P, t, Fraction(1, 8), mode)
        assert (mean.tolist(), excess) == ([1, 2, -1], 0)
    assert lms_limits.resting(P, t, Fraction(1, 8)).tolist() == [1, 2, -1]


# The noise


@pytest.mark.parametrize(
    ("eta", "drawn", "shuffled", "cyclic"),
    [
        (HALF, Fraction(1, 5), 0.0928, {Fraction(1, 24), Fraction(1, 6)}),
        (Fraction(1, 4), Fraction(31, 435), 0.00752, {Fraction(1, 150), Fraction(2, 75)}),
        (Fraction(1, 8), 0.0312, 0.000898, None),
        (Fraction(1, 16), 0.0147, 0.000139, None),
    ],
)
def test_noise_of_the_worked_example(eta, drawn, shuffled, cyclic):
    # Values from a separate program, which solved the equations of the moments with SymPy.
    noise = lms_limits.noise_floor(X, T, eta, "drawn")
    assert noise.mean.tolist() == BEST
    assert float(noise.excess) == pytest.approx(float(drawn), rel=5e-3)  # as printed there
    assert isinstance(drawn, float) or noise.excess == drawn
    noise = lms_limits.noise_floor(X, T, eta, "shuffled")
    assert float(noise.excess) == pytest.approx(shuffled, rel=5e-3)
    if eta == HALF:
        assert noise.mean.tolist() == [BEST[0] - Fraction(7, 75), 1]
    turns = {
        lms_limits.noise_floor(X[list(o)], [T[i] for i in o], eta, "cyclic").excess
        for o in itertools.permutations(range(3))
    }
    assert cyclic is None or (min(turns), max(turns)) == (min(cyclic), max(cyclic))


def test_shuffling_does_not_remove_the_bias_in_general():
    four = data.exact([[-3], [-2], [-1], [6]])
    mean = lms_limits.noise_floor(four, [-1, -1, 1, 1], Fraction(1, 100), "shuffled").mean
    assert [round(float(v), 4) for v in mean] == [-0.0137, 0.1970]
    drawn = lms_limits.noise_floor(four, [-1, -1, 1, 1], Fraction(1, 100), "drawn").mean
    assert drawn.tolist() == [0, Fraction(1, 5)]  # the least squares


@pytest.mark.parametrize(("mode", "exact"), [("shuffled", 0.000898), ("drawn", 0.0312)])
def test_noise_is_what_a_simulation_shows(mode, exact):
    rng = np.random.default_rng(0)
    A, t, eta, w = np.array([[1, -1], [1, 0], [1, 1.0]]), np.array(T), 1 / 8, np.array([1 / 3, 1])
    total, epochs = 0.0, 20_000
    for _ in range(epochs):
        for i in rng.permutation(3) if mode == "shuffled" else rng.integers(0, 3, 3):
            w = w + eta * (t[i] - A[i] @ w) * A[i]
        v = A @ (w - [1 / 3, 1])
        total += v @ v / 2
    noise = lms_limits.noise_floor([[-1], [0], [1]], T, eta, mode)
    assert noise.excess == pytest.approx(exact, rel=5e-3)
    assert total / epochs == pytest.approx(noise.excess, rel=0.05)  # 20,000 correlated samples


def test_floats_and_fractions_agree():
    for mode in ("cyclic", "drawn", "shuffled"):
        exact = lms_limits.noise_floor(X, T, Fraction(1, 4), mode)
        rounded = lms_limits.noise_floor([[-1], [0], [1]], T, 0.25, mode)
        assert rounded.mean == pytest.approx([float(v) for v in exact.mean], rel=1e-12)
        assert rounded.excess == pytest.approx(float(exact.excess), rel=1e-11)
