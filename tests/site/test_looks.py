"""Each look of `looks` sees its own fault, on fragments of HTML that are broken on purpose."""

import random

import looks
import pytest

import axe
from browser import LAPTOP, serve

pytestmark = pytest.mark.site

PAGE = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><style>@media (prefers-color-scheme: dark) {{ body {{ background: black; color: white }} }} a {{ color: inherit }}
.grey {{ color: #999 }} .grey2 {{ color: #9a9a9a }} .grey3 {{ color: #9b9b9b }} .grey4 {{ color: #9c9c9c }}</style><header>A book</header><nav><a href="#x">x</a></nav><main id="x"><h1>A page</h1>{}</main><footer>End</footer>"""


DOT = '<svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.fixture
def url_of(tmp_path):
    """Return a function that serves a fragment of HTML as a page."""
    noise = random.Random(0).randbytes(looks.HEAVY).hex()  # gzip makes one byte of two digits
    (tmp_path / "heavy.svg").write_text(f"{DOT}<!--{noise}-->")
    (tmp_path / "dot.svg").write_text(DOT)
    with serve(tmp_path) as address:

        def write(fragment):
            (tmp_path / "page.html").write_text(PAGE.format(fragment), "utf-8")
            return address + "page.html"

        yield write


def missed(broken, found):
    """Return the faults that no line of what was found begins with."""
    return [fault for fault, _ in broken if not any(line.startswith(fault) for line in found)]


FORMULA = "<span class='math'><math><mi>sin</mi></math></span>"
WIDE = (
    "<div id='wide' style='overflow: auto'><p style='width: 800px'>" + 30 * "Wide " + "</p></div>"
)
TRAP = "<p onkeydown='event.preventDefault()'><input aria-label='x'></p>"
WHOLE = f"""
    <h2>Two <button>One</button></h2>
    <p>From $5 to $10</p> <pre class="code" tabindex="0">$x$ \\frac <span class="n">x</span></pre>
    <img src="dot.svg" alt="A line between two classes"> <a href="https://example.org">waits for a click</a>
    <label><input type="radio" name="r" checked>1</label><label><input type="radio" name="r">2</label>
    <details><summary>Solution</summary><p>It is <a href="#x">here</a>.</p></details>
    {FORMULA} <span class="eqno">(2.1)<a href="#x">✓</a></span>
"""


def test_a_whole_page_is_accepted(tab, url_of):
    url = url_of(
        "<style>@media print { header, nav, footer, button { display: none } }</style>" + WHOLE
    )
    assert looks.faults(tab, url) == []


# What loading a page and a first glance show
LOADED = [
    ("foreign request: https://example.org/x", '<script src="https://example.org/x"></script>'),
    ("request failed: https://example.org/x.png", '<img src="https://example.org/x.png" alt="x">'),
    ("status 404", '<img src="none.svg" alt="Nothing">'),
    ("console: wrong", "<script>console.error('wrong')</script>"),
    ("console: doubtful", "<script>console.warn('doubtful')</script>"),
    ("page error: stopped", "<script>throw Error('stopped')</script>"),
    ("raw TeX: \\(", r"<p>\(x\)</p>"),
    ("raw TeX: \\frac", r"<p>\frac 1 2</p>"),
    ("raw TeX: $x_1$", "<p>Between $x_1$ and 2</p>"),
    ("raw Markdown: ```{admonition}", "<p>```{admonition} Why? :class: dropdown</p>"),
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


@pytest.mark.parametrize("look", [looks.faults, looks.first_look])
def test_a_fault_of_loading_is_noticed(tab, url_of, look):
    found = look(tab, url_of("".join(fragment for _, fragment in LOADED)))
    assert missed(LOADED, found) == []


def test_too_many_elements_are_noticed(tab, url_of):
    assert looks.weight(tab, url_of(looks.ELEMENTS // 2 * "<i></i>")) == []
    (fault,) = looks.weight(tab, url_of(looks.ELEMENTS * "<i></i>"))
    assert fault.startswith("too many elements: 12")


# What a reader meets who uses the keyboard, or has the page read aloud
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
        "light, 1280 px: label-content-name-mismatch: #go",
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


def in_every_mode(tab):
    """List what axe-core finds in both themes on both screens."""
    return axe.violations(tab, axe.PAIRS)


def test_a_fault_of_access_is_noticed(tab, url_of):
    url = url_of("".join(fragment for _, fragment in BROKEN))
    found = []
    for look in (in_every_mode, looks.structure, looks.keyboard):
        tab.set_viewport_size(LAPTOP)
        tab.goto(url)
        found += look(tab)
    assert missed(BROKEN, found) == [], "\n".join(found)


# The narrowest phone, and paper


@pytest.fixture
def found(tab, tmp_path):
    """Return a function that lists what a look sees on a fragment of HTML."""

    def look(fragment, see):
        head = (
            '<!DOCTYPE html><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,">'
        )
        body = f'<meta name="viewport" content="width=device-width"><article>{fragment}</article>'
        (tmp_path / "page.html").write_text(head + body, "utf-8")
        with serve(tmp_path) as address:
            tab.goto(address + "page.html")
            return see(tab)

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
    lines = found(fragment, looks.narrow)
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
    lines = found(fragment, looks.paper)
    assert len(lines) == bool(fault)
    assert all(line.startswith(fault) for line in lines)
