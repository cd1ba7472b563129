"""Every error of the core names the argument, the value, the rule and the remedy."""

import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import coo_array, csr_array

from perceptrons import bounds, criterion, data, geometry, perceptron, rates
from perceptrons.geometry import augment, classify, discriminant, distance, reflect, sgn

X, T = data.modified_or()
RUN = perceptron.online(X, T)
W = [1, 1, 1]


def online(X=X, t=T, **options):
    return lambda: perceptron.online(X, t, **options)


def batch(X=X, t=T, **options):
    return lambda: perceptron.batch(X, t, **options)


def on_reflected(Z, **options):
    return lambda: perceptron.on_reflected(Z, **options)


def with_entry(value, where=(2, 1)):
    A = X.astype(type(value))
    A[where] = value
    return A


# (call, argument, value, rule, remedy)
ERRORS = {
    # patterns
    "X flat": (online([1, 2]), "X", "(2,)", "shape (n, d)", "X[:, None]"),
    "X a number": (online(5), "X", "()", "shape (n, d)", "reshape"),
    "X deep": (online(np.ones((2, 2, 2))), "X", "(2, 2, 2)", "shape (n, d)", "reshape"),
    "X without patterns": (online(X[:0], T[:0]), "X", "(0, 2)", "at least 1", "give at least one"),
    "X without features": (online(X[:, :0]), "X", "(4, 0)", "at least 1", "one feature"),
    "X ragged": (
        online([[1, 2], [3]], [1, 1]),
        "X",
        "[[1, 2], [3]]",
        "differ in length",
        "same length",
    ),
    "X NaN": (online(with_entry(np.nan)), "X[2, 1]", "nan", "finite", "drop, correct"),
    "X infinite": (batch(with_entry(-np.inf)), "X[2, 1]", "-inf", "finite", "drop, correct"),
    "X huge": (online(with_entry(1e200)), "X[2, 1]", "1e+200", "1e+150", "scale"),
    "X complex": (online(X * 1j), "X", "complex128", "real", "convert"),
    "X words": (online([["a"], ["b"]], [1, 1]), "X", "<U1", "real", "encode words"),
    "X None": (online([[None]], [1]), "X", "None", "integers and fractions", "Fraction"),
    "X objects": (
        online(np.array([[0.5]], dtype=object), [1]),
        *("X", "0.5", "integers and fractions", "fractions.Fraction"),
    ),
    "X NumPy's integers as objects": (
        online(np.array([[np.int64(5)]], dtype=object), [1]),
        *("X", "5", "Python integers", "fractions.Fraction"),
    ),
    "X long": (online([[2**53 + 1]], [1]), "X", "9007199254740993", "2**53", "data.exact(...)"),
    "X long below": (online([[-(2**60)]], [1]), "X", str(2**60), "2**53", "data.exact(...)"),
    "X sparse NaN": (online(csr_array([[0, np.nan]]), [1]), "X[0, 1]", "nan", "finite", "drop"),
    "X sparse complex": (online(csr_array(X * 1j)), "X", "complex128", "real", "convert"),
    "X sparse empty": (online(csr_array((0, 2)), []), "X", "(0, 2)", "at least 1", "one pattern"),
    "X sparse flat": (online(coo_array(np.ones(3)), [1]), "X", "(3,)", "(n, d)", "[None, :]"),
    # targets
    "t short": (online(t=T[:3]), "t", "(3,)", "shape (4,)", "as many targets as rows"),
    "t column": (online(t=T[:, None]), "t", "(4, 1)", "shape (4,)", "numpy.ravel(t)"),
    "t none": (online(t=None), "t", "None", "must be an array", "give one"),
    "t ragged": (
        online(t=[[1], 1, 1, 1]),
        "t",
        "[[1], 1, 1, 1]",
        "differ in length",
        "same length",
    ),
    "t 0 and 1": (
        batch(t=[0, 1, 1, 1]),
        "t[0]",
        "is 0",
        "+1 (class C1) or -1",
        "numpy.where(numpy.asarray(t) == 1, 1, -1)",
    ),
    "t three": (online(t=[1, -1, 3, 1]), "t[2]", "is 3", "+1 (class C1) or -1", "recode"),
    "t NaN": (online(t=[1, -1, 1, np.nan]), "t[3]", "nan", "+1 (class C1) or -1", "drop"),
    "t words": (online(t=["a", "b", "a", "a"]), "t[0]", "is 'a'", "+1 (class C1)", "numpy.where"),
    # weights
    "w short": (online(w=[1, 1]), "w", "(2,)", "shape (3,)", "the bias first"),
    "w deep": (online(w=[[0, 0, 0]]), "w", "(1, 3)", "shape (3,)", "the bias first"),
    "w NaN": (online(w=[0, np.nan, 0]), "w[1]", "nan", "finite", "correct"),
    "w words": (online(w=["a", "b", "c"]), "w", "<U1", "real", "encode words"),
    "w floats among objects": (
        online(w=np.array([0, 0.5, 1], dtype=object)),
        *("w", "0.5", "fractions", "Fraction"),
    ),
    # reflected patterns
    "Z flat": (on_reflected([1, 2]), "Z", "(2,)", "shape (n, d)", "Z[:, None]"),
    "Z NaN": (on_reflected([[1, np.nan]]), "Z[0, 1]", "nan", "finite", "drop, correct"),
    "Z and w": (on_reflected([[1, 2]], w=[1]), "w", "(1,)", "(2,)", "the bias first"),
    "Z without targets": (
        on_reflected([[1, 2], [3, 1]], at_zero=1),
        *("Z[1, 0]", "is 3.0", "+1 or -1", "at_zero=0"),
    ),
    "Z and eta": (on_reflected([[1, 2]], eta=0), "eta", "got 0", "above 0", "0.5"),
    "Z and max_epochs": (on_reflected([[1]], max_epochs=0), "max_epochs", "0", "least 1", "an int"),
    "Z and rng": (on_reflected([[1]], rng=-2), "rng", "-2", "at least 0", "Generator"),
    # options
    "eta zero": (online(eta=0), "eta", "got 0", "above 0", "0.5"),
    "eta negative": (batch(eta=-0.5), "eta", "-0.5", "above 0", "schedule eta(k, z)"),
    "eta NaN": (online(eta=np.nan), "eta", "nan", "finite", "give a number"),
    "eta infinite": (online(eta=np.inf), "eta", "inf", "finite", "give a number"),
    "eta truth": (online(eta=True), "eta", "True", "number above 0", "give a number"),
    "eta word": (online(eta="1"), "eta", "'1'", "number above 0", "give a number"),
    "eta a decimal": (online(eta=Decimal("0.5")), "eta", "Decimal(", "number above 0", "give"),
    "eta numbers": (online(eta=[0.5]), "eta", "[0.5]", "number above 0", "give a number"),
    "eta of NumPy": (online(eta=np.bool_(True)), "eta", "True", "number above 0", "give a number"),
    "eta beyond floats": (online(eta=10**400), "eta", "1000", "range of floats", "data.exact"),
    "eta below floats": (
        batch(eta=Fraction(1, 10**400)),
        *("eta", "Fraction(1,", "range of floats", "data.exact"),
    ),
    "eta too long": (online(eta=1e300), "the trained w[0]", "e+300", "1e+150", "scale"),
    "schedule": (
        online(eta=lambda k, z: 2 - k),
        *("eta(k, z) of update k = 2", "got 0", "above 0", "correct the schedule"),
    ),
    "schedule of a batch": (
        batch(eta=lambda k, z: None),
        *("eta(k, z) of update k = 1", "None", "number", "correct the schedule"),
    ),
    "at_zero 2": (online(at_zero=2), "at_zero", "is 2", "hyperplane", "give 0 (neither"),
    "at_zero True": (batch(at_zero=True), "at_zero", "True", "hyperplane", "-1 (class C2)"),
    "at_zero none": (lambda: sgn([1], None), "at_zero", "None", "hyperplane", "+1 (class C1)"),
    "max_epochs 0": (online(max_epochs=0), "max_epochs", "got 0", "at least 1", "give an int"),
    "max_epochs 2.5": (batch(max_epochs=2.5), "max_epochs", "2.5", "whole", "give an int"),
    "max_epochs True": (online(max_epochs=True), "max_epochs", "True", "whole", "give an int"),
    "max_epochs 5.0": (online(max_epochs=5.0), "max_epochs", "5.0", "whole", "give an int"),
    "max_epochs of NumPy": (online(max_epochs=np.bool_(1)), "max_epochs", "True", "whole", "int"),
    "progress": (online(progress=1), "progress", "is 1", "yes or no", "give True or False"),
    "progress None": (batch(progress=None), "progress", "None", "yes or no", "give True or False"),
    "rng True": (online(rng=True), "rng", "True", "shuffles", "seed"),
    "rng of NumPy": (online(rng=np.bool_(True)), "rng", "True", "shuffles", "seed"),
    "rng old": (online(rng=np.random.RandomState(1)), "rng", "RandomState", "shuffles", "seed"),
    "rng": (online(rng="x"), "rng", "'x'", "shuffles", "seed"),
    "rng negative": (online(rng=-1), "rng", "-1", "at least 0", "Generator"),
    "rows": (lambda: RUN.table(rows=0), "rows", "got 0", "at least 1", "give an int"),
    # geometry
    "augment": (lambda: augment([1]), "X", "(1,)", "(n, d)", "[:, None]"),
    "reflect": (lambda: reflect(X, [1]), "t", "(1,)", "(4,)", "rows of X"),
    "discriminant": (
        lambda: discriminant([1, 2], X),
        *(
            "X has 2 columns",
            "w has 2 weights",
            "a bias and those of 1 feature",
            "give the columns",
        ),
    ),
    "classify": (lambda: classify(W, X, 7), "at_zero", "is 7", "hyperplane", "give"),
    "predict": (lambda: RUN.predict([[1]]), "X", "1 feature", "had 2", "give the same columns"),
    "few columns": (
        lambda: classify(W, [[1]]),
        *("X has 1 column,", "w has 3 weights", "a bias and those of 2 features", "learnt from"),
    ),
    "w without features": (lambda: classify([1], X), "w", "(1,)", "(3,)", "the bias first"),
    "w a table": (lambda: classify([W], X), "w", "(1, 3)", "(3,)", "the bias first"),
    "w NaN, of classify": (lambda: classify([1, np.nan, 2], X), "w[1]", "nan", "finite", "correct"),
    "w None": (lambda: classify(None, X), "w", "None", "array", "give one"),
    "w beyond floats": (
        lambda: classify(np.array([10**400, 1, 1], object), X),
        *("w", "1000", "range of floats", "data.exact"),
    ),
    "sgn NaN": (lambda: sgn([1, np.nan]), "g[1]", "nan", "finite", "correct"),
    "sgn complex": (lambda: sgn([1j]), "g", "complex128", "real", "convert"),
    "no hyperplane": (
        lambda: distance([5, 0, 0], X),
        "w",
        "[5.0, 0.0, 0.0]",
        "w_1 = ... = w_d",
        "give",
    ),
    # criterion
    "cost": (lambda: criterion.cost([0], X, T), "w", "(1,)", "(3,)", "the bias first"),
    "gradient": (lambda: criterion.gradient(W, X, [2] * 4), "t[0]", "is 2", "+1", "recode"),
    "mistaken": (
        lambda: criterion.mistaken(W, X, T, at_zero=0.5),
        *("at_zero", "0.5", "hyperplane", "give"),
    ),
    # rates
    "constant": (lambda: rates.constant(0), "eta", "got 0", "above 0", "0.5"),
    "harmonic": (lambda: rates.harmonic(-1), "eta", "-1", "above 0", "0.5"),
    "oracle deep": (lambda: rates.oracle([[1, 1, 1]]), "w_star", "(1, 3)", "(3,)", "bias first"),
    "oracle NaN": (lambda: rates.oracle([1, np.nan]), "w_star[1]", "nan", "finite", "correct"),
    "oracle short": (online(eta=rates.oracle([1, 1])), "w_star", "(2,)", "(3,)", "bias first"),
    "oracle of no separator": (
        online(eta=rates.oracle([1, 0, 0])),
        *("update k = 1", "-0.333", "above 0", "correct the schedule"),
    ),
    "oracle at 0": (
        lambda: perceptron.batch(*data.xor(), eta=rates.oracle([1, 1, 1])),
        *("‖z‖²", "is 0.0", "update k = 1", "use the online rule"),
    ),
    "relaxation at 0": (
        lambda: perceptron.batch(data.exact(data.xor().X), data.xor().t, eta=rates.relaxation()),
        *("‖z‖²", "is 0", "update k = 1", "use the online rule"),
    ),
    "relaxation late": (
        lambda: rates.relaxation()(3, X[0]),
        *("relaxation", "k = 3", "from update 1 on", "make a new schedule"),
    ),
    "relaxation NaN": (lambda: rates.relaxation(w=[np.nan]), "w[0]", "nan", "finite", "correct"),
    "Hessian NaN": (lambda: rates.steepest([[np.nan]]), "H[0, 0]", "nan", "finite", "correct"),
    "Hessian deep": (lambda: rates.steepest([1, 2]), "H", "(2,)", "square", "Hessian"),
    "Hessian of others": (
        online(eta=rates.steepest(np.eye(2))),
        *("H", "(2, 2)", "3 weights", "give the Hessian"),
    ),
    "Hessian": (lambda: rates.steepest([[1, 2]]), "H", "(1, 2)", "square", "Hessian"),
    "no curvature": (
        online(eta=rates.steepest(np.zeros((3, 3)))),
        "z·Hz",
        "is 0.0",
        "above 0",
        "use",
    ),
    "relaxation b": (lambda: rates.relaxation(0), "b", "got 0", "above 0", "give a number"),
    "relaxation 2": (lambda: rates.relaxation(1, 2), "factor", "2", "below 2", "give 1"),
    "relaxation w": (online(eta=rates.relaxation(w=[1])), "w", "(1,)", "(3,)", "the bias first"),
    # bounds
    "bound": (lambda: bounds.mistake_bound([0, 0, 1], X, -T), "w_star", "= -1", "separate", "give"),
    "bound of zero": (
        lambda: bounds.mistake_bound([0, 0, 0], X, T),
        "w_star",
        "[0.0, 0.0, 0.0]",
        "zero",
        "give",
    ),
    "margin": (lambda: bounds.margin([0, 0, 0], X, T), "w", "[0.0, 0.0, 0.0]", "zero", "give"),
    "radius": (lambda: bounds.radius([1, 2]), "X", "(2,)", "(n, d)", "[:, None]"),
    "constants": (
        lambda: bounds.constants([[1, 2]], [0, 0]),
        *("w_star", "[0.0, 0.0]", "zero", "give"),
    ),
    "constants of another w": (
        lambda: bounds.constants([[1, 2]], [1]),
        *("w_star", "(1,)", "(2,)", "bias first"),
    ),
    "exact": (lambda: data.exact([0.5, np.inf]), "values[1]", "inf", "finite", "correct"),
    "exact words": (lambda: data.exact(["a"]), "values", "<U1", "real", "encode words"),
    "squeeze": (lambda: bounds.squeeze(RUN, [1, 1]), "w_star", "(2,)", "(3,)", "bias first"),
    "squeeze of zero": (
        lambda: bounds.squeeze(RUN, [0] * 3),
        "w_star",
        "[0.0, 0.0, 0.0]",
        "zero",
        "give",
    ),
}


@pytest.mark.parametrize(
    ("call", "argument", "value", "rule", "remedy"), ERRORS.values(), ids=ERRORS
)
def test_the_message_names_argument_value_rule_and_remedy(call, argument, value, rule, remedy):
    with pytest.raises(ValueError, match=re.escape(rule)) as caught:
        call()
    message = str(caught.value)
    for part in (argument, value, remedy):
        assert part in message
    assert len(message) < 300


GOOD = {
    "unsigned integers": online(X=(X + 1).astype(np.uint64)),
    "small integers": online(X=np.array([[-128], [127]], dtype=np.int8), t=[-1, 1]),
    "truth values": online(X=X > 0),
    "exact and long": online([[2**80], [-(3**60)]], [1, -1]),
    "lists": online(X.tolist(), T.tolist()),
    "targets as floats": online(t=T.astype(float)),
    "NumPy's scalars": online(
        X.astype(object), eta=np.float32(0.5), at_zero=np.int8(1), max_epochs=np.int64(9)
    ),
    "numbers in an array of none": online(eta=np.array(0.5), rng=np.array([3])[0]),
    "fractions as a rate": batch(eta=Fraction(1, 3)),
    "the largest": online([[1e150], [-1e150]], [1, -1], max_epochs=3, eta=1e-3),
}


@pytest.mark.parametrize("call", GOOD.values(), ids=GOOD)
def test_odd_but_good_input_is_taken(call):
    assert call().converged


def test_an_exact_run_holds_no_number_of_numpy():
    """They overflow silently, where Python's integers grow."""
    run = perceptron.online(np.array([[2**80], [-1]], dtype=object), [1, -1], eta=np.int64(3))
    assert {type(v) for v in run.w} == {int}
    assert {type(v) for v in run.rates} == {int}


def test_geometry_of_a_wrong_shape_is_refused_by_the_same_check():
    with pytest.raises(ValueError, match="X has 9 columns"):
        geometry.discriminant(W, csr_array((2, 9)))
