"""Drawings of chapter 2: the updates of a run, one by one, in data space and in weight space."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array
from perceptrons.plots.palette import AFTER, BEFORE, BLUE, CLASSES, GREEN, GREY, ORANGE, RING
from perceptrons.plots.picture import rounded, say
from perceptrons.plots.planes import (
    arrow,
    class_style,
    foot_and_normal,
    half_plane,
    name,
    patterns,
    plane,
    turned,
)
from perceptrons.plots.words import equation, listed, point, signed, update_name
from perceptrons.run import Run, expect
from perceptrons.table import subscript

__all__ = ["errors", "graph", "progress", "stream", "terms", "weight_space"]

LABEL = {"boxstyle": "circle,pad=0.2", "facecolor": "white", "edgecolor": "black"}


def progress(axes: Axes | Sequence[Axes] | Array, run: Run) -> None:
    """Draw the updates of a run on two features, a panel each, and the key in a panel left over."""
    X, t = _raw(run)
    panels = np.ravel(np.asarray(axes))
    reach = 2 * np.abs(X).max()
    for k, ax in zip(range(1, run.updates + 1), panels, strict=False):
        causes = _causes(run, k)
        before, after = run.weights[k - 1 : k + 1].astype(float)
        plane(ax, -reach, reach)
        patterns(ax, X, t)
        ax.plot(*X[causes].T, **RING)
        for i, x in enumerate(X):
            name(ax, x, str(i + 1), x)
        for w, style in (before, BEFORE), (after, AFTER):
            if w[1:].any():
                foot, unit = foot_and_normal(w)
                ax.axline(foot, foot + turned(unit), **style)
        if after[1:].any():
            half_plane(ax, after)
            for x in X[causes]:
                arrow(ax, x, x - ((x - foot) @ unit) * unit, GREEN)
        mode = "Batch update" if run.batch else "Update"
        by = f"pattern{'s' if len(causes) > 1 else ''} {', '.join(str(i + 1) for i in causes)}"
        ax.set_title(f"{mode} {k}: {by}", fontsize=12)
        say(ax, f"{mode} {k}, by {by}: {_line(before)} before; after it {_line(after)}.")
    for ax in panels[run.updates :]:
        ax.set_axis_off()
    if len(panels) > run.updates:
        _key(panels[run.updates])


def terms(axes: Sequence[Axes] | Array, w: ArrayLike, z: ArrayLike) -> None:
    """Draw w·z as a sum of terms, one bar a weight, before z is added to w and after."""
    start, pattern = np.asarray(w), np.asarray(z)
    titles = "Before", "After"
    both = [start * pattern, (start + pattern) * pattern]
    factors = [signed(v) if v >= 0 else f"({signed(v)})" for v in pattern]
    names = [f"{subscript('w', j)} · {factor}" for j, factor in enumerate(factors)]
    low, high = min(0, *map(min, both)), max(0, *map(max, both))
    for ax, title, parts in zip(axes, titles, both, strict=True):
        total = parts.sum()
        colours = [GREEN if part > 0 else ORANGE for part in (*parts, total)]
        ax.bar([*names, "w·z"], [*parts, total], color=colours, edgecolor="black", width=0.6)
        numbers = [signed(part) for part in (*parts, total)]
        ax.bar_label(ax.containers[0], numbers, padding=2, fontsize=12)
        ax.axhline(0, color="black", linewidth=1)
        ax.axvline(len(parts) - 0.5, color=GREY, linestyle=":")
        ax.set(title=title, ylim=(low - 0.7, high + 0.7))
        say(ax, f"{title}: {listed(parts)}, which add up to {signed(total)}.")


def stream(ax: Axes, run: Run, block: int) -> None:
    """Draw the number of mistakes in each block of presentations of an online run."""
    expect(run, Run, "pass perceptron.online(X, t)")
    blocks = -(-run.presentations // check.count(block, "block"))
    mistakes = np.bincount(run.mistaken_at // block, minlength=blocks)
    ax.bar(np.arange(blocks) * block, mistakes, block, align="edge", color=BLUE, edgecolor="white")
    ax.set(xlabel="messages seen so far", ylabel=f"mistakes in {block} messages")
    say(ax, f"Mistakes in each block of {block} presentations: {', '.join(map(str, mistakes))}.")


def errors(ax: Axes, counts: Sequence[int], good: int) -> None:
    """Draw the number of errors of w^(0), w^(1), ..., and as a line what another w achieves."""
    ax.plot(counts, color=BLUE, linewidth=1)
    ax.axhline(good, color="black", linestyle="--")
    ax.set(xlabel="updates", ylabel="errors", ylim=(0, None))
    between = f"between {min(counts)} and {max(counts)}, now more, now fewer"
    last = len(counts) - 1
    say(ax, f"Errors of the weights after 0 to {last} updates: {between}. Dashed: {good}.")


def graph(ax: Axes, run: Run, k: int) -> None:
    """Draw update k of an online run on one feature in data space: g(x) before and after."""
    X, t = _raw(run)
    i = _causes(run, k)[0]
    pair = run.weights[k - 1 : k + 1].astype(float)
    x = np.array([-2, 2]) * np.abs(X).max()
    ax.axhline(0, color=GREY, linewidth=1)
    for w, style in zip(pair, (BEFORE, AFTER), strict=True):
        ax.plot(x, w[0] + w[1] * x, **style)
    patterns(ax, X, t)
    ax.plot(X[i], [0], **RING)
    low, high = pair[:, 0] + pair[:, 1] * X[i]
    arrow(ax, (X[i, 0], low), (X[i, 0], high), GREEN)
    ax.set(xlim=tuple(x), xlabel="x₁", ylabel="g(x)")
    becomes = f"g(x) = {equation(pair[0])} (dashed) becomes {equation(pair[1])} (solid)"
    rise = f"at x₁ = {point(X[i])} from {signed(low)} to {signed(high)}"
    say(ax, f"Update {k}, by pattern {i + 1}: {becomes}, {rise}.")


def weight_space(ax: Axes, run: Run, k: int) -> None:
    """Draw an online run on one feature in weight space: where each w^(k) lies, and update k."""
    Z, W = _reflected(run), run.weights.astype(float)
    i = _causes(run, k)[0]
    reach = np.abs(W).max() + 1
    plane(ax, -reach, reach)
    ax.set(xlabel="w₀", ylabel="w₁")
    for j, z in enumerate(Z):
        half_plane(ax, [0, *-z], facecolor=ORANGE, alpha=0.16)
        ax.axline((0, 0), tuple(turned(z)), color="black", linewidth=3 if j == i else 1)
        ends = rounded(np.outer([0.8, -0.8], turned(z) * reach / np.abs(z).max()))
        free = max(ends, key=lambda end: np.hypot(*(W - end).T).min())  # far from the weights
        name(ax, free, str(j + 1), z, distance=0, fontsize=12, bbox=LABEL)
    for j in range(run.updates):
        arrow(ax, W[j], W[j + 1], GREEN if j == k - 1 else GREY)
    ax.plot(*W.T, "o", color="black", markersize=4)
    for j, w in enumerate(W):
        step = W[min(j + 1, run.updates)] - W[min(j, run.updates - 1)]
        name(ax, w, update_name(j), -turned(step), fontsize="x-large")
    wrong = int((Z @ W[-1] <= 0).sum()) or "no"
    lines = "line" if wrong in (1, "no") else "lines"
    say(ax, f"The weights go from {' to '.join(map(point, W))}.")
    say(ax, "Each pattern has a line w·z = 0, its wrong side shaded in orange.")
    say(ax, f"Update {k} steps at right angles to the line of pattern {i + 1} (thick).")
    say(ax, f"The last weights are on the wrong side of {wrong} {lines}.")


def _reflected(run: Run) -> Array:
    """Return the reflected patterns of a run, dense and as floats."""
    expect(run, Run, "pass perceptron.online(X, t)")
    return (run.Z.toarray() if check.is_sparse(run.Z) else run.Z).astype(float)


def _raw(run: Run) -> tuple[Array, Array]:
    """Return the raw patterns and targets of a run."""
    Z = _reflected(run)
    return Z[:, 1:] * Z[:, [0]], Z[:, 0]


def _causes(run: Run, k: int) -> Array:
    """Return the patterns that caused update k = 1, 2, ...: one, or in batch mode all of a round."""
    if check.count(k, "k") > run.updates:
        raise ValueError(f"k is {k}, but the run made {run.updates} updates: give one of them")
    return run.mistaken[run.mistaken_at // run.n == k - 1] if run.batch else run.mistaken[k - 1 : k]


def _key(ax: Axes) -> None:
    """Fill the axes with the key of `progress`."""
    entries = [
        *(Line2D([], [], **class_style(target)) for target in CLASSES),
        Line2D([], [], **BEFORE, label="line before"),
        Line2D([], [], **AFTER, label="line after"),
        Patch(facecolor=GREY, alpha=0.12, label="positive side"),
        Line2D([], [], label="mistaken", **RING),
        Line2D([], [], color=GREEN, label="to the new line"),
    ]
    ax.legend(handles=entries, loc="center", labelspacing=0.7, fontsize=12, frameon=False)


def _line(w: Array) -> str:
    return f"the line {equation(w)} = 0" if w[1:].any() else "no line"
