"""Other weights than the last, read off the same run: the average (chapter 12).

The last w of a run was made by its last mistakes, whatever they were. The average of all the weights
that the run has had, each counted for as long as it lasted, hangs less on the order of the patterns.

>>> from perceptrons import data, perceptron
>>> run = perceptron.online(*data.modified_or())
>>> run.w, averaged(run)
(array([1., 1., 1.]), array([0.625, 1.125, 0.875]))
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from perceptrons import _check
from perceptrons._check import Array
from perceptrons.run import Run

__all__ = ["averaged"]


def averaged(run: Run) -> Array:
    """Return the mean of the weights that a run had after each of its N presentations.

    An update at presentation p = 0, 1, ..., N-1 is part of the N - p weights that follow it. So the
    mean is w^(0) + Σ η z_i (N - p) / N over the updates, and no path is stored.

    Parameters
    ----------
    run : Run
        Of the online rule. Its patterns may be sparse, or exact.

    Returns
    -------
    array, shape (d+1,)
        Bias first. It need not separate patterns that the last weights separate.

    Raises
    ------
    ValueError
        If the run is one of the batch rule.

    References
    ----------
    Freund, Y., and Schapire, R. E., "Large margin classification using the perceptron algorithm",
    Machine Learning 37 (1999).

    Examples
    --------
    >>> from perceptrons import perceptron
    >>> averaged(perceptron.online([[2], [-1]], [1, -1]))
    array([1., 2.])
    """
    if run.batch:
        raise ValueError(
            "run is a run of the batch rule, whose weights stay through a round; an average over "
            "presentations needs the online rule: pass perceptron.online(X, t)"
        )
    N = run.presentations
    c = np.zeros(run.n, dtype=run.rates.dtype)
    np.add.at(c, run.mistaken, run.rates * (N - run.mistaken_at))
    total: Array = run.Z.T @ c
    if _check.is_exact(run.Z):
        return _check.rationals(run.start + total * Fraction(1, N))
    return run.start + total / N
