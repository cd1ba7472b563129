"""Drawings of chapter 5: the largest margin as a point of a hull, and how good the bound is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Polygon
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons._core.extras import needed_for
from perceptrons.bounds import Bracket
from perceptrons.plots.margins import reflected
from perceptrons.plots.palette import BLUE, CURVES, GREEN, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import arrow, class_style, half_plane, name, turned
from perceptrons.plots.words import listed, point, signed

__all__ = ["bracket", "circle", "families", "hull", "walk"]


def hull(ax: Axes, Z: ArrayLike, p: ArrayLike) -> None:
    """Draw the convex hull of reflected patterns, and its point nearest to zero."""
    p = np.asarray(p, dtype=float)
    least = float(rounded(np.sqrt(p @ p)))
    P = reflected(ax, Z, 1.2 * np.abs(np.asarray(Z, dtype=float)).max())
    corners = P
    if len(P) > 2:
        with needed_for("convex hulls"):
            from scipy.spatial import ConvexHull

        corners = P[ConvexHull(P).vertices]
    ax.add_patch(Polygon(corners, facecolor=(BLUE, 0.25), edgecolor=BLUE, linewidth=3))
    ax.add_patch(Circle((0, 0), least, fill=False, linestyle="--", edgecolor=GREEN, linewidth=2))
    far = 30 * turned(p)
    ax.plot(*rounded([p - far, p + far]).T, ":", color=GREEN)
    ax.plot(*p, "*", color=GREEN, markersize=13, label="p, nearest to 0")
    legend(ax)
    say(ax, f"The reflected patterns {', '.join(map(point, P))}, and their convex hull.")
    say(ax, f"Its point nearest to zero is p = {point(p)}, at the distance {signed(least)}.")


def walk(ax: Axes, path: ArrayLike, Z: ArrayLike) -> None:
    """Draw the weights along a run in weight space; what stays white is the set of separators."""
    W, P = np.asarray(path, dtype=float), np.asarray(Z, dtype=float)
    low, high = W.min(axis=0), W.max(axis=0)
    room = 0.12 * (high - low) + 0.5
    ax.set(xlim=(low[0] - room[0], high[0] + room[0]), ylim=(low[1] - room[1], high[1] + room[1]))
    ax.set(xlabel="w₀", ylabel="w₁")
    for z in np.unique(P, axis=0):
        half_plane(ax, [0, *-z], facecolor=ORANGE, alpha=0.16)
        ax.axline((0, 0), tuple(turned(z)), color="black", linewidth=1)
    ax.plot(*W.T, "-o", color=BLUE, markersize=3, linewidth=1)
    ax.plot(*W[0], "s", color="black", markersize=7, label="start")
    ax.plot(*W[-1], "*", color=GREEN, markersize=16, linestyle="", label="the end, a separator")
    ax.plot([], [], "s", color=ORANGE, alpha=0.4, label="wrong about a pattern")
    legend(ax)
    steps = np.diff(W, axis=0)
    turns = [w for w, a, b in zip(W[1:], steps, steps[1:], strict=False) if (a != b).any()]
    told = ", ".join(map(point, turns[:4])) + (" and so on" if len(turns) > 4 else "")
    turning = f"; the turning points are {told}" if turns else ""
    ends = f"from {point(W[0])} to {point(W[-1])}"
    say(ax, f"The weights go in {len(steps)} updates {ends}{turning}.")


def bracket(ax: Axes, found: Bracket, margin: float) -> None:
    """Draw what each update of a run proves of the largest margin, from below and from above."""
    k = np.arange(1, len(found.upper) + 1)
    upper, lower = rounded(found.upper), rounded(found.lower)
    ax.plot(k, upper, "v", color=ORANGE, markersize=8, label="at most: (length of w) / k")
    ax.plot(k, lower, "^", color=BLUE, markersize=8, label="at least: margin of w")
    ax.axhline(margin, color=GREEN, label="largest margin γ*")
    ax.set(xlabel="updates k", ylabel="margin")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    legend(ax)
    few = slice(None) if len(k) <= 12 else slice(-3, None)
    last = "" if len(k) <= 12 else "in the end "
    after = f"After update k = 1 to {len(k)} the largest margin, {signed(margin)}"
    say(ax, f"{after}, is at most {last}{listed(upper[few])},")
    say(ax, f"and at least {listed(lower[few])}.")


def families(ax: Axes, runs: Mapping[str, Sequence[tuple[float, int]]]) -> None:
    """Draw updates against the best bound on logarithmic axes, for families of data sets."""
    top = max(bound for pairs in runs.values() for bound, _ in pairs)
    ends = np.array([1, 2 * top])
    ax.plot(ends, ends, color="black", label="all of the bound")
    say(ax, "Updates against the best bound, (R/γ*)².")
    for family, pairs, (colour, marker) in styled(runs, "runs", CURVES):
        style: dict[str, Any] = {"color": colour, "markerfacecolor": "white", "markersize": 8}
        ax.plot(*rounded(pairs, 6).T, marker, **style, label=family, markeredgewidth=2)
        shares = ", ".join(f"{updates} of {bound:.6g}" for bound, updates in pairs)
        say(ax, f"{family}: {shares}.")
    ax.set(xscale="log", yscale="log", xlabel="best bound (R/γ*)²", ylabel="updates")
    ax.set(xlim=tuple(ends), ylim=(1, None))
    legend(ax)


def circle(axes: Sequence[Axes] | Array, X: ArrayLike) -> None:
    """Draw patterns of class C1 on a circle, and the walk of their sums in the order given."""
    left, right = axes
    P = np.asarray(X, dtype=float)
    rho = float(rounded(np.sqrt((P**2).sum(axis=1).max())))
    sums = rounded(np.vstack([[0, 0], np.cumsum(P, axis=0)]))
    left.add_patch(Circle((0, 0), rho, fill=False, linestyle="--", edgecolor=GREY))
    left.plot(*P.T, **class_style(1))
    for i, x in enumerate(P):
        crowd = [x - y for y in P if 0 < np.hypot(*(x - y)) < 0.2 * rho]  # its name steps aside
        name(left, x, str(i + 1), x + rho * sum(v / np.hypot(*v) for v in crowd), distance=13)
    left.set(aspect="equal", xlim=(-1.35 * rho, 1.35 * rho), ylim=(-1.35 * rho, 1.35 * rho))
    for start, end in pairwise(sums):
        arrow(right, start, end, BLUE, linewidth=1.2)
    right.plot(*sums.T, "o", color=BLUE, markersize=3)
    right.plot(0, 0, "*", color=GREEN, markersize=14)
    reach = 1.15 * np.abs(sums).max()
    right.set(aspect="equal", xlim=(-reach, reach), ylim=(-reach, reach))
    for ax in axes:
        ax.locator_params(nbins=5, integer=True)
    left.set(title="the patterns", xlabel="x₁", ylabel="x₂")
    right.set(title="their sums", xlabel="w₁", ylabel="w₂")
    say(left, f"{len(P)} patterns of class C1, none farther from zero than {signed(rho)}.")
    say(right, f"Their sums, in order: {', '.join(map(point, sums))}.")
