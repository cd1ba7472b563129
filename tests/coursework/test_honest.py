"""Honest solutions in other styles, written in other places, earn every point."""

import base64
import json
from copy import deepcopy

import pytest
from handed_in import WHY_NOT
from harness import RELEASE, RIGHT, SOURCE, named, right
from nbformat.v4 import new_code_cell, new_markdown_cell

from grader.coursework import error, is_check, name, points
from grader.intake.collect import Submission
from grader.intake.rebuild import rebuild
from grader.run.grading import grade

LIMITS = {"sandboxed": not WHY_NOT}
DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)
PICTURE = {"dot.png": {"image/png": base64.b64encode(DOT).decode()}}


def graded(notebook):
    """Return the executed notebook and the report."""
    submission = Submission("student", "student", data=json.dumps(notebook).encode())
    return grade(submission, RELEASE, SOURCE, LIMITS)


def full(notebook):
    """Grade, and return the executed notebook, which must have all points."""
    done, report = graded(notebook)
    lost = {name(c): error(c) for c in done.cells if is_check(c) and error(c)}
    assert lost == {}
    assert report["problem"] == ""
    assert report["score"] == report["out_of"] == 17
    return done, report


def test_helpers_may_have_any_name():
    taken = "A = g = Z = K = X = w = t = rng = expected = answer = rule = np.array([3])\n"
    taken += "def numbers(*_): raise ValueError\n"
    taken += "def yours(*_): return False\ncheck = setup = scope = student = line = None"
    notebook = right(q2=RIGHT["q2"] + "\n\n" + taken)
    notebook.cells.insert(2, new_code_cell("Z = g = K = A = 7"))
    full(notebook)


STYLES = {
    "q1": """from functools import partial
import numpy
def add(X, column=-1, where=None): return numpy.insert(numpy.asarray(X, float), where, column, axis=1)
constant_first = partial(add, column=1, where=0)
class Last:
    def __call__(self, X): return [[*row, -1] for row in X]
constant_last = Last()
to_last = lambda w: (*w[1:], -w[0])""",
    "q2": """import re, random, operator, copy, typing
def reflect(X: typing.Any, t: "targets") -> numpy.ndarray:
    return (numpy.matrix(numpy.diag(t)) @ constant_first(X))""",
    "q3": """@np.vectorize
def decide(g, on_line=0):
    return on_line if g == 0 else g / abs(g)""",
    "q4": """from sympy import Matrix, Rational, nsimplify
from decimal import Decimal
def distance(w, x):
    w, x = map(np.float32, (w, x)) if False else (w, x)
    print("called with", w, x)
    return np.array([w[0] + np.dot(w[1:], x)]).item() / np.linalg.norm(w[1:])""",
}


def test_other_styles_earn_every_point():
    full(right(**STYLES))


def test_cells_of_every_kind_are_run_and_their_outputs_kept():
    notebook = right()
    show = """%matplotlib inline
from IPython.display import HTML, Image, clear_output, display, update_display
bar = display("0 of 2", display_id="bar")
for i in (1, 2): update_display(f"{i} of 2", display_id="bar")
print("printed")
display(HTML("<script>alert(1)</script>"))
"the last value\""""
    cells = [
        "%pip install numpy\n!pip install sympy\nfiles = !ls",
        "from google.colab import drive\ndrive.mount('/content/drive')",
        show,
        "%%time\nsum(range(10))",
        "%timeit -n1 -r1 1 + 1\n?sum\n1/0",
        "async def later(): return 5\nawait later()",
        f"import base64\nfrom IPython.display import Image\nImage(base64.b64decode({PICTURE['dot.png']['image/png']!r}))",
        "input('your name? ')",
        "import sys, warnings\nwarnings.warn('a warning')\nprint('!', file=sys.stderr)",
        "x = [1, 2,",
    ]
    place = next(i for i, cell in enumerate(notebook.cells) if name(cell) == "q2")
    notebook.cells[place:place] = map(new_code_cell, cells)
    done, _ = full(notebook)
    shown = {cell.source: cell.outputs for cell in done.cells if cell.cell_type == "code"}
    texts = [output.get("text") or output["data"]["text/plain"] for output in shown[show]]
    assert texts[:2] == ["'2 of 2'", "printed\n"]
    assert texts[-1] == "'the last value'"
    assert "script" not in json.dumps(shown[show])
    assert "image/png" in shown[cells[6]][0].data
    assert shown[cells[5]][0].data == {"text/plain": "5"}
    assert shown[cells[4]][-1].ename == "ZeroDivisionError"
    assert shown[cells[9]][0].ename == "SyntaxError"


def test_pictures_in_own_cells_stay():
    notebook = right()
    notebook.cells.insert(3, new_markdown_cell("![dot](attachment:dot.png)", attachments=PICTURE))
    made = rebuild(RELEASE, notebook).notebook
    own = next(cell for cell in made.cells if "attachment:" in cell.source)
    assert own.attachments == PICTURE


def colab(notebook):
    """Return a notebook as Colab saves it."""
    notebook.metadata = {"colab": {"provenance": []}, "kernelspec": {"name": "python3"}}
    notebook.nbformat_minor = 0
    for number, cell in enumerate(notebook.cells):
        cell.metadata = {**cell.metadata, "id": f"x{number}", "colab": {"base_uri": "https://x"}}
        cell.pop("id", None)
        if cell.cell_type == "code":
            cell.outputs = [{"output_type": "stream", "name": "stdout", "text": ["old\n"]}]
    return notebook


def vs_code(notebook):
    """Return a notebook as VS Code saves it."""
    notebook.metadata = {"language_info": {"name": "python"}}
    for cell in notebook.cells:
        cell.metadata = {**cell.metadata, "vscode": {"languageId": "python"}}
        cell.source = cell.source.replace("\n", "\r\n")
    return notebook


def browser(notebook):
    """Return a notebook as the browser edition saves it."""
    notebook.metadata = {"kernelspec": {"name": "python", "display_name": "Python (Pyodide)"}}
    return notebook


def with_progress(notebook):
    """Return a notebook with an output of a progress bar, which nbformat does not know."""
    odd = {"output_type": "update_display_data", "data": {"text/plain": "50 %"}, "metadata": {}}
    named(notebook, "q1").outputs = [odd | {"transient": {"display_id": "1"}}]
    return notebook


def surrogates(notebook):
    """Return a notebook with half a surrogate pair in an answer and its output."""
    notebook.cells.append(new_code_cell("print('\\ud83d')  # \ud83d"))
    return notebook


@pytest.mark.parametrize("place", [colab, vs_code, browser, with_progress, surrogates])
def test_a_notebook_counts_the_same_wherever_it_was_written(place):
    done, report = full(place(deepcopy(right())))
    assert report["repairs"] == []
    json.dumps(done, ensure_ascii=False).encode()
    assert sum(got for got, _ in points(done).values()) == 17
