"""Our Sphinx extension, on a small book: what it writes, and what it warns of, so that `-W` stops the build."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:dc="http://purl.org/dc/elements/1.1/">{}</svg>'
FILES = {
    "conf.py": """
extensions = ["myst_parser", "book_site"]
html_math_renderer = "katex"
myst_enable_extensions = ["amsmath", "dollarmath"]
numfig = True
exclude_patterns = ["node_modules"]
""",
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

$$ w > 0 $$ (eq-a)

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

$$ w < 0 $$ (eq-c)

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
        env={**os.environ, "PYTHONPATH": str(ROOT / "book" / "_ext")},
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    pages = {page.stem: page.read_text() for page in source.glob("out/book/*.html")}
    return pages, build.stderr.splitlines()


def test_formulas_are_typeset_for_the_eye_and_for_the_ear(book):
    page = book[0]["02_rule"]
    assert page.count('<math xmlns="http://www.w3.org/1998/Math/MathML"') == 4
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


def test_images_are_described_by_their_own_title_or_by_the_author(book):
    page = book[0]["02_rule"]
    assert 'alt="A line &amp; a point"' in page
    assert 'alt="Its own words"' in page


def test_page_is_described_by_its_first_plain_paragraph(book):
    assert 'content="Here is a paragraph with “no formula”."' in book[0]["02_rule"]


@pytest.mark.parametrize(
    "warning",
    [
        "Undefined control sequence: \\nonsense",
        "strict mode is set to 'error': Accented Unicode text character \"ŵ\"",
        "image without alternative text: book/untitled.svg",
    ],
)
def test_what_a_reader_would_miss_is_a_warning(book, warning):
    assert len(book[1]) == 3
    assert any(warning in line for line in book[1])
