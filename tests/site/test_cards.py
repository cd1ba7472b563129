"""Cards: what a link leads to is shown by pointer, keyboard and long press; without them the link just works.

Build the site first (`make book`). `test_engines` opens a card in Firefox and WebKit.
"""

import pytest

import axe
from browser import LAPTOP, PHONE, SHIFT, SITE

pytestmark = pytest.mark.site

PAGE = "book/05_margins.html"
FORMULA = "article p a[href='#equation-eq-conv-bias-price'] >> visible=true"
THEOREM = "article p a[href='#margin-largest'] >> visible=true"
TERM = "article p a[href='glossary.html#term-tie'] >> visible=true"
FAR = "article p a[href='04_convergence.html#equation-eq-conv-certificate'] >> visible=true"
CITATION = "article p a[href^='bibliography.html#'] >> visible=true"
TEX = "document.querySelector('[id=\"equation-eq-conv-bias-price\"]').dataset.tex"


@pytest.fixture(scope="module")
def chapter(browser, site):
    """Return a function that opens chapter 5, and leaves the pointer in a corner."""
    allowed = ["clipboard-read", "clipboard-write"]
    with browser.new_context(viewport=LAPTOP, permissions=allowed) as context:
        tab, errors = context.new_page(), []
        tab.on("pageerror", lambda error: errors.append(str(error)))

        def open_page():
            tab.mouse.move(0, 0)
            tab.goto(site + PAGE)
            return tab

        yield open_page
    assert errors == []


def hover(tab, link):
    """Scroll to a link, and let the pointer rest on it."""
    tab.locator(link).first.scroll_into_view_if_needed()
    tab.wait_for_timeout(100)  # a scroll closes cards
    tab.locator(link).first.hover()
    tab.wait_for_selector(".card")
    return tab.locator(".card")


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        (FORMULA, "Copy as TeX"),
        (THEOREM, "Theorem 5.1"),
        (TERM, "tie"),  # on another page, as the next two
        (FAR, "Copy as TeX"),
        (CITATION, "Gilbert"),
    ],
)
def test_a_card_shows_what_the_pointer_rests_on(chapter, link, shown):
    tab = chapter()
    card = hover(tab, link)
    assert shown in card.inner_text()
    assert card.locator("math").count() or link in (TERM, CITATION)
    box = card.bounding_box()
    assert box["x"] >= 0 <= box["y"]
    assert box["x"] + box["width"] <= LAPTOP["width"]
    assert box["y"] + box["height"] <= LAPTOP["height"]
    assert tab.evaluate(SHIFT) == []
    assert tab.locator(".card [id], .card details, .card .headerlink").count() == 0
    tab.mouse.move(0, 0)
    tab.wait_for_selector(".card", state="detached")


def test_the_pointer_may_go_onto_the_card_and_copy(chapter):
    tab = chapter()
    hover(tab, FORMULA).locator("button").click()
    tab.get_by_text("Copied").wait_for()
    assert tab.evaluate("navigator.clipboard.readText()") == tab.evaluate(TEX)


def test_the_keyboard_opens_a_card_goes_in_and_closes_it(chapter):
    tab = chapter()
    link = tab.locator(FORMULA).first
    link.evaluate("(link) => { link.before(document.createElement('button')); }")
    link.evaluate("(link) => link.previousSibling.focus()")
    tab.keyboard.press("Tab")
    tab.wait_for_selector(".card")
    for inside in ("✓", "Copy as TeX"):
        tab.keyboard.press("Tab")
        assert tab.evaluate("document.activeElement.textContent") == inside
    tab.keyboard.press("Escape")
    assert tab.locator(".card").count() == 0
    assert link.evaluate("(link) => link === document.activeElement")
    tab.wait_for_timeout(400)
    assert tab.locator(".card").count() == 0
    tab.keyboard.press("Tab")
    tab.keyboard.press("Shift+Tab")  # again: it opens as before
    tab.wait_for_selector(".card")
    tab.keyboard.press("Escape")
    assert tab.locator(".card").count() == 0


def test_no_rule_of_access_is_broken_by_a_card(chapter):
    tab = chapter()
    tab.evaluate(axe.SOURCE.read_text("utf-8"))
    hover(tab, FORMULA)
    run = "(rules) => axe.run('.card', rules).then((all) => [all.violations, all.passes].map((one) => one.map(({ id }) => id)))"
    for theme, rules in [("light", {}), ("dark", {"runOnly": ["color-contrast"]})]:
        tab.evaluate("(theme) => { document.body.dataset.theme = theme }", theme)
        broken, kept = tab.evaluate(run, rules)
        assert broken == []
        assert "color-contrast" in kept


def test_a_long_press_opens_a_card_and_a_tap_follows_the_link(browser, site):
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        tab = context.new_page()
        tab.goto(site + PAGE)
        link = tab.locator(FORMULA).first
        link.scroll_into_view_if_needed()
        tab.wait_for_timeout(100)
        box = link.bounding_box()
        point = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        touch = context.new_cdp_session(tab)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
        tab.wait_for_selector(".card")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        tab.wait_for_timeout(100)
        assert tab.locator(".card").count() == 1
        assert tab.url == site + PAGE
        tab.touchscreen.tap(20, 700)
        tab.wait_for_selector(".card", state="detached")
        link.tap()
        tab.wait_for_url("**#equation-eq-conv-bias-price")
        assert tab.locator(".card").count() == 0


def test_from_files_and_without_scripts_links_work(browser, site):
    with browser.new_context() as context:
        tab, said = context.new_page(), []
        tab.on("console", lambda message: said.append(message.text))
        tab.goto((SITE / PAGE).as_uri())
        tab.locator(TERM).first.hover()
        tab.wait_for_timeout(500)
        assert tab.locator(".card").count() == 0
        assert said == []
        tab.locator(TERM).first.click()
        tab.wait_for_url("**/glossary.html#term-tie")
    with browser.new_context(java_script_enabled=False) as context:
        tab = context.new_page()
        tab.goto(site + PAGE)
        tab.locator(FAR).first.click()
        tab.wait_for_url("**/04_convergence.html#equation-eq-conv-certificate")
