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

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from reprlib import repr as short
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import perceptron
from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, PatternsLike
from perceptrons._core.kernels import kernel
from perceptrons._core.kernels import learn as learn_online
from perceptrons._core.kernels.rounds import counted
from perceptrons.bounds import constants
from perceptrons.geometry import reflect
from perceptrons.run import Trained, mistakes_up_to

__all__ = ["Mixed", "ledger", "once", "train"]

Shard: TypeAlias = tuple[PatternsLike, ArrayLike]  # X (n_s, d) and t (n_s,)
Shards: TypeAlias = Sequence[Shard] | Mapping[str, Shard]
Loaded: TypeAlias = tuple[Patterns, Array]  # reflected patterns, and for which a tie is a mistake
Line: TypeAlias = list[tuple[Number, Number]]  # pairs with small <= large

Weigh: TypeAlias = Callable[[Sequence[int]], list[Fraction]]  # from the k_s to the μ_s

SHARES: dict[str, Weigh] = {
    "errors": lambda k: [Fraction(k_s, sum(k)) for k_s in k],
    "uniform": lambda k: [Fraction(1, len(k))] * len(k),
}


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


def learn(part: Loaded, w: Array, eta: Number) -> tuple[Array, int]:
    """Return what one shard makes of w in a round of the online rule: v, and the number of updates."""
    Z, b = part
    v = w.copy()
    return v, len(learn_online(kernel(Z, b), v, eta, range(Z.shape[0])))


def mixture(w: Array, vs: Sequence[Array], k: Sequence[int], weigh: Weigh) -> Array:
    """Return Σ_s μ_s v_s in the order of the shards, on which a sum of floats depends; w if none erred."""
    return weighted(vs, weigh(k)) if any(k) else w


def weighted(vs: Sequence[Array], mu: Iterable[Number]) -> Array:
    """Return Σ_s μ_s v_s."""
    convert, total = check.converter(vs[0]), np.zeros_like(vs[0])
    with np.errstate(over="ignore", invalid="ignore"):  # refused at the end of the run
        for mu_s, v in zip(mu, vs, strict=True):
            total = total + convert(mu_s) * v
    return check.converted(total, vs[0])


def chosen(mix: Any) -> Weigh:
    """Return the function from the updates of each shard to its share."""
    if not isinstance(mix, str) or mix not in SHARES:
        raise ValueError(
            f'mix is {short(mix)}; it weighs the shards: give "errors" (by their updates in the round) '
            'or "uniform" (all alike)'
        )
    return SHARES[mix]


def rate(eta: Number, Z: Patterns) -> Number:
    """Return the rate as a number of the kind that Z holds; a schedule is refused."""
    remedy = "give a number such as 0.5; the shards do not count their updates together"
    return check.converter(Z)(check.positive(eta, "eta", remedy))


def loaded(shards: Shards, at_zero: int) -> list[Loaded]:
    """Return the patterns of every shard; they must agree in features and kind of numbers."""
    given = named(shards)
    parts = [load(label, pair, at_zero) for label, pair in given.items()]
    first = parts[0][0]
    for label, (Z, _) in zip(given, parts, strict=True):
        check_width(label, Z.shape[1], first.shape[1])
        if check.is_exact(Z) is not check.is_exact(first):
            kinds = ["exact numbers" if check.is_exact(A) else "floats" for A in (Z, first)]
            raise ValueError(
                f"{label} holds {kinds[0]}, shard 0 {kinds[1]}: give all the same kind, by "
                "data.exact(X) or X.astype(float)"
            )
    both_classes([signs(Z) for Z, _ in parts], first, sum(Z.shape[0] for Z, _ in parts))
    return parts


def signs(Z: Patterns) -> set[int]:
    """Return the targets that occur among reflected patterns, z_i0 = t_i."""
    first = Z.data[Z.indptr[:-1]] if check.is_sparse(Z) else Z[:, 0]
    return {int(first.min()), int(first.max())}


def both_classes(found: Sequence[set[int]], X: Patterns, n: int) -> None:
    """Refuse shards, of n patterns such as X, that all hold one and the same class; some may."""
    check.two_classes(np.array([*set[int]().union(*found)]), X, "t, of every shard,", n)


def named(shards: Sequence[Any] | Mapping[str, Any]) -> dict[str, Any]:
    """Return each shard by what an error calls it."""
    table = (
        isinstance(shards, str | bytes) or hasattr(shards, "__array__") or check.is_sparse(shards)
    )
    if table or not (hasattr(shards, "__len__") and hasattr(shards, "__getitem__")):
        raise ValueError(
            f"shards is a {type(shards).__name__}; give a list of pairs (X, t), a dict of them, or "
            "a source of blocks such as blocks.Rows"
        )
    if not len(shards):
        raise ValueError("shards is empty; give at least one pair (X, t)")
    if isinstance(shards, Mapping):
        return {f"shard {s} ({name})": shard for s, (name, shard) in enumerate(shards.items())}
    return {f"shard {s}": shard for s, shard in enumerate(shards)}


def load(label: str, pair: Any, at_zero: int) -> Loaded:
    """Return the patterns of one shard; an error says which it was."""
    if not (isinstance(pair, tuple | list) and len(pair) == 2):
        raise ValueError(
            f"{label}: it is {short(pair)}; give a pair (X, t) of patterns and targets"
        )
    try:
        X, t = pair
        Z = reflect(X, t)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{label}: {error}") from error
    return Z, mistakes_up_to(Z, at_zero)


def check_width(label: str, width: int, D: int) -> None:
    """Refuse a shard of another width: the compiled loop would read beyond its rows."""
    if width != D:
        raise ValueError(
            f"{label} has {width - 1} features, others have {D - 1}: give all shards the same "
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
    parts = loaded(shards, 0)
    given: Any = SHARES["uniform"](range(len(parts))) if mu is None else mu
    shares = check.numbers(given, "mu")
    if shares.shape != (len(parts),) or min(shares) < 0 or abs(sum(shares) - 1) > 1e-9:
        raise ValueError(
            f"mu is {short(mu)}; it must hold {len(parts)} numbers, one for each shard, none negative, "
            "with the sum 1: divide them by their sum"
        )
    return weighted([perceptron.on_reflected(Z, **options).w for Z, _ in parts], shares)


def ledger(
    shards: Shards, w_star: ArrayLike, *, mix: str = "errors", max_epochs: int = 1000
) -> list[dict[int, Line]]:
    """Return both sides of each line of the convergence proof, after each round with a mistake.

    From w = 0 at rate 1. After round r let K_r = Σ_s μ_s k_s, K the sum of all K_r and U that of all
    k_s; a = min w*·z and R = max ‖z‖ over all shards. The lines are, with w' for the new w::

         1. w·w* + a k_s <= v_s·w*              7. ‖w'‖² <= R² K
         2. ‖v_s‖² <= ‖w‖² + R² k_s             8. (aK)² <= (w'·w*)² <= ‖w'‖² ‖w*‖² <= R² K ‖w*‖²
         3. w·w* + a K_r <= w'·w*               9. K <= (R/γ)² = R² ‖w*‖² / a²
         4. ‖w'‖² <= Σ_s μ_s ‖v_s‖²            10. 1 <= K_r ("errors"), 1/S <= K_r ("uniform")
         5. ‖w'‖² <= ‖w‖² + R² K_r             11. U / S <= K
         6. a K <= w'·w*

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
        line 8. Line 4 leaves the room Σ_{s<u} μ_s μ_u ‖v_s - v_u‖².

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
    parts = [(_exactly(Z), b) for Z, b in loaded(shards, 0)]
    weigh, S = chosen(mix), len(parts)
    goal: Any = check.rationals(check.numbers(w_star, "w_star"))
    a, R2, W = constants(np.vstack([Z for Z, _ in parts]), goal)
    if not a > 0:
        raise ValueError(
            f"w_star must separate the patterns, but min w_star·z = {a}: the proof needs a "
            "separator; give one, such as train(shards).w of a run that converged"
        )
    w: Any = 0 * goal
    K, U, found = Fraction(0), 0, list[dict[int, Line]]()
    for _ in counted(max_epochs, False):
        vs, k = zip(*(learn(part, w, 1) for part in parts), strict=True)
        if not any(k):
            break
        mu = np.array(weigh(k))
        new: Any = weighted(vs, mu)
        K_r = mu @ np.array(k)
        K, U = K + K_r, U + sum(k)
        along, length, least = new @ goal, new @ new, 1 if mix == "errors" else Fraction(1, S)
        line: dict[int, Line] = {
            1: [(w @ goal + a * k_s, v @ goal) for v, k_s in zip(vs, k, strict=True)],
            2: [(v @ v, w @ w + R2 * k_s) for v, k_s in zip(vs, k, strict=True)],
            3: [(w @ goal + a * K_r, along)],
            4: [(length, mu @ np.array([v @ v for v in vs]))],
            5: [(length, w @ w + R2 * K_r)],
            6: [(a * K, along)],
            7: [(length, R2 * K)],
            8: [((a * K) ** 2, along**2), (along**2, length * W), (length * W, R2 * K * W)],
            9: [(K, Fraction(R2 * W) / a**2)],
            10: [(least, K_r)],
            11: [(Fraction(U, S), K)],
        }
        found.append(line)
        w = new
    return found


def _exactly(Z: Patterns) -> Array:
    return check.rationals(Z.toarray() if check.is_sparse(Z) else Z)
