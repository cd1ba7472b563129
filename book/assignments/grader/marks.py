"""Mark the answers in words in a spreadsheet: all answers to a question, one below the other.

`write` makes marks/ASSIGNMENT.csv, with the marks so far, and its rubric; `read` enters the marks and
comments of that file. Marks given in nbgrader's Formgrader are kept.
"""

from grader.cells import is_answer, load, name
from grader.spreadsheet import content, harmless, table, written

COLUMNS = ["question", "student", "out of", "mark", "comment", "answer"]


def rows(book):
    """Return all answers in words, by question, with their marks so far."""
    found = []
    with book.open() as gradebook:
        for submission in gradebook.assignment_submissions(book.assignment):
            student = submission.student.id
            answers = book.written(student)
            for grade in book.grades(gradebook, student):
                if grade.name in answers:
                    where = grade.name, book.assignment, book.assignment, student
                    score = grade.manual_score
                    score = grade.auto_score if score is None else score  # an empty answer has 0
                    comment = gradebook.find_comment(*where).comment or ""
                    values = [grade.name, student, f"{grade.max_score:g}"]
                    values += ["" if score is None else f"{score:g}", comment]
                    found.append([*map(harmless, [*values, answers[grade.name]])])
    return sorted(found)


def rubric(book):
    """Return the model answers and marking rules of the source."""
    cells = load("source", book.assignment, book.course).cells
    answers = [c for c in cells if is_answer(c) and c.cell_type == "markdown"]
    return "\n\n".join(f"# {name(cell)}\n\n{cell.source}" for cell in answers) + "\n"


def entries(file):
    """Return the rows of a file that have an entry: row number, student, question, mark or None, comment."""
    head, *lines = table(content(file))[0] or [[]]
    if missing := {"question", "student", "mark"} - set(head):
        raise ValueError(
            f"{file} has no column {', '.join(sorted(missing))}: keep the first line as it is"
        )
    found = []
    for number, line in enumerate(lines, 2):
        row = {title: value.strip() for title, value in zip(head, line, strict=False)}
        mark, comment = row.get("mark", "").replace(",", "."), row.get("comment", "")
        if not mark and not comment:
            continue
        try:
            value = float(mark) if mark else None
        except ValueError:
            raise ValueError(f"{file}, row {number}: mark is {mark!r}, not a number") from None
        found.append((number, row.get("student", ""), row.get("question", ""), value, comment))
    return found


def checked(book, file):
    """Return for each entry the arguments of Book.mark, and whether it is new; raise if one is wrong."""
    known = {(row[1].strip(), row[0]): row for row in rows(book)}
    found, seen = [], {}
    for number, student, question, mark, comment in entries(file):
        where, key = f"{file}, row {number}", (student, question)
        if key not in known:
            raise ValueError(
                f"{where}: there is no answer {question} of {student!r} in the gradebook: "
                "write both as they were, or delete the row"
            )
        if key in seen:
            raise ValueError(
                f"{where}: {student}, {question} is in row {seen[key]} already: delete one"
            )
        seen[key] = number
        _, _, most, old_mark, old_comment, _ = known[key]
        if mark is not None and not 0 <= mark <= float(most):
            raise ValueError(f"{where}: {student}, {question} has {mark:g} points of {most}")
        new = mark is not None and (not old_mark or float(old_mark) != mark)
        new |= bool(comment) and comment.split() != old_comment.split()
        found.append(((student, question, mark, comment), new))
    return found


def write(book, file):
    """Write the answers and marks, and the rubric; refuse to overwrite marks that were not read."""
    if file.is_file():
        try:
            lost = sum(new for _, new in checked(book, file))
        except ValueError as fault:
            raise ValueError(f"{fault} (nothing was written: mend the file, or move it)") from None
        if lost:
            raise ValueError(
                f"{file} has {lost} marks or comments that are not in the gradebook: enter them "
                f"(python -m grader marks read {book.assignment}), or move the file"
            )
    file.parent.mkdir(exist_ok=True)
    file.with_suffix(".rubric.md").write_text(rubric(book), "utf-8")
    file.write_text(written([COLUMNS, *rows(book)]), "utf-8-sig", newline="")


def read(book, file):
    """Enter the marks of a file; return how many. If one row is wrong, nothing is entered."""
    if not file.is_file():
        raise ValueError(
            f"there is no {file}: make it with python -m grader marks write {book.assignment}"
        )
    book.must_be_writable()
    marks = [mark for mark, _ in checked(book, file)]
    for mark in marks:
        book.mark(*mark)
    return len(marks)
