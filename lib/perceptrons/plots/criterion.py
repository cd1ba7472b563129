"""Figures of chapter 3 along one axis: what a mistake costs, and the criterion J_P while it moves.

The axis is a feature, a single weight, the product w·z of one pattern, or the count of updates.
`plots.landscape` draws J_P over two weights.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> shortfalls(ax, [1, 1], [[0], [1], [2], [3]], [-1, -1, 1, 1])
>>> print(fig.alt.splitlines()[-1].partition(": ")[2])
at x₁ = 0 of length 1 and at x₁ = 1 of length 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.geometry import reflect
from perceptrons.plots.palette import BLUE, GREEN, GREY, ORANGE
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import patterns
from perceptrons.plots.words import count, equation, listed, signed
from perceptrons.table import subscript

__all__ = ["along", "kink", "losses", "profile", "shortfalls"]

BESIDE: dict[str, Any] = {"textcoords": "offset points"}
FEW = 12  # corners that are marked and named one by one


def J_P(W: ArrayLike, Z: ArrayLike) -> Array:
    """Return J_P of each row of W."""
    products = np.asarray(W, dtype=float) @ np.asarray(Z, dtype=float).T
    return np.maximum(0, -products).sum(axis=-1)


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
        A value of the moving weight, to be marked by a line; no product may be zero there.

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
    heights = rounded(J_P(beside(stops), Z))
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
        count_here, height = int((here @ Z.T <= 0).sum()), float(rounded(J_P(here, Z)[0]))
        for ax in axes:  # a line behind the curves, because a marker would hide a narrow step
            ax.axvline(mark, color="black", linestyle=":", linewidth=1.5, zorder=1)
        place = f"A dotted line marks {name} = {signed(mark)}"
        say(upper, f"{place}: {count_here} mistakes, J_P {height:.1f}.")
    upper.set(ylabel="mistakes", ylim=(-0.03 * top - 0.25, top))
    upper.locator_params(axis="y", integer=True, nbins=4)
    lower.set(xlabel=name, ylabel="$J_P$", ylim=(-0.02 * heights.max() - 0.2, None))
    for ax in axes:
        ax.set_xlim(low, high)


def losses(ax: Axes) -> None:
    """Draw what one pattern contributes, against w·z: to the count of mistakes, and to J_P.

    Parameters
    ----------
    ax : Axes

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> losses(ax)
    >>> print(fig.alt.splitlines()[0])
    Against w·z, from −3 to 3, two curves that are 0 on the right:
    """
    ends = np.array([-3, 0, 3])
    ax.plot(ends, np.maximum(0, -ends), color=BLUE, linewidth=3, label="hinge")
    ax.plot([-3, 0], [1, 1], "--", color=ORANGE, label="count")
    ax.plot([0, 3], [0, 0], "--", color=ORANGE)
    ax.plot(0, 1, "s", color=ORANGE, markersize=7)
    ax.plot(0, 0, "s", color=ORANGE, markersize=7, markerfacecolor="white", zorder=3)
    ax.set(xlabel="w·z", ylabel="loss of one pattern", xlim=(-3, 3), ylim=(-0.2, 3.2))
    legend(ax, ncols=2)
    say(ax, "Against w·z, from −3 to 3, two curves that are 0 on the right:")
    say(ax, "the count is 1 up to and at 0, then 0;")
    say(ax, "the hinge falls with slope −1 from 3 to 0 at w·z = 0.")


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
    for ax, values, style, name in ((upper, J, "o-", "$J_P$"), (lower, M, "s-", "mistakes")):
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
