"""Numbers in arrays: which are refused, because a rule would compute nonsense with them."""

from __future__ import annotations

import os
from collections.abc import Callable
from reprlib import repr as short
from typing import Any, TypeAlias

import numpy as np

from perceptrons._core.types import Array, Patterns, is_sparse

LARGEST_EXACT = 2**53  # larger integers are rounded when they become floats
LARGEST = 1e150  # products of larger floats overflow, and NaN would never be a mistake
GIB, LONG = 2**30, 10_000

Place: TypeAlias = tuple[int, ...]
Where: TypeAlias = Callable[[str, Place], str]  # from the name of an array, and a place in it


def at(name: str, place: Place) -> str:
    """Say where in an array a number stands."""
    return f"{name}[{', '.join(map(str, place))}]" if place else name


def shown(value: Any) -> str:
    """Return a value as Python writes it, shortened, without the name of a type of NumPy's."""
    if isinstance(value, np.datetime64 | np.timedelta64):
        return short(str(value))
    if isinstance(value, int) and value.bit_length() > LONG:  # Python refuses to write it
        return f"an integer of {value.bit_length()} bits"
    return short(value.item() if isinstance(value, np.generic) else value)


_WORDS = "encode words as numbers, by pandas.get_dummies or perceptrons.text"
REMEDIES = {  # by the kind of dtype
    "S": _WORDS,
    "U": _WORDS,
    "M": "convert dates to numbers, such as days since the first",
    "m": "divide it by a unit, such as numpy.timedelta64(1, 'D')",
    "V": "numpy.lib.recfunctions.structured_to_unstructured makes a table of it",
}


def real(dtype: np.dtype[Any], name: str) -> None:
    """Refuse a type of numbers, or of other things, that no rule computes with."""
    if dtype.kind not in "biuf":
        remedy = REMEDIES.get(dtype.kind, "convert it to float")
        raise ValueError(f"{name} must hold real numbers, got an array of {dtype!s:.60}: {remedy}")


def whole(A: Patterns, name: str, where: Where = at) -> None:
    """Refuse integers that would be rounded."""
    values = A.data if is_sparse(A) else A
    if values.dtype.kind not in "iu" or values.itemsize < 8 or not values.size:
        return
    if max(int(values.max()), -int(values.min())) > LARGEST_EXACT:
        place, value = _first(A, (values > LARGEST_EXACT) | (values < -LARGEST_EXACT))
        raise too_long(where(name, place), value)


def too_long(where: str, value: int) -> ValueError:
    """Return the error about an integer that would be rounded."""
    return ValueError(
        f"{where} is {shown(value)}; integers above 2**53 would be rounded: data.exact(...) of a "
        "dense table computes exactly, and .astype(float) rounds"
    )


def as_floats(A: Array, name: str) -> Array:
    """Return float64 in the order of rows, without a copy if A is that."""
    if A.dtype == np.float64 and A.flags.c_contiguous:
        return A
    room(A.size, name, A.shape)
    with np.errstate(over="ignore"):  # of numbers longer than float64; `finite` will see them
        return np.ascontiguousarray(A, np.float64) if A.ndim else A.astype(np.float64)


def finite(A: Patterns, name: str, where: Where = at) -> None:
    """Refuse floats that are not finite, or so large that their products overflow."""
    values = A.data if is_sparse(A) else A
    if values.dtype.kind in "biu":
        return
    # The common case in one fast pass: if the sum of squares is small, so is every number.
    if not (np.vdot(values, values) <= LARGEST or (np.abs(values) <= LARGEST).all()):
        place, value = _first(A, ~(np.abs(values) <= LARGEST))
        raise ValueError(
            f"{where(name, place)} is {value}; every number must be finite, and no larger than "
            f"{LARGEST:.0e}: drop, correct or scale such patterns first"
        )


def _first(A: Patterns, wrong: Array) -> tuple[Place, Any]:
    """Return where the first of the wrong numbers stands, and it."""
    place = tuple(int(i) for i in np.argwhere(wrong)[0])
    if not is_sparse(A):
        return place, A[place]
    row = int(np.searchsorted(A.indptr, place[0], "right")) - 1
    return (row, int(A.indices[place])), A.data[place]


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
