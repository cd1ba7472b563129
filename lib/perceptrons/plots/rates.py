"""What the rate does to one step: J_P and the number of mistakes along it.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> along(ax, [[1, 1], [1, -2]], [-2, 0], [1, 1], most=6)
>>> print(fig.alt)
Along the step J_P goes from 4 to 8, least at η = 1, where it is 3; mistakes from 2 to 1.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons.plots.palette import BLUE, ORANGE
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.words import signed

__all__ = ["along"]


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
