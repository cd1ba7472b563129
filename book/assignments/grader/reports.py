"""The reports: what came of each student's last hand-in, kept also where there is no score."""

import contextlib
import json

from grader.people import WHOLE, distinct, shown


def folder(course, assignment):
    """Return the folder of an assignment's reports."""
    return course / "reports" / assignment


def replace(file, text, encoding="utf-8"):
    """Write a file as a whole or not at all, wherever the machine stops."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.new")
    new.write_text(text, encoding, newline="")
    new.replace(file)


def write(course, assignment, report):
    """Keep a report in place of the student's last one."""
    file = folder(course, assignment) / f"{report['student']}.json"
    replace(file, json.dumps(report, indent=1))  # in ASCII, as a file's name may be no text at all


def read(course, assignment):
    """Return the reports of an assignment by student; a damaged one counts as none."""
    found = {}
    for file in sorted(folder(course, assignment).glob("*.json")):
        with contextlib.suppress(ValueError, AttributeError):
            report = json.loads(file.read_text("utf-8"))
            if report.keys() >= {"student", "shown", "score", "problem"}:
                found[report["student"]] = report
    return found


def names(course):
    """Return the names of all students who have a report on any assignment, by identifier."""
    found = {}
    for kept in sorted((course / "reports").glob("*/")):
        found |= {who: report["shown"] for who, report in read(course, kept.name).items()}
    return distinct(found)


def without_score(found):
    """Return for each student without a score the name and the reason, by student."""
    return {
        who: f"{report['shown']} ({shown(report['problem'], WHOLE)})"
        for who, report in found.items()
        if report["score"] is None
    }


def outdated(found, possible):
    """Return the names of those whose checks had other points, by name of a check, when they were graded."""
    return [
        report["shown"]
        for report in found.values()
        if report["score"] is not None and report.get("possible", possible) != possible
    ]


def chosen(course, assignment):
    """Return the notebooks that were chosen, each with those of the same student that were not."""
    file = folder(course, assignment) / "chosen" / "notebooks.json"
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


def keep_chosen(course, assignment, new):
    """Remember notebooks that were chosen, in place of those of the same students chosen before."""
    old = chosen(course, assignment)
    over = {path for paths in new.values() for path in paths}
    kept = {path: rest for path, rest in old.items() if path not in over} | new
    replace(folder(course, assignment) / "chosen" / "notebooks.json", json.dumps(kept, indent=1))
