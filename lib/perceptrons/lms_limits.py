"""What the incremental rule of Adaline does in an epoch, and where it rests (chapter 8).

A step w <- w + η (t_i - w·a_i) a_i, a_i = (1, x_i), is an affine map of w. So an epoch in a given
order is one, too: w <- F w + c. If η is below 2/max ‖a_i‖² and the patterns span the space of the
weights, every epoch brings all weights nearer together, and there is one place at which the epochs
come to rest. In a random order the weights do not rest, but their mean and their scatter do.

>>> from fractions import Fraction
>>> from perceptrons import data
>>> X, t = data.exact([[-1], [0], [1]]), [-1, 1, 1]
>>> F, c = epoch_map(X, t, Fraction(1, 2))
>>> print(*(8 * F).flat, *(8 * c))
-1 -1 1 1 3 5
>>> print(*resting(X, t, Fraction(1, 2)))
1/4 3/4
>>> print(noise_floor(X, t, Fraction(1, 2), "drawn").excess)
1/5
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import factorial
from reprlib import repr as short
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, PatternsLike
from perceptrons._core.linear import solve
from perceptrons.geometry import augment

__all__ = ["EpochMap", "Noise", "epoch_map", "noise_floor", "resting"]

MOST = 8  # patterns whose orders are averaged: 2^8 matrices


class EpochMap(NamedTuple):
    """One epoch as an affine map: w becomes F w + c."""

    F: Array  # (d+1, d+1)
    c: Array  # (d+1,)


class Noise(NamedTuple):
    """Where the weights are on average after many epochs, and what their scatter costs."""

    mean: Array  # (d+1,)
    excess: Number  # mean of J(w) - min J


def epoch_map(
    X: PatternsLike, t: ArrayLike, eta: Number, order: Sequence[int] | None = None
) -> EpochMap:
    """Return F and c of one epoch of the incremental rule, w <- F w + c.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Raw patterns; an array of objects (fractions, Python integers) is computed exactly.
    t : array_like, shape (n,)
        Targets: any real numbers.
    eta : number above 0
        The rate.
    order : sequence of int, optional
        The rows of X in the order in which they are presented, from 0; all in turn by default.

    Returns
    -------
    EpochMap
        The named tuple ``(F, c)``.

    Examples
    --------
    >>> F, c = epoch_map([[1], [-1]], [1, -1], 0.5)
    >>> F @ [7, 3] + c
    array([0., 1.])
    """
    A, targets, eta = _problem(X, t, eta)
    steps = _steps(A, targets, eta)
    with np.errstate(over="ignore", invalid="ignore"):  # refused in words
        G = _product([steps[i] for i in _order(order, len(A))])
    if not check.is_exact(G):
        check.finite(G, "the map of the epoch")
    return EpochMap(G[:-1, :-1], G[:-1, -1])


def resting(
    X: PatternsLike, t: ArrayLike, eta: Number, order: Sequence[int] | None = None
) -> Array:
    """Return the weights that an epoch in this order leads back to themselves: w = F w + c.

    From every start the weights at the ends of the epochs tend to them.

    Parameters
    ----------
    X, t, order
        As for `epoch_map`.
    eta : number
        Below 2/max ‖a_i‖², so that no step leads away.

    Returns
    -------
    array, shape (d+1,)

    Raises
    ------
    ValueError
        If eta is too large, the patterns of the order do not span the space of the weights, or an
        argument breaks the conventions.

    Examples
    --------
    >>> resting([[1], [-1]], [1, -1], 0.5)
    array([0., 1.])
    """
    A, _, rate = _problem(X, t, eta)
    _contracts(A[_order(order, len(A))], rate)
    F, c = epoch_map(X, t, eta, order)
    return solve(np.eye(len(c), dtype=F.dtype) - F, c)


def noise_floor(X: PatternsLike, t: ArrayLike, eta: Number, mode: str = "drawn") -> Noise:
    """Return the mean of the weights, and of J(w) - min J, at the end of an epoch after many.

    Parameters
    ----------
    X, t
        As for `epoch_map`.
    eta : number
        Below 2/max ‖a_i‖².
    mode : {"drawn", "shuffled", "cyclic"}
        How an epoch takes its n patterns: each drawn from all, with replacement; all of them in a
        fresh random order (up to 8 patterns: every order is averaged); or in the given order.

    Returns
    -------
    Noise
        The named tuple ``(mean, excess)``: no simulation, but the solution of linear equations for
        the first and second moments of the weights; exact if X is.

    Raises
    ------
    ValueError
        As for `resting`; for an unknown mode; if there are too many patterns to shuffle.

    Examples
    --------
    >>> mean, excess = noise_floor([[-1], [0], [1]], [-1, 1, 1], 0.25, "shuffled")
    >>> print(mean.round(4), f"{excess:.5f}")
    [0.2975 1.    ] 0.00752
    """
    A, targets, eta = _problem(X, t, eta)
    check.room(4 * (A.shape[1] + 1) ** 4, "the map of X", A.shape)
    _contracts(A, eta)
    best = solve(A.T @ A, A.T @ targets)
    # Seen from the best weights, v = w - best, the rule is the same with the errors at them as
    # targets. The moments of v are the means of the entries of (v, 1) ⊗ (v, 1), whose step is linear.
    steps = _steps(A, targets - A @ best, eta)
    if mode == "cyclic":
        G = _product(steps)
        K = np.kron(G, G)
    elif mode == "drawn":
        K = sum(np.kron(G, G) for G in steps) * _share(len(A), A)
    elif mode == "shuffled":
        K = _all_orders([np.kron(G, G) for G in steps]) * _share(factorial(len(A)), A)
    else:
        raise ValueError(f'mode is {short(mode)}: give "drawn", "shuffled" or "cyclic"')
    moments = solve(np.eye(len(K) - 1, dtype=K.dtype) - K[:-1, :-1], K[:-1, -1])
    D = len(best)
    S = np.append(moments, 1).reshape(D + 1, D + 1)
    half = check.ratio(((A.T @ A) * S[:D, :D]).sum(), 2)
    return Noise(best + S[:D, D], half)


def _problem(X: PatternsLike, t: ArrayLike, eta: Number) -> tuple[Array, Array, Any]:
    """Return A, t and η as numbers of one kind: all floats, or all exact."""
    A = augment(X)
    if check.is_sparse(A):
        raise ValueError("X is sparse, and the map of an epoch is a dense matrix: pass X.toarray()")
    targets = check.converted(check.values(t, len(A)), A, "t")
    return A, targets, check.converter(A)(check.positive(eta, "eta"))


def _order(order: Sequence[int] | None, n: int) -> list[int]:
    """Return the rows of an epoch."""
    if order is None:
        return list(range(n))
    rows = check.array(order, "order")
    whole = rows.ndim == 1 and rows.dtype.kind in "iu" and len(rows) > 0
    if not (whole and (rows >= 0).all() and (rows < n).all()):
        raise ValueError(
            f"order is {short(order)}; it lists the rows of X as they are presented: give whole numbers "
            f"from 0 to {n - 1}"
        )
    return [int(i) for i in rows]


def _contracts(A: Array, eta: Number) -> None:
    """Refuse rates at which a step may lead away, and patterns that leave directions open."""
    longest = (A * A).sum(axis=1).max()
    if eta * longest >= 2:
        raise ValueError(
            f"eta must be below 2/max ‖a_i‖² = {check.ratio(2, longest)}, got {eta}: from there on "
            "a step can lead away from every place of rest; take a smaller rate, or scale the features"
        )
    rank, D = int(np.linalg.matrix_rank(check.floats(A, "X"))), A.shape[1]
    if rank < D:
        raise ValueError(
            f"the patterns (1, x_i) span {rank} of {D} dimensions, so many weights rest: drop "
            "dependent features, or scale those that are tiny beside others"
        )


def _steps(A: Array, t: Array, eta: Any) -> list[Array]:
    """Return for each pattern the matrix of its step on (w, 1)."""
    D = A.shape[1]
    check.room(len(A) * (D + 1) ** 2, "the map of X", A.shape)
    steps = []
    for a, target in zip(A, t, strict=True):
        G = np.eye(D + 1, dtype=A.dtype)
        G[:D, :D] -= eta * np.outer(a, a)
        G[:D, D] = eta * target * a
        steps.append(G)
    return steps


def _product(maps: Sequence[Array]) -> Array:
    """Return one map after the other, the first one first."""
    return reduce(lambda before, after: after @ before, maps)


def _all_orders(maps: Sequence[Array]) -> Array:
    """Return the sum, over all orders, of the maps one after the other."""
    if len(maps) > MOST:
        raise ValueError(
            f'X has {len(maps)} patterns; all orders are averaged for up to {MOST}: take mode="drawn", '
            "or average runs of adaline.online(..., rng=seed)"
        )
    total = {0: np.eye(len(maps[0]), dtype=maps[0].dtype)}  # by the set of patterns, as bits
    for chosen in range(1, 2 ** len(maps)):
        last = [i for i in range(len(maps)) if chosen >> i & 1]
        total[chosen] = sum(maps[i] @ total[chosen ^ (1 << i)] for i in last)
    return total[2 ** len(maps) - 1]


def _share(n: int, A: Array) -> Any:
    """Return 1/n as a number of the kind that A holds."""
    return Fraction(1, n) if check.is_exact(A) else 1 / n
