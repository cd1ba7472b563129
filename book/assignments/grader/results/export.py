"""Export the points of an assignment: as plain CSV, or in the file of a learning platform.

A platform's file is not changed; a filled copy goes into grades/. Students are found by the platform's
number, which it puts into the names of the files that were handed in.
"""

import codecs

from grader import reports
from grader.intake import roster
from grader.people import several
from grader.results.feedback import results
from grader.results.late import reduced
from grader.results.statistics import by_question
from grader.spreadsheet import harmless, has_comma, number, value, written

HEAD = ["name", "student", "points", "out of", "answers to mark", "late", "remark"]


def plain(scores, kept, names, delimiter=",", questions=None):
    """Return all scores as CSV text, with the points of each question, and why some have none."""
    comma, rows, questions = has_comma([], delimiter), [], questions or {}
    asked = sorted({question for points in questions.values() for question in points})
    for student in scores.keys() | kept.keys():
        points, most, waiting = scores.get(student, (None, None, ""))
        report = kept.get(student, {})
        score = ["" if part is None else number(part, comma) for part in (points, most)]
        about = [report.get("late", ""), remark(student, scores, kept)]
        theirs = questions.get(student, {})
        each = [number(theirs[q], comma) if q in theirs else "" for q in asked]
        who = harmless(names[student]), harmless(student)
        rows.append([*who, *score, waiting, *map(harmless, about), *each])
    return written([[*HEAD, *asked], *sorted(rows)], delimiter)


def remark(student, scores, kept):
    """Return what is to be known about a student's score, or why there is none."""
    report = kept.get(student)
    if report is None:
        return "" if student in scores else "handed in nothing"
    if report["score"] is None:
        return f"{'points of an earlier hand-in; ' if student in scores else ''}{report['problem']}"
    return ""


def possible(listed, to):
    """Return the points possible that a platform's file has for a column, or None."""
    if listed.platform == "Canvas":
        cells = [row[to] for row in listed.rows if row and row[0].strip() == "Points Possible"]
    else:
        cells = [row[to + 1] for row in listed.students.values() if len(row) > to + 1]
    return next((most for cell in cells if (most := value(cell)) is not None), None)


def fill(listed, scores, target, *, scale=False):
    """Return CSV text with the points in one column, and who is only in the file, and only in `scores`."""
    to = roster.column(listed.rows[0], target)
    most = max((most for _, most, _ in scores.values()), default=0)
    there, factor = possible(listed, to), 1
    if there is not None and there != most:
        if not scale:
            raise ValueError(
                f"column {target!r} has {there:g} points possible, the assignment {most:g}: change it "
                "on the platform and download the file again, or convert the points with --scale"
            )
        factor = there / most
    cells = [cell for row in listed.rows[1:] for cell in row[to : to + 2]]
    comma = has_comma(cells, listed.delimiter)
    for student in scores.keys() & listed.students.keys():
        row = listed.students[student]
        row.extend([""] * (to + 1 - len(row)))
        row[to] = number(scores[student][0] * factor, comma)
    there, graded = listed.students.keys(), scores.keys()
    missing, unknown = there - graded, graded - there
    if scores and len(unknown) == len(scores):
        raise ValueError(
            f"no graded student is in it, such as {min(unknown)}: is it another course's?"
        )
    return written(listed.rows, listed.delimiter), sorted(missing), sorted(unknown)


def into_file(book, given, text):
    """Write a filled file, or the plain one, into grades/; return its path."""
    name = f"{book.assignment}-{given.name}" if given else f"{book.assignment}.csv"
    file = book.course / "grades" / name
    marked = not given or given.read_bytes().startswith(codecs.BOM_UTF8)  # Excel needs it
    reports.replace(file, text, "utf-8-sig" if marked else "utf-8")
    return file


def export(book, canvas=None, moodle=None, title=None, *, scale=False, delimiter=","):
    """Write one file into grades/, and print who is missing; return 1 if a graded student is."""
    scores, kept = book.scores(), reports.read(book.course, book.assignment)
    names = {who: report["shown"] for who, report in kept.items()} | book.names()
    late = {who: report.get("late") for who, report in kept.items()}
    unknown, given = [], canvas or moodle
    if given:
        listed = roster.read(given, "Canvas" if canvas else "Moodle")
        names, late = (
            names | listed.names,
            listed.late | {w: said for w, said in late.items() if said},
        )
    scores, costs = reduced(book, scores, late)
    if given:
        try:
            target = title or (book.assignment if canvas else "Grade")
            text, missing, unknown = fill(listed, scores, target, scale=scale)
        except ValueError as fault:
            raise ValueError(f"{given}: {fault}") from None
    else:
        told = {who: report | {"late": costs.get(who, late[who])} for who, report in kept.items()}
        questions = by_question(results(book))
        text = plain(scores, told, names, delimiter, questions)
        missing = kept.keys() - scores.keys()
    print(f"{len(scores) - len(unknown)} scores are in {into_file(book, given, text)}.")
    look = [who for who in scores if remark(who, scores, kept)]
    for words, students in [
        ("Without a score", missing),
        ("Graded, but not in the file", unknown),
        ("Look", look),
    ]:
        said = {who: remark(who, scores, kept) for who in students}
        listing = [f"{names[who]} ({why})" if why else names[who] for who, why in said.items()]
        print(f"{words}: {several(listing, 99)}") if listing else None
    if old := reports.outdated(kept, book.possible()):
        print(f"Graded with other points than now, grade them again: {several(old, 99)}")
    late = [who for who in scores if late.get(who)]
    if late := [f"{names[who]} ({costs[who]})" if who in costs else names[who] for who in late]:
        print(f"Late: {several(late, 99)}")
    if given and possible(listed, roster.column(listed.rows[0], target)) is None:
        print("The file does not say how many points are possible: compare them yourself.")
    if waiting := book.waiting():
        print(f"{waiting} answers in words are not marked yet: these points are not final.")
    return int(bool(unknown))
