"""Grade one submission, whatever it is: a bad one never stops the others."""

import time

from grader.coursework import parse, points, python, with_hidden_checks
from grader.intake.likeness import wrong_notebook
from grader.intake.rebuild import rebuild
from grader.run.execution import execute
from grader.run.losses import explain, looks
from grader.run.sanitize import harmless_notebook, invisible


def grade(submission, release, source, limits, others=dict):
    """Return the executed notebook of a submission, or None, and a report about it.

    `limits` are the keyword arguments of `execute`, and `others` returns the releases by name.
    """
    start, notebook = time.monotonic(), None
    report = {"student": submission.student, "shown": submission.shown, "file": submission.file}
    report |= {"problem": submission.problem, "repairs": [], "flags": [], "score": None}
    try:
        if not submission.problem:
            handed_in = parse(submission.data)
            rebuilt = rebuild(release, handed_in)
            notebook = with_hidden_checks(rebuilt.notebook, source)
            unseen = invisible(notebook, release)
            execute(notebook, source, **limits)
            harmless_notebook(notebook, release)
            lost = explain(notebook, release, rebuilt.repairs, python(handed_in))
            report["lost"] = [loss[:3] for loss in lost]
            report["repairs"] = rebuilt.repairs
            wrong = wrong_notebook(handed_in, release, others)
            report["flags"] = [*wrong, *unseen, *rebuilt.looks, *looks(notebook, lost)]
            report["score"] = sum(earned for earned, _ in points(notebook).values())
            report["possible"] = {check: most for check, (_, most) in points(notebook).items()}
            report["out_of"] = sum(report["possible"].values())
    except Exception as fault:  # noqa: BLE001 - whatever it is, it concerns this submission only
        notebook, report["problem"] = None, f"{fault}" or type(fault).__name__
    return notebook, report | {"seconds": round(time.monotonic() - start, 1)}
