"""Figures of chapter 9: where rules end on the same data, and how they get there.

>>> from perceptrons import plots
>>> fig, ax = plots.figure()
>>> thresholds(ax, [2, 4], {"rule": [0.5, 1.5]}, (0, 1))
>>> print(fig.alt)
Right for all patterns: thresholds from 0 to 1 (shaded). With the far pattern at 2 and at 4, rule: 0.5 and 1.5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons.ho_kashyap import HoKashyap
from perceptrons.plots.palette import BLUE, CURVES, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.words import count, listed, signed

__all__ = ["demands", "endless", "intervals", "thresholds"]


def thresholds(
    ax: Axes, far: ArrayLike, curves: Mapping[str, ArrayLike], band: tuple[float, float]
) -> None:
    """Draw where each rule puts its threshold, against the place of a pattern that moves away.

    Parameters
    ----------
    ax : Axes
    far : array_like, shape (m,)
        Where that pattern is.
    curves : mapping from a rule to thresholds, shape (m,)
        Up to five.
    band : (low, high)
        Thresholds between them are right for all patterns.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> thresholds(ax, [2, 4], {"rule": [0.5, 1.5]}, (0, 1))
    >>> print(fig.alt)
    Right for all patterns: thresholds from 0 to 1 (shaded). With the far pattern at 2 and at 4, rule: 0.5 and 1.5.
    """
    x, said = np.asarray(far, dtype=float), []
    ax.axhspan(*band, color=GREY, alpha=0.2, linewidth=0)
    for i, (name, values, (colour, marker)) in enumerate(styled(curves, "curves", CURVES)):
        y = rounded(values, 6)
        size = 10 - 1.7 * i  # where two agree, both marks are seen
        ax.plot(x, y, marker + "-", color=colour, label=name, markersize=size)
        said.append(f"{name}: {signed(float(y[0]))} and {signed(float(y[-1]))}")
    ax.set(xlabel="where the far pattern is", ylabel="threshold")
    legend(ax)
    right = f"thresholds from {signed(band[0])} to {signed(band[1])} (shaded)"
    ends = f"at {signed(x[0])} and at {signed(x[-1])}"
    say(
        ax,
        f"Right for all patterns: {right}. With the far pattern {ends}, " + "; ".join(said) + ".",
    )


def endless(
    axes: Sequence[Axes], costs: ArrayLike, values: ArrayLike, limit: float, first: int
) -> None:
    """Draw a cost that falls for ever, and below it the threshold, both against the step.

    Parameters
    ----------
    axes : two Axes, one above the other
    costs, values : array_like, shape (steps+1,)
        From step 0 on, where there is no threshold.
    limit : float
        What the threshold tends to.
    first : int
        The first step without a mistake, which is marked.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, axes = plots.figure(2, 1)
    >>> endless(axes, [4, 2, 1], [0, -1, -1.5], -2, 1)
    >>> print(fig.alt)
    Cost 2, 1 and threshold −1, −1.5 after 1, 2 steps; the threshold tends to −2. Step 1 is the first without a mistake.
    """
    last = len(np.asarray(costs)) - 1
    k = np.unique(np.rint(np.geomspace(1, last, 120)).astype(int))
    told = np.array([10**p for p in range(9) if 10**p < last] + [last])
    above, below = axes
    for ax, y in zip(axes, map(np.asarray, (costs, values)), strict=True):
        ax.plot(k, rounded(y[k], 6), color=BLUE)
        ax.plot(first, rounded(y[first], 6), "D", color=ORANGE, markersize=9)
        ax.set_xscale("log")
    above.set_yscale("log")
    above.axhline(np.log(2), color=GREY, linestyle="--")
    above.annotate("ln 2", (1, 0.45), color=GREY)
    below.axhline(limit, color=GREY, linestyle="--")
    above.set(ylabel="cost J")
    below.set(xlabel="step", ylabel="threshold")
    cost, threshold = (listed(rounded(np.asarray(y)[told], 4)) for y in (costs, values))
    say(
        above,
        f"Cost {cost} and threshold {threshold} after {listed(told)} steps; the threshold tends to "
        f"{signed(limit)}. Step {first} is the first without a mistake.",
    )


def demands(ax: Axes, Z: ArrayLike, records: Sequence[HoKashyap], raised: int) -> None:
    """Draw the products m_i = w·z_i after each step of Ho and Kashyap, and the demand that is raised.

    Parameters
    ----------
    ax : Axes
    Z : array_like, shape (n, d+1)
        Reflected patterns, up to five.
    records : sequence of HoKashyap
        After 0, 1, ... steps.
    raised : int
        The pattern, from 0, whose demand is drawn.

    Examples
    --------
    >>> from perceptrons import ho_kashyap, plots
    >>> fig, ax = plots.figure()
    >>> demands(ax, [[1, 1]], [ho_kashyap.batch([[1]], [1])], 0)
    >>> print(fig.alt)
    After 0 steps: m₁ from 1 to 1. The demand b₁: 1.
    """
    Z = np.asarray(Z, dtype=float)
    outputs = np.array([Z @ np.asarray(r.w, dtype=float) for r in records])
    k, said = np.arange(len(records)), []
    names = {f"m{'₁₂₃₄₅'[i]}": outputs[:, i] for i in range(len(Z))}
    for name, y, (colour, marker) in styled(names, "Z", CURVES):
        ax.plot(k, rounded(y, 6), marker + "-", color=colour, label=name, markersize=6)
        said.append(f"{name} from {signed(round(y[0], 4))} to {signed(round(y[-1], 4))}")
    b = rounded([float(r.b[raised]) for r in records], 6)
    which = f"demand b{'₁₂₃₄₅'[raised]}"
    ax.step(k, b, "--", where="mid", color="black", linewidth=1.5, label=which)
    ax.axhline(0, color=GREY, linewidth=1)
    ax.set(xlabel="step", ylabel="m = w·z")
    legend(ax, ncols=3)
    said_b = listed(np.round(b, 3))
    say(ax, f"After {count(len(k) - 1, 'step')}: {', '.join(said)}. The {which}: {said_b}.")


def intervals(
    ax: Axes, sets: Mapping[str, tuple[int, Mapping[str, tuple[int, float, float]]]]
) -> None:
    """Draw for each data set and rule the share of wrong answers with its interval.

    Parameters
    ----------
    ax : Axes
    sets : mapping from a data set to (n, mapping from a rule to (wrong, low, high))
        Numbers of wrong answers of n, and the ends of an interval for the share that is wrong. The
        rules, up to five, are the same in each set.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> intervals(ax, {"roses": (10, {"rule": (1, 0.02, 0.4)})})
    >>> print(fig.alt)
    Wrong answers, with intervals. roses, of 10: rule 1 (2% to 40%).
    """
    said = []
    for place, (name, (n, rules)) in enumerate(sets.items()):
        each = []
        styles = enumerate(styled(rules, "rules", CURVES))
        for side, (rule, (wrong, low, high), (colour, marker)) in styles:
            y, ends = -place + 0.3 - 0.15 * side, rounded([low, high], 6)
            ax.plot(ends, [y, y], color=colour, linewidth=2)
            label = rule if place == 0 else None
            ax.plot(
                rounded(wrong / n, 6), y, marker, color=colour, markersize=7,
                label=label, linestyle="",
            )  # fmt: skip
            each.append(f"{rule} {wrong} ({low:.0%} to {high:.0%})")
        said.append(f"{name}, of {n}: {', '.join(each)}")
    ax.set_yticks(-np.arange(len(sets)), [f"{name}\n{n}" for name, (n, _) in sets.items()])
    ax.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    ax.set(xlabel="wrong answers", ylim=(0.5 - len(sets), 0.5), xlim=(0, None))
    ax.grid(axis="y", visible=False)
    legend(ax)
    say(ax, f"Wrong answers, with intervals. {'; '.join(said)}.")
