"""A line, its normal, and its distances from patterns.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> distances(ax, [-5, 3, 4], [[3, 4]], high=5)
>>> print(fig.alt)
The line −5 + 3x₁ + 4x₂ = 0, with an arrow of length 5 at right angles to it.
From (3, 4) a perpendicular of length 4 falls on the line, from the positive side.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons.geometry import discriminant, distance
from perceptrons.plots.palette import BLUE, GREEN
from perceptrons.plots.picture import say
from perceptrons.plots.planes import (
    arrow,
    foot_and_normal,
    half_plane,
    name,
    plane,
    turned,
)
from perceptrons.plots.words import equation, point, signed

__all__ = ["distances"]


def distances(
    ax: Axes,
    w: ArrayLike,
    X: ArrayLike,
    *,
    low: float = -2,
    high: float = 2,
    start: ArrayLike | None = None,
) -> None:
    """Draw a line, v = (w_1, w_2) as an arrow to scale, and perpendiculars from patterns to it.

    Parameters
    ----------
    ax : Axes
        Becomes a square window from `low` to `high`.
    w : array_like, shape (3,)
        Weights, bias first.
    X : array_like, shape (n, 2)
        Patterns, drawn as dots and labelled with their distances.
    low, high : float
        The window in both features.
    start : array_like, shape (2,), optional
        Where the arrow starts, on the line; by default at the point nearest to the origin.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> distances(ax, [0, 1, -1], [[1, 1]])
    >>> fig.alt.splitlines()[-1]
    '(1, 1) is on the line.'
    """
    P, line = check.patterns(X), check.weights(w, 2)
    v = line[1:]
    plane(ax, low, high)
    foot, _ = foot_and_normal(line)
    ax.axline(tuple(foot), tuple(foot + turned(v)), color="black")
    tail = foot if start is None else np.asarray(start, dtype=float)
    arrow(ax, tail, tail + v)
    name(ax, tail + v / 2, f"v = {point(v)}", turned(v), distance=36)
    half_plane(ax, line)
    size = signed(float(np.hypot(*v)))
    across = f"with an arrow of length {size} at right angles to it"
    say(ax, f"The line {equation(line)} = 0, {across}.")
    feet = P - np.outer(discriminant(line, P), v) / (v @ v)
    for x, foot, D in zip(P, feet, distance(line, P), strict=True):
        ax.plot(*x, "o", color=BLUE, markersize=9, zorder=3)
        if D == 0:
            right = v if v[0] > 0 else -v  # where the words do not meet the line
            name(ax, x, f"{point(x)} on the line", right, distance=26, ha="left")
            say(ax, f"{point(x)} is on the line.")
            continue
        ax.plot(*np.stack([x, foot]).T, "--", color=GREEN)
        away = 12 if x[1] >= foot[1] else -20  # from the perpendicular
        label = f"{point(x)}: distance {signed(abs(D))}"
        ax.annotate(label, x, (0, away), textcoords="offset points", ha="center")
        side = "positive" if D > 0 else "negative"
        length = f"a perpendicular of length {signed(abs(D))}"
        say(ax, f"From {point(x)} {length} falls on the line, from the {side} side.")
