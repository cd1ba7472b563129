"""A folder of honest, damaged and hostile submissions, and a course in which they are graded."""

import json
import shutil
import socket
import subprocess
from copy import deepcopy
from pathlib import Path

import nbformat
from harness import (
    MISCONCEPTIONS,
    NAME,
    OTHER_STYLE,
    RELEASE,
    RIGHT,
    SOURCE,
    answered,
    answers,
    right,
)

from grader.coursework import COURSE, about, is_check
from grader.run import sandbox

FUNCTIONS = {"q1": ["constant_first", "constant_last", "to_last"], "q2": ["reflect"]}
FUNCTIONS |= {"q3": ["decide"], "q4": ["distance"]}
WHY_NOT = sandbox.why_not()
OPEN = ["--no-sandbox"] if WHY_NOT else []


def say(body):
    """Return answers whose functions all do the same wrong thing."""
    return {
        answer: "\n".join(f"def {name}(*given, **named):\n    {body}" for name in names)
        for answer, names in FUNCTIONS.items()
    }


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
        if is_check(cell):
            cell.source = "assert True"
            cell.metadata.nbgrader.update(points=100, locked=False)
    return notebook


def without_checks(notebook):
    notebook.cells = [cell for cell in notebook.cells if not is_check(cell)]
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
    answer, lost, _, good, bad = next(iter(MISCONCEPTIONS[NAME].values()))
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
    equal = say("return Any()")
    return {
        "honest.ipynb": (right(), 17, ""),
        "honest-otherwise.ipynb": (answered(RELEASE, RIGHT | OTHER_STYLE[NAME]), 17, ""),
        "honest-but-wrong.ipynb": (erring, 17 - sum(points[c] for c in lost.split()), ""),
        "blank.ipynb": (RELEASE, 0, ""),
        "endless.ipynb": (
            right(q3="def decide(g, on_line=0):\n    while True: pass"),
            14,
            "stopped after",
        ),
        "exits.ipynb": (distance("import os; os._exit(0)"), 12, "its process ended"),
        "sys-exits.ipynb": (distance("import sys; sys.exit()"), 12, ""),
        "asks.ipynb": (distance("return input()"), 12, "EOFError"),
        "greedy.ipynb": (distance("return [bytearray(1 << 28) for _ in range(99)]"), 12, "Memory"),
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
            "",
        ),
        "typo.ipynb": (right(q4="def distance(w, x)\n    return 0"), 12, "SyntaxError"),
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
            "no plain data",
        ),
        "reads.ipynb": (wrong("print(In)\nprint('\\n'.join(In))"), 0, ""),
        "helps.ipynb": (
            wrong("def numbers(*given): assert False"),
            0,
            "",
        ),
        "network.ipynb": (wrong(connect), 0, ""),
        "gradebook.ipynb": (wrong(cheat), 0, ""),
    }


# Graded by `make test`: one of each kind of accident or attack. `make test-all` grades the others.
REPRESENTATIVE = ["honest", "blank", "endless", "exits", "greedy", "edited", "nameless", "corrupt"]
REPRESENTATIVE += ["nothing", "equal", "reads", "network", "gradebook"]


def student(name):
    """Return the student of a file that was handed in."""
    return name.split("/")[0].rsplit(".", 1)[0]


def names(representative):
    """Return the names of the representative files, or of the others."""
    every = submissions("", 0)
    assert {*REPRESENTATIVE} < {student(name) for name in every}
    return [name for name in every if (student(name) in REPRESENTATIVE) == representative]


class Graded:
    """A course in which some submissions have been graded by the teacher's command, in one run."""

    def __init__(self, course, python, names, *limits):
        self.course, self.python = course, python
        for kind in ("source", "release"):
            shutil.copytree(COURSE / kind / NAME, course / kind / NAME)
        shutil.copy(COURSE / "nbgrader_config.py", course)
        with socket.create_server(("127.0.0.1", 0)) as server:
            # Without a sandbox, an attacker would have to search for the gradebook.
            place = course / "gradebook.db" if not WHY_NOT else Path("../../gradebook.db")
            every = submissions(place, server.getsockname()[1])
            self.expected = {name: every[name] for name in names}
            for name, (content, *_) in self.expected.items():
                file = course / "handed-in" / name
                file.parent.mkdir(parents=True, exist_ok=True)
                text = content if isinstance(content, str) else json.dumps(content)
                file.write_text(text, "utf-8")
            self.before = self.handed_in()
            self.words = ["--submitted", course / "handed-in", *OPEN]
            self.said = self.grade(*self.words, "--workers", "2", *limits, code=1)
            server.settimeout(0)
            try:
                self.connected = bool(server.accept())
            except BlockingIOError:
                self.connected = False

    def command(self, *words):
        """Run a command of the grader and return the completed process."""
        command = [self.python, "-m", "grader", *words, "--course", self.course]
        return subprocess.run(
            command, cwd=COURSE, capture_output=True, text=True, timeout=900, check=False
        )

    def grade(self, *words, code):
        """Grade and return what is printed."""
        done = self.command("grade", NAME, *words)
        assert done.returncode == code, done.stdout + done.stderr
        assert done.stderr == ""
        return done.stdout

    def handed_in(self):
        """Return the content of each file that was handed in."""
        folder = self.course / "handed-in"
        return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def report(self, name):
        """Return the report about a file."""
        file = self.course / "reports" / NAME / f"{student(name)}.json"
        return json.loads(file.read_text("utf-8"))

    def file(self, student):
        """Return the path of an executed notebook."""
        return self.course / "autograded" / student / NAME / f"{NAME}.ipynb"

    def notebook(self, student):
        """Return an executed notebook."""
        return nbformat.read(self.file(student), 4)

    def check_report(self, name):
        """Compare the report about a file with what is expected."""
        _, points, words = self.expected[name]
        report = self.report(name)
        assert report["score"] == points
        said = "; ".join([report["problem"], *report["flags"], *report["repairs"]])
        assert words in said
        if not words:
            assert report["problem"] == ""
            assert report["flags"] == []
        assert report["seconds"] >= 0
