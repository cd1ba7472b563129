"""Iterative parameter mixing: shards learn at the same time, and their weights are mixed (chapter 15).

The patterns are dealt out to S shards. In each round every shard s starts from the same w, makes one
round of the online rule, and ends at v_s with k_s updates. Then w becomes their mixture

    w <- Σ_s μ_s v_s,    μ_s >= 0, Σ_s μ_s = 1,

with μ_s = k_s / Σ k ("errors") or μ_s = 1/S ("uniform"), until no shard has made a mistake. All of it
runs here, on one machine; `cluster` runs the same rounds on many.

>>> shards = [([[-1, -1], [0, 0]], [-1, 1]), ([[0, 0], [0, 1]], [1, -1])]
>>> train(shards, mix="uniform")
Mixed(converged: 21 updates in 9 epochs, w = [0.5, 2, -1])

Training each shard to its end and mixing once is not enough; here no mixture of the two separates:

>>> from perceptrons import geometry
>>> w = once(shards)
>>> w, geometry.classify(w, [[-1, -1], [0, 0], [0, 1]])
(array([ 1. ,  0.5, -0.5]), array([1, 1, 1]))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import perceptron
from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns
from perceptrons._core.kernels.rounds import counted
from perceptrons.mixing.loading import Shards, loaded
from perceptrons.mixing.proof import Lines, ledger
from perceptrons.mixing.shares import SHARES, chosen, learn, mixture, weighted
from perceptrons.run import Trained

__all__ = ["Lines", "Mixed", "ledger", "once", "train"]


@dataclass(frozen=True, eq=False, repr=False)
class Mixed(Trained):
    """What is left of training by mixing, as `train` returns it; no pattern is kept.

    Attributes
    ----------
    mistakes : array of int, shape (epochs, S)
        The updates k_s of each shard in each round, including the last.
    path : array, shape (epochs+1, d+1), or None
        The start and the mixture after each round, if they were to be kept.
    """

    path: Array | None = None


def train(
    shards: Shards,
    *,
    mix: str = "errors",
    eta: Number = 1.0,
    w: ArrayLike | None = None,
    at_zero: int = 0,
    max_epochs: int = 1000,
    keep_path: bool = False,
    progress: bool = False,
) -> Mixed:
    """Train by rounds in which every shard learns from the same w, and the results are mixed.

    On separable patterns the rounds with a mistake are at most (R/γ)² for "errors" and S (R/γ)² for
    "uniform", and the updates at most S (R/γ)², with R and γ of all patterns together.

    Parameters
    ----------
    shards : sequence of pairs (X, t), or mapping from names to such pairs
        Raw patterns and targets as for `perceptron.online`, though one shard may hold one class only;
        names are for error messages. Arrays of objects (fractions, Python integers) are exact.
    mix : {"errors", "uniform"}
        Whether a shard counts by its number of updates in the round, or all count alike.
    eta : number above 0
        The rate. From zero weights it scales w and changes no decision.
    w : array_like, shape (d+1,), optional
        The start, bias first; zero by default.
    at_zero : {0, -1, +1}
        What a pattern with w·z = 0 counts as: 0 always a mistake, -1 class C2, +1 class C1.
    max_epochs : int
        The largest number of rounds.
    keep_path : bool
        Keep the weights after every round.
    progress : bool
        Show a progress bar (needs tqdm).

    Returns
    -------
    Mixed
        If it converged, w separates all patterns: every shard saw the same w and made no mistake.

    References
    ----------
    McDonald, R., Hall, K., Mann, G., "Distributed training strategies for the structured
    perceptron", NAACL-HLT (2010).

    Examples
    --------
    >>> run = train([([[1]], [1]), ([[-1]], [-1])], keep_path=True)
    >>> run
    Mixed(converged: 2 updates in 2 epochs, w = [0, 1])
    >>> run.mistakes
    array([[1, 1],
           [0, 0]])
    >>> run.path
    array([[0., 0.],
           [0., 1.],
           [0., 1.]])
    """
    at_zero, keep_path = check.tie(at_zero), check.flag(keep_path, "keep_path")
    parts = loaded(shards, at_zero)
    first, weigh = parts[0][0], chosen(mix)
    eta, D = rate(eta, first), first.shape[1]
    start = check.converted(check.weights(np.zeros(D) if w is None else w, D - 1), first)

    def a_round(w: Array) -> tuple[Array, Sequence[int]]:
        vs, k = zip(*(learn(part, w, eta) for part in parts), strict=True)
        return mixture(w, vs, k, weigh), k

    n = sum(Z.shape[0] for Z, _ in parts)
    options: Any = {"max_epochs": max_epochs, "keep_path": keep_path, "progress": progress}
    return until_separated(a_round, start, n=n, at_zero=at_zero, **options)


def until_separated(
    a_round: Callable[[Array], tuple[Array, Sequence[int]]],
    w: Array,
    *,
    n: int,
    at_zero: int,
    max_epochs: int,
    keep_path: bool = False,
    progress: bool = False,
) -> Mixed:
    """Repeat a round, from w to the next w and the updates of each shard, until one is without any."""
    path, mistakes = [w], list[Sequence[int]]()
    for _ in counted(max_epochs, progress):
        w, k = a_round(w)
        path = [*path, w] if keep_path else [w]
        mistakes.append(k)
        if not any(k):
            break
    if not check.is_exact(w):
        check.finite(w, "the trained w")
    kept = np.array(path) if keep_path else None
    return Mixed(n=n, mistakes=np.array(mistakes), at_zero=at_zero, w=w, path=kept)


def rate(eta: Number, Z: Patterns) -> Number:
    """Return the rate as a number of the kind that Z holds; a schedule is refused."""
    remedy = "give a number such as 0.5; the shards do not count their updates together"
    return check.converter(Z)(check.positive(eta, "eta", remedy))


def once(shards: Shards, *, mu: Sequence[Number] | None = None, **options: Any) -> Array:
    """Train every shard to its end by the online rule, and mix the results a single time.

    The mixture may separate nothing: chapter 15 has three patterns for which no shares do.

    Parameters
    ----------
    shards
        As for `train`.
    mu : sequence of S numbers, optional
        The share of each shard: none negative, with the sum 1. All alike by default.
    **options
        As for `perceptron.on_reflected`.

    Returns
    -------
    array, shape (d+1,)
        The mixture of the last weights of each shard, bias first.

    References
    ----------
    Mann, G., McDonald, R., Mohri, M., Silberman, N., Walker, D., "Efficient large-scale distributed
    training of conditional maximum entropy models", NIPS (2009).

    Examples
    --------
    >>> once([([[1]], [1]), ([[2]], [-1])])
    array([ 0. , -0.5])
    """
    parts = loaded(shards, 0)
    given: Any = SHARES["uniform"](range(len(parts))) if mu is None else mu
    shares = check.numbers(given, "mu")
    if shares.shape != (len(parts),) or min(shares) < 0 or abs(sum(shares) - 1) > 1e-9:
        raise ValueError(
            f"mu is {short(mu)}; it must hold {len(parts)} numbers, one for each shard, none negative, "
            "with the sum 1: divide them by their sum"
        )
    return weighted([perceptron.on_reflected(Z, **options).w for Z, _ in parts], shares)
