"""What a notebook shows of an explorable: a custom element, its script, and a still picture."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from perceptrons.plots import Picture
from perceptrons.table import Table

HERE = Path(__file__).parent


@dataclass(frozen=True, repr=False)
class Explorable:
    """A figure that the reader moves.

    Attributes
    ----------
    name : str
        The name of its custom element; its script is ``name.js``, without the ``perceptron-``.
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
    style = json.dumps((HERE / "core.css").read_text("utf-8"), ensure_ascii=False)
    files = "core.js", "plane.js", f"{name.removeprefix('perceptron-')}.js"
    parts = [(HERE / file).read_text("utf-8") for file in files]
    return "{\n" + f"const STYLE = {style};\n" + "\n".join(parts) + "}\n"
