"""Formulas: TeX becomes MathML, every glyph that it is drawn with is in the font, and is seen."""

import base64
import re
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont

from book_site import formulas
from book_site.font import SOURCE, characters, cut_font
from browser import ROOT, SITE

FULL = ROOT / SOURCE


@pytest.fixture(scope="module", autouse=True)
def temml():
    """Let Temml run in this repository, if it is there, and end it."""
    (ROOT / "node_modules" / "temml").stat()
    yield
    formulas.stop_temml()


def mathml(tex, display=True):
    """Typeset a formula."""
    return formulas.typeset(tex, display)["html"]


def test_formulas_are_one_element_of_mathml():
    assert re.fullmatch(r"<math><mi>x</mi></math>", mathml("x", display=False))
    assert mathml("x").startswith('<math display="block"')
    assert "<msqrt>" in mathml(r"\sqrt{2}")
    long = mathml(r"w_1 x_1 + \cdots + w_d x_d + \varepsilon > 0", display=False)
    assert long.count("<mrow>") > 2  # it may break
    assert "<mrow><mo>+</mo></mrow>" not in long
    assert mathml(r"\begin{aligned} a &= b \\ &= c \end{aligned}").count("<mtr>") == 2


@pytest.mark.parametrize(
    ("tex", "error"),
    [
        (r"\nonsense", "Unsupported function name: \\nonsense"),
        (r"\frac{1}{", "xpected"),
        (r"\begin{cases} 1", "xpected"),
        ("a & b", "xpected"),
    ],
)
def test_a_slip_in_tex_is_an_error(tex, error):
    assert error in formulas.typeset(tex, True)["error"]


def test_the_font_holds_what_the_formulas_say_and_no_more():
    note = "<math><semantics><mspace></mspace><annotation>q</annotation></semantics></math>"
    page = f"{note}<p>q</p><math><mi>x</mi><mo>&le;</mo></math>"
    wanted = set(map(chr, characters([page])))
    assert {"x", "𝑥", "≤", "√", "‖"} <= wanted
    assert not {"q", "𝑞", "∮"} & wanted


@pytest.mark.site
def test_the_font_of_the_site_is_small(pages):
    assert (SITE / "_static" / formulas.FONT).stat().st_size < 50_000


@pytest.mark.site
def test_every_character_of_every_formula_is_in_the_font(pages):
    with TTFont(SITE / "_static" / formulas.FONT) as font, TTFont(FULL) as full:
        there, drawable = set(font.getBestCmap()), set(full.getBestCmap())
    for page in pages:
        wanted = characters([(SITE / page).read_text("utf-8")])
        assert {chr(code) for code in (wanted & drawable) - there} == set(), page


@pytest.mark.site
def test_every_script_and_fraction_has_its_parts(pages):
    """Firefox complains of one that has not; of one that has not arrived, too, so this asks the files."""
    parts = {
        "msup": 2,
        "msub": 2,
        "mfrac": 2,
        "msubsup": 3,
        "munder": 2,
        "mover": 2,
        "munderover": 3,
    }
    for page in pages:
        for formula in re.findall(r"<math.*?</math>", (SITE / page).read_text("utf-8"), re.DOTALL):
            for node in ElementTree.fromstring(formula).iter():
                assert len(node) == parts.get(node.tag, len(node)), (page, formula)


@pytest.fixture(scope="module")
def whole():
    """Return the whole font, without hinting as ours, which moves edges by parts of a pixel."""
    with TTFont(FULL) as font:
        return cut_font(FULL, set(font.getBestCmap()))


# Each kind of formula as TeX, with the characters that draw what the TeX does not spell out.
KINDS = {
    "root": (r"\sqrt{x}", "√"),
    "tall root": (r"\sqrt{\dfrac{\frac xx}{\frac xx}}", "√"),
    "tall bracket": (r"\left( \dfrac{\frac xx}{\frac xx} \right)", "()"),
    "norm": (r"\left\| \dfrac xx \right\|", "‖"),
    "cases": (r"\begin{cases} x \\ x \\ x \end{cases}", "{}"),
    "accent": (r"\hat x", "ˆ"),
    "tilde": (r"\tilde x", "~"),
}
EXACT = "text-rendering: geometricPrecision"  # no hinting, which looks at other glyphs, too
HEAD = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<style>@font-face { font-family: STIX2; src: url(data:font/woff2;base64,%s) }
math { font: 40px STIX2; padding: 20px; %s }</style>"""


def drawn(tab, formula, font, part="math"):
    """Return the picture of a formula in a font."""
    tab.set_content(HEAD % (base64.b64encode(font).decode(), EXACT) + formula)
    tab.evaluate("document.fonts.load('40px STIX2', '𝑥√')")
    return tab.locator(part).screenshot()


def in_rows(formulas):
    """Return a page's part with a formula in each row."""
    return f"<main>{''.join(f'<p>{formula}</p>' for formula in formulas)}</main>"


@pytest.mark.site
@pytest.mark.thorough  # what the font must hold is asked of the file, above
def test_each_kind_of_formula_is_drawn_as_by_the_whole_font(tab, whole, tmp_path):
    formulas = [mathml(tex) for tex, _ in KINDS.values()]
    wanted = characters(formulas)
    cut = tmp_path / "cut.woff2"  # cut further in less time than the whole
    cut.write_bytes(cut_font(FULL, wanted))
    picture = drawn(tab, in_rows(formulas), cut.read_bytes(), "main")
    assert picture == drawn(tab, in_rows(formulas), whole, "main")
    for kind, (_, signs) in KINDS.items():
        less = cut_font(cut, wanted - set(map(ord, signs)))
        assert picture != drawn(tab, in_rows(formulas), less, "main"), kind


# The first formula of each kind on every page, drawn together.
PARTS = ["<msqrt", 'stretchy="true"', "<mtable", "<mover", "<munderover", "<menclose", "<mfrac"]


def first_formulas(page):
    """Return the first formula of a page that has each part."""
    found = re.findall(r"<math.*?</math>", (SITE / page).read_text("utf-8"), flags=re.DOTALL)
    firsts = (next((math for math in found if part in math), None) for part in PARTS)
    return [math for math in dict.fromkeys(firsts) if math]


@pytest.mark.site
def test_formulas_of_every_page_are_drawn_as_by_the_whole_font(tab, pages, whole):
    found = dict.fromkeys(math for page in pages for math in first_formulas(page))
    assert len(found) > 30
    rows = in_rows(found)
    cut = (SITE / "_static" / formulas.FONT).read_bytes()
    assert drawn(tab, rows, cut, "main") == drawn(tab, rows, whole, "main")
