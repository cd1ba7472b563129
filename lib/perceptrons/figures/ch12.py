"""Drawings of chapter 12: the heaviest words, and how good a filter is.

What is drawn is rounded, and no limit of an axis comes from a logarithm: Matplotlib writes a hash of
the limits into the SVG, and processors differ in the last bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.plots.palette import BLUE, GREEN, GREY, LIGHT_BLUE, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.words import rough

__all__ = ["confusion", "orders", "roc", "shares", "weights"]

PAIR = [(ORANGE, "s", "-"), (BLUE, "o", "--")]
ROC = [(BLUE, "--"), (ORANGE, "-"), (GREEN, ":")]
KINDS = ("ham", -1, "kept", "lost"), ("spam", 1, "caught", "let through")


def orders(ax: Axes, wrong: Mapping[str, Mapping[str, ArrayLike]], xlabel: str) -> None:
    """Draw one mark for each order of the patterns, in a row for each thing compared."""
    said = []
    for place, (row, kinds) in enumerate(wrong.items()):
        here = []
        for side, (kind, values, (colour, marker, _)) in enumerate(styled(kinds, "kinds", PAIR)):
            x, y = np.asarray(values), -place + 0.17 - 0.34 * side
            name = kind if place == 0 else None
            ax.plot(
                x, np.full(len(x), y), marker, color=colour, alpha=0.6, markersize=5, label=name
            )
            mean = float(rounded(x.mean()))
            ax.plot([mean, mean], [y - 0.15, y + 0.15], color="black", linewidth=2)
            here.append(f"{kind} {mean:.3g} ({x.min()} to {x.max()})")
        said.append(f"{row}: {', '.join(here)}")
    ax.set_yticks(-np.arange(len(wrong)), list(wrong))
    ax.set(xlabel=xlabel, ylim=(0.5 - len(wrong), 0.5), xlim=(0, None))
    ax.grid(axis="y", visible=False)
    legend(ax)
    say(ax, f"{xlabel}, mean (least to most). {'; '.join(said)}.")


def roc(
    ax: Axes,
    scores: Mapping[str, ArrayLike],
    t: ArrayLike,
    threshold: float,
    *,
    most: float = 0.1,
    least: float = 0,
) -> None:
    """Draw the share of spam caught against the share of ham lost, for every threshold."""
    t = np.asarray(t)
    for name, g, (colour, dashes) in styled(scores, "scores", ROC):
        lost, caught = _curve(np.asarray(g), t)
        shown = lost <= most
        ax.step(lost[shown], caught[shown], dashes, where="post", color=colour, label=name)
    name, first = next(iter(scores.items()))
    x, y = (float(np.mean(np.asarray(first)[t == c] > threshold)) for c in (-1, 1))
    ax.plot(x, y, "*", color="black", markersize=17, label="operating point", linestyle="")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda share, _: f"{100 * share:.3g}%")
    ax.set(xlabel="ham lost", ylabel="spam caught")
    ax.set(xlim=(-0.02 * most, most), ylim=(least, 1 + 0.03 * (1 - least)))
    legend(ax)
    at = f"at the marked threshold {x:.1%} of ham lost and {y:.1%} of spam caught"
    say(ax, f"{name}: {at}.")
    for name, g in list(scores.items())[1:]:
        lost, caught = _curve(np.asarray(g), t)
        say(ax, f"{name}: where it loses as much, {caught[lost <= x].max():.1%} caught.")


def _curve(g: Array, t: Array) -> tuple[Array, Array]:
    """Return the shares of C2 and of C1 above each threshold, from the highest threshold down."""
    order = np.argsort(-g, kind="stable")
    last_of_equals = np.r_[g[order][1:] != g[order][:-1], True]
    shares = [np.cumsum(t[order] == c)[last_of_equals] / np.sum(t == c) for c in (-1, 1)]
    return np.r_[0.0, shares[0]], np.r_[0.0, shares[1]]


def confusion(ax: Axes, t: ArrayLike, answers: ArrayLike) -> None:
    """Draw the four kinds of answer as areas: a column for each class, as wide as its share."""
    t, answers = np.asarray(t), np.asarray(answers)
    left, said, ticks = 0.0, [], []
    for name, c, good, bad in KINDS:
        n, wrong = int(np.sum(t == c)), int(np.sum((t == c) & (answers != c)))
        width, share = n / len(t), wrong / n
        style: dict[str, Any] = {"align": "edge", "edgecolor": "black"}
        ax.bar(left, 1 - share, width, color=LIGHT_BLUE, **style)
        ax.bar(left, share, width, bottom=1 - share, color=ORANGE, hatch="//", **style)
        middle = left + width / 2
        ax.annotate(f"{n - wrong:,}\n{good}", (middle, 0.45), ha="center")
        ax.annotate(f"{wrong:,} {bad}", (middle, 1.02), ha="center")
        ticks.append((middle, f"{n:,} {name}"))
        said.append(f"Of {n} {name}, {n - wrong} {good} and {wrong} {bad}.")
        left += width
    ax.set_xticks([place for place, _ in ticks], [label for _, label in ticks])
    ax.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    ax.set(xlim=(-0.01, 1.01), ylim=(0, 1.12), ylabel="share of the class")
    ax.grid(visible=False)
    say(ax, " ".join(said))


def shares(
    ax: Axes, right: Mapping[str, Mapping[str, float]], base: tuple[str, float], xlabel: str
) -> None:
    """Draw shares as bars, in groups, beside a base line that needs no learning."""
    said = []
    for place, (group, kinds) in enumerate(right.items()):
        for side, (kind, share, (colour, _, _)) in enumerate(styled(kinds, "kinds", PAIR[::-1])):
            y, hatch = -place + 0.2 - 0.4 * side, "//" if side else None
            name = kind if place == 0 else None
            ax.barh(y, share, 0.36, color=colour, hatch=hatch, edgecolor="white", label=name)
            label = ax.annotate(f"{share:.1%}", (share, y), (4, 0), textcoords="offset points")
            label.set(va="center", bbox={"color": "white", "pad": 3})  # over the base line
        each = ", ".join(f"{kind} {share:.1%}" for kind, share in kinds.items())
        said.append(f"{group}: {each}")
    ax.axvline(base[1], color=GREY, linestyle="--", label=base[0])
    ax.set_yticks(-np.arange(len(right)), list(right))
    ax.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    ax.set(xlabel=xlabel, xlim=(0, 1.18), ylim=(0.5 - len(right), 0.5))
    ax.grid(axis="y", visible=False)
    line, *bars = ax.get_legend_handles_labels()[0]
    legend(ax, handles=[*bars, line], ncols=3)
    say(ax, f"{xlabel}. {'; '.join(said)}. Dashed line, {base[0]}: {base[1]:.1%}.")


def weights(
    ax: Axes,
    words: Sequence[str | None],
    w: ArrayLike,
    df: Sequence[int] | Array,
    *,
    most: int = 8,
    classes: tuple[str, str] = ("spam", "ham"),
) -> None:
    """Draw the words of the largest positive and negative weights as bars."""
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
    each = [f"{name} {rough(w[j])}" for name, j in zip(names, chosen, strict=True)]
    say(ax, f"Largest weights, towards {right}: {', '.join(each[:most])}.")
    say(ax, f"Smallest weights, towards {left}: {', '.join(each[: most - 1 : -1])}.")
