"""Three classes, and the lines of their three neurons (chapter 13)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import multiclass, plots
from perceptrons._core import check
from perceptrons._core.check import PatternsLike
from perceptrons.explore._element import Explorable
from perceptrons.explore._patterns import drawable
from perceptrons.plots.classes import regions
from perceptrons.plots.words import point
from perceptrons.table import Table, number

MOST = 12  # patterns, as many as can be told apart on a phone


def classes(
    X: PatternsLike, labels: ArrayLike, *, apart: bool = False, max_epochs: int = 50
) -> Explorable:
    """Show three neurons that learn three classes, together or each for itself (chapter 13).

    The reader steps through the presentations, moves the patterns, changes their classes, and
    chooses whether the neurons compete or each is trained against the rest.

    Parameters
    ----------
    X : array_like, shape (n, 2)
        Patterns of two features, at most 12.
    labels : array_like, shape (n,)
        The class of each pattern: three classes.
    apart : bool
        Begin with neurons that learn each for itself.
    max_epochs : int
        As for `multiclass.online`.

    Returns
    -------
    Explorable

    Examples
    --------
    >>> classes([[-2, 0], [0, 1], [2, 0]], ["a", "b", "c"]).table
    pattern        x  class  g of a  g of b  g of c
          1  (−2, 0)      a       4       0      -4
          2   (0, 1)      b      -1       2      -1
          3   (2, 0)      c      -4       0       4
    """
    P = drawable(X, 2, most=MOST)
    run = multiclass.online(P, labels, max_epochs=max_epochs)
    names = [str(name) for name in run.classes]
    if len(names) != 3:
        raise ValueError(
            f"labels hold {len(names)} classes, {names}: give three, one for each line"
        )
    reach = float(np.ceil(1.3 * max(1, np.abs(P).max())))
    fig, ax = plots.figure()
    plots.plane(ax, -reach, reach)
    regions(ax, run.W, P, np.array(names)[run.y])
    rows = [
        [str(i), point(x), names[y], *(number(g) for g in run.W @ [1, *x])]
        for i, (x, y) in enumerate(zip(P, run.y, strict=True), 1)
    ]
    heads = ["pattern", "x", "class", *(f"g of {name}" for name in names)]
    state = {
        "X": P.tolist(),
        "y": run.y.tolist(),
        "names": names,
        "apart": check.flag(apart, "apart"),
    }
    state |= {"max_epochs": max_epochs, "reach": reach}
    return Explorable("classes", state, fig, Table(heads, rows, "The end of the run, together"))
