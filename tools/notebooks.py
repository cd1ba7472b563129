"""Execute notebooks of the book from top to bottom in a clean kernel, and save them in place.

    python tools/notebooks.py [NOTEBOOK ...]      # all of book/*.ipynb by default

What is saved is what a reader needs: outputs, counts 1..n, and metadata that does not change from
one machine to another. JupyterLab is told to collapse the cells that the site folds. A cell that
fails stops the run and leaves that notebook as it was. The processor time of each notebook goes
into book/_data/times.json, for the status page.
"""

import json
import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
TIMES = ROOT / "book" / "_data" / "times.json"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
COLLAPSED = {  # by a cell's tag; a cell without one teaches, and stays open
    "setup": {"source_hidden": True},
    "figure": {"source_hidden": True},
    "check": {"source_hidden": True, "outputs_hidden": True},
}


def collapse(cell: nbformat.NotebookNode) -> None:
    """Have JupyterLab collapse a cell as its tag says."""
    cell.metadata.pop("jupyter", None)
    for tag in COLLAPSED.keys() & cell.metadata.get("tags", []):
        cell.metadata["jupyter"] = COLLAPSED[tag]


def execute(path: Path) -> None:
    """Run one notebook and save it with its outputs."""
    notebook = nbformat.read(path, as_version=4)
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id = f"cell-{number}"
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            collapse(cell)
    where = {"metadata": {"path": path.parent}}
    NotebookClient(notebook, timeout=120, coalesce_streams=True, resources=where).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times of day
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    nbformat.write(notebook, path)


def processor_time() -> float:
    """Return the seconds that kernels have used so far, whatever else the machine does."""
    times = os.times()
    return times.children_user + times.children_system


def keep(name: str, seconds: float) -> None:
    """Write down how long a notebook took; forget those that are no more."""
    times = json.loads(TIMES.read_text(encoding="utf8")) if TIMES.exists() else {}
    pages = {path.stem for path in (ROOT / "book").glob("*.ipynb")}
    times = {page: times[page] for page in times.keys() & pages} | {name: seconds}
    TIMES.write_text(json.dumps(times, indent=1, sort_keys=True) + "\n", encoding="utf8")


def main(names: list[str]) -> None:
    """Execute the named notebooks, or all."""
    paths = [Path(name).resolve() for name in names] or sorted((ROOT / "book").glob("*.ipynb"))
    for path in paths:
        print(f"{path.relative_to(ROOT)} ...", end=" ", flush=True)
        before = processor_time()
        execute(path)
        seconds = round(processor_time() - before, 1)
        print(f"{seconds} s", flush=True)
        keep(path.stem, seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
