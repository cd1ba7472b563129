"""Figures of chapter 4: the three proofs of convergence, by length, by angle and by distance.

They take the weights along a run as an array, so they also serve runs without the constant feature.

>>> import numpy as np
>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> squeeze(ax, [[0, 0], [1, 0], [1, 1]], np.eye(2), [1, 1])
>>> print(fig.alt)
After k = 0 to 2 updates, from below: k γ, w·ŵ, the length of w, R √k.
At k = 2 they are 1.414, 1.414, 1.414, 1.414. The outer curves meet at k = 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Arc
from numpy.typing import ArrayLike

from perceptrons._core.check import Array, PatternsLike, is_sparse
from perceptrons.plots.palette import BLUE, GREEN, GREY, ORANGE
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import arrow, name
from perceptrons.plots.words import listed, point, signed, update_name

__all__ = ["angle", "distances", "squeeze"]

FEW = 30  # updates that are drawn one by one
SLACK = 1e-6  # for what is rounded
WORDS = ("length: at most this", "along the goal: at least this", "length of w", "w along the goal")
LETTERS = ("R √k", "k γ", "length of w", "w·ŵ")


class _Bounds(NamedTuple):
    """A separator's direction ŵ, R, γ, and the k at which the outer curves meet: (R/γ)²."""

    unit: Array
    R: float
    gamma: float
    meet: float


def _bounds(Z: PatternsLike, w_star: ArrayLike) -> _Bounds:
    P: Any = Z if is_sparse(Z) else np.asarray(Z, dtype=float)
    goal = np.asarray(w_star, dtype=float)
    square, least, W = (P * P).sum(axis=1).max(), (P @ goal).min(), goal @ goal
    if not least > 0:
        raise ValueError(
            f"w_star must separate the patterns, but min w_star·z_i = {signed(least)}: the curves "
            "are those of a separator; give one, such as the last weights of a run that converged"
        )
    R, gamma, meet = map(float, rounded([square**0.5, least / W**0.5, square * W / least**2]))
    return _Bounds(rounded(goal / W**0.5), R, gamma, meet)


def _from_zero(path: ArrayLike) -> Array:
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
    W = _from_zero(path)
    unit, R, gamma, meet = _bounds(Z, w_star)
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


def angle(axes: Sequence[Axes] | Array, path: ArrayLike, Z: ArrayLike, w_star: ArrayLike) -> None:
    """Draw the angle between w and a separator: the weights in their plane, and the cosine's floor.

    Parameters
    ----------
    axes : array of two Axes
    path : array_like, shape (updates+1, 2)
        The weights of the online rule from w = 0 with η = 1.
    Z : array_like, shape (n, 2)
        The reflected patterns.
    w_star : array_like, shape (2,)
        A separator: the goal.

    Raises
    ------
    ValueError
        Where w_star separates nothing, or the path does not begin at zero.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, axes = plots.figure(1, 2)
    >>> angle(axes, [[0, 0], [-1, 2], [0, 1]], [[-1, 2], [1, -1]], [3, 2])
    >>> print(fig.alt)
    The weights (−1, 2), (0, 1), and the goal, a ray along (3, 2).
    The angle between them is 82.9°, 56.3°.
    Its cosine, 0.124, 0.555, is never below the floor (γ/R) √k, which reaches 1 at k = 65.
    """
    left, right = axes
    W = _from_zero(path)[1:]
    unit, R, gamma, meet = _bounds(Z, w_star)
    cosine = rounded(W @ unit / np.sqrt((W * W).sum(axis=1)), 8)
    phi = np.degrees(np.arccos(np.minimum(cosine, 1)))
    _rays(left, W, unit)
    k = np.linspace(0, 1.08 * meet, 200)
    right.plot(k, gamma / R * np.sqrt(k), "--", color=ORANGE, label="floor (γ/R) √k")
    right.plot(np.arange(1, len(W) + 1), cosine, "o", color="black", label="cos φ")
    right.axhline(1, color=GREY, linewidth=1)
    right.set(xlabel="updates k", ylabel="cos φ", ylim=(0, 1.08), xlim=(-0.02 * meet, 1.1 * meet))
    legend(right)
    goal = point(np.asarray(w_star, dtype=float))
    say(left, f"The weights {', '.join(map(point, W))}, and the goal, a ray along {goal}.")
    say(left, f"The angle between them is {', '.join(f'{p:.1f}°' for p in phi)}.")
    floor = f"the floor (γ/R) √k, which reaches 1 at k = {meet:.0f}"
    say(right, f"Its cosine, {', '.join(f'{c:.3f}' for c in cosine)}, is never below {floor}.")


def _rays(ax: Axes, W: Array, unit: Array) -> None:
    """Draw weights as arrows from the origin, the goal as a ray, and an arc from it to each."""
    reach = np.abs(W).max()
    tip = 1.05 * reach * unit
    ends = np.vstack([W, [0, 0], tip])
    low, high = ends.min(axis=0) - 0.2 * reach, ends.max(axis=0) + 0.2 * reach
    ax.set(aspect="equal", xlabel="w₀", ylabel="w₁")
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    ax.plot([0, tip[0]], [0, tip[1]], "--", color=GREEN, linewidth=3)
    name(ax, tip, "goal", unit, distance=16, color=GREEN, size="large")
    goal = _degrees(unit)
    for j, w in enumerate(W, start=1):
        arrow(ax, (0, 0), w, linewidth=1.5)
        across = w - (w @ unit) * unit
        beside = w / np.hypot(*w) + across / (np.hypot(*across) or 1)  # off the ray of the goal
        name(ax, w, update_name(j), beside, distance=18, size="large")
        turn = (_degrees(w) - goal + 180) % 360 - 180  # the short way round
        size = 1.3 * reach * (1 - 0.6 * j / len(W))
        start, end = goal + min(turn, 0), goal + max(turn, 0)
        ax.add_patch(Arc((0, 0), size, size, theta1=start, theta2=end, color=BLUE, linewidth=2))


def _degrees(w: Array) -> float:
    """Return the direction of a vector of the plane, from the first axis."""
    return float(rounded(np.degrees(np.arctan2(w[1], w[0])), 6))


def distances(ax: Axes, path: ArrayLike, Z: ArrayLike, w_star: ArrayLike) -> None:
    """Draw the squared distances along a run to a separator w*, and to a goal αw* farther away.

    Parameters
    ----------
    ax : Axes
    path : array_like, shape (updates+1, m)
        The weights of the online rule from w = 0 with η = 1.
    Z : array_like, shape (n, m)
        The reflected patterns.
    w_star : array_like, shape (m,)
        A separator; α is R² divided by its least product.

    Examples
    --------
    >>> from perceptrons import data, perceptron, plots
    >>> fig, ax = plots.figure()
    >>> run = perceptron.online(*data.modified_or())
    >>> distances(ax, run.weights, run.Z, [1, 1, 1])
    >>> print(fig.alt)
    After k = 0 to 3 updates the squared distance to w* is 3, 4, 3, 0.
    To the goal 3 w* it is 27, 24, 19, 12, never above a line that falls from 27 to 0 at k = 9.
    """
    W, P, goal = _from_zero(path), np.asarray(Z, dtype=float), np.asarray(w_star, dtype=float)
    meet = _bounds(P, goal).meet
    alpha = float((P * P).sum(axis=1).max() / (P @ goal).min())
    near, far = (((W - c * goal) ** 2).sum(axis=1) for c in (1, alpha))
    ax.plot([0, meet], [far[0], 0], "--", color=ORANGE, label="to αw*: at most this")
    ax.plot(rounded(far), "o", color="black", markersize=8, label="to the far goal αw*")
    ax.plot(rounded(near), "s", color=GREY, markerfacecolor="white", label="to w* itself")
    ax.axhline(0, color=GREY, linewidth=1)
    ax.set(xlabel="updates k", ylabel="squared distance", xlim=(-0.02 * meet, 1.05 * meet))
    legend(ax)
    say(ax, f"After k = 0 to {len(W) - 1} updates the squared distance to w* is {listed(near)}.")
    line = f"a line that falls from {signed(far[0])} to 0 at k = {signed(meet)}"
    say(ax, f"To the goal {signed(alpha)} w* it is {listed(far)}, never above {line}.")
