"""The door of every table: odd ones get the right answer, broken ones an error, none a crash."""

import re
from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from perceptrons import _check, adaline, blocks, dual, geometry, layer, perceptron, stream

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


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("form", FORMATS)
@given(
    table=st.lists(
        st.lists(st.sampled_from([0, 0, 0, 1, -2, 7]), min_size=4, max_size=4),
        min_size=2,
        max_size=6,
    )
)
def test_every_format_is_read_as_its_dense_table(form, kind, table):
    A = np.array(table, dtype=float)
    given = getattr(sparse, f"{form}_{kind}")(A)
    before = deepcopy(vars(given))
    read = _check.patterns(given)
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
    as_stored = _check.patterns(X, as_stored=True)
    assert as_stored.toarray().tolist() == TABLE
    assert as_stored.dtype.kind == ("i" if X.dtype.kind in "iu" else "f")
    for A, before in zip((X.data, X.indices, X.indptr), kept, strict=True):
        assert (A.dtype, A.tolist()) == (before.dtype, before.tolist())


def test_flags_that_went_stale_are_not_trusted():
    X = rows([1.0, 2.0], [0, 2], [0, 2, 2, 2])
    assert X.has_canonical_format
    X.indices[:] = [1, 1]  # a duplicate
    assert _check.patterns(X).toarray()[0].tolist() == [0, 3, 0]
    X.indices[:] = [2, 0]  # out of order
    read = _check.patterns(X)
    assert (read.indices.tolist(), read.data.tolist()) == ([0, 2], [2, 1])
    assert X.has_canonical_format  # still as the caller left it
    coo = sparse.coo_array(([1.0, 2.0], ([0, 0], [1, 1])), shape=(1, 2))
    coo.has_canonical_format = True
    assert _check.patterns(coo).toarray().tolist() == [[0, 3]]


def test_duplicates_are_added_in_the_order_of_their_storage():
    """As floats 1e17 + 1 - 1e17 is 0 and 1e17 - 1e17 + 1 is 1; integers do not overflow; truth stays."""
    many = [0] * 30  # more than a sort of few elements keeps in order
    for head, total in (([1e17, 1.0, -1e17], 0.0), ([1e17, -1e17, 1.0], 1.0)):
        X = rows([*head, *many], [1] * 33, [0, 33], shape=(1, 2))
        for form in (X, sparse.coo_array((X.data, (np.zeros(33, int), X.indices)), shape=(1, 2))):
            assert _check.patterns(form).toarray().tolist() == [[0, total]]
    small = rows(np.array([100, 100], np.int8), [1, 1], [0, 2], shape=(1, 2))
    assert _check.patterns(small, as_stored=True).toarray().tolist() == [[0, 200]]
    truth = rows(np.array([True, True]), [1, 1], [0, 2], shape=(1, 2))
    assert _check.patterns(truth).toarray().tolist() == [[0, 1]]
    large = rows(np.array([2**53, 1]), [1, 1], [0, 2], shape=(1, 2))
    refused(lambda: _check.patterns(large), "X[0, 1] is 9007199254740993", "2**53", "data.exact")
    huge = rows(np.array([9e149, 9e149]), [1, 1], [0, 2], shape=(1, 2))
    refused(lambda: _check.patterns(huge), "X[0, 1] is 1.8e+150", "1e+150", "scale")


def test_canonical_rows_are_not_copied():
    X = sparse.csr_array([[0.0, 1.0], [2.0, 0.0]])
    read = _check.patterns(X)
    for name in ("data", "indices", "indptr"):
        assert np.shares_memory(getattr(read, name), getattr(X, name))


DATA, COLUMNS, STARTS = [1.0, 2.0, 3.0], [0, 1, 2], [0, 1, 2, 3]
BROKEN = {
    "a column outside": (rows(DATA, [0, 1, 3], STARTS), "column 3 of row 2", "(3, 3)", "0 to 2"),
    "far outside": (rows(DATA, [0, 10**9, 2], STARTS), "column 1000000000 of row 1", "drop"),
    "a negative column": (rows(DATA, [0, -1, 2], STARTS), "column -1 of row 1", "0 to 2"),
    "negative, of 8 bits": (
        rows(DATA, np.array([0, -1, 2], np.int8), STARTS, shape=(3, 300)),
        *("column -1 of row 1", "0 to 299"),
    ),
    "counted from 1": (rows(DATA, [1, 2, 3], STARTS), "column 3", "from 1", "subtract 1"),
    "beyond int64": (
        rows(DATA, np.array([0, 2**64 - 1, 2], np.uint64), STARTS),
        "column -1 of row 1",
    ),
    "indptr short": (rows(DATA, COLUMNS, [0, 1, 3]), "indptr has length 3, not 4", "coo_array"),
    "indptr from 1": (rows(DATA, COLUMNS, [1, 1, 2, 3]), "indptr[0] is 1"),
    "indptr falls": (rows(DATA, COLUMNS, [0, 3, 2, 3]), "falls from 3 to 2 after row 1"),
    "indptr negative": (rows(DATA, COLUMNS, [0, -3, 2, 3]), "falls from 0 to -3 after row 0"),
    "indptr too far": (rows(DATA, COLUMNS, [0, 1, 2, 9]), "ends at 9, with 3 indices"),
    "few values": (rows(DATA[:2], COLUMNS, STARTS), "3 indices and 2 values"),
    "few indices": (rows(DATA, COLUMNS[:2], STARTS), "2 indices and 3 values"),
    "indices of floats": (rows(DATA, [0.0, 1.0, 2.0], STARTS), "indices are float64", "whole"),
    "indices of objects": (rows(DATA, [0, None, 2], STARTS), "indices are object", "whole"),
    "indices deep": (rows(DATA, [[0], [1], [2]], STARTS), "indices are int64 of shape (3, 1)"),
    "values deep": (rows([[1.0], [2.0], [3.0]], COLUMNS, STARTS), "data have shape (3, 1)"),
    "values masked": (
        rows(DATA, COLUMNS, STARTS),
        *("X.data[1] is masked", "drop"),
    ),
    "words": (rows(["a", "b", "c"], COLUMNS, STARTS), "X must hold real numbers", "<U1"),
    "objects": (rows([1, 2, None], COLUMNS, STARTS), "X must hold real numbers", "object"),
    "NaN": (rows([1, np.nan, 3], COLUMNS, STARTS), "X[1, 1] is nan", "finite"),
    "long integers": (rows([1, 2, 2**53 + 1], COLUMNS, STARTS), "X[2, 2] is 9007199254740993"),
}
BROKEN["values masked"][0].data = np.ma.array(DATA, mask=[0, 1, 0])


def broken(form, **arrays):
    X = getattr(sparse, f"{form}_array")(np.eye(4))
    for name, A in arrays.items():
        setattr(X, name, A)
    return X


def lists(*of_lists):
    A = np.empty(len(of_lists), dtype=object)
    A[:] = of_lists
    return A


INT = np.array
OTHERS = {
    "csc": (broken("csc", indices=INT([0, 1, 2, 4])), "row 4 of column 3", "rows 0 to 3"),
    "csc indptr": (broken("csc", indptr=INT([0, 1, 2, 3, 9])), "ends at 9"),
    "coo column": (
        broken("coo", coords=(INT([0, 1, 2, 3]), INT([0, 1, 2, 4]))),
        "column 4 of row 3",
    ),
    "coo row": (
        broken("coo", coords=(INT([0, 1, -2, 3]), INT([0, 1, 2, 3]))),
        "row -2 of column 2",
    ),
    "coo short": (broken("coo", data=np.ones(3)), "4 rows, 4 columns and 3 values"),
    "bsr": (broken("bsr", indices=INT([0, 1, 2, 4])), "column 4 of row 3"),
    "bsr far": (broken("bsr", indices=INT([0, 1, 2, 2**62])), "column 4611686018427387904"),
    "bsr blocks": (broken("bsr", data=np.ones((4, 3, 3))), "blocks of 3 x 3"),
    "bsr empty blocks": (broken("bsr", data=np.ones((4, 0, 1))), "blocks of 0 x 1"),
    "bsr flat": (broken("bsr", data=np.ones(4)), "data have shape (4,)", "not 3"),
    "dia": (broken("dia", offsets=INT([0, 1, 2])), "3 offsets and 1 diagonals"),
    "dia flat": (broken("dia", data=np.ones(4)), "data have shape (4,)"),
    "lil": (broken("lil", rows=lists([0], [1], [2], [4])), "column 4 of row 3"),
    "lil short": (broken("lil", data=lists([1.0], [1.0], [1.0], [])), "differ in length"),
    "lil none": (broken("lil", rows=lists([0], [1], [2], None)), "broken"),
    "lil rows": (broken("lil", rows=lists([0], [1], [2])), "differ in length"),
    "dok": (broken("dok", _dict={(0, 0): 1.0, (3, 4): 1.0}), "column 4 of row 3"),
    "dok key": (broken("dok", _dict={5: 1.0}), "broken"),
    "dok keys": (broken("dok", _dict={(0, 1, 2): 1.0}), "not pairs"),
}


@pytest.mark.parametrize(
    ("X", *["parts"]), [(X, parts) for X, *parts in BROKEN.values()], ids=BROKEN
)
def test_broken_rows_are_refused(X, parts):
    refused(lambda: _check.patterns(X), *parts)


@pytest.mark.parametrize(("X", "parts"), [(X, parts) for X, *parts in OTHERS.values()], ids=OTHERS)
def test_broken_tables_of_every_format_are_refused(X, parts):
    refused(lambda: _check.patterns(X), *parts)


def one_based():
    """Three rows of a libsvm file, read with the shape (3, 2) that the file means."""
    X = sparse.csr_array((3, 2))
    X.data, X.indices, X.indptr = np.ones(3), np.array([1, 2, 1]), np.array([0, 1, 2, 3])
    return X


W = [0, 1, 1]
CALLS = {
    "perceptron.online": lambda X: perceptron.online(X, T),
    "perceptron.batch": lambda X: perceptron.batch(X, T),
    "perceptron.on_reflected": perceptron.on_reflected,
    "adaline.online": lambda X: adaline.online(X, T, eta=0.1, epochs=1),
    "adaline.batch": lambda X: adaline.batch(X, T, eta=0.1, epochs=1),
    "layer.multiclass": lambda X: layer.multiclass(X, T),
    "layer.online": lambda X: layer.online(X, np.transpose([T, T])),
    "layer.classify": lambda X: layer.classify([W, W], X),
    "stream.online": lambda X: stream.online([(X, T)]),
    "classify": lambda X: geometry.classify(W, X),
    "reflect": lambda X: geometry.reflect(X, T),
    "gram": dual.gram,
    "predict": lambda X: perceptron.online([[1, 0], [-1, 0]], [1, -1]).predict(X),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_columns_from_1_are_refused_everywhere(call):
    refused(lambda: call(one_based()), "column 2 of row 1", "(3, 2)", "0 to 1", "subtract 1")


def test_columns_from_1_are_not_saved(tmp_path):
    with pytest.raises(ValueError, match=r"blocks\[0\]: X has an entry in column 2 of row 1"):
        blocks.save([(one_based(), T)], tmp_path)


@pytest.mark.parametrize("shape", [(3, 2**40), (2**40, 3), (2**62, 2**62)])
@pytest.mark.parametrize("form", ["coo", "dok", "dia"])
def test_a_shape_beyond_memory_is_refused_before_any_memory_is_touched(shape, form):
    X = getattr(sparse, f"{form}_array")(shape)
    refused(lambda: _check.patterns(X), f"shape {shape}", "do not fit into memory", "drop")


def test_rows_that_end_before_their_arrays_do():
    """SciPy allows values behind the last row; they are no part of the table, and stay where they are."""
    X = rows([1.0, 2.0, np.nan], [0, 1, 99], [0, 1, 2], shape=(2, 2))
    assert _check.patterns(X).toarray().tolist() == [[1, 0], [0, 2]]
    assert len(X.data) == 3


def cut(X, t=T, size=2):
    return [part.toarray().tolist() for part, _ in blocks.Rows(X, t, size=size)]


@pytest.mark.parametrize("form", FORMATS)
def test_blocks_of_sparse_rows_are_cut_from_checked_ones(form):
    X = getattr(sparse, f"{form}_array")(np.diag([1.0, 2.0, 3.0]))
    assert cut(X) == [[[1, 0, 0], [0, 2, 0]], [[0, 0, 3]]]


@pytest.mark.parametrize("name", ["indptr falls", "indptr too far", "few values", "far outside"])
def test_blocks_are_not_cut_from_broken_rows(name):
    with pytest.raises(ValueError, match=r"X (is a broken|has an entry)"):
        cut(BROKEN[name][0])


@pytest.mark.parametrize("table", [None, 5, np.array(5), {1: 2}, {1, 2}, iter([1])], ids=repr)
def test_blocks_are_not_cut_from_what_is_no_table(table):
    refused(lambda: blocks.Rows(table, T), "X is ", type(table).__name__, "give an array")
    refused(lambda: blocks.Rows(np.eye(3), table), "t is ", type(table).__name__, "give an array")


def test_tables_of_another_library_are_made_rows_by_themselves():
    class Table:
        shape = (1, 2)

        def tocsr(self):
            return sparse.csr_array([[0, 3]])

    assert _check.patterns(Table()).toarray().tolist() == [[0, 3]]
