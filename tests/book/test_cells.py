"""The three kinds of code cell in the notebooks: what each may hold, and how JupyterLab shows it."""

import ast
import re
import statistics
from pathlib import Path

import nbformat
import pytest

from book_site.cells import KINDS, comment
from notebooks import COLLAPSED

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "book").glob("*.ipynb"))
TEACH = "teach"
LINES, COLUMNS = 12, 72

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells(path, *kinds):
    """Return the code cells of some kinds."""
    code = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    return [c for c in code if (c.metadata.get("tags") or [TEACH])[0] in kinds]


def nodes(cell, *types):
    """Return the nodes of some types in a cell's syntax tree."""
    return [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, types)]


def calls(cell):
    """Return the names of the functions that a cell calls."""
    return {ast.unparse(node.func) for node in nodes(cell, ast.Call)}


@each_notebook
def test_a_cell_has_one_known_tag_or_none(path):
    for cell in nbformat.read(path, as_version=4).cells:
        tags = cell.metadata.get("tags", [])
        assert tags in [[], *([kind] for kind in KINDS)], cell.source
        assert cell.cell_type == "code" or not tags, cell.source


@each_notebook
def test_a_cell_neither_begins_nor_ends_with_space(path):
    """A page's editor would drop it, and the page's cells would no longer be the notebook's."""
    for cell in nbformat.read(path, as_version=4).cells:
        assert cell.source == cell.source.strip(), cell.source


@each_notebook
def test_a_teaching_cell_neither_imports_nor_asserts(path):
    for cell in cells(path, TEACH):
        assert not nodes(cell, ast.Import, ast.ImportFrom, ast.Assert), cell.source
        assert not cell.metadata.keys() & {"checks", "breaks"}, cell.source


@each_notebook
def test_teaching_cells_keep_their_measure(path):
    large = [
        cell.source
        for cell in cells(path, TEACH)
        if len(lines := cell.source.splitlines()) > LINES or max(map(len, lines)) > COLUMNS
    ]
    assert not large, "\n\n".join(large)
    lengths = [len(cell.source.splitlines()) for cell in cells(path, TEACH)]
    assert statistics.median(lengths or [0]) <= 7
    assert all(len(cell.source.splitlines()) <= 26 for cell in cells(path, *KINDS))


@each_notebook
def test_a_check_checks(path):
    for cell in cells(path, "check"):
        checks = any(re.match(r"verify|refute", name) for name in calls(cell))
        assert checks or nodes(cell, ast.Assert), cell.source


@each_notebook
def test_a_figure_or_table_is_seen(path):
    for cell in cells(path, "figure"):
        assert cell.outputs, cell.source


@each_notebook
def test_a_folded_cell_begins_with_the_words_that_name_it(path):
    for cell in cells(path, *KINDS):
        assert re.match(r"# [A-Z0-9]", cell.source), cell.source
        assert 6 <= len(comment(cell.source)) <= 100, cell.source


@each_notebook
def test_jupyterlab_collapses_what_the_site_folds(path):
    assert COLLAPSED.keys() == {*KINDS}
    for cell in cells(path, TEACH, *KINDS):
        hidden = next((COLLAPSED[tag] for tag in cell.metadata.get("tags", [])), {})
        assert cell.metadata.get("jupyter", {}) == hidden, cell.source
