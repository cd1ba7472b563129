"""The loop of the multiclass rule: the right neuron and its strongest rival move.

`compete` is the textbook's plain loop. numba compiles these very lines for floats, and Python runs
them unchanged on integers and fractions. Sums run in index order, so that every form makes the same
decisions, ties included. On the digits compiling it saves three fifths of the time of the NumPy-only twin.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt

import numpy as np

from perceptrons._core.check import Array, Number, Patterns, is_exact, is_sparse
from perceptrons._core.kernels import compiled
from perceptrons._core.kernels.numpy_only import EPS, TINY
from perceptrons._core.kernels.rounds import Order, entries

FIRST = 8  # rows in the first block after a mistake

# A loop for given patterns and classes: (W, eta, order, found) -> number of mistakes.
Compete = Callable[[Array, Number, Array, Array], int]


def compete(A, y, W, eta, order, found):
    """Present a_i of class y_i for each i in order; return the number of mistakes.

    At each add eta a_i to the right neuron, take it from the strongest
    rival (the first of equals), and note the place and the rival.
    """
    (M, D), k = W.shape, 0
    for p in range(len(order)):
        i = order[p]
        own, rival = y[i], -1
        right = best = 0 * W[0, 0]
        for m in range(M):
            g = 0
            for j in range(D):
                g += W[m, j] * A[i, j]
            if m == own:
                right = g
            elif rival < 0 or g > best:
                rival, best = m, g
        if right <= best:
            for j in range(D):
                W[own, j] += eta * A[i, j]
                W[rival, j] -= eta * A[i, j]
            found[0, k], found[1, k] = p, rival
            k += 1
    return k


def compete_sparse(A, y, W, eta, order, found):
    """Present sparse rows A = (start, column, value)."""
    start, column, value = A
    M, k = len(W), 0
    for p in range(len(order)):
        i = order[p]
        own, rival = y[i], -1
        right = best = 0 * W[0, 0]
        for m in range(M):
            g = 0
            for s in range(start[i], start[i + 1]):
                g += W[m, column[s]] * value[s]
            if m == own:
                right = g
            elif rival < 0 or g > best:
                rival, best = m, g
        if right <= best:
            for s in range(start[i], start[i + 1]):
                W[own, column[s]] += eta * value[s]
                W[rival, column[s]] -= eta * value[s]
            found[0, k], found[1, k] = p, rival
            k += 1
    return k


def competitor(A: Patterns, y: Array) -> Compete:
    """Return the fastest form of `compete` for these patterns and classes."""
    if is_exact(A):
        return partial(compete, A, y)
    try:
        if is_sparse(A):
            return partial(compiled(compete_sparse), (A.indptr, A.indices, A.data), y)
        return partial(compiled(compete), A, y)
    except ImportError:
        return in_blocks(A, y)


def in_blocks(A: Patterns, y: Array) -> Compete:
    """Return a form of `compete` without numba: NumPy looks ahead in growing blocks.

    As in `numpy_only`: where the right neuron does not lead clearly, the sums are taken again in
    index order. On the digits this takes half the time of a loop over the rows.
    """
    values = A.data if is_sparse(A) else A
    unit = 8 * A.shape[1] * EPS * sqrt(np.vdot(values, values))

    def present(W: Array, eta: Number, order: Array, found: Array) -> int:
        p, k, block = 0, 0, FIRST
        while p < len(order):
            ahead = order[p : p + block]
            G = A[ahead] @ W.T
            here = np.arange(len(ahead)), y[ahead]
            lead = G[here]
            G[here] = -np.inf
            close = lead - G.max(axis=1) <= unit * sqrt(np.vdot(W, W)) + TINY
            q = int(close.argmax())
            if not close[q]:
                p, block = p + len(ahead), 2 * block
                continue
            p += q
            own = y[order[p]]
            columns, a = entries(A, order[p])
            g = (W[:, columns] * a).cumsum(axis=1)[:, -1]
            least, g[own] = g[own], -np.inf
            rival = g.argmax()
            if least <= g[rival]:
                W[own, columns] += eta * a
                W[rival, columns] -= eta * a
                found[:, k] = p, rival
                k, block = k + 1, FIRST
            p += 1
        return k

    return present


def mistakes_of_a_round(
    present: Compete, W: Array, eta: Number, order: Order
) -> tuple[Array, Array]:
    """Present every pattern once; return the places in `order` of all mistakes, and the rivals."""
    found = np.empty((2, len(order)), dtype=np.intp)
    places, rivals = found[:, : present(W, eta, np.asarray(order, dtype=np.int32), found)].copy()
    return places, rivals
