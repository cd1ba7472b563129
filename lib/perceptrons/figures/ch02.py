"""Drawings of chapter 2: the updates of a run, one by one, in data space and in weight space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array
from perceptrons.plots.palette import AFTER, BEFORE, BLUE, CLASSES, GREEN, GREY, ORANGE, RING
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import (
    arrow,
    boundary,
    class_style,
    foot_and_normal,
    half_plane,
    name,
    patterns,
    plane,
    ring,
    turned,
)
from perceptrons.plots.words import equation, listed, point, signed, update_name
from perceptrons.run import Run, expect

__all__ = ["epochs", "errors", "graph", "progress", "stream", "turn", "weight_space"]

CURVES: list[dict[str, Any]] = [
    {"color": ORANGE, "linestyle": "-"},
    {"color": GREEN, "linestyle": "-", "marker": "o"},
    {"color": BLUE, "linestyle": "--"},
]
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


def turn(ax: Axes, w: ArrayLike, z: ArrayLike) -> None:
    """Draw how adding z turns the line: the pattern, set on the tip of the line's arrow."""
    start, pattern = np.asarray(w), np.asarray(z)
    v, step = start[1:], pattern[1:]
    tip = v + step
    x = f"{'' if pattern[0] > 0 else '−'}x"
    reach = 1.25 * np.abs([v, step, tip]).max()
    plane(ax, -reach, reach)
    patterns(ax, [pattern[0] * step], pattern[:1])
    ring(ax, [pattern[0] * step])
    boundary(ax, start, color=GREY, linestyle="--")
    boundary(ax, start + pattern)
    half_plane(ax, start + pattern)
    for tail, head, label, side, colour, gap in [
        (0 * v, v, "v", [0, -1], GREY, 0),
        (0 * v, step, x, [-1, -1], GREEN, 8),  # the pattern stands there
        (v, tip, x, [1, 1], GREEN, 0),
        (0 * v, tip, "", [0, 1], "black", 0),
    ]:
        arrow(ax, tail, head, colour, shrinkB=gap)
        middle = (tail + head) / 2
        name(ax, middle, label, side, distance=14, color=colour, size="large")
    total = f"v {'+' if pattern[0] > 0 else '−'} x"
    name(ax, tip, total, [0, 1], distance=14, size="large")
    parts = f"v = {point(v)}, from its tip {x} = {point(step)}, and the sum {total} = {point(tip)}"
    say(ax, f"Arrows: {parts}, which stands at right angles to the new line.")


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


def epochs(ax: Axes, percent: Mapping[str, ArrayLike], told: Sequence[int]) -> None:
    """Draw per cent of errors after each epoch, a curve for each name; say some of the numbers."""
    for (label, curve), style in zip(percent.items(), CURVES, strict=True):
        values = np.asarray(curve)
        ax.plot(np.arange(1, len(values) + 1), values, label=label, markersize=4, **style)
        some = ", ".join(f"{values[epoch - 1]:.1f}" for epoch in told)
        say(ax, f"{label}: errors of {some} % after {listed(told)} epochs.")
    ax.set(xlabel="epochs", ylabel="errors in %", ylim=(0, None))
    legend(ax)


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
