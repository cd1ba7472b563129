"""The loop of the perceptron rule: present the patterns one by one, and learn from each mistake.

`present` is the textbook's plain double loop. The same lines run on floats, compiled by numba where
numba is installed, and unchanged in Python on integers and fractions. `present_sparse` differs in
the dot product alone, `present_in_pairs` in that it takes two of them at once. Sums run in index
order, so that every form makes the same decisions, also where w·z is zero or a rounding error away
from it.

The rule is read off the arguments: the online rule decides by w and adds to the same w; the batch
rule decides by w and adds to another array.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

from perceptrons import _check
from perceptrons._check import Array

Present = Callable[..., int]
LONG = 256  # features; on shorter rows the processor begins the next sum by itself


def present(Z, w, v, eta, at_zero, order, p, mistakes):
    """Present z_i for i in order[p:]; at each mistake of w add eta z_i to v, and note the place.

    Stop at the end of the round, or when `mistakes` is full. Return the number of mistakes.
    """
    n, k = len(order), 0
    while p < n and k < len(mistakes):
        i = order[p]
        g = 0
        for j in range(len(w)):
            g += w[j] * Z[i, j]
        if g < 0 or (g == 0 and Z[i, 0] != at_zero):  # z_i0 is the target t_i
            for j in range(len(w)):
                v[j] += eta * Z[i, j]
            mistakes[k] = p
            k += 1
        p += 1
    return k


def present_in_pairs(Z, w, v, eta, at_zero, order, p, mistakes):
    """Do the same on long rows with two sums side by side, as one waits at each of its additions.

    The second sum counts only where the first pattern left w as it was.
    """
    n, k = len(order), 0
    while p < n and k < len(mistakes):
        i, after = order[p], order[min(p + 1, n - 1)]  # the last one is its own neighbour
        g, h = 0, 0
        for j in range(len(w)):
            g += w[j] * Z[i, j]
            h += w[j] * Z[after, j]
        if g > 0:
            p, i, g = p + 1, after, h
        if g < 0 or (g == 0 and Z[i, 0] != at_zero):
            for j in range(len(w)):
                v[j] += eta * Z[i, j]
            mistakes[k] = p
            k += 1
        p += 1
    return k


def present_sparse(Z, w, v, eta, at_zero, order, p, mistakes):
    """Do the same on sparse rows Z = (start, column, value), each beginning with z_i0."""
    start, column, value = Z
    n, k = len(order), 0
    while p < n and k < len(mistakes):
        i = order[p]
        g = 0
        for s in range(start[i], start[i + 1]):
            g += w[column[s]] * value[s]
        if g < 0 or (g == 0 and value[start[i]] != at_zero):
            for s in range(start[i], start[i + 1]):
                v[column[s]] += eta * value[s]
            mistakes[k] = p
            k += 1
        p += 1
    return k


def presenter(Z: Any) -> Present:
    """Return the form of the loop that fits the rows Z, as a function of its other arguments."""
    if _check.is_exact(Z):
        return partial(present, Z)
    try:
        if not _check.is_sparse(Z):
            form = present if Z.shape[1] < LONG else present_in_pairs
            return _on_arrays(partial(compiled(form), Z), Z.shape[0])
        rows = _unsigned(Z.indptr), _unsigned(Z.indices), Z.data
        return _on_arrays(partial(compiled(present_sparse), rows), Z.shape[0])
    except ImportError:
        from perceptrons.loops.numpy_only import in_blocks

        return in_blocks(Z)


@cache
def compiled(function: Present) -> Present:
    """Return the function compiled by numba, which keeps the machine code for later processes."""
    from numba import njit

    return njit(cache=True)(function)


def _on_arrays(show: Present, n: int) -> Present:
    """Return the compiled loop for the order range(n), too."""
    as_given = np.arange(n, dtype=np.uint32)

    def shown(w, v, eta, at_zero, order, p, mistakes):
        order = as_given if isinstance(order, range) else _unsigned(order)
        return show(w, v, eta, at_zero, order, p, mistakes)

    return shown


def _unsigned(indices: Array) -> Array:
    """Return the same bytes as unsigned numbers: the compiled loop need not ask for signs."""
    return indices.view(f"u{indices.itemsize}")


def mistakes_of_a_round(
    show: Present, w: Array, v: Array, eta: Any, at_zero: int, order: Any
) -> Array:
    """Present every pattern once; return the places in `order` of all mistakes."""
    places = np.empty(len(order), dtype=np.int64)
    return places[: show(w, v, eta, at_zero, order, 0, places)].copy()
