"""Drawings of chapter 15: w carried from file to file, hashed words, and why one mixture is not enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import Polygon
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.plots.palette import BLUE, CURVES, GREEN, GREY, LIGHT_BLUE, ORANGE, styled
from perceptrons.plots.picture import legend, say
from perceptrons.plots.planes import arrow, cut, name
from perceptrons.plots.words import listed, point, signed

__all__ = ["carried", "hashing", "once", "rounds"]

BOX = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}  # under a number
SIDES = [(BLUE, "-"), (ORANGE, "--")]  # of two shards: colour and border


def carried(ax: Axes, blocks: int, saved: int, killed: int) -> None:
    """Draw w on its way along the blocks of a file, a crash, and the run that goes on."""
    rows = ("first run", 1.5, 1, killed), ("next run", 0.0, saved + 1, blocks)
    for run, y, first, last in rows:
        ax.text(0.3, y, run, ha="right", va="center")
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
    """Draw the share of wrong answers against the number of columns that words are hashed into."""
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


def once(ax: Axes, Zs: Sequence[ArrayLike], vs: ArrayLike) -> None:
    """Draw the mixtures of what two shards have learnt alone, and which weights are right for each shard."""
    V, A = np.asarray(vs, dtype=float), [np.asarray(Z, dtype=float) for Z in Zs]
    if V[0, 0] != V[1, 0]:
        raise ValueError(
            f"vs has the biases {V[0, 0]:g} and {V[1, 0]:g}: scale one of them, so that both lie in "
            "the plane that is drawn"
        )
    _sides(ax, A, V[0, 0])
    ax.plot(*V[:, 1:].T, "--", color="black")
    ends = " and ".join(point(v[1:]) for v in V)
    say(
        ax,
        f"The plane of all weights with the bias {signed(V[0, 0])}, and in it the weights of two "
        f"shards, {ends}.",
    )
    least = []
    for s, (Z, (colour, _)) in enumerate(zip(A, SIDES, strict=True)):
        own, other = V[s], V[1 - s]
        ax.plot(*own[1:], "o", color=colour, markersize=9)
        name(ax, own[1:], f"v{'₁₂'[s]}", own[1:] - other[1:], size="large")
        # z·(share own + (1 - share) other) > 0 from this share on
        falls = [float(z @ other / (z @ other - z @ own)) for z in Z if z @ other <= 0 < z @ own]
        least.append(max(falls, default=0.0))
        say(
            ax,
            f"Right for shard {s + 1} are the mixtures with more than {signed(least[-1])} of its weights.",
        )
    both = "No mixture is" if sum(least) >= 1 else "Some mixtures are"
    say(ax, f"{both} right for both.")


def _sides(ax: Axes, Zs: Sequence[Array], bias: float) -> None:
    """Shade what is right for each shard, among the weights with this bias."""
    window = np.array(np.meshgrid(ax.get_xlim(), ax.get_ylim())).reshape(2, 4).T[[0, 1, 3, 2]]
    for s, (Z, (colour, border)) in enumerate(zip(Zs, SIDES, strict=True)):
        area = window
        for z in Z:
            area = cut(area, np.array([bias * z[0], z[1], z[2]]))
        style: Any = {"edgecolor": colour, "linestyle": border, "linewidth": 2, "zorder": 0}
        shade = to_rgba(colour, 0.18)
        ax.add_patch(Polygon(area, facecolor=shade, label=f"right for shard {s + 1}", **style))
    ax.set(aspect="equal", xlabel="w₁", ylabel="w₂")
    legend(ax)


def rounds(ax: Axes, S: Sequence[int], counts: Mapping[str, Sequence[int]], *, online: int) -> None:
    """Draw how many rounds each way of mixing needs for so many shards."""
    said = f"Rounds for {listed(S)} shards."
    for label, values, (colour, marker) in styled(counts, "counts", CURVES):
        ax.plot(S, values, marker=marker, color=colour, label=label)
        name(ax, (S[-1], values[-1]), str(values[-1]), (1, 0), distance=20)
        said += f" {label}: {listed(values)}."
    # it ends at the last S, clear of the numbers on the right
    ax.plot([S[0], S[-1]], [online] * 2, "--", color="black", label="online, all on one machine")
    ax.set(xlabel="shards S", ylabel="rounds", xticks=list(S), ylim=(0, None))
    ax.margins(x=0.1)
    legend(ax)
    say(ax, f"{said} The online rule on all: {online}.")
