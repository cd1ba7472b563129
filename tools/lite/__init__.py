"""The browser edition: JupyterLite in the built site, with Python, the library and its data.

`make lite` builds it: `pyodide` assembles the folder that Python runs from, `stage` prepares the
notebooks, and `__main__` lets JupyterLite build the rest around them, and adds `live`, which runs cells in
the page where they stand. As a Sphinx extension this package puts the buttons *Run in the browser* and
*Try the cells here* on the pages of those notebooks, where LITE is set.
"""

import os
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
NOTEBOOKS = [
    "book/[0-9]*.ipynb",
    "book/your_data.ipynb",
    "book/notation.ipynb",
    "book/assignments/release/*/*.ipynb",
]


def runs_there(notebook: str) -> bool:
    """Tell whether the edition has a notebook, named by its path from the root.

    >>> runs_there("book/02_perceptron_rule.ipynb"), runs_there("book/errata.ipynb")
    (True, False)
    """
    return any(fnmatchcase(notebook, pattern) for pattern in NOTEBOOKS)


def offer(app, pagename, templatename, context, doctree):
    """Tell the template of the buttons the notebook that a page can run."""
    notebook = f"{pagename}.ipynb"
    if os.environ.get("LITE") and runs_there(notebook):
        context["launch_lite"] = Path(notebook).name
        # Work in the page itself is not kept, and an assignment is handed in as a file.
        context["live_cells"] = "/release/" not in notebook


def setup(app) -> dict[str, bool]:
    """Offer it on each page that is written."""
    app.connect("html-page-context", offer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
