"""A kernel's curve, and the dual variables behind it (chapter 11)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import dual, plots
from perceptrons._core import check
from perceptrons._core.check import PatternsLike
from perceptrons.explore._element import Explorable
from perceptrons.explore._patterns import drawable
from perceptrons.plots.dual import bars, curve
from perceptrons.plots.words import point
from perceptrons.table import Table, number

KERNELS = {  # the same functions by the same names are in kernel.js
    "linear": dual.linear,
    "quadratic": dual.polynomial(2),
    "cubic": dual.polynomial(3),
    "gaussian": dual.power(),
    "cauchy": dual.cauchy(),
}
MOST = 12  # patterns, as many bars as can be told apart on a phone


def kernel(
    sets: Mapping[str, tuple[PatternsLike, ArrayLike]], *, kernel: str = "quadratic"
) -> Explorable:
    """Show the curve that the rule finds with a kernel, and the λ of each pattern (chapter 11).

    The reader steps through the updates, chooses the kernel and the patterns, moves them, and
    changes their classes.

    Parameters
    ----------
    sets : mapping from a name to (X, t)
        Patterns of two features and their targets, at most 12 a set. It starts with the first.
    kernel : {"linear", "quadratic", "cubic", "gaussian", "cauchy"}
        1 + x·y, its square and its cube, 2^(-‖x - y‖²), and 1 / (1 + ‖x - y‖²).

    Returns
    -------
    Explorable

    Examples
    --------
    >>> from perceptrons import data
    >>> kernel({"exclusive OR": data.xor()}).table
    pattern         x  class  λ  product
          1  (−1, −1)     C2  1        8
          2   (1, −1)     C1  1        8
          3   (−1, 1)     C1  1        8
          4    (1, 1)     C2  1        8
    """
    if kernel not in KERNELS:
        raise ValueError(f"kernel is {kernel!r}; known are {', '.join(KERNELS)}: choose one")
    if not sets:
        raise ValueError("sets is empty; an explorable shows patterns: give at least one set")
    checked = {}
    for name, (X, t) in sets.items():
        P = drawable(X, 2, f"X of {name!r}", most=MOST)
        checked[name] = P, check.targets(t, len(P))
    P, targets = next(iter(checked.values()))
    K = dual.gram(P, KERNELS[kernel])
    run = dual.online(K, targets, max_epochs=50)
    reach = float(np.ceil(1.4 * max(1, *(np.abs(X).max() for X, _ in checked.values()))))
    fig, axes = plots.figure(1, 2, figsize=(7, 3.6))
    curve(axes[0], P, targets, run.dual, KERNELS[kernel], reach=reach)
    bars(axes[1], run.dual, targets)
    products = targets * (K @ (run.dual * targets))
    rows = [
        [str(i), point(x), "C1" if s > 0 else "C2", number(lam), number(m)]
        for i, (x, s, lam, m) in enumerate(zip(P, targets, run.dual, products, strict=True), 1)
    ]
    table = Table(["pattern", "x", "class", "λ", "product"], rows, "The end of the run")
    every = {name: {"X": X.tolist(), "t": t.tolist()} for name, (X, t) in checked.items()}
    return Explorable("kernel", {"sets": every, "kernel": kernel, "reach": reach}, fig, table)
