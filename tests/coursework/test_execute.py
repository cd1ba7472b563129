"""Notebooks are executed in kernels with limits, inside the sandbox or outside."""

import contextlib
import gc
import signal
import socket
import subprocess
import sys
import warnings
from copy import deepcopy
from types import SimpleNamespace

import nbformat
import pytest
from harness import NAME, RELEASE
from nbformat.v4 import new_code_cell

from grader import cells, grading, kernel, sandbox
from grader.__main__ import main
from grader.execute import KEPT, execute, tidy


def small(*codes):
    """Return a notebook of checks q1_0, q1_1, ..., each with one point."""
    notebook = deepcopy(RELEASE)
    known = {"grade": True, "points": 1}
    notebook.cells = [
        new_code_cell(code, metadata={"nbgrader": known | {"grade_id": f"q1_{i}"}} if i else {})
        for i, code in enumerate(codes)
    ]
    return notebook


def run_here(notebook, **limits):
    """Run a notebook in this process, and forget here the sockets that a killed kernel left open."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        execute(notebook, **limits)
        gc.collect()


def test_a_cell_that_hears_nothing_is_stopped_and_the_others_count():
    deaf = (
        "while True:\n    try:\n        import time; time.sleep(9)\n    except BaseException: pass"
    )
    notebook = small("x = 1", deaf, "assert x == 1", "import perceptrons")
    run_here(notebook, wait=2)
    assert cells.error(notebook.cells[1]) == "Grader: stopped: no answer in time"
    assert cells.error(notebook.cells[2]) == ""
    assert "ModuleNotFoundError" in cells.error(notebook.cells[3])
    assert cells.points(notebook) == {"q1_1": (0, 1), "q1_2": (1, 1), "q1_3": (0, 1)}


def test_a_new_kernel_repeats_answers_but_no_checks():
    notebook = small("x = 1", "x = 2", "import os; os._exit(0)", "assert x == 1")
    run_here(notebook)
    assert cells.points(notebook) == {"q1_1": (1, 1), "q1_2": (0, 1), "q1_3": (1, 1)}


def test_a_cell_that_kills_the_next_kernel_too_is_left_out(tmp_path):
    flag = tmp_path / "seen"
    deadly = f"import os, pathlib\nflag = pathlib.Path({str(flag)!r})\n"
    deadly += "os._exit(0) if flag.exists() else flag.touch()"
    notebook = small("x = 1", deadly, "import os; os._exit(0)", "assert x == 1")
    notebook.cells[1].metadata = {}
    run_here(notebook)
    assert cells.error(notebook.cells[1]) == ""
    assert cells.error(notebook.cells[2]) == "Grader: the kernel died"
    assert cells.points(notebook) == {"q1_2": (0, 1), "q1_3": (1, 1)}


def test_the_sandbox_says_why_it_cannot_work(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "needs Linux" in sandbox.why_not()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sandbox.shutil, "which", lambda _: None)
    assert "apt install bubblewrap" in sandbox.why_not()


def test_where_the_sandbox_does_not_work_nothing_is_graded(monkeypatch):
    monkeypatch.setattr(sandbox, "why_not", lambda: "no sandbox here")
    with pytest.raises(SystemExit, match="no sandbox here"):
        main(["grade", NAME, "--sandbox"])


def test_where_the_time_is_used_up_nothing_counts():
    notebook = small("x = 1", "assert True")
    run_here(notebook, seconds=0)
    assert cells.error(notebook.cells[1]).startswith("Grader: not run: the time for a submission")
    notebook = small("x = 1", "import time; time.sleep(40)")
    run_here(notebook, seconds=2)
    assert "Grader: " in cells.error(notebook.cells[1])


def test_a_kernel_sees_no_secrets_and_leaves_nothing_running(monkeypatch):
    monkeypatch.setenv("SECRET", "1")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        stay = f"""import socket, time
s = socket.create_connection(("127.0.0.1", {server.getsockname()[1]}))
print("here", flush=True)
time.sleep(60)"""
        start = f"""import os, subprocess, sys
process = subprocess.Popen([sys.executable, "-c", {stay!r}], stdout=subprocess.PIPE)
assert process.stdout.readline() == b"here\\n"
assert "SECRET" not in os.environ"""
        notebook = small("", start)
        run_here(notebook)
        assert cells.error(notebook.cells[1]) == ""
        with server.accept()[0] as connection:
            connection.settimeout(20)
            assert connection.recv(1) == b""  # the child is gone


def test_a_loop_without_an_end_is_stopped_by_its_processor_time():
    notebook = small("x = 1", "while True: pass", "assert x == 1")
    run_here(notebook, cell_seconds=1)
    assert cells.error(notebook.cells[1]) == "OutOfTime: stopped after 1 s: a loop without an end?"
    assert cells.points(notebook) == {"q1_1": (0, 1), "q1_2": (1, 1)}


def test_a_run_without_an_end_or_a_result_is_told(monkeypatch, tmp_path):
    program = tmp_path / "program.py"
    monkeypatch.setattr(grading, "PROGRAM", [sys.executable, str(program)])
    program.write_text("import sys; sys.exit('lost')")
    with pytest.raises(ValueError, match="the run broke off: lost"):
        grading.in_own_process(RELEASE, {"seconds": 60})
    program.write_text("import time; time.sleep(60)")
    with pytest.raises(ValueError, match="did not end in 1 s"):
        grading.in_own_process(RELEASE, {"seconds": -59})


def test_checks_get_their_tools_anew():
    notebook = small("tool = 1", "tool = 2", "assert tool == 1")
    notebook.cells[0].metadata = {"nbgrader": {"grade_id": "setup"}}
    notebook.cells[1].metadata = {}
    run_here(notebook)
    assert cells.points(notebook) == {"q1_2": (1, 1)}


def test_a_run_that_asks_for_the_sandbox_is_in_it():
    if sandbox.why_not():
        pytest.skip(sandbox.why_not())
    look = "import os, socket\nassert os.getcwd() == '/tmp/work'"
    notebook = small("", f"{look}\nassert [name for _, name in socket.if_nameindex()] == ['lo']")
    run_here(notebook, sandboxed=True)
    assert cells.error(notebook.cells[1]) == ""


def test_outputs_are_cut_and_checks_say_nothing_but_errors():
    long = nbformat.v4.new_output("stream", name="stderr", text="x" * (KEPT + 1))
    table = nbformat.v4.new_output("display_data", {"text/html": "x" * (KEPT + 1)})
    notebook = small("own", "check")
    for cell in notebook.cells:
        cell.outputs = [deepcopy(long), deepcopy(table)] * 60
        tidy(cell)
    own, check = (cell.outputs for cell in notebook.cells)
    cut = "x" * KEPT + "\n... cut off"
    assert (own[0].name, own[0].text, own[1].data["text/html"]) == ("stdout", cut, cut)
    assert (len(own), check) == (100, [])


class Events(dict):
    """What a kernel tells to those who registered."""

    register = dict.__setitem__


def test_a_cell_has_limited_time_and_print(monkeypatch):
    written = {"stdout": [], "stderr": []}
    for stream, texts in written.items():
        monkeypatch.setattr(sys, stream, SimpleNamespace(write=texts.append))
    shell, before = SimpleNamespace(events=Events()), signal.getsignal(signal.SIGPROF)
    try:
        kernel.limit_cells(shell, 10)
        shell.events["pre_run_cell"]()
        assert round(signal.getitimer(signal.ITIMER_PROF)[0]) == 10
        shell.events["post_run_cell"]()
        assert signal.getitimer(signal.ITIMER_PROF)[0] == 0
        caught = contextlib.suppress(Exception)  # as a student may write it
        with pytest.raises(kernel.OutOfTime, match="a loop without an end"), caught:
            signal.raise_signal(signal.SIGPROF)
        for texts, stream in zip(written.values(), (sys.stdout, sys.stderr), strict=True):
            shell.events["pre_run_cell"]()
            for _ in range(3):
                stream.write("x" * (kernel.OUTPUT - 1))
            assert texts == ["x" * (kernel.OUTPUT - 1), "x\n... cut off\n"]
            shell.events["pre_run_cell"]()
            stream.write("next cell")
            assert texts[2:] == ["next cell"]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def test_a_kernels_memory_files_and_life_are_limited():
    code = """import resource
from grader import kernel
kernel.limit_process()
for limit in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU):
    print(*resource.getrlimit(limit))"""
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, cwd=cells.COURSE, capture_output=True, text=True, check=True)
    limits = [kernel.MEMORY, 20 << 20, kernel.LIFETIME]
    assert said.stdout.splitlines() == [f"{limit} {limit}" for limit in limits]


def test_the_sandbox_says_why_the_system_refuses_it(monkeypatch):
    if sandbox.why_not():
        pytest.skip(sandbox.why_not())
    refused = [sys.executable, "-c", "import sys; sys.exit('no namespaces')"]
    monkeypatch.setattr(sandbox, "sandbox", lambda _: refused)
    assert sandbox.why_not().endswith("no namespaces")


def test_the_sandbox_shows_python_and_one_folder_alone(tmp_path, monkeypatch):
    if sandbox.why_not():
        pytest.skip(sandbox.why_not())
    monkeypatch.setenv("SECRET", "1")
    (tmp_path / "secret").write_text("")
    (tmp_path / "shared").mkdir()
    look = f"""import os, socket
print("SECRET" in os.environ, os.path.exists({str(tmp_path / "secret")!r}))
print(os.access({sys.prefix!r}, os.W_OK), os.access({str(tmp_path / "shared")!r}, os.W_OK))
print([name for _, name in socket.if_nameindex()], os.getcwd())"""
    command = [*sandbox.sandbox(tmp_path / "shared"), sys.executable, "-I", "-c", look]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["False False", "False True", "['lo'] /tmp/work"]
