"""One step of the rule, as long as the reader wants it (chapter 6)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import plots
from perceptrons._core import check
from perceptrons._core.check import PatternsLike
from perceptrons.criterion import cost, mistaken
from perceptrons.explore._element import Explorable
from perceptrons.explore._patterns import drawable
from perceptrons.geometry import reflect
from perceptrons.plots.rates import along
from perceptrons.plots.words import point
from perceptrons.table import Table, number


def step(
    X: PatternsLike, t: ArrayLike, *, w: ArrayLike, w_star: ArrayLike, eta: float = 1.0
) -> Explorable:
    """Show what one step along the first pattern does to J_P, to the mistakes and to the distance.

    The reader changes the rate, the start and the pattern (chapter 6).

    Parameters
    ----------
    X : array_like, shape (n, 1)
        Patterns of one feature.
    t : array_like, shape (n,)
        Targets +1 and -1.
    w : array_like, shape (2,)
        Weights that are mistaken on the first pattern, bias first.
    w_star : array_like, shape (2,)
        A separator.
    eta : float
        The rate at which it starts.

    Returns
    -------
    Explorable

    Examples
    --------
    >>> step([[1], [-2], [-4]], [1, 1, -1], w=[-2, 0], w_star=[3, 1]).table
    η   w + ηz  mistakes  J_P  distance²
    0  (−2, 0)         2    4         26
    1  (−1, 1)         2    3         16
    2   (0, 2)         1    4         10
    3   (1, 3)         1    5          8
    4   (2, 4)         1    6         10
    5   (3, 5)         1    7         16
    6   (4, 6)         1    8         26
    """
    P = drawable(X, 1)
    targets = check.targets(t, len(P))
    start, goal = (check.weights(v, 1).astype(float) for v in (w, w_star))
    Z = np.asarray(reflect(P, targets))
    z = Z[0]
    if start @ z > 0 or mistaken(goal, P, targets).any():
        raise ValueError(
            f"w must be mistaken on the first pattern, and w_star on none; got w·z = "
            f"{number(start @ z)} and {int(mistaken(goal, P, targets).sum())} mistakes of w_star"
        )
    eta = float(check.positive(eta, "eta"))
    most = float(max(np.ceil(2 * (goal - start) @ z / (z @ z)), np.ceil(eta)))
    way = np.array([start + rate * z for rate in np.arange(most + 1)])
    shown = np.vstack([way, goal])
    low, high = float(np.floor(shown.min() - 1)), float(np.ceil(shown.max() + 1))
    fig, ax = plots.figure(figsize=(5.2, 4))
    along(ax, Z, start, z, most=most)
    rows = []
    for rate, v in enumerate(way):
        counted, square = int(mistaken(v, P, targets).sum()), (v - goal) @ (v - goal)
        found = [number(cost(v, P, targets)), number(square)]
        rows.append([str(rate), point(v), str(counted), *found])
    state = {"X": P.tolist(), "t": targets.tolist(), "w": start.tolist(), "goal": goal.tolist()}
    state |= {"pattern": 0, "eta": eta, "most": most, "low": low, "high": high}
    table = Table(["η", "w + ηz", "mistakes", "J_P", "distance²"], rows, "The step at some rates")
    return Explorable("step", state, fig, table)
