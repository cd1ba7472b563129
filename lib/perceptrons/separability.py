"""The largest margin of any separator, and its proof by convex weights (chapter 5).

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

from perceptrons._check import Array, Patterns, PatternsLike, is_exact, is_sparse
from perceptrons._linear import solve
from perceptrons.geometry import reflect

__all__ = ["Margin", "largest_margin"]

RIDGE = 1e-13  # keeps the Cholesky factor of copied or dependent patterns real


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
    alpha = _nearest(Z) if is_exact(Z) else _least_squares(Z)
    w = Z.T @ alpha
    norm = float(w @ w) ** 0.5
    if is_exact(Z):
        return Margin(w, alpha, norm, norm)
    n, D = Z.shape
    longest = float((Z.multiply(Z) if is_sparse(Z) else Z * Z).sum(axis=1).max()) ** 0.5
    rounding = 2 * (n + D) * np.finfo(float).eps * longest  # of a sum of n + D products, twice over
    least = float((Z @ w).min()) / norm if norm else 0.0
    return Margin(w, alpha, float(least - rounding), float(norm + rounding))


def _least_squares(Z: Patterns) -> Array:
    """Return the convex weights of the hull point nearest to zero (Lawson and Hanson).

    Least is ‖Zᵀa‖² + (Σ a_i - 1)² over a >= 0 where a is in the direction sought.
    """
    from scipy.optimize import nnls

    n, D = Z.shape
    if is_sparse(Z) or n <= D:  # n products of patterns instead of D features: 0.5 s on the mail
        G: Any = Z @ Z.T
        G = G.toarray() if is_sparse(G) else G
        E = np.linalg.cholesky(G * (n / np.trace(G)) + 1 + RIDGE * np.eye(n)).T
        f = np.linalg.solve(E.T, np.ones(n))
    else:
        E = np.vstack([Z.T / np.sqrt((Z * Z).sum() / n), np.ones(n)])
        f = np.append(np.zeros(D), 1.0)
    a: Array = nnls(E, f, maxiter=50 * n)[0]
    return a / a.sum()


def _nearest(Z: Array) -> Array:
    """Return the convex weights of the hull point nearest to zero (Wolfe), in fractions."""
    squares = (Z * Z).sum(axis=1)
    chosen, share = [int(squares.argmin())], [Fraction(1)]
    while True:
        p = np.array(share, dtype=object) @ Z[chosen]
        new = int((Z @ p).argmin())
        if Z[new] @ p >= p @ p:  # no pattern lies before the plane through p: p is nearest
            alpha = np.full(len(Z), Fraction(0), dtype=object)
            alpha[chosen] = share
            return alpha
        chosen, share = _corral(Z, [*chosen, new], [*share, Fraction(0)])


def _corral(Z: Array, chosen: list[int], share: list[Fraction]) -> tuple[list[int], list[Fraction]]:
    """Drop patterns until the point nearest to zero of all affine combinations is a convex one."""
    while True:
        P = Z[chosen]
        k = len(P)
        system = np.full((k + 1, k + 1), 1, dtype=object)
        system[0, 0], system[1:, 1:] = 0, P @ P.T
        best = list(solve(system, [1] + [0] * k)[1:])
        if min(best) > 0:
            return chosen, best
        # As far towards it as no share becomes negative; then without those that became zero.
        pairs = list(zip(share, best, strict=True))
        step = min(old / (old - new) for old, new in pairs if new <= 0)
        moved = [old + step * (new - old) for old, new in pairs]
        kept = [i for i, part in enumerate(moved) if part > 0]
        chosen, share = [chosen[i] for i in kept], [moved[i] for i in kept]
