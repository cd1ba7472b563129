"""The bound for data that nothing separates, along exact runs, with its case of equality."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from perceptrons import bounds, data, perceptron, variants

X, T = data.modified_or()
small = st.integers(-3, 3)
rows = st.lists(
    st.tuples(st.lists(small, min_size=2, max_size=2), st.sampled_from([1, -1])),
    min_size=1,
    max_size=7,
)


@given(
    rows=rows,
    u=st.lists(st.fractions(-3, 3, max_denominator=3), min_size=3, max_size=3),
    b=st.sampled_from([0, 0, 2]),
    seed=st.none() | st.integers(0, 5),
)
def test_no_run_breaks_it_for_any_u(rows, u, b, seed):
    X, t = data.exact([x for x, _ in rows]), [target for _, target in rows]
    run = variants.margin(X, t, b=b, max_epochs=20, rng=seed)
    loss, bound = bounds.overlap(run, u)
    assert loss == sum(max(0, 1 - run.Z[i] @ np.array(u)) for i in run.mistaken)
    K, R2 = run.updates, max((run.Z * run.Z).sum(axis=1))
    square = sum(v * v for v in u)
    ahead = K - loss
    assert ahead <= run.w @ np.array(u)
    assert ahead <= 0 or ahead**2 <= square * (R2 + 2 * b) * K
    assert bound * (1 + 1e-12) >= K  # one root
    # The bound is the K at which the inequality is an equality.
    assume(square > 0)
    assert (bound - float(loss)) ** 2 == pytest.approx(float(square * (R2 + 2 * b)) * bound)


def test_with_a_separator_long_enough_it_is_novikoff_s():
    run = perceptron.online(X, T)
    assert bounds.overlap(run, [1, 1, 1]) == (0, 9)
    assert bounds.mistake_bound([1, 1, 1], X, T) == 9


def test_it_is_attained():
    # Two unit vectors, u their sum: two updates, and R² |u|² = 2.
    run = perceptron.on_reflected(data.exact([[1, 0], [0, 1]]))
    assert (run.updates, bounds.overlap(run, [1, 1])) == (2, (0, 2))


def test_exact_float_and_sparse_runs_agree():
    Q, t = data.xor()
    u = [0, Fraction(1, 2), 0]
    runs = [perceptron.online(f(Q), t, max_epochs=3) for f in (data.exact, np.asarray, csr_array)]
    exact, dense, sparse = (bounds.overlap(run, u) for run in runs)
    assert exact.loss == 12
    assert isinstance(exact.loss, int | Fraction)
    assert dense == sparse == tuple(map(float, exact))


def test_the_rate_does_not_matter_where_it_is_constant():
    Q, t = data.xor()
    one, other = (perceptron.online(Q, t, eta=eta, max_epochs=3) for eta in (1, 0.25))
    assert bounds.overlap(one, [0, 1, 1]) == bounds.overlap(other, [0, 1, 1])
