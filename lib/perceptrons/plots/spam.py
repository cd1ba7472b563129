"""Figures of many features: what a run did, what words weigh, how sure an accuracy is (chapter 12).

A pattern of thousands of features has no plane to be drawn in. What can be drawn are its numbers:
mistakes along a run, the length of w, weights, shares. As in `perceptrons.plots`, each function
draws into axes and adds a sentence, made from the data, to the figure's alternative text.

The last bits of a sum or a logarithm differ between processors, and Matplotlib writes a hash of the
axes' limits into the SVG. So what is drawn is rounded, and no limit is found by a logarithm.

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

from perceptrons import bounds
from perceptrons.plots import BLUE, GREEN, GREY, ORANGE, legend, say
from perceptrons.run import Run
from perceptrons.table import number

__all__ = ["frequencies", "intervals", "mistakes", "squeeze", "weights"]

LINES = [(BLUE, "o"), (ORANGE, "s"), (GREEN, "^"), ("black", "D"), (GREY, "v")]
DIGITS = 9
BESIDE: dict[str, Any] = {"textcoords": "offset points", "ha": "right", "va": "bottom"}


def mistakes(ax: Axes, runs: Mapping[str, Run]) -> None:
    """Draw the number of mistakes in each epoch of up to five runs, on an axis that shows zero.

    Parameters
    ----------
    ax : Axes
    runs : mapping from a name to a Run

    Examples
    --------
    >>> from perceptrons import perceptron, plots
    >>> fig, ax = plots.figure()
    >>> mistakes(ax, {"slow": perceptron.online([[3], [2]], [1, -1])})
    >>> fig.alt
    'Mistakes in each epoch. slow: 2, 1, 2, 2, 1, 2, 2, 1, 2, 2, 2, 1, 2, 2, 1, 2, 2, 0.'
    """
    for (name, run), (colour, marker) in zip(runs.items(), LINES, strict=False):
        epochs = np.arange(1, run.epochs + 1)
        ax.plot(epochs, run.mistakes, marker=marker, markersize=7, color=colour, label=name)
    ax.set_yscale("symlog", linthresh=1)  # logarithmic above 1, with room for 0
    ax.set(xlabel="epoch", ylabel="mistakes", ylim=(-0.2, None))
    ticks = [0, 1, 10, 100]
    ax.set_yticks(ticks, [str(tick) for tick in ticks])
    legend(ax)
    each = (f"{name}: {', '.join(map(str, run.mistakes))}" for name, run in runs.items())
    say(ax, f"Mistakes in each epoch. {'; '.join(each)}.")


def squeeze(ax: Axes, run: Run, w_star: Any) -> None:
    """Draw the length of w between both curves of the convergence proof, and where the curves meet.

    Parameters
    ----------
    ax : Axes
    run : Run
        A run of the online rule from w = 0 with η = 1.
    w_star : array_like, shape (d+1,)
        A separator, bias first.

    Examples
    --------
    >>> from perceptrons import data, perceptron, plots
    >>> fig, ax = plots.figure()
    >>> squeeze(ax, perceptron.online(*data.modified_or()), [1, 1, 1])
    >>> print(fig.alt)
    The length of w after k = 0 to 3 updates lies between k γ = 0.5774 k and R √k = 1.732 √k.
    At k = 3 the three are 1.732, 1.732, 3. The outer curves meet at k = 9.
    """
    if run.batch or run.start.any() or (run.rates != 1).any():
        raise ValueError("run must start from w = 0 in the online rule with eta=1: curves need it")
    lower, _, norm, upper = np.round(bounds.squeeze(run, w_star), DIGITS)
    gamma, R = lower[1], upper[1]
    if not gamma > 0:
        raise ValueError(f"w_star must separate the classes, but its margin is {number(gamma)}")
    meet = (R / gamma) ** 2
    k = np.linspace(0, 1.05 * meet, 100)
    ax.plot(k, R * np.sqrt(k), "--", color=ORANGE, label="R √k, no longer")
    ax.plot(k, gamma * k, ":", color=BLUE, label="k γ, no shorter")
    ax.plot(norm, color="black", linewidth=3, label="length of w after k updates")
    ax.plot(meet, gamma * meet, "o", color=GREEN, markersize=9, zorder=3)
    ax.annotate(f"k = {meet:.0f}", (meet, gamma * meet), (-12, 0), **BESIDE)
    ax.set(xlabel="updates k", ylabel="length", xlim=(0, None), ylim=(0, None))
    legend(ax, ncols=1)
    curves = f"k γ = {number(gamma)} k and R √k = {number(R)} √k"
    say(ax, f"The length of w after k = 0 to {run.updates} updates lies between {curves}.")
    last = ", ".join(number(v) for v in (lower[-1], norm[-1], upper[-1]))
    say(ax, f"At k = {run.updates} the three are {last}. The outer curves meet at k = {meet:.0f}.")


def frequencies(ax: Axes, df: Any) -> None:
    """Draw in how many messages each word stands, from the most frequent word on (Zipf's plot).

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
    '4 words by rank: the first stands in 3 messages, the last 3 (75%) in one alone.'
    """
    df = np.sort(df)[::-1]
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
    first, last = f"the first stands in {df[0]} messages", f"the last {once} ({once / len(df):.0%})"
    say(ax, f"{len(df)} words by rank: {first}, {last} in one alone.")


def weights(ax: Axes, words: Sequence[str | None], w: Any, df: Any, *, most: int = 8) -> None:
    """Draw the words of the largest positive and negative weights as bars.

    Parameters
    ----------
    ax : Axes
    words : sequence of str or None, d of them
        None where the spelling is not known.
    w : array_like, shape (d+1,)
        Weights, bias first; the bias is not drawn.
    df : array_like of int, shape (d,)
        In how many documents each word stands; written behind it.
    most : int
        How many words of each sign.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> weights(ax, ["win", "lunch", None], [0, 2, -3, 1], [5, 4, 1], most=1)
    >>> print(fig.alt)
    Largest weights: win (5) 2.
    Smallest weights: lunch (4) -3.
    """
    w = np.round(np.asarray(w, dtype=float)[1:], DIGITS)
    order = np.argsort(-w, kind="stable")
    chosen = np.r_[order[:most], order[-most:]]
    names = [f"{words[j] or 'not spelled'} ({df[j]})" for j in chosen]
    places = -np.arange(2 * most)
    for part, colour in (slice(most), BLUE), (slice(most, None), ORANGE):
        ax.barh(places[part], w[chosen][part], color=colour, height=0.7)
    ax.axvline(0, color="black", linewidth=1)
    ax.set_yticks(places, names)
    ax.set_xlabel("weight: ham to the left, spam to the right")
    ax.grid(axis="y", visible=False)
    each = [f"{name} {w[j]:.3g}" for name, j in zip(names, chosen, strict=True)]
    say(ax, f"Largest weights: {', '.join(each[:most])}.")
    say(ax, f"Smallest weights: {', '.join(each[: most - 1 : -1])}.")


def intervals(
    ax: Axes, shares: Mapping[str, tuple[float, float, float]], base: tuple[str, float]
) -> None:
    """Draw shares as points with their intervals, beside a base line that needs no learning.

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
