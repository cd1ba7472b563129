"""Explorables: figures that the reader moves, on the site and in JupyterLab, without a kernel.

Each function returns an `Explorable`. A notebook shows it as a custom element, in plain SVG and a few
kilobytes of plain JavaScript (in ``js/``, beside this module); nothing is loaded from elsewhere.
Where scripts do not run, the reader sees the picture and the table of its untouched state.

>>> from perceptrons import data
>>> explorable = rule(*data.modified_or())
>>> explorable
Explorable perceptron-rule: 3 patterns of class C1 (filled circles): (1, −1), (−1, 1), (1, 1).
1 pattern of class C2 (open squares): (−1, −1).
The line 1 + x₁ + x₂ = 0, with an arrow to its positive side.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from perceptrons import (
    _check,
    geometry,
    perceptron,
    plots,
    plots_adaline,
    plots_criterion,
    plots_geometry,
)
from perceptrons.adaline import batch, critical_rate, online, standardise
from perceptrons.criterion import cost, mistaken
from perceptrons.plots import Picture
from perceptrons.table import Table, number

__all__ = ["Explorable", "adaline", "criterion", "discriminant", "rule"]

JS = Path(__file__).with_name("js")


@dataclass(frozen=True, repr=False)
class Explorable:
    """A figure that the reader moves.

    Attributes
    ----------
    name : str
        The name of its custom element; its script is ``js/name.js``, without the ``perceptron-``.
    state : dict
        What the untouched figure shows: numbers and texts that JSON can hold.
    picture : Picture
        The same as a still picture, for readers without scripts.
    table : Table
        The same in numbers.
    """

    name: str
    state: dict[str, Any]
    picture: Picture
    table: Table

    def __repr__(self) -> str:
        return f"Explorable {self.name}: {self.picture.alt}"

    def _repr_html_(self) -> str:
        state = escape(json.dumps(self.state, ensure_ascii=False))
        svg = self.picture.svg()
        still = svg[svg.index("<svg") :].replace("<svg", '<svg role="img"', 1)
        return (
            f'<{self.name} class="explorable" data-state="{state}">\n{still}'
            f"{self.table._repr_html_()}\n</{self.name}>\n<script>\n{_script(self.name)}</script>"
        )


@cache
def _script(name: str) -> str:
    """Return the shared core, its style and the element's own script, in a scope of their own."""
    style = json.dumps((JS / "core.css").read_text("utf-8"), ensure_ascii=False)
    parts = [(JS / f"{part}.js").read_text("utf-8") for part in ("core", "plane", name.split("-")[1])]
    return "{\n" + f"const STYLE = {style};\n" + "\n".join(parts) + "}\n"


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
    plots_geometry.distances(ax, w, X, low=-reach, high=reach)
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


def criterion(
    X: Any, t: Any, *, eta: float = 1.0, w: Any = (0, 0), at_zero: int = 0, max_epochs: int = 100
) -> Explorable:
    """Show the batch rule on the slope of J_P, and on the flat count of mistakes (chapter 3).

    The reader moves the start of the path, over the plane of w_0 and w_1, and changes the rate.

    Parameters
    ----------
    X : array_like, shape (n, 1)
        Patterns of one feature, not all the same.
    t : array_like, shape (n,)
        Targets +1 and -1.
    eta, w, at_zero, max_epochs
        As for `perceptron.batch`.

    Returns
    -------
    Explorable

    Raises
    ------
    ValueError
        Where there is not one feature, or only one pattern, or an argument breaks the conventions.

    Examples
    --------
    >>> criterion([[0], [2]], [-1, 1], w=[1, 1]).table
    k        w  mistaken  J_P  count
    0   (1, 1)         1    1      1
    1   (0, 1)         1    0      1
    2  (-1, 1)              0      0
    """
    X = _check.patterns(X)
    if _check.is_sparse(X) or X.shape[1] != 1:
        raise ValueError(
            f"X must have shape (n, 1), dense: an explorable shows the plane of w_0 and w_1; got "
            f"{X.shape}: choose one feature"
        )
    if (X[0] == X).all():
        raise ValueError(
            f"X must hold two different patterns, got {number(X[0, 0])} alone: add one"
        )
    X, t = X.astype(float), _check.targets(t, len(X))
    eta = float(_check.positive(eta, "eta"))
    run = perceptron.batch(X, t, eta=eta, w=w, at_zero=at_zero, max_epochs=max_epochs)
    window = _window(run.weights)
    highest = max(cost(corner, X, t) for corner in product(window[:2], window[2:]))
    spacings = (s * 10.0**k for k, s in product(range(-9, 150), (1, 2, 5)))
    spacing = next(s for s in spacings if 12 * s >= highest)
    levels = np.arange(spacing, highest, spacing).tolist()
    fig, ax = plots.figure(figsize=(5.2, 5.2))
    plots_criterion.contours(ax, run.Z, run.weights, levels, window[::2], window[1::2])
    rows = []
    for k, v in enumerate(run.weights):
        M = np.flatnonzero(mistaken(v, X, t, at_zero=at_zero))
        which = ", ".join(str(i + 1) for i in M)
        v_ = f"({number(v[0])}, {number(v[1])})"
        rows.append([str(k), v_, which, number(cost(v, X, t)), str(len(M))])
    state = {"X": X.tolist(), "t": t.tolist(), "eta": eta, "w": run.start.tolist()}
    state |= {"at_zero": at_zero, "max_epochs": max_epochs, "window": window, "spacing": spacing}
    table = Table(["k", "w", "mistaken", "J_P", "count"], rows, "Batch rule, one row a vector w")
    return Explorable("perceptron-criterion", state, fig, table)


def _window(W: Any) -> list[float]:
    """Return the low and high w_0 and w_1 of a square window on a path and on zero, in whole numbers."""
    W = np.vstack([W, [0, 0]])
    low, high = W.min(axis=0), W.max(axis=0)
    half = np.ceil(0.8 * max(1, *(high - low)))
    return [float(m + side) for m in np.round((low + high) / 2) for side in (-half, half)]


def adaline(
    X: Any, t: Any, *, eta: float | None = None, w: Any = (0, 0), epochs: int = 20
) -> Explorable:
    """Show the batch and the incremental rule of Adaline in the bowl of J over w_0 and w_1 (chapter 7).

    The reader moves the start of both paths, and the rate from 1/16 to 31/16 of the critical one; and
    takes the feature as it is, or standardised, which makes the bowl round.

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

    Returns
    -------
    Explorable

    Raises
    ------
    ValueError
        Where there is not one feature, the rate is not below the critical one, or an argument breaks
        the conventions.

    Examples
    --------
    >>> print(adaline([[3], [-3]], [1, -1], w=[0, 1], epochs=2).table)
    epoch     w, batch  J      w, incremental        J
        0       (0, 1)  4              (0, 1)        4
        1  (0, 0.3333)  0  (-0.04938, 0.4815)      0.2
        2  (0, 0.3333)  0  (-0.05365, 0.3626)  0.01059
    """
    X = _check.patterns(X)
    if _check.is_sparse(X) or X.shape[1] != 1:
        raise ValueError(
            f"X must have shape (n, 1), dense: the bowl stands over two weights; got {X.shape}: "
            "choose one feature"
        )
    X, t = X.astype(float), _check.values(t, len(X)).astype(float)
    w, critical = _check.weights(w, 1).astype(float), critical_rate(X)
    eta = critical / 2 if eta is None else float(_check.positive(eta, "eta"))
    if eta >= critical:
        raise ValueError(
            f"eta must be below the critical rate {critical}, got {eta}: begin where the batch rule "
            "converges; the slider goes on from there"
        )
    Z = standardise(X).apply(X)
    runs = [mode(X, t, eta=eta, epochs=epochs, w=w) for mode in (batch, online)]
    fig, ax = plots.figure()
    names = ("batch", "incremental, after each epoch")
    plots_adaline.bowl(ax, X, t, {name: run.weights for name, run in zip(names, runs, strict=True)})
    columns = ["epoch", "w, batch", "J", "w, incremental", "J"]
    ends = zip(*(zip(run.weights, run.costs, strict=True) for run in runs), strict=True)
    rows = [
        [str(k)]
        + [text for v, J in each for text in (f"({number(v[0])}, {number(v[1])})", number(J))]
        for k, each in enumerate(ends)
    ]
    state = {"raw": X[:, 0].tolist(), "standardised": Z[:, 0].tolist(), "t": t.tolist()}
    state |= {"eta": eta, "w": w.tolist(), "epochs": epochs}
    return Explorable("perceptron-adaline", state, fig, Table(columns, rows))


def _plane_patterns(X: Any, t: Any) -> tuple[Any, Any]:
    X = _check.patterns(X)
    if _check.is_sparse(X) or X.shape[1] != 2:
        raise ValueError(
            f"X must have shape (n, 2), dense: an explorable shows a plane; got {X.shape}: "
            "choose two features"
        )
    return X.astype(float), _check.targets(t, len(X))
