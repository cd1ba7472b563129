"""The dual perceptron: one number λ_i per pattern, and only products of patterns (chapter 11).

From w = 0 the online rule only ever adds patterns, so w = Σ λ_j z_j, z_j = t_j (1, x_j), and the
product that decides is w·z_i = t_i Σ_j λ_j t_j K_ij, where K_ij = (1, x_i)·(1, x_j). Another kernel
K is the same rule in another feature space, whose features are never computed.

>>> from perceptrons import data
>>> X, t = data.modified_or()
>>> online(gram(X), t)
DualRun(converged: 3 updates in 2 epochs, dual = [1, 1, 1, 0])

No line separates XOR, but the kernel (1 + x·y)² knows the product x_1 x_2, which does:

>>> X, t = data.xor()
>>> square = polynomial(2)
>>> run = online(gram(X, square), t)
>>> run
DualRun(converged: 4 updates in 2 epochs, dual = [1, 1, 1, 1])
>>> run.predict(square([[3, 1], [3, -1]], X))
array([-1,  1])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import _check
from perceptrons._check import Array, Number, Patterns, PatternsLike, Seed
from perceptrons.geometry import reflect, sgn
from perceptrons.loops import each_mistake, presenter
from perceptrons.loops.rounds import Order, constant_rates, until_clean
from perceptrons.run import Record
from perceptrons.table import number

__all__ = ["DualRun", "Kernel", "gaussian", "gram", "linear", "online", "polynomial"]

Kernel = Callable[[PatternsLike, PatternsLike], Array]


def linear(X: PatternsLike, Y: PatternsLike) -> Array:
    """Return the products (1, x_i)·(1, y_j) = 1 + x_i·y_j of two tables of patterns.

    Parameters
    ----------
    X : array_like or sparse, shape (m, d)
    Y : array_like or sparse, shape (n, d)
        Raw patterns of the same d features.

    Returns
    -------
    array, shape (m, n)
        Dense, even if the patterns are sparse.

    Raises
    ------
    ValueError
        If the tables break the conventions or differ in their number of features.

    Examples
    --------
    >>> linear([[1, 2]], [[3, 4], [0, 0]])
    array([[12.,  1.]])
    """
    X, Y = _check.patterns(X), _check.patterns(Y, "Y")
    if X.shape[1] != Y.shape[1]:
        raise ValueError(
            f"X has {X.shape[1]} features and Y has {Y.shape[1]}; a kernel compares patterns with "
            "the same features: give both the same columns"
        )
    K = X @ Y.T
    return 1 + (K.toarray() if _check.is_sparse(K) else K)


def polynomial(degree: int) -> Kernel:
    """Return the kernel (1 + x·y)^degree: all products of up to `degree` features.

    Parameters
    ----------
    degree : int
        At least 1, which is the linear kernel.

    Returns
    -------
    kernel(X, Y)

    Raises
    ------
    ValueError
        If degree is not a whole number above 0.

    Examples
    --------
    >>> polynomial(2)([[1, 2]], [[3, 4]])
    array([[144.]])
    """
    degree = _check.count(degree, "degree")
    return lambda X, Y: linear(X, Y) ** degree


def gaussian(width: float) -> Kernel:
    """Return the kernel exp(-‖x - y‖² / (2 width²)), which separates any distinct patterns.

    Parameters
    ----------
    width : number above 0
        The distance over which patterns count as similar, in the units of the features.

    Returns
    -------
    kernel(X, Y)
        Its values are floats, even if the patterns are exact.

    Raises
    ------
    ValueError
        If width is not above 0.

    Examples
    --------
    >>> gaussian(5)([[0, 0]], [[0, 0], [6, 8]]).round(4)
    array([[1.    , 0.1353]])
    """
    width = _check.positive(width, "width")

    def kernel(X: PatternsLike, Y: PatternsLike) -> Array:
        X, Y = _check.patterns(X), _check.patterns(Y, "Y")
        xy = linear(X, Y) - 1
        square = (_squares(X)[:, None] + _squares(Y) - 2 * xy).astype(np.float64)
        # Rounding can make the squared distance of equal patterns slightly negative.
        return np.exp(-np.maximum(square, 0) / (2 * float(width) ** 2))

    return kernel


def _squares(X: Patterns) -> Array:
    """Return ‖x_i‖² for every pattern."""
    return X.multiply(X).sum(axis=1) if _check.is_sparse(X) else (X * X).sum(axis=1)


def gram(X: PatternsLike, kernel: Kernel = linear) -> Array:
    """Return the Gram matrix K_ij = kernel(x_i, x_j) of the patterns with themselves.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.
    kernel : function of two tables of patterns
        `linear`, ``polynomial(degree)``, ``gaussian(width)``, or one of your own.

    Returns
    -------
    array, shape (n, n)
        Symmetric; as floats it takes 8 n² bytes.

    Raises
    ------
    ValueError
        If X breaks the conventions.

    Examples
    --------
    >>> gram([[1, 2], [3, 4]])
    array([[ 6., 12.],
           [12., 26.]])
    """
    return kernel(X, X)


def online(
    K: ArrayLike,
    t: ArrayLike,
    *,
    eta: Number = 1.0,
    at_zero: int = 0,
    max_epochs: int = 1000,
    rng: Seed = None,
    progress: bool = False,
) -> DualRun:
    """Train by the online rule in dual variables: at each mistake on pattern i add η to λ_i.

    Pattern i is a mistake if t_i Σ_j λ_j t_j K_ij <= 0. With ``K = gram(X)`` this is the run of
    `perceptron.online` from w = 0, mistake by mistake.

    Parameters
    ----------
    K : array_like, shape (n, n)
        Gram matrix of the training patterns; an array of objects is computed exactly.
    t : array_like, shape (n,)
        Targets: +1 for class C1, -1 for class C2.
    eta : number above 0
        From λ = 0 it scales λ and changes no decision.
    at_zero, max_epochs, rng, progress
        As for `perceptron.online`.

    Returns
    -------
    DualRun
        Its λ are `run.dual`.

    Raises
    ------
    ValueError
        If an argument breaks the conventions, or K is not square and symmetric.

    References
    ----------
    Aizerman, M. A., Braverman, E. M., Rozonoer, L. I., "Theoretical foundations of the potential
    function method in pattern recognition learning", Automation and Remote Control 25 (1964).

    Examples
    --------
    >>> run = online([[2, 0], [0, 2]], [1, -1])
    >>> run.dual, run.mistakes
    (array([1., 1.]), array([2, 0]))
    """
    at_zero = _check.tie(at_zero)
    K = _gram_matrix(K)
    n = len(K)
    t = _check.targets(t, n)
    eta = _check.converter(K)(_check.positive(eta, "eta"))
    # Row i is t_i (t_1 K_i1, ..., t_n K_in). Its product with λ is the one that decides, so the loop
    # of the primal rule finds the next mistake here too.
    signs = t.astype(K.dtype)
    rows, lam = signs[:, None] * K * signs, np.zeros(n, dtype=K.dtype)
    present = presenter(rows, t != at_zero)

    def a_round(order: Order) -> Iterator[int]:
        for p in each_mistake(present, lam, order):
            lam[order[p]] += eta
            yield p

    rounds = until_clean(a_round, n, max_epochs=max_epochs, rng=rng, progress=progress)
    rates = constant_rates(eta, K, rounds)
    return DualRun(**rounds, rates=rates, at_zero=at_zero, batch=False, t=t)


def _gram_matrix(K: ArrayLike) -> Array:
    """Return K if it can be a Gram matrix; the usual reason why not is that X was passed."""
    if _check.is_sparse(K):
        raise ValueError(
            "K is sparse; a Gram matrix is dense: pass gram(X), which accepts sparse X"
        )
    K = _check.patterns(K, "K")
    if K.shape[0] != K.shape[1]:
        raise ValueError(
            f"K must have shape (n, n), one row and one column per pattern; got {K.shape}: "
            "gram(X, kernel) makes it from raw patterns"
        )
    gap = abs(K - K.T)
    if (gap > 1e-9 * abs(K).max()).any():  # a kernel may round K_ij and K_ji differently
        i, j = (int(v) for v in np.unravel_index(gap.argmax(), gap.shape))
        raise ValueError(
            f"K must be symmetric, but K[{i}, {j}] is {K[i, j]} and K[{j}, {i}] is {K[j, i]}: "
            "gram(X, kernel) makes K from raw patterns"
        )
    return K


@dataclass(frozen=True, eq=False, repr=False)
class DualRun(Record):
    """A run of the rule on dual variables, as `dual.online` returns it.

    Attributes
    ----------
    t : array of int, shape (n,)
        The targets of the training patterns.
    """

    t: Array

    def predict(self, K: ArrayLike) -> Array:
        """Return the class of m new patterns: the sign of Σ_j λ_j t_j K_ij.

        Parameters
        ----------
        K : array_like, shape (m, n)
            ``kernel(X_new, X)``: one row per new pattern, one column per training pattern.

        Examples
        --------
        >>> from perceptrons import data
        >>> X, t = data.modified_or()
        >>> online(gram(X), t).predict(linear([[-5, 0], [3, 3]], X))
        array([-1,  1])
        """
        K = _check.patterns(K, "K")
        if K.shape[1] != self.n:
            raise ValueError(
                f"K must have shape (m, {self.n}), one column for each training pattern; got "
                f"{K.shape}: kernel(X_new, X) makes it"
            )
        return sgn(K @ (self.dual * self.t), self.at_zero)

    def primal(self, X: PatternsLike) -> Array:
        """Return w = Σ λ_i t_i (1, x_i) for the linear kernel, from the training patterns.

        Examples
        --------
        >>> from perceptrons import data
        >>> X, t = data.modified_or()
        >>> online(gram(X), t).primal(X)
        array([1., 1., 1.])
        """
        return reflect(X, self.t).T @ self.dual

    def __repr__(self) -> str:
        few = self.n < 9
        lam = f"[{', '.join(map(number, self.dual))}]" if few else f"{self.n} dual variables"
        return f"DualRun({self._summary()}, {'dual = ' if few else ''}{lam})"
