"""The theme's 2,000 icons are fonts of 700 KB; the pages use a dozen, and carry only those."""

import base64
import io
import logging
import re

from fontTools import subset

logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells every table

FACE = r"(@font-face\s*\{[^}]*)src:url\((vendor/fontawesome/[\w/-]+)\.woff2\)[^}]*\}"


def embed_icons(css, static):
    """Return a stylesheet with the shapes that its rules draw within it, as fonts."""
    escaped = {int(code, 16) for code in re.findall(r'"\\([ef][0-9a-f]{3})"', css)}
    shapes = escaped | {ord(char) for char in css if "\ue000" <= char <= "\uf8ff"}  # private use

    def embedded(face):
        font = base64.b64encode(cut_font(static / f"{face[2]}.ttf", shapes)).decode()
        return f'{face[1]}src:url(data:font/woff;base64,{font}) format("woff")}}'

    return re.sub(FACE, embedded, css)


def cut_font(file, shapes):
    """Return a font with these characters alone, as WOFF."""
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=shapes)
    out = io.BytesIO()
    with subset.load_font(str(file), options) as font:
        cutter.subset(font)
        font.flavor = "woff"
        font.save(out)
    return out.getvalue()
