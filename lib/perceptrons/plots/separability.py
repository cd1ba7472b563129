"""Crossing hulls: why no line separates.

>>> from perceptrons import data, plots
>>> fig, ax = plots.figure()
>>> crossing(ax, *data.xor(), [0.25] * 4)
>>> print(fig.alt.splitlines()[-1])
A mixture of (1, −1), (−1, 1) is also one of (−1, −1), (1, 1): both are (0, 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array
from perceptrons._core.extras import needed_for
from perceptrons.plots.palette import (
    CLASSES,
    RING,
)
from perceptrons.plots.picture import legend, say
from perceptrons.plots.planes import patterns
from perceptrons.plots.words import point

__all__ = ["crossing"]


def hulls(ax: Axes, P: Array, t: Array) -> None:
    """Draw the convex hull of each class: a segment or a polygon."""
    for target, (_, _, _, colour) in CLASSES.items():
        hull = _outline(P[t == target])
        style: dict[str, Any] = {
            "edgecolor": colour,
            "linewidth": 2,
            "linestyle": "-" if target == 1 else "--",
        }
        ax.add_patch(Polygon(hull, closed=len(hull) > 2, facecolor=(colour, 0.2), **style))


def _outline(P: Array) -> Array:
    """Return the corners of the convex hull in order; points on one line give its two ends."""
    P = np.unique(P, axis=0)
    if np.linalg.matrix_rank(P - P[0]) < 2:
        return P[[0, -1]]
    with needed_for("convex hulls"):
        from scipy.spatial import ConvexHull

    return P[ConvexHull(P).vertices]


def crossing(
    ax: Axes,
    X: ArrayLike,
    t: ArrayLike,
    alpha: ArrayLike,
    *,
    names: Sequence[str] = ("class C1", "class C2"),
) -> None:
    """Draw a certificate: the patterns of each class that it mixes, and the point that both give.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (n, 2)
    t : array_like, shape (n,)
    alpha : array_like, shape (n,)
        Of `separability.Certificate`.
    names : sequence of two str
        What the legend calls the classes.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> crossing(ax, [[0, 0], [1, 1], [2, 2]], [1, -1, 1], [0.25, 0.5, 0.25])
    >>> fig.alt.splitlines()[-1]
    'A mixture of (0, 0), (2, 2) is also one of (1, 1): both are (1, 1).'
    """
    P = check.patterns(X).astype(float)
    signs, share = check.targets(t, len(P)), np.asarray(alpha, dtype=float)
    used = share > 0
    small = {"markersize": 5} if len(P) > 12 else {}
    for target, called in zip((1, -1), names, strict=True):
        patterns(ax, P[signs == target], signs[signs == target], label=called, **small)
    hulls(ax, P[used], signs[used])
    first, second = used & (signs == 1), used & (signs == -1)
    at = share[first] @ P[first] / share[first].sum()
    ax.plot(*at, **RING, label="in both hulls")
    ax.set(xlabel="x₁", ylabel="x₂")
    legend(ax, columnspacing=1, handletextpad=0.5)
    mixed = [", ".join(map(point, P[here])) for here in (first, second)]
    say(ax, f"A mixture of {mixed[0]} is also one of {mixed[1]}: both are {point(at)}.")
