"""A few points with labels to be changed: a line, or the hulls that cross (chapter 10)."""

from __future__ import annotations

from itertools import product

from numpy.typing import ArrayLike

from perceptrons import capacity, plots
from perceptrons._core import check
from perceptrons._core.check import PatternsLike
from perceptrons.explore._element import Explorable
from perceptrons.explore._patterns import drawable
from perceptrons.plots.separability import crossing
from perceptrons.separability import Certificate, separate
from perceptrons.table import Table


def separability(X: PatternsLike, t: ArrayLike) -> Explorable:
    """Show whether a line separates a few points, and how many of their labellings one can do.

    The reader moves the points and changes their classes (chapter 10).

    Parameters
    ----------
    X : array_like, shape (n, 2)
        Two to four points, with coordinates from -2 to 2 that are multiples of 1/4.
    t : array_like, shape (n,)
        Targets +1 and -1.

    Returns
    -------
    Explorable

    Examples
    --------
    >>> from perceptrons import data
    >>> separability(*data.xor()).table
    points in C1  labellings  of these, a line separates
               0           1                           1
               1           4                           4
               2           6                           4
               3           4                           4
               4           1                           1
             all          16                          14
    """
    P = drawable(X, 2, least=2, most=4)
    targets = check.targets(t, len(P))
    if ((4 * P) % 1).any() or (abs(P) > 2).any():
        raise ValueError(
            f"X is {P.tolist()}; points are moved on a grid: give multiples of 1/4 from -2 to 2"
        )
    fig, ax = plots.figure(figsize=(4.4, 4.4))
    plots.plane(ax)
    answer = separate(P, targets)
    if isinstance(answer, Certificate):
        crossing(ax, P, targets, answer.alpha)
    else:
        plots.patterns(ax, P, targets)
    done = [(k.count(1), separate(P, k).separable) for k in product((1, -1), repeat=len(P))]
    rows = []
    for m in range(len(P) + 1):
        outcomes = [separable for positive, separable in done if positive == m]
        rows.append([str(m), str(len(outcomes)), str(sum(outcomes))])
    rows.append(["all", str(len(done)), str(capacity.count(P))])
    heads = ["points in C1", "labellings", "of these, a line separates"]
    state = {"X": P.tolist(), "t": targets.tolist()}
    return Explorable(
        "separability", state, fig, Table(heads, rows, "All labellings of the points")
    )
