"""Where a line may break: in a table, within long names, after a dot, a bracket, an underscore.

It does not break before one or two letters. Outside tables a short piece of code stays whole, and
everywhere the name of a statement, 000-01, a percentage, 59 %, and a link that ends with its number.
"""

import re

SHORT = 16  # characters
CELL = r"<td\b.*?</td>"
CODE = r"<code\b.*?</code>"
NUMBERED = r"(?<=\w) (?=\d+(?:\.\d+)?</(?:span|a)>)"
TIED = rf"<(pre|code)\b.*?</\1>|(?<=\d) (?=%)|{NUMBERED}"  # the percent sign, not the operator


def break_names(app, pagename, templatename, context, doctree):
    """Say where the code in each cell of a table may break, and what does not break."""
    if "body" in context:
        body = re.sub(f"{CELL}|{CODE}", place, context["body"], flags=re.DOTALL)
        body = re.sub(TIED, tie, body, flags=re.DOTALL)
        context["body"] = re.sub(r">(\d{3}-\d\d)<", r'><span class="whole">\1</span><', body)


def place(found):
    """Return a cell whose names may break, or a piece of code, whole if it is short."""
    if found[0].startswith("<td"):
        return re.sub(r'<span class="pre">[^<]*', may_break, found[0])
    seen = re.sub("<[^>]*>", "", found[0])
    return found[0].replace(' class="', ' class="whole ', 1) if len(seen) <= SHORT else found[0]


def tie(found):
    """Return code as it is, and a space as one at which no line ends."""
    return found[0] if found[1] else "\N{NO-BREAK SPACE}"


def may_break(code):
    """Return a name with the places between its words."""
    return re.sub(r"(?<=\w)([._(])(?=\w{3})", r"\1<wbr>", code[0])


def setup(app):
    """Look at each page that is written."""
    app.connect("html-page-context", break_names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
