"""Grade a source notebook in this process, without kernel or gradebook. Only for our own notebooks."""

import contextlib
import io
import re
import signal
from copy import deepcopy

from grader.cells import COURSE, about, is_answer, load, name

ROOT = COURSE.parents[1]
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


def grade(notebook):
    """Run all cells; return for each check its error, empty when it passed."""
    scope, errors = {"__name__": "__main__"}, {}
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        label = name(cell) or "cell"
        error, stderr = "", io.StringIO()
        try:
            quiet = contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(stderr)
            with quiet[0], quiet[1], time_limit(label):
                exec(compile(cell.source, label, "exec"), scope)
            if stderr.getvalue():
                error = f"stderr: {stderr.getvalue()}"
        except BaseException as fault:
            error = f"{type(fault).__name__}: {fault}"
        if about(cell).get("grade"):
            errors[label] = error
    return errors


def failed(notebook):
    """Return the names of the checks that fail, without the canaries, which always do."""
    return {check for check, error in grade(notebook).items() if error} - {
        "check_begin",
        "check_end",
    }


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


# The assignment on which the grader itself is tested.
NAME = "a1_discriminants"
RELEASE, SOURCE = load("release", NAME), load("source", NAME)
RIGHT = answers(SOURCE)


def right(**changed):
    """Return the release with all right answers but those changed."""
    return answered(RELEASE, RIGHT | changed)
