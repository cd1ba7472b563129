"""The loop without a compiler: NumPy searches a block of patterns for the next mistake.

Between two mistakes w does not change, so one call of NumPy can take many products w·z_i. It sums
them in an order of its own. Where the result is too close to zero to be sure of its sign, the sum is
taken again in index order: the decisions are those of `perceptrons._core.kernels.present`, ties included.

Against a loop over the rows this is 10 to 40 times as fast on clouds, 3 on mail, 1.6 on noisy data.
It serves the browser edition, which has no numba, and very long rows: delete it when numba runs there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import sqrt

import numpy as np

from perceptrons._core.check import Array, Patterns, is_sparse
from perceptrons._core.kernels.rounds import Order, entries

EPS, TINY = float(np.finfo(float).eps), float(np.finfo(float).tiny)


def in_blocks(Z: Patterns, b: Array) -> tuple[Callable[..., int], Callable[..., int]]:
    """Return forms of `present` and `mistaken` that take the rows of Z (dense or CSR) in growing blocks."""
    lengths = np.diff(Z.indptr) if is_sparse(Z) else np.array(Z.shape[1:])
    values = Z.data if is_sparse(Z) else Z
    # np.add.reduceat is wrong about empty rows.
    products = _of_entries if is_sparse(Z) and lengths.all() else _of_rows
    longest, largest = int(lengths.max()), sqrt(np.vdot(values, values))  # |z_i| <= largest
    # Two sums of m products differ by less than 2 m u |w||z| (1 + small), u = eps / 2, and by less
    # than TINY where products underflow: a band of 4 m eps |w||z| + TINY leaves room.
    unit = 4 * longest * EPS * largest
    first = max(4, 1024 // max(1, longest))

    def search(w: Array, order: Order) -> Iterator[int]:
        """Yield the place of each mistake of w, which may change between two."""
        p, block = 0, first
        band = unit * sqrt(w.dot(w)) + TINY
        while p < len(order):
            ahead = order[p : p + block]
            g = products(Z, w, ahead) - b[_index(ahead)]  # near 0 this difference is exact
            q = _first_mistake(g, band, Z, b, w, ahead)
            p += q
            if q == len(g):
                block *= 2  # a clean block: look further ahead
                continue
            yield p
            p, block, band = p + 1, first, unit * sqrt(w.dot(w)) + TINY

    def present(w: Array, eta: float, order: Order, mistakes: Array) -> int:
        k = 0
        for p in search(w, order):
            columns, z = entries(Z, order[p])
            w[columns] += eta * z
            mistakes[k] = p
            k += 1
        return k

    def mistaken(w: Array, order: Order, mistakes: Array) -> int:
        k = 0
        for p in islice(search(w, order), len(mistakes)):
            mistakes[k] = p
            k += 1
        return k

    return present, mistaken


def _index(order: Order) -> slice | Array:
    """Return what takes these rows of an array, in order without a copy."""
    return slice(order.start, order.stop) if isinstance(order, range) else order


def _of_rows(Z: Patterns, w: Array, order: Order) -> Array:
    """Return w·z_i for i in order, in whatever order NumPy sums."""
    return Z[_index(order)].dot(w)  # on few rows .dot takes half the time of @


def _of_entries(Z: Patterns, w: Array, order: Order) -> Array:
    """Do the same without slicing a sparse matrix, provided that no row is empty."""
    if not (is_sparse(Z) and isinstance(order, range)):
        return _of_rows(Z, w, order)
    starts = Z.indptr[order.start : order.stop + 1]
    s, e = starts[0], starts[-1]
    return np.add.reduceat(Z.data[s:e] * w.take(Z.indices[s:e]), starts[:-1] - s)


def _first_mistake(g: Array, band: float, Z: Patterns, b: Array, w: Array, order: Order) -> int:
    """Return the place in `order` of the first mistake, or its length; g is w·z_i - b_i but for rounding."""
    right = g > band
    q = int(right.argmin())
    if right[q]:
        return len(g)
    if g[q] < -band:
        return q
    for q in np.flatnonzero(~right).tolist():  # some are too close to zero, or NaN
        if g[q] < -band or _is_mistake(Z, b, w, order[q]):
            return q
    return len(g)


def _is_mistake(Z: Patterns, b: Array, w: Array, i: int) -> bool:
    """Decide by the sum in index order, which np.cumsum keeps."""
    columns, z = entries(Z, i)
    g = np.cumsum(w[columns] * z)[-1] if len(z) else 0
    return bool(g <= b[i])
