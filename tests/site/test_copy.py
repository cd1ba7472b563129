"""A formula is copied as its TeX; a browser that draws none says so, and shows their TeX."""

import re

import nbformat
import pytest

from browser import LAPTOP, ROOT

pytestmark = pytest.mark.site

PAGE = "book/04_convergence.html"
BOUND = r"k = (R/\gamma)^2"
CLIPBOARD = """async () => {
  const [copied] = await navigator.clipboard.read();
  return Promise.all(copied.types.map(async (type) => [type, await (await copied.getType(type)).text()]));
}"""
# The selection and the page, which stay as they are.
STATE = """(() => {
  const { startContainer, startOffset, endContainer, endOffset } = getSelection().getRangeAt(0);
  return [startContainer, startOffset, endContainer, endOffset, document.querySelector("article").innerHTML];
})()"""
# What stands on the page, for the scripts of the tests.
NAMES = """
  const all = (part) => getSelection().selectAllChildren(part);
  const box = (tex) => [...document.querySelectorAll("[data-tex]")].find((one) => one.dataset.tex.includes(tex));
  const separates = box("for all } i"), letters = separates.querySelectorAll("mi"), number = separates.querySelector(".eqno");
  const between = (from, to) => getSelection().setBaseAndExtent(from, 0, to, 1);
"""


@pytest.fixture(scope="module")
def copied(browser, site):
    """Return a function that selects a part of chapter 4 by a script, and copies it by keyboard."""
    allowed = ["clipboard-read", "clipboard-write"]
    with browser.new_context(viewport=LAPTOP, permissions=allowed) as context:
        tab = context.new_page()
        tab.goto(site + PAGE)

        def copy(select):
            tab.evaluate(f"() => {{ {NAMES} {select}; window.before = {STATE} }}")
            tab.keyboard.press("ControlOrMeta+c")
            assert tab.evaluate(f"{STATE}.every((part, i) => part === window.before[i])")
            form = dict(tab.evaluate(CLIPBOARD))
            return form["text/plain"], form.get("text/html")

        yield copy


def test_a_copied_paragraph_is_what_the_author_wrote(copied):
    bound = f"box(String.raw`{BOUND}`)"
    text, rich = copied(f"all({bound}.closest('p'))")
    cells = nbformat.read(ROOT / "book" / "04_convergence.ipynb", 4).cells
    (written,) = (part for cell in cells for part in cell.source.split("\n\n") if BOUND in part)
    assert text == written.replace("*", "")  # of emphasis
    assert rich.count("<math") == text.count("$") / 2
    assert "$" not in rich
    on_a_phone = f"{bound}.classList.add('wide'); all({bound}.closest('p'))"
    assert copied(on_a_phone)[0] == text


SEPARATES = r"$$w^\ast \cdot z_i > 0 \quad \text{for all } i .$$ (4.3)"


def test_a_displayed_formula_has_a_line_of_its_own_and_its_number(copied):
    text, _ = copied("all(separates.closest('section'))")
    let, first, radius, second = text.split("\n\n")
    assert (
        let == r"Let $z_1, \dots, z_n$ be reflected patterns. A separator is a vector $w^\ast$ with"
    )
    assert first == SEPARATES
    assert radius.startswith("The radius $R$ of the patterns, ")
    assert re.fullmatch(r"\$\$\\begin\{gathered\} R = .* \\end\{gathered\}\$\$ \(4\.4\)", second)


@pytest.mark.parametrize(
    "select",
    [
        "between(letters[0].firstChild, letters[1].firstChild)",
        "between(letters[1].firstChild, letters[0].firstChild)",  # from right to left
        "between(letters[2].firstChild, number.firstChild)",
    ],
)
def test_of_a_part_of_a_formula_all_is_copied(copied, select):
    text, rich = copied(select)
    assert text == SEPARATES
    assert re.findall("<mi>(.*?)</mi>", rich) == list("wzii.")
    assert "(4.3)" in rich


FIGURE_TO_EXPLORABLE = """getSelection().setBaseAndExtent(document.querySelector("article .cell img").parentNode, 0,
  document.querySelector(".cell:has(.explorable) + p"), 1)"""


def test_what_is_not_seen_is_not_copied_and_addresses_are_whole(copied):
    text, rich = copied(FIGURE_TO_EXPLORABLE)
    assert text.startswith("Figure 4.1 Circles: the length of $w$ along the run")
    for part in ("# How this figure is drawn", "¶", "<button", "</perceptron-margin"):
        assert part not in text + rich
    addresses = re.findall(r'(?:href|src)="([^"]*)"', rich)
    assert {address.partition(":")[0] for address in addresses} == {"http"}
    assert any(address.endswith(".svg") for address in addresses)
    assert any("/book/glossary.html#" in address for address in addresses)


def test_from_the_number_of_a_formula_on_the_formula_is_not_copied(copied):
    text, _ = copied(
        "between(number.firstChild, box('\\\\begin{gathered} R').querySelector('mi').firstChild)"
    )
    assert text.startswith("(4.3)\n\nThe radius $R$ of the patterns")
    assert text.endswith(r"\end{gathered}$$ (4.4)")


def test_without_a_formula_the_browser_copies(copied):
    assert copied("all(number)")[0] == "(4.3)"
    text, rich = copied(
        "document.querySelectorAll('details:has(pre)').forEach((fold) => { fold.open = true });"
        "all(document.querySelector('.setup pre'))"
    )
    assert text.startswith(
        "# Set-up: imports\nfrom fractions import Fraction\n\nimport numpy as np\n"
    )
    assert "color" in rich


# In Chromium, to select in a field ends the selection of the page; in Firefox it does not.
FIELD = """return [document.querySelector(".sidebar-search"), document.body].map((target) =>
  !target.dispatchEvent(new ClipboardEvent("copy", { bubbles: true, cancelable: true, clipboardData: new DataTransfer() })))"""


def test_in_a_field_the_browser_copies_though_a_formula_is_selected(tab, site):
    tab.goto(site + PAGE)
    assert tab.evaluate(f"() => {{ {NAMES} all(separates); {FIELD} }}") == [False, True]


# As in a browser without MathML, where <math> and all in it are elements of no kind.
UNDRAWN = """() => {
  for (const math of document.querySelectorAll("math")) {
    const text = new XMLSerializer().serializeToString(math).replace(math.namespaceURI, "none");
    math.replaceWith(document.importNode(new DOMParser().parseFromString(text, "text/xml").documentElement, true));
  }
}"""
NOTICE = ".no-mathml annotation"
SHOWN = """() => {
  const box = document.querySelector("[data-tex^='k = (R/']");
  return [box.querySelector("math").getClientRects().length, getComputedStyle(box, "::before").content];
}"""


def test_where_formulas_are_drawn_no_word_is_said(tab, site):
    tab.goto(site + PAGE)
    assert not tab.locator(NOTICE).is_visible()
    assert tab.locator(".no-mathml").bounding_box()["height"] == 0
    assert tab.locator(".no-mathml").aria_snapshot() == ""
    assert tab.evaluate(SHOWN) == [1, "none"]
    heard = tab.locator("p", has_text="They meet at").aria_snapshot()
    assert "math: k = ( R / γ ) 2" in heard
    assert "gamma" not in heard


def test_where_none_is_drawn_the_page_says_so_and_shows_tex(tab, site):
    tab.add_init_script(f"addEventListener('DOMContentLoaded', {UNDRAWN})")
    tab.goto(site + PAGE)
    assert tab.locator(NOTICE).is_visible()
    assert "does not draw the formulas" in tab.locator("article").inner_text()[:100]
    assert tab.evaluate(SHOWN) == [0, r'"k = (R/\\gamma)^2"']


def test_it_says_so_without_scripts_too(browser, site):
    with browser.new_context(java_script_enabled=False) as context:
        tab = context.new_page()
        tab.goto(site + PAGE)
        assert not tab.locator(NOTICE).is_visible()
        tab.evaluate(UNDRAWN)
        assert tab.locator(NOTICE).is_visible()
