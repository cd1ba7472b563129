"""Grade a source notebook in this process, without sandbox or gradebook. Only for our own notebooks.

Answers and checks have scopes of their own all the same, and what passes between them is packed and unpacked.
"""

import contextlib
import io
import json
import re
import signal
from copy import deepcopy
from functools import partial
from importlib import import_module

import nbformat

import mutants
from grader.coursework import COURSE, about, is_answer, is_check, load, name
from grader.run.checks import check
from grader.run.execution import defined, set_up
from grader.run.rpc import Peer
from grader.run.student import Student
from grader.run.worker import as_plain
from grader.variant import fill, filled, is_variant, numbers

ROOT = COURSE.parents[1]
# As in `tools/mutants.txt`: the answer, the checks that fail, and what for; the right text and the wrong.
FILES = sorted((ROOT / "tests/coursework/misconceptions").glob("a*.txt"))
MISCONCEPTIONS = {file.stem: {m.why: m for m in mutants.listed(file)} for file in FILES}
NAMES = sorted(MISCONCEPTIONS)
OTHER_STYLE = {name: import_module(f"misconceptions.{name}").OTHER_STYLE for name in NAMES}
TEACHER = ROOT / ".venv-teacher" / "bin" / "python"
SECONDS = 10  # of processor time, so that a busy machine fails nobody


def answers(notebook):
    """Return the source of each answer cell by name."""
    return {name(cell): cell.source for cell in notebook.cells if is_answer(cell)}


def answered(notebook, replaced):
    """Return a copy of the notebook with some answers replaced."""
    notebook = deepcopy(notebook)
    unknown = replaced.keys() - answers(notebook).keys()
    assert not unknown, f"no such answers: {unknown}"
    for cell in notebook.cells:
        if is_answer(cell):
            cell.source = replaced.get(name(cell), cell.source)
    return notebook


def named(notebook, wanted):
    """Return the cell of this name."""
    return next(cell for cell in notebook.cells if name(cell) == wanted)


@contextlib.contextmanager
def time_limit(cell):
    """Stop a cell that computes for too long, as the grader does."""

    def stop(*_):
        raise TimeoutError(f"{cell} ran for more than {SECONDS} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def student(scope, tamper=lambda name, value: value):
    """Return the student whose names are in a scope, as the checks know one, without a process.

    What `tamper` returns, for a name and its value, is what the checks find there.
    """

    def look_up(name):
        if name not in scope:
            raise NameError(name)
        return tamper(name, scope[name])

    def again(message):
        return json.loads(json.dumps(message))

    def call_back(request):
        return again(near.peer.serve(again(request)))

    def stand_in(name, function):
        aside.setdefault(name, scope.get(name))
        scope[name] = function

    def stand_down():
        scope.update(aside)
        aside.clear()

    aside = {}
    offered = [None, look_up, None, stand_in, stand_down]
    far = Peer(call_back, offered, other=lambda value: far.pack(as_plain(value)))
    near = Student(lambda request, _: again(far.serve(again(request))))
    return near


def grade(notebook, tamper=lambda check, name, value: value):
    """Run all cells; return for each check its error, empty when it passed."""
    scope, errors = {"__name__": "__main__"}, {}
    setup, names = set_up(notebook), defined(notebook)
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        quiet = contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO())
        error = None
        try:
            with quiet[0], quiet[1], time_limit(name(cell)):
                if is_check(cell):
                    known = student(scope, partial(tamper, name(cell)))
                    error = check(cell.source, setup, names, known)
                else:
                    exec(cell.source, scope)
        except BaseException as fault:
            error = type(fault).__name__, str(fault)
        if is_check(cell):
            errors[name(cell)] = ": ".join(error or ())
    return errors


def failed(notebook):
    """Return the names of the checks that fail."""
    return {check for check, error in grade(notebook).items() if error}


def variant(assignment, *changes):
    """Return an assignment's source after changes (old, new) in its cell of numbers, and its numbers."""
    notebook = nbformat.read(COURSE / "source" / assignment / f"{assignment}.ipynb", 4)
    cell = next(filter(is_variant, notebook.cells))
    for old, new in changes:
        assert cell.source.count(old) == 1, f"{old!r} should occur once in the numbers"
        cell.source = cell.source.replace(old, new)
    V = numbers(notebook)
    return fill(notebook), V


def numbers_of(assignment):
    """Return the numbers of an assignment as it stands."""
    return variant(assignment)[1]


def loses(source, V, assignment, misconception):
    """Return the checks that a misconception fails, and those that it should fail."""
    answer, own, _, right, wrong = MISCONCEPTIONS[assignment][misconception]
    right, wrong, text = filled(right, V), filled(wrong, V), answers(source)[answer]
    assert text.count(right) == 1, f"{right!r} should occur once in {answer}"
    return failed(answered(source, {answer: text.replace(right, wrong)})), set(own.split())


def representative(assignment):
    """Return misconceptions that together lose every check: in their order, those that lose one more."""
    lost, chosen = set(), []
    for misconception, made in MISCONCEPTIONS[assignment].items():
        if not lost >= set(made.tests.split()):
            lost |= set(made.tests.split())
            chosen.append(misconception)
    return chosen


def blank(source):
    """Return a source without its solutions, as a student receives it."""
    solution = re.compile(r"### BEGIN SOLUTION\n.*?### END SOLUTION", re.DOTALL)
    stubs = {
        key: solution.sub("raise NotImplementedError()", text)
        for key, text in answers(source).items()
    }
    return answered(source, stubs)


def secrets(notebook):
    """Yield every line of a solution or hidden check that stands nowhere else in the notebook."""
    hidden = re.compile(r"### BEGIN (HIDDEN TESTS|SOLUTION)\n(.*?)### END \1", re.DOTALL)
    written = [c for c in notebook.cells if about(c).get("solution") and c.cell_type == "markdown"]
    secret = [
        line
        for c in notebook.cells
        for _, text in hidden.findall(c.source)
        for line in text.splitlines()
    ]
    secret += [line for c in written for line in c.source.splitlines()]
    shown = {
        line.strip()
        for c in notebook.cells
        if c not in written
        for line in hidden.sub("", c.source).splitlines()
    }
    yield from {line.strip() for line in secret if len(line.strip()) > 8} - shown


HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS", re.DOTALL)


def hidden_lines(source, release):
    """Return the lines of hidden checks that the release does not show, if long enough to recognise."""
    parts = [part for cell in source.cells for part in HIDDEN.findall(cell.source)]
    shown = {line.strip() for cell in release.cells for line in cell.source.splitlines()}
    lines = {line.strip() for part in parts for line in part.splitlines()} - shown
    return {line for line in lines if len(line) > 20}


# The assignment on which the grader itself is tested.
NAME = "a1_discriminants"
RELEASE, SOURCE = load("release", NAME), load("source", NAME)
RIGHT = answers(SOURCE)


def right(**changed):
    """Return the release with all right answers but those changed."""
    return answered(RELEASE, RIGHT | changed)
