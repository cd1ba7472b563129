"""The teacher's tools, one accident at a time; test_end_to_end.py runs them together."""

import contextlib
import gc
import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import warnings
import zipfile
from copy import deepcopy
from types import SimpleNamespace

import nbformat
import pytest
from harness import ROOT, about, answered, answers, load
from nbformat.v4 import new_code_cell, new_markdown_cell

sys.path.insert(0, str(ROOT / "tools"))

import audit_run
import cells
import grade
import gradescope
import kernel
import lms
import run
import sandbox
from collect import collect
from rebuild import rebuild

# nbgrader adds a submission in two steps, which its database library remarks on.
pytestmark = pytest.mark.filterwarnings("ignore:Object of type <Submitted")

NAME = "a1_discriminants"
RELEASE, SOURCE = load("release", NAME), load("source", NAME)
RIGHT = answers(SOURCE)


def right():
    return answered(RELEASE, RIGHT)


def named(notebook, name):
    return next(cell for cell in notebook.cells if cells.name(cell) == name)


def rebuilt(notebook):
    """Return the answers after rebuilding, and what was repaired."""
    made, notes = rebuild(RELEASE, notebook)
    others = [c.source for c in made.cells if cells.name(c) and not cells.is_answer(c)]
    assert others == [c.source for c in RELEASE.cells if cells.name(c) and not cells.is_answer(c)]
    return answers(made), notes


# Rebuild


def test_a_sound_notebook_needs_no_repair():
    assert rebuilt(right()) == (RIGHT, [])


def test_the_submitted_notebook_is_left_alone():
    given, before = right(), right()
    rebuild(RELEASE, given)
    assert given == before


def test_of_two_answers_the_last_complete_one_counts():
    given = right()
    try_out = deepcopy(named(given, "q4"))
    try_out.source = "distance([0, 1], [2])"
    given.cells += [deepcopy(named(RELEASE, "q4")), try_out]
    found, notes = rebuilt(given)
    assert found == RIGHT
    assert notes == ["q4 is there 3 times"]


def test_edited_and_deleted_checks_come_back():
    given = right()
    named(given, "q1_shape").source = "assert True"
    given.cells.remove(named(given, "q4_side"))
    assert rebuilt(given) == (RIGHT, ["q1_shape was edited", "q4_side was deleted"])


def test_answers_without_names_are_found_by_their_functions_and_place():
    given = right()
    for cell in given.cells:
        cell.metadata = {}
    found, notes = rebuilt(given)
    assert found == RIGHT
    assert notes[0] == "the names of all cells were lost"
    assert "q5 was found by its place" in notes


def test_an_answer_in_another_cell_counts_where_its_own_is_untouched():
    given = right()
    for name, new in (("q4", new_code_cell), ("q5", new_markdown_cell)):
        place = given.cells.index(named(given, name))
        given.cells[place].source = named(RELEASE, name).source
        given.cells.insert(place + 1, new(RIGHT[name]))
    assert rebuilt(given)[0] == RIGHT


def test_a_cell_of_another_type_is_turned_back():
    given = right()
    named(given, "q4").cell_type = "markdown"
    made, notes = rebuild(RELEASE, given)
    assert notes == ["q4 was of another type"]
    assert named(made, "q4").cell_type == "code"


def test_own_cells_keep_their_place_and_lose_their_claims():
    given = right()
    own = new_code_cell("helper = 1", metadata={"nbgrader": {"grade": True, "points": 99}})
    given.cells.insert(given.cells.index(named(given, "q2")), own)
    made, _ = rebuild(RELEASE, given)
    place = [c.source for c in made.cells].index("helper = 1")
    assert cells.name(made.cells[place + 1]) == "q2"
    assert made.cells[place].metadata == {}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b'{"cells": [ not', "is damaged"),
        (b"<html>", "is a web page"),
        (b"[1, 2]", "no notebook"),
        (b"\xff\xfe\x00", "is damaged"),
        (b"%PDF-1.7", "or no notebook at all"),
        (b'{"cells": 3, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}', "is damaged"),
    ],
)
def test_what_is_no_notebook_is_refused_in_words(data, words):
    with pytest.raises(ValueError, match=words):
        cells.parse(data)


def test_the_last_complete_answer_counts_and_the_others_stay_as_own_cells():
    given = right()
    early, part = deepcopy(named(given, "q4")), deepcopy(named(given, "q1"))
    early.source = "def distance(w, x):\n    return 0"
    part.source = "def to_last(w):\n    return 0"
    given.cells = [early, *given.cells, part]
    found, notes = rebuilt(given)
    assert found == RIGHT
    assert notes == ["q1 is there 2 times", "q4 is there 2 times"]
    own = {c.source: c.id for c in rebuild(RELEASE, given)[0].cells if not cells.name(c)}
    assert {early.source, part.source} <= own.keys()
    assert own[early.source] != own[part.source]


def test_what_was_found_elsewhere_is_not_there_twice():
    given = right()
    for cell in given.cells:
        cell.metadata = {}
    assert len(rebuild(RELEASE, given)[0].cells) == len(RELEASE.cells)


def test_an_answer_with_an_error_in_it_is_found_by_its_function_too():
    given = right()
    broken = named(given, "q4")
    broken.source, broken.metadata = "def distance(w, x)\n    return 0", {}
    assert rebuilt(given)[0]["q4"] == broken.source


def test_an_answer_too_deep_to_be_read_stops_nothing():
    deep = "deep = " + "1 + " * 20_000 + "1", "deep = " + "-" * 20_000 + "1"
    for source in deep:
        given = right()
        named(given, "q4").source = source
        assert rebuilt(given)[0]["q4"] == source
        assert list(audit_run.suspicious(source, set())) == []


def test_one_edited_copy_of_a_check_is_told():
    given = right()
    given.cells.append(deepcopy(named(given, "q1_shape")))
    given.cells[-1].source = "assert True"
    assert rebuilt(given) == (RIGHT, ["q1_shape was edited"])


def test_pictures_in_an_answer_stay():
    given = right()
    named(given, "q5").attachments = {"a.png": {"image/png": "AAAA"}}
    assert named(rebuild(RELEASE, given)[0], "q5").attachments == named(given, "q5").attachments


def test_other_line_ends_other_writers_and_odd_claims_are_no_repair():
    given = right()
    for cell in given.cells:
        cell.source = cell.source.replace("\n", "\r\n").splitlines(keepends=True)
    given.cells += [{"source": "odd", "metadata": {"nbgrader": "odd"}}]
    read = cells.parse(b"\xef\xbb\xbf" + json.dumps(given).encode())
    made, notes = rebuild(RELEASE, read)
    assert notes == []
    assert {name: said.replace("\r\n", "\n") for name, said in answers(made).items()} == RIGHT
    assert made.cells[-1].source == "odd"


def test_a_release_with_other_checks_than_its_source_is_refused():
    other = right()
    other.cells.remove(named(other, "q4_side"))
    with pytest.raises(ValueError, match="make assignments"):
        cells.with_hidden_checks(other, SOURCE)


def test_a_line_that_students_see_is_no_secret():
    seen, hidden = "assert decide(1.0, 0) == +1", "assert decide(-1.0, 0) == -1"
    source, release = deepcopy(RELEASE), deepcopy(RELEASE)
    checks = f"### BEGIN HIDDEN TESTS\n{seen}\n{hidden}\n### END HIDDEN TESTS"
    source.cells, release.cells = [new_code_cell(checks)], [new_code_cell(f"  {seen}")]
    assert cells.hidden_lines(source, release) == {hidden}


# Collect

FILES = {
    "canvas": "doejane_LATE_1234_5678_a1_discriminants-1.ipynb",
    "moodle": "Jane Doe_1234_assignsubmission_file_/my notebook.ipynb",
    "nbgrader": f"1234/{NAME}/{NAME}.ipynb",
    "plain": "1234.ipynb",
    "folder": "1234/a1 (1).ipynb.txt",
}


@pytest.mark.parametrize("form", FILES)
def test_submissions_are_found_in_folders_and_in_zip_files(form, tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr(FILES[form], "{}")
        archive.writestr("__MACOSX/._1234.ipynb", "junk")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        archive.extractall(tmp_path / "folder")
    for place in ("all.zip", "folder"):
        (found,) = collect(tmp_path / place, NAME)
        assert (found.student, found.data, found.problem) == ("1234", b"{}", "")


def test_two_notebooks_of_one_student_need_a_look(tmp_path):
    (tmp_path / "ann").mkdir()
    for name in ("x.ipynb", "y.ipynb"):
        (tmp_path / "ann" / name).write_text("{}")
    assert "2 notebooks" in collect(tmp_path, NAME)[0].problem
    (tmp_path / "ann" / f"{NAME}.ipynb").write_text("{}")
    assert collect(tmp_path, NAME)[0].problem == ""


def test_a_place_that_is_not_there_or_empty_is_refused(tmp_path):
    with pytest.raises(ValueError, match="neither a folder nor a zip file: say with --submitted"):
        collect(tmp_path / "nowhere", NAME)
    with pytest.raises(ValueError, match="nothing is in it"):
        collect(tmp_path, NAME)


def test_two_names_that_become_one_need_a_look(tmp_path):
    for name in ("ann b.ipynb", "ann_b.ipynb"):
        (tmp_path / name).write_text("{}")
    (found,) = collect(tmp_path, NAME)
    assert "2 notebooks" in found.problem


def test_of_one_students_files_the_one_of_this_assignment_counts(tmp_path):
    for file in (f"{NAME}/{NAME}.ipynb", f"{NAME}/{NAME}-copy.ipynb", "a2_other/a2_other.ipynb"):
        (tmp_path / "ann" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "ann" / file).write_text("{}")
    assert [s.file for s in collect(tmp_path, NAME)] == [f"ann/{NAME}/{NAME}.ipynb"]


def test_students_come_in_order_whatever_order_the_zip_file_has(tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for file in ("bob.IPYNB", "ann.ipynb"):
            archive.writestr(file, file)
    found = collect(tmp_path / "all.zip", NAME)
    assert [(s.student, s.data) for s in found] == [("ann", b"ann.ipynb"), ("bob", b"bob.IPYNB")]


def test_a_file_of_many_megabytes_is_not_read(tmp_path):
    with (tmp_path / "ann.ipynb").open("wb") as file:
        file.truncate(21 << 20)
    (found,) = collect(tmp_path, NAME)
    assert (found.data, found.problem) == (
        b"",
        "the file has 21 MB: ask for it without its outputs",
    )


# Run


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
        run.run(notebook, **limits)
        gc.collect()


def test_a_cell_that_hears_nothing_is_stopped_and_the_others_count():
    deaf = (
        "while True:\n    try:\n        import time; time.sleep(9)\n    except BaseException: pass"
    )
    notebook = small("x = 1", deaf, "assert x == 1", "import perceptrons")
    run_here(notebook, cell_seconds=2)
    assert cells.error(notebook.cells[1]) == "Grader: stopped: no answer in time"
    assert cells.error(notebook.cells[2]) == ""
    assert "ModuleNotFoundError" in cells.error(notebook.cells[3])
    assert cells.points(notebook) == {"q1_1": (0, 1), "q1_2": (1, 1), "q1_3": (0, 1)}


def test_the_sandbox_says_why_it_cannot_work(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "needs Linux" in sandbox.why_not()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sandbox.shutil, "which", lambda _: None)
    assert "apt install bubblewrap" in sandbox.why_not()


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
    run_here(notebook, sandbox=True)
    assert cells.error(notebook.cells[1]) == ""


def test_outputs_are_cut_and_checks_say_nothing_but_errors():
    long = nbformat.v4.new_output("stream", name="stderr", text="x" * (run.KEPT + 1))
    table = nbformat.v4.new_output("display_data", {"text/html": "x" * (run.KEPT + 1)})
    notebook = small("own", "check")
    for cell in notebook.cells:
        cell.outputs = [deepcopy(long), deepcopy(table)] * 60
        run.tidy(cell)
    own, check = (cell.outputs for cell in notebook.cells)
    cut = "x" * run.KEPT + "\n... cut off"
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
        kernel.limit_cells(shell)
        shell.events["pre_run_cell"]()
        assert round(signal.getitimer(signal.ITIMER_PROF)[0]) == kernel.SECONDS
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
    code = f"""import sys; sys.path.insert(0, {str(ROOT / "tools")!r})
import kernel, resource
kernel.limit_process()
for limit in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU):
    print(*resource.getrlimit(limit))"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    limits = [kernel.MEMORY, 20 << 20, kernel.LIFETIME]
    assert said.stdout.splitlines() == [f"{limit} {limit}" for limit in limits]


def test_the_sandbox_says_why_the_system_refuses_it(monkeypatch):
    if sandbox.why_not():
        pytest.skip(sandbox.why_not())
    refused = [sys.executable, "-c", "import sys; sys.exit('no namespaces')"]
    monkeypatch.setattr(sandbox, "room", lambda _: refused)
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
    command = [*sandbox.room(tmp_path / "shared"), sys.executable, "-I", "-c", look]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["False False", "False True", "['lo'] /tmp/work"]


# Audit


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
    assert list(audit_run.suspicious(code, audit_run.tools(RELEASE))) == [sign]


@pytest.mark.parametrize("answer", [a for a in RIGHT if a != "q5"])
def test_an_honest_answer_shows_no_sign(answer):
    assert list(audit_run.suspicious(RIGHT[answer], audit_run.tools(RELEASE))) == []


def test_syntax_errors_are_not_read():
    assert list(audit_run.suspicious("def (", set())) == []


def audited(silent=""):
    """Return the signs and the points of a right run in which one canary may be silent."""
    notebook = cells.with_hidden_checks(right(), SOURCE)
    for cell in notebook.cells:
        if cells.name(cell) in audit_run.CANARIES and cells.name(cell) != silent:
            cells.fail(cell, "as it must")
    signs = audit_run.audit(notebook, RELEASE, SOURCE)
    return signs, sum(earned for earned, _ in cells.points(notebook).values())


def test_an_honest_run_shows_no_sign_and_keeps_its_points():
    assert audited() == ([], 17)


@pytest.mark.parametrize("canary", audit_run.CANARIES)
def test_a_silent_canary_takes_all_points(canary):
    sign = f"{canary} was silent: the run was tampered with, no check counts"
    assert audited(silent=canary) == ([sign], 0)


def test_a_students_own_cell_is_looked_at_too():
    notebook = right()
    notebook.cells.append(new_code_cell("import os"))
    assert [c.source for c in audit_run.students_code(notebook, RELEASE)][-1] == "import os"


def test_hidden_lines_are_withheld_however_they_are_shown():
    secret = "assert say(\"a\\n\") == 'b', f'{x}'"
    outputs = [
        nbformat.v4.new_output("stream", text=f"1: {secret}"),
        nbformat.v4.new_output("execute_result", {"text/plain": repr([secret])}),
        nbformat.v4.new_output("error", ename="E", evalue="", traceback=["", secret]),
        nbformat.v4.new_output("stream", text="mine"),
    ]
    notebook = small("print(In)")
    notebook.cells[0].outputs = outputs
    assert audit_run.withhold(notebook, {secret})
    said = [output.get("text") for output in notebook.cells[0].outputs]
    assert said == ["(withheld by the grader)\n"] * 3 + ["mine"]
    assert not audit_run.withhold(notebook, {secret})


# Learning platforms

SCORES = {"11": (18.5, 20, 0), "12": (7, 20, 1), "99": (20, 20, 0)}


def test_canvas_gets_its_own_file_back_with_points():
    text = (
        "Student,ID,SIS User ID,Section,a1_discriminants (4711),Final\r\n"
        '    Points Possible,,,,20,\r\n"Doe, Jane",11,x,"A ""b""",,50\r\n"Roe, Jo",13,y,B,,\r\n'
    )
    filled, missing, unknown = lms.canvas(text, SCORES, NAME)
    assert filled == text.replace('"A ""b""",,50', '"A ""b""",18.5,50')
    assert (missing, unknown) == (["13"], ["12", "99"])


def test_moodle_gets_its_own_file_back_with_points():
    text = "Identifier,Full name,Grade,Maximum Grade\r\nParticipant 12,Jo Roe,,20.00\r\n"
    filled, missing, unknown = lms.moodle(text, SCORES)
    assert filled == text.replace("Jo Roe,,", "Jo Roe,7,")
    assert (missing, unknown) == ([], ["11", "99"])


def test_a_file_without_the_column_is_refused():
    with pytest.raises(ValueError, match="no column 'Identifier'"):
        lms.moodle("ID,Grade\r\n1,\r\n", SCORES)


def test_plain_scores_quote_what_needs_it():
    assert lms.plain({"a,b": (1.5, 20, 2)}).splitlines()[1] == '"a,b",1.5,20,2'


def test_a_file_keeps_its_delimiter_its_short_lines_and_its_other_columns():
    text = f"ID;{NAME}_bonus (4710);{NAME} (4711)\r\nshort\r\n11;;\r\n"
    filled, missing, unknown = lms.canvas(text, SCORES, NAME)
    assert filled == text.replace("11;;", "11;;18.5")
    assert (missing, unknown) == ([], ["12", "99"])


# Gradescope


def test_the_gradescope_package_grades_from_what_is_in_it(tmp_path):
    (tmp_path / "course").mkdir()
    for kind in ("source", "release"):
        folder = tmp_path / "course" / kind / NAME
        folder.mkdir(parents=True)
        (folder / f"{NAME}.ipynb").write_bytes((ROOT / kind / NAME / f"{NAME}.ipynb").read_bytes())
    package = gradescope.pack(NAME, tmp_path / "course")
    with zipfile.ZipFile(package) as archive:
        archive.extractall(tmp_path / "source")
        names = set(archive.namelist())
        for program in ("setup.sh", "run_autograder"):
            assert archive.getinfo(program).external_attr >> 16 == 0o755
    imported = {
        module
        for file in (tmp_path / "source" / "tools").glob("*.py")
        for module in re.findall(r"^(?:from|import) (\w+)", file.read_text("utf-8"), re.MULTILINE)
    }
    ours = {file.stem for file in (ROOT / "tools").glob("*.py")}
    assert {f"tools/{module}.py" for module in imported & ours} <= names
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "other name.ipynb").write_text(json.dumps(right()))
    result = gradescope.results(tmp_path, tmp_path / "source")
    assert result["score"] == 17
    assert {test["visibility"] for test in result["tests"]} == {"visible", "after_published"}
    assert sum(test["max_score"] for test in result["tests"]) == 17


# The teacher's command, the gradebook and the marks, without kernels


class Course:
    """A course of one assignment, whose kernels are replaced by one that passes all checks."""

    def __init__(self, folder, monkeypatch):
        from gradebook import Book

        self.folder, self.handed, self.jobs, self.failing = folder, folder / "handed-in", [], ()
        self.handed.mkdir()
        monkeypatch.setattr(grade, "in_own_process", self.run)
        self.book = Book(NAME, folder)

    def run(self, notebook, sandboxed, seconds):
        self.jobs.append((sandboxed, seconds))
        for cell in notebook.cells:
            if cells.name(cell) in audit_run.CANARIES:
                cells.fail(cell, "as it must")
            if cells.name(cell) in self.failing:
                cells.fail(cell, "\x1b[31mno")
            if "breaks off" in cell.source:
                raise ValueError("the run broke off")
        return notebook

    def hand_in(self, student, **changed):
        nbformat.write(answered(RELEASE, RIGHT | changed), self.handed / f"{student}.ipynb")

    def grade(self, *words):
        """Return what the command ends with, and how many submissions it ran."""
        self.jobs.clear()
        place = ["--course", str(self.folder), "--submitted", str(self.handed)]
        return grade.main([NAME, *place, *words]), len(self.jobs)

    def marks(self, *lines):
        """Read marks: question, student, mark, comment."""
        file = self.folder / "marks.csv"
        file.write_text("question,student,mark,comment\n" + "\n".join(lines), "utf-8")
        import marks

        return marks.read(self.book, file)

    def needs(self, student):
        """Tell whether an answer in words of a student is to be looked at."""
        with self.book.open() as book:
            return [g.needs_manual_grade for g in self.book.grades(book, student) if g.name == "q5"]


@pytest.fixture(scope="module")
def entered(tmp_path_factory):
    """Make a course with an empty gradebook: nbgrader takes seconds for it."""
    pytest.importorskip("nbgrader", reason="nbgrader is not installed: make teacher")
    from gradebook import Book

    folder = tmp_path_factory.mktemp("course")
    for kind in ("source", "release"):
        shutil.copytree(ROOT / kind / NAME, folder / kind / NAME)
    Book(NAME, folder).prepare()
    return folder


@pytest.fixture
def course(entered, tmp_path, monkeypatch):
    return Course(shutil.copytree(entered, tmp_path / "course"), monkeypatch)


def test_resume_grades_what_is_new_or_changed_alone(course, capsys):
    course.hand_in("ann")
    course.hand_in("bob", q4="import os")
    assert course.grade() == (1, 2)
    assert course.grade("--resume") == (1, 0)
    assert capsys.readouterr().out.endswith("1 of 2 submissions need a look.\n")
    course.hand_in("ann", q5="Another answer.")
    assert course.grade("--resume") == (1, 1)
    source = course.folder / "source" / NAME / f"{NAME}.ipynb"
    source.write_text(source.read_text("utf-8") + "\n", "utf-8")
    assert course.grade("--resume") == (1, 2)
    assert course.grade() == (1, 2)
    (course.handed / "bob.ipynb").unlink()
    assert course.grade("--resume") == (0, 0)
    assert "2 answers in words wait for a mark" in capsys.readouterr().out


def test_sandbox_and_seconds_are_passed_on(course, monkeypatch):
    course.hand_in("ann")
    monkeypatch.setattr(sandbox, "why_not", lambda: "")
    course.grade("--sandbox", "--seconds", "7")
    assert course.jobs == [(True, 7)]
    monkeypatch.setattr(sandbox, "why_not", lambda: "no sandbox here")
    with pytest.raises(SystemExit, match="no sandbox here"):
        course.grade("--sandbox")


def test_a_run_that_breaks_off_gives_no_points(course):
    course.hand_in("ann", q4="breaks off")
    course.hand_in("bob")
    assert course.grade() == (1, 2)
    assert course.book.scores() == {"bob": (17, 20, 1)}


def test_a_run_without_an_end_or_a_result_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(run, "__file__", str(tmp_path / "run.py"))
    (tmp_path / "run.py").write_text("import sys; sys.exit('lost')")
    with pytest.raises(ValueError, match="the run broke off: lost"):
        grade.in_own_process(RELEASE, False, 60)
    (tmp_path / "run.py").write_text("import time; time.sleep(60)")
    with pytest.raises(ValueError, match="did not end in 1 s"):
        grade.in_own_process(RELEASE, False, -59)


def test_a_mark_stays_until_its_answer_changes(course, capsys):
    course.hand_in("ann")
    course.grade()
    assert (course.book.scores(), course.needs("ann")) == ({"ann": (17, 20, 1)}, [True])
    assert course.marks('q5,ann,"2,5", Which data? ') == 1
    with course.book.open() as book:
        assert book.find_comment("q5", NAME, NAME, "ann").manual_comment == "Which data?"
    assert course.grade() == (0, 1)
    assert (course.book.scores(), course.needs("ann")) == ({"ann": (19.5, 20, 0)}, [False])
    course.hand_in("ann", q5="Another answer.")
    assert course.grade() == (1, 1)
    assert "q5 was changed after it was marked" in capsys.readouterr().out
    assert (course.book.scores(), course.needs("ann")) == ({"ann": (19.5, 20, 0)}, [True])


def test_a_wrong_mark_is_told_before_any_is_entered(course):
    course.hand_in("ann")
    course.hand_in("bob")
    course.grade()
    for line, words in [
        ("q5,ann,-1,", "has -1 points of 3"),
        ("q5,ann,3.5,", "has 3.5 points of 3"),
        ("q5,ann,good,", "row 3: mark is 'good'"),
        ("q5,eve,1,", "no answer q5 of 'eve'"),
        ("q4_side,ann,1,", "no answer q4_side of 'ann'"),
        ("q5,bob,3,", "bob, q5 stands in row 2 already"),
        ("only a word,,1", "no answer only a word of ''"),
    ]:
        with pytest.raises(ValueError, match=words):
            course.marks("q5,bob,2,", line)
    for points in (-1, 3.5):
        with pytest.raises(ValueError, match="it should be 0 to 3"):
            course.book.mark("ann", "q5", points, "")
    assert course.book.scores() == {"ann": (17, 20, 1), "bob": (17, 20, 1)}


SHEET = "question;student;out of;mark;comment;answer\r\nq5;ann;3;2,5;Schön;x\r\n;;;;;\r\n"


def test_marks_are_read_as_a_spreadsheet_saved_them(course):
    import marks

    course.hand_in("ann")
    course.grade()
    file = course.folder / "sheet.csv"
    file.write_text(SHEET.replace(";x", f";{'x' * 200_000}"), "utf-8-sig", newline="")
    assert marks.read(course.book, file) == 1
    assert course.book.scores() == {"ann": (19.5, 20, 0)}
    for encoding in ("cp1252", "utf-16"):
        file.write_text(SHEET, encoding)
        with pytest.raises(ValueError, match=r"sheet\.csv is not in UTF-8: save it as"):
            marks.read(course.book, file)
    for text in ("", SHEET.replace("mark", "points")):
        file.write_text(text, "utf-8")
        with pytest.raises(ValueError, match=r"has no column .*mark.*: keep the first line"):
            marks.read(course.book, file)


def test_a_comment_without_a_mark_is_kept_and_the_answer_waits(course):
    course.hand_in("ann")
    course.grade()
    assert course.marks("q5,ann,,Ask me.") == 1
    assert course.book.scores() == {"ann": (17, 20, 1)}
    import marks

    assert marks.rows(course.book)[0][3:5] == ["", "Ask me."]


@pytest.mark.parametrize("cell", ["2,", ",Which data?"])
def test_marks_that_were_not_read_are_not_written_over(course, capsys, cell):
    import marks

    course.hand_in("ann")
    course.grade()
    words = [NAME, "--course", str(course.folder)]
    marks.main(["write", *words])
    file = course.folder / "marks" / f"{NAME}.csv"
    filled = file.read_text("utf-8-sig").replace("q5,ann,3,,", f"q5,ann,3,{cell}")
    file.write_text(filled, "utf-8")
    with pytest.raises(SystemExit, match="has 1 marks or comments that are not in the gradebook"):
        marks.main(["write", *words])
    assert file.read_text("utf-8") == filled
    marks.main(["read", *words])
    marks.main(["write", *words])
    assert f"q5,ann,3,{cell}" in file.read_text("utf-8-sig")
    file.write_text(filled.replace("ann", "eve"), "utf-8")
    with pytest.raises(SystemExit, match=r"of 'eve' .*nothing was written: mend the file, or move"):
        marks.main(["write", *words])


def test_what_is_not_graded_or_not_there_is_not_marked_or_exported(course):
    import marks

    place = ["--course", str(course.folder)]
    for command in (lms.main, lambda words: marks.main(["write", *words])):
        with pytest.raises(SystemExit, match=f"nothing of {NAME} is graded: run tools/grade.py"):
            command([NAME, *place])
        with pytest.raises(SystemExit, match=f"'a1', but there is no .*; there are: {NAME}$"):
            command(["a1", *place])
    course.hand_in("ann")
    course.grade()
    with pytest.raises(SystemExit, match=f"make it by tools/marks.py write {NAME}"):
        marks.main(["read", NAME, *place])


def test_a_gradebook_that_cannot_be_written_is_told(course, monkeypatch):
    course.hand_in("ann")
    course.grade()
    monkeypatch.setattr("os.access", lambda path, mode: path.name != "gradebook.db")
    with pytest.raises(SystemExit, match=r"gradebook\.db cannot be written: ask for"):
        course.grade()
    with pytest.raises(ValueError, match=r"gradebook\.db cannot be written: ask for"):
        course.marks("q5,ann,2,")


def test_reports_that_cannot_be_written_are_told(course):
    course.hand_in("ann")
    (course.folder / "reports").write_text("in the way")
    with pytest.raises(SystemExit, match="reports"):
        course.grade()


def test_answers_go_into_the_spreadsheet_without_formulas(course):
    course.hand_in("-ann", q5="@SUM(A1)")
    course.hand_in("blank", q5=answers(RELEASE)["q5"])
    course.grade()
    import marks

    assert marks.rows(course.book) == [
        ["q5", " -ann", "3", "", "", " @SUM(A1)"],
        ["q5", "blank", "3", "0", "No response.", answers(RELEASE)["q5"]],
    ]
    assert course.marks("q5, -ann,1,") == 1
    assert course.book.scores()["-ann"] == (18, 20, 0)


def test_a_gradebook_of_other_cells_is_not_graded_into(course):
    course.hand_in("ann")
    course.grade()
    with course.book.open() as book:
        assert "HIDDEN TESTS" in book.find_source_cell("q4_side", NAME, NAME).source
    for kind in ("source", "release"):
        file = course.folder / kind / NAME / f"{NAME}.ipynb"
        notebook = nbformat.read(file, 4)
        notebook.cells.remove(named(notebook, "q4_side"))
        nbformat.write(notebook, file)
    with pytest.raises(SystemExit, match="has got or lost cells"):
        course.grade()


def test_the_file_for_canvas_is_a_filled_copy(course, capsys):
    course.hand_in("11")
    course.hand_in("12")
    course.grade()
    given = course.folder / "all.csv"
    given.write_text("ID,A one (4711)\n11,\n13,\n", "utf-8-sig")
    place = ["--course", str(course.folder), "--canvas", str(given)]
    with pytest.raises(SystemExit, match=f"no column '{NAME}'"):
        lms.main([NAME, *place])
    assert lms.main([NAME, *place, "--column", "A one"]) == 1
    said = capsys.readouterr().out
    assert "without a score here: 13" in said
    assert "not in the file: 12" in said
    assert "2 answers in words are not marked yet" in said
    assert given.read_text("utf-8-sig") == "ID,A one (4711)\n11,\n13,\n"
    copy = course.folder / "grades" / f"{NAME}-all.csv"
    assert copy.read_text("utf-8").split() == ["ID,A", "one", "(4711)", "11,17", "13,"]
    given.write_text("ID,A one\n11,\n12,\n", "utf-8")
    assert lms.main([NAME, *place, "--column", "A one"]) == 0
    copy.unlink()
    for text, words in [
        ("ID,A one\n21,\n22,\n", "none of those graded is in it, such as 11: is it another"),
        ("ID,A one\n11,Jö\n", "is not in UTF-8"),
    ]:
        given.write_text(text, "cp1252")
        with pytest.raises(SystemExit, match=rf"all\.csv.*{words}"):
            lms.main([NAME, *place, "--column", "A one"])
    assert not copy.exists()


def test_a_package_of_no_assignment_is_refused_and_leaves_nothing(course, monkeypatch):
    pack = gradescope.pack
    monkeypatch.setattr(gradescope, "pack", lambda assignment: pack(assignment, course.folder))
    with pytest.raises(SystemExit, match=f"'a1', but there is no .*; there are: {NAME}$"):
        gradescope.main(["pack", "a1"])
    assert list(course.folder.glob("*.zip")) == []


def test_gradescope_tells_what_failed_and_hides_the_signs(course):
    handed = course.folder / "gradescope" / "submission"
    handed.mkdir(parents=True)
    course.failing = ["q4_side"]
    nbformat.write(answered(RELEASE, RIGHT | {"q4": "import os"}), handed / "mine.ipynb")
    result = gradescope.results(handed.parent, course.folder, NAME)
    tests = {test["name"]: (test["score"], test["output"]) for test in result["tests"]}
    assert tests["q4_side"] == (0, "Grader: no")
    assert tests["q1_shape"] == (1, "passed")
    assert result["score"] == 17 - about(named(SOURCE, "q4_side"))["points"]
    assert tests["flags"] == (0, "imports os")
    assert [t["name"] for t in result["tests"] if t["visibility"] == "hidden"] == ["flags"]


def test_gradescope_says_why_it_cannot_grade(tmp_path):
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "a.pdf").write_text("%PDF")
    said = "This could not be graded: no notebook (.ipynb) was handed in"
    assert gradescope.results(tmp_path, ROOT, NAME) == {"score": 0, "output": said}


# The page


def test_the_table_of_assignments_is_right():
    page = (ROOT / "index.md").read_text("utf-8")
    rows = re.findall(
        r"^\| \[(\d)\. (.+)\]\(release/(\w+)/\w+\.ipynb\) \| (.+) \|$", page, re.MULTILINE
    )
    assert [row[2] for row in rows] == sorted(p.name for p in (ROOT / "release").iterdir())
    for number, title, name, rest in rows:
        text = "\n".join(c.source for c in load("release", name).cells)
        chapter, hours, code, words, questions = rest.split(" | ")
        assert f"# Assignment {number}: {title[0].lower()}{title[1:]}".lower() in text.lower()
        assert re.search(rf"\*\*You need\*\* chapters? {chapter}\b", text), name
        assert (
            f"and {hours} hours. There are {int(code) + int(words)} points: {code} by checks"
            in text
        )
        assert len(re.findall(r"^## Question", text, re.MULTILINE)) == int(questions)
        given = [about(c) for c in load("source", name).cells if about(c).get("grade")]
        assert sum(known["points"] for known in given) == int(code) + int(words)


def test_the_built_site_holds_no_secret(pages):
    """Look into every file of the site, page sources, search index and archive too."""
    from test_assignments import secrets

    from browser import SITE

    lines = {line for p in (ROOT / "source").iterdir() for line in secrets(load("source", p.name))}
    # What a chapter or a release says too is no secret.
    public = [*(ROOT / "release").rglob("*.ipynb"), *ROOT.parent.glob("*.ipynb")]
    public += (ROOT.parents[1] / "lib").rglob("*.py")
    said = "\n".join(p.read_text("utf-8").replace('\\"', '"') for p in public)
    lines = {line for line in lines if len(line) > 30 and line not in said}
    assert len(lines) > 200
    texts = {}
    for path in SITE.rglob("*"):
        if path.suffix in {".html", ".js", ".json", ".md", ".ipynb", ".txt", ".py", ".inv"}:
            texts[path] = path.read_text("utf-8", errors="replace")
        elif path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    assert "assignments/source" not in name
                    texts[path / name] = archive.read(name).decode("utf-8", errors="replace")
    for path, text in texts.items():
        plain = re.sub(r"<[^>]+>", "", text) if path.suffix == ".html" else text.replace('\\"', '"')
        plain = (
            plain.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&#39;", "'")
            .replace("&quot;", '"')
        )
        assert [line for line in lines if line in plain] == [], path
        assert not re.search(r"### (BEGIN|END) (SOLUTION|HIDDEN)", plain), path
