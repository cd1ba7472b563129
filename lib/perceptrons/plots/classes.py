"""Several classes in one plane: neurons apart, each with its own line, and neurons that compete.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> plots.plane(ax)
>>> regions(ax, [[0, -1, 0], [0, 1, 0]], [[-1, 0], [1, 0]], ["left", "right"])
>>> print(fig.alt)
1 pattern of class left (circles), 1 pattern of class right (squares).
The largest discriminant decides: −x₁ for left, x₁ for right. 0 patterns are wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.plots.palette import CURVES, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import cut
from perceptrons.plots.words import count, equation

__all__ = ["regions"]

SHAPES = {"o": "circles", "s": "squares", "^": "triangles", "D": "diamonds", "v": "arrowheads"}


def regions(
    ax: Axes, W: ArrayLike, X: ArrayLike, labels: ArrayLike, *, apart: bool = False
) -> None:
    """Draw patterns of several classes, and where M neurons answer which class.

    Parameters
    ----------
    ax : Axes
        Its limits are kept.
    W : array_like, shape (M, 3)
        The weights of each class, in the order of the sorted labels.
    X : array_like, shape (n, 2)
    labels : array_like, shape (n,)
        Up to five classes.
    apart : bool
        Each neuron for itself: draw its own line, and mark where none or several say yes.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> plots.plane(ax)
    >>> regions(ax, [[0, -1, 0], [0, 1, 0]], [[-1, 0], [1, 0]], ["left", "right"])
    >>> print(fig.alt)
    1 pattern of class left (circles), 1 pattern of class right (squares).
    The largest discriminant decides: −x₁ for left, x₁ for right. 0 patterns are wrong.
    """
    V, P, names = np.asarray(W, dtype=float), np.asarray(X, dtype=float), np.asarray(labels)
    classes = np.unique(names)
    window = np.array(np.meshgrid(ax.get_xlim(), ax.get_ylim())).reshape(2, 4).T[[0, 1, 3, 2]]
    counted = []
    for m, (name, w, (colour, marker)) in enumerate(
        styled(dict(zip(classes, V, strict=True)), "labels", CURVES)
    ):
        own = window
        for r, other in enumerate(V):
            if r != m and not apart:
                own = cut(own, w - other)
        own = cut(own, w) if apart else own
        if len(own) > 2:
            ax.add_patch(Polygon(own, facecolor=colour, alpha=0.16, linewidth=0, zorder=0))
            edge = Polygon(own, fill=False, edgecolor=colour, linewidth=1.5, zorder=1)
            ax.add_patch(edge)
        here = P[names == name]
        style: dict[str, Any] = {
            "markersize": 6,
            "markeredgewidth": 1.5,
            "linestyle": "",
            "color": colour,
        }
        face = colour if marker == "o" else "white"
        ax.plot(*here.T, marker, markerfacecolor=face, label=str(name), zorder=3, **style)
        counted.append(f"{count(len(here), 'pattern')} of class {name} ({SHAPES[marker]})")
    legend(ax, ncols=len(classes), columnspacing=1, handletextpad=0.3)
    say(ax, ", ".join(counted) + ".")
    g = V @ np.column_stack([np.ones(len(P)), P]).T
    told = ", ".join(f"{equation(w)} for {name}" for name, w in zip(classes, V, strict=True))
    if apart:
        yes = (g > 0).sum(axis=0)
        how_many = [int((yes == 0).sum()), int((yes == 1).sum()), int((yes > 1).sum())]
        _name_cells(ax, V, classes, window, P)
        say(
            ax,
            f"Each neuron says yes where its own discriminant is positive: {told}. "
            f"To {how_many[0]} patterns none says yes, to {how_many[1]} one, to {how_many[2]} several.",
        )
    else:
        wrong = int((classes[g.argmax(axis=0)] != names).sum())
        say(
            ax,
            f"The largest discriminant decides: {told}. {count(wrong, 'pattern')} {'is' if wrong == 1 else 'are'} wrong.",
        )


def _name_cells(ax: Axes, V: Array, names: Array, window: Array, X: Array) -> None:
    """Write into each cell of the lines which neurons say yes there, off the patterns if it can."""
    cells: list[tuple[Array, list[str]]] = [(window, [])]
    for w, name in zip(V, names, strict=True):
        cells = [
            (part, [*yes, str(name)] if sign > 0 else yes)
            for cell, yes in cells
            for sign in (1, -1)
            if len(part := cut(cell, sign * w)) > 2
        ]
    box = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1}
    width = np.ptp(window[:, 0])
    middle: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 10, "bbox": box}
    for cell, yes in cells:
        if np.hypot(*(cell - np.roll(cell, -1, axis=0)).T).max() > 0.2 * width:
            centre = cell.mean(axis=0)
            places = [centre, *((centre + corner) / 2 for corner in cell)]
            free = [min(np.hypot(*(X - p).T).min(), 0.12 * width) for p in places]
            place = places[int(np.argmax(free))]  # the centre, if all are free
            left, right = ax.get_xlim()  # and its words stay inside the frame
            place[0] = np.clip(place[0], left + 0.1 * width, right - 0.1 * width)
            ax.annotate("\n".join(yes) or "none", tuple(rounded(place)), **middle)
