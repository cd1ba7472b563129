"""Figures of chapter 9: losses and pulls over the axis of w·z, and on patterns.

>>> from perceptrons import plots
>>> fig, axes = plots.figure(2, 1)
>>> losses_and_pulls(axes)
>>> print(fig.alt.split("; ")[0])
Losses (above) and pulls (below) where m = w·z = −2, 0, 1, 3. least squares: losses 4.5, 0.5, 0, 2, pulls 3, 1, 0, −2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons import losses
from perceptrons.plots.palette import BLUE, CLASSES, GREEN, GREY, LIGHT_BLUE, ORANGE
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import class_style
from perceptrons.plots.words import listed, signed

__all__ = ["losses_and_pulls", "on_patterns", "promises"]

# Two rules agree where w·z <= 1: the larger marks and broader lines lie below.
FOUR = {"least squares": (ORANGE, "s", "-", 11), "perceptron": (BLUE, "o", "--", 9)}
FOUR |= {"relaxation": (GREEN, "^", "-.", 6), "logistic": ("black", "D", ":", 6)}
SHOWN = np.array([-2.0, 0, 1, 3])


def losses_and_pulls(axes: Sequence[Axes]) -> None:
    """Draw what a pattern costs, and below it how hard it pulls, against w·z, for four rules.

    Parameters
    ----------
    axes : two Axes, one above the other

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, axes = plots.figure(2, 1)
    >>> losses_and_pulls(axes)
    >>> [text.get_text() for text in axes[0].get_legend().get_texts()]
    ['least squares', 'perceptron', 'relaxation', 'logistic']
    """
    m = np.linspace(-2.5, 3.5, 481)
    above, below = axes
    for rule, (colour, marker, dashes, size) in FOUR.items():
        for ax, f in [(above, losses.loss), (below, losses.pull)]:
            y = f(rule, m)
            y = np.where(np.abs(np.diff(y, append=y[-1])) > 0.5, np.nan, y)  # no line at a jump
            ax.plot(m, rounded(y, 6), dashes, color=colour, linewidth=size / 3)
            ax.plot(SHOWN, rounded(f(rule, SHOWN), 6), marker, color=colour, markersize=size)
        above.plot([], [], marker + dashes, color=colour, label=rule, markersize=7)
    for ax in axes:
        ax.axvline(0, color=GREY, linewidth=1)
    below.axhline(0, color=GREY, linewidth=1)
    above.set(ylabel="loss", ylim=(-0.2, 5))
    below.set(xlabel="m = w·z: wrong to the left of 0, right to the right of it", ylabel="pull")
    legend(above)
    each = (
        f"{rule}: losses {listed(rounded(losses.loss(rule, SHOWN), 3))}, pulls "
        f"{listed(rounded(losses.pull(rule, SHOWN), 3))}"
        for rule in FOUR
    )
    say(
        above,
        f"Losses (above) and pulls (below) where m = w·z = {listed(SHOWN)}. {'; '.join(each)}.",
    )


def on_patterns(
    axes: Sequence[Axes], X: ArrayLike, t: ArrayLike, by: Mapping[str, ArrayLike]
) -> None:
    """Draw for each rule how hard every pattern pulls: a bar above it, or below 0 where it drags back.

    Parameters
    ----------
    axes : as many Axes as rules
    X : array_like, shape (n, 1)
        Drawn side by side, with their values below.
    t : array_like, shape (n,)
        Targets +1 and -1.
    by : mapping from a rule to pulls, shape (n,)

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> on_patterns([ax], [[-1], [2]], [-1, 1], {"least squares": [0.5, -1]})
    >>> print(fig.alt)
    Patterns −1 (C2), 2 (C1). Pulls by least squares: 0.5, −1.
    """
    x, t = np.ravel(np.asarray(X, dtype=float)), np.asarray(t)
    who = ", ".join(f"{signed(v)} ({CLASSES[int(c)][0]})" for v, c in zip(x, t, strict=True))
    places, said = np.arange(len(x)), []
    for ax, (rule, forces) in zip(axes, by.items(), strict=True):
        force = rounded(forces, 6)
        ax.bar(places, force, 0.5, color=LIGHT_BLUE, edgecolor="black")
        for target in CLASSES:
            here = places[t == target]
            ax.plot(here, 0 * here, **{**class_style(target), "markersize": 6})
        for at, f in zip(places, force, strict=True):
            if f:
                side: dict[str, Any] = {
                    "xytext": (0, 5 if f > 0 else -5),
                    "va": "bottom" if f > 0 else "top",
                }
                ax.annotate(
                    signed(round(float(f), 2)), (at, f), textcoords="offset points", ha="center",
                    fontsize=10, **side,
                )  # fmt: skip
        ax.axhline(0, color=GREY, linewidth=1)
        ax.set_title(rule, fontsize=12)
        ax.set_xticks(places, [signed(v) for v in x])
        said.append(f"by {rule}: {listed(np.round(force, 3))}")
    say(axes[0], f"Patterns {who}. Pulls {'; '.join(said)}.")


def promises(ax: Axes) -> None:
    """Draw three losses that lie above the count of mistakes, and one that does not.

    Parameters
    ----------
    ax : Axes

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> promises(ax)
    >>> fig.alt.split(": ")[0]
    'Against m = w·z, the count of a mistake'
    """
    m = np.linspace(-1.5, 3, 361)
    curves = {
        "(1 − m)²": (2 * losses.loss("least squares", m), "-", ORANGE),
        "max(0, 1 − m)": (losses.loss("hinge", m), "-.", GREEN),
        "log₂(1 + e^(−m))": (losses.loss("logistic", m) / np.log(2), ":", "black"),
        "max(0, −m)": (losses.loss("perceptron", m), "--", BLUE),
    }
    ax.fill_between(m[m <= 0], 0, 1, color=GREY, alpha=0.3, linewidth=0, label="a mistake: 1")
    for name, (y, dashes, colour) in curves.items():
        ax.plot(m, rounded(y, 6), dashes, color=colour, label=name)
    ax.set(xlabel="m = w·z", ylabel="loss", ylim=(-0.1, 3.2))
    legend(ax)
    say(
        ax,
        "Against m = w·z, the count of a mistake: 1 up to and at 0, then 0. Three losses are nowhere "
        "below it, with the values 1, 1, 1 at m = 0: (1 − m)², max(0, 1 − m), "
        "log₂(1 + e^(−m)). The perceptron's loss max(0, −m) cuts through it and is 0 at 0.",
    )
