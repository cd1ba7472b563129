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
from pathlib import Path
from typing import Any

import numpy as np

from perceptrons import _check, perceptron, plots
from perceptrons.plots import Picture
from perceptrons.table import Table

__all__ = ["Explorable", "rule"]

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
    parts = [(JS / f"{part}.js").read_text("utf-8") for part in ("core", name.split("-")[1])]
    return "{\n" + f"const STYLE = {style};\n" + "\n".join(parts) + "}\n"


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
