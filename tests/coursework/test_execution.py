"""Notebooks are executed by two processes with limits, inside the sandbox or outside."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from handed_in import WHY_NOT
from harness import NAME, NAMES, answers
from nbformat.v4 import new_code_cell, new_notebook

from grader import coursework
from grader.__main__ import main
from grader.coursework import load
from grader.run import execution, limits, sandbox
from grader.run.process import Process
from grader.run.session import Run
from grader.run.student import Lost, Silent, Student


def made(*codes):
    """Return a notebook of cells: answers, own cells (# own) and checks (# check), with a point each."""
    kinds = {"# own": {}, "# check": {"grade": True, "points": 1}, "# set-up": {"locked": True}}
    notebook = new_notebook()
    for number, code in enumerate(codes):
        about = kinds.get(code.splitlines()[0], {"solution": True})
        known = {"nbgrader": about | {"grade_id": f"q1_{number}"}} if about else {}
        notebook.cells.append(new_code_cell(code, metadata=known))
    return notebook


def run(*codes, **limits):
    """Execute such a notebook; return the errors of its cells."""
    notebook = made(*codes)
    execution.execute(notebook, made(*codes), **limits)
    return [coursework.error(cell) for cell in notebook.cells]


def test_checks_and_answers_have_names_of_their_own():
    errors = run(
        "# set-up\ndef right(x): return 2 * x",
        "# own\ndef right(x): return 0\nnp = 1",
        "A = K = 1\ndef double(x): return x + x",
        "# check\nA, K = 3, right(2)\nassert double(A) == 6 and K == 4",
        "# check\nassert A == K == 2, 'as the student has them'",
        "# own\nassert A == 1",
        "# own\nprint(right.__module__)\nx",  # x belongs to a function alone
    )
    assert errors[:5] == ["", "", "", "", "AssertionError: as the student has them"]
    assert errors[5:] == ["", "NameError: name 'x' is not defined"]


def test_a_cell_may_use_what_a_check_above_it_shows_and_no_check_counts_on_it():
    errors = run(
        "K = 5",
        "# check\nX, K, answer = [1, 2], 3, 9\n### BEGIN HIDDEN TESTS\nhidden = 1\n### END HIDDEN TESTS",
        "# own\nassert (X, K) == ([1, 2], 5)",
        "missing\nanswer = 9",
        "# check\nassert answer == 9",
        "# check\ndies() if K == 5 else 0",
        "def dies():\n    import os; os._exit(0)",
        "# check\ndies()",
        "# own\nassert X",
        "# own\nhidden",
    )
    missing = "NameError: name 'missing' is not defined"
    unasked = "NameError: answer is not defined"
    assert errors[:5] == ["", "", "", missing, unasked]
    assert errors[7:] == [ENDED, "", "NameError: name 'hidden' is not defined"]


GOOD = "calls = []\ndef good(): calls.append(0); return len(calls)"


@pytest.mark.parametrize("assignment", NAMES)
def test_the_students_process_is_shown_of_a_check_what_the_release_shows(assignment):
    source, release = load("source", assignment), load("release", assignment)
    shown = {
        coursework.name(cell): cell.source.strip()
        for cell in filter(coursework.is_check, release.cells)
    }
    for cell in filter(coursework.is_check, source.cells):
        assert execution.HIDDEN.sub("", cell.source).strip() == shown[coursework.name(cell)]
    stubs = {k: execution.stub(text) for k, text in answers(source).items() if "BEGIN" in text}
    assert stubs.items() <= {k: text.strip() for k, text in answers(release).items()}.items()
    assert stubs


hidden = "# check\n### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS".format
ENDED = "Grader: its process ended: was it killed, or out of memory?"


def test_a_check_that_is_stopped_is_told_so_though_another_exception_hides_it():
    hides = (
        "# check\ntry:\n    while True: len('')\nfinally:\n    raise RuntimeError('as in a lock')"
    )
    assert run(hides, cell_seconds=1)[0].startswith("Grader: stopped after 1 s")


def test_a_function_without_an_end_is_stopped_and_the_others_count():
    errors = run(
        "def endless():\n    while True: pass",
        "def dies():\n    import os; os._exit(0)",
        "def exits():\n    raise SystemExit",
        GOOD,
        "# own\nimport perceptrons",
        hidden("assert good() == 1"),
        "# check\nendless()",
        "# check\nexits()",
        hidden("assert good() == 2"),
        "# check\ntry: dies()\nexcept Exception: pass",
        hidden("assert good() == 1, 'the cells have run again'"),
        "# check\nwhile True: good()",
        cell_seconds=1,
    )
    assert errors[4].startswith("ModuleNotFoundError")
    assert errors[6].startswith("TimeoutError: stopped after 1 s: a loop without an end?")
    assert errors[7].startswith("RuntimeError: SystemExit")
    assert errors[9] == ENDED
    assert errors[11].startswith("Grader: stopped after 1 s") or "20000 calls" in errors[11]
    assert [errors[i] for i in (5, 8, 10)] == ["", "", ""]


@pytest.mark.thorough  # ten seconds of waiting; the one above waits for a loop
def test_a_function_that_hears_nothing_is_not_waited_for_and_the_others_count():
    deaf = "def deaf():\n    while True:\n        try: import time; time.sleep(99)\n"
    deaf += "        except BaseException: pass"
    good, silent = hidden("assert good() == 1"), "# check\ndeaf()"
    errors = run(deaf, GOOD, good, silent, good, silent, good, cell_seconds=1, wait=6)
    assert errors == ["", "", *["", "Grader: no answer in time"] * 2, ""]


def test_a_cell_that_kills_the_process_is_left_out_when_the_others_run_again(tmp_path):
    flag = tmp_path / "seen"
    deadly = f"# own\nimport os, pathlib\nflag = pathlib.Path({str(flag)!r})\n"
    deadly += "os._exit(0) if flag.exists() else flag.touch()"
    errors = run(
        "x = 1",
        "# own\nimport os; os._exit(0)",
        deadly,
        "def die():\n    import os; os._exit(0)",
        "# check\ndie()",
        "# check\nassert x == 1",
    )
    assert errors == ["", ENDED, "", "", ENDED, ""]


def test_a_check_that_computes_too_long_costs_itself_alone():
    errors = run(
        "nine = 9",
        "# check\nassert nine == 9",
        "# check\nsum(range(nine ** 99 % 10**15))  # one operation: no signal gets through",
        "# check\nassert nine == 9",
        "# check\nwhile True: nine",
        "# check\nbytearray(1 << 40)",
        cell_seconds=1,
    )
    assert errors[1] == errors[3] == ""
    assert errors[2] == "Grader: stopped: this took too much time or memory"
    assert errors[4].startswith("Grader: stopped after 1 s: what came back")
    assert errors[5].startswith("MemoryError")


USED_UP = "Grader: not run: the time for a submission was used up"


def test_where_the_time_is_used_up_nothing_counts():
    assert run("x = 1", "# check\nassert True", seconds=0) == [USED_UP, USED_UP]


@pytest.mark.parametrize("sandboxed", [pytest.param(False, marks=pytest.mark.thorough), True])
def test_who_computes_is_waited_for_longer_than_who_sleeps(sandboxed):
    if sandboxed and WHY_NOT:
        pytest.skip(WHY_NOT)
    process = Process(sandboxed, 10)
    student, now = Student(process.ask), time.monotonic()
    process.wait(now + 60, now + 60)
    student.run("import time")
    for code in ("while time.process_time() < 3: pass", "time.sleep(99)"):
        now = time.monotonic()
        process.wait(now + 0.5, now + 60)
        if "sleep" in code:
            with pytest.raises(Silent):
                student.run(code)
        else:
            student.run(code)
            assert time.monotonic() - now > 0.5
    process.end()


@pytest.mark.thorough
def test_a_cell_that_sleeps_uses_up_the_time():
    errors = run("x = 1", "# own\nimport time; time.sleep(90)", "# check\nassert True", seconds=20)
    assert errors == ["", "Grader: no answer in time", USED_UP]


def test_a_new_process_has_the_time_that_the_first_one_had():
    job = {"sandboxed": False, "cell_seconds": 10, "user": None, "names": []}
    late = Run(job | {"wait": 60, "seconds": 0})
    late.ready()  # otherwise the whole submission would have no score
    late.lose()
    impatient, slow = Run(job | {"wait": 60, "seconds": 300}), "import time; time.sleep(0.5)"
    impatient.before, impatient.wait = [{"check": False, "code": slow, "untouched": False}], 0.1
    impatient.ready()
    assert [cell["code"] for cell in impatient.before] == [slow]
    impatient.lose()


def test_what_fills_the_sandbox_is_told_at_once_however_late_the_watcher_looks(
    monkeypatch, tmp_path
):
    if WHY_NOT:
        pytest.skip(WHY_NOT)
    code = Path(limits.__file__).read_text("utf-8")
    (tmp_path / "limits.py").write_text(re.sub(r"(?m)^LOOK = .*", "LOOK = 3", code))
    monkeypatch.setattr(sandbox, "LIMITS", tmp_path / "limits.py")
    process = Process(True, 10)
    process.wait(time.monotonic() + 60, time.monotonic() + 60)
    student = Student(process.ask)
    many = "def fill():\n    for k in range(3): open(f'/tmp/{k}', 'wb').write(bytes(30 << 20))"
    student.run(many)
    with pytest.raises(Lost, match="it filled more than 67,108,864 bytes with files"):
        student.look_up("fill")()
    process.end()


def test_what_does_not_start_is_no_students_fault(monkeypatch):
    monkeypatch.setattr(
        execution, "PROGRAM", [sys.executable, "-c", "import sys; sys.exit('lost')"]
    )
    with pytest.raises(ValueError, match="the run broke off: lost"):
        run("# check\nassert True")


def test_a_process_sees_no_secrets_and_leaves_nothing_running(monkeypatch, tmp_path):
    monkeypatch.setenv("SECRET", "1")
    start = """import os, subprocess, sys
process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
number, secret, folder = process.pid, "SECRET" in os.environ, os.getcwd()"""
    number = "# check\nraise KeyError(str(number) + ' ' + folder)"
    errors = run(start, number, "# check\nassert not secret")
    assert errors[2] == ""
    process, folder = errors[1].removeprefix("KeyError: '").removesuffix("'").split()
    assert not Path(folder).exists()
    state = subprocess.run(["ps", "-o", "stat=", "-p", process], capture_output=True, check=False)
    assert state.stdout.strip()[:1] in (b"", b"Z")  # a zombie has ended, too


def test_a_run_that_asks_for_the_sandbox_is_in_it():
    if WHY_NOT:
        pytest.skip(WHY_NOT)
    look = """import os
where = os.getcwd()
network = [line.split(":")[0].strip() for line in open("/proc/net/dev") if ":" in line]"""
    errors = run(
        look, "# check\nassert network == ['lo']\nassert where.startswith('/tmp')", sandboxed=True
    )
    assert errors == ["", ""]


def test_where_the_sandbox_does_not_work_nothing_is_graded(monkeypatch):
    monkeypatch.setattr(sandbox, "why_not", lambda: "no sandbox here")
    with pytest.raises(SystemExit, match="no sandbox here For practice add --no-sandbox"):
        main(["grade", NAME])
