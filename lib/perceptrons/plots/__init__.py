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
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon

from perceptrons import _check
from perceptrons.run import Run
from perceptrons.table import number, subscript

__all__ = ["BLUE", "GREEN", "GREY", "ORANGE", "Picture", "boundary", "equation", "figure"]
__all__ += ["legend", "patterns", "plane", "say"]

BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#00795a", "#5f6b76"
CLASSES = {1: ("C1", "filled circles", "o", BLUE), -1: ("C2", "open squares", "s", ORANGE)}
BEFORE: dict[str, Any] = {"color": GREY, "linestyle": "--", "linewidth": 2}
AFTER: dict[str, Any] = {"color": "black", "linewidth": 2}
RING: dict[str, Any] = {"color": GREEN, "marker": "o", "linestyle": "", "fillstyle": "none"}
RING |= {"markersize": 19, "markeredgewidth": 2}
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

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
        """The alternative text, what is to be seen."""
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
    """Add a sentence to the description of the figure that holds these axes, once.

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
    if sentence not in fig.said:  # what holds for several panels
        fig.said.append(sentence)


def plane(ax: Axes, low: float = -2, high: float = 2) -> None:
    """Make the axes a square window on two features, with equal units.

    Parameters
    ----------
    ax : Axes
    low, high : float
        The window in both features.

    Examples
    --------
    >>> fig, ax = figure()
    >>> plane(ax)
    >>> ax.get_xlabel()
    'x₁'
    """
    ax.set(xlim=(low, high), ylim=(low, high), aspect="equal", xlabel="x₁", ylabel="x₂")
    ax.locator_params(nbins=6)


def patterns(ax: Axes, X: Any, t: Any, **marks: Any) -> list[Any]:
    """Draw patterns of one or two features: filled circles for class C1, open squares for class C2.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (n, 2) or (n, 1)
        A single feature is drawn along the horizontal axis.
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
    if X.shape[1] > 2:
        raise ValueError(f"X has {X.shape[1]} features; a picture can show one or two: choose them")
    artists = []
    for target, (name, shape, _, _) in CLASSES.items():
        P = X[t == target]
        if len(P) == 0:
            continue
        P = P.astype(float)
        height = P[:, 1] if P.shape[1] == 2 else np.zeros(len(P))
        artists += ax.plot(P[:, 0], height, **{**_mark(target), **marks})
        shown = ": " + ", ".join(map(_point, P))
        noun = "pattern" if len(P) == 1 else "patterns"
        say(ax, f"{len(P)} {noun} of class {name} ({shape}){shown if len(P) <= 8 else ''}.")
    return artists


def _mark(target: int) -> dict[str, Any]:
    name, _, marker, colour = CLASSES[target]
    face = colour if target == 1 else "white"
    shape = {"marker": marker, "linestyle": "", "markersize": 9, "markeredgewidth": 2, "zorder": 3}
    return {**shape, "color": colour, "markerfacecolor": face, "label": f"class {name}"}


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
    foot, unit = _foot_and_normal(w)
    style = {"color": "black", **line}
    artists: list[Any] = [ax.axline(foot, foot + _turned(unit), **style)]
    if normal:
        tip = foot + 0.35 * np.ptp(ax.get_xlim()) * unit / 2
        arrow = {"arrowstyle": "-|>", "color": style["color"], "linewidth": 2, "shrinkA": 0}
        artists.append(ax.annotate("", tip, foot, arrowprops=arrow))
    arrow_too = ", with an arrow to its positive side" if normal else ""
    say(ax, f"The line {equation(w)} = 0{arrow_too}.")
    return artists


def equation(w: Any) -> str:
    """Return g(x) as it is written, without the terms that are zero.

    Parameters
    ----------
    w : array_like, shape (d+1,)
        Weights, bias first.

    Returns
    -------
    str

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

    Parameters
    ----------
    ax : Axes
        With artists that have labels.
    **options
        To `matplotlib.axes.Axes.legend`.

    Returns
    -------
    Legend

    Examples
    --------
    >>> fig, ax = figure()
    >>> _ = patterns(ax, [[0, 0], [1, 2]], [1, -1])
    >>> [text.get_text() for text in legend(ax).get_texts()]
    ['class C1', 'class C2']
    """
    place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": 2, "frameon": False}
    return ax.legend(**{**place, **options})


def half_plane(ax: Axes, w: Any, **patch: Any) -> Polygon:
    """Shade the side of the line where w_0 + w_1 x_1 + w_2 x_2 > 0, without a word.

    Parameters
    ----------
    ax : Axes
        Its limits must be set (see `plane`).
    w : array_like, shape (3,)
        Weights, bias first; w_1 and w_2 not both zero.
    **patch
        To `matplotlib.patches.Polygon`.

    Returns
    -------
    Polygon

    Examples
    --------
    >>> fig, ax = figure()
    >>> plane(ax)
    >>> half_plane(ax, [0, 1, 0]).contains_point(ax.transData.transform((1, 0)))
    True
    """
    foot, unit = _foot_and_normal(w)
    # Long enough to reach beyond the window from wherever the foot lies.
    reach = np.ptp(ax.get_xlim()) + np.ptp(ax.get_ylim()) + np.abs(foot).sum()
    along, up = reach * _turned(unit), reach * unit
    corners = [foot - along, foot + along, foot + along + up, foot - along + up]
    style = {"facecolor": GREY, "alpha": 0.12, "linewidth": 0, "zorder": 0, **patch}
    polygon = Polygon(corners, closed=True, **style)
    ax.add_patch(polygon)
    return polygon


def ring(ax: Axes, X: Any) -> list[Any]:
    """Draw a ring round each of some patterns, as the ones that are spoken of.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (m, 2)

    Returns
    -------
    list of artists

    Examples
    --------
    >>> fig, ax = figure()
    >>> _ = ring(ax, [[1, -1]])
    >>> fig.alt
    'Ringed: (1, −1).'
    """
    X = _check.patterns(X)
    say(ax, f"Ringed: {', '.join(map(_point, X))}.")
    return ax.plot(*X.T, **RING)


def progress(axes: Any, run: Run) -> None:
    """Draw the updates of a run on two features, a panel each, and the key in a panel left over.

    The line before the update is dashed, the line after it solid, with its positive side shaded;
    each responsible pattern is ringed, and an arrow leads from it to the line that it has made.

    Parameters
    ----------
    axes : Axes, or array of them
        As many updates are drawn as there are axes.
    run : Run
        A run of the online or the batch rule on patterns of two features.

    Examples
    --------
    >>> from perceptrons import data, perceptron
    >>> fig, axes = figure(1, 2)
    >>> progress(axes, perceptron.batch(*data.modified_or()))
    >>> print(fig.alt.splitlines()[-1])
    Batch update 1, by patterns 1, 2, 3, 4: no line before; after it the line 2 + 2x₁ + 2x₂ = 0.
    """
    X, t = _raw(run)
    panels = np.ravel(axes)
    reach = 2 * np.abs(X).max()
    for k, ax in zip(range(1, run.updates + 1), panels, strict=False):
        causes = _causes(run, k)
        before, after = run.weights[k - 1 : k + 1].astype(float)
        plane(ax, -reach, reach)
        patterns(ax, X, t)
        ax.plot(*X[causes].T, **RING)
        for i, x in enumerate(X):
            _name(ax, x, str(i + 1), x)
        for w, style in (before, BEFORE), (after, AFTER):
            if w[1:].any():
                foot, unit = _foot_and_normal(w)
                ax.axline(foot, foot + _turned(unit), **style)
        if after[1:].any():
            half_plane(ax, after)
            for x in X[causes]:
                _arrow(ax, x, x - ((x - foot) @ unit) * unit)
        mode = "Batch update" if run.batch else "Update"
        by = f"pattern{'s' if len(causes) > 1 else ''} {', '.join(str(i + 1) for i in causes)}"
        ax.set_title(f"{mode} {k}: {by}", fontsize="medium")
        say(ax, f"{mode} {k}, by {by}: {_line(before)} before; after it {_line(after)}.")
    for ax in panels[run.updates :]:
        ax.set_axis_off()
    if len(panels) > run.updates:
        _key(panels[run.updates])


def graph(ax: Axes, run: Run, k: int) -> None:
    """Draw update k of an online run on one feature in data space: g(x) before and after.

    An arrow shows how far g rises or falls at the responsible pattern: by t_i η_k ‖z_i‖².

    Parameters
    ----------
    ax : Axes
    run : Run
        A run of the online rule on patterns of one feature.
    k : int
        The number of the update, from 1.

    Examples
    --------
    >>> from perceptrons import perceptron
    >>> fig, ax = figure()
    >>> graph(ax, perceptron.online([[1], [-1]], [1, -1], w=[1, -2]), 1)
    >>> print(fig.alt.splitlines()[-1])
    Update 1, by pattern 1: g(x) = 1 − 2x₁ (dashed) becomes 2 − x₁ (solid), at x₁ = 1 from −1 to 1.
    """
    X, t = _raw(run)
    i = _causes(run, k)[0]
    pair = run.weights[k - 1 : k + 1].astype(float)
    x = np.array([-2, 2]) * np.abs(X).max()
    ax.axhline(0, color=GREY, linewidth=1)
    for w, style in zip(pair, (BEFORE, AFTER), strict=True):
        ax.plot(x, w[0] + w[1] * x, **style)
    patterns(ax, X, t)
    ax.plot(X[i], [0], **RING)
    low, high = pair[:, 0] + pair[:, 1] * X[i]
    _arrow(ax, (X[i, 0], low), (X[i, 0], high))
    ax.set(xlim=x, xlabel="x₁", ylabel="g(x)")
    say(
        ax,
        f"Update {k}, by pattern {i + 1}: g(x) = {equation(pair[0])} (dashed) becomes "
        f"{equation(pair[1])} (solid), at x₁ = {_point(X[i])} from {_signed(low)} to {_signed(high)}.",
    )


def weight_space(ax: Axes, run: Run, k: int) -> None:
    """Draw an online run on one feature in weight space: where each w^(k) lies, and update k.

    Each pattern is a line w·z_i = 0 through the origin; its wrong side is shaded. What stays white
    is the set of separators.

    Parameters
    ----------
    ax : Axes
    run : Run
        A run of the online rule on patterns of one feature.
    k : int
        The number of the update to be shown by an arrow in full colour, from 1.

    Examples
    --------
    >>> from perceptrons import perceptron
    >>> fig, ax = figure()
    >>> weight_space(ax, perceptron.online([[1], [-1]], [1, -1], w=[1, -2]), 1)
    >>> print(fig.alt.splitlines()[-2])
    The weights go from (1, −2) to (2, −1) to (1, 0) to (0, 1).
    """
    W, Z = run.weights.astype(float), run.Z.astype(float)
    i = _causes(run, k)[0]
    reach = np.abs(W).max() + 1
    plane(ax, -reach, reach)
    ax.set(xlabel="w₀", ylabel="w₁")
    for j, z in enumerate(Z):
        half_plane(ax, [0, *-z])
        ax.axline((0, 0), _turned(z), color="black", linewidth=3 if j == i else 1)
    for j in range(run.updates):
        _arrow(ax, W[j], W[j + 1], color=GREEN if j == k - 1 else GREY)
    ax.plot(*W.T, "o", color="black", markersize=4)
    for j, w in enumerate(W):
        step = W[min(j + 1, run.updates)] - W[min(j, run.updates - 1)]
        _name(ax, w, f"w⁽{str(j).translate(SUPERSCRIPT)}⁾", -_turned(step), fontsize="x-large")
    wrong = int((Z @ W[-1] <= 0).sum()) or "no"
    say(ax, f"The weights go from {' to '.join(map(_point, W))}.")
    say(
        ax,
        f"Each pattern has a line w·z = 0, its wrong side shaded. Update {k} steps at right angles "
        f"to the line of pattern {i + 1} (thick). The last weights are on the wrong side of {wrong} "
        "line.",
    )


def _raw(run: Run) -> tuple[Any, Any]:
    """Return the raw patterns and targets of a run, as floats."""
    t = run.Z[:, 0].astype(float)
    return run.Z[:, 1:].astype(float) * t[:, None], t


def _causes(run: Run, k: int) -> Any:
    """Return the patterns that caused update k = 1, 2, ...: one, or in batch mode all of a round."""
    return run.mistaken[run.mistaken_at // run.n == k - 1] if run.batch else run.mistaken[k - 1 : k]


def _foot_and_normal(w: Any) -> tuple[Any, Any]:
    """Return the point of the line that is nearest to the origin, and the unit normal."""
    w = _check.weights(w, 2).astype(float)
    length = np.hypot(*w[1:])
    if length == 0:
        raise ValueError(f"w is {w.tolist()}: with w_1 = w_2 = 0 there is no line to draw")
    return -w[0] * w[1:] / length**2, w[1:] / length


def _turned(v: Any) -> Any:
    """Return the vector turned left by a right angle."""
    return np.array([-v[1], v[0]])


def _name(ax: Axes, x: Any, name: str, towards: Any, **text: Any) -> None:
    """Write a name beside a point, in the given direction."""
    offset = 18 * np.asarray(towards) / (np.hypot(*towards) or 1)
    style = {"textcoords": "offset points", "ha": "center", "va": "center", **text}
    ax.annotate(name, x, tuple(offset), **style)


def _arrow(ax: Axes, tail: Any, tip: Any, color: str = GREEN) -> None:
    shape = {"arrowstyle": "-|>", "color": color, "linewidth": 2, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", tip, tail, arrowprops=shape, annotation_clip=False)


def _key(ax: Axes) -> None:
    """Fill the axes with the key of `progress`."""
    entries = [
        *(Line2D([], [], **_mark(target)) for target in CLASSES),
        Line2D([], [], **BEFORE, label="line before"),
        Line2D([], [], **AFTER, label="line after"),
        Patch(facecolor=GREY, alpha=0.12, label="its positive side"),
        Line2D([], [], label="responsible", **RING),
    ]
    ax.legend(handles=entries, loc="center", labelspacing=0.9, frameon=False)


def _line(w: Any) -> str:
    return f"the line {equation(w)} = 0" if w[1:].any() else "no line"


def _point(x: Any) -> str:
    inner = ", ".join(map(_signed, x))
    return inner if len(x) == 1 else f"({inner})"


def _signed(value: Any) -> str:
    return number(value).replace("-", "−")
