"""Figures of chapter 12: mistakes along a run, frequencies and weights of words, shares with intervals.

A pattern of thousands of features has no plane to be drawn in; these figures draw its numbers. What
is drawn is rounded, and no limit of an axis comes from a logarithm: Matplotlib writes a hash of the
limits into the SVG, and processors differ in the last bits.

>>> from perceptrons import data, perceptron, plots
>>> fig, ax = plots.figure()
>>> mistakes(ax, {"OR": perceptron.online(*data.modified_or())})
>>> print(fig.alt)
Mistakes in each epoch. OR: 3, 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._check import Array
from perceptrons.plots.palette import BLUE, CURVES, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.run import Run

__all__ = ["frequencies", "intervals", "mistakes", "weights"]

BESIDE: dict[str, Any] = {"textcoords": "offset points", "ha": "right", "va": "bottom"}


def mistakes(ax: Axes, runs: Mapping[str, Run]) -> None:
    """Draw the number of mistakes in each epoch of some runs, on an axis that shows zero.

    Parameters
    ----------
    ax : Axes
    runs : mapping from a name to a Run
        Up to five.

    Examples
    --------
    >>> from perceptrons import perceptron, plots
    >>> fig, ax = plots.figure()
    >>> mistakes(ax, {"slow": perceptron.online([[3], [2]], [1, -1])})
    >>> fig.alt
    'Mistakes in each epoch. slow: 2, 1, 2, 2, 1, 2, 2, 1, 2, 2, 2, 1, 2, 2, 1, 2, 2, 0.'
    """
    for name, run, (colour, marker) in styled(runs, "runs", CURVES):
        epochs = np.arange(1, run.epochs + 1)
        ax.plot(epochs, run.mistakes, marker=marker, markersize=7, color=colour, label=name)
    ax.set_yscale("symlog", linthresh=1)  # logarithmic above 1, with room for 0
    ax.set(xlabel="epoch", ylabel="mistakes", ylim=(-0.2, None))
    ticks = [0, 1, 10, 100]
    ax.set_yticks(ticks, [str(tick) for tick in ticks])
    legend(ax)
    each = (f"{name}: {', '.join(map(str, run.mistakes))}" for name, run in runs.items())
    say(ax, f"Mistakes in each epoch. {'; '.join(each)}.")


def frequencies(ax: Axes, df: ArrayLike) -> None:
    """Draw how many messages each word occurs in, from the most frequent word on (Zipf's plot).

    Parameters
    ----------
    ax : Axes
    df : array_like of int, shape (d,)
        Document frequencies, in any order.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> frequencies(ax, [1, 3, 1, 1])
    >>> fig.alt
    '4 words by rank: the first is in 3 messages, the last 3 (75%) are in one only.'
    """
    df = np.sort(np.asarray(df))[::-1]
    ranks = np.arange(1, len(df) + 1)
    drop = df[1:] != df[:-1]
    corner = np.r_[True, drop] | np.r_[drop, True]  # both ends of each step
    once = int((df == 1).sum())
    ax.loglog(ranks[corner], df[corner], color=BLUE)
    ax.plot(ranks[df == 1], df[df == 1], color=ORANGE, linewidth=6, solid_capstyle="butt")
    ax.annotate(f"{once:,} words\nin one message", (len(df) - once, 1), (-48, 2), **BESIDE)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.set(xlabel="rank of the word", ylabel="messages with the word")
    ax.set(xlim=(0.6, 1.7 * len(df)), ylim=(0.7, 1.4 * df[0]))
    rare = f"the last {once} ({once / len(df):.0%}) are in one only"
    say(ax, f"{len(df)} words by rank: the first is in {df[0]} messages, {rare}.")


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
    each = [f"{name} {w[j]:.3g}".replace(" -", " −") for name, j in zip(names, chosen, strict=True)]
    say(ax, f"Largest weights, towards {right}: {', '.join(each[:most])}.")
    say(ax, f"Smallest weights, towards {left}: {', '.join(each[: most - 1 : -1])}.")


def intervals(
    ax: Axes, shares: Mapping[str, tuple[float, float, float]], base: tuple[str, float]
) -> None:
    """Draw shares as points with their intervals, beside a baseline that needs no learning.

    Parameters
    ----------
    ax : Axes
    shares : mapping from a name to (low, share, high)
    base : (name, share)
        Drawn as a line.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> intervals(ax, {"ours": (0.7, 0.8, 0.9)}, ("always ham", 0.6))
    >>> fig.alt
    'ours: 80.0% (70.0% to 90.0%). Dashed line, always ham: 60.0%.'
    """
    for place, (low, share, high) in enumerate(shares.values()):
        ax.plot([low, high], [-place, -place], color=BLUE, linewidth=3)
        ax.plot(share, -place, "o", color=BLUE, markersize=6)
    ax.axvline(base[1], color=GREY, linestyle="--")
    ax.annotate(base[0], (base[1], 0.5), (4, 0), textcoords="offset points", color=GREY)
    ax.set_yticks(-np.arange(len(shares)), list(shares))
    ax.set_ylim(0.5 - len(shares), 0.9)
    ax.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    ax.set_xlabel("right on messages not seen in training")
    each = [f"{name}: {p:.1%} ({a:.1%} to {b:.1%})" for name, (a, p, b) in shares.items()]
    say(ax, f"{'; '.join(each)}. Dashed line, {base[0]}: {base[1]:.1%}.")
