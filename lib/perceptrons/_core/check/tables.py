"""Tables of patterns: from whatever a caller has, dense or sparse, to rows that any rule can take."""

from __future__ import annotations

from typing import overload

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core.check.arrays import numbers
from perceptrons._core.check.frames import is_series
from perceptrons._core.check.magnitudes import room, shown
from perceptrons._core.check.sparse import sparse_rows
from perceptrons._core.types import Array, Patterns, PatternsLike, is_sparse


@overload
def patterns(X: ArrayLike, name: str = "X", *, as_stored: bool = False) -> Array: ...
@overload
def patterns(X: PatternsLike, name: str = "X", *, as_stored: bool = False) -> Patterns: ...
def patterns(X: PatternsLike, name: str = "X", *, as_stored: bool = False) -> Patterns:
    """Return raw patterns as an array (n, d) of float64 or objects, or as CSR rows of float64.

    With `as_stored` the integers of sparse rows stay integers, which spares a copy.
    """
    if is_sparse(X):
        _table(X.shape, name)
        room(sum(X.shape), name, X.shape)  # what a vector of weights takes
        return sparse_rows(X, name, as_stored=as_stored)
    A = numbers(X, name)
    _table(A.shape, name, is_series(X))
    return A


def _table(shape: tuple[int, ...], name: str, series: bool = False) -> None:
    """Refuse what has not the shape (n, d) of at least one pattern with one feature."""
    if len(shape) != 2:
        hint = f"{name}[:, None] makes n patterns of one feature, {name}[None, :] a single pattern"
        if series:
            hint = f"{name}.to_frame() makes n patterns of one feature"
        raise ValueError(
            f"{name} must have shape (n, d), one pattern per row; got {shape}: "
            f"{hint if len(shape) == 1 else 'reshape it to two dimensions'}"
        )
    if 0 in shape:
        raise ValueError(
            f"{name} must have shape (n, d) with n, d at least 1, got {shape}: "
            "give at least one pattern with one feature"
        )


def gram(K: ArrayLike) -> Array:
    """Return K (n, n) if it is symmetric; the usual reason why it is not is that X was passed."""
    if is_sparse(K):
        raise ValueError(
            "K is sparse; a Gram matrix is dense: pass gram(X), which accepts sparse X"
        )
    K = patterns(K, "K")
    if K.shape[0] != K.shape[1]:
        raise ValueError(
            f"K must have shape (n, n), one row and one column per pattern; got {K.shape}: "
            "gram(X, kernel) makes it from raw patterns"
        )
    gap = abs(K - K.T)
    if (10**9 * gap > abs(K).max()).any():  # a kernel may round K_ij and K_ji differently
        i, j = (int(v) for v in np.unravel_index(gap.argmax(), gap.shape))
        raise ValueError(
            f"K must be symmetric, but K[{i}, {j}] is {shown(K[i, j])} and K[{j}, {i}] is "
            f"{shown(K[j, i])}: gram(X, kernel) makes K from raw patterns"
        )
    return K
