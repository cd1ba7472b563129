"""How many updates there can be: the bound (R/γ)² and both sides of its proof (chapters 4 and 5).

With R the largest length of a pattern (1, x_i) and γ the margin of a separator w*, the online rule
makes at most (R/γ)² updates from w = 0, whatever the order and the rate.

>>> from perceptrons import data, perceptron
>>> X, t = data.modified_or()
>>> mistake_bound([1, 1, 1], X, t), perceptron.online(X, t).updates
(9.0, 3)
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from perceptrons import _check
from perceptrons._check import Array
from perceptrons.geometry import augment, reflect
from perceptrons.run import Run

__all__ = ["Squeeze", "margin", "mistake_bound", "radius", "squeeze"]


def _squared_radius(Z: Any) -> Any:
    """Return R² = max ‖z_i‖²; a reflected pattern is as long as the pattern itself."""
    return (Z.multiply(Z) if _check.is_sparse(Z) else Z * Z).sum(axis=1).max()


def _direction(w: Any, d: int, name: str) -> Array:
    """Return weights (d+1,) that are not all zero."""
    w = _check.weights(w, d, name)
    if not w.any():
        raise ValueError(f"{name} is {w.tolist()}; weights of zero separate nothing: give others")
    return w


def _least_product(w: Any, X: Any, t: Any, name: str) -> tuple[Array, Any]:
    """Return the weights and min_i w·z_i."""
    Z = reflect(X, t)
    w = _direction(w, Z.shape[1] - 1, name)
    return w, (Z @ w).min()


def radius(X: Any) -> float:
    """Return R, the largest length of an augmented pattern (1, x_i).

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.

    Returns
    -------
    float
        In the units of the features (the constant feature counts 1).

    Raises
    ------
    ValueError
        Where X breaks the conventions.

    Examples
    --------
    >>> radius([[2, 2], [0, 0]])
    3.0
    """
    return float(np.sqrt(float(_squared_radius(augment(X)))))


def margin(w: Any, X: Any, t: Any) -> float:
    """Return γ = min_i w·z_i / ‖w‖, the margin of w in the augmented space.

    Parameters
    ----------
    w : array_like, shape (d+1,)
        Weights, bias first, not zero. Only their direction matters.
    X : array_like or sparse, shape (n, d)
        Raw patterns.
    t : array_like, shape (n,)
        Targets +1 and -1.

    Returns
    -------
    float
        Above zero if and only if w separates the classes.

    Raises
    ------
    ValueError
        Where w is zero or an argument breaks the conventions.

    Examples
    --------
    >>> margin([0, 2], [[3], [-1]], [1, -1])
    1.0
    """
    w, least = _least_product(w, X, t, "w")
    return float(least) / float(np.sqrt(float(w @ w)))


def mistake_bound(w_star: Any, X: Any, t: Any) -> Any:
    """Return (R/γ)², which the number of updates of the online rule from w = 0 cannot exceed.

    Parameters
    ----------
    w_star : array_like, shape (d+1,)
        A separator, bias first.
    X : array_like or sparse, shape (n, d)
        Raw patterns.
    t : array_like, shape (n,)
        Targets +1 and -1.

    Returns
    -------
    float, or a fraction where X and w_star are exact
        R² ‖w*‖² / (min_i w*·z_i)²: no root is taken, so integers give no rounding but the quotient's.

    Raises
    ------
    ValueError
        Where w_star does not separate the classes.

    References
    ----------
    Novikoff, A. B. J., "On convergence proofs for perceptrons" (1962).

    Examples
    --------
    >>> mistake_bound([0, 1], [[3], [-1]], [1, -1])
    10.0
    """
    w, least = _least_product(w_star, X, t, "w_star")
    if not least > 0:
        raise ValueError(
            f"w_star must separate the classes, but min w_star·z_i = {least}: "
            "the bound speaks of separators only; give one, such as run.w of a converged run"
        )
    top, bottom = _squared_radius(augment(X)) * (w @ w), least * least
    bound = _check.ratio(top, bottom)
    return bound if isinstance(bound, Fraction) else float(bound)


class Squeeze(NamedTuple):
    """Both sides of the proof after k = 0, 1, ... updates, each of shape (updates+1,).

    lower <= projection <= norm <= upper.
    """

    lower: Array
    projection: Array
    norm: Array
    upper: Array


def squeeze(run: Run, w_star: Any) -> Squeeze:
    """Return both sides of the convergence proof along a run.

    With ŵ = w*/‖w*‖ and m_j the number of patterns added in update j (1 in the online rule), from
    w^(0)·ŵ + γ Σ η_j m_j <= w^(k)·ŵ <= ‖w^(k)‖ <= sqrt(‖w^(0)‖² + R² Σ η_j² m_j²).

    Parameters
    ----------
    run : Run
        A run of the online or the batch rule.
    w_star : array_like, shape (d+1,)
        A separator, bias first.

    Returns
    -------
    Squeeze
        Four arrays of floats; from zero with η = 1 the outer two are k γ and R √k.

    Raises
    ------
    ValueError
        Where w_star is zero or does not fit the patterns of the run.

    Examples
    --------
    >>> from perceptrons import data, perceptron
    >>> X, t = data.modified_or()
    >>> s = squeeze(perceptron.online(X, t), [1, 1, 1])
    >>> print(*s.norm.round(3))
    0.0 1.732 2.0 1.732
    >>> print(*s.upper.round(3))
    0.0 1.732 2.449 3.0
    """
    Z = run.Z
    w_star = _direction(w_star, Z.shape[1] - 1, "w_star").astype(float)
    unit = w_star / np.sqrt(w_star @ w_star)
    gamma = float((Z @ unit).min())
    square = float(_squared_radius(Z))
    eta = run.rates.astype(float) * (run.mistakes[: run.updates] if run.batch else 1)
    path = ((float(w @ unit), float(w @ w)) for w in run.path())
    projection, norm2 = np.array(list(path)).T
    return Squeeze(
        projection[0] + gamma * np.concatenate([[0], np.cumsum(eta)]),
        projection,
        np.sqrt(norm2),
        np.sqrt(norm2[0] + square * np.concatenate([[0], np.cumsum(eta**2)])),
    )
