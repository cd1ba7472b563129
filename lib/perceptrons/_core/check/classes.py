"""Targets and labels: to which class a pattern belongs."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core.check.arrays import array
from perceptrons._core.check.frames import NUMBERS, is_frame, is_missing
from perceptrons._core.check.magnitudes import shown
from perceptrons._core.types import Array, Patterns, is_exact, is_sparse

FEW = 8  # patterns: the corners of a cube, with all their labellings (chapter 14)
ONE_CLASS = (
    "a rule that tells two classes needs patterns of both: look at the label with which it was "
    "compared; for patterns of one class on purpose use perceptron.on_reflected(reflect(X, t))"
)


def vector(value: Any, name: str, n: int, what: str) -> Array:
    """Return one thing for each of n patterns, as an array (n,) of whatever type."""
    if is_sparse(value):
        raise ValueError(
            f"{name} is sparse; it is one {what} a pattern: pass {name}.toarray().ravel()"
        )
    A = array(value, name)
    if A.shape != (n,):
        hint = f"pass numpy.ravel({name})" if A.size == n else f"give as many {what}s as rows of X"
        raise ValueError(
            f"{name} must have shape ({n},), one {what} for each pattern of X; got {A.shape}: {hint}"
        )
    return A


def targets(t: ArrayLike, n: int, name: str = "t") -> Array:
    """Return targets (n,) as a new array of int64, each +1 or -1."""
    A = vector(t, name, n, "target")
    if A.dtype.kind in "iuf":
        wrong = (A != 1) & (A != -1)
    elif A.dtype == object:
        wrong = np.array([not _is_sign(v) for v in A])
    else:
        wrong = np.ones(n, dtype=bool)
    if wrong.any():
        i = int(wrong.argmax())
        raise ValueError(
            f"{name}[{i}] is {shown(A[i])}; targets are +1 (class C1) or -1 (class C2): "
            f"{_recoding(A, A[i], name)}"
        )
    return A.astype(np.int64)


def _is_sign(value: Any) -> bool:
    number = isinstance(value, NUMBERS) and not isinstance(value, bool | np.bool_)
    return number and not is_missing(value) and abs(value) == 1


def _recoding(A: Array, wrong: Any, name: str) -> str:
    """Say how targets of another kind become +1 and -1; a list, too, and numbers without a sign."""
    if is_missing(wrong):
        return "drop patterns without a target"
    if A.dtype == bool:
        return f"recode them by numpy.where({name}, 1, -1)"
    some = A[:1000].tolist()
    if A.dtype.kind == "U" and {*some} <= {"1", "-1", "+1"}:
        return f"convert them by numpy.asarray({name}, dtype=int)"
    c1 = 1 if 1 in some else wrong
    return f"recode them by numpy.where(numpy.asarray({name}) == {shown(c1)}, 1, -1)"


def two_classes(t: Array, X: Patterns, name: str = "t", n: int = 0) -> Array:
    """Return targets, refusing those of n patterns (by default all) that are all the same.

    A misspelt label makes them so. Exact patterns, and the labellings of a few, are examples, among
    which one class is a case like the others.
    """
    if (n or len(t)) > FEW and not is_exact(X) and (t == t[0]).all():
        raise ValueError(f"{name} is {int(t[0]):+d} everywhere; {ONE_CLASS}")
    return t


def labels(values: ArrayLike, name: str = "labels") -> Array:
    """Return labels (n,), names or numbers: all of one kind, and none missing."""
    if is_frame(values) or is_sparse(values):
        raise ValueError(
            f"{name} is a table; it must have shape (n,), one label for each pattern: "
            f"pass numpy.ravel({name})"
        )
    items: Sequence[Any] = values if isinstance(values, list | tuple) else ()
    missing = next((i for i, v in enumerate(items) if is_missing(v)), None)
    A = array(values, name) if missing is None else np.array(items, dtype=object)
    if A.ndim != 1:
        raise ValueError(
            f"{name} must have shape (n,), one label for each pattern; got {A.shape}: "
            f"pass numpy.ravel({name}) if that is (n,)"
        )
    if A.dtype == object:
        items = A.tolist()
        missing = next((i for i, v in enumerate(items) if is_missing(v)), None)
    elif A.dtype.kind in "fcmM" and (gaps := np.isnan(A)).any():
        missing = int(gaps.argmax())
    if missing is not None:
        raise ValueError(f"{name}[{missing}] is {shown(A[missing])}: drop patterns without a label")
    kinds = [_kind(v) for v in items]
    other = next((i for i, kind in enumerate(kinds) if kind != kinds[0]), None)
    if other is not None:
        raise ValueError(
            f"{name}[{other}] is {short(items[other])}, and {name}[0] is {short(items[0])}: give all "
            f"of them the same type, such as list(map(str, {name}))"
        )
    # NumPy makes floats of whole numbers that are too long or stand beside floats.
    same = not items or A.dtype.kind != "f" or A.tolist() == [*items]
    return A if same else np.array(items, dtype=object)


def _kind(label: Any) -> type:
    """Return what kind of thing a label is; whole numbers and others are of one kind."""
    if isinstance(label, bool | np.bool_):
        return bool
    kinds: tuple[type[Any], ...] = (str, bytes, *NUMBERS)
    found = next((kind for kind in kinds if isinstance(label, kind)), type(label))
    return float if found in NUMBERS else found
