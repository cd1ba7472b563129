"""Schedules: what they are given cannot hurt, what they may answer, and how they are kept."""

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import csr_array

from perceptrons import adaline, data, perceptron, rates, stream

X, T = data.modified_or()
FORMS = {"dense": np.asarray, "sparse": csr_array, "exact": data.exact}
SCHEDULES = {
    "constant": (lambda: rates.constant(Fraction(1, 2)), "constant(Fraction(1, 2))"),
    "harmonic": (lambda: rates.harmonic(6), "harmonic(6)"),
    "oracle": (lambda: rates.oracle([1, 1, 1]), "oracle(array([1., 1., 1.]))"),
    "relaxation": (
        lambda: rates.relaxation(2, w=[1, 0, 5]),
        "relaxation(2, 1, array([1., 0., 5.]))",
    ),
    "from zero": (lambda: rates.relaxation(Fraction(1, 2)), "relaxation(Fraction(1, 2), 1, None)"),
    "steepest": (lambda: rates.steepest(np.eye(3)), "steepest(array([[1., 0...[0., 0., 1.]]))"),
    "steepest, exact": (lambda: rates.steepest(data.exact(np.eye(3))), None),
    "steepest, sparse": (lambda: rates.steepest(csr_array(2 * np.eye(3))), None),
}


@pytest.mark.parametrize(("make", "text"), SCHEDULES.values(), ids=SCHEDULES)
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_copy_of_a_schedule_makes_the_same_run(form, make, text):
    runs, start = [], None if "None" in str(text) else [1, 0, 5]
    for schedule in (make(), pickle.loads(pickle.dumps(make())), copy.deepcopy(make())):
        run = perceptron.online(form(X), T, eta=schedule, w=start)
        assert text is None or repr(schedule) == text
        again = pickle.loads(pickle.dumps(run))
        assert again.weights.tolist() == run.weights.tolist()
        assert again.rates.tolist() == run.rates.tolist()
        runs.append(run)
    assert runs[0].updates > 0
    for run in runs[1:]:
        assert run.weights.tolist() == runs[0].weights.tolist()
        assert {type(v) for v in run.rates} == {type(v) for v in runs[0].rates}


def test_a_schedule_keeps_no_array_of_the_caller():
    H, w_star, w = 2 * np.eye(3), np.ones(3), np.zeros(3)
    z = np.array([1.0, 2, 2])
    schedules = rates.steepest(H), rates.oracle(w_star), rates.relaxation(w=w)
    before = [float(schedule(1, z)) for schedule in schedules]
    H[:], w_star[:], w[:] = 7, 7, 7
    assert [float(schedule(1, z)) for schedule in schedules] == before == [1 / 2, 5 / 9, 1 / 9]


def test_the_steepest_rate_takes_the_hessian_of_sparse_patterns():
    t = [1, -1, 1, 1]
    dense, sparse = (
        adaline.batch(form(X), t, eta=rates.steepest(adaline.hessian(form(X))), epochs=3)
        for form in (np.asarray, csr_array)
    )
    assert sparse.weights.tolist() == dense.weights.tolist()


@pytest.mark.parametrize(
    "form", [list, np.array, lambda H: np.array(H, float), data.exact, csr_array]
)
def test_exact_steps_have_exact_rates_whatever_holds_the_hessian(form):
    eta, z = rates.steepest(form([[2, 1], [1, 5]])), data.exact([1, 2])
    assert eta(1, z) == Fraction(5, 26)  # 1 + 4 over 2 + 2·2 + 5·4
    assert isinstance(eta(1, z), Fraction)
    assert isinstance(eta(2, z.astype(float)), float)
    assert eta(2, z.astype(float)) == 5 / 26


# A schedule that writes to its z


def spoils(k, z):
    """Answer 1, and leave nothing of z."""
    z *= 0
    z += 99
    return 1


RULES = {
    "online": lambda X, eta: perceptron.online(X, T, eta=eta, max_epochs=5),
    "shuffled": lambda X, eta: perceptron.online(X, T, eta=eta, max_epochs=5, rng=1),
    "batch": lambda X, eta: perceptron.batch(X, T, eta=eta, max_epochs=5),
    "on reflected": lambda X, eta: perceptron.on_reflected(X, eta=eta, max_epochs=5),
    "adaline online": lambda X, eta: adaline.online(X, T, eta=eta, epochs=3),
    "adaline batch": lambda X, eta: adaline.batch(X, T, eta=eta, epochs=3),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_schedule_cannot_change_the_patterns(form, rule):
    given = form(X)
    spoilt, plain = rule(given, spoils), rule(given, 1)
    assert spoilt.w.tolist() == plain.w.tolist()
    assert spoilt.weights.tolist() == plain.weights.tolist()
    stored = "Z" if hasattr(plain, "Z") else "A"
    kept, expected = getattr(spoilt, stored), getattr(plain, stored)
    if form is csr_array:
        kept, expected, given = kept.toarray(), expected.toarray(), given.toarray()
    assert kept.tolist() == expected.tolist()
    assert given.tolist() == X.tolist()


@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_a_schedule_cannot_change_a_block(form):
    blocks = [(form(X), T)]
    assert stream.online(blocks, eta=spoils).w.tolist() == perceptron.online(X, T).w.tolist()
    rows = blocks[0][0]
    assert (rows.toarray() if form is csr_array else rows).tolist() == X.tolist()


def test_a_schedule_may_keep_what_it_was_given():
    seen = []
    perceptron.online(X, T, eta=lambda k, z: seen.append(z) or 1)
    run = perceptron.online(X, T)
    assert [z.tolist() for z in seen] == run.Z[run.mistaken].tolist()


# A schedule that answers no rate


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (1j, "1j"),
        (np.array([0.5]), r"array\(\[0.5\]\)"),
        (np.ones(3), r"array\(\[1., 1., 1.\]\)"),
        ("1", "'1'"),
        (None, "None"),
        (True, "True"),
        (-1, "-1"),
        (0, "0"),
    ],
    ids=str,
)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_anything_but_a_rate_is_refused_with_the_number_of_the_update(rule, answer, told):
    message = rf"the rate eta\(k, z\) of update k = 1 must be .* above 0, got {told}: correct the"
    for form in FORMS.values():
        with pytest.raises(ValueError, match=message):
            rule(form(X), lambda k, z: answer)


@pytest.mark.parametrize(
    "eta",
    [lambda k: 1, lambda k, z, w: 1, rates.harmonic, rates.constant, rates.steepest, rates.oracle],
    ids=["of k alone", "of three", "harmonic", "constant", "steepest", "oracle"],
)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_function_of_other_arguments_is_no_schedule(rule, eta):
    with pytest.raises(
        ValueError, match=r"eta is <function .*of two arguments.* rates.harmonic\(\)"
    ):
        rule(X, eta)


@pytest.mark.parametrize(
    "eta",
    [
        lambda k, z: 10**400,
        lambda k, z: Fraction(1, 10**400),
        rates.oracle(data.exact([10**400] * 3)),
        rates.relaxation(10**400),
    ],
    ids=["huge", "tiny", "oracle", "relaxation"],
)
@pytest.mark.parametrize("rule", [RULES["online"], RULES["batch"]], ids=["online", "batch"])
def test_rates_beyond_all_floats_are_refused_for_floats_alone(rule, eta):
    with pytest.raises(ValueError, match="beyond the range of floats"):
        rule(X, eta)
    assert rule(data.exact(X), eta).updates > 0


@pytest.mark.parametrize("answer", [10**400, Fraction(1, 10**400)], ids=["huge", "tiny"])
@pytest.mark.parametrize("rule", [adaline.online, adaline.batch])
def test_a_descent_on_floats_refuses_such_rates_too(rule, answer):
    with pytest.raises(ValueError, match="beyond the range of floats"):
        rule(X, T, eta=lambda k, z: answer, epochs=1)
    assert isinstance(
        rule(data.exact(X), T, eta=lambda k, z: answer, epochs=1).w[0], int | Fraction
    )


@pytest.mark.parametrize("error", [KeyError, ZeroDivisionError, StopIteration])
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_what_a_schedule_raises_reaches_its_author(rule, error):
    def breaks(k, z):
        raise error("mine")

    # In a generator Python turns StopIteration into RuntimeError, so that no loop ends by it.
    with pytest.raises((error, RuntimeError)) as caught:
        rule(X, breaks)
    assert "mine" in str(caught.value) or "mine" in str(caught.value.__cause__)
