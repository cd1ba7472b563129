"""Notebooks as the browser edition reads them."""

import json
from pathlib import Path
from typing import Any

# What the kernel says of itself: a notebook that opening does not change is not saved unasked.
SAYS = {
    "kernelspec": {"name": "python", "display_name": "Python (Pyodide)", "language": "python"},
    "language_info": {
        "codemirror_mode": {"name": "python", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
        "version": "3.8",
    },
}


# In place of a cell with `"needs"` in its metadata: other processes, or pandas.
ELSEWHERE = "*(Here a cell needs more than this edition has. The page shows what it does.)*"


def joined(text: Any) -> Any:
    """Return a text that is a list of lines as one string: the edition's file store does not join."""
    return "".join(text) if isinstance(text, list) else text


def staged(notebook: Path) -> str:
    """Return a notebook with whole texts, the browser's kernel, and our own outputs trusted."""
    content = json.loads(notebook.read_text("utf-8"))
    content["metadata"] |= SAYS
    for cell in content["cells"]:
        if "needs" in cell["metadata"]:
            for key in ("outputs", "execution_count"):
                del cell[key]
            cell.update(cell_type="markdown", metadata={}, source=ELSEWHERE)
        cell["source"] = joined(cell["source"])
        if cell["cell_type"] == "code":
            cell["metadata"]["trusted"] = (
                True  # figures and explorables show before anything is run
            )
        for output in cell.get("outputs", []):
            if "text" in output:
                output["text"] = joined(output["text"])
            for kind, data in output.get("data", {}).items():
                output["data"][kind] = joined(data)
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
