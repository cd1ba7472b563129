"""Figures of chapter 7: steps in a parabola and in a bowl, a fitted line, a falling cost.

>>> from perceptrons import adaline, plots
>>> fig, ax = plots.figure()
>>> overshoot(ax, adaline.batch([[3], [-3]], [1, -1], eta=1/9, epochs=2), "η = 1/9")
>>> print(fig.alt)
η = 1/9: w₁ goes 0, 0.6667, 0 in a parabola whose least J is at 0.3333; J goes 1, 1, 1.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from perceptrons import adaline
from perceptrons._check import Array
from perceptrons.descent import Descent
from perceptrons.plots.palette import CLASSES, CURVES, GREEN, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import class_style
from perceptrons.plots.words import count, equation, listed, point, signed

__all__ = ["bowl", "excess", "fit", "overshoot"]

TWO_LINES = [("-", "black"), ("--", GREY)]


def overshoot(ax: Axes, run: Descent, title: str, *, reach: float | None = None) -> None:
    """Draw the steps of a descent down the parabola of J over w_1, while w_0 keeps its value.

    Parameters
    ----------
    ax : Axes
    run : Descent
        Of one feature, with the same bias after each epoch.
    title : str
        Names the panel.
    reach : float, optional
        How far from its bottom the parabola is drawn; by default as far as the steps go.

    Examples
    --------
    >>> from perceptrons import adaline, plots
    >>> fig, ax = plots.figure()
    >>> overshoot(ax, adaline.batch([[3], [-3]], [1, -1], eta=1/18, epochs=1), "half way")
    >>> fig.alt
    'half way: w₁ goes 0, 0.3333 in a parabola whose least J is at 0.3333; J goes 1, 0.'
    """
    w = np.asarray(run.weights, dtype=float)
    if w.shape[1] != 2 or np.ptp(w[:, 0]) > 0:
        raise ValueError(
            "run must have one feature and the same bias after each epoch: other weights are not "
            "over this parabola; use plots.adaline.bowl"
        )
    a = run.A[:, 1]
    least = float(a @ (run.t - w[0, 0]) / (a @ a))
    reach = 1.1 * np.abs(w[:, 1] - least).max() if reach is None else reach
    v = least + np.linspace(-reach, reach, 81)
    J = ((run.t[:, None] - w[0, 0] - np.outer(a, v)) ** 2).sum(axis=0) / 2
    ax.plot(v, J, color=GREY)
    ax.plot(w[:, 1], run.costs, "--o", color=ORANGE, linewidth=1.5, markersize=6)
    ax.plot(w[:1, 1], run.costs[:1], "s", color="black", markersize=8)
    ax.set(xlabel="w₁", title=title)
    went = f"w₁ goes {listed(w[:, 1])} in a parabola whose least J is at {signed(least)}"
    say(ax, f"{title}: {went}; J goes {listed(map(float, run.costs))}.")


def fit(ax: Axes, X: ArrayLike, t: ArrayLike, lines: Mapping[str, ArrayLike]) -> None:
    """Draw the graphs of g over one feature beside the targets, and the errors of the first.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (n, 1)
    t : array_like, shape (n,)
        Targets +1 and -1, drawn as heights.
    lines : mapping from a name to weights (w_0, w_1)
        One or two; the second is dashed. A diamond marks where a line crosses 0, if it does.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> fit(ax, [[-1], [1]], [-1, 1], {"half": [0, 0.5]})
    >>> print(fig.alt)
    1 pattern of class C1 (filled circles) at height 1: x₁ = 1.
    1 pattern of class C2 (open squares) at height −1: x₁ = −1.
    half: the line 0.5x₁, which is 0 at x₁ = 0. Errors: −0.5 at −1, 0.5 at 1.
    """
    x, t = np.ravel(np.asarray(X, dtype=float)), np.asarray(t)
    for target, (name, shape, _, _) in CLASSES.items():
        here = x[t == target]
        ax.plot(here, 0 * here + target, **class_style(target))
        who = f"{count(len(here), 'pattern')} of class {name} ({shape})"
        say(ax, f"{who} at height {signed(target)}: x₁ = {listed(here)}.")
    ends = np.array([x.min() - 1, x.max() + 1])
    for name, w, (dashes, colour) in styled(lines, "lines", TWO_LINES):
        w_0, w_1 = map(float, np.asarray(w))
        ax.plot(ends, w_0 + w_1 * ends, dashes, color=colour, label=name)
        words = f"{name}: the line {equation([w_0, w_1])}"
        if w_1:
            zero = -w_0 / w_1
            ax.plot(zero, 0, "D", color=colour, markersize=8, zorder=4)
            words += f", which is 0 at x₁ = {signed(zero)}"
        elif w_0:
            words += ", which is 0 nowhere"
        words += "."
        if dashes == "-":
            g = w_0 + w_1 * x
            ax.vlines(x, g, t, color=GREEN, linestyle=":", linewidth=2.5)
            errors = (f"{signed(e)} at {signed(v)}" for e, v in zip(t - g, x, strict=True))
            words += f" Errors: {', '.join(errors)}."
        say(ax, words)
    ax.axhline(0, color=GREY, linewidth=1)
    ax.set(xlabel="x₁", ylabel="target, and g(x)", ylim=(-2, 2), xlim=tuple(ends))
    legend(ax)


def bowl(ax: Axes, X: ArrayLike, t: ArrayLike, paths: Mapping[str, ArrayLike]) -> None:
    """Draw the bowl J over (w_0, w_1) by its level lines, and paths of weights in it.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (n, 1)
    t : array_like, shape (n,)
    paths : mapping from a name to weights, shape (k, 2)
        Up to five paths; level lines run through the first eight points of the first.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> bowl(ax, [[3], [-3]], [1, -1], {"batch": [[1, 0], [0, 0.25]]})
    >>> print(fig.alt)
    Level lines of J, ellipses around the least J at (0, 0.3333).
    batch: from (1, 0) in 1 step to (0, 0.25).
    """
    least = rounded(adaline.least_squares(X, t), 12) + 0  # no -2e-16 in the words
    # H = L Lᵀ: where Lᵀ(w - least) runs round a circle, J keeps its value.
    L = np.linalg.cholesky(adaline.hessian(np.asarray(X, dtype=float)))
    angle = np.linspace(0, 2 * np.pi, 121)
    circle = np.linalg.solve(L.T, np.array([np.cos(angle), np.sin(angle)]))
    walks = {name: np.asarray(path, dtype=float) for name, path in paths.items()}
    for w in next(iter(walks.values()))[:8]:
        radius = np.linalg.norm(L.T @ (w - least))
        ax.plot(*(least[:, None] + radius * circle), color=GREY, linewidth=0.8)
    ax.plot(*least, "x", color="black", markersize=11, markeredgewidth=2.5, zorder=4)
    say(ax, f"Level lines of J, ellipses around the least J at {point(least)}.")
    for name, walk, (colour, marker) in styled(walks, "paths", CURVES):
        ax.plot(*walk.T, label=name, color=colour, marker=marker, markersize=5, linewidth=1.5)
        steps = count(len(walk) - 1, "step")
        say(ax, f"{name}: from {point(walk[0])} in {steps} to {point(walk[-1])}.")
    low, high = _ends(least, *walks.values())
    margin = 0.12 * (high - low).max()
    ax.set(xlim=(low[0] - margin, high[0] + margin), ylim=(low[1] - margin, high[1] + margin))
    ax.set(xlabel="w₀", ylabel="w₁", aspect="equal")  # a step is at right angles to its level line
    legend(ax)


def _ends(*places: Array) -> tuple[Array, Array]:
    """Return the least and the greatest coordinates of points."""
    all_places = np.vstack(places)
    return all_places.min(axis=0), all_places.max(axis=0)


def excess(ax: Axes, above: Mapping[str, ArrayLike]) -> None:
    """Draw how far J is above its minimum after each epoch, on a logarithmic axis.

    Parameters
    ----------
    ax : Axes
    above : mapping from a name to J - min J, shape (epochs+1,)
        Up to five, all above 0, over the same epochs.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> excess(ax, {"slow": [3, 2, 1.5, 1.25]})
    >>> fig.alt
    'J above its minimum after epochs 0, 1, 2 and 3. slow: 3, 2, 1.5, 1.25.'
    """
    each = []
    for name, values, (colour, marker) in styled(above, "above", CURVES):
        costs = np.asarray(values, dtype=float)
        ax.semilogy(costs, marker=marker, markersize=5, color=colour, label=name)
        each.append(f"{name}: {listed(costs[[0, 1, 2, -1]])}")
    ax.set(xlabel="epoch", ylabel="J above its minimum")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    legend(ax, ncols=1)
    say(ax, f"J above its minimum after epochs 0, 1, 2 and {len(costs) - 1}. {'; '.join(each)}.")
