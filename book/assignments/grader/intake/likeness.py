"""Tell whether a notebook is that of another assignment: its cells have the same names in all of them."""

from grader.coursework import is_answer, text

ALIKE = 0.3  # of the cells that are no answers; what was handed out in another variant shares more


def likeness(release, notebook):
    """Return which part of a release's cells, answers left out, a notebook has."""
    ours = {text(cell) for cell in release.cells if not is_answer(cell)}
    return len(ours & {text(cell) for cell in notebook.cells}) / len(ours)


def wrong_notebook(notebook, release, others):
    """Return in a list the question whether this is the right notebook, where it is like no copy of it."""
    if likeness(release, notebook) >= ALIKE:
        return []
    alike = {name: likeness(other, notebook) for name, other in others().items()}
    best = max(alike, key=alike.get, default="")
    if alike.get(best, 0) >= ALIKE:
        return [f"matches {best}: wrong notebook?"]
    return ["has few of the cells that were handed out: wrong notebook?"]
