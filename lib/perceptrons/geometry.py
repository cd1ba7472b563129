"""Linear discriminants: one hyperplane, its two sides, and the distance to it (chapter 1).

A discriminant is g(x) = w_0 + w_1 x_1 + ... + w_d x_d. The pattern x is on its positive side when
g(x) > 0; reflecting the patterns of class C2 makes "correct" mean the same for both classes.

>>> import numpy as np
>>> w = np.array([-5, 3, 4])
>>> X = np.array([[3, 4], [0, 0]])
>>> discriminant(w, X)
array([20., -5.])
>>> distance(w, X)
array([ 4., -1.])
>>> classify(w, X)
array([ 1, -1])
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from numbers import Rational
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Patterns, PatternsLike
from perceptrons._core.kernels import compiled
from perceptrons._core.kernels.reflecting import scale, scale_sparse

__all__ = ["augment", "classify", "discriminant", "distance", "reflect", "sgn"]

LARGE = 2**14  # numbers, from which on a compiled loop serves


def augment(X: PatternsLike) -> Patterns:
    """Put the constant feature x_0 = 1 before the others.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.

    Returns
    -------
    array or csr_array, shape (n, d+1)
        Rows (1, x_i); sparse if X is.

    Examples
    --------
    >>> augment([[5, 7]])
    array([[1., 5., 7.]])
    """
    X = check.patterns(X)
    return scaled(X, np.ones(X.shape[0], dtype=np.int64))


def reflect(X: PatternsLike, t: ArrayLike) -> Patterns:
    """Reflect the patterns of class C2: z_i = t_i (1, x_i), so that "correct" means w·z_i > 0.

    The constant feature is reflected with the others: z_i0 = t_i.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.
    t : array_like, shape (n,)
        Targets +1 and -1.

    Returns
    -------
    array or csr_array, shape (n, d+1)
        The reflected patterns z_i, always a new array.

    Examples
    --------
    >>> reflect([[5, 7], [2, 3]], [1, -1])
    array([[ 1.,  5.,  7.],
           [-1., -2., -3.]])
    """
    X = check.patterns(X)
    return scaled(X, check.targets(t, X.shape[0]))


def reflect_two(X: PatternsLike, t: ArrayLike) -> Patterns:
    """Reflect patterns for a rule that tells two classes, if there are two."""
    X = check.patterns(X)
    return scaled(X, check.two_classes(check.targets(t, X.shape[0]), X))


def scaled(X: Patterns, s: Array) -> Patterns:
    """Return rows s_i (1, x_i)."""
    n, d = X.shape
    if not check.is_sparse(X):
        Z = np.empty((n, d + 1), dtype=X.dtype)
        if X.size >= LARGE and X.dtype != object and _compiled(scale, X, s, Z):
            return Z
        s = s.astype(X.dtype)
        Z[:, 0] = s
        np.multiply(X, s[:, None], out=Z[:, 1:])
        return Z
    from scipy.sparse import csr_array

    small = max(X.nnz + n, d + 1) <= np.iinfo(np.int32).max
    index: Any = np.int32 if small else np.int64  # as SciPy chooses
    if X.nnz >= LARGE:
        sizes = (n + 1, index), (X.nnz + n, index), (X.nnz + n, np.float64)
        starts, columns, data = (np.empty(size, kind) for size, kind in sizes)
        rows = X.indptr, X.indices, X.data
        if _compiled(scale_sparse, rows, s, (starts, columns, data)):
            return csr_array((data, columns, starts), shape=(n, d + 1))
    starts, columns = X.indptr.astype(index), X.indices.astype(index, copy=False)
    columns = np.insert(columns, starts[:-1], -1)  # in place from here, to save memory
    columns += 1
    data = np.insert(X.data.astype(np.float64, copy=False), starts[:-1], 1)
    starts += np.arange(n + 1, dtype=index)
    data *= np.repeat(s.astype(np.int8) if s.dtype.kind == "i" else s, np.diff(starts))
    return csr_array((data, columns, starts), shape=(n, d + 1))


def _compiled(loop: Callable[..., Any], X: Any, s: Array, Z: Any) -> bool:
    """Let a loop write the scaled rows if there is numba: in half of NumPy's time, sparse in a thirtieth."""
    try:
        compiled(loop)(X, s.astype(np.float64), Z)
    except ImportError:
        return False
    return True


def discriminant(w: ArrayLike, X: PatternsLike) -> Array:
    """Return g(x_i) = w_0 + w_1 x_i1 + ... + w_d x_id for every pattern.

    Parameters
    ----------
    w : array_like, shape (d+1,)
        Weights, bias first.
    X : array_like or sparse, shape (n, d)
        Raw patterns.

    Returns
    -------
    array, shape (n,)
        Positive on the side to which (w_1, ..., w_d) points.

    Examples
    --------
    >>> discriminant([1, 1, 1], [[-1, -1], [1, 1]])
    array([-1.,  3.])
    """
    X = check.patterns(X)
    w = check.beside(check.features(w, X), X)
    return X @ w[1:] + w[0]


def sgn(g: ArrayLike, at_zero: int = 0) -> Array:
    """Return the sign of g, with the value at zero chosen by the caller.

    Parameters
    ----------
    g : array_like
        Values of a discriminant.
    at_zero : {0, -1, +1}
        The value at g = 0. The sources disagree: chapter 2 compares them.

    Returns
    -------
    array of int
        +1, -1 or `at_zero`.

    Examples
    --------
    >>> sgn([2.5, 0, -1])
    array([ 1,  0, -1])
    >>> sgn(0.0, at_zero=-1)
    array(-1)
    """
    values = check.array(g, "g")
    if values.dtype != object or not all(map(_known, values.flat)):
        values = check.numbers(values, "g")
    return signs(values, at_zero)


def _known(value: Any) -> bool:
    """Tell whether a value has a sign: a number that is exact, or finite, as of exact by float."""
    return isinstance(value, Rational) or (isinstance(value, float) and isfinite(value))


def signs(g: Array, at_zero: int) -> Array:
    """Do the same on numbers that are known to be finite."""
    if check.is_exact(g):
        return np.where(g > 0, 1, np.where(g < 0, -1, check.tie(at_zero)))
    result = np.asarray(np.sign(g)).astype(np.int64)  # a third of the time
    if check.tie(at_zero):
        result[g == 0] = at_zero
    return result


def classify(w: ArrayLike, X: PatternsLike, at_zero: int = 0) -> Array:
    """Return the class of every pattern: the sign of its discriminant.

    Parameters
    ----------
    w, X
        As for `discriminant`.
    at_zero : {0, -1, +1}
        The class of a pattern on the hyperplane; 0 means "neither class".

    Returns
    -------
    array of int, shape (n,)
        +1 (class C1), -1 (class C2), or `at_zero`.

    Examples
    --------
    >>> classify([0, 1], [[2], [0], [-3]])
    array([ 1,  0, -1])
    """
    return signs(discriminant(w, X), at_zero)


def distance(w: ArrayLike, X: PatternsLike) -> Array:
    """Return the signed distance g(x_i) / ‖(w_1, ..., w_d)‖ of every pattern from the hyperplane.

    Parameters
    ----------
    w : array_like, shape (d+1,)
        Weights, bias first; not all of w_1, ..., w_d may be zero.
    X : array_like or sparse, shape (n, d)
        Raw patterns.

    Returns
    -------
    array of float, shape (n,)
        In the units of the features; positive on the positive side.

    Raises
    ------
    ValueError
        If w_1 = ... = w_d = 0: such weights describe no hyperplane.

    Examples
    --------
    >>> distance([-1, 3, 4], [[1, 2]])
    array([2.])
    """
    X = check.patterns(X)
    w = check.features(w, X)
    if not w[1:].any():
        raise ValueError(
            f"w is {short(w.tolist())}; with w_1 = ... = w_d = 0 there is no hyperplane to "
            "measure from: give weights with a non-zero feature weight"
        )
    normal, k = check.near_1(w[1:])
    unit, g = check.floats(normal, "w"), check.floats(discriminant(w, X), "g")
    return np.asarray(np.ldexp(g / np.sqrt(unit @ unit), -k))
