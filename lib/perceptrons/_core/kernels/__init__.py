"""The loop of the perceptron rule, as chapter 2 prints it.

`present` is the textbook's plain double loop. numba compiles these very lines for floats, and Python
runs them unchanged on integers and fractions. `present_sparse` differs only in the dot product, and
`present_raw` reflects as it goes. Sums run in index order, so that every form makes the same decisions,
even where w·z is zero or a rounding error away from it.

The arguments choose the rule: the online rule decides by w and adds to the same w; the batch rule
decides by w and adds to another array; the margin rule asks w·z to be above b instead of 0.

Beside it: `lms` has the loop of the Widrow-Hoff rule, `competing` that of the multiclass rule, `rounds`
the rounds through the patterns, and `numpy_only` stands in for the compiled loop where NumPy is faster
or numba is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import numpy as np

from perceptrons._core.check import Array, Number, Patterns, Sparse, is_exact, is_sparse
from perceptrons._core.kernels.numpy_only import in_blocks
from perceptrons._core.kernels.rounds import Order

# A loop for given patterns: (w, v, eta, order, p, mistakes) -> number of mistakes.
Present = Callable[[Array, Array, Number, Order, int, Array], int]

LONG = 4096  # features: on longer dense rows NumPy is 1.2 to 1.5 times as fast as the compiled loop
SMALL = 48  # numbers in Z: up to here, without numba, the plain loop is faster, 1.5 times on OR


def present(Z, ties, b, w, v, eta, order, p, mistakes):
    """Present z_i for i in order[p:].

    At each mistake of w, w·z_i < b, add eta z_i to v, and note its
    place in order. Where w·z_i = b, ties[i] says whether that is one.
    Stop at the end of the round, or when `mistakes` is full; return
    their number.
    """
    n, k = len(order), 0
    while p < n and k < len(mistakes):
        i = order[p]
        g = 0
        for j in range(len(w)):
            g += w[j] * Z[i, j]
        if g < b or (g == b and ties[i]):
            for j in range(len(w)):
                v[j] += eta * Z[i, j]
            mistakes[k] = p
            k += 1
        p += 1
    return k


def present_sparse(Z, ties, b, w, v, eta, order, p, mistakes):
    """Do the same on sparse rows Z = (start, column, value)."""
    start, column, value = Z
    n, k = len(order), 0
    while p < n and k < len(mistakes):
        i = order[p]
        g = 0
        for s in range(start[i], start[i + 1]):
            g += w[column[s]] * value[s]
        if g < b or (g == b and ties[i]):
            for s in range(start[i], start[i + 1]):
                v[column[s]] += eta * value[s]
            mistakes[k] = p
            k += 1
        p += 1
    return k


def present_raw(X, ties, b, w, v, eta, order, p, mistakes):
    """Do the same on sparse rows (start, column, value) and targets t, of which none is reflected."""
    start, column, value, t = X
    n, k = len(order), 0
    while p < n and k < len(mistakes):
        i = order[p]
        g = w[0]
        for s in range(start[i], start[i + 1]):
            g += w[column[s] + 1] * value[s]
        g *= t[i]  # exactly the sum of the reflected row: rounding knows no sign
        if g < b or (g == b and ties[i]):
            step = eta * t[i]
            v[0] += step
            for s in range(start[i], start[i + 1]):
                v[column[s] + 1] += step * value[s]
            mistakes[k] = p
            k += 1
        p += 1
    return k


def scale(X, s, Z):
    """Write s_i (1, x_i) into each row of Z."""
    for i in range(len(X)):
        Z[i, 0] = s[i]
        for j in range(X.shape[1]):
            Z[i, j + 1] = s[i] * X[i, j]


def scale_sparse(X, s, Z):
    """Do the same on sparse rows (start, column, value)."""
    start, column, value = X
    starts, columns, values = Z
    starts[0] = 0
    for i in range(len(s)):
        a, b = start[i], start[i + 1]
        columns[a + i], values[a + i] = 0, s[i]
        C, V = columns[a + i + 1 :], values[a + i + 1 :]
        c, v = column[a:b], value[a:b]
        for k in range(len(c)):  # two loops of one line each take half the time of one
            C[k] = c[k] + 1
        for k in range(len(v)):
            V[k] = s[i] * v[k]
        starts[i + 1] = b + i + 1


def presenter(Z: Patterns, ties: Array, b: Number = 0) -> Present:
    """Return the fastest form of `present` for these patterns."""
    if is_exact(Z):
        return partial(present, Z, ties, b)
    if is_sparse(Z) or Z.shape[1] <= LONG:
        try:
            return _compiled_for(Z, ties, float(b))
        except ImportError:
            pass
    small = not is_sparse(Z) and Z.size <= SMALL
    form = partial(present, Z, ties, b) if small else in_blocks(Z, ties, float(b))
    # Weights that overflow are refused at the end of the run.
    return np.errstate(over="ignore", invalid="ignore")(form)


def raw_presenter(X: Sparse, t: Array, ties: Array) -> Present:
    """Return the compiled loop for sparse patterns as they are stored; ImportError without numba.

    Mail from files of int16 takes half of the time that it takes with a reflected copy of float64.
    """
    rows = unsigned(X.indptr), unsigned(X.indices), X.data, t.astype(np.float64)
    return _in_order(partial(compiled(present_raw), rows, ties, 0.0), len(ties))


def _compiled_for(Z: Patterns, ties: Array, b: float) -> Present:
    """Return the compiled loop for these patterns."""
    if is_sparse(Z):
        rows = unsigned(Z.indptr), unsigned(Z.indices), Z.data
        return _in_order(partial(compiled(present_sparse), rows, ties, b), len(ties))
    return _in_order(partial(compiled(present), Z, ties, b), len(ties))


def _in_order(loop: Present, n: int) -> Present:
    """Return a loop that takes its order as indices or as range(n)."""
    as_given = np.arange(n, dtype=np.uint32)

    def with_indices(w: Array, v: Array, eta: Number, order: Order, p: int, mistakes: Array) -> int:
        order = as_given if isinstance(order, range) else unsigned(order)
        return loop(w, v, eta, order, p, mistakes)

    return with_indices


@cache
def compiled(function: Callable[..., int]) -> Callable[..., int]:
    """Return the function compiled by numba, once for all processes where a disk can keep it."""
    from perceptrons._core.kernels.machine_code import kept

    return kept(function)


def unsigned(indices: Array) -> Array:
    """Return a view as unsigned integers, which spares the compiled loop a test for negative ones."""
    return indices.view(f"u{indices.itemsize}")


def mistakes_of_a_round(present: Present, w: Array, v: Array, eta: Number, order: Order) -> Array:
    """Present every pattern once; return the places in `order` of all mistakes."""
    places = np.empty(len(order), dtype=np.intp)
    return places[: present(w, v, eta, order, 0, places)].copy()


def each_mistake(present: Present, w: Array, order: Order) -> Iterator[int]:
    """Present every pattern once; yield the place in `order` of each mistake, to be learnt from."""
    place, nothing = np.array([-1]), w.dtype.type(0)
    while present(w, w, nothing, order, place[0] + 1, place):
        yield place[0]
