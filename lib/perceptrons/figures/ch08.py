"""Drawings of chapter 8: features in one unit, a step that brings nearer, weights that do not rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, NullLocator
from numpy.typing import ArrayLike

from perceptrons import adaline
from perceptrons._core import check
from perceptrons.plots.descent import level_lines
from perceptrons.plots.palette import BLUE, CURVES, GREEN, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import patterns
from perceptrons.plots.words import count, listed, point, signed

__all__ = ["clouds", "excess", "fall", "step", "units", "valley"]

BESIDE: dict[str, Any] = {"textcoords": "offset points", "fontsize": 13}


def excess(ax: Axes, above: Mapping[str, ArrayLike]) -> None:
    """Draw how far J is above its minimum after each epoch, on a logarithmic axis."""
    each = []
    for name, values, (colour, marker) in styled(above, "above", CURVES):
        costs = np.asarray(values, dtype=float)
        ax.semilogy(costs, marker=marker, markersize=5, color=colour, label=name)
        each.append(f"{name}: {listed(costs[[0, 1, 2, -1]])}")
    ax.set(xlabel="epoch", ylabel="J above its minimum")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    legend(ax, ncols=1)
    say(ax, f"J above its minimum after epochs 0, 1, 2 and {len(costs) - 1}. {'; '.join(each)}.")


def units(
    ax: Axes, X: ArrayLike, t: ArrayLike, names: Sequence[str], title: str, height: float = 1
) -> None:
    """Draw patterns of two features with the same unit on both axes, class C1 above class C2."""
    P = np.asarray(X, dtype=float)
    first, *_ = patterns(ax, P, t, markersize=5, markeredgewidth=1.2)
    first.set_zorder(4)  # many patterns in one place: the fewer, filled ones stay in sight
    low, high = P.min(axis=0), P.max(axis=0)
    (x, y), wide = (low + high) / 2, 0.55 * (high - low).max()
    tall = height * wide
    ax.set(xlim=(x - wide, x + wide), ylim=(y - tall, y + tall))
    ax.set(aspect="equal", title=title, xlabel=names[0], ylabel=names[1])
    ax.locator_params(axis="x", nbins=4)
    ax.locator_params(axis="y", nbins=4 if height > 0.5 else 2)
    spread = [
        f"{name} from {signed(a)} to {signed(b)}"
        for name, a, b in zip(names, rounded(low, 2), rounded(high, 2), strict=True)
    ]
    say(ax, f"{title}: {', '.join(spread)}, with one unit for both.")


def valley(ax: Axes, X: ArrayLike, t: ArrayLike, path: ArrayLike, title: str) -> None:
    """Draw a path of weights in the bowl J, in a window of fixed size around its bottom."""
    least = rounded(adaline.least_squares(X, t), 12) + 0
    eigenvalues = np.linalg.eigvalsh(adaline.hessian(np.asarray(X, dtype=float)))
    for m in range(1, 5):  # as many lines across every valley
        level_lines(ax, X, least, 0.4 * m * float(np.sqrt(eigenvalues[-1])))
    walk = np.asarray(path, dtype=float)
    ax.plot(*walk.T, "o-", color=BLUE, markersize=2.5, linewidth=0.7)
    ax.plot(*walk[0], "s", color="black", markersize=7, zorder=4)
    ax.plot(*least, "x", color="black", markersize=10, markeredgewidth=2.5, zorder=4)
    ax.set(xlim=(least[0] - 1.7, least[0] + 1.7), ylim=(least[1] - 1.7, least[1] + 1.7))
    ax.set(aspect="equal", xlabel="w₀", ylabel="w₁")
    ax.locator_params(nbins=3)
    kappa = signed(round(float(eigenvalues[-1] / eigenvalues[0]), 1))
    ax.set_title(f"{title}\nκ = {kappa}")
    first, last = (float(np.linalg.norm(w - least)) for w in walk[[0, -1]])
    went = f"comes from {signed(first)} to {signed(round(last, 6))} of the bottom {point(least)}"
    say(ax, f"{title}, κ = {kappa}: a path of {count(len(walk) - 1, 'step')} {went}.")


def step(ax: Axes, v: ArrayLike, a: ArrayLike, shares: Sequence[float]) -> None:
    """Draw where the step v - η (a·v) a leads, for shares η ‖a‖² of a projection."""
    start, along = np.asarray(v, dtype=float), np.asarray(a, dtype=float)
    radius, angle = float(np.linalg.norm(start)), np.linspace(0, 2 * np.pi, 121)
    ax.plot(radius * np.cos(angle), radius * np.sin(angle), color=GREY, linewidth=1)
    foot = start - (along @ start) / (along @ along) * along
    ax.axline(foot, start + along, color=GREY, linestyle=":", linewidth=1.5)
    ax.axline((0, 0), (-along[1], along[0]), color=GREY, linestyle="--", linewidth=1)
    arrow = {"arrowstyle": "-|>", "linewidth": 2, "mutation_scale": 16, "shrinkA": 0, "shrinkB": 0}
    for end, colour, name in [(start, "black", "v"), (along, GREEN, "a")]:
        tip = (end[0], end[1])
        ax.annotate("", tip, (0, 0), arrowprops={**arrow, "color": colour})
        ax.annotate(name, tip, color=colour, xytext=(6, 4), **BESIDE)
    said = []
    for share in shares:
        end = start - share * (along @ start) / (along @ along) * along
        length = float(np.linalg.norm(end))
        inside = length <= radius * (1 + 1e-12)
        ax.plot(*end, "o" if inside else "s", color=BLUE if inside else ORANGE, markersize=8)
        ax.annotate(signed(share), (end[0], end[1]), xytext=(8, 4), **BESIDE)
        said.append(f"{point(rounded(end))} at {signed(share)}, of length {signed(length)}")
    ax.plot(0, 0, "+", color="black", markersize=10)
    ax.set(aspect="equal", xlabel="v₀", ylabel="v₁")
    ax.margins(0.12)
    about = f"From v = {point(start)}, of length {signed(radius)}, along a = {point(along)}"
    say(ax, f"{about}: {'; '.join(said)}.")


def clouds(
    ax: Axes,
    X: ArrayLike,
    t: ArrayLike,
    weights: Mapping[str, ArrayLike],
    cycle: ArrayLike | None = None,
) -> None:
    """Draw weights at the ends of many epochs, with their mean, over the level lines of J, and a cycle."""
    least = rounded(adaline.least_squares(X, t), 12) + 0
    each = {name: np.asarray(points, dtype=float) for name, points in weights.items()}
    turn = np.empty((0, 2)) if cycle is None else np.asarray(cycle, dtype=float)
    places = np.vstack([*each.values(), turn, least])
    for radius in 0.25 * np.arange(1, 6):
        level_lines(ax, X, least, radius)
    say(ax, f"Level lines of J around the least J at {point(least)}.")
    style: dict[str, Any] = {"markersize": 3.5, "linestyle": "", "markeredgewidth": 0}
    for name, points, (colour, marker) in styled(each, "weights", CURVES):
        ax.plot(*rounded(points, 6).T, marker=marker, color=colour, label=name, **style)
        middle = rounded(points.mean(axis=0), 6)
        ax.plot(*middle, marker, color=colour, markersize=9, mec="black", mew=1.2, zorder=5)
        mean = rounded(points.mean(axis=0), 2) + 0
        far = float(np.linalg.norm(points - points.mean(axis=0), axis=1).mean())
        about = f"{count(len(points), 'point')} with the mean {point(mean)}"
        say(ax, f"{name}: {about}, at a mean distance of {signed(round(far, 2))} from it.")
    if len(turn):
        closed = np.vstack([turn, turn[:1]])
        ax.plot(*closed.T, "D-", color="black", mfc="white", ms=5, lw=1.2, label="fixed order")
        say(ax, f"A cycle of {count(len(turn), 'step')}: {', '.join(map(point, turn))}.")
    for line, value in ((ax.axvline, least[0]), (ax.axhline, least[1])):
        line(value, color="black", linestyle=":", linewidth=1.2, zorder=6)  # over every mark
    low, high = places.min(axis=0), places.max(axis=0)
    margin = 0.1 * (high - low).max()
    ax.set(xlim=(low[0] - margin, high[0] + margin), ylim=(low[1] - margin, high[1] + margin))
    ax.set(aspect="equal", xlabel="w₀", ylabel="w₁")
    legend(ax, fontsize=12)


def fall(
    ax: Axes, places: ArrayLike, curves: Mapping[str, ArrayLike], xlabel: str, ylabel: str
) -> None:
    """Draw how quantities above 0 fall or rise, with logarithms on both axes."""
    at = check.numbers(places, "places").astype(float)
    said = []
    for name, values, (colour, marker) in styled(curves, "curves", CURVES):
        heights = np.asarray(values, dtype=float)
        ax.loglog(at, heights, marker=marker, markersize=6, color=colour, label=name)
        ends = ", ".join(f"{signed(heights[k])} at {signed(at[k])}" for k in (0, -1))
        said.append(f"{name}: {ends}")
    ax.set_xticks(at, labels=[_share(v) for v in at])
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set(xlabel=xlabel, ylabel=ylabel)
    legend(ax, fontsize=12)
    say(ax, f"{ylabel} against {xlabel}, with logarithms on both axes. {'; '.join(said)}.")


def _share(value: float) -> str:
    """Return 1/8 for 0.125, and any other number to four digits."""
    parts = 1 / value
    return f"1/{parts:.0f}" if value < 1 and parts == round(parts) else signed(value)
