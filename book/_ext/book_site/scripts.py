"""No script stands in the way of the first paint: all are fetched when the page has been read.

Once the page is there, the themes look through all of its elements, for two things. One finds each box
that scrolls, for which a chapter must be laid out whole, though `content-visibility` avoids just that;
wide.js measures a box when it comes near the screen. The other looks for notes in the margin, of which
this book has none. Both look through an empty list instead.
"""

import json
import re
from pathlib import Path

from sphinx.errors import ExtensionError

NEEDLESS = [
    "DOCUMENTATION_OPTIONS.",  # a page's name, for a choice of versions; and no search as one types
    "design-tabs.js",
]
FETCHED = r'<script\b[^>]* src="([^"]+)"[^>]*></script>\s*'
FETCH = """<script>
  addEventListener("DOMContentLoaded", () => {
    for (const src of %s)
      document.head.append(Object.assign(document.createElement("script"), { src, async: false }));
  });
</script>
</head>"""
SEARCHES = {
    "pydata-sphinx-theme.js": r'document\.querySelectorAll\(\["pre",[^\]]*\]\.join\(", "\)\)',
    "sphinx-book-theme.js": r'document\.querySelectorAll\(\w\.join\(", "\)\)',
}


def drop_needless(app, pagename, templatename, context, doctree):
    """List no script twice, and none that this book does not need. The search page needs all."""
    if pagename != "search":
        scripts = {
            (script.filename, script.attributes.get("body")): script
            for script in context["script_files"]
            if not is_needless(script)
        }
        context["script_files"] = list(scripts.values())


def is_needless(script):
    """Tell whether a script, a file or a line in the page, is for what this book has not."""
    text = f"{script.filename or ''} {script.attributes.get('body', '')}"
    return any(name in text for name in NEEDLESS)


def fetch_when_read(page):
    """Return a page that fetches its scripts, in their order, when all of it is there."""
    if 'class="sd-tab-set' in page:
        raise ExtensionError("a page has tabs: their script, design-tabs.js, does not run so late")
    files = re.findall(FETCHED, page)
    rest = re.sub(FETCHED, "", page)
    return rest.replace("</head>", FETCH % json.dumps(files), 1) if files else page


def write_pages(app, exception):
    """Let each page fetch its scripts. On the search page they count on being there at once."""
    if exception or app.builder.format != "html":
        return
    for name in app.env.found_docs:
        file = Path(app.builder.get_outfilename(name))
        file.write_text(fetch_when_read(file.read_text("utf-8")), "utf-8")


def search_nothing(app, exception):
    """Put an empty list where the themes look through the whole page."""
    for name, search in SEARCHES.items():
        script = Path(app.outdir, "_static", "scripts", name)
        if exception or not script.is_file():
            continue
        text, times = re.subn(search, "[]", script.read_text("utf-8"))
        if times != 1:
            raise ExtensionError(f"{name} has {times} searches like {search}, not one")
        script.write_text(text, "utf-8")


def setup(app):
    """Look at each page's list when all have added to it, and at what is written when all of it is."""
    app.connect("html-page-context", drop_needless, priority=900)
    app.connect("build-finished", write_pages)
    app.connect("build-finished", search_nothing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
