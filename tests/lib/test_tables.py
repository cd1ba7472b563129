"""The door of every table: odd ones get the right answer, broken ones an error, none a crash."""

import re
from copy import deepcopy
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from perceptrons import (
    adaline,
    blocks,
    bounds,
    criterion,
    data,
    dual,
    geometry,
    logistic,
    mixing,
    multiclass,
    perceptron,
    separability,
    stream,
    variants,
)
from perceptrons._core import check

T = [1, -1, 1]
#           column 1 twice and out of order, an empty row, a stored zero
ARRAYS = [1.0, 2.0, 3.0, 0.0], [2, 1, 1, 0], [0, 3, 3, 4]
TABLE = [[0.0, 5.0, 1.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
FORMATS = ["csr", "csc", "coo", "bsr", "dia", "lil", "dok"]


def rows(data, indices, indptr, shape=(3, 3), form=sparse.csr_array, dtype=None):
    """Put arrays into a sparse table without SciPy looking at them."""
    X = form(shape, dtype=dtype)
    X.data, X.indices, X.indptr = np.asarray(data), np.asarray(indices), np.asarray(indptr)
    return X


def refused(call, *parts):
    with pytest.raises(ValueError, match=re.escape(parts[0])) as caught:
        call()
    message = str(caught.value)
    assert len(message) < 300
    for part in parts:
        assert part in message


# Sparse tables ----------------------------------------------------------------------------------


@given(
    kind=st.sampled_from(["array", "matrix"]),
    form=st.sampled_from(FORMATS),
    table=st.lists(
        st.lists(st.sampled_from([0, 0, 0, 1, -2, 7]), min_size=4, max_size=4),
        min_size=2,
        max_size=6,
    ),
)
def test_every_format_is_read_as_its_dense_table(kind, form, table):
    A = np.array(table, dtype=float)
    given = getattr(sparse, f"{form}_{kind}")(A)
    before = deepcopy(vars(given))
    read = check.patterns(given)
    assert read.toarray().tolist() == A.tolist()
    assert (read.format, read.dtype, read.has_canonical_format) == ("csr", np.float64, True)
    assert repr(vars(given)) == repr(before)  # its flags too


@pytest.mark.parametrize("index", ["int32", "int64", "uint8", "uint64", ">i4", ">i8", "int16"])
@pytest.mark.parametrize("number", ["f8", "f4", "f2", ">f8", "i1", "u8", ">i2", "g"])
def test_every_type_of_indices_and_numbers(index, number):
    data, indices, indptr = ARRAYS
    X = rows(np.array(data).astype(number), np.array(indices, index), np.array(indptr, index))
    kept = [A.copy() for A in (X.data, X.indices, X.indptr)]
    assert geometry.augment(X).toarray().tolist() == [[1, *row] for row in TABLE]
    as_stored = check.patterns(X, as_stored=True)
    assert as_stored.toarray().tolist() == TABLE
    assert as_stored.dtype.kind == ("i" if X.dtype.kind in "iu" else "f")
    for A, before in zip((X.data, X.indices, X.indptr), kept, strict=True):
        assert (A.dtype, A.tolist()) == (before.dtype, before.tolist())


def test_flags_that_went_stale_are_not_trusted():
    X = rows([1.0, 2.0], [0, 2], [0, 2, 2, 2])
    assert X.has_canonical_format
    X.indices[:] = [1, 1]  # a duplicate
    assert check.patterns(X).toarray()[0].tolist() == [0, 3, 0]
    X.indices[:] = [2, 0]  # out of order
    read = check.patterns(X)
    assert (read.indices.tolist(), read.data.tolist()) == ([0, 2], [2, 1])
    assert X.has_canonical_format  # still as the caller left it
    coo = sparse.coo_array(([1.0, 2.0], ([0, 0], [1, 1])), shape=(1, 2))
    coo.has_canonical_format = True
    assert check.patterns(coo).toarray().tolist() == [[0, 3]]


def test_duplicates_are_added_in_the_order_of_their_storage():
    """As floats 1e17 + 1 - 1e17 is 0 and 1e17 - 1e17 + 1 is 1; integers do not overflow; truth stays."""
    many = [0] * 30  # more than a sort of few elements keeps in order
    for head, total in (([1e17, 1.0, -1e17], 0.0), ([1e17, -1e17, 1.0], 1.0)):
        X = rows([*head, *many], [1] * 33, [0, 33], shape=(1, 2))
        for form in (X, sparse.coo_array((X.data, (np.zeros(33, int), X.indices)), shape=(1, 2))):
            assert check.patterns(form).toarray().tolist() == [[0, total]]
    small = rows(np.array([100, 100], np.int8), [1, 1], [0, 2], shape=(1, 2))
    assert check.patterns(small, as_stored=True).toarray().tolist() == [[0, 200]]
    truth = rows(np.array([True, True]), [1, 1], [0, 2], shape=(1, 2))
    assert check.patterns(truth).toarray().tolist() == [[0, 1]]
    large = rows(np.array([2**53, 1]), [1, 1], [0, 2], shape=(1, 2))
    refused(lambda: check.patterns(large), "X[0, 1] is 9007199254740993", "2**53", "data.exact")
    huge = rows(np.array([9e149, 9e149]), [1, 1], [0, 2], shape=(1, 2))
    refused(lambda: check.patterns(huge), "X[0, 1] is 1.8e+150", "1e+150", "scale")


def test_canonical_rows_are_not_copied():
    X = sparse.csr_array([[0.0, 1.0], [2.0, 0.0]])
    read = check.patterns(X)
    for name in ("data", "indices", "indptr"):
        assert np.shares_memory(getattr(read, name), getattr(X, name))


@pytest.mark.parametrize("shape", [(3, 2**40), (2**40, 3), (2**62, 2**62)])
@pytest.mark.parametrize("form", ["coo", "dok", "dia"])
def test_a_shape_beyond_memory_is_refused_before_any_memory_is_touched(shape, form):
    X = getattr(sparse, f"{form}_array")(shape)
    refused(lambda: check.patterns(X), f"shape {shape}", "do not fit into memory", "drop")


def test_rows_that_end_before_their_arrays_do():
    """SciPy allows values behind the last row; they are no part of the table, and stay where they are."""
    X = rows([1.0, 2.0, np.nan], [0, 1, 99], [0, 1, 2], shape=(2, 2))
    assert check.patterns(X).toarray().tolist() == [[1, 0], [0, 2]]
    assert len(X.data) == 3


def cut(X, t=T, size=2):
    return [part.toarray().tolist() for part, _ in blocks.Rows(X, t, size=size)]


@pytest.mark.parametrize("form", FORMATS)
def test_blocks_of_sparse_rows_are_cut_from_checked_ones(form):
    X = getattr(sparse, f"{form}_array")(np.diag([1.0, 2.0, 3.0]))
    assert cut(X) == [[[1, 0, 0], [0, 2, 0]], [[0, 0, 3]]]


@pytest.mark.parametrize("table", [None, 5, np.array(5), {1: 2}, {1, 2}, iter([1])])
def test_blocks_are_not_cut_from_what_is_no_table(table):
    refused(lambda: blocks.Rows(table, T), "X is ", type(table).__name__, "give an array")
    refused(lambda: blocks.Rows(np.eye(3), table), "t is ", type(table).__name__, "give an array")


def test_tables_of_another_library_are_made_rows_by_themselves():
    class Table:
        shape = (1, 2)

        def tocsr(self):
            return sparse.csr_array([[0, 3]])

    assert check.patterns(Table()).toarray().tolist() == [[0, 3]]


# Dense tables -----------------------------------------------------------------------------------

NUMBERS = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]


class Subclass(np.ndarray):
    """An array that is another class."""


def mapped(folder):
    np.save(folder / "X.npy", np.array(NUMBERS))
    return np.load(folder / "X.npy", mmap_mode="r")


N = np.array(NUMBERS)


@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
def test_rows_are_kept_in_plain_arrays():
    for X in (np.asmatrix(N), N.view(Subclass), np.ma.array(N, mask=False), pd.DataFrame(N)):
        assert type(perceptron.online(X, T).Z) is np.ndarray


GOOD = {
    "exact and long": ([[2**80], [-(3**60)]], [1, -1], {}),
    "small integers": (np.array([[-128], [127]], dtype=np.int8), [-1, 1], {}),
    "NumPy's scalars": (
        *(N.astype(int).astype(object), T),
        {"eta": np.float32(0.5), "at_zero": np.int8(1), "max_epochs": np.int64(99)},
    ),
    "numbers in an array of none": (N, T, {"eta": np.array(0.5), "rng": np.array([3])[0]}),
    "the largest": ([[1e150], [-1e150]], [1, -1], {"max_epochs": 3, "eta": 1e-3}),
}


@pytest.mark.parametrize(("X", "t", "options"), GOOD.values(), ids=GOOD)
def test_odd_but_good_arguments_are_taken(X, t, options):
    assert perceptron.online(X, t, **options).converged


def test_an_exact_run_holds_no_number_of_numpy():
    """They overflow silently, where Python's integers grow."""
    run = perceptron.online(np.array([[2**80], [-1]], dtype=object), [1, -1], eta=np.int64(3))
    assert {type(v) for v in [*run.w, *run.rates]} == {int}


def test_mapped_files_and_broadcast_rows_are_taken(tmp_path):
    assert perceptron.online(mapped(tmp_path), T).converged
    assert geometry.augment(np.broadcast_to(7, (3, 2))).tolist() == [[1, 7, 7]] * 3


MASKED = np.ma.array(N, mask=[[0, 0], [0, 1], [0, 0]])


def test_no_mask_hides_anything_anywhere():
    t = np.ma.array(T, mask=[0, 1, 0])
    refused(lambda: perceptron.online(N, t), "t[1] is masked")
    refused(lambda: adaline.batch(N, t, eta=0.1, epochs=1), "t[1] is masked")
    refused(lambda: geometry.classify(np.ma.array([0, 1, 1], mask=[1, 0, 0]), N), "w[0] is masked")
    refused(
        lambda: multiclass.online(N, np.ma.array(["a", "b", "a"], mask=[0, 0, 1])),
        "labels[2] is mas",
    )
    refused(lambda: data.exact(MASKED), "values[1, 1] is masked")


# Frames -----------------------------------------------------------------------------------------

COLUMNS = {
    "int": [1, 2, 3],
    "bool": [True, False, True],
    "float": [0.5, 1.5, 2.5],
    "Int64": pd.array([1, 2, 3], dtype="Int64"),
    "Float64": pd.array([0.5, 1.5, 2.5], dtype="Float64"),
    "boolean": pd.array([True, False, True], dtype="boolean"),
    "sparse": pd.arrays.SparseArray([0.0, 0.0, 7.0]),
    "mixed": np.array([1, 2.5, Fraction(1, 2)], dtype=object),
    "decimal": np.array([Decimal("0.5"), Decimal(1), True], dtype=object),
}
AS_FLOATS = [[1, 1, 0.5, 1, 0.5, 1, 0, 1, 0.5], [2, 0, 1.5, 2, 1.5, 0, 0, 2.5, 1]]
AS_FLOATS += [[3, 1, 2.5, 3, 2.5, 1, 7, 0.5, 1]]


def test_frames_are_taken_by_column_as_floats():
    frame = pd.DataFrame(COLUMNS, index=[7.5, 7.5, 0.5])  # an index of floats, and not unique
    before = frame.copy(deep=True)
    read = check.patterns(frame)
    assert (read.dtype, read.flags.c_contiguous) == (np.float64, True)
    assert read.tolist() == AS_FLOATS
    pd.testing.assert_frame_equal(frame, before)
    for columns in (["int", "bool"], ["Int64"], ["int", "Int64"]):  # each was exact, and slow, once
        assert perceptron.online(frame[columns], T, max_epochs=2).Z.dtype == np.float64
    run = stream.online(blocks.Rows(frame, pd.Series(T, index=frame.index), size=2))
    assert run.w.tolist() == perceptron.online(AS_FLOATS, T).w.tolist()


def test_frames_are_exact_where_that_is_asked():
    frame = pd.DataFrame({"a": [2**60, 1], "b": [0.5, 2.0], "c": [Decimal("0.1"), True]})
    exact = data.exact(frame)
    assert exact.tolist() == [[2**60, Fraction(1, 2), Fraction(1, 10)], [1, 2, 1]]
    assert {type(v) for v in exact.flat} == {int, Fraction}
    assert data.exact(frame["b"]).tolist() == [Fraction(1, 2), 2]


class OtherFrame:
    """What Polars has of a frame."""

    columns = ("a", "b")

    def __len__(self):
        return 2

    def iter_columns(self):
        return iter([pd.Series([1, 2]), pd.Series([True, False])])


def test_frames_of_other_libraries_are_known_by_their_methods():
    assert check.patterns(OtherFrame()).tolist() == [[1, 1], [2, 0]]


def test_the_advice_about_words_works():
    table = pd.DataFrame({"age": [20.0, 30.0, 40.0], "town": ["Rome", "Oslo", "Rome"]})
    assert check.patterns(pd.get_dummies(table)).tolist() == [[20, 0, 1], [30, 1, 0], [40, 0, 1]]


def test_columns_are_targets_and_weights():
    frame, t = pd.DataFrame(NUMBERS), [0.5, 1, 2]
    w = adaline.batch(NUMBERS, t, eta=0.125, epochs=3).w.tolist()
    for form in (pd.Series(t, dtype="Float64"), pd.Series(t, dtype=object)):
        assert adaline.batch(frame, form, eta=0.125, epochs=3).w.tolist() == w
    refused(lambda: adaline.batch(frame, frame[[0]], eta=1, epochs=1), "(3, 1)", "numpy.ravel(t)")
    refused(
        lambda: adaline.batch(frame, pd.Series([1, None, 2]), eta=1, epochs=1), "t in row 1 is mis"
    )
    assert geometry.discriminant(pd.Series([1, 2, 3]), frame).tolist() == [3, 4, 6]


# Targets and labels -----------------------------------------------------------------------------

X3 = [[1.0], [2.0], [-3.0]]
GOOD_TARGETS = {
    "a list": T,
    "floats": [1.0, -1.0, 1.0],
    "fractions": [Fraction(1), Fraction(-1), Fraction(1)],
    "8 bits": np.array(T, np.int8),
    "other bytes": np.array(T, ">f4"),
    "objects": np.array(T, object),
    "a series": pd.Series(T, index=[5, 5, 6]),
    "nullable": pd.Series(T, dtype="Int64"),
    "categories": pd.Series(T, dtype="category"),
    "no mask": np.ma.array(T, mask=False),
}


@pytest.mark.parametrize("t", GOOD_TARGETS.values(), ids=GOOD_TARGETS)
def test_targets_of_any_kind_are_whole_numbers(t):
    found = check.targets(t, 3)
    assert (found.dtype, found.tolist()) == (np.int64, T)
    assert not np.shares_memory(found, np.asarray(t))


RECODE = [
    [0, 1, 0],
    np.array([0, 1, 0], np.uint8),
    (1, 2, 1),
    [0.0, 1.0, 0.0],
    pd.Series([0, 1, 0]),
    pd.Series([0, 1, 0], dtype="Int64"),
    [False, True, False],
    pd.Series([False, True, False]),
    ["spam", "ham", "spam"],
    pd.Series(["spam", "ham", "spam"], dtype="category"),
    ["1", "-1", "1"],
    [0, 1 + 0j, 0],
]


@pytest.mark.parametrize("t", RECODE, ids=repr)
def test_the_advice_about_targets_works_as_it_is_printed(t):
    with pytest.raises(ValueError, match=r"targets are \+1 \(class C1\) or -1") as caught:
        check.targets(t, 3)
    message = str(caught.value)
    assert len(message) < 300
    advice = re.search(r"(numpy\..*)$", message)[1]
    recoded = eval(advice, {"numpy": np, "t": t})  # our own words
    assert sorted(set(recoded.tolist())) == [-1, 1]
    assert check.targets(recoded, 3).tolist() in ([-1, 1, -1], [1, -1, 1])


def test_the_advice_about_shape_works_on_a_frame():
    assert check.targets(np.ravel(pd.DataFrame({"t": T})), 3).tolist() == T


NINE = [[1.0], [2.0], [-3.0]] * 3
ONE = {
    "perceptron.online": perceptron.online,
    "perceptron.batch": perceptron.batch,
    "logistic.batch": lambda X, t: logistic.batch(X, t, eta=1, epochs=1),
    "variants.margin": lambda X, t: variants.margin(X, t, b=1, max_epochs=2),
    "dual.online": lambda X, t: dual.online(dual.gram(X), t, max_epochs=2),
    "stream.online": lambda X, t: stream.online([(X[:2], t[:2]), (X[2:], t[2:])], max_epochs=2),
    "mixing.train": lambda X, t: mixing.train([(X[:2], t[:2]), (X[2:], t[2:])], max_epochs=2),
    "mixing.once": lambda X, t: mixing.once([(X[:2], t[:2]), (X[2:], t[2:])], max_epochs=2),
    "multiclass.neurons": lambda X, t: multiclass.neurons(
        X, np.transpose([T * 3, t]), max_epochs=2
    ),
}


@pytest.mark.parametrize("call", ONE.values(), ids=ONE)
def test_one_class_is_no_question_for_a_rule_that_tells_two(call):
    sign = np.where(np.array(["ham", "spam", "ham"] * 3) == "Spam", 1, -1)  # misspelt
    refused(lambda: call(NINE, sign.tolist()), "is -1 everywhere", "label", "on_reflected")
    refused(lambda: call(NINE, [1] * 9), "is +1 everywhere")
    call(NINE, T * 3)


def test_one_class_on_purpose():
    """Of reflected patterns, a block or shard, an example, a proof; and where geometry is asked."""
    run = perceptron.on_reflected(geometry.reflect(NINE, [1] * 9))
    assert run.updates == perceptron.online(data.exact(NINE), [1] * 9).updates
    assert perceptron.online(X3, [1, 1, 1]).converged
    parts = [(NINE, [1, 1, -1] * 3), ([[5.0]] * 9, [1] * 9)]
    assert stream.online(parts).converged
    assert mixing.train(parts).converged
    assert separability.separate(NINE, [1] * 9).separable
    assert criterion.cost([1, 0], NINE, [1] * 9) == 0


GOOD_LABELS = {
    "floats": ([1.0, 2.0, 1.0], [1.0, 2.0]),
    "whole numbers and floats": ([1, 2.5, 1], [1.0, 2.5]),
    "truth": ([True, False, True], [False, True]),
    "words": (["b", "a", "b"], ["a", "b"]),
    "words of NumPy": ([np.str_("b"), "a", "b"], ["a", "b"]),
    "bytes": ([b"b", b"a", b"b"], [b"a", b"b"]),
    "a series": (pd.Series(["b", "a", "b"], index=[3, 3, 3]), ["a", "b"]),
    "categories": (pd.Series(["b", "a", "b"], dtype="category"), ["a", "b"]),
    "nullable": (pd.Series([5, 3, 5], dtype="Int64"), [3, 5]),
    "long": ([2**63, -1, 2**63], [-1, 2**63]),
    "long beside floats": ([2**53, 2**53 + 1, 0.5], [0.5, 2**53, 2**53 + 1]),
}


@pytest.mark.parametrize(("labels", "classes"), GOOD_LABELS.values(), ids=GOOD_LABELS)
def test_labels_are_names_or_numbers(labels, classes):
    found, columns = multiclass.one_against_rest(labels)
    assert found.tolist() == classes
    assert (columns == 1).sum(axis=1).tolist() == [1, 1, 1]
    assert [classes[m] for m in columns.argmax(axis=1)] == list(labels)


# Weights beside patterns ------------------------------------------------------------------------

EXACT = data.exact(NUMBERS)
THIRD = Fraction(1, 3)


@pytest.mark.parametrize("form", [np.array, data.exact, sparse.csr_array, pd.DataFrame])
@pytest.mark.parametrize(
    "w",
    [[1, 2, 3], np.array([1, 2, 3], ">i2"), [1.0, 2.0, 3.0], np.array([1, 2, 3], object), EXACT[0]],
    ids=["list", "integers", "floats", "objects", "short"],
)
def test_weights_of_any_kind_beside_patterns_of_any_kind(form, w):
    if len(w) == 2:
        refused(lambda: geometry.classify(w, form(NUMBERS)), "X has 2 columns", "w has 2 weights")
        return
    g = geometry.discriminant(w, form(NUMBERS))
    assert g.tolist() == [3, 4, 6]
    exact = form is data.exact or (np.asarray(w).dtype == object and form is not sparse.csr_array)
    assert g.dtype == (object if exact else np.float64)
    assert criterion.cost(w, form(NUMBERS), T) == 4
    assert float(bounds.mistake_bound(w, form(NUMBERS), [1, 1, 1])) == 14 / 3


def test_exact_patterns_decide_exactly_about_floats():
    """As floats the sum of this row is 0; in fractions 0.1 + 0.2 - 0.3 is above it."""
    assert geometry.classify([0, 1, 1, 1], data.exact([[0.1, 0.2, -0.3]])).tolist() == [1]
    w = np.array([0, THIRD, -THIRD], object)
    assert geometry.classify(w, data.exact([[1, 1]])).tolist() == [0]
    assert geometry.discriminant([0.5, 1], data.exact([[10**400]]))[0] == 10**400 + Fraction(1, 2)


def test_an_exact_run_meets_float_patterns_and_a_float_run_exact_ones():
    exact, floats = (perceptron.online(form(X3), T) for form in (data.exact, np.array))
    for form in (data.exact, np.array, sparse.csr_array, pd.DataFrame):
        found = exact.predict(form(X3)).tolist()
        assert (
            found == floats.predict(form(X3)).tolist() == geometry.classify(floats.w, X3).tolist()
        )


@pytest.mark.parametrize("size", [1e-200, 1e-100, 1, 1e100])
def test_the_length_of_w_does_not_matter_where_only_its_direction_does(size):
    w = [-1 * size, 3 * size, 4 * size]
    assert geometry.distance(w, [[1, 2]]) == pytest.approx([2], rel=1e-15)  # a root and a quotient
    assert bounds.margin(w, [[1, 2]], [1]) == pytest.approx(10 / 26**0.5, rel=1e-15)
    assert bounds.mistake_bound(w, [[1, 2]], [1]) == pytest.approx(6 * 26 / 100, rel=1e-15)


def test_a_schedule_cannot_change_what_it_is_shown():
    def doubling(k, z):
        z *= 2
        return 1

    for train in (perceptron.online, perceptron.batch):
        run, plain = (train(np.array(X3), T, eta=eta) for eta in (doubling, 1))
        assert run.Z.tolist() == plain.Z.tolist()
        assert run.w.tolist() == plain.w.tolist()
    runs = [adaline.online(X3, T, eta=eta, epochs=2) for eta in (doubling, lambda k, z: 1)]
    assert runs[0].weights.tolist() == runs[1].weights.tolist()
