"""Figures: axes in, artists out; each figure says in words what it shows.

`figure` makes a `Picture`, a Matplotlib figure that a notebook shows as an SVG whose bytes depend on
the data alone. Each drawing function adds a sentence, made from the data it draws, and together they
are the alternative text of the figure: the title inside the SVG, and its plain-text form.

>>> from perceptrons import data
>>> X, t = data.modified_or()
>>> fig, ax = figure()
>>> _ = patterns(ax, X, t)
>>> _ = boundary(ax, [1, 1, 1])
>>> print(fig.alt)
3 patterns of class C1 (filled circles): (1, −1), (−1, 1), (1, 1).
1 pattern of class C2 (open squares): (−1, −1).
The line 1 + x₁ + x₂ = 0.
"""

from __future__ import annotations

import io
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from perceptrons import _check
from perceptrons.table import number, subscript

__all__ = ["BLUE", "GREEN", "GREY", "ORANGE", "Picture", "boundary", "equation", "figure"]
__all__ += ["legend", "patterns", "plane", "say"]

BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#00795a", "#5f6b76"
CLASSES = {1: ("C1", "filled circles", "o", BLUE), -1: ("C2", "open squares", "s", ORANGE)}

STYLE: Any = {
    "svg.hashsalt": "perceptrons",  # element ids that do not change from run to run
    "svg.fonttype": "path",  # the same letters on every machine
    "font.family": "DejaVu Sans",
    "font.size": 12.0,  # still readable where a phone shows the figure at two thirds
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.alpha": 0.3,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 2.0,
}


class Picture(Figure):
    """A figure that carries its description, and shows itself as SVG.

    Attributes
    ----------
    said : list of str
        The sentences of the description, in the order in which they were drawn.
    """

    said: list[str]

    @property
    def alt(self) -> str:
        """The alternative text: what is to be seen."""
        if not self.said:
            raise ValueError("this figure says nothing: add plots.say(ax, 'what is to be seen')")
        return "\n".join(self.said)

    def svg(self) -> str:
        """Return the figure as SVG text, the same on every machine."""
        file = io.StringIO()
        about = {"Title": " ".join(self.alt.split()), "Date": None, "Creator": None}
        with mpl.rc_context(STYLE):
            self.savefig(file, format="svg", metadata=about, bbox_inches="tight")
        return file.getvalue()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        return {"image/svg+xml": self.svg(), "text/plain": self.alt}


def figure(rows: int = 1, columns: int = 1, **options: Any) -> tuple[Picture, Any]:
    """Return a new picture and its axes (one, or an array of them).

    Parameters
    ----------
    rows, columns : int
        How many axes.
    **options
        To `Figure.subplots`; `figsize`, in inches, to the figure.

    Returns
    -------
    Picture, Axes or array of Axes

    Examples
    --------
    >>> fig, axes = figure(1, 2, figsize=(6, 3))
    >>> axes.shape
    (2,)
    """
    size = options.pop("figsize", (5.2, 3.9))
    with mpl.rc_context(STYLE):
        fig = Picture(figsize=size, layout="constrained")
        fig.said = []
        return fig, fig.subplots(rows, columns, **options)


def say(ax: Axes, sentence: str) -> None:
    """Add a sentence to the description of the figure that holds these axes.

    Examples
    --------
    >>> fig, ax = figure()
    >>> say(ax, "The curve falls from 3 to 0.")
    >>> fig.alt
    'The curve falls from 3 to 0.'
    """
    fig = ax.get_figure(root=True)
    if not isinstance(fig, Picture):
        raise ValueError("ax must belong to a picture: make it with plots.figure()")
    fig.said.append(sentence)


def plane(ax: Axes, low: float = -2, high: float = 2) -> None:
    """Make the axes a square window on two features, with equal units.

    Examples
    --------
    >>> fig, ax = figure()
    >>> plane(ax)
    >>> ax.get_xlabel()
    'x₁'
    """
    ax.set(xlim=(low, high), ylim=(low, high), aspect="equal", xlabel="x₁", ylabel="x₂")


def patterns(ax: Axes, X: Any, t: Any, **marks: Any) -> list[Any]:
    """Draw patterns of two features: filled circles for class C1, open squares for class C2.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (n, 2)
    t : array_like, shape (n,)
    **marks
        To `Axes.plot`, as `markersize`.

    Returns
    -------
    list of artists
        One for each class that occurs.

    Examples
    --------
    >>> fig, ax = figure()
    >>> len(patterns(ax, [[0, 0], [1, 2]], [1, -1]))
    2
    """
    X = _check.patterns(X)
    t = _check.targets(t, len(X))
    if X.shape[1] != 2:
        raise ValueError(f"X has {X.shape[1]} features; a picture of the plane needs two")
    artists = []
    for target, (name, shape, marker, colour) in CLASSES.items():
        P = X[t == target]
        if len(P) == 0:
            continue
        face = colour if target == 1 else "white"
        style = {"markersize": 9, "markeredgewidth": 2, "color": colour, **marks}
        artists += ax.plot(
            *P.T, marker, markerfacecolor=face, label=f"class {name}", zorder=3, **style
        )
        shown = ": " + ", ".join(f"({_signed(a)}, {_signed(b)})" for a, b in P)
        noun = "pattern" if len(P) == 1 else "patterns"
        say(ax, f"{len(P)} {noun} of class {name} ({shape}){shown if len(P) <= 8 else ''}.")
    return artists


def boundary(ax: Axes, w: Any, *, normal: bool = False, **line: Any) -> list[Any]:
    """Draw the line w_0 + w_1 x_1 + w_2 x_2 = 0 across the window, and its normal if asked.

    Parameters
    ----------
    ax : Axes
        Its limits must be set (see `plane`).
    w : array_like, shape (3,)
        Weights, bias first; w_1 and w_2 not both zero.
    normal : bool
        Draw an arrow from the line to its positive side.
    **line
        To `Axes.axline`.

    Returns
    -------
    list of artists

    Examples
    --------
    >>> fig, ax = figure()
    >>> plane(ax)
    >>> _ = boundary(ax, [0, 1, -2], normal=True)
    >>> fig.alt
    'The line x₁ − 2x₂ = 0, with an arrow to its positive side.'
    """
    w = _check.weights(w, 2).astype(float)
    length = np.hypot(*w[1:])
    if length == 0:
        raise ValueError(f"w is {w.tolist()}: with w_1 = w_2 = 0 there is no line to draw")
    foot = -w[0] * w[1:] / length**2
    style = {"color": "black", **line}
    artists: list[Any] = [ax.axline(foot, foot + [-w[2], w[1]], **style)]
    if normal:
        tip = foot + 0.35 * np.ptp(ax.get_xlim()) * w[1:] / length / 2
        arrow = {"arrowstyle": "-|>", "color": style["color"], "linewidth": 2, "shrinkA": 0}
        artists.append(ax.annotate("", tip, foot, arrowprops=arrow))
    arrow_too = ", with an arrow to its positive side" if normal else ""
    say(ax, f"The line {equation(w)} = 0{arrow_too}.")
    return artists


def equation(w: Any) -> str:
    """Return g(x) as it is written, without the terms that are zero.

    Examples
    --------
    >>> equation([-1, 2, 0, 1])
    '−1 + 2x₁ + x₃'
    """
    text = ""
    for j, c in enumerate(np.asarray(w)):
        if c == 0:
            continue
        size = number(abs(c))
        term = size if j == 0 else ("" if size == "1" else size) + subscript("x", j)
        sign = ("−" if c < 0 else "") if not text else (" − " if c < 0 else " + ")
        text += sign + term
    return text or "0"


def legend(ax: Axes, **options: Any) -> Any:
    """Put the legend above the axes, where it hides no pattern.

    Examples
    --------
    >>> fig, ax = figure()
    >>> _ = patterns(ax, [[0, 0], [1, 2]], [1, -1])
    >>> [text.get_text() for text in legend(ax).get_texts()]
    ['class C1', 'class C2']
    """
    place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": 2, "frameon": False}
    return ax.legend(**{**place, **options})


def _signed(value: Any) -> str:
    return number(value).replace("-", "−")
