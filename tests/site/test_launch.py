"""The buttons of a notebook: to download it always, to Binder and Colab where a repository is configured."""

import re

import pytest

from book_site.launch import TARGETS, targets
from browser import ROOT

NOTEBOOK = "book/notation.ipynb"


def addresses(repository):
    """Return the address of each button of a notebook by its name."""
    shown = targets(NOTEBOOK, "../_sources/book/notation.ipynb", repository, "main")
    return {target.name: target.address for target in shown}


def test_no_repository_no_other_host():
    assert addresses("") == {"Download": "../_sources/book/notation.ipynb"}


def test_a_repository_makes_buttons():
    assert addresses("OWNER/NAME") == {
        "Download": "../_sources/book/notation.ipynb",
        "Binder": f"https://mybinder.org/v2/gh/OWNER/NAME/main?urlpath=lab/tree/{NOTEBOOK}",
        "Colab": f"https://colab.research.google.com/github/OWNER/NAME/blob/main/{NOTEBOOK}",
    }


def test_the_settings_of_the_example_exist():
    config = (ROOT / "_config.yml").read_text("utf-8")
    assert re.findall(r"# launch_(\w+): (\S+)", config) == [
        ("repository", "OWNER/NAME"),
        ("branch", "main"),
    ]


@pytest.mark.site
def test_every_notebook_of_the_site_has_its_buttons(tab, site, pages):
    tab.goto(site + "book/notation.html")
    assert tab.locator("nav.launch a").all_text_contents() == [TARGETS[0].name]
    tab.goto(site + "book/index.html")
    assert tab.locator("nav.launch a").count() == 0
