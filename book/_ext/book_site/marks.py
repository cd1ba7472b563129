"""Marks beside the number of a formula, which lead to its check: ✓ proved for all values, ○ tried.

The metadata of a cell names the formulas that it checks, and how: see `book_site.cells.firmness`.
"""

from docutils import nodes

MARKS = {
    "proved": ("✓", "Proved for all values: go to the check"),
    "reduced": ("✓", "Reduced by the text to what is proved for all values: go to the check"),
    "tried": ("○", "Tried on examples: go to the check"),
}


def find_checks(app, doctree):
    """Make each checking cell a target, and note on each formula which mark it bears."""
    cells = [cell for cell in doctree.findall(nodes.container) if "held" in cell]
    found = {}
    for how in MARKS:  # of several checks, one that proves
        for cell in cells:
            for label in cell["held"]:
                if cell["held"][label] == how and label not in found:
                    found[label] = how
                    cell["ids"].append(f"check-{label}")
    for formula in doctree.findall(nodes.math_block):
        if how := found.get(formula.get("label")):
            formula["marks"] = {how: f"check-{formula['label']}"}


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
