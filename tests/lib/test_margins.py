"""The largest margin, and what a run proves of it: exact values, oracles, and inseparable data."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.svm import LinearSVC

from perceptrons import bounds, data, perceptron
from perceptrons.data import exact
from perceptrons.separability import largest_margin

THIRD = Fraction(1, 3)
KNOWN = {  # X, t, convex weights, γ*²
    "two on a line": ([[3], [1]], [1, -1], [Fraction(3, 10), Fraction(7, 10)], Fraction(1, 5)),
    "OR": (*data.modified_or(), [THIRD, THIRD, THIRD, 0], THIRD),
    "AND": (*data.logical_and(), [0, THIRD, THIRD, THIRD], THIRD),
    "XOR": (*data.xor(), [Fraction(1, 4)] * 4, 0),
    "chapter 7": (
        [[-3], [-2], [-1], [6]],
        [-1, -1, 1, 1],
        [0, Fraction(5, 13), Fraction(8, 13), 0],
        Fraction(1, 13),
    ),
    "between two": (
        [[1], [2], [3]],
        [1, -1, 1],
        [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)],
        0,
    ),
}
problems = st.integers(1, 3).flatmap(
    lambda d: st.lists(
        st.tuples(st.lists(st.integers(-4, 4), min_size=d, max_size=d), st.sampled_from([-1, 1])),
        min_size=1,
        max_size=6,
    )
)


@pytest.mark.parametrize(("X", "t", "alpha", "square"), KNOWN.values(), ids=KNOWN)
def test_known_margins_exactly(X, t, alpha, square):
    best = largest_margin(exact(X), t)
    assert best.alpha.tolist() == alpha
    assert best.w @ best.w == square
    assert best.lower == best.upper == float(square) ** 0.5


@given(problems)
def test_no_pattern_lies_before_the_plane_through_the_nearest_point(problem):
    X, t = zip(*problem, strict=True)
    run = perceptron.online(exact(X), t, max_epochs=20)
    best = largest_margin(exact(X), t)
    assert (best.alpha >= 0).all()
    assert best.alpha.sum() == 1
    assert (best.alpha @ run.Z == best.w).all()
    # This alone proves that the point is nearest to zero.
    assert ((run.Z @ best.w) >= best.w @ best.w).all()
    floats = largest_margin(np.array(X), t)
    assert floats.lower <= best.upper <= floats.upper
    # The floats' bounds are a thousand roundings apart where a margin of about 1 is sought.
    assert floats.upper - best.upper < 1e-6
    if best.upper:
        assert floats.upper - floats.lower < 1e-6


@given(problems, st.booleans())
def test_each_update_brackets_the_largest_margin(problem, batch):
    X, t = zip(*problem, strict=True)
    train = perceptron.batch if batch else perceptron.online
    run = train(exact(X), t, max_epochs=20, eta=THIRD)
    best, found = largest_margin(exact(X), t), bounds.bracket(run)
    assert len(found.lower) == len(found.upper) == run.updates
    # Two roots and a quotient: a few roundings of 1.1e-16, of numbers below 100.
    assert (found.lower <= best.upper + 1e-13).all()
    assert (best.upper <= found.upper + 1e-13).all()


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("n", "d"), [(60, 3), (200, 5)])
def test_a_support_vector_machine_finds_the_same_margin(n, d, seed):
    X, t = data.cloud(n, d, margin=0.05, seed=seed)[:2]
    best = largest_margin(X, t)
    machine = LinearSVC(C=1e6, loss="hinge", fit_intercept=False, tol=1e-9, max_iter=10**7)
    machine.fit(np.column_stack([np.ones(n), X]), t)
    margin = bounds.margin(machine.coef_[0], X, t)
    assert margin == pytest.approx(best.upper, rel=1e-6)  # the machine's own tolerance
    assert best.upper - best.lower < 1e-9


def test_sparse_patterns_give_what_dense_ones_do():
    X, t = data.cloud(30, 5, margin=0.1, seed=4)[:2]
    dense, sparse = largest_margin(X, t), largest_margin(csr_array(X), t)
    assert sparse.w == pytest.approx(dense.w, abs=1e-9)
    assert sparse.lower <= dense.upper
    assert dense.lower <= sparse.upper


def test_copies_and_long_rows_do_no_harm():
    X, t = np.array([[3.0], [1.0], [3.0], [1e6]]), [1, -1, 1, 1]
    best = largest_margin(X, t)
    assert best.lower <= 0.2**0.5 <= best.upper
    assert best.upper - best.lower < 1e-6
    wide = largest_margin(np.array([[3.0, 0, 0, 0], [1, 0, 0, 0], [3, 0, 0, 0]]), [1, -1, 1])
    assert wide.upper == pytest.approx(0.2**0.5, rel=1e-6)


def test_the_bracket_of_the_worked_example():
    run = perceptron.online([[3], [1]], [1, -1])
    squares = [10, 1, 2 / 9, 1 / 4, 2 / 5, 2 / 9, 10 / 49, 5 / 16, 2 / 9, 1 / 5]
    found = bounds.bracket(run)
    assert found.upper**2 == pytest.approx(squares, rel=1e-14)
    assert found.lower[-1] == pytest.approx(0.2**0.5, rel=1e-14)


def test_a_run_back_at_zero_is_a_certificate():
    found = bounds.bracket(perceptron.online(*data.xor(), max_epochs=1))
    assert found.upper.tolist()[-1] == 0
    assert found.lower.tolist()[-1] == -np.inf
