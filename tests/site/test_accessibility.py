"""The built site for every reader: axe-core, headings, pictures in words, landmarks, the keyboard.

The fragments at the end are broken on purpose: each check must see its own fault.
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

import axe
from browser import PHONE, chromium, serve

pytestmark = pytest.mark.site

# What a reader without the picture goes by. Names of files are not words; nor is one word a picture.
STRUCTURE = r"""() => {
  const faults = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const headings = all("h1, h2, h3, h4, h5, h6").filter((heading) => heading.checkVisibility());
  const tops = headings.filter((heading) => heading.tagName === "H1").length;
  if (tops !== 1) faults.push(`${tops} headings of the first level`);
  let level = 0;
  for (const heading of headings) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) faults.push(`level ${level} is followed by level ${next}: ${heading.textContent}`);
    level = next;
  }
  const described = new Set();
  for (const image of all("img:not([alt='']), svg[role=img]")) {
    const title = image.querySelector("title")?.textContent;
    const text = (image.alt ?? image.getAttribute("aria-label") ?? title ?? "").trim();
    const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word) && !/[\/\\]|\.\w{3,4}$/.test(word));
    if (words.length < 4) faults.push(`picture without a description: "${text}"`);
    else if (described.has(text)) faults.push(`two pictures with one description: "${text}"`);
    described.add(text);
  }
  for (const landmark of ["[role=main], main", "footer", "nav"])
    if (!all(landmark).length) faults.push(`no landmark: ${landmark}`);
  if (!document.documentElement.lang) faults.push("no language");
  return faults;
}"""

# Lists the controls in sight, explorables' included (a group of radio buttons is one), and notes each
# element that the Tab key reaches: whether one sees it, and how it looks.
WATCH = """() => {
  const looks = (e) => [e, ...[...e.querySelectorAll("*")].slice(0, 20)].map((each) => {
    const style = getComputedStyle(each);
    const outline = style.outlineStyle === "none" ? "" : style.outlineWidth + style.outlineColor;
    return [outline, style.boxShadow, style.borderColor, style.backgroundColor, style.color,
      style.textDecorationLine, style.stroke, style.strokeWidth, style.strokeDasharray].join();
  }).join("|");
  const visible = (e) => [e, ...e.querySelectorAll("*")].some((each) => {
    const box = each.getBoundingClientRect();
    const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    return box.width > 0 && box.height > 0 && inside
      && each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  });
  const roots = [document, ...[...document.querySelectorAll("*")].flatMap((e) => e.shadowRoot ?? [])];
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], "
    + "[role=slider], [onclick], [tabindex], [contenteditable]";
  window.controls = roots.flatMap((root) => [...root.querySelectorAll(controls)])
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && !e.closest("[inert]"))
    .filter((e) => e.getAttribute("tabindex") !== "-1" && (e.type !== "radio" || e.checked));
  window.stops = [];
  const note = (event) => {
    const target = event.composedPath()[0];
    if (window.stops.some((stop) => stop.target === target)) return;
    window.stops.push({ target, visible: visible(target), focused: looks(target) });
  };
  for (const root of roots) root.addEventListener("focusin", note);
  window.stopped = () => window.stops.map((stop) => ({ ...stop, shown: stop.focused !== looks(stop.target) }));
}"""
KEYBOARD = r"""() => {
  const faults = [];
  const name = (e) => e.outerHTML.replace(/\s+/g, " ").slice(0, 80);
  const stops = window.stopped();
  const reached = new Set(stops.map((stop) => stop.target));
  for (const { target, visible, shown } of stops) {
    if (!visible) faults.push(`focus on something unseen: ${name(target)}`);
    else if (!shown) faults.push(`focus not shown: ${name(target)}`);
  }
  for (const e of window.controls) {
    if (e.tabIndex > 0) faults.push(`out of order: ${name(e)}`);
    if (!reached.has(e)) faults.push(`not reached by keyboard: ${name(e)}`);
  }
  return faults;
}"""


def structure(tab):
    """List what is wrong with headings, pictures and landmarks."""
    tab.evaluate(axe.UNFOLD)
    return tab.evaluate(STRUCTURE)


def keyboard(tab):
    """Walk over a page with the Tab key until nothing new comes, and list what that shows."""
    tab.add_style_tag(content=axe.STILL)
    tab.evaluate(WATCH)
    before = -1
    while before < (before := tab.evaluate("window.stops.length")):
        for _ in range(20):
            tab.keyboard.press("Tab")
    tab.evaluate("document.activeElement.blur()")
    return tab.evaluate(KEYBOARD)


def visits(tab, site, pages, look):
    """Look at every page, and list the faults with the names of their pages."""
    found = []
    for page in pages:
        tab.goto(site + page)
        found += [f"{page}: {fault}" for fault in look(tab)]
    return found


# The site


@pytest.mark.usefixtures("browser")
def test_axe_finds_nothing(site, pages):
    def judge(some):
        with chromium() as browser, browser.new_context() as context:
            tab = context.new_page()
            return [f"{page}: {each}" for page in some for each in axe.violations(tab, site + page)]

    with ThreadPoolExecutor(2) as pool:  # a browser for each of two cores
        found = [each for half in pool.map(judge, [pages[::2], pages[1::2]]) for each in half]
    assert not found, "\n".join(found)


def test_pages_are_well_ordered(tab, site, pages):
    found = visits(tab, site, pages, structure)
    assert not found, "\n".join(found)


def test_every_control_is_reached_and_seen_by_keyboard(tab, site, pages):
    found = visits(tab, site, pages, keyboard)
    assert not found, "\n".join(found)


def test_titles_and_descriptions_tell_pages_apart(tab, site, pages):
    count = Counter()
    for page in pages:
        tab.goto(site + page)
        description = tab.get_attribute("meta[name=description]", "content")
        assert len(description.split()) >= 4, page
        count.update([tab.title(), description])
    assert [text for text, number in count.items() if number > 1] == []


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


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_is_what_the_reader_prefers(browser, site, theme):
    with browser.new_context(color_scheme=theme) as context:
        tab = context.new_page()
        tab.goto(site + "book/index.html")
        ground = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ("255" in ground) == (theme == "light")


# The checks


PAGE = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><style>@media (prefers-color-scheme: dark) {{ body {{ background: black; color: white }} }} a {{ color: inherit }}
.grey {{ color: #999 }} .grey2 {{ color: #9a9a9a }} .grey3 {{ color: #9b9b9b }} .grey4 {{ color: #9c9c9c }}</style><header>A book</header><nav><a href="#x">x</a></nav><main id="x"><h1>A page</h1>{}</main><footer>End</footer>"""


@pytest.fixture
def url_of(tmp_path):
    """Return the function that serves a fragment of HTML as a page."""
    with serve(tmp_path) as address:

        def write(fragment):
            (tmp_path / "page.html").write_text(PAGE.format(fragment), "utf-8")
            return address + "page.html"

        yield write


FORMULA = "<span class='math'><math><mi>sin</mi></math></span>"
WIDE = (
    "<div id='wide' style='overflow: auto'><p style='width: 800px'>" + 30 * "Wide " + "</p></div>"
)
TRAP = "<p onkeydown='event.preventDefault()'><input aria-label='x'></p>"
WHOLE = f"""
    <h2>Two <button>One</button></h2>
    <img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>" alt="A line between two classes">
    <label><input type="radio" name="r" checked>1</label><label><input type="radio" name="r">2</label>
    <details><summary>Solution</summary><p>It is <a href="#x">here</a>.</p></details>
    <pre class="code"><span class="n">x</span> = <span class="n">1</span></pre> {FORMULA}
"""


def test_a_whole_page_is_accepted(tab, url_of):
    assert axe.violations(tab, url_of(WHOLE)) == []
    tab.reload()
    assert structure(tab) == []
    tab.reload()
    assert keyboard(tab) == []


BROKEN = [
    ("light, 1280 px: color-contrast: #faint", "<p id='faint' class='grey'>Faint</p>"),
    ("dark, 390 px: color-contrast: #unlit", "<p id='unlit' style='color: #222'>Unlit</p>"),
    (
        "light, 390 px: color-contrast: #word",
        "<pre><i>x</i> <span id='word' class='grey2'>in</span></pre>",
    ),
    ("light, 390 px: color-contrast: #sine", FORMULA.replace("<mi", "<mi class='grey3' id='sine'")),
    (
        "light, 390 px: color-contrast: #fold",
        "<details><summary>More</summary><p class='grey4' id='fold'>Fold</p></details>",
    ),
    ("light, 1280 px: image-alt: #plot", "<img id='plot' src='data:,'>"),
    ("light, 1280 px: link-name: #link", "<a id='link' href='#x'></a>"),
    ("light, 1280 px: heading-order: #four", "<h4 id='four'>Four</h4>"),
    (
        "dark, 1280 px: label-content-name-mismatch: #go",
        "<button id='go' aria-label='Go'>Stop</button>",
    ),
    ("light, 390 px: scrollable-region-focusable: #wide", WIDE),
    ("2 headings of the first level", "<h1>Another</h1>"),
    ("level 1 is followed by level 3: Three", "<h3>Three</h3>"),
    ('picture without a description: "plot.svg"', "<img src='data:,' alt='plot.svg'>"),
    ('picture without a description: ""', "<img src='data:,'>"),
    ("two pictures with one", "<img alt='A line and points'><img alt='A line and points'>"),
    (
        "no landmark: footer",
        "<script>onload = () => document.querySelector('footer').remove()</script>",
    ),
    ("no language", "<script>document.documentElement.lang = ''</script>"),
    ('focus not shown: <button id="b1"', "<button id='b1' style='outline: none'>Go</button>"),
    (
        'focus on something unseen: <button id="b2"',
        "<button id='b2' style='opacity: 0'>Go</button>",
    ),
    (
        'focus on something unseen: <button id="b3"',
        "<button id='b3' style='position: fixed; left: -9em'>Go</button>",
    ),
    ('out of order: <button id="b4"', "<button id='b4' tabindex='3'>Go</button>"),
    ('not reached by keyboard: <div id="b5"', "<div id='b5' onclick='1'>Go</div>"),
    ('not reached by keyboard: <button id="b6"', TRAP + "<button id='b6'>Go</button>"),
]


def test_each_fault_is_noticed(tab, url_of):
    url = url_of("".join(fragment for _, fragment in BROKEN))
    found = axe.violations(tab, url)
    for look in (structure, keyboard):
        tab.goto(url)
        found += look(tab)
    missed = [fault for fault, _ in BROKEN if not any(line.startswith(fault) for line in found)]
    assert missed == [], "\n".join(found)
