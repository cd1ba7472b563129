"""Execute one notebook, cell by cell, in kernels with limits.

When a cell kills the kernel or does not end, it fails, and the rest go on in a new kernel. Run as a
program, `python -m grader.execute`, it reads a job as JSON, so that each submission has a process.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from copy import deepcopy
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat.v4 import new_code_cell, new_notebook

from grader.cells import fail, is_check, name
from grader.sandbox import sandbox

CELL = 10  # seconds of processor time for a cell
WAIT = 120  # seconds of wall time for a cell: on a busy machine far more than its processor time
SUBMISSION = 300  # seconds of wall time for a submission
KEPT = 100_000  # characters kept of one output
KERNEL = Path(__file__).with_name("kernel.py")


class OneSpec(KernelSpecManager):
    """The only kernel there is, whatever a notebook asks for."""

    def get_kernel_spec(self, kernel_name):
        """Return the kernel with limits."""
        return self.parent.spec


class LimitedKernel(AsyncKernelManager):
    """Manages a kernel with limits, inside the sandbox if asked to."""

    def __init__(self, folder, sandboxed, cell_seconds):
        super().__init__(kernel_name="limited", connection_file=f"{folder}/connection.json")
        self.kernel_spec_manager = OneSpec(parent=self)
        program, wrapper = str(KERNEL), []
        if sandboxed:
            self.transport, self.ip = "ipc", f"{folder}/socket"
            program = "/tmp/kernel.py"
            wrapper = [*sandbox(folder), "--ro-bind", str(KERNEL), program]
        command = [*wrapper, sys.executable, "-I", program, str(cell_seconds)]
        self.spec = KernelSpec(argv=[*command, "-f", "{connection_file}"], language="python")
        self.spec.interrupt_mode = "message" if sandboxed else "signal"


@contextlib.contextmanager
def kernel(sandboxed, cell_seconds):
    """Start a kernel in an empty folder; in the end kill it with everything that it started."""
    with tempfile.TemporaryDirectory(prefix="grade-", ignore_cleanup_errors=True) as folder:
        work = Path(folder, "work")
        work.mkdir()
        manager = LimitedKernel(folder, sandboxed, cell_seconds)
        kept = {k: os.environ[k] for k in ("PATH", "SYSTEMROOT", "LANG") if k in os.environ}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        env = kept | {"HOME": str(work), "OPENBLAS_NUM_THREADS": "1"}
        client = NotebookClient(
            new_notebook(cells=[new_code_cell()]),  # nbclient files each cell here
            km=manager,
            allow_errors=True,
            shutdown_kernel="immediate",
            store_widget_state=False,
        )
        with client.setup_kernel(cwd=str(work), env=env, **quiet):
            try:
                yield client
            finally:
                with contextlib.suppress(AttributeError, OSError, TypeError):
                    os.killpg(manager.provisioner.pgid, signal.SIGKILL)


def execute(notebook, sandboxed=False, seconds=SUBMISSION, cell_seconds=CELL, wait=WAIT):
    """Execute a notebook in place. Set-up cells run again before each check, as a student may patch them."""
    deadline = time.monotonic() + seconds
    setup = [cell for cell in notebook.cells if name(cell) == "setup"]
    waiting = [cell for cell in notebook.cells if cell.cell_type == "code"]
    repeat = []  # what a new kernel has to run again: what has run before, without the checks

    def lost(client, cell):
        """Execute a cell; return why the kernel is lost, or an empty string."""
        client.timeout = max(1, min(wait, int(deadline - time.monotonic())))
        try:
            for each in [*(map(deepcopy, setup) if is_check(cell) else []), cell]:
                client.execute_cell(each, 0)
        except CellTimeoutError:
            return "stopped: no answer in time"
        except DeadKernelError:
            return "the kernel died"
        return ""

    while waiting and time.monotonic() < deadline:
        with kernel(sandboxed, cell_seconds) as client:
            fatal = next((i for i, cell in enumerate(repeat) if lost(client, deepcopy(cell))), None)
            if fatal is not None:
                del repeat[fatal]
                continue
            while waiting and time.monotonic() < deadline:
                cell = waiting.pop(0)
                if reason := lost(client, cell):
                    fail(cell, reason)
                    break
                if not is_check(cell):
                    repeat.append(cell)
    for cell in waiting:
        fail(cell, f"not run: the time for a submission, {seconds} s, was used up")
    for cell in notebook.cells:
        if cell.cell_type == "code":
            tidy(cell)


def short(value):
    """Return a value with all its long strings cut."""
    if isinstance(value, dict):
        return {key: short(part) for key, part in value.items()}
    if isinstance(value, list):
        return [short(part) for part in value]
    if isinstance(value, str) and len(value) > KEPT:
        return value[:KEPT] + "\n... cut off"
    return value


def tidy(cell):
    """Cut long outputs; of a check, keep only its errors, as other output may be a student's."""
    kept = [
        output for output in cell.outputs if not is_check(cell) or output.output_type == "error"
    ]
    for output in kept:
        if output.output_type == "stream":
            output.name = "stdout"  # nbgrader takes points for text on stderr; a warning costs none
    cell.outputs = [nbformat.from_dict(short(output)) for output in kept[:100]]


if __name__ == "__main__":
    job = json.load(sys.stdin)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    notebook = nbformat.from_dict(job["notebook"])
    execute(notebook, **job["limits"])
    nbformat.write(notebook, job["result"])
