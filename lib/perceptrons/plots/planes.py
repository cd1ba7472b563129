"""What is drawn in a plane of patterns, or of weights: points, lines, half-planes, arrows.

>>> from perceptrons import data, plots
>>> X, t = data.modified_or()
>>> fig, ax = plots.figure()
>>> _ = patterns(ax, X, t)
>>> _ = boundary(ax, [1, 1, 1])
>>> print(fig.alt)
3 patterns of class C1 (filled circles): (1, −1), (−1, 1), (1, 1).
1 pattern of class C2 (open squares): (−1, −1).
The line 1 + x₁ + x₂ = 0.
"""

from __future__ import annotations

from collections.abc import Callable
from reprlib import repr as short
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.text import Annotation
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array
from perceptrons.plots.palette import CLASSES, GREY, RING
from perceptrons.plots.picture import rounded, say
from perceptrons.plots.words import count, equation, point

__all__ = ["boundary", "half_plane", "patterns", "plane", "ring"]

FINE = 121  # points along each side of a window, for a smooth curve


def plane(ax: Axes, low: float = -2, high: float = 2) -> None:
    """Make the axes a square window on two features, with equal units.

    Parameters
    ----------
    ax : Axes
    low, high : float
        The window in both features.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> plane(ax)
    >>> ax.get_xlabel()
    'x₁'
    """
    ends = check.numbers([low, high], "[low, high]")
    if ends.shape != (2,) or not ends[0] < ends[1]:
        raise ValueError(
            f"low is {short(low)}, and high is {short(high)}: give two numbers, the smaller one first"
        )
    ax.set(xlim=(low, high), ylim=(low, high), aspect="equal", xlabel="x₁", ylabel="x₂")
    ax.locator_params(nbins=6)


def patterns(ax: Axes, X: ArrayLike, t: ArrayLike, **style: Any) -> list[Line2D]:
    """Draw patterns of one or two features: filled circles for class C1, open squares for class C2.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (n, 2) or (n, 1)
        A single feature is drawn along the horizontal axis.
    t : array_like, shape (n,)
        Targets +1 and -1.
    **style
        To `Axes.plot`, as `markersize`.

    Returns
    -------
    list of artists
        One for each class that occurs.

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> len(patterns(ax, [[0, 0], [1, 2]], [1, -1]))
    2
    """
    A = _dense(X)
    targets, d = check.targets(t, len(A)), A.shape[1]
    if d > 2:
        raise ValueError(f"X has {d} features; a picture can show one or two: choose them")
    artists = []
    for target, (name, shape, _, _) in CLASSES.items():
        P = A[targets == target].astype(float)
        if len(P) == 0:
            continue
        height = P[:, 1] if d == 2 else np.zeros(len(P))
        artists += ax.plot(P[:, 0], height, **{**class_style(target), **style})
        where = ": " + ", ".join(map(point, P)) if len(P) <= 8 else ""
        say(ax, f"{count(len(P), 'pattern')} of class {name} ({shape}){where}.")
    return artists


def _dense(X: ArrayLike) -> Array:
    """Return patterns to draw."""
    if check.is_sparse(X):
        raise ValueError("X is sparse; a picture shows dense patterns: pass X.toarray()")
    return check.patterns(X)


def class_style(target: int) -> dict[str, Any]:
    """Return how `Axes.plot` draws the patterns of a class."""
    name, _, marker, colour = CLASSES[target]
    face = colour if target == 1 else "white"
    shape = {"marker": marker, "linestyle": "", "markersize": 9, "markeredgewidth": 2, "zorder": 3}
    return {**shape, "color": colour, "markerfacecolor": face, "label": f"class {name}"}


def boundary(ax: Axes, w: ArrayLike, *, normal: bool = False, **style: Any) -> list[Artist]:
    """Draw the line w_0 + w_1 x_1 + w_2 x_2 = 0 across the window, and its normal if asked.

    Parameters
    ----------
    ax : Axes
        Its limits must be set (see `plane`).
    w : array_like, shape (3,)
        Weights, bias first; w_1 and w_2 not both zero.
    normal : bool
        Draw an arrow from the line to its positive side.
    **style
        To `Axes.axline`.

    Returns
    -------
    list of artists

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> plane(ax)
    >>> _ = boundary(ax, [0, 1, -2], normal=True)
    >>> fig.alt
    'The line x₁ − 2x₂ = 0, with an arrow to its positive side.'
    """
    foot, unit = foot_and_normal(w)
    style = {"color": "black", **style}
    artists: list[Artist] = [ax.axline(tuple(foot), tuple(foot + turned(unit)), **style)]
    if normal:
        tip = foot + 0.35 * np.ptp(ax.get_xlim()) * unit / 2
        artists.append(arrow(ax, foot, tip, style["color"]))
    also = ", with an arrow to its positive side" if normal else ""
    say(ax, f"The line {equation(w)} = 0{also}.")
    return artists


def half_plane(ax: Axes, w: ArrayLike, **style: Any) -> Polygon:
    """Shade the side of the line where w_0 + w_1 x_1 + w_2 x_2 > 0, without a word.

    Parameters
    ----------
    ax, w
        As for `boundary`.
    **style
        To `matplotlib.patches.Polygon`.

    Returns
    -------
    Polygon

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> plane(ax)
    >>> half_plane(ax, [0, 1, 0]).contains_point(ax.transData.transform((1, 0)))
    True
    """
    foot, unit = foot_and_normal(w)
    # Long enough to reach beyond the window from wherever the foot lies.
    reach = np.ptp(ax.get_xlim()) + np.ptp(ax.get_ylim()) + np.abs(foot).sum()
    along, up = reach * turned(unit), reach * unit
    corners = [foot - along, foot + along, foot + along + up, foot - along + up]
    style = {"facecolor": GREY, "alpha": 0.12, "linewidth": 0, "zorder": 0, **style}
    polygon = Polygon(corners, closed=True, **style)
    ax.add_patch(polygon)
    return polygon


def shade(ax: Axes, g: Callable[[Array], ArrayLike], reach: float) -> Array:
    """Shade where g is positive in a square window, and draw where it is 0, without a word.

    Of g, a function of points (m, 2), the values on the grid are returned, shape (FINE, FINE).
    """
    plane(ax, -reach, reach)
    side = np.linspace(-reach, reach, FINE)
    grid = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    values = rounded(g(grid)).reshape(FINE, FINE)
    if values.max() > 0:
        ax.contourf(side, side, values, [0, values.max()], colors=[GREY], alpha=0.25)
    if values.min() < 0 < values.max():
        ax.contour(side, side, values, [0], colors="black", linewidths=2)
    return values


def area(values: Array) -> str:
    """Return in words which part of the window is shaded; a value of 0 counts half."""
    positive = float((values > 0).mean() + (values == 0).mean() / 2)
    return f"{round(100 * positive)} % of the window"


def cut(polygon: Array, w: Array) -> Array:
    """Return the part of a convex polygon where w_0 + w_1 x_1 + w_2 x_2 >= 0."""
    if len(polygon) == 0:
        return polygon
    corners = []
    heights = w[0] + polygon @ w[1:]
    after = np.roll(polygon, -1, axis=0), np.roll(heights, -1)
    for p, h, q, k in zip(polygon, heights, *after, strict=True):
        if h >= 0:
            corners.append(p)
        if h * k < 0:
            corners.append(p + h / (h - k) * (q - p))
    return np.array(corners).reshape(-1, 2)


def ring(ax: Axes, X: ArrayLike) -> list[Line2D]:
    """Draw a ring round the patterns that the text is about.

    Parameters
    ----------
    ax : Axes
    X : array_like, shape (m, 2)

    Returns
    -------
    list of artists

    Examples
    --------
    >>> from perceptrons import plots
    >>> fig, ax = plots.figure()
    >>> _ = ring(ax, [[1, -1]])
    >>> fig.alt
    'Ringed: (1, −1).'
    """
    P = _dense(X)
    if P.shape[1] != 2:
        raise ValueError(
            f"X has {P.shape[1]} features; rings are drawn in a plane of two: choose them"
        )
    say(ax, f"Ringed: {', '.join(map(point, P))}.")
    return ax.plot(*P.T, **RING)


def arrow(
    ax: Axes, tail: ArrayLike, tip: ArrayLike, colour: str = "black", **shape: Any
) -> Annotation:
    """Draw an arrow from point to point, beyond the window too."""
    base = {"arrowstyle": "-|>", "color": colour, "linewidth": 2, "shrinkA": 0, "shrinkB": 0}
    ends = tuple(np.asarray(tip)), tuple(np.asarray(tail))
    return ax.annotate("", *ends, arrowprops={**base, **shape}, annotation_clip=False)


def name(ax: Axes, at: ArrayLike, text: str, towards: ArrayLike, **style: Any) -> Annotation:
    """Write a name beside a point, in the given direction."""
    way = np.asarray(towards, dtype=float)
    offset = rounded(style.pop("distance", 18) * way / (np.hypot(*way) or 1))
    place = {"textcoords": "offset points", "ha": "center", "va": "center"}
    return ax.annotate(text, tuple(np.asarray(at)), tuple(offset), **{**place, **style})


def foot_and_normal(w: ArrayLike) -> tuple[Array, Array]:
    """Return the point of the line that is nearest to the origin, and the unit normal."""
    line = check.weights(w, 2).astype(float)
    bias, v = line[0], line[1:]
    length = np.hypot(*v)
    if length == 0:
        raise ValueError(f"w is {line.tolist()}: with w_1 = w_2 = 0 there is no line to draw")
    return -bias * v / length**2, v / length


def turned(v: Array) -> Array:
    """Return the vector turned left by a right angle."""
    return np.array([-v[1], v[0]])
