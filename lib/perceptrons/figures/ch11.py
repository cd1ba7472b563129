"""Drawings of chapter 11: a run in two kinds of numbers, and what kernels say of two patterns."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array
from perceptrons.dual import Kernel
from perceptrons.plots.palette import BLUE, CURVES, GREY, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import FINE, patterns
from perceptrons.plots.words import count, point, signed

__all__ = ["graph", "profiles", "retold"]

DASHES = ["-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1))]


def retold(axes: Array, weights: ArrayLike, lam: ArrayLike) -> None:
    """Draw one run twice: its weights after each update on the left, its dual variables on the right."""
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


def graph(
    ax: Axes, X: ArrayLike, t: ArrayLike, lam: ArrayLike, kernel: Kernel, *, reach: float = 2
) -> None:
    """Draw g(x) = Σ λ_j t_j K(x, x_j) over one input, and the patterns on its axis."""
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
    """Draw what each kernel says of two patterns, against the distance between them."""
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
