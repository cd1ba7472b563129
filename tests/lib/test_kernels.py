"""Kernels whose values are fractions, and margins in feature spaces that nobody enters."""

from fractions import Fraction
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.svm import SVC

from perceptrons import bounds, data, dual, perceptron
from perceptrons.data import exact
from perceptrons.separability import largest_dual_margin, largest_margin

KERNELS = [dual.linear, dual.polynomial(2), dual.power(), dual.power(3), dual.cauchy()]
KERNELS += [dual.cauchy(Fraction(1, 2))]
SQUARE = [[-1, -1], [1, -1], [-1, 1], [1, 1]]
XOR = [-1, 1, 1, -1]

cell = st.integers(-3, 3)
problems = st.integers(1, 2).flatmap(
    lambda d: st.lists(
        st.tuples(st.lists(cell, min_size=d, max_size=d), st.sampled_from([-1, 1])),
        min_size=1,
        max_size=6,
    )
)


# Kernels


def test_values_by_hand():
    X = exact([[0, 0], [1, 1], [1, 2]])
    assert dual.power()(X, X).tolist() == [
        [1, Fraction(1, 4), Fraction(1, 32)],
        [Fraction(1, 4), 1, Fraction(1, 2)],
        [Fraction(1, 32), Fraction(1, 2), 1],
    ]
    assert dual.power(3)(X, X)[0].tolist() == [1, Fraction(1, 9), Fraction(1, 243)]
    assert dual.cauchy()(X, X)[0].tolist() == [1, Fraction(1, 3), Fraction(1, 6)]
    assert dual.cauchy(2)(X, X)[0].tolist() == [1, Fraction(2, 3), Fraction(4, 9)]


@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_a_power_is_a_gaussian_and_floats_are_its_fractions(form):
    rng = np.random.default_rng(1)
    X, Y = rng.normal(size=(5, 3)), rng.normal(size=(4, 3))
    x, y = form(X), form(Y)
    for base in (2, 7):
        gaussian = dual.gaussian((2 * log(base)) ** -0.5)(x, y)
        # A squared distance cancelled, then an exponential: a few roundings of the largest values.
        assert dual.power(base)(x, y) == pytest.approx(gaussian, rel=1e-12)
    whole = rng.integers(-3, 4, (6, 2))
    exactly = dual.gram(exact(whole), dual.power()).astype(float)
    assert dual.gram(form(whole), dual.power()).tolist() == exactly.tolist()
    slow = 1 / (1 + ((X[:, None] - Y) ** 2).sum(axis=2) / 0.49)
    assert dual.cauchy(0.7)(x, y) == pytest.approx(slow, rel=1e-12)


def test_fractions_stay_fractions():
    X = exact([[Fraction(1, 2)], [Fraction(3, 2)], [0]])
    assert dual.cauchy()(X, X)[0].tolist() == [1, Fraction(1, 2), Fraction(4, 5)]
    assert dual.power()(X[:2], X[:2])[0].tolist() == [1, Fraction(1, 2)]
    assert all(isinstance(v, Fraction) for v in dual.power()(X[:2], X[:2]).flat)


@given(problems, st.sampled_from([dual.power(), dual.cauchy()]))
def test_distinct_patterns_are_separated_whatever_their_classes(problem, kernel):
    distinct = {tuple(x): t for x, t in problem}
    X, t = exact(list(distinct)), list(distinct.values())
    K = dual.gram(X, kernel)
    best = largest_dual_margin(K, t)
    assert best.lower > 0
    run = dual.online(K, t)
    assert run.converged
    assert run.updates <= 1 / best.lower**2 + 1e-9  # K_ii = 1; one root and one square


# The margin of a run


@given(problems)
def test_margin_of_a_run_is_that_of_its_weights(problem):
    X, t = zip(*problem, strict=True)
    run = dual.online(dual.gram(exact(X)), t, max_epochs=20)
    w = run.primal(exact(X))
    if w.any():
        expected = bounds.margin(w, exact(X), t)
        # One root and one quotient of the same exact numbers.
        assert dual.margin(run, dual.gram(exact(X))) == pytest.approx(expected, rel=1e-15)


def test_margin_of_the_worked_examples():
    K = dual.gram(exact(SQUARE), dual.polynomial(2))
    assert dual.margin(dual.online(K, XOR), K) == 8 / 32**0.5
    K = dual.gram(exact(SQUARE))
    # λ = (1, 1, 1, 0), products 1, 1, 1, 3.
    assert dual.margin(dual.online(K, [-1, 1, 1, 1]), K) == 1 / 3**0.5


# The largest margin


@given(problems, st.sampled_from(KERNELS))
def test_no_pattern_lies_before_the_plane_in_any_feature_space(problem, kernel):
    X, t = zip(*problem, strict=True)
    t = np.array(t)
    K = dual.gram(exact(X), kernel)
    best = largest_dual_margin(K, t)
    G = t[:, None] * K * t
    square = best.alpha @ G @ best.alpha
    assert (best.alpha >= 0).all()
    assert best.alpha.sum() == 1
    # This alone proves that the point is nearest to zero.
    assert (G @ best.alpha >= square).all()
    assert best.lower == best.upper == float(square) ** 0.5
    floats = largest_dual_margin(K.astype(float), t)
    assert floats.lower <= best.upper <= floats.upper
    if best.upper:
        # α·Gα is known to some roundings of K_ii, at most 361 here; the root of a small one doubles.
        assert floats.upper - floats.lower < 1e-5


@given(problems)
def test_of_products_alone_it_finds_what_it_finds_of_patterns(problem):
    X, t = zip(*problem, strict=True)
    best, found = largest_margin(exact(X), t), largest_dual_margin(dual.gram(exact(X)), t)
    assert found.lower == best.lower


@pytest.mark.parametrize(
    ("kernel", "square"),
    [
        (dual.polynomial(2), 2),
        (dual.power(), Fraction(225, 1024)),
        (dual.cauchy(), Fraction(8, 45)),
        (dual.linear, 0),
    ],
    ids=["quadratic", "power", "cauchy", "linear"],
)
def test_margins_of_xor_exactly(kernel, square):
    K = dual.gram(exact(SQUARE), kernel)
    best = largest_dual_margin(K, XOR)
    assert best.alpha.tolist() == [Fraction(1, 4)] * 4
    assert best.lower == best.upper == float(square) ** 0.5


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "kernel",
    [dual.polynomial(3), dual.gaussian(0.8), dual.cauchy(0.7)],
    ids=["cubic", "gaussian", "cauchy"],
)
def test_a_support_vector_machine_finds_the_same_margin(kernel, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 2))
    t = np.where((X**2).sum(axis=1) < 1, 1, -1)
    K = dual.gram(X, kernel)
    best = largest_dual_margin(K, t)
    assert best.upper - best.lower < 1e-6
    # A machine has a free bias; one more constant feature of great length is nearly that.
    free = largest_dual_margin(K + 1e6, t)
    machine = SVC(C=1e9, kernel="precomputed", tol=1e-9, cache_size=50).fit(K, t)
    beta = np.zeros(60)
    beta[machine.support_] = machine.dual_coef_[0]
    assert (beta @ K @ beta) ** -0.5 == pytest.approx(free.upper, rel=1e-3)
    assert free.upper > best.upper


def test_a_singular_gram_matrix_does_no_harm():
    X = np.random.default_rng(5).normal(size=(300, 2))
    K = dual.gram(X, dual.polynomial(2))  # rank 6
    best = largest_dual_margin(K, np.where((X**2).sum(axis=1) < 1, 1, -1))
    assert 0 < best.lower <= best.upper < best.lower + 1e-6
    copies = largest_dual_margin(np.ones((2, 2)), [1, -1])
    assert copies.lower <= 0 <= copies.upper < 1e-6
    for nothing in ([[1, 1], [1, 1]], [[0, 0], [0, 0]]):
        assert largest_dual_margin(exact(nothing), [1, -1])[1:] == (0, 0)
    assert largest_dual_margin([[0.0]], [1]).lower <= 0


def test_an_approximate_run_stays_below_it():
    X, t = data.cloud(40, 2, margin=0.1, seed=2)[:2]
    K = dual.gram(X)
    assert dual.margin(dual.online(K, t), K) <= largest_dual_margin(K, t).upper
    assert perceptron.online(X, t).updates == dual.online(K, t).updates


INDEFINITE = {
    "negative": [[-1]],
    "zero pivot": [[0, 1], [1, 0]],
    "x·y - 2": [[-1, 0, 1], [0, 2, 4], [1, 4, 7]],
    "-|x - y|": [[0, -1, -2], [-1, 0, -1], [-2, -1, 0]],
    "second": [[1, 2], [2, 1]],
}


@pytest.mark.parametrize("K", INDEFINITE.values(), ids=INDEFINITE)
@pytest.mark.parametrize("form", [exact, np.array])
def test_what_is_no_gram_matrix_is_refused(form, K):
    with pytest.raises(ValueError, match=r"K is not the Gram matrix of any features.*use a kernel"):
        largest_dual_margin(form(K), [1] * len(K))


RUN = dual.online([[2, 0], [0, 2]], [1, -1])
ERRORS = {
    "base": (lambda: dual.power(1), "base must be a whole number, at least 2; got 1"),
    "base 2.5": (lambda: dual.power(2.5), "base must be a whole number"),
    "half": (
        lambda: dual.gram(exact([[0], [Fraction(1, 2)]]), dual.power()),
        r"squared distance 1/4; the power of 2 .* scale the features .* use cauchy",
    ),
    "power features": (lambda: dual.power()([[1]], [[1, 2]]), "X has 1 features and Y has 2"),
    "cauchy": (lambda: dual.cauchy(0), "width must be a finite number above 0"),
    "another K": (lambda: dual.margin(RUN, [[1]]), r"K must have shape \(2, 2\), as in the run"),
    "no update": (
        lambda: dual.margin(dual.online([[1]], [1], at_zero=1), [[1]]),
        r"the run has ‖w‖² = 0 with this K; .* give a run with an update",
    ),
    "not square": (lambda: largest_dual_margin([[1, 2]], [1]), r"K must have shape \(n, n\)"),
    "t 0": (lambda: largest_dual_margin([[1]], [0]), r"t\[0\] is 0; targets are \+1"),
}


@pytest.mark.parametrize(("call", "message"), ERRORS.values(), ids=ERRORS)
def test_errors_name_the_argument_and_the_rule(call, message):
    with pytest.raises(ValueError, match=message):
        call()
