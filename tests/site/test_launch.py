"""The buttons of a notebook: to download it always, to run it where that has been set up."""

import re

import pytest
import yaml
from jinja2 import Template

from browser import ROOT

BUTTONS = ROOT / "book" / "_templates" / "components" / "view-this-page.html"
DOWNLOAD = ("../_sources/book/notation.ipynb", "Download")


def rendered(page="book/notation", suffix=".ipynb", **settings):
    """Return the buttons of a page as HTML."""
    return Template(BUTTONS.read_text("utf-8")).render(
        pagename=page,
        page_source_suffix=suffix,
        sourcename=page + suffix,
        pathto=lambda file, resource: f"../{file}",
        **settings,
    )


def buttons(*page, **settings):
    """Return the address and the words of each button of a page that leads elsewhere."""
    return re.findall(r'<a href="([^"]*)"[^>]*>([^<]+)</a>', rendered(*page, **settings))


def test_no_repository_no_other_host():
    assert buttons() == [DOWNLOAD]
    assert buttons("book/index", ".md") == []


def test_the_repository_of_the_example_makes_buttons():
    config = (ROOT / "_config.yml").read_text("utf-8")
    (example,) = re.findall(r"# (html_context: .*)", config)
    assert buttons(**yaml.safe_load(example)["html_context"]) == [
        DOWNLOAD,
        (
            "https://mybinder.org/v2/gh/OWNER/NAME/main?urlpath=lab/tree/book/notation.ipynb",
            "Binder",
        ),
        (
            "https://colab.research.google.com/github/OWNER/NAME/blob/main/book/notation.ipynb",
            "Colab",
        ),
    ]


def test_the_browser_edition_is_at_a_relative_address():
    assert buttons(launch_lite="notation.ipynb") == [
        DOWNLOAD,
        ("../lite/notebooks/index.html?path=notation.ipynb", "Run in the browser"),
    ]


def test_the_cells_can_be_tried_where_the_edition_runs_them():
    assert "<button" not in rendered(launch_lite="notation.ipynb")
    button = r"""<button [^>]*onclick="import\('([^']*)'\)" hidden>([^<]+)</button>"""
    found = re.findall(button, rendered(live_cells=True))
    assert found == [("../lite/live/live.js", "Try the cells here")]


@pytest.mark.site
def test_every_notebook_of_the_site_has_its_buttons(tab, site, pages):
    tab.goto(site + "book/errata.html")  # not in the browser edition, which may be built or not
    assert tab.locator("nav.launch a").all_text_contents() == ["Download"]
    tab.goto(site + "book/index.html")
    assert tab.locator("nav.launch a").count() == 0
