"""Mail in the plane of two words, for chapters 1 and 2, and how far each message is from a line.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> scores(ax, [0.5, 2, -1, 0.2], [1, 1, -1, -1])
>>> print(fig.alt)
Distances from the line, 4 messages.
Spam (bars upwards): 2 on the positive side, 0 on the negative side.
Honest mail (bars downwards): 1 on the positive side, 1 on the negative side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons.geometry import classify
from perceptrons.plots.palette import CLASSES
from perceptrons.plots.picture import legend, say
from perceptrons.plots.planes import class_style, foot_and_normal, half_plane, turned
from perceptrons.plots.words import count

__all__ = ["plane", "scores"]

NAMES = {1: "spam", -1: "honest mail"}


def plane(ax: Axes, X: ArrayLike, t: ArrayLike, w: ArrayLike | None, words: Sequence[str]) -> None:
    """Draw messages in the plane of two words, and a line that is to sort them.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (n, 2)
        How often each word occurs among a hundred.
    t : array_like, shape (n,)
        +1 for spam, -1 for honest mail.
    w : array_like, shape (3,)
        Weights; a message on the positive side is taken for spam. None draws no line.
    words : pair of str

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> plane(ax, [[2, 0], [0, 1], [3, 3]], [1, -1, 1], [-1, 1, -1], ["your", "re"])
    >>> print(fig.alt)
    3 messages by the number of times "your" and "re" occur among a hundred words.
    Spam (filled circles): 1 of 2 messages on the shaded side of a straight line.
    Honest mail (open squares): 0 of 1 messages on the shaded side of a straight line.
    """
    P = check.patterns(X).astype(float)
    targets = check.targets(t, len(P))
    first, second = words
    ax.set(xlim=(-0.2, 6), ylim=(-0.2, 4), aspect="equal")
    ax.set(xlabel=f'"{first}" among a hundred words', ylabel=f'"{second}" among a hundred words')
    what = f'by the number of times "{first}" and "{second}" occur among a hundred words'
    say(ax, f"{count(len(P), 'message')} {what}.")
    if w is not None:
        line = check.weights(w, 2)
        half_plane(ax, line)
        foot, unit = foot_and_normal(line)
        ax.axline(tuple(foot), tuple(foot + turned(unit)), color="black")
        sides = classify(line, P)
    for target, label in NAMES.items():
        own = targets == target
        style = class_style(target) | {"markersize": 5, "markeredgewidth": 1.2, "label": label}
        ax.plot(*P[own].T, **style)
        told = count(own.sum(), "message")
        if w is not None:
            shaded = int((sides[own] > 0).sum())
            told = f"{shaded} of {own.sum()} messages on the shaded side of a straight line"
        say(ax, f"{label.capitalize()} ({CLASSES[target][1]}): {told}.")
    for number, where in (
        (int((P == 0).all(axis=1).sum()), "in the corner (0, 0)"),
        (int((P > (6, 4)).any(axis=1).sum()), "outside the window"),
    ):
        if number:
            say(ax, f"{count(number, 'message')} {where}.")
    legend(ax)


def scores(ax: Axes, D: ArrayLike, t: ArrayLike, *, width: float = 0.5) -> None:
    """Draw how many messages lie at each distance from a line: spam upwards, honest mail downwards.

    Parameters
    ----------
    ax : Axes
    D : array_like, shape (n,)
        Signed distances, as of `geometry.distance`.
    t : array_like, shape (n,)
        +1 for spam, -1 for honest mail.
    width : float
        Of a bar.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> scores(ax, [1, -1], [1, -1])
    >>> [round(bar.get_height()) for bar in ax.patches if bar.get_height()]
    [1, -1]
    """
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
