"""nbgrader's gradebook: the points by checks, and the marks that a teacher gives by hand.

Only the grader opens it; student code never runs in the same process.
"""

import contextlib
import os
import sys
import warnings
from pathlib import Path

import nbformat

from grader.cells import COURSE, is_answer, load, name, with_hidden_checks

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from nbgrader.api import Gradebook, MissingEntry
    from nbgrader.preprocessors import SaveAutoGrades, SaveCells
    from sqlalchemy.exc import SAWarning
warnings.simplefilter("ignore", SAWarning)
# nbgrader looks for the program alembic on the path; it is installed beside this Python.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])


class Book:
    """The gradebook of one assignment."""

    def __init__(self, assignment, course=COURSE):
        self.assignment, self.course = assignment, Path(course)
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

    def written(self, student):
        """Return a student's answers in words by name."""
        if not self.file(student).is_file():
            return {}
        cells = nbformat.read(self.file(student), 4).cells
        return {name(c): c.source for c in cells if is_answer(c) and c.cell_type == "markdown"}

    def record(self, student, notebook):
        """Enter an executed notebook; return which answers changed after they were marked.

        Marks given by hand stay.
        """
        before = self.written(student)
        with self.open() as book:
            book.update_or_create_student(student)
            book.update_or_create_submission(self.assignment, student)
        SaveAutoGrades().preprocess(notebook, self.resources(student))
        self.file(student).parent.mkdir(parents=True, exist_ok=True)
        new = self.file(student).with_suffix(".new")
        nbformat.write(notebook, new)
        new.replace(self.file(student))
        after, changed = self.written(student), []
        with self.open() as book:
            for grade in self.grades(book, student):
                if grade.manual_score is not None and grade.name in after:
                    if before.get(grade.name) == after[grade.name]:
                        grade.needs_manual_grade = False
                    else:
                        changed.append(f"{grade.name} was changed after it was marked")
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
                waiting = sum(
                    grade.needs_manual_grade and grade.manual_score is None
                    for notebook in submission.notebooks
                    for grade in notebook.grades
                )
                found[submission.student.id] = (submission.score, submission.max_score, waiting)
        return found

    def waiting(self):
        """Return how many answers in words wait for a mark."""
        return sum(waiting for *_, waiting in self.scores().values())

    def mark(self, student, question, points, comment):
        """Enter a mark given by hand, or None for a comment alone."""
        with self.open() as book:
            grade = book.find_grade(question, self.assignment, self.assignment, student)
            if points is not None:
                if not 0 <= points <= grade.max_score:
                    raise ValueError(
                        f"mark is {points:g} for {student}, {question}: "
                        f"it should be 0 to {grade.max_score:g}"
                    )
                grade.manual_score, grade.needs_manual_grade = points, False
            if comment:
                where = question, self.assignment, self.assignment, student
                book.find_comment(*where).manual_comment = comment
            book.db.commit()
