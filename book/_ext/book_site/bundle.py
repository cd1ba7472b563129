"""What is done when all pages are written, in this order.

1. The process that typesets formulas ends.
2. The font of formulas is cut to the characters of all pages: 400 KB become about 25.
3. The stylesheets are joined: one request in place of eight. The first paint of Lighthouse's phone is
   0.3 s earlier, and the font is in time for it: at 1 MB/s the notation would move by 0.025 on a phone.
   Their comments, but for licences, stay out: 26 KB become 22 on each page, and the goal is 200 a page.
"""

import html
import io
import logging
import re
import unicodedata
from pathlib import Path

from fontTools import subset
from sphinx.builders.html._assets import _CascadingStyleSheet

from book_site.formulas import FONT, stop_temml

logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells of every table

SHEET = "all.css"
# But for those that name a licence.
COMMENT = re.compile(r"/\*(?!!)(?:(?!\*/|[Ll]icen[cs]e).)*\*/", re.DOTALL)
SOURCE = "node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2"
# A browser draws these without their being in the text: roots, the pieces of tall brackets and
# bars come with the brackets themselves, through the font's table MATH.
DRAWN = "√()[]{}|‖∥⟨⟩⌈⌉⌊⌋‾¯^~ˆ˜→′−"
ITALIC = [*range(0x1D434, 0x1D468), 0x210E, *range(0x1D6E2, 0x1D71C)]  # <mi>x</mi> is drawn as 𝑥


def characters(pages):
    """Return the characters that the formulas of these pages need, as code points.

    >>> sorted(map(chr, characters(["<math><mi>h</mi><mo>&lt;</mo></math>"]) - characters([])))
    ['<', 'h', 'ℎ']
    """
    formulas = [
        found for page in pages for found in re.findall(r"<math.*?</math>", page, re.DOTALL)
    ]
    drawn = re.sub(r"<annotation>.*?</annotation>|<[^>]*>", "", "".join(formulas))
    written = set(html.unescape(drawn))
    italic = {code for code in ITALIC if unicodedata.normalize("NFKC", chr(code)) in written}
    return {ord(char) for char in written.union(DRAWN)} | italic


def cut_font(file, wanted):
    """Return a font with the wanted characters alone, and what its table MATH draws them with."""
    options = subset.Options(flavor="woff2", hinting=False)
    options.layout_features += [
        "dtls",
        "ss01",
        "ss04",
        "ssty",
    ]  # dotless i, 𝒜, primes, small scripts
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    out = io.BytesIO()
    with subset.load_font(str(file), options) as font:
        cutter.subset(font)
        subset.save_font(font, out, options)
    return out.getvalue()


def name_one_sheet(app, pagename, templatename, context, doctree):
    """Let a page ask for one stylesheet in place of all; `finish` writes it."""
    app.sheets = [sheet.filename for sheet in sorted(context["css_files"], key=by_priority)]
    context["css_files"] = [_CascadingStyleSheet(f"_static/{SHEET}")]


def by_priority(sheet):
    """Return the key that Sphinx sorts stylesheets by."""
    return sheet.priority


def finish(app, exception):
    """Take the steps, unless the build has failed."""
    stop_temml()
    if exception or app.builder.format != "html":
        return
    out = Path(app.outdir)
    pages = (page.read_text("utf-8") for page in out.rglob("*.html"))
    font = cut_font(Path(app.srcdir, SOURCE), characters(pages))
    (out / "_static" / FONT).write_bytes(font)
    sheets = (Path(out, name).read_text("utf-8") for name in app.sheets)
    (out / "_static" / SHEET).write_text(COMMENT.sub("", "\n".join(sheets)), "utf-8")


def setup(app):
    """Take the steps after each build."""
    app.connect("html-page-context", name_one_sheet, priority=900)  # when all have added theirs
    app.connect("build-finished", finish, priority=900)  # after Furo's colours of code
    return {"parallel_read_safe": True, "parallel_write_safe": True}
