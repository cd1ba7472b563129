"""A figure that says what it shows, and the formats in which a notebook stores it.

`figure` makes a `Picture`. Whoever draws into it also calls `say`, and the sentences together are its
alternative text. A notebook stores it three times: as SVG, whose bytes depend on the data alone, so
that nbval can compare it; as PNG, because JupyterLab renders no SVG in a notebook that is not
trusted; and in words.

>>> fig, ax = figure()
>>> say(ax, "The curve falls from 3 to 0.")
>>> fig.alt
'The curve falls from 3 to 0.'
"""

from __future__ import annotations

import io
import re
from base64 import b64encode
from functools import cache
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.legend import Legend
from numpy.typing import ArrayLike
from PIL import Image

from perceptrons._core.check import Array
from perceptrons.plots.palette import BLUE, GREEN, GREY, LIGHT_BLUE, ORANGE

__all__ = ["Picture", "figure", "legend", "rounded", "say"]

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
DIGITS = 9
# PNG: 1.7 pixels for each CSS pixel (1/96 inch), and 8 shades of each colour, to stay below 25 KB.
DPI, SHADES = 160, 8
Bundle = tuple[dict[str, str], dict[str, dict[str, int]]]  # data and metadata by MIME type


class Picture(Figure):
    """A figure with a description, shown as SVG, as PNG or in words.

    Attributes
    ----------
    said : list of str
        The sentences of the description, in the order in which they were added.
    """

    said: list[str]

    @property
    def alt(self) -> str:
        """The alternative text, which says what there is to see."""
        if not self.said:
            raise ValueError("this figure says nothing: add plots.say(ax, 'what there is to see')")
        return "\n".join(self.said)

    def svg(self) -> str:
        """Return the figure as SVG text, the same on every machine."""
        about = {"Title": " ".join(self.alt.split()), "Date": None, "Creator": None}
        return self._saved(format="svg", metadata=about).getvalue().decode()

    def png(self) -> bytes:
        """Return the figure as PNG, in shades of the book's colours, without metadata."""
        if isinstance(self.get_layout_engine(), ConstrainedLayoutEngine):
            self.svg()  # which settles the layout by letters that are the same on every machine
        image = Image.open(self._saved(format="png", dpi=DPI)).convert("RGB")
        shades, file = image.quantize(palette=_shades(), dither=Image.Dither.NONE), io.BytesIO()
        shades.save(file, "PNG", optimize=True)
        return file.getvalue()

    def _saved(self, **options: Any) -> io.BytesIO:
        file = io.BytesIO()
        with mpl.rc_context(STYLE):
            self.savefig(file, bbox_inches="tight", **options)
        self.set_layout_engine("none")  # Matplotlib's layout would move a little at each drawing
        return file

    def _repr_mimebundle_(self, **kwargs: object) -> Bundle:
        svg, png = self.svg(), b64encode(self.png()).decode()
        data = {"image/svg+xml": svg, "image/png": png, "text/plain": self.alt}
        return data, {"image/png": shown_size(svg)}


def shown_size(svg: str) -> dict[str, int]:
    """Return the width and height of an SVG that Matplotlib wrote, in CSS pixels."""
    found = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', svg)
    assert found, "Matplotlib writes points"
    width, height = (round(float(points) * 96 / 72) for points in found.groups())
    return {"width": width, "height": height}


@cache
def _shades() -> Image.Image:
    """Return white, and each colour of the figures in steps from near white, as a palette."""
    depths = np.arange(1, SHADES + 1)[:, None] / SHADES
    colours = ("black", BLUE, ORANGE, GREEN, GREY, LIGHT_BLUE)
    shades = [1 - depths * (1 - np.array(to_rgb(colour))) for colour in colours]
    image = Image.new("P", (1, 1))
    image.putpalette([255, 255, 255, *np.rint(255 * np.vstack(shades)).astype(int).flat])
    return image


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

    Parameters
    ----------
    ax : Axes
        Of a `Picture`.
    sentence : str
        If the figure has it already, for another panel, it is not repeated.

    Examples
    --------
    >>> fig, ax = figure()
    >>> say(ax, "The curve falls from 3 to 0.")
    >>> fig.alt
    'The curve falls from 3 to 0.'
    """
    fig = ax.figure
    if not isinstance(fig, Picture):
        raise ValueError("ax must belong to a picture: make it with plots.figure()")
    if sentence not in fig.said:
        fig.said.append(sentence)


def legend(ax: Axes, **options: Any) -> Legend:
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
    >>> _ = ax.plot([0, 1], label="cost")
    >>> [text.get_text() for text in legend(ax).get_texts()]
    ['cost']
    """
    place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": 2, "frameon": False}
    return ax.legend(**{**place, **options})


def rounded(values: ArrayLike, digits: int = DIGITS) -> Array:
    """Return floats without the last bits, in which processors differ, so that the SVG does not.

    Parameters
    ----------
    values : array_like
    digits : int
        Decimal places to keep.

    Returns
    -------
    array of float

    Examples
    --------
    >>> bool(rounded(0.1 + 0.2) == 0.3)
    True
    """
    return np.round(np.asarray(values, dtype=float), digits)
