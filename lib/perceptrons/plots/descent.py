"""A descent of Adaline in the bowl J over two weights.

>>> from perceptrons import adaline, plots
>>> fig, ax = plots.figure()
>>> bowl(ax, [[3], [-3]], [1, -1], {"batch": [[1, 0], [0, 0.25]]})
>>> print(fig.alt)
Level lines of J, ellipses around the least J at (0, 0.3333).
batch: from (1, 0) in 1 step to (0, 0.25).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons import adaline
from perceptrons._core.check import Array
from perceptrons.plots.palette import CURVES, GREY, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.words import count, point

__all__ = ["bowl"]


def bowl(ax: Axes, X: ArrayLike, t: ArrayLike, paths: Mapping[str, ArrayLike]) -> None:
    """Draw the bowl J over (w_0, w_1) by its level lines, and paths of weights in it.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (n, 1)
    t : array_like, shape (n,)
    paths : mapping from a name to weights, shape (k, 2)
        Up to five paths; level lines run through the first eight points of the first.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> bowl(ax, [[3], [-3]], [1, -1], {"batch": [[1, 0], [0, 0.25]]})
    >>> print(fig.alt)
    Level lines of J, ellipses around the least J at (0, 0.3333).
    batch: from (1, 0) in 1 step to (0, 0.25).
    """
    least = rounded(adaline.least_squares(X, t), 12) + 0  # no -2e-16 in the words
    walks = {name: np.asarray(path, dtype=float) for name, path in paths.items()}
    for w in next(iter(walks.values()))[:8]:
        above = adaline.cost(w, X, t) - adaline.cost(least, X, t)
        level_lines(ax, X, least, float(np.sqrt(2 * max(above, 0))))
    ax.plot(*least, "x", color="black", markersize=11, markeredgewidth=2.5, zorder=4)
    say(ax, f"Level lines of J, ellipses around the least J at {point(least)}.")
    for name, walk, (colour, marker) in styled(walks, "paths", CURVES):
        ax.plot(*walk.T, label=name, color=colour, marker=marker, markersize=5, linewidth=1.5)
        steps = count(len(walk) - 1, "step")
        say(ax, f"{name}: from {point(walk[0])} in {steps} to {point(walk[-1])}.")
    low, high = _ends(least, *walks.values())
    margin = 0.12 * (high - low).max()
    ax.set(xlim=(low[0] - margin, high[0] + margin), ylim=(low[1] - margin, high[1] + margin))
    ax.set(xlabel="w₀", ylabel="w₁", aspect="equal")  # a step is at right angles to its level line
    if len(walks) > 1:
        legend(ax)


def level_lines(ax: Axes, X: ArrayLike, least: Array, radius: float) -> None:
    """Draw the level line on which J is ½ radius² above its least value."""
    # H = L Lᵀ: where Lᵀ(w - least) runs round a circle, J keeps its value.
    L = np.linalg.cholesky(adaline.hessian(np.asarray(X, dtype=float)))
    angle = np.linspace(0, 2 * np.pi, 37)  # every 10°: 61 points took a page over its 200 KB
    circle = np.linalg.solve(L.T, np.array([np.cos(angle), np.sin(angle)]))
    ax.plot(*(least[:, None] + radius * circle), color=GREY, linewidth=0.8)


def _ends(*places: Array) -> tuple[Array, Array]:
    """Return the least and the greatest coordinates of points."""
    all_places = np.vstack(places)
    return all_places.min(axis=0), all_places.max(axis=0)
