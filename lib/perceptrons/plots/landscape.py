"""The landscape of J_P over the plane of two weights, and the path of a run in it.

J_P is linear on each sector of the plane of weights between two lines w·z_i = 0. So its level lines
have all their corners on these lines, and are drawn from the corners alone.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> contours(ax, [[-1, 0], [1, 2]], [[1, 1], [0, 1]], levels=[1, 2])
>>> print(fig.alt)
Level lines of J_P at 1, 2. It is 0 on the sector between (0, 1) and (−1, 0.5), green.
The weights go from (1, 1) to (0, 1), where J_P is 1, 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.plots.palette import BLUE, GREEN
from perceptrons.plots.picture import say
from perceptrons.plots.planes import arrow
from perceptrons.plots.words import listed, point, signed

__all__ = ["contours"]

BESIDE: dict[str, Any] = {"textcoords": "offset points"}


def J_P(W: ArrayLike, Z: ArrayLike) -> Array:
    """Return J_P of each row of W."""
    products = np.asarray(W, dtype=float) @ np.asarray(Z, dtype=float).T
    return np.maximum(0, -products).sum(axis=-1)


def edges(Z: ArrayLike) -> Array:
    """Return the directions along which some w·z_i = 0, by their angle; the longest entry is 1.

    Where J_P is 0 on a sector, the first direction is the end of that sector.
    """
    Z = np.asarray(Z, dtype=float)
    turned = np.column_stack([-Z[:, 1], Z[:, 0]]) / np.abs(Z).max(axis=1, keepdims=True)
    V = np.unique(np.vstack([turned, -turned]) + 0.0, axis=0)  # -0.0 + 0.0 is 0.0
    V = V[np.argsort(np.arctan2(V[:, 1], V[:, 0]))]
    zero = J_P(V, Z) == 0
    ends = np.flatnonzero(zero & ~np.roll(zero, -1))
    return np.roll(V, -ends[0], axis=0) if len(ends) else V


def contours(
    ax: Axes,
    Z: ArrayLike,
    path: ArrayLike,
    levels: Sequence[float],
    low: Sequence[float] = (-4, -1),
    high: Sequence[float] = (4, 7.5),
) -> None:
    """Draw level lines of J_P in the plane of two weights, and the path of a run.

    Parameters
    ----------
    ax : Axes
    Z : array_like, shape (n, 2)
        Reflected patterns.
    path : array_like, shape (updates+1, 2)
    levels : sequence of float
        Above 0.
    low, high : pair
        Corners of the window.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> contours(ax, [[-1, 0], [1, 2]], [[1, 1]], levels=[3])
    >>> len(ax.lines)
    2
    """
    V, W = edges(Z), np.asarray(path, dtype=float)
    heights = J_P(V, Z)
    far = 4 * np.abs([low, high]).max()
    up = V[heights > 0] / heights[heights > 0, None]  # on the level line 1
    zero = V[heights == 0]
    for level in levels:
        first = level * up[0]
        line = level * np.vstack([up, up[:1]])
        if len(zero):  # an open line, parallel to both ends of the sector where J_P is 0
            last = level * up[-1]
            line = np.vstack([first + far * zero[0], level * up, last + far * zero[1 % len(zero)]])
        ax.plot(*line.T, color=BLUE, linewidth=1.2)
        ax.annotate(signed(level), level * up[-1], (3, 2), clip_on=True, color=BLUE, **BESIDE)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
    ax.set(xlabel="w₀", ylabel="w₁")
    where = "It is 0 at the origin alone."
    if len(zero) > 1:
        sector(ax, zero, far)
        ends = f"{point(zero[1])} and {point(zero[0])}"
        where = f"It is 0 on the sector between {ends}, green."
    ax.plot(*W[0], "o", color="black", markersize=7)
    for tail, tip in pairwise(W):
        arrow(ax, tail, tip)
    say(ax, f"Level lines of J_P at {listed(levels)}. {where}")
    walk = " to ".join(map(point, W))
    say(ax, f"The weights go from {walk}, where J_P is {listed(J_P(W, Z))}.")


def sector(ax: Axes, zero: Array, far: float) -> None:
    """Fill the sector of the plane of weights on which J_P is 0."""
    corners = far * np.vstack([[0, 0], zero[0], zero[1:][::-1]])
    ax.add_patch(Polygon(corners, closed=True, color=GREEN, alpha=0.35, linewidth=0))
