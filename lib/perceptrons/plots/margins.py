"""The margin of a separator as a band that holds no reflected pattern.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> band(ax, [[-1, 4], [1, 0], [1, -1]], [5, 2])
>>> print(fig.alt)
The reflected patterns (−1, 4), (1, 0), (1, −1) lie in a disc of radius R = 4.123 round zero,
and beyond a band of breadth γ = 0.5571, on the side to which w* = (5, 2) points.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Polygon
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.plots.palette import GREEN, ORANGE
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import arrow, class_style, name, turned
from perceptrons.plots.words import point, signed

__all__ = ["band"]


def reflected(ax: Axes, Z: ArrayLike, reach: float) -> Array:
    """Draw reflected patterns (±1, ±x), marked by their class, in a square window round zero."""
    P = np.asarray(Z, dtype=float)
    for target in (1, -1):
        ax.plot(*P[P[:, 0] * target > 0].T, **class_style(target))
    ax.plot(0, 0, "+", color="black", markersize=12)
    ax.set(aspect="equal", xlim=(-reach, reach), ylim=(-reach, reach))
    ax.set(xlabel="constant, reflected", ylabel="feature, reflected")  # in the text z₁ is a pattern
    return P


def band(ax: Axes, Z: ArrayLike, w_star: ArrayLike) -> None:
    """Draw R and γ of a separator: a disc that holds the reflected patterns, a band that holds none.

    Parameters
    ----------
    ax : Axes
    Z : array_like, shape (n, 2)
        Reflected patterns.
    w_star : array_like, shape (2,)
        A separator.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> band(ax, [[-1, 4], [1, 0], [1, -1]], [5, 2])
    >>> print(fig.alt)
    The reflected patterns (−1, 4), (1, 0), (1, −1) lie in a disc of radius R = 4.123 round zero,
    and beyond a band of breadth γ = 0.5571, on the side to which w* = (5, 2) points.
    """
    goal = np.asarray(w_star, dtype=float)
    unit = goal / np.sqrt(goal @ goal)
    R = float(np.sqrt((np.asarray(Z, dtype=float) ** 2).sum(axis=1).max()))
    P = reflected(ax, Z, 1.2 * R)
    gamma = float(rounded((P @ unit).min()))
    ax.add_patch(Circle((0, 0), R, fill=False, linestyle="--", edgecolor=ORANGE, linewidth=2))
    along = 3 * R * turned(unit)
    edge = gamma * unit
    corners = rounded([-along, along, along + edge, edge - along])
    ax.add_patch(Polygon(corners, facecolor=GREEN, alpha=0.25, linewidth=0))
    ax.plot(*rounded([-along, along]).T, color=GREEN)
    arrow(ax, (0, 0), 0.8 * R * unit, GREEN)
    name(ax, 0.8 * R * unit, "w*", unit, color=GREEN, size="large")
    name(ax, (R * -0.7, R * -0.714), "R", (-1, -1), color=ORANGE, size="large", distance=12)
    name(ax, edge / 2 - 0.55 * R * turned(unit), "γ", unit, size="large", distance=0)
    legend(ax)
    inside = f"lie in a disc of radius R = {signed(R)} round zero"
    say(ax, f"The reflected patterns {', '.join(map(point, P))} {inside},")
    side = f"on the side to which w* = {point(goal)} points"
    say(ax, f"and beyond a band of breadth γ = {signed(gamma)}, {side}.")
