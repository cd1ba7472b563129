"""Buttons for Binder and Colab are there when _config.yml says where the repository is, and only then."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONFIG = (ROOT / "_config.yml").read_text(encoding="utf8")
UNCOMMENTED = re.sub(r"(?m)^# (repository|launch_buttons):", r"\1:", CONFIG)


@pytest.fixture
def built(tmp_path):
    """Return the function that builds one notebook with the given settings."""

    def page(settings):
        (tmp_path / "_config.yml").write_text(settings, encoding="utf8")
        (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: book/notation\n")
        for shared in (
            "book",
            "lib",
            "node_modules",
            "tools",
            "requirements.txt",
            "constraints.txt",
        ):
            (tmp_path / shared).symlink_to(ROOT / shared)
        command = [Path(sys.executable).with_name("jupyter-book"), "build", "."]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
        return (tmp_path / "_build/html/book/notation.html").read_text(encoding="utf8")

    return page


@pytest.mark.site
def test_no_address_no_buttons(built):
    html = built(CONFIG)
    assert "mybinder" not in html
    assert "colab" not in html.lower()


@pytest.mark.site
def test_an_address_makes_buttons(built):
    html = built(UNCOMMENTED)
    notebook = "book/notation.ipynb"
    assert f"https://mybinder.org/v2/gh/OWNER/NAME/main?urlpath=lab/tree/{notebook}" in html
    assert f"https://colab.research.google.com/github/OWNER/NAME/blob/main/{notebook}" in html
