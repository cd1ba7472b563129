"""The criterion and the count of mistakes (chapter 3)."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import perceptron, plots
from perceptrons._core import check
from perceptrons._core.check import Array, PatternsLike
from perceptrons.criterion import cost, mistaken
from perceptrons.explore._element import Explorable
from perceptrons.explore._patterns import drawable
from perceptrons.plots.landscape import contours
from perceptrons.plots.words import point
from perceptrons.table import Table, number


def criterion(
    X: PatternsLike,
    t: ArrayLike,
    *,
    eta: float = 1.0,
    w: ArrayLike = (0, 0),
    at_zero: int = 0,
    max_epochs: int = 100,
) -> Explorable:
    """Show the batch rule on the slope of J_P, and on the flat count of mistakes (chapter 3).

    The reader moves the start of the path in the plane of w_0 and w_1, and changes the rate.

    Parameters
    ----------
    X : array_like, shape (n, 1)
        Patterns of one feature, not all equal.
    t : array_like, shape (n,)
        Targets +1 and -1.
    eta, w, at_zero, max_epochs
        As for `perceptron.batch`.

    Returns
    -------
    Explorable

    Examples
    --------
    >>> criterion([[0], [2]], [-1, 1], w=[1, 1]).table
    k        w  mistaken  J_P  count
    0   (1, 1)         1    1      1
    1   (0, 1)         1    0      1
    2  (−1, 1)              0      0
    """
    P = drawable(X, 1)
    if (P[0] == P).all():
        raise ValueError(
            f"X must hold two different patterns, got {number(P[0, 0])} alone: add one"
        )
    targets = check.targets(t, len(P))
    eta = float(check.positive(eta, "eta"))
    run = perceptron.batch(P, targets, eta=eta, w=w, at_zero=at_zero, max_epochs=max_epochs)
    window = _window(run.weights)
    highest = max(float(cost(corner, P, targets)) for corner in product(window[:2], window[2:]))
    spacings = (s * 10.0**k for k, s in product(range(-9, 150), (1, 2, 5)))
    spacing = next(s for s in spacings if 12 * s >= highest)
    levels = np.arange(spacing, highest, spacing).tolist()
    fig, ax = plots.figure(figsize=(5.2, 5.2))
    contours(ax, np.asarray(run.Z), run.weights, levels, window[::2], window[1::2])
    rows = []
    for k, v in enumerate(run.weights):
        M = np.flatnonzero(mistaken(v, P, targets, at_zero=at_zero))
        which = ", ".join(str(i + 1) for i in M)
        rows.append([str(k), point(v), which, number(cost(v, P, targets)), str(len(M))])
    state = {"X": P.tolist(), "t": targets.tolist(), "eta": eta, "w": run.start.tolist()}
    state |= {"at_zero": at_zero, "max_epochs": max_epochs, "window": window, "spacing": spacing}
    table = Table(["k", "w", "mistaken", "J_P", "count"], rows, "Batch rule, a row for each w")
    return Explorable("criterion", state, fig, table)


def _window(path: Array) -> list[float]:
    """Return low and high w_0, low and high w_1 of a square window round a path and zero: integers."""
    W = np.vstack([path, [0, 0]])
    low, high = W.min(axis=0), W.max(axis=0)
    half = np.ceil(0.8 * max(1, *(high - low)))
    return [float(m + side) for m in np.round((low + high) / 2) for side in (-half, half)]
