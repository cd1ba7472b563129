"""The address that `make book` prints last opens the site, whatever the folder is called."""

import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

MAKEFILE = (Path(__file__).parents[2] / "Makefile").read_text("utf-8")


@pytest.mark.parametrize("name", ["plain", "two words", "50% of #1?", "L'été (β)", "a\\b&c;$d"])
def test_the_printed_address_leads_to_the_site(tmp_path, name):
    [line] = [line for line in MAKEFILE.splitlines() if "The book is built" in line]
    folder = tmp_path / name
    folder.mkdir()
    command = line.strip().removeprefix("@").replace("$(BIN)/python", sys.executable)
    said = subprocess.check_output(["sh", "-c", command], cwd=folder, text=True)
    address = urlsplit(said.split()[-1])
    assert (address.scheme, address.netloc, address.query, address.fragment) == ("file", "", "", "")
    assert unquote(address.path) == str(folder / "_build" / "html" / "index.html")
    assert address.path.isascii()
