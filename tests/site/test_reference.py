"""The reference of the library: everything public once, as it is called, and linked from the text."""

import importlib
import re
import runpy
from pathlib import Path

import pytest
from docutils import nodes
from sphinx.addnodes import pending_xref

ROOT = Path(__file__).resolve().parents[2]
PARTS = ROOT / "book" / "_ext" / "book_site"
reference = runpy.run_path(str(PARTS / "reference.py"))
codelinks = runpy.run_path(str(PARTS / "codelinks.py"))
PAGES = sorted(ROOT.glob("book/api_*.md"))
SITE = ROOT / "_build" / "html" / "book"


def test_each_module_is_described_once():
    lib = ROOT / "lib" / "perceptrons"
    public = [p for p in lib.rglob("[a-z]*.py") if "explore" not in p.parts]
    modules = {".".join(p.relative_to(lib).with_suffix("").parts) for p in public}
    modules |= {"explore", "loops", "plots", "verify"}  # packages
    named = sorted(name for page in PAGES for name in reference["described"](page))
    assert named == sorted(modules - {"loops.numpy_only"})


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("perceptrons.geometry", "perceptrons.geometry"),
        ("perceptrons.geometry.augment", "perceptrons.geometry.augment"),
        ("perceptrons.verify.dot", "perceptrons.verify.inner_products.dot"),  # imported there
        ("perceptrons.explore.rule", "perceptrons.explore.rule"),  # defined in a hidden module
        (
            "perceptrons.verify.inner_products.Inner",
            "perceptrons.verify.inner_products.Inner",
        ),  # of SymPy: has a `func` of its own
        ("perceptrons.run.Run.dual", "perceptrons.run.Record.dual"),  # inherited
        ("perceptrons.run.Run.mistaken", "perceptrons.run.Record.mistaken"),  # kept once computed
        ("perceptrons.run.Run.epochs", "perceptrons.run.Run"),  # a field
        ("perceptrons.geometry.nothing", None),
        ("perceptrons.nothing", None),
    ],
)
def test_canonical_names(path, name):
    assert codelinks["canonical"](path) == name


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("See chapter 4.", ["chapter 4"]),
        ("(chapters 4 and 5)", ["chapters 4"]),  # 5 is not written
        ("chapters 4, 7 and 12", ["chapters 4", "7", "12"]),
        ("chapter 5, and 4 patterns", []),
        ("4 patterns", []),
    ],
)
def test_chapters_in_docstrings(text, links):
    written = {4: "book/04", 7: "book/07", 12: "book/12"}
    parts = list(reference["linked"](nodes.Text(text), written))
    assert "".join(part.astext() for part in parts) == text
    assert [part.astext() for part in parts if isinstance(part, pending_xref)] == links


# The built site


@pytest.fixture
def html():
    """Return the function that reads a page of the built site."""
    if not SITE.is_dir():
        pytest.skip("no site in _build/html: build it with `make book`")
    return lambda name: (SITE / name).read_text(encoding="utf8")


@pytest.mark.site
def test_everything_public_is_on_the_site_once(html):
    shown = re.findall(
        r'<dt class="sig[^>]* id="(perceptrons\.[\w.]+)"',
        "".join(html(p.stem + ".html") for p in PAGES),
    )
    assert len(shown) == len(set(shown))
    for page in PAGES:
        for name in reference["described"](page):
            module = importlib.import_module(f"perceptrons.{name}")
            for public in getattr(module, "__all__", ()):
                thing = getattr(module, public)
                if callable(thing) and thing.__module__.startswith("perceptrons"):
                    assert codelinks["canonical"](f"perceptrons.{name}.{public}") in shown


@pytest.mark.site
def test_docstrings_are_read_as_they_are_meant(html):
    for page in PAGES:
        text = html(f"{page.stem}.html")
        assert "Alias for field number" not in text
        assert not re.search(r'<ol class="(upper|lower)alpha', text)  # A. B. Surname is no list


@pytest.mark.site
def test_names_lead_to_the_reference(html):
    anchors = {
        page.stem: set(re.findall(r' id="([^"]+)"', html(f"{page.stem}.html"))) for page in PAGES
    }
    for chapter in sorted(ROOT.glob("book/[0-9]*.ipynb")):
        links = re.findall(
            r'<a class="api" href="(api_\w+)\.html#([^"]+)"', html(f"{chapter.stem}.html")
        )
        assert len(links) == len(set(links)) >= 10
        assert [link for link in links if link[1] not in anchors[link[0]]] == []
    assert 'href="api_rules.html#perceptrons.run.Record.dual"' in html("notation.html")
