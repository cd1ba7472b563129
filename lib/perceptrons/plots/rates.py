"""Figures of chapter 6: what a rate does to one step and to a run, and schedules that do or do not arrive.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> approach(ax, {"1": [-1, 0, 1], "1/4": [-1, -0.75, -0.5]}, updates=2)
>>> print(fig.alt)
From w·z = −1. 1: above 0 after 2 updates; 1/4: still at −0.5 after 2 updates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons.plots.palette import BLUE, CURVES, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.words import signed

__all__ = ["along", "approach", "updates"]


def updates(
    ax: Axes,
    rates: Sequence[float],
    counts: Mapping[str, Sequence[int]],
    *,
    over: str = "rate η",
) -> None:
    """Draw how many updates a run makes, against a constant rate, both on log scales.

    Parameters
    ----------
    ax : Axes
    rates : numbers above 0, in increasing order
    counts : mapping from the name of a start to its updates, one for each rate
        Up to five.
    over : str
        What the numbers are: a word and its letter.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> updates(ax, [0.5, 1, 2], {"from zero": [3, 3, 3], "from afar": [9, 4, 5]})
    >>> for sentence in fig.said:
    ...     print(sentence)
    from zero: 3 updates at every rate drawn.
    from afar: updates 9 at η = 0.5; 4 at η = 1, the fewest drawn; 5 at η = 2.
    """
    noun, letter = over.split()
    for start, made, (colour, marker) in styled(counts, "counts", CURVES):
        ax.plot(rates, made, color=colour, marker=marker, markersize=6, label=start)
        if len(set(made)) == 1:
            say(ax, f"{start}: {made[0]:,} updates at every {noun} drawn.")
            continue
        best = int(np.argmin(made))
        told = {0: "", best: "", len(made) - 1: ""} | {best: ", the fewest drawn"}
        each = (f"{made[i]:,} at {letter} = {signed(rates[i])}{most}" for i, most in told.items())
        say(ax, f"{start}: updates {'; '.join(each)}.")
    ax.set_xscale("log")
    ax.set_yscale("log")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:,g}")
    ax.set(xlabel=over, ylabel="updates")
    legend(ax)


def approach(ax: Axes, products: Mapping[str, ArrayLike], *, updates: int) -> None:
    """Draw the product w·z after k = 1, 2, ... updates under several schedules, k on a log scale.

    Parameters
    ----------
    ax : Axes
    products : mapping from a name to an array of w·z after k = 0, 1, ... updates
        Up to five. A run whose last product is above 0 has arrived.
    updates : int
        Where the axis ends.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> approach(ax, {"1": [-1, 0, 1], "1/4": [-1, -0.75, -0.5]}, updates=2)
    >>> print(fig.alt)
    From w·z = −1. 1: above 0 after 2 updates; 1/4: still at −0.5 after 2 updates.
    """
    said = []
    for schedule, along, (colour, marker) in styled(products, "products", CURVES):
        values = np.asarray(along, dtype=float)
        last = len(values) - 1
        k = np.unique(np.geomspace(1, last, 120).round().astype(int))
        ax.plot(k, rounded(values[k]), color=colour, label=schedule)
        ax.lines[-1].set(marker=marker, markevery=[-1], markersize=8)
        where = "above 0" if values[-1] > 0 else f"still at {signed(values[-1])}"
        said.append(f"{schedule}: {where} after {last} updates")
    ax.axhline(0, color=GREY, linewidth=1)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(lambda k, _: f"{k:,.0f}")
    ax.set(xlabel="updates k", ylabel="w·z", xlim=(0.9, 1.6 * updates))
    legend(ax)
    start = np.asarray(next(iter(products.values())), dtype=float)[0]
    say(ax, f"From w·z = {signed(start)}. {'; '.join(said)}.")


def along(ax: Axes, Z: ArrayLike, w: ArrayLike, z: ArrayLike, *, most: float) -> None:
    """Draw J_P and the number of mistakes at w + ηz, against the rate η.

    Parameters
    ----------
    ax : Axes
    Z : array_like, shape (n, d + 1)
        Reflected patterns.
    w, z : array_like, shape (d + 1,)
        Where the step begins, and its direction.
    most : float
        The largest rate.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> along(ax, [[1, 1], [1, -2]], [-2, 0], [1, 1], most=6)
    >>> print(fig.alt)
    Along the step J_P goes from 4 to 8, least at η = 1, where it is 3; mistakes from 2 to 1.
    """
    Z, w, z = (np.asarray(v, dtype=float) for v in (Z, w, z))
    crossed = -(Z @ w)[Z @ z != 0] / (Z @ z)[Z @ z != 0]
    ends = np.unique([0, *crossed[(crossed > 0) & (crossed < most)], most])
    costs = np.maximum(0, -(w + np.outer(ends, z)) @ Z.T).sum(axis=1)
    middles = (ends[1:] + ends[:-1]) / 2
    wrong = ((w + np.outer(middles, z)) @ Z.T <= 0).sum(axis=1)
    ax.plot(rounded(ends), rounded(costs), color=BLUE, label="J_P")
    ax.stairs(wrong, rounded(ends), color=ORANGE, linestyle="--", linewidth=2, label="mistakes")
    ax.set(xlabel="η", xlim=(0, most), ylim=(0, None))
    legend(ax)
    best = int(np.argmin(costs))
    least = f"least at η = {signed(ends[best])}, where it is {signed(costs[best])}"
    goes = f"from {signed(costs[0])} to {signed(costs[-1])}"
    say(ax, f"Along the step J_P goes {goes}, {least}; mistakes from {wrong[0]} to {wrong[-1]}.")
