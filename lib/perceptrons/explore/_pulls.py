"""Patterns that pull by four rules (chapter 9)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import plots
from perceptrons._core import check
from perceptrons._core.check import PatternsLike
from perceptrons.explore._element import Explorable
from perceptrons.explore._patterns import drawable
from perceptrons.geometry import reflect
from perceptrons.losses import pull
from perceptrons.plots.pulls import on_patterns
from perceptrons.plots.words import point
from perceptrons.table import Table, number

RULES = ("least squares", "perceptron", "relaxation", "logistic")


def pulls(X: PatternsLike, t: ArrayLike, *, w: ArrayLike = (0, 0), epochs: int = 400) -> Explorable:
    """Show how hard each pattern pulls, and where the threshold goes, by four rules (chapter 9).

    The reader chooses the rule, moves the patterns, and takes steps with all patterns at once, with
    the rate 1 / Σ ‖z_i‖², at which no rule diverges.

    Parameters
    ----------
    X : array_like, shape (n, 1)
        Patterns of one feature.
    t : array_like, shape (n,)
        Targets +1 and -1.
    w : array_like, shape (2,)
        The start, bias first.
    epochs : int
        How many steps can be followed; fewer where the pulls come to rest.

    Returns
    -------
    Explorable

    Examples
    --------
    >>> print(pulls([[-1], [3]], [-1, 1], w=[0, 0.5]).table)
             rule  pull of 1  pull of 2         Σ pull · z
    least squares        0.5       -0.5           (−1, −1)
       perceptron          0          0             (0, 0)
       relaxation        0.5          0        (−0.5, 0.5)
         logistic     0.3775     0.1824  (−0.1951, 0.9248)
    """
    P = drawable(X, 1)
    targets = check.targets(t, len(P))
    start = check.weights(w, 1).astype(float)
    Z = np.asarray(reflect(P, targets))
    by = {rule: pull(rule, Z @ start) for rule in RULES}
    fig, axes = plots.figure(2, 2, figsize=(6, 5), sharex=True, sharey=True)
    on_patterns(axes.flat, P, targets, by)
    rows = [
        [rule, *map(number, forces.round(9)), point((forces @ Z).round(9))]
        for rule, forces in by.items()
    ]
    heads = ["rule", *(f"pull of {i + 1}" for i in range(len(P))), "Σ pull · z"]
    state = {"x": P[:, 0].tolist(), "t": targets.tolist(), "w": start.tolist()}
    state |= {"rule": RULES[0], "epochs": check.count(epochs, "epochs")}
    return Explorable("pulls", state, fig, Table(heads, rows, "How hard each pattern pulls at w"))
