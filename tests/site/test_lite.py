"""The parts of the browser edition: official files are verified, wheels cut, notebooks staged."""

import io
import json
import os
import urllib.error
import urllib.request
from hashlib import sha256
from zipfile import ZipFile

import pytest

import lite
from browser import ROOT
from lite import pyodide
from lite.stage import staged

FILE = {"file_name": "a-1.whl", "sha256": sha256(b"as locked").hexdigest()}


@pytest.fixture(autouse=True)
def apart(monkeypatch, tmp_path):
    """Use no cache and no folder of this machine."""
    monkeypatch.setattr(pyodide, "CACHE", tmp_path / "cache")
    monkeypatch.delenv("PYODIDE_WHEELS", raising=False)


def answering(monkeypatch, answer):
    """Let every address answer this, or raise it; return the addresses that are asked."""
    asked = []

    def urlopen(address, timeout):
        asked.append(address)
        if isinstance(answer, Exception):
            raise answer
        return io.BytesIO(answer)

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    return asked


def test_a_file_comes_from_the_folder_then_the_cache_then_the_official_address(
    monkeypatch, tmp_path
):
    asked = answering(monkeypatch, b"as locked")
    assert pyodide.official(FILE, "0.27.7") == b"as locked"
    assert asked == ["https://cdn.jsdelivr.net/pyodide/v0.27.7/full/a-1.whl"]
    assert pyodide.official(FILE, "0.27.7") == b"as locked"  # from the cache
    (tmp_path / "a-1.whl").write_bytes(b"as locked")
    monkeypatch.setattr(pyodide, "CACHE", tmp_path / "another")
    monkeypatch.setenv("PYODIDE_WHEELS", str(tmp_path))
    assert pyodide.official(FILE, "0.27.7") == b"as locked"
    assert len(asked) == 1


def test_a_file_that_is_not_the_locked_one_is_refused_wherever_it_lies(monkeypatch, tmp_path):
    (tmp_path / "a-1.whl").write_bytes(b"another")
    monkeypatch.setenv("PYODIDE_WHEELS", str(tmp_path))
    answering(monkeypatch, b"another")
    with pytest.raises(SystemExit, match=r"a-1.whl is not the file of Pyodide's lock"):
        pyodide.official(FILE, "0.27.7")


def test_a_missing_file_is_named_with_the_remedy(monkeypatch):
    answering(monkeypatch, urllib.error.URLError("no network"))
    with pytest.raises(SystemExit, match=r"a-1.whl of Pyodide .* make lite PYODIDE_WHEELS="):
        pyodide.official(FILE, "0.27.7")


def wheel(files):
    """Return a wheel with these files, as bytes."""
    packed = io.BytesIO()
    with ZipFile(packed, "w") as new:
        for name, text in files.items():
            new.writestr(name, text)
    return packed.getvalue()


def test_a_wheel_loses_what_the_book_cannot_reach():
    fonts = {
        "_version": 390,
        "afmlist": [1],
        "ttflist": [{"fname": f"fonts/ttf/{f}.ttf"} for f in ("DejaVuSans", "DejaVuSerif")],
    }
    light = pyodide.cut("matplotlib", wheel({
        "matplotlib/axes.py": "x = 1",
        "matplotlib/tests/test_axes.py": "",
        "matplotlib/mpl-data/fonts/ttf/DejaVuSerif.ttf": "",
        "matplotlib/fontlist.json": json.dumps(fonts),
    }))  # fmt: skip
    with ZipFile(io.BytesIO(light)) as new:
        assert new.namelist() == ["matplotlib/axes.py", "matplotlib/fontlist.json"]
        kept = json.loads(new.read("matplotlib/fontlist.json"))
    assert kept == {"_version": 330, "afmlist": [], "ttflist": fonts["ttflist"][:1]}
    assert pyodide.cut("matplotlib", light) == light  # the same bytes on every machine


def test_a_wheel_of_ours_is_described_by_what_is_in_it(tmp_path):
    about = "Name: Two_Words\nVersion: 1\nRequires-Dist: numpy>=1\nRequires-Dist: numba; extra == 'all'\n"
    file = tmp_path / "two_words-1-py3-none-any.whl"
    file.write_bytes(wheel({"two_words/a.py": "", "two_words-1.dist-info/METADATA": about}))
    entry = pyodide.described(file)
    assert (entry["name"], entry["version"]) == ("two-words", "1")
    assert (entry["imports"], entry["depends"]) == (["two_words"], ["numpy"])


def test_a_staged_notebook_has_the_same_cells_and_whole_texts():
    notebook = ROOT / "book" / "02_perceptron_rule.ipynb"
    before, after = json.loads(notebook.read_text("utf-8")), json.loads(staged(notebook))
    assert after["metadata"]["kernelspec"]["name"] == "python"
    for old, new in zip(before["cells"], after["cells"], strict=True):
        assert new["source"] == "".join(old["source"])
        for output in new.get("outputs", []):
            assert all(isinstance(text, str) for text in output.get("data", {}).values())


def test_the_button_is_offered_where_the_edition_is_built_and_has_the_notebook(monkeypatch):
    for variable, page, offered, live in [
        ("1", "book/02_perceptron_rule", "02_perceptron_rule.ipynb", True),
        (
            "1",
            "book/assignments/release/a1_discriminants/a1_discriminants",
            "a1_discriminants.ipynb",
            False,
        ),
        ("1", "book/errata", None, None),
        ("", "book/02_perceptron_rule", None, None),
    ]:
        monkeypatch.setitem(os.environ, "LITE", variable)
        context = {}
        lite.offer(None, page, "page.html", context, None)
        assert (context.get("launch_lite"), context.get("live_cells")) == (offered, live)
