"""New features from old ones: products, with which a plane becomes a curved boundary (chapter 10).

No line separates exclusive OR, but with the product x_1 x_2 as a third feature a plane does.

>>> from perceptrons import data, separability
>>> X, t = data.xor()
>>> polynomial(X, 2)
array([[-1., -1.,  1.,  1.,  1.],
       [ 1., -1.,  1., -1.,  1.],
       [-1.,  1.,  1., -1.,  1.],
       [ 1.,  1.,  1.,  1.,  1.]])
>>> separability.separate(X, t).separable, separability.separate(polynomial(X, 2), t).separable
(False, True)
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np

from perceptrons import _check
from perceptrons._check import Array, PatternsLike

__all__ = ["polynomial"]

MOST = 10**8  # numbers in the table: 800 MB


def polynomial(X: PatternsLike, degree: int) -> Array:
    """Return all products of up to `degree` features, with repetitions, as new features.

    For d = 2 and degree 2 these are x_1, x_2, x_1², x_1 x_2, x_2². The constant is not among them,
    because the rules add it themselves.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Raw patterns; exact ones stay exact.
    degree : int
        At least 1, which returns the features as they are.

    Returns
    -------
    array, shape (n, C(d + degree, degree) - 1)
        Ordered by degree, then as scikit-learn's ``PolynomialFeatures(degree, include_bias=False)``.

    Raises
    ------
    ValueError
        If X breaks the conventions or is sparse, degree is not a whole number from 1, or the table
        would have more than 10^8 numbers.

    Examples
    --------
    >>> polynomial([[2, 3]], 2)
    array([[2., 3., 4., 6., 9.]])
    >>> polynomial([[2], [3]], 3)
    array([[ 2.,  4.,  8.],
           [ 3.,  9., 27.]])
    """
    A = _check.patterns(X)
    if _check.is_sparse(A):
        raise ValueError(
            "X is sparse, and most products of its features would be zero everywhere: choose the "
            "columns that matter, and pass X.toarray()"
        )
    n, d = A.shape
    degree = _check.count(degree, "degree")
    if (size := n * (comb(d + degree, degree) - 1)) > MOST:
        raise ValueError(
            f"degree {degree} makes {size // n} features of {d} for each of {n} patterns; at most "
            f"{MOST} numbers are made: choose fewer features, or the kernel dual.polynomial(degree)"
        )
    powers = range(1, degree + 1)
    chosen = (c for k in powers for c in combinations_with_replacement(range(d), k))
    return np.column_stack([A[:, list(c)].prod(axis=1) for c in chosen])
