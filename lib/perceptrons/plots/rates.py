"""Figures of chapter 6: one step seen in two ways, and schedules that do or do not arrive.

>>> from perceptrons import plots
>>> fig, axes = plots.figure(1, 2)
>>> step(axes, [-1, 0], [1, 0], [1, 0])
>>> print(fig.alt)
From w = (−1, 0) along z = (1, 0), with w* = (1, 0).
The squared distance to w* is 4, least at η = 2, where it is 0.
Its bound is least at η* = 1, and below 4 for η between 0 and 2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._check import Array
from perceptrons.plots.palette import BLUE, CURVES, GREEN, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import arrow, name, turned
from perceptrons.plots.words import point, signed

__all__ = ["approach", "step"]


class _Mark(NamedTuple):
    """A rate with a name, and how it is marked in both panels."""

    rate: float
    shape: str
    colour: str
    name: str


def step(axes: Sequence[Axes] | Array, w: ArrayLike, z: ArrayLike, w_star: ArrayLike) -> None:
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
            f"w·z is {signed(w @ z)} and w_star·z is {signed(w_star @ z)}: give weights that are "
            "mistaken on z, and a separator that is not"
        )
    left, right = axes
    away, square = w - w_star, z @ z
    oracle, nearest = (float(rounded(v @ z / square)) for v in (w_star, -away))
    marks = [_Mark(oracle, "s", ORANGE, "η*"), _Mark(nearest, "o", BLUE, "nearest")]
    _way(left, w, z, w_star, marks)
    eta = np.linspace(0, 2.15 * nearest, 150)
    start = away @ away
    bound = start - 2 * eta * (w_star @ z) + eta**2 * square
    distance = bound + 2 * eta * (w @ z)
    right.axvspan(0, 2 * oracle, color=ORANGE, alpha=0.15)
    right.axhline(start, color=GREY, linewidth=1)
    right.plot(eta, rounded(bound), "--", color=ORANGE, label="bound")
    right.plot(eta, rounded(distance), color="black", label="distance²")
    lowest = rounded(start - np.array([oracle * (w_star @ z), nearest * (-away @ z)]))
    for mark, value in zip(marks, lowest, strict=True):
        right.plot(mark.rate, value, mark.shape, color=mark.colour, markersize=9)
    right.set(xlabel="η", xlim=(0, rounded(eta[-1])), ylim=(-0.05 * start, 1.5 * start))
    legend(right)
    say(left, f"From w = {point(w)} along z = {point(z)}, with w* = {point(w_star)}.")
    least = f"least at η = {signed(nearest)}, where it is {signed(abs(lowest[1]))}"
    say(right, f"The squared distance to w* is {signed(start)}, {least}.")
    interval = f"below {signed(start)} for η between 0 and {signed(2 * oracle)}"
    say(right, f"Its bound is least at η* = {signed(oracle)}, and {interval}.")


def _way(ax: Axes, w: Array, z: Array, w_star: Array, marks: Sequence[_Mark]) -> None:
    """Draw the way along z, where it crosses w·z = 0, and where the marked rates lead."""
    nearest = marks[-1].rate
    end, foot = w + 2.15 * nearest * z, w + nearest * z
    middle, half = (w + end) / 2, 0.6 * np.abs(end - w).max()
    unit = z / np.hypot(*z)
    across = 3 * half * turned(unit)
    ax.plot(*rounded([-across, across]).T, "--", color=GREY)
    arrow(ax, w, end, linewidth=1.5)
    ax.plot(*rounded([foot, w_star]).T, ":", color=GREEN)
    ax.plot(*w, "o", color="black", markersize=8)
    ax.plot(*w_star, "*", color=GREEN, markersize=14)
    # Names of weights stand on the side of w*, those of rates on the other.
    side = -turned(unit) * (np.sign(-turned(z) @ (w_star - w)) or 1)
    name(ax, w, "w", side, distance=17, size="large")
    name(ax, w_star, "w*", side, distance=17, size="large", color=GREEN)
    align = "right" if side[0] > 0 else "left"
    for mark in marks:
        at = rounded(w + mark.rate * z)
        ax.plot(*at, mark.shape, color=mark.colour, markersize=9)
        name(ax, at, mark.name, -side, distance=11, size="large", color=mark.colour, ha=align)
    ax.set(aspect="equal", xlabel="w₀", ylabel="w₁")
    ax.set(xlim=(middle[0] - half, middle[0] + half), ylim=(middle[1] - half, middle[1] + half))


def approach(ax: Axes, products: Mapping[str, ArrayLike], *, updates: int) -> None:
    """Draw the product w·z after k = 1, 2, ... updates under several schedules, k on a log scale.

    Parameters
    ----------
    ax : Axes
    products : mapping from a name to an array of w·z after k = 0, 1, ... updates
        Up to five. A run whose last product is above 0 has arrived.
    updates : int
        Where the axis ends.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> approach(ax, {"1": [-1, 0, 1], "1/4": [-1, -0.75, -0.5]}, updates=2)
    >>> print(fig.alt)
    From w·z = −1. 1: above 0 after 2 updates; 1/4: still at −0.5 after 2 updates.
    """
    said = []
    for schedule, along, (colour, marker) in styled(products, "products", CURVES):
        values = np.asarray(along, dtype=float)
        last = len(values) - 1
        k = np.unique(np.geomspace(1, last, 120).round().astype(int))
        ax.plot(k, rounded(values[k]), color=colour, label=schedule)
        ax.lines[-1].set(marker=marker, markevery=[-1], markersize=8)
        where = "above 0" if values[-1] > 0 else f"still at {signed(values[-1])}"
        said.append(f"{schedule}: {where} after {last} updates")
    ax.axhline(0, color=GREY, linewidth=1)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(lambda k, _: f"{k:,.0f}")
    ax.set(xlabel="updates k", ylabel="w·z", xlim=(0.9, 1.6 * updates))
    legend(ax)
    start = np.asarray(next(iter(products.values())), dtype=float)[0]
    say(ax, f"From w·z = {signed(start)}. {'; '.join(said)}.")
