"""Figures of chapter 4: what one update does, and the inequality of Cauchy and Schwarz.

>>> from perceptrons import plots
>>> fig, axes = plots.figure(1, 2)
>>> step(axes, [3, 1], [-1, 2], [1, 1])
>>> print(fig.alt.splitlines()[1])
Along (1, 1) it moves from 2.828 to 3.536.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Arc, Polygon
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.plots.palette import BLUE, GREEN, GREY, ORANGE
from perceptrons.plots.picture import rounded, say
from perceptrons.plots.planes import arrow, name, turned
from perceptrons.plots.words import point, signed

__all__ = ["shadow", "step"]


def step(axes: Sequence[Axes] | Array, w: ArrayLike, z: ArrayLike, w_star: ArrayLike) -> None:
    """Draw the two facts about an update: its progress along a separator, and how w grows.

    Parameters
    ----------
    axes : array of two Axes
    w, z, w_star : array_like, shape (2,)
        Weights, a reflected pattern on which they are mistaken, and a separator of it.

    Raises
    ------
    ValueError
        Where w is right about z, or w_star is not.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, axes = plots.figure(1, 2)
    >>> step(axes, [3, 1], [-1, 2], [1, 1])
    >>> print(fig.alt)
    The update from w = (3, 1) to w + z = (2, 3), with z = (−1, 2).
    Along (1, 1) it moves from 2.828 to 3.536.
    The squared length grows from 10 to 13, at most to 15, the hypotenuse over w and z.
    """
    left, right = axes
    w, z, goal = (np.asarray(v, dtype=float) for v in (w, z, w_star))
    if not (w @ z <= 0 < goal @ z):
        raise ValueError(
            f"w·z is {signed(w @ z)} and w_star·z is {signed(goal @ z)}: give weights that are "
            "mistaken on z, and a separator that is not"
        )
    new, unit = w + z, goal / np.sqrt(goal @ goal)
    before, after = (float(rounded(v @ unit)) for v in (w, new))
    most = float(rounded(np.sqrt(w @ w + z @ z)))
    for ax in axes:
        ax.set(aspect="equal", xlim=(-0.6, 1.15 * most), ylim=(-0.6, 1.15 * most))
        ax.set(xlabel="w₀", ylabel="w₁")
        arrow(ax, (0, 0), w, linewidth=1.5)
        arrow(ax, w, new, BLUE)
        name(ax, w, "w", w, distance=12, size="large")
        name(ax, w + 0.4 * z, "z", -turned(z), distance=10, color=BLUE, size="large")
    name(left, new, "w + z", turned(z), distance=28, size="large")
    name(right, new, "w + z", new, distance=28, size="large")  # beyond the arcs
    tip = 1.4 * most * unit
    left.plot([0, tip[0]], [0, tip[1]], "--", color=GREEN, linewidth=2)
    for v in (w, new):
        foot = rounded(v @ unit * unit)
        left.plot(*np.array([v, foot]).T, ":", color=GREY)
        left.plot(*foot, "^", color=GREEN, markersize=8)
    left.set_title("progress", size="large")
    for size, style in ((np.sqrt(w @ w), ":"), (most, "--")):
        right.add_patch(Arc((0, 0), 2 * size, 2 * size, theta2=90, ls=style, color=ORANGE, lw=2))
    right.set_title("growth", size="large")
    say(left, f"The update from w = {point(w)} to w + z = {point(new)}, with z = {point(z)}.")
    say(left, f"Along {point(goal)} it moves from {signed(before)} to {signed(after)}.")
    grown = f"from {signed(w @ w)} to {signed(new @ new)}, at most to {signed(w @ w + z @ z)}"
    say(right, f"The squared length grows {grown}, the hypotenuse over w and z.")


def shadow(ax: Axes, w: ArrayLike, w_star: ArrayLike) -> None:
    """Draw Cauchy and Schwarz: w, its shadow on the line of w*, and what is left, with squares.

    Parameters
    ----------
    ax : Axes
    w, w_star : array_like, shape (2,)
        Neither is zero, nor are they parallel.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> shadow(ax, [3, 4], [2, 0])
    >>> print(fig.alt)
    A right triangle: w = (3, 4) is its longest side, and its shadow on the line of w* another.
    The squares on its sides: 9 on the shadow w·ŵ, 16 on the rest, 25 on w.
    """
    w, goal = np.asarray(w, dtype=float), np.asarray(w_star, dtype=float)
    unit = goal / np.sqrt(goal @ goal)
    foot = w @ unit * unit
    corners = rounded([[0, 0], foot, w])
    areas = []
    for start, end, colour, hatch in (0, 1, GREEN, "///"), (1, 2, GREY, "xx"), (2, 0, BLUE, ""):
        a, b = corners[start], corners[end]
        third = corners[3 - start - end]
        out = turned(b - a) * -np.sign(turned(b - a) @ (third - a))
        square = np.array([a, b, b + out, a + out])
        areas.append(float(rounded((b - a) @ (b - a), 6)))
        ax.add_patch(Polygon(square, fc="none", ec=colour, hatch=hatch, lw=2))
        centre = square.mean(axis=0)
        box = {"facecolor": "white", "edgecolor": "none", "pad": 2}
        ax.text(
            centre[0],
            centre[1],
            signed(areas[-1]),
            ha="center",
            va="center",
            size="x-large",
            bbox=box,
        )
    arrow(ax, (0, 0), w)
    name(ax, w / 2, "w", corners[1] - w / 2, distance=14, size="large")
    arrow(ax, (0, 0), foot, GREEN)
    name(ax, foot / 2, "shadow", w - foot, distance=10, color=GREEN)
    ax.autoscale_view()
    ax.set(aspect="equal", xlabel="w₀", ylabel="w₁")
    is_longest = "is its longest side, and its shadow on the line of w* another"
    say(ax, f"A right triangle: w = {point(w)} {is_longest}.")
    squares = "{} on the shadow w·ŵ, {} on the rest, {} on w".format(*map(signed, areas))
    say(ax, f"The squares on its sides: {squares}.")
