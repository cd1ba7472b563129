"""The status page: ``{status} claims`` counts what is checked, ``{status} versions`` lists versions."""

import json
import platform
import re
from importlib import metadata
from pathlib import Path

import nbformat
from sphinx.util.docutils import SphinxDirective

from ledger import read

COLUMNS = ("claims", "proved", "tried", "altered", "exercises", "words", "cells", "seconds")
# Formulas with their labels, the heads of directives with their options, roles.
NO_PROSE = r"(?sm)\$\$.*?\$\$( *\([\w-]+\))?|\$.*?\$|`{3,}\{.*?}|^:\w+:[^\n]*|\{[\w:]+}"


def count(path, seconds):
    """Return the numbers of one chapter, in the order of `COLUMNS`."""
    page = read(path)
    cells = nbformat.read(path, as_version=4).cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    prose = re.sub(NO_PROSE, " ", text)
    claims = {label for _, label in page.displays if label.startswith("eq-")}
    checks = [item for cell in page.code for item in cell.metadata.get("checks", {}).items()]
    proved = {label for label, how in checks if how == "proved"}
    tried = {label for label, how in checks if how == "tried"} - proved
    altered = {label for cell in page.code for label in cell.metadata.get("breaks", {})}
    return (
        len(claims),
        len(claims & proved),
        len(claims & tried),
        len(claims & altered),
        text.count("{exercise-start}"),
        len(re.findall(r"[^\W\d_][\w'-]*", prose)),
        len(page.code),
        seconds[path.stem],
    )


def chapters(root):
    """Return the numbers of each chapter by its file."""
    seconds = json.loads((root / "book" / "_data" / "times.json").read_text(encoding="utf8"))
    return {path: count(path, seconds) for path in sorted(root.glob("book/[0-9]*.ipynb"))}


TOLD = """\
The {chapters} chapters display **{claims} formulas that claim something**. A cell of their page
**proves {proved} of them** (✓, for all values of their letters) and **tries {tried}** (○, exactly,
on the examples that the cell names). For {altered} of them there is an alteration of the formula
that the check must refuse.

The chapters have {exercises} exercises, each with a solution that runs, about {words:,} words, and
{cells} code cells. All notebooks together were executed in {all_seconds:.0f} seconds
of one processor.
"""


def told(rows, seconds):
    """Return the sums in words."""
    total = dict(zip(COLUMNS, map(sum, zip(*rows, strict=True)), strict=True))
    total["words"] = round(total["words"], -2)
    return TOLD.format(chapters=len(rows), all_seconds=sum(seconds.values()), **total)


def table_of_chapters(rows):
    """Return the table, one line a chapter; each leads there."""
    yield f"| chapter | {' | '.join(COLUMNS)} |"
    yield f"|:--|{'--:|' * len(COLUMNS)}"
    for path, row in rows.items():
        yield f"| [](/book/{path.name}) | {' | '.join(f'{number:,}' for number in row)} |"


def versions(root):
    """Yield the versions of what made the book: Python, Temml, and what requirements.txt names."""
    temml = json.loads((root / "node_modules/temml/package.json").read_text(encoding="utf8"))
    text = (root / "requirements.txt").read_text(encoding="utf8")
    direct = re.findall(r"(?m)^([\w-]+)==", text)
    made = {"Python": platform.python_version(), "Temml": temml["version"]}
    made |= {name: metadata.version(name) for name in [*direct, "sphinx"]}
    for name in sorted(made, key=str.lower):
        yield f"- {name} {made[name]}"


class Status(SphinxDirective):
    """Write one part of the status page, as Markdown."""

    required_arguments = 1

    def run(self):
        """Return the counts, parsed as Markdown."""
        root = Path(self.env.srcdir)
        if self.arguments[0] == "versions":
            lines = list(versions(root))
        else:
            rows = chapters(root)
            seconds = json.loads(
                (root / "book" / "_data" / "times.json").read_text(encoding="utf8")
            )
            lines = [told(rows.values(), seconds), *table_of_chapters(rows)]
        self.env.note_reread()  # it depends on every chapter
        parts = self.parse_text_to_nodes("\n".join(lines))
        for part in parts:
            part["classes"] += {"table": ["status"], "bullet_list": ["index"]}.get(part.tagname, [])
        return parts


def setup(app):
    """Add the directive."""
    app.add_directive("status", Status)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
