"""Grade one submission, whatever it is: a bad one never stops the others."""

import time
from collections import defaultdict

from grader.coursework import error, name, parse, points, with_hidden_checks
from grader.intake.rebuild import rebuild
from grader.people import several
from grader.run.execution import execute
from grader.run.sanitize import harmless_notebook


def broken_off(notebook):
    """Return in words which cells did not end by themselves, with each reason once."""
    found = defaultdict(set)
    for cell in notebook.cells:
        if cell.cell_type == "code" and (said := error(cell)).startswith("Grader: "):
            found[said].add(name(cell) or "an own cell")
    return [f"{several(who)}: {said}" for said, who in found.items()]


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
            notebook = with_hidden_checks(rebuilt, source)
            execute(notebook, source, **limits)
            harmless_notebook(notebook, release)
            report["flags"] = broken_off(notebook)
            report["score"] = sum(earned for earned, _ in points(notebook).values())
            report["out_of"] = sum(most for _, most in points(notebook).values())
    except Exception as fault:  # noqa: BLE001 - whatever it is, it concerns this submission only
        notebook, report["problem"] = None, f"{fault}" or type(fault).__name__
    return notebook, report | {"seconds": round(time.monotonic() - start, 1)}
