"""The built site on the narrowest phone and on paper.

The fragments at the end are broken on purpose: each check must see its own fault.
"""

import pytest

from browser import serve

pytestmark = pytest.mark.site

NARROW = {"width": 320, "height": 640}
SHEET = {"width": 672, "height": 986}  # A4 without its margins, in CSS pixels

TELL = """const tell = (e) => `${e.tagName} ${e.className}: ${e.textContent.replace(/\\s+/g, " ").trim().slice(0, 40)}`;"""

PHONE = f"""() => {{
  {TELL}
  const faults = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) faults.push("the page scrolls sideways");
  const titles = ["h1", "h2", "h3", "h4"].map((name) => document.querySelector(`article ${{name}}`)).filter(Boolean);
  const sizes = titles.map((title) => parseFloat(getComputedStyle(title).fontSize));
  for (const [i, title] of titles.entries())
    if (sizes[i] >= sizes[i - 1]) faults.push(`as large as the heading above: ${{tell(title)}}`);
  for (const e of document.querySelectorAll("article *:not(svg *, math *)")) {{
    if (!e.checkVisibility({{ visibilityProperty: true }})) continue;
    const scrolls = getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth;
    if (scrolls && e.tabIndex < 0) faults.push(`not reached by keyboard: ${{tell(e)}}`);
    if (scrolls && !e.ariaLabel) faults.push(`scrolls without a name: ${{tell(e)}}`);
  }}
  for (const formula of document.querySelectorAll("span.math.wide"))
    if (formula.firstElementChild.offsetWidth <= formula.offsetWidth) faults.push(`on a line of its own: ${{tell(formula)}}`);
  for (const formula of document.querySelectorAll("span.math:not(.wide)")) {{
    const after = formula.nextSibling;
    if (after?.nodeType !== Node.TEXT_NODE || !/^[.,;:?!)]/.test(after.data)) continue;
    const stop = document.createRange();
    stop.setStart(after, 0);
    stop.setEnd(after, 1);
    if (stop.getBoundingClientRect().left < formula.getBoundingClientRect().right - 3)
      faults.push(`"${{after.data[0]}}" alone on a line: ${{tell(formula.parentElement)}}`);
  }}
  return faults;
}}"""

PAPER = f"""() => {{
  {TELL}
  const faults = [];
  const seen = (e) => e.checkVisibility({{ visibilityProperty: true }}) && e.getClientRects().length;
  for (const e of document.querySelectorAll("header, aside, nav, footer, button"))
    if (seen(e)) faults.push(`on paper: ${{tell(e)}}`);
  for (const e of document.querySelectorAll("article :is(pre, img, table, .math-wrapper)")) {{
    const wide = e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth + 1;
    if (seen(e) && wide) faults.push(`cut off: ${{tell(e)}}`);
  }}
  for (const e of document.querySelectorAll(".solution > :not(summary)"))
    if (seen(e)) faults.push(`unfolded: ${{tell(e)}}`);
  return faults;
}}"""


def faults(tab, url, screen, look, media="screen"):
    """Visit a page on a screen or a sheet and list what is wrong."""
    tab.set_viewport_size(screen)
    tab.emulate_media(media=media)
    tab.goto(url)
    tab.wait_for_load_state("networkidle")
    return tab.evaluate(look)


def test_every_page_fits_the_narrowest_phone(tab, site, pages):
    wrong = [
        f"{page}: {fault}" for page in pages for fault in faults(tab, site + page, NARROW, PHONE)
    ]
    assert not wrong, "\n".join(wrong)


def test_every_page_prints_by_itself_with_solutions_folded(tab, site, pages):
    wrong = [
        f"{page}: {fault}"
        for page in pages
        if page.startswith("book/")
        for fault in faults(tab, site + page, SHEET, PAPER, "print")
    ]
    assert not wrong, "\n".join(wrong)


def test_the_dark_theme_prints_as_the_light_one(tab, site):
    tab.emulate_media(color_scheme="dark", media="print")
    tab.goto(site + "book/02_perceptron_rule.html")
    for theme in ("auto", "dark"):
        tab.evaluate("(theme) => { document.body.dataset.theme = theme }", theme)
        ground = tab.evaluate(
            "getComputedStyle(document.body).getPropertyValue('--color-background-primary')"
        )
        assert ground.strip() in ("white", "#fff", "#ffffff")


# The checks


@pytest.fixture
def found(tab, tmp_path):
    """Return the function that lists the faults of a fragment of HTML."""

    def look(fragment, *how):
        head = (
            '<!DOCTYPE html><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,">'
        )
        body = f'<meta name="viewport" content="width=device-width"><article>{fragment}</article>'
        (tmp_path / "page.html").write_text(head + body, "utf-8")
        with serve(tmp_path) as address:
            return faults(tab, address + "page.html", *how)

    return look


BOX = "<div style='width: 100px; overflow: auto' {}><p style='width: 300px'>wide</p></div>"
LINE = """<p style="width: 6.2em; font: 16px monospace">alone <span class="math"
    style="{}"><b>xxxx</b></span>. More</p>"""
SHORT = (
    "<span class='math wide' style='display: block'><b style='display: inline-block'>x</b></span>"
)


@pytest.mark.parametrize(
    ("fault", "fragment"),
    [
        ("the page scrolls sideways", "<p style='width: 400px'>wide</p>"),
        ("not reached by keyboard: DIV : wide", BOX.format("aria-label='Table'")),
        ("scrolls without a name: DIV : wide", BOX.format("tabindex='0'")),
        ('"." alone on a line: P : alone', LINE.format("display: inline-block; width: 6.1em")),
        ("on a line of its own: SPAN math wide: x", SHORT),
        ("as large as the heading above: H3 : low", "<h2>high</h2><h3 style='font-size: 2em'>low"),
        ("", BOX.format("tabindex='0' aria-label='Table'") + LINE.format("")),
    ],
)
def test_a_fault_on_the_phone_is_noticed(found, fault, fragment):
    lines = found(fragment, NARROW, PHONE)
    assert len(lines) == bool(fault)
    assert all(line.startswith(fault) for line in lines)


@pytest.mark.parametrize(
    ("fault", "fragment"),
    [
        ("on paper: BUTTON : Copy", "<button>Copy</button>"),
        ("cut off: PRE : long", f"<pre>{'long' * 100}</pre>"),
        (
            "unfolded: SECTION : 42",
            "<details class='solution' open><summary>Title</summary><section>42</section></details>",
        ),
        ("", "<style>@media print { button { display: none } }</style><button>Copy</button>"),
    ],
)
def test_a_fault_on_paper_is_noticed(found, fault, fragment):
    lines = found(fragment, SHEET, PAPER, "print")
    assert len(lines) == bool(fault)
    assert all(line.startswith(fault) for line in lines)
