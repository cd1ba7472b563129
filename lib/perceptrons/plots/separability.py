"""Figures of chapter 10: labellings, crossing hulls, and how many labellings can be separated.

>>> from perceptrons import data, plots
>>> fig, ax = plots.figure()
>>> crossing(ax, *data.xor(), [0.25] * 4)
>>> print(fig.alt.splitlines()[-1])
A mixture of (1, −1), (−1, 1) is also one of (−1, −1), (1, 1): both are (0, 0).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array
from perceptrons._core.extras import needed_for
from perceptrons.capacity import cover
from perceptrons.plots.palette import (
    BEFORE,
    BLUE,
    CLASSES,
    CURVES,
    GREEN,
    GREY,
    ORANGE,
    RING,
    styled,
)
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import patterns, plane, turned
from perceptrons.plots.words import point, signed
from perceptrons.separability import largest_margin, separate

__all__ = ["bent", "capacity", "crossing", "labellings", "newcomer", "still_wrong"]

RUNS: list[dict[str, Any]] = [
    {"color": ORANGE, "linestyle": "-"},
    {"color": BLUE, "linestyle": "--"},
    {"color": GREEN, "linestyle": ":"},
]


def still_wrong(ax: Axes, runs: Mapping[str, ArrayLike], *, block: int) -> None:
    """Draw the mistakes of each epoch of several runs, averaged over blocks of epochs.

    Parameters
    ----------
    ax : Axes
    runs : mapping from a name to the mistakes of each epoch
        At most three.
    block : int
        How many epochs each point averages.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> still_wrong(ax, {"ten features": [4, 2, 3, 1]}, block=2)
    >>> print(fig.alt)
    Mistakes an epoch, in the mean of 2 epochs.
    ten features: 3 at first, 2 in the end, never below 2.
    """
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
    """Draw every labelling of a few points, each with a line, or with the hulls that cross.

    Parameters
    ----------
    axes : array of 2^n Axes
    X : array_like, shape (n, 2)

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, axes = plots.figure(2, 4, figsize=(6, 3))
    >>> labellings(axes, [[0, 0], [1, 0], [2, 0]])
    >>> print(fig.alt)
    The 8 labellings of (0, 0), (1, 0), (2, 0): a line separates 6.
    Not these, of which the first is of class C1, C2, C1: 2.
    """
    P = check.patterns(X).astype(float)
    low, high = P.min() - 1, P.max() + 1
    crossed = []
    for ax, t in zip(axes.flat, product((1, -1), repeat=len(P)), strict=True):
        ax.set(xlim=(low, high), ylim=(low, high), aspect="equal", xticks=[], yticks=[])
        ax.spines[["top", "right"]].set_visible(True)
        answer = separate(P, t)
        if not answer.separable:
            crossed.append(t)
            _hulls(ax, P, np.array(t))
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


def _hulls(ax: Axes, P: Array, t: Array) -> None:
    """Draw the convex hull of each class: a segment or a polygon."""
    for target, (_, _, _, colour) in CLASSES.items():
        hull = _outline(P[t == target])
        style: dict[str, Any] = {
            "edgecolor": colour,
            "linewidth": 2,
            "linestyle": "-" if target == 1 else "--",
        }
        ax.add_patch(Polygon(hull, closed=len(hull) > 2, facecolor=(colour, 0.2), **style))


def _outline(P: Array) -> Array:
    """Return the corners of the convex hull in order; points on one line give its two ends."""
    P = np.unique(P, axis=0)
    if np.linalg.matrix_rank(P - P[0]) < 2:
        return P[[0, -1]]
    with needed_for("convex hulls"):
        from scipy.spatial import ConvexHull

    return P[ConvexHull(P).vertices]


def crossing(
    ax: Axes,
    X: ArrayLike,
    t: ArrayLike,
    alpha: ArrayLike,
    *,
    names: Sequence[str] = ("class C1", "class C2"),
) -> None:
    """Draw a certificate: the patterns of each class that it mixes, and the point that both give.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (n, 2)
    t : array_like, shape (n,)
    alpha : array_like, shape (n,)
        Of `separability.Certificate`.
    names : sequence of two str
        What the legend calls the classes.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> crossing(ax, [[0, 0], [1, 1], [2, 2]], [1, -1, 1], [0.25, 0.5, 0.25])
    >>> fig.alt.splitlines()[-1]
    'A mixture of (0, 0), (2, 2) is also one of (1, 1): both are (1, 1).'
    """
    P = check.patterns(X).astype(float)
    signs, share = check.targets(t, len(P)), np.asarray(alpha, dtype=float)
    used = share > 0
    small = {"markersize": 5} if len(P) > 12 else {}
    for target, called in zip((1, -1), names, strict=True):
        patterns(ax, P[signs == target], signs[signs == target], label=called, **small)
    _hulls(ax, P[used], signs[used])
    first, second = used & (signs == 1), used & (signs == -1)
    at = share[first] @ P[first] / share[first].sum()
    ax.plot(*at, **RING, label="in both hulls")
    ax.set(xlabel="x₁", ylabel="x₂")
    legend(ax, columnspacing=1, handletextpad=0.5)
    mixed = [", ".join(map(point, P[here])) for here in (first, second)]
    say(ax, f"A mixture of {mixed[0]} is also one of {mixed[1]}: both are {point(at)}.")


def newcomer(ax: Axes, X: ArrayLike, new: Sequence[float]) -> None:
    """Draw a new point, and a line through it for each way in which such lines divide the others.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (n, 2)
        The old points, no two of them in line with the new one.
    new : two numbers

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> newcomer(ax, [[1, 0], [0, 1]], [0, 0])
    >>> print(fig.alt)
    A new point (0, 0), and 2 lines through it: one for each way to divide (1, 0), (0, 1).
    On one side of line 1: (0, 1).
    On one side of line 2: no point.
    """
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
    """Draw Cover's share of separable labellings against n / D, and shares that were measured.

    Parameters
    ----------
    ax : Axes
    weights : sequence of int
        A curve for each number of weights D; at most three.
    measured : mapping from D to pairs (n, share)

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> capacity(ax, [10], {10: [(20, 0.45)]})
    >>> print(fig.alt)
    Shares of the labellings that can be separated, against n / D.
    Cover's, D = 10: 1 at n / D = 1, 0.5 at 2, 0.0005 at 4.
    Measured, D = 10: 0.45 of n = 20.
    """
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
    """Draw patterns of two features, and where a quadratic discriminant of them is positive.

    Parameters
    ----------
    ax : Axes
        Its window must be set (see `plots.plane`).
    X : array_like, shape (n, 2)
    t : array_like, shape (n,)
    w : array_like, shape (6,)
        Weights of 1, x_1, x_2, x_1², x_1 x_2, x_2².

    Examples
    --------
    >>> from perceptrons import data, plots
    >>> fig, ax = plots.figure()
    >>> plots.plane(ax)
    >>> bent(ax, *data.xor(), [0, 0, 0, 0, -1, 0])
    >>> fig.alt.splitlines()[-1]
    'Shaded: where w·(1, x₁, x₂, x₁², x₁x₂, x₂²) > 0 for w = (0, 0, 0, 0, −1, 0).'
    """
    v = np.asarray(w, dtype=float)
    low, high = ax.get_xlim()
    a, b = np.meshgrid(*2 * [np.linspace(low, high, 121)])
    g = rounded(v[0] + v[1] * a + v[2] * b + v[3] * a * a + v[4] * a * b + v[5] * b * b)
    ax.contourf(a, b, g, levels=[0, np.abs(g).max() + 1], colors=[GREY], alpha=0.15)
    ax.contour(a, b, g, levels=[0], colors="black")
    patterns(ax, X, t)
    legend(ax)
    say(ax, f"Shaded: where w·(1, x₁, x₂, x₁², x₁x₂, x₂²) > 0 for w = {point(v)}.")
