"""No loss is silent: accidents cost nothing, or teacher and student read what happened."""

import json
import sys

import nbformat
import pytest
from handed_in import WHY_NOT
from harness import RELEASE, RIGHT, SOURCE, answered, answers, load, named, right
from nbformat.v4 import new_code_cell, new_output

from grader.coursework import error, is_check, name, points
from grader.intake.collect import Submission
from grader.intake.likeness import wrong_notebook
from grader.run import losses
from grader.run.grading import grade

LIMITS = {"sandboxed": not WHY_NOT, "cell_seconds": 1}
NEWER = f"3.{sys.version_info[1] + 1}"


def graded(notebook, release=RELEASE, source=SOURCE):
    """Return the executed notebook and the report."""
    data = json.dumps(notebook).encode()
    done, report = grade(Submission("ann", "ann", data=data), release, source, LIMITS)
    assert report["problem"] == ""
    return done, report


def test_an_experiment_in_the_cell_of_an_answer_costs_nothing_however_it_ends():
    notebook = right(
        q1="%unknown_magic\nimport missing\n" + RIGHT["q1"],
        q2='%%unknown\nsaid = {"a": 1}\nprint(f"{said["a"]} {")\n' + RIGHT["q2"],
        q3="while True: pass\n" + RIGHT["q3"] + "\nwhile True: pass",
        q4="from IPython.display import display\n"
        "for _ in range(3): display({'text/plain': 'x' * 8_000_000}, raw=True)\n" + RIGHT["q4"],
    )
    notebook.cells.insert(0, new_code_cell("import os\nhelper = 1\nos._exit(0)"))
    notebook.cells.insert(1, new_code_cell("%%time\nassert helper == 1\ninput('name? ')"))
    done, report = graded(notebook)
    assert {name(c): error(c) for c in done.cells if is_check(c) and error(c)} == {}
    assert report["score"] == 17
    (flag,) = report["flags"]
    assert flag.startswith("an own cell: Grader: its process ended")
    assert error(done.cells[1]).startswith("EOFError")


# What is answered instead, words of the message, and whether the teacher is asked to look
ACCIDENTS = {
    "q1": (
        "import missing\nmissing.set_up()\n",
        "q1 ended in line 1: import missing, with Module",
        1,
    ),
    "q2": ("def reflekt(X, t):\n    return X", "no cell sets reflect; q2 sets reflekt", 1),
    "q3": (
        "def decide(g, on_line=0):\n    raise NotImplementedError()\n    return g",
        "still st",
        1,
    ),
    "q4": (
        "def distance(w, x)\n    return 0",
        "q4 ended in line 1: def distance(w, x), with Synt",
        1,
    ),
}
MORE = {
    "q1": (
        "def constant_first(X):\n    return early_helper(X)",
        "an own cell ended in line 1: early_helper = 1 / 0",
        1,
    ),
    "q2": ("def reflect(X, t):\n    import missing", "in the line `import missing`", 1),
    "q3": ("def decide(g, on_line=0):\n    return decide(g)", "maximum recursion", 1),
    "q4": (
        "def distance(w, x):\n    return 99\nimport missing",
        "q4 ended in line 3: import miss",
        1,
    ),
}
WRONG = {
    "q2": (answers(RELEASE)["q2"], "NotImplementedError", 0),
    "q3": (
        "def decide(g, on_line=0):\n    return {}['g']",
        "KeyError: 'g' (raised by your code, in the line `return {}['g']`)",
        0,
    ),
    "q4": ("def distance(w, x):\n    return 99", "AssertionError", 0),
}


@pytest.mark.parametrize("table", [ACCIDENTS, MORE, WRONG], ids=["accidents", "more", "wrong"])
def test_every_lost_point_has_a_cause_and_what_may_be_an_accident_a_look(table):
    notebook = right(**{question: code for question, (code, *_) in table.items()})
    # It sets a name only after it has failed, where it can no longer be told what to run.
    own = new_code_cell("early_helper = 1 / 0\nclass Grader(Exception): pass\nraise Grader('x')")
    notebook.cells.insert(named(notebook, "q1") and 3, own)
    notebook.metadata = {"language_info": {"version": f"{NEWER}.2"}}
    done, report = graded(notebook)
    lost = {check: (points, why) for check, points, why in report["lost"]}
    for question, (_, words, look) in table.items():
        whys = {c: why for c, (_, why) in lost.items() if c.startswith(question)}
        assert whys
        assert any(words in why for why in whys.values()), whys
        for check, why in whys.items():
            assert why.endswith(named(done, check).outputs[0].evalue)
            flagged = [flag for flag in report["flags"] if check in flag.split(": ")[0].split(", ")]
            assert [why in flag for flag in flagged] == [True] * look, (why, report["flags"])
            if "ModuleNotFound" in why or "SyntaxError" in why:
                assert f"written with Python {NEWER}, graded with Python {losses.HERE}" in why
    assert report["score"] == 17 - sum(points for points, _ in lost.values())
    assert not any(flag.startswith("an own cell") for flag in report["flags"])


def test_what_was_repaired_is_looked_at_only_where_it_costs_points():
    given = right(q2="def reflect(X, t):\n    return 0", q3=answers(RELEASE)["q3"])
    for cell in ("q2", "q4"):
        given.cells.append(nbformat.from_dict(named(given, cell) | {"source": "x = 1"}))
    given.cells.remove(named(given, "q1"))
    _, report = graded(given)
    flags = {flag.split("_")[0]: flag for flag in report["flags"]}
    assert flags.keys() == {"q1", "q2"}
    assert flags["q1"].endswith("q1 was deleted")
    assert flags["q2"].endswith("q2 is there 2 times")


@pytest.mark.parametrize("assignment", ["a2_online_perceptron", "a4_convergence"])
def test_a_stub_never_takes_the_place_of_an_answer_above_it(assignment):
    release, source = (load(kind, assignment) for kind in ("release", "source"))
    given = answered(release, {k: v for k, v in answers(source).items() if "\n" not in k})
    for cell in [cell for cell in given.cells if name(cell) in answers(source)]:
        if cell.cell_type == "code":  # answered in the cell of another question, all together
            place = given.cells.index(cell)
            first = next(c for c in given.cells if name(c) in answers(source))
            if cell is not first:
                first.source += f"\n\n\n{cell.source}"
                given.cells[place].source = answers(release)[name(cell)]
    _, report = graded(given, release, source)
    assert report["score"] == report["out_of"], (report["lost"], report["flags"])


def test_a_notebook_of_another_assignment_is_told():
    others = {
        which: load("release", which) for which in ("a2_online_perceptron", "a1_discriminants")
    }

    def said(notebook):
        return wrong_notebook(notebook, RELEASE, lambda: others)

    assert said(right()) == []
    assert said(others["a2_online_perceptron"]) == ["matches a2_online_perceptron: wrong notebook?"]
    own = nbformat.v4.new_notebook(cells=[new_code_cell(RIGHT["q4"])])
    assert said(own) == ["has few of the cells that were handed out: wrong notebook?"]


KINDS = {
    "Grader: its process ended": True,
    "TimeoutError: stopped after 10 s: a loop without an end?": True,
    "TypeError: f cannot be checked: it is of the type Table": True,
    "TypeError: it is of the type Table, which is no plain data (raised by your code)": True,
    "TypeError: unsupported operand": False,
    "MemoryError: ": True,
    "FileNotFoundError: mail.csv": True,
    "AttributeError: module 'numpy' has no attribute 'trapz'": True,
    "AttributeError: 'list' object has no attribute 'shape'": False,
    "AssertionError: TimeoutError is no answer": False,
    "NotImplementedError: ": False,
    "ValueError: x": False,
}


@pytest.mark.parametrize("said", KINDS)
def test_each_kind_of_accident_is_known_from_a_wrong_answer(said):
    notebook, kind = right(), said.partition(": ")
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    named(notebook, "q4_side").outputs = [new_output("error", ename=kind[0], evalue=kind[2])]
    (loss,) = losses.explain(notebook, RELEASE, [])
    assert loss == ("q4_side", 1, said, KINDS[said])


def test_looks_give_each_reason_once_and_name_own_cells():
    notebook = nbformat.v4.new_notebook(cells=[new_code_cell(""), new_code_cell("")])
    notebook.cells[0].outputs = [new_output("error", ename="Grader", evalue="lost")]
    lost = [losses.Loss("b", 1, "late", accident=True), losses.Loss("a", 1, "late", accident=True)]
    lost.append(losses.Loss("c", 1, "wrong", accident=False))
    assert losses.looks(notebook, lost) == ["an own cell: Grader: lost", "a, b: late"]
    assert points(notebook) == {}
