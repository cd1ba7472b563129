"""Drawings of chapter 1: a right triangle on a line, reflection, and how far messages are from a line."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons.geometry import augment, classify, distance
from perceptrons.plots.mail import NAMES
from perceptrons.plots.palette import BLUE, CLASSES, GREEN, GREY, ORANGE
from perceptrons.plots.picture import legend, say
from perceptrons.plots.planes import (
    arrow,
    class_style,
    foot_and_normal,
    half_plane,
    name,
    plane,
    turned,
)
from perceptrons.plots.words import count, point, signed

__all__ = ["perpendicular", "reflection", "scores"]


def perpendicular(ax: Axes, w: ArrayLike, x: ArrayLike, along: float) -> None:
    """Draw a pattern x, its foot f on the line, and another point p of the line: a right triangle."""
    P, line = np.asarray(x, dtype=float), check.weights(w, 2)
    start, unit = foot_and_normal(line)
    D = float(distance(line, [P])[0])
    f = P - D * unit
    p = f + along * turned(unit)
    ax.axline(tuple(start), tuple(start + turned(unit)), color="black")
    ax.plot(*np.stack([P, f]).T, color=GREEN, linewidth=3)
    ax.plot(*np.stack([f, p]).T, color=BLUE, linewidth=4)
    ax.plot(*np.stack([P, p]).T, "--", color=ORANGE)
    corner = [
        f + s * np.sign(D) * unit + c * turned(unit) for s, c in ((0.3, 0), (0.3, 0.3), (0, 0.3))
    ]
    ax.plot(*np.stack(corner).T, color=GREY, linewidth=1)
    for letter, at, way in (("x", P, unit * D), ("f", f, -unit * D), ("p", p, -unit * D)):
        ax.plot(*at, "o", color="black", markersize=7)
        name(ax, at, letter, way, distance=14)
    sides = [signed(float(np.hypot(*side))) for side in (P - f, f - p, P - p)]
    say(
        ax,
        "A right triangle of the pattern x, its foot f on the line and another point p of the line.",
    )
    say(ax, "From x to f it is {}, from f to p {}, from x to p {}.".format(*sides))


def reflection(
    ax: Axes, X: ArrayLike, t: ArrayLike, w: ArrayLike, *, reflected: bool = False
) -> None:
    """Draw patterns of one feature beside their constant, as (1, x), reflected if asked."""
    P = check.patterns(X)
    targets, weights = check.targets(t, len(P)), check.weights(w, 1).astype(float)
    A = np.asarray(augment(P))
    reach = float(np.abs(A).max()) + 1
    plane(ax, -reach, reach)
    ax.set(xlabel="constant", ylabel="feature x")
    half_plane(ax, [0, *weights])
    ax.axline((0, 0), tuple(turned(weights)), color="black")
    tip = weights / np.hypot(*weights) * reach / 2
    arrow(ax, (0, 0), tip)
    name(ax, tip, "w", tip, distance=12)
    ax.plot(0, 0, "o", color="black", markersize=4)
    for target, (label, shape, _, _) in CLASSES.items():
        own = A[targets == target]
        turn = reflected and target == -1
        for a in own:
            if turn:
                ax.plot(*np.stack([a, -a]).T, ":", color=GREY)
                ax.plot(*a, **class_style(target) | {"alpha": 0.35})
            ax.plot(*(-a if turn else a), **class_style(target))
            at = -a if turn else a
            away = np.sign(weights[0] * (weights @ at)) or 1  # from the line, along the first axis
            name(ax, at, point(at), (away, 0), distance=32)
        where = ", ".join(point(-a if turn else a) for a in own)
        sides = {*classify([0, *weights], -own if turn else own).tolist()}
        side = {1: "positive", -1: "negative"}.get(*sides) if len(sides) == 1 else "either"
        flipped = ", reflected" if turn else ""
        say(
            ax,
            f"Class {label} ({shape}){flipped}: {where} on the {side} side of w = {point(weights)}.",
        )


def scores(ax: Axes, D: ArrayLike, t: ArrayLike, *, width: float = 0.5) -> None:
    """Draw how many messages lie at each distance from a line: spam upwards, honest mail downwards."""
    away = np.asarray(D, dtype=float)
    targets = check.targets(t, len(away))
    bins = np.floor(away / width).astype(int)
    places = np.arange(bins.min(), bins.max() + 1)
    say(ax, f"Distances from the line, {count(len(away), 'message')}.")
    for target, label in NAMES.items():
        own = targets == target
        heights = target * np.bincount(bins[own] - places[0], minlength=len(places))
        colour = CLASSES[target][3]
        face = colour if target == 1 else "white"
        style: dict[str, Any] = {"edgecolor": colour, "facecolor": face, "linewidth": 1.5}
        ax.bar(places * width, heights, width, align="edge", label=label, **style)
        right, left = (int((side * away[own] > 0).sum()) for side in (1, -1))
        way = "upwards" if target == 1 else "downwards"
        sides = f"{right} on the positive side, {left} on the negative side"
        say(ax, f"{label.capitalize()} (bars {way}): {sides}.")
    ax.axhline(0, color="black", linewidth=1)
    ax.axvline(0, color="black", linestyle="--")
    ax.yaxis.set_major_formatter(lambda value, _: f"{abs(value):.0f}")
    ax.set(xlabel="signed distance from the line", ylabel="messages")
    legend(ax)
