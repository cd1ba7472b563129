"""No script stands in the way of the first paint: each waits until the page has been read.

Once the page is there, the themes look through all of its elements, for two things. One finds each box
that scrolls, for which a chapter must be laid out whole, though `content-visibility` avoids just that;
wide.js measures a box when it comes near the screen. The other looks for notes in the margin, of which
this book has none. Both look through an empty list instead.
"""

import re
from pathlib import Path

from sphinx.errors import ExtensionError

SEARCHES = {
    "pydata-sphinx-theme.js": r'document\.querySelectorAll\(\["pre",[^\]]*\]\.join\(", "\)\)',
    "sphinx-book-theme.js": r'document\.querySelectorAll\(\w\.join\(", "\)\)',
}


def defer_scripts(app, pagename, templatename, context, doctree):
    """Defer each script, and list none twice. On the search page they count on their order."""
    if pagename != "search":
        context["script_files"] = list(dict.fromkeys(map(deferred, context["script_files"])))


def deferred(script):
    """Return the script with the attribute that lets it wait.

    A line in the page itself waits as a module, if it needs a file that waits. The others declare
    names that the files use, which no module can.
    """
    if script.filename:
        waiting = {"defer": "defer"}
    elif "DOCUMENTATION_OPTIONS" in script.attributes["body"]:
        waiting = {"type": "module"}
    else:
        waiting = {}
    return type(script)(
        script.filename, priority=script.priority, **{**script.attributes, **waiting}
    )


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
    """Look at each page's list when all have added to it, and at the themes' scripts when they are there."""
    app.connect("html-page-context", defer_scripts, priority=900)
    app.connect("build-finished", search_nothing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
