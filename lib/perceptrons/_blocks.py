"""The online loop without a compiler: look for the next mistake in a whole block of patterns at once.

Between two mistakes w does not change, so NumPy may take many products w·z_i in one call. It sums
them in an order of its own. Where the result is too close to zero to be sure of the sign, the sum is
taken again in index order: the decisions are those of `perceptrons.loop.present`, ties included.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from perceptrons import _check
from perceptrons._check import Array


def in_blocks(Z: Any) -> Any:
    """Return a form of `present` that takes the rows of Z (dense or CSR) in growing blocks."""
    sparse = _check.is_sparse(Z)
    longest = int(np.diff(Z.indptr).max()) if sparse else Z.shape[1]
    largest = sqrt((Z.multiply(Z).sum(axis=1) if sparse else np.einsum("ij,ij->i", Z, Z)).max())
    # Two sums of m products differ by less than 2 m u |w||z| (1 + small): 4 m u leaves room.
    unit = 4 * longest * np.finfo(float).eps * largest
    first = max(4, 2048 // longest)

    def row(i: int) -> tuple[Any, Array]:
        if sparse:
            part = slice(Z.indptr[i], Z.indptr[i + 1])
            return Z.indices[part], Z.data[part]
        return slice(None), Z[i]

    def products(w: Array, order: Any) -> Array:
        """Return w·z_i for i in order, summed as NumPy likes."""
        if not isinstance(order, range):
            return np.asarray(Z[order] @ w)
        a, b = order.start, order.stop
        if not sparse:
            return np.asarray(Z[a:b].dot(w))
        s, e = Z.indptr[a], Z.indptr[b]
        # No row is empty (z_i0 is there), which np.add.reduceat would get wrong.
        return np.add.reduceat(Z.data[s:e] * w.take(Z.indices[s:e]), Z.indptr[a:b] - s)

    def wrong(i: int, w: Array, at_zero: int) -> bool:
        """Decide by the sum in index order, which np.cumsum keeps."""
        columns, z = row(i)
        g = np.cumsum(w[columns] * z)[-1]
        return bool(g < 0 or (g == 0 and z[0] != at_zero))

    def present(
        w: Array, v: Array, eta: Any, at_zero: int, order: Any, p: int, mistakes: Array
    ) -> int:
        n, k, block = len(order), 0, first
        band = unit * sqrt(w.dot(w))
        while p < n and k < len(mistakes):
            g = products(w, order[p : p + block])
            at = -1
            for q in np.flatnonzero(~(g > band)).tolist():  # NaN is for `wrong` to judge
                if g[q] < -band or wrong(order[p + q], w, at_zero):
                    at = p + q
                    break
            if at < 0:
                p += len(g)
                block *= 2  # a clean block: look further
                continue
            columns, z = row(order[at])
            v[columns] += eta * z
            mistakes[k] = at
            k += 1
            p, block = at + 1, first
            band = unit * sqrt(w.dot(w))
        return k

    return present
