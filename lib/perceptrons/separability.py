"""The largest margin of any separator, and its proof by convex weights (chapters 5 and 11).

Let p be the point of the convex hull of the reflected patterns z_i that is nearest to zero. If p is
not zero, then p itself is the separator with the largest margin, γ* = ‖p‖; if it is zero, nothing
separates, and its convex weights prove that.

>>> from perceptrons import data
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

from perceptrons._check import Array, Patterns, PatternsLike, gram, is_exact, is_sparse, targets
from perceptrons._linear import solve
from perceptrons.geometry import reflect

__all__ = ["DualMargin", "Margin", "largest_dual_margin", "largest_margin"]

RIDGE = 1e-13  # keeps the Cholesky factor of copied or dependent patterns real
SLACK = 1e-9  # by how much of its largest entry rounding may make a Gram matrix indefinite


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

    Raises
    ------
    ValueError
        If X or t breaks the conventions.

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
    alpha = _nearest(Z @ Z.T) if is_exact(Z) else _least_squares(Z)
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

    References
    ----------
    As for `largest_margin`.

    Examples
    --------
    >>> from perceptrons import data, dual
    >>> X, t = data.xor()
    >>> best = largest_dual_margin(dual.gram(data.exact(X), dual.polynomial(2)), t)
    >>> print(*best.alpha, round(best.lower**2, 9))
    1/4 1/4 1/4 1/4 2.0
    """
    K = gram(K)
    t = targets(t, len(K))
    if not _semidefinite(K):
        raise ValueError(
            "K is not the Gram matrix of any features, because Σ c_i c_j K_ij is negative for some "
            "c: use a kernel, such as those of perceptrons.dual"
        )
    G = t[:, None] * K * t
    alpha = _nearest(G) if is_exact(K) else _from_products(G)
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


def _least_squares(Z: Patterns) -> Array:
    """Return the convex weights of the hull point nearest to zero (Lawson and Hanson).

    Least is ‖Zᵀa‖² + (Σ a_i - 1)² over a >= 0 where a is in the direction sought.
    """
    n, D = Z.shape
    if is_sparse(Z) or n <= D:  # n products of patterns instead of D features: 0.5 s on the mail
        G: Any = Z @ Z.T
        return _from_products(G.toarray() if is_sparse(G) else G)
    E = np.vstack([Z.T / np.sqrt((Z * Z).sum() / n), np.ones(n)])
    return _shares(E, np.append(np.zeros(D), 1.0))


def _from_products(G: Array) -> Array:
    """Return the same convex weights from the products G_ij = z_i·z_j."""
    n = len(G)
    E = np.linalg.cholesky(G * (n / (np.trace(G) or n)) + 1 + RIDGE * np.eye(n)).T
    return _shares(E, np.linalg.solve(E.T, np.ones(n)))


def _shares(E: Array, f: Array) -> Array:
    """Return the a >= 0 with the least ‖Ea - f‖, divided by their sum."""
    from scipy.optimize import nnls

    a: Array = nnls(E, f, maxiter=50 * E.shape[1])[0]
    return a / a.sum()


def _nearest(G: Array) -> Array:
    """Return the convex weights of the hull point nearest to zero (Wolfe), in fractions.

    Of the patterns it needs only the products G_ij = z_i·z_j.
    """
    chosen, share = [int(G.diagonal().argmin())], [Fraction(1)]
    while True:
        products = G[:, chosen] @ np.array(share, dtype=object)  # p·z_i
        new = int(products.argmin())
        if products[new] >= products[chosen] @ share:  # no pattern lies before the plane through p
            alpha = np.full(len(G), Fraction(0), dtype=object)
            alpha[chosen] = share
            return alpha
        chosen, share = _corral(G, [*chosen, new], [*share, Fraction(0)])


def _corral(G: Array, chosen: list[int], share: list[Fraction]) -> tuple[list[int], list[Fraction]]:
    """Drop patterns until the point nearest to zero of all affine combinations is a convex one."""
    while True:
        k = len(chosen)
        system = np.full((k + 1, k + 1), 1, dtype=object)
        system[0, 0], system[1:, 1:] = 0, G[np.ix_(chosen, chosen)]
        best = list(solve(system, [1] + [0] * k)[1:])
        if min(best) > 0:
            return chosen, best
        # As far towards it as no share becomes negative; then without those that became zero.
        pairs = list(zip(share, best, strict=True))
        step = min(old / (old - new) for old, new in pairs if new <= 0)
        moved = [old + step * (new - old) for old, new in pairs]
        kept = [i for i, part in enumerate(moved) if part > 0]
        chosen, share = [chosen[i] for i in kept], [moved[i] for i in kept]
