"""What is done when all pages are written, in this order.

1. The process that typesets formulas ends.
2. The font of formulas is cut to the characters of all pages (`book_site.font`).
3. The stylesheets are joined: one request in place of eight. The first paint of Lighthouse's phone is
   0.3 s earlier, and the font is in time for it: at 1 MB/s the notation would move by 0.025 on a phone.
   Their comments, but for licences, stay out: 26 KB become 22 on each page, and the goal is 200 a page.
"""

import re
from operator import attrgetter
from pathlib import Path

from sphinx.builders.html._assets import _CascadingStyleSheet

from book_site.font import SOURCE, characters, cut_font
from book_site.formulas import FONT, stop_temml

SHEET = "all.css"
# But for those that name a licence.
COMMENT = re.compile(r"/\*(?!!)(?:(?!\*/|[Ll]icen[cs]e).)*\*/", re.DOTALL)


def name_one_sheet(app, pagename, templatename, context, doctree):
    """Let a page ask for one stylesheet in place of all; `finish` writes it."""
    app.sheets = [
        sheet.filename for sheet in sorted(context["css_files"], key=attrgetter("priority"))
    ]
    context["css_files"] = [_CascadingStyleSheet(f"_static/{SHEET}")]


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
