"""The built site in a reader's hands: theme, keyboard, phone, download, print.

Build it first (`make book`). `test_pages` looks at every page.
"""

import re

import pytest

from browser import LAPTOP, PHONE, ROOT, SHIFT, SITE

pytestmark = pytest.mark.site

OPEN = "document.querySelectorAll('details').forEach((fold) => (fold.open = true))"

# What does not break, and its number of lines.
LINES = """() => [...document.querySelectorAll(".whole")].filter((each) => each.checkVisibility())
  .map((each) => [each.textContent, new Set([...each.getClientRects()].map(({ bottom }) => bottom)).size])"""


@pytest.mark.parametrize(
    "page", ["book/index.html", pytest.param("book/status.html", marks=pytest.mark.thorough)]
)
def test_a_page_that_comes_slowly_does_not_move(tab, site, page):
    tab.goto(site + page)  # its fonts and its stylesheet are kept
    network = tab.context.new_cdp_session(tab)
    slow = {"offline": False, "latency": 0, "uploadThroughput": -1, "downloadThroughput": 5000}
    network.send("Network.emulateNetworkConditions", slow)
    for screen in (LAPTOP, PHONE):
        tab.set_viewport_size(screen)
        tab.reload()
        tab.wait_for_load_state("networkidle")
        assert tab.evaluate(SHIFT) == []


def test_short_code_and_names_of_statements_are_in_one_line(tab, site):
    tab.set_viewport_size(PHONE)
    for page, name in [
        ("book/01_discriminants.html", "S000-05"),
        ("book/your_data.html", "converged=False"),
    ]:
        tab.goto(site + page)
        tab.evaluate(OPEN)
        lines = tab.evaluate(LINES)
        assert [name, 1] in lines
        assert [text for text, number in lines if number > 1] == []


ENDS = """() => [...document.querySelectorAll("div.proof:not(:has(> .admonition-title))")].map((proof) =>
  [...proof.querySelectorAll("p")].filter((p) => getComputedStyle(p, "::after").content.includes("∎")).length)"""


@pytest.mark.parametrize("page", ["book/04_convergence.html", "book/06_step_sizes.html"])
def test_a_proof_ends_with_its_mark(tab, site, page):
    tab.goto(site + page)
    tab.evaluate(OPEN)
    assert set(tab.evaluate(ENDS)) == {1}


HEIGHTS = """async () => {
  const heights = new Set(), root = document.documentElement;
  for (let y = 0; y < root.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await new Promise(requestAnimationFrame);
    heights.add(root.scrollHeight);
  }
  return [...heights];
}"""


@pytest.mark.parametrize(
    "page",
    ["book/04_convergence.html", pytest.param("book/07_adaline.html", marks=pytest.mark.thorough)],
)
def test_the_height_of_a_page_stays_while_it_is_scrolled(tab, site, page):
    for screen in (LAPTOP, PHONE):
        tab.set_viewport_size(screen)
        tab.goto(site + page)
        tab.wait_for_load_state("networkidle")
        heights = tab.evaluate(HEIGHTS)
        assert (
            max(heights) - min(heights) <= 2
        )  # sizes of pictures are whole numbers until they come


def test_no_code_is_clipped_on_a_laptop(tab, site):
    tab.set_viewport_size(LAPTOP)
    tab.goto(site + "book/notation.html")
    tab.evaluate("document.querySelector('pre').textContent = 'x'.repeat(72)")
    width, inner = tab.evaluate(
        "[document.querySelector('pre').scrollWidth, document.querySelector('pre').clientWidth]"
    )
    assert width == inner


def test_root_leads_to_the_book(tab, site):
    tab.goto(site)
    tab.wait_for_url(site + "book/index.html")


def test_notebooks_can_be_downloaded(pages):
    notebooks = sorted(ROOT.glob("book/*.ipynb"))
    assert notebooks
    for notebook in notebooks:
        page = SITE / "book" / f"{notebook.stem}.html"
        (href,) = re.findall('<a href="([^"]*)"[^>]* download>', page.read_text("utf-8"))
        saved = (page.parent / href).read_bytes()
        assert saved == notebook.read_bytes(), f"the site is older than {notebook.name}"


def test_the_first_key_leads_past_the_navigation(tab, site):
    tab.goto(site + "book/index.html")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.closest('[role=main]') !== null")


@pytest.mark.parametrize("name", ["nav", "toc"])
def test_the_contents_open_and_close_by_keyboard_on_a_phone(tab, site, name):
    tab.set_viewport_size(PHONE)
    tab.goto(site + "book/02_perceptron_rule.html")
    inside = "document.activeElement.closest('.sidebar-drawer, .toc-drawer') !== null"
    tab.focus(f"header .{name}-overlay-icon")
    tab.keyboard.press("Enter")
    tab.wait_for_function(inside)
    tab.keyboard.press("Escape")
    tab.wait_for_function(f"document.activeElement.matches('.{name}-overlay-icon')")
    tab.keyboard.press("Tab")
    assert not tab.evaluate(inside)


def test_a_pressed_button_keeps_the_focus_of_the_keyboard(tab, site):
    tab.goto(site + "book/index.html")
    themes = set()
    tab.focus(".theme-toggle >> visible=true")
    for _ in range(3):
        tab.keyboard.press("Enter")
        themes.add(tab.evaluate("document.body.dataset.theme"))
    assert themes == {"light", "dark", "auto"}


def test_escape_closes_a_card_that_has_the_focus(tab, site):
    errors = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(site + "book/02_perceptron_rule.html")
    link = tab.locator("article a.reference[href='#equation-def-online-rule']")
    link.evaluate("(it) => it.focus({ preventScroll: true })")  # to scroll would close it
    tab.wait_for_selector("aside.card button")
    tab.keyboard.press("Tab")
    assert tab.locator(":focus").inner_text() == "Copy as TeX"
    tab.keyboard.press("Escape")
    tab.wait_for_selector("aside.card", state="detached")
    assert errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_is_what_the_reader_prefers(browser, site, theme):
    with browser.new_context(color_scheme=theme) as context:
        tab = context.new_page()
        tab.goto(site + "book/index.html")
        ground = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ("255" in ground) == (theme == "light")


def test_the_dark_theme_prints_as_the_light_one(tab, site):
    tab.emulate_media(color_scheme="dark", media="print")
    tab.goto(site + "book/02_perceptron_rule.html")
    for theme in ("auto", "dark"):
        tab.evaluate("(theme) => { document.body.dataset.theme = theme }", theme)
        ground = tab.evaluate(
            "getComputedStyle(document.body).getPropertyValue('--color-background-primary')"
        )
        assert ground.strip() in ("white", "#fff", "#ffffff")
