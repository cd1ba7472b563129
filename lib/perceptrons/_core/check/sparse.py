"""Sparse tables: every index is looked at before SciPy or a compiled loop follows it.

SciPy trusts the arrays of a sparse table, and what it once found out about them. Both can be changed
under its hands, and rows that are read from a file with a wrong shape are so from the start: its C++
and our loops would then write outside their arrays. So a table in any format is taken apart into its
arrays, these are checked, and rows are made of them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

from perceptrons._core.check.arrays import array
from perceptrons._core.check.magnitudes import as_floats, finite, real, whole
from perceptrons._core.types import Array, Sparse

Shape: TypeAlias = tuple[int, int]
Entries: TypeAlias = tuple[Any, Any, Array]  # rows, columns, values

INT32 = np.iinfo(np.int32).max


def sparse_rows(X: Any, name: str, *, as_stored: bool = False) -> Sparse:
    """Return CSR rows of float64, or with `as_stored` of integers, each column at most once, in order.

    Where nothing is to be changed, they share the arrays of X.
    """
    try:
        rows = _rows(X, name)
    except (AttributeError, KeyError, TypeError) as error:  # of what is no array, or no table
        raise _broken(name, repr(error)) from error
    whole(rows, name)
    finite(rows, name)
    if not rows.has_canonical_format:  # found out anew: the rows are
        rows = _merged(rows)
        whole(rows, name)
        finite(rows, name)
    if not (as_stored and rows.dtype.kind in "iu"):
        rows.data = as_floats(rows.data, name)
    return rows


def _rows(X: Any, name: str) -> Sparse:
    """Return CSR rows with checked indices, in whatever order."""
    from scipy.sparse import coo_array, csr_array, issparse

    if not issparse(X):  # of another library
        X = X.tocsr()
    if X.format == "csr":
        data, columns, starts = compressed(X, X.shape, name)
        return csr_array((data, columns, starts), shape=X.shape)
    i, j, data = _ENTRIES[X.format](X, name)
    i, j = _index(i, "row", name), _index(j, "column", name)
    if not len(i) == len(j) == len(data):
        raise _broken(name, f"it has {len(i)} rows, {len(j)} columns and {len(data)} values")
    in_range(i, X.shape, name, lambda k: int(j[k]), axis=0)
    in_range(j, X.shape, name, lambda k: int(i[k]))
    table = coo_array((data, (i, j)), shape=X.shape)
    table.has_canonical_format = True  # lest SciPy add up duplicates, in an order of its own
    return table.tocsr()


def _merged(rows: Sparse) -> Sparse:
    """Return new rows with rising columns; entries of one place are added up as they were stored."""
    from scipy.sparse import csr_array

    n = rows.shape[0]
    i = np.repeat(np.arange(n), np.diff(rows.indptr))
    order = np.lexsort((rows.indices, i))  # stable
    i, j = i[order], rows.indices[order]
    new = np.append(True, (i[1:] != i[:-1]) | (j[1:] != j[:-1]))
    data = np.zeros(np.count_nonzero(new), np.int64 if rows.dtype.kind in "iu" else np.float64)
    np.add.at(data, np.cumsum(new) - 1, rows.data[order])
    if rows.dtype == bool:
        np.minimum(data, 1, out=data)  # true twice is true
    ends = np.cumsum(np.bincount(i[new], minlength=n))
    return csr_array((data, j[new], np.append(0, ends)), shape=rows.shape)


def compressed(X: Any, shape: Shape, name: str, axis: int = 1, ndim: int = 1) -> Entries:
    """Return data, indices and indptr of rows (axis 1) or columns (axis 0), checked."""
    starts = _starts(X.indptr, shape[1 - axis], name)
    end = int(starts[-1])  # SciPy allows more behind it
    indices, data = _index(X.indices, "indices", name)[:end], _values(X.data, name, ndim)[:end]
    if not len(indices) == len(data) == end:
        many = f"{len(indices)} indices and {len(data)} values"
        raise _broken(name, f"indptr ends at {end}, with {many}")
    in_range(indices, shape, name, lambda k: int(np.searchsorted(starts, k, "right")) - 1, axis)
    return data, indices, starts


def cut(X: Any, part: slice, d: int) -> tuple[Entries, Shape]:
    """Return the arrays of some CSR rows of d columns, checked, and their shape."""
    shape = part.stop - part.start, d
    starts = _index(X.indptr[part.start : part.stop + 1], "indptr", "X")
    if len(starts) != shape[0] + 1:
        raise _broken("X", f"indptr ends before row {part.stop}")
    if part.start == 0 and starts[0] != 0:
        raise _broken("X", f"indptr[0] is {starts[0]}, not 0")
    entries = slice(int(starts[0]), int(starts[-1]))
    rows = {"data": X.data[entries], "indices": X.indices[entries], "indptr": starts - starts[0]}
    values, columns, ends = compressed(SimpleNamespace(**rows), shape, "X")
    return (values, columns, ends.astype(columns.dtype)), shape  # as narrow, for scikit-learn


def _starts(indptr: Any, n: int, name: str) -> Array:
    """Return the indptr of n rows or columns, if it starts at 0 and never falls."""
    starts = _index(indptr, "indptr", name)
    if len(starts) != n + 1:
        raise _broken(name, f"indptr has length {len(starts)}, not {n + 1}")
    if starts[0] != 0:
        raise _broken(name, f"indptr[0] is {starts[0]}, not 0")
    falls = np.flatnonzero(starts[1:] < starts[:-1])
    if len(falls):
        k = int(falls[0])
        raise _broken(name, f"indptr falls from {starts[k]} to {starts[k + 1]} after row {k}")
    return starts


def _index(index: Any, what: str, name: str) -> Array:
    """Return a vector of whole numbers as int32 or int64, in the byte order of this machine."""
    A = array(index, f"{name}.{what}")
    if A.ndim != 1 or (A.size and A.dtype.kind not in "iu"):
        raise _broken(
            name, f"its {what} are {A.dtype} of shape {A.shape}, no list of whole numbers"
        )
    kind = np.int32 if A.dtype.kind == "i" and A.itemsize == 4 else np.int64
    return np.ascontiguousarray(A, dtype=kind)


def _values(data: Any, name: str, ndim: int = 1) -> Array:
    """Return stored numbers, floats as float64, in the byte order of this machine."""
    A = array(data, f"{name}.data")
    real(A.dtype, name)
    if A.ndim != ndim:
        raise _broken(name, f"its data have shape {A.shape}, with {A.ndim} axes, not {ndim}")
    if A.dtype.kind == "f":
        return as_floats(A, name)
    return np.ascontiguousarray(A, dtype=A.dtype.newbyteorder("="))


def in_range(
    index: Array, shape: Shape, name: str, beside: Callable[[int], int], axis: int = 1
) -> None:
    """Refuse an index that is negative or too large; beside(k) is the other index of entry k.

    One pass finds both, because a negative number is a large one without its sign: 0.1 ms on the mail.
    """
    size = shape[axis]
    if not len(index):
        return
    if size <= INT32 or index.itemsize == 8:
        if index.view(f"u{index.itemsize}").max() < size:
            return
    elif index.min() >= 0:
        return
    k = int(np.flatnonzero((index < 0) | (index >= size))[0])
    this, other = ("column", "row") if axis else ("row", "column")
    from_1 = index.min() == 1 and index.max() == size
    remedy = (
        f"the {this}s seem to count from 1, so subtract 1 from all of them"
        if from_1
        else "give the shape that its entries were made for, or drop those outside"
    )
    raise ValueError(
        f"{name} has an entry in {this} {index[k]} of {other} {beside(k)}, but its shape is "
        f"{shape}, with {this}s 0 to {size - 1}: {remedy}"
    )


def _broken(name: str, what: str) -> ValueError:
    return ValueError(
        f"{name} is a broken sparse table, because {what:.99}: make it anew from rows i, columns j "
        "and values, by scipy.sparse.coo_array((values, (i, j)), shape=(n, d))"
    )


# The entries of each other format


def _coo(X: Any, name: str) -> Entries:
    return X.row, X.col, _values(X.data, name)


def _csc(X: Any, name: str) -> Entries:
    data, rows, starts = compressed(X, X.shape, name, axis=0)
    return rows, np.repeat(np.arange(X.shape[1]), np.diff(starts)), data


def _bsr(X: Any, name: str) -> Entries:
    """Each entry of data is a block of R rows and C columns."""
    (n, d), (R, C) = X.shape, _values(X.data, name, 3).shape[1:]
    if not R or not C or n % R or d % C:
        raise _broken(name, f"its shape {X.shape} is not made of blocks of {R} x {C}")
    data, columns, starts = compressed(X, (n // R, d // C), name, ndim=3)
    rows = np.repeat(np.arange(n // R), np.diff(starts))
    i = R * rows[:, None, None] + np.arange(R)[:, None]
    j = C * columns.astype(np.int64)[:, None, None] + np.arange(C)
    i, j = (np.broadcast_to(index, data.shape).ravel() for index in (i, j))
    return i, j, data.ravel()


def _dia(X: Any, name: str) -> Entries:
    """Row k of data holds the entries (j - offsets[k], j) of one diagonal, for each column j."""
    n, d = X.shape
    data, offsets = _values(X.data, name, 2), _index(X.offsets, "offsets", name)
    if len(offsets) != len(data):
        raise _broken(name, f"it has {len(offsets)} offsets and {len(data)} diagonals")
    near = (-n < offsets) & (offsets < d)
    offsets, data = offsets[near].astype(np.int64), data[near, :d]
    j = np.broadcast_to(np.arange(data.shape[1]), data.shape)
    i = j - offsets[:, None]
    inside = (i >= 0) & (i < n) & (data != 0)
    return i[inside], j[inside], data[inside]


def _lil(X: Any, name: str) -> Entries:
    """Each row has a list of columns and a list of values."""
    lengths = [len(columns) for columns in X.rows]
    if len(lengths) != X.shape[0] or lengths != [len(values) for values in X.data]:
        raise _broken(name, "its lists of columns and of values differ in length")
    i = np.repeat(np.arange(X.shape[0]), lengths)
    return i, [*chain(*X.rows)], _values([*chain(*X.data)], name)


def _dok(X: Any, name: str) -> Entries:
    """Take a dictionary from (row, column) to the value apart."""
    places = [*X.keys()]
    if any(len(place) != 2 for place in places):
        raise _broken(name, "its keys are not pairs of a row and a column")
    return [i for i, _ in places], [j for _, j in places], _values([*X.values()], name)


_ENTRIES = {"bsr": _bsr, "coo": _coo, "csc": _csc, "dia": _dia, "dok": _dok, "lil": _lil}
