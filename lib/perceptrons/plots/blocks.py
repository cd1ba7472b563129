"""Figures of chapter 15 about files: w carried from block to block, and hashed words.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> hashing(ax, {256: 0.08, 1024: 0.035}, 0.021)
>>> print(fig.alt)
Share of wrong answers with 256 columns 8.0 %, with 1024 columns 3.5 %. With a column a word: 2.1 %.
"""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.axes import Axes

from perceptrons.plots.palette import BLUE, GREEN, GREY, LIGHT_BLUE, ORANGE
from perceptrons.plots.picture import legend, say
from perceptrons.plots.planes import arrow

__all__ = ["carried", "hashing"]

BOX = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}  # under a number


def carried(ax: Axes, blocks: int, saved: int, killed: int) -> None:
    """Draw w on its way along the blocks of a file, a crash, and the run that goes on.

    Parameters
    ----------
    ax : Axes
    blocks : int
        How many blocks the file has.
    saved : int
        After how many blocks the last checkpoint was written.
    killed : int
        In which block, counted from 1, the first run dies.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> carried(ax, 5, 2, 4)
    >>> fig.alt.splitlines()[1]
    'The run dies in block 4. The next run reads w from the file and goes on with block 3.'
    """
    rows = ("first run", 1.5, 1, killed), ("next run", 0.0, saved + 1, blocks)
    for name, y, first, last in rows:
        ax.text(0.3, y, name, ha="right", va="center")
        for b in range(1, blocks + 1):
            done = first <= b <= last and not (y > 0 and b == killed)
            face, edge, hatch = (LIGHT_BLUE, BLUE, None) if done else ("white", GREY, "//")
            ax.bar(b, 0.7, 0.7, bottom=y - 0.35, facecolor=face, edgecolor=edge, hatch=hatch)
            ax.text(b, y, str(b), ha="center", va="center", bbox=BOX)
        for b in range(first, last):
            arrow(
                ax, (b + 0.1, y + 0.42), (b + 0.9, y + 0.42), BLUE, connectionstyle="arc3,rad=-0.4"
            )
    ax.plot(killed, 1.5, "X", color=ORANGE, markersize=22, label="the run is killed")
    ax.plot(saved + 0.5, 0.75, "D", color=GREEN, markersize=11, label="w on the disk")
    arrow(ax, (saved + 0.5, 1.15), (saved + 0.5, 0.87), GREEN)
    arrow(ax, (saved + 0.5, 0.62), (saved + 0.75, 0.37), GREEN)
    ax.set(xlim=(-0.8, blocks + 0.5), ylim=(-0.5, 2.2))
    ax.axis("off")
    legend(ax, bbox_to_anchor=(0.5, 0.97))
    say(
        ax, f"The first run carries w from block 1 on, and writes it to a file after block {saved}."
    )
    again = f"reads w from the file and goes on with block {saved + 1}"
    say(ax, f"The run dies in block {killed}. The next run {again}.")


def hashing(ax: Axes, wrong: Mapping[int, float], exact: float) -> None:
    """Draw the share of wrong answers against the number of columns that words are hashed into.

    Parameters
    ----------
    ax : Axes
    wrong : mapping from a number of columns to a share of wrong answers
    exact : float
        The share with a column of its own for each word.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> hashing(ax, {4: 0.5}, 0.25)
    >>> fig.alt
    'Share of wrong answers with 4 columns 50.0 %. With a column a word: 25.0 %.'
    """
    columns, shares = list(wrong), list(wrong.values())
    ax.plot(columns, shares, "o-", color=BLUE, label="hashed words")
    ax.axhline(exact, color="black", linestyle="--", label="a column a word")
    ax.set_xscale("log", base=2)
    ax.set_xticks(columns, [f"{d:,}" for d in columns], rotation=45, ha="right")
    ax.set_xticks([], minor=True)
    ax.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    ax.set(xlabel="columns", ylabel="wrong on new mail", ylim=(0, 1.1 * max(shares)))
    legend(ax)
    each = ", ".join(f"with {d} columns {100 * s:.1f} %" for d, s in wrong.items())
    say(ax, f"Share of wrong answers {each}. With a column a word: {100 * exact:.1f} %.")
