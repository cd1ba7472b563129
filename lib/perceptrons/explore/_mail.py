"""Mail in the plane of two words, and a line to be dragged (chapter 1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import plots
from perceptrons._core import check
from perceptrons._core.check import Array
from perceptrons.explore._element import Explorable
from perceptrons.geometry import classify
from perceptrons.plots.mail import NAMES, plane
from perceptrons.table import Table

UNIT = 100  # the state holds whole hundredths of a word, so that the script computes exactly


def mail(
    X: ArrayLike, t: ArrayLike, *, ends: ArrayLike, good: ArrayLike, words: Sequence[str]
) -> Explorable:
    """Show messages in the plane of two words, and a line that the reader drags (chapter 1).

    The line goes through two points, and takes for spam what is on the right of the way from the
    first to the second. The reader moves both, swaps the sides, and sees the mistakes counted.

    Parameters
    ----------
    X : array_like, shape (n, 2)
        How often each word occurs among a hundred, in hundredths.
    t : array_like, shape (n,)
        +1 for spam, -1 for honest mail.
    ends : array_like, shape (2, 2)
        Two points of the line in which it starts.
    good : array_like, shape (2, 2)
        Two points of the line that the button "A good line" shows.
    words : pair of str

    Returns
    -------
    Explorable

    Examples
    --------
    >>> ends, good = [[1, 0], [1, 4]], [[0.75, 0], [2, 1]]
    >>> mail([[2, 0], [0, 1]], [1, -1], ends=ends, good=good, words=["your", "re"]).table
       messages  taken for spam  let through  mistakes
           spam               1            0         0
    honest mail               0            1         0
    """
    P = check.patterns(X).astype(float)
    targets = check.targets(t, len(P))
    state = {"X": _hundredths(P), "t": targets.tolist(), "words": list(words)}
    state |= {"ends": _hundredths(_line(ends, "ends")), "good": _hundredths(_line(good, "good"))}
    p, q = _line(ends, "ends")
    v = np.array([q[1] - p[1], p[0] - q[0]])
    w = np.array([-(v @ p), *v])
    fig, ax = plots.figure()
    plane(ax, P, targets, w, words)
    sides = classify(w, P)
    rows = []
    for target, name in NAMES.items():
        own = sides[targets == target]
        wrong = int((own != target).sum())
        right = len(own) - wrong
        rows.append(
            [name, *map(str, (right, wrong) if target == 1 else (wrong, right)), str(wrong)]
        )
    return Explorable(
        "mail", state, fig, Table(["messages", "taken for spam", "let through", "mistakes"], rows)
    )


def _line(points: ArrayLike, name: str) -> Array:
    P = check.patterns(points, name).astype(float)
    if P.shape != (2, 2) or (P[0] == P[1]).all():
        raise ValueError(f"{name} must be two different points, shape (2, 2); got {P.tolist()}")
    return P


def _hundredths(P: Array) -> list[list[int]]:
    return np.rint(UNIT * P).astype(int).tolist()
