"""Kernels: products of patterns in a space of features that are never computed (chapter 11)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from reprlib import repr as short
from typing import Any

import numpy as np

from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, PatternsLike
from perceptrons._core.made import Made

Kernel = Callable[[PatternsLike, PatternsLike], Array]

MOST = 1000  # the largest degree
FAR = 10**5  # the largest squared distance whose power of the base is computed exactly


@dataclass(frozen=True, repr=False)
class _Kernel(Made):
    """A kernel of this module: a value, equal to another of the same parameters."""


def compared(kernel: Kernel, X: PatternsLike, Y: PatternsLike) -> Array:
    """Return kernel(X, Y), refusing what is no table of a number for each pair of patterns."""
    check.of_two(kernel, "kernel", "tables of patterns: give linear, polynomial(2) or gaussian(1)")
    A, B = check.patterns(X), check.patterns(Y, "Y")
    K = check.numbers(kernel(A, B), "kernel(X, Y)")
    if K.shape != (shape := (A.shape[0], B.shape[0])):
        raise ValueError(
            f"kernel(X, Y) must have shape {shape}, a number for each pattern of X and each of Y; got "
            f"{K.shape}: correct the kernel"
        )
    return K


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
    return 1 + _products(*_alike(X, Y))


def _products(X: Patterns, Y: Patterns) -> Array:
    """Return x_i·y_j, without the bias."""
    K: Any = X @ Y.T
    return np.asarray(K.toarray() if check.is_sparse(K) else K)


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
    A, B = _alike(X, Y)
    if not (check.is_exact(A) or check.is_sparse(A) or check.is_sparse(B)):
        A, B = A - B[0], B - B[0]  # far from the origin the squares would cancel
    square = _squares(A)[:, None] + _squares(B) - 2 * _products(A, B)
    # Rounding can make the squared distance of equal patterns slightly negative.
    return np.maximum(square, 0)


def _squares(X: Patterns) -> Array:
    """Return ‖x_i‖² for every pattern."""
    return X.multiply(X).sum(axis=1) if check.is_sparse(X) else (X * X).sum(axis=1)
