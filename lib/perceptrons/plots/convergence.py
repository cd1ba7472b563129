"""Figures of the convergence proofs: the squeeze, and the angle between w and its goal (chapter 4).

Both take the weights along a run as an array, so that they serve runs without the constant feature.
What is drawn is rounded, so that the last bits of a processor leave no trace in the SVG.

>>> import numpy as np
>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> squeeze(ax, [[0, 0], [1, 0], [1, 1]], np.eye(2), [1, 1])
>>> print(fig.alt)
After k = 0 to 2 updates, from below: k γ, w·ŵ, the length of w, R √k.
At k = 2 they are 1.414, 1.414, 1.414, 1.414. The outer curves meet at k = 2.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Arc

from perceptrons.plots import BLUE, GREEN, GREY, ORANGE, SUPERSCRIPT, legend, say
from perceptrons.table import number

__all__ = ["angle", "squeeze"]

DIGITS = 9


def _facts(Z: Any, w_star: Any) -> tuple[Any, float, float, float]:
    """Return w*/‖w*‖, R, γ, and where the outer curves meet: (R/γ)²."""
    Z, w_star = np.asarray(Z, dtype=float), np.asarray(w_star, dtype=float)
    square, least, W = (Z * Z).sum(axis=1).max(), (Z @ w_star).min(), w_star @ w_star
    if not least > 0:
        raise ValueError(
            f"w_star must separate the patterns, but min w_star·z_i = {number(least)}: the curves "
            "are those of a separator; give one, such as the last weights of a run that ended"
        )
    R, gamma, meet = np.round([np.sqrt(square), least / np.sqrt(W), square * W / least**2], DIGITS)
    return np.round(w_star / np.sqrt(W), DIGITS), float(R), float(gamma), float(meet)


def _from_zero(path: Any) -> Any:
    """Return the path as floats, if it begins at zero."""
    W = np.asarray(path, dtype=float)
    if W[0].any():
        raise ValueError(
            f"path must begin at zero, but path[0] is {W[0].tolist()}: from elsewhere the curves "
            "do not bound it; train from w = 0"
        )
    return W


def squeeze(ax: Axes, path: Any, Z: Any, w_star: Any) -> None:
    """Draw the four quantities of the squeeze along a run, and where its outer curves meet.

    Parameters
    ----------
    ax : Axes
    path : array_like, shape (updates+1, m)
        The weights of the online rule from w = 0 with η = 1.
    Z : array_like, shape (n, m)
        The reflected patterns.
    w_star : array_like, shape (m,)
        A separator.

    Raises
    ------
    ValueError
        Where w_star separates nothing, or the path does not begin at zero.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> squeeze(ax, [[0, 0], [1, 1]], [[1, 1]], [1, 1])
    >>> print(fig.alt.splitlines()[-1])
    At k = 1 they are 1.414, 1.414, 1.414, 1.414. The outer curves meet at k = 1.
    """
    W = _from_zero(path)
    unit, R, gamma, meet = _facts(Z, w_star)
    projection, length = np.round([W @ unit, np.sqrt((W * W).sum(axis=1))], DIGITS - 1)
    last = len(W) - 1
    k = np.linspace(0, 1.08 * meet, 200)
    ax.plot(k, R * np.sqrt(k), "--", color=ORANGE, label="R √k")
    ax.plot(k, gamma * k, ":", color=BLUE, label="k γ")
    ax.plot(length, "o", color="black", markersize=8, label="length of w")
    ax.plot(projection, "^", color=GREEN, markersize=6, label="w·ŵ")
    ax.axvline(meet, color=GREY, linewidth=1)
    top = 1.2 * max(R * np.sqrt(meet), length.max())
    ax.set(xlabel="updates k", ylabel="length")
    ax.set(xlim=(-0.02 * meet, 1.1 * meet), ylim=(-0.02 * top, top))
    legend(ax)
    say(ax, f"After k = 0 to {last} updates, from below: k γ, w·ŵ, the length of w, R √k.")
    four = (gamma * last, projection[-1], length[-1], R * np.sqrt(last))
    shown = f"At k = {last} they are {', '.join(number(round(v, 6)) for v in four)}"
    say(ax, f"{shown}. The outer curves meet at k = {number(meet)}.")


def angle(axes: Any, path: Any, Z: Any, w_star: Any) -> None:
    """Draw the angle between w and its goal: the weights in their plane, and the cosine's floor.

    Parameters
    ----------
    axes : array of two Axes
    path : array_like, shape (updates+1, 2)
        The weights of the online rule from w = 0 with η = 1.
    Z : array_like, shape (n, 2)
        The reflected patterns.
    w_star : array_like, shape (2,)
        A separator: the goal.

    Raises
    ------
    ValueError
        Where w_star separates nothing, or the path does not begin at zero.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, axes = plots.figure(1, 2)
    >>> angle(axes, [[0, 0], [-1, 2], [0, 1]], [[-1, 2], [1, -1]], [3, 2])
    >>> print(fig.alt)
    The weights (−1, 2), (0, 1), and the goal, a ray along (3, 2).
    The angle between them is 82.9°, 56.3°.
    Its cosine, 0.124, 0.555, is never below the floor (γ/R) √k, which reaches 1 at k = 65.
    """
    left, right = axes
    W = _from_zero(path)[1:]
    unit, R, gamma, meet = _facts(Z, w_star)
    cosine = np.round(W @ unit / np.sqrt((W * W).sum(axis=1)), DIGITS - 1)
    phi = np.degrees(np.arccos(np.minimum(cosine, 1)))
    _rays(left, W, unit)
    k = np.linspace(0, 1.08 * meet, 200)
    right.plot(k, gamma / R * np.sqrt(k), "--", color=ORANGE, label="floor (γ/R) √k")
    right.plot(np.arange(1, len(W) + 1), cosine, "o", color="black", label="cos φ")
    right.axhline(1, color=GREY, linewidth=1)
    right.set(xlabel="updates k", ylabel="cos φ", ylim=(0, 1.08), xlim=(-0.02 * meet, 1.1 * meet))
    legend(right)
    goal = _point(np.asarray(w_star, dtype=float))
    say(left, f"The weights {', '.join(map(_point, W))}, and the goal, a ray along {goal}.")
    say(left, f"The angle between them is {', '.join(f'{p:.1f}°' for p in phi)}.")
    floor = f"the floor (γ/R) √k, which reaches 1 at k = {meet:.0f}"
    say(right, f"Its cosine, {', '.join(f'{c:.3f}' for c in cosine)}, is never below {floor}.")


def _rays(ax: Axes, W: Any, unit: Any) -> None:
    """Draw weights as arrows from the origin, the goal as a ray, and an arc from it to each."""
    reach = np.abs(W).max()
    tip = 1.05 * reach * unit
    ends = np.vstack([W, [0, 0], tip])
    low, high = ends.min(axis=0) - 0.2 * reach, ends.max(axis=0) + 0.2 * reach
    limits = {"xlim": (low[0], high[0]), "ylim": (low[1], high[1])}
    ax.set(aspect="equal", xlabel="w₀", ylabel="w₁", **limits)
    ax.plot([0, tip[0]], [0, tip[1]], "--", color=GREEN, linewidth=3)
    _beside(ax, tip, "goal", unit, color=GREEN)
    goal = _degrees(unit)
    for j, w in enumerate(W, start=1):
        shape = {"arrowstyle": "-|>", "color": "black", "linewidth": 1.5}
        ax.annotate("", w, (0, 0), arrowprops={**shape, "shrinkA": 0, "shrinkB": 0})
        across = w - (w @ unit) * unit
        _beside(ax, w, f"w⁽{str(j).translate(SUPERSCRIPT)}⁾", w + across)
        turn = (_degrees(w) - goal + 180) % 360 - 180  # the short way round
        size = 1.3 * reach * (1 - 0.6 * j / len(W))
        between = {"theta1": goal + min(turn, 0), "theta2": goal + max(turn, 0)}
        ax.add_patch(Arc((0, 0), size, size, color=BLUE, linewidth=2, **between))


def _degrees(w: Any) -> float:
    """Return the direction of a vector of the plane, from the first axis."""
    return float(np.round(np.degrees(np.arctan2(w[1], w[0])), DIGITS - 3))


def _beside(ax: Axes, at: Any, name: str, towards: Any, **text: Any) -> None:
    offset = tuple(np.round(16 * towards / np.hypot(*towards), DIGITS))
    style = {"textcoords": "offset points", "ha": "center", "va": "center", "size": "large", **text}
    ax.annotate(name, at, offset, **style)


def _point(w: Any) -> str:
    return f"({', '.join(number(c).replace('-', '−') for c in w)})"
