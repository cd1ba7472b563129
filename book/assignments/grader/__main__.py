"""The commands of a teacher, and one of a student: python -m grader COMMAND --help tells more about each."""

import argparse
import contextlib
import os
import sys
from pathlib import Path

from grader import reports
from grader.coursework import COURSE, load
from grader.intake import listing
from grader.results import export, feedback, gradescope, marksheet
from grader.run import batch, execution, practice, sandbox
from grader.spreadsheet import SEPARATORS

# Marking needs no terminal, and so nothing that a page might do can reach one.
FORMGRADER = [
    "--ServerApp.default_url=/formgrader/gradebook",
    "--ServerApp.terminals_enabled=False",
]


def open_book(asked):
    """Return the gradebook of the assignment that was asked for."""
    from grader.results.gradebook import Book  # imports nbgrader, which takes seconds

    return Book(asked.assignment, asked.course)


def handed_in(asked):
    """Return the submissions that are found, and print what else is to be known about them."""
    load("release", asked.assignment, asked.course)
    place = asked.submitted or asked.course / "submitted"
    return listing.find(asked.course, asked.assignment, place, asked.choose, asked.roster)


def do_collect(asked):
    """List the submissions that are found, and the problems with them."""
    found = handed_in(asked)
    for submission in sorted(found, key=lambda submission: submission.shown):
        print(listing.line(submission))
    return int(any(submission.problem or submission.flags for submission in found))


def do_check(asked):
    """Tell a student what would be found in a notebook, and run the checks that can be seen.

    The notebook's code is run without a sandbox: give this a notebook of your own.
    """
    return practice.check(asked.notebook, asked.course)


def do_grade(asked):
    """Grade all submissions of an assignment; can be repeated.

    Points go into gradebook.db, executed notebooks into autograded/, reports into reports/. The exit code
    is 0 if all is well, and 1 if somebody should look at a submission.
    """
    if not asked.sandbox:
        print(sandbox.PRACTICE)
    elif reason := sandbox.why_not():
        raise ValueError(f"{reason} For practice add --no-sandbox.")
    else:
        sandbox.must_not_hold(asked.course, asked.submitted or asked.course)
    load("source", asked.assignment, asked.course)
    submissions = handed_in(asked)
    book = open_book(asked)
    book.prepare()
    limits = {"sandboxed": asked.sandbox, "seconds": asked.seconds}
    limits["cell_seconds"] = asked.cell_seconds
    chosen = {"resume": asked.resume, "workers": asked.workers, "only": asked.only}
    return batch.grade_all(submissions, book, limits, **chosen)


def do_marks(asked):
    """Write the answers in words into a spreadsheet, or read the marks that were entered there."""
    book = open_book(asked)
    book.must_be_graded()
    file = marksheet.sheet(book, asked.by)
    if asked.action == "write":
        separator = SEPARATORS.get(asked.separator, "")
        marksheet.write(book, file, separator, asked.by, anonymous=asked.anonymous)
        print(f"Fill in the columns mark and comment of {file}. The rubric is beside it.")
    else:
        print(marksheet.read(book, file, asked.by))


def do_override(asked):
    """Give a student other points for a check than its run did, with a reason, also when graded again.

    The reason shows on the screen, on the student's page and in marks/ASSIGNMENT.history.csv.
    """
    from grader.results.override import override

    book = open_book(asked)
    book.must_be_graded()
    print(override(book, asked.student, asked.check, asked.points, asked.reason, asked.by))


def do_feedback(asked):
    """Write a page for each student into feedback/, and the zip files that Moodle and Canvas take."""
    book = open_book(asked)
    book.must_be_graded()
    count, zips = feedback.write(book)
    print(f"{count} pages are in {book.course / 'feedback'}.")
    for file in zips:
        print(f"{file} is ready to upload.")
    for said in reports.without_score(reports.read(book.course, book.assignment)).values():
        print(f"Without a score: {said}")
    if waiting := book.waiting():
        print(f"{waiting} answers in words are not marked yet, and the pages say so.")


def do_export(asked):
    """Write the points into grades/, as plain CSV or in the file of a learning platform."""
    book = open_book(asked)
    book.must_be_graded()
    delimiter = SEPARATORS[asked.separator or "comma"]
    return export.export(
        book, asked.canvas, asked.moodle, asked.column, scale=asked.scale, delimiter=delimiter
    )


def do_statistics(asked):
    """Show how a class did: a page with a picture, and a table of who lost points where."""
    from grader.results import statistics

    book = open_book(asked)
    book.must_be_graded()
    page, table = statistics.write(book, SEPARATORS[asked.separator or "comma"])
    print(f"{page} is for you, not for students; the table is {table}.")


def do_late(asked):
    """Set what a day of lateness costs, or grant a student more days; show the rule.

    It counts in the export and on the students' pages. The points in the gradebook stay as they are.
    """
    from grader.results import late, override

    book = open_book(asked)
    book.must_be_graded()
    granted = []
    if asked.extend:
        granted = [(override.student(book, asked.extend), asked.days, asked.reason)]
    now, names = late.keep(book.course, book.assignment, asked.percent, granted), book.names()
    print(f"A day late costs {now['percent']:g} % of the points possible.")
    for student, (days, reason) in now["extensions"].items():
        print(f"{names.get(student, student)} has {days:g} more: {reason}")


def do_similar(asked):
    """List answers that are alike beyond what the question asks for: to look at, never a verdict."""
    from grader.results.similarity import similar

    book = open_book(asked)
    book.must_be_graded()
    names = book.names()
    for pair in similar(book, asked.least):
        print(f"{pair.question}  {pair.share:4.0%}  {names[pair.first]} and {names[pair.second]}")
    print("Alike is not copied: read both, and ask. Copied work that was rewritten is not found.")


def do_formgrader(asked):
    """Open nbgrader's Formgrader in the browser: answers in words with their formulas and code."""
    os.chdir(asked.course)
    options = [*FORMGRADER, *(asked.options or ["--ServerApp.open_browser=True"])]
    os.execv(sys.executable, [sys.executable, "-m", "jupyter_server", *options])


def do_gradescope(asked):
    """Pack an assignment for Gradescope's autograder, or grade inside it."""
    if asked.action == "pack":
        file = gradescope.pack(asked.target, asked.course)
        print(f"{file} is ready to upload. It holds the hidden checks.")
        print(f"Choose the base image {gradescope.IMAGE}; {gradescope.PYTHON} is installed there.")
    else:
        gradescope.write_results(asked.target)


def do_release(asked):
    """Make the releases from the sources, of all assignments or of those named."""
    from grader.release import release

    release(asked.assignments, asked.course)


COMMANDS = (
    *(do_check, do_collect, do_grade, do_override, do_marks, do_feedback),
    *(do_export, do_late, do_statistics, do_similar, do_gradescope, do_release, do_formgrader),
)


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

    made = {run: command(run) for run in COMMANDS}
    made[do_check].add_argument("notebook", type=Path, help="the file that is to be handed in")
    add = made[do_marks].add_argument
    add("action", choices=["write", "read"])
    add("--by", default="", metavar="NAME", help="a sheet of one's own, for a second mark")
    add("--anonymous", action="store_true", help="write codes in the place of students")
    without = do_check, do_gradescope, do_release, do_formgrader
    for run in [run for run in COMMANDS if run not in without]:
        made[run].add_argument("assignment", help="such as a1_discriminants")
    for run in (do_collect, do_grade):
        add = made[run].add_argument
        add("--submitted", type=Path, help="folder or zip file (default: submitted)")
        add(
            "--choose",
            action="append",
            default=[],
            metavar="PATH",
            help="the notebook that counts among several of one student",
        )
        add(
            "--roster",
            type=Path,
            metavar="FILE",
            help="Moodle's worksheet or Canvas's gradebook: names, and who is late or missing",
        )
    add = made[do_grade].add_argument
    sandboxed = {"action": argparse.BooleanOptionalAction, "default": True}
    add("--sandbox", **sandboxed, help="no network, no files (Linux)")
    add("--only", action="append", default=[], metavar="NAME", help="grade this student again")
    add("--resume", action="store_true", help="grade only what is new or changed")
    add("--workers", type=int, default=1, help="submissions at the same time")
    add("--seconds", type=int, default=execution.SUBMISSION, help="wall time of a submission")
    add("--cell-seconds", type=int, default=execution.CELL, help="processor time of a cell")
    add = made[do_override].add_argument
    add("student", help="the name or identifier that the screen shows")
    add("check", help="such as q4_side")
    add("points", type=float, nargs="?", help="without them, those of the run hold again")
    add("--reason", required=True, help="one sentence, which the student reads")
    add("--by", default="", metavar="NAME", help="who does it (default: the user)")
    for run in (do_marks, do_export, do_statistics):
        made[run].add_argument(
            "--separator",
            choices=SEPARATORS,
            help="between cells; with semicolons, numbers have a decimal comma",
        )
    add = made[do_export].add_argument
    platform = made[do_export].add_mutually_exclusive_group()
    platform.add_argument("--canvas", type=Path, metavar="FILE", help="as exported from Grades")
    platform.add_argument("--moodle", type=Path, metavar="FILE", help="the grading worksheet")
    add("--column", help="the title of the column to fill, if it differs")
    add("--scale", action="store_true", help="convert to the points possible there")
    add = made[do_late].add_argument
    add("--percent", type=float, help="of the points possible, for each day that has begun")
    add("--extend", metavar="NAME", help="the student who is granted --days for a --reason")
    add("--days", type=int, default=0)
    add("--reason", default="")
    made[do_similar].add_argument("--least", type=float, default=0.5, help="share in common")
    add = made[do_gradescope].add_argument
    add("action", choices=["pack", "grade"])
    add("target", help="the assignment to pack, or Gradescope's folder")
    made[do_formgrader].add_argument("options", nargs="*", help="of Jupyter's server, after --")
    made[do_release].add_argument("assignments", nargs="*", help="default: all")
    return parser


def main(words=None):
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):  # one that a test has put there
            stream.reconfigure(
                errors="replace"
            )  # a name that the terminal cannot show stops nobody
    asked = parser().parse_args(words)
    asked.course = asked.course.resolve()
    try:
        return asked.run(asked)
    except ModuleNotFoundError as fault:
        sys.exit(f"{fault}: run `make teacher` first, and use the Python of .venv-teacher")
    except (ValueError, OSError) as fault:
        sys.exit(str(fault))
    except Exception as fault:
        if type(fault).__module__.partition(".")[0] != "sqlalchemy":
            raise
        said = str(fault).split("\n")[0]
        sys.exit(
            f"gradebook.db cannot be used ({said}): is it open in another program, or damaged?"
        )


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        sys.exit(main())
