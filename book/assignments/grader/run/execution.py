"""Execute a notebook for grading, each check apart from the student's code, within a limited time.

The work is done by another process, see `session`. When that does not come to an end, the check it was at
has failed, and a new process goes on with the rest.
"""

import ast
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from grader.coursework import COURSE, fail, is_answer, is_check, name
from grader.run.sanitize import harmless

CELL = 10  # seconds of processor time for a cell, a call or a check
WAIT = 60  # seconds of wall time for a cell or a check: on a busy machine, a few of processor time
SUBMISSION = 300  # seconds of wall time for a submission
SOLUTION = re.compile(r"### BEGIN SOLUTION\n.*?### END SOLUTION", re.DOTALL)
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n.*?### END HIDDEN TESTS", re.DOTALL)
PROGRAM = [sys.executable, "-m", "grader.run.session"]


def defined(source):
    """Return the names that the answers of a source define, and the release with them."""
    code = [cell.source for cell in source.cells if is_answer(cell) and cell.cell_type == "code"]
    found, todo = set(), [ast.parse(SOLUTION.sub("pass", "\n".join(code)))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif not isinstance(node, ast.Lambda | ast.comprehension):
            todo += ast.iter_child_nodes(node)
    return found


def set_up(source):
    """Return the code of the cells that define what the checks of a source use."""
    cells = [c for c in source.cells if c.cell_type == "code" and name(c)]
    return [c.source for c in cells if not is_answer(c) and not is_check(c)]


def execute(
    notebook, source, sandboxed=False, seconds=SUBMISSION, cell_seconds=CELL, wait=WAIT, user=None
):
    """Execute a notebook in place. Outside the sandbox, root can have another user run the student's code."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    job = {"sandboxed": sandboxed, "cell_seconds": cell_seconds, "wait": wait, "done": []}
    job |= {"user": user, "setup": set_up(source), "names": sorted(defined(source))}
    job["cells"] = [
        {"code": cell.source, "check": is_check(cell), "shown": HIDDEN.sub("", cell.source)}
        for cell in cells
    ]
    deadline = time.monotonic() + seconds
    while True:
        job["seconds"] = max(0, deadline - time.monotonic())
        ran = dict(results(job, job["seconds"] + 2 * wait))  # it ends by itself before, or is stuck
        for place in ran.keys() - set(job["done"]):
            cells[place].outputs = harmless(ran[place])
        ran |= {place: [] for place in job["done"]}
        left = [place for place in range(len(cells)) if place not in ran]
        if not left:
            return
        fail(cells[left[0]], "stopped: this took too much time or memory")
        job["cells"][left[0]]["code"] = ""
        job["done"] = [*ran, left[0]]


def results(job, patience):
    """Return the place and the outputs of each cell that another process brings to an end."""
    with tempfile.TemporaryDirectory(prefix="graded-", ignore_cleanup_errors=True) as folder:
        Path(folder, "job.json").write_text(json.dumps(job), "utf-8")
        said = Path(folder, "said")
        with said.open("w") as errors:
            process = subprocess.Popen(
                [*PROGRAM, folder],
                cwd=COURSE,
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
                stderr=errors,
                start_new_session=True,
            )
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        with contextlib.suppress(AttributeError, OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        if process.wait() == 1:
            raise ValueError(f"the run broke off: {' '.join(said.read_text().split()[-12:])}")
        lines = Path(folder, "results").read_text("utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]
