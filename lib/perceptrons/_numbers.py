"""Arrays of numbers: what may become one, as float64 or exactly, and what is refused."""

from __future__ import annotations

import os
from numbers import Rational
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._types import Array, Patterns, is_sparse

LARGEST_EXACT = 2**53  # larger integers are rounded when they become floats
LARGEST = 1e150  # products of larger floats overflow, and NaN would never be a mistake
GIB = 2**30

_WORDS = "encode words as numbers, by pandas.get_dummies or perceptrons.text"
REMEDIES = {  # by the kind of dtype
    "c": "take its real part, or convert it to absolute values",
    "S": _WORDS,
    "U": _WORDS,
    "M": "convert dates to numbers, such as days since the first",
    "m": "divide it by a unit, such as numpy.timedelta64(1, 'D')",
    "V": "numpy.lib.recfunctions.structured_to_unstructured makes a table of it",
}


def array(value: Any, name: str) -> Array:
    """Return what the caller gave as an array of NumPy's, of whatever type, that hides nothing."""
    if isinstance(value, np.ndarray):
        return _unmasked(value, name)
    if is_sparse(value):
        raise ValueError(f"{name} is sparse; only tables of patterns may be: pass {name}.toarray()")
    kinds = set(map(type, value)) if isinstance(value, list | tuple) else ()
    if any(issubclass(kind, np.ma.MaskedArray) for kind in kinds):
        return _unmasked(np.ma.array(value), name)
    try:
        A = np.asarray(value)
    except MemoryError:
        raise
    except Exception as error:  # NumPy's, about rows of different lengths; or that of an __array__
        ragged = "whose rows differ in length: give all rows the same length"
        why = ragged if "inhomogeneous" in str(error) else f"of which no array is made: {error}"
        raise ValueError(f"{name} is {short(value)}, {why}"[:299]) from error
    if A.ndim == 0 and A.dtype == object and not isinstance(value, Rational):
        raise ValueError(
            f"{name} is {short(value)}, of type {type(value).__name__}; it must be an array, or a "
            "list, of numbers: give one, of an iterator by list(...)"
        )
    return A


def _unmasked(A: Array, name: str) -> Array:
    """Return an array without a mask; what is masked must not be learnt from."""
    if np.ma.is_masked(A):
        where = ", ".join(map(str, np.argwhere(np.ma.getmaskarray(A))[0]))
        raise ValueError(
            f"{name}[{where}] is masked; a value that is missing cannot be learnt from: drop such "
            f"patterns, or fill in a value by {name}.filled(...)"
        )
    return np.asarray(A)


def numbers(value: ArrayLike, name: str) -> Array:
    """Return an array of float64, or of objects if the caller gave exact numbers."""
    A = array(value, name)
    if A.dtype == object:
        for place, v in np.ndenumerate(A):
            if isinstance(v, np.generic) or not isinstance(v, Rational):
                raise ValueError(
                    f"{_at(name, place)} is {short(v)}, of type {type(v).__name__}; an array of "
                    "objects is computed exactly, and may hold only Python integers and fractions: "
                    f"use fractions.Fraction, or numpy.asarray({name}, float)"
                )
        return A
    real(A.dtype, name)
    whole(A, name)
    rounded = A.dtype.kind == "f" and isinstance(value, list | tuple)
    floats = as_floats(A, name)
    finite(floats, name)
    if rounded and floats.size and np.abs(floats).max() >= LARGEST_EXACT:
        mixed = np.asarray(value, dtype=object)  # NumPy makes floats of long integers among floats
        for place, v in np.ndenumerate(mixed):
            if isinstance(v, int) and abs(v) > LARGEST_EXACT:
                raise ValueError(_too_long(name, place, v))
    return floats


def as_floats(A: Array, name: str) -> Array:
    """Return float64 in the order of rows, without a copy if A is that."""
    if A.dtype != np.float64 or not A.flags.c_contiguous:
        room(A.size, name, A.shape)
    with np.errstate(over="ignore"):  # of numbers longer than float64; `finite` will see them
        return np.ascontiguousarray(A, np.float64) if A.ndim else A.astype(np.float64)


def room(size: int, name: str, shape: tuple[int, ...]) -> None:
    """Refuse what needs more floats than the memory of this machine holds: the system would kill us."""
    if 8 * size > GIB and 8 * size > _memory():
        raise ValueError(
            f"{name} has shape {shape}; so many columns or rows, as {8 * size / GIB:,.0f} GiB of "
            "floats, do not fit into memory: drop what is empty, or train by stream.online on "
            "blocks.Rows"
        )


def _memory() -> float:
    """Return the bytes of memory of this machine, as far as it says."""
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):  # Windows, which promises no memory it lacks
        return float("inf")


def real(dtype: np.dtype[Any], name: str) -> None:
    """Refuse a type of numbers, or of other things, that no rule computes with."""
    if dtype.kind not in "biuf":
        remedy = REMEDIES.get(dtype.kind, "convert it to float")
        raise ValueError(f"{name} must hold real numbers, got an array of {dtype!s:.60}: {remedy}")


def whole(A: Patterns, name: str) -> None:
    """Refuse integers that would be rounded."""
    values = A.data if is_sparse(A) else A
    if values.dtype.kind not in "iu" or values.itemsize < 8 or not values.size:
        return
    if max(int(values.max()), -int(values.min())) > LARGEST_EXACT:
        wrong = (values > LARGEST_EXACT) | (values < -LARGEST_EXACT)
        place, value = _first(A, wrong)
        raise ValueError(_too_long(name, place, int(value)))


def _too_long(name: str, place: tuple[int, ...], value: int) -> str:
    return (
        f"{_at(name, place)} is {short(value)}; integers above 2**53 would be rounded: pass "
        f"data.exact({name}), of a dense table, to compute exactly, or floats"
    )


def finite(A: Patterns, name: str) -> None:
    """Refuse floats that are not finite, or so large that their products overflow."""
    values = A.data if is_sparse(A) else A
    if values.dtype.kind in "biu":
        return
    # The common case in one fast pass: if the sum of squares is small, so is every number.
    if not (np.vdot(values, values) <= LARGEST or (np.abs(values) <= LARGEST).all()):
        place, value = _first(A, ~(np.abs(values) <= LARGEST))
        raise ValueError(
            f"{_at(name, place)} is {value}; every number must be finite, and no larger than "
            f"{LARGEST:.0e}: drop, correct or scale such patterns first"
        )


def _first(A: Patterns, wrong: Array) -> tuple[tuple[int, ...], Any]:
    """Return where the first of the wrong numbers stands, and it."""
    place = tuple(int(i) for i in np.argwhere(wrong)[0])
    if not is_sparse(A):
        return place, A[place]
    row = int(np.searchsorted(A.indptr, place[0], "right")) - 1
    return (row, int(A.indices[place])), A.data[place]


def _at(name: str, place: tuple[int, ...]) -> str:
    return f"{name}[{', '.join(map(str, place))}]" if place else name
