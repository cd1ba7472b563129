"""Execute a notebook for grading, each check apart from the student's code, within a limited time.

The work is done by another process, see `session`. When that does not come to an end, the check it was at
has failed, and a new process goes on with the rest.
"""

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

from grader import names
from grader.coursework import COURSE, fail, is_answer, is_check, name, text
from grader.run.sanitize import harmless

CELL = 10  # seconds of processor time for a cell, a call or a check
WAIT = 60  # seconds of wall time for a cell or a check: on a busy machine, a few of processor time
SUBMISSION = 300  # seconds of wall time for a submission
SOLUTION = re.compile(r"### BEGIN SOLUTION\n.*?### END SOLUTION", re.DOTALL)
BLOCK = re.compile(r"^( *)### BEGIN SOLUTION\n.*?### END SOLUTION", re.DOTALL | re.MULTILINE)
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n.*?### END HIDDEN TESTS", re.DOTALL)
PROGRAM = [sys.executable, "-m", "grader.run.session"]


def defined(source):
    """Return the names that the answers of a source define, and the release with them."""
    code = [cell.source for cell in source.cells if is_answer(cell) and cell.cell_type == "code"]
    return names.sets(SOLUTION.sub("pass", "\n".join(code)))


def stub(solution):
    """Return what the release has in the place of a solution, as nbgrader writes it."""
    return BLOCK.sub(r"\1# YOUR CODE HERE\n\1raise NotImplementedError()", solution).strip()


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
    stubs = {name(cell): stub(cell.source) for cell in source.cells if is_answer(cell)}
    job["cells"] = [
        {"code": cell.source, "check": is_check(cell), "shown": HIDDEN.sub("", cell.source)}
        | {"untouched": text(cell) == stubs.get(name(cell))}
        for cell in cells
    ]
    deadline = time.monotonic() + seconds
    while True:
        job["seconds"] = max(0, deadline - time.monotonic())
        lines = results(job, job["seconds"] + 2 * wait)  # it ends by itself before, or is stuck
        ran = {place: (outputs, ours) for place, outputs, ours in lines}
        for place in ran.keys() - set(job["done"]):
            cells[place].outputs = its_own(harmless(ran[place][0]), *ran[place][1:])
        ran |= {place: ([], True) for place in job["done"]}
        left = [place for place in range(len(cells)) if place not in ran]
        if not left:
            return
        fail(cells[left[0]], "stopped: this took too much time or memory")
        job["cells"][left[0]]["code"] = ""
        job["done"] = [*ran, left[0]]


def its_own(outputs, ours):
    """Return a cell's outputs, in which no error of the student's passes for a word of the grader's."""
    for output in outputs:
        if output.output_type == "error" and not ours and output.ename.strip() == "Grader":
            output.ename = "an error called Grader"
    return outputs


def results(job, patience):
    """Return of each cell that another process brings to an end the place, the outputs, and whose they are."""
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
