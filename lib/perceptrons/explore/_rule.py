"""The rule, step by step (chapter 2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from perceptrons import _check, perceptron, plots
from perceptrons.explore._element import Explorable


def rule(
    X: Any, t: Any, *, eta: float = 1.0, at_zero: int = 0, max_epochs: int = 100
) -> Explorable:
    """Show the online perceptron rule, step by step, in data space and in weight space (chapter 2).

    The reader moves, adds and removes patterns, and changes the rate, the order and what counts as a
    mistake on the line. Weight space is the plane of w_1 and w_2 at the present w_0.

    Parameters
    ----------
    X : array_like, shape (n, 2)
        Patterns of two features.
    t : array_like, shape (n,)
        Targets +1 and -1.
    eta, at_zero, max_epochs
        As for `perceptron.online`.

    Returns
    -------
    Explorable

    Raises
    ------
    ValueError
        Where the patterns do not have two features, or an argument breaks the conventions.

    Examples
    --------
    >>> rule([[0, 1], [1, 0]], [1, -1]).state["eta"]
    1.0
    """
    X, t = _plane_patterns(X, t)
    run = perceptron.online(X, t, eta=eta, at_zero=at_zero, max_epochs=max_epochs)
    fig, ax = plots.figure()
    reach = 2 * max(1, np.abs(X).max())
    plots.plane(ax, -reach, reach)
    plots.patterns(ax, X, t)
    if run.w[1:].any():
        plots.boundary(ax, run.w, normal=True)
    state = {"X": X.tolist(), "t": t.tolist(), "eta": float(eta), "at_zero": at_zero}
    state |= {"max_epochs": max_epochs, "order": "as listed"}
    return Explorable("perceptron-rule", state, fig, run.table())


def _plane_patterns(X: Any, t: Any) -> tuple[Any, Any]:
    X = _check.patterns(X)
    if _check.is_sparse(X) or X.shape[1] != 2:
        raise ValueError(
            f"X must have shape (n, 2), dense: an explorable shows a plane; got {X.shape}: "
            "choose two features"
        )
    return X.astype(float), _check.targets(t, len(X))
