"""The head of each page: its description, the first paragraph without formulas."""

import html
import re

from docutils import nodes


def describe_page(app, pagename, templatename, context, doctree):
    """Put the first paragraph without formulas into the head, at the length search engines show."""
    paragraphs = doctree.findall(nodes.paragraph) if doctree else []
    plain = (p.astext() for p in paragraphs if not any(p.findall(nodes.math)))
    text = html.escape(re.sub(r"\s+", " ", next(plain, app.config.html_title))[:155])
    context["metatags"] = (
        f'{context.get("metatags", "")}\n<meta name="description" content="{text}">'
    )


def setup(app):
    """Describe each page that is written."""
    app.connect("html-page-context", describe_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
