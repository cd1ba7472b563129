"""Every form of the loop makes the updates of one naive loop, to the bit of every weight.

The naive loop below is written from the definition, t against the sign of w·(1, x), and knows
neither reflected patterns nor arrays.
"""

import inspect
import json
import tracemalloc
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csc_array, csr_array, csr_matrix

from perceptrons import data, geometry, perceptron
from perceptrons._core import kernels

BOOK = Path(__file__).parents[2] / "book"


def naive(X, t, eta, w, at_zero, orders, batch):
    """Return w, the updates (k, epoch, patterns), and whether the last round was clean."""
    X, w, updates = [[1, *x] for x in X], list(w), []

    def mistaken(i):
        g = 0
        for a, b in zip(w, X[i], strict=True):
            g += a * b  # not sum(), which Python 3.12 and later round less: another order of sums
        return (1 if g > 0 else -1 if g < 0 else at_zero) != t[i]

    def learn(epoch, patterns):
        change = [0] * len(w)
        for i in patterns:
            change = [c + t[i] * x for c, x in zip(change, X[i], strict=True)]
        k = len(updates) + 1
        rate = eta(k, np.array(change)) if callable(eta) else eta
        rate = rate if isinstance(w[0], Fraction) else float(rate)
        w[:] = [a + rate * c for a, c in zip(w, change, strict=True)]
        updates.append((epoch, tuple(patterns)))

    for epoch, order in enumerate(orders):
        before = len(updates)
        if batch:
            patterns = [i for i in order if mistaken(i)]
            if patterns:
                learn(epoch, patterns)
        else:
            for i in order:
                if mistaken(i):
                    learn(epoch, [i])
        if len(updates) == before:
            return w, updates, True
    return w, updates, False


def updates_of(run):
    """Return the updates of a run as the naive loop notes them."""
    mistakes = list(zip((run.mistaken_at // run.n).tolist(), run.mistaken.tolist(), strict=True))
    if not run.batch:
        return [(epoch, (i,)) for epoch, i in mistakes]
    epochs = sorted({epoch for epoch, _ in mistakes})
    return [(epoch, tuple(i for e, i in mistakes if e == epoch)) for epoch in epochs]


# Data: (X, t, a start). Labels come from a hyperplane, some of them flipped in "noisy".


def integers(rng, n, d):
    return rng.integers(-4, 5, (n, d)).astype(float), rng.integers(-3, 4, d + 1).astype(float)


def dyadic(rng, n, d):
    return rng.integers(-40, 41, (n, d)) / 8, rng.integers(-3, 4, d + 1) / 4


def tenths(rng, n, d):
    # w·z is often zero on paper and a rounding error in floats: the order of summation decides.
    return rng.integers(-5, 6, (n, d)) / 10, rng.integers(-3, 4, d + 1) / 10


def floats(rng, n, d):
    return rng.normal(size=(n, d)), rng.normal(size=d + 1)


def problem(kind, n, d, seed, noisy=False):
    rng = np.random.default_rng(seed)
    X, w = kind(rng, n, d)
    t = np.where(w[0] + X @ w[1:] > 0, 1, -1)
    if noisy:
        t[rng.random(n) < 0.1] *= -1
    if n > 8 and (t == t[0]).all():  # so many of one class are refused
        t[0] *= -1
    X[rng.random((n, d)) < 0.3] = 0  # something for sparse rows to leave out
    return (
        X,
        t,
        kind(rng, 1, d)[1] + 0.0,
    )  # no -0.0: rows that leave out zeros cannot turn it to 0.0


KINDS = [integers, dyadic, tenths, floats]
RATES = {
    "η = 1": 1.0,
    "η = 0.3": 0.3,
    "η of k and z": lambda k, z: Fraction(1 + int(z[0] > 0), k),
}


def absent(function):
    raise ImportError("No module named 'numba'")


@pytest.fixture(params=["compiled", "in blocks", "plain"])
def machine(request, monkeypatch):
    """With numba; without it, as on large data and as on small."""
    if request.param != "compiled":
        monkeypatch.setattr(kernels, "compiled", absent)
        monkeypatch.setattr(kernels, "SMALL", 0 if request.param == "in blocks" else np.inf)


def orders(n, epochs, seed):
    if seed is None:
        return [range(n)] * epochs
    rng = np.random.default_rng(seed)
    return [rng.permutation(np.arange(n, dtype=np.int32)).tolist() for _ in range(epochs)]


def check(X, t, eta, w, at_zero, seed, batch, epochs=6):
    """Compare dense and sparse floats, and fractions of the same floats, with the naive loop."""
    train = perceptron.batch if batch else perceptron.online
    options = {"eta": eta, "at_zero": at_zero, "max_epochs": epochs}
    if not batch:
        options["rng"] = seed
    shown = orders(len(t), epochs, None if batch else seed)

    expected, updates, clean = naive(X.tolist(), t.tolist(), eta, w.tolist(), at_zero, shown, batch)
    for form in (np.array, csr_array):
        run = train(form(X), t, w=w, **options)
        assert updates_of(run) == updates
        assert run.w.tobytes() == np.array(expected).tobytes()
        assert run.weights[-1].tobytes() == run.w.tobytes()
        assert (run.updates, run.converged) == (len(updates), clean)


def check_exact(X, t, eta, w, at_zero, seed, batch, epochs=4):
    """Compare the run on fractions with the naive loop on fractions."""
    train = perceptron.batch if batch else perceptron.online
    X, w = np.vectorize(Fraction, otypes=[object])(X), [Fraction(v) for v in w.tolist()]
    eta = eta if callable(eta) else Fraction(eta)
    shown = orders(len(t), epochs, None if batch else seed)
    expected, updates, clean = naive(X.tolist(), t.tolist(), eta, w, at_zero, shown, batch)
    options = {} if batch else {"rng": seed}
    run = train(X, t, eta=eta, w=w, at_zero=at_zero, max_epochs=epochs, **options)
    assert updates_of(run) == updates
    assert run.w.tolist() == expected
    assert run.weights[-1].tolist() == expected
    assert (run.updates, run.converged) == (len(updates), clean)
    assert (run.start + run.dual @ run.Z).tolist() == expected


@pytest.mark.parametrize("batch", [False, True], ids=["online", "batch"])
@pytest.mark.parametrize("eta", RATES.values(), ids=RATES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_form_makes_the_updates_of_the_naive_loop(kind, eta, batch, machine):
    for seed, (n, d) in enumerate([(1, 1), (7, 1), (30, 2), (60, 3), (40, 6), (13, 260)]):
        for at_zero in (-1, 0, 1):
            X, t, w = problem(kind, n, d, seed, noisy=seed % 2)
            check(X, t, eta, w, at_zero, None, batch)
            check(X, t, eta, np.zeros(d + 1), at_zero, None if batch else seed, batch)


@pytest.mark.parametrize("batch", [False, True], ids=["online", "batch"])
@pytest.mark.parametrize("eta", RATES.values(), ids=RATES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_loop_on_fractions_is_the_exact_run(kind, eta, batch):
    for seed, (n, d) in enumerate([(1, 1), (7, 1), (25, 2)]):
        for at_zero in (-1, 0, 1):
            X, t, w = problem(kind, n, d, seed, noisy=seed % 2)
            check_exact(X, t, eta, w, at_zero, None, batch)
            check_exact(X, t, eta, np.zeros(d + 1), at_zero, seed, batch)


@pytest.mark.parametrize("form", [np.array, csr_array])
def test_sums_run_in_index_order(form, machine):
    # From the left each 1 is lost beside 2^53, and the sum is 0: a mistake. Other orders keep some.
    Z, w = np.ones((3, 200)), np.ones(200)
    w[0], w[-1] = 2.0**53, -(2.0**53)
    assert w @ Z[0] > 0
    run = perceptron.on_reflected(form(Z), w=w, eta=2.0**-60, max_epochs=1)
    assert run.mistaken.tolist() == [0, 1, 2]


def test_very_long_rows():
    X, t, w = problem(tenths, 6, 1 + kernels.LONG, seed=2)
    check(X, t, 0.3, w, 0, 1, batch=False, epochs=3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_d", [(2000, 3), (150, 700)], ids=["many patterns", "many features"])
def test_blocks_that_grow(kind, n_d, monkeypatch):
    monkeypatch.setattr(kernels, "compiled", absent)
    # Blocks start at 1024 numbers, 4 rows at least, and double while no mistake is found.
    X, t, w = problem(kind, *n_d, seed=5)
    check(X, t, 1.0, np.zeros(len(w)), 0, None, batch=False, epochs=3)
    check(X, t, 1.0, np.zeros(len(w)), 0, 7, batch=False, epochs=2)


def test_where_floats_are_exact_so_is_the_run(machine):
    for kind in (integers, dyadic):
        X, t, w = problem(kind, 40, 3, seed=2, noisy=True)
        for train in (perceptron.online, perceptron.batch):
            run = train(X, t, w=w, eta=0.25, max_epochs=9)
            exact = train(fractions(X), t, w=w, eta=0.25, max_epochs=9)
            assert run.weights.tolist() == exact.weights.tolist()
            assert run.mistaken_at.tolist() == exact.mistaken_at.tolist()


def fractions(X):
    return np.vectorize(Fraction, otypes=[object])(X)


def test_on_tenths_floats_and_fractions_part():
    """The grid of tenths does try the ties: else the tests above would be easier than they look."""
    X, t, _ = problem(tenths, 60, 3, seed=3, noisy=True)
    run, exact = (perceptron.online(form(X), t, max_epochs=6) for form in (np.array, fractions))
    assert run.mistaken_at.tolist() != exact.mistaken_at.tolist()


def test_dual_variables_give_the_weights(machine):
    X, t, _ = problem(integers, 60, 3, seed=1, noisy=True)
    for form in (np.array, csr_array):
        for run in (
            perceptron.online(form(X), t, max_epochs=5),
            perceptron.online(form(X), t, max_epochs=5, rng=4, eta=0.5),
            perceptron.batch(form(X), t, max_epochs=5, eta=lambda k, z: 2.0**-k),
        ):
            assert (run.dual @ run.Z).tolist() == run.w.tolist()
            assert run.dual.any()


# Reflected patterns, as they are given.


def naive_on_reflected(Z, w, eta, is_mistake, epochs):
    """Return the weights after each update, from rows of fractions."""
    path = [list(w)]
    for _ in range(epochs):
        before = len(path)
        for z in Z:
            if is_mistake(sum(a * b for a, b in zip(path[-1], z, strict=True)), z):
                rate = eta(len(path), np.array(z)) if callable(eta) else eta
                path.append([a + rate * b for a, b in zip(path[-1], z, strict=True)])
        if len(path) == before:
            break
    return path


@pytest.mark.parametrize("eta", [1, Fraction(1, 3), lambda k, z: Fraction(1, k)])
@pytest.mark.parametrize("D", [1, 2, 4])
def test_patterns_without_constant_feature_are_learnt_as_they_are(D, eta):
    rng = np.random.default_rng(D)
    for _ in range(20):
        Z = rng.integers(
            -3, 4, (rng.integers(1, 7), D)
        )  # with zeros in the first column, and rows of zeros
        w = rng.integers(-2, 3, D)
        expected = naive_on_reflected(Z.tolist(), w.tolist(), eta, lambda g, z: g <= 0, epochs=8)
        run = perceptron.on_reflected(data.exact(Z), w=w, eta=eta, max_epochs=8)
        assert run.weights.tolist() == expected
        assert run.updates == len(expected) - 1
        assert run.Z.tolist() == Z.tolist()


@pytest.mark.parametrize("form", [np.array, csr_array])
def test_floats_without_constant_feature_are_learnt_as_they_are(form, machine):
    rng = np.random.default_rng(0)
    for n, D in ((1, 1), (5, 2), (40, 3), (200, 9)):
        Z, w = rng.integers(-3, 4, (n, D)), rng.integers(-2, 3, D)
        Z[n // 2 :: 3] = 0  # empty rows, where sparse
        expected = naive_on_reflected(Z.tolist(), w.tolist(), 1, lambda g, z: g <= 0, epochs=3)
        run = perceptron.on_reflected(form(Z.astype(float)), w=w, max_epochs=3)
        assert run.weights.tolist() == expected


@pytest.mark.parametrize("form", [np.array, csr_array])
@pytest.mark.parametrize("at_zero", [-1, 0, 1])
def test_online_is_the_rule_on_reflected_patterns(at_zero, form, machine):
    X, t, w = problem(integers, 30, 3, seed=3, noisy=True)
    options = {"at_zero": at_zero, "max_epochs": 5, "w": w, "rng": 4}
    run = perceptron.online(form(X), t, **options)
    same = perceptron.on_reflected(run.Z, **options)
    assert same.weights.tolist() == run.weights.tolist()
    assert same.mistaken_at.tolist() == run.mistaken_at.tolist()
    assert same.Z is not run.Z
    assert not np.shares_memory(getattr(same.Z, "data", 0), getattr(run.Z, "data", 1))


# Without numba.


@pytest.mark.parametrize("d", [1, 20])
def test_large_tables_are_reflected_alike_in_every_form(d, machine):
    X, t, _ = problem(tenths, geometry.LARGE // d + 1, d, seed=1)
    by_numpy = np.column_stack([np.ones(len(X)), X]) * t[:, None]
    assert geometry.reflect(X, t).tobytes() == by_numpy.tobytes()
    X.setflags(write=False)
    assert geometry.reflect(X, t).tobytes() == by_numpy.tobytes()


def test_large_sparse_tables_are_reflected_alike_in_every_form(machine):
    X, t, _ = problem(tenths, geometry.LARGE // 4, 9, seed=1)
    X[::7] = 0  # rows without an entry
    rows = csr_array(X)
    assert rows.nnz > geometry.LARGE
    Z = geometry.reflect(rows, t)
    assert Z.indptr.tolist() == (rows.indptr + np.arange(len(X) + 1)).tolist()
    assert Z.indptr.dtype == Z.indices.dtype == np.int32
    assert Z.has_canonical_format
    assert Z.toarray().tolist() == geometry.reflect(X, t).tolist()


def test_four_patterns_do_not_wait_for_blocks(monkeypatch):
    """On OR, setting up blocks takes longer than the plain loop takes in all."""

    def no_blocks(Z, b):
        raise AssertionError("blocks for four patterns")

    monkeypatch.setattr(kernels, "compiled", absent)
    monkeypatch.setattr(kernels, "in_blocks", no_blocks)
    assert perceptron.online(*data.modified_or()).w.tolist() == [1, 1, 1]
    with pytest.raises(AssertionError, match="blocks"):
        perceptron.online(*data.cloud(40, 2, margin=0.1, seed=0))


@pytest.mark.parametrize("form", [np.array, csr_array])
def test_weights_that_overflow_are_refused_in_every_form(form, machine):
    X, t = data.modified_or()
    for eta in (1e300, 1e308):
        with pytest.raises(ValueError, match=r"the trained w\[0\] is"):
            perceptron.online(form(X), t, eta=eta)


# The caller's arrays.


@pytest.mark.parametrize("train", [perceptron.online, perceptron.batch])
@pytest.mark.parametrize("form", [np.array, fractions, csr_array, csr_matrix, csc_array])
def test_the_callers_arrays_are_neither_changed_nor_kept(train, form, machine):
    X, t, w = problem(integers, 30, 3, seed=6, noisy=True)
    given, targets, start = form(X), t.copy(), form(w[None])[0] if form is fractions else w.copy()
    run = train(given, targets, w=start, max_epochs=4)
    assert (given != form(X)).sum() == 0
    assert targets.tolist() == t.tolist()
    assert list(start) == w.tolist()

    before = (run.w.tolist(), run.path, run.dual.tolist(), str(run.table(rows=9)))
    (given.data if hasattr(given, "tocsr") else given)[:] = 9
    targets[:], start[:] = -1, 7
    assert before == (run.w.tolist(), run.path, run.dual.tolist(), str(run.table(rows=9)))
    assert run.start.tolist() == w.tolist()
    assert run.weights[0].tolist() == w.tolist()


def test_sparse_rows_in_any_state():
    """Unsorted rows, duplicates and stored zeros mean what their dense form means."""
    rows = csr_array(
        ([1.0, 2.0, 3.0, 0.0, 5.0, -1.0], [2, 0, 2, 1, 1, 1], [0, 3, 4, 6]), shape=(3, 3)
    )
    stored = rows.data.copy()
    run = perceptron.online(rows, [1, -1, 1])
    assert run.Z.toarray().tolist() == [[1, 2, 0, 4], [-1, 0, 0, 0], [1, 0, 4, 0]]
    assert run.weights.tolist() == perceptron.online(rows.toarray(), [1, -1, 1]).weights.tolist()
    assert rows.data.tolist() == stored.tolist()


def test_a_generator_is_used_for_as_many_rounds_as_there_were():
    X, t, _ = problem(integers, 20, 2, seed=8)
    rng, same = np.random.default_rng(1), np.random.default_rng(1)
    run = perceptron.online(X, t, rng=rng)
    again = perceptron.online(X, t, rng=1)
    assert run.mistaken.tolist() == again.mistaken.tolist()
    for _ in range(run.epochs):
        same.permutation(np.arange(20, dtype=np.int32))
    assert rng.random() == same.random()
    assert [sorted(order) for order in run.orders()] == [list(range(20))] * run.epochs


# Long runs.


@pytest.mark.parametrize("n", [3, 5000])
def test_a_round_of_nothing_but_mistakes(n, machine):
    # The same pattern in both classes by turns.
    X, t = np.zeros((n, 1)), np.where(np.arange(n) % 2, -1, 1)
    # w_0 = 0 is wrong for either class, w_0 = 1 for C2.
    run = perceptron.online(X, t, max_epochs=1)
    assert run.mistakes.tolist() == [n]
    assert run.mistaken.tolist() == list(range(n))
    assert run.w.tolist() == [n % 2, 0]
    batch = perceptron.batch(X, t, max_epochs=1)
    assert batch.mistakes.tolist() == [n]
    assert batch.w.tolist() == [n % 2, 0]


def test_not_converging_is_an_answer(machine):
    X, t = data.xor()
    run = perceptron.online(X, t, max_epochs=50)
    assert (run.converged, run.epochs, run.presentations) == (False, 50, 200)
    assert run.mistakes.tolist() == [4] * 50
    assert run.w.tolist() == [0, 0, 0]
    assert repr(run).startswith("Run(not converged: 200 updates in 50 epochs")
    assert not perceptron.batch(X, t, max_epochs=50).converged


@pytest.mark.parametrize("at_zero", [-1, 0, 1])
def test_classes_that_touch_are_never_separated(at_zero, machine):
    # (0, 1) has w·z >= 0 on each pattern, but a point of both classes cannot be on both sides.
    run = perceptron.online([[0], [0], [1]], [1, -1, 1], at_zero=at_zero, max_epochs=100)
    assert not run.converged
    tail = run.weights[-100:].tolist()
    assert len({tuple(w) for w in tail}) < 5  # it goes round in a circle


def test_the_circle_of_note_001_needs_a_missing_bias():
    # Without constant feature (2, 1) | (0, 2), (0, -2) has a closed separator only, and the rule
    # runs for ever. The bias moves the hyperplane off the points of C2, and the rule ends.
    run = perceptron.online([[2, 1], [0, 2], [0, -2]], [1, -1, -1], at_zero=-1)
    assert run.converged
    assert run.predict([[2, 1], [0, 2], [0, -2]]).tolist() == [1, -1, -1]


@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_a_long_run_stores_no_row_for_each_presentation(form):
    rng = np.random.default_rng(0)
    n, d = 100_000, 5
    X = rng.integers(-64, 65, (n, d)) / 8
    t = np.where(X @ [1, -2, 3, 1, 1] > 0.5, 1, -1)
    X = form(X)
    perceptron.online(X[:10], t[:10])  # compile outside the measurement
    tracemalloc.start()
    run = perceptron.online(X, t, max_epochs=20)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    Z = run.Z
    copy = sum(A.nbytes for A in ([Z] if form is np.asarray else [Z.data, Z.indices, Z.indptr]))
    assert run.presentations >= 2 * n
    # Beside the reflected copy: one int32 order, the mistakes, and while copying a few columns.
    assert kept - copy < 8 * n + 64 * run.updates
    assert peak < 3 * copy + 16 * n


def test_the_loop_that_chapter_2_prints_is_the_one_that_is_compiled():
    chapter = json.loads((BOOK / "02_perceptron_rule.ipynb").read_text("utf-8"))
    printed = [
        "".join(output["text"])
        for cell in chapter["cells"]
        if cell["cell_type"] == "code" and "getsource" in "".join(cell["source"][-1:])
        for output in cell["outputs"]
    ]
    assert printed == [inspect.getsource(kernels.present) + "\n"]
    assert kernels.compiled(kernels.present).py_func is kernels.present
    asked = []
    compiled = kernels.compiled
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "compiled", lambda loop: asked.append(loop) or compiled(loop))
        perceptron.online(*data.modified_or())
    assert kernels.present in asked


def test_a_search_after_each_mistake_does_not_write_the_order_down_again(monkeypatch):
    written = []
    in_turn = kernels.in_turn
    monkeypatch.setattr(kernels, "in_turn", lambda n: written.append(n) or in_turn(n))
    X, t, _ = problem(integers, 40, 2, seed=1, noisy=True)
    run = perceptron.online(X, t, eta=lambda k, z: 1, max_epochs=3)
    assert run.updates > 10
    assert written == [40]
