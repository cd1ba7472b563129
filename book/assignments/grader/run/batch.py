"""Grade all submissions of an assignment, several at a time, and show the progress.

Points go to the gradebook, reports to `reports/`, one submission after the other, so that a run can stop
anywhere. A submission that has a score is known by a digest of what the result depends on, and can be
left out.
"""

import dataclasses
import functools
import hashlib
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

from grader import reports
from grader.coursework import load
from grader.people import several, shown
from grader.run.grading import grade


def line(report):
    """Return a report in one line."""
    score = (
        "no score" if report["score"] is None else f"{report['score']:g} of {report['out_of']:g}"
    )
    words = [f"{report['shown']:<24} {score:>9} {report['seconds']:6.1f} s"]
    words += [report["late"]] if report.get("late") else []
    words += [f"PROBLEM: {report['problem']}"] if report["problem"] else []
    words += [f"LOOK: {'; '.join(report['flags'])}"] if report["flags"] else []
    words += [f"by hand: {'; '.join(report['by_hand'])}"] if report.get("by_hand") else []
    words += [f"repaired: {'; '.join(report['repairs'])}"] if report["repairs"] else []
    return shown("  ".join(words), most=4000)


def lost(report):
    """Return what took points, in a line for each reason; what may be an accident is said with the report."""
    found, said = {}, "; ".join(report["flags"])
    for check, points, why in report.get("lost", []):
        if why not in said:
            checks, sum_ = found.get(why, ([], 0))
            found[why] = [*checks, check], sum_ + points
    return [
        shown(
            f"{'-' + format(points, 'g'):>37}  {several(checks)}: {why.removeprefix('AssertionError: ')}",
            most=300,
        )
        for why, (checks, points) in found.items()
    ]


def with_data(submission):
    """Return a submission with the bytes of its notebook, or with the problem in reading them."""
    if submission.problem or not submission.read:
        return submission
    try:
        return dataclasses.replace(submission, data=submission.read())
    except Exception as fault:  # noqa: BLE001 - whatever a file does, it concerns this submission only
        return dataclasses.replace(submission, problem=str(fault) or type(fault).__name__)


def digest(submission, book):
    """Return a digest of what the result depends on: the submission and the checks."""
    submission = with_data(submission)
    source = book.course / "source" / book.assignment / f"{book.assignment}.ipynb"
    about = repr([submission.file, submission.problem, submission.late, submission.flags]).encode()
    parts = source.read_bytes(), submission.data, about
    return hashlib.sha256(b"|".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def record(submission, notebook, report, book, last):
    """Enter a graded submission into the gradebook, and keep its report in place of the last one.

    Whatever goes wrong concerns this submission alone, which the next run grades again.
    """
    report["flags"] = [*submission.flags, *report["flags"]]
    report["late"] = submission.late or ("" if submission.platform else last.get("late", ""))
    report["sent_as"] = submission.sent_as or last.get("sent_as", "")
    try:
        if notebook is not None:
            report["flags"] += book.record(report["student"], notebook, report["shown"])
            book.tell_by_hand(report)
    except Exception as fault:  # noqa: BLE001 - the other submissions are graded all the same
        notebook, report["score"] = None, None
        report["problem"] = f"the gradebook did not take it: {fault or type(fault).__name__}"
    try:
        if report["score"] is None and book.file(report["student"]).is_file():
            report["flags"].append("the gradebook still has the points of an earlier hand-in")
        reports.write(book.course, book.assignment, report)
        if notebook is not None:
            book.settle(report["student"])
    except Exception as fault:  # noqa: BLE001 - a full disk, for one
        report["score"] = None
        report["problem"] = f"its report cannot be kept: {fault or type(fault).__name__}"


def grade_all(submissions, book, limits, *, resume=False, workers=1, only=()):
    """Grade, record and report all submissions; return 1 if somebody should look at one of them.

    With `only`, those of the students of these names or identifiers.
    """
    called = {each for submission in submissions for each in (submission.student, submission.shown)}
    if unknown := sorted(set(only) - called):
        raise ValueError(
            f"--only is {unknown[0]!r}, and nobody handed in under that name; "
            f"there are: {several({submission.shown for submission in submissions})}"
        )
    release, source = (load(kind, book.assignment, book.course) for kind in ("release", "source"))
    before = reports.read(book.course, book.assignment)
    done, todo = [], []
    for submission in submissions:
        if only and not {submission.student, submission.shown} & set(only):
            continue
        key, last = digest(submission, book), before.get(submission.student, {})
        same = last.get("digest") == key and last["score"] is not None
        if resume and same and book.settled(submission.student):
            done.append(last)
        else:
            todo.append((submission, key))
    print(
        f"{book.assignment}: {len(submissions)} submissions, {len(done)} graded before", flush=True
    )
    now = {submission.student for submission in submissions}
    if gone := [report["shown"] for who, report in before.items() if who not in now]:
        print(f"Handed in before, but not in this folder: {several(gone)}")

    @functools.cache
    def others():
        names = sorted(path.name for path in (book.course / "release").glob("[!.]*/"))
        return {name: load("release", name, book.course) for name in names}

    def run(submission):
        return grade(with_data(submission), release, source, limits, others)

    start = time.monotonic()
    with ThreadPoolExecutor(max(1, workers)) as pool:
        running = {pool.submit(run, submission): (submission, key) for submission, key in todo}
        try:
            for count, future in enumerate(as_completed(list(running)), 1):
                (submission, key), (notebook, report) = running.pop(future), future.result()
                report["digest"] = key
                record(submission, notebook, report, book, before.get(report["student"], {}))
                done.append(report)
                print(f"{count:3}/{len(todo)}  {line(report)}", *lost(report), sep="\n", flush=True)
        except KeyboardInterrupt:
            print("Stopped. What is graded is kept: continue with --resume.")
            return 1
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    seconds = time.monotonic() - start
    print(f"\n{len(todo)} graded in {seconds:.0f} s, {seconds / max(len(todo), 1):.1f} s each.")
    return summary(done, book)


def summary(graded, book):
    """Print what is left to do; return 1 if somebody should look at a submission."""
    if waiting := book.waiting():
        print(
            f"{waiting} answers in words wait for a mark: "
            f"python -m grader marks write {book.assignment}"
        )
    if late := [report["shown"] for report in graded if report.get("late")]:
        print(f"Late: {several(late)}")
    now = {report["student"] for report in graded}
    for who, said in reports.without_score(reports.read(book.course, book.assignment)).items():
        if who not in now:
            print(f"Still without a score: {said}")
    if old := reports.outdated(reports.read(book.course, book.assignment), book.possible()):
        print(f"Graded with other points than now, grade them again: {several(old)}")
    look = [r for r in graded if r["problem"] or r["flags"]]
    for report in sorted(look, key=lambda report: report["shown"]):
        print(f"  {line(report)}")
    print(f"{len(look)} of {len(graded)} submissions need a look." if look else "All is well.")
    return int(bool(look or old))
