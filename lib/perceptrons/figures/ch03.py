"""Drawings of chapter 3: what a mistake costs, and the criterion J_P along one axis and one step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.geometry import reflect
from perceptrons.plots.landscape import BESIDE, J_P, edges, sector
from perceptrons.plots.palette import BLUE, GREEN, GREY, ORANGE
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import arrow, half_plane, patterns
from perceptrons.plots.words import count, equation, listed, point, signed
from perceptrons.table import subscript

__all__ = ["ahead", "along", "kink", "losses", "profile", "shortfalls"]

FEW = 12  # corners that are marked and named one by one


def shortfalls(ax: Axes, w: ArrayLike, X: ArrayLike, t: ArrayLike) -> None:
    """Draw g over one feature, and how far each mistaken pattern lies on the wrong side of zero."""
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


class Pieces(NamedTuple):
    """What J_P and the count of mistakes are made of while one weight moves."""

    stops: Array  # the ends, and between them the corners
    between: Array  # mistaken patterns between two stops
    at: Array  # and at the corners
    heights: Array  # J_P at the stops


def moved(w: Array, j: int, values: ArrayLike) -> Array:
    """Return a row of weights for each value of w_j."""
    W = np.tile(w, (np.size(values), 1))
    W[:, j] = values
    return W


def pieces(w: Array, Z: Array, j: int, low: float, high: float) -> Pieces:
    """Return what changes while w_j goes from low to high, and where."""

    def mistaken(values: Array) -> Array:
        return np.asarray((moved(w, j, values) @ Z.T <= 0).sum(axis=1))

    moves = Z[:, j] != 0
    kinks = np.unique(rounded(w[j] - (Z @ w)[moves] / Z[moves, j]))
    kinks = kinks[(low < kinks) & (kinks < high)]
    stops = np.r_[low, kinks, high]
    middles = (stops[:-1] + stops[1:]) / 2
    return Pieces(stops, mistaken(middles), mistaken(kinks), rounded(J_P(moved(w, j, stops), Z)))


def told(p: Pieces, name: str) -> Iterator[str]:
    """Yield what is said of the count of mistakes, and of J_P."""
    kinks = p.stops[1:-1]
    ends = f"While {name} goes from {signed(p.stops[0])} to {signed(p.stops[-1])},"
    if len(kinks) <= FEW:
        yield f"{ends} with a corner or a step at {listed(kinks)}:"
        yield f"the number of mistaken patterns is {listed(p.between)} between the steps."
        yield f"J_P is {listed(p.heights)} at the ends and the corners."
    else:
        steps = f"a staircase of {len(p.between)} flat steps"
        heard = f"from {p.between[0]} down to {p.between.min()} and up to {p.between[-1]}"
        yield f"{ends} the number of mistaken patterns is {steps}, {heard}."
        least = f"lowest, {p.heights.min():.1f}, at {signed(p.stops[p.heights.argmin()])}"
        yield f"J_P is a chain of straight pieces without a jump, {least}."


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
    """Draw the number of mistaken patterns, and J_P, while one weight moves."""
    Z, w = np.asarray(Z, dtype=float), np.asarray(w, dtype=float)
    p, name, (upper, lower) = pieces(w, Z, j, low, high), subscript("w", j), axes
    kinks = p.stops[1:-1]
    upper.hlines(p.between, p.stops[:-1], p.stops[1:], color=ORANGE, linewidth=3)
    lower.plot(p.stops, p.heights, color=BLUE, linewidth=3)
    if len(kinks) <= FEW:
        upper.plot(kinks, p.at, "s", color=ORANGE, markersize=7)
        lower.plot(kinks, p.heights[1:-1], "o", color=BLUE, markersize=7)
        top = max(*p.between, *p.at) + 0.4
    else:
        upper.vlines(kinks, p.between[:-1], p.between[1:], color=ORANGE, linewidth=1)
        top = 1.1 * p.between.max()
    for sentence in told(p, name):
        say(upper, sentence)
    if mark is not None:
        for ax in axes:  # a line behind the curves, because a marker would hide a narrow step
            ax.axvline(mark, color="black", linestyle=":", linewidth=1.5, zorder=1)
        here = pieces(w, Z, j, mark, mark)
        place = f"A dotted line marks {name} = {signed(mark)}"
        say(upper, f"{place}: {here.between[0]} mistakes, J_P {here.heights[0]:.1f}.")
    upper.set(ylabel="mistakes", ylim=(-0.03 * top - 0.25, top))
    upper.locator_params(axis="y", integer=True, nbins=4)
    lower.set(xlabel=name, ylabel="$J_P$", ylim=(-0.02 * p.heights.max() - 0.2, None))
    for ax in axes:
        ax.set_xlim(low, high)


def losses(ax: Axes) -> None:
    """Draw what one pattern contributes, against w·z: to the count of mistakes, and to J_P."""
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
    """Draw max(0, -p), and lines of slope -s through its kink: below it if 0 <= s <= 1, else not."""
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
    """Draw J_P and the number of mistaken patterns after each update, on scales that grow tenfold."""
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


def ahead(
    ax: Axes,
    Z: ArrayLike,
    w: ArrayLike,
    goals: ArrayLike,
    low: Sequence[float],
    high: Sequence[float],
) -> None:
    """Draw a step of the batch rule, the half-plane ahead of it, and the distances to some goals."""
    P, start = np.asarray(Z, dtype=float), np.asarray(w, dtype=float)
    V = edges(P)
    step = P[P @ start <= 0].sum(axis=0)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
    ax.set(xlabel="w₀", ylabel="w₁")
    half_plane(ax, [-start @ step, *step])
    ax.axline(tuple(start), tuple(start + [-step[1], step[0]]), color=GREY, linestyle="--")
    sector(ax, V[J_P(V, P) == 0], 4 * np.abs([low, high]).max())
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
