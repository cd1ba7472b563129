"""Figures of chapters 7 and 8: a descent in the bowl J, its factors, and how fast J falls.

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
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from perceptrons import adaline
from perceptrons._core.check import Array
from perceptrons.plots.palette import BLUE, CURVES, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.words import count, listed, point, signed

__all__ = ["bowl", "excess", "factors"]


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


def factors(ax: Axes, least: float, greatest: float) -> None:
    """Draw the size of 1 - ηλ against the rate η, for the least and the greatest eigenvalue λ.

    Parameters
    ----------
    ax : Axes
    least, greatest : float
        Eigenvalues of the Hessian, 0 < least < greatest.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> factors(ax, 1, 3)
    >>> print(fig.alt)
    By what a step multiplies, against the rate η. |1 − 1η| falls from 1 to 0.1667 at η = 0.8333.
    |1 − 3η| falls from 1 to 0 at η = 0.3333, and is 1 again at η = 0.6667: beyond it, divergence.
    They cross at η = 0.5, where both are 0.5: the best constant rate.
    """
    border, best = 2 / greatest, 2 / (least + greatest)
    eta = np.linspace(0, 1.25 * border, 251)
    at_best = (greatest - least) / (greatest + least)
    for value, (dash, colour) in [(least, ("--", BLUE)), (greatest, ("-", ORANGE))]:
        ax.plot(eta, np.abs(1 - eta * value), dash, color=colour, label=f"λ = {signed(value)}")
    ax.axvline(border, color="black", linestyle=":")
    border_name = f"2/λₘₐₓ = {signed(border)}"
    ax.text(1.01 * border, 0.02, border_name, ha="left", va="bottom", rotation=90, fontsize=12)
    ax.plot(best, at_best, "D", color="black", markersize=9, label=f"best: η ≈ {best:.2g}")
    ax.axhline(1, color=GREY, linewidth=1)
    ax.set(xlabel="rate η", ylabel="|1 − ηλ|", ylim=(0, 1.55), xlim=(0, eta[-1]))
    legend(ax, ncols=3)
    say(
        ax,
        f"By what a step multiplies, against the rate η. |1 − {signed(least)}η| falls from 1 to "
        f"{signed(abs(1 - eta[-1] * least))} at η = {signed(eta[-1])}.",
    )
    say(
        ax,
        f"|1 − {signed(greatest)}η| falls from 1 to 0 at η = {signed(1 / greatest)}, and is 1 again at "
        f"η = {signed(border)}: beyond it, divergence.",
    )
    cross = f"They cross at η = {signed(best)}, where both are {signed(at_best)}"
    say(ax, f"{cross}: the best constant rate.")


def excess(ax: Axes, above: Mapping[str, ArrayLike]) -> None:
    """Draw how far J is above its minimum after each epoch, on a logarithmic axis.

    Parameters
    ----------
    ax : Axes
    above : mapping from a name to J - min J, shape (epochs+1,)
        Up to five, all above 0, over the same epochs.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> excess(ax, {"slow": [3, 2, 1.5, 1.25]})
    >>> fig.alt
    'J above its minimum after epochs 0, 1, 2 and 3. slow: 3, 2, 1.5, 1.25.'
    """
    each = []
    for name, values, (colour, marker) in styled(above, "above", CURVES):
        costs = np.asarray(values, dtype=float)
        ax.semilogy(costs, marker=marker, markersize=5, color=colour, label=name)
        each.append(f"{name}: {listed(costs[[0, 1, 2, -1]])}")
    ax.set(xlabel="epoch", ylabel="J above its minimum")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    legend(ax, ncols=1)
    say(ax, f"J above its minimum after epochs 0, 1, 2 and {len(costs) - 1}. {'; '.join(each)}.")
