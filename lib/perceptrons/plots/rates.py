"""Figures of step sizes: one step seen twice, and schedules that do or do not arrive (chapter 6).

As in `perceptrons.plots`, each function draws into axes and adds a sentence, made from the data it
draws, to the figure's alternative text. What is drawn is rounded, so that processors agree on it.

>>> from perceptrons import plots
>>> fig, axes = plots.figure(1, 2)
>>> step(axes, [-1, 0], [1, 0], [1, 0])
>>> print(fig.alt)
From w = (−1, 0) along z = (1, 0), with w* = (1, 0).
The squared distance to w* is 4, least at η = 2, where it is 0.
Its bound is least at η* = 1, and below 4 for η between 0 and 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from perceptrons.plots import BLUE, GREEN, GREY, ORANGE, legend, say
from perceptrons.plots.spam import LINES
from perceptrons.table import number

__all__ = ["approach", "step"]

DIGITS = 9
BESIDE: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "size": "large"}


def step(axes: Any, w: Any, z: Any, w_star: Any) -> None:
    """Draw a step along z in weight space, and the squared distance to w* against the rate.

    Parameters
    ----------
    axes : array of two Axes
    w, z, w_star : array_like, shape (2,)
        Weights, a pattern on which they are mistaken, and a separator of it.

    Raises
    ------
    ValueError
        Where w is right about z, or w_star is not.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, axes = plots.figure(1, 2)
    >>> step(axes, [-2, 0], [1, 1], [1, 2])
    >>> print(fig.alt.splitlines()[1])
    The squared distance to w* is 13, least at η = 2.5, where it is 0.5.
    """
    w, z, w_star = (np.asarray(v, dtype=float) for v in (w, z, w_star))
    if not (w @ z <= 0 < w_star @ z):
        raise ValueError(
            f"w·z is {number(w @ z)} and w_star·z is {number(w_star @ z)}: give weights that are "
            "mistaken on z, and a separator that is not"
        )
    away, square = w - w_star, z @ z
    oracle, nearest = (float(np.round(v @ z / square, DIGITS)) for v in (w_star, -away))
    marks = [(oracle, "s", ORANGE, "η*"), (nearest, "o", BLUE, "nearest")]
    _way(axes[0], w, z, w_star, marks)
    eta = np.linspace(0, 2.15 * nearest, 150)
    start = away @ away
    bound = start - 2 * eta * (w_star @ z) + eta**2 * square
    distance = bound + 2 * eta * (w @ z)
    right = axes[1]
    right.axvspan(0, 2 * oracle, color=ORANGE, alpha=0.15)
    right.axhline(start, color=GREY, linewidth=1)
    right.plot(eta, bound.round(DIGITS), "--", color=ORANGE, label="bound")
    right.plot(eta, distance.round(DIGITS), color="black", label="distance²")
    low = start - np.array([oracle * (w_star @ z), nearest * (-away @ z)])
    for (rate, shape, colour, _), value in zip(marks, low.round(DIGITS), strict=True):
        right.plot(rate, value, shape, color=colour, markersize=9)
    right.set(xlabel="η", xlim=(0, eta[-1].round(DIGITS)), ylim=(-0.05 * start, 1.5 * start))
    legend(right)
    say(axes[0], f"From w = {_point(w)} along z = {_point(z)}, with w* = {_point(w_star)}.")
    least = f"least at η = {number(nearest)}, where it is {number(abs(low[1].round(DIGITS)))}"
    say(right, f"The squared distance to w* is {number(start)}, {least}.")
    interval = f"below {number(start)} for η between 0 and {number(2 * oracle)}"
    say(right, f"Its bound is least at η* = {number(oracle)}, and {interval}.")


def _way(ax: Axes, w: Any, z: Any, w_star: Any, marks: Any) -> None:
    """Draw the way along z, where it crosses w·z = 0, and the places of two rates on it."""
    end = w + 2.15 * marks[-1][0] * z
    middle, half = (w + end) / 2, 0.6 * np.abs(end - w).max()
    across = np.array([-z[1], z[0]]) * 3 * half / np.hypot(*z)
    line = np.round([-across, across], DIGITS)
    ax.plot(*line.T, "--", color=GREY)
    ax.annotate("", end, w, arrowprops={"arrowstyle": "-|>", "color": "black", "linewidth": 1.5})
    foot = w + marks[-1][0] * z
    ax.plot(*np.array([foot, w_star]).T.round(DIGITS), ":", color=GREEN)
    ax.plot(*w, "o", color="black", markersize=8)
    ax.plot(*w_star, "*", color=GREEN, markersize=14)
    side = np.sign(z[1] * (w_star - w)[0] - z[0] * (w_star - w)[1]) or 1  # where w* lies
    aside = np.round(side * 17 * np.array([z[1], -z[0]]) / np.hypot(*z), DIGITS)
    ax.annotate("w", w, tuple(aside), va="center", **BESIDE)
    ax.annotate("w*", w_star, tuple(aside), va="center", color=GREEN, **BESIDE)
    for rate, shape, colour, name in marks:
        at = np.round(w + rate * z, DIGITS)
        ax.plot(*at, shape, color=colour, markersize=9)
        place = BESIDE | {"ha": "right" if aside[0] > 0 else "left"}
        ax.annotate(name, at, tuple(-aside / 1.5), va="center", color=colour, **place)
    limits = {"xlim": (middle[0] - half, middle[0] + half)}
    limits["ylim"] = (middle[1] - half, middle[1] + half)
    ax.set(aspect="equal", xlabel="w₀", ylabel="w₁", **limits)


def approach(ax: Axes, products: Mapping[str, Any], *, updates: int) -> None:
    """Draw the product w·z after k = 1, 2, ... updates under several schedules, k on a log scale.

    Parameters
    ----------
    ax : Axes
    products : mapping from a name to an array of w·z after k = 0, 1, ... updates
        A run whose last product is above 0 has arrived.
    updates : int
        Where the axis ends.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> approach(ax, {"1": [-1, 0, 1], "1/4": [-1, -0.75, -0.5]}, updates=2)
    >>> print(fig.alt)
    From w·z = -1. 1: above 0 after 2 updates; 1/4: still at -0.5 after 2 updates.
    """
    ends = []
    for (name, products_of), (colour, marker) in zip(products.items(), LINES, strict=False):
        values = np.asarray(products_of, dtype=float)
        last = len(values) - 1
        k = np.unique(np.geomspace(1, last, 120).round().astype(int))
        style: dict[str, Any] = {"marker": marker, "markevery": [-1], "markersize": 8}
        ax.plot(k, values[k].round(DIGITS), color=colour, label=name, **style)
        after = f"after {last} updates"
        arrived = values[-1] > 0
        ends.append(f"above 0 {after}" if arrived else f"still at {number(values[-1])} {after}")
    ax.axhline(0, color=GREY, linewidth=1)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(lambda k, _: f"{k:,.0f}")
    ax.set(xlabel="updates k", ylabel="w·z", xlim=(0.9, 1.6 * updates))
    legend(ax)
    each = "; ".join(f"{name}: {end}" for name, end in zip(products, ends, strict=True))
    start = next(iter(products.values()))[0]
    say(ax, f"From w·z = {number(start)}. {each}.")


def _point(v: Any) -> str:
    return f"({', '.join(number(c).replace('-', '−') for c in v)})"
