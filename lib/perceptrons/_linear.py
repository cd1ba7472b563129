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
    n = len(A)
    M = np.column_stack([A, rhs]).astype(object) * Fraction(1)
    for c in range(n):
        pivot = next(r for r in range(c, n) if M[r, c] != 0)
        M[[c, pivot]] = M[[pivot, c]]
        M[c] = M[c] / M[c, c]
        for r in range(n):
            if r != c:
                M[r] = M[r] - M[r, c] * M[c]
    return M[:, n]
