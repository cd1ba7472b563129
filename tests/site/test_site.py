"""The built site, page by page in Chromium: it asks no other host for anything, and all of it is there.

Build it first (`make book`). The pages at the end are broken on purpose: each check must see its own fault.
"""

import random
import re
from collections import Counter
from html.parser import HTMLParser

import pytest

from browser import LAPTOP, PHONE, ROOT, SHIFT, SITE, serve

pytestmark = pytest.mark.site

# What the finished page must not show. Code may contain anything.
SIGHT = r"""() => {
  const faults = [];
  const text = document.body.cloneNode(true);
  text.querySelectorAll("pre, code, script, style, annotation").forEach((e) => e.remove());
  const tex = /\\[a-zA-Z]+|\\[([]|\$[^\s$]([^$\n]*[^\s$])?\$(?!\d)/g;
  for (const [match] of text.textContent.matchAll(tex)) faults.push(`raw TeX: ${match}`);
  for (const e of document.querySelectorAll(".math"))
    if (!e.querySelector("math")) faults.push(`formula not typeset: ${e.textContent}`);
  for (const number of document.querySelectorAll(".eqno"))
    if (!/^\(\d+\.?\d*\)/.test(number.innerText) || !number.offsetWidth)
      faults.push(`number not seen: ${number.textContent}`);
  for (const image of document.querySelectorAll("img:not([alt=''])")) {
    const alt = image.alt.trim();
    const name = image.src.split("/").pop();
    if (!alt || alt.endsWith(name)) faults.push(`no alternative text: ${name}`);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`too wide: ${scrollWidth} > ${clientWidth}`);
  return faults;
}"""

# What does not break, and its number of lines.
LINES = """() => [...document.querySelectorAll(".whole")].filter((each) => each.checkVisibility())
  .map((each) => [each.textContent, new Set([...each.getClientRects()].map(({ bottom }) => bottom)).size])"""
FETCH_ALL = """async () => {
  for (const image of document.images) {
    image.loading = "eager";
    if (!image.complete) await new Promise((done) => { image.onload = image.onerror = done; });
  }
}"""
HEAVY = 200 * 1024  # bytes, compressed, all pictures included


def faults(context, url):
    """Visit one page, look at it on both screens, and list what is wrong."""
    tab = context.new_page()
    network = context.new_cdp_session(tab)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    weights, found = [], []
    network.on("Network.loadingFinished", lambda done: weights.append(done["encodedDataLength"]))

    def heard(request):
        if not request.url.startswith(("http://127.0.0.1:", "data:")):
            found.append(f"foreign request: {request.url}")

    def answered(response):
        if response.status >= 400:
            found.append(f"status {response.status}: {response.url}")

    def failed(request):
        if request.failure != "net::ERR_ABORTED":  # by the reload, below
            found.append(f"request failed: {request.url}")

    def said(message):
        if message.type in {"error", "warning"}:
            found.append(f"console: {message.text}")

    tab.on("request", heard)
    tab.on("response", answered)
    tab.on("console", said)
    tab.on("requestfailed", failed)
    tab.on("pageerror", lambda error: found.append(f"page error: {error}"))
    tab.set_viewport_size(LAPTOP)
    tab.goto(url)
    tab.wait_for_load_state("networkidle")
    tab.evaluate(FETCH_ALL)
    if sum(weights) > HEAVY:
        found.append(f"too heavy: {sum(weights) / 1000:.0f} KB")
    network.send("Network.setCacheDisabled", {"cacheDisabled": False})
    for screen in (LAPTOP, PHONE):  # now the fonts come at once, however slow the machine
        tab.set_viewport_size(screen)
        tab.reload()
        tab.wait_for_load_state("networkidle")
        found += tab.evaluate(SHIFT)
        found += tab.evaluate(SIGHT)
    tab.close()
    return list(dict.fromkeys(found))


class Links(HTMLParser):
    """Collect the addresses that a page loads by itself."""

    def __init__(self, text):
        super().__init__()
        self.loaded = re.findall(r"@import\s+(?:url\()?[\"']?([^\"')\s;]+)", text)
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        """Note every source, and the targets of links that fetch."""
        attributes = dict(attrs)
        self.loaded += [attributes.get("src"), attributes.get("data")]
        if tag == "link" and attributes.get("rel") != "canonical":
            self.loaded.append(attributes.get("href"))


def foreign(text):
    """Return the addresses of other hosts that a page or stylesheet loads by itself."""
    loaded = Links(text).loaded + re.findall(r"url\([\"']?([^\"')]+)", text)
    return [url for url in loaded if url and re.match(r"(https?:)?//", url)]


# The site


def test_every_page_is_whole(tab, site, pages):
    wrong = [f"{page}: {fault}" for page in pages for fault in faults(tab.context, site + page)]
    assert not wrong, "\n".join(wrong)


def test_no_file_names_another_host(pages):
    files = [SITE / page for page in ("index.html", *pages)] + sorted(SITE.rglob("*.css"))
    wrong = [f"{file}: {url}" for file in files for url in foreign(file.read_text("utf-8"))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("page", ["book/index.html", "book/speed.html", "book/status.html"])
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
        ("book/01_discriminants.html", "000-05"),
        ("book/12_spam.html", "In-Reply-To"),
    ]:
        tab.goto(site + page)
        lines = tab.evaluate(LINES)
        assert [name, 1] in lines
        assert [text for text, number in lines if number > 1] == []


def test_no_id_stands_twice_in_a_page(pages):
    for page in pages:
        ids = re.findall(r'<[^>]* id="([^"]*)"', (SITE / page).read_text("utf-8"))
        assert [name for name, times in Counter(ids).items() if times > 1] == [], page


HEIGHTS = """async () => {
  const heights = new Set(), root = document.documentElement;
  for (let y = 0; y < root.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await new Promise(requestAnimationFrame);
    heights.add(root.scrollHeight);
  }
  return [...heights];
}"""


@pytest.mark.parametrize("page", ["book/04_convergence.html", "book/07_adaline.html"])
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


def test_search_finds_a_word(tab, site):
    tab.goto(site + "search.html")
    tab.fill("article input[type=search]", "perceptron")
    tab.press("article input[type=search]", "Enter")
    tab.click("#search-results li a >> nth=0")
    tab.wait_for_selector("article h1")


def test_notebooks_can_be_downloaded(tab, site):
    notebooks = sorted(ROOT.glob("book/*.ipynb"))
    assert notebooks
    for notebook in notebooks:
        tab.goto(f"{site}book/{notebook.stem}.html")
        button = tab.query_selector("nav.launch a[download]")
        answer = tab.request.get(tab.url.rsplit("/", 1)[0] + "/" + button.get_attribute("href"))
        assert answer.body() == notebook.read_bytes(), f"the site is older than {notebook.name}"


# The checks


DOT = '<svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.fixture
def page_of(tab, tmp_path):
    """Return the function that finds the faults of a fragment of HTML."""

    def visit(fragment):
        head = '<!DOCTYPE html><title>x</title><link rel="icon" href="dot.svg">'
        (tmp_path / "page.html").write_text(head + fragment)
        noise = (
            random.Random(0).randbytes(HEAVY).hex()
        )  # two digits a byte, which gzip makes one again
        (tmp_path / "heavy.svg").write_text(f"{DOT}<!--{noise}-->")
        (tmp_path / "dot.svg").write_text(DOT)
        with serve(tmp_path) as address:
            return faults(tab.context, address + "page.html")

    return visit


BROKEN = [
    ("foreign request: https://example.org/x", '<script src="https://example.org/x"></script>'),
    ("request failed: https://example.org/x.png", '<img src="https://example.org/x.png" alt="x">'),
    ("status 404", '<img src="none.svg" alt="Nothing">'),
    ("console: wrong", "<script>console.error('wrong')</script>"),
    ("console: doubtful", "<script>console.warn('doubtful')</script>"),
    ("page error: stopped", "<script>throw Error('stopped')</script>"),
    ("raw TeX: \\(", r"<p>\(x\)</p>"),
    ("raw TeX: \\frac", r"<p>\frac 1 2</p>"),
    ("raw TeX: $x_1$", "<p>Between $x_1$ and 2</p>"),
    ("formula not typeset: y", '<span class="math">y</span>'),
    ("number not seen: ", '<span class="eqno"></span>'),
    ("no alternative text: dot.svg?1", '<img src="dot.svg?1">'),
    ("no alternative text: dot.svg?2", '<img src="dot.svg?2" alt="images/dot.svg?2">'),
    (
        "layout shift: ",
        '<p id="late">Late</p><script>setTimeout(() => document.body.prepend(late), 50)</script>',
    ),
    ("too heavy: ", '<img loading="lazy" src="heavy.svg" alt="Heavy" style="margin-top: 9000px">'),
    ("too wide: 800 > 390", '<p style="position: absolute; left: 0; width: 800px">Wide</p>'),
]
WHOLE = """
    <p>From $5 to $10</p> <pre>$x$ \\frac</pre> <img src="dot.svg" alt="A dot">
    <a href="https://example.org">a link that waits for a click</a>
    <span class="math"><math><mi>x</mi></math></span> <span class="eqno">(2.1)<a href="#">✓</a></span>
"""


def test_a_broken_page_is_noticed(page_of):
    found = page_of("".join(fragment for _, fragment in BROKEN))
    assert [fault for fault, _ in BROKEN if not any(line.startswith(fault) for line in found)] == []


def test_a_whole_page_is_accepted(page_of):
    assert page_of(WHOLE) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('<script src="//example.org/x.js"></script>', 1),
        ('<link rel="stylesheet" href="https://example.org/x.css">', 1),
        ('<img src="http://example.org/x.png" alt="x">', 1),
        ("<style>@import 'https://example.org/x.css';</style>", 1),
        ("body { background: url(https://example.org/x.png) }", 1),
        ('<a href="https://example.org">a link that waits for a click</a>', 0),
        ('<link rel="canonical" href="https://example.org/page.html">', 0),
        ('<script src="x.js"></script><img src="data:image/png;base64,AA//" alt="x">', 0),
    ],
)
def test_a_foreign_address_is_noticed(text, number):
    assert len(foreign(text)) == number
