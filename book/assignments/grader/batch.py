"""Grade all submissions of an assignment, several at a time, and show the progress.

Points go to the gradebook, reports to `reports/`. A submission whose report exists already is known by a
digest of what the result depends on, and can be left out.
"""

import hashlib
import json
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

from grader.cells import load
from grader.grading import grade


def line(report):
    """Return a report in one line."""
    score = (
        "no score" if report["score"] is None else f"{report['score']:g} of {report['out_of']:g}"
    )
    words = [f"{report['shown']:<24} {score:>9} {report['seconds']:6.1f} s"]
    words += [f"PROBLEM: {report['problem']}"] if report["problem"] else []
    words += [f"LOOK: {'; '.join(report['flags'])}"] if report["flags"] else []
    words += [f"repaired: {'; '.join(report['repairs'])}"] if report["repairs"] else []
    return "  ".join(words)


def digest(submission, book):
    """Return a digest of what the result depends on: the submission and the checks."""
    source = book.course / "source" / book.assignment / f"{book.assignment}.ipynb"
    about = f"{submission.file} {submission.problem}".encode()
    parts = source.read_bytes(), submission.data, about
    return hashlib.sha256(b"|".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def graded_before(file, key):
    """Return the report in a file if it has this digest."""
    report = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return report if report.get("digest") == key else None


def grade_all(submissions, book, limits, *, resume=False, workers=1):
    """Grade, record and report all submissions; return 1 if somebody should look at one of them."""
    release, source = (load(kind, book.assignment, book.course) for kind in ("release", "source"))
    reports = book.course / "reports" / book.assignment
    reports.mkdir(parents=True, exist_ok=True)
    done, todo = [], []
    for submission in submissions:
        file, key = reports / f"{submission.student}.json", digest(submission, book)
        if resume and (report := graded_before(file, key)):
            done.append(report)
        else:
            todo.append((submission, file, key))
    print(f"{book.assignment}: {len(submissions)} submissions, {len(done)} graded before")
    start = time.monotonic()
    with ThreadPoolExecutor(max(1, workers)) as pool:
        running = {
            pool.submit(grade, submission, release, source, limits): (file, key)
            for submission, file, key in todo
        }
        try:
            for count, future in enumerate(as_completed(running), 1):
                notebook, report = future.result()
                file, report["digest"] = running[future]
                if notebook is not None:
                    report["flags"] += book.record(report["student"], notebook)
                file.write_text(json.dumps(report, indent=1), "utf-8")
                done.append(report)
                print(f"{count:3}/{len(todo)}  {line(report)}", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            print("Stopped. What is graded is kept: continue with --resume.")
            return 1
    seconds = time.monotonic() - start
    print(f"\n{len(todo)} graded in {seconds:.0f} s, {seconds / max(len(todo), 1):.1f} s each.")
    return summary(done, book)


def summary(reports, book):
    """Print what is left to do; return 1 if somebody should look at a submission."""
    if waiting := book.waiting():
        print(
            f"{waiting} answers in words wait for a mark: "
            f"python -m grader marks write {book.assignment}"
        )
    look = [r for r in reports if r["problem"] or r["flags"]]
    for report in sorted(look, key=lambda report: report["shown"]):
        print(f"  {line(report)}")
    print(f"{len(look)} of {len(reports)} submissions need a look." if look else "All is well.")
    return int(bool(look))
