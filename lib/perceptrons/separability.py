"""Separator or certificate, and the largest margin of any separator (chapters 5, 10, 11).

Either some weights are right on every pattern, w·z_i > 0, or some convex weights α mix the reflected
patterns to zero, Σ α_i z_i = 0: then no weights are right on all of them. Each answer can be checked
without trusting the program that found it, and is, in exact arithmetic.

>>> from perceptrons import data
>>> separate(*data.modified_or()).separable
True
>>> separate(data.exact([[1], [2], [3]]), [1, -1, 1])
Certificate(alpha=array([Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)], dtype=object))

Let p be the point of the convex hull of the z_i that is nearest to zero. If p is not zero, then p
itself is the separator with the largest margin, γ* = ‖p‖; if it is zero, its convex weights are the
certificate.

>>> best = largest_margin(data.exact([[3], [1]]), [1, -1])
>>> best.w
array([Fraction(-2, 5), Fraction(1, 5)], dtype=object)
>>> best.alpha
array([Fraction(3, 10), Fraction(7, 10)], dtype=object)
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Patterns, PatternsLike, is_exact, is_sparse
from perceptrons._core.extras import needed_for
from perceptrons._core.hull import from_products, least_squares, wolfe
from perceptrons._core.linear import relation
from perceptrons.geometry import reflect

__all__ = ["Certificate", "DualMargin", "Margin", "Separator", "largest_dual_margin"]
__all__ += ["largest_margin", "separate"]

SLACK = 1e-9  # by how much of its largest entry rounding may make a Gram matrix indefinite
MEMORY = 6  # floats that take as much as one whole number of any size
TINY = 1e-9  # dual values of the linear program below it are rounding


class Separator(NamedTuple):
    """Weights that are right on every pattern: w·z_i > 0."""

    w: Array  # (d+1,), bias first

    @property
    def separable(self) -> bool:
        """True, because a hyperplane has every pattern on its right side."""
        return True


class Certificate(NamedTuple):
    """Convex weights that mix the reflected patterns to zero: no hyperplane separates."""

    alpha: Array  # (n,), fractions: α_i >= 0, Σ α_i = 1, Σ α_i z_i = 0

    @property
    def separable(self) -> bool:
        """False, because w·(Σ α_i z_i) would be positive if all w·z_i were."""
        return False

    @property
    def support(self) -> Array:
        """Patterns with α_i > 0, counted from 0. There are at most d + 2, and they are enough."""
        return np.flatnonzero(self.alpha)


def separate(X: PatternsLike, t: ArrayLike) -> Separator | Certificate:
    """Return a separator, or the proof that there is none.

    Exact patterns are decided by Wolfe's algorithm on fractions. For floats a linear program makes
    the guess: the largest m with all w·z_i >= m and all -1 <= w_j <= 1. If it finds weights, they are
    checked exactly; if not, its dual values say which patterns are in the way, and the α of
    these are solved for in fractions. A guess that fails its check, because of rounding, is replaced
    by Wolfe's answer.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns; floats stand for the fractions that they are.
    t : array_like, shape (n,)
        Targets +1 and -1.

    Returns
    -------
    Separator or Certificate
        A named tuple ``(w,)`` or ``(alpha,)``; ``separable`` tells which. The numbers are fractions,
        except that a separator of floats may be made of floats.

    References
    ----------
    Gordan, P., "Ueber die Auflösung linearer Gleichungen mit reellen Coefficienten" (1873).

    Examples
    --------
    >>> from perceptrons import data
    >>> answer = separate(*data.xor())
    >>> answer.separable, answer.support
    (False, array([0, 1, 2, 3]))
    >>> separate(data.exact([[2], [-1]]), [1, -1])
    Separator(w=array([Fraction(-3, 5), Fraction(6, 5)], dtype=object))
    """
    Z: Any = reflect(X, t)
    if not is_exact(Z):
        w, alpha = _program(Z)
        if all(product > 0 for product in _exact_products(Z, w)):
            return Separator(w)
        support = np.flatnonzero(alpha > TINY)
        part = Z[support]
        if is_sparse(part):
            part = part[:, np.unique(part.indices)].toarray()
        share = relation(_whole(part)) if len(support) else None
        if share is not None and min(share) >= 0:
            alpha = np.full(Z.shape[0], Fraction(0), dtype=object)
            alpha[support] = share
            return Certificate(alpha)
        check.room(MEMORY * Z.shape[0] * Z.shape[1], "X", Z.shape)
        Z = _whole(Z.toarray() if is_sparse(Z) else Z)
    alpha = wolfe(Z @ Z.T)
    w = alpha @ Z
    return Separator(w) if any(w) else Certificate(alpha)


def _program(Z: Patterns) -> tuple[Array, Array]:
    """Return w and the dual values of: maximise m, where all w·z_i >= m and all |w_j| <= 1."""
    with needed_for("linear programs"):
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, hstack

    n, D = Z.shape
    rows: Any = csr_array(Z)
    # The solver's tolerances are absolute: columns of about 1, by powers of two, which round nothing.
    largest = abs(rows).max(axis=0).toarray().ravel()
    scale = 2.0 ** -np.frexp(largest)[1]
    A = hstack([-rows * scale, np.ones((n, 1))])
    answer = linprog(
        np.append(np.zeros(D), -1.0),
        A_ub=A,
        b_ub=np.zeros(n),
        bounds=[(-1, 1)] * D + [(None, None)],
        method="highs",
    )
    if answer.x is None:  # the solver gave up
        return np.zeros(D), np.zeros(n)
    return answer.x[:-1] * scale, -answer.ineqlin.marginals


def _exact_products(Z: Patterns, w: Array) -> Array:
    """Return all w·z_i of floats, multiplied by a power of two that makes them whole."""
    if is_sparse(Z):  # every row holds its constant, so no sum is empty
        terms = _whole(Z.data) * _whole(w)[Z.indices]
        return np.add.reduceat(terms, Z.indptr[:-1])
    return _whole(Z) @ _whole(w)


def _whole(A: Array) -> Array:
    """Return floats as Python integers, all multiplied by the same power of two.

    With integers the check of 1797 patterns of 64 features takes a tenth of the time.
    """
    mantissa, exponent = np.frexp(A)
    return (mantissa * 2.0**53).astype(np.int64).astype(object) << (exponent - exponent.min())


class Margin(NamedTuple):
    """The hull point nearest to zero, and what it proves: lower <= γ* <= upper."""

    w: Array  # (d+1,), the point itself: the best separator if lower > 0
    alpha: Array  # (n,), its convex weights: w = Σ α_i z_i
    lower: float  # min w·z_i / ‖w‖, the margin of w; at most 0 where nothing separates
    upper: float  # ‖w‖, which no margin exceeds


def largest_margin(X: PatternsLike, t: ArrayLike) -> Margin:
    """Return the separator with the largest margin, between bounds that prove how good it is.

    Exact patterns are decided exactly, by Wolfe's algorithm on fractions: γ*² is w·w. Floats are
    one problem of non-negative least squares, and the two bounds allow for its rounding.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.
    t : array_like, shape (n,)
        Targets +1 and -1.

    Returns
    -------
    Margin
        The named tuple ``(w, alpha, lower, upper)``. Where nothing separates, ``lower`` is at most
        0 and ``upper`` is 0 (nearly, for floats): then alpha is the certificate.

    References
    ----------
    Wolfe, P., "Finding the nearest point in a polytope" (1976); Lawson, C. L. and Hanson, R. J.,
    "Solving least squares problems" (1974).

    Examples
    --------
    >>> from perceptrons import data
    >>> best = largest_margin(*data.modified_or())
    >>> print(best.alpha.round(3), f"{best.lower:.6f} <= margin <= {best.upper:.6f}")
    [0.333 0.333 0.333 0.   ] 0.577350 <= margin <= 0.577350
    >>> best = largest_margin(*data.xor())
    >>> print(best.alpha, bool(best.lower <= 0))
    [0.25 0.25 0.25 0.25] True
    """
    Z: Any = reflect(X, t)
    alpha = wolfe(Z @ Z.T) if is_exact(Z) else least_squares(Z)
    w = Z.T @ alpha
    norm = float(w @ w) ** 0.5
    if is_exact(Z):
        return Margin(w, alpha, norm, norm)
    n, D = Z.shape
    longest = float((Z.multiply(Z) if is_sparse(Z) else Z * Z).sum(axis=1).max()) ** 0.5
    rounding = 2 * (n + D) * np.finfo(float).eps * longest  # of a sum of n + D products, twice over
    least = float((Z @ w).min()) / norm if norm else 0.0
    return Margin(w, alpha, float(least - rounding), float(norm + rounding))


class DualMargin(NamedTuple):
    """The convex weights of the hull point nearest to zero, and what they prove, as in `Margin`."""

    alpha: Array  # (n,)
    lower: float
    upper: float


def largest_dual_margin(K: ArrayLike, t: ArrayLike) -> DualMargin:
    """Return the largest margin in the feature space of a kernel, from the Gram matrix alone.

    The same nearest point, of which only products are needed: γ*² is the least α·Gα over convex
    weights α, with G_ij = t_i t_j K_ij. An exact K is decided exactly, whatever the features are.

    Parameters
    ----------
    K : array_like, shape (n, n)
        Gram matrix, as ``dual.gram(X, kernel)`` makes it.
    t : array_like, shape (n,)
        Targets +1 and -1.

    Returns
    -------
    DualMargin
        The named tuple ``(alpha, lower, upper)``; ``dual.online`` makes at most max K_ii / γ*²
        updates.

    Raises
    ------
    ValueError
        If an argument breaks the conventions, or K is no Gram matrix: then it has no feature space.

    Examples
    --------
    >>> from perceptrons import data, dual
    >>> X, t = data.xor()
    >>> best = largest_dual_margin(dual.gram(data.exact(X), dual.polynomial(2)), t)
    >>> print(*best.alpha, round(best.lower**2, 9))
    1/4 1/4 1/4 1/4 2.0
    """
    K = check.gram(K)
    t = check.targets(t, len(K))
    if not _semidefinite(K):
        raise ValueError(
            "K is not the Gram matrix of any features, because Σ c_i c_j K_ij is negative for some "
            "c: use a kernel, such as those of perceptrons.dual"
        )
    G = t[:, None] * K * t
    alpha = wolfe(G) if is_exact(K) else from_products(G)
    products = G @ alpha
    norm = max(float(alpha @ products), 0.0) ** 0.5
    if is_exact(K):
        return DualMargin(alpha, norm, norm)
    rounding = 4 * len(K) * np.finfo(float).eps * float(K.diagonal().max())  # of the products
    upper = (norm**2 + rounding) ** 0.5
    return DualMargin(alpha, float((products.min() - rounding) / (upper or 1)), upper)


def _semidefinite(K: Array) -> bool:
    """Tell whether Σ c_i c_j K_ij is never negative: elimination then meets no negative pivot."""
    if not is_exact(K):
        try:
            np.linalg.cholesky(K + SLACK * (np.abs(K).max() or 1) * np.eye(len(K)))
        except np.linalg.LinAlgError:
            return False
        return True
    M = K * Fraction(1)
    while len(M):
        pivot, column = M[0, 0], M[1:, 0]
        if pivot < 0 or (pivot == 0 and column.any()):
            return False
        M = M[1:, 1:] - np.outer(column, column) / (pivot or 1)
    return True
