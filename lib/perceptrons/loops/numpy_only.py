"""The online loop without a compiler: look for the next mistake in a whole block of patterns at once.

Between two mistakes w does not change, so NumPy may take many products w·z_i in one call. It sums
them in an order of its own. Where the result is too close to zero to be sure of the sign, the sum is
taken again in index order: the decisions are those of `perceptrons.loops.present`, ties included.
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
    values = Z.data if sparse else Z
    largest = sqrt(np.vdot(values, values))  # no row is longer than all of them together
    # Two sums of m products differ by less than 2 m u |w||z| (1 + small), u = eps / 2, and where
    # products underflow by less than `tiny`: a band of 4 m eps |w||z| + tiny leaves room.
    unit, tiny = 4 * longest * np.finfo(float).eps * largest, np.finfo(float).tiny
    first = max(4, 1024 // longest)

    def row(i: int) -> Any:
        return slice(Z.indptr[i], Z.indptr[i + 1])

    def products(w: Array, order: Any) -> Array:
        """Return w·z_i for i in order, summed as NumPy likes."""
        if not isinstance(order, range):
            return Z[order].dot(w)
        if not sparse:
            return Z[order.start : order.stop].dot(w)
        starts = Z.indptr[order.start : order.stop + 1]
        s, e = starts[0], starts[-1]
        # No row is empty (z_i0 is there), which np.add.reduceat would get wrong.
        return np.add.reduceat(Z.data[s:e] * w.take(Z.indices[s:e]), starts[:-1] - s)

    def wrong(i: int, w: Array, at_zero: int) -> bool:
        """Decide by the sum in index order, which np.cumsum keeps."""
        z = Z.data[row(i)] if sparse else Z[i]
        g = np.cumsum((w[Z.indices[row(i)]] if sparse else w) * z)[-1]
        return bool(g < 0 or (g == 0 and z[0] != at_zero))

    def learn(v: Array, eta: Any, i: int) -> None:
        if sparse:
            v[Z.indices[row(i)]] += eta * Z.data[row(i)]
        else:
            v += eta * Z[i]

    def first_mistake(g: Array, band: float, w: Array, at_zero: int, order: Any) -> int:
        """Return the place in g of the first mistake, or the length of g."""
        right = g > band
        q = int(right.argmin())
        if right[q]:
            return len(g)
        if g[q] < -band:
            return q
        for q in np.flatnonzero(~right).tolist():  # NaN is for `wrong` to judge
            if g[q] < -band or wrong(order[q], w, at_zero):
                return q
        return len(g)

    def present(
        w: Array, v: Array, eta: Any, at_zero: int, order: Any, p: int, mistakes: Array
    ) -> int:
        n, k, block = len(order), 0, first
        square = w.dot(w)
        while p < n and k < len(mistakes):
            ahead = order[p : p + block]
            g = products(w, ahead)
            q = first_mistake(g, unit * sqrt(square) + tiny, w, at_zero, ahead)
            p += q
            if q == len(g):
                block *= 2  # a clean block: look further
                continue
            learn(v, eta, order[p])
            # As in the proof of convergence: |w + eta z|^2 <= |w|^2 + eta^2 |z|^2 at a mistake.
            square += (eta * largest) ** 2
            mistakes[k] = p
            k += 1
            p, block = p + 1, first
        return k

    return present
