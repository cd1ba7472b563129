"""Figures of chapter 1: a line, its normal, and the perpendicular from each pattern to it.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> distances(ax, [-5, 3, 4], [[3, 4]], high=5)
>>> print(fig.alt)
The line −5 + 3x₁ + 4x₂ = 0, with an arrow to its positive side.
From (3, 4) a perpendicular of length 4 falls on the line, from the positive side.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons import _check
from perceptrons._check import Array
from perceptrons.geometry import discriminant, distance
from perceptrons.plots.palette import BLUE, GREEN
from perceptrons.plots.picture import say
from perceptrons.plots.planes import boundary, plane
from perceptrons.plots.words import point, signed

__all__ = ["distances"]


def distances(ax: Axes, w: ArrayLike, X: ArrayLike, *, low: float = -2, high: float = 2) -> None:
    """Draw the line g(x) = 0 with its normal, and the perpendicular from each pattern to it.

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

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> distances(ax, [0, 1, -1], [[1, 1]])
    >>> fig.alt.splitlines()[-1]
    '(1, 1) is on the line.'
    """
    P, v = _check.patterns(X), _check.weights(w, 2)[1:]
    plane(ax, low, high)
    boundary(ax, w, normal=True)
    feet = P - np.outer(discriminant(w, P), v) / (v @ v)
    for x, foot, D in zip(P, feet, distance(w, P), strict=True):
        ax.plot(*x, "o", color=BLUE, markersize=9, zorder=3)
        if D == 0:
            # The normal is to the right of most patterns, so go left where there is room.
            right = 1 if x[0] - low < 0.4 * (high - low) else -1
            _label(ax, x, right, right if v[0] * v[1] >= 0 else -right)  # not along the line
            say(ax, f"{point(x)} is on the line.")
            continue
        ax.plot(*np.stack([x, foot]).T, "--", color=GREEN)
        away = 12 if x[1] >= foot[1] else -20  # from the perpendicular
        label = f"{point(x)}: distance {signed(abs(D))}"
        ax.annotate(label, x, (0, away), textcoords="offset points")
        side = "positive" if D > 0 else "negative"
        length = f"a perpendicular of length {signed(abs(D))}"
        say(ax, f"From {point(x)} {length} falls on the line, from the {side} side.")


def _label(ax: Axes, x: Array, right: int, up: int) -> None:
    """Name a pattern on the line, on its right or left, above or below (1 or -1)."""
    ha, va = "right" if right < 0 else "left", "top" if up < 0 else "bottom"
    offset = (10 * right, 6 * up)
    words = f"{point(x)} on the line"
    ax.annotate(words, tuple(x), offset, textcoords="offset points", ha=ha, va=va)
