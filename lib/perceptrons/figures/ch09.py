"""Drawings of chapter 9: what four rules charge, where they end, and how they get there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from perceptrons import losses
from perceptrons.ho_kashyap import HoKashyap
from perceptrons.plots.palette import BLUE, CURVES, GREEN, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.words import count, listed, signed

__all__ = ["demands", "endless", "intervals", "losses_and_pulls", "promises", "thresholds"]

# Two rules agree where w·z <= 1: the larger marks and broader lines lie below.
FOUR = {"least squares": (ORANGE, "s", "-", 11), "perceptron": (BLUE, "o", "--", 9)}
FOUR |= {"relaxation": (GREEN, "^", "-.", 6), "logistic": ("black", "D", ":", 6)}
SHOWN = np.array([-2.0, 0, 1, 3])


def thresholds(
    ax: Axes, far: ArrayLike, curves: Mapping[str, ArrayLike], band: tuple[float, float]
) -> None:
    """Draw where each rule puts its threshold, against the place of a pattern that moves away."""
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
    """Draw a cost that falls for ever, and below it the threshold, both against the step."""
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
    """Draw the products m_i = w·z_i after each step of Ho and Kashyap, and the demand that is raised."""
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
    """Draw for each data set and rule the share of wrong answers with its interval."""
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


def losses_and_pulls(axes: Sequence[Axes]) -> None:
    """Draw what a pattern costs, and below it how hard it pulls, against w·z, for four rules."""
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


def promises(ax: Axes) -> None:
    """Draw three losses that lie above the count of mistakes, and one that does not."""
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
