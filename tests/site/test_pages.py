"""Every page of the built site in Chromium: one visit answers all questions about it.

Build the site first (`make book`).
"""

import re
from collections import Counter
from html.parser import HTMLParser

import looks
import pytest

import axe
import browser as chromium
from browser import SITE

pytestmark = pytest.mark.site


# All pages share one stylesheet and are made by the same code, so of each kind one is asked everything, its
# colours and sizes in the dark and on a phone too; the longer tests ask it of every page. Explorables have
# styles and tests of their own.
KINDS = {
    *("book/index.html", "book/02_perceptron_rule.html", "book/sources.html"),
    *("book/glossary.html", "book/status.html", "book/reference/checks.html", "search.html"),
    *("book/assignments/index.html", "book/your_data.html"),
}


# A test a page, so that both workers share them. Without a site the one test says why it is skipped.
@pytest.mark.parametrize("page", chromium.pages() or [None])
def test_page(tab, site, page):
    look = looks.faults if page in KINDS else looks.first_look
    found = look(tab, site + page)
    assert not found, "\n".join(found)


@pytest.mark.thorough
@pytest.mark.parametrize("page", chromium.pages() or [None])
def test_page_by_every_rule_in_every_theme_and_by_every_stop(tab, site, page):
    found = looks.faults(tab, site + page, axe.PAIRS, most=float("inf"))
    assert not found, "\n".join(found)


def test_a_page_of_each_kind_is_there(pages):
    assert set(pages) >= KINDS


def test_no_id_stands_twice_in_a_page(pages):
    for page in pages:
        ids = re.findall(r'<[^>]* id="([^"]*)"', (SITE / page).read_text("utf-8"))
        assert [name for name, times in Counter(ids).items() if times > 1] == [], page


def test_titles_and_descriptions_tell_pages_apart(pages):
    count = Counter()
    for page in pages:
        text = (SITE / page).read_text("utf-8")
        description = re.search('<meta name="description" content="([^"]*)"', text)[1]
        assert len(description.split()) >= 4, page
        count.update([re.search("<title>(.*?)</title>", text, flags=re.DOTALL)[1], description])
    assert [text for text, number in count.items() if number > 1] == []


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


def test_no_file_names_another_host(pages):
    files = [SITE / page for page in ("index.html", *pages)] + sorted(SITE.rglob("*.css"))
    wrong = [f"{file}: {url}" for file in files for url in foreign(file.read_text("utf-8"))]
    assert not wrong, "\n".join(wrong)


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
