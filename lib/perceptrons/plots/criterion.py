"""Figures of chapter 3, the perceptron criterion: lengths in data space, a landscape over the weights.

J_P is linear on each sector of the plane of weights between two lines w·z_i = 0. So its level lines
and its surface have all their corners on these lines, and are drawn from the corners alone.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> contours(ax, [[-1, 0], [1, 2]], [[1, 1], [0, 1]], levels=[1, 2])
>>> print(fig.alt)
Level lines of J_P at 1, 2. It is 0 on the sector between (0, 1) and (−1, 0.5), green.
The weights go from (1, 1) to (0, 1), where J_P is 1, 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from mpl_toolkits.mplot3d import Axes3D
from numpy.typing import ArrayLike

from perceptrons._check import Array
from perceptrons.geometry import reflect
from perceptrons.plots.palette import BLUE, GREEN, GREY, LIGHT_BLUE, ORANGE
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import arrow, half_plane, patterns
from perceptrons.plots.words import count, equation, listed, point, signed
from perceptrons.table import subscript

__all__ = ["ahead", "along", "contours", "kink", "losses", "profile", "shortfalls", "surface"]

BESIDE: dict[str, Any] = {"textcoords": "offset points"}
FEW = 12  # corners that are marked and named one by one


def _J(W: ArrayLike, Z: ArrayLike) -> Array:
    """Return J_P of each row of W."""
    products = np.asarray(W, dtype=float) @ np.asarray(Z, dtype=float).T
    return np.maximum(0, -products).sum(axis=-1)


def _edges(Z: ArrayLike) -> Array:
    """Return the directions along which some w·z_i = 0, by their angle; the longest entry is 1.

    Where J_P is 0 on a sector, the first direction is the end of that sector.
    """
    Z = np.asarray(Z, dtype=float)
    turned = np.column_stack([-Z[:, 1], Z[:, 0]]) / np.abs(Z).max(axis=1, keepdims=True)
    V = np.unique(np.vstack([turned, -turned]) + 0.0, axis=0)  # -0.0 + 0.0 is 0.0
    V = V[np.argsort(np.arctan2(V[:, 1], V[:, 0]))]
    zero = _J(V, Z) == 0
    ends = np.flatnonzero(zero & ~np.roll(zero, -1))
    return np.roll(V, -ends[0], axis=0) if len(ends) else V


def shortfalls(ax: Axes, w: ArrayLike, X: ArrayLike, t: ArrayLike) -> None:
    """Draw g over one feature, and how far each mistaken pattern lies on the wrong side of zero.

    Parameters
    ----------
    ax : Axes
    w : array_like, shape (2,)
    X : array_like, shape (n, 1)
    t : array_like, shape (n,)

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> shortfalls(ax, [1, 1], [[0], [3]], [-1, 1])
    >>> print(fig.alt.splitlines()[-1])
    The line g(x) = 1 + x₁. Thick bars lead to it from 1 mistaken pattern: at x₁ = 0 of length 1.
    """
    X, w = np.asarray(X, dtype=float), np.asarray(w, dtype=float)
    products = reflect(X, t) @ w
    window = np.array([X.min() - 0.7, X.max() + 0.7])
    ax.axhline(0, color=GREY, linewidth=1)
    ax.plot(window, w[0] + w[1] * window, color="black")
    wrong = np.flatnonzero(products <= 0)
    for i in wrong:
        g = w[0] + w[1] * X[i, 0]
        ax.plot([X[i, 0]] * 2, [0, g], color=GREEN, linewidth=6, solid_capstyle="butt")
        ax.annotate(
            signed(-products[i]),
            (X[i, 0], g / 2),
            (8, 0),
            va="center",
            color=GREEN,
            size="large",
            **BESIDE,
        )
    patterns(ax, X, t)
    ax.set(xlim=tuple(window), xlabel="x₁", ylabel="g(x)")
    each = (f"at x₁ = {signed(X[i, 0])} of length {signed(-products[i])}" for i in wrong)
    bars = f"Thick bars lead to it from {count(len(wrong), 'mistaken pattern')}"
    if len(wrong):
        bars += f": {' and '.join(each)}"
    say(ax, f"The line g(x) = {equation(w)}. {bars}.")


def profile(
    axes: Sequence[Axes] | Array,
    w: ArrayLike,
    Z: ArrayLike,
    j: int,
    low: float,
    high: float,
    *,
    mark: float | None = None,
) -> None:
    """Draw the number of mistaken patterns, and J_P, while one weight moves.

    Parameters
    ----------
    axes : array of two Axes
    w : array_like, shape (m,)
        The other weights.
    Z : array_like, shape (n, m)
        Reflected patterns.
    j : int
        Which weight moves, from 0.
    low, high : float
        From where to where.
    mark : float, optional
        A value of the moving weight, to be marked on both curves; no pattern may be on the line there.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, axes = plots.figure(1, 2)
    >>> profile(axes, [0, 1], [[-1, 0], [1, 2]], 0, -3, 2)
    >>> print(fig.alt)
    While w₀ goes from −3 to 2, with a corner or a step at −2, 0:
    the number of mistaken patterns is 1, 0, 1 between the steps.
    J_P is 1, 0, 0, 2 at the ends and the corners.
    """
    Z, w = np.asarray(Z, dtype=float), np.asarray(w, dtype=float)
    moves = Z[:, j] != 0
    kinks = np.unique(rounded(w[j] - (Z @ w)[moves] / Z[moves, j]))
    kinks = kinks[(low < kinks) & (kinks < high)]
    stops = np.r_[low, kinks, high]

    def beside(values: ArrayLike) -> Array:
        W = np.tile(w, (np.size(values), 1))
        W[:, j] = values
        return W

    upper, lower = axes
    between = (beside((stops[:-1] + stops[1:]) / 2) @ Z.T <= 0).sum(axis=1)
    heights = rounded(_J(beside(stops), Z))
    few, name = len(kinks) <= FEW, subscript("w", j)
    upper.hlines(between, stops[:-1], stops[1:], color=ORANGE, linewidth=3)
    lower.plot(stops, heights, color=BLUE, linewidth=3)
    ends = f"While {name} goes from {signed(low)} to {signed(high)},"
    if few:
        at = (beside(kinks) @ Z.T <= 0).sum(axis=1)
        upper.plot(kinks, at, "s", color=ORANGE, markersize=7)
        lower.plot(kinks, heights[1:-1], "o", color=BLUE, markersize=7)
        top = max(*between, *at) + 0.4
        say(upper, f"{ends} with a corner or a step at {listed(kinks)}:")
        say(upper, f"the number of mistaken patterns is {listed(between)} between the steps.")
        say(lower, f"J_P is {listed(heights)} at the ends and the corners.")
    else:
        top = 1.1 * between.max()
        upper.vlines(kinks, between[:-1], between[1:], color=ORANGE, linewidth=1)
        steps = f"a staircase of {len(between)} flat steps"
        heard = f"from {between[0]} down to {between.min()} and up to {between[-1]}"
        say(upper, f"{ends} the number of mistaken patterns is {steps}, {heard}.")
        least = f"lowest, {heights.min():.1f}, at {signed(stops[heights.argmin()])}"
        say(lower, f"J_P is a chain of straight pieces without a jump, {least}.")
    if mark is not None:
        here = beside([mark])
        count_here, height = int((here @ Z.T <= 0).sum()), float(rounded(_J(here, Z)[0]))
        for ax, y in ((upper, count_here), (lower, height)):
            ax.plot(mark, y, "D", color="black", markersize=9, zorder=4)
        say(
            upper,
            f"A diamond marks {name} = {signed(mark)}: {count_here} mistakes, J_P {height:.1f}.",
        )
    upper.set(ylabel="mistakes", ylim=(-0.03 * top - 0.25, top))
    upper.locator_params(axis="y", integer=True, nbins=4)
    lower.set(xlabel=name, ylabel="J_P", ylim=(-0.02 * heights.max() - 0.2, None))
    for ax in axes:
        ax.set_xlim(low, high)


def losses(ax: Axes) -> None:
    """Draw what one pattern contributes, against w·z: the count, the hinge, and the hinge loss.

    Parameters
    ----------
    ax : Axes

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> losses(ax)
    >>> print(fig.alt.splitlines()[0])
    Against w·z, from −3 to 3, three curves that are 0 on the far right:
    """
    ends = np.array([-3, 0, 1, 3])
    ax.plot(ends, np.maximum(0, 1 - ends), ":", color=GREEN, label="hinge loss")
    ax.plot(ends, np.maximum(0, -ends), color=BLUE, linewidth=3, label="hinge")
    ax.plot([-3, 0], [1, 1], "--", color=ORANGE, label="count")
    ax.plot([0, 3], [0, 0], "--", color=ORANGE)
    ax.plot(0, 1, "s", color=ORANGE, markersize=7)
    ax.plot(0, 0, "s", color=ORANGE, markersize=7, markerfacecolor="white", zorder=3)
    ax.set(xlabel="w·z", ylabel="share of one pattern", xlim=(-3, 3), ylim=(-0.2, 3.2))
    legend(ax, ncols=3, columnspacing=1, handlelength=1.5)
    say(ax, "Against w·z, from −3 to 3, three curves that are 0 on the far right:")
    say(ax, "the count is 1 up to and at 0, then 0;")
    say(
        ax,
        "the hinge falls with slope −1 from 3 to 0 at w·z = 0; the hinge loss does so 1 further right.",
    )


def kink(ax: Axes, slopes: Sequence[float], too_steep: float) -> None:
    """Draw max(0, -p), and lines of slope -s through its kink: below it if 0 <= s <= 1, else not.

    Parameters
    ----------
    ax : Axes
    slopes : sequence of float
        Some s between 0 and 1.
    too_steep : float
        One s above 1.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> kink(ax, [0, 0.5, 1], 1.5)
    >>> print(fig.alt.splitlines()[-1])
    The line with s = 1.5 (dashed) lies above it on the left.
    """
    p = np.array([-2.0, 0, 2])
    for s in slopes:
        ax.plot(p, -s * p, color=GREEN, linewidth=1.5)
    ax.plot(p, -too_steep * p, "--", color=ORANGE, label=f"s = {signed(too_steep)}: too steep")
    ax.plot(p, np.maximum(0, -p), color=BLUE, linewidth=4, label="max(0, −p)")
    ax.plot([], [], color=GREEN, linewidth=1.5, label=f"s = {', '.join(map(signed, slopes))}")
    ax.set(xlabel="p = w·z", xlim=(-2, 2), ylim=(-2, 3))
    legend(ax)
    say(ax, "The function max(0, −p) falls to its kink at 0, then stays 0.")
    say(ax, f"The lines −s p with s = {listed(slopes)} touch it at 0 and lie nowhere above it.")
    say(ax, f"The line with s = {signed(too_steep)} (dashed) lies above it on the left.")


def contours(
    ax: Axes,
    Z: ArrayLike,
    path: ArrayLike,
    levels: Sequence[float],
    low: Sequence[float] = (-4, -1),
    high: Sequence[float] = (4, 7.5),
) -> None:
    """Draw level lines of J_P in the plane of two weights, and the path of a run.

    Parameters
    ----------
    ax : Axes
    Z : array_like, shape (n, 2)
        Reflected patterns.
    path : array_like, shape (updates+1, 2)
    levels : sequence of float
        Above 0.
    low, high : pair
        Corners of the window.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> contours(ax, [[-1, 0], [1, 2]], [[1, 1]], levels=[3])
    >>> len(ax.lines)
    2
    """
    V, W = _edges(Z), np.asarray(path, dtype=float)
    heights = _J(V, Z)
    far = 4 * np.abs([low, high]).max()
    up = V[heights > 0] / heights[heights > 0, None]  # on the level line 1
    zero = V[heights == 0]
    for level in levels:
        first = level * up[0]
        line = level * np.vstack([up, up[:1]])
        if len(zero):  # an open line, parallel to both ends of the sector where J_P is 0
            last = level * up[-1]
            line = np.vstack([first + far * zero[0], level * up, last + far * zero[1 % len(zero)]])
        ax.plot(*line.T, color=BLUE, linewidth=1.2)
        ax.annotate(signed(level), level * up[-1], (3, 2), clip_on=True, color=BLUE, **BESIDE)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
    ax.set(xlabel="w₀", ylabel="w₁")
    where = "It is 0 at the origin alone."
    if len(zero) > 1:
        _sector(ax, zero, far)
        ends = f"{point(zero[1])} and {point(zero[0])}"
        where = f"It is 0 on the sector between {ends}, green."
    ax.plot(*W[0], "o", color="black", markersize=7)
    for tail, tip in pairwise(W):
        arrow(ax, tail, tip)
    say(ax, f"Level lines of J_P at {listed(levels)}. {where}")
    walk = " to ".join(map(point, W))
    say(ax, f"The weights go from {walk}, where J_P is {listed(_J(W, Z))}.")


def _sector(ax: Axes, zero: Array, far: float) -> None:
    """Fill the sector of the plane of weights on which J_P is 0."""
    corners = far * np.vstack([[0, 0], zero[0], zero[1:][::-1]])
    ax.add_patch(Polygon(corners, closed=True, color=GREEN, alpha=0.35, linewidth=0))


def ahead(
    ax: Axes,
    Z: ArrayLike,
    w: ArrayLike,
    goals: ArrayLike,
    low: Sequence[float],
    high: Sequence[float],
) -> None:
    """Draw a step of the batch rule, the half-plane ahead of it, and the distances to some goals.

    Parameters
    ----------
    ax : Axes
    Z : array_like, shape (n, 2)
        Reflected patterns, of separable classes.
    w : array_like, shape (2,)
        Where the step begins; no separator.
    goals : array_like, shape (m, 2)
        Separators.
    low, high : pair
        Corners of the window.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> ahead(ax, [[-1, 0], [1, 2]], [1, 1], [[-1, 1]], (-3, -1), (2, 2))
    >>> print(fig.alt)
    The step from (1, 1) to (0, 1). The half-plane ahead of it is shaded, and holds the green sector.
    Squared distance to the separator (−1, 1): 4 before the step, 1 after it.
    """
    P, start = np.asarray(Z, dtype=float), np.asarray(w, dtype=float)
    V = _edges(P)
    step = P[P @ start <= 0].sum(axis=0)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
    ax.set(xlabel="w₀", ylabel="w₁")
    half_plane(ax, [-start @ step, *step])
    ax.axline(tuple(start), tuple(start + [-step[1], step[0]]), color=GREY, linestyle="--")
    _sector(ax, V[_J(V, P) == 0], 4 * np.abs([low, high]).max())
    say(
        ax,
        f"The step from {point(start)} to {point(start + step)}. The half-plane ahead of it is "
        "shaded, and holds the green sector.",
    )
    for goal in np.asarray(goals, dtype=float):
        for end, style in ((start, ":"), (start + step, "-")):
            ax.plot(*np.transpose([end, goal]), style, color=BLUE, linewidth=1.5)
        ax.plot(*goal, "D", color=GREEN, markersize=8)
        before, after = (((goal - end) ** 2).sum() for end in (start, start + step))
        told = f"{signed(before)} before the step, {signed(after)} after it"
        say(ax, f"Squared distance to the separator {point(goal)}: {told}.")
    ax.plot(*start, "o", color="black", markersize=7)
    arrow(ax, start, start + step)


def along(axes: Sequence[Axes] | Array, costs: ArrayLike, counts: ArrayLike) -> None:
    """Draw J_P and the number of mistaken patterns after each update, on scales that grow tenfold.

    Parameters
    ----------
    axes : array of two Axes
    costs, counts : array_like, shape (updates+1,)

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, axes = plots.figure(2, 1)
    >>> along(axes, [0, 700, 20, 0], [4, 2, 1, 0])
    >>> print(fig.alt)
    After 0 to 3 updates, J_P is 0 at the start, at most 700, after update 1, and 0 in the end.
    The number of mistaken patterns falls from 4 to 0; it rises in 0 of the updates.
    """
    upper, lower = axes
    J, M = np.asarray(costs, dtype=float), np.asarray(counts, dtype=int)
    for ax, values, style, name in ((upper, J, "o-", "J_P"), (lower, M, "s-", "mistakes")):
        colour = BLUE if ax is upper else ORANGE
        ax.plot(values, style, color=colour, markersize=5, linewidth=1)
        ax.set_yscale("symlog", linthresh=1)
        ax.set(ylabel=name, ylim=(-0.3, 3 * values.max()))
    lower.set(xlabel="updates")
    worst = int(J.argmax())
    say(
        upper,
        f"After 0 to {len(J) - 1} updates, J_P is {signed(J[0])} at the start, at most "
        f"{J.max():.0f}, after update {worst}, and {signed(J[-1])} in the end.",
    )
    rises = int((np.diff(M) > 0).sum())
    way = f"falls from {M[0]} to {M[-1]}; it rises in {rises} of the updates"
    say(lower, f"The number of mistaken patterns {way}.")


def surface(ax: Axes3D, Z: ArrayLike, path: ArrayLike, reach: float) -> None:
    """Draw J_P over the plane of two weights as a surface with flat facets, and a path on it.

    Parameters
    ----------
    ax : Axes3D
    Z : array_like, shape (n, 2)
        Reflected patterns.
    path : array_like, shape (updates+1, 2)
    reach : float
        The window goes from -reach to reach in both weights.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure(subplot_kw={"projection": "3d"})
    >>> surface(ax, [[-1, 0], [1, 2]], [[1, 1], [0, 1]], 2)
    >>> print(fig.alt)
    J_P over the weights: a cone with 4 flat facets, its tip at the origin. One facet lies on the ground.
    """
    W = np.asarray(path, dtype=float)
    edges = _edges(Z)
    corners = np.vstack([edges, [[1, 1], [1, -1], [-1, 1], [-1, -1]]])
    rim = reach * np.unique(corners, axis=0)
    rim = rim[np.argsort(np.arctan2(rim[:, 1], rim[:, 0]))]
    heights = np.r_[0, _J(rim, Z)]
    after = 1 + np.roll(np.arange(len(rim)), -1)
    facets = [(0, i, k) for i, k in enumerate(after, start=1)]  # each has a corner at the origin
    ground = [heights[i] == heights[k] == 0 for _, i, k in facets]
    x, y = np.vstack([[0, 0], rim]).T
    faces = ax.plot_trisurf(x, y, facets, heights, alpha=0.75, linewidth=0, shade=False)
    faces.set_facecolor([GREEN if flat else LIGHT_BLUE for flat in ground])
    for v, height in zip(reach * edges, _J(reach * edges, Z), strict=True):
        ax.plot([0, v[0]], [0, v[1]], [0, height], color=GREY, linewidth=1)
    ax.plot(*W.T, _J(W, Z), "o-", color="black", markersize=6, zorder=5)
    ax.set(xlabel="w₀", ylabel="w₁")
    ax.set_zlabel("J_P", labelpad=12)
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), zlim=(0, heights.max()))
    ax.set(xticks=[-reach, 0, reach], yticks=[-reach, 0, reach])
    ax.locator_params(axis="z", nbins=3)
    for axis in (ax.xaxis, ax.yaxis, ax.zaxis):
        axis.set_pane_color("white")
    ax.view_init(elev=35, azim=120)
    lies = "One facet lies on the ground." if any(ground) else "No facet lies on the ground."
    cone = f"a cone with {len(edges)} flat facets, its tip at the origin"
    say(ax, f"J_P over the weights: {cone}. {lies}")
