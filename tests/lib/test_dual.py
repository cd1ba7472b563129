"""The dual rule: mistake by mistake the primal one, on any features a kernel stands for."""

import copy
import itertools
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist

from perceptrons import data, dual, perceptron
from perceptrons._core import kernels

OR, XOR = data.modified_or(), data.xor()

forms = st.sampled_from([np.array, csr_array, lambda X: np.array(X, dtype=object)])
small = st.integers(-3, 3)
signs = st.sampled_from([-1, 1])


def tables(n, d):
    row = st.lists(small, min_size=d, max_size=d)
    return st.lists(row, min_size=n, max_size=n)


problems = st.tuples(st.integers(1, 6), st.integers(1, 3)).flatmap(
    lambda nd: st.tuples(tables(*nd), st.lists(signs, min_size=nd[0], max_size=nd[0]))
)


def monomials(x):
    """Return the features of (1 + x·y)², each with the square root of its factor left out."""
    one = [1, *x]
    return [a * b for a, b in itertools.product(one, one)]


def naive(K, t, eta=1, at_zero=0, max_epochs=20):
    """Return λ and the presentations at which a mistake was made, by the sum written out."""
    n = len(t)
    lam, mistaken_at = [0] * n, []
    for epoch in range(max_epochs):
        clean = True
        for i in range(n):
            g = sum(lam[j] * t[j] * K[i][j] for j in range(n))
            answer = at_zero if g == 0 else 1 if g > 0 else -1
            if answer != t[i]:
                lam[i] += eta
                mistaken_at.append(epoch * n + i)
                clean = False
        if clean:
            break
    return lam, mistaken_at


# The same run


@pytest.mark.parametrize("compiler", [True, False])
@given(
    form=forms,
    problem=problems,
    at_zero=st.sampled_from([-1, 0, 1]),
    eta=st.sampled_from([1, 0.25, 3]),
    seed=st.none() | st.integers(0, 9),
)
def test_dual_and_primal_are_one_run(form, compiler, problem, at_zero, eta, seed):
    X, t = form(problem[0]), problem[1]
    options = {"eta": eta, "at_zero": at_zero, "max_epochs": 12, "rng": seed}
    with pytest.MonkeyPatch.context() as patch:
        if not compiler:
            patch.setattr(kernels, "compiled", without_compiler)
        a, b = dual.online(dual.gram(X), t, **options), perceptron.online(X, t, **options)
    assert a.mistaken_at.tolist() == b.mistaken_at.tolist()
    assert a.mistaken.tolist() == b.mistaken.tolist()
    assert a.dual.tolist() == b.dual.tolist()
    assert a.dual.dtype == b.dual.dtype
    assert (a.epochs, a.converged, a.updates) == (b.epochs, b.converged, b.updates)
    assert a.primal(X).tolist() == b.w.tolist()
    new = form([[1] * X.shape[1], [-2] * X.shape[1]])
    assert a.predict(dual.linear(new, X)).tolist() == b.predict(new).tolist()


def without_compiler(function):
    raise ImportError("numba")


@given(problem=problems)
def test_a_kernel_is_the_same_rule_on_other_features(problem):
    X, t = problem
    K = dual.gram(np.array(X), dual.polynomial(2))
    run = dual.online(K, t, max_epochs=20)
    # The primal rule on the products themselves, without a constant of its own: 1·1 is among them.
    F = [monomials(x) for x in X]
    G = [[sum(a * b for a, b in zip(f, g, strict=True)) for g in F] for f in F]
    assert K.tolist() == G
    lam, mistaken_at = naive(G, t)
    assert run.dual.tolist() == lam
    assert run.mistaken_at.tolist() == mistaken_at


@given(problem=problems, at_zero=st.sampled_from([-1, 0, 1]))
def test_any_symmetric_table_of_fractions_runs_exactly(problem, at_zero):
    X, t = problem
    K = np.array(
        [[Fraction(int(a @ b), 3) for a in np.array(X)] for b in np.array(X)], dtype=object
    )
    run = dual.online(K, t, eta=Fraction(1, 3), at_zero=at_zero, max_epochs=20)
    lam, mistaken_at = naive(K, t, Fraction(1, 3), at_zero)
    assert run.dual.tolist() == lam
    assert run.mistaken_at.tolist() == mistaken_at
    assert all(isinstance(v, int | Fraction) for v in run.dual)


def test_modified_or_by_hand():
    X, t = OR
    run = dual.online(dual.gram(X), t)
    assert run.dual.tolist() == [1, 1, 1, 0]
    assert run.mistakes.tolist() == [3, 0]
    assert run.primal(X).tolist() == [1, 1, 1]
    assert repr(run) == "DualRun(converged: 3 updates in 2 epochs, dual = [1, 1, 1, 0])"


def test_xor_needs_the_square():
    X, t = XOR
    line = dual.online(dual.gram(X), t, max_epochs=50)
    assert not line.converged
    square = dual.polynomial(2)
    assert dual.gram(X, square).tolist() == [[9, 1, 1, 1], [1, 9, 1, 1], [1, 1, 9, 1], [1, 1, 1, 9]]
    run = dual.online(dual.gram(X, square), t)
    assert run.converged
    assert run.predict(dual.gram(X, square)).tolist() == t.tolist()
    # Σ λ_j t_j (1 + x·x_j)² = -8 x_1 x_2: the constant and the squares cancel.
    grid = np.array([[2, 3], [-2, 3], [0, 7]])
    assert run.predict(square(grid, X)).tolist() == [-1, 1, 0]


def test_gaussian_separates_any_labels_of_distinct_patterns():
    rng = np.random.default_rng(3)
    X, t = rng.normal(size=(40, 2)), rng.choice([-1, 1], size=40)
    kernel = dual.gaussian(0.5)
    run = dual.online(dual.gram(X, kernel), t, max_epochs=5000)
    assert run.converged
    assert run.predict(kernel(X, X)).tolist() == t.tolist()
    assert repr(run).endswith("epochs, 40 dual variables)")


# Kernels


@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_kernels_are_their_formulas(form):
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(5, 3)), rng.normal(size=(4, 3))
    x, y = form(X), form(Y)
    # Products of three floats summed in another order, at most squared distances cancelled.
    close = {"rel": 1e-12, "abs": 1e-13}
    assert dual.linear(x, y) == pytest.approx(1 + X @ Y.T, **close)
    assert dual.polynomial(3)(x, y) == pytest.approx((1 + X @ Y.T) ** 3, **close)
    expected = np.exp(-(cdist(X, Y) ** 2) / (2 * 0.7**2))
    assert dual.gaussian(0.7)(x, y) == pytest.approx(expected, **close)
    K = dual.gram(x, dual.gaussian(0.7))
    assert type(K) is np.ndarray
    assert K.tolist() == K.T.tolist()
    assert np.diag(K) == pytest.approx(np.ones(5), **close)
    assert K.max() <= 1


def test_kernels_keep_fractions():
    X = np.array([[Fraction(1, 2), 1], [0, Fraction(1, 3)]], dtype=object)
    assert dual.gram(X).tolist() == [
        [Fraction(9, 4), Fraction(4, 3)],
        [Fraction(4, 3), Fraction(10, 9)],
    ]
    assert dual.gram(X, dual.polynomial(2))[0, 0] == Fraction(81, 16)
    assert dual.gaussian(1)(X, X).dtype == np.float64


def test_gram_takes_a_kernel_of_your_own():
    assert dual.gram([[2], [3]], lambda X, Y: 10 * X @ Y.T).tolist() == [[40, 60], [60, 90]]


MADE = {
    "polynomial(2)": lambda: dual.polynomial(2),
    "polynomial(3)": lambda: dual.polynomial(np.int64(3)),
    "gaussian(1.0)": lambda: dual.gaussian(1),
    "gaussian(0.5)": lambda: dual.gaussian(Fraction(1, 2)),
    "power(2)": dual.power,
    "power(3)": lambda: dual.power(3),
    "cauchy(1)": dual.cauchy,
    "cauchy(Fraction(1, 3))": lambda: dual.cauchy(Fraction(1, 3)),
}


@pytest.mark.parametrize("text", MADE)
@pytest.mark.parametrize("form", [np.asarray, csr_array, data.exact])
def test_a_kernel_is_a_value_that_pickles_prints_and_compares(form, text):
    kernel, X = MADE[text](), form([[1, 2], [0, -1], [3, 0]])
    assert repr(kernel) == text
    for other in (pickle.loads(pickle.dumps(kernel)), copy.deepcopy(kernel), MADE[text]()):
        assert other == kernel
        assert hash(other) == hash(kernel)
        assert repr(other) == text
        assert other(X, X).tolist() == kernel(X, X).tolist()
        assert other(X=X, Y=X).dtype == kernel(X, X).dtype
    equals = [name for name, make in MADE.items() if make() == kernel]
    assert equals == [text]
    with pytest.raises(AttributeError):
        kernel.parameters = (7,)


def test_the_linear_kernel_pickles_as_the_function_that_it_is():
    assert pickle.loads(pickle.dumps(dual.linear)) is dual.linear


@pytest.mark.parametrize(
    "kernel", [dual.linear, *(make() for make in MADE.values())], ids=["linear", *MADE]
)
def test_exact_patterns_among_floats_are_floats(kernel):
    X, Y = np.array([[1.5, 2], [0, -1]]), [[1, 2], [3, 0], [0, 0]]
    expected = kernel(X, np.array(Y))
    for x in (X, csr_array(X)):
        for K in (kernel(x, data.exact(Y)), kernel(data.exact(Y), x).T):
            assert K.dtype == np.float64
            # A transposed product, and 1.5 - 1 squared or multiplied out: the last digits.
            assert pytest.approx(expected, rel=1e-15) == K


def test_widths_at_the_ends_of_their_range_give_the_limits():
    X = np.array([[0.0], [1], [1e3]])
    for kernel in (dual.gaussian, dual.cauchy):
        assert kernel(1e-150)(X, X) == pytest.approx(np.eye(3), abs=1e-290)  # (1e-150)² over 1
        assert kernel(1e150)(X, X).tolist() == np.ones((3, 3)).tolist()
    with np.errstate(all="raise"):
        assert dual.gaussian(1e-150)([[1e150]], [[-1e150]]).tolist() == [[0]]


def test_a_run_on_floats_answers_an_exact_table_and_the_other_way_round():
    X, t = XOR
    K = dual.gram(X, dual.polynomial(2))
    runs = dual.online(K, t, eta=0.5), dual.online(data.exact(K), t, eta=Fraction(1, 2))
    for run in runs:
        for table in (K, data.exact(K), csr_array(K)):
            assert run.discriminant(table).tolist() == (4 * t).tolist()  # as in test_xor, times η
            assert run.predict(table).tolist() == t.tolist()
        assert dual.margin(run, K) == dual.margin(run, data.exact(K)) == 8 / 32**0.5
    for eta in (10**400, Fraction(1, 10**400)):  # the length of w does not matter
        long = dual.online(data.exact(K), t, eta=eta)
        assert dual.margin(long, data.exact(K)) == 8 / 32**0.5
    assert runs[0].discriminant(data.exact(K)).dtype == object
    for run in (dual.online(dual.gram(form(OR.X)), OR.t) for form in (np.asarray, data.exact)):
        for form in (np.asarray, csr_array, data.exact):
            w = run.primal(form(OR.X))
            assert w.tolist() == [1, 1, 1]
            assert w.dtype == (object if form is data.exact else float)


# Records and errors


def test_a_generator_shuffles_and_the_record_remembers_how():
    X, t = data.cloud(30, 2, margin=0.05, seed=4)
    run = dual.online(dual.gram(X), t, rng=np.random.default_rng(7))
    again = dual.online(dual.gram(X), t, rng=7)
    assert run.mistaken.tolist() == again.mistaken.tolist()
    assert run.mistaken.tolist() != dual.online(dual.gram(X), t).mistaken.tolist()
    assert run.dual.tolist() == np.bincount(run.mistaken, minlength=30).tolist()


def test_distances_hold_far_from_the_origin_and_close_to_it():
    """Squares of coordinates would cancel, and a small product would drown in the 1 of the bias."""
    X = [[0.0, 0], [3, 4], [6, 8]]
    for move in (lambda v: v + 2.0**40, lambda v: v * 2.0**-60):
        Y = move(np.array(X))
        width = 5 * (Y[1, 0] - Y[0, 0]) / 3
        assert dual.cauchy(width)(Y, Y).round(12).tolist() == dual.cauchy(5)(X, X).tolist()
