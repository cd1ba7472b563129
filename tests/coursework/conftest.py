"""The teacher's environment, and a course in it."""

import os
import shutil

import execnet
import nbformat
import pytest
import teacher as teacher_module
from harness import NAME, TEACHER, right

from grader.coursework import COURSE


@pytest.fixture(scope="session")
def teacher_python():
    """Return the Python of the teacher's environment."""
    if not TEACHER.exists():
        complain = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        complain("no .venv-teacher: make it with `make teacher`")
    return str(TEACHER)


@pytest.fixture(scope="session")
def teacher(teacher_python):
    """Return a function that calls one of teacher.py in the teacher's environment."""
    group = execnet.Group()
    gateway = group.makegateway(f"popen//python={teacher_python}//chdir={COURSE}")
    channel = gateway.remote_exec(teacher_module)

    def call(function, *arguments):
        channel.send((function, arguments))
        return channel.receive(timeout=120)

    yield call
    group.terminate(timeout=5)


@pytest.fixture(scope="session")
def prepared(teacher, tmp_path_factory):
    """Make a course with an empty gradebook once: nbgrader takes seconds for it."""
    folder = tmp_path_factory.mktemp("course")
    for kind in ("source", "release"):
        shutil.copytree(COURSE / kind / NAME, folder / kind / NAME)
    teacher("prepare", NAME, str(folder))
    return folder


class Course:
    """A course of one assignment, graded without kernels."""

    def __init__(self, folder, call):
        self.folder, self.call, self.handed = folder, call, folder / "handed-in"
        self.handed.mkdir()

    def ask(self, function, *arguments):
        """Call a function of teacher.py about this course."""
        return self.call(function, NAME, str(self.folder), *arguments)

    def hand_in(self, student, **changed):
        """Write a submission with all right answers but those changed."""
        file = self.handed / f"{student}.ipynb"
        file.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(right(**changed), file)

    def command(self, *words, read_only=""):
        """Run a command; return its exit code or message, its output, and the limits of its runs."""
        words = [*map(str, words), "--course", str(self.folder)]
        return self.call("command", words, read_only)

    def killed(self, stop, *words):
        """Run a command that is killed where it would call a function; return "killed" if it was."""
        return self.call("killed", [*words, "--course", str(self.folder)], stop)

    def refused(self, student, *words):
        """Run a command with a gradebook that refuses a student; return the exit code, and the output."""
        return self.call("refused", [*words, "--course", str(self.folder)], student)

    def grade(self, *words):
        """Grade what was handed in; return the exit code and how many submissions were run."""
        code, _, runs = self.command("grade", NAME, "--submitted", self.handed, *words)
        return code, len(runs)

    def marks_file(self):
        """Return the path of the spreadsheet."""
        file = self.folder / "marks" / f"{NAME}.csv"
        file.parent.mkdir(exist_ok=True)
        return file

    def read_marks(self, *rows):
        """Read rows of question, student, mark, comment; return the exit code or message, and the output."""
        text = "question,student,mark,comment\n" + "\n".join(rows)
        self.marks_file().write_text(text, "utf-8")
        return self.command("marks", "read", NAME)[:2]


@pytest.fixture
def course(prepared, teacher, tmp_path):
    """Copy the prepared course for one test."""
    return Course(shutil.copytree(prepared, tmp_path / "course"), teacher)
