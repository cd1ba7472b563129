"""The three kinds of code cell, told apart by their tags, and the folds of two of them.

A cell without a tag teaches: the reader sees its code and its output. A ``figure`` shows its output
and its caption, and folds the code below them. A ``check`` is one line that says what is checked and
how firmly, with code and output folded under it. Imports are tagged ``setup``. A fold is named by the
comment on the first line of its code, which is also what JupyterLab shows of a collapsed cell
(tools/notebooks.py).
"""

import re
from itertools import groupby

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

logger = logging.getLogger(__name__)

KINDS = ("setup", "figure", "check")
ROW = 3  # as many checks one after another stand under one line, so that they do not hide the text
FIRM = {
    "proved": "proved",  # for all values that meet the conditions: chapter 1 says so
    "reduced": "reduced by the text to what is proved",
    "tried": "tried on examples",
}
AGAIN = "computed again"  # numbers of the text, where no formula is at stake
CALLED = {"refute": "refuted by a counter-example", "verify": FIRM["proved"]}


class Fold(nodes.General, nodes.Element):
    """A closed ``<details>``; its first child is a `Summary`."""


class Summary(nodes.General, nodes.TextElement):
    """The line of a fold that is always visible."""


def kind_of(metadata):
    """Return the kind of a cell, or None if it teaches."""
    return next((kind for kind in KINDS if kind in metadata.get("tags", [])), None)


def comment(source):
    """Return the comment on the first line of a source, without its full stop."""
    first = source.partition("\n")[0]
    return first.lstrip("# ").removesuffix(".") if first.startswith("#") else ""


def firmness(checks, source):
    """Return how firmly a check holds, as pairs of labels of formulas and words.

    The metadata names each formula that the cell checks, and how:
    ``{label: "proved" | "reduced" | "tried"}``. A formula is reduced where the cell proves what a
    proof in the text makes of it, for example a line about each component of a vector.
    What a cell checks without naming it is proved by `verify`, refuted by `refute`, and what it
    asserts besides is computed again.
    """
    named = [([x for x in checks if checks[x] == how], words) for how, words in FIRM.items()]
    called = [([], words) for call, words in CALLED.items() if re.search(rf"\b{call}\w*\(", source)]
    if not called or re.search(r"^ *assert\b(?!.*\b(?:verify|refute))", source, re.MULTILINE):
        called.append(([], AGAIN))
    return [pair for pair in named if pair[0]] or called


def told(checks, source):
    """Return the summary of a check, as a list of words and, in lists, labels of formulas."""
    pairs = firmness(checks, source)
    ways = [words for _, words in pairs]
    proves = any(FIRM["proved"] in words for words in ways)
    mark = "✓" if proves and FIRM["tried"] not in ways else "○"
    line = [f"{mark} {comment(source)}"]
    if not pairs[0][0]:
        return [f"{line[0]} ({'; '.join(ways)})."]
    for number, (labels, words) in enumerate(pairs):
        line += ["; " if number else ": ", labels, f" {'are' if len(labels) > 1 else 'is'} {words}"]
    return [*line, "."]


def links(labels, docname):
    """Yield links to formulas, as (1.4), (1.5)."""
    for number, label in enumerate(labels):
        if number:
            yield nodes.Text(", ")
        target = {"refdomain": "math", "reftype": "eq", "reftarget": label, "refdoc": docname}
        yield addnodes.pending_xref("", nodes.inline(text=label), refwarn=True, **target)


def summary(cell, kind, docname):
    """Return the line that names a fold."""
    if kind != "check":
        return Summary("", comment(cell[0].astext()))
    line = Summary()
    for part in told(cell["cell_metadata"].get("checks", {}), cell[0].astext()):
        line += nodes.Text(part) if isinstance(part, str) else list(links(part, docname))
    return line


def caption(cell):
    """Return the caption of a figure: the paragraph after it, if it begins with words in italics.

    Checks of what the figure shows may stand between the two.
    """
    below = cell.parent[cell.parent.index(cell) + 1 :]
    words = next((x for x in below if kind_of(x.get("cell_metadata", {})) != "check"), None)
    italic = isinstance(words, nodes.paragraph) and isinstance(words[0], nodes.emphasis)
    return words if italic and " " in words[0].astext() else None


def fold(cell, docname):
    """Put what a tagged cell hides into a fold."""
    kind = kind_of(cell["cell_metadata"])
    if not comment(cell[0].astext()):
        logger.warning(
            "a cell tagged %s must begin with a comment, which names its fold", kind, location=cell
        )
    hidden = Fold("", summary(cell, kind, docname), kind=kind)
    if kind == "figure":
        hidden += cell.pop(0)
        if words := caption(cell):
            words.parent.remove(words)
            cell += words
        cell += hidden
    else:
        cell.parent.replace(cell, hidden)  # the cell keeps its id: links to a check open the fold
        hidden += cell
    if kind == "check" and (labels := cell["cell_metadata"].get("checks")):
        hidden += nodes.paragraph("", "", nodes.Text("Back to "), *links(labels, docname))


def gathered(checks):
    """Return the line of a row of checks: that of the first, and how many follow it."""
    *line, end = (part.deepcopy() for part in checks[0][0])
    more = nodes.Text(f"{end.removesuffix('.')}; and {len(checks) - 1} more checks.")
    return Summary("", "", *line, more)


def gather(parent):
    """Put each row of checks under one line."""
    for kind, row in groupby(list(parent), lambda node: isinstance(node, Fold) and node["kind"]):
        checks = list(row)
        if kind == "check" and len(checks) >= ROW:
            line = Fold("", gathered(checks), kind="check")
            parent.insert(parent.index(checks[0]), line)
            for check in checks:
                parent.remove(check)
                line += check


def unlink(app, doctree, docname):
    """Leave the numbers of formulas in summaries without links: a control holds no other control."""
    for line in doctree.findall(Summary):
        for link in list(line.findall(nodes.reference)):
            link.parent.replace(link, nodes.Text(link.astext()))


class FoldCells(SphinxTransform):
    """Fold the tagged cells of a page."""

    default_priority = 500

    def apply(self, **kwargs):
        """Look at each code cell."""
        for cell in list(self.document.findall(nodes.container)):
            if "needs" in cell.get("cell_metadata", {}):
                cell["classes"].append("elsewhere")  # not where there is one process: tools/lite
            if "checks" in cell.get("cell_metadata", {}):
                cell["held"] = cell["cell_metadata"]["checks"]  # for the marks beside formulas
            if kind_of(cell.get("cell_metadata", {})):
                fold(cell, self.env.docname)
        for parent in dict.fromkeys(hidden.parent for hidden in self.document.findall(Fold)):
            gather(parent)


class OneImage(SphinxTransform):
    """Leave out the PNG of a figure or an explorable, which is there for JupyterLab."""

    default_priority = 500

    def apply(self, **kwargs):
        """Look at each output of several types."""
        for bundle in self.document.findall(nodes.container):
            types = {
                part.get("mime_type"): part for part in bundle if isinstance(part, nodes.container)
            }
            if "image/png" in types and types.keys() & {"image/svg+xml", "text/html"}:
                bundle.remove(types["image/png"])


def visit_fold(translator, node):
    """Open the details."""
    translator.body.append(translator.starttag(node, "details", CLASS=f"fold {node['kind']}"))


def depart_fold(translator, node):
    """Close the details."""
    translator.body.append("</details>\n")


def visit_summary(translator, node):
    """Open the line."""
    translator.body.append(translator.starttag(node, "summary", ""))


def depart_summary(translator, node):
    """Close the line."""
    translator.body.append("</summary>\n")


def setup(app):
    """Fold the cells of each page that is read, and write the folds."""
    app.add_node(Fold, html=(visit_fold, depart_fold))
    app.add_node(Summary, html=(visit_summary, depart_summary))
    app.add_transform(FoldCells)
    app.add_transform(OneImage)
    app.connect("doctree-resolved", unlink)
    app.add_css_file("cells.css")
    app.add_js_file("cells.js", loading_method="defer")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
