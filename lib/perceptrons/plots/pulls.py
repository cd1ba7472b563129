"""How hard each pattern pulls the weights, by the rule.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> on_patterns([ax], [[-1], [2]], [-1, 1], {"least squares": [0.5, -1]})
>>> print(fig.alt)
Patterns −1 (C2), 2 (C1). Pulls by least squares: 0.5, −1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons.plots.palette import CLASSES, GREY, LIGHT_BLUE
from perceptrons.plots.picture import rounded, say
from perceptrons.plots.planes import class_style
from perceptrons.plots.words import listed, signed

__all__ = ["on_patterns"]


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
