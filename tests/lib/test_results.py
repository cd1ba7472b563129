"""What every result promises: nobody can write to it, its copies included, and it answers or says why."""

import copy
import pickle
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from perceptrons import (
    adaline,
    blocks,
    bounds,
    criterion,
    data,
    dual,
    figures,
    geometry,
    logistic,
    mixing,
    multiclass,
    perceptron,
    plots,
    rates,
    scaling,
    stream,
    variants,
)

X, T = data.modified_or()
LABELS = ["low", "high", "high", "middle"]
FORMS = {"dense": np.asarray, "sparse": csr_array, "exact": data.exact}
MAKERS = {
    "online": lambda X: perceptron.online(X, T),
    "shuffled": lambda X: perceptron.online(X, T, rng=3),
    "by a schedule": lambda X: perceptron.online(X, T, eta=rates.relaxation()),
    "batch": lambda X: perceptron.batch(X, T),
    "margin": lambda X: variants.margin(X, T, b=2),
    "without updates": lambda X: perceptron.online(X, T, w=[1, 1, 1]),
    "batch without updates": lambda X: perceptron.batch(X, T, w=[1, 1, 1]),
    "dual": lambda X: dual.online(dual.gram(X), T),
    "dual without updates": lambda X: dual.online(dual.gram(X), [-1] * 4, at_zero=-1),
    "multiclass": lambda X: multiclass.online(X, LABELS, max_epochs=4, rng=0),
    "mixed": lambda X: mixing.train([(X, T), (X, T)], keep_path=True),
    "adaline": lambda X: adaline.online(X, T, eta=0.25, epochs=3),
}
RESULTS = {
    f"{name}, {kind}": (make, form) for kind, form in FORMS.items() for name, make in MAKERS.items()
}
RESULTS |= {
    "streamed": (lambda X: stream.online([(X, T)]), np.asarray),
    "streamed, sparse": (lambda X: stream.online([(X, T)]), csr_array),
    "logistic": (lambda X: logistic.batch(X, T, eta=0.5, epochs=3), csr_array),
}
COPIES = {
    "itself": lambda r: r,
    "unpickled": lambda r: pickle.loads(pickle.dumps(r)),
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
}


def arrays(result):
    """Return the arrays of a result by name, those of sparse rows one by one, and what is derived."""
    derived = [name for name in ("weights", "mistaken", "costs", "w") if hasattr(result, name)]
    found = vars(result) | {name: getattr(result, name) for name in derived}
    for name, value in list(found.items()):
        if hasattr(value, "tocsr"):
            found |= {
                f"{name}.{part}": getattr(value, part) for part in ("data", "indices", "indptr")
            }
    return {name: value for name, value in found.items() if isinstance(value, np.ndarray)}


@pytest.mark.parametrize(("make", "form"), RESULTS.values(), ids=RESULTS)
@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_no_array_of_a_result_or_of_its_copy_can_be_written_to(copied, make, form):
    original = make(form(X))
    stored = arrays(original)  # what is derived is kept, and copied, too
    result = copied(original)
    assert arrays(result).keys() == stored.keys()
    for name, values in arrays(result).items():
        assert values.tolist() == stored[name].tolist()
        with pytest.raises(ValueError, match="read-only"):
            values[...] = 0
        with pytest.raises(AttributeError):
            setattr(result, name, None)
    assert repr(result) == repr(original)


def test_the_weights_on_the_way_cannot_be_changed_on_the_way():
    for run in (
        perceptron.online(X, T),
        perceptron.batch(X, T),
        perceptron.online(csr_array(X), T),
    ):
        for w in run.path():
            with pytest.raises(ValueError, match="read-only"):
                w[0] = 2


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_frozen_sparse_rows_do_all_that_dense_ones_do(copied):
    sparse, dense = (
        copied(perceptron.online(form(X), T, rng=1)) for form in (csr_array, np.asarray)
    )
    assert (
        perceptron.on_reflected(sparse.Z).w.tolist() == perceptron.on_reflected(dense.Z).w.tolist()
    )
    for ask in (
        lambda run: run.weights.tolist(),
        lambda run: run.discriminant(X).tolist(),
        lambda run: run.predict(csr_array(X)).tolist(),
        lambda run: str(run.table(threshold=True)),
        lambda run: [run.wrong(w) for w in run.weights],
        lambda run: variants.averaged(run).tolist(),
        lambda run: variants.voted(run, csr_array(X)).tolist(),
        lambda run: [np.asarray(part).tolist() for part in variants.pocket(run)],
        lambda run: bounds.squeeze(run, [1, 1, 1]).norm.tolist(),
        lambda run: tuple(bounds.constants(run.Z, [1, 1, 1])),
    ):
        assert ask(sparse) == ask(dense)
    rows = copied(multiclass.online(csr_array(X), LABELS, max_epochs=9)).A  # as raw patterns
    assert stream.online([(rows, T)]).w.tolist() == perceptron.online(rows.toarray(), T).w.tolist()
    assert criterion.cost([0, 1, 2, 3], rows, T) == criterion.cost([0, 1, 2, 3], rows.toarray(), T)


@pytest.mark.parametrize(("make", "form"), RESULTS.values(), ids=RESULTS)
def test_no_result_holds_an_array_of_the_caller(make, form):
    given = form(X)
    before = (given.toarray() if hasattr(given, "toarray") else given).tolist()
    held = [given.data, given.indices, given.indptr] if hasattr(given, "indptr") else [given]
    result = make(given)
    for values in arrays(result).values():
        assert not any(np.shares_memory(values, theirs) for theirs in held)
    assert all(theirs.flags.writeable for theirs in held)
    assert (given.toarray() if hasattr(given, "toarray") else given).tolist() == before


def test_no_result_holds_or_changes_the_start_or_the_targets_of_the_caller():
    w, t, Z, K = np.array([2.0, -1, 0]), np.array(T), np.ones((2, 3)), dual.gram(X)
    W, labels = np.eye(3), np.array(LABELS)
    given = [w, t, Z, K, W, labels]
    before = [values.tolist() for values in given]
    runs = [perceptron.online(X, t, w=w), perceptron.batch(X, t, w=w), stream.online([(X, t)], w=w)]
    runs += [mixing.train([(X, t)], w=w, keep_path=True), perceptron.on_reflected(Z)]
    runs += [rule(X, t, eta=0.1, epochs=1, w=w) for rule in (adaline.online, adaline.batch)]
    runs += [dual.online(K, t), multiclass.online(X, labels, w=W)]
    for run in runs:
        for values in arrays(run).values():
            assert not any(np.shares_memory(values, theirs) for theirs in given)
    assert [values.tolist() for values in given] == before
    assert all(theirs.flags.writeable for theirs in given)


PROGRESS = {
    "perceptron": lambda **options: perceptron.online(X, T, **options),
    "stream": lambda **options: stream.online(blocks.Rows(X, T, size=1), **options),
    "dual": lambda **options: dual.online(dual.gram(X), T, **options),
    "multiclass": lambda **options: multiclass.online(X, LABELS, max_epochs=2, **options),
    "mixing": lambda **options: mixing.train([(X, T)], **options),
    "adaline.online": lambda **options: adaline.online(X, T, eta=0.1, epochs=2, **options),
    "adaline.batch": lambda **options: adaline.batch(X, T, eta=0.1, epochs=2, **options),
}


@pytest.mark.parametrize("name", PROGRESS)
def test_progress_is_shown_only_when_asked(name, capsys):
    quiet = PROGRESS[name]()
    assert capsys.readouterr().err == ""
    assert repr(PROGRESS[name](progress=True)) == repr(quiet)
    shown = capsys.readouterr().err
    told = (
        r"epoch 2 \(3 mistakes in the last\):   0%.* 0/4" if name == "stream" else r" [12]/.*epoch"
    )
    assert re.search(told, shown), shown


@pytest.mark.parametrize(("make", "form"), RESULTS.values(), ids=RESULTS)
def test_a_result_is_equal_to_itself_alone(make, form):
    result, other = make(form(X)), make(form(X))
    assert result != other
    assert len({result, other, result}) == 2


# How they print


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (MAKERS["without updates"](X), "Run(converged: 0 updates in 1 epoch, w = [1, 1, 1])"),
        (MAKERS["batch without updates"](X), "Run(converged: 0 updates in 1 epoch, w = [1, 1, 1])"),
        (
            MAKERS["dual without updates"](X),
            "DualRun(converged: 0 updates in 1 epoch, all patterns of class C2, dual = [0, 0, 0, 0])",
        ),
        (
            perceptron.online(np.eye(8, 9), [1] * 7 + [-1], max_epochs=1),
            "Run(not converged: 2 updates in 1 epoch, w = 10 weights)",
        ),
        (
            perceptron.online(data.exact([[Fraction(1, 3**30), 10**5000]]), [1], max_epochs=1),
            "Run(not converged: 1 update in 1 epoch, w = [1, 4.857e-15, 1.000e+5000])",
        ),
        (
            perceptron.online([[0, 2], [1, 1]], [-1, -1]),
            "Run(converged: 1 update in 2 epochs, all patterns of class C2, w = [-1, 0, -2])",
        ),
        (
            dual.online(np.eye(2), [1, 1]),
            "DualRun(converged: 2 updates in 2 epochs, all patterns of class C1, dual = [1, 1])",
        ),
        (
            dual.online(data.exact([[2, 0], [0, 2]]), [1, -1], eta=Fraction(1, 3**30)),
            "DualRun(converged: 2 updates in 2 epochs, dual = [4.857e-15, 4.857e-15])",
        ),
    ],
    ids=[
        "no update",
        "no update of a batch",
        "no λ",
        "many features",
        "long",
        "one class",
        "one class, dual",
        "long λ",
    ],
)
def test_results_print_briefly(result, text):
    assert repr(result) == text


def test_a_table_shows_numbers_of_any_length():
    run = perceptron.online(data.exact([[10**5000], [-1]]), [1, -1])
    assert run.table().rows[1][1:5] == ["1", "1.000e+5000", "-1", "1"]


# Discriminants


small = st.integers(-3, 3)
rows_of_two = st.lists(st.lists(small, min_size=2, max_size=2), min_size=1, max_size=5)
exact_or_not = st.sampled_from(sorted(FORMS))


@given(
    new=rows_of_two, learnt=exact_or_not, asked=exact_or_not, at_zero=st.sampled_from([-1, 0, 1])
)
def test_the_discriminant_is_the_sum_whose_sign_is_predicted(new, learnt, asked, at_zero):
    """Runs of any kind answer patterns of any kind: all are small integers, so nothing is rounded."""
    X_, new_ = FORMS[learnt](X), FORMS[asked](new)
    run = perceptron.online(X_, T, at_zero=at_zero)
    g = [run.w[0] + run.w[1] * x[0] + run.w[2] * x[1] for x in new]
    assert run.discriminant(new_).tolist() == g
    assert run.predict(new_).tolist() == [1 if v > 0 else -1 if v < 0 else at_zero for v in g]
    pair = dual.online(dual.gram(X_), T, at_zero=at_zero)
    for K in (dual.linear(new_, X_), csr_array(dual.linear(new_, X_).astype(float))):
        assert pair.discriminant(K).tolist() == g  # the same run (test_dual)
        assert pair.predict(K).tolist() == run.predict(new_).tolist()
    assert pair.primal(new_ if new == X.tolist() else FORMS[asked](X)).tolist() == run.w.tolist()
    many = multiclass.online(X_, LABELS, max_epochs=4)
    G = [[w[0] + w[1] * x[0] + w[2] * x[1] for w in many.W] for x in new]
    assert many.discriminant(new_).tolist() == G
    assert many.predict(new_).tolist() == [many.classes[v.index(max(v))] for v in G]
    line = adaline.batch(X_, T, eta=0.25, epochs=1)  # w = (1/2, 1/2, 1/2)
    assert line.discriminant(new_).tolist() == [(1 + a + b) / 2 for a, b in new]
    votes = [sum(np.sign(w @ [1, *x]) or at_zero for w in held(run)) for x in new]
    assert variants.voted(run, new_).tolist() == votes


def held(run):
    """Return the weights after each presentation."""
    path, at = list(run.path()), run.mistaken_at.tolist()
    return [path[sum(q <= p for q in at)] for p in range(run.presentations)]


@pytest.mark.parametrize("columns", [1, 3])
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_other_features_are_refused_by_their_own_name(columns, form):
    new, run = form(np.ones((2, columns), int)), perceptron.online(X, T)
    many, line = multiclass.online(X, LABELS), adaline.batch(X, T, eta=0.1, epochs=1)
    asks = [run.predict, run.discriminant, many.predict, many.discriminant, line.predict]
    asks += [line.discriminant, stream.online([(X, T)]).predict, scaling.standardise(X).apply]
    asks += [mixing.train([(X, T)]).predict, lambda X: variants.voted(run, X)]
    for ask in asks:
        with pytest.raises(ValueError, match=rf"^X has {columns} feature.* had 2: give the same"):
            ask(new)


# What is asked of a run


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize(
    ("w", "message"),
    [
        ([0, np.nan, 0], r"w\[1\] is nan; .* finite"),
        ([0, 0, np.inf], r"w\[2\] is inf; .* finite"),
        ([0, 1e200, 0], r"w\[1\] is 1e\+200; .* no larger than"),
        ([1, 1], r"w must have shape \(3,\)"),
        ([[1, 1, 1]], r"w must have shape \(3,\).*got \(1, 3\)"),
        (7, r"w must have shape \(3,\)"),
        (None, "w is None"),
        (["a", "b", "c"], "w must hold real numbers"),
        ([1j, 0, 0], "w must hold real numbers"),
    ],
)
def test_weights_that_are_none_are_not_right_on_every_pattern(form, w, message):
    run = perceptron.online(form(X), T)
    with pytest.raises(ValueError, match=message):
        run.wrong(w)


def test_the_best_of_candidates_is_no_diverged_one():
    run, away = perceptron.online(X, T), adaline.batch(X, T, eta=50, epochs=900).w
    assert np.isnan(away).all()
    with pytest.raises(ValueError, match=r"w\[0\] is nan"):
        min([run.w, away], key=run.wrong)


@given(
    w=st.lists(st.fractions(-3, 3, max_denominator=4), min_size=3, max_size=3),
    at_zero=st.sampled_from([-1, 0, 1]),
)
def test_wrong_counts_what_the_weights_do_not_classify(w, at_zero):
    for form in FORMS.values():
        run = perceptron.online(form(X), T, at_zero=at_zero)
        answers = geometry.classify(w, data.exact(X), at_zero)
        assert run.wrong(w) == run.wrong([float(v) for v in w]) == (answers != T).sum()


NO_RUNS = {
    "nothing": None,
    "weights": [0, 1, 2],
    "the kind": perceptron.online,
    "a DualRun": MAKERS["dual"](X),
    "a Streamed": stream.online([(X, T)]),
    "a Mixed": MAKERS["mixed"](X),
    "a Descent": MAKERS["adaline"](X),
    "a MulticlassRun": MAKERS["multiclass"](X),
    "a Run": MAKERS["online"](X),
}
ONLINE = ["a Run", "a MulticlassRun", "a DualRun"]
TAKERS = {
    "averaged": (variants.averaged, "a Run, a MulticlassRun or a DualRun", ONLINE),
    "pocket": (variants.pocket, "a Run, a MulticlassRun or a DualRun", ONLINE),
    "dual.margin": (lambda run: dual.margin(run, dual.gram(X)), "a DualRun", ["a DualRun"]),
    "progress": (lambda run: figures.ch02.progress(plots.figure()[1], run), "a Run", ["a Run"]),
    "stream": (lambda run: figures.ch02.stream(plots.figure()[1], run, 2), "a Run", ["a Run"]),
    "overshoot": (
        lambda run: figures.ch07.overshoot(plots.figure()[1], run, ""),
        *("a Descent", ["a Descent"]),
    ),
}


@pytest.mark.parametrize("given", NO_RUNS)
@pytest.mark.parametrize(("ask", "kinds", "taken"), TAKERS.values(), ids=TAKERS)
def test_what_takes_a_run_says_of_which_kind(ask, kinds, taken, given):
    if given in taken:
        if given == "a Descent":  # of two features, which this figure refuses in its own words
            with pytest.raises(ValueError, match="run must have one feature"):
                ask(NO_RUNS[given])
        else:
            ask(NO_RUNS[given])
        return
    run = NO_RUNS[given]
    told = rf"^run is .*, of type {type(run).__name__}; it must be {re.escape(kinds)}: pass "
    with pytest.raises(ValueError, match=told) as caught:
        ask(run)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_run_without_updates_answers_all_that_is_asked(form):
    run = perceptron.online(form(X), T, w=[1, 1, 1])
    assert (run.updates, run.epochs, run.converged) == (0, 1, True)
    assert run.weights.tolist() == [[1, 1, 1]]
    assert variants.averaged(run).tolist() == [1, 1, 1]
    assert variants.voted(run, X).tolist() == (4 * T).tolist()  # four presentations
    found = variants.pocket(run)
    assert (found.w.tolist(), *found[1:]) == ([1, 1, 1], 0, 0, 0)
    assert len(run.table().rows) == 4
    assert run.dual.tolist() == [0] * 4
    batch = perceptron.batch(form(X), T, w=[1, 1, 1])
    assert [row[-1] for row in batch.table().rows] == ["0", "", "", ""]
    assert batch.dual.tolist() == [0] * 4
    pair = dual.online(dual.gram(form(X)), [-1] * 4, at_zero=-1)
    assert pair.primal(form(X)).tolist() == [0, 0, 0]
    assert pair.predict(dual.gram(form(X))).tolist() == [-1] * 4
    with pytest.raises(ValueError, match=r"the run has ‖w‖² = 0 .* give a run with an update"):
        dual.margin(pair, dual.gram(form(X)))
