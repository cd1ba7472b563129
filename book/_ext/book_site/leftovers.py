"""What no page asks for does not lie in the site, which stays small enough to take along."""

import shutil
from pathlib import Path

from book_site.stylesheet import NAME

UNUSED = [
    "locales",  # the theme in other languages
    "vendor/fontawesome",  # its icons are in the one stylesheet
    "scripts/fontawesome.js*",  # and this would draw them again
    "*webpack-macros.html",  # templates
    "**/*.map",  # for the theme's developers
]


def clear(app, exception):
    """Delete what the themes bring along for others, and the sheets that are now one."""
    static = Path(app.outdir, "_static")
    sheets = {path for path in static.rglob("*.css") if path.name != NAME}
    for path in sheets.union(*map(static.glob, UNUSED)):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def setup(app):
    """Clear after each build; Sphinx copies the themes' files anew at the next."""
    app.connect("build-finished", clear, priority=950)  # after the stylesheet is written
    return {"parallel_read_safe": True, "parallel_write_safe": True}
