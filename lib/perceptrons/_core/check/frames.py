"""Frames, taken by column: numbers of every kind become floats, and what is none is named.

A frame of pandas, Polars or Arrow is known by its methods; none of them is imported. Taken as a whole
it would be an array of objects as soon as two of its columns differ in kind.
"""

from __future__ import annotations

from decimal import Decimal
from numbers import Real
from reprlib import repr as short
from typing import Any

import numpy as np

from perceptrons._core.check.exact import rational, rationals
from perceptrons._core.check.magnitudes import (
    LARGEST_EXACT,
    as_floats,
    finite,
    room,
    shown,
    too_long,
    whole,
)
from perceptrons._core.types import Array

NUMBERS: tuple[type[Any], ...] = (Real, Decimal, np.bool_)


def is_frame(value: object) -> bool:
    """Tell whether a value is a frame."""
    kind = type(value)
    methods = ("iloc", "iter_columns", "itercolumns")
    return hasattr(kind, "columns") and any(hasattr(kind, name) for name in methods)


def is_series(value: object) -> bool:
    """Tell whether a value is a column of a frame."""
    return all(hasattr(type(value), name) for name in ("to_numpy", "to_frame", "dtype"))


def column_names(frame: Any) -> list[Any]:
    """Return the names of the columns of a frame, of which two may be the same."""
    return [label for label, _ in _columns(frame)]


def by_column(frame: Any, name: str, *, exact: bool = False) -> Array:
    """Return the numbers of a frame (n, d) as float64, or with `exact` as integers and fractions."""
    named = _columns(frame)
    labels = [label for label, _ in named]
    shape = len(frame), len(named)
    room(shape[0] * shape[1], name, shape)
    columns = []
    for j, (label, column) in enumerate(named):
        twice = f" (column {j})" if labels.count(label) > 1 else ""
        columns.append(of_column(column, f"{name}[{short(label)}]{twice}", exact=exact))
    rows = np.array(columns).reshape(shape[::-1]).T
    return np.ascontiguousarray(rows)  # a third of the time that it takes to fill the rows


def _columns(frame: Any) -> list[tuple[Any, Any]]:
    """Return each column with its name, of which two may be the same."""
    if hasattr(frame, "iloc"):
        return [*frame.items()]
    if hasattr(frame, "iter_columns"):
        return [*zip(frame.columns, frame.iter_columns(), strict=True)]
    return [*zip(frame.column_names, frame.itercolumns(), strict=True)]


def of_column(column: Any, name: str, *, exact: bool = False) -> Array:
    """Return the numbers of one column (n,), as `by_column` does."""
    A = np.asarray(column)
    kind = str(getattr(column, "dtype", None) or column.type)
    if A.dtype.kind not in "biufO" or kind.lower().startswith(("categor", "enum", "dictionary")):
        raise _refused(name, 0, A[0] if len(A) else None, kind)
    if A.dtype == object:
        for row, v in enumerate(A):
            if is_missing(v) or not isinstance(v, NUMBERS) or abs(v) == float("inf"):
                raise _refused(name, row, v, type(v).__name__)
            if not exact and isinstance(v, int) and abs(v) > LARGEST_EXACT:
                raise too_long(_in_row(name, (row,)), v)
    elif A.dtype.kind == "f" and np.isnan(A).any():
        raise _refused(name, int(np.isnan(A).argmax()), None, kind)
    if exact and A.dtype.kind != "f":
        return np.array([rational(v) for v in A.tolist()], dtype=object)
    whole(A, name, _in_row)
    floats = as_floats(np.array([_near(v) for v in A]) if A.dtype == object else A, name)
    finite(floats, name, _in_row)
    return rationals(floats) if exact else floats


def _near(value: Any) -> float:
    """Return the nearest float, infinity if there is none."""
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def is_missing(value: Any) -> bool:
    """Tell whether a value stands for none: None, NaN, and those of pandas."""
    if isinstance(value, Decimal):
        return value.is_nan()
    if isinstance(value, float | np.floating):
        return bool(np.isnan(value))
    return type(value).__name__ in {"NoneType", "NAType", "NaTType", "MaskedConstant"}


def _in_row(name: str, place: tuple[int, ...]) -> str:
    return f"{name} in row {place[0]}"


def _refused(name: str, row: int, value: Any, kind: str) -> ValueError:
    """Return the error about a value that is no number, or none at all."""
    if is_missing(value):
        return ValueError(
            f"{name} in row {row} is missing; a value that is missing cannot be learnt from: drop "
            "such rows from X and t alike, or fill it, by fillna(...)"
        )
    if "date" in kind.lower() or "time" in kind.lower():
        remedy = "convert dates to numbers, such as days since the first"
    else:
        remedy = "turn words into columns of 0 and 1, by pandas.get_dummies(X), or drop the column"
    return ValueError(
        f"{name} in row {row} is {shown(value)}, of type {kind:.30}; every column must hold "
        f"numbers: {remedy}"
    )
