"""Grade a source notebook in this process: no kernel, no database. Only for sources that we trust."""

import contextlib
import io
import signal
from copy import deepcopy
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[2] / "book" / "assignments"
SECONDS = 10  # of processor time, so that a busy machine fails nobody


def load(kind, name):
    """Return the notebook of an assignment: its source or its release."""
    return nbformat.read(ROOT / kind / name / f"{name}.ipynb", 4)


def about(cell):
    """Return what nbgrader knows of a cell."""
    return cell.metadata.get("nbgrader", {})


def answers(notebook):
    """Return the text of each answer cell by its id."""
    return {about(c)["grade_id"]: c.source for c in notebook.cells if about(c).get("solution")}


def answered(notebook, replaced):
    """Return the notebook with some answers replaced."""
    notebook = deepcopy(notebook)
    unknown = replaced.keys() - answers(notebook).keys()
    assert not unknown, f"no such answers: {unknown}"
    for cell in notebook.cells:
        if about(cell).get("solution"):
            cell.source = replaced.get(about(cell)["grade_id"], cell.source)
    return notebook


@contextlib.contextmanager
def time_limit(name):
    """Stop a cell that computes for too long, as the grader does."""

    def stop(*_):
        raise TimeoutError(f"{name} ran for more than {SECONDS} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def grade(notebook):
    """Run all cells; return what each check said: nothing when it passed."""
    names, said = {"__name__": "__main__"}, {}
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        name = about(cell).get("grade_id", "cell")
        error, stderr = "", io.StringIO()
        try:
            quiet = contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(stderr)
            with quiet[0], quiet[1], time_limit(name):
                exec(compile(cell.source, name, "exec"), names)
            if stderr.getvalue():
                error = f"stderr: {stderr.getvalue()}"
        except BaseException as fault:
            error = f"{type(fault).__name__}: {fault}"
        if about(cell).get("grade"):
            said[name] = error
    return said


def failed(notebook):
    """Return the names of the checks that fail, but for those that are there to fail."""
    return {name for name, error in grade(notebook).items() if error} - {"check_begin", "check_end"}
