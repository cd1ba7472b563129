"""Run one notebook, cell by cell, in a process of its own.

A cell that kills the kernel, or never ends, fails; the others run on in a new kernel.
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
from cells import fail, is_check, name
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from sandbox import room

CELL = 120  # seconds by the clock: on a busy machine far more than those of the processor
ALL = 300  # seconds by the clock for a submission
KEPT = 100_000  # bytes of one output
KERNEL = Path(__file__).with_name("kernel.py")


class OneSpec(KernelSpecManager):
    """The one kernel there is, whatever a notebook asks for."""

    def get_kernel_spec(self, kernel_name):
        """Return the limited kernel."""
        return self.parent.spec


class LimitedKernel(AsyncKernelManager):
    """A kernel with limits; in a sandbox, if asked for."""

    def __init__(self, folder, sandbox):
        super().__init__(kernel_name="limited", connection_file=f"{folder}/connection.json")
        self.kernel_spec_manager = OneSpec(parent=self)
        python = [sys.executable, "-I", str(KERNEL)]
        if sandbox:
            self.transport, self.ip = "ipc", f"{folder}/socket"
            bind = ["--ro-bind", str(KERNEL), "/tmp/kernel.py"]
            python = [*room(folder), *bind, sys.executable, "-I", "/tmp/kernel.py"]
        self.spec = KernelSpec(argv=[*python, "-f", "{connection_file}"], language="python")
        self.spec.interrupt_mode = "message" if sandbox else "signal"


@contextlib.contextmanager
def kernel(notebook, sandbox):
    """Start a kernel in an empty folder; in the end stop it, and all that it started."""
    with tempfile.TemporaryDirectory(prefix="grade-", ignore_cleanup_errors=True) as folder:
        work = Path(folder, "work")
        work.mkdir()
        manager = LimitedKernel(folder, sandbox)
        kept = {k: os.environ[k] for k in ("PATH", "SYSTEMROOT", "LANG") if k in os.environ}
        nothing = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        env = kept | {"HOME": str(work), "OPENBLAS_NUM_THREADS": "1"}
        client = NotebookClient(
            notebook,
            km=manager,
            allow_errors=True,
            shutdown_kernel="immediate",
            store_widget_state=False,
        )
        with client.setup_kernel(cwd=str(work), env=env, **nothing):
            try:
                yield client
            finally:
                with contextlib.suppress(AttributeError, OSError, TypeError):
                    os.killpg(manager.provisioner.pgid, signal.SIGKILL)


def run(notebook, sandbox=False, seconds=ALL, cell_seconds=CELL):
    """Run all cells of a notebook in place. Checks get their tools anew: a student may have changed them."""
    end = time.monotonic() + seconds
    cells = [(i, cell) for i, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    tools = [cell for _, cell in cells if name(cell) == "setup"]
    deadly, done = set(), -1
    while done < cells[-1][0] and time.monotonic() < end:
        with kernel(deepcopy(notebook), sandbox) as client:  # nbclient puts cells into its own
            for i, cell in cells:
                if i in deadly or (i <= done and is_check(cell)):
                    continue
                client.timeout = max(1, min(cell_seconds, int(end - time.monotonic())))
                before = tools if is_check(cell) else []
                try:
                    for each in [*map(deepcopy, before), cell if i > done else deepcopy(cell)]:
                        client.execute_cell(each, i)
                except (DeadKernelError, CellTimeoutError) as fault:
                    deadly.add(i)
                    late = isinstance(fault, CellTimeoutError)
                    if i > done:
                        fail(cell, "stopped: no answer in time" if late else "the kernel died")
                    done = max(done, i)
                    break
                done = max(done, i)
    for i, cell in cells:
        if i > done:
            fail(cell, f"not run: the time for a submission, {seconds} s, was used up")
        tidy(cell)


def short(value):
    """Return a value with every long text in it cut."""
    if isinstance(value, dict):
        return {key: short(part) for key, part in value.items()}
    if isinstance(value, list):
        return [short(part) for part in value]
    if isinstance(value, str) and len(value) > KEPT:
        return value[:KEPT] + "\n... cut off"
    return value


def tidy(cell):
    """Cut long outputs; keep of a check what it said, and nothing that others may have shown in its name."""
    kept = [
        output for output in cell.outputs if not is_check(cell) or output.output_type == "error"
    ]
    for output in kept:
        if output.output_type == "stream":
            output.name = "stdout"  # a warning costs nothing
    cell.outputs = [nbformat.from_dict(short(output)) for output in kept[:100]]


if __name__ == "__main__":
    job = json.load(sys.stdin)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    notebook = nbformat.from_dict(job["notebook"])
    run(notebook, job["sandbox"], job["seconds"])
    nbformat.write(notebook, job["result"])
