"""The numbers of an assignment stand in one cell of its source; the rest of the notebook follows.

That cell has the tag `variant`, and makes a namespace `V`. The source uses its names as any code does,
so that it runs in JupyterLab as it stands: `np.array(V.X)` in code, `{V.end}` in a message or in the
text of a question. In what is released and graded, the numbers themselves stand in their places:

>>> from types import SimpleNamespace
>>> V = SimpleNamespace(X=[[3, 1]], end=(0, 1.5))
>>> filled('X = np.array(V.X)', V)
'X = np.array([[3, 1]])'
>>> filled('the run from {V.X[0]} ends at {V.end}', V)
'the run from [3, 1] ends at (0, 1.5)'
"""

import re

INDEX = r"((?:\[-?\d+\])*)"
USES = re.compile(rf"\{{V\.(\w+){INDEX}(?::([^{{}}]*))?\}}|\bV\.(\w+){INDEX}")


def is_variant(cell):
    """Tell whether this cell has the numbers."""
    return "variant" in cell.metadata.get("tags", [])


def is_setup(cell):
    """Tell whether this is a locked cell that gives no points, such as the set-up."""
    about = cell.metadata.get("nbgrader", {})
    return about.get("locked", False) and not about.get("grade", False)


def numbers(notebook):
    """Return the namespace of a source notebook's numbers, or None if it has none.

    A second such cell may follow, for numbers that need what a set-up cell before it defines.
    """
    cells, scope = notebook.cells, {}
    last = max((i for i, cell in enumerate(cells) if is_variant(cell)), default=-1)
    for cell in cells[: last + 1]:
        if is_variant(cell) or is_setup(cell):
            exec(compile(cell.source, "variant", "exec"), scope)  # noqa: S102 - the teacher's code
    return scope.get("V")


def plain(value):
    """Return a value with its arrays as lists and NumPy's numbers as Python's, so that its repr is code."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, list | tuple):
        return type(value)(map(plain, value))
    return value


def filled(text, V):
    """Return a text with the numbers in the places of their names."""

    def number(match):
        quoted, quoted_index, form, name, index = match.groups()
        if not hasattr(V, quoted or name):
            raise ValueError(f"{match[0]} is used, but the variant cell defines no such number")
        value = plain(getattr(V, quoted or name))
        for place in re.findall(r"-?\d+", quoted_index or index or ""):
            value = value[int(place)]
        return format(value, form) if form else str(value) if quoted else repr(value)

    return USES.sub(number, text)


def fill(notebook):
    """Put its numbers into a source notebook, in place, and take their cell out; return the notebook."""
    V = numbers(notebook)
    if V is not None:
        notebook.cells = [cell for cell in notebook.cells if not is_variant(cell)]
        for cell in notebook.cells:
            cell.source = filled(cell.source, V)
    return notebook
