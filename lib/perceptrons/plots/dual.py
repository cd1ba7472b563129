"""Discriminants by kernels: their curves, their dual variables and their Gram matrices.

>>> from perceptrons import data, plots
>>> from perceptrons.dual import gram, online, polynomial
>>> X, t = data.xor()
>>> fig, ax = plots.figure()
>>> curve(ax, X, t, online(gram(X, polynomial(2)), t).dual, polynomial(2))
>>> print(fig.alt)
2 patterns of class C1 (filled circles): (1, −1), (−1, 1).
2 patterns of class C2 (open squares): (−1, −1), (1, 1).
Shaded, where g(x) > 0: 50 % of the window, in 2 pieces. 4 of 4 patterns are on their side.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array
from perceptrons._core.extras import needed_for
from perceptrons.dual import Kernel
from perceptrons.geometry import sgn
from perceptrons.plots.palette import BLUE, ORANGE
from perceptrons.plots.picture import rounded, say
from perceptrons.plots.planes import area, patterns, shade
from perceptrons.plots.words import count, point

__all__ = ["bars", "curve"]


def curve(
    ax: Axes, X: ArrayLike, t: ArrayLike, lam: ArrayLike, kernel: Kernel, *, reach: float = 3
) -> None:
    """Draw where g(x) = Σ λ_j t_j K(x, x_j) is zero, and shade where it is positive.

    Parameters
    ----------
    ax : Axes
        Becomes a square window from -reach to reach.
    X : array_like, shape (n, 2)
        Training patterns.
    t : array_like, shape (n,)
        Targets +1 and -1.
    lam : array_like, shape (n,)
        Dual variables.
    kernel : function of two tables of patterns
    reach : float

    Examples
    --------
    >>> from perceptrons import plots
    >>> from perceptrons.dual import linear
    >>> fig, ax = plots.figure()
    >>> curve(ax, [[1, 0], [-1, 0]], [1, -1], [1, 1], linear)
    >>> fig.alt.splitlines()[-1]
    'Shaded, where g(x) > 0: 50 % of the window, in 1 piece. 2 of 2 patterns are on their side.'
    """
    with needed_for("counting the pieces of an area"):
        from scipy.ndimage import label

    P = check.patterns(X).astype(float)
    targets = check.targets(t, len(P))
    weight = targets * np.asarray(lam, dtype=float)
    g = shade(ax, lambda grid: _sign(kernel(grid, P), weight), reach)
    patterns(ax, X, t)
    pieces = count(int(label(g > 0)[1]), "piece")
    right = int((sgn(_sign(kernel(P, P), weight), 0) == targets).sum())
    told = f"{right} of {count(len(P), 'pattern')} are on their side"
    say(ax, f"Shaded, where g(x) > 0: {area(g)}, in {pieces}. {told}.")


def _sign(K: Array, share: Array) -> Array:
    """Return g as a part of the largest value that its terms could add up to, from -1 to 1.

    So rounding takes away the last bits, and leaves the sign of a g that is small everywhere.
    """
    size = np.abs(K) @ np.abs(share)
    return rounded(K @ share / np.where(size > 0, size, 1))


def bars(ax: Axes, lam: ArrayLike, t: ArrayLike) -> None:
    """Draw a bar for the λ of each pattern: filled for class C1, open for C2.

    Parameters
    ----------
    ax : Axes
    lam, t
        As for `curve`.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> bars(ax, [1, 2, 0], [1, -1, 1])
    >>> fig.alt
    'Bars: λ = (1, 2, 0), a filled one for each pattern of class C1, an open one for C2.'
    """
    heights = np.asarray(lam, dtype=float)
    targets = check.targets(t, len(heights))
    i = np.arange(1, len(heights) + 1)
    for target, colour in ((1, BLUE), (-1, ORANGE)):
        own = targets == target
        face = colour if target == 1 else "white"
        ax.bar(i[own], heights[own], 0.7, facecolor=face, edgecolor=colour, linewidth=2)
    ax.set(xlabel="pattern i", ylabel="λ", ylim=(0, 1.15 * max(heights.max(), 1)))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    each = "a filled one for each pattern of class C1, an open one for C2"
    say(ax, f"Bars: λ = {point(heights)}, {each}.")
