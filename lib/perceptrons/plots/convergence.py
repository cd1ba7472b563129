"""The squeeze: the length of w along a run, between the two bounds of the convergence theorem.

>>> import numpy as np
>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> squeeze(ax, [[0, 0], [1, 0], [1, 1]], np.eye(2), [1, 1])
>>> print(fig.alt)
After k = 0 to 2 updates, from below: k γ, w·ŵ, the length of w, R √k.
At k = 2 they are 1.414, 1.414, 1.414, 1.414. The outer curves meet at k = 2.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._core.check import Array, PatternsLike, is_sparse
from perceptrons.plots.palette import BLUE, GREEN, GREY, ORANGE
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.words import listed, signed

__all__ = ["squeeze"]

FEW = 30  # updates that are drawn one by one
SLACK = 1e-6  # for what is rounded
WORDS = ("length: at most this", "along the goal: at least this", "length of w", "w along the goal")
LETTERS = ("R √k", "k γ", "length of w", "w·ŵ")


class Bounds(NamedTuple):
    """A separator's direction ŵ, R, γ, and the k at which the outer curves meet: (R/γ)²."""

    unit: Array
    R: float
    gamma: float
    meet: float


def proved(Z: PatternsLike, w_star: ArrayLike) -> Bounds:
    """Return what the theorem proves of these patterns by this separator."""
    P: Any = Z if is_sparse(Z) else np.asarray(Z, dtype=float)
    goal = np.asarray(w_star, dtype=float)
    square, least, W = (P * P).sum(axis=1).max(), (P @ goal).min(), goal @ goal
    if not least > 0:
        raise ValueError(
            f"w_star must separate the patterns, but min w_star·z_i = {signed(least)}: the curves "
            "are those of a separator; give one, such as the last weights of a run that converged"
        )
    R, gamma, meet = map(float, rounded([square**0.5, least / W**0.5, square * W / least**2]))
    return Bounds(rounded(goal / W**0.5), R, gamma, meet)


def from_zero(path: ArrayLike) -> Array:
    """Return the path as floats, if it begins at zero."""
    W = np.asarray(path, dtype=float)
    if W[0].any():
        raise ValueError(
            f"path must begin at zero, but path[0] is {W[0].tolist()}: from elsewhere the curves "
            "do not bound it; train from w = 0"
        )
    return W


def squeeze(
    ax: Axes, path: ArrayLike, Z: ArrayLike, w_star: ArrayLike, *, in_words: bool = False
) -> None:
    """Draw the four quantities of the squeeze along a run, and where its outer curves meet.

    Parameters
    ----------
    ax : Axes
    path : array_like, shape (updates+1, m)
        The weights of the online rule from w = 0 with η = 1.
    Z : array_like or csr_array, shape (n, m)
        The reflected patterns.
    w_star : array_like, shape (m,)
        A separator.
    in_words : bool
        Name the curves in words, for readers who have not met R, γ and ŵ.

    Raises
    ------
    ValueError
        Where w_star separates nothing, the path does not begin at zero, or it leaves its bounds.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> squeeze(ax, [[0, 0], [1, 1]], [[1, 1]], [1, 1])
    >>> print(fig.alt.splitlines()[-1])
    At k = 1 they are 1.414, 1.414, 1.414, 1.414. The outer curves meet at k = 1.
    """
    W = from_zero(path)
    unit, R, gamma, meet = proved(Z, w_star)
    projection, length = rounded([W @ unit, np.sqrt((W * W).sum(axis=1))], 8)
    updates = np.arange(len(W))
    outside = (gamma * updates > projection + SLACK) | (length > R * np.sqrt(updates) + SLACK)
    if outside.any():
        raise ValueError(
            f"path leaves its bounds at k = {outside.argmax()}: they hold for the online rule with "
            "eta=1 on the patterns Z; train so"
        )
    last = len(W) - 1
    k = np.linspace(0, 1.08 * meet, 200)
    few = last <= FEW
    names = WORDS if in_words else LETTERS
    ax.plot(k, R * np.sqrt(k), "--", color=ORANGE, label=names[0])
    ax.plot(k, gamma * k, ":", color=BLUE, label=names[1])
    ax.plot(length, "o" if few else "-", color="black", markersize=8, label=names[2])
    ax.plot(projection, "^" if few else "-.", color=GREEN, markersize=6, label=names[3])
    ax.axvline(meet, color=GREY, linewidth=1)
    ax.annotate(f"k = {signed(meet)}", (meet, 0), (-6, 4), textcoords="offset points", ha="right")
    top = 1.2 * max(R * np.sqrt(meet), length.max())
    ax.set(xlabel="updates k", ylabel="length")
    ax.set(xlim=(-0.02 * meet, 1.1 * meet), ylim=(-0.02 * top, top))
    legend(ax)
    order = ", ".join(names[i] for i in (1, 3, 2, 0)).replace(", length", ", the length")
    say(ax, f"After k = 0 to {last} updates, from below: {order}.")
    four = rounded([gamma * last, projection[-1], length[-1], R * last**0.5], 6)
    say(ax, f"At k = {last} they are {listed(four)}. The outer curves meet at k = {signed(meet)}.")
