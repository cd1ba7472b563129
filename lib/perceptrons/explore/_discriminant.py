"""The discriminant (chapter 1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from perceptrons import _check, geometry, plots
from perceptrons.explore._element import Explorable
from perceptrons.table import Table, number


def discriminant(w: Any, x: Any) -> Explorable:
    """Show a line that its weights turn and shift, and a pattern beside it (chapter 1).

    The reader moves the normal v = (w_1, w_2), the line and the pattern, scales the weights and turns
    their signs, and reads g(x), the distance and the side, under the convention of each note.

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
        Where a shape is another, a number is not finite, or w describes no line.

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
    w, X = _check.weights(w, 2).astype(float), _check.patterns([x], "[x]").astype(float)
    if X.shape[1] != 2:
        raise ValueError(
            f"x must have shape (2,): an explorable shows a plane; got {X.shape[1:]}: "
            "choose two features"
        )
    table = _conventions(w, X)
    fig, ax = plots.figure()
    reach = np.ceil(2 * max(1, np.abs(w[1:]).max(), np.abs(X).max()))
    plots.discriminants.distances(ax, w, X, low=-reach, high=reach)
    state = {"w": w.tolist(), "x": X[0].tolist()}
    return Explorable("perceptron-discriminant", state, fig, table)


def _conventions(w: Any, X: Any) -> Table:
    """Write one discriminant and one pattern as each note does: its constant, its answer to a tie."""
    first, last = (np.array([1, *X[0]]), w), (np.array([*X[0], -1]), np.array([*w[1:], -w[0]]))
    notes: list[tuple[Any, ...]] = [
        ("000", "+1 first: w₀", first, "C2"),
        ("001", "+1 in x: in w", first, "C2"),
        ("002", "+1 first: −θ", first, "C1"),
        ("004", "−1 last: θ", last, "open"),
        ("here", "+1 first: w₀", first, "neither"),
    ]
    (side,), (D,) = geometry.classify(w, X), geometry.distance(w, X)
    rows = []
    for note, constant, (a, u), tie in notes:
        a_, u_ = (f"({', '.join(map(number, v))})" for v in (a, u))
        answer = {1: "C1", -1: "C2", 0: tie}[int(side)]
        row = [note, constant, a_, u_, number(a @ u), number(D), answer]
        rows.append([cell.replace("-", "−") for cell in row])
    return Table(["note", "constant", "pattern", "weights", "g(x)", "distance", "answer"], rows)
