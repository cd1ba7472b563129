"""Grade all submissions of an assignment: the one command that a teacher runs.

    python tools/grade.py a1_discriminants --submitted downloads/submissions.zip

Each submission runs in a process of its own, under limits; a bad one never stops the others. Results go
into gradebook.db, autograded/ and reports/. The command can be repeated; with --resume it grades only
what is new. It ends with 0 where all is well, with 1 where somebody should look at a submission.
"""

import argparse
import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import nbformat
import run
import sandbox
from audit_run import audit
from cells import COURSE, load, parse, points, with_hidden_checks
from collect import collect
from rebuild import rebuild


def in_own_process(notebook, sandboxed, seconds):
    """Return the notebook, run by run.py in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="graded-") as folder:
        result = Path(folder, "result.ipynb")
        job = {
            "notebook": notebook,
            "sandbox": sandboxed,
            "seconds": seconds,
            "result": str(result),
        }
        process = subprocess.Popen(
            [sys.executable, run.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            _, said = process.communicate(json.dumps(job), timeout=seconds + 60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
            process.communicate()
            raise ValueError(f"the run did not end in {seconds + 60} s and was stopped") from None
        if not result.is_file():
            raise ValueError(f"the run broke off: {' '.join(said.split()[-12:])}")
        return nbformat.read(result, 4)


def grade(submission, release, source, sandboxed=False, seconds=run.ALL):
    """Return the graded notebook of a submission, or none, and a report about it."""
    start, notebook = time.monotonic(), None
    report = {"student": submission.student, "shown": submission.shown, "file": submission.file}
    report |= {"problem": submission.problem, "repairs": [], "flags": [], "score": None}
    try:
        if not submission.problem:
            rebuilt, report["repairs"] = rebuild(release, parse(submission.data))
            notebook = with_hidden_checks(rebuilt, source)
            notebook = in_own_process(notebook, sandboxed, seconds)
            report["flags"] = audit(notebook, release, source)
            report["score"] = sum(earned for earned, _ in points(notebook).values())
            report["out_of"] = sum(most for _, most in points(notebook).values())
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is this submission's
        notebook, report["problem"] = None, f"{fault}" or type(fault).__name__
    return notebook, report | {"seconds": round(time.monotonic() - start, 1)}


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


def digest(submission, assignment, course):
    """Return what the result depends on: what was handed in, and the checks."""
    source = (course / "source" / assignment / f"{assignment}.ipynb").read_bytes()
    parts = source, submission.data, f"{submission.file} {submission.problem}".encode()
    return hashlib.sha256(b"|".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def arguments(words):
    """Return what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("assignment", help="such as a1_discriminants")
    parser.add_argument(
        "--submitted", type=Path, help="a folder or a zip file (default: submitted)"
    )
    parser.add_argument("--course", type=Path, default=COURSE, help="where source, release are")
    parser.add_argument("--sandbox", action="store_true", help="no network, no files (Linux)")
    parser.add_argument("--resume", action="store_true", help="grade only what is new or changed")
    parser.add_argument("--workers", type=int, default=1, help="submissions at the same time")
    parser.add_argument("--seconds", type=int, default=run.ALL, help="at most, for a submission")
    return parser.parse_args(words)


def main(words=None):
    """Grade, and return 1 where somebody should look at a submission."""
    asked = arguments(words)
    course, assignment = asked.course.resolve(), asked.assignment
    if asked.sandbox and (reason := sandbox.why_not()):
        sys.exit(reason)
    try:
        from gradebook import Book

        release, source = (load(kind, assignment, course) for kind in ("release", "source"))
        submissions = collect(asked.submitted or course / "submitted", assignment)
        book = Book(assignment, course)
        book.prepare()
        reports = course / "reports" / assignment
        reports.mkdir(parents=True, exist_ok=True)
    except ModuleNotFoundError as fault:
        sys.exit(f"{fault}: run `make teacher` first")
    except (ValueError, OSError) as fault:
        sys.exit(str(fault))
    done, todo = [], []
    for submission in submissions:
        file, key = reports / f"{submission.student}.json", digest(submission, assignment, course)
        old = json.loads(file.read_text("utf-8")) if asked.resume and file.is_file() else {}
        if old.get("digest") == key:
            done.append(old)
        else:
            todo.append((submission, file, key))
    print(f"{assignment}: {len(submissions)} submissions, {len(done)} graded before")
    start = time.monotonic()
    with ThreadPoolExecutor(max(1, asked.workers)) as pool:
        running = {
            pool.submit(grade, submission, release, source, asked.sandbox, asked.seconds): (
                file,
                key,
            )
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
            print("Stopped. What is graded is kept: go on with --resume.")
            return 1
    return summary(done, book, time.monotonic() - start, len(todo))


def summary(reports, book, seconds, graded):
    """Print what is done and what is left to do; return 1 where somebody should look."""
    print(f"\n{graded} graded in {seconds:.0f} s, {seconds / max(graded, 1):.1f} s each.")
    if waiting := sum(waiting for *_, waiting in book.scores().values()):
        print(
            f"{waiting} answers in words wait for a mark: python tools/marks.py write {book.assignment}"
        )
    look = [r for r in reports if r["problem"] or r["flags"]]
    for report in sorted(look, key=lambda report: report["shown"]):
        print(f"  {line(report)}")
    print(f"{len(look)} of {len(reports)} submissions need a look." if look else "All is well.")
    return int(bool(look))


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        sys.exit(main())
