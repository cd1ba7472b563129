"""Export the points of an assignment: as plain CSV, or in the file of a learning platform.

A platform's file is not changed; a filled copy goes into grades/. Students are found by the platform's
number, which it puts into the names of the files that were handed in.
"""

from grader.spreadsheet import content, table, written


def plain(scores):
    """Return all scores as CSV text, with the answers that wait for a mark, as such scores are not final."""
    head = ["student", "points", "out of", "answers to mark"]
    rows = [[student, f"{p:g}", f"{m:g}", w] for student, (p, m, w) in sorted(scores.items())]
    return written([head, *rows])


def column(head, name):
    """Return the index of a column; Canvas adds a number to an assignment's name."""
    for place, title in enumerate(head):
        if title.strip() == name or title.startswith(f"{name} ("):
            return place
    raise ValueError(
        f"there is no column {name!r} among {', '.join(head)} (Canvas: name it with --column; "
        "Moodle: download the worksheet in English)"
    )


def fill(text, scores, key, target, number=lambda value: value):
    """Return CSV text with the points in one column, and who is only in the file, and only in `scores`."""
    rows, delimiter = table(text)
    if not rows:
        raise ValueError("the file is empty")
    by, to = column(rows[0], key), column(rows[0], target)
    left, missing = dict(scores), []
    for row in rows[1:]:
        if len(row) <= max(by, to) or not row[by].strip():
            continue  # such as Canvas's row of the points possible
        student = number(row[by].strip())
        if student in left:
            row[to] = f"{left.pop(student)[0]:g}"
        else:
            missing.append(student)
    if scores and len(left) == len(scores):
        raise ValueError(
            f"no graded student is in it, such as {min(left)}: is it another course's?"
        )
    return written(rows, delimiter), missing, sorted(left)


def canvas(text, scores, assignment):
    """Fill a Canvas gradebook."""
    return fill(text, scores, "ID", assignment)


def moodle(text, scores):
    """Fill a Moodle grading worksheet."""
    return fill(
        text, scores, "Identifier", "Grade", lambda value: value.removeprefix("Participant ")
    )


def export(book, canvas_file=None, moodle_file=None, title=None):
    """Write one file into grades/, and print who is missing; return 1 if a graded student is."""
    scores = book.scores()
    given = canvas_file or moodle_file
    try:
        if canvas_file:
            filled = canvas(content(canvas_file), scores, title or book.assignment)
        elif moodle_file:
            filled = moodle(content(moodle_file), scores)
        else:
            filled = plain(scores), [], []
    except ValueError as fault:
        raise ValueError(f"{given}: {fault}") from None
    text, missing, unknown = filled
    name = f"{book.assignment}-{given.name}" if given else f"{book.assignment}.csv"
    file = book.course / "grades" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, "utf-8", newline="")
    print(f"{len(scores) - len(unknown)} scores are in {file}.")
    if missing:
        print(f"In the file, but without a score here: {', '.join(missing)}")
    if unknown:
        print(f"Graded, but not in the file: {', '.join(unknown)}")
    if waiting := book.waiting():
        print(f"{waiting} answers in words are not marked yet: these points are not final.")
    return int(bool(unknown))
