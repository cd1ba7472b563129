"""Points for a check that its run did not give."""

from grader import reports
from grader.people import several
from grader.results import history


def student(book, called):
    """Return the identifier of a student, who may be called by name."""
    names = book.names()
    found = {who for who, name in names.items() if called in (who, name)}
    if len(found) != 1:
        raise ValueError(
            f"student is {called!r}, and nobody in the gradebook is called so; "
            f"there are: {several(names.values())}"
        )
    return found.pop()


def override(book, called, check, points, reason, by=""):
    """Give a check points by hand, or take that back, and keep why; return in words what holds now."""
    if not reason.strip():
        raise ValueError("reason is empty: say in one sentence why, for the student reads it")
    book.must_be_writable()
    who = student(book, called)
    before = book.override(who, check, points)
    made = history.change(who, check, before, points, " ".join(reason.split()), by)
    history.add(book.course, book.assignment, [made])
    kept = reports.read(book.course, book.assignment).get(who)
    if kept and kept["score"] is not None:
        book.tell_by_hand(kept)
        reports.write(book.course, book.assignment, kept)
    return history.words(made) if points is not None else f"{check} has the {before:g} of its run."
