"""An id belongs to one element of a page; sphinx-proof and sphinx-exercise give one to each box of a kind."""

import re
from collections import Counter

ID = r' id="([^"]*)"'


def drop_repeated(app, pagename, templatename, context, doctree):
    """Take away the ids that stand more than once in a page: nothing can lead there."""
    times = Counter(re.findall(ID, context.get("body", "")))
    if max(times.values(), default=1) > 1:
        context["body"] = re.sub(ID, lambda m: m[0] if times[m[1]] == 1 else "", context["body"])


def setup(app):
    """Look at each page that is written."""
    app.connect("html-page-context", drop_repeated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
