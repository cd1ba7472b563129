"""What nbval does not look at: every notebook is fully run, clean, of the pattern, and described."""

import base64
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import yaml
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
CHAPTERS = [path for path in NOTEBOOKS if re.match(r"\d\d_", path.name)]
# What every chapter has; in between, headings name their content.
OPENING = "What you will be able to do"
CLOSING = ["Pitfalls", "Take-away", "Exercises", "Where this comes from"]
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
each_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)


def cells(path, kind):
    """Return the cells of a kind, with their sources as text."""
    return [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == kind]


def outputs(path):
    """Return every output, with the source of its cell."""
    return [(c.source, output) for c in cells(path, "code") for output in c.outputs]


def files_in(toc):
    """Yield every file that the table of contents names, at any depth."""
    if isinstance(toc, dict):
        yield from (toc[key] for key in ("root", "file") if key in toc)
        toc = list(toc.values())
    if isinstance(toc, list):
        for entry in toc:
            yield from files_in(entry)


def test_table_of_contents_names_every_page():
    named = set(files_in(yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf8"))))
    pages = {
        str(path.relative_to(ROOT).with_suffix(""))
        for where in ("*", "reference/*", "assignments/*", "assignments/release/*/*")
        for path in (ROOT / "book").glob(where)
        if path.suffix in (".md", ".ipynb")
    }
    assert {name for name in named if name.startswith("book/")} == pages


@each_notebook
def test_run_from_top_to_bottom(path):
    # nbval passes a cell without a count, whatever its output: such a notebook must not get there.
    counts = [c.execution_count for c in cells(path, "code")]
    assert counts == list(range(1, len(counts) + 1))


@each_notebook
def test_outputs_are_clean(path):
    assert outputs(path), "the outputs were cleared: make notebooks"
    for source, output in outputs(path):
        assert output.output_type != "error", source
        assert output.get("name") != "stderr", source
        data = output.get("data", {})
        assert not [kind for kind in data if kind.startswith("application/")], source
        # TeX inside HTML is never typeset.
        seen = re.sub(r"<script>.*?</script>", "", data.get("text/html", ""), flags=re.DOTALL)
        assert not re.search(r"\$[^$]+\$", seen), source
        # An address of this process or a path of this machine. Base64 may hold either by chance.
        words = {kind: value for kind, value in data.items() if kind != "image/png"}
        told = f"{words} {output.get('text')}"
        assert not re.search(r"0x[0-9a-f]{6,}|/(?:home|root|tmp)/", told), source


@each_notebook
def test_every_figure_says_what_it_shows_and_has_a_png(path):
    for source, output in outputs(path):
        data = output.get("data", {})
        svg = data.get("image/svg+xml")
        assert bool(svg) <= ("image/png" in data), source
        assert len(base64.b64decode(data.get("image/png", ""))) <= 25_000, source
        if svg:
            title = re.search(r"<dc:title>(.*?)</dc:title>", svg, flags=re.DOTALL)
            assert title, source
            assert len(title[1]) > 40, source


@each_notebook
def test_metadata_is_minimal(path):
    notebook = json.loads(path.read_text(encoding="utf8"))
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
    assert [c["id"] for c in notebook["cells"]] == [
        f"cell-{i}" for i in range(1, len(notebook["cells"]) + 1)
    ]


@each_chapter
def test_chapter_has_the_pattern(path):
    text = "\n".join(c.source for c in cells(path, "markdown"))
    number = int(path.name[:2])
    assert re.findall(r"^# (\d+)\. ", text, flags=re.MULTILINE) == [str(number)]
    headings = re.findall(r"^## (.+)$", text, flags=re.MULTILINE)
    assert OPENING in headings[:2]
    assert headings[-4:] == CLOSING
    assert len(headings) == len(set(headings)) >= 8


@each_chapter
def test_every_exercise_has_a_solution_that_runs(path):
    text = "\n".join(c.source for c in cells(path, "markdown"))
    exercises = re.findall(r"\{exercise(?:-start)?\}.*?:label: (\S+)", text, flags=re.DOTALL)
    assert len(exercises) >= 5
    kinds = [("code" if c.cell_type == "code" else c.source) for c in nbformat.read(path, 4).cells]
    for label in exercises:
        start = next(i for i, s in enumerate(kinds) if f"{{solution-start}} {label}" in s)
        end = next(i for i, s in enumerate(kinds) if i > start and "{solution-end}" in s)
        assert "code" in kinds[start:end], f"the solution of {label} does not run"


FIGURE = """from perceptrons import data, explore, perceptron, plots
X, t = data.modified_or()
fig, ax = plots.figure()
plots.plane(ax)
plots.patterns(ax, X, t)
fig"""


def moved(drawing, by):
    """Move the first mark of a drawing, which may be quoted, to the side."""
    x = re.compile(r'(<use [^>]* x="|%3Cuse [^>]*? x=%22)([\d.]+)')
    return x.sub(lambda found: f"{found[1]}{float(found[2]) + by}", drawing, count=1)


def test_nbval_compares_figures_and_text(tmp_path):
    sources = 5 * [FIGURE] + 3 * ["explore.rule(X, t)"] + 2 * ["perceptron.online(X, t)"]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook).execute()
    svg, html, words = "image/svg+xml", "text/html", "text/plain"
    data = [cell.outputs[0].data for cell in cells]
    data[1]["image/png"] = "AAAA"  # bytes of a PNG may differ between processors
    data[2][svg] = data[2][svg].replace("#0072b2", "#0072b3")
    for i, kind, by in (3, svg, 0.009), (4, svg, 0.02), (6, html, 0.009), (7, html, 0.02):
        data[i][kind] = moved(data[i][kind], by)
    data[9][words] = data[9][words].replace("3 updates", "4 updates")
    nbformat.write(notebook, tmp_path / "changed.ipynb")

    options = ["-q", "-rf", "-p", "no:cacheprovider", "-p", "drawings", "--nbval"]
    command = [sys.executable, "-m", "pytest", *options, "--nbval-current-env"]
    places = os.pathsep.join([str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [*command, f"--rootdir={tmp_path}", "changed.ipynb"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": places},
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.findall(r"^FAILED .*::Cell (\d)", run.stdout, flags=re.MULTILINE) == [*"2479"]
    assert re.search(r"stored: x of use in line2d_\d+: \d", run.stdout)
    assert len(run.stdout) < 10_000  # and not two pictures


def test_nbval_compares_the_book_so_wherever_pytest_begins():
    """By the `conftest.py` at the root: of a notebook alone, that beside the tests is not loaded."""
    command = [sys.executable, "-m", "pytest", "--trace-config", "--collect-only", "-q"]
    run = subprocess.run(
        [*command, "book/notation.ipynb"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert str(ROOT / "tests" / "drawings.py") in run.stdout


def test_test_files_have_names_of_their_own():
    # pytest imports them by name alone: of two files with one name it would refuse the second.
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


@each_notebook
def test_a_column_has_text_above_it(path):
    # A screen reader passes over a formula, so a header that is only one is empty to its listener.
    for cell in cells(path, "markdown"):
        for header in re.findall(r"^\|(.+)\|\n\|[-:| ]+\|$", cell.source, flags=re.MULTILINE):
            words = re.sub(r"\$[^$]*\$", "", header).split("|")
            assert all(re.search(r"\w", word) for word in words), header
