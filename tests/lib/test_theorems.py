"""The theorems of the book as properties, tried by Hypothesis on small integers, where all is exact."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, target
from hypothesis import strategies as st

from perceptrons import bounds, criterion, geometry, perceptron, rates


@st.composite
def separable(draw, largest=5, features=3, patterns=8):
    """Return X, t and w*, all of Python integers: a drawn hyperplane labels drawn patterns."""
    d = draw(st.integers(1, features))
    entry = st.integers(-largest, largest)
    w_star = draw(st.lists(entry, min_size=d + 1, max_size=d + 1).filter(any))
    rows = draw(st.lists(st.lists(entry, min_size=d, max_size=d), min_size=1, max_size=patterns))
    labelled = [(x, w_star[0] + sum(map(int.__mul__, w_star[1:], x))) for x in rows]
    labelled = [(x, 1 if g > 0 else -1) for x, g in labelled if g]
    assume(labelled)
    X, t = zip(*labelled, strict=True)
    return np.array(X, dtype=object), np.array(t), np.array(w_star, dtype=object)


@st.composite
def any_problem(draw):
    """Return X and t that may be separable or not, and weights to start from."""
    d, n = draw(st.integers(1, 3)), draw(st.integers(1, 6))
    entry = st.integers(-3, 3)
    X = draw(st.lists(st.lists(entry, min_size=d, max_size=d), min_size=n, max_size=n))
    t = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))
    w = draw(st.lists(entry, min_size=d + 1, max_size=d + 1))
    return np.array(X, dtype=object), np.array(t), np.array(w, dtype=object)


fractions = st.fractions(Fraction(1, 9), 9, max_denominator=9)
seeds = st.none() | st.integers(0, 99)
ties = st.sampled_from([-1, 0, 1])
trainers = st.sampled_from([perceptron.online, perceptron.batch])


def train_to_the_end(X, t, w_star, train=perceptron.online, **options):
    """Train on floats (exact here, and fast) for as many epochs as the theorem may need."""
    epochs = int(bounds.mistake_bound(w_star, X, t)) + 2
    return train(X.astype(float), t, max_epochs=epochs, **options)


# The convergence theorem.


@given(separable(), seeds, ties)
def test_the_rule_separates_within_the_bound_in_any_order(problem, seed, at_zero):
    X, t, w_star = problem
    bound = bounds.mistake_bound(w_star, X, t)
    run = train_to_the_end(X, t, w_star, rng=seed, at_zero=at_zero)
    assert run.converged
    assert run.updates <= bound
    assert not criterion.mistaken(run.w, X, t, at_zero=at_zero).any()
    target(float(run.updates / bound))


@given(separable(), st.randoms(use_true_random=False))
def test_a_permutation_of_the_patterns_leaves_the_bound(problem, random):
    X, t, w_star = problem
    order = random.sample(range(len(t)), len(t))
    bound = bounds.mistake_bound(w_star, X, t)
    assert bounds.mistake_bound(w_star, X[order], t[order]) == bound
    assert train_to_the_end(X[order], t[order], w_star).updates <= bound


@given(separable(), fractions)
def test_the_bound_does_not_depend_on_the_length_of_w_star(problem, c):
    X, t, w_star = problem
    bound = bounds.mistake_bound(w_star, X, t)
    assert isinstance(bound, Fraction)
    assert bounds.mistake_bound(c * w_star, X, t) == bound


@given(separable())
def test_the_bound_is_the_square_of_radius_over_margin(problem):
    X, t, w_star = problem
    bound = bounds.mistake_bound(w_star, X, t)
    # Two roots, a quotient and a square: fewer than ten roundings of 1.1e-16 each.
    ratio = bounds.radius(X) / bounds.margin(w_star, X, t)
    assert ratio**2 == pytest.approx(float(bound), rel=1e-15, abs=0)
    assert bounds.mistake_bound(w_star.astype(float), X.astype(float), t) == float(bound)


@given(separable(), seeds)
def test_a_clean_round_follows_each_update_within_n_presentations(problem, seed):
    X, t, w_star = problem
    run = train_to_the_end(X, t, w_star, rng=seed)
    assert run.presentations <= (run.updates + 1) * run.n
    assert run.mistakes[-1] == 0
    assert (run.mistakes[:-1] > 0).all()
    assert run.mistakes.sum() == run.updates == run.weights.shape[0] - 1


def hadamard(n):
    return np.array([[1]]) if n == 1 else np.kron([[1, 1], [1, -1]], hadamard(n // 2))


@pytest.mark.parametrize("n", [2, 4, 8, 16, 32])
def test_the_bound_is_attained(n):
    # The equality case is e_1, ..., e_n with w* = (1, ..., 1), turned so that every pattern has
    # the constant feature: the rows of a Hadamard matrix, orthogonal and equally long.
    H = hadamard(n)
    t = np.where(np.arange(n) % 3, 1, -1)
    X = H[:, 1:]  # column 0 is the constant feature
    Z = geometry.reflect(X, t)
    assert (Z @ Z.T).tolist() == (n * np.eye(n)).tolist()
    run = perceptron.online(X, t)
    assert run.updates == n == bounds.mistake_bound(Z.sum(axis=0), X, t)


def test_the_order_changes_the_number_of_updates():
    X, t = np.array([[0], [2], [1]]), np.array([-1, 1, 1])
    found = {perceptron.online(X, t, rng=seed).updates for seed in range(20)}
    assert len(found) > 1
    assert max(found) <= bounds.mistake_bound([-1, 2], X, t)


# The rate.


@given(any_problem(), fractions, seeds, ties)
def test_from_zero_the_rate_only_rescales(problem, eta, seed, at_zero):
    X, t, _ = problem
    options = {"max_epochs": 20, "at_zero": at_zero, "rng": seed}
    one = perceptron.online(X, t, eta=1, **options)
    run = perceptron.online(X, t, eta=eta, **options)
    assert run.mistaken_at.tolist() == one.mistaken_at.tolist()
    assert (eta * one.weights).tolist() == run.weights.tolist()
    assert (eta * one.dual).tolist() == run.dual.tolist()


@given(any_problem(), fractions, trainers)
def test_rescaling_start_and_rate_together_changes_nothing(problem, c, train):
    X, t, w = problem
    one = train(X, t, w=w, eta=Fraction(1), max_epochs=10)
    run = train(X, t, w=c * w, eta=c, max_epochs=10)
    assert run.mistaken_at.tolist() == one.mistaken_at.tolist()
    assert (c * one.w).tolist() == run.w.tolist()


def test_from_elsewhere_the_rate_matters():
    X, t, w = [[2], [1]], [1, -1], [0, -3]
    slow, fast = (perceptron.online(X, t, w=w, eta=eta).updates for eta in (1, 9))
    assert slow != fast


@given(separable(largest=3, features=2))
def test_with_rates_that_fall_as_one_over_k_it_still_ends(problem):
    X, t, w_star = problem
    # Σ η_j <= (R/γ) sqrt(Σ η_j²) < (R/γ) π/√6, and Σ 1/j > ln k: so k < exp(1.283 R/γ).
    bound = bounds.mistake_bound(w_star, X, t)
    assume(bound <= 25)
    run = perceptron.online(X, t, eta=rates.harmonic(Fraction(1)), max_epochs=700)
    assert run.converged
    assert sum(run.rates) ** 2 <= bound * sum(eta**2 for eta in run.rates)


@given(any_problem())
def test_a_constant_schedule_is_the_constant(problem):
    X, t, w = problem
    for train in (perceptron.online, perceptron.batch):
        plain = train(X, t, w=w, eta=Fraction(2, 3), max_epochs=8)
        schedule = train(X, t, w=w, eta=rates.constant(Fraction(2, 3)), max_epochs=8)
        assert plain.weights.tolist() == schedule.weights.tolist()
        assert plain.rates.tolist() == schedule.rates.tolist()


# The proof, along runs: both sides of every line, without roots.


@given(separable(), trainers, seeds, fractions, st.integers(-2, 2))
def test_the_squeeze_holds_at_every_update(problem, train, seed, eta, shift):
    X, t, w_star = problem
    options = {"rng": seed} if train is perceptron.online else {}
    start = np.array([shift] * len(w_star), dtype=object)
    run = train(X, t, w=start, eta=eta, max_epochs=40, **options)
    Z = geometry.reflect(X, t)
    least, square = (Z @ w_star).min(), (Z * Z).sum(axis=1).max()
    size = run.mistakes[: run.updates] if run.batch else np.ones(run.updates, dtype=int)
    moved = [0, *np.cumsum(run.rates * size.astype(object))]
    turned = [0, *np.cumsum((run.rates * size.astype(object)) ** 2)]
    for w, s, q in zip(run.weights, moved, turned, strict=True):
        assert start @ w_star + s * least <= w @ w_star
        assert (w @ w_star) ** 2 <= (w @ w) * (w_star @ w_star)
        assert w @ w <= start @ start + q * square

    numbers = bounds.squeeze(run, w_star)
    length = np.sqrt(float(w_star @ w_star))
    exact = (
        [(start @ w_star + s * least) / length for s in moved],
        [w @ w_star / length for w in run.weights],
        [np.sqrt(float(w @ w)) for w in run.weights],
        [np.sqrt(float(start @ start + q * square)) for q in turned],
    )
    for found, by_hand in zip(numbers, exact, strict=True):
        # Sums of up to some hundred terms, each rounded once: below 1e-13 of the largest. Numbers
        # of both signs may cancel to zero on the way, hence the absolute part.
        expected = np.array(by_hand, dtype=float)
        np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-13 * abs(expected).max())


@given(any_problem(), st.integers(1, 3))
def test_the_length_grows_by_no_more_than_the_pattern(problem, epochs):
    X, t, w = problem
    run = perceptron.online(X, t, w=w, max_epochs=epochs)
    for before, after, i in zip(run.weights[:-1], run.weights[1:], run.mistaken, strict=True):
        z = run.Z[i]
        assert before @ z <= 0
        assert after @ after - before @ before <= z @ z


# Dual variables, criterion, table.


@given(any_problem(), trainers, fractions)
def test_weights_are_the_sum_of_the_patterns_weighed_by_the_dual(problem, train, eta):
    X, t, w = problem
    run = train(X, t, w=w, eta=eta, max_epochs=10)
    assert (run.start + run.dual @ run.Z).tolist() == run.w.tolist()
    assert (run.dual >= 0).all()
    counted = np.bincount(run.mistaken, minlength=run.n)
    assert run.dual.tolist() == [eta * int(m) for m in counted]


@given(any_problem(), ties)
def test_the_batch_rule_descends_the_gradient(problem, at_zero):
    X, t, w = problem
    eta = Fraction(1, 3)
    run = perceptron.batch(X, t, w=w, eta=eta, at_zero=at_zero, max_epochs=5)
    for before, after in zip(run.weights[:-1], run.weights[1:], strict=True):
        slope = criterion.gradient(before, X, t, at_zero=at_zero)
        assert after.tolist() == (before - eta * slope).tolist()


@given(any_problem(), ties)
def test_the_criterion_is_the_sum_over_the_mistaken(problem, at_zero):
    X, t, w = problem
    M = criterion.mistaken(w, X, t, at_zero=at_zero)
    # By target and class: a mistake is an answer that is not the target.
    assert M.tolist() == (geometry.classify(w, X, at_zero) != t).tolist()
    J = sum(-z @ w for z, wrong in zip(geometry.reflect(X, t), M, strict=True) if wrong)
    assert criterion.cost(w, X, t) == J
    assert w @ criterion.gradient(w, X, t, at_zero=at_zero) == J  # J_P is homogeneous (Euler)
    assert criterion.cost(w.astype(float), X.astype(float), t) == J


@given(any_problem(), st.booleans(), st.booleans(), seeds)
def test_the_table_tells_the_run(problem, batch, threshold, seed):
    X, t, w = problem
    options = {"w": w, "max_epochs": 4}
    run = (
        perceptron.batch(X, t, **options) if batch else perceptron.online(X, t, rng=seed, **options)
    )
    m, rows = len(w), run.table(threshold=threshold, rows=1000).rows
    assert len(rows) == run.presentations
    assert [int(row[0]) for row in rows] == [i + 1 for order in run.orders() for i in order]
    current = None
    for row in rows:
        z, g, wrong = [int(c) for c in row[m + 1 : 2 * m + 1]], int(row[2 * m + 1]), row[2 * m + 2]
        if row[1]:  # in batch mode only the first row of a round carries w and Δw
            now, dw = ([int(c) for c in part] for part in (row[1 : m + 1], row[2 * m + 3 :]))
            assert current is None or now == current
            current = [a + b for a, b in zip(now, dw, strict=True)]
        assert g == sum(a * b for a, b in zip(now, z, strict=True))
        assert wrong == ("YES" if g <= 0 else "NO")
        if not batch:
            assert dw == (z if wrong == "YES" else [0] * m)
    last = run.w.tolist()
    assert current == ([*last[1:], -last[0]] if threshold else last)
    assert [row[2 * m + 2] for row in rows].count("YES") == run.mistakes.sum()


@given(separable())
def test_the_threshold_form_is_the_same_rule(problem):
    # Constant feature -1 and threshold θ = -w_0: the same updates, with the first seat negated.
    X, t, w_star = problem
    run = train_to_the_end(X, t, w_star)
    Z = t[:, None] * np.column_stack([X, -np.ones(len(t), dtype=int)])
    w, updates = 0 * Z[0], []
    for _ in range(run.epochs):
        for i, z in enumerate(Z):
            if w @ z <= 0:
                w, updates = w + z, [*updates, i]
    assert updates == run.mistaken.tolist()
    assert w.tolist() == [*run.w[1:], -run.w[0]]
