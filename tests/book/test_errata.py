"""Every slip of the notes is listed once, with a cell that can fail and a link to its chapter."""

import ast
import re
from collections import Counter
from pathlib import Path

import nbformat
import pytest

BOOK = Path(__file__).resolve().parents[2] / "book"
CELLS = nbformat.read(BOOK / "errata.ipynb", as_version=4).cells
PROSE = "\n\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")
TARGET = re.compile(r"^\(e-(\d{3}-\d\d)\)=$", flags=re.MULTILINE)
NOTATION = re.findall(r"^\| E(\d{3}-\d\d) \|", PROSE, flags=re.MULTILINE)
RIGHT = re.findall(r"^\*No error, E(\d{3}-\d\d)\.", PROSE, flags=re.MULTILINE)
HOW_MANY = {"000": 16, "001": 22, "002": 19, "004": 22}
PAGES = sorted(path for path in BOOK.glob("*") if path.suffix in (".md", ".ipynb"))
CHECKS = {"refute", "verify", "verify_le", "verify_gradient"}


def entries():
    """Yield each entry of substance: its id, the note it stands under, its text and its cell."""
    note = ""
    for cell, following in zip(CELLS, CELLS[1:] + CELLS[:1], strict=True):
        if heading := re.match(r"## Note (\d{3})$", cell.source.split("\n")[0]):
            note = heading[1]
        for slip in TARGET.findall(cell.source) if cell.cell_type == "markdown" else []:
            yield slip, note, cell.source, following


ENTRIES = list(entries())
each_entry = pytest.mark.parametrize(
    ("slip", "note", "text", "cell"), ENTRIES, ids=[entry[0] for entry in ENTRIES]
)


def can_fail(source):
    """Tell whether a cell calls a check, or asserts something that is computed."""
    nodes = list(ast.walk(ast.parse(source)))
    asserts = [node for node in nodes if isinstance(node, ast.Assert)]
    computed = [any(isinstance(n, ast.Name) for n in ast.walk(node.test)) for node in asserts]
    called = {n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    return all(computed) and bool(asserts or called & CHECKS)


def links(path):
    """Return the links to slips on a page, all that follows the bracket."""
    text = path.read_text(encoding="utf8")
    if path.suffix == ".ipynb":
        cells = nbformat.reads(text, as_version=4).cells
        text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return re.findall(r"\]\(([^()\s]*#e-[^()\s]*)\)", text)


def test_every_slip_is_listed_once():
    count = Counter([*(entry[0] for entry in ENTRIES), *NOTATION, *RIGHT])
    assert [slip for slip, n in count.items() if n > 1] == []
    assert set(count) == {f"{note}-{i:02}" for note, n in HOW_MANY.items() for i in range(1, n + 1)}


@each_entry
def test_entry_has_its_form(slip, note, text, cell):
    assert slip[:3] == note
    assert re.match(rf"\(e-{slip}\)=\n### E{slip} · \S", text)
    assert re.search(
        r"^\*(Fatal|Wrong|Imprecise) · [a-z ]+, lines? \d.*As given: ", text, flags=re.MULTILINE
    )
    assert "\n*Repair:* " in text


@each_entry
def test_entry_is_followed_by_a_cell_that_can_fail(slip, note, text, cell):
    assert cell.cell_type == "code"
    assert can_fail(cell.source)


def test_a_cell_that_cannot_fail_is_noticed():
    idle = ["print(1)", "assert True", "a = 1\nassert 2 > 1\nassert a", "# assert a"]
    assert not any(map(can_fail, idle))
    assert can_fail("assert a")
    assert can_fail("refute(a, '<', b)")


@each_entry
def test_entry_leads_to_a_chapter(slip, note, text, cell):
    homes = re.findall(r"\[Chapter (\d+)\]\(((\d\d)_\w+\.ipynb)\)", text)
    assert homes
    assert all(int(number) == int(digits) for number, _, digits in homes)
    assert [name for _, name, _ in homes if not (BOOK / name).exists()] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_to_slips_have_their_targets(path):
    # Without a page name: the builder resolves a bare target in the whole book, but not one in a file.
    assert set(links(path)) - {f"#e-{entry[0]}" for entry in ENTRIES} == set()


def test_every_slip_is_linked_from_a_chapter():
    chapters = [path for path in PAGES if path.name[:2].isdigit()]
    linked = {link.split("#e-")[1] for path in chapters for link in links(path)}
    assert {entry[0] for entry in ENTRIES} - linked == set()
