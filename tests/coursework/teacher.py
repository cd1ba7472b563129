"""The grader's commands as tests call them: in the teacher's environment, where nbgrader is.

Tests send this module there through execnet: one process, as importing nbgrader takes seconds. Unless
the run is the question, `without_processes` takes its place.
"""

import contextlib
import io
import os
from unittest import mock

from grader.__main__ import main
from grader.coursework import fail, name
from grader.run import grading, sandbox


def without_processes(notebook, source, **_):
    """Pass all checks but those that an answer says it fails, as in `# fails q4_side`.

    One that it `# misses` fails by an answer that is wrong, which needs no look.
    """
    code = "\n".join(cell.source for cell in notebook.cells)
    if "# breaks off" in code:
        raise ValueError("the run broke off")
    for cell in notebook.cells:
        if f"# fails {name(cell)}\n" in f"{code}\n":
            fail(cell, "\x1b[31mno")
        if f"# misses {name(cell)}\n" in f"{code}\n":
            fail(cell, f"wrong: {name(cell)}")
            cell.outputs[0].ename = "AssertionError"


def command(words, read_only=""):
    """Run a command without runs; return its exit code or message, its output, and the limits of its runs."""
    limits, said, access = [], io.StringIO(), os.access

    def run(notebook, source, **given):
        limits.append(given)
        without_processes(notebook, source)

    with (
        mock.patch.object(grading, "execute", run),
        mock.patch.object(sandbox, "why_not", return_value=""),
        mock.patch("os.access", lambda path, mode: path.name != read_only and access(path, mode)),
        contextlib.redirect_stdout(said),
    ):
        try:
            code = main(words)
        except SystemExit as fault:
            code = fault.code
    return code, said.getvalue(), limits


class Killed(BaseException):
    """The end of a process at any point, which nothing catches."""


def killed(words, stop):
    """Run a command without runs, and end it where a function would be called."""
    with mock.patch(stop, side_effect=Killed):
        try:
            return command(words)
        except Killed:
            return "killed"


def refused(words, student):
    """Run a command without runs with a gradebook that refuses one student's work."""
    from grader.results.gradebook import Book

    record = Book.record

    def no_place(self, who, *given):
        if who == student:
            raise OSError("no place")
        return record(self, who, *given)

    with mock.patch.object(Book, "record", no_place):
        return command(words)[:2]


def names(assignment, course):
    """Return the names of the students in the gradebook."""
    return book(assignment, course).names()


def book(assignment, course):
    from grader.results.gradebook import Book

    return Book(assignment, course)


def prepare(assignment, course):
    """Make a gradebook with an assignment and no submission."""
    book(assignment, course).prepare()


def scores(assignment, course):
    """Return for each student: points so far, points possible, answers that wait for a mark."""
    return book(assignment, course).scores()


def needs_mark(assignment, course, student, question):
    """Tell whether nbgrader asks for a mark for this answer."""
    here = book(assignment, course)
    with here.open() as opened:
        return [g.needs_manual_grade for g in here.grades(opened, student) if g.name == question]


def comment(assignment, course, student, question):
    """Return the comment on an answer."""
    with book(assignment, course).open() as opened:
        return opened.find_comment(question, assignment, assignment, student).manual_comment


def check_source(assignment, course, check):
    """Return the code of a check as the gradebook holds it."""
    with book(assignment, course).open() as opened:
        return opened.find_source_cell(check, assignment, assignment).source


def mark(assignment, course, student, question, points):
    """Enter a mark; return the error's message, or an empty string."""
    try:
        book(assignment, course).mark(student, question, points, "")
    except ValueError as fault:
        return str(fault)
    return ""


if __name__ == "__channelexec__":
    for function, arguments in channel:  # noqa: F821 - execnet provides it
        channel.send(globals()[function](*arguments))  # noqa: F821
