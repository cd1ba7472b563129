"""nbgrader's gradebook: the points by checks, and the marks that a teacher gives by hand.

Only the grader opens it; student code never runs in the same process.
"""

import contextlib
import os
import sys
import warnings
from pathlib import Path

import nbformat

from grader.coursework import COURSE, is_answer, load, name, points, with_hidden_checks
from grader.people import distinct
from grader.results import history

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from nbgrader.api import Gradebook, MissingEntry
    from nbgrader.preprocessors import SaveAutoGrades, SaveCells
    from sqlalchemy.exc import SAWarning
warnings.simplefilter("ignore", SAWarning)
# nbgrader looks for the program alembic on the path; it is installed beside this Python.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])


def answers_in_words(notebook):
    """Return the answers in words of a notebook by name."""
    return {
        name(cell): cell.source
        for cell in notebook.cells
        if is_answer(cell) and cell.cell_type == "markdown"
    }


class Book:
    """The gradebook of one assignment."""

    def __init__(self, assignment, course=COURSE):
        self.assignment, self.course = assignment, Path(course)
        if "?" in str(self.course):
            raise ValueError(
                f"course is {str(self.course)!r}, and the address of a gradebook cannot hold a '?': "
                "rename the folder"
            )
        self.url = f"sqlite:///{self.course / 'gradebook.db'}"

    def open(self):
        """Return nbgrader's gradebook, a context manager."""
        return Gradebook(self.url, "perceptrons")

    def resources(self, student=None):
        """Return what nbgrader's preprocessors ask for."""
        about = {"notebook": self.assignment, "assignment": self.assignment}
        return {"nbgrader": about | {"student": student, "db_url": self.url}}

    def must_be_writable(self):
        """Raise, before anything is done, if the gradebook cannot be changed."""
        for path in (self.course, self.course / "gradebook.db"):
            if path.exists() and not os.access(path, os.W_OK):
                raise ValueError(f"{path} cannot be written: ask for the permission, or use a copy")

    def must_be_graded(self):
        """Raise if the assignment does not exist, or nothing of it is graded."""
        load("source", self.assignment, self.course)
        if not self.scores():
            raise ValueError(
                f"nothing of {self.assignment} is graded: "
                f"run python -m grader grade {self.assignment} first"
            )

    def possible(self):
        """Return the points of each check by name."""
        found = points(load("source", self.assignment, self.course))
        return {check: most for check, (_, most) in found.items()}

    def prepare(self):
        """Enter the assignment, with its cells and their points."""
        self.must_be_writable()
        with self.open() as book:
            book.update_or_create_assignment(self.assignment)
        release, source = (
            load(kind, self.assignment, self.course) for kind in ("release", "source")
        )
        notebook = with_hidden_checks(release, source)
        try:
            SaveCells().preprocess(notebook, self.resources())
        except RuntimeError:
            raise ValueError(
                f"{self.assignment} has gained or lost cells since it was first graded, which the "
                "gradebook cannot follow: save the marks (python -m grader marks write), move "
                "gradebook.db away, grade again"
            ) from None

    def file(self, student):
        """Return the path of a student's executed notebook."""
        return self.course / "autograded" / student / self.assignment / f"{self.assignment}.ipynb"

    def unsettled(self, student):
        """Return the path of an executed notebook that is not yet recorded in full."""
        return self.file(student).with_suffix(".new")

    def settle(self, student):
        """Let the recorded notebook take its place."""
        self.unsettled(student).replace(self.file(student))

    def settled(self, student):
        """Tell whether a student's notebook was recorded in full."""
        return self.file(student).is_file() and not self.unsettled(student).exists()

    def written(self, student):
        """Return a student's answers in words by name."""
        if not self.file(student).is_file():
            return {}
        return answers_in_words(nbformat.read(self.file(student), 4))

    def names(self):
        """Return the names of the students in the gradebook, by identifier."""
        with self.open() as book:
            known = {s.id: (s.first_name or "", s.last_name or s.id) for s in book.students}
        return distinct(
            {
                who: last if first in ("", who) else f"{first} {last}"
                for who, (first, last) in known.items()
            }
        )

    def record(self, student, notebook, shown=None):
        """Enter an executed notebook; return which answers changed after they were marked.

        Marks given by hand stay, and so does the sign that an answer changed, until it is marked again.
        The notebook takes its place only in `settle`, after what is returned here has been kept: until
        then the answers that were marked are known.
        """
        settled = self.settled(student)
        first, _, last = (shown or student).rpartition(" ")
        if not first and last != student:
            first = student  # Formgrader shows a name only if it has two parts
        self.unsettled(student).parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, self.unsettled(student))
        with self.open() as book:
            book.update_or_create_student(student, first_name=first, last_name=last)
            book.update_or_create_submission(self.assignment, student)
            waited = {
                g.name for g in self.grades(book, student) if settled and g.needs_manual_grade
            }
        SaveAutoGrades().preprocess(notebook, self.resources(student))
        before, after, changed = self.written(student), answers_in_words(notebook), []
        by_hand = history.overrides(self.course, self.assignment).get(student, {})
        with self.open() as book:
            for grade in self.grades(book, student):
                if grade.manual_score is not None and grade.name in after:
                    if before.get(grade.name) == after[grade.name] and grade.name not in waited:
                        grade.needs_manual_grade = False
                    else:
                        changed.append(f"{grade.name} was changed after it was marked")
                elif grade.name in by_hand:
                    given = history.points(by_hand[grade.name])
                    grade.manual_score = min(given, grade.max_score)
                    grade.needs_manual_grade = False
            book.db.commit()
        return changed

    def grades(self, book, student):
        """Return a student's grades in an open gradebook."""
        return book.find_submission_notebook(self.assignment, self.assignment, student).grades

    def scores(self):
        """Return for each student: points so far, points possible, answers that wait for a mark."""
        found = {}
        with self.open() as book, contextlib.suppress(MissingEntry):
            for submission in book.assignment_submissions(self.assignment):
                if not self.file(submission.student.id).is_file():
                    continue  # a run stopped while this was recorded
                waiting = sum(
                    grade.needs_manual_grade and grade.manual_score is None
                    for notebook in submission.notebooks
                    for grade in notebook.grades
                )
                found[submission.student.id] = (submission.score, submission.max_score, waiting)
        return found

    def override(self, student, check, points):
        """Give a check other points than its run did, or None for those of the run; return the old ones."""
        with self.open() as book:
            checks = {
                grade.name: grade for grade in self.grades(book, student) if "_" in grade.name
            }
            if check not in checks:
                raise ValueError(f"check is {check!r}; there are: {', '.join(sorted(checks))}")
            grade = checks[check]
            if points is not None and not 0 <= points <= grade.max_score:
                raise ValueError(f"points is {points:g}: it should be 0 to {grade.max_score:g}")
            before, grade.manual_score, grade.needs_manual_grade = grade.auto_score, points, False
            book.db.commit()
        return before

    def tell_by_hand(self, report):
        """Put a student's overrides into a report, and into its score their points."""
        made = history.overrides(self.course, self.assignment).get(report["student"], {})
        report["by_hand"] = [history.words(each) for each in made.values()]
        with self.open() as book:
            grades = self.grades(book, report["student"])
            report["score"] = sum(grade.score for grade in grades if "_" in grade.name)

    def waiting(self):
        """Return how many answers in words wait for a mark."""
        return sum(waiting for *_, waiting in self.scores().values())

    def mark(self, student, question, points, comment):
        """Enter a mark given by hand, or None for a comment alone.

        What nbgrader gave by itself, to an empty answer, stays its own: it ends with the next hand-in.
        """
        with self.open() as book:
            where = question, self.assignment, self.assignment, student
            grade, said = book.find_grade(*where), book.find_comment(*where)
            if points is not None and not 0 <= points <= grade.max_score:
                raise ValueError(
                    f"mark is {points:g} for {student}, {question}: "
                    f"it should be 0 to {grade.max_score:g}"
                )
            if points is not None and (
                grade.manual_score is not None or points != grade.auto_score
            ):
                grade.manual_score, grade.needs_manual_grade = points, False
            if comment and (said.manual_comment or comment != said.auto_comment):
                said.manual_comment = comment
            book.db.commit()
