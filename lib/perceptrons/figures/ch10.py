"""Drawings of chapter 10: labellings, and how many of them can be separated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array
from perceptrons.capacity import cover
from perceptrons.plots.palette import (
    BEFORE,
    BLUE,
    CLASSES,
    CURVES,
    GREEN,
    GREY,
    ORANGE,
    styled,
)
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import patterns, plane, turned
from perceptrons.plots.separability import hulls
from perceptrons.plots.words import point, signed
from perceptrons.separability import largest_margin, separate

__all__ = ["bent", "capacity", "labellings", "newcomer", "still_wrong"]

RUNS: list[dict[str, Any]] = [
    {"color": ORANGE, "linestyle": "-"},
    {"color": BLUE, "linestyle": "--"},
    {"color": GREEN, "linestyle": ":"},
]


def still_wrong(ax: Axes, runs: Mapping[str, ArrayLike], *, block: int) -> None:
    """Draw the mistakes of each epoch of several runs, averaged over blocks of epochs."""
    say(ax, f"Mistakes an epoch, in the mean of {block} epochs.")
    for run, mistakes, style in styled(runs, "runs", RUNS):
        counts = np.asarray(mistakes)[: len(np.asarray(mistakes)) // block * block]
        mean = rounded(counts.reshape(-1, block).mean(axis=1))
        ax.plot(block * (np.arange(len(mean)) + 0.5), mean, label=run, **style)
        told = f"{signed(mean[0])} at first, {signed(mean[-1])} in the end"
        say(ax, f"{run}: {told}, never below {signed(mean.min())}.")
    ax.set(xlabel="epochs", ylabel="mistakes an epoch", ylim=(0, None))
    legend(ax, ncols=1)


def labellings(axes: Array, X: ArrayLike) -> None:
    """Draw every labelling of a few points, each with a line, or with the hulls that cross."""
    P = check.patterns(X).astype(float)
    low, high = P.min() - 1, P.max() + 1
    crossed = []
    for ax, t in zip(axes.flat, product((1, -1), repeat=len(P)), strict=True):
        ax.set(xlim=(low, high), ylim=(low, high), aspect="equal", xticks=[], yticks=[])
        ax.spines[["top", "right"]].set_visible(True)
        answer = separate(P, t)
        if not answer.separable:
            crossed.append(t)
            hulls(ax, P, np.array(t))
            ax.set_facecolor((ORANGE, 0.12))
        elif len(set(t)) == 2:
            ax.axline(*_between(P, np.array(t)), color="black", linewidth=1.5)
        for target, (_, _, marker, colour) in CLASSES.items():
            face = colour if target == 1 else "white"
            here = P[np.array(t) == target]
            style = {"markersize": 7, "markeredgewidth": 2, "zorder": 3}
            ax.plot(*here.T, marker, color=colour, markerfacecolor=face, **style)
    count = len(axes.flat) - len(crossed)
    places = ", ".join(map(point, P))
    say(axes.flat[0], f"The {len(axes.flat)} labellings of {places}: a line separates {count}.")
    if crossed:
        classes = ", ".join(CLASSES[c][0] for c in crossed[0])
        first = f"of which the first is of class {classes}"
        say(axes.flat[0], f"Not these, {first}: {len(crossed)}.")


def _between(P: Array, t: Array) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return two points of the line half-way between the hulls of two classes."""
    small = 2.0**-13  # beside small features the bias costs nothing: the widest strip in the plane
    w = largest_margin(P * small, t).w * [1, small, small]
    foot = -w[0] * w[1:] / (w[1:] @ w[1:])
    ends = rounded([foot, foot + turned(w[1:]) / np.hypot(*w[1:])], 4)
    return tuple(ends[0]), tuple(ends[1])


def newcomer(ax: Axes, X: ArrayLike, new: Sequence[float]) -> None:
    """Draw a new point, and a line through it for each way in which such lines divide the others."""
    P, at = check.patterns(X).astype(float), np.asarray(new, dtype=float)
    ways = P - at
    angles = np.sort(np.arctan2(ways[:, 1], ways[:, 0]) % np.pi)
    low = float(np.floor(min(P.min(), at.min()) - 1))
    high = float(np.ceil(max(P.max(), at.max()) + 1))
    plane(ax, low, high)
    lines = f"{len(P)} lines through it: one for each way to divide"
    say(ax, f"A new point {point(at)}, and {lines} {', '.join(map(point, P))}.")
    for x in P:
        ax.plot(*np.array([at, x]).T, ":", color=GREY, linewidth=1.5)
    white = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    for number, (a, b) in enumerate(
        zip(angles, [*angles[1:], angles[0] + np.pi], strict=True), start=1
    ):
        way = rounded([np.cos((a + b) / 2), np.sin((a + b) / 2)])
        ax.axline(tuple(at), tuple(rounded(at + way)), color=GREEN)
        # The number stands where the line has the longer way to the edge of the window.
        far = max(_reach(at, way, low, high), -_reach(at, -way, low, high), key=abs)
        style: dict[str, Any] = {"ha": "center", "va": "center", "color": GREEN, "bbox": white}
        x, y = rounded(at + 0.88 * far * way)
        ax.text(x, y, str(number), weight="bold", **style)
        left = ways @ turned(way) > 0
        alone = P[left] if left.sum() <= len(P) / 2 else P[~left]
        told = ", ".join(map(point, alone)) or "no point"
        say(ax, f"On one side of line {number}: {told}.")
    for x in P:
        side: dict[str, Any] = {"ha": "center", "va": "bottom" if x[1] > at[1] else "top"}
        shift = (0, 8 if x[1] > at[1] else -8)
        ax.annotate(point(x), tuple(x), shift, textcoords="offset points", **side)
    ax.plot(*P.T, "o", color="black", markersize=9, label="old points", zorder=3)
    ax.plot(*at, "*", color=ORANGE, markersize=17, label="new point", linestyle="", zorder=3)
    ax.plot([], [], color=GREEN, label="lines through it")
    legend(ax, ncols=3, columnspacing=1, handletextpad=0.5)


def _reach(at: Array, way: Array, low: float, high: float) -> float:
    """Return how many steps along a way lead from a point inside a square window to its edge."""
    edges = np.where(way > 0, high, low) - at
    return float((edges[way != 0] / way[way != 0]).min())


def capacity(
    ax: Axes, weights: Sequence[int], measured: Mapping[int, Sequence[tuple[int, float]]]
) -> None:
    """Draw Cover's share of separable labellings against n / D, and shares that were measured."""
    say(ax, "Shares of the labellings that can be separated, against n / D.")
    for D, (colour, marker), run in zip(weights, CURVES, RUNS, strict=False):
        n = np.arange(1, 4 * D + 1)
        share = np.array([cover(int(k), D) / 2 ** int(k) for k in n])
        style: dict[str, Any] = {"color": colour, "linewidth": 1.5}
        style["linestyle"] = run["linestyle"]
        ax.plot(n / D, rounded(share), **style, label=f"D = {D}")
        ends = ", ".join(f"{signed(round(share[q * D - 1], 4))} at {q}" for q in (2, 4))
        say(ax, f"Cover's, D = {D}: {signed(share[D - 1])} at n / D = 1, {ends}.")
        if D in measured:
            k, seen = np.array(measured[D]).T
            look: dict[str, Any] = {"color": colour, "markerfacecolor": "white"}
            ax.plot(k / D, seen, marker, linestyle="", markersize=8, markeredgewidth=2, **look)
            told = ", ".join(f"{signed(s)} of n = {int(m)}" for m, s in measured[D])
            say(ax, f"Measured, D = {D}: {told}.")
    ax.axvline(2, **{**BEFORE, "linewidth": 1})
    ax.set(xlabel="patterns for each weight, n / D", ylabel="share that can be separated")
    ax.set(xlim=(0, 4), ylim=(-0.03, 1.05))
    legend(ax, ncols=3)


def bent(ax: Axes, X: ArrayLike, t: ArrayLike, w: ArrayLike) -> None:
    """Draw patterns of two features, and where a quadratic discriminant of them is positive."""
    v = np.asarray(w, dtype=float)
    low, high = ax.get_xlim()
    a, b = np.meshgrid(*2 * [np.linspace(low, high, 121)])
    g = rounded(v[0] + v[1] * a + v[2] * b + v[3] * a * a + v[4] * a * b + v[5] * b * b)
    ax.contourf(a, b, g, levels=[0, np.abs(g).max() + 1], colors=[GREY], alpha=0.15)
    ax.contour(a, b, g, levels=[0], colors="black")
    patterns(ax, X, t)
    legend(ax)
    say(ax, f"Shaded: where w·(1, x₁, x₂, x₁², x₁x₂, x₂²) > 0 for w = {point(v)}.")
