"""Fonts carry the characters that occur in the book, and no others: half of what they weigh."""

import html
import io
import logging
from pathlib import Path

from fontTools import subset

logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells every table


def cut_font(file, characters):
    """Return a font with these characters alone, as WOFF2."""
    options = subset.Options(hinting=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    out = io.BytesIO()
    with subset.load_font(str(file), options) as font:
        cutter.subset(font)
        font.flavor = "woff2"
        font.save(out)
    return out.getvalue()


def cut_fonts_of_formulas(app, exception):
    """Cut KaTeX's fonts, which each build copies whole, to the characters of all pages."""
    if exception:
        return
    out = Path(app.outdir)
    text = "".join(page.read_text("utf-8") for page in out.rglob("*.html"))
    characters = set(map(ord, html.unescape(text)))
    for font in out.glob("_static/katex/fonts/*.woff2"):
        font.write_bytes(cut_font(font, characters))


def setup(app):
    """Cut when all pages are written."""
    app.connect("build-finished", cut_fonts_of_formulas)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
