"""No script stands in the way of the first paint: each waits until the page has been read."""


def defer_scripts(app, pagename, templatename, context, doctree):
    """Defer each script, and list none twice. On the search page they count on their order."""
    if pagename != "search":
        context["script_files"] = list(dict.fromkeys(map(deferred, context["script_files"])))


def deferred(script):
    """Return the script with the attribute that lets it wait.

    A line in the page itself waits as a module, if it needs a file that waits. The others declare
    names that the files use, which no module can.
    """
    if script.filename:
        waiting = {"defer": "defer"}
    elif "DOCUMENTATION_OPTIONS" in script.attributes["body"]:
        waiting = {"type": "module"}
    else:
        waiting = {}
    return type(script)(
        script.filename, priority=script.priority, **{**script.attributes, **waiting}
    )


def setup(app):
    """Look at each page's list when all have added to it."""
    app.connect("html-page-context", defer_scripts, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
