"""Results whose arrays cannot be written to, nor those of their copies."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from perceptrons._core.check import is_sparse

Value = TypeVar("Value")


def freeze(value: Value) -> Value:
    """Make an array, or the three arrays of sparse rows, read-only; return the value."""
    if isinstance(value, np.ndarray):
        value.setflags(write=False)
    elif is_sparse(value):
        for part in (value.data, value.indices, value.indptr):
            part.setflags(write=False)
    return value


class Frozen:
    """What a result inherits to have its arrays read-only, also after copying and unpickling."""

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        for value in vars(self).values():
            freeze(value)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over the state of a copy, in which NumPy has made every array writable."""
        vars(self).update(state)
        self.__post_init__()
