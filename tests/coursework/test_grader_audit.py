"""The signs that a teacher sees, in code and in a run."""

import nbformat
import pytest
from harness import RELEASE, RIGHT, SOURCE, right
from nbformat.v4 import new_code_cell, new_notebook

from grader import audit, cells


@pytest.mark.parametrize(
    ("code", "sign"),
    [
        ("import os.path", "imports os"),
        ("from subprocess import run", "imports subprocess"),
        ("!ls", "uses get_ipython"),
        ("In[3]", "uses In"),
        ("np.allclose = print", "changes np.allclose"),
        ("numbers = 3", "redefines numbers"),
        ("def yours(f): return True", "redefines yours"),
        ("class A:\n    def __eq__(self, b): return True", "defines __eq__"),
    ],
)
def test_signs(code, sign):
    assert list(audit.suspicious(code, audit.helpers(RELEASE))) == [sign]


@pytest.mark.parametrize("answer", [a for a in RIGHT if a != "q5"])
def test_an_honest_answer_shows_no_sign(answer):
    assert list(audit.suspicious(RIGHT[answer], audit.helpers(RELEASE))) == []


def test_syntax_errors_are_not_read():
    assert list(audit.suspicious("def (", set())) == []


def audited(silent=""):
    """Return the signs and the points of a right run in which one canary may be silent."""
    notebook = cells.with_hidden_checks(right(), SOURCE)
    for cell in notebook.cells:
        if cells.name(cell) in audit.CANARIES and cells.name(cell) != silent:
            cells.fail(cell, "as it must")
    signs = audit.audit(notebook, RELEASE, SOURCE)
    return signs, sum(earned for earned, _ in cells.points(notebook).values())


def test_an_honest_run_shows_no_sign_and_keeps_its_points():
    assert audited() == ([], 17)


@pytest.mark.parametrize("canary", audit.CANARIES)
def test_a_silent_canary_takes_all_points(canary):
    sign = f"{canary} was silent: the run was tampered with, no check counts"
    assert audited(silent=canary) == ([sign], 0)


def test_a_students_own_cell_is_looked_at_too():
    notebook = right()
    notebook.cells.append(new_code_cell("import os"))
    assert [c.source for c in audit.students_code(notebook, RELEASE)][-1] == "import os"


def test_hidden_lines_are_withheld_however_they_are_shown():
    secret = "assert say(\"a\\n\") == 'b', f'{x}'"
    outputs = [
        nbformat.v4.new_output("stream", text=f"1: {secret}"),
        nbformat.v4.new_output("execute_result", {"text/plain": repr([secret])}),
        nbformat.v4.new_output("error", ename="E", evalue="", traceback=["", secret]),
        nbformat.v4.new_output("stream", text="mine"),
    ]
    notebook = new_notebook(cells=[new_code_cell("print(In)", outputs=outputs)])
    assert audit.withhold(notebook, {secret})
    said = [output.get("text") for output in notebook.cells[0].outputs]
    assert said == ["(withheld by the grader)\n"] * 3 + ["mine"]
    assert not audit.withhold(notebook, {secret})
