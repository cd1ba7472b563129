"""Arrays of whatever a caller gave: what may become one, as floats or exactly, and what is refused."""

from __future__ import annotations

from numbers import Rational
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core.check.exact import rationals
from perceptrons._core.check.frames import by_column, is_frame, is_series, of_column
from perceptrons._core.check.magnitudes import (
    LARGEST_EXACT,
    as_floats,
    at,
    finite,
    real,
    too_long,
    whole,
)
from perceptrons._core.types import Array, is_sparse


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
            f"{name} is {short(value)}, of type {type(value).__name__}; it must be an array or a list: "
            "give one, of an iterator by list(...)"
        )
    return A


def _unmasked(A: Array, name: str) -> Array:
    """Return an array without a mask; what is masked must not be learnt from."""
    if isinstance(A, np.ma.MaskedArray) and np.ma.is_masked(A):
        place = tuple(int(i) for i in np.argwhere(np.ma.getmaskarray(A))[0])
        raise ValueError(
            f"{at(name, place)} is masked; a value that is missing cannot be learnt from: drop such "
            f"patterns, or fill in a value by {name}.filled(...)"
        )
    return np.asarray(A)


def numbers(value: ArrayLike, name: str) -> Array:
    """Return an array of float64, or of objects if the caller gave exact numbers."""
    if not isinstance(value, np.ndarray | list):
        if is_frame(value):
            return by_column(value, name)
        if is_series(value):
            return of_column(value, name)
    A = array(value, name)
    if A.dtype == object:
        _only_exact(A, name)
        return A
    real(A.dtype, name)
    whole(A, name)
    floats = as_floats(A, name)
    finite(floats, name)
    if A.dtype.kind == "f" and isinstance(value, list | tuple):
        _no_long_integers(value, floats, name)
    return floats


def _only_exact(A: Array, name: str) -> None:
    for place, v in np.ndenumerate(A):
        if isinstance(v, np.generic) or not isinstance(v, Rational):
            raise ValueError(
                f"{at(name, place)} is {short(v)}, of type {type(v).__name__}; an array of objects "
                "is computed exactly, and may hold only Python integers and fractions: use "
                f"fractions.Fraction, or numpy.asarray({name}, float)"
            )


def _no_long_integers(value: Any, floats: Array, name: str) -> None:
    """Refuse long integers in a list with floats: NumPy has rounded them."""
    if floats.size and np.abs(floats).max() >= LARGEST_EXACT:
        for place, v in np.ndenumerate(np.asarray(value, dtype=object)):
            if isinstance(v, int) and abs(v) > LARGEST_EXACT:
                raise too_long(at(name, place), v)


def exactly(value: ArrayLike, name: str) -> Array:
    """Return a new array of the exact values, as Python integers and fractions."""
    if is_frame(value):
        return by_column(value, name, exact=True)
    if is_series(value):
        return of_column(value, name, exact=True)
    A = array(value, name)
    return rationals(A if A.dtype.kind in "iu" else numbers(value, name))
