"""The three kinds of code cell on the site: what is folded, what each fold says, and what opens it."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from docutils import nodes

from book_site.cells import comment, told
from book_site.marks import find_checks, marks
from browser import serve

EXTENSION = Path(__file__).resolve().parents[2] / "book" / "_ext"
CONF = """
extensions = ["myst_nb", "book_site.cells", "book_site.marks"]
html_static_path = [STATIC]
nb_execution_mode = "off"
numfig = True
numfig_format = {"figure": "Figure %s"}
myst_enable_extensions = ["dollarmath"]
"""
REPORT = """Proved for all w, z in any dimension, all R > 0. Needed: w·z ≤ 0; ‖z‖² ≤ R².
  ‖w + z‖² ≤ ‖w‖² + R²
  too small: ≤ ‖w‖² is false at w = (0, 0), z = (1, 0): 1 > 0"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>A dot</title></svg>'
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
# Source, metadata, the MIME types of the output.
CELLS = [
    ("# Set-up\nimport numpy", {"tags": ["setup"]}, {}),
    ("x = 1\nx", {"needs": "processes"}, {"text/plain": "1"}),
    (
        "# How this figure is drawn\nplot()",
        {"tags": ["figure"], "name": "fig-dot"},
        {"image/svg+xml": SVG, "image/png": PNG, "text/plain": "A dot."},
    ),
    ("# It is a dot\nassert dot", {"tags": ["check"]}, {}),
    (
        "# How this table is made\nrows()",
        {"tags": ["figure"]},
        {"text/html": "<table></table>", "image/png": PNG, "text/plain": "a b"},
    ),
    (
        "# The product is small.\nverify_le(x * y, 1)",
        {"tags": ["check"], "checks": {"eq-small": "proved"}},
        {"text/html": "<p></p>", "text/plain": REPORT},
    ),
    ("# One is one\n# (as always)\nassert x == 1", {"tags": ["check"]}, {}),
    ("# Two is two\nassert x + x == 2", {"tags": ["check"]}, {}),
]
AFTER = {CELLS[3][0]: ["*Dots are small.* One is here."], CELLS[4][0]: ["*One* row."]}
PROVED = "✓ The product is small: (1) is proved."
TEXT = "# Page\n\n$$ xy \\le 1 $$ (eq-small)\n\n<a href='#check-eq-small'>to the check</a>\n\nSee {numref}`fig-dot`."


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build a book of one notebook, in a theme that is not ours; return the folder of its pages."""
    book = tmp_path_factory.mktemp("book")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(TEXT)])
    for source, metadata, data in CELLS:
        outputs = [nbformat.v4.new_output("execute_result", data)] if data else []
        cell = nbformat.v4.new_code_cell(source, metadata=metadata, outputs=outputs)
        notebook.cells += [cell, *map(nbformat.v4.new_markdown_cell, AFTER.get(source, []))]
    notebook.metadata = {"language_info": {"name": "python"}}
    nbformat.write(notebook, book / "index.ipynb")
    static = str(EXTENSION.parent / "_static")
    (book / "conf.py").write_text(CONF.replace("STATIC", repr(static)), "utf8")
    command = [sys.executable, "-m", "sphinx", "-q", "-n", "-w", str(book / "warnings")]
    environment = os.environ | {"PYTHONPATH": str(EXTENSION)}
    subprocess.run([*command, str(book), str(book / "out")], check=True, env=environment)
    return book / "out"


@pytest.fixture(scope="module")
def page(browser, built):
    """Open the page of the built notebook."""
    with serve(built) as address:
        tab = browser.new_page()
        tab.goto(address + "index.html")
        yield tab
        tab.close()


@pytest.mark.site
def test_what_is_folded_and_what_the_folds_say(page):
    lines = page.locator("details.fold > summary").all_text_contents()
    assert lines == [
        "code",
        "code",
        "Checks: 1 proved, 3 computed again.",
        "Set-up",
        "○ It is a dot (computed again).",
        PROVED,
        "○ One is one (computed again).",
        "○ Two is two (computed again).",
    ]
    assert page.locator("details.fold[open]").count() == 0
    assert page.locator("summary a").count() == 0  # a control within a control
    assert page.locator("details.check a[href='#equation-eq-small']").text_content() == "(1)"
    seen = [text.strip() for text in page.locator("div.cell pre:visible").all_inner_texts()]
    assert seen == ["x = 1\nx", "1"]
    assert page.locator("div.cell img").get_attribute("src").endswith(".svg")
    captions = page.locator("figcaption > p, p.caption").all_text_contents()
    assert captions == ["Figure 1 Dots are small. One is here.¶", "¶"]  # one word is no caption
    assert page.get_by_text("See Figure 1.").locator("a").get_attribute("href") == "#fig-dot"
    assert page.locator("div.cell.elsewhere").inner_text().split() == ["x", "=", "1", "x", "1"]


@pytest.mark.site
def test_folds_are_opened_by_keyboard_by_links_and_for_paper(page):
    fold = page.locator("details.check:has(details)")
    page.get_by_text("to the check").click()
    page.wait_for_function("document.querySelector('details.check:has(details)').open")
    fold.locator("summary").first.focus()
    page.keyboard.press("Space")
    assert fold.get_attribute("open") is None
    page.get_by_text("to the check").click()  # the same link again
    page.wait_for_function("document.querySelector('details.check:has(details)').open")
    page.evaluate("""() => {
      document.body.insertAdjacentHTML("beforeend", "<details class='aside'></details>");
      addEventListener("beforeprint", () => {
        window.printed = document.querySelector("details.aside").open;
      });
    }""")
    page.pdf()
    assert page.evaluate("window.printed")
    assert page.locator("details.aside[open]").count() == 0
    assert (
        page.locator("details.fold[open]").count() == 2
    )  # as before: the check, and the row in which it stands
    assert page.locator("details.check:visible").count()
    page.emulate_media(media="print")
    assert page.locator("details.check:visible, details.figure:visible").count() == 0
    page.emulate_media(media="screen")


def test_a_figure_without_a_caption_is_a_warning_and_nothing_else_is(built):
    (warning,) = (built.parent / "warnings").read_text("utf8").splitlines()
    assert "WARNING: a figure has no caption" in warning
    assert "index.ipynb:7" in warning  # the seventh cell: the one word after it is no caption


def test_the_png_of_a_figure_or_an_explorable_is_for_jupyterlab(built):
    assert [path.suffix for path in built.glob("_images/*")] == [".svg"]


def test_a_formula_bears_the_mark_of_its_strongest_check():
    formulas = [nodes.math_block(label=f"eq-{letter}") for letter in "abcd"]
    cells = [
        nodes.container(held={"eq-a": "tried", "eq-b": "tried"}),
        nodes.container(held={"eq-a": "proved", "eq-d": "reduced"}),
        nodes.container(),
    ]
    find_checks(None, nodes.section("", *formulas, *cells))
    assert [cell["ids"] for cell in cells] == [["check-eq-b"], ["check-eq-a", "check-eq-d"], []]
    proved, tried, none, reduced = map(marks, formulas)
    assert 'href="#check-eq-a"' in proved
    assert proved.endswith(">✓</a>")
    assert 'href="#check-eq-b"' in tried
    assert tried.endswith(">○</a>")
    assert none == ""
    assert reduced.endswith(">✓</a>")
    assert "Reduced by the text" in reduced


def test_the_words_of_a_check():
    assert comment("# One, two.\n# three\nx = 1  # four") == "One, two"
    assert comment("x = 1") == ""
    both = told({"eq-a": "proved", "eq-b": "tried", "eq-c": "tried"}, "# Both\nverify(a, b)")
    assert both == [
        *("○ Both", ": ", ["eq-a"], " is proved"),
        *("; ", ["eq-b", "eq-c"], " are tried on examples"),
        ".",
    ]
    less = told({"eq-a": "reduced"}, "# A part\nverify(a, b)")
    assert less[0] == "✓ A part"
    assert less[2:] == [["eq-a"], " is reduced by the text to what is proved", "."]


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("verify(a, b);", "✓ It (proved)."),
        ("refute(a, b)", "○ It (refuted by a counter-example)."),
        (
            "verify_le(a, b)\nrefute(a, b)",
            "✓ It (refuted by a counter-example; proved).",
        ),
        ("assert verified == 1", "○ It (computed again)."),
    ],
)
def test_the_words_of_a_check_that_names_no_formula(code, line):
    assert "".join(part for part in told({}, f"# It\n{code}") if part) == line
