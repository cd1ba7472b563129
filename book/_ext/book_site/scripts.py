"""No script stands in the way of the first paint: each waits until the page has been read.

The theme measures every box of code, too, once the page is loaded. A chapter would be laid out whole
for that, which `content-visibility` avoids; wide.js measures each box when it comes near the screen.
"""

import re
from pathlib import Path

from sphinx.errors import ExtensionError

THEME = "scripts/pydata-sphinx-theme.js"
MEASURES = r'"complete"===document\.readyState\?(\w+)\(\):window\.addEventListener\("load",\1\)'


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


def measure_nothing(app, exception):
    """Take the measuring out of the theme's script."""
    script = Path(app.outdir, "_static", THEME)
    if exception or not script.is_file():
        return
    text, times = re.subn(MEASURES, "0", script.read_text("utf-8"))
    if times != 1:
        raise ExtensionError(f"{THEME} measures boxes {times} times in the known way, not once")
    script.write_text(text, "utf-8")


def setup(app):
    """Look at each page's list when all have added to it, and at the theme's script when it is there."""
    app.connect("html-page-context", defer_scripts, priority=900)
    app.connect("build-finished", measure_nothing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
