"""Grade one submission: run its cells in the student's process, and the checks here, one after the other.

A program, `python -m grader.run.session FOLDER`: it reads job.json there, and writes a line for each cell
into results. It is a process of its own, as a check computes with what a student's functions return.
"""

import contextlib
import json
import math
import re
import signal
import sys
import time
import warnings
from pathlib import Path

import numpy as np

try:
    import resource
except ImportError:  # not on Windows
    resource = None

from grader.run.checks import check
from grader.run.process import Process
from grader.run.student import Lost, Silent, Student

MEMORY = 2 << 30
START = 60  # seconds of wall time for the student's process to start
TEXT = 2000  # characters of a message
OUTPUTS = 30_000_000  # characters of all cells


class OutOfTime(BaseException):
    """A check exceeded its time."""


@contextlib.contextmanager
def limited(seconds):
    """Limit the processor time of a check; the system ends this process if no signal gets through.

    The signal may come where an exception turns into another one, as while a lock is being taken.
    """
    out_of_time = OutOfTime(f"stopped after {seconds} s: what came back is too much to be checked")
    stopped = False

    def stop(*_):
        nonlocal stopped
        stopped = True
        raise out_of_time

    if resource:
        last = math.ceil(time.process_time() + 2 * seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (last, resource.RLIM_INFINITY))
        signal.signal(signal.SIGPROF, stop)
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        if resource:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if stopped:
            raise out_of_time


class Run:
    """The run of one submission; a process that is lost is replaced, and the cells before are run again."""

    def __init__(self, job):
        self.job, self.deadline = job, time.monotonic() + job["seconds"]
        self.wait = job["wait"]
        self.process = self.student = None
        self.before = []  # the cells that have run in the student's process
        self.room = OUTPUTS
        self.stopped = None  # what was said, last, of a cell that did not end by itself

    def lose(self):
        """End the student's process."""
        if self.process:
            self.process.end()
        self.process = self.student = None

    def time_left(self, seconds):
        """Begin to wait for the student's process, if it computes as long as a cell or a check may take."""
        now = time.monotonic()
        until, latest = (min(self.deadline, now + limit) for limit in (seconds, self.job["wait"]))
        self.process.wait(until, latest)

    def ready(self):
        """Start the student's process if there is none; leave out a cell with which it is lost again."""
        while not self.process:
            self.process = Process(
                self.job["sandboxed"], self.job["cell_seconds"], self.job["user"]
            )
            self.student = Student(self.process.ask)
            start = time.monotonic() + START
            self.process.wait(start, start)
            try:
                self.student.run("")
            except Lost as fault:
                sys.exit(f"the process for the student's code does not start: {fault}")
            for cell in self.before.copy():
                self.time_left(self.job["wait"])
                try:
                    self.show(cell) if cell["check"] else self.answer(cell)
                except Lost:
                    self.leave_out(cell)
                    self.lose()
                    break
        self.time_left(self.wait)

    def show(self, cell):
        """Let the student's process run a check as the student sees it."""
        with contextlib.suppress(Exception):  # what it raises was told with the check itself
            self.student.rehearse(cell["shown"], sorted(self.job["names"]))

    def rehearse(self, cell, outputs):
        """Do so after the check, when nothing of it counts any more, unless it had to be stopped."""
        if self.process and not any(o["ename"] in ("Grader", "TimeoutError") for o in outputs):
            self.time_left(self.wait)
            try:
                with limited(self.job["cell_seconds"]):
                    self.show(cell)
                self.before.append(cell)
            except (Lost, OutOfTime):
                self.lose()

    def leave_out(self, cell):
        """Let the next process run of a cell nothing but definitions, and of what ends it even so nothing."""
        place = next((i for i, known in enumerate(self.before) if known is cell), len(self.before))
        there = [] if cell["check"] or cell.get("lost") else [cell | {"lost": True}]
        self.before[place : place + 1] = there

    def answer(self, cell):
        """Run a cell of the student's, and return its outputs.

        Where it ends in an error, what stands below is run all the same, and where it is cut the definitions.
        """
        outputs, late = [], "lost" in cell
        if not late:
            outputs = self.student.run(cell["code"], cell["untouched"])
            errors = [o.get("ename") for o in outputs if o.get("output_type") == "error"]
            if not errors or cell["untouched"]:
                return outputs
            late = "OutOfTime" in errors
        for definitions in sorted({late, True}):
            self.time_left(self.wait)
            try:
                self.student.go_on(cell["code"], definitions=definitions)
                break
            except Exception:  # noqa: BLE001, S112 - out of time: what is left are definitions
                continue
        return outputs

    def own(self, cell):
        """Run a cell of the student's for the first time, and return its outputs."""
        outputs = self.answer(cell)
        self.before.append(cell)
        self.room -= len(json.dumps(outputs))
        return outputs if self.room >= 0 else [o for o in outputs if o["output_type"] == "error"]

    def check(self, code):
        """Run a check, and return its error as an output, if there is one."""
        with np.errstate(all="ignore"):
            error = check(code, self.job["setup"], self.job["names"], self.student)
        return [failure(*error)] if error else []

    def outputs(self, cell):
        """Run a cell, and return its outputs."""
        if time.monotonic() > self.deadline:
            return self.stop("not run: the time for a submission was used up")
        fresh = not self.process
        try:
            with limited(self.job["cell_seconds"]):
                self.ready()
                return self.check(cell["code"]) if cell["check"] else self.own(cell)
        except (Lost, OutOfTime, Exception) as fault:  # noqa: BLE001 - the other cells go on
            self.lose()
            if not cell["check"]:
                self.leave_out(cell)
            if type(fault) is Lost and cell["check"] and not fresh:
                return self.outputs(cell)  # what was left behind before may have ended the process
            if isinstance(fault, Silent):  # who sleeps again and again is not waited for as long
                self.wait = max(self.wait / 2, 2 * self.job["cell_seconds"])
            return self.stop(str(fault) or type(fault).__name__)

    def stop(self, reason):
        """Return as a cell's outputs why this was stopped."""
        self.stopped = failure("Grader", reason)
        return [self.stopped]


def failure(kind, text):
    """Return an error as a notebook's output."""
    text = text[:TEXT].encode("utf-8", "replace").decode()  # half a surrogate pair cannot be stored
    text = re.sub(r"[\0-\x1f\x7f-\x9f]", " ", text)
    return {"output_type": "error", "ename": kind, "evalue": text, "traceback": [f"{kind}: {text}"]}


def main(folder):
    """Run what a job asks for."""
    job = json.loads(Path(folder, "job.json").read_text("utf-8"))
    job["names"] = set(job["names"])
    job["setup"] = [compile(code, "set-up", "exec") for code in job["setup"]]
    warnings.simplefilter("ignore")
    if resource:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    run = Run(job)
    with Path(folder, "results").open("w", encoding="utf-8", buffering=1) as results:
        for place, cell in enumerate(job["cells"]):
            if cell["check"] and place in job["done"]:
                continue
            outputs = run.outputs(cell)
            ours = cell["check"] or outputs[0:1] == [run.stopped]
            results.write(json.dumps([place, outputs, ours]) + "\n")
            if cell["check"]:
                run.rehearse(cell, outputs)
    run.lose()


if __name__ == "__main__":
    main(sys.argv[1])
