"""A long name in a table breaks after a dot, a bracket, an underscore; not before one or two letters."""

import re


def break_names(app, pagename, templatename, context, doctree):
    """Say where the code in each cell of a table may break."""

    def broken(code):
        return re.sub(r"(?<=\w)([._(])(?=\w{3})", r"\1<wbr>", code[0])

    def cell(found):
        return re.sub(r'<span class="pre">[^<]*', broken, found[0])

    if "body" in context:
        context["body"] = re.sub(r"<td\b.*?</td>", cell, context["body"], flags=re.DOTALL)


def setup(app):
    """Look at each page that is written."""
    app.connect("html-page-context", break_names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
