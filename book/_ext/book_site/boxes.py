"""Boxes of one kind, of sphinx-proof and sphinx-exercise, bear one id: here an id belongs to one element.

And the word that begins a proof is set apart from what it says.
"""

import re
from collections import Counter

ID = r' id="([^"]*)"'


def mend_boxes(app, pagename, templatename, context, doctree):
    """Take away the ids that stand more than once in a page, where no link could lead."""
    times = Counter(re.findall(ID, context.get("body", "")))
    if times:
        body = re.sub(ID, lambda m: m[0] if times[m[1]] == 1 else "", context["body"])
        context["body"] = body.replace("<p>Proof. ", "<p><em>Proof.</em> ")


def setup(app):
    """Look at each page that is written."""
    app.connect("html-page-context", mend_boxes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
