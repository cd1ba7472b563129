"""Our Sphinx extension, on a small book: what it writes, and what it warns of, so that `-W` stops the build."""

import os
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest
from docutils import nodes

from book_site import breaks, pictures
from book_site.page_head import description
from browser import ROOT

EXTENSION = ROOT / "book" / "_ext"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    ' width="36pt" height="12">{}</svg>'
)
PARTS = (
    "formulas cells marks pictures numbers upstream breaks page_head bundle"  # that fit any book
)
FILES = {
    "conf.py": """
extensions = ["myst_nb", PARTS]
html_math_renderer = "temml"
myst_enable_extensions = ["amsmath", "dollarmath"]
numfig = True
exclude_patterns = ["node_modules"]
html_theme = "furo"
html_static_path = [STATIC]
templates_path = [TEMPLATES]
""".replace("TEMPLATES", repr(str(ROOT / "book" / "_templates")))
    .replace("STATIC", repr(str(ROOT / "book" / "_static")))
    .replace("PARTS", str([f"book_site.{part}" for part in PARTS.split()])[1:-1]),
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

See {eq}`eq-b`. Wrong: $\\nonsense$ and ![](untitled.svg).

```{exercise} Easy
:label: ex-easy
What?
```

```{solution} ex-easy
:class: dropdown
That.
```

```{admonition} Hint
:class: dropdown
Think of $x$.
```

```{prf:proof}
So it is.
```

Name | Where
--- | ---
S000-05 | `geometry.discriminant`

""",
    "book/titled.svg": SVG.format("<metadata><dc:title>A line &amp; a point</dc:title></metadata>"),
    "book/untitled.svg": SVG.format("<title>of another kind</title>"),
}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Build the small book; return its pages, and the warnings."""
    (ROOT / "node_modules" / "temml").stat()  # without it these tests are skipped
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


def test_formulas_are_mathml(book):
    page = book[0]["02_rule"]
    assert len(re.findall("<math[ >]", page)) == 1 + 4  # with the notice
    assert len(re.findall("<math display", page)) == 1 + 3


def test_formulas_keep_their_tex_and_their_pages_a_notice(book):
    kept = re.findall(
        r'class="(?:amsmath )?math notranslate nohighlight" data-tex="([^"]*)"', book[0]["02_rule"]
    )
    assert kept == [
        r"w \cdot x",
        r"w \le 0",
        r"\begin{aligned} a &amp;= b \\ &amp;= c \end{aligned}",
        r"\begin{align} d &amp;= e \\ f &amp;= g \end{align}",
    ]
    told = {name: text.count("does not draw the formulas") for name, text in book[0].items()}
    assert told == {"index": 0, "02_rule": 1, "12_spam": 1, "search": 0, "genindex": 0}


def test_equations_are_numbered_within_their_chapter(book):
    rule, spam = book[0]["02_rule"], book[0]["12_spam"]
    numbers = [f"({number})" in rule for number in ("2.1", "2.2", "2.3", "2.4")]
    assert numbers == [True, True, True, False]
    assert "tml-eqn" not in rule  # Temml would number the two lines of `align` again
    assert "(12.1)" in spam
    assert ">(2.2)</a>" in spam
    assert "<h1>12. Spam<" in spam


def test_the_font_of_formulas_is_preloaded_where_there_are_formulas(book):
    pages, _, static = book
    asked = {name: "stix-two-math.woff2" in text for name, text in pages.items()}
    assert asked == {
        "index": False,
        "02_rule": True,
        "12_spam": True,
        "search": False,
        "genindex": False,
    }
    assert (static / "stix-two-math.woff2").stat().st_size < 30_000
    assert "local(" not in (static / "temml.css").read_text()


def test_all_rules_are_in_one_sheet_without_comments_but_for_licences(book):
    pages, _, static = book
    assert re.findall(r'rel="stylesheet"[^>]*_static/(\w+)', pages["02_rule"]) == ["all"]
    rules = (static / "all.css").read_text()
    for rule in ("body[data-theme=", "font-family: STIX2;", "/*! normalize"):
        assert rule in rules
    comments = re.findall(r"/\*.*?\*/", rules, flags=re.DOTALL)
    assert [c for c in comments if not re.search(r"^/\*!|[Ll]icen[cs]e", c)] == []
    assert any("XITS" in c for c in comments)


def test_bibliography_is_a_list_of_items(book):
    page = book[0]["12_spam"]
    assert re.findall(r'role="(list.*?|doc.*?)"', page) == ["list", "listitem", "listitem"]


def test_a_solution_is_a_fold_without_a_script(book):
    page = book[0]["12_spam"]
    fold, hint = re.findall(r"<details.*?</details>", page, flags=re.DOTALL)
    assert re.search(r"<summary[^>]*>Hint</summary>.*Think of", hint, flags=re.DOTALL)
    assert re.search(r"<summary[^>]*>Solution to Exercise 12.1 \(Easy\)</summary>", fold)
    assert "That." in fold
    assert "dropdown" not in page


def test_no_id_stands_twice(book):
    for name, page in book[0].items():
        ids = re.findall(r'<[^>]* id="([^"]*)"', page)
        assert len(ids) == len(set(ids)), name


def test_the_contents_have_no_heading_without_a_level(book):
    assert 'role="heading"' not in "".join(book[0].values())


def test_a_proof_begins_in_italics(book):
    assert "<p><em>Proof.</em> So it is." in book[0]["12_spam"]


def test_names_in_tables_break_at_their_joints(book):
    page = book[0]["12_spam"]
    assert "geometry.</span><wbr>" in page
    assert '<span class="whole">S000-05</span>' in page


def test_images_are_described_by_their_own_title_or_by_the_author(book):
    page = book[0]["02_rule"]
    assert 'alt="A line &amp; a point"' in page
    assert 'alt="Its own words"' in page


def test_images_have_a_size_and_wait_for_the_reader_but_the_first(book):
    first, second = re.findall('<img [^>]*src="[^"]*titled[^>]*>', book[0]["02_rule"])
    assert 'width="48" height="12"' in first  # 36 points are 48 pixels
    assert 'width="48" height="12"' in second
    assert ["lazy" in image for image in (first, second)] == [False, True]


def test_page_is_described_by_its_first_plain_paragraph(book):
    assert 'content="Here is a paragraph with “no formula”."' in book[0]["02_rule"]
    assert [page for page, text in book[0].items() if text.count('name="viewport"') != 1] == []


def test_long_description_ends_with_a_word():
    assert description("  one\n two ") == "one two"
    assert description("word " * 40) == "word " * 30 + "…"  # 151 characters; one word more, 156


@pytest.mark.parametrize(
    ("children", "tied"),
    [
        ([nodes.Text("59 % of 5")], "59~% of 5"),
        ([nodes.reference("", "Theorem 12.4")], "Theorem~12.4"),
        ([nodes.Text("Theorem 12.4")], "Theorem 12.4"),
    ],
)
def test_no_line_ends_before_a_percent_sign_or_the_number_of_a_link(children, tied):
    paragraph = nodes.paragraph("", "", *children)
    for text in list(paragraph.findall(nodes.Text)):
        breaks.tie_words(text)
    assert paragraph.astext() == tied.replace("~", "\N{NO-BREAK SPACE}")


def test_a_formula_keeps_its_bracket_and_its_full_stop():
    paragraph = nodes.paragraph(
        "", "", nodes.Text("so (“"), nodes.math("", "x"), nodes.Text(")., as")
    )
    breaks.tie_punctuation(paragraph[1])
    before, tied, after = paragraph.children
    assert (before, tied.astext(), after) == ("so ", "(“x).,", " as")
    assert tied["classes"] == ["whole"]


@pytest.mark.parametrize(
    "warning",
    ["Unsupported function name: \\nonsense", "image without alternative text: book/untitled.svg"],
)
def test_what_a_reader_would_miss_is_a_warning(book, warning):
    assert len(book[1]) == 2, book[1]
    assert any(warning in line for line in book[1])


def test_a_still_becomes_a_file_that_is_fetched_where_it_is_seen(tmp_path):
    context = {
        "body": '<p><img alt="A" src="data:image/svg+xml,%3Csvg/%3E"></p>',
        "pathto": lambda name, resource: f"../{name}",
    }
    pictures.file_stills(SimpleNamespace(outdir=tmp_path), "", "", context, None)
    [file] = tmp_path.glob("_images/*.svg")
    assert file.read_text() == "<svg/>"
    lazy = f'<p><img alt="A" loading="lazy" src="../_images/{file.name}"></p>'
    assert context["body"] == lazy
