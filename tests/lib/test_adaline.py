"""Adaline: calculus and least squares as oracles, a naive loop, and the edge of divergence."""

import itertools
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array, issparse
from sklearn.linear_model import SGDRegressor
from sklearn.preprocessing import StandardScaler

from perceptrons import adaline, data, rates, scaling
from perceptrons._core.kernels import lms

OR = data.modified_or()
LINE = np.array([[3], [-3]]), np.array([1, -1])  # H = diag(2, 18), minimum at w = (0, 1/3)


def regression(n, d, seed=0):
    """Return seeded patterns, and targets that no plane fits exactly."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, X @ rng.normal(size=d) + rng.normal(size=n)


def naive(X, t, eta, orders, w=None):
    """Return the weights after each epoch, by the rule written out for one pattern at a time."""
    d = len(X[0])
    w = [0] * (d + 1) if w is None else list(w)
    weights = [list(w)]
    for order in orders:
        for i in order:
            a = [1, *X[i]]
            error = t[i] - sum(wj * aj for wj, aj in zip(w, a, strict=True))
            w = [wj + eta * error * aj for wj, aj in zip(w, a, strict=True)]
        weights.append(list(w))
    return weights


def naive_batch(X, t, eta, epochs):
    d = len(X[0])
    weights = [[0] * (d + 1)]
    for _ in range(epochs):
        w = weights[-1]
        A = [[1, *x] for x in X]
        errors = [
            ti - sum(wj * aj for wj, aj in zip(w, a, strict=True))
            for a, ti in zip(A, t, strict=True)
        ]
        steps = [sum(e * a[j] for e, a in zip(errors, A, strict=True)) for j in range(d + 1)]
        weights.append([wj + eta * s for wj, s in zip(w, steps, strict=True)])
    return weights


def no_compiler(monkeypatch):
    def refuse(function):
        raise ImportError("numba")

    monkeypatch.setattr(lms, "compiled", refuse)


small = st.integers(-3, 3)
tables = st.tuples(st.integers(1, 4), st.integers(1, 3)).flatmap(
    lambda nd: st.tuples(
        st.lists(st.lists(small, min_size=nd[1], max_size=nd[1]), min_size=nd[0], max_size=nd[0]),
        st.lists(small, min_size=nd[0], max_size=nd[0]),
    )
)


# The formulas


def symbols(n, d):
    A = sp.Matrix(n, d + 1, lambda i, j: 1 if j == 0 else sp.Symbol(f"x{i}{j}"))
    t, w = sp.Matrix(sp.symbols(f"t:{n}")), sp.Matrix(sp.symbols(f"w:{d + 1}"))
    return (
        A,
        t,
        w,
        sum((t[i] - sum(A[i, j] * w[j] for j in range(d + 1))) ** 2 for i in range(n)) / 2,
    )


@pytest.mark.parametrize("seed", range(3))
def test_cost_gradient_and_hessian_are_those_of_sympy(seed):
    A, t, w, J = symbols(3, 2)
    rng = np.random.default_rng(seed)
    letters = sorted(J.free_symbols, key=str)
    values = {s: sp.Rational(*map(int, rng.integers(1, 9, 2))) for s in letters}
    exact = np.vectorize(lambda q: Fraction(int(q.p), int(q.q)), otypes=[object])
    Xv, tv, wv = (exact(np.array(M.subs(values))) for M in (A[:, 1:], t, w))
    tv, wv = tv.ravel(), wv.ravel()
    assert adaline.cost(wv, Xv, tv) == exact(J.subs(values)).item()
    slopes = [exact(sp.diff(J, wj).subs(values)).item() for wj in w]
    assert adaline.gradient(wv, Xv, tv).tolist() == slopes
    assert adaline.hessian(Xv).tolist() == exact(np.array(sp.hessian(J, w).subs(values))).tolist()


def test_worked_values():
    X, t = OR
    assert adaline.cost([0, 0, 0], X, t) == 2.0
    assert adaline.gradient([0, 0, 0], X, t).tolist() == [-2, -2, -2]
    assert adaline.hessian(X).tolist() == np.diag([4.0, 4, 4]).tolist()
    run = adaline.batch(X, t, eta=0.25, epochs=2)
    assert run.weights.tolist() == [[0, 0, 0], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]
    assert run.costs.tolist() == [2.0, 0.5, 0.5]
    assert adaline.least_squares(*data.xor()) == pytest.approx(np.zeros(3), abs=1e-15)  # LAPACK


def test_the_cost_of_an_exact_fit_is_zero():
    X = np.array([[0], [1], [5]])
    assert adaline.cost([1, 2], X, [1, 3, 11]) == 0


def test_formulas_take_sparse_rows():
    X, t = OR
    w = [1, 2, -1]
    S = csr_array(X)
    assert adaline.cost(w, S, t) == adaline.cost(w, X, t)
    assert adaline.gradient(w, S, t).tolist() == adaline.gradient(w, X, t).tolist()
    H = adaline.hessian(S)
    assert issparse(H)
    assert H.toarray().tolist() == adaline.hessian(X).tolist()


# The loops


@pytest.mark.parametrize("form", ["dense", "sparse", "exact"])
@pytest.mark.parametrize("compiler", [True, False])
@given(problem=tables)
def test_online_is_the_naive_loop(form, compiler, problem):
    X, t = problem
    # At most 8 updates of dyadic numbers this small: no sum needs more than 53 bits.
    eta, epochs = Fraction(1, 4), 2
    expected = naive(X, t, eta, [range(len(t))] * epochs)
    kind = {"dense": np.array, "sparse": csr_array, "exact": lambda X: np.array(X, dtype=object)}
    with pytest.MonkeyPatch.context() as patch:
        if not compiler:
            no_compiler(patch)
        run = adaline.online(kind[form](X), t, eta=eta, epochs=epochs)
    assert run.weights.tolist() == expected
    assert run.weights.dtype == (object if form == "exact" else np.float64)


@given(problem=tables, start=st.lists(small, min_size=4, max_size=4), seed=st.integers(0, 99))
def test_online_shuffles_as_the_perceptron_does_and_starts_where_told(problem, start, seed):
    X, t = problem
    rng = np.random.default_rng(seed)
    orders = [rng.permutation(len(t)) for _ in range(2)]
    w = start[: len(X[0]) + 1]
    run = adaline.online(np.array(X), t, eta=0.25, epochs=2, w=w, rng=seed)
    assert run.weights.tolist() == naive(X, t, Fraction(1, 4), orders, w)


@pytest.mark.parametrize("form", [np.array, csr_array, lambda X: np.array(X, dtype=object)])
@given(problem=tables)
def test_batch_is_the_naive_sum(form, problem):
    X, t = problem  # both with more patterns than weights and with fewer: both forms of the step
    run = adaline.batch(form(X), t, eta=0.25, epochs=3)
    assert run.weights.tolist() == naive_batch(X, t, Fraction(1, 4), 3)


@pytest.mark.parametrize(("n", "epochs"), [(50, 1), (50, 9), (3, 9)])
def test_both_forms_of_the_batch_step_agree(n, epochs):
    X, t = regression(n, 5)
    A, w = np.hstack([np.ones((n, 1)), X]), np.zeros(6)
    for _ in range(epochs):
        w += 0.01 * (A.T @ (t - A @ w))
    # The two forms sum 50 products in other orders: some units in the last place.
    assert adaline.batch(X, t, eta=0.01, epochs=epochs).w == pytest.approx(w, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("form", [np.asarray, csr_array])
@pytest.mark.parametrize("compiler", [True, False])
def test_online_is_the_regressor_of_scikit_learn(form, compiler, monkeypatch):
    if not compiler:
        no_compiler(monkeypatch)
    X, t = regression(300, 20)
    A = np.hstack([np.ones((300, 1)), X])
    peer = SGDRegressor(
        penalty=None, learning_rate="constant", eta0=0.01, shuffle=False, tol=None, max_iter=5,
        fit_intercept=False,
    ).fit(A, t)  # fmt: skip
    run = adaline.online(form(X), t, eta=0.01, epochs=5)
    assert run.w == pytest.approx(peer.coef_, rel=1e-12, abs=1e-14)  # sums in other orders


def test_compiled_sparse_and_dense_sums_are_the_same_sums():
    X, t = regression(60, 8)
    X[np.abs(X) < 0.7] = 0
    dense = adaline.online(X, t, eta=0.03, epochs=4)
    assert (
        dense.weights.tolist()
        == adaline.online(csr_array(X), t, eta=0.03, epochs=4).weights.tolist()
    )


def test_sparse_rows_stay_sparse():
    n, d = 500, 10**6
    X = csr_array((np.ones(n), (np.arange(n), np.arange(n) * 7)), shape=(n, d))  # 4 GB if dense
    tracemalloc.start()
    a = adaline.online(X, np.ones(n), eta=0.25, epochs=1)
    b = adaline.batch(X, np.ones(n), eta=0.25, epochs=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (a.w[1], b.w[1]) == (0.25, 0.25)  # only the first pattern has feature 1
    assert peak < 100e6


def test_batch_never_builds_the_full_hessian_of_sparse_rows():
    n, d = 1600, 1500  # more patterns than weights: dense rows would go through H
    rng = np.random.default_rng(0)
    X = csr_array(
        (np.ones(40 * n), rng.integers(0, d, 40 * n), np.arange(n + 1) * 40), shape=(n, d)
    )
    tracemalloc.start()
    adaline.batch(X, np.ones(n), eta=1e-4, epochs=400)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 15e6  # 5 MB of weights, 1 MB of data; H would have 1501² entries, 27 MB


# Schedules


def test_a_schedule_counts_updates_through_all_epochs_and_sees_the_step():
    seen = []

    def eta(k, z):
        seen.append((k, z.tolist()))
        return Fraction(1, 2)

    X, t = np.array([[1], [2]], dtype=object), [1, 1]
    run = adaline.online(X, t, eta=eta, epochs=2)
    # (1, 1): error 1, w = (1/2, 1/2). (1, 2): error -1/2, w = (1/4, 0). Then 3/4 and -1/8.
    assert [k for k, _ in seen] == [1, 2, 3, 4]
    assert seen[0][1] == [1, 1]
    assert seen[1][1] == [Fraction(-1, 2), -1]
    assert run.weights.tolist() == naive(X.tolist(), t, Fraction(1, 2), [range(2)] * 2)


@pytest.mark.parametrize("form", [np.array, csr_array, lambda X: np.array(X, dtype=object)])
@pytest.mark.parametrize("rule", [adaline.online, adaline.batch])
def test_a_constant_schedule_is_its_number(rule, form):
    X, t = form([[2, -1], [1, 3], [0, 1]]), [1, -1, 2]
    number = rule(X, t, eta=0.25, epochs=3)
    schedule = rule(X, t, eta=rates.constant(0.25), epochs=3)
    assert schedule.weights.tolist() == number.weights.tolist()
    assert schedule.weights.dtype == number.weights.dtype


def test_harmonic_rates_quiet_the_noise_of_lms():
    X, t = regression(400, 2)
    best = adaline.cost(adaline.least_squares(X, t), X, t)
    fixed = adaline.online(X, t, eta=0.1, epochs=30, rng=0)
    falling = adaline.online(X, t, eta=lambda k, z: 0.1 / (1 + k / 400), epochs=30, rng=0)
    assert falling.costs[-1] - best < (fixed.costs[-1] - best) / 10


def test_the_steepest_rate_is_an_exact_line_search():
    X, t = np.array([[2, 1], [1, -3], [0, 1], [4, 0]], dtype=object), [1, -1, 2, 0]
    run = adaline.batch(X, t, eta=rates.steepest(adaline.hessian(X)), epochs=4)
    slopes = [adaline.gradient(w, X, t) for w in run.weights]
    assert all(a @ b == 0 for a, b in itertools.pairwise(slopes))
    assert all(a > b for a, b in itertools.pairwise(run.costs))


@pytest.mark.parametrize("rule", [adaline.online, adaline.batch])
def test_a_schedule_is_not_asked_where_there_is_no_step(rule):
    def eta(k, z):
        raise AssertionError("asked")

    assert rule([[1], [2]], [3, 5], w=[1, 2], eta=eta, epochs=2).w.tolist() == [1, 2]


@pytest.mark.parametrize("rule", [adaline.online, adaline.batch])
@pytest.mark.parametrize("answer", [0, -1, float("nan"), None])
def test_a_schedule_must_answer_a_rate(rule, answer):
    with pytest.raises(ValueError, match=r"the rate eta.* of update k = 1 must be a finite number"):
        rule(*LINE, eta=lambda k, z: answer, epochs=1)


# Convergence and divergence


@pytest.mark.parametrize("n", [40, 3])
def test_the_critical_rate_is_sharp(n):
    X, t = regression(n, 4)
    critical = adaline.critical_rate(X)
    best = adaline.least_squares(X, t)
    below = adaline.batch(X, t, eta=0.99 * critical, epochs=3000)
    # 0.98^3000 is below 1e-26, so rounding alone is left: the condition of H (under 1e3) times 2^-53.
    assert below.w == pytest.approx(best, abs=1e-11)
    assert (np.diff(below.costs[:30]) < 0).all()
    above = adaline.batch(X, t, eta=1.01 * critical, epochs=3000)
    assert above.costs[1000] > 1e6 * above.costs[0]
    assert not above.diverged  # 1.02^3000 = 1e25: very far away, but finite


def test_at_the_critical_rate_one_component_swings_for_ever():
    X, t = LINE
    run = adaline.batch(X.astype(object), t, eta=Fraction(1, 9), epochs=4)
    assert adaline.critical_rate(X) == pytest.approx(1 / 9, rel=1e-15)  # LAPACK
    assert run.weights.tolist() == [[0, w] for w in (0, Fraction(2, 3), 0, Fraction(2, 3), 0)]
    assert run.costs.tolist() == [1, 1, 1, 1, 1]


@pytest.mark.parametrize("shape", [(30, 4), (4, 30), (1, 1), (5, 1), (1, 5)])
@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_the_critical_rate_comes_from_the_largest_singular_value(shape, form):
    X = np.random.default_rng(5).normal(size=shape)
    A = np.hstack([np.ones((shape[0], 1)), X])
    rate = adaline.critical_rate(form(X))
    assert rate == pytest.approx(2 / np.linalg.norm(A, 2) ** 2, rel=1e-12)  # two eigensolvers
    assert rate == adaline.critical_rate(form(X))


@pytest.mark.parametrize("shape", [(40, 3), (3, 40)])
def test_batch_from_zero_ends_at_the_shortest_least_squares_solution(shape):
    X, t = regression(*shape)
    run = adaline.batch(X, t, eta=adaline.critical_rate(X) / 2, epochs=2000)
    A = np.hstack([np.ones((shape[0], 1)), X])
    best = np.linalg.pinv(A) @ t  # by the singular values: not what least_squares calls
    assert run.w == pytest.approx(best, abs=1e-12)  # rounding, after convergence
    assert adaline.least_squares(X, t) == pytest.approx(best, abs=1e-12)
    assert adaline.least_squares(csr_array(X), t) == pytest.approx(best, abs=1e-9)  # an iteration


def test_two_equal_features_share_the_weight():
    X = np.array([[1, 1], [2, 2], [3, 3]])
    assert adaline.least_squares(X, [1, 2, 3]) == pytest.approx([0, 0.5, 0.5], abs=1e-14)  # LAPACK
    exact = adaline.least_squares(X.astype(object), [Fraction(1), 2, 3])
    assert exact == pytest.approx([0, 0.5, 0.5], abs=1e-14)


def test_one_epoch_of_lms_fits_orthogonal_patterns():
    run = adaline.online([[1], [-1]], [1, -1], eta=0.5, epochs=1)
    assert run.w.tolist() == [0, 1]
    assert run.costs.tolist() == [1, 0]


@pytest.mark.parametrize("form", [np.array, csr_array])
@pytest.mark.parametrize("eta", [50, lambda k, z: 50])
@pytest.mark.parametrize("rule", [adaline.online, adaline.batch])
@pytest.mark.parametrize("compiler", [True, False])
@pytest.mark.parametrize("n", [9, 2])
def test_divergence_is_an_answer_without_a_warning(rule, form, eta, compiler, n, monkeypatch):
    if not compiler:
        no_compiler(monkeypatch)
    X, t = regression(n, 3)
    run = rule(form(X), t, eta=eta, epochs=400)
    assert run.diverged
    assert run.weights.shape == (401, 4)
    assert not np.isfinite(run.costs[-1])
    first = [max(abs(w)) <= 1e150 for w in run.weights].index(False)
    assert repr(run) == f"Descent(diverged: weights beyond all use after epoch {first} of 400)"
    with pytest.raises(ValueError, match=r"the descent diverged .* eta below critical_rate"):
        run.predict(X)


def test_weights_too_large_to_use_are_called_diverged_before_they_overflow():
    run = adaline.batch([[30], [-30]], [1, -1], eta=1, epochs=50)  # |w_1| = 1799^50 / 30 = 1e161
    assert np.isfinite(run.w).all()
    assert run.diverged
    assert repr(run) == "Descent(diverged: weights beyond all use after epoch 47 of 50)"
    with pytest.raises(ValueError, match="the descent diverged"):
        run.predict([[1]])


def test_exact_numbers_never_diverge_they_grow():
    X, t = np.array([[30], [-30]], dtype=object), [1, -1]
    run = adaline.batch(X, t, eta=1, epochs=2000)
    # H = diag(2, 1800), b = (0, 60): w_1 = (1 - (-1799)^k) / 30 and J = (1 - 30 w_1)² = 1799^(2k).
    assert not run.diverged
    assert run.w.tolist() == [0, (1 - 1799**2000) // 30]
    assert repr(run) == "Descent(2000 epochs: cost 1 to 1.332e+13020, w = [0, -3.848e+6508])"


# The record


def test_the_record_says_how_it_ended():
    X, t = OR
    run = adaline.batch(X, t, eta=0.25, epochs=1)
    assert repr(run) == "Descent(1 epoch: cost 2 to 0.5, w = [0.5, 0.5, 0.5])"
    thirds = adaline.batch(X.astype(object), t, eta=Fraction(1, 3), epochs=2)
    assert repr(thirds) == "Descent(2 epochs: cost 2 to 14/27, w = [4/9, 4/9, 4/9])"
    wide = adaline.online(*regression(5, 9), eta=0.01, epochs=3)
    assert repr(wide).endswith("10 weights)")


def test_costs_are_those_of_the_formula_at_every_epoch():
    X, t = np.array([[2, -1], [1, 3], [0, 1]], dtype=object), [1, -1, 2]
    for form, kind in ((X, object), (X.astype(float), float), (csr_array(X.astype(float)), float)):
        run = adaline.online(form, t, eta=0.25, epochs=3)
        assert run.epochs == 3
        assert run.costs.tolist() == [adaline.cost(w, X, t) for w in run.weights]
        assert run.costs.dtype == kind


def test_predict_takes_the_sign():
    run = adaline.batch(*LINE, eta=1 / 18, epochs=1)
    assert run.predict([[2], [0], [-7]]).tolist() == [1, 0, -1]
    assert run.predict([[0]], at_zero=-1).tolist() == [-1]


# Standardising


def test_standardising_is_that_of_scikit_learn():
    X, _ = regression(50, 4)
    X = X * [1, 10, 0.1, 1000] + [0, 5, -3, 1e4]
    new, _ = regression(7, 4, seed=1)
    moments, peer = scaling.standardise(X), StandardScaler().fit(X)
    for table in (X, new):  # new data with the moments of the old
        # Two ways to sum 50 numbers around 10^4.
        assert moments.apply(table) == pytest.approx(peer.transform(table), rel=1e-10, abs=1e-10)
    mean, scale = moments
    assert (mean.shape, scale.shape) == ((4,), (4,))


def test_standardising_can_lower_the_critical_rate():
    X = np.array([[-0.1], [0.1]])
    assert adaline.critical_rate(X) == pytest.approx(1.0)  # the constant feature rules: 2/2
    assert adaline.critical_rate(100 * X) == pytest.approx(0.01)
    assert adaline.critical_rate(scaling.standardise(100 * X).apply(100 * X)) == pytest.approx(1.0)


@pytest.mark.parametrize("value", [5.0, 0.1, 1e-200])
def test_a_constant_feature_is_refused(value):
    X = np.array([[1.0, value], [2.0, value], [4.0, value]])
    with pytest.raises(
        ValueError, match=rf"X\[:, 1\] is {value} in every pattern.*drop that column"
    ):
        scaling.standardise(X)


def test_all_constant_features_are_named_in_a_short_list():
    X = np.arange(12.0).reshape(3, 4) % [4, 1, 5, 1]
    with pytest.raises(
        ValueError, match=r"3 columns of X are constant, \[0, 1, 3\], .*: drop them"
    ):
        scaling.standardise(X)
    wide = np.hstack([np.arange(3)[:, None], np.ones((3, 5000))])
    with pytest.raises(ValueError, match=r"5000 columns .* \[1, 2, 3, 4, 5, 6, \.\.\.\]") as caught:
        scaling.standardise(wide)
    assert len(str(caught.value)) < 300
    for table in (X, wide):  # the remedy
        kept = table[:, (table != table[0]).any(axis=0)]
        assert scaling.standardise(kept).apply(kept).shape == (3, 1)


def test_a_constant_feature_can_be_kept():
    X = np.array([[1.0, 0.1, 0], [2, 0.1, 0], [4, 0.1, 0], [7, 0.1, 0], [8, 0.1, 0], [9, 0.1, 0]])
    moments, alone = scaling.standardise(X, constant="keep"), scaling.standardise(X[:, :1])
    assert X.mean(axis=0)[1] != 0.1  # rounding, which would leave 0.1 a little off its place
    assert (moments.mean.tolist(), moments.scale.tolist()) == (
        [alone.mean[0], 0.1, 0],
        [alone.scale[0], 1, 1],
    )
    scaled = moments.apply(X)
    assert scaled[:, 0].tolist() == alone.apply(X[:, :1]).ravel().tolist()
    assert not scaled[:, 1:].any()
    assert moments.apply([[1, 0.1, 1], [1, 5.1, 0]])[:, 1:].tolist() == [[0, 1], [5, 0]]
    assert scaling.standardise([[3, 5]], constant="keep").apply([[4, 5]]).tolist() == [[1, 0]]


def test_a_fold_in_which_a_rare_feature_is_constant_does_not_stop_a_cross_validation():
    X = np.random.default_rng(2).normal(size=(30, 2))
    X[:, 1] = np.arange(30) == 17
    for fold in np.arange(30).reshape(5, 6):
        train = np.setdiff1d(np.arange(30), fold)
        new = scaling.standardise(X[train], constant="keep").apply(X[fold])
        assert np.isfinite(new).all()
        if 17 in fold:
            assert sorted(new[:, 1]) == [0, 0, 0, 0, 0, 1]
            with pytest.raises(ValueError, match=r"X\[:, 1\] is 0.0 in every pattern"):
                scaling.standardise(X[train])


def test_features_that_hardly_vary_are_still_scaled():
    tiny = scaling.standardise([[1e-200], [3e-200]])  # their squares are 0
    assert tiny.scale == pytest.approx([1e-200], rel=1e-15)  # the last digit of 3e-200
    assert tiny.apply([[1e-200], [3e-200]]) == pytest.approx(np.array([[-1], [1]]), rel=1e-15)
    step = np.spacing(1.0)
    near = scaling.standardise([[1.0], [1 + 2 * step]])
    assert (near.mean.tolist(), near.scale.tolist()) == ([1 + step], [step])


def test_units_of_powers_of_two_change_no_bit():
    X, _ = regression(40, 5)
    X = X * [1e-100, 1e-3, 1, 1e6, 1e100]
    assert scaling.standardise(X).scale.tolist() == X.std(axis=0).tolist()


def test_least_squares_of_features_of_very_different_size():
    """In units of their own size they are orthogonal: the answer is that of the design below."""
    A, t = np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]]), [-1, 1, 0, 2]  # t = x_1 / 2 + x_2 + 1/2
    size = [2.0**44, 2.0**-20]
    assert (adaline.least_squares(A * size, t) * [1, *size]).round(12).tolist() == [0.5, 0.5, 1]
