"""The pages that write themselves: the status page counts, the index leads somewhere, and the front page draws."""

import json
import re
from pathlib import Path

import nbformat
import pytest

import front
from book_site import status

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html" / "book"

TEXT = r"""# A title of five words

Three plain words, $not + these$.

$$ a = b $$ (eq-a)

$$ b = c $$ (eq-b)

$$ c $$ (def-c)

```{exercise-start} Hard
:label: ex-hard
```
"""


def test_counts_of_a_chapter(tmp_path):
    metadata = {
        "checks": {"eq-a": "reduced", "eq-b": "tried", "eq-gone": "tried"},
        "breaks": {"eq-a": ["1", "2"]},
    }
    cells = [nbformat.v4.new_markdown_cell(TEXT), nbformat.v4.new_code_cell("1", metadata=metadata)]
    path = tmp_path / "01_it.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    row = dict(zip(status.COLUMNS, status.count(path, {"01_it": 2.5}), strict=True))
    assert row == {
        "claims": 2, "proved": 1, "tried": 1, "altered": 1, "exercises": 1, "seconds": 2.5
    }  # fmt: skip


def test_sums_in_words(tmp_path, monkeypatch):
    rows = {"01_it": (2, 1, 1, 1, 5, 1.5), "02_that": (3, 1, 2, 2, 6, 2.0)}
    (tmp_path / "book" / "_data").mkdir(parents=True)
    (tmp_path / "book" / "_data" / "times.json").write_text("{}")
    for name in rows:
        (tmp_path / "book" / f"{name}.ipynb").touch()
    monkeypatch.setattr(status, "count", lambda path, seconds: rows[path.stem])
    words, table = status.claims(tmp_path).split("\n\n")
    told = " ".join(words.split())
    assert "The 2 chapters display **5 formulas" in told
    assert "**proves 2 of them**" in told
    assert "**tries 3**" in told
    assert "For 3 of them a false version is kept" in told
    assert "11 exercises" in told
    assert "4 seconds" in told
    assert table.splitlines()[3] == "| [](/book/02_that.ipynb) | 3 | 1 | 2 | 2 | 6 | 2.0 |"


def test_every_notebook_was_timed():
    times = json.loads((ROOT / "book" / "_data" / "times.json").read_text(encoding="utf8"))
    assert set(times) == {path.stem for path in ROOT.glob("book/*.ipynb")}
    assert all(0 < seconds < 30 for seconds in times.values())


# The built site


@pytest.fixture
def html():
    """Return the function that reads a page of the built site."""
    if not SITE.is_dir():
        pytest.skip("no site in _build/html: build it with `make book`")
    return lambda name: (SITE / name).read_text(encoding="utf8")


@pytest.mark.site
def test_the_index_leads_somewhere(html):
    index = html("register.html")
    article = index[index.index("<article") : index.index("</article>")]
    links = re.findall(r'href="([\w/]+\.html)#([^"]+)"', article)
    assert len(links) > 300
    anchors = {page: set(re.findall(r' id="([^"]+)"', html(page))) for page, _ in links}
    assert [(page, anchor) for page, anchor in links if anchor not in anchors[page]] == []
    assert "._" not in re.sub("<[^>]+>", "", article)  # no name that is not for readers


@pytest.mark.site
def test_the_index_has_every_term_and_every_theorem(html):
    index = html("register.html")
    for term in re.findall(r'<dt id="(term-[^"]+)"', html("glossary.html")):
        assert f'href="glossary.html#{term}"' in index
    for path in ROOT.glob("book/[0-9]*.ipynb"):
        text = path.read_text(encoding="utf8")
        for label in re.findall(r"\{prf:(?:theorem|definition|lemma)\} .*?:label: ([\w-]+)", text):
            assert f'href="{path.stem}.html#{label}"' in index


@pytest.mark.site
def test_each_term_of_the_index_leads_beyond_the_glossary(html):
    lines = re.findall(r'<p>(<a [^>]*href="glossary.html#term-.*?)</p>', html("register.html"))
    assert len(lines) > 100
    assert [line for line in lines if line.count("href=") < 2] == []
    rate = next(line for line in lines if "#term-critical-rate" in line)
    assert 'href="07_adaline.html#adaline-critical-rate"' in rate


@pytest.mark.site
def test_a_term_of_the_index_stands_before_those_that_begin_with_it(html):
    index = html("register.html")
    assert index.index('#term-convex"') < index.index('#term-convex-hull"')
    assert "Cover's" not in index


@pytest.mark.site
def test_the_index_has_the_people_whom_chapters_cite(html):
    index = html("register.html")
    for name, chapter in (("Rosenblatt", "02_perceptron_rule"), ("Hoff", "07_adaline")):
        line = re.search(rf"<p>{name}, .*?</p>", index)[0]
        assert f'href="{chapter}.html#' in line


@pytest.mark.site
def test_the_front_page_shows_how_a_line_is_found(html):
    drawn = front.corrections()
    assert drawn.svg() == front.FILE.read_text("utf8"), "draw it again: python tools/front.py"
    left = [
        f"After update {k}: {wrong} wrong." for k, wrong in ((1, "two"), (2, "one"), (3, "none"))
    ]
    assert [told for told in drawn.said if told.startswith("After")] == left
    assert "after it the line 1 + x₁ + x₂ = 0." in html("index.html")
