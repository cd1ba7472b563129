"""The bowl of Adaline (chapter 7)."""

from __future__ import annotations

from numpy.typing import ArrayLike

from perceptrons import plots
from perceptrons._core import check
from perceptrons._core.check import PatternsLike
from perceptrons.adaline import batch, critical_rate, online
from perceptrons.explore._element import Explorable
from perceptrons.explore._patterns import drawable
from perceptrons.plots.descent import bowl
from perceptrons.plots.words import point
from perceptrons.scaling import standardise
from perceptrons.table import Table, number


def adaline(
    X: PatternsLike,
    t: ArrayLike,
    *,
    eta: float | None = None,
    w: ArrayLike = (0, 0),
    epochs: int = 20,
    incremental: bool = True,
) -> Explorable:
    """Show the batch and the incremental rule of Adaline in the bowl of J over w_0 and w_1 (chapter 7).

    The reader moves the start of both paths, sets the rate from 1/16 to 31/16 of the critical one,
    and takes the feature as it is, or standardised, which makes the bowl round.

    Parameters
    ----------
    X : array_like, shape (n, 1)
        Patterns of one feature, which must not be constant.
    t : array_like, shape (n,)
        Targets: any real numbers.
    eta : number above 0, optional
        The rate, below `adaline.critical_rate`; half of that by default.
    w : array_like, shape (2,)
        The start, bias first.
    epochs : int
        How far the paths can be followed.
    incremental : bool
        False shows the batch rule alone, and the feature as it is.

    Returns
    -------
    Explorable

    Examples
    --------
    >>> print(adaline([[3], [-3]], [1, -1], w=[0, 1], epochs=2).table)
    epoch     w, batch  J      w, incremental        J
        0       (0, 1)  4              (0, 1)        4
        1  (0, 0.3333)  0  (−0.04938, 0.4815)      0.2
        2  (0, 0.3333)  0  (−0.05365, 0.3626)  0.01059
    """
    P = drawable(X, 1)
    targets = check.values(t, len(P)).astype(float)
    start, critical = check.weights(w, 1).astype(float), critical_rate(P)
    eta = critical / 2 if eta is None else float(check.positive(eta, "eta"))
    if eta >= critical:
        raise ValueError(
            f"eta must be below the critical rate {critical}, got {eta}: start where the batch rule "
            "converges; the slider goes beyond"
        )
    Z = standardise(P).apply(P)
    incremental = check.flag(incremental, "incremental")
    rules = (batch, online) if incremental else (batch,)
    runs = [mode(P, targets, eta=eta, epochs=epochs, w=start) for mode in rules]
    fig, ax = plots.figure()
    names = ("batch", "incremental, after each epoch")[: len(runs)]
    paths = {name: run.weights for name, run in zip(names, runs, strict=True)}
    bowl(ax, P, targets, paths)
    columns = ["epoch", "w, batch", "J", "w, incremental", "J"][: 1 + 2 * len(runs)]
    ends = zip(*(zip(run.weights, run.costs, strict=True) for run in runs), strict=True)
    rows = [
        [str(k), *(text for v, J in each for text in (point(v), number(J)))]
        for k, each in enumerate(ends)
    ]
    state = {"raw": P[:, 0].tolist(), "standardised": Z[:, 0].tolist(), "t": targets.tolist()}
    state |= {"eta": eta, "w": start.tolist(), "epochs": epochs, "incremental": incremental}
    return Explorable("adaline", state, fig, Table(columns, rows))
