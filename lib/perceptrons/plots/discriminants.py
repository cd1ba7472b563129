"""Figures of chapter 1: a line, its distances and its sides, and what reflection does.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> distances(ax, [-5, 3, 4], [[3, 4]], high=5)
>>> print(fig.alt)
The line −5 + 3x₁ + 4x₂ = 0, with an arrow of length 5 at right angles to it.
From (3, 4) a perpendicular of length 4 falls on the line, from the positive side.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons.geometry import augment, classify, discriminant, distance
from perceptrons.plots.palette import BLUE, CLASSES, GREEN, GREY, ORANGE
from perceptrons.plots.picture import say
from perceptrons.plots.planes import (
    arrow,
    class_style,
    foot_and_normal,
    half_plane,
    name,
    plane,
    turned,
)
from perceptrons.plots.words import equation, point, signed

__all__ = ["distances", "perpendicular", "reflection"]


def distances(
    ax: Axes,
    w: ArrayLike,
    X: ArrayLike,
    *,
    low: float = -2,
    high: float = 2,
    start: ArrayLike | None = None,
) -> None:
    """Draw a line, v = (w_1, w_2) as an arrow to scale, and perpendiculars from patterns to it.

    Parameters
    ----------
    ax : Axes
        Becomes a square window from `low` to `high`.
    w : array_like, shape (3,)
        Weights, bias first.
    X : array_like, shape (n, 2)
        Patterns, drawn as dots and labelled with their distances.
    low, high : float
        The window in both features.
    start : array_like, shape (2,), optional
        Where the arrow starts, on the line; by default at the point nearest to the origin.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> distances(ax, [0, 1, -1], [[1, 1]])
    >>> fig.alt.splitlines()[-1]
    '(1, 1) is on the line.'
    """
    P, line = check.patterns(X), check.weights(w, 2)
    v = line[1:]
    plane(ax, low, high)
    foot, _ = foot_and_normal(line)
    ax.axline(tuple(foot), tuple(foot + turned(v)), color="black")
    tail = foot if start is None else np.asarray(start, dtype=float)
    arrow(ax, tail, tail + v)
    name(ax, tail + v / 2, f"v = {point(v)}", turned(v), distance=36)
    half_plane(ax, line)
    size = signed(float(np.hypot(*v)))
    across = f"with an arrow of length {size} at right angles to it"
    say(ax, f"The line {equation(line)} = 0, {across}.")
    feet = P - np.outer(discriminant(line, P), v) / (v @ v)
    for x, foot, D in zip(P, feet, distance(line, P), strict=True):
        ax.plot(*x, "o", color=BLUE, markersize=9, zorder=3)
        if D == 0:
            right = v if v[0] > 0 else -v  # where the words do not meet the line
            name(ax, x, f"{point(x)} on the line", right, distance=26, ha="left")
            say(ax, f"{point(x)} is on the line.")
            continue
        ax.plot(*np.stack([x, foot]).T, "--", color=GREEN)
        away = 12 if x[1] >= foot[1] else -20  # from the perpendicular
        label = f"{point(x)}: distance {signed(abs(D))}"
        ax.annotate(label, x, (0, away), textcoords="offset points", ha="center")
        side = "positive" if D > 0 else "negative"
        length = f"a perpendicular of length {signed(abs(D))}"
        say(ax, f"From {point(x)} {length} falls on the line, from the {side} side.")


def perpendicular(ax: Axes, w: ArrayLike, x: ArrayLike, along: float) -> None:
    """Draw a pattern x, its foot f on the line, and another point p of the line: a right triangle.

    Parameters
    ----------
    ax : Axes
        Its window must be set (see `plots.plane`).
    w : array_like, shape (3,)
        Weights, bias first.
    x : array_like, shape (2,)
    along : float
        How far p is from f, along the line.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> perpendicular(ax, [0, 0, 1], [0, 3], 4)
    >>> print(fig.alt)
    A right triangle of the pattern x, its foot f on the line and another point p of the line.
    From x to f it is 3, from f to p 4, from x to p 5.
    """
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
    """Draw patterns of one feature beside their constant, as (1, x), reflected if asked.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (n, 1)
    t : array_like, shape (n,)
    w : array_like, shape (2,)
        Weights, drawn as an arrow, and the line w·a = 0 through the origin.
    reflected : bool
        Turn the patterns of class C2 to -(1, x).

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> reflection(ax, [[3], [1]], [1, -1], [-4, 2], reflected=True)
    >>> print(fig.alt)
    Class C1 (filled circles): (1, 3) on the positive side of w = (−4, 2).
    Class C2 (open squares), reflected: (−1, −1) on the positive side of w = (−4, 2).
    """
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
