"""The loop without a compiler: NumPy searches a block of patterns for the next mistake.

Between two mistakes w does not change, so one call of NumPy can take many products w·z_i. It sums
them in an order of its own. Where the result is too close to zero to be sure of its sign, the sum is
taken again in index order: the decisions are those of `perceptrons._core.kernels.present`, ties included.

Against a loop over the rows this is 10 to 40 times as fast on clouds, 3 on mail, 1.6 on noisy data.
It serves the browser edition, which has no numba, and very long rows: delete it when numba runs there.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np

from perceptrons._core.check import Array, Patterns, is_sparse
from perceptrons._core.kernels.rounds import Order, entries

EPS, TINY = float(np.finfo(float).eps), float(np.finfo(float).tiny)


def in_blocks(Z: Patterns, ties: Array, b: float = 0.0) -> Callable[..., int]:
    """Return a form of `present` that takes the rows of Z (dense or CSR) in growing blocks."""
    lengths = np.diff(Z.indptr) if is_sparse(Z) else np.array(Z.shape[1:])
    values = Z.data if is_sparse(Z) else Z
    # np.add.reduceat is wrong about empty rows.
    products = _of_entries if is_sparse(Z) and lengths.all() else _of_rows
    longest, largest = int(lengths.max()), sqrt(np.vdot(values, values))  # |z_i| <= largest
    # Two sums of m products differ by less than 2 m u |w||z| (1 + small), u = eps / 2, and by less
    # than TINY where products underflow: a band of 4 m eps |w||z| + TINY leaves room.
    unit = 4 * longest * EPS * largest
    first = max(4, 1024 // max(1, longest))

    def present(w: Array, v: Array, eta: float, order: Order, p: int, mistakes: Array) -> int:
        n, k, block = len(order), 0, first
        # As in the proof of convergence: |w + eta z|² <= |w|² + eta² |z|² + 2 eta b at a mistake.
        square, growth = float(w.dot(w)), eta * largest * eta * largest + 2 * eta * b
        while p < n and k < len(mistakes):
            ahead = order[p : p + block]
            g = products(Z, w, ahead) - b  # near 0 this difference is exact
            q = _first_mistake(g, unit * sqrt(square) + TINY, Z, ties, b, w, ahead)
            p += q
            if q == len(g):
                block *= 2  # a clean block: look further ahead
                continue
            columns, z = entries(Z, order[p])
            v[columns] += eta * z
            mistakes[k] = p
            square, k, p, block = square + growth, k + 1, p + 1, first
        return k

    return present


def _of_rows(Z: Patterns, w: Array, order: Order) -> Array:
    """Return w·z_i for i in order, in whatever order NumPy sums."""
    rows = Z[order.start : order.stop] if isinstance(order, range) else Z[order]
    return rows.dot(w)  # on few rows .dot takes half the time of @


def _of_entries(Z: Patterns, w: Array, order: Order) -> Array:
    """Do the same without slicing a sparse matrix, provided that no row is empty."""
    if not (is_sparse(Z) and isinstance(order, range)):
        return _of_rows(Z, w, order)
    starts = Z.indptr[order.start : order.stop + 1]
    s, e = starts[0], starts[-1]
    return np.add.reduceat(Z.data[s:e] * w.take(Z.indices[s:e]), starts[:-1] - s)


def _first_mistake(
    g: Array, band: float, Z: Patterns, ties: Array, b: float, w: Array, order: Order
) -> int:
    """Return the place in `order` of the first mistake, or its length; g is w·z_i - b but for rounding."""
    right = g > band
    q = int(right.argmin())
    if right[q]:
        return len(g)
    if g[q] < -band:
        return q
    for q in np.flatnonzero(~right).tolist():  # some are too close to zero, or NaN
        if g[q] < -band or _is_mistake(Z, ties, b, w, order[q]):
            return q
    return len(g)


def _is_mistake(Z: Patterns, ties: Array, b: float, w: Array, i: int) -> bool:
    """Decide by the sum in index order, which np.cumsum keeps."""
    columns, z = entries(Z, i)
    g = np.cumsum(w[columns] * z)[-1] if len(z) else 0
    return bool(g < b or (g == b and ties[i]))
