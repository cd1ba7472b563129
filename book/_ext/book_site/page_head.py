"""The head of a page: its description, the font of formulas, and what the first paint waits for.

A browser shows a page while it reads it, and the columns of a table move with each row: by 0.022 (layout
shift) on the page of speeds at 5 KB a second. So the first paint waits until a screen is full.
"""

import html
import re
from textwrap import shorten

from docutils import nodes

from book_site.formulas import FONT

LENGTH = 155  # characters of a description that search engines show
SCREEN = 10_000  # characters of HTML, more than fill any screen


def description(text):
    """Return the beginning of a text on one line, up to the end of a word."""
    return shorten(text, LENGTH, placeholder=" …")


def describe_page(app, pagename, templatename, context, doctree):
    """Use the first paragraph without formulas as the description; preload the font if needed."""
    paragraphs = doctree.findall(nodes.paragraph) if doctree else []
    plain = (p.astext() for p in paragraphs if not any(p.findall(nodes.math)))
    search = f"Search in all pages of {app.config.html_title}"  # the only page without a paragraph
    text = html.escape(description(next(plain, search)))
    context["metatags"] = f'<meta name="description" content="{text}">'
    sections = re.finditer(r'<section id="([^"]+)"', context.get("body", ""))
    context["screen"] = next((s[1] for s in sections if s.start() > SCREEN), "end-of-page")
    context["formula_font"] = FONT if "<math" in context.get("body", "") else None


def setup(app):
    """Add to each page that is written."""
    app.connect("html-page-context", describe_page)
