"""Logistic regression: the rule that is never quite content (chapter 9).

J(w) = Σ ln(1 + e^(-w·z_i)) with z_i = t_i (1, x_i). Every pattern pulls, with 1/(1 + e^(w·z_i)): a
pattern that is wrong nearly with 1, one that is clearly right hardly at all. Where a line separates
the classes, J has no minimum: it tends to 0 as the weights grow, and w turns to the largest margin.

>>> from perceptrons import adaline
>>> X, t = [[-3], [-2], [-1], [6]], [-1, -1, 1, 1]
>>> run = batch(X, t, eta=2 * adaline.critical_rate(X), epochs=1000)
>>> run.predict(X), run.costs[[0, 10, 100, 1000]].round(3)
(array([-1, -1,  1,  1]), array([2.773, 1.38 , 0.837, 0.163]))
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Patterns, PatternsLike
from perceptrons.descent import Descent, descend, steps
from perceptrons.geometry import augment
from perceptrons.losses import loss, pull

__all__ = ["batch", "cost", "gradient"]


def cost(w: ArrayLike, X: PatternsLike, t: ArrayLike) -> float:
    """Return J(w), the sum of ln(1 + e^(-w·z_i)).

    Parameters
    ----------
    w : array_like, shape (d+1,)
        Weights, bias first.
    X : array_like or sparse, shape (n, d)
        Raw patterns; exact numbers are converted to floats.
    t : array_like, shape (n,)
        Targets +1 and -1, not 1 and 0.

    Returns
    -------
    float
        Above 0, however good w is. Below ln 2 no pattern is mistaken.

    Examples
    --------
    >>> round(cost([0, 0], [[2], [1]], [1, -1]), 4)
    1.3863
    """
    return _cost(*_problem(X, t, check.numbers(w, "w")))


def gradient(w: ArrayLike, X: PatternsLike, t: ArrayLike) -> Array:
    """Return the gradient of J, -Σ z_i / (1 + e^(w·z_i)).

    Parameters
    ----------
    w, X, t
        As for `cost`.

    Returns
    -------
    array, shape (d+1,)

    Examples
    --------
    >>> gradient([0, 0], [[2], [1]], [1, -1])
    array([ 0. , -0.5])
    """
    # 0 - 0.0 is 0.0, -0.0 is not.
    return 0 - _downhill(*_problem(X, t, check.numbers(w, "w")))


def batch(
    X: PatternsLike,
    t: ArrayLike,
    *,
    eta: float,
    epochs: int,
    w: ArrayLike | None = None,
    progress: bool = False,
) -> Descent:
    """Descend against the gradient of J, once an epoch: w <- w + η Σ z_i / (1 + e^(w·z_i)).

    Parameters
    ----------
    X, t
        As for `cost`.
    eta : number above 0
        J falls at every step if η <= 4/λ_max, where λ_max is the largest eigenvalue of AᵀA: twice
        `adaline.critical_rate`.
    epochs : int
        Number of updates.
    w : array_like, shape (d+1,), optional
        The start; zero by default.
    progress : bool
        Show a progress bar (needs tqdm).

    Returns
    -------
    Descent

    Examples
    --------
    >>> batch([[2], [-2]], [1, -1], eta=0.5, epochs=1)
    Descent(1 epoch: cost 1.386 to 0.2539, w = [0, 1])
    """
    rate = check.rounded(check.positive(eta, "eta"))
    A, t, start = _problem(X, t, w)
    check.two_classes(t, A)
    weights = steps(start, epochs)
    descend(weights, partial(_downhill, A, t), rate, progress)
    return Descent(weights=weights, A=A, t=t, cost=_cost)


def _problem(X: PatternsLike, t: ArrayLike, w: ArrayLike | None) -> tuple[Patterns, Array, Array]:
    X = check.patterns(X)
    n, d = X.shape
    w = check.features(np.zeros(d + 1) if w is None else w, X)
    A = augment(X)
    A = A if check.is_sparse(A) else check.floats(A, "X")
    return A, check.targets(t, n).astype(float), check.floats(w, "w")


def _cost(A: Patterns, t: Array, w: Array) -> float:
    return float(loss("logistic", t * (A @ w)).sum())


def _downhill(A: Patterns, t: Array, w: Array) -> Array:
    return np.asarray(A.T @ (t * pull("logistic", t * (A @ w))))
