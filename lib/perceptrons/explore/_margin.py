"""A separator to be turned, its margin, and what it promises (chapters 4 and 5)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import bounds, perceptron, plots
from perceptrons._core import check
from perceptrons._core.check import PatternsLike
from perceptrons.explore._element import Explorable
from perceptrons.explore._patterns import drawable
from perceptrons.plots.convergence import squeeze
from perceptrons.plots.margins import band
from perceptrons.plots.words import point
from perceptrons.separability import largest_margin
from perceptrons.table import Table, number


def margin(X: PatternsLike, t: ArrayLike, *, w: ArrayLike) -> Explorable:
    """Show the margin of a separator, its bound, and the squeeze along the run (chapters 4 and 5).

    The reader turns the separator, and moves the patterns.

    Parameters
    ----------
    X : array_like, shape (n, 1)
        Patterns of one feature.
    t : array_like, shape (n,)
        Targets +1 and -1.
    w : array_like, shape (2,)
        The separator in which it starts, bias first.

    Returns
    -------
    Explorable

    Examples
    --------
    >>> margin([[3], [1]], [1, -1], w=[-3, 2]).table
      separator  margin  bound  updates
        (−3, 2)  0.2774    130       10
    (−0.4, 0.2)  0.4472     50       10
    """
    P = drawable(X, 1)
    targets = check.targets(t, len(P))
    start = check.weights(w, 1).astype(float)
    bound = bounds.mistake_bound(start, P, targets)
    run, best = perceptron.online(P, targets), largest_margin(P, targets)
    Z = np.asarray(run.Z)
    reach = float(np.ceil(1.25 * max(np.abs(P).max(), np.abs(start).max(), 1)))
    fig, axes = plots.figure(1, 2, figsize=(7, 3.6))
    band(axes[0], Z, start)
    squeeze(axes[1], run.weights, Z, start)
    lines = [(point(start), start, bound)]
    found = best.w.round(9)
    lines += [(point(found), best.w, bounds.mistake_bound(best.w, P, targets))]
    rows = [
        [name, number(bounds.margin(v, P, targets)), number(round(limit, 9)), str(run.updates)]
        for name, v, limit in lines
    ]
    state = {"X": P.tolist(), "t": targets.tolist(), "w": start.tolist(), "reach": reach}
    heads = ["separator", "margin", "bound", "updates"]
    table = Table(heads, rows, "Two separators, the second of them the best")
    return Explorable("margin", state, fig, table)
