"""The discriminant (chapter 1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import _check, geometry, plots
from perceptrons._check import Array
from perceptrons.explore._element import Explorable
from perceptrons.plots.words import point, signed
from perceptrons.table import Table


def discriminant(w: ArrayLike, x: Sequence[float]) -> Explorable:
    """Show how the weights turn and shift a line, and where a pattern lies (chapter 1).

    The reader moves the normal v = (w_1, w_2), the line and the pattern, scales the weights and flips
    their signs, and reads g(x), the distance and the side under the conventions of each note.

    Parameters
    ----------
    w : array_like, shape (3,)
        Weights, bias first; w_1 and w_2 not both zero.
    x : array_like, shape (2,)
        A pattern.

    Returns
    -------
    Explorable

    Raises
    ------
    ValueError
        Where a shape is wrong, a number is not finite, or w describes no line.

    Examples
    --------
    >>> discriminant([-5, 3, 4], [-1, 2]).table
    note       constant      pattern     weights  g(x)  distance   answer
     000   +1 first: w₀   (1, −1, 2)  (−5, 3, 4)     0         0       C2
     001  +1 in x: in w   (1, −1, 2)  (−5, 3, 4)     0         0       C2
     002   +1 first: −θ   (1, −1, 2)  (−5, 3, 4)     0         0       C1
     004     −1 last: θ  (−1, 2, −1)   (3, 4, 5)     0         0     open
    here   +1 first: w₀   (1, −1, 2)  (−5, 3, 4)     0         0  neither
    """
    v, P = _check.weights(w, 2).astype(float), _check.patterns([x], "[x]").astype(float)
    if P.shape[1] != 2:
        raise ValueError(
            f"x must have shape (2,): an explorable shows a plane; got {P.shape[1:]}: "
            "choose two features"
        )
    table = _conventions(v, P)
    fig, ax = plots.figure()
    reach = np.ceil(2 * max(1, np.abs(v[1:]).max(), np.abs(P).max()))
    plots.discriminants.distances(ax, v, P, low=-reach, high=reach)
    return Explorable("discriminant", {"w": v.tolist(), "x": P[0].tolist()}, fig, table)


def _conventions(w: Array, X: Array) -> Table:
    """Write one discriminant and one pattern as each note does: constant feature, answer to a tie."""
    first, last = (np.array([1, *X[0]]), w), (np.array([*X[0], -1]), np.array([*w[1:], -w[0]]))
    notes = [
        ("000", "+1 first: w₀", first, "C2"),
        ("001", "+1 in x: in w", first, "C2"),
        ("002", "+1 first: −θ", first, "C1"),
        ("004", "−1 last: θ", last, "open"),
        ("here", "+1 first: w₀", first, "neither"),
    ]
    (side,), (D,) = geometry.classify(w, X), geometry.distance(w, X)
    rows = []
    for note, constant, (a, u), tie in notes:
        answer = {1: "C1", -1: "C2", 0: tie}[int(side)]
        rows.append([note, constant, point(a), point(u), signed(a @ u), signed(D), answer])
    return Table(["note", "constant", "pattern", "weights", "g(x)", "distance", "answer"], rows)
