"""The ledger of formulas: which displays a page shows, and which cell checks each claim.

    python tools/ledger.py [NOTEBOOK ...]

Alters every checked formula as its cell's metadata says ("breaks": {label: [old, new]}), once per
label, runs the altered cell, and shows the check failing. Exits with 1 where one still passes.
"""

import contextlib
import io
import re
import sys
from pathlib import Path
from typing import NamedTuple

import nbformat

ROOT = Path(__file__).resolve().parents[1]
DISPLAY = re.compile(r"\$\$(.*?)\$\$[ \t]*(?:\(([^()\s]+)\))?", flags=re.DOTALL)


class Page(NamedTuple):
    """A page: its displays as (formula, label), and its code cells in order."""

    name: str
    displays: list[tuple[str, str]]
    code: list[nbformat.NotebookNode]


def read(path: Path) -> Page:
    """Read the ledger of one page, Markdown or notebook."""
    if path.suffix == ".md":
        return Page(path.name, DISPLAY.findall(path.read_text(encoding="utf8")), [])
    cells = nbformat.read(path, as_version=4).cells
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    code = [cell for cell in cells if cell.cell_type == "code"]
    return Page(path.name, DISPLAY.findall(text), code)


def pages() -> list[Page]:
    """Read the ledgers of all pages of the book."""
    paths = sorted((ROOT / "book").glob("*"))
    return [read(path) for path in paths if path.suffix in (".md", ".ipynb")]


def refusal(source: str, names: dict[str, object]) -> str:
    """Run a cell on a copy of the names; return what its check objects, or '' where nothing does.

    Only an assertion or the checker's own refusal counts: a slip in the altered text, such as an
    unknown name, raises here.
    """
    try:
        exec(source, dict(names))
    except AssertionError:
        return "assertion"
    except Exception as error:
        if not type(error).__module__.startswith("perceptrons."):
            raise
        return type(error).__name__
    return ""


def play(page: Page) -> list[tuple[str, str]]:
    """Alter every checked formula of a page once; return (label, what objected)."""
    names: dict[str, object] = {"__name__": "__main__", "display": lambda *shown: None}
    outcome = []
    # In the folder of the pages, as Jupyter does: some read their neighbours.
    with contextlib.chdir(ROOT / "book"), contextlib.redirect_stdout(io.StringIO()):
        for cell in page.code:
            for label, (old, new) in cell.metadata.get("breaks", {}).items():
                outcome.append((label, refusal(cell.source.replace(old, new), names)))
            exec(cell.source, names)
    return outcome


def main(arguments: list[str]) -> int:
    """Play every page, or the named ones; return the exit code."""
    survivors = 0
    for page in [read(Path(name)) for name in arguments] or pages():
        for label, objection in play(page):
            print(f"{page.name}  {label:32}  {objection or 'STILL PASSES'}", flush=True)
            survivors += not objection
    print(f"{survivors} altered formula(s) still pass")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
