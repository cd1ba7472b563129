"""One small stylesheet in the place of a dozen: the first paint waits for one file.

Each page is written with a link to it. When all are written, the themes' sheets and ours are put
together, without the rules that no page can use; the link then bears a mark of the content, so that
no browser takes a stale copy for it.
"""

import hashlib
import posixpath
import re
from pathlib import Path

from sphinx.errors import ExtensionError

from book_site.icons import embed_icons
from book_site.rules import keep_usable, words_of

THEME = ["styles/theme.css", "styles/pydata-sphinx-theme.css"]  # its layout links them by itself
NAME = "all.css"


def note_sheets(app, pagename, templatename, context, doctree):
    """Note a page's stylesheets, which are those of all, in their order."""
    sheets = sorted(context["css_files"], key=lambda sheet: sheet.priority)
    own = (Path(sheet.filename).relative_to("_static").as_posix() for sheet in sheets)
    names = list(dict.fromkeys([*THEME, *own]))
    if getattr(app, "sheets", names) != names:
        raise ExtensionError(f"{pagename} has stylesheets of its own: {names}, not {app.sheets}")
    app.sheets = names


def read_sheet(static, name):
    """Return a stylesheet, what it imports in its place, and its addresses as seen from `static`.

    Of its comments only the licences, which begin with an exclamation mark, are kept.
    """
    text = re.sub(
        r"/\*[^!].*?\*/|@charset [^;]*;", "", (static / name).read_text("utf-8"), flags=re.DOTALL
    )
    folder = posixpath.dirname(name)

    def moved(address):
        return f"url({posixpath.normpath(posixpath.join(folder, address[1]))})"

    def imported(sheet):
        return read_sheet(static, posixpath.normpath(posixpath.join(folder, sheet[1])))

    text = re.sub(r"""url\(["']?(?!["']?(?:data:|https?:|#|/))([^"')]+)["']?\)""", moved, text)
    return re.sub(r'@import "([^"]+)";', imported, text)


def write_sheet(app, exception):
    """Put the sheets together, and mark the links to them."""
    if exception or not hasattr(app, "sheets"):
        return
    out, static = Path(app.outdir), Path(app.outdir, "_static")
    pages = {file: file.read_text("utf-8") for file in out.rglob("*.html")}
    scripts = "".join(file.read_text("utf-8") for file in static.rglob("*.js"))
    words = set().union(*map(words_of, [*pages.values(), f"<script>{scripts}</script>"]))
    text = keep_usable("\n".join(read_sheet(static, name) for name in app.sheets), words)
    text = embed_icons(text, static)
    (static / NAME).write_text(text, "utf-8")
    mark = hashlib.sha256(text.encode()).hexdigest()[:8]
    for file, page in pages.items():
        marked = re.sub(rf'/{NAME}(\?v=\w*)?"', f'/{NAME}?v={mark}"', page)
        if marked != page:
            file.write_text(marked, "utf-8")


def setup(app):
    """Listen when all have added to a page, and before the fonts of icons are cleared away."""
    app.connect("html-page-context", note_sheets, priority=900)
    app.connect("build-finished", write_sheet, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": False}  # one list of sheets
