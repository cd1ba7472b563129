"""One run of the teacher's command over honest, damaged and hostile submissions, and what comes after it."""

import csv
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import nbformat
import pytest
from harness import ROOT, about, answered, answers, load
from misconceptions.a1 import ASSIGNMENT, MISCONCEPTIONS, OTHER_STYLE

TOOLS = ROOT / "tools"
sys.path.insert(0, str(TOOLS))
pytest.importorskip("nbgrader", reason="nbgrader is not installed: make teacher")

import sandbox
from cells import hidden_lines
from gradebook import Book

RELEASE, SOURCE = load("release", ASSIGNMENT), load("source", ASSIGNMENT)
RIGHT = answers(SOURCE)
FUNCTIONS = {"q1": ["constant_first", "constant_last", "to_last"], "q2": ["reflect"]}
FUNCTIONS |= {"q3": ["decide"], "q4": ["distance"]}
WHY_NOT = sandbox.why_not()


def say(body):
    """Return answers whose functions all do the same wrong thing."""
    return {
        answer: "\n".join(f"def {name}(*given, **named):\n    {body}" for name in names)
        for answer, names in FUNCTIONS.items()
    }


def right(**changed):
    return answered(RELEASE, RIGHT | changed)


def wrong(cell="", at=None):
    notebook = answered(RELEASE, RIGHT | say("return None") | {"q5": answers(RELEASE)["q5"]})
    if cell:
        place = len(notebook.cells) if at is None else at
        notebook.cells.insert(place, nbformat.v4.new_code_cell(cell))
    return notebook


def distance(body):
    return right(q4=f"def distance(w, x):\n    {body}")


def edited(notebook):
    for cell in notebook.cells:
        if about(cell).get("grade") and cell.cell_type == "code":
            cell.source = "assert True"
            cell.metadata.nbgrader.update(points=100, locked=False)
    return notebook


def without_checks(notebook):
    notebook.cells = [
        c for c in notebook.cells if not (about(c).get("grade") and c.cell_type == "code")
    ]
    return notebook


def copied(notebook):
    """Copy every cell below the notebook; of the answers, what the student found there first."""
    notebook.cells += deepcopy(RELEASE.cells)
    return notebook


def nameless(notebook):
    for cell in notebook.cells:
        cell.metadata = {}
    return notebook


def other_kernel(notebook):
    notebook.metadata = {
        "kernelspec": {"name": "julia-1.9", "display_name": "J", "language": "julia"}
    }
    return notebook


def submissions(gradebook, port):
    """Return, by file name: what is handed in, its points by checks, and words of the report about it."""
    answer, good, bad, lost = next(iter(MISCONCEPTIONS.values()))
    points = {
        about(c)["grade_id"]: about(c)["points"] for c in SOURCE.cells if about(c).get("grade")
    }
    erring = right(**{answer: RIGHT[answer].replace(good, bad)})
    connect = (
        f"import socket\nsocket.create_connection(('127.0.0.1', {port}), 2)\nprint('CONNECTED')"
    )
    cheat = f"import sqlite3\nsqlite3.connect({str(gradebook)!r}).execute('update grade set manual_score = 9')"
    everywhere = (
        "class Any:\n    def __eq__(self, other): return True\n    def all(self): return True"
    )
    everywhere += "\n    shape = property(lambda self: Any())\n"
    silence = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "async def run_code(self, code, result=None, *, async_=False):\n"
        "    try: exec(code, self.user_global_ns, self.user_ns)\n"
        "    except BaseException: pass\n    return False\n"
        "InteractiveShell.run_code = run_code"
    )
    equal = say("return Any()")
    return {
        "honest.ipynb": (right(), 17, ""),
        "honest-otherwise.ipynb": (answered(RELEASE, RIGHT | OTHER_STYLE), 17, ""),
        "honest-but-wrong.ipynb": (erring, 17 - sum(points[c] for c in lost.split()), ""),
        "blank.ipynb": (RELEASE, 0, ""),
        "endless.ipynb": (right(q3="def decide(g, on_line=0):\n    while True: pass"), 12, ""),
        "exits.ipynb": (distance("import os; os._exit(0)"), 13, "uses _exit"),
        "sys-exits.ipynb": (distance("import sys; sys.exit()"), 13, "imports sys"),
        "asks.ipynb": (distance("return input()"), 13, "uses input"),
        "greedy.ipynb": (distance("return [bytearray(1 << 28) for _ in range(99)]"), 13, ""),
        "loud.ipynb": (
            right(q3=RIGHT["q3"].replace("    g =", "    print('x' * 10**6)\n    g =")),
            17,
            "",
        ),
        "warns.ipynb": (
            right(
                q3=RIGHT["q3"].replace(
                    "    g =", "    import sys; print('!', file=sys.stderr)\n    g ="
                )
            ),
            17,
            "imports sys",
        ),
        "typo.ipynb": (right(q4="def distance(w, x)\n    return 0"), 13, ""),
        "edited.ipynb": (edited(wrong()), 0, "q1_shape was edited"),
        "deleted.ipynb": (without_checks(wrong()), 0, "q4_side was deleted"),
        "copied.ipynb": (copied(right()), 17, ""),
        "nameless.ipynb": (nameless(right()), 17, "the names of all cells were lost"),
        "kernel.ipynb": (other_kernel(right()), 17, ""),
        "folder/A 1 (2).ipynb": (right(), 17, ""),
        "corrupt.ipynb": ('{"cells": [ not', None, "the file is damaged"),
        "page.ipynb": ("<!DOCTYPE html>", None, "the file is a web page"),
        "nothing.pdf": ("%PDF", None, "no notebook"),
        "boasts.ipynb": (wrong("print('Total score: 20 of 20')\n20"), 0, ""),
        "equal.ipynb": (
            answered(RELEASE, RIGHT | equal | {"q1": everywhere + equal["q1"]}),
            0,
            "defines __eq__",
        ),
        "reads.ipynb": (wrong("print(In)\nprint('\\n'.join(In))"), 0, "printed hidden checks"),
        "silences.ipynb": (wrong(silence, 2), 0, "check_end was silent"),
        "helps.ipynb": (
            wrong("def numbers(*given): assert False\nyours = numbers"),
            0,
            "redefines numbers",
        ),
        "network.ipynb": (wrong(connect), 0, "imports socket"),
        "gradebook.ipynb": (wrong(cheat), 0, "imports sqlite3"),
    }


def grade(course, *words, code):
    """Run the teacher's command and return what it prints."""
    command = [sys.executable, TOOLS / "grade.py", ASSIGNMENT, "--course", course, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    assert done.stderr == ""
    return done.stdout


class Graded:
    """A course in which all submissions have been graded once."""

    def __init__(self, course):
        self.course, self.book = course, Book(ASSIGNMENT, course)
        for kind in ("source", "release"):
            shutil.copytree(ROOT / kind / ASSIGNMENT, course / kind / ASSIGNMENT)
        shutil.copy(ROOT / "nbgrader_config.py", course)
        with socket.create_server(("127.0.0.1", 0)) as self.server:
            # Where there is no sandbox, the gradebook's place would be known only by searching for it.
            place = course / "gradebook.db" if not WHY_NOT else Path("../../gradebook.db")
            self.expected = submissions(place, self.server.getsockname()[1])
            for name, (content, *_) in self.expected.items():
                file = course / "handed-in" / name
                file.parent.mkdir(parents=True, exist_ok=True)
                text = content if isinstance(content, str) else json.dumps(content)
                file.write_text(text, "utf-8")
            self.before = self.handed_in()
            self.words = ["--submitted", course / "handed-in", *([] if WHY_NOT else ["--sandbox"])]
            self.said = grade(course, *self.words, "--workers", "2", code=1)
            self.server.settimeout(0)
            try:
                self.connected = bool(self.server.accept())
            except BlockingIOError:
                self.connected = False

    def handed_in(self):
        folder = self.course / "handed-in"
        return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def report(self, name):
        student = name.split("/")[0].rsplit(".", 1)[0]
        file = self.course / "reports" / ASSIGNMENT / f"{student}.json"
        return json.loads(file.read_text("utf-8"))

    def notebook(self, student):
        return nbformat.read(self.book.file(student), 4)


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    return Graded(tmp_path_factory.mktemp("course"))


NAMES = list(submissions("", 0))


@pytest.mark.parametrize("name", NAMES)
def test_each_submission_gets_its_points_and_signs(graded, name):
    _, points, words = graded.expected[name]
    report = graded.report(name)
    assert report["score"] == points
    said = "; ".join([report["problem"], *report["flags"], *report["repairs"]])
    assert words in said
    if not words:
        assert report["problem"] == ""
        assert report["flags"] == []
    assert report["seconds"] >= 0


def test_the_gradebook_holds_the_same_points(graded):
    expected = {
        name.split("/")[0].rsplit(".", 1)[0]: points
        for name, (_, points, _) in graded.expected.items()
        if points is not None
    }
    scores = graded.book.scores()
    assert {student: points for student, (points, _, _) in scores.items()} == expected
    # Who wrote something waits for a mark; who wrote nothing has 0 already.
    assert scores["honest"][1:] == (20, 1)
    assert scores["blank"][1:] == (20, 0)


def test_progress_is_shown_and_the_end_says_who_needs_a_look(graded):
    lines = graded.said.splitlines()
    assert sum(bool(re.match(r" *\d+/28  ", line)) for line in lines) == len(NAMES) == 28
    look = sum(
        bool(graded.report(name)["flags"] or graded.report(name)["problem"]) for name in NAMES
    )
    assert lines[-1] == f"{look} of 28 submissions need a look."


def test_what_was_handed_in_is_not_changed(graded):
    assert graded.handed_in() == graded.before


def test_limits_speak(graded):
    def said(student, check):
        cell = next(c for c in graded.notebook(student).cells if about(c).get("grade_id") == check)
        return cell.outputs[0].evalue

    assert said("endless", "q3_on_the_line") == "stopped after 10 s: a loop without an end?"
    assert said("exits", "q4_side") == "the kernel died"
    assert "MemoryError" in json.dumps(graded.notebook("greedy").cells)
    assert graded.book.file("loud").stat().st_size < 300_000


def test_the_sandbox_keeps_submissions_from_the_network_and_the_gradebook(graded):
    if WHY_NOT:
        pytest.skip(WHY_NOT)
    assert not graded.connected
    said = [
        json.dumps([c.get("outputs") for c in graded.notebook(s).cells])
        for s in ("network", "gradebook")
    ]
    assert "ConnectionRefusedError" in said[0]
    assert "unable to open database file" in said[1]


def test_feedback_holds_the_messages_and_no_hidden_line(graded):
    command = [sys.executable, "-m", "nbgrader", "generate_feedback", ASSIGNMENT, "--force"]
    env = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    subprocess.run(command, cwd=graded.course, check=True, capture_output=True, env=env)
    pages = {
        p.parents[1].name: p.read_text("utf-8") for p in graded.course.glob("feedback/*/*/*.html")
    }
    assert len(pages) == sum(points is not None for _, points, _ in graded.expected.values())
    lines = hidden_lines(SOURCE, RELEASE)
    assert len(lines) > 20
    for student, page in pages.items():
        plain = re.sub(r"<[^>]+>", "", page).replace("&#39;", "'").replace("&quot;", '"')
        plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        assert [line for line in lines if line in plain] == [], student
    assert "a loop without an end?" in pages["endless"]
    assert "(withheld by the grader)" in pages["reads"]


def test_marks_go_out_and_in_and_survive_another_run(graded, tmp_path):
    def marks(action):
        command = [
            sys.executable,
            TOOLS / "marks.py",
            action,
            ASSIGNMENT,
            "--course",
            graded.course,
        ]
        subprocess.run(command, check=True, capture_output=True)

    marks("write")
    file = graded.course / "marks" / f"{ASSIGNMENT}.csv"
    with file.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert "Rubric" in file.with_suffix(".rubric.md").read_text("utf-8")
    honest = next(row for row in rows if row["student"] == "honest")
    assert honest["answer"] == RIGHT["q5"]
    assert honest["mark"] == ""
    assert next(row for row in rows if row["student"] == "blank")["mark"] == "0"
    honest |= {"mark": "2,5", "comment": "Which data?"}
    with file.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    marks("read")
    assert graded.book.scores()["honest"] == (19.5, 20, 0)

    again = tmp_path / "honest.ipynb"
    nbformat.write(right(), again)
    said = grade(graded.course, "--submitted", tmp_path, code=0)
    assert "All is well." in said
    assert graded.book.scores()["honest"] == (19.5, 20, 0)
    nbformat.write(right(q5="Something else."), again)
    said = grade(graded.course, "--submitted", tmp_path, code=1)
    assert "q5 was changed after it was marked" in said
    assert graded.book.scores()["honest"][0] == 19.5


def test_a_run_is_resumed_with_what_is_new(graded):
    late = graded.course / "handed-in" / "late.ipynb"
    nbformat.write(right(), late)
    said = grade(graded.course, *graded.words, "--resume", code=1)
    late.unlink()
    graded_now = re.findall(r"^ *\d+/\d+  (\S+)", said, re.MULTILINE)
    # honest.ipynb was handed in anew by the test above, if that has run
    assert set(graded_now) <= {"late", "honest"}
    assert "late" in graded_now
