"""Scaling: every feature of the training data gets the mean 0 and the deviation 1 (chapter 8).

>>> X = [[1, 100], [3, 300]]
>>> standardise(X).apply([*X, [2, 400]])
array([[-1., -1.],
       [ 1.,  1.],
       [ 0.,  2.]])
"""

from __future__ import annotations

from reprlib import repr as short
from typing import Literal, NamedTuple

import numpy as np

from perceptrons._core import check
from perceptrons._core.check import Array, Patterns, PatternsLike
from perceptrons.run import same_features

__all__ = ["Standardisation", "standardise"]


class Standardisation(NamedTuple):
    """Mean and scale of the training data, to be applied to training and new data alike.

    Attributes
    ----------
    mean : array, shape (d,)
    scale : array, shape (d,)
        Standard deviations (dividing by n), all above 0; 1 for a constant feature that is kept.
    """

    mean: Array
    scale: Array

    def apply(self, X: PatternsLike) -> Array:
        """Return (x_ij - mean_j) / scale_j, shape (m, d).

        Examples
        --------
        >>> standardise([[1], [5]]).apply([[5], [7]])
        array([[1.],
               [2.]])
        """
        X = check.patterns(X)
        same_features(X.shape[1], len(self.mean))
        return (_dense(X) - self.mean) / self.scale


def standardise(
    X: PatternsLike, *, constant: Literal["raise", "keep"] = "raise"
) -> Standardisation:
    """Return mean and standard deviation of each feature, with which to shift and scale it to 0 and 1.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Raw training patterns, without the constant feature, which cannot be scaled.
    constant : {"raise", "keep"}
        What to do with features that have the same value in every pattern: refuse them, or shift
        them to 0 and leave their scale. Keep them where X is a part of the data, such as a fold of
        a cross-validation, in which a rare feature may have one value only.

    Returns
    -------
    Standardisation
        ``standardise(X).apply(X)`` gives the standardised patterns.

    Raises
    ------
    ValueError
        If a feature is constant (its deviation is 0) and not to be kept, or X is sparse (the shift
        would fill it).

    Examples
    --------
    >>> moments = standardise([[1, 10], [5, 30]])
    >>> moments.mean, moments.scale
    (array([ 3., 20.]), array([ 2., 10.]))
    >>> standardise([[1, 7], [5, 7]], constant="keep").apply([[5, 7], [5, 9]])
    array([[1., 0.],
           [1., 2.]])
    """
    if constant not in ("raise", "keep"):
        raise ValueError(
            f"constant is {constant!r}; it says what to do with constant features: give 'raise' or "
            "'keep'"
        )
    X = _dense(check.patterns(X))
    # Rounding can give a constant column a deviation just above 0: compare its values instead.
    same = (X[0] == X).all(axis=0)
    if same.any() and constant == "raise":
        raise ValueError(_constant(X, [int(j) for j in np.flatnonzero(same)]))
    # In units of their size, powers of two that round nothing, small deviations have squares above 0.
    unit = 2.0 ** np.frexp(abs(X).max(axis=0))[1]
    mean, scale = X.mean(axis=0), (X / unit).std(axis=0) * unit
    scale = np.maximum(scale, np.finfo(float).smallest_subnormal)
    return Standardisation(np.where(same, X[0], mean), np.where(same, 1, scale))


def _constant(X: Array, columns: list[int]) -> str:
    """Say which columns are constant, and what to do."""
    if len(columns) == 1:
        (j,) = columns
        which = f"X[:, {j}] is {X[0, j]} in every pattern, so its standard deviation is 0"
        drop = f"drop that column, np.delete(X, {j}, axis=1)"
    else:
        which = f"{len(columns)} columns of X are constant, {short(columns)}, with deviations of 0"
        drop = "drop them, X[:, (X != X[0]).any(axis=0)]"
    return f"{which}: {drop}; or keep them, constant='keep', if X is a part of the data, such as a fold"


def _dense(X: Patterns) -> Array:
    if check.is_sparse(X):
        raise ValueError(
            "X is sparse, and subtracting a mean would fill its zeros: pass X.toarray() if that "
            "fits into memory, or weight the features as perceptrons.text does"
        )
    return X.astype(np.float64)
