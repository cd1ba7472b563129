"""The search page has a script of its own, search.js, beside Sphinx's."""


def add_script(app, pagename, templatename, context, doctree):
    """Add the script to the search page alone."""
    if pagename == "search":
        app.add_js_file("search.js")


def setup(app):
    """Look for the search page among the pages that are written."""
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
