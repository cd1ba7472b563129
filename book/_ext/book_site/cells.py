"""The three kinds of code cell, told apart by their tags, and the folds of two of them.

A cell without a tag teaches: the reader sees its code and its output. A ``figure`` shows its output
and folds the code below it. A ``check`` is one line that says what is checked and how firmly, with
code and output folded under it; the line begins with the comment on the first lines of the code.
Imports are tagged ``setup``. JupyterLab collapses the same cells (tools/notebooks.py).
"""

import re

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

KINDS = ("setup", "figure", "check")


class Fold(nodes.General, nodes.Element):
    """A closed ``<details>``; its first child is a `Summary`."""


class Summary(nodes.General, nodes.TextElement):
    """The line of a fold that is always visible."""


def kind_of(metadata):
    """Return the kind of a cell, or None if it teaches."""
    return next((kind for kind in KINDS if kind in metadata.get("tags", [])), None)


def comment(source):
    """Return the comment that begins a source, without its full stop."""
    lines = re.match(r"(?:#.*\n?)*", source)[0].splitlines()
    return " ".join(line.removeprefix("#").strip() for line in lines).removesuffix(".")


def evidence(report):
    """Say in words what a report of `perceptrons.verify` establishes; nothing if it is none."""
    if re.search(r" is false\n", report):
        return "refuted by a counter-example"
    if not (points := re.search(r"exact arithmetic agrees at (\d+) points", report)):
        return ""
    said = [f"proved for all values and tried at {points[1]} exact points"]
    needed = len(re.findall(r"(?m)^\s+without .* it fails at ", report))
    if wrong := report.count(" fails at ") - needed:
        said.append(f"{wrong} wrong version{'s are' if wrong > 1 else ' is'} refuted")
    if needed:
        said.append(f"{needed} hypothes{'es are' if needed > 1 else 'is is'} shown to be needed")
    return "; ".join(said)


def firmness(checks, source, report):
    """Return how firmly a check holds, as pairs of labels of formulas and words.

    The metadata says which formulas are ``proved`` and which ``tried``; a list of labels leaves it
    to the code, since only `verify` proves.
    """
    proof = evidence(report) or "proved for all values" * bool(re.search(r"\bverify\w*\(", source))
    if not isinstance(checks, dict):
        checks = dict.fromkeys(checks, "proved" if proof else "tried")
    proved, tried = ([x for x in checks if checks[x] == how] for how in ("proved", "tried"))
    pairs = [(proved, proof or "proved for all values")] if proved or proof else []
    return [*pairs, (tried, "tried on the examples in this fold")] if tried else pairs


def told(checks, source, report):
    """Return the summary of a check, as a list of words and, in lists, labels of formulas."""
    pairs = firmness(checks, source, report)
    proved = pairs and not any(words.startswith("tried") for _, words in pairs)
    line = [f"{'✓' if proved else '○'} {comment(source) or 'A check'}"]
    for number, (labels, words) in enumerate(pairs):
        verb = " are " if len(labels) > 1 else " is " if labels else ""
        line += ["; " if number else ": ", labels, verb + words]
    return [*line, "."]


def line_of(cell, docname):
    """Return the nodes of the summary of a check; formulas are links, (1.4), (1.5)."""
    checks = cell["cell_metadata"].get("checks", [])
    plain = (
        part for part in cell.findall(nodes.container) if part.get("mime_type") == "text/plain"
    )
    report = "\n".join(part.astext() for part in plain)
    for part in told(checks, cell[0].astext(), report):
        if isinstance(part, str):
            yield nodes.Text(part)
            continue
        for number, label in enumerate(part):
            if number:
                yield nodes.Text(", ")
            target = {"refdomain": "math", "reftype": "eq", "reftarget": label, "refdoc": docname}
            yield addnodes.pending_xref("", nodes.inline(text=label), refwarn=True, **target)


def is_drawn(cell):
    """Tell a figure from a table: it is an SVG or an explorable."""
    kinds = {part.get("mime_type", "") for part in cell.findall(nodes.container)}
    explorable = any("<perceptron-" in raw.astext() for raw in cell.findall(nodes.raw))
    return "image/svg+xml" in kinds or explorable


def fold(cell, docname):
    """Put what a tagged cell hides into a fold."""
    kind = kind_of(cell["cell_metadata"])
    if kind == "figure":
        words = [nodes.Text(f"How this {'figure is drawn' if is_drawn(cell) else 'table is made'}")]
        code = cell.pop(0)
        cell += Fold("", Summary("", "", *words), code, kind=kind)
        return
    words = [nodes.Text("Set-up")] if kind == "setup" else line_of(cell, docname)
    hidden = Fold("", Summary("", "", *words), kind=kind)
    cell.parent.replace(cell, hidden)  # the cell keeps its id: links to a check open the fold
    hidden += cell


class FoldCells(SphinxTransform):
    """Fold the tagged cells of a page."""

    default_priority = 500

    def apply(self, **kwargs):
        """Look at each code cell."""
        for cell in list(self.document.findall(nodes.container)):
            if kind_of(cell.get("cell_metadata", {})):
                fold(cell, self.env.docname)


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
    app.add_css_file("cells.css")
    app.add_js_file("cells.js", loading_method="defer")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
