"""The glossary: what is linked on a small page, and that no term of it is idle."""

import re
from functools import cache
from pathlib import Path

import nbformat
import pytest
from docutils import nodes
from sphinx.addnodes import pending_xref

from book_site.glossary import Glossary, letters, link_first_uses

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "book" / "glossary.md").read_text(encoding="utf8")
# A term stands at the margin, what it means is indented.
WRITTEN = re.search(r"```{glossary}\n(.*?)```", TEXT, flags=re.DOTALL)[1].split("\n\n")
ENTRIES = [[line for line in entry.splitlines() if line[0] != " "] for entry in WRITTEN]
PAGES = [*sorted(ROOT.glob("book/*.ipynb")), ROOT / "book" / "formal.md"]


def glossary():
    """Return three entries: two terms share one of them, and one term is part of another."""
    entries = {"tie": "tie", "Adaline": "ada", "adaptive linear neuron": "ada", "neuron": "neuron"}
    return Glossary(entries | {"rate": "rate", "Newton's rule": "newton"})


def page(*blocks):
    """Return a section with a heading and these blocks."""
    document = nodes.Element()
    document += nodes.section("", nodes.title("", "A tie"), *blocks)
    return document


def p(*parts):
    """Return a paragraph of texts and nodes."""
    return nodes.paragraph("", "", *[nodes.Text(x) if isinstance(x, str) else x for x in parts])


def links(document):
    """Link, and return the texts that became links."""
    text = document.astext()
    link_first_uses(document, glossary())
    assert document.astext() == text, "a link changes no word"
    return [link.astext() for link in document.findall(pending_xref)]


@pytest.mark.parametrize(
    ("blocks", "linked"),
    [
        ([p("Ties, and a tie.")], ["Ties"]),
        ([p("An adaptive linear\nneuron."), p("Adaline")], ["adaptive linear\nneuron"]),
        ([p("Newton\u2019s rule."), p("Newton's rule")], ["Newton\u2019s rule"]),
        ([p("It tied, it is tie-free, a necktie.")], []),
        ([p("A rate.")], []),
        ([p("Adaline, a tie, a neuron."), p("A neuron")], ["Adaline", "tie", "neuron"]),
        ([p("A ", nodes.emphasis("", "tie"), "."), p("A tie")], []),
        ([p("A tie is a ", nodes.emphasis("", "tie"), ".")], []),
        ([p("A ", nodes.emphasis("", "tie")), nodes.section("", p("A tie, again"))], []),
        ([p(nodes.reference("", "tie"), nodes.literal("", "tie"), nodes.math("", "tie"))], []),
        ([nodes.entry("", p("tie")), nodes.warning("", p("tie")), nodes.caption("", "tie")], []),
        ([nodes.section("", nodes.title("", "Sources"), p("tie"), ids=["sources"])], []),
        (
            [p("A tie"), nodes.section("", p("Once more, a ", nodes.emphasis("", "tie")))],
            ["tie"],
        ),
    ],
)
def test_links_of_a_page(blocks, linked):
    assert links(page(*blocks)) == linked


def test_two_links_at_most_in_a_paragraph():
    document = page(p("Adaline, a tie, a neuron."))
    assert links(document) == ["Adaline", "tie"]


@cache
def text_of(path):
    """Return what a page says, without headings, code and formulas, but with the library's names."""
    if path.suffix == ".md":
        return path.read_text(encoding="utf8")
    cells = nbformat.read(path, as_version=4).cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    text = re.sub(r"(?m)```.*|^#.*", " ", re.sub(r"(?s)\$\$.*?\$\$", " ", text))
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    names = re.findall(r"\b[a-z]+\.([a-z]+_[a-z]+)\b", code)  # adaline.critical_rate
    return "\n".join([text, *names]).replace("_", " ")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry[0])
def test_each_term_is_used_in_the_book(entry):
    pattern = Glossary(dict.fromkeys(entry, "")).pattern
    assert any(pattern.search(text_of(path)) for path in PAGES)


def test_glossary_is_in_order():
    first = [entry[0].lower() for entry in ENTRIES]
    assert first == sorted(first)
    assert 40 <= len(first) <= 160


def test_each_entry_leads_to_its_place():
    for entry in WRITTEN:
        assert re.search(r"\{(?:prf:)?ref}|\{eq}|\]\(\w+\.(?:ipynb|md)\)", entry), entry


def test_each_letter_leads_to_its_first_entry():
    def entry(*terms):
        named = [nodes.term("", term, ids=[f"term-{term}"]) for term in terms]
        return nodes.definition_list_item("", *named, nodes.definition())

    entries = [entry("Adaline", "neuron of Widrow"), entry("axiom"), entry("base line")]
    row = letters(nodes.definition_list("", *entries))
    found = [(link.astext(), link["refid"]) for link in row.findall(nodes.reference)]
    assert found == [("A", "term-Adaline"), ("B", "term-base line")]
