"""The perceptron criterion: how far the mistaken patterns lie on the wrong side (chapter 3).

J_P(w) is the sum of -w·z_i over the mistaken set M(w) = {i : w·z_i <= 0}, z_i = t_i (1, x_i).
It is zero when nothing is mistaken, and descending its gradient is the batch rule.

>>> from perceptrons import data
>>> X, t = data.modified_or()
>>> mistaken([1, 1, 0], X, t)
array([ True, False,  True, False])
>>> cost([1, 1, 0], X, t), gradient([1, 1, 0], X, t)
(0.0, array([ 0.,  0., -2.]))
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, PatternsLike
from perceptrons.geometry import reflect
from perceptrons.run import mistakes_up_to

__all__ = ["cost", "gradient", "mistaken"]


def _products(w: ArrayLike, X: PatternsLike, t: ArrayLike) -> tuple[Patterns, Array]:
    """Return the reflected patterns z_i, and w·z_i."""
    X = check.patterns(X)
    w = check.beside(check.features(w, X), X)
    Z = reflect(X, t)
    return Z, np.asarray(Z @ w)


def mistaken(w: ArrayLike, X: PatternsLike, t: ArrayLike, *, at_zero: int = 0) -> Array:
    """Return the mistaken set M(w) as a mask.

    Parameters
    ----------
    w : array_like, shape (d+1,)
        Weights, bias first.
    X : array_like or sparse, shape (n, d)
        Raw patterns.
    t : array_like, shape (n,)
        Targets +1 and -1.
    at_zero : {0, -1, +1}
        What a pattern on the hyperplane counts as; 0: a mistake, whatever its class.

    Returns
    -------
    array of bool, shape (n,)

    Examples
    --------
    >>> mistaken([0, 1], [[2], [0], [-3]], [1, -1, 1])
    array([False,  True,  True])
    """
    at_zero, (Z, g) = check.tie(at_zero), _products(w, X, t)
    return np.asarray(g <= mistakes_up_to(Z, at_zero), dtype=bool)


def cost(w: ArrayLike, X: PatternsLike, t: ArrayLike) -> Number:
    """Return J_P(w), the sum of -w·z_i over the mistaken patterns.

    Parameters
    ----------
    w, X, t
        As for `mistaken`.

    Returns
    -------
    float, or an exact number if X and w are exact
        Never negative; zero at a separator, and also at w = 0, which separates nothing.

    Examples
    --------
    >>> cost([0, 1], [[2], [0], [-3]], [1, -1, 1])
    3.0
    """
    _, g = _products(w, X, t)
    J = -g[g < 0].sum()
    return J if g.dtype == object else float(J) + 0.0


def gradient(w: ArrayLike, X: PatternsLike, t: ArrayLike, *, at_zero: int = 0) -> Array:
    """Return -Σ z_i over the mistaken set: the gradient of J_P, where it exists.

    J_P has a kink where w·z_i = 0; there `at_zero` chooses the subgradient: -z_i if the pattern counts
    as a mistake, else 0.

    Parameters
    ----------
    w, X, t, at_zero
        As for `mistaken`.

    Returns
    -------
    array, shape (d+1,)

    Examples
    --------
    >>> gradient([0, 1], [[2], [0], [-3]], [1, -1, 1])
    array([0., 3.])
    """
    at_zero, (Z, g) = check.tie(at_zero), _products(w, X, t)
    M = np.asarray(g <= mistakes_up_to(Z, at_zero), dtype=bool)
    return 0 - Z.T @ M.astype(Z.dtype)  # 0 - 0.0 is 0.0, -0.0 is not
