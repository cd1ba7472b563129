"""The three kinds of code cell, told apart by their tags, and what of them a reader sees.

A cell without a tag teaches: the reader sees its code and its output. A ``figure`` shows its output and
its caption, at whose end the word *code* unfolds the rest (`book_site.figures`). A ``check`` proves
or computes again; an author writes it where it belongs, and the site gathers all checks of a section
in one row at its end. Imports are tagged ``setup``, and join that row. A fold is named by the comment
on the first line of its code, which is also what JupyterLab shows of a collapsed cell
(tools/notebooks.py).
"""

import re
from collections import Counter

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from book_site.figures import show

logger = logging.getLogger(__name__)

KINDS = ("setup", "figure", "check")
FIRM = {
    "proved": "proved",  # for all values that meet the conditions: chapter 1 says so
    "reduced": "reduced by the text to what is proved",
    "tried": "tried on examples",
}
AGAIN = "computed again"  # numbers of the text, where no formula is at stake
CALLED = {"refute": "refuted by a counter-example", "verify": FIRM["proved"]}
SHORT = {  # in a row's line, where they are counted
    FIRM["proved"]: "proved",
    FIRM["reduced"]: "reduced to what is proved",
    FIRM["tried"]: "tried on examples",
    CALLED["refute"]: "refuted",
    AGAIN: AGAIN,
}


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
    """Take the caption of a figure out of the text: the paragraph after it, if it begins with words in italics.

    Checks of what the figure shows may stand between the two.
    """
    below = cell.parent[cell.parent.index(cell) + 1 :]
    words = next((x for x in below if kind_of(x.get("cell_metadata", {})) != "check"), None)
    italic = isinstance(words, nodes.paragraph) and isinstance(words[0], nodes.emphasis)
    if not (italic and " " in words[0].astext()):
        return []
    words.parent.remove(words)
    return words.children


def fold(cell, docname):
    """Put what a tagged cell hides into a fold."""
    kind = kind_of(cell["cell_metadata"])
    source = cell[0].astext()
    if not comment(source):
        logger.warning(
            "a cell tagged %s must begin with a comment, which names its fold", kind, location=cell
        )
    if kind == "figure":
        show(cell, caption(cell), Fold("", Summary("", "code"), cell.pop(0), kind=kind))
        return
    hidden = Fold("", summary(cell, kind, docname), kind=kind, at=cell["at"])
    cell.parent.replace(cell, hidden)  # the cell keeps its id: links to a check open the fold
    hidden += cell
    if kind == "check":
        checks = cell["cell_metadata"].get("checks", {})
        hidden["ways"] = [(words, len(labels) or 1) for labels, words in firmness(checks, source)]
        if checks:
            hidden += nodes.paragraph("", "", nodes.Text("Back to "), *links(checks, docname))


def home(hidden):
    """Return what a fold is part of: its section of the chapter, or the solution that it stands in."""
    box = hidden.parent
    while isinstance(box, nodes.section) and isinstance(box.parent.parent, nodes.section):
        box = box.parent
    return box


def counted(hidden):
    """Return the line of a row: how many claims its checks prove, try or compute again."""
    ways = Counter()
    for part in hidden:
        ways.update(dict(part.get("ways", [])))
    return f"Checks: {', '.join(f'{ways[way]} {SHORT[way]}' for way in SHORT if ways[way])}."


def gather(box, hidden):
    """Put the checks of a section, and its set-up with them, under one line at its end."""
    row = hidden[0] if len(hidden) == 1 else Fold("", Summary("", counted(hidden)), kind="check")
    for part in hidden:
        part.parent.remove(part)
        if part is not row:
            row += part
    # What a chapter says before its first section has a row of its own.
    below = next((i for i, part in enumerate(box) if isinstance(part, nodes.section)), len(box))
    box.insert(below if isinstance(box.parent, nodes.document) else len(box), row)


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
        cells = [cell for cell in self.document.findall(nodes.container) if "cell_metadata" in cell]
        ahead = 0
        for cell in cells:
            about, cell["at"] = cell["cell_metadata"], ahead  # how many run before it: tools/lite
            if "needs" in about:
                cell["classes"].append("elsewhere")  # not where there is one process
            else:
                ahead += 1
            if "checks" in about:
                cell["held"] = about["checks"]  # for the marks beside formulas
            if kind_of(about):
                fold(cell, self.env.docname)
        rows = {}
        for hidden in self.document.findall(Fold):
            if "at" in hidden:
                rows.setdefault(home(hidden), []).append(hidden)
        waiting = []  # set-up joins a row that is there: that of the next section, if its own has none
        for box, hidden in rows.items():
            section = isinstance(box, nodes.section)
            joined = waiting + hidden if section else hidden
            if found := any(part["kind"] == "check" for part in joined):
                gather(box, joined)
            if section:
                waiting = [] if found else joined


class OneImage(SphinxTransform):
    """Leave out the PNG of a figure or an explorable, which is there for JupyterLab."""

    default_priority = 501  # by its PNG a figure is told from a table

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
    order = {"data-at": node["at"]} if "at" in node else {}  # a check may have left its place
    tag = translator.starttag(node, "details", CLASS=f"fold {node['kind']}", **order)
    translator.body.append(tag)


def depart(tag):
    """Return what writes the end of an element."""
    return lambda translator, node: translator.body.append(f"</{tag}>\n")


def visit_summary(translator, node):
    """Open the line."""
    translator.body.append(translator.starttag(node, "summary", ""))


def setup(app):
    """Fold the cells of each page that is read, and write the folds."""
    app.setup_extension("book_site.figures")
    app.add_node(Fold, html=(visit_fold, depart("details")))
    app.add_node(Summary, html=(visit_summary, depart("summary")))
    app.add_transform(FoldCells)
    app.add_transform(OneImage)
    app.connect("doctree-resolved", unlink)
    app.add_css_file("cells.css")
    app.add_js_file("cells.js", loading_method="defer")
