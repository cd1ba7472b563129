"""The discriminant (chapter 1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import geometry, plots
from perceptrons._core import check
from perceptrons.explore._element import Explorable
from perceptrons.plots.discriminants import distances
from perceptrons.plots.words import point, signed
from perceptrons.table import Table


def discriminant(w: ArrayLike, x: Sequence[float]) -> Explorable:
    """Show how the weights turn and shift a line, and where a pattern lies (chapter 1).

    The reader moves the normal v = (w_1, w_2), the line and the pattern, scales the weights and flips
    their signs, and reads g(x), the distance and the side.

    Parameters
    ----------
    w : array_like, shape (3,)
        Weights, bias first; w_1 and w_2 not both zero.
    x : array_like, shape (2,)
        A pattern.

    Returns
    -------
    Explorable

    Examples
    --------
    >>> discriminant([-5, 3, 4], [5, 0]).table
    pattern     weights  g(x)  signed distance
     (5, 0)  (−5, 3, 4)    10                2
    """
    v, P = check.weights(w, 2).astype(float), check.patterns([x], "[x]").astype(float)
    if P.shape[1] != 2:
        raise ValueError(
            f"x must have shape (2,): an explorable shows a plane; got {P.shape[1:]}: "
            "choose two features"
        )
    (g,), (D,) = geometry.discriminant(v, P), geometry.distance(v, P)
    row = [point(P[0]), point(v), signed(g), signed(D)]
    table = Table(["pattern", "weights", "g(x)", "signed distance"], [row])
    fig, ax = plots.figure()
    reach = np.ceil(1.6 * max(1, np.abs(v[1:]).max(), np.abs(P).max()))
    distances(ax, v, P, low=-reach, high=reach)
    return Explorable("discriminant", {"w": v.tolist(), "x": P[0].tolist()}, fig, table)
