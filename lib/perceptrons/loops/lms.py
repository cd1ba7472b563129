"""The loop of the Widrow-Hoff rule: each pattern shown moves w towards its target.

`learn` is the textbook's plain double loop, sums in index order. The same lines run on floats,
compiled by numba where numba is installed, and unchanged in Python on integers and fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from perceptrons import _check
from perceptrons._check import Array
from perceptrons.loops import compiled


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


def learner(A: Any) -> Callable[..., Any]:
    """Return the form of the loop that fits the rows of A, as a function of its other arguments."""
    if _check.is_exact(A):
        return partial(learn, A)
    sparse = _check.is_sparse(A)
    try:
        if not sparse:
            return partial(compiled(learn), A)
        return partial(compiled(learn_sparse), (A.indptr, A.indices, A.data))
    except ImportError:
        if not sparse:
            return partial(_learn_rows, list(A))
        columns, values = (np.split(v, A.indptr[1:-1]) for v in (A.indices, A.data))
        return partial(_learn_parts, list(zip(columns, values, strict=True)))


def _learn_rows(rows: Any, t: Array, w: Array, eta: float, order: Array) -> None:
    """Do as `learn` does without a compiler: NumPy takes a row at a time."""
    t = t.tolist()
    for i in order.tolist():
        a = rows[i]
        w += eta * (t[i] - a.dot(w)) * a


def _learn_parts(rows: Any, t: Array, w: Array, eta: float, order: Array) -> None:
    """Do the same on sparse rows, each a pair of columns and values."""
    t = t.tolist()
    for i in order.tolist():
        j, a = rows[i]
        w[j] += eta * (t[i] - a.dot(w[j])) * a
