"""Drawings of chapter 7: a fitted line, thresholds that settle or not, and steps in a parabola."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons.descent import Descent
from perceptrons.plots.palette import BLUE, CLASSES, CURVES, GREEN, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import class_style
from perceptrons.plots.words import count, equation, listed, signed
from perceptrons.run import expect

__all__ = ["factors", "fit", "overshoot", "penalties", "projection", "settling"]

TWO_LINES = [("-", "black"), ("--", GREY)]
LETTERS = 12  # points: still readable where a phone shows the figure at two thirds


def overshoot(ax: Axes, run: Descent, title: str, *, reach: float | None = None) -> None:
    """Draw the steps of a descent down the parabola of J over w_1, while w_0 keeps its value."""
    expect(run, Descent, "pass adaline.batch(X, t, eta=eta, epochs=epochs)")
    w = np.asarray(run.weights, dtype=float)
    if w.shape[1] != 2 or np.ptp(w[:, 0]) > 0:
        raise ValueError(
            "run must have one feature and the same bias after each epoch: other weights are not "
            "over this parabola; use plots.descent.bowl"
        )
    a = run.A[:, 1]
    least = float(a @ (run.t - w[0, 0]) / (a @ a))
    reach = 1.1 * np.abs(w[:, 1] - least).max() if reach is None else reach
    v = least + np.linspace(-reach, reach, 81)
    J = ((run.t[:, None] - w[0, 0] - np.outer(a, v)) ** 2).sum(axis=0) / 2
    ax.plot(v, J, color=GREY)
    ax.plot(w[:, 1], run.costs, "--o", color=ORANGE, linewidth=1.5, markersize=6)
    ax.plot(w[:1, 1], run.costs[:1], "s", color="black", markersize=8)
    ax.set(xlabel="w₁", title=title)
    went = f"w₁ goes {listed(w[:, 1])} in a parabola whose least J is at {signed(least)}"
    say(ax, f"{title}: {went}; J goes {listed(map(float, run.costs))}.")


def fit(
    ax: Axes,
    X: ArrayLike,
    t: ArrayLike,
    lines: Mapping[str, ArrayLike],
    names: Sequence[str] = ("class C1", "class C2"),
) -> None:
    """Draw the graphs of g over one feature beside the targets, and the errors of the first."""
    x, t = np.ravel(np.asarray(X, dtype=float)), np.asarray(t)
    for name, (target, (_, shape, _, _)) in zip(names, CLASSES.items(), strict=True):
        here = x[t == target]
        ax.plot(here, 0 * here + target, **class_style(target) | {"label": name})
        who = f"{count(len(here), 'pattern')} of {name} ({shape})"
        say(ax, f"{who} at height {signed(target)}: x₁ = {listed(here)}.")
    ends = np.array([x.min() - 1, x.max() + 1])
    for name, w, (dashes, colour) in styled(lines, "lines", TWO_LINES):
        w_0, w_1 = map(float, np.asarray(w))
        ax.plot(ends, w_0 + w_1 * ends, dashes, color=colour, label=name)
        words = f"{name}: the line {equation([w_0, w_1])}"
        if w_1:
            zero = -w_0 / w_1
            label = "its threshold" if dashes == "-" else None
            ax.plot(zero, 0, "D", color=colour, markersize=8, zorder=4, label=label)
            words += f", which is 0 at x₁ = {signed(zero)}"
        elif w_0:
            words += ", which is 0 nowhere"
        words += "."
        if dashes == "-":
            g = w_0 + w_1 * x
            ax.vlines(x, g, t, color=GREEN, linestyle=":", linewidth=2.5, label="its errors")
            errors = (f"{signed(e)} at {signed(v)}" for e, v in zip(t - g, x, strict=True))
            words += f" Errors: {', '.join(errors)}."
        say(ax, words)
    ax.axhline(0, color=GREY, linewidth=1)
    ax.set(xlabel="x₁", ylabel="target, and g(x)", ylim=(-2, 2), xlim=tuple(ends))
    legend(ax)


def penalties(ax: Axes) -> None:
    """Draw what an output y costs a pattern with the target 1, by three measures of what is wrong."""
    y = np.linspace(-2, 4, 121)
    curves = {
        "a mistake counts 1": (y <= 0).astype(float),
        "perceptron, chapter 3": np.maximum(0, -y),
        "Adaline: ½(1 − y)²": (1 - y) ** 2 / 2,
    }
    dashes = [(":", GREY), ("--", ORANGE), ("-", BLUE)]
    for name, cost, (dash, colour) in styled(curves, "curves", dashes):
        jump = "steps-pre" if dash == ":" else "default"  # from 1 to 0 at y = 0
        ax.plot(y, cost, dash, color=colour, label=name, drawstyle=jump)
    for place, words, at in [(-1, "wrong", (-0.8, 1.95)), (3, "too right", (1.5, 1.95))]:
        ax.plot(place, (1 - place) ** 2 / 2, "D", color="black", markersize=8, zorder=4)
        ax.annotate(words, at, fontsize=LETTERS)
    ax.set(xlabel="output y, where the target is 1", ylabel="cost", ylim=(-0.1, 4.6))
    legend(ax, ncols=1)
    say(
        ax,
        "What an output y costs a pattern with the target 1. Counting mistakes: 1 up to 0, then "
        "nothing. The perceptron's criterion: −y up to 0, then nothing. Adaline: ½(1 − y)², which is "
        "0 at 1 only; −1 (wrong) and 3 (too right) both cost 2.",
    )


def settling(
    axes: Sequence[Axes],
    x: ArrayLike,
    t: ArrayLike,
    thresholds: Mapping[str, ArrayLike],
    names: Sequence[str] = ("class C1", "class C2"),
) -> None:
    """Draw patterns of one feature, and below them the threshold of each rule, epoch by epoch."""
    above, below = axes
    x, t = np.asarray(x), np.asarray(t)
    for name, (target, (_, shape, _, _)) in zip(names, CLASSES.items(), strict=True):
        here = np.sort(x[t == target])
        height = 1 + np.arange(len(here)) - np.searchsorted(here, here)
        style = class_style(target) | {"markersize": 5, "label": name}
        above.plot(here, target * height, **style)
        ends = f"from {signed(here[0])} to {signed(here[-1])}"
        say(above, f"{name} ({shape}): {count(len(here), 'pattern')}, {ends}.")
    above.axhline(0, color=GREY, linewidth=1)
    above.set(ylabel="patterns")
    above.set_yticks([])
    legend(above)
    curves = CURVES[2:] + CURVES[:2]  # the colours of the classes come last
    for name, values, (colour, marker) in styled(thresholds, "thresholds", curves):
        steps = np.asarray(values, dtype=float)
        epochs = np.flatnonzero(~np.isnan(steps))
        below.plot(steps[epochs], epochs, marker + "-", color=colour, label=name)
        shown = rounded(steps[epochs], 2)
        since = f"threshold from epoch {epochs[0]} on {listed(shown[:6])}"
        ends = f"between {signed(shown[-6:].min())} and {signed(shown[-6:].max())}"
        say(below, f"{name}: {since}, in the last epochs {ends}.")
    below.invert_yaxis()
    below.set(ylabel="epoch")
    legend(below)


def projection(ax: Axes, t: ArrayLike, column: ArrayLike) -> None:
    """Draw targets, the multiples of a column and the nearest of them, true to length."""
    target, along = np.asarray(t, dtype=float), np.asarray(column, dtype=float)
    foot = float(target @ along / np.linalg.norm(along))
    height = float(np.sqrt(target @ target - foot**2))
    far = 1.35 * max(foot, height)
    ax.axline((0, 0), (1, 0), color=GREY, linewidth=2)
    arrow = {"arrowstyle": "-|>", "linewidth": 2, "mutation_scale": 18, "shrinkA": 0, "shrinkB": 0}
    for end, start, colour, words, at in [
        ((foot, height), (0, 0), "black", "targets t", (0.4 * foot, 0.55 * height)),
        ((foot, 0), (0, 0), BLUE, "outputs Aŵ", (0.3 * foot, -0.18 * far)),
        ((foot, height), (foot, 0), ORANGE, "errors t − Aŵ", (0.96 * foot, 0.3 * height)),
    ]:
        ax.annotate("", end, start, arrowprops={**arrow, "color": colour})
        ax.annotate(
            words, at, color=colour, ha="left" if colour == BLUE else "right", fontsize=LETTERS
        )
    corner = 0.08 * far
    square = np.array([(foot - corner, 0), (foot - corner, corner), (foot, corner)])
    ax.plot(*square.T, color="black", linewidth=1)
    other = 1.75 * foot
    ax.plot([other], [0], "s", color=GREEN, markersize=7)
    ax.plot([other, foot], [0, height], ":", color=GREEN)
    for words, at, align, colour in [
        ("other outputs Aw", (other, -0.18 * far), "center", GREEN),
        ("t − Aw", (0.52 * (other + foot), 0.55 * height), "left", GREEN),
        ("the plane of all outputs, seen from its edge", (foot, -0.4 * far), "center", GREY),
    ]:
        ax.text(*at, words, color=colour, ha=align, fontsize=LETTERS)
    ax.set(xlim=(-0.15 * far, 2.2 * foot), ylim=(-0.45 * far, 1.15 * height), aspect="equal")
    ax.set_axis_off()
    say(
        ax,
        f"The targets, an arrow of length {signed(float(np.linalg.norm(target)))}; their nearest point among "
        f"the outputs, at {signed(foot)} along a line; the errors, of length {signed(height)}, at "
        "right angles to that line.",
    )


def factors(ax: Axes, least: float, greatest: float) -> None:
    """Draw the size of 1 - ηλ against the rate η, for the least and the greatest eigenvalue λ."""
    border, best = 2 / greatest, 2 / (least + greatest)
    eta = np.linspace(0, 1.25 * border, 251)
    at_best = (greatest - least) / (greatest + least)
    for value, (dash, colour) in [(least, ("--", BLUE)), (greatest, ("-", ORANGE))]:
        ax.plot(eta, np.abs(1 - eta * value), dash, color=colour, label=f"λ = {signed(value)}")
    ax.axvline(border, color="black", linestyle=":")
    border_name = f"2/λₘₐₓ = {signed(border)}"
    ax.text(1.01 * border, 0.02, border_name, ha="left", va="bottom", rotation=90, fontsize=12)
    ax.plot(best, at_best, "D", color="black", markersize=9, label=f"best: η ≈ {best:.2g}")
    ax.axhline(1, color=GREY, linewidth=1)
    ax.set(xlabel="rate η", ylabel="|1 − ηλ|", ylim=(0, 1.55), xlim=(0, eta[-1]))
    legend(ax, ncols=3)
    say(
        ax,
        f"By what a step multiplies, against the rate η. |1 − {signed(least)}η| falls from 1 to "
        f"{signed(abs(1 - eta[-1] * least))} at η = {signed(eta[-1])}.",
    )
    say(
        ax,
        f"|1 − {signed(greatest)}η| falls from 1 to 0 at η = {signed(1 / greatest)}, and is 1 again at "
        f"η = {signed(border)}: beyond it, divergence.",
    )
    cross = f"They cross at η = {signed(best)}, where both are {signed(at_best)}"
    say(ax, f"{cross}: the best constant rate.")
