"""Execute notebooks of the book from top to bottom in a clean kernel, and save them in place.

    python tools/notebooks.py [NOTEBOOK ...]      # all of book/*.ipynb by default

What is saved is what a reader needs: outputs, counts 1..n, and metadata that does not change from
one machine to another. A cell that fails stops the run, and leaves that notebook as it was.
"""

import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def execute(path: Path) -> None:
    """Run one notebook and save it with its outputs."""
    notebook = nbformat.read(path, as_version=4)
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id = f"cell-{number}"
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    where = {"metadata": {"path": path.parent}}
    NotebookClient(notebook, timeout=120, coalesce_streams=True, resources=where).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times of day
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    nbformat.write(notebook, path)


def main(names: list[str]) -> None:
    """Execute the named notebooks, or all."""
    paths = [Path(name).resolve() for name in names] or sorted((ROOT / "book").glob("*.ipynb"))
    for path in paths:
        print(f"{path.relative_to(ROOT)} ...", end=" ", flush=True)
        start = time.perf_counter()
        execute(path)
        print(f"{time.perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
