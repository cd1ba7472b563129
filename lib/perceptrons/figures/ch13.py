"""Drawings of chapter 13: runs that do not end, what is kept of them, and classes over one feature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons.plots.palette import BLUE, CURVES, GREY, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import arrow
from perceptrons.plots.words import count, equation, listed, point, signed

__all__ = ["cycle", "errors", "heights", "losses"]

DASHES = ["--", ":", "-."]


def heights(ax: Axes, W: ArrayLike, X: ArrayLike, labels: ArrayLike) -> None:
    """Draw the discriminants of several classes over one feature, and the largest of them."""
    V, x, names = np.asarray(W, dtype=float), np.ravel(np.asarray(X, float)), np.asarray(labels)
    ends = np.array([x.min() - 0.6, x.max() + 0.6])
    grid = np.linspace(ends[0], ends[1], 241)
    top = (V[:, :1] + V[:, 1:] * grid).max(axis=0)
    ax.plot(grid, rounded(top), color=GREY, linewidth=7, alpha=0.35)
    classes = np.unique(names)
    for name, w, (colour, marker) in styled(dict(zip(classes, V, strict=True)), "labels", CURVES):
        ax.plot(ends, w[0] + w[1] * ends, color=colour)
        here = x[names == name]
        face = colour if marker == "o" else "white"
        style: dict[str, Any] = {
            "markersize": 10,
            "markeredgewidth": 2,
            "linestyle": "",
            "zorder": 3,
        }
        style |= {"color": colour, "markerfacecolor": face, "label": f"class {name}"}
        ax.plot(here, w[0] + w[1] * here, marker, **style)
        best = [v for v in x if (V[:, 0] + V[:, 1] * v).argmax() == list(classes).index(name)]
        say(ax, f"class {name}: {equation(w)}, largest at x₁ = {listed(best) or 'no pattern'}.")
    ax.set(xlabel="x₁", ylabel="discriminant", xlim=tuple(ends))
    legend(ax, ncols=len(classes))


def errors(ax: Axes, counts: Sequence[int], others: Mapping[str, int], *, before: int = 0) -> None:
    """Draw the errors of the weights after each update, and as lines those of other weights."""
    updates = range(before, before + len(counts))
    ax.plot(updates, counts, color=BLUE, linewidth=1, label="the weights of the moment")
    for name, value, dash in styled(others, "others", DASHES):
        ax.axhline(value, color="black", linestyle=dash, label=name)
    ax.set(xlabel="updates", ylabel="errors", ylim=(0, None))
    legend(ax, ncols=1)
    ends = f"from {min(counts)} to {max(counts)}, half of them at most {signed(np.median(counts))}"
    lines = "".join(f" {name}: {value}." for name, value in others.items())
    say(
        ax, f"Errors after {before} to {updates[-1]} updates: {ends}, the last {counts[-1]}.{lines}"
    )


def cycle(
    ax: Axes,
    path: ArrayLike,
    begin: int,
    *,
    added: Sequence[str] = (),
    mean: ArrayLike | None = None,
) -> None:
    """Draw the weights along a run in weight space, up to a cycle and once round it."""
    W = np.asarray(path, dtype=float)
    if (W[begin] != W[-1]).any():
        raise ValueError(
            f"path must end where the cycle begins, at {point(W[begin])}, but ends at "
            f"{point(W[-1])}: cut it there"
        )
    ax.plot(*W[: begin + 1].T, "o:", color=GREY, markersize=5, linewidth=1.5, label="before")
    ax.plot(*W[0], "s", color="black", markersize=8, label="start")
    for tail, tip in pairwise(W[begin:]):
        arrow(ax, tail, tip, BLUE, shrinkA=4, shrinkB=4)
    if added:
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
        style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 12, "bbox": box}
        for tail, tip, text in zip(W[begin:-1], W[begin + 1 :], added, strict=True):
            place = tuple(rounded(0.75 * tail + 0.25 * tip))  # off the middle: arrows cross
            ax.annotate(text, place, color=BLUE, **style)
    ax.plot(*W[begin:].T, "o", color=BLUE, markersize=8, label="the cycle")
    middle = ""
    if mean is not None:
        cross = np.asarray(mean, dtype=float)
        ax.plot(*cross, "x", color="black", markersize=9, mew=2, label="mean of the cycle")
        middle = f" Their mean is {point(cross)}."
    ax.margins(0.12)
    ax.locator_params(integer=True)
    ax.set(xlabel="w₀", ylabel="w₁")
    legend(ax, ncols=3 if mean is None else 2)
    round_it = ", ".join(map(point, W[begin:-1]))
    way = f"in {count(begin, 'update')} from {point(W[0])} to {point(W[begin])}, and then "
    cycle_ = f"round a cycle of {count(len(W) - 1 - begin, 'update')}: {round_it}"
    they_add = f" They add {', '.join(added)}." if added else ""
    say(ax, f"The weights go {way if begin else ''}{cycle_}.{they_add}{middle}")


def losses(ax: Axes, run_w: ArrayLike, Z: ArrayLike, u: ArrayLike) -> None:
    """Draw both sides of the bound on mistakes with overlap, along the patterns of the updates."""
    W, P, v = (np.asarray(values, dtype=float) for values in (run_w, Z, u))
    k = np.arange(len(W))
    gain = k - np.concatenate([[0], np.cumsum(np.maximum(0, 1 - P @ v))])
    R = np.sqrt((P * P).sum(axis=1).max())
    curves = {"k − L": gain, "w·u": W @ v, "‖u‖R√k": np.sqrt(v @ v) * R * np.sqrt(k)}
    for (name, values), (colour, _), dash in zip(
        curves.items(), CURVES, ["-", "--", ":"], strict=False
    ):
        ax.plot(k, rounded(values), dash, color=colour, label=name)
    ax.set(xlabel="updates k")
    legend(ax, ncols=3)
    ends = ", ".join(
        f"{name} {'ends ' if name == 'k − L' else ''}at {signed(float(rounded(values[-1], 6)))}"
        for name, values in curves.items()
    )
    say(ax, f"After k = 0 to {len(k) - 1} updates: {ends}.")
