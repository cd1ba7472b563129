"""Drawings of chapter 4: what one update does, and the proofs of convergence by angle and by distance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Arc, Polygon
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.plots.convergence import from_zero, proved
from perceptrons.plots.palette import BLUE, GREEN, GREY, ORANGE
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import arrow, name, turned
from perceptrons.plots.words import listed, point, signed, update_name

__all__ = ["angle", "distances", "shadow", "step"]


def angle(axes: Sequence[Axes] | Array, path: ArrayLike, Z: ArrayLike, w_star: ArrayLike) -> None:
    """Draw the angle between w and a separator: the weights in their plane, and the cosine's floor."""
    left, right = axes
    W = from_zero(path)[1:]
    unit, R, gamma, meet = proved(Z, w_star)
    cosine = rounded(W @ unit / np.sqrt((W * W).sum(axis=1)), 8)
    phi = np.degrees(np.arccos(np.minimum(cosine, 1)))
    _rays(left, W, unit)
    k = np.linspace(0, 1.08 * meet, 200)
    right.plot(k, gamma / R * np.sqrt(k), "--", color=ORANGE, label="floor (γ/R) √k")
    right.plot(np.arange(1, len(W) + 1), cosine, "o", color="black", label="cos φ")
    right.axhline(1, color=GREY, linewidth=1)
    right.set(xlabel="updates k", ylabel="cos φ", ylim=(0, 1.08), xlim=(-0.02 * meet, 1.1 * meet))
    legend(right)
    goal = point(np.asarray(w_star, dtype=float))
    say(left, f"The weights {', '.join(map(point, W))}, and the goal, a ray along {goal}.")
    say(left, f"The angle between them is {', '.join(f'{p:.1f}°' for p in phi)}.")
    floor = f"the floor (γ/R) √k, which reaches 1 at k = {meet:.0f}"
    say(right, f"Its cosine, {', '.join(f'{c:.3f}' for c in cosine)}, is never below {floor}.")


def _rays(ax: Axes, W: Array, unit: Array) -> None:
    """Draw weights as arrows from the origin, the goal as a ray, and an arc from it to each."""
    reach = np.abs(W).max()
    tip = 1.05 * reach * unit
    ends = np.vstack([W, [0, 0], tip])
    low, high = ends.min(axis=0) - 0.2 * reach, ends.max(axis=0) + 0.2 * reach
    ax.set(aspect="equal", xlabel="w₀", ylabel="w₁")
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    ax.plot([0, tip[0]], [0, tip[1]], "--", color=GREEN, linewidth=3)
    name(ax, tip, "goal", unit, distance=16, color=GREEN, size="large")
    goal = _degrees(unit)
    for j, w in enumerate(W, start=1):
        arrow(ax, (0, 0), w, linewidth=1.5)
        across = w - (w @ unit) * unit
        beside = w / np.hypot(*w) + across / (np.hypot(*across) or 1)  # off the ray of the goal
        name(ax, w, update_name(j), beside, distance=18, size="large")
        turn = (_degrees(w) - goal + 180) % 360 - 180  # the short way round
        size = 1.3 * reach * (1 - 0.6 * j / len(W))
        start, end = goal + min(turn, 0), goal + max(turn, 0)
        ax.add_patch(Arc((0, 0), size, size, theta1=start, theta2=end, color=BLUE, linewidth=2))


def _degrees(w: Array) -> float:
    """Return the direction of a vector of the plane, from the first axis."""
    return float(rounded(np.degrees(np.arctan2(w[1], w[0])), 6))


def distances(ax: Axes, path: ArrayLike, Z: ArrayLike, w_star: ArrayLike) -> None:
    """Draw the squared distances along a run to a separator w*, and to a goal αw* farther away."""
    W, P, goal = from_zero(path), np.asarray(Z, dtype=float), np.asarray(w_star, dtype=float)
    meet = proved(P, goal).meet
    alpha = float((P * P).sum(axis=1).max() / (P @ goal).min())
    near, far = (((W - c * goal) ** 2).sum(axis=1) for c in (1, alpha))
    ax.plot([0, meet], [far[0], 0], "--", color=ORANGE, label="to αw*: at most this")
    ax.plot(rounded(far), "o", color="black", markersize=8, label="to the far goal αw*")
    ax.plot(rounded(near), "s", color=GREY, markerfacecolor="white", label="to w* itself")
    ax.axhline(0, color=GREY, linewidth=1)
    ax.set(xlabel="updates k", ylabel="squared distance", xlim=(-0.02 * meet, 1.05 * meet))
    legend(ax)
    say(ax, f"After k = 0 to {len(W) - 1} updates the squared distance to w* is {listed(near)}.")
    line = f"a line that falls from {signed(far[0])} to 0 at k = {signed(meet)}"
    say(ax, f"To the goal {signed(alpha)} w* it is {listed(far)}, never above {line}.")


def step(axes: Sequence[Axes] | Array, w: ArrayLike, z: ArrayLike, w_star: ArrayLike) -> None:
    """Draw the two facts about an update: its progress along a separator, and how w grows."""
    left, right = axes
    w, z, goal = (np.asarray(v, dtype=float) for v in (w, z, w_star))
    if not (w @ z <= 0 < goal @ z):
        raise ValueError(
            f"w·z is {signed(w @ z)} and w_star·z is {signed(goal @ z)}: give weights that are "
            "mistaken on z, and a separator that is not"
        )
    new, unit = w + z, goal / np.sqrt(goal @ goal)
    before, after = (float(rounded(v @ unit)) for v in (w, new))
    most = float(rounded(np.sqrt(w @ w + z @ z)))
    for ax in axes:
        ax.set(aspect="equal", xlim=(-0.6, 1.15 * most), ylim=(-0.6, 1.15 * most))
        ax.set(xlabel="w₀", ylabel="w₁")
        arrow(ax, (0, 0), w, linewidth=1.5)
        arrow(ax, w, new, BLUE)
        name(ax, w, "w", w, distance=12, size="large")
        name(ax, w + 0.4 * z, "z", -turned(z), distance=10, color=BLUE, size="large")
    name(left, new, "w + z", turned(z), distance=28, size="large")
    name(right, new, "w + z", new, distance=28, size="large")  # beyond the arcs
    tip = 1.4 * most * unit
    left.plot([0, tip[0]], [0, tip[1]], "--", color=GREEN, linewidth=2)
    for v in (w, new):
        foot = rounded(v @ unit * unit)
        left.plot(*np.array([v, foot]).T, ":", color=GREY)
        left.plot(*foot, "^", color=GREEN, markersize=8)
    left.set_title("progress", size="large")
    for size, style in ((np.sqrt(w @ w), ":"), (most, "--")):
        right.add_patch(Arc((0, 0), 2 * size, 2 * size, theta2=90, ls=style, color=ORANGE, lw=2))
    right.set_title("growth", size="large")
    say(left, f"The update from w = {point(w)} to w + z = {point(new)}, with z = {point(z)}.")
    say(left, f"Along {point(goal)} it moves from {signed(before)} to {signed(after)}.")
    grown = f"from {signed(w @ w)} to {signed(new @ new)}, at most to {signed(w @ w + z @ z)}"
    say(right, f"The squared length grows {grown}, the hypotenuse over w and z.")


def shadow(ax: Axes, w: ArrayLike, w_star: ArrayLike) -> None:
    """Draw Cauchy and Schwarz: w, its shadow on the line of w*, and what is left, with squares."""
    w, goal = np.asarray(w, dtype=float), np.asarray(w_star, dtype=float)
    unit = goal / np.sqrt(goal @ goal)
    foot = w @ unit * unit
    corners = rounded([[0, 0], foot, w])
    areas = []
    for start, end, colour, hatch in (0, 1, GREEN, "///"), (1, 2, GREY, "xx"), (2, 0, BLUE, ""):
        a, b = corners[start], corners[end]
        third = corners[3 - start - end]
        out = turned(b - a) * -np.sign(turned(b - a) @ (third - a))
        square = np.array([a, b, b + out, a + out])
        areas.append(float(rounded((b - a) @ (b - a), 6)))
        ax.add_patch(Polygon(square, fc="none", ec=colour, hatch=hatch, lw=2))
        centre = square.mean(axis=0)
        box = {"facecolor": "white", "edgecolor": "none", "pad": 2}
        ax.text(
            centre[0],
            centre[1],
            signed(areas[-1]),
            ha="center",
            va="center",
            size="x-large",
            bbox=box,
        )
    arrow(ax, (0, 0), w)
    name(ax, w / 2, "w", corners[1] - w / 2, distance=14, size="large")
    arrow(ax, (0, 0), foot, GREEN)
    name(ax, foot / 2, "shadow", w - foot, distance=10, color=GREEN)
    ax.autoscale_view()
    ax.set(aspect="equal", xlabel="w₀", ylabel="w₁")
    is_longest = "is its longest side, and its shadow on the line of w* another"
    say(ax, f"A right triangle: w = {point(w)} {is_longest}.")
    squares = "{} on the shadow w·ŵ, {} on the rest, {} on w".format(*map(signed, areas))
    say(ax, f"The squares on its sides: {squares}.")
