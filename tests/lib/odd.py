"""Odd and malformed input by kind: what means the same as a plain value, and what means nothing.

Each kind has a plain value. A disguise is another form of it, with which every function must answer the
same; a malformed value must be refused. Forms of a table are made from a table, and so on.
"""

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pandas as pd
import scipy.sparse as sp

from perceptrons import blocks, perceptron


class Kind(NamedTuple):
    """A plain value, its disguises, and malformed ones beside them."""

    plain: object
    disguises: dict[str, object]
    malformed: dict[str, object]


# Five patterns of three features; the first one separates the classes, and no column is constant.
X = np.array([[0, 1, 0], [1, 0, 1], [1, 1, 0], [0, 0, 1], [1, 1, 1]], dtype=float)
T = np.array([-1, 1, 1, -1, 1])
W = np.array([-1, 2, 0, 0])
NAMES = ["first", "second", "third"]


class Table:
    """Something of another library that becomes an array."""

    def __init__(self, A):
        self.A = A

    def __array__(self, dtype=None, copy=None):
        """Return the array that NumPy asks for."""
        return np.array(self.A, dtype=dtype)


class Subclass(np.ndarray):
    """An array by another name."""


def strided(A):
    """Return a view with gaps between its rows and columns."""
    wide = np.full((2 * A.shape[0], 3 * A.shape[1]), np.nan)
    wide[::2, ::3] = A
    return wide[::2, ::3]


def read_only(A):
    """Return a copy that cannot be written."""
    A = A.copy()
    A.setflags(write=False)
    return A


def split_entries(A):
    """Return CSR rows with every entry in two halves, the columns of each row backwards."""
    rows = [[j for j in range(A.shape[1])[::-1] for _ in (0, 1) if A[i, j]] for i in range(len(A))]
    data = [A[i, j] / 2 for i, row in enumerate(rows) for j in row]
    ends = np.cumsum([0, *map(len, rows)])
    return sp.csr_array((data, np.concatenate(rows), ends), shape=A.shape)


def with_zeros(A):
    """Return CSR rows that store every number, zeros too."""
    (n, d), ends = A.shape, np.arange(0, A.size + 1, A.shape[1])
    return sp.csr_array((A.ravel(), np.tile(np.arange(d), n), ends), shape=(n, d))


def wide_indices(A):
    """Return CSR rows with 64-bit indices."""
    S = sp.csr_array(A)
    S.indices, S.indptr = S.indices.astype(np.int64), S.indptr.astype(np.int64)
    return S


def stale(A):
    """Return CSR rows whose flags say that they are sorted, which they are no more."""
    S = split_entries(A)
    S.has_sorted_indices = S.has_canonical_format = True
    return S


def frame(A, kinds=("float64",) * 3, names=NAMES):
    """Return a frame with a column of each kind."""
    columns = [
        pd.Series(a).astype(float if k == "object" else k) for a, k in zip(A.T, kinds, strict=True)
    ]
    made = pd.concat([c.astype(k) for c, k in zip(columns, kinds, strict=True)], axis=1)
    made.columns = names
    return made


def tables(A):
    """Return other forms of a table of zeros and ones."""
    dense = {
        "lists": A.tolist(),
        "integers in lists": A.astype(int).tolist(),
        "tuples": tuple(map(tuple, A.tolist())),
        "rows as arrays": list(A),
        "rows as series": [pd.Series(row) for row in A],
        "in Fortran's order": np.asfortranarray(A),
        "with gaps": strided(A),
        "backwards": A[::-1, ::-1].copy()[::-1, ::-1],
        "read only": read_only(A),
        "big endian": A.astype(">f8"),
        "a matrix": np.asmatrix(A),
        "a subclass": A.view(Subclass),
        "an array by request": Table(A),
        "a mask that hides nothing": np.ma.array(A, mask=False),
        "truth values": A.astype(bool),
    }
    kinds = ["int8", "uint8", "int32", "int64", "uint64", "float16", "float32", "longdouble"]
    dense |= {kind: A.astype(kind) for kind in kinds}
    forms = [
        f"{form}_{kind}"
        for form in ("csr", "csc", "coo", "bsr", "dia", "lil", "dok")
        for kind in ("array", "matrix")
    ]
    sparse = {form: getattr(sp, form)(A) for form in forms}
    sparse |= {
        "halves in any order": split_entries(A),
        "zeros stored": with_zeros(A),
        "64-bit indices": wide_indices(A),
        "stale flags": stale(A),
        "sparse truth values": sp.csr_array(A.astype(bool)),
        "sparse bytes": sp.csc_array(A.astype(np.int8)),
    }
    frames = {
        "a frame": frame(A),
        "truth values beside numbers": frame(A, ("bool", "int64", "float64")),
        "nullable columns": frame(A, ("Int64", "boolean", "Float64")),
        "a column of objects": frame(A, ("object", "int8", "float32")),
        "columns of one name": frame(A, names=["a", "a", "a"]),
        "columns with two names": frame(A, names=pd.MultiIndex.from_product([["a"], NAMES])),
        "another index": frame(A).set_axis([9, 9, 7, 3, 1]),
        "sparse columns": frame(A).astype(pd.SparseDtype(float, 0)),
    }
    return dense, sparse, frames


def changed(A, value, kind=None):
    """Return a table with one entry changed."""
    A = np.array(A, dtype=kind or type(value))
    A[2, 1] = value
    return A


def entries(**arrays):
    """Return CSR rows of the table, with some of their arrays replaced behind SciPy's back."""
    S = sp.csr_array(X)
    for name, value in arrays.items():
        setattr(S, name, np.asarray(value))
    return S


def altered(form, name, place, value):
    """Return the table in a sparse form, with one index changed behind SciPy's back."""
    S = getattr(sp, form)(X)
    array = getattr(S, name).copy()
    array[place] = value
    setattr(S, name, array)
    return S


def wrong_tables():
    """Return what is no table of numbers of this shape."""
    dense = {
        "not a number": changed(X, np.nan),
        "infinite": changed(X, -np.inf),
        "too large": changed(X, 1e200),
        "a long integer": changed(X, 2**53 + 1, np.int64),
        "complex": X * 1j,
        "words": X.astype(str),
        "bytes": X.astype(bytes),
        "dates": X.astype("datetime64[s]"),
        "durations": X.astype("timedelta64[s]"),
        "records": np.zeros(5, dtype=[("a", float), ("b", float), ("c", float)]),
        "floats as objects": X.astype(object),
        "none": None,
        "a number": 5,
        "a word": "X",
        "ragged": [[1, 2, 3], [1, 2]],
        "one row": X[0],
        "deep": X[None],
        "no rows": X[:0],
        "no columns": X[:, :0],
        "a dictionary": {"first": X[:, 0]},
        "a set": {1.0, 2.0},
        "hidden by a mask": np.ma.array(X, mask=X == 0),
        "a function": abs,
    }
    sparse = {
        "a column too large": altered("csr_array", "indices", 0, 3),
        "a column from the end": altered("csr_array", "indices", 2, -1),
        "a column far away": altered("csr_matrix", "indices", 0, 2**31 - 1),
        "a row too large": altered("csc_array", "indices", 0, 5),
        "a row far away": altered("csc_matrix", "indices", 0, 2**30),
        "a place too large": altered("coo_matrix", "row", 0, 5),
        "a negative place": altered("coo_matrix", "col", 0, -1),
        "a block too far": altered("bsr_array", "indices", 0, 2**20),
        "rows that go back": altered("csr_array", "indptr", 1, 5),
        "rows past the end": altered("csr_array", "indptr", -1, 10**6),
        "a late beginning": altered("csr_array", "indptr", 0, 1),
        "a negative beginning": altered("csr_array", "indptr", 0, -5),
        "rows too few": entries(indptr=[0, 1, 3]),
        "no rows' ends": entries(indptr=[]),
        "columns too few": entries(indices=[0, 1]),
        "numbers too few": entries(data=[1.0, 1.0]),
        "columns that are no integers": entries(indices=[0.5] * 8),
        "sparse not a number": sp.csr_array(changed(X, np.nan)),
        "a stored long integer": sp.csr_array(changed(X, 2**53 + 1, np.int64)),
        "sparse and complex": sp.coo_array(X * 1j),
    }
    words = frame(X).assign(second=["red", "blue", "red", "red", "blue"])
    frames = {
        "a column of words": words,
        "a missing number": frame(X).mask(frame(X) == 0),
        "a missing integer": frame(X, ("Int64",) * 3).mask(X == 0),
        "categories": words.astype("category"),
        "a column of dates": frame(X).assign(third=pd.Timestamp("2020-01-01")),
        "an empty frame": frame(X)[:0],
        "a column of pairs": frame(X).assign(first=[(0, 1)] * 5),
        "a series": pd.Series(X[:, 0]),
    }
    return dense, sparse, frames


def vectors(v):
    """Return other forms of a row of small whole numbers."""
    return {
        "a list": v.tolist(),
        "a tuple": tuple(v.tolist()),
        "floats": v.astype(float),
        "small integers": v.astype(np.int8),
        "with gaps": np.repeat(v, 2)[::2],
        "read only": read_only(v),
        "a series": pd.Series(v, index=range(9, 9 - len(v), -1)),
        "a mask that hides nothing": np.ma.array(v),
        "an array by request": Table(v),
    }


def no_vectors(v):
    """Return what is no row of finite numbers of this length."""
    return {
        "too short": v[:-1],
        "too long": np.append(v, 1),
        "deep": v[None],
        "not a number": np.where(np.arange(len(v)) == 1, np.nan, v),
        "infinite": np.where(np.arange(len(v)) == 1, np.inf, v),
        "complex": v + 0j,
        "words": v.astype(str),
        "a number": 1,
        "a word": "w",
        "a dictionary": dict(enumerate(v.tolist())),
        "hidden by a mask": np.ma.array(v, mask=np.arange(len(v)) == 1),
        "missing": pd.Series(v, dtype="Int64").where(np.arange(len(v)) != 1),
        "dates": v.astype("datetime64[s]"),
        "a function": abs,
    }


NUMBERS = {
    "nan": np.nan,
    "infinite": np.inf,
    "a word": "1",
    "none": None,
    "truth": True,
    "a list": [1],
}
NUMBERS |= {"complex": 1j, "a function": abs, "NumPy's truth": np.True_}
DENSE, SPARSE, FRAMES = tables(X)
NO_DENSE, NO_SPARSE, NO_FRAMES = wrong_tables()
NO_TABLE = NO_DENSE | NO_SPARSE | NO_FRAMES
K = 1 + X @ X.T
GRAM, _, _ = tables(X)  # the forms, not the numbers
GRAM = {
    "lists": K.tolist(),
    "integers": K.astype(int),
    "in Fortran's order": np.asfortranarray(K),
    "with gaps": strided(K),
    "read only": read_only(K),
    "a frame": pd.DataFrame(K),
    "nullable": pd.DataFrame(K).astype("Int64"),
}
LABELS = np.array(["a", "b", "b", "a", "b"])
RUN = perceptron.online(X, T)
TEXTS = ["win money", "see you monday", "money on monday"]
WORDS = ["monday", "money", "on", "see", "win", "you"]
NO_TEXTS = {
    "one text": "win money",
    "bytes": b"win",
    "none": None,
    "a number": 5,
    "numbers": [1, 2, 3],
    "a text missing": ["win", None],
    "a text not there": ["win", np.nan],
    "a text that pandas lacks": ["win", pd.NA],
    "bytes in a list": ["win", b"money"],
    "a frame": pd.DataFrame({"subject": TEXTS, "body": TEXTS}),
    "a dictionary": {"win": 1},
    "texts in pieces": [["win", "money"]],
    "no texts": [],
    "a function": abs,
}


def one_pair(tables):
    """Return sources of one block, each with such a table."""
    return {name: [(A, T)] for name, A in tables.items()}


KINDS = {
    "table": Kind(X, DENSE | SPARSE | FRAMES, NO_TABLE),
    "dense": Kind(X, DENSE | FRAMES, NO_TABLE | SPARSE),  # where sparse rows are refused
    "gram": Kind(
        K,
        GRAM,
        {n: v for n, v in NO_TABLE.items() if n not in {"no columns"}}
        | {"not symmetric": np.triu(K)},
    ),
    "targets": Kind(
        T,
        vectors(T) | {"nullable": pd.Series(T, dtype="Int64"), "text as objects": T.astype(object)},
        no_vectors(T)
        | {
            "zeros and ones": (T > 0).astype(int),
            "unsigned": (T > 0).astype(np.uint8),
            "truth": T > 0,
        }
        | {"three classes": [-1, 1, 2, -1, 1], "none": None, "classes by name": LABELS}
        | {"categories": pd.Series(LABELS, dtype="category"), "sparse": sp.csr_array(T[None])},
    ),
    "values": Kind(T, vectors(T), no_vectors(T)),
    "labels": Kind(
        LABELS,
        {"a list": LABELS.tolist(), "objects": LABELS.astype(object), "a series": pd.Series(LABELS)}
        | {
            "categories": pd.Series(LABELS, dtype="category"),
            "strings of pandas": pd.Series(LABELS, dtype="string"),
        },
        {"missing": ["a", None, "b", "a", "b"], "not there": ["a", np.nan, "b", "a", "b"]}
        | {
            "not a number": [1.0, np.nan, 2, 1, 2],
            "of pandas": pd.Series(["a", pd.NA, "b", "a", "b"]),
        }
        | {
            "mixed": ["a", 1, "b", "a", 1],
            "too deep": LABELS[None],
            "a word": "abbab",
            "none": None,
        }
        | {"one class": ["a"] * 5, "a number": 3, "lists": [["a"], ["b"], ["b"], ["a"], ["b"]]}
        | {"hidden by a mask": np.ma.array([1, 2, 2, 1, 2], mask=[0, 1, 0, 0, 0])},
    ),
    "weights": Kind(
        W, vectors(W) | {"fractions": np.array([Fraction(int(v)) for v in W])}, no_vectors(W)
    ),
    "start": Kind(0 * W, vectors(0 * W), no_vectors(0 * W)),
    "rate": Kind(
        1.0,
        {"int": 1, "float32": np.float32(1), "int64": np.int64(1), "fraction": Fraction(1)},
        NUMBERS | {"zero": 0, "negative": -1, "decimal": Decimal(-1)},
    ),
    "whole": Kind(
        3,
        {"int64": np.int64(3), "uint8": np.uint8(3)},
        NUMBERS | {"negative": -1, "half": 2.5, "float": 3.0},
    ),
    "tie": Kind(0, {"int8": np.int8(0)}, NUMBERS | {"two": 2, "half": 0.5}),
    "seed": Kind(
        0,
        {"int64": np.int64(0), "uint8": np.uint8(0)},
        {n: v for n, v in NUMBERS.items() if n != "none"} | {"negative": -1, "half": 0.5},
    ),
    "counts": Kind(
        X, DENSE | SPARSE | FRAMES, NO_TABLE | {"negative": -X, "sparse negative": sp.csr_array(-X)}
    ),
    "df": Kind(
        X.sum(axis=0).astype(int),
        vectors(X.sum(axis=0).astype(int)),
        no_vectors(X.sum(axis=0).astype(int)) | {"negative": [-1, 1, 1]},
    ),
    "texts": Kind(
        TEXTS,
        {
            "a tuple": tuple(TEXTS),
            "an array": np.array(TEXTS),
            "objects": np.array(TEXTS, dtype=object),
            "a series": pd.Series(TEXTS),
        },
        NO_TEXTS,
    ),
    "words": Kind(
        WORDS,
        {
            "a tuple": tuple(WORDS),
            "a set": set(WORDS),
            "frozen": frozenset(WORDS),
            "an index": pd.Index(WORDS),
            "an array": np.array(WORDS),
        }
        | {"a vocabulary_": {w: j for j, w in reversed([*enumerate(WORDS)])}},
        {
            "one word": "money",
            "twice": [*WORDS, "money"],
            "numbers": [1, 2],
            "empty": [],
            "a number": 7,
            "gaps": {w: 2 * j for j, w in enumerate(WORDS)},
        },
    ),
    "run": Kind(RUN, {}, {"none": None, "a number": 5, "a word": "run", "a list": [RUN]}),
    "source": Kind(
        [(X, T)],
        {"a tuple": ((X, T),), "rows": blocks.Rows(X, T, size=5)}
        | one_pair(DENSE | SPARSE | FRAMES),
        {
            "none": None,
            "a number": 5,
            "empty": [],
            "a table": X,
            "one table": [(X,)],
            "a word": "blocks",
        }
        | one_pair(NO_TABLE),
    ),
}
