"""The page that a student gets back, as HTML and as a notebook.

It holds the questions by name, points, what the failed checks said, comments, and the student's answers
as plain text: no check is on it, and nothing of a student's is taken for HTML.
"""

import html
import re
from dataclasses import dataclass, field

import nbformat

from grader.coursework import about, error, is_answer, is_check, name

HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><style>
:root {{ color-scheme: light dark }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }}
h2 {{ font-size: 1.1rem; margin: 2.5rem 0 .3rem }}
h2 span, li span {{ float: right; padding-left: 1rem }}
ul {{ list-style: none; padding: 0; margin: .3rem 0 }}
p {{ margin: .5rem 0 }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; padding: .6rem; border: 1px solid #8888;
  border-radius: .3rem; font-size: .85rem; margin: .5rem 0 }}
.said {{ border-left: .2rem solid; padding-left: .6rem; margin: .2rem 0; white-space: pre-wrap;
  overflow-wrap: anywhere; clear: both }}
</style></head><body>
"""


@dataclass
class Question:
    """A question: its title, its checks as (title, points, most, what it said), answers and comments."""

    title: str
    checks: list = field(default_factory=list)
    answers: list = field(default_factory=list)
    comments: list = field(default_factory=list)

    def points(self):
        """Return the points so far and the points possible."""
        return sum(check[1] or 0 for check in self.checks), sum(check[2] for check in self.checks)


def questions(release, notebook, results):
    """Return the questions of an assignment with what a student has earned.

    `results` has by name: points or None, points possible, comment.
    """
    theirs = {name(cell): cell for cell in notebook.cells if name(cell)}
    found = []
    for cell in release.cells:
        if title := cell.cell_type == "markdown" and re.search(
            r"^## (.+)$", cell.source, re.MULTILINE
        ):
            found.append(Question(re.sub(r"\s*\(\d+ points?\)", "", title[1])))
        earned, most, comment = results.get(name(cell), (0, 0, ""))
        here = theirs.get(name(cell))
        if not found or here is None:
            continue
        if is_answer(cell):
            found[-1].answers.append(here.source)
            found[-1].comments += [comment] if comment else []
            if about(cell).get("grade"):
                said = "not marked yet" if earned is None else ""
                found[-1].checks.append(("in words", earned, most, said))
        elif is_check(cell) and most:
            first = re.match(r"# \w+: (.+?)\s*(\([^()]*\))?$", cell.source.split("\n")[0])
            said = re.sub(r"\x1b\[[\d;]*m", "", error(here))
            said = said.removeprefix("AssertionError: ").removeprefix("Grader: ")
            said = "\n".join(filter(None, [said, comment]))
            found[-1].checks.append((first[1] if first else name(cell), earned, most, said))
    return [question for question in found if question.checks]


def score(points, most):
    """Return points in words."""
    return f"{'?' if points is None else f'{points:g}'} of {most:g}"


def total(asked):
    """Return all points of the questions in words."""
    return score(*(sum(part) for part in zip(*(q.points() for q in asked), strict=True)))


def mark(earned, most):
    """Return a sign for a check: passed, failed, or something between."""
    return "✓" if earned == most else "✗" if earned == 0 else "·"


def block(text):
    """Return a text as HTML that shows it as it is."""
    return f"<pre>{html.escape(text)}</pre>"


def as_html(title, who, asked):
    """Return the page of one student as HTML."""
    lines = [HEAD.format(title=html.escape(f"{title}: {who}"))]
    lines.append(f"<h1>{html.escape(title)}</h1>\n<p>{html.escape(who)}: <b>{total(asked)}</b></p>")
    for question in asked:
        points = score(*question.points())
        lines.append(f"<h2>{html.escape(question.title)} <span>{points}</span></h2>\n<ul>")
        for text, earned, most, said in question.checks:
            about_it = f"{mark(earned, most)} {html.escape(text)}"
            lines.append(f"<li>{about_it} <span>{score(earned, most)}</span>")
            lines.append(f'<div class="said">{html.escape(said)}</div></li>' if said else "</li>")
        lines.append("</ul>")
        lines += [f'<p class="said"><b>{html.escape(text)}</b></p>' for text in question.comments]
        lines += [f"<p>Your answer:</p>\n{block(text)}" for text in question.answers]
    return "\n".join([*lines, "</body></html>\n"])


def as_notebook(title, who, asked):
    """Return the page of one student as a notebook: Canvas gives a file back under its old name."""
    texts = [f"# {title}\n\n{html.escape(who)}: **{total(asked)}**"]
    for question in asked:
        lines = [f"## {question.title}: {score(*question.points())}"]
        for text, earned, most, said in question.checks:
            lines.append(f"{mark(earned, most)} {text}: {score(earned, most)}")
            lines += [block(said)] if said else []
        lines += map(block, question.comments)
        for text in question.answers:
            lines += ["Your answer:", block(text)]
        texts.append("\n\n".join(lines))
    cells = [nbformat.v4.new_markdown_cell(text, id=f"f{i}") for i, text in enumerate(texts)]
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells))
