"""Whatever a caller hands in ends in a right answer or in an error in words, and nothing else.

Every public function is called in a child process, with each argument plain, disguised or malformed
(`odd`). With disguises it must answer as with plain values, which the other tests know to be right;
a malformed value it must refuse, naming it. It may not crash, hang, warn, or change an argument.
"""

import importlib
import inspect
import re
from itertools import pairwise
from math import isclose, isnan

import numpy as np
import pytest
import scipy.sparse as sp
from child import Child
from hypothesis import given, settings
from hypothesis import strategies as st
from odd import KINDS, LABELS, RUN, SPARSE, X
from sklearn.base import clone

import perceptrons
from perceptrons import estimators, multiclass

SOLVED = {"X": "table", "t": "targets"}
OPTIONS = {"eta": "rate", "w": "start", "at_zero": "tie", "max_epochs": "whole"}
# Each function with the kinds of its arguments; what stands in a tuple is given as it is.
CALLS = {
    "adaline.batch": SOLVED | {"t": "values", "eta": (0.01,), "epochs": "whole", "w": "weights"},
    "adaline.cost": {"w": "weights", "X": "table", "t": "values"},
    "adaline.critical_rate": {"X": "table"},
    "adaline.gradient": {"w": "weights", "X": "table", "t": "values"},
    "adaline.hessian": {"X": "table"},
    "adaline.least_squares": {"X": "table", "t": "values"},
    "adaline.online": SOLVED | {"t": "values", "eta": (0.01,), "epochs": "whole", "rng": "seed"},
    "scaling.standardise": {"X": "dense"},
    "bounds.bracket": {"run": "run"},
    "bounds.constants": {"Z": (X,), "w_star": ([1, 0, 1],)},
    "bounds.margin": {"w": "weights"} | SOLVED,
    "bounds.mistake_bound": {"w_star": "weights"} | SOLVED,
    "bounds.overlap": {"run": "run", "u": "weights"},
    "bounds.radius": {"X": "table"},
    "bounds.squeeze": {"run": "run", "w_star": "weights"},
    "criterion.cost": {"w": "weights"} | SOLVED,
    "criterion.gradient": {"w": "weights"} | SOLVED | {"at_zero": "tie"},
    "criterion.mistaken": {"w": "weights"} | SOLVED | {"at_zero": "tie"},
    "data.separable": {"n": "whole", "d": "whole", "rng": "seed"},
    "data.split": {"t": "targets", "rng": "seed"},
    "dual.cauchy": {"width": "rate"},
    "dual.gaussian": {"width": "rate"},
    "dual.gram": {"X": "table"},
    "dual.linear": {"X": "table", "Y": "table"},
    "dual.online": {"K": "gram", "t": "targets", "eta": "rate", "at_zero": "tie", "rng": "seed"},
    "dual.polynomial": {"degree": "whole"},
    "dual.power": {"base": "whole"},
    "features.folded": {"tf": "table", "words": (["a", "b", "c"],), "d": "whole"},
    "features.hashed": {"documents": "texts", "d": "whole"},
    "features.polynomial": {"X": "dense", "degree": "whole"},
    "geometry.augment": {"X": "table"},
    "geometry.classify": {"w": "weights", "X": "table", "at_zero": "tie"},
    "geometry.discriminant": {"w": "weights", "X": "table"},
    "geometry.distance": {"w": "weights", "X": "table"},
    "geometry.reflect": SOLVED,
    "ho_kashyap.batch": {"X": "dense", "t": "targets", "max_steps": "whole"},
    "lms_limits.epoch_map": {"X": "dense", "t": "values", "eta": (0.01,)},
    "lms_limits.noise_floor": {"X": "dense", "t": "values", "eta": (0.01,)},
    "lms_limits.resting": {"X": "dense", "t": "values", "eta": (0.01,)},
    "capacity.count": {"X": "table"},
    "capacity.cover": {"n": "whole", "D": "whole"},
    "capacity.independent": {"X": "table"},
    "multiclass.kesler": {"X": "table", "labels": "labels"},
    "multiclass.online": {"X": "table", "labels": "labels", "eta": "rate", "max_epochs": "whole"},
    "multiclass.one_against_rest": {"labels": "labels"},
    "logistic.batch": SOLVED | {"eta": "rate", "epochs": "whole", "w": "weights"},
    "logistic.cost": {"w": "weights"} | SOLVED,
    "logistic.gradient": {"w": "weights"} | SOLVED,
    "mixing.once": {"shards": "source"},
    "mixing.train": {"shards": "source", "eta": "rate", "at_zero": "tie", "max_epochs": "whole"},
    "perceptron.batch": SOLVED | OPTIONS,
    "perceptron.on_reflected": {"Z": "table", "eta": "rate", "max_epochs": "whole", "rng": "seed"},
    "perceptron.online": SOLVED | OPTIONS | {"rng": "seed"},
    "rates.constant": {"eta": "rate"},
    "rates.harmonic": {"eta": "rate"},
    "rates.oracle": {"w_star": "weights"},
    "rates.relaxation": {"b": "rate"},
    "separability.largest_dual_margin": {"K": "gram", "t": "targets"},
    "separability.largest_margin": SOLVED,
    "separability.separate": SOLVED,
    "stream.online": {"blocks": "source"} | OPTIONS | {"rng": "seed"},
    "text.binary": {"tf": "counts"},
    "text.count_terms": {"documents": "texts", "words": "words"},
    "text.document_frequency": {"tf": "counts"},
    "text.log_idf": {"tf": "counts", "df": "df", "n": (5,)},
    "text.tf_over_df": {"tf": "counts", "df": "df"},
    "text.unit_rows": {"X": "table"},
    "variants.averaged": {"run": "run"},
    "variants.best_on": {"run": "run", "X": "table", "t": "targets"},
    "variants.margin": SOLVED | {"b": "rate", "max_epochs": "whole", "rng": "seed"},
    "variants.pocket": {"run": "run"},
    "variants.voted": {"run": "run", "X": "table"},
}
# What is learnt and asked by methods; each estimator is its own `self`, fitted where it must be.
RULES = [estimators.Perceptron(shuffle=False), estimators.KernelPerceptron(shuffle=False)]
RULES += [estimators.PocketPerceptron(shuffle=False), estimators.Adaline()]
METHODS = {
    f"estimators.{type(m).__name__}.fit": {"self": (m,), "X": "table", "y": "labels"} for m in RULES
}
METHODS |= {
    f"estimators.{type(m).__name__}.predict": {"self": (clone(m).fit(X, LABELS),), "X": "table"}
    for m in RULES[:2]
}
ESTIMATORS = {*METHODS}
METHODS |= {
    "run.Run.wrong": {"self": (RUN,), "w": "weights"},
    "run.Run.predict": {"self": (RUN,), "X": "table", "w": "weights"},
    "multiclass.MulticlassRun.predict": {"self": (multiclass.online(X, LABELS),), "X": "table"},
}
# These take nothing, or what is no table, or what has no plain value here: their own tests hand them odd input.
ELSEWHERE = {
    *("blocks.save", "cluster.local", "cluster.relay", "cluster.train", "mixing.ledger"),
    *("data.cloud", "data.exact", "data.logical_and", "data.modified_or", "data.spam"),
    *("data.two_words", "data.xor", "dual.margin", "geometry.sgn", "multiclass.classify"),
    *("multiclass.neurons", "losses.loss", "losses.pull", "rates.steepest"),
    *("text.tokenize", "text.tokenize_mail"),
}
CALLS |= METHODS
OTHERS = {
    "explore",
    "figures",
    "plots",
    "verify",
}  # which draw and prove; they have suites of their own


@pytest.fixture(scope="module")
def child():
    """Keep one process for all calls, while it lives."""
    child = Child()
    yield child
    child.close()


def functions():
    """Return the names of the library's public functions."""
    found = set()
    for module in set(perceptrons.__all__) - OTHERS:
        loaded = importlib.import_module(f"perceptrons.{module}")
        found |= {f"{module}.{n}" for n in loaded.__all__ if inspect.isfunction(getattr(loaded, n))}
    return found


def test_every_public_function_is_called_or_said_to_be_elsewhere():
    assert functions() == set(CALLS) - set(METHODS) | ELSEWHERE


def plain_value(kind):
    return kind[0] if isinstance(kind, tuple) else KINDS[kind].plain


def close(a, b):
    """Tell whether two results are alike: sums of floats may be taken in another order."""
    if isinstance(a, float) and isinstance(b, float):
        return isclose(a, b, rel_tol=1e-9, abs_tol=1e-9) or (isnan(a) and isnan(b))
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(close, a, b))
    return a == b


def judge(child, function, changes):
    """Call a function with some arguments in other forms; return what is wrong with its answer."""
    usual = {name: plain_value(kind) for name, kind in CALLS[function].items()}
    arguments, refused = dict(usual), []
    for name, form in changes.items():
        kind = KINDS[CALLS[function][name]]
        malformed = form in kind.malformed
        arguments[name] = (kind.malformed if malformed else kind.disguises)[form]
        refused += [name] * malformed
    said, what = child.call(function, arguments)
    if refused:
        words = {*usual, "X", "t", "w", "documents", "block"}
        named = any(re.search(rf"\b{word}\b", str(what)) for word in words)
        return None if said == "ValueError" and named and len(what) < 300 else (said, what)
    expected = child.call(function, usual)
    assert expected[0] == "value", (function, expected)
    return None if said == "value" and close(what, expected[1]) else (said, what, expected[1])


def forms(function, name):
    """Return the forms of an argument."""
    kind = CALLS[function][name]
    return [] if isinstance(kind, tuple) else [*KINDS[kind].disguises, *KINDS[kind].malformed]


@pytest.mark.parametrize("function", CALLS)
def test_one_argument_in_every_form(child, function):
    cases = [{name: form} for name in CALLS[function] for form in forms(function, name)]
    cases = [case for case in cases if not allowed(function, case)]
    wrong = [(case, found) for case in cases if (found := judge(child, function, case))]
    assert wrong == []


# What some functions take, or cannot know to be wrong, unlike the others.
SCHEDULED = {
    "stream.online",
    *(f"perceptron.{rule}" for rule in ("batch", "on_reflected", "online")),
}
UNLIKE = {
    ("w", "none"): {name for name in CALLS if "start" in CALLS[name].values()},
    ("eta", "a function"): SCHEDULED,
    ("b", "zero"): {"variants.margin"},
    ("t", "too short"): {"data.split"},
    ("t", "too long"): {"data.split"},
    ("w_star", "too short"): {"rates.oracle"},
    ("w_star", "too long"): {"rates.oracle"},
}
# Of these scikit-learn tells its users, in words of its own.
UNLIKE |= {
    ("X", form): ESTIMATORS
    for form in ("a matrix", "columns of one name", "floats as objects", "not a number", "complex")
    + ("one row", "deep", "no rows", "no columns")
}
UNLIKE |= {("X", form): {"separability.largest_margin"} for form in SPARSE}  # other multipliers


def allowed(function, case):
    """Tell whether a function answers a form in its own way."""
    ((name, form),) = case.items()
    return function in UNLIKE.get((name, form), ())


@given(st.data())
@settings(max_examples=500)
def test_several_arguments_in_any_form(child, data):
    function = data.draw(st.sampled_from([*CALLS]))
    choices = {name: forms(function, name) for name in CALLS[function]}
    changes = {name: data.draw(st.sampled_from(c)) for name, c in choices.items() if c}
    changes = {n: f for n, f in changes.items() if not allowed(function, {n: f})}
    found = judge(child, function, changes)
    assert found is None, (function, changes, found)


# Sparse rows of any structure


def meaning(n, d, ends, columns, values):
    """Return the table that three lists describe as CSR rows, or None if they describe none."""
    fits = len(ends) == n + 1 and len(columns) == len(values) and ends[0] == 0
    if not (fits and all(a <= b for a, b in pairwise(ends))):
        return None
    if ends[-1] > len(values) or not all(0 <= j < d for j in columns[: ends[-1]]):
        return None
    A = np.zeros((n, d))
    for i in range(n):
        for s in range(ends[i], ends[i + 1]):
            A[i, columns[s]] += values[s]
    return A


small = st.integers(-1, 4)


@st.composite
def structures(draw):
    """Draw the shape and the lists of CSR rows, right or nearly so."""
    n, d = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    rows = draw(st.lists(st.lists(st.integers(0, d - 1), max_size=3), min_size=n, max_size=n))
    ends, columns = np.cumsum([0, *map(len, rows)]).tolist(), [j for row in rows for j in row]
    for _ in range(draw(st.integers(0, 2))):
        spoilt = draw(st.sampled_from([part for part in (ends, columns) if part] or [ends]))
        if spoilt:
            spoilt[draw(st.integers(0, len(spoilt) - 1))] = draw(small | st.just(2**31 - 1))
    if draw(st.booleans()) and columns and draw(st.booleans()):
        columns.pop()
    values = [draw(st.integers(-3, 3)) for _ in range(len(columns))]
    index = draw(st.sampled_from([np.int32, np.int64]))
    return n, d, ends, columns, values, index


@given(structures(), st.sampled_from([sp.csr_array, sp.csr_matrix, sp.csc_array, sp.csc_matrix]))
@settings(max_examples=400)
def test_sparse_tables_of_any_structure(child, structure, form):
    n, d, ends, columns, values, index = structure
    A = meaning(n, d, ends, columns, values)
    by_rows = form in (sp.csr_array, sp.csr_matrix)
    S = form((n, d) if by_rows else (d, n))
    S.indptr, S.indices = np.array(ends, dtype=index), np.array(columns, dtype=index)
    S.data = np.array(values, dtype=float)
    if A is not None and not by_rows:
        A = A.T
    for function in ("geometry.augment", "dual.gram"):
        said, what = child.call(function, {"X": S})
        if A is None:
            assert said == "ValueError", (function, said, what)
            assert "X" in what
        else:
            assert (said, what) == child.call(function, {"X": A})


def test_what_kills_or_never_ends_is_seen():
    """The suite itself: a function that dies, and one that changes what it is given."""
    child = Child()
    assert child.call("no_such.module", {})[0] == "ModuleNotFoundError"
    assert child.call("geometry.augment", {"X": X})[0] == "value"
    child.process.kill()
    assert child.call("geometry.augment", {"X": X})[0] == "dies"
    assert child.call("geometry.augment", {"X": X})[0] == "value"
    child.close()
