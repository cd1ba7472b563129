"""Iterative parameter mixing: shards learn at the same time, and their weights are mixed (chapter 15).

The patterns are dealt out to S shards. In each round every shard i starts from the same w, makes one
round of the online rule, and ends at w_i with k_i updates. Then w becomes their mixture

    w <- Σ_i μ_i w_i,    μ_i >= 0, Σ_i μ_i = 1,

with μ_i = k_i / Σ_j k_j ("errors") or μ_i = 1/S ("uniform"), until no shard has made a mistake. All
of it runs here, on one machine; `cluster` runs the same rounds on many.

>>> shards = [([[-1, -1], [0, 0]], [-1, 1]), ([[0, 0], [0, 1]], [1, -1])]
>>> train(shards, mix="uniform")
Mixed(converged: 21 updates in 9 epochs, w = [0.5, 2, -1])

Training each shard to the end and mixing once is not enough: here no mixture of the two separates.

>>> w = once(shards)
>>> from perceptrons import geometry
>>> print(w, geometry.classify(w, [[-1, -1], [0, 0], [0, 1]]))
[ 1.   0.5 -0.5] [1 1 1]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import _check, perceptron
from perceptrons._check import Array, Number, Patterns, PatternsLike
from perceptrons.geometry import reflect
from perceptrons.loops import mistakes_of_a_round, presenter
from perceptrons.loops.rounds import counted
from perceptrons.run import Trained, tied_mistakes

__all__ = ["Mixed", "Round", "ledger", "once", "rounds", "train"]

Shard: TypeAlias = tuple[PatternsLike, ArrayLike]  # X (n_i, d) and t (n_i,)
Shards: TypeAlias = Sequence[Shard] | Mapping[str, Shard]
Line: TypeAlias = list[tuple[Number, Number]]  # pairs with small <= large

SHARES: dict[str, Callable[[Sequence[int]], list[Fraction]]] = {
    "errors": lambda k: [Fraction(k_i, sum(k)) for k_i in k],
    "uniform": lambda k: [Fraction(1, len(k))] * len(k),
}


@dataclass(frozen=True, eq=False, repr=False)
class Mixed(Trained):
    """What is left of training by mixing, as `train` returns it; no pattern is kept.

    Attributes
    ----------
    mistakes : array of int, shape (epochs, S)
        The updates k_i of each shard in each round, including the last.
    path : array, shape (epochs+1, d+1), or None
        The start and the mixture after each round, if they were to be kept.
    """

    path: Array | None = None


class Round(NamedTuple):
    """One round of all shards; in a round without a mistake w is what it was."""

    k: Sequence[int]  # the updates of each shard
    ws: Sequence[Array]  # the weights at which each shard ended
    mu: Sequence[Number]  # the share of each in the mixture
    w: Array  # the mixture


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
        Raw patterns and targets as for `perceptron.online`; names are for error messages. Arrays of
        objects (fractions, Python integers) are computed exactly.
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

    Raises
    ------
    ValueError
        If an argument breaks the conventions; the message names the shard.

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
    Zs = reflected(shards)
    eta, at_zero = rate(eta, Zs[0]), _check.tie(at_zero)
    D = Zs[0].shape[1]
    start = _check.converted(_check.weights(np.zeros(D) if w is None else w, D - 1), Zs[0])
    learners = [learner(Z, eta, at_zero) for Z in Zs]
    path, mistakes = [start], []
    all_rounds = rounds(lambda w: (learn(w) for learn in learners), start, mix)
    for _, one in zip(counted(max_epochs, progress), all_rounds, strict=False):
        mistakes.append(one.k)
        path = [*path, one.w] if keep_path else [one.w]
    if not _check.is_exact(Zs[0]):
        _check.finite(path[-1], "the trained w")
    return Mixed(
        n=sum(Z.shape[0] for Z in Zs),
        mistakes=np.array(mistakes),
        at_zero=at_zero,
        w=path[-1].copy(),
        path=np.array(path) if keep_path else None,
    )


def rounds(
    work: Callable[[Array], Iterable[tuple[Array, int]]], w: Array, mix: str
) -> Iterator[Round]:
    """Yield one round after the other; the last is the first without a mistake.

    Parameters
    ----------
    work : function
        From w to (w_i, k_i) of every shard, always in the same order: a sum of floats depends on it.
    w : array, shape (d+1,)
        The start.
    mix : {"errors", "uniform"}

    Returns
    -------
    iterator of Round

    Raises
    ------
    ValueError
        If mix is neither of the two.

    Examples
    --------
    >>> X, t = np.array([[1, 2], [1, -1]]), np.array([1, 1])
    >>> shards = [learner(X[[i]] * t[i], 1.0, 0) for i in (0, 1)]
    >>> [one.w.tolist() for one in rounds(lambda w: [a(w) for a in shards], np.zeros(2), "uniform")]
    [[1.0, 0.5], [1.0, 0.5]]
    """
    if mix not in SHARES:
        raise ValueError(
            f'mix is {mix!r}; it weighs the shards: give "errors" (by their updates in the round) '
            'or "uniform" (all alike)'
        )
    while True:
        ws, k = zip(*work(w), strict=True)
        mu = SHARES[mix](k) if any(k) else []
        w = mixture(ws, mu) if any(k) else w
        yield Round(k, ws, mu, w)
        if not any(k):
            return


def mixture(ws: Sequence[Array], mu: Sequence[Number]) -> Array:
    """Return Σ_i μ_i w_i, summed in the order of the shards."""
    convert = _check.converter(ws[0])
    w: Array = sum(convert(mu_i) * w_i for mu_i, w_i in zip(mu, ws, strict=True))
    return _check.converted(w, ws[0])


def learner(Z: Patterns, eta: Number, at_zero: int) -> Callable[[Array], tuple[Array, int]]:
    """Return what a shard does in a round: from w to the weights at its end, and its updates."""
    present, order = presenter(Z, tied_mistakes(Z, at_zero)), range(Z.shape[0])

    def a_round(w: Array) -> tuple[Array, int]:
        w = w.copy()
        return w, len(mistakes_of_a_round(present, w, w, eta, order))

    return a_round


def rate(eta: Number, Z: Patterns) -> Number:
    """Return the rate as a number of the kind that Z holds; a schedule is refused."""
    remedy = "give a number such as 0.5; the shards do not count their updates together"
    return _check.converter(Z)(_check.positive(eta, "eta", remedy))


def reflected(shards: Shards) -> list[Patterns]:
    """Return the reflected patterns of each shard; they agree in features and kind of numbers."""
    named = isinstance(shards, Mapping)
    pairs = list(shards.items()) if isinstance(shards, Mapping) else list(enumerate(shards))
    if not pairs:
        raise ValueError("shards is empty; give at least one pair (X, t)")
    labels = [f"shard {i} ({name})" if named else f"shard {i}" for i, (name, _) in enumerate(pairs)]
    Zs = [shard(label, pair) for label, (_, pair) in zip(labels, pairs, strict=True)]
    for label, Z in zip(labels, Zs, strict=True):
        alike(label, Z, Zs[0].shape[1])
        if _check.is_exact(Z) is not _check.is_exact(Zs[0]):
            kinds = [f"{'exact numbers' if _check.is_exact(A) else 'floats'}" for A in (Z, Zs[0])]
            raise ValueError(
                f"{label} holds {kinds[0]}, and shard 0 {kinds[1]}: give all the same kind, by "
                "data.exact(X) or X.astype(float)"
            )
    return Zs


def shard(label: str, pair: Any) -> Patterns:
    """Return the reflected patterns of one shard; an error says which it was."""
    try:
        X, t = pair
        return reflect(X, t)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{label}: {error}") from error


def alike(label: str, Z: Patterns, D: int) -> None:
    """Refuse a shard of another width: the compiled loop would read beyond its rows."""
    if Z.shape[1] != D:
        raise ValueError(
            f"{label} has {Z.shape[1] - 1} features, others have {D - 1}: give all shards the same "
            "columns"
        )


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

    Raises
    ------
    ValueError
        If an argument breaks the conventions.

    References
    ----------
    Mann, G., McDonald, R., Mohri, M., Silberman, N., Walker, D., "Efficient large-scale distributed
    training of conditional maximum entropy models", NIPS (2009).

    Examples
    --------
    >>> once([([[1]], [1]), ([[2]], [-1])])
    array([ 0. , -0.5])
    """
    Zs = reflected(shards)
    shares = SHARES["uniform"](range(len(Zs))) if mu is None else list(mu)
    right = len(shares) == len(Zs) and min(shares) >= 0 and abs(sum(shares) - 1) <= 1e-9
    if not right:
        raise ValueError(
            f"mu is {mu}; it must hold {len(Zs)} numbers, one for each shard, none negative, with "
            "the sum 1: divide them by their sum"
        )
    return mixture([perceptron.on_reflected(Z, **options).w for Z in Zs], shares)


def ledger(
    shards: Shards, w_star: ArrayLike, *, mix: str = "errors", max_epochs: int = 1000
) -> list[dict[int, Line]]:
    """Return both sides of each line of the convergence proof, after each round with a mistake.

    From w = 0 at rate 1, with K_n = Σ_i μ_i k_i in round n, K their sum and U that of all k_i, with
    g = min w*·z and R = max ‖z‖ over all shards, the lines of chapter 15 are

     1. w·w* + g k_i <= w_i·w*                   7. ‖w^(n)‖² <= R² K
     2. ‖w_i‖² <= ‖w‖² + R² k_i                  8. (gK)² <= (w^(n)·w*)² <= ‖w*‖² ‖w^(n)‖²
     3. w·w* + g K_n <= w^(n)·w*                                    <= ‖w*‖² R² K
     4. ‖w^(n)‖² <= Σ_i μ_i ‖w_i‖²               9. K <= (R/γ)² = R² ‖w*‖² / g²
     5. ‖w^(n)‖² <= ‖w‖² + R² K_n               10. 1 <= K_n ("errors"), 1/S <= K_n ("uniform")
     6. g K <= w^(n)·w*                         11. U / S <= K

    Parameters
    ----------
    shards
        As for `train`; whatever they hold is computed in fractions.
    w_star : array_like, shape (d+1,)
        A separator of all shards, bias first.
    mix, max_epochs
        As for `train`.

    Returns
    -------
    list of dicts, one for each round with a mistake
        From the number of a line to its pairs (small, large): S of them in lines 1 and 2, three in
        line 8. What lies between the sides of line 4 is Jensen's gap, Σ_{i<j} μ_i μ_j ‖w_i - w_j‖².

    Raises
    ------
    ValueError
        If w_star does not separate, or an argument breaks the conventions.

    Examples
    --------
    >>> lines = ledger([([[1]], [1]), ([[2]], [-1])], [3, -2])
    >>> lines[0][9]
    [(Fraction(1, 1), Fraction(65, 1))]
    """
    Zs = [_check.rationals(Z.toarray() if _check.is_sparse(Z) else Z) for Z in reflected(shards)]
    goal = _check.rationals(_check.weights(w_star, Zs[0].shape[1] - 1, "w_star"))
    g, W = min((Z @ goal).min() for Z in Zs), goal @ goal
    if not g > 0:
        raise ValueError(
            f"w_star must separate the patterns, but min w_star·z_i = {g}: the proof needs a "
            "separator; give one, such as train(shards).w of a run that converged"
        )
    R2, S = max((Z * Z).sum(axis=1).max() for Z in Zs), len(Zs)
    learners = [learner(Z, 1, 0) for Z in Zs]
    w, K, U, found = 0 * goal, Fraction(0), 0, list[dict[int, Line]]()
    all_rounds = rounds(lambda w: (learn(w) for learn in learners), w, mix)
    for _, (k, ws, mu, mixed) in zip(counted(max_epochs, False), all_rounds, strict=False):
        if not any(k):
            break
        K_n = sum(mu_i * k_i for mu_i, k_i in zip(mu, k, strict=True))
        K, U = K + K_n, U + sum(k)
        along, length = mixed @ goal, mixed @ mixed
        line: dict[int, Line] = {
            1: [(w @ goal + g * k_i, w_i @ goal) for w_i, k_i in zip(ws, k, strict=True)],
            2: [(w_i @ w_i, w @ w + R2 * k_i) for w_i, k_i in zip(ws, k, strict=True)],
            3: [(w @ goal + g * K_n, along)],
            4: [(length, sum(mu_i * (w_i @ w_i) for mu_i, w_i in zip(mu, ws, strict=True)))],
            5: [(length, w @ w + R2 * K_n)],
            6: [(g * K, along)],
            7: [(length, R2 * K)],
            8: [((g * K) ** 2, along**2), (along**2, W * length), (W * length, W * R2 * K)],
            9: [(K, Fraction(R2 * W) / g**2)],
            10: [(Fraction(1) if mix == "errors" else Fraction(1, S), K_n)],
            11: [(Fraction(U, S), K)],
        }
        found.append(line)
        w = mixed
    return found
