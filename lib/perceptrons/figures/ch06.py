"""Drawings of chapter 6: one step towards w* and onto a wall, and schedules that arrive or do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.plots.palette import BLUE, CURVES, GREEN, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import arrow, name, turned
from perceptrons.plots.words import point, signed

__all__ = ["approach", "step", "updates", "wall"]


def updates(
    ax: Axes,
    rates: Sequence[float],
    counts: Mapping[str, Sequence[int]],
    *,
    over: str = "rate η",
) -> None:
    """Draw how many updates a run makes, against a constant rate, both on log scales."""
    noun, letter = over.split()
    for start, made, (colour, marker) in styled(counts, "counts", CURVES):
        ax.plot(rates, made, color=colour, marker=marker, markersize=6, label=start)
        if len(set(made)) == 1:
            say(ax, f"{start}: {made[0]:,} updates at every {noun} drawn.")
            continue
        best = int(np.argmin(made))
        told = {0: "", best: "", len(made) - 1: ""} | {best: ", the fewest drawn"}
        each = (f"{made[i]:,} at {letter} = {signed(rates[i])}{most}" for i, most in told.items())
        say(ax, f"{start}: updates {'; '.join(each)}.")
    ax.set_xscale("log")
    ax.set_yscale("log")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:,g}")
    ax.set(xlabel=over, ylabel="updates")
    legend(ax)


def approach(ax: Axes, products: Mapping[str, ArrayLike], *, updates: int) -> None:
    """Draw the product w·z after k = 1, 2, ... updates under several schedules, k on a log scale."""
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


class _Mark(NamedTuple):
    """A rate with a name, and how it is marked in both panels."""

    rate: float
    shape: str
    colour: str
    name: str


def step(axes: Sequence[Axes] | Array, w: ArrayLike, z: ArrayLike, w_star: ArrayLike) -> None:
    """Draw a step along z in weight space, and the squared distance to w* against the rate."""
    w, z, w_star = (np.asarray(v, dtype=float) for v in (w, z, w_star))
    if not (w @ z <= 0 < w_star @ z):
        raise ValueError(
            f"w·z is {signed(w @ z)} and w_star·z is {signed(w_star @ z)}: give weights that are "
            "mistaken on z, and a separator that is not"
        )
    left, right = axes
    away, square = w - w_star, z @ z
    oracle, nearest = (float(rounded(v @ z / square)) for v in (w_star, -away))
    marks = [_Mark(oracle, "s", ORANGE, "oracle"), _Mark(nearest, "o", BLUE, "nearest")]
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


def wall(
    ax: Axes,
    w: ArrayLike,
    z: ArrayLike,
    w_star: ArrayLike,
    *,
    b: float = 1,
    factors: Sequence[float] = (0.5, 1, 1.5),
) -> None:
    """Draw the wall w·z = b in weight space, and where relaxation leads from w by several factors."""
    w, z, w_star = (np.asarray(v, dtype=float) for v in (w, z, w_star))
    if w_star @ z < b:
        raise ValueError(
            f"w_star·z is {signed(w_star @ z)}: give a separator with a product of at least {b}"
        )
    full = (b - w @ z) / (z @ z) * z
    unit, end = z / np.hypot(*z), w + 2.15 * full
    corners = np.array([w, end, w_star])
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle, half = (low + high) / 2, 0.62 * np.ptp(corners, axis=0).max()
    along = 4 * half * turned(unit)
    behind = 8 * half * unit
    foot, zero = w + full, w - (w @ z) / (z @ z) * z
    beyond = [foot - along, foot + along, foot + along + behind, foot - along + behind]
    ax.fill(*rounded(beyond).T, color=GREEN, alpha=0.12, linewidth=0)
    ax.plot(*rounded([foot - along, foot + along]).T, color=GREEN, label=f"w·z = {signed(b)}")
    ax.plot(*rounded([zero - along, zero + along]).T, "--", color=GREY, label="w·z = 0")
    arrow(ax, w, end, linewidth=1.5)
    ax.plot(*w, "o", color="black", markersize=8)
    ax.plot(*w_star, "*", color=GREEN, markersize=14)
    name(ax, w, "w", -turned(unit), distance=17, size="large")
    name(ax, w_star, "w*", unit, distance=17, size="large", color=GREEN)
    say(ax, f"The wall w·z = {signed(b)} for z = {point(z)}, with w* = {point(w_star)} beyond it.")
    start, said = (w - w_star) @ (w - w_star), []
    ways = {f"λ = {factor:g}": factor for factor in factors}
    for label, factor, (colour, marker) in styled(ways, "factors", CURVES):
        at = w + factor * full
        ax.plot(*rounded([at, w_star]).T, ":", color=colour, linewidth=1.5)
        ax.plot(*rounded(at), marker, color=colour, markersize=9, label=label)
        left = signed((at - w_star) @ (at - w_star))
        said.append(f"{label} leads to {point(at)}, and the squared distance to w* goes")
        said[-1] += f" from {signed(start)} to {left}"
    ax.set(aspect="equal", xlabel="w₀", ylabel="w₁")
    ax.set(xlim=(middle[0] - half, middle[0] + half), ylim=(middle[1] - half, middle[1] + half))
    legend(ax)
    say(ax, f"From w = {point(w)}: {'; '.join(said)}.")
