"""Figures of chapter 11: a run in two kinds of numbers, Gram matrices, and the curves of kernels.

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

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array
from perceptrons._core.extras import needed_for
from perceptrons.dual import Kernel
from perceptrons.geometry import sgn
from perceptrons.plots.palette import BLUE, CURVES, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import FINE, area, patterns, shade
from perceptrons.plots.words import count, point, signed

__all__ = ["bars", "curve", "gram", "graph", "profiles", "retold"]

DASHES = ["-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1))]


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
    lam : array_like, shape (n,)
        Dual variables.
    t : array_like, shape (n,)
        Targets +1 and -1.

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


def retold(axes: Array, weights: ArrayLike, lam: ArrayLike) -> None:
    """Draw one run twice: its weights after each update on the left, its dual variables on the right.

    Parameters
    ----------
    axes : array of Axes, shape (updates+1, 2)
    weights : array_like, shape (updates+1, d+1)
    lam : array_like, shape (updates+1, n)
        The dual variables after each update.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, axes = plots.figure(2, 2)
    >>> retold(axes, [[0, 0], [1, 2]], [[0, 0], [1, 0]])
    >>> print(fig.alt)
    After 0 updates w = (0, 0) and λ = (0, 0).
    After 1 update w = (1, 2) and λ = (1, 0).
    """
    for k, (w, counts) in enumerate(zip(np.asarray(weights), np.asarray(lam), strict=True)):
        left, right = axes[k]
        left.bar(range(len(w)), w, 0.7, color=GREY)
        right.bar(range(1, len(counts) + 1), counts, 0.7, color=BLUE)
        left.axhline(0, color="black", linewidth=1)
        left.set(ylabel=count(k, "update"), xticks=range(len(w)))
        right.set(xticks=range(1, len(counts) + 1))
        for ax in (left, right):
            ax.yaxis.set_major_locator(MaxNLocator(integer=True))
        after = f"After {count(k, 'update')}"
        say(left, f"{after} w = {point(map(float, w))} and λ = {point(map(float, counts))}.")
    axes[0, 0].set_title("weights w")
    axes[0, 1].set_title("counts λ")
    axes[-1, 0].set_xlabel("weight j")
    axes[-1, 1].set_xlabel("pattern i")


def gram(ax: Axes, K: ArrayLike) -> None:
    """Draw a Gram matrix as a table of its numbers, the darker the larger.

    Parameters
    ----------
    ax : Axes
    K : array_like, shape (n, n)

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> gram(ax, [[2, 1], [1, 3]])
    >>> print(fig.alt)
    The Gram matrix, row by row: 2, 1; 1, 3.
    """
    M = np.asarray(K)
    sizes = np.abs(M.astype(float))
    n, most = len(M), sizes.max()
    edges = np.arange(n + 1) + 0.5
    ax.pcolormesh(edges, edges, sizes, cmap="Blues", vmin=0, vmax=2 * most, edgecolors="white")
    words = [[str(v).replace("-", "−") for v in row] for row in M]
    for i, row in enumerate(words, start=1):
        for j, text in enumerate(row, start=1):
            ax.text(j, i, text, ha="center", va="center", fontsize=11)
    ax.set(aspect="equal", xlabel="pattern j", ylabel="pattern i", xlim=edges[[0, -1]])
    ax.set(xticks=range(1, n + 1), yticks=range(1, n + 1), ylim=edges[[-1, 0]])
    ax.grid(visible=False)
    say(ax, f"The Gram matrix, row by row: {'; '.join(map(', '.join, words))}.")


def graph(
    ax: Axes, X: ArrayLike, t: ArrayLike, lam: ArrayLike, kernel: Kernel, *, reach: float = 2
) -> None:
    """Draw g(x) = Σ λ_j t_j K(x, x_j) over one input, and the patterns on its axis.

    Parameters
    ----------
    ax : Axes
        Its window becomes -reach to reach.
    X : array_like, shape (n, 1)
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
    >>> graph(ax, [[1], [-1]], [1, -1], [1, 1], linear)
    >>> fig.alt.splitlines()[-1]
    'The graph of g: −4 at x = −2, −2 at −1, 0 at 0, 2 at 1, 4 at 2.'
    """
    P = check.patterns(X).astype(float)
    share = check.targets(t, len(P)) * np.asarray(lam, dtype=float)
    x = np.linspace(-reach, reach, FINE)[:, None]
    ax.axhline(0, color=GREY, linewidth=1)
    ax.plot(x, rounded(kernel(x, P) @ share), color="black")
    patterns(ax, P, t)
    ax.set(xlabel="x", ylabel="g(x)", xlim=(-reach, reach))
    whole = np.arange(-int(reach), int(reach) + 1.0)[:, None]
    told = [
        f"{signed(v)} at {signed(float(i))}"
        for (i,), v in zip(whole, kernel(whole, P) @ share, strict=True)
    ]
    told[0] = told[0].replace(" at ", " at x = ")
    say(ax, f"The graph of g: {', '.join(told)}.")


def profiles(ax: Axes, kernels: Mapping[str, Kernel], *, far: float = 3) -> None:
    """Draw what each kernel says of two patterns, against the distance between them.

    Parameters
    ----------
    ax : Axes
    kernels : mapping from a name to a kernel that depends on the distance only
        Up to five.
    far : float
        The largest distance.

    Examples
    --------
    >>> from perceptrons import plots
    >>> from perceptrons.dual import cauchy
    >>> fig, ax = plots.figure()
    >>> profiles(ax, {"slow": cauchy(2)}, far=2)
    >>> fig.alt
    'slow: 1 at the distance 0, 0.8 at 1, 0.5 at 2.'
    """
    r = np.linspace(0, far, 61)[:, None]
    whole = np.arange(int(far) + 1.0)[:, None]
    for name, kernel, (style, (colour, _)) in styled(
        kernels, "kernels", list(zip(DASHES, CURVES, strict=True))
    ):
        ax.plot(r, rounded(kernel(r, [[0.0]])), linestyle=style, color=colour, label=name)
        values = kernel(whole, [[0.0]]).ravel()
        steps = [f"{signed(v)} at {i}" for i, v in enumerate(values)]
        steps[0] = f"{signed(values[0])} at the distance 0"
        say(ax, f"{name}: {', '.join(steps)}.")
    ax.set(xlabel="distance of x and y", ylabel="K(x, y)", ylim=(0, 1.05), xlim=(0, far))
    legend(ax)
