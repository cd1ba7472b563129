"""The status page: ``{status} claims`` counts what is checked, ``{status} versions`` lists versions."""

import json
import platform
import re
from importlib import metadata
from pathlib import Path

from sphinx.util.docutils import SphinxDirective

from ledger import read

COLUMNS = ("claims", "proved", "tried", "altered", "exercises", "seconds")
TOLD = """\
The {chapters} chapters display **{claims} formulas that claim something**. A cell of their page
**proves {proved} of them**, or the algebra to which the text reduces them (✓, for all values that
meet the conditions), and **tries {tried}** (○, on the examples that the cell names). For {altered} of them a false version
is kept that the check must refuse. The chapters have {exercises} exercises, each with a solution that runs.
One processor executes all chapters in {seconds:.0f} seconds.
"""


def count(path, seconds):
    """Return the numbers of one chapter, in the order of `COLUMNS`."""
    page = read(path)
    claims = {label for _, label in page.displays if label.startswith("eq-")}
    checks = [item for cell in page.code for item in cell.metadata.get("checks", {}).items()]
    proved = {label for label, how in checks if how != "tried"}
    tried = {label for label, how in checks if how == "tried"} - proved
    altered = {label for cell in page.code for label in cell.metadata.get("breaks", {})}
    exercises = path.read_text("utf8").count("{exercise-start}")
    held = (len(claims & some) for some in (proved, tried, altered))
    return (len(claims), *held, exercises, seconds[path.stem])


def claims(root):
    """Return the sums in words, and a table with a line a chapter, which leads there."""
    seconds = json.loads((root / "book" / "_data" / "times.json").read_text("utf8"))
    rows = {path: count(path, seconds) for path in sorted(root.glob("book/[0-9]*.ipynb"))}
    total = dict(zip(COLUMNS, map(sum, zip(*rows.values(), strict=True)), strict=True))
    table = [f"| chapter | {' | '.join(COLUMNS)} |", f"|:--|{'--:|' * len(COLUMNS)}"]
    table += [
        f"| [](/book/{path.name}) | {' | '.join(map(str, row))} |" for path, row in rows.items()
    ]
    return "\n".join([TOLD.format(chapters=len(rows), **total), *table])


def versions(root):
    """Return the versions of what made the book: Python, Temml, and what requirements.txt names."""
    temml = json.loads((root / "node_modules/temml/package.json").read_text("utf8"))
    direct = re.findall(r"(?m)^([\w-]+)==", (root / "requirements.txt").read_text("utf8"))
    made = {"Python": platform.python_version(), "Temml": temml["version"]}
    made |= {name: metadata.version(name) for name in [*direct, "sphinx"]}
    return "\n".join(f"- {name} {made[name]}" for name in sorted(made, key=str.lower))


class Status(SphinxDirective):
    """Write one part of the status page, as Markdown."""

    required_arguments = 1

    def run(self):
        """Return the counts, parsed as Markdown."""
        self.env.note_reread()  # it depends on every chapter
        part = {"claims": claims, "versions": versions}[self.arguments[0]]
        parts = self.parse_text_to_nodes(part(Path(self.env.srcdir)))
        for node in parts:
            node["classes"] += {"table": ["status"], "bullet_list": ["index"]}.get(node.tagname, [])
        return parts


def setup(app):
    """Add the directive."""
    app.add_directive("status", Status)
