"""What a reader of the site meets in Firefox and WebKit as in Chromium: a sample here, all pages in the longer tests.

Build the site first (`make book`). `test_pages` asks more of every page, in Chromium alone.
"""

import looks
import pytest

import engines
from browser import LAPTOP, PHONE

pytestmark = pytest.mark.site
SCREENS = pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
CHAPTER = "book/05_margins.html"
SAMPLE = [CHAPTER, "book/index.html", "book/glossary.html"]

GROUND = """(theme) => {
  document.body.dataset.theme = theme;
  return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
}"""


@pytest.fixture(scope="module", params=["chromium", "firefox", "webkit"])
def engine(request, unavailable):
    """Start an engine for the tests of this file."""
    if reason := engines.missing(request.param):
        unavailable(reason)
    given = [request.getfixturevalue("browser")] if request.param == "chromium" else []
    with getattr(engines, request.param)(*given) as tab:
        yield tab


def first_look(engine, url):
    """Return what is wrong with a page at first sight, on both screens and in both themes."""
    found = []
    for screen in (LAPTOP, PHONE):
        engine.fit(screen)
        engine.goto(url)
        found += engine.run(looks.FONTS) or []
        for theme, light in [("dark", False), ("light", True)]:
            red, green, blue, *_ = engine.run(GROUND, theme)
            if (red + green + blue > 3 * 128) != light:
                found.append(f"{theme} theme on {(red, green, blue)}")
            found += engine.run(looks.SIGHT)
    return found + engine.errors()


@pytest.mark.parametrize("page", SAMPLE)
def test_a_page_at_first_sight(engine, site, page):
    assert first_look(engine, site + page) == []


@pytest.mark.thorough
def test_every_page_at_first_sight(engine, site, pages):
    found = {page: first_look(engine, site + page) for page in pages}
    assert {page: faults for page, faults in found.items() if faults} == {}


# How links land

LANDED = """async () => {
  await new Promise((done) => setTimeout(done, 300));  // explorables above have grown
  const target = document.querySelector(":target"), { top, bottom } = target.getBoundingClientRect();
  const fold = target.closest("details");
  return [fold ? fold.open : true, top > 0 && bottom < innerHeight, getComputedStyle(target).backgroundColor.match(/\\d+/g)?.slice(0, 3).join()];
}"""
FOLDED = [
    "equation-eq-margin-turn",
    "equation-eq-conv-bias-price",
]  # below a screen of their fold, and far down


@SCREENS
@pytest.mark.parametrize("name", FOLDED)
def test_a_link_into_a_closed_fold_shows_its_target_highlighted(engine, site, screen, name):
    engine.fit(screen)
    engine.goto(f"{site}{CHAPTER}#{name}")
    there = engine.run(LANDED)
    engine.goto(site + CHAPTER)
    engine.run("(name) => { location.hash = name }", name)
    assert there == engine.run(LANDED)
    assert there[:2] == [True, True]
    assert there[2] not in ("0,0,0", "255,255,255")


# Marks a link, for the mouse to find.
MARK = """(address) => {
  for (const link of document.querySelectorAll("a.here")) link.classList.remove("here");
  [...document.querySelectorAll(`article p a[href$="${address}"]`)].find((link) => link.checkVisibility()).classList.add("here");
}"""
BACK = "() => new Promise((done) => setTimeout(done, 300)).then(() => scrollY)"


def test_back_returns_to_the_place(engine, site):
    engine.fit(PHONE)
    engine.goto(site + CHAPTER)
    for link in (
        "#equation-eq-conv-bias-price",
        "glossary.html#term-tie",
    ):  # on this page, and on another
        engine.run(MARK, link)
        engine.hover(".here")
        place = engine.run(BACK)
        engine.click(".here")
        engine.run(BACK)
        engine.back()
        assert abs(engine.run(BACK) - place) < PHONE["height"] / 4


# A card, by the mouse and by the keyboard; what it does in detail is in `test_cards`

CARD = """async () => {
  await new Promise((done) => setTimeout(done, 500));
  const card = document.querySelector(".card"), link = document.activeElement;
  return [Boolean(card?.querySelector("math")), scrollY, link.matches("article a")];
}"""


def test_a_card_opens_and_escape_closes_it(engine, site):
    engine.fit(LAPTOP)
    engine.goto(site + CHAPTER)
    engine.run(MARK, "#equation-eq-margin-start-price")
    engine.hover(".here")
    shown, place, _ = engine.run(CARD)
    assert shown
    engine.press("Escape")
    assert engine.run(CARD) == [False, place, False]


# Formulas

SHOWN = """async () => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  await document.fonts.ready;
  const left = (part) => part.getBoundingClientRect().left, right = (part) => part.getBoundingClientRect().right;
  const measured = (parts, length) => parts.filter((part) => part.checkVisibility())
    .map((part) => length(part) / parseFloat(getComputedStyle(part).fontSize));
  const all = (selector) => [...document.querySelectorAll(selector)];
  const stars = all("math :is(msup, msubsup) > mo").filter((part) => part.textContent === "\u2217");
  return {
    roots: measured(all("msqrt"), (root) => left(root.firstElementChild) - left(root)),
    stars: measured(stars, (star) => right(star) - right(star.parentElement.firstElementChild)),
  };
}"""


def test_roots_have_no_gap_and_stars_no_space(engine, site):
    engine.goto(site + CHAPTER)
    shown = engine.run(SHOWN)
    assert len(shown["roots"]) == 31
    assert 0.75 < min(shown["roots"]) <= max(shown["roots"]) < 0.85  # em: with a gap, 1.2
    assert len(shown["stars"]) > 50
    assert max(shown["stars"]) < 0.75  # em: with an operator's spaces, more than 1
