"""The perceptron rule: learn from mistakes, one by one or a round at a time (chapter 2).

A pattern is a mistake when w·z_i <= 0, z_i = t_i (1, x_i). The online rule then adds η z_i at once;
the batch rule adds η Σ z_i over all mistakes of a round. Both end after the first round without one.

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

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, PatternsLike, Rate, Seed
from perceptrons._core.kernels import Kernel, each_mistake, kernel, learn, mistakes
from perceptrons._core.kernels.rounds import (
    Order,
    Round,
    Rounds,
    constant_rates,
    entries,
    row,
    until_clean,
)
from perceptrons.geometry import reflect_two
from perceptrons.run import Run, mistakes_up_to

__all__ = ["batch", "on_reflected", "online"]


def online(
    X: PatternsLike,
    t: ArrayLike,
    *,
    eta: Rate = 1.0,
    w: ArrayLike | None = None,
    at_zero: int = 0,
    max_epochs: int = 1000,
    rng: Seed = None,
    progress: bool = False,
) -> Run:
    """Train by the online rule: at each mistake add η z_i to w at once.

    Parameters
    ----------
    X : array_like, frame or sparse, shape (n, d)
        Raw patterns, without the constant feature. An array of objects (fractions, Python integers)
        is computed exactly; of a frame every column must hold numbers, and becomes floats.
    t : array_like, shape (n,)
        Targets: +1 for class C1, -1 for class C2. There must be both, unless the
        patterns are exact or at most 8.
    eta : number above 0, or schedule eta(k, z)
        The rate of update k = 1, 2, ..., caused by the reflected pattern z.
    w : array_like, shape (d+1,), optional
        The start w^(0), bias first; zero by default.
    at_zero : {0, -1, +1}
        What a pattern with w·z = 0 counts as: 0 always a mistake, -1 class C2, +1 class C1.
    max_epochs : int
        The largest number of rounds through the patterns.
    rng : numpy.random.Generator or seed, optional
        Shuffles the patterns anew in each round; by default they come in the given order.
    progress : bool
        Show a progress bar (needs tqdm).

    Returns
    -------
    Run
        `run.converged` is False if `max_epochs` rounds were not enough: an answer, not an error.

    References
    ----------
    Rosenblatt, F., "The perceptron", Psychological Review 65 (1958).

    Examples
    --------
    >>> run = online([[2], [-1]], [1, -1])
    >>> run.w, run.updates, run.predict([[0.25]])
    (array([1., 2.]), 1, array([1]))
    """
    Z = reflect_two(X, t)
    return train(
        Z, eta=eta, w=w, at_zero=at_zero, max_epochs=max_epochs, rng=rng, progress=progress
    )


def on_reflected(
    Z: PatternsLike,
    *,
    eta: Rate = 1.0,
    w: ArrayLike | None = None,
    at_zero: int = 0,
    max_epochs: int = 1000,
    rng: Seed = None,
    progress: bool = False,
) -> Run:
    """Train by the online rule on reflected patterns, just as they are given.

    ``online(X, t)`` is ``on_reflected(reflect(X, t))``. The proofs of chapter 4 ask nothing else of
    the z_i than their lengths and products, so here they need have no constant feature.

    Parameters
    ----------
    Z : array_like or sparse, shape (n, D)
        Reflected patterns z_i. An array of objects (fractions, Python integers) is computed exactly.
    eta, max_epochs, rng, progress
        As for `online`.
    w : array_like, shape (D,), optional
        The start w^(0), one weight for each column of Z; zero by default.
    at_zero : {0, -1, +1}
        What a pattern with w·z = 0 counts as. Other than 0 it needs the targets, and reads them from
        the first column, z_i0 = t_i.

    Returns
    -------
    Run
        Its `predict` takes the first weight as the bias: use it only if Z has the constant feature.

    Raises
    ------
    ValueError
        If an argument breaks the conventions, or the first column cannot be the targets.

    Examples
    --------
    >>> run = on_reflected([[2, 1], [-1, 1]])
    >>> run.weights
    array([[0., 0.],
           [2., 1.],
           [1., 2.]])
    """
    Z = check.patterns(Z, "Z")
    Z = Z.copy()
    return train(
        Z, eta=eta, w=w, at_zero=at_zero, max_epochs=max_epochs, rng=rng, progress=progress
    )


def batch(
    X: PatternsLike,
    t: ArrayLike,
    *,
    eta: Rate = 1.0,
    w: ArrayLike | None = None,
    at_zero: int = 0,
    max_epochs: int = 1000,
    progress: bool = False,
) -> Run:
    """Train by the batch rule: after each round add η Σ z_i over its mistakes.

    Parameters
    ----------
    X, t, eta, w, at_zero, max_epochs, progress
        As for `online`; the z of a schedule is the sum of the mistaken patterns.

    Returns
    -------
    Run
        One update per round, except the last, clean one.

    Examples
    --------
    >>> batch([[2], [1], [-1]], [1, -1, -1], max_epochs=5).weights[:3]
    array([[ 0.,  0.],
           [-1.,  2.],
           [-2.,  1.]])
    """
    Z = reflect_two(X, t)
    at_zero, eta, start, _ = _checked(Z, eta, w, at_zero, 0)
    w, rates, loops = start.copy(), list[Number](), kernel(Z, mistakes_up_to(Z, at_zero))
    rate = _noted(eta, rates, Z)

    def a_round(order: Order) -> Array:
        places = mistakes(loops, w, order)  # in the order as given, so place p is row p
        if len(places):
            total = np.asarray(Z[places].sum(axis=0))
            w[:] += rate(total.copy()) * total
        return places

    rounds = until_clean(a_round, Z.shape[0], max_epochs=max_epochs, rng=None, progress=progress)
    return _run(
        Z, rounds, np.array(rates, dtype=Z.dtype), at_zero=at_zero, batch=True, start=start, w=w
    )


def train(
    Z: Patterns,
    *,
    eta: Rate = 1,
    w: ArrayLike | None = None,
    at_zero: int = 0,
    max_epochs: int,
    rng: Seed,
    progress: bool,
    b: Number = 0,
) -> Run:
    """Train by the online rule on patterns Z that nobody else holds; w·z <= b is a mistake."""
    at_zero, eta, start, b = _checked(Z, eta, w, at_zero, b)
    w, rates, loops = start.copy(), list[Number](), kernel(Z, mistakes_up_to(Z, at_zero, b))
    a_round: Round
    if callable(eta):
        a_round = by_schedule(loops, Z, w, _noted(eta, rates, Z))
    else:
        a_round = partial(learn, loops, w, eta)
    rounds = until_clean(a_round, Z.shape[0], max_epochs=max_epochs, rng=rng, progress=progress)
    etas = np.array(rates, dtype=Z.dtype) if callable(eta) else constant_rates(eta, Z, rounds)
    return _run(Z, rounds, etas, at_zero=at_zero, batch=False, start=start, w=w, b=b)


def _checked(
    Z: Patterns, eta: Rate, w: ArrayLike | None, at_zero: int, b: Number
) -> tuple[int, Rate, Array, Number]:
    """Return tie rule, rate, start and margin, the numbers of the kind that Z holds."""
    at_zero, eta = check.tie(at_zero), check.rate(eta)
    if not callable(eta):
        eta = check.converter(Z)(eta)
    b, D = check.converter(Z, "b")(b), Z.shape[1]
    return (
        at_zero,
        eta,
        check.converted(check.weights(np.zeros(D) if w is None else w, D - 1), Z),
        b,
    )


def _noted(eta: Rate, rates: list[Number], Z: Patterns) -> Callable[[Array], Number]:
    """Return what gives the rate of the next update, and notes it in `rates`."""
    convert = check.converter(Z)

    def rate(z: Array) -> Number:
        k = len(rates) + 1
        rates.append(convert(check.scheduled(eta, k, z)) if callable(eta) else eta)
        return rates[-1]

    return rate


def _run(Z: Patterns, rounds: Rounds, rates: Array, *, w: Array, **others: Any) -> Run:
    """Return the record, if the weights are finite."""
    if not check.is_exact(Z):
        check.finite(w, "the trained w")
    return Run(**rounds, rates=rates, Z=Z, w=w, **others)


def by_schedule(loops: Kernel, Z: Patterns, w: Array, rate: Callable[[Array], Number]) -> Round:
    """Return the round that asks for the rate of each update; a schedule may write to its z."""

    def a_round(order: Order) -> Iterator[int]:
        for p in each_mistake(loops, w, order):
            eta, (columns, values) = rate(row(Z, order[p]).copy()), entries(Z, order[p])
            w[columns] += eta * values
            yield p

    return a_round
