"""In code, an element only for what has a colour of its own: names and brackets are most of it."""

import re

# Names, those of modules, punctuation, blanks: all in the colour of the text, in both themes.
PLAIN = r'<span class="(?:n|nn|p|w)">([^<]*)</span>'


def unwrap_plain(app, pagename, templatename, context, doctree):
    """Leave plain words of code to the text around them."""
    if "body" in context:
        parts = re.split(r"(<pre\b.*?</pre>)", context["body"], flags=re.DOTALL)
        parts[1::2] = (re.sub(PLAIN, r"\1", code) for code in parts[1::2])
        context["body"] = "".join(parts)


def setup(app):
    """Look at each page that is written."""
    app.connect("html-page-context", unwrap_plain)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
