"""Drawings of chapter 14: a time line, networks of two layers, and how they learn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle
from numpy.typing import ArrayLike

from perceptrons._core.check import Array
from perceptrons.plots.palette import BLUE, CURVES, GREY, ORANGE, styled
from perceptrons.plots.picture import legend, rounded, say
from perceptrons.plots.planes import area, arrow, shade
from perceptrons.plots.words import signed

__all__ = ["costs", "network", "region", "timeline"]

RADIUS = 0.28  # of a unit in the drawing of a network


def timeline(
    ax: Axes, left: Mapping[int, str], right: Mapping[int, str], names: tuple[str, str]
) -> None:
    """Draw two tracks of events beside a line of years, which runs downwards."""
    years = sorted({*left, *right})
    ax.set(xlim=(-1, 1), ylim=(-len(years) + 0.4, 1.4))
    ax.axis("off")
    ax.axvline(0, color=GREY, linewidth=1, zorder=0)
    sides = zip((left, right), names, (-1, 1), (BLUE, ORANGE), ("o", "s"), strict=True)
    for events, name, side, colour, marker in sides:
        align = "right" if side < 0 else "left"
        ax.text(0.26 * side, 1, name, ha=align, va="center", weight="bold", color=colour)
        for year, words in events.items():
            y = -years.index(year)
            ax.plot(0.2 * side, y, marker, color=colour, markersize=6)
            ax.text(0.26 * side, y, words, ha=align, va="center", size=11)
        told = ", ".join(f"{year} {words}" for year, words in sorted(events.items()))
        say(ax, f"{name}: {' '.join(told.split())}.")
    for place, year in enumerate(years):
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
        ax.text(0, -place, str(year), ha="center", va="center", size=11, bbox=box)


def network(ax: Axes, V: ArrayLike, u: ArrayLike, names: Sequence[str]) -> None:
    """Draw two inputs, a layer of hidden units and one output, with the weight of each connection."""
    hidden, top = np.asarray(V), np.asarray(u)
    heights = np.linspace(1, -1, len(hidden)) if len(hidden) > 1 else np.zeros(1)
    inputs = {"x₁": (0.0, 1.0), "x₂": (0.0, -1.0)}
    units = {name: (2.0, y) for name, y in zip(names, heights, strict=True)}
    for row, (name, place) in zip(hidden, units.items(), strict=True):
        for weight, start in zip(row[1:], inputs.values(), strict=True):
            _connect(ax, start, place, weight)
        _unit(ax, place, name, row[0])
    for weight, place in zip(top[1:], units.values(), strict=True):
        _connect(ax, place, (4.0, 0.0), weight)
    _unit(ax, (4.0, 0.0), "y", top[0])
    for name, place in inputs.items():
        _unit(ax, place, name)
    ax.set(xlim=(-0.5, 4.6), ylim=(-1.75, 1.5), aspect="equal")
    ax.axis("off")
    forms = (f"{signed(r[0])} + {signed(r[1])} x₁ + {signed(r[2])} x₂" for r in hidden)
    tidy = (f.replace("+ −", "− ").replace(" 1 x", " x") for f in forms)
    told = "; ".join(f"{name}: {form}" for name, form in zip(names, tidy, strict=True))
    sums = " + ".join(
        f"{signed(weight)} {name}" for weight, name in zip(top[1:], names, strict=True)
    )
    noun = "Hidden unit" if len(hidden) == 1 else "Hidden units"
    say(ax, f"{noun} {told}. The output: {signed(top[0])} + {sums}.".replace("+ −", "− "))


def _unit(ax: Axes, place: tuple[float, float], name: str, bias: float | None = None) -> None:
    """Draw a unit, with its bias below it."""
    ax.add_patch(Circle(place, RADIUS, facecolor="white", edgecolor="black", linewidth=2, zorder=2))
    ax.text(*place, name, ha="center", va="center", size=11, zorder=3)
    if bias is not None:
        ax.text(place[0], place[1] - 0.5, f"bias {signed(bias)}", ha="center", color=GREY, size=11)


def _connect(ax: Axes, a: tuple[float, float], b: tuple[float, float], weight: float) -> None:
    """Draw a connection from unit to unit; one that inhibits is dashed."""
    start, end = np.array(a), np.array(b)
    way = (end - start) / np.hypot(*(end - start))
    style = ("-", BLUE) if weight > 0 else ("--", ORANGE)
    arrow(ax, start + RADIUS * way, end - RADIUS * way, style[1], linestyle=style[0])
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    at = start + 0.33 * (end - start)
    ax.text(
        at[0], at[1], signed(weight), ha="center", va="center", size=11, color=style[1], bbox=box
    )


def region(ax: Axes, g: Callable[[Array], ArrayLike], *, reach: float = 2) -> None:
    """Shade where a function of two features is positive, and draw its border."""
    say(ax, f"Shaded, where the answer is C1: {area(shade(ax, g, reach))}.")


def costs(ax: Axes, falls: Mapping[str, ArrayLike], marked: int) -> None:
    """Draw the cost after each step, for several starts."""
    said = []
    for name, values, (colour, marker) in styled(falls, "falls", CURVES):
        J = rounded(values, 6)
        ax.plot(J, color=colour, marker=marker, markevery=marked, markersize=7, label=name)
        said.append(f"{name}: {signed(round(float(J[0]), 2))} to {signed(round(float(J[-1]), 2))}")
    ax.set(xlabel="step", ylabel="J")
    ax.set_ylim(bottom=-0.15)  # the markers of a cost of 0 are seen whole
    legend(ax)
    say(ax, f"J from the first step to step {len(J) - 1}. {'; '.join(said)}.")
