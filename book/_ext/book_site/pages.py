"""The head of each page: its description, and one viewport."""

import html
import re
from textwrap import shorten

from docutils import nodes

LENGTH = 155  # characters of a description that search engines show


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


def setup(app):
    """Describe each page that is written."""
    app.connect("html-page-context", describe_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
