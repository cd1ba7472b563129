"""Fonts carry the characters that occur in the book, half of what they weigh, and come early."""

import html
import io
import logging
from pathlib import Path

from fontTools import subset

from book_site.rules import words_of

logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells every table

ALPHABETS = {  # KaTeX's font for each kind of letter, by its class
    "katex": "Main-Regular",
    "mathnormal": "Math-Italic",
    "mathbf": "Main-Bold",
    "boldsymbol": "Math-BoldItalic",
    "mathcal": "Caligraphic-Regular",
    "mathbb": "AMS-Regular",
    "amsrm": "AMS-Regular",
    "mathsf": "SansSerif-Regular",
}
SIZES = {  # and for what grows with a formula, by its two classes
    "op-symbol small-op": "Size1-Regular",
    "op-symbol large-op": "Size2-Regular",
    **{f"delimsizing size{n}": f"Size{n}-Regular" for n in (1, 2, 3, 4)},
}


def name_fonts(app, pagename, templatename, context, doctree):
    """Tell the template which fonts the formulas of a page need: their letters must not move."""
    body = context.get("body", "")
    words = words_of(body)
    fonts = [font for kind, font in ALPHABETS.items() if kind in words]
    fonts += [font for kinds, font in SIZES.items() if kinds in body]
    context["fonts"] = list(dict.fromkeys(fonts))


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
    """Name the fonts of each page that is written, and cut when all are."""
    app.connect("html-page-context", name_fonts)
    app.connect("build-finished", cut_fonts_of_formulas)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
