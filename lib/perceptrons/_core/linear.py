"""Linear equations, solved exactly or in floats."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core.check import Array, Number


def solve(A: Array, b: ArrayLike) -> Array:
    """Solve A x = b, in fractions where A or b is exact; A is regular."""
    rhs = np.asarray(b)
    if object not in (A.dtype, rhs.dtype):
        return np.linalg.solve(A, rhs)
    return echelon(np.column_stack([A, rhs]))[0][:, len(A)]


def echelon(A: Array) -> tuple[Array, list[int]]:
    """Return the reduced row echelon form of A, in fractions, and its pivot columns.

    Bareiss's elimination stays with integers, each a determinant of some of A's entries, and divides
    at the end: 20 equations of floats take a tenth of the time that fractions take.
    """
    M = np.array([_whole(row) for row in A.tolist()], dtype=object)
    pivots, last = list[int](), 1
    for c in range(M.shape[1]):
        top = len(pivots)
        pivot = next((r for r in range(top, len(M)) if M[r, c]), None)
        if pivot is None:
            continue
        M[[top, pivot]] = M[[pivot, top]]
        others = np.arange(len(M)) != top
        rest = M[top, c] * M[others] - np.outer(M[others, c], M[top])
        M[others], last = rest // last, M[top, c]
        pivots.append(c)
    return M * Fraction(1, last), pivots


def _whole(row: list[Number]) -> list[int]:
    """Return a positive multiple of exact numbers that is whole."""
    numbers = [Fraction(q) for q in row]
    by = lcm(*(q.denominator for q in numbers))
    return [int(q * by) for q in numbers]


def relation(rows: Array) -> Array | None:
    """Return c with Σ c_i rows_i = 0 and Σ c_i = 1, in fractions, or None if there is none.

    No part of the rows with c_i not zero has such numbers of its own.
    """
    k = len(rows)
    M, pivots = echelon(np.vstack([np.column_stack([rows.T, 0 * rows[0]]), np.ones(k + 1, int)]))
    c = np.full(k + 1, Fraction(0), dtype=object)
    c[pivots] = M[: len(pivots), k]
    return None if k in pivots else c[:k]
