"""The reference of the library: everything public once, as it is called, and linked from the text."""

import importlib
import re
from pathlib import Path

import nbformat
import pytest

from book_site.reference import calling, described, linked
from perceptrons import plots

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(ROOT.glob("book/reference/[!i]*.md"))
SITE = ROOT / "_build" / "html" / "book"


def used(notebook):
    """Yield the modules inside packages that a notebook names, such as plots.adaline."""
    code = "\n".join(c.source for c in nbformat.read(notebook, 4).cells if c.cell_type == "code")
    for package, name in re.findall(r"^from perceptrons\.(\w+) import (\w+)", code, re.MULTILINE):
        yield f"{package}.{name}"
    yield from re.findall(r"\b(\w+\.\w+)\b", code)


def test_modules_of_the_reader_are_described_once_and_those_behind_them_are_not():
    lib = ROOT / "lib" / "perceptrons"
    top = {p.stem for p in lib.glob("[a-z]*.py")} | {
        p.parent.name for p in lib.glob("*/__init__.py")
    }
    files = [*lib.glob("*/[a-z]*.py"), *(p.parent for p in lib.glob("*/*/__init__.py"))]
    inner = {".".join(p.relative_to(lib).with_suffix("").parts) for p in files}
    named = [name for page in PAGES for name in described(page)]
    in_notebooks = {name for notebook in ROOT.glob("book/*.ipynb") for name in used(notebook)}
    shown = {name for name in inner & in_notebooks if not name.startswith("figures.")}
    shown |= {f"plots.{name}" for name in plots.MODULES}  # some only explorables draw
    assert sorted(named) == sorted(top - {"_core", "figures"} | shown)


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("See chapter 4.", ["4"]),
        ("(chapters 4 and 5)", ["4"]),  # 5 is not written
        ("chapters 4, 7 and 12", ["4", "7", "12"]),
        ("chapter 5, and 4 patterns", []),
        ("4 patterns", []),
    ],
)
def test_chapters_in_docstrings(text, links):
    written = {4: "book/04", 7: "book/07", 12: "book/12"}
    marked = linked(text, written)
    assert re.sub(r":doc:`(\d+) </book/\d\d>`", r"\1", marked) == text
    assert re.findall(r":doc:`(\d+) ", marked) == links


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("perceptrons.geometry.augment", "Called in chapters 1, 2 and 3."),
        ("perceptrons.plots.plane", "Called in chapter 2."),
        ("perceptrons.geometry.aug", ""),
        ("perceptrons.run.Run", ""),
    ],
)
def test_a_function_names_the_chapters_that_call_it(tmp_path, name, sentence):
    sources = {
        1: "from perceptrons import geometry\ngeometry.augment([1])",
        2: "from perceptrons.plots import figure, plane\ngeometry.augment(X)",
        3: "w @ geometry.augment(X)",
        4: "# augment",
    }
    for number, source in sources.items():
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
        nbformat.write(notebook, tmp_path / f"{number}.ipynb")
    notebooks = [(number, tmp_path / f"{number}.ipynb") for number in sources]
    assert calling(name, notebooks) == sentence


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
        "".join(html(f"reference/{p.stem}.html") for p in PAGES),
    )
    assert len(shown) == len(set(shown))
    for page in PAGES:
        for name in described(page):
            module = importlib.import_module(f"perceptrons.{name}")
            for public in getattr(module, "__all__", ()):
                thing = getattr(module, public)
                if callable(thing) and thing.__module__.startswith("perceptrons"):
                    home = f"{thing.__module__}.{thing.__qualname__}"
                    assert {f"perceptrons.{name}.{public}", home} & {*shown}


@pytest.mark.site
def test_docstrings_are_read_as_they_are_meant(html):
    for page in PAGES:
        text = html(f"reference/{page.stem}.html")
        assert "Alias for field number" not in text
        assert not re.search(r'<ol class="(upper|lower)alpha', text)  # A. B. Surname is no list


@pytest.mark.site
def test_names_lead_to_the_reference(html):
    anchors = {
        page.stem: set(re.findall(r' id="([^"]+)"', html(f"reference/{page.stem}.html")))
        for page in PAGES
    }
    for chapter in sorted(ROOT.glob("book/[0-9]*.ipynb")):
        links = re.findall(
            r'<a class="api" href="reference/(\w+)\.html#([^"]+)"', html(f"{chapter.stem}.html")
        )
        assert len(links) == len(set(links)) >= 10
        assert [link for link in links if link[1] not in anchors[link[0]]] == []
    for inherited_and_field in ("Record.dual", "Run"):
        address = f'href="reference/rules.html#perceptrons.run.{inherited_and_field}"'
        assert address in html("notation.html")
    assert '#perceptrons.plots.landscape.contours"' in html("03_criterion.html")  # of three parts
