"""The head of each page: its description, one viewport, and how much of it the first paint waits for.

A browser shows a page while it still reads it, and what stands there moves: the columns of a table with
each row, the buttons at the top with each button. So the first paint waits until a screen is full.
"""

import html
import re
from textwrap import shorten

from docutils import nodes

LENGTH = 155  # characters of a description that search engines show
SCREEN = 10_000  # characters of HTML: more than any screen shows of a text


def description(text):
    """Return the beginning of a text on one line, up to the end of a word."""
    return shorten(text, LENGTH, placeholder=" …")


def describe_page(app, pagename, templatename, context, doctree):
    """Put the first paragraph without formulas into the head."""
    paragraphs = doctree.findall(nodes.paragraph) if doctree else []
    plain = (p.astext() for p in paragraphs if not any(p.findall(nodes.math)))
    search = f"Search in all pages of {app.config.html_title}"  # the only page without a paragraph
    text = html.escape(description(next(plain, search)))
    others = re.sub(r'<meta name="viewport"[^>]*>', "", context.get("metatags", ""))  # Sphinx's own
    context["metatags"] = f'{others}\n<meta name="description" content="{text}">'


def fill_screen(app, pagename, templatename, context, doctree):
    """Tell the template where the wait ends: at the first section beyond the screen, or with the page."""
    sections = re.finditer(r'<section id="([^"]+)"', context.get("body", ""))
    context["screen"] = next((s[1] for s in sections if s.start() > SCREEN), "end-of-page")


def setup(app):
    """Describe each page that is written, and measure its beginning."""
    app.connect("html-page-context", describe_page)
    app.connect("html-page-context", fill_screen)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
