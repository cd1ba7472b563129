"""A layer: neurons apart are runs of their own, neurons together follow the multiclass rule."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from perceptrons import data, multiclass, perceptron, separability
from perceptrons._core.kernels import competing, compiled

forms = st.sampled_from([np.array, csr_array, lambda X: np.array(X, dtype=object)])
small = st.integers(-3, 3)


def problems(classes):
    """Return tables of integers and labels 0 ... classes-1, the first two of them present."""
    return st.tuples(st.integers(2, 7), st.integers(1, 3)).flatmap(
        lambda nd: st.tuples(
            st.lists(
                st.lists(small, min_size=nd[1], max_size=nd[1]), min_size=nd[0], max_size=nd[0]
            ),
            st.lists(st.integers(0, classes - 1), min_size=nd[0] - 2, max_size=nd[0] - 2).map(
                lambda y: [0, 1, *y]
            ),
        )
    )


def naive(X, y, eta, orders, W):
    """Return W and the presentations of its mistakes, by the rule written out."""
    W, mistaken_at, p = [list(w) for w in W], [], 0
    for order in orders:
        clean = True
        for i in order:
            a = [1, *X[i]]
            g = [sum(wj * aj for wj, aj in zip(w, a, strict=True)) for w in W]
            rivals = [m for m in range(len(W)) if m != y[i]]
            rival = max(rivals, key=lambda m: (g[m], -m))
            if g[y[i]] <= g[rival]:
                for j, aj in enumerate(a):
                    W[y[i]][j] += eta * aj
                    W[rival][j] -= eta * aj
                mistaken_at.append(p)
                clean = False
            p += 1
        if clean:
            break
    return W, mistaken_at


# Together


def absent(function):
    raise ImportError


def with_and_without_numba(monkeypatch, *data, **options):
    """Yield two runs. `machine` may have taken numba away before, so it is put back first."""
    for form in (compiled, absent):
        monkeypatch.setattr(competing, "compiled", form)
        yield multiclass.online(*data, **options)


@pytest.fixture(scope="module", params=["numba", "no numba"])
def machine(request):
    """Take numba away for some tests."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "no numba":
            patch.setattr(competing, "compiled", absent)
        yield


@given(
    form=forms,
    problem=problems(4),
    eta=st.sampled_from([1, 0.25]),
    start=st.lists(small, min_size=16, max_size=16),
    seed=st.none() | st.integers(0, 9),
)
def test_multiclass_is_the_naive_rule(machine, form, problem, eta, start, seed):
    X, labels = problem
    classes = sorted(set(labels))
    y, D = [classes.index(label) for label in labels], len(X[0]) + 1
    w = np.reshape(start[: len(classes) * D], (len(classes), D))
    rng = np.random.default_rng(seed)
    orders = [range(len(y)) if seed is None else rng.permutation(len(y)) for _ in range(8)]
    run = multiclass.online(form(X), labels, eta=eta, w=w, max_epochs=8, rng=seed)
    W, mistaken_at = naive(X, y, Fraction(eta), orders, w.tolist())
    assert run.W.tolist() == W
    assert run.mistaken_at.tolist() == mistaken_at
    assert run.mistaken.tolist() == [orders[p // len(y)][p % len(y)] for p in mistaken_at]
    assert run.classes.tolist() == classes
    if run.converged:
        assert run.predict(form(X)).tolist() == labels


def test_multiclass_on_fractions_stays_exact():
    X = np.array([[Fraction(1, 3)], [Fraction(2, 3)], [1]], dtype=object)
    run = multiclass.online(X, ["a", "b", "c"], eta=Fraction(1, 7), max_epochs=500)
    assert run.converged
    assert all(isinstance(v, int | Fraction) for v in run.W.flat)
    assert run.predict(X).tolist() == ["a", "b", "c"]
    W, mistaken_at = naive(X.tolist(), [0, 1, 2], Fraction(1, 7), [range(3)] * 500, [[0, 0]] * 3)
    assert (run.W.tolist(), run.mistaken_at.tolist()) == (W, mistaken_at)


@given(problem=problems(2), seed=st.none() | st.integers(0, 9))
def test_with_two_classes_it_is_the_rule_of_chapter_2(problem, seed):
    X, labels = problem
    run = multiclass.online(X, labels, max_epochs=20, rng=seed)
    two = perceptron.online(X, np.where(labels, 1, -1), max_epochs=20, rng=seed)
    assert run.W.tolist() == [(-two.w).tolist(), two.w.tolist()]
    assert run.mistaken_at.tolist() == two.mistaken_at.tolist()
    assert (run.epochs, run.converged) == (two.epochs, two.converged)


@pytest.mark.parametrize("form", [np.array, csr_array])
def test_a_cloud_is_learnt_alike_with_and_without_numba(monkeypatch, form):
    # Rounding in every product: equal decisions need equal sums.
    rng = np.random.default_rng(0)
    X, labels = rng.normal(size=(200, 30)), rng.integers(0, 5, 200)
    one, other = with_and_without_numba(monkeypatch, form(X), labels, max_epochs=20, rng=1)
    assert one.updates > 1000
    assert one.W.tobytes() == other.W.tobytes()
    assert one.mistaken_at.tolist() == other.mistaken_at.tolist()
    assert one.rivals.tolist() == other.rivals.tolist()


@pytest.mark.parametrize("form", [np.array, csr_array])
def test_near_ties_are_decided_alike_with_and_without_numba(monkeypatch, form):
    # Pairs of equal features, whose weights the two neurons have exchanged: the sums differ by their
    # order alone. The pairs are drawn, because BLAS, too, adds a mirrored row to the same sum.
    rng = np.random.default_rng(2)
    pairs = rng.permutation(32).reshape(16, 2)
    values = rng.normal(size=(300, 16))
    values[:, (pairs == 0).any(axis=1)] = 1  # the constant feature and its twin
    A, w = np.empty((300, 32)), rng.normal(size=32)
    A[:, pairs] = values[:, :, None]
    X, exchanged = A[:, 1:], w.copy()
    exchanged[pairs] = w[pairs[:, ::-1]]
    start, labels = np.array([w, exchanged]), np.tile([0, 1], 150)
    options = {"w": start, "eta": 1e-30, "max_epochs": 1}  # so small a step is lost in rounding
    one, other = with_and_without_numba(monkeypatch, form(X), labels, **options)
    assert 50 < one.updates < 250
    assert one.mistaken_at.tolist() == other.mistaken_at.tolist()


@pytest.mark.parametrize("form", [np.array, csr_array])
def test_weights_that_overflow_are_refused(machine, form):
    with pytest.raises(ValueError, match=r"the trained W\[0, 0\] is"):
        multiclass.online(form([[1.0], [2.0]]), [0, 1], eta=1e300, max_epochs=3)


def test_sums_run_in_index_order(machine):
    # 2^53 + 1 + ... + 1 - 2^53 is 0 in floats from the left, and 14 from the right: here a tie.
    X, w = np.ones((2, 15)), np.ones((2, 16))
    X[0, -1], w[1, 0], w[0] = -(2.0**53), 2.0**53, 0
    run = multiclass.online(X, [1, 0], w=w, max_epochs=1)
    assert run.mistaken[0] == 0


def test_a_tie_for_the_first_place_is_a_mistake_and_the_first_rival_pays():
    run = multiclass.online([[5], [0], [0]], [2, 0, 1], max_epochs=1, w=[[0, 0], [0, 0], [0, 0]])
    assert run.mistaken[0] == 0
    assert run.W[:, 1].tolist() == [-5, 0, 5]


def test_the_rate_only_rescales_from_zero_and_the_rows_sum_to_zero():
    rng = np.random.default_rng(1)
    X, labels = rng.integers(-4, 5, size=(20, 3)), rng.integers(0, 3, size=20)
    one, other = (multiclass.online(X, labels, eta=eta, max_epochs=9) for eta in (1, 0.125))
    assert (one.W / 8).tolist() == other.W.tolist()
    assert one.mistaken_at.tolist() == other.mistaken_at.tolist()
    assert one.W.sum(axis=0).tolist() == [0, 0, 0, 0]
    assert one.updates == len(one.mistaken_at) == one.mistakes.sum()


def test_the_record_says_how_it_ended():
    X, labels = [[0], [2], [4]], ["low", "middle", "high"]
    run = multiclass.online(X, labels)
    assert repr(run) == "MulticlassRun(converged: 13 updates in 8 epochs, 3 classes)"
    assert run.predict([[-1], [2], [9]]).tolist() == labels
    short = multiclass.online(X, labels, max_epochs=1)
    assert not short.converged
    assert repr(short).startswith("MulticlassRun(not converged: ")


@given(
    form=forms,
    problem=problems(3),
    start=st.lists(small, min_size=12, max_size=12),
    seed=st.none() | st.integers(0, 9),
)
def test_the_path_goes_by_the_rivals_from_start_to_end(form, problem, start, seed):
    X, labels = problem
    M, D = len(set(labels)), len(X[0]) + 1
    w = np.reshape(start[: M * D], (M, D))
    run = multiclass.online(form(X), labels, w=w, max_epochs=5, rng=seed)
    path = list(run.path())
    assert (path[0].tolist(), path[-1].tolist()) == (w.tolist(), run.W.tolist())
    assert len(path) == run.updates + 1
    for W, after, i, rival in zip(path, path[1:], run.mistaken, run.rivals, strict=False):
        a, own = np.array([1, *X[i]]), run.y[i]
        g = W @ a
        assert g[own] <= g[rival] == max(np.delete(g, own))
        step = np.zeros_like(W)
        step[own], step[rival] = a, -a
        assert (W + step).tolist() == after.tolist()


# Kesler's construction


@given(form=forms, problem=problems(4), entries=st.lists(small, min_size=16, max_size=16))
def test_kesler_s_products_are_the_differences_of_discriminants(form, problem, entries):
    X, labels = problem
    M, D = len(set(labels)), len(X[0]) + 1
    y = np.unique(labels, return_inverse=True)[1]
    Z = multiclass.kesler(form(X), labels)
    assert Z.shape == (len(X) * (M - 1), M * D)
    W = np.reshape(entries[: M * D], (M, D))
    g = np.array([[1, *x] for x in X]) @ W.T
    wanted = [g[i, y[i]] - g[i, r] for i in range(len(X)) for r in range(M) if r != y[i]]
    assert (Z @ W.ravel()).tolist() == wanted
    squares = ((Z.toarray() if form is csr_array else Z) ** 2).sum(axis=1)
    twice = [2 * (1 + sum(v * v for v in x)) for x in X for _ in range(M - 1)]
    assert squares.tolist() == twice  # so the radius of the construction is R times the root of 2
    if form is csr_array:
        assert Z.data.all()


@given(problem=problems(4))
def test_the_multiclass_rule_is_the_online_rule_on_kesler_s_worst_vectors(problem):
    X, labels = problem
    Z = multiclass.kesler(np.array(X), labels)
    run = multiclass.online(X, labels, max_epochs=6)
    u, path = np.zeros(Z.shape[1]), []
    for _ in range(run.epochs):
        for rows in np.split(Z, len(X)):
            z = rows[(rows @ u).argmin()]
            if z @ u <= 0:
                u = u + z
                path.append(u.tolist())
    assert path == [W.ravel().tolist() for W in list(run.path())[1:]]
    assert len(path) == run.updates


def test_three_classes_on_a_line_have_the_margin_of_their_certificate():
    X, labels = np.array([[-1], [0], [1]], dtype=object), [0, 1, 2]
    Z = multiclass.kesler(X, labels)
    p = separability.largest_dual_margin(Z @ Z.T, [1] * 6).alpha @ Z
    assert p @ p == Fraction(3, 26)
    assert (
        min(Z @ p) == p @ p
    )  # no vector lies before the plane through p: the margin is its length
    run = multiclass.online(X, labels)
    assert run.updates == 13 <= 2 * 2 / Fraction(3, 26)
    assert run.W.tolist() == [[-1, -3], [1, 0], [0, 3]]


# Apart


@given(problem=problems(3), at_zero=st.sampled_from([-1, 0, 1]))
def test_neurons_apart_are_runs_of_their_own(problem, at_zero):
    X, labels = problem
    _, T = multiclass.one_against_rest(labels)
    runs = multiclass.neurons(X, T, at_zero=at_zero, max_epochs=9)
    assert len(runs) == T.shape[1]
    for run, t in zip(runs, T.T, strict=True):
        own = perceptron.online(X, t, at_zero=at_zero, max_epochs=9)
        assert run.w.tolist() == own.w.tolist()
        assert run.mistaken_at.tolist() == own.mistaken_at.tolist()


def test_a_seed_shows_every_neuron_the_same_orders():
    X = np.arange(10)[:, None]
    a, b = multiclass.neurons(X, np.where(X < 5, [[1, 1]], [[-1, -1]]), rng=3)
    assert a.mistaken.tolist() == b.mistaken.tolist()


@pytest.mark.parametrize("labels", [["spam", "ham", "spam"], [3.5, -1.0, 3.5], [True, False, True]])
def test_one_question_a_class(labels):
    classes, T = multiclass.one_against_rest(labels)
    assert classes.tolist() == sorted(set(labels))
    assert T.tolist() == [[-1, 1], [1, -1], [-1, 1]]


@given(
    form=forms,
    X=st.lists(st.lists(small, min_size=2, max_size=2), min_size=1, max_size=5),
    W=st.lists(st.lists(small, min_size=3, max_size=3), min_size=1, max_size=4),
)
def test_classify_takes_the_first_of_the_largest(form, X, W):
    g = [[w[0] + w[1] * x[0] + w[2] * x[1] for w in W] for x in X]
    for weights in (W, data.exact(W)):
        assert multiclass.classify(weights, form(X)).tolist() == [row.index(max(row)) for row in g]
