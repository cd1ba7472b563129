"""What is kept of a run, by hand, over its path, in fractions, on sparse rows, and by oracles."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array, csr_matrix
from sklearn.linear_model import SGDClassifier

from perceptrons import bounds, data, dual, geometry, multiclass, perceptron, separability, variants
from perceptrons._core import kernels

X, T = data.modified_or()


def held(run):
    """Return the weights after each presentation, by going through the run."""
    path, at = list(run.path()), run.mistaken_at.tolist()
    return [path[sum(q <= p for q in at)] for p in range(run.presentations)]


def brute(run):
    """Return the mean of the weights after each presentation, presentation by presentation."""
    first, *others = held(run)
    return sum(others, first) / Fraction(run.presentations)


def test_by_hand():
    # After the eight presentations: (-1, 1, 1), (0, 2, 0), and six times (1, 1, 1).
    assert variants.averaged(perceptron.online(X, T)).tolist() == [5 / 8, 9 / 8, 7 / 8]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rng": 3, "max_epochs": 7},
        {"w": [Fraction(1, 3), 5, -2]},
        {"eta": lambda k, z: Fraction(1, k), "rng": 1},
        {"max_epochs": 1},
    ],
    ids=["given order", "shuffled", "another start", "1/k", "one epoch"],
)
@pytest.mark.parametrize("dataset", [data.modified_or, data.xor])
def test_the_mean_over_all_presentations_exactly(dataset, options):
    X, t = dataset()
    run = perceptron.online(data.exact(X), t, **{"max_epochs": 9, **options})
    mean = variants.averaged(run)
    assert mean.tolist() == brute(run).tolist()
    assert {type(v) for v in mean} <= {int, Fraction}


def test_sparse_rows_give_the_dense_average():
    runs = [perceptron.online(form(X), T, rng=0) for form in (np.asarray, csr_array)]
    dense, sparse = map(variants.averaged, runs)
    assert isinstance(sparse, np.ndarray)
    assert dense.tolist() == sparse.tolist()  # small integers over 8: nothing is rounded


def test_scikit_learn_averages_to_the_same_weights_on_mail():
    mail = data.spam(n=200)
    run = perceptron.online(mail.X, mail.t, max_epochs=4)
    judge = SGDClassifier(
        loss="perceptron", average=True, shuffle=False, tol=None, max_iter=run.epochs,
        fit_intercept=False, alpha=0, learning_rate="constant", eta0=1,
    )  # fmt: skip
    judge.fit(csr_matrix(geometry.augment(mail.X)), mail.t)
    # It adds the weights one presentation at a time: some 800 roundings of numbers below 1000.
    assert np.abs(judge.coef_[0] - variants.averaged(run)).max() < 1e-11


def test_the_average_need_not_separate():
    run = perceptron.online([[-4], [-3], [-2]], [1, 1, -1])
    mean = variants.averaged(run)
    assert run.converged
    assert (mean * run.presentations).tolist() == [-83, -86]
    assert np.sum(geometry.classify(mean, [[-4], [-3], [-2]]) != [1, 1, -1]) == 1


def test_the_average_of_several_classes_is_that_of_each_row():
    X, labels = np.array([[0], [2], [4]]), ["low", "middle", "high"]
    forms = [np.asarray, csr_array, data.exact]
    for start in (None, [[1, 2], [0, -1], [5, 0]]):
        runs = [multiclass.online(form(X), labels, w=start, max_epochs=7, rng=0) for form in forms]
        mean = brute(runs[2])
        assert variants.averaged(runs[2]).tolist() == mean.tolist()
        for run in runs[:2]:  # one division, then one sum, of numbers below 100
            assert np.abs(variants.averaged(run) - mean.astype(float)).max() < 1e-13


# Voted


def problems(d=2):
    """Return small integer patterns and targets."""
    numbers = st.lists(st.integers(-3, 3), min_size=d, max_size=d)
    pair = st.tuples(numbers, st.sampled_from([1, -1]))
    return st.lists(pair, min_size=1, max_size=6).map(
        lambda rows: tuple(map(list, zip(*rows, strict=True)))
    )


options = st.fixed_dictionaries(
    {"max_epochs": st.integers(1, 9), "rng": st.none() | st.integers(0, 5)}
)


@settings(max_examples=50)
@given(problem=problems(), options=options, at_zero=st.sampled_from([-1, 0, 1]))
def test_each_presentation_has_a_vote(problem, options, at_zero):
    X, t = problem
    for form in (np.array, data.exact, csr_array):
        run = perceptron.online(form(X), t, at_zero=at_zero, **options)
        new = [[5, -3], [0, 0], *X]
        votes = variants.voted(run, form(new))
        assert votes.tolist() == [
            sum(int(geometry.classify(w, [x], at_zero)[0]) for w in held(run)) for x in new
        ]
        assert votes.dtype == np.int64


def test_a_unanimous_vote():
    run = perceptron.online(X, T)
    assert variants.voted(run, [[9, 9], [-9, -9]]).tolist() == [8, -8]


# Pocket


def slow_pocket(run, ratchet):
    """Return the w in the pocket and its mistakes, presentation by presentation."""
    weights, mistaken = list(run.path()), set(run.mistaken_at.tolist())
    k, best, row, record = 0, 0, 0, 0
    challenged = set()
    for p in range(run.presentations):
        if p in mistaken:
            k, row = k + 1, 0
            continue
        row += 1
        if k == best:
            record = max(record, row)
        elif row > record:
            challenged.add(k)
            if not ratchet or run.wrong(weights[k]) < run.wrong(weights[best]):
                best, record = k, row
    return weights[best].tolist(), run.wrong(weights[best]), best, len(challenged)


@given(problem=problems(), options=options, ratchet=st.booleans())
def test_the_pocket_is_the_one_carried_along(problem, options, ratchet):
    X, t = problem
    run = perceptron.online(np.array(X), t, **options)
    found = variants.pocket(run, ratchet=ratchet)
    assert (found.w.tolist(), *found[1:]) == slow_pocket(run, ratchet)
    assert found.w.tolist() == run.weights[found.update].tolist()
    if run.converged and run.updates:
        assert not ratchet or found.mistakes == 0


def test_a_start_that_is_right_for_long_stays_in_the_pocket():
    run = perceptron.online([[1], [2], [3], [-9]], [1, 1, 1, 1], w=[0, 1], max_epochs=1)
    assert run.mistaken_at.tolist() == [3]
    assert variants.pocket(run) == (pytest.approx([0, 1]), 1, 0, 0)


def test_xor_in_the_given_order_leaves_the_pocket_at_zero():
    # Along the path the mistakes are 4, 3, 2, 1, 4: but no w answers a single pattern.
    run = perceptron.online(*data.xor(), max_epochs=20)
    found = variants.pocket(run)
    assert (found.w.tolist(), found.mistakes, found.update, found.tests) == ([0, 0, 0], 4, 0, 0)


def test_a_cycle_may_never_meet_the_best_weights():
    X, t = [[0], [1], [2], [3]], [1, -1, -1, 1]
    run = perceptron.online(X, t, max_epochs=40)
    assert {run.wrong(w) for w in run.weights[5:]} == {2, 3}
    assert run.wrong(np.array([-5, 2])) == 1  # the threshold 2.5 is wrong about 0 only
    seeds = [perceptron.online(X, t, max_epochs=30, rng=seed) for seed in range(20)]
    assert min(variants.pocket(run).mistakes for run in seeds) == 1


def test_sparse_rows_fill_the_pocket_alike():
    mail = data.spam(n=200)
    flipped = np.where(np.arange(200) % 9 == 0, -mail.t, mail.t)
    run = perceptron.online(mail.X, flipped, max_epochs=5, rng=0)
    found = variants.pocket(run)
    dense = perceptron.online(mail.X.toarray(), flipped, max_epochs=5, rng=0)
    other = variants.pocket(dense)
    assert found.w.tolist() == other.w.tolist()
    assert found[1:] == other[1:]
    assert found.tests > 3


# The same of two classes, of many, and of a kernel

NEW, TRUE = [[5, -3], [0, 2], [-1, 1], [2, 2]], [1, -1, 1, 1]


@given(problem=problems(), options=options, at_zero=st.sampled_from([-1, 0, 1]))
def test_the_linear_kernel_keeps_what_the_weights_keep(problem, options, at_zero):
    X, t = problem
    for form in (np.array, data.exact):
        one = perceptron.online(form(X), t, at_zero=at_zero, **options)
        two = dual.online(dual.gram(form(X)), t, at_zero=at_zero, **options)
        new, K = form(NEW), dual.linear(form(NEW), form(X))
        for w, lam in zip(one.path(), two.path(), strict=True):
            assert (one.Z.T @ lam).tolist() == w.tolist()
            assert two.wrong(lam) == one.wrong(w)
            assert two.predict(K, lam).tolist() == one.predict(new, w).tolist()
        # Floats: sums of at most 6 products of numbers below 1000, and one division.
        gap = one.Z.T @ variants.averaged(two) - variants.averaged(one)
        assert np.abs(gap).max() <= (1e-12 if form is np.array else 0)
        assert variants.voted(two, K).tolist() == variants.voted(one, new).tolist()
        for ratchet in (True, False):
            ours, theirs = (variants.pocket(run, ratchet=ratchet) for run in (one, two))
            assert ours[1:] == theirs[1:]
            assert (one.Z.T @ theirs.w).tolist() == ours.w.tolist()
        assert variants.best_on(two, K, TRUE)[1:] == variants.best_on(one, new, TRUE)[1:]


@given(problem=problems(), options=options)
def test_two_competing_classes_keep_what_one_neuron_keeps(problem, options):
    X, t = problem
    if len({*t}) == 1:
        return
    one, two = (rule(X, t, **options) for rule in (perceptron.online, multiclass.online))
    mean, (w, *counts) = variants.averaged(one), variants.pocket(one)
    assert variants.averaged(two).tolist() == [(-mean).tolist(), mean.tolist()]
    assert variants.pocket(two)[1:] == tuple(counts)
    assert variants.pocket(two).w.tolist() == [(-w).tolist(), w.tolist()]


@settings(max_examples=30)
@given(
    X=st.lists(st.lists(st.integers(-3, 3), min_size=2, max_size=2), min_size=3, max_size=6),
    labels=st.lists(st.sampled_from("abc"), max_size=3),
    options=options,
)
def test_each_presentation_has_a_vote_for_one_of_many_classes(X, labels, options):
    labels = [*"abc", *labels, *"aaa"][: len(X)]
    for form in (np.array, data.exact, csr_array):
        run = multiclass.online(form(X), labels, **options)
        path, truth = list(run.path()), list("abca")
        answers = [[multiclass.classify(w, [x])[0] for x in NEW] for w in held(run)]
        votes = [[column.count(m) for m in range(3)] for column in zip(*answers, strict=True)]
        assert variants.voted(run, form(NEW)).tolist() == votes
        wrong = [int(np.sum(run.predict(NEW, w) != truth)) for w in path]
        best = variants.best_on(run, form(NEW), truth)
        assert best[1:] == (min(wrong), wrong.index(min(wrong)), len(path))
        assert best.w.tolist() == path[best.update].tolist()
        rivals = [
            [sorted(g)[-2:] for g in run.discriminant(X, w)] for w in path
        ]  # the two largest: a tie is a mistake
        assert [run.wrong(w) for w in path] == [
            sum(
                label != y or low == high
                for label, y, (low, high) in zip(run.predict(X, w), labels, pairs, strict=True)
            )
            for w, pairs in zip(path, rivals, strict=True)
        ]


@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_a_long_run_is_scored_block_by_block(form):
    mail = data.spam(n=200)
    few, flipped = mail.X[:, :150].toarray(), np.where(np.arange(200) % 9 == 0, -mail.t, mail.t)
    for X, near in ((few, 0), (few / 3, 1e-9)):  # sums of some 900 numbers below 1e4
        run = perceptron.online(
            form(X), flipped, max_epochs=12, rng=0, eta=0.5 if near == 0 else 1 / 3
        )
        assert run.updates > 2 * 256
        direct = np.array([run.discriminant(X[::40], w) for w in run.path()])
        assert np.abs(np.concatenate([*run.scores(form(X[::40]))]) - direct).max() <= near
        assert (run.w == [*run.path()][-1]).all()


@pytest.mark.parametrize(
    ("X", "t", "told"),
    [
        (NEW, ["a", "b", "c"], r"t must have shape \(4,\), one for each pattern of X; got \(3,\)"),
        (NEW, ["a", "b", "c", "d"], r"t\[3\] is 'd', but the run has learnt \['a', 'b', 'c'\]"),
        ([[1]], ["a"], "X has 1 feature, but the training data had 2"),
    ],
)
def test_held_out_patterns_are_those_of_the_run(X, t, told):
    run = multiclass.online([[0, 1], [1, 0], [1, 1]], ["a", "b", "c"], max_epochs=2)
    with pytest.raises(ValueError, match=told):
        variants.best_on(run, X, t)


@pytest.mark.parametrize("w", [[np.nan] * 3, [1, 2], [[1, 2, 3]], [1, 2, np.inf], None])
def test_other_weights_are_validated(w):
    two = perceptron.online(X, T)
    three = multiclass.online(X, ["a", "b", "c", "a"], max_epochs=2)
    kernel = dual.online(dual.gram(X[:3]), T[:3])
    for ask in (two.wrong, three.wrong, kernel.wrong):
        with pytest.raises(ValueError, match=r"^w(\[\d\])? "):
            ask(w)
    if w is not None:
        asks = [lambda w: two.predict(X, w), lambda w: three.predict(X, w)]
        for ask in [*asks, lambda w: kernel.predict(dual.linear(X, X[:3]), w)]:
            with pytest.raises(ValueError, match=r"^w(\[\d\])? "):
                ask(w)


# Margin rule


@given(problem=problems(), b=st.sampled_from([0, 1, 7, Fraction(5, 2), 40]), options=options)
def test_the_margin_rule_is_the_naive_rule(problem, b, options):
    X, t = problem
    for form in (np.array, data.exact, csr_array):
        run = variants.margin(form(X), t, b=b, **options)
        w, at = np.zeros(3, dtype=object), []
        for epoch, order in enumerate(run.orders()):
            for p, i in enumerate(order):
                z = np.array([t[i], *(t[i] * v for v in X[i])], dtype=object)
                if w @ z <= b:
                    w, at = w + z, [*at, epoch * len(t) + p]
        assert run.w.tolist() == w.tolist()
        assert run.mistaken_at.tolist() == at
        assert run.b == b
        if run.converged:
            assert min(run.Z @ run.w) > b


def test_without_numba_the_margin_rule_is_the_same(monkeypatch):

    X, t = data.cloud(300, 4, margin=0.02, seed=3)
    ours = [variants.margin(X, t, b=b) for b in (0, 3, 100)]
    updates = [run.updates for run in ours]
    assert updates == sorted(set(updates))

    def absent(function):
        raise ImportError

    monkeypatch.setattr(kernels, "compiled", absent)
    for run in ours:
        other = variants.margin(X, t, b=run.b)
        assert other.w.tolist() == run.w.tolist()
        assert other.mistaken_at.tolist() == run.mistaken_at.tolist()


@pytest.mark.parametrize("b", [1, 4, 16])
def test_scikit_learn_s_hinge_rule_is_the_margin_rule(b):
    X, t = data.cloud(300, 4, margin=0.02, seed=3, flips=0.05)
    run = variants.margin(X, t, b=b, max_epochs=7)
    judge = SGDClassifier(
        loss="hinge", penalty=None, shuffle=False, tol=None, max_iter=7,
        fit_intercept=False, learning_rate="constant", eta0=1 / b,
    )  # fmt: skip
    judge.fit(geometry.augment(X), t)
    assert (judge.coef_[0] * b).tolist() == run.w.tolist()  # dyadic patterns, dyadic rates


def test_it_keeps_its_two_promises_exactly():
    X, t = data.exact([[-3], [-2], [-1], [6]]), [-1, -1, 1, 1]
    best = separability.largest_margin(X, t).w
    square = best @ best
    assert square == Fraction(1, 13)
    for b, updates, w in [(0, 12, [4, 3]), (1, 20, [6, 4]), (37, 476, None)]:
        run = variants.margin(X, t, b=b)
        assert run.updates == updates <= (37 + 2 * b) / square
        assert w is None or run.w.tolist() == w
        least = min(run.Z @ run.w)
        assert Fraction(least**2, run.w @ run.w) >= square * Fraction(b, 37 + 2 * b) ** 2
    assert variants.margin(X, t, b=0).weights.tolist() == perceptron.online(X, t).weights.tolist()


def test_the_squeeze_allows_for_b():
    X, t = [[-3], [-2], [-1], [6]], [-1, -1, 1, 1]
    s = bounds.squeeze(variants.margin(X, t, b=37), [3, 2])
    assert (s.lower <= s.projection + 1e-9).all()  # rounding
    assert (s.norm <= s.upper + 1e-9).all()
    assert s.norm[1] == pytest.approx(10**0.5)
    assert s.upper[1] == pytest.approx((37 + 2 * 37) ** 0.5)


# Refused
