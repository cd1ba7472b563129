"""The head of a page: its description, and whether it needs the font of formulas."""

import html
from textwrap import shorten

from docutils import nodes

from book_site.formulas import FONT

LENGTH = 155  # characters of a description that search engines show


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
    context["formula_font"] = FONT if "<math" in context.get("body", "") else None


def setup(app):
    """Add to each page that is written."""
    app.connect("html-page-context", describe_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
