"""What a notebook stores of an explorable: a custom element, its script, and a still picture."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib import resources
from urllib.parse import quote

from perceptrons.plots import palette
from perceptrons.plots.picture import Bundle, Picture, shown_size
from perceptrons.table import Table

HERE = resources.files("perceptrons.explore")  # a folder, or in a zip
PREFIX = "perceptron-"  # HTML wants a hyphen in the name of a custom element


@dataclass(frozen=True, repr=False)
class Explorable:
    """A figure that the reader moves.

    Attributes
    ----------
    name : str
        What it shows: ``rule`` is the element ``perceptron-rule``, and its script is ``rule.js``.
    state : dict
        The state in which it starts: numbers and texts that JSON can hold.
    picture : Picture
        That state as a still picture, for readers without scripts.
    table : Table
        The same in numbers.
    """

    name: str
    state: dict[str, object]
    picture: Picture
    table: Table

    def __repr__(self) -> str:
        return f"Explorable {self.name}: {self.picture.alt}"

    def _repr_html_(self) -> str:
        tag = PREFIX + self.name
        state = escape(json.dumps(self.state, ensure_ascii=False))
        return (
            f'<{tag} class="explorable" data-state="{state}">\n{_still(self.picture)}\n'
            f"{self.table._repr_html_()}\n</{tag}>\n<script>\n{_script(self.name)}</script>"
        )

    def _repr_mimebundle_(self, **kwargs: object) -> Bundle:
        data, sizes = self.picture._repr_mimebundle_()
        shown = {"text/html": self._repr_html_(), "image/png": data["image/png"]}
        return {**shown, "text/plain": repr(self)}, sizes


def _still(picture: Picture) -> str:
    """Return the picture as an `img`: JupyterLab drops inline SVG from HTML that it does not trust."""
    svg = picture.svg()
    address = "data:image/svg+xml," + quote(svg[svg.index("<svg") :], safe=" /:=,;()'-._")
    size = " ".join(f'{side}="{pixels}"' for side, pixels in shown_size(svg).items())
    return f'<img alt="{escape(picture.alt)}" {size} src="{address}">'


@cache
def _script(name: str) -> str:
    """Return the shared core, its style and the element's own script, in a scope of their own."""
    parts = [(HERE / file).read_text("utf-8") for file in ("core.js", "plane.js", f"{name}.js")]
    return (
        "{\n"
        + f"const STYLE = {json.dumps(_style(), ensure_ascii=False)};\n"
        + "\n".join(parts)
        + "}\n"
    )


def _style() -> str:
    """Return the style sheet, with the palette of the figures as custom properties."""
    names = "BLUE", "ORANGE", "GREEN"
    colours = " ".join(f"--{name.lower()}: {getattr(palette, name)};" for name in names)
    return f":host {{ {colours} }}\n" + (HERE / "core.css").read_text("utf-8")
