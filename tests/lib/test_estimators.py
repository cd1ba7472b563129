"""The estimators: scikit-learn's own suite, the weights of the rules, rates, and refusals in words."""

import pickle
from collections import Counter

import numpy as np
import pandas as pd
import pytest
import sklearn
from scipy.sparse import csr_array, csr_matrix
from sklearn import linear_model
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from perceptrons import adaline, data, dual, estimators, multiclass, perceptron, variants
from perceptrons.estimators.kernel import _spread

CLASSES = [getattr(estimators, name) for name in estimators.__all__]
X, T = data.cloud(60, 3, margin=0.01, seed=3, flips=0.1)  # dyadic, and not separable
WORDS = np.where(T > 0, "spam", "ham")
S = np.array([0, 1, 2, 0.5] * 15)  # rates
THREE = np.where(X[:, 0] > 0, "low", np.where(X[:, 1] > 0, "middle", "high"))


@pytest.mark.filterwarnings("ignore")  # the suite has data that do not converge
@pytest.mark.parametrize("kind", CLASSES)
def test_scikit_learn_s_own_suite(kind):
    results = check_estimator(kind(), on_skip=None)  # raises at the first failure
    assert [r["check_name"] for r in results if r["status"] != "passed"] == [
        "check_array_api_input"
    ]
    assert len(results) > 50
    if kind is estimators.Adaline:  # which alone says that a weight is so many copies
        assert "check_sample_weight_equivalence_on_dense_data" in {r["check_name"] for r in results}


def weights(model):
    return np.column_stack([model.intercept_, model.coef_])


KEEPERS = {
    "Perceptron": lambda run: run.w if hasattr(run, "w") else run.W,
    "AveragedPerceptron": variants.averaged,
    "PocketPerceptron": lambda run: variants.pocket(run).w,
}


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("form", [np.asarray, csr_array, csr_matrix, pd.DataFrame])
@pytest.mark.parametrize("name", KEEPERS)
def test_they_keep_the_weights_of_the_rules(name, form):
    keep, model = KEEPERS[name], getattr(estimators, name)(shuffle=False, max_iter=9)
    two, three = perceptron.online(X, T, max_epochs=9), multiclass.online(X, THREE, max_epochs=9)
    for labels in (WORDS, T, T > 0, [*WORDS], pd.Series(WORDS), pd.Categorical(WORDS)):
        assert weights(model.fit(form(X), labels)).tolist() == [keep(two).tolist()]
        assert (model.n_iter_, model.converged_) == (9, False)
    gap = model.decision_function(form(X)) - two.discriminant(X, keep(two))
    assert np.abs(gap).max() < 1e-12  # three sums of numbers below 100
    assert weights(model.fit(form(X), THREE)).tolist() == keep(three).tolist()
    assert model.predict(form(X)).tolist() == three.predict(X, keep(three)).tolist()
    shuffled = getattr(estimators, name)(random_state=5, max_iter=9).fit(form(X), WORDS)
    seed = int(np.random.RandomState(5).randint(2**31 - 1))
    assert (
        weights(shuffled)[0].tolist()
        == keep(perceptron.online(X, T, rng=seed, max_epochs=9)).tolist()
    )


@pytest.mark.parametrize(
    ("keep", "chosen"),
    [
        ("last", lambda r: r.dual),
        ("averaged", variants.averaged),
        ("pocket", lambda r: variants.pocket(r).w),
    ],
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_kernels_keep_the_dual_variables_of_the_rule(keep, chosen):
    kernel = dual.polynomial(2)
    model = estimators.KernelPerceptron(kernel, keep=keep, shuffle=False, max_iter=3)
    run = dual.online(dual.gram(X, kernel), T, max_epochs=3)
    lam = chosen(run) * T
    for form in (np.asarray, csr_array):
        model.fit(form(X), WORDS)
        rows = model.X_fit_ if form is np.asarray else model.X_fit_.toarray()
        assert rows.tolist() == X[lam != 0].tolist()
        assert model.dual_coef_.tolist() == [lam[lam != 0].tolist()]
        g = run.discriminant(kernel(X, X), chosen(run))
        assert (
            np.abs(model.decision_function(form(X)) - g).max() < 1e-9
        )  # sums of 60 numbers below 1e4
    rows = model.fit(X, THREE).dual_coef_  # each class against the rest
    assert rows.shape == (3, model.X_fit_.shape[0])
    assert model.score(X, THREE) > 0.9


def test_the_width_of_the_kernel_is_that_of_the_patterns():
    # Variances 4 and 5, in all 9: two random patterns have the mean squared distance 2 · 9.
    table = np.array([[-2, 5**0.5], [2, 5**0.5], [-2, -(5**0.5)], [2, -(5**0.5)]])
    for form in (np.asarray, csr_array):
        width = estimators.KernelPerceptron().fit(form(table), [0, 1, 1, 0]).kernel_.parameters[0]
        assert width == pytest.approx(3)


@pytest.mark.parametrize("form", [np.asarray, csr_array])
@pytest.mark.parametrize(("factor", "shift"), [(1, 2.0**30), (2.0**-600, 0)])
def test_the_width_of_the_kernel_moves_with_the_patterns(form, factor, shift):
    Y = [[0.0, 2], [2, 0], [0, 0], [2, 2]]  # of variance 1 in each feature
    moved = factor * np.array(Y) + shift
    assert _spread(form(moved)) / (moved[1, 0] - moved[0, 0]) == 2**0.5 / 2


def test_scikit_learn_s_perceptron_is_ours_epoch_by_epoch():
    theirs = linear_model.Perceptron(shuffle=False, tol=None, max_iter=7).fit(X, WORDS)
    with pytest.warns(ConvergenceWarning):
        ours = estimators.Perceptron(shuffle=False, max_iter=7).fit(X, WORDS)
    assert weights(ours).tolist() == weights(theirs).tolist()


@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_least_squares_and_the_rule_that_tends_to_it(form):
    fit = estimators.Adaline().fit(form(X), THREE)
    _, targets = multiclass.one_against_rest(THREE)
    for w, t in zip(weights(fit), targets.T, strict=True):
        assert (
            np.abs(w - adaline.least_squares(X, t)).max() < 1e-9
        )  # LSQR, to 1e-14 of the residual
    copies = (2 * S).astype(int)
    w = adaline.least_squares(X.repeat(copies, axis=0), T.repeat(copies))
    assert np.abs(weights(fit.fit(form(X), WORDS, copies))[0] - w).max() < 1e-9
    rule = estimators.Adaline(eta=2**-6, max_iter=5, shuffle=False)
    with pytest.warns(ConvergenceWarning, match=r"error fell from .* to .* raise max_iter"):
        rule.fit(form(X), WORDS)
    assert weights(rule)[0].tolist() == adaline.online(X, T, eta=2**-6, epochs=5).w.tolist()
    assert estimators.Adaline(eta=2**-9, max_iter=300, shuffle=False).fit(form(X), WORDS).converged_
    with pytest.raises(ValueError, match=r"eta is 9, too large .* scale the features"):
        estimators.Adaline(eta=9).fit(form(X), WORDS)


# Rates


def rated(s, epochs):
    """Return the weights after each presentation of the online rule with a rate for each pattern."""
    w, held = np.zeros(4), []
    for _ in range(epochs):
        for x, t, rate in zip(X, T, s, strict=True):
            z = t * np.array([1, *x])
            if rate and w @ z <= 0:
                w = w + rate * z
            held += [w] * bool(rate)
    return held


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_a_weight_multiplies_the_rate_of_a_pattern(form):
    held = rated(S, 4)
    options = {"shuffle": False, "max_iter": 4}
    last = estimators.Perceptron(**options).fit(form(X), WORDS, sample_weight=S)
    assert weights(last)[0].tolist() == held[-1].tolist()
    mean = estimators.AveragedPerceptron(**options).fit(form(X), WORDS, sample_weight=S)
    assert np.abs(weights(mean)[0] - np.mean(held, axis=0)).max() < 1e-12  # 180 numbers below 100
    # A pattern of rate s is the pattern s (1, x): so it is in dual variables, and for many classes.
    kernel = estimators.KernelPerceptron(dual.linear, keep="last", **options)
    kernel.fit(form(X), WORDS, sample_weight=S)
    rows = kernel.X_fit_ if form is np.asarray else kernel.X_fit_.toarray()
    assert (kernel.dual_coef_ @ np.column_stack([np.ones(len(rows)), rows]))[0].tolist() == held[
        -1
    ].tolist()
    many = estimators.Perceptron(**options).fit(form(X), THREE, sample_weight=S)
    W = np.zeros((3, 4))
    for _ in range(4):
        for x, y, rate in zip(X, np.unique(THREE, return_inverse=True)[1], S, strict=True):
            a = rate * np.array([1, *x])
            rivals = np.where(np.arange(3) == y, -np.inf, W @ a)
            if rate and rivals.max() >= W[y] @ a:
                W[y], W[rivals.argmax()] = W[y] + a, W[rivals.argmax()] - a
    assert weights(many).tolist() == W.tolist()


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(
    "kind", [kind for kind in CLASSES if kind is not estimators.PocketPerceptron]
)
def test_the_weight_of_a_class_is_that_of_its_patterns(kind):
    share = {"ham": 3, "spam": 0.25}
    each = np.where(WORDS == "ham", 3, 0.25)
    options = {"max_iter": 5, "random_state": 1}
    by_class = kind(class_weight=share, **options).fit(X, WORDS)
    by_pattern = kind(**options).fit(X, WORDS, sample_weight=each)
    plain = kind(**options).fit(X, WORDS)
    g = [model.decision_function(X).tolist() for model in (by_class, by_pattern, plain)]
    assert g[0] == g[1] != g[2]
    both = kind(class_weight=share, **options).fit(X, WORDS, sample_weight=1 / each)
    assert both.decision_function(X).tolist() == g[2]


# One part after the other


@pytest.mark.parametrize("labels", [WORDS, THREE])
def test_partial_fit_goes_on_from_where_it_is(labels):
    parts = [slice(0, 17), slice(17, 18), slice(18, 60)]  # the second has one pattern
    names = np.unique(labels)
    last, mean = estimators.Perceptron(), estimators.AveragedPerceptron()
    rule = estimators.Adaline(eta=2**-6)
    for part in parts:
        for model in (last, mean, rule):
            model.partial_fit(X[part], labels[part], classes=names)
    whole = (
        perceptron.online(X, T, max_epochs=1)
        if labels is WORDS
        else multiclass.online(X, THREE, max_epochs=1)
    )
    assert weights(last).tolist() == np.atleast_2d(KEEPERS["Perceptron"](whole)).tolist()
    assert np.abs(weights(mean) - variants.averaged(whole)).max() < 1e-12  # two more divisions
    targets = [T] if labels is WORDS else multiclass.one_against_rest(THREE)[1].T
    steps = [adaline.online(X, t, eta=2**-6, epochs=1).w.tolist() for t in targets]
    assert weights(rule).tolist() == steps
    fitted = estimators.Perceptron(shuffle=False, max_iter=1)
    with pytest.warns(ConvergenceWarning):
        fitted.fit(X, labels)
    assert (
        weights(fitted.partial_fit(X, labels)).tolist()
        == weights(last.partial_fit(X, labels)).tolist()
    )


def test_who_cannot_go_on_says_so():
    assert not hasattr(estimators.PocketPerceptron(), "partial_fit")
    with pytest.raises(AttributeError, match="no attribute 'partial_fit'") as caught:
        estimators.Adaline().partial_fit(X, WORDS)
    assert "partial_fit needs a rate" in str(caught.value.__cause__)


# In the house of scikit-learn


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("kind", CLASSES)
def test_a_pickle_answers_alike_and_a_frame_keeps_its_columns(kind):
    frame = pd.DataFrame(X, columns=["a", "b", "c"], index=range(100, 160))
    model = clone(kind(random_state=0)).fit(frame, WORDS)
    other = pickle.loads(pickle.dumps(model))
    assert other.decision_function(frame).tolist() == model.decision_function(frame).tolist()
    assert model.feature_names_in_.tolist() == ["a", "b", "c"]
    with pytest.raises(ValueError, match="same order"):
        model.predict(frame[["c", "a", "b"]])
    assert set(model.predict(frame)) == {"ham", "spam"}


def test_kernels_are_values_that_a_search_tries_and_prints():
    kernels = [dual.linear, dual.polynomial(2), dual.gaussian(0.5)]
    model = make_pipeline(StandardScaler(), estimators.KernelPerceptron(max_iter=5, random_state=0))
    search = GridSearchCV(model, {"kernelperceptron__kernel": kernels}, cv=3)
    circle = np.where((X**2).sum(axis=1) < np.median((X**2).sum(axis=1)), "in", "out")
    assert search.fit(X, circle).best_params_ == {"kernelperceptron__kernel": dual.polynomial(2)}
    assert "polynomial(2)" in repr(search.best_estimator_)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_weights_are_sent_to_who_asks_for_them():
    model = estimators.Perceptron(max_iter=2, shuffle=False)
    with sklearn.config_context(enable_metadata_routing=True):
        asks = model.set_fit_request(sample_weight=True).set_score_request(sample_weight=False)
        got = cross_validate(
            asks, X, WORDS, params={"sample_weight": S}, cv=2, return_estimator=True
        )
    half = estimators.Perceptron(max_iter=2, shuffle=False)
    indices = cross_validate(half, X, WORDS, cv=2, return_indices=True)["indices"]["train"][0]
    half.fit(X[indices], WORDS[indices], sample_weight=S[indices])
    assert weights(got["estimator"][0]).tolist() == weights(half).tolist()


def test_only_the_last_weights_warn_that_they_did_not_converge(recwarn):
    for kind in (estimators.AveragedPerceptron, estimators.PocketPerceptron):
        assert not kind(max_iter=3).fit(*data.xor()).converged_
    assert not estimators.KernelPerceptron(dual.linear, max_iter=3).fit(*data.xor()).converged_
    assert Counter(w.category for w in recwarn) == {}
    for last in (estimators.Perceptron(), estimators.KernelPerceptron(dual.linear, keep="last")):
        with pytest.warns(
            ConvergenceWarning, match=r"mistakes in the last epoch: 4\. .* raise max_iter"
        ) as told:
            last.set_params(max_iter=3, shuffle=False).fit(*data.xor())
        assert told[0].filename == __file__


REFUSED = {
    "one class": (lambda: estimators.Perceptron().fit(X, ["a"] * 60), "y holds one class, .'a'."),
    "rates of one class": (
        lambda: estimators.Perceptron(class_weight={"ham": 0}).fit(X, WORDS),
        "y holds one class, .'spam'., whose sample_weight",
    ),
    "no rates": (lambda: estimators.Adaline().fit(X, WORDS, [0] * 60), "not all of them zero"),
    "a rate below": (
        lambda: estimators.Perceptron().fit(X, WORDS, sample_weight=[-1] + [1] * 59),
        "weights multiply rates",
    ),
    "too few rates": (
        lambda: estimators.Perceptron().fit(X, WORDS, sample_weight=[1, 2]),
        r"sample_weight must have shape \(60,\), one weight for each",
    ),
    "the pocket's": (
        lambda: estimators.PocketPerceptron().fit(X, WORDS, sample_weight=S),
        "sample_weight is given, but the pocket counts mistakes",
    ),
    "a kernel's pocket's": (
        lambda: estimators.KernelPerceptron(keep="pocket", class_weight="balanced").fit(X[:9], WORDS[:9]),
        "keep is 'pocket', which counts mistakes",
    ),
    "kept": (lambda: estimators.KernelPerceptron(keep="best").fit(X, WORDS), "'averaged' or 'pocket' or"),
    "epochs": (lambda: estimators.Perceptron(max_iter=0).fit(X, WORDS), "max_iter must be a whole"),
    "a rate": (lambda: estimators.Perceptron(eta=-1).fit(X, WORDS), "eta must be a finite number"),
    "shuffle": (lambda: estimators.Perceptron(shuffle=1).fit(X, WORDS), "shuffle is 1; it is a question"),
    "an endless rate": (
        lambda: estimators.Perceptron(class_weight={"ham": np.inf}).fit(X, WORDS),
        "give finite numbers from zero on",
    ),
    "words among objects": (
        lambda: estimators.Perceptron().fit(np.array([["1"], [2]], object), [0, 1]),
        "X holds '1', of type str",
    ),
    "a date among objects": (
        lambda: estimators.Perceptron().fit(np.array([[np.datetime64(0, "D")], [2]], object), [0, 1]),
        "X holds .*, of type datetime64",
    ),
    "a long integer": (
        lambda: estimators.Perceptron().fit(np.array([[10**400], [2]], object), [0, 1]),
        "X holds a number beyond the range of floats",
    ),
    "a rounded integer": (
        lambda: estimators.Perceptron().fit(np.array([[2**53 + 1], [2]], object), [0, 1]),
        "an entry of X is 9007199254740993",
    ),
    "columns of one name": (
        lambda: estimators.Perceptron().fit(pd.DataFrame(X[:, :2], columns=["a", "a"]), WORDS),
        "X has two columns of one name, among .*: rename one",
    ),
    "no name": (lambda: estimators.KernelPerceptron(keep=["last"]).fit(X, WORDS), "keep is .'last'.: give"),
    "a huge rate": (
        lambda: estimators.KernelPerceptron(class_weight={"ham": 1e200}).fit(X, WORDS), "K.0, 0. is inf",
    ),
    "no classes": (lambda: estimators.Perceptron().partial_fit(X, WORDS), "classes is None; the first"),
    "a strange label": (
        lambda: estimators.Perceptron().partial_fit(X, WORDS, classes=["ham", "spma"]),
        r"classes are \['ham', 'spma'\], and y holds",
    ),
    "other classes": (
        lambda: estimators.Perceptron().partial_fit(X, WORDS, WORDS).partial_fit(X, WORDS, THREE),
        r"classes are .* and were \['ham', 'spam'\] before",
    ),
    "balanced": (
        lambda: estimators.Perceptron(class_weight="balanced").partial_fit(X, WORDS, WORDS),
        "partial_fit never sees all patterns",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("ask", "told"), REFUSED.values(), ids=REFUSED)
def test_what_has_no_meaning_is_refused_in_words(ask, told):
    with pytest.raises(ValueError, match=told) as caught:
        ask()
    assert len(str(caught.value)) < 300


def test_an_unknown_argument_of_fit_is_a_type_error():
    with pytest.raises(TypeError, match=r"Perceptron.fit\(\) has no argument 'weights'"):
        estimators.Perceptron().fit(X, WORDS, weights=S)
