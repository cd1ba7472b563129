"""Marks beside the number of a formula: ✓ leads to the cell that checks it.

A cell names the formulas that it checks in its metadata: ``"checks": [label, ...]``.
"""

from docutils import nodes

MARKS = {"checked": ("✓", "This formula is checked: go to the check")}


def find_checks(app, doctree):
    """Make each checking cell a target, and note on each formula which mark it bears."""
    cells = {}
    for cell in doctree.findall(lambda node: "cell_metadata" in getattr(node, "attributes", ())):
        for label in cell["cell_metadata"].get("checks", []):
            if label not in cells:
                cells[label] = f"check-{label}"
                cell["ids"].append(cells[label])
    for formula in doctree.findall(nodes.math_block):
        if cell := cells.get(formula.get("label")):
            formula["marks"] = {"checked": cell}


def marks(formula):
    """Return the links from a formula to its checks as HTML."""
    links = []
    for kind, target in formula.get("marks", {}).items():
        sign, words = MARKS[kind]
        about = f'class="{kind}" href="#{target}" title="{words}" aria-label="{words}"'
        links.append(f"<a {about}>{sign}</a>")
    return "".join(links)


def setup(app):
    """Look for checks in each page that is read."""
    app.connect("doctree-read", find_checks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
