"""What goes back to the students: a page for each, and zip files that Moodle and Canvas take."""

import re
import zipfile

import nbformat

from grader import reports
from grader.coursework import load
from grader.intake.owners import recognise
from grader.results import history
from grader.results.late import reduced
from grader.results.page import Question, as_html, as_notebook, questions


def results(book):
    """Return for each student, by name of a cell: points or None, points possible, comment."""
    found, by_hand = {}, history.overrides(book.course, book.assignment)
    with book.open() as gradebook:
        for submission in gradebook.assignment_submissions(book.assignment):
            if not book.settled(submission.student.id):
                continue
            theirs = found[submission.student.id] = {}
            for notebook in submission.notebooks:
                comments = {comment.name: comment.comment or "" for comment in notebook.comments}
                theirs |= {which: (0, 0, said) for which, said in comments.items()}
                changed = by_hand.get(submission.student.id, {})
                comments |= {check: by_hand_in_words(made) for check, made in changed.items()}
                for grade in notebook.grades:
                    waits = grade.needs_manual_grade and grade.manual_score is None
                    points = None if waits else grade.score
                    theirs[grade.name] = points, grade.max_score, comments.get(grade.name, "")
    return found


def by_hand_in_words(made):
    """Return an override as the student reads it."""
    return f"{made.after} by hand, not {made.before}: {made.reason}"


def parcel(sent, assignment, about_it):
    """Return the platform that wants this student's page, the page's path in its zip file, and the page.

    Moodle finds the student by the folder or the start of the name, Canvas by the numbers in the name.
    """
    owner = recognise(sent, folder=False)
    if owner and owner.platform in ("Canvas", "Moodle"):
        if owner.platform == "Canvas":
            return "Canvas", sent, as_notebook(*about_it)
        start = re.match(r"[^_]+_\d+_assignsubmission_[a-z]+_?", sent)[0]
        between = "/" if start == sent or not start.endswith("_") else ""
        return "Moodle", f"{start}{between}{assignment}.html", as_html(*about_it)
    return "", "", ""


def write(book):
    """Write a page for each student who has a score, and the zip files; return how many, and the files."""
    release = load("release", book.assignment, book.course)
    title = release.cells[0].source.split("\n")[0].lstrip("# ")
    kept, names = reports.read(book.course, book.assignment), book.names()
    parcels, graded = {}, results(book)
    late = {who: report.get("late") for who, report in kept.items()}
    scores = book.scores()
    rest, costs = reduced(book, scores, late)
    for student, theirs in graded.items():
        notebook = nbformat.read(book.file(student), 4)
        asked = questions(release, notebook, theirs)
        if said := costs.get(student):
            cost = rest[student][0] - scores[student][0]
            asked.append(Question("Handed in late", [("see below", cost, 0, said)]))
        about_it = title, names[student], asked
        file = book.course / "feedback" / student / book.assignment / f"{book.assignment}.html"
        reports.replace(file, as_html(*about_it))
        sent = kept.get(student, {}).get("sent_as", "")
        platform, path, content = parcel(sent, book.assignment, about_it)
        parcels.setdefault(platform, {})[path] = content
    zips = []
    for platform in parcels.keys() - {""}:
        zips.append(book.course / "feedback" / f"{book.assignment}-{platform.lower()}.zip")
        with zipfile.ZipFile(zips[-1], "w", zipfile.ZIP_DEFLATED) as archive:
            for path, content in parcels[platform].items():
                archive.writestr(path, content)
    return len(graded), sorted(zips)
