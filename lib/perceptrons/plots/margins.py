"""Figures of chapter 5: the largest margin as a point of a hull, and how good the bound is.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> hull(ax, [[1, 3], [-1, -1]], [-0.4, 0.2])
>>> print(fig.alt)
The reflected patterns (1, 3), (−1, −1), and their convex hull.
Its point nearest to zero is p = (−0.4, 0.2), at the distance 0.4472.
"""

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
from perceptrons.plots.palette import BLUE, CURVES, GREEN, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import arrow, class_style, half_plane, name, turned
from perceptrons.plots.words import listed, point, signed

__all__ = ["band", "bracket", "circle", "families", "hull", "walk"]


def _reflected(ax: Axes, Z: ArrayLike, reach: float) -> Array:
    """Draw reflected patterns (±1, ±x), marked by their class, in a square window round zero."""
    P = np.asarray(Z, dtype=float)
    for target in (1, -1):
        ax.plot(*P[P[:, 0] * target > 0].T, **class_style(target))
    ax.plot(0, 0, "+", color="black", markersize=12)
    ax.set(aspect="equal", xlim=(-reach, reach), ylim=(-reach, reach))
    ax.set(xlabel="constant, reflected", ylabel="feature, reflected")  # in the text z₁ is a pattern
    return P


def band(ax: Axes, Z: ArrayLike, w_star: ArrayLike) -> None:
    """Draw R and γ of a separator: a disc that holds the reflected patterns, a band that holds none.

    Parameters
    ----------
    ax : Axes
    Z : array_like, shape (n, 2)
        Reflected patterns.
    w_star : array_like, shape (2,)
        A separator.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> band(ax, [[-1, 4], [1, 0], [1, -1]], [5, 2])
    >>> print(fig.alt)
    The reflected patterns (−1, 4), (1, 0), (1, −1) lie in a disc of radius R = 4.123 round zero,
    and beyond a band of breadth γ = 0.5571, on the side to which w* = (5, 2) points.
    """
    goal = np.asarray(w_star, dtype=float)
    unit = goal / np.sqrt(goal @ goal)
    R = float(np.sqrt((np.asarray(Z, dtype=float) ** 2).sum(axis=1).max()))
    P = _reflected(ax, Z, 1.2 * R)
    gamma = float(rounded((P @ unit).min()))
    ax.add_patch(Circle((0, 0), R, fill=False, linestyle="--", edgecolor=ORANGE, linewidth=2))
    along = 3 * R * turned(unit)
    edge = gamma * unit
    corners = rounded([-along, along, along + edge, edge - along])
    ax.add_patch(Polygon(corners, facecolor=GREEN, alpha=0.25, linewidth=0))
    ax.plot(*rounded([-along, along]).T, color=GREEN)
    arrow(ax, (0, 0), 0.8 * R * unit, GREEN)
    name(ax, 0.8 * R * unit, "w*", unit, color=GREEN, size="large")
    name(ax, (R * -0.7, R * -0.714), "R", (-1, -1), color=ORANGE, size="large", distance=12)
    name(ax, edge / 2 - 0.55 * R * turned(unit), "γ", unit, size="large", distance=0)
    legend(ax)
    inside = f"lie in a disc of radius R = {signed(R)} round zero"
    say(ax, f"The reflected patterns {', '.join(map(point, P))} {inside},")
    side = f"on the side to which w* = {point(goal)} points"
    say(ax, f"and beyond a band of breadth γ = {signed(gamma)}, {side}.")


def hull(ax: Axes, Z: ArrayLike, p: ArrayLike) -> None:
    """Draw the convex hull of reflected patterns, and its point nearest to zero.

    Parameters
    ----------
    ax : Axes
    Z : array_like, shape (n, 2)
        Reflected patterns.
    p : array_like, shape (2,)
        The point, as `separability.largest_margin` finds it.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> hull(ax, [[1, 1], [1, -1], [2, 0]], [1, 0])
    >>> print(fig.alt.splitlines()[-1])
    Its point nearest to zero is p = (1, 0), at the distance 1.
    """
    p = np.asarray(p, dtype=float)
    least = float(rounded(np.sqrt(p @ p)))
    P = _reflected(ax, Z, 1.2 * np.abs(np.asarray(Z, dtype=float)).max())
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
    """Draw the weights along a run in weight space; what stays white is the set of separators.

    Parameters
    ----------
    ax : Axes
    path : array_like, shape (updates+1, 2)
    Z : array_like, shape (n, 2)
        Reflected patterns.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> walk(ax, [[0, 0], [1, 1], [0, 2]], [[1, 1], [-1, 1]])
    >>> print(fig.alt)
    The weights go in 2 updates from (0, 0) to (0, 2); the turning points are (1, 1).
    """
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
    """Draw what each update of a run proves of the largest margin, from below and from above.

    Parameters
    ----------
    ax : Axes
    found : Bracket
        As `bounds.bracket` returns it.
    margin : float
        The largest margin itself.

    Examples
    --------
    >>> from perceptrons import bounds, data, perceptron, plots
    >>> fig, ax = plots.figure()
    >>> bracket(ax, bounds.bracket(perceptron.online(*data.modified_or())), 3**-0.5)
    >>> print(fig.alt)
    After update k = 1 to 3 the largest margin, 0.5774, is at most 1.732, 1, 0.5774,
    and at least −0.5774, −1, 0.5774.
    """
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
    """Draw updates against the best bound on logarithmic axes, for families of data sets.

    Parameters
    ----------
    ax : Axes
    runs : mapping from a name to pairs (bound, updates)
        Up to five.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> families(ax, {"circle": [(10, 10), (50, 50)], "mail": [(454, 150)]})
    >>> print(fig.alt)
    Updates against the best bound, (R/γ*)².
    circle: 10 of 10, 50 of 50.
    mail: 150 of 454.
    """
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
    """Draw patterns of class C1 on a circle, and the walk of their sums in the order given.

    Parameters
    ----------
    axes : array of two Axes
    X : array_like, shape (n, 2)

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, axes = plots.figure(1, 2)
    >>> circle(axes, [[1, 0], [-1, 0]])
    >>> print(fig.alt)
    2 patterns of class C1, none farther from zero than 1.
    Their sums, in order: (0, 0), (1, 0), (0, 0).
    """
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
