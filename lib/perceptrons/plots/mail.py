"""Mail: many messages in the plane of two words, or one message as a bar of words.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> plane(ax, [[2, 0], [0, 1], [3, 3]], [1, -1, 1], [-1, 1, -1], ["your", "re"])
>>> print(fig.alt)
3 messages by the number of times "your" and "re" occur among a hundred words.
Spam (filled circles): 1 of 2 messages on the shaded side of a straight line.
Honest mail (open squares): 0 of 1 messages on the shaded side of a straight line.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons.geometry import classify
from perceptrons.plots.palette import BLUE, CLASSES, ORANGE
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import class_style, foot_and_normal, half_plane, turned
from perceptrons.plots.words import count, rough

__all__ = ["message", "plane"]

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


def message(
    ax: Axes, words: Sequence[str | None], x: ArrayLike, w: ArrayLike, *, most: int = 12
) -> None:
    """Draw what each word of one message adds to its discriminant, and the sum that decides.

    Parameters
    ----------
    ax : Axes
    words : sequence of str or None
        None is a word that is not to be spelled.
    x : array_like, shape (d,)
        The message.
    w : array_like, shape (d+1,)
        Weights, bias first.
    most : int
        How many words have a bar of their own.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> message(ax, ["re", "your", "lunch"], [1, 1, 0], [6, -17, 4, 1])
    >>> print(fig.alt)
    What each word adds: your 4, re −17.
    All other words add 0, the bias 6; the sum is −7: ham.
    """
    w = rounded(w)
    adds = rounded(w[1:] * np.asarray(x))
    named = np.argsort(-np.abs(adds), kind="stable")[:most]
    named = named[np.argsort(-adds[named], kind="stable")]
    named = named[adds[named] != 0]
    names = [words[j] or "not spelled" for j in named]
    other = float(rounded(adds.sum() - adds[named].sum()))
    total = float(rounded(adds.sum() + w[0]))
    bars = dict(zip(names, adds[named].tolist(), strict=True))
    bars |= ({"all other words": other} if other else {}) | {"bias $w_0$": float(w[0])}
    places = [*(-np.arange(len(bars))), -len(bars) - 0.5]
    colours = [BLUE if bar > 0 else ORANGE for bar in bars.values()]
    ax.barh(places, [*bars.values(), total], color=[*colours, "black"], height=0.7)
    ax.axvline(0, color="black", linewidth=1)
    ax.set_yticks(places, [*bars, "the sum $g(x)$"])
    ax.set_xlabel("speaks for ham to the left, for spam to the right")
    ax.grid(axis="y", visible=False)
    each = ", ".join(f"{name} {rough(bars[name])}" for name in names)
    verdict = "spam" if total > 0 else "ham"
    rest = f"All other words add {rough(other)}, the bias {rough(float(w[0]))}"
    say(ax, f"What each word adds: {each}.")
    say(ax, f"{rest}; the sum is {rough(total)}: {verdict}.")
