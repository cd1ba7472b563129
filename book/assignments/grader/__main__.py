"""The commands of a teacher: python -m grader COMMAND --help tells more about each."""

import argparse
import contextlib
import sys
from pathlib import Path

from grader import batch, collect, execute, export, gradescope, marks, sandbox
from grader.cells import COURSE, load


def open_book(asked):
    """Return the gradebook of the assignment that was asked for."""
    from grader.gradebook import Book  # imports nbgrader, which takes seconds

    return Book(asked.assignment, asked.course)


def do_collect(asked):
    """List the submissions that are found, and the problems with them."""
    load("release", asked.assignment, asked.course)
    found = collect.collect(asked.submitted or asked.course / "submitted", asked.assignment)
    for submission in found:
        said = f"PROBLEM: {submission.problem}" if submission.problem else submission.file
        print(f"{submission.shown:<24} {submission.student:<16} {said}")
    return int(any(submission.problem for submission in found))


def do_grade(asked):
    """Grade all submissions of an assignment; can be repeated.

    Points go into gradebook.db, executed notebooks into autograded/, reports into reports/. The exit code
    is 0 if all is well, and 1 if somebody should look at a submission.
    """
    if asked.sandbox and (reason := sandbox.why_not()):
        raise ValueError(reason)
    for kind in ("release", "source"):
        load(kind, asked.assignment, asked.course)
    submissions = collect.collect(asked.submitted or asked.course / "submitted", asked.assignment)
    book = open_book(asked)
    book.prepare()
    limits = {"sandboxed": asked.sandbox, "seconds": asked.seconds}
    limits["cell_seconds"] = asked.cell_seconds
    return batch.grade_all(submissions, book, limits, resume=asked.resume, workers=asked.workers)


def do_marks(asked):
    """Write the answers in words into a spreadsheet, or read the marks that were entered there."""
    book = open_book(asked)
    book.must_be_graded()
    file = book.course / "marks" / f"{asked.assignment}.csv"
    if asked.action == "write":
        marks.write(book, file)
        print(f"Fill in the columns mark and comment of {file}. The rubric is beside it.")
    else:
        print(f"{marks.read(book, file)} marks or comments entered.")


def do_export(asked):
    """Write the points into grades/, as plain CSV or in the file of a learning platform."""
    book = open_book(asked)
    book.must_be_graded()
    return export.export(book, asked.canvas, asked.moodle, asked.column)


def do_gradescope(asked):
    """Pack an assignment for Gradescope's autograder, or grade inside it."""
    if asked.action == "pack":
        file = gradescope.pack(asked.target, asked.course)
        print(f"{file} is ready to upload. It holds the hidden checks.")
    else:
        gradescope.write_results(asked.target)


def do_release(asked):
    """Make the releases from the sources, of all assignments or of those named."""
    from grader.release import release

    release(asked.assignments, asked.course)


def parser():
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m grader", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(run):
        name, summary = run.__name__.removeprefix("do_"), run.__doc__.splitlines()[0]
        new = commands.add_parser(name, help=summary, description=run.__doc__)
        new.set_defaults(run=run)
        new.add_argument("--course", type=Path, default=COURSE, help="where source and release are")
        return new

    collect, grade, marks = command(do_collect), command(do_grade), command(do_marks)
    export, gradescope, release = command(do_export), command(do_gradescope), command(do_release)
    marks.add_argument("action", choices=["write", "read"])
    for each in (collect, grade, marks, export):
        each.add_argument("assignment", help="such as a1_discriminants")
    for each in (collect, grade):
        each.add_argument("--submitted", type=Path, help="folder or zip file (default: submitted)")
    add = grade.add_argument
    add("--sandbox", action="store_true", help="no network, no files (Linux)")
    add("--resume", action="store_true", help="grade only what is new or changed")
    add("--workers", type=int, default=1, help="submissions at the same time")
    add("--seconds", type=int, default=execute.SUBMISSION, help="wall time of a submission")
    add("--cell-seconds", type=int, default=execute.CELL, help="processor time of a cell")
    platform = export.add_mutually_exclusive_group()
    platform.add_argument("--canvas", type=Path, metavar="FILE", help="as exported from Grades")
    platform.add_argument("--moodle", type=Path, metavar="FILE", help="the grading worksheet")
    export.add_argument("--column", help="the assignment's name in Canvas, if it differs")
    gradescope.add_argument("action", choices=["pack", "grade"])
    gradescope.add_argument("target", help="the assignment to pack, or Gradescope's folder")
    release.add_argument("assignments", nargs="*", help="default: all")
    return parser


def main(words=None):
    """Run one command and return its exit code."""
    asked = parser().parse_args(words)
    asked.course = asked.course.resolve()
    try:
        return asked.run(asked)
    except ModuleNotFoundError as fault:
        sys.exit(f"{fault}: run `make teacher` first, and use the Python of .venv-teacher")
    except (ValueError, OSError) as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        sys.exit(main())
