"""The perceptron rule: learn from mistakes, one by one or a round at a time (chapter 2).

A pattern is a mistake when w·z_i <= 0, z_i = t_i (1, x_i). The online rule then adds η z_i at once;
the batch rule adds η Σ z_i over all mistakes of a round. Both end with the first round without one.

>>> from perceptrons import data
>>> X, t = data.modified_or()
>>> online(X, t)
Run(converged: 3 updates in 2 epochs, w = [1, 1, 1])
>>> batch(X, t)
Run(converged: 1 update in 2 epochs, w = [2, 2, 2])
>>> online(*data.xor(), max_epochs=50)
Run(not converged: 200 updates in 50 epochs, w = [0, 0, 0])
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from perceptrons import _check
from perceptrons._check import Array
from perceptrons.geometry import reflect
from perceptrons.loops import mistakes_of_a_round, presenter
from perceptrons.run import Run, row, until_clean

__all__ = ["batch", "online"]


def online(
    X: Any,
    t: Any,
    *,
    eta: Any = 1.0,
    w: Any = None,
    at_zero: int = 0,
    max_epochs: int = 1000,
    rng: Any = None,
    progress: bool = False,
) -> Run:
    """Train by the online rule: at each mistake add η z_i to w at once.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns; the constant feature is added here. An array of objects (fractions, Python
        integers) is computed exactly.
    t : array_like, shape (n,)
        Targets: +1 for class C1, -1 for class C2.
    eta : number above 0, or schedule eta(k, z)
        The rate of update k = 1, 2, ..., which is caused by the reflected pattern z.
    w : array_like, shape (d+1,), optional
        The start w^(0), bias first; zero by default.
    at_zero : {0, -1, +1}
        What a pattern with w·z = 0 counts as: 0 always a mistake, -1 class C2, +1 class C1.
    max_epochs : int
        The most rounds through the patterns.
    rng : numpy.random.Generator or seed, optional
        Shuffles the order of each round; by default the patterns come as given.
    progress : bool
        Show a bar that counts epochs (needs tqdm).

    Returns
    -------
    Run
        `run.converged` is False where `max_epochs` rounds were not enough: an answer, not an error.

    Raises
    ------
    ValueError
        Where an argument breaks the conventions; the message says which and how to mend it.

    References
    ----------
    Rosenblatt, F., "The perceptron", Psychological Review 65 (1958).

    Examples
    --------
    >>> run = online([[2], [-1]], [1, -1])
    >>> run.w, run.updates, run.predict([[0.25]])
    (array([1., 2.]), 1, array([1]))
    """
    return _train(X, t, eta, w, at_zero, max_epochs, _check.generator(rng), progress, False)


def batch(
    X: Any,
    t: Any,
    *,
    eta: Any = 1.0,
    w: Any = None,
    at_zero: int = 0,
    max_epochs: int = 1000,
    progress: bool = False,
) -> Run:
    """Train by the batch rule: after each round add η Σ z_i over its mistakes.

    Parameters
    ----------
    X, t, eta, w, at_zero, max_epochs, progress
        As for `online`; a schedule is told the sum of the mistaken patterns as its z.

    Returns
    -------
    Run
        One update a round, but for the clean last one.

    Raises
    ------
    ValueError
        Where an argument breaks the conventions.

    Examples
    --------
    >>> batch([[2], [1], [-1]], [1, -1, -1], max_epochs=5).weights[:3]
    array([[ 0.,  0.],
           [-1.,  2.],
           [-2.,  1.]])
    """
    return _train(X, t, eta, w, at_zero, max_epochs, None, progress, True)


def _train(
    X: Any,
    t: Any,
    eta: Any,
    w: Any,
    at_zero: int,
    max_epochs: int,
    rng: Any,
    progress: bool,
    in_batch: bool,
) -> Run:
    at_zero = _check.tie(at_zero)
    eta = _check.rate(eta)
    max_epochs = _check.count(max_epochs, "max_epochs")
    Z = reflect(X, t)
    n, d = Z.shape[0], Z.shape[1] - 1
    exact = _check.is_exact(Z)
    number = _check.exact if exact else float
    start = _check.weights(np.zeros(d + 1) if w is None else w, d)
    start = np.array([number(v) for v in start], object) if exact else start.astype(np.float64)
    before = copy.deepcopy(rng)
    show = presenter(Z)
    w = start.copy()
    rates: list[Any] = []

    def rate(z: Any) -> Any:
        """Return the rate of the next update, and note it."""
        k = len(rates) + 1
        rates.append(number(_check.scheduled(eta, k, z) if callable(eta) else eta))
        return rates[-1]

    def batch_round(order: Any) -> Array:
        total = np.zeros_like(w)
        places = mistakes_of_a_round(show, w, total, number(1), at_zero, order)
        if len(places):
            w[:] += rate(total) * total
        return places

    def scheduled_round(order: Any) -> Array:
        places, place = [], np.array([-1])
        while show(w, w, number(0), at_zero, order, place[0] + 1, place):
            z = row(Z, order[place[0]])
            w[:] += rate(z) * z
            places.append(place[0])
        return np.array(places, dtype=np.int64)

    def plain_round(order: Any) -> Array:
        return mistakes_of_a_round(show, w, w, number(eta), at_zero, order)

    a_round = batch_round if in_batch else scheduled_round if callable(eta) else plain_round
    mistakes, epoch, converged = until_clean(a_round, n, max_epochs, rng, progress)
    if not exact:
        _check.finite(w, "the trained w")
    if a_round is plain_round:
        etas = np.broadcast_to(np.array(number(eta), dtype=Z.dtype), mistakes.shape)
    else:
        etas = np.array(rates, dtype=Z.dtype)
    for A in (Z.data if _check.is_sparse(Z) else Z, w, start, mistakes, etas):
        A.setflags(write=False)
    return Run(n, mistakes, etas, epoch, converged, at_zero, in_batch, before, Z, start, w)
