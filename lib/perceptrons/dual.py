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
from fractions import Fraction
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, PatternsLike, Seed
from perceptrons._core.kernels import each_mistake, kernel, largest_mistakes
from perceptrons._core.kernels.rounds import Order, constant_rates, until_clean
from perceptrons._core.made import Made
from perceptrons.geometry import reflect, sgn
from perceptrons.run import Record, expect
from perceptrons.table import brief

__all__ = ["DualRun", "Kernel", "cauchy", "gaussian", "gram", "linear", "margin", "online"]
__all__ += ["polynomial", "power"]

Kernel = Callable[[PatternsLike, PatternsLike], Array]

MOST = 1000  # the largest degree
FAR = 10**5  # the largest squared distance whose power of the base is computed exactly


@dataclass(frozen=True, repr=False)
class _Kernel(Made):
    """A kernel of this module: a value, equal to another of the same parameters."""


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
    X, Y = _alike(X, Y)
    K = X @ Y.T
    return 1 + (K.toarray() if check.is_sparse(K) else K)


def _alike(X: PatternsLike, Y: PatternsLike) -> tuple[Patterns, Patterns]:
    """Return two tables of the same features, both of exact numbers or both of floats."""
    A, B = check.patterns(X), check.patterns(Y, "Y")
    if A.shape[1] != B.shape[1]:
        raise ValueError(
            f"X has {A.shape[1]} features and Y has {B.shape[1]}; a kernel compares patterns with "
            "the same features: give both the same columns"
        )
    if check.is_exact(A) != check.is_exact(B):
        A = A if check.is_sparse(A) else check.floats(A, "X")
        B = B if check.is_sparse(B) else check.floats(B, "Y")
    return A, B


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
        If degree is not a whole number from 1 to 1000.

    Examples
    --------
    >>> polynomial(2)([[1, 2]], [[3, 4]])
    array([[144.]])
    """
    degree = check.count(degree, "degree")
    if degree > MOST:
        raise ValueError(
            f"degree must be at most {MOST}, got {degree}: products of so many features are beyond "
            "all numbers; give 2 or 3"
        )

    @np.errstate(over="ignore")  # refused in words
    def kernel(X: PatternsLike, Y: PatternsLike) -> Array:
        K: Array = linear(X, Y) ** degree
        if not check.is_exact(K):
            check.finite(K, "K")
        return K

    return _Kernel(polynomial, (degree,), kernel)


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

    Examples
    --------
    >>> gaussian(5)([[0, 0]], [[0, 0], [6, 8]]).round(4)
    array([[1.    , 0.1353]])
    """
    width = float(_within(check.positive(width, "width"), "width"))

    @np.errstate(over="ignore")  # of the exponent, and e^-∞ is 0
    def kernel(X: PatternsLike, Y: PatternsLike) -> Array:
        return np.exp(-check.floats(_distances(X, Y), "‖x - y‖²") / (2 * width**2))

    return _Kernel(gaussian, (width,), kernel)


def power(base: int = 2) -> Kernel:
    """Return the kernel base^(-‖x - y‖²), a Gaussian whose values on whole numbers are fractions.

    It is ``gaussian(width)`` with width² = 1 / (2 ln base). So what a Gaussian does can be computed
    without rounding: exactly on exact patterns, and to the bit on floats if the base is 2 and the
    features are small whole numbers.

    Parameters
    ----------
    base : int
        At least 2; the larger, the narrower.

    Returns
    -------
    kernel(X, Y)

    Raises
    ------
    ValueError
        If base is not a whole number above 1, or the patterns are exact and a squared distance is
        not whole, so that the power is not a fraction, or above 10^5, so that it is too long.

    Examples
    --------
    >>> power()([[0, 0]], [[0, 0], [1, 1], [1, 2]])
    array([[1.     , 0.25   , 0.03125]])
    """
    base = int(_within(check.count(base, "base", least=2), "base"))

    def kernel(X: PatternsLike, Y: PatternsLike) -> Array:
        square = _distances(X, Y)
        if not check.is_exact(square):
            return float(base) ** -square
        broken = [s for s in square.flat if s.denominator != 1]
        if broken:
            raise ValueError(
                f"X and Y have patterns with the squared distance {broken[0]}; the power of {base} "
                "is a fraction only for whole distances: scale the features to integers, or use "
                "cauchy(width)"
            )
        if square.max() > FAR:
            raise ValueError(
                f"X and Y have patterns with the squared distance {square.max()}; its power of {base} "
                f"is computed exactly up to {FAR}: scale the features, or pass floats"
            )
        return np.array([[Fraction(1, base ** int(s)) for s in row] for row in square])

    return _Kernel(power, (base,), kernel)


def cauchy(width: Number = 1) -> Kernel:
    """Return the kernel 1 / (1 + ‖x - y‖² / width²), a fraction wherever the patterns are.

    It falls more slowly than a Gaussian, and separates any distinct patterns as a Gaussian does.

    Parameters
    ----------
    width : number above 0
        The distance at which similarity has fallen to one half, in the units of the features.

    Returns
    -------
    kernel(X, Y)

    Examples
    --------
    >>> cauchy(5)([[0, 0]], [[0, 0], [3, 4], [6, 8]])
    array([[1. , 0.5, 0.2]])
    """
    width = _within(check.positive(width, "width"), "width")

    def kernel(X: PatternsLike, Y: PatternsLike) -> Array:
        square = _distances(X, Y)
        near: Any = Fraction(width) if check.is_exact(square) else float(width)
        result: Array = near**2 / (near**2 + square)
        return result

    return _Kernel(cauchy, (width,), kernel)


def _within(value: Number, name: str) -> Number:
    """Return a parameter whose square is neither 0 nor infinite."""
    if not 1 / check.LARGEST <= value <= check.LARGEST:
        raise ValueError(
            f"{name} must be from {1 / check.LARGEST:.0e} to {check.LARGEST:.0e}, got "
            f"{short(value)}: scale the features, and give what fits them"
        )
    return value


def _distances(X: PatternsLike, Y: PatternsLike) -> Array:
    """Return ‖x_i - y_j‖² for two tables of patterns."""
    X, Y = _alike(X, Y)
    square = _squares(X)[:, None] + _squares(Y) - 2 * (linear(X, Y) - 1)
    # Rounding can make the squared distance of equal patterns slightly negative.
    return np.maximum(square, 0)


def _squares(X: Patterns) -> Array:
    """Return ‖x_i‖² for every pattern."""
    return X.multiply(X).sum(axis=1) if check.is_sparse(X) else (X * X).sum(axis=1)


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
        If X breaks the conventions, or kernel is no function of two tables.

    Examples
    --------
    >>> gram([[1, 2], [3, 4]])
    array([[ 6., 12.],
           [12., 26.]])
    """
    check.of_two(kernel, "kernel", "tables of patterns: give linear, polynomial(2) or gaussian(1)")
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
    at_zero = check.tie(at_zero)
    K = check.gram(K)
    n = len(K)
    t = check.two_classes(check.targets(t, n), K)
    eta = check.converter(K)(check.positive(eta, "eta"))
    # Row i is t_i (t_1 K_i1, ..., t_n K_in). Its product with λ is the one that decides, so the loop
    # of the primal rule finds the next mistake here too.
    signs = t.astype(K.dtype)
    rows, lam = signs[:, None] * K * signs, np.zeros(n, dtype=K.dtype)
    loops = kernel(rows, largest_mistakes(t != at_zero, exact=check.is_exact(K)))

    def a_round(order: Order) -> Iterator[int]:
        for p in each_mistake(loops, lam, order):
            lam[order[p]] += eta
            yield p

    rounds = until_clean(a_round, n, max_epochs=max_epochs, rng=rng, progress=progress)
    if not check.is_exact(K):
        check.finite(lam, "the trained λ")
    rates = constant_rates(eta, K, rounds)
    return DualRun(**rounds, rates=rates, at_zero=at_zero, batch=False, t=t)


@dataclass(frozen=True, eq=False, repr=False)
class DualRun(Record):
    """A run of the rule on dual variables, as `dual.online` returns it.

    Attributes
    ----------
    t : array of int, shape (n,)
        The targets of the training patterns.
    """

    t: Array

    def discriminant(self, K: PatternsLike) -> Array:
        """Return Σ_j λ_j t_j K_ij for m new patterns, whose sign `predict` takes.

        Parameters
        ----------
        K : array_like, shape (m, n)
            ``kernel(X_new, X)``: one row per new pattern, one column per training pattern.

        Examples
        --------
        >>> from perceptrons import data
        >>> X, t = data.modified_or()
        >>> online(gram(X), t).discriminant(linear([[-5, 0], [3, 3]], X))
        array([-4.,  7.])
        """
        K = check.patterns(K, "K")
        if K.shape[1] != self.n:
            raise ValueError(
                f"K must have shape (m, {self.n}), one column for each training pattern; got "
                f"{K.shape}: kernel(X_new, X) makes it"
            )
        return np.asarray(K @ check.converted(self.dual * self.t, K))

    def predict(self, K: PatternsLike) -> Array:
        """Return the class of m new patterns: +1, -1, or `at_zero` where the discriminant is 0.

        Parameters
        ----------
        K : array_like, shape (m, n)
            As for `discriminant`.

        Examples
        --------
        >>> from perceptrons import data
        >>> X, t = data.modified_or()
        >>> online(gram(X), t).predict(linear([[-5, 0], [3, 3]], X))
        array([-1,  1])
        """
        return sgn(self.discriminant(K), self.at_zero)

    def primal(self, X: PatternsLike) -> Array:
        """Return w = Σ λ_i t_i (1, x_i) for the linear kernel, from the training patterns.

        Examples
        --------
        >>> from perceptrons import data
        >>> X, t = data.modified_or()
        >>> online(gram(X), t).primal(X)
        array([1., 1., 1.])
        """
        X = check.patterns(X)
        if X.shape[0] != self.n:
            raise ValueError(
                f"X has {X.shape[0]} pattern{'' if X.shape[0] == 1 else 's'}, but the run learnt from "
                f"{self.n}: give those of its K"
            )
        Z = reflect(X, self.t)
        return np.asarray(Z.T @ check.converted(self.dual, Z))

    def __repr__(self) -> str:
        few = self.n < 9
        lam = f"[{', '.join(map(brief, self.dual))}]" if few else f"{self.n} dual variables"
        return f"DualRun({self._summary()}, {'dual = ' if few else ''}{lam})"


def margin(run: DualRun, K: ArrayLike) -> float:
    """Return γ = min_i w·z_i / ‖w‖ of the λ of a run, the margin in the kernel's feature space.

    No feature is computed: w·z_i = t_i Σ_j λ_j t_j K_ij, and ‖w‖² = Σ_i λ_i w·z_i.

    Parameters
    ----------
    run : DualRun
        With at least one update.
    K : array_like, shape (n, n)
        Gram matrix of its training patterns.

    Returns
    -------
    float
        Above 0 if and only if the λ separate the classes.

    Raises
    ------
    ValueError
        If run is no DualRun, K does not fit it, all λ are zero, or K gives ‖w‖² <= 0.

    Examples
    --------
    >>> from perceptrons import data
    >>> X, t = data.xor()
    >>> K = gram(X, polynomial(2))
    >>> round(margin(online(K, t), K), 4)
    1.4142
    """
    expect(
        run, DualRun, "pass dual.online(K, t); of weights w bounds.margin(w, X, t) is the margin"
    )
    K = check.gram(K)
    if len(K) != run.n:
        raise ValueError(
            f"K must have shape ({run.n}, {run.n}), as in the run; got {K.shape}: pass the Gram "
            "matrix of the training patterns"
        )
    lam, _ = check.near_1(check.converted(run.dual, K))  # only its direction matters
    products = run.t * (K @ (lam * run.t))
    square = check.rounded(lam @ products, "‖w‖²")
    if not square > 0:
        raise ValueError(
            f"the run has ‖w‖² = {square:g} with this K; a margin needs a w of some length: give a "
            "run with an update, and the Gram matrix with which it was made"
        )
    return check.rounded(products.min(), "w·z") / square**0.5
