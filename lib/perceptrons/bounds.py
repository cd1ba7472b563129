"""The largest possible number of updates: the bound (R/γ)² and its proof (chapters 4 and 5).

With R the largest length of a pattern (1, x_i) and γ the margin of a separator w*, the online rule
makes at most (R/γ)² updates from w = 0, whatever the order and the rate.

>>> from perceptrons import data, perceptron
>>> X, t = data.modified_or()
>>> mistake_bound([1, 1, 1], X, t), perceptron.online(X, t).updates
(9.0, 3)
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from reprlib import repr as short
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, PatternsLike
from perceptrons.geometry import augment, reflect
from perceptrons.run import Run, expect

__all__ = ["Bracket", "Constants", "Overlap", "Squeeze", "bracket", "constants", "margin"]
__all__ += ["mistake_bound", "overlap", "radius", "squeeze"]

REMEDY = "pass perceptron.online(X, t)"


def _squared_radius(Z: Patterns) -> Number:
    """Return R² = max ‖z_i‖²; a reflected pattern is as long as the pattern itself."""
    return (Z.multiply(Z) if check.is_sparse(Z) else Z * Z).sum(axis=1).max()


def _direction(w: ArrayLike, d: int, name: str) -> Array:
    """Return weights (d+1,) that are not all zero."""
    w = check.weights(w, d, name)
    if not w.any():
        raise ValueError(
            f"{name} is {short(w.tolist())}; zero weights separate nothing: give others"
        )
    return w


def _seen(w: ArrayLike, X: PatternsLike, t: ArrayLike, name: str) -> tuple[Patterns, Array]:
    """Return the reflected patterns, and weights in the direction of w, of which no square is 0."""
    X = check.patterns(X)
    w = _direction(check.features(w, X, name), X.shape[1], name)
    return reflect(X, t), check.near_1(w)[0]


class Constants(NamedTuple):
    """What the proofs know of patterns z_i and a vector w*; on integers all three are integers."""

    least: Number  # a = min_i w*·z_i
    radius2: Number  # R² = max ‖z_i‖²
    norm2: Number  # ‖w*‖²


def constants(Z: PatternsLike, w_star: ArrayLike) -> Constants:
    """Return a = min_i w*·z_i, R² = max ‖z_i‖² and ‖w*‖², with which the bound is R² ‖w*‖² / a².

    Parameters
    ----------
    Z : array_like or sparse, shape (n, D)
        Reflected patterns.
    w_star : array_like, shape (D,)
        Weights, not zero: a separator if a > 0.

    Returns
    -------
    Constants
        The named tuple ``(least, radius2, norm2)``, exact if Z and w_star are.

    Examples
    --------
    >>> from perceptrons.data import exact
    >>> tuple(constants(exact([[1, 3], [1, -1]]), exact([2, 0])))
    (2, 10, 4)
    """
    Z = check.patterns(Z, "Z")
    return _constants(Z, _direction(w_star, Z.shape[1] - 1, "w_star"))


def _constants(Z: Patterns, w: Array) -> Constants:
    w = check.beside(w, Z)
    return Constants((Z @ w).min(), _squared_radius(Z), w.dot(w))


def radius(X: PatternsLike) -> float:
    """Return R, the largest length of an augmented pattern (1, x_i).

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.

    Returns
    -------
    float
        In the units of the features (the constant feature counts 1).

    Examples
    --------
    >>> radius([[2, 2], [0, 0]])
    3.0
    """
    return float(np.sqrt(check.rounded(_squared_radius(augment(X)), "R²")))


def margin(w: ArrayLike, X: PatternsLike, t: ArrayLike) -> float:
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

    Examples
    --------
    >>> margin([0, 2], [[3], [-1]], [1, -1])
    1.0
    """
    a, _, W = _constants(*_seen(w, X, t, "w"))
    return check.rounded(a, "min w·z") / float(np.sqrt(check.rounded(W, "‖w‖²")))


def mistake_bound(w_star: ArrayLike, X: PatternsLike, t: ArrayLike) -> float | Fraction:
    """Return (R/γ)², which the number of updates of the online rule from w = 0 cannot exceed.

    Parameters
    ----------
    w_star : array_like, shape (d+1,)
        A separator, bias first.
    X, t
        As for `margin`.

    Returns
    -------
    float, or a fraction if X and w_star are exact
        R² ‖w*‖² / (min_i w*·z_i)²: no root is taken, so for integers only the quotient is rounded.

    Raises
    ------
    ValueError
        If w_star does not separate the classes.

    References
    ----------
    Novikoff, A. B. J., "On convergence proofs for perceptrons" (1962).

    Examples
    --------
    >>> mistake_bound([0, 1], [[3], [-1]], [1, -1])
    10.0
    """
    a, R2, W = _constants(*_seen(w_star, X, t, "w_star"))
    if not a > 0:
        raise ValueError(
            f"w_star must separate the classes, but min w_star·z_i = {a}: the bound holds for "
            "separators only; give one, such as run.w of a converged run"
        )
    bound = check.ratio(R2 * W, a * a)
    return bound if isinstance(bound, Fraction) else float(bound)


def _added(run: Run) -> Array:
    """Return how much each update adds: its rate, times the number of its patterns in batch mode."""
    return run.rates.astype(float) * (run.mistakes[: run.updates] if run.batch else 1)


class Squeeze(NamedTuple):
    """Both sides of the proof after k = 0, 1, ... updates, each of shape (updates+1,).

    lower <= projection <= norm <= upper.
    """

    lower: Array
    projection: Array
    norm: Array
    upper: Array


def squeeze(run: Run, w_star: ArrayLike) -> Squeeze:
    """Return both sides of the convergence proof along a run.

    With ŵ = w*/‖w*‖ and m_j the number of patterns added in update j (1 in the online rule), from
    w^(0)·ŵ + γ Σ η_j m_j <= w^(k)·ŵ <= ‖w^(k)‖ <= sqrt(‖w^(0)‖² + Σ (R² η_j² m_j² + 2 b η_j m_j)),
    where b is 0 but for the margin rule.

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
    expect(run, Run, REMEDY)
    Z = run.Z
    w_star = check.near_1(_direction(w_star, Z.shape[1] - 1, "w_star"))[0]
    w_star = check.floats(w_star, "w_star")
    unit = w_star / np.sqrt(w_star @ w_star)
    gamma = float((Z @ unit).min())
    square = check.rounded(_squared_radius(Z), "R²")
    eta = np.append(0, _added(run))  # nothing before the first update
    projection, norm2 = np.array([(w @ unit, w @ w) for w in run.path()], dtype=float).T
    lower = projection[0] + gamma * np.cumsum(eta)
    upper2 = norm2[0] + np.cumsum(square * eta**2 + 2 * float(run.b) * eta)
    return Squeeze(lower, projection, np.sqrt(norm2), np.sqrt(upper2))


class Bracket(NamedTuple):
    """What each update of a run proves of the largest margin, each of shape (updates,).

    lower <= γ* <= upper.
    """

    lower: Array
    upper: Array


def bracket(run: Run) -> Bracket:
    """Return what the weights after each update prove of the largest margin γ* of any separator.

    From zero w^(k) / Σ η_j m_j is a mean of patterns, where update j adds m_j of them (1 in the
    online rule). So min_i w^(k)·z_i / ‖w^(k)‖ <= γ* <= ‖w^(k)‖ / Σ η_j m_j.

    Parameters
    ----------
    run : Run
        A run of the online or the batch rule from w = 0. It need not have converged.

    Returns
    -------
    Bracket
        Two arrays of floats; the best of them are ``lower.max()`` and ``upper.min()``. Where w is
        zero, it has no margin, and ``lower`` is -inf.

    Raises
    ------
    ValueError
        If the run did not start at zero.

    Examples
    --------
    >>> from perceptrons import data, perceptron
    >>> b = bracket(perceptron.online(*data.modified_or()))
    >>> print(b.lower.round(3), b.upper.round(3))
    [-0.577 -1.     0.577] [1.732 1.    0.577]
    """
    expect(run, Run, REMEDY)
    if run.start.any():
        raise ValueError(
            f"run must start at w = 0, but started at {short(run.start.tolist())}: from elsewhere w is no "
            "mean of the patterns; train without w"
        )
    path = islice(run.path(), 1, None)
    pairs = np.array([((run.Z @ w).min(), w.dot(w)) for w in path], dtype=float).reshape(-1, 2)
    least, norm = pairs[:, 0], np.sqrt(pairs[:, 1])
    lower = np.divide(least, norm, out=np.full_like(norm, -np.inf), where=norm > 0)
    return Bracket(lower, norm / np.cumsum(_added(run)))


class Overlap(NamedTuple):
    """What any vector u promises of a run, separable or not: updates <= bound."""

    loss: Number  # L = Σ max(0, 1 - u·z) over the updates
    bound: float  # ((R ‖u‖ + sqrt(R² ‖u‖² + 4 L)) / 2)²


def overlap(run: Run, u: ArrayLike) -> Overlap:
    """Return the losses of u on the patterns of the updates, and the bound that follows from them.

    From zero at rate 1, K - L <= u·w^(K) <= ‖u‖ R √K after K updates, in any order and any number of
    epochs, whether or not anything separates. Where u has u·z_i >= 1 for all i, L = 0, and the bound
    is that of `mistake_bound`.

    Parameters
    ----------
    run : Run
        Of the online or the margin rule, from w = 0, at a constant rate (the rate changes no mistake).
    u : array_like, shape (d+1,)
        Any weights, bias first. Their length matters: a loss is what u·z lacks to 1.

    Returns
    -------
    Overlap
        The named tuple ``(loss, bound)``; of an exact run the loss is exact.

    Raises
    ------
    ValueError
        If the run is a batch run, did not start at zero or changed its rate, or u does not fit.

    References
    ----------
    Freund, Y., and Schapire, R. E., "Large margin classification using the perceptron algorithm",
    Machine Learning 37 (1999), has a bound of this kind for one epoch.

    Examples
    --------
    >>> from perceptrons import data, perceptron
    >>> run = perceptron.online(*data.xor(), max_epochs=2)
    >>> run.updates, overlap(run, [0, 0, 0])
    (8, Overlap(loss=8.0, bound=8.0))
    """
    expect(run, Run, REMEDY)
    if run.batch or run.start.any() or (run.rates != run.rates[:1]).any():
        raise ValueError(
            "run must be an online run from w = 0 at a constant rate: the losses are added up "
            "update by update; pass perceptron.online(X, t)"
        )
    u = check.converted(check.weights(u, run.Z.shape[1] - 1, "u"), run.Z)
    times = np.bincount(run.mistaken, minlength=run.n)
    short = np.maximum(0, 1 - run.Z @ u)
    loss = (times.astype(short.dtype) * short).sum()
    eta = run.rates[0] if run.updates else 1
    size = float((_squared_radius(run.Z) + 2 * check.ratio(run.b, eta)) * (u @ u))
    bound = size / 2 + float(loss) + np.sqrt(size * (size + 4 * float(loss))) / 2
    return Overlap(loss if check.is_exact(run.Z) else float(loss), float(bound))
