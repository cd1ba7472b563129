"""The book on paper: links, numbers, bookmarks, fonts, pictures and formulas of the PDF and the EPUB."""

import io
import re
import shutil
import subprocess
from collections import Counter
from zipfile import ZipFile

import pikepdf
import pytest

from browser import SITE
from paper import epub, pdf
from paper.document import font_faces, fonts, merged, parts

SIGN = re.compile(r"<math\b")
# What is wider than the text, a chapter's links to its solutions, and its headings.
MEASURE = """async (pages) => {
  const right = document.querySelector(".chapter").getBoundingClientRect().right + 1;
  const wide = [...document.querySelectorAll(".chapter :is(math, table, pre, img, code, .eqno)")]
    .filter((node) => node.getBoundingClientRect().right > right).map((node) => node.outerHTML.slice(0, 90));
  let shown = 0;
  for (const page of pages) {
    const there = new DOMParser().parseFromString(await (await fetch(page)).text(), "text/html");
    shown += [...there.querySelectorAll("article > section math")].filter((formula) =>
      !formula.closest("details.report, details.fold:is(.check, .setup, .figure)")).length;
  }
  const words = (node) => node.textContent.replace(/\\s+/g, " ").trim();
  return {
    wide,
    headings: [...document.querySelectorAll(":is(h1, h2, h3)")].filter((node) => node.checkVisibility()).map(words),
    asked: [...document.querySelectorAll(".to-solution")].map((link) => [link.hash, Number(link.dataset.page),
      "#" + link.closest(".exercise").id]),
    answered: [...document.querySelectorAll(".solution")].map((box) => ["#" + box.id, box.querySelector("a").hash]),
    numbers: [...document.querySelectorAll(".paper-contents a")].map((link) => [link.hash, Number(link.dataset.page)]),
    unnamed: [...document.images].filter((image) => !image.alt).map((image) => image.src.slice(0, 90)),
    formulas: document.querySelectorAll(".chapter math").length,
    shown,
  };
}"""


def test_every_font_is_at_hand_and_asked_for():
    assert [name for name, file in fonts().items() if not file.is_file()] == []
    assert set(re.findall(r"_fonts/([\w.-]+)", font_faces())) == {*fonts()}


def test_every_page_of_the_contents_but_those_about_the_site_is_printed():
    printed = [page for part in parts() for page in part["pages"]]
    assert len(printed) == len({*printed}) > 30
    assert {"book/01_discriminants.html", "book/errata.html"} <= {*printed}
    assert not {"book/status.html", "book/speed.html"} & {*printed}


@pytest.fixture(scope="module")
def paper():
    """Make both books once: the PDF, what was measured on its document, and the EPUB twice."""
    with merged(SITE) as tab:
        made = pdf.book(tab)
        pages = [page for part in parts() for page in part["pages"]]
        measured = tab.evaluate(MEASURE, pages)
        first = epub.book(tab)
    with merged(SITE) as tab:
        again = epub.book(tab)
    return made, measured, first, again


@pytest.fixture
def opened(paper):
    with pikepdf.open(io.BytesIO(paper[0])) as book:
        yield book


pytestmark = pytest.mark.site
thorough = pytest.mark.thorough  # the whole book is printed three times


@thorough
def test_every_link_has_its_destination(opened):
    there = pdf.destinations(opened)
    links = [
        link for page in opened.pages for link in page.get("/Annots", []) if link.Subtype == "/Link"
    ]
    names = [str(link.Dest).lstrip("/") for link in links if "/Dest" in link]
    assert len(names) > 2000
    assert {*names} <= {*there}
    rest = [link for link in links if "/Dest" not in link]
    assert all(str(link.A.URI).startswith(("http", "mailto:")) for link in rest)


@thorough
def test_bookmarks_are_the_headings(opened, paper):
    with opened.open_outline() as outline:

        def titles(items):
            for item in items:
                yield " ".join(item.title.split())
                yield from titles(item.children)

        found = [*titles(outline.root)]
    # Chromium writes no formula into a bookmark.
    plain = [title for title in paper[1]["headings"] if title in {*found}]
    assert len(plain) >= 0.98 * len(paper[1]["headings"])
    assert len(found) == len(paper[1]["headings"])


@thorough
def test_the_numbers_of_pages_are_true(opened, paper):
    there = pdf.destinations(opened)
    told = paper[1]["numbers"] + [asked[:2] for asked in paper[1]["asked"]]
    assert len(told) > 100
    assert [(name, page) for name, page in told if there[name[1:]] != page] == []


@thorough
def test_each_solution_is_linked_both_ways(paper):
    asked = [(solution, exercise) for solution, _, exercise in paper[1]["asked"]]
    assert asked == [tuple(pair) for pair in paper[1]["answered"]]
    exercises = sum(
        page.read_text("utf-8").count('class="exercise admonition')
        for page in SITE.glob("book/*.html")
    )
    assert len(asked) == exercises > 100


def is_named(node):
    """Tell whether a part of the PDF's structure has an alternative text, or one within it has."""
    below = node.get("/K", [])
    below = [*below] if isinstance(below, pikepdf.Array) else [below]
    parts = [part for part in below if isinstance(part, pikepdf.Dictionary)]
    return "/Alt" in node or any(map(is_named, parts))


@thorough
def test_nothing_is_cut_and_every_picture_has_its_words(opened, paper):
    assert paper[1]["wide"] == []
    assert paper[1]["unnamed"] == []
    figures = [node for node in opened.objects if isinstance(node, pikepdf.Dictionary)]
    figures = [node for node in figures if node.get("/S") == "/Figure"]
    assert len(figures) > 100
    assert [node for node in figures if not is_named(node)] == []


@thorough
def test_fonts_are_embedded_and_ours(opened):
    found = Counter()
    for node in opened.objects:
        if isinstance(node, pikepdf.Dictionary) and node.get("/Subtype") == "/CIDFontType2":
            assert "/FontFile2" in node.FontDescriptor
            found[str(node.BaseFont).partition("+")[2].partition("-")[0]] += 1
    assert {"STIXTwoText", "STIXTwoMath", "DejaVuSansMono"} <= {*found}
    # Chinese and Hindi in the examples of `text` come from the machine's fonts, if it has any.
    assert len({*found} - {"STIXTwoText", "STIXTwoMath", "DejaVuSansMono"}) <= 2


@thorough
def test_there_are_as_many_formulas_as_on_the_site(paper):
    with ZipFile(io.BytesIO(paper[2])) as book:
        texts = [book.read(name).decode() for name in book.namelist() if name.endswith("xhtml")]
    assert sum(len(SIGN.findall(text)) for text in texts) == paper[1]["formulas"]
    assert paper[1]["formulas"] == paper[1]["shown"] > 5000


@thorough
def test_the_epub_is_valid_and_the_same_each_time(paper, tmp_path, unavailable):
    assert paper[2] == paper[3]
    checker, java = shutil.which("epubcheck"), shutil.which("java")
    if not (checker and java):
        unavailable("no epubcheck: apt-get install epubcheck default-jre-headless")
    file = tmp_path / "book.epub"
    file.write_bytes(paper[2])
    done = subprocess.run(
        [java, "-jar", checker, file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 errors / 0 warnings" in done.stdout + done.stderr
