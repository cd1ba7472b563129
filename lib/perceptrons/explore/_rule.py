"""The rule, step by step (chapter 2)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import perceptron, plots
from perceptrons._core import check
from perceptrons._core.check import Array, PatternsLike
from perceptrons.explore._element import Explorable
from perceptrons.explore._patterns import drawable
from perceptrons.table import Table


def rule(
    X: PatternsLike,
    t: ArrayLike,
    *,
    eta: float = 1.0,
    at_zero: int = 0,
    max_epochs: int = 100,
    shown: int = 0,
) -> Explorable:
    """Show the online perceptron rule, step by step, in data space and in weight space (chapter 2).

    The reader moves, adds and removes patterns, and changes the rate, the order, and which class a
    pattern on the line counts as. Of weight space it shows the slice at the current w_0.

    Parameters
    ----------
    X : array_like, shape (n, 2)
        Patterns of two features.
    t : array_like, shape (n,)
        Targets +1 and -1.
    eta, at_zero, max_epochs
        As for `perceptron.online`.
    shown : int
        The number of presentations that are shown before the reader touches anything.

    Returns
    -------
    Explorable

    Examples
    --------
    >>> rule([[0, 1], [1, 0]], [1, -1]).state["eta"]
    1.0
    """
    P, targets = _plane_patterns(X, t)
    check.count(shown, "shown", least=0)
    run = perceptron.online(P, targets, eta=eta, at_zero=at_zero, max_epochs=max_epochs)
    fig, ax = plots.figure()
    reach = 2 * max(1, np.abs(P).max())
    plots.plane(ax, -reach, reach)
    plots.patterns(ax, P, targets)
    if run.w[1:].any():
        plots.boundary(ax, run.w, normal=True)
    state = {"X": P.tolist(), "t": targets.tolist(), "eta": float(eta), "at_zero": at_zero}
    state |= {"max_epochs": max_epochs, "order": "as listed", "shown": shown}
    return Explorable("rule", state, fig, _vectors(run.table()))


def _vectors(table: Table) -> Table:
    """Return the table of a run on two features with w, z_i and the change as vectors, a cell each.

    A z with an index is then a pattern, never a number in one.
    """

    def cells(row: Sequence[str]) -> list[str]:
        w, z, change = (
            f"({', '.join(part)})" if any(part) else "" for part in (row[1:4], row[4:7], row[9:])
        )
        return [c.replace("-", "−") for c in (row[0], w, z, *row[7:9], change)]

    return Table(["i", "w", "zᵢ", "w·zᵢ", "update", "Δw"], [*map(cells, table.rows)], table.caption)


def _plane_patterns(X: PatternsLike, t: ArrayLike) -> tuple[Array, Array]:
    P = drawable(X, 2)
    return P, check.targets(t, len(P))
