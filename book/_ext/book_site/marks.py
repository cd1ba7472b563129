"""A formula that a cell checks (``"checks": [label]`` in its metadata) bears a ✓ that leads there."""

from docutils import nodes


def find_checks(app, doctree):
    """Make each checking cell a target, and note in each checked formula where its check is."""
    cells = {}
    for cell in doctree.findall(lambda node: "cell_metadata" in getattr(node, "attributes", ())):
        for label in cell["cell_metadata"].get("checks", []):
            if label not in cells:
                cells[label] = f"check-{label}"
                cell["ids"].append(cells[label])
    for formula in doctree.findall(nodes.math_block):
        formula["check"] = cells.get(formula.get("label"))


def mark(formula):
    """Return the link from a formula to its check, or nothing."""
    if not formula.get("check"):
        return ""
    words = "This formula is checked: go to the check"
    return (
        f'<a class="checked" href="#{formula["check"]}" title="{words}" aria-label="{words}">✓</a>'
    )


def setup(app):
    """Look for checks in each page that is read."""
    app.connect("doctree-read", find_checks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
