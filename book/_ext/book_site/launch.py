"""The buttons at the top of a notebook's page: download it, or run it elsewhere.

`TARGETS` is the one list of them. A target that needs a repository is shown where _config.yml
names one (``launch_repository: OWNER/NAME``).
"""

from pathlib import PurePosixPath
from typing import NamedTuple


class Target(NamedTuple):
    """A button: its words, what it does in a few more, and its address."""

    name: str
    title: str
    address: str


TARGETS = [
    Target("Download", "Download this page as a notebook", "{download}"),
    Target(
        "Binder",
        "Run this notebook on mybinder.org",
        "https://mybinder.org/v2/gh/{repository}/{branch}?urlpath=lab/tree/{notebook}",
    ),
    Target(
        "Colab",
        "Open this notebook in Google Colab",
        "https://colab.research.google.com/github/{repository}/blob/{branch}/{notebook}",
    ),
]


def targets(notebook, download, repository, branch):
    """Return the buttons of a notebook's page, with their addresses filled in."""
    known = {"notebook": notebook, "download": download, "branch": branch}
    known |= {"repository": repository} if repository else {}
    return [
        target._replace(address=target.address.format(**known))
        for target in TARGETS
        if repository or "{repository}" not in target.address
    ]


def add_buttons(app, pagename, templatename, context, doctree):
    """Give the template the buttons of a page that is a notebook."""
    notebook = f"{pagename}{context.get('page_source_suffix', '')}"
    if PurePosixPath(notebook).suffix == ".ipynb":
        download = context["pathto"](f"_sources/{context['sourcename']}", resource=True)
        config = app.config
        where = config.launch_repository, config.launch_branch
        context["launch_targets"] = targets(notebook, download, *where)


def setup(app):
    """Add the two settings, and the buttons to each page that is written."""
    app.add_config_value("launch_repository", "", "html", types=[str])
    app.add_config_value("launch_branch", "main", "html", types=[str])
    app.connect("html-page-context", add_buttons)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
