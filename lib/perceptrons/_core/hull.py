"""The point of a convex hull that is nearest to zero, as convex weights α of the patterns."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from perceptrons._core.check import Array, Patterns, is_sparse
from perceptrons._core.extras import needed_for
from perceptrons._core.linear import solve

RIDGE = 1e-13  # keeps the Cholesky factor of copied or dependent patterns real


def wolfe(G: Array) -> Array:
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


def least_squares(Z: Patterns) -> Array:
    """Return the convex weights of the hull point nearest to zero (Lawson and Hanson).

    Least is ‖Zᵀa‖² + (Σ a_i - 1)² over a >= 0 where a is in the direction sought.
    """
    n, D = Z.shape
    if is_sparse(Z) or n <= D:  # n products of patterns instead of D features: 0.5 s on the mail
        G: Any = Z @ Z.T
        return from_products(G.toarray() if is_sparse(G) else G)
    E = np.vstack([Z.T / np.sqrt((Z * Z).sum() / n), np.ones(n)])
    return _shares(E, np.append(np.zeros(D), 1.0))


def from_products(G: Array) -> Array:
    """Return the same convex weights from the products G_ij = z_i·z_j."""
    n = len(G)
    E = np.linalg.cholesky(G * (n / (np.trace(G) or n)) + 1 + RIDGE * np.eye(n)).T
    return _shares(E, np.linalg.solve(E.T, np.ones(n)))


def _shares(E: Array, f: Array) -> Array:
    """Return the a >= 0 with the least ‖Ea - f‖, divided by their sum."""
    with needed_for("the largest margin"):
        from scipy.optimize import nnls

    try:
        a: Array = nnls(E, f, maxiter=50 * E.shape[1])[0]
    except RuntimeError as error:
        raise ValueError(
            f"the largest margin of {len(f)} equations was not found, because of rounding: scale the "
            "features, or pass data.exact(X)"
        ) from error
    return a / a.sum()
