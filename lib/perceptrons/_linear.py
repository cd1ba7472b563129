"""Linear equations, solved exactly or in floats."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._check import Array


def solve(A: Array, b: ArrayLike) -> Array:
    """Solve A x = b, in fractions where A or b is exact; A is regular."""
    rhs = np.asarray(b)
    if object not in (A.dtype, rhs.dtype):
        return np.linalg.solve(A, rhs)
    return echelon(np.column_stack([A, rhs]))[0][:, len(A)]


def echelon(A: Array) -> tuple[Array, list[int]]:
    """Return the reduced row echelon form of A, in fractions, and its pivot columns."""
    M = A.astype(object) * Fraction(1)
    pivots: list[int] = []
    for c in range(M.shape[1]):
        top = len(pivots)
        pivot = next((r for r in range(top, len(M)) if M[r, c] != 0), None)
        if pivot is None:
            continue
        M[[top, pivot]] = M[[pivot, top]]
        M[top] = M[top] / M[top, c]
        for r in range(len(M)):
            if r != top and M[r, c] != 0:
                M[r] = M[r] - M[r, c] * M[top]
        pivots.append(c)
    return M, pivots


def relation(rows: Array) -> Array | None:
    """Return c with Σ c_i rows_i = 0 and Σ c_i = 1, in fractions, or None if there is none.

    No part of the rows with c_i not zero has such numbers of its own.
    """
    k = len(rows)
    M, pivots = echelon(np.vstack([np.column_stack([rows.T, 0 * rows[0]]), np.ones(k + 1, int)]))
    c = np.full(k + 1, Fraction(0), dtype=object)
    c[pivots] = M[: len(pivots), k]
    return None if k in pivots else c[:k]
