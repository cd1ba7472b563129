"""Grade one submission, in a process of its own, so that a bad one never stops the others."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat

from grader.audit import audit
from grader.cells import COURSE, parse, points, with_hidden_checks
from grader.rebuild import rebuild

PROGRAM = [sys.executable, "-m", "grader.execute"]


def in_own_process(notebook, limits):
    """Return the notebook as another process executed it."""
    with tempfile.TemporaryDirectory(prefix="graded-") as folder:
        result = Path(folder, "result.ipynb")
        job = {"notebook": notebook, "limits": limits, "result": str(result)}
        process = subprocess.Popen(
            PROGRAM,
            cwd=COURSE,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        seconds = limits["seconds"] + 60
        try:
            _, stderr = process.communicate(json.dumps(job), timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
            process.communicate()
            raise ValueError(f"the run did not end in {seconds} s and was stopped") from None
        if not result.is_file():
            raise ValueError(f"the run broke off: {' '.join(stderr.split()[-12:])}")
        return nbformat.read(result, 4)


def grade(submission, release, source, limits):
    """Return the executed notebook of a submission, or None, and a report about it.

    `limits` are the keyword arguments of `execute`.
    """
    start, notebook = time.monotonic(), None
    report = {"student": submission.student, "shown": submission.shown, "file": submission.file}
    report |= {"problem": submission.problem, "repairs": [], "flags": [], "score": None}
    try:
        if not submission.problem:
            rebuilt, report["repairs"] = rebuild(release, parse(submission.data))
            notebook = in_own_process(with_hidden_checks(rebuilt, source), limits)
            report["flags"] = audit(notebook, release, source)
            report["score"] = sum(earned for earned, _ in points(notebook).values())
            report["out_of"] = sum(most for _, most in points(notebook).values())
    except Exception as fault:  # noqa: BLE001 - whatever it is, it concerns this submission only
        notebook, report["problem"] = None, f"{fault}" or type(fault).__name__
    return notebook, report | {"seconds": round(time.monotonic() - start, 1)}
