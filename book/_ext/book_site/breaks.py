"""Line breaks: where a long name may break, and what stays in one piece.

Names in tables break after a dot, a bracket or an underscore. Short code, the names of statements
(S000-01), percentages, and a formula with the punctuation beside it do not break.
"""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

SHORT = 16  # characters
STATEMENT = re.compile(r"[SE]\d{3}-\d\d")
TIED = r"(?<=\d) (?=%)"  # 59 %
NUMBERED = r"(?<=\w) (?=\d+(\.\d+)?$)"  # Theorem 2.1, as the text of a link
JOINT = re.compile(r"(?<=\w[._(])(?=\w{3})")  # within geometry.discriminant
WHOLE = "whole"
VERBATIM = nodes.literal | nodes.FixedTextElement | nodes.math | nodes.math_block | nodes.raw


class Breaks(SphinxPostTransform):
    """Mark what may break and what may not."""

    default_priority = 800  # after references have got their texts
    formats = ("html",)

    def run(self, **kwargs):
        """Look at the code, the words and the formulas of a page."""
        for code in list(self.document.findall(nodes.literal)):
            allow_breaks(code)
        for text in list(self.document.findall(nodes.Text)):
            if not isinstance(text.parent, VERBATIM):
                tie_words(text)
        for formula in list(self.document.findall(nodes.math)):
            tie_punctuation(formula)


def allow_breaks(code):
    """Let a long name in a table break at its joints; keep other short code whole."""
    cell = code.parent
    while cell and not isinstance(cell, nodes.entry):
        cell = cell.parent
    if cell and len(code.children) == 1:
        first, *rest = JOINT.split(code.astext())
        pieces = [(nodes.raw("", "<wbr>", format="html"), nodes.Text(piece)) for piece in rest]
        code.children = []
        code.extend([nodes.Text(first), *(node for pair in pieces for node in pair)])
    elif not cell and len(code.astext()) <= SHORT:
        code["classes"].append(WHOLE)


def tie_words(text):
    """Put no-break spaces into a text; keep the name of a statement whole."""
    if STATEMENT.fullmatch(text):
        text.parent.replace(text, nodes.inline("", text, classes=[WHOLE]))
        return
    above = text.parent, text.parent.parent
    linked = any(isinstance(node, nodes.reference) for node in above)
    tied = re.sub(f"{TIED}|{NUMBERED}" if linked else TIED, "\N{NO-BREAK SPACE}", text)
    if tied != text:
        text.parent.replace(text, nodes.Text(tied))


def tie_punctuation(formula):
    """Keep a formula, the bracket before it and the punctuation after it on one line."""
    parent = formula.parent
    here = parent.index(formula)
    before, after = "", ""
    if here and isinstance(previous := parent[here - 1], nodes.Text):
        rest, before = re.fullmatch(r"(.*?)([(\[“]*)", previous, flags=re.DOTALL).groups()
        parent[here - 1] = nodes.Text(rest)
    if here + 1 < len(parent) and isinstance(following := parent[here + 1], nodes.Text):
        after, rest = re.fullmatch(r"([.,;:?!)\]”]*)(.*)", following, flags=re.DOTALL).groups()
        parent[here + 1] = nodes.Text(rest)
    if before or after:
        tied = [nodes.Text(before), formula.deepcopy(), nodes.Text(after)]
        parent.replace(formula, nodes.inline("", "", *tied, classes=[WHOLE]))


def setup(app):
    """Transform each page that is written."""
    app.add_post_transform(Breaks)
