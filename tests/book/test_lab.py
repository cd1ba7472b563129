"""A chapter in JupyterLab, as somebody sees it who has just been given the notebook: not trusted."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

from notebooks import COLLAPSED

pytestmark = pytest.mark.site

BOOK = Path(__file__).resolve().parents[2] / "book"
CHAPTER = BOOK / "02_perceptron_rule.ipynb"  # figures, explorables, checks
TEXTS = 5  # jupyterlab-myst renders every Markdown cell again for each that comes: 50 s more for a whole chapter
EVERY_CELL = {"windowingMode": "none"}  # else JupyterLab renders only what is on the screen

# Of each cell: the sizes of its pictures, whether text stands beside them, and the line of what is collapsed.
CELLS = """() => [...document.querySelectorAll(".jp-Notebook .jp-Cell")].map((cell) => {
  const output = cell.querySelector(".jp-Cell-outputWrapper");
  const pictures = [...cell.querySelectorAll(".jp-OutputArea-output :is(img, svg)")].filter((picture) => picture.checkVisibility());
  return {
    sizes: pictures.map((picture) => picture.naturalWidth ?? picture.getBoundingClientRect().width),
    text: output?.querySelector(".jp-RenderedText")?.checkVisibility() ?? false,
    code: cell.querySelector(".jp-InputArea-editor")?.checkVisibility() ?? false,
    line: cell.querySelector(".jp-InputPlaceholder")?.innerText ?? "",
    output: output?.querySelector(".jp-OutputArea-output")?.checkVisibility() ?? false,
  };
})"""


@pytest.fixture(scope="module")
def notebook():
    """Return the chapter with all its code and outputs, and the first of its texts."""
    chapter = nbformat.read(CHAPTER, as_version=4)
    texts = [cell for cell in chapter.cells if cell.cell_type == "markdown"]
    chapter.cells = [cell for cell in chapter.cells if cell not in texts[TEXTS:]]
    return chapter


@pytest.fixture(scope="module")
def address(tmp_path_factory, notebook):
    """Start JupyterLab beside a copy of the chapter, in a home where nothing was ever trusted."""
    home = tmp_path_factory.mktemp("home")
    folder = tmp_path_factory.mktemp("book")
    nbformat.write(notebook, folder / CHAPTER.name)
    settings = home / "settings" / "@jupyterlab" / "notebook-extension"
    settings.mkdir(parents=True)
    (settings / "tracker.jupyterlab-settings").write_text(json.dumps(EVERY_CELL), "utf8")
    places = {f"JUPYTER_{name}_DIR": str(home / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    places |= {"HOME": str(home), "JUPYTERLAB_SETTINGS_DIR": str(home / "settings")}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", str(folder)]
    options = ["--ServerApp.ip=127.0.0.1", "--ServerApp.port=0"]
    with (
        (home / "log").open("w") as log,
        subprocess.Popen(
            [*command, *options], env=os.environ | places, stdout=log, stderr=log
        ) as server,
    ):
        try:
            yield start_of(server, home)
        finally:
            server.kill()  # asked to end, it may wait for a thread of its own for ever; its kernel ends with it


def start_of(server, home):
    """Wait for a server; return its address up to the name of a notebook, and the token after it."""
    for _ in range(300):
        for file in home.glob("RUNTIME/jpserver-*.json"):
            if (text := file.read_text("utf8")).endswith("}"):  # written to its end
                return "{url}lab/tree/{{}}?token={token}".format(**json.loads(text))
        assert server.poll() is None, (home / "log").read_text("utf8")
        time.sleep(0.1)
    raise TimeoutError((home / "log").read_text("utf8"))


@pytest.fixture(scope="module")
def seen(address, browser, notebook):
    """Open the chapter; return its code cells beside what JupyterLab shows of each."""
    cells = notebook.cells
    tab = browser.new_page(viewport={"width": 1280, "height": 900})
    tab.goto(address.format(CHAPTER.name))
    count = "(n) => document.querySelectorAll('.jp-Notebook .jp-Cell').length === n"
    tab.wait_for_function(count, arg=len(cells), timeout=60_000)
    tab.wait_for_function(
        "[...document.querySelectorAll('.jp-Notebook img')].every((i) => i.complete)"
    )
    shown = tab.evaluate(CELLS)
    tab.close()
    both = zip(cells, shown, strict=True)
    return [(cell, what) for cell, what in both if cell.cell_type == "code"]


def test_every_figure_is_a_picture(seen):
    figures = [
        (cell.source, what)
        for cell, what in seen
        if any("image/svg+xml" in output.get("data", {}) for output in cell.outputs)
    ]
    assert len(figures) >= 3
    for source, what in figures:
        assert what["sizes"], source
        assert min(what["sizes"]) > 100, source
        assert not what["text"], source


def test_every_explorable_shows_its_picture(seen):
    explorables = [
        (cell.source, what)
        for cell, what in seen
        if any(
            "<perceptron-" in output.get("data", {}).get("text/html", "") for output in cell.outputs
        )
    ]
    assert explorables
    for source, what in explorables:
        assert what["sizes"], source
        assert min(what["sizes"]) > 100, source


def test_collapsed_cells_show_what_they_are(seen):
    for cell, what in seen:
        hidden = next((COLLAPSED[tag] for tag in cell.metadata.get("tags", [])), {})
        assert what["code"] is not hidden.get("source_hidden", False), cell.source
        if hidden:
            assert what["line"].startswith(cell.source.splitlines()[0]), cell.source
        if cell.outputs:
            assert what["output"] is not hidden.get("outputs_hidden", False), cell.source


def test_the_settings_of_make_lab_are_settings_of_jupyterlab():
    schemas = Path(sys.prefix) / "share" / "jupyter" / "lab" / "schemas"
    for plugin, settings in json.loads(
        (BOOK.parent / "tools" / "lab.json").read_text("utf8")
    ).items():
        known = json.loads((schemas / f"{plugin.replace(':', '/')}.json").read_text("utf8"))
        assert settings.keys() <= known["properties"].keys()
