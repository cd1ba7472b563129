"""Figures of chapter 12: a message as a bar of words, and the weights of words.

A pattern of thousands of features has no plane to be drawn in; these figures draw its numbers. What
is drawn is rounded, and no limit of an axis comes from a logarithm: Matplotlib writes a hash of the
limits into the SVG, and processors differ in the last bits. How good a filter is, draws `evaluation`.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> message(ax, ["win", "lunch"], [2, 1], [0, 3, -1])
>>> print(fig.alt)
What each word adds: win 6, lunch −1.
All other words add 0, the bias 0; the sum is 5: spam.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.plots.palette import BLUE, ORANGE
from perceptrons.plots.picture import rounded, say

__all__ = ["message", "weights"]


def message(
    ax: Axes, words: Sequence[str | None], x: ArrayLike, w: ArrayLike, *, most: int = 12
) -> None:
    """Draw what each word of one message adds to its discriminant, and the sum that decides.

    Parameters
    ----------
    ax : Axes
    words : sequence of str or None, d of them
        None where the spelling is not known.
    x : array_like, shape (d,)
        The message as a pattern.
    w : array_like, shape (d+1,)
        Weights, bias first.
    most : int
        How many words are named: those that add or take most. The others are one bar.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> message(ax, ["win", "lunch", "today"], [1, 1, 1], [0.5, 2, -3, -1], most=2)
    >>> print(fig.alt)
    What each word adds: win 2, lunch −3.
    All other words add −1, the bias 0.5; the sum is −1.5: ham.
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
    each = ", ".join(f"{name} {_g(bars[name])}" for name in names)
    verdict = "spam" if total > 0 else "ham"
    rest = f"All other words add {_g(other)}, the bias {_g(float(w[0]))}"
    say(ax, f"What each word adds: {each}.")
    say(ax, f"{rest}; the sum is {_g(total)}: {verdict}.")


def weights(
    ax: Axes,
    words: Sequence[str | None],
    w: ArrayLike,
    df: Sequence[int] | Array,
    *,
    most: int = 8,
    classes: tuple[str, str] = ("spam", "ham"),
) -> None:
    """Draw the words of the largest positive and negative weights as bars.

    Parameters
    ----------
    ax : Axes
    words : sequence of str or None, d of them
        None where the spelling is not known.
    w : array_like, shape (d+1,)
        Weights, bias first; the bias is not drawn.
    df : sequence of int, shape (d,)
        How many messages each word occurs in; written after it.
    most : int
        How many words of each sign.
    classes : pair of str
        What C1 (weights above 0) and C2 are called.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> weights(ax, ["win", "lunch", None], [0, 2, -3, 1], [5, 4, 1], most=1)
    >>> print(fig.alt)
    Largest weights, towards spam: win (5) 2.
    Smallest weights, towards ham: lunch (4) −3.
    """
    w = rounded(w)[1:]
    order = np.argsort(-w, kind="stable")
    chosen = np.r_[order[:most], order[-most:]]
    names = [f"{words[j] or 'not spelled'} ({df[j]})" for j in chosen]
    places = -np.arange(2 * most)
    for part, colour in (slice(most), BLUE), (slice(most, None), ORANGE):
        ax.barh(places[part], w[chosen][part], color=colour, height=0.7)
    ax.axvline(0, color="black", linewidth=1)
    ax.set_yticks(places, names)
    right, left = classes
    ax.set_xlabel(f"weight: {left} to the left, {right} to the right")
    ax.grid(axis="y", visible=False)
    each = [f"{name} {_g(w[j])}" for name, j in zip(names, chosen, strict=True)]
    say(ax, f"Largest weights, towards {right}: {', '.join(each[:most])}.")
    say(ax, f"Smallest weights, towards {left}: {', '.join(each[: most - 1 : -1])}.")


def _g(value: float) -> str:
    """Return a number to three digits, with a proper minus sign."""
    return f"{value:.3g}".replace("-", "−")
