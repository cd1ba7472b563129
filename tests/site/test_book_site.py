"""Our Sphinx extension, on a small book: what it writes, and what it warns of, so that `-W` stops the build."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sphinx.errors import ExtensionError

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "book" / "_ext"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    ' width="36pt" height="12">{}</svg>'
)
PARTS = "formulas marks pictures citations numbers pages fonts stylesheet scripts leftovers"  # that fit any book
FILES = {
    "conf.py": """
extensions = ["myst_parser", PARTS]
html_math_renderer = "katex"
myst_enable_extensions = ["amsmath", "dollarmath"]
numfig = True
exclude_patterns = ["node_modules"]
html_theme = "sphinx_book_theme"
templates_path = [TEMPLATES]
""".replace("TEMPLATES", repr(str(ROOT / "book" / "_templates"))).replace(
        "PARTS", str([f"book_site.{part}" for part in PARTS.split()])[1:-1]
    ),
    "index.md": """
# Book

```{toctree}
book/02_rule
book/12_spam
```
""",
    "book/02_rule.md": r"""
# 2. The rule

Here is $w \cdot x$, a formula.

Here is a paragraph with "no formula".

$$ w \le 0 $$ (eq-a)

$$
\begin{aligned}
a &= b \\
  &= c
\end{aligned}
$$ (eq-b)

\begin{align}
d &= e \\
f &= g
\end{align}

![](titled.svg) ![Its own words](titled.svg)
""",
    "book/12_spam.md": """
# 12. Spam

$$ \\mathbf{1} < 0 $$ (eq-c)

```{eval-rst}
[A]_ and [B]_ are cited.

.. [A] One source.
.. [B] Another.
```

See {eq}`eq-b`. Wrong: $\\nonsense$, $ŵ$ and ![](untitled.svg).
""",
    "book/titled.svg": SVG.format("<metadata><dc:title>A line &amp; a point</dc:title></metadata>"),
    "book/untitled.svg": SVG.format("<title>of another kind</title>"),
}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Build the small book; return its pages, and the warnings."""
    assert (ROOT / "node_modules" / "katex").exists(), "KaTeX is not installed: run `make setup`"
    source = tmp_path_factory.mktemp("source")
    (source / "book").mkdir()
    (source / "node_modules").symlink_to(ROOT / "node_modules")
    for name, text in FILES.items():
        (source / name).write_text(text)
    build = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", source, source / "out"],
        env={**os.environ, "PYTHONPATH": str(EXTENSION)},
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    pages = {page.stem: page.read_text() for page in source.glob("out/**/*.html")}
    return pages, build.stderr.splitlines(), source / "out" / "_static"


@pytest.fixture
def site(monkeypatch):
    """Let the modules of the extension be imported."""
    monkeypatch.syspath_prepend(EXTENSION)


def test_formulas_are_typeset_for_the_eye_and_for_the_ear(book):
    page = book[0]["02_rule"]
    assert len(re.findall("<math[ >]", page)) == 4
    assert page.count('class="katex-html" aria-hidden="true"') == 4
    assert page.count('class="katex-display"') == 3


def test_equations_are_numbered_within_their_chapter(book):
    rule, spam = book[0]["02_rule"], book[0]["12_spam"]
    assert [f"({number})" in rule for number in ("2.1", "2.2", "2.3", "2.4")] == [True] * 3 + [
        False
    ]
    assert 'class="eqn-num"' not in rule  # KaTeX would number the two lines of `align` again
    assert "(12.1)" in spam
    assert ">(2.2)</a>" in spam
    assert "<h1>12. Spam<" in spam


def test_bibliography_is_a_list_of_items(book):
    page = book[0]["12_spam"]
    assert re.findall(r'role="(list.*?|doc.*?)"', page) == ["list", "listitem", "listitem"]


def test_images_are_described_by_their_own_title_or_by_the_author(book):
    page = book[0]["02_rule"]
    assert 'alt="A line &amp; a point"' in page
    assert 'alt="Its own words"' in page


def test_images_have_a_size_and_wait_for_the_reader_but_the_first(book):
    first, second = re.findall("<img [^>]*>", book[0]["02_rule"])
    assert 'width="48" height="12"' in first  # 36 points are 48 pixels
    assert 'width="48" height="12"' in second
    assert ["lazy" in image for image in (first, second)] == [False, True]


def test_page_is_described_by_its_first_plain_paragraph(book):
    assert 'content="Here is a paragraph with “no formula”."' in book[0]["02_rule"]
    assert [page for page, text in book[0].items() if text.count('name="viewport"') != 1] == []


def test_long_description_ends_with_a_word(site):
    from book_site.pages import description

    assert description("  one\n two ") == "one two"
    assert description("word " * 40) == "word " * 30 + "…"  # 151 characters; one word more, 156


def test_no_line_ends_before_a_percent_sign_or_the_number_of_a_link(site):
    from book_site.breaks import break_names

    context = {
        "body": '<p>59 % of <code>5 % 2</code>.</p><pre>7 % 2</pre><a href="#">Theorem 12.4</a> 5'
    }
    break_names(None, "", "", context, None)
    tied = '<p>59~% of <code>5 % 2</code>.</p><pre>7 % 2</pre><a href="#">Theorem~12.4</a> 5'
    assert context["body"] == tied.replace("~", "\N{NO-BREAK SPACE}")


def test_words_of_code_without_a_colour_are_text(site):
    from book_site.plain import unwrap_plain

    word, number = '<span class="n">x</span>', '<span class="mi">1</span>'
    blank, linked = '<span class="w"> </span>', f'<a class="api" href="#">{word}</a>'
    context = {"body": f"<p>{word}</p><pre>{word}{blank}{number}\n{linked}</pre>{word}"}
    unwrap_plain(None, "", "", context, None)
    kept = f'<pre>x {number}\n<a class="api" href="#">x</a></pre>'
    assert context["body"] == f"<p>{word}</p>{kept}{word}"


def test_every_page_has_one_stylesheet(book):
    links = {tuple(re.findall(r'<link rel="stylesheet"[^>]*>', page)) for page in book[0].values()}
    assert len(links) == 2  # those in the folder book, and those above it
    assert all(len(sheets) == 1 and "all.css?v=" in sheets[0] for sheets in links)
    assert [sheet.name for sheet in book[2].rglob("*.css")] == ["all.css"]


def test_scripts_are_fetched_when_the_page_has_been_read(book):
    scripts = re.findall(r"<script([^>]*)>([^<]*)</script>", book[0]["02_rule"])
    assert [one for one, _ in scripts if "src=" in one] == []
    assert len(scripts) == len(set(scripts))
    (files,) = [
        json.loads(text.split(" of ")[1].split("\n")[0][:-1])
        for _, text in scripts
        if "async: false" in text
    ]
    names = [file.split("/")[-1].split("?")[0] for file in files]
    assert names[0] == "documentation_options.js"
    assert names[-2:] == ["bootstrap.js", "pydata-sphinx-theme.js"]
    assert "design-tabs.js" not in names


def test_a_page_with_tabs_is_refused(site):
    from book_site.scripts import fetch_when_read

    with pytest.raises(ExtensionError, match="has tabs"):
        fetch_when_read('<head></head><div class="sd-tab-set docutils">')


def test_fonts_of_formulas_are_fetched_ahead_where_there_are_formulas(book):
    assert 'of ["Main-Regular", "Math-Italic"])' in book[0]["02_rule"]
    assert 'of ["Main-Regular", "Main-Bold"])' in book[0]["12_spam"]
    assert "KaTeX" not in book[0]["search"]


def test_what_nobody_asks_for_is_not_there(book):
    assert list(book[2].rglob("*.map")) == []
    assert list(book[2].rglob("fontawesome*")) == []


@pytest.mark.parametrize(
    ("css", "kept"),
    [
        (".a{x:1}", ".a{x:1}"),
        (".b{x:1}", ""),
        (".a .b{x:1}", ""),
        (".a, .b{x:1}", ".a{x:1}"),
        ("p:not(.b){x:1}", "p:not(.b){x:1}"),  # on every page there is a p that is no .b
        ("p:is(.a, .b){x:1}", "p:is(.a, .b){x:1}"),
        (r".w-50\%{x:1}", r".w-50\%{x:1}"),
        ("@media print{.a{x:1}.b{x:1}}", "@media print{.a{x:1}}"),
        ("@media print{.b{x:1}}", ""),
        ("@font-face{x:1}", "@font-face{x:1}"),
        ("/*! licence */ .b{x:1}", "/*! licence */"),
        ("@supports (x:1){@media print{.b{x:1}}p{x:1}}", "@supports (x:1){p{x:1}}"),
    ],
)
def test_rules_are_kept_that_some_page_can_use(site, css, kept):
    from book_site.rules import keep_usable

    assert keep_usable(css, {"a", "w-50%"}) == kept


def test_classes_are_found_in_attributes_and_in_scripts(site):
    from book_site.rules import words_of

    page = '<p class="a b-c">no word</p><script>x.classList.add("d");</script>'
    assert words_of(page) == {"a", "b-c", "x", "classList", "add", "d"}


def test_sheets_are_put_together(site, tmp_path):
    from book_site.stylesheet import read_sheet

    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "top.css").write_text(
        '@charset "utf-8"; @import "../low.css"; p{b:url("../c/d.svg")}/* no *//*! licence */ q{b:url(data:x/y)}'
    )
    (tmp_path / "low.css").write_text("i{b:url(#here) url('e.svg') url(//example.org/f)}")
    together = read_sheet(tmp_path, "a/top.css").split()
    assert " ".join(together) == (
        "i{b:url(#here) url(e.svg) url(//example.org/f)} p{b:url(c/d.svg)}/*! licence */ q{b:url(data:x/y)}"
    )


def test_sheet_carries_the_shapes_that_it_draws(site):
    import base64
    import io

    import pydata_sphinx_theme
    from book_site.icons import embed_icons
    from fontTools.ttLib import TTFont

    theme = Path(pydata_sphinx_theme.__file__).parent / "theme" / "pydata_sphinx_theme" / "static"
    face = "@font-face{a:b;src:url(vendor/fontawesome/webfonts/fa-solid-900.woff2) format(x)}"
    css = embed_icons(face + '.bars:before{content:"\\f0c9"}i{--bell:"\uf0f3"}', theme)
    font = TTFont(io.BytesIO(base64.b64decode(css.split("base64,")[1].split(")")[0])))
    assert set(font.getBestCmap()) == {0xF0C9, 0xF0F3}
    assert len(css) < 3000


def test_fonts_hold_the_characters_of_the_book(book):
    from fontTools.ttLib import TTFont

    def characters(name):
        with TTFont(book[2] / "katex" / "fonts" / f"{name}.woff2") as font:
            return set(map(chr, font.getBestCmap()))

    assert {"w", "≤"} <= characters("KaTeX_Main-Regular") | characters("KaTeX_Math-Italic")
    assert "≰" not in characters("KaTeX_AMS-Regular")


@pytest.mark.parametrize(
    "warning",
    [
        "Undefined control sequence: \\nonsense",
        "strict mode is set to 'error': Accented Unicode text character \"ŵ\"",
        "image without alternative text: book/untitled.svg",
    ],
)
def test_what_a_reader_would_miss_is_a_warning(book, warning):
    assert len(book[1]) == 3, book[1]
    assert any(warning in line for line in book[1])
