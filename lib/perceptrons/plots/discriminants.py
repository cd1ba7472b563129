"""Figures of chapter 1: a hyperplane, its normal, and the way from a pattern to its foot."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from perceptrons import _check, plots
from perceptrons.geometry import discriminant, distance
from perceptrons.table import number

__all__ = ["distances"]


def distances(ax: Axes, w: Any, X: Any, *, low: float = -2, high: float = 2) -> None:
    """Draw the line g(x) = 0 with its normal, and from each pattern the way to its foot.

    Parameters
    ----------
    ax : Axes
        Becomes a square window from `low` to `high`.
    w : array_like, shape (3,)
        Weights, bias first.
    X : array_like, shape (n, 2)
        Patterns, drawn as dots and named by their distances.

    Examples
    --------
    >>> fig, ax = plots.figure()
    >>> distances(ax, [-5, 3, 4], [[3, 4]], high=5)
    >>> print(fig.alt)
    The line −5 + 3x₁ + 4x₂ = 0, with an arrow to its positive side.
    From (3, 4) a perpendicular of length 4 falls on the line, from the positive side.
    """
    X, w = _check.patterns(X), _check.weights(w, 2)
    plots.plane(ax, low, high)
    plots.boundary(ax, w, normal=True)
    feet = X - np.outer(discriminant(w, X), w[1:]) / (w[1:] @ w[1:])
    for x, foot, D in zip(X, feet, distance(w, X), strict=True):
        point = f"({number(x[0])}, {number(x[1])})".replace("-", "−")
        ax.plot(*x, "o", color=plots.BLUE, markersize=9, zorder=3)
        if D == 0:
            ax.annotate(f"{point} on the line", x, (10, 6), textcoords="offset points")
            plots.say(ax, f"{point} is on the line.")
            continue
        ax.plot(*np.stack([x, foot]).T, "--", color=plots.GREEN)
        away = 12 if x[1] >= foot[1] else -20  # from the perpendicular
        label = f"{point}: distance {number(abs(D))}"
        ax.annotate(label, x, (0, away), textcoords="offset points")
        side = "positive" if D > 0 else "negative"
        length = f"a perpendicular of length {number(abs(D))}"
        plots.say(ax, f"From {point} {length} falls on the line, from the {side} side.")
