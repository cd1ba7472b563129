"""How a class did: for each check the mean, who lost points at it and why, and how the scores are spread.

A page for the teacher, with a picture that is part of it, and a table. Neither is for students: both hold
names.
"""

import html
from collections import Counter

from grader import reports
from grader.people import several
from grader.results.feedback import results
from grader.results.page import HEAD
from grader.spreadsheet import harmless, number, written

BARS = 10  # of the picture
COLUMNS = ["question", "out of", "marked", "mean", "all points", "no points", "who lost points"]


def by_question(found):
    """Return for each student the points of each question, without those that wait for a mark.

    >>> by_question({"ann": {"q1_a": (1, 2, ""), "q1_b": (2, 2, ""), "q2": (None, 3, "")}})
    {'ann': {'q1': 3}}
    """
    points = {}
    for student, theirs in found.items():
        here = points[student] = Counter()
        for check, (earned, most, _) in theirs.items():
            if most and earned is not None:
                here[check.split("_")[0]] += earned
    return {student: dict(here) for student, here in points.items()}


def rows(found, names):
    """Return for each check that gives points what a class did there, as a row of COLUMNS."""
    made = []
    for check in sorted({check for theirs in found.values() for check in theirs}):
        asked = {who: theirs[check] for who, theirs in found.items() if check in theirs}
        most = max(most for _, most, _ in asked.values())
        marked = {who: earned for who, (earned, _, _) in asked.items() if earned is not None}
        if most and marked:
            mean = sum(marked.values()) / len(marked)
            full, none = (sum(earned == some for earned in marked.values()) for some in (most, 0))
            lost = [names[who] for who, earned in marked.items() if earned < most]
            made.append([check, most, len(marked), mean, full, none, lost])
    return made


def histogram(scores, most):
    """Return a picture of how many students have which scores, as SVG."""
    place = Counter(min(int(score / most * BARS), BARS - 1) for score in scores)
    tallest, parts = max(place.values()), []
    for bar in range(BARS):
        height, left = 120 * place[bar] / tallest, 20 + 40 * bar
        low, high = (number(most * edge / BARS) for edge in (bar, bar + 1))
        parts.append(
            f'<rect x="{left}" y="{150 - height:.1f}" width="36" height="{height:.1f}">'
            f"<title>{low} to {high}: {place[bar]}</title></rect>"
            f'<text x="{left + 18}" y="{144 - height:.1f}">{place[bar] or ""}</text>'
            f'<text x="{left - 2}" y="168">{low}</text>'
        )
    parts.append(f'<text x="418" y="168">{number(most)}</text>')
    return (
        '<svg viewBox="0 0 440 180" role="img" aria-label="How many students have which score" '
        'fill="currentColor" font-size="12" text-anchor="middle">' + "".join(parts) + "</svg>"
    )


def page(title, scores, most, table):
    """Return the page of a class as HTML."""
    mean = sum(scores) / len(scores)
    lines = [HEAD.format(title=html.escape(title)), f"<h1>{html.escape(title)}</h1>"]
    lines += [f"<p>{len(scores)} students, {number(mean)} of {number(most)} points on average.</p>"]
    lines += [histogram(scores, most), "<table border='1' cellpadding='4'>"]
    lines.append(f"<tr>{''.join(f'<th>{column}</th>' for column in COLUMNS)}</tr>")
    for row in table:
        cells = "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row)
        lines.append(f"<tr>{cells}</tr>")
    return "\n".join([*lines, "</table></body></html>\n"])


def write(book, delimiter=","):
    """Write the page and the table into grades/; return their paths."""
    scores = book.scores()
    table = [
        [harmless(check), number(most), marked, number(mean), full, none, several(lost, 99)]
        for check, most, marked, mean, full, none, lost in rows(results(book), book.names())
    ]
    file = book.course / "grades" / f"{book.assignment}-statistics.csv"
    cells = [[harmless(str(cell)) for cell in row] for row in table]
    reports.replace(file, written([COLUMNS, *cells], delimiter), "utf-8-sig")
    made = page(
        book.assignment,
        [points for points, _, _ in scores.values()],
        max(most for _, most, _ in scores.values()),
        table,
    )
    reports.replace(file.with_suffix(".html"), made)
    return file.with_suffix(".html"), file
