"""The loop of the Widrow-Hoff rule: each pattern presented moves w towards its target.

`learn` is the textbook's plain double loop, with sums in index order. numba compiles these very lines
for floats, and Python runs them unchanged on integers and fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from perceptrons._core.check import Array, Number, Patterns, is_exact, is_sparse
from perceptrons._core.kernels import compiled
from perceptrons._core.kernels.rounds import entries

# A loop for given patterns: (t, w, eta, order).
Learn = Callable[[Array, Array, Number, Array], object]


def learn(A, t, w, eta, order):
    """For each i in order add η (t_i - w·a_i) a_i to w."""
    for i in order:
        g = w[0] * A[i, 0]
        for j in range(1, len(w)):
            g += w[j] * A[i, j]
        step = eta * (t[i] - g)
        for j in range(len(w)):
            w[j] += step * A[i, j]


def learn_sparse(A, t, w, eta, order):
    """Do the same on sparse rows A = (start, column, value)."""
    start, column, value = A
    for i in order:
        g = 0.0
        for s in range(start[i], start[i + 1]):
            g += w[column[s]] * value[s]
        step = eta * (t[i] - g)
        for s in range(start[i], start[i + 1]):
            w[column[s]] += step * value[s]


def learner(A: Patterns) -> Learn:
    """Return the fastest form of `learn` for the rows of A."""
    if is_exact(A):
        return partial(learn, A)
    try:
        if is_sparse(A):
            return partial(compiled(learn_sparse), (A.indptr, A.indices, A.data))
        return partial(compiled(learn), A)
    except ImportError:
        if is_sparse(A):
            return partial(_learn_entries, [entries(A, i) for i in range(A.shape[0])])
        return partial(_learn_rows, list(A))


def _learn_rows(rows: list[Array], t: Array, w: Array, eta: Number, order: Array) -> None:
    """Do the same without a compiler: NumPy takes a row at a time."""
    t = t.tolist()
    for i in order.tolist():
        a = rows[i]
        w += eta * (t[i] - a.dot(w)) * a


def _learn_entries(
    rows: list[tuple[slice | Array, Array]], t: Array, w: Array, eta: Number, order: Array
) -> None:
    """Do the same on the columns and values of sparse rows."""
    t = t.tolist()
    for i in order.tolist():
        j, a = rows[i]
        w[j] += eta * (t[i] - a.dot(w[j])) * a
