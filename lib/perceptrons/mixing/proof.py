"""The convergence proof of mixing, line by line along a run."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns
from perceptrons._core.kernels.rounds import counted
from perceptrons.bounds import constants
from perceptrons.mixing.loading import Shards, loaded
from perceptrons.mixing.shares import chosen, learn, weighted

Line: TypeAlias = list[tuple[Number, Number]]  # pairs with small <= large


class Lines(NamedTuple):
    """The lines of the proof after a round, in the order of `ledger`."""

    shard_along: Line
    shard_length: Line
    round_along: Line
    convexity: Line
    round_length: Line
    along: Line
    length: Line
    squeeze: Line
    rounds: Line
    least: Line
    updates: Line


def ledger(
    shards: Shards, w_star: ArrayLike, *, mix: str = "errors", max_epochs: int = 1000
) -> list[Lines]:
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
    list of `Lines`, one for each round with a mistake
        Each line is a list of pairs (small, large): S of them in lines 1 and 2, three in line 8.
        Line 4 leaves the room Σ_{s<u} μ_s μ_u ‖v_s - v_u‖².

    Examples
    --------
    >>> lines = ledger([([[1]], [1]), ([[2]], [-1])], [3, -2])
    >>> lines[0].rounds
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
    K, U, found = Fraction(0), 0, list[Lines]()
    for _ in counted(max_epochs, False):
        vs, k = zip(*(learn(part, w, 1) for part in parts), strict=True)
        if not any(k):
            break
        mu = np.array(weigh(k))
        new: Any = weighted(vs, mu)
        K_r = mu @ np.array(k)
        K, U = K + K_r, U + sum(k)
        along, length, least = new @ goal, new @ new, 1 if mix == "errors" else Fraction(1, S)
        lines = Lines(
            shard_along=[(w @ goal + a * k_s, v @ goal) for v, k_s in zip(vs, k, strict=True)],
            shard_length=[(v @ v, w @ w + R2 * k_s) for v, k_s in zip(vs, k, strict=True)],
            round_along=[(w @ goal + a * K_r, along)],
            convexity=[(length, mu @ np.array([v @ v for v in vs]))],
            round_length=[(length, w @ w + R2 * K_r)],
            along=[(a * K, along)],
            length=[(length, R2 * K)],
            squeeze=[((a * K) ** 2, along**2), (along**2, length * W), (length * W, R2 * K * W)],
            rounds=[(K, Fraction(R2 * W) / a**2)],
            least=[(least, K_r)],
            updates=[(Fraction(U, S), K)],
        )
        found.append(lines)
        w = new
    return found


def _exactly(Z: Patterns) -> Array:
    return check.rationals(Z.toarray() if check.is_sparse(Z) else Z)
