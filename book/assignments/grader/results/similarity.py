"""Answers that have more in common than the question asks for: a list to look at, never a verdict.

An answer is cut into all runs of a few words, or of a few symbols of code in which every name of the
student's own counts as the same. What the release says, or many of the class, is left out. Of two students
the share of the shorter rest that the longer one has, too, is listed.
"""

import builtins
import keyword
import re
from collections import Counter
from itertools import combinations
from typing import NamedTuple

import nbformat

from grader.coursework import is_answer, load, name

RUN = {"code": 12, "markdown": 5}  # symbols or words
FEWEST = 8  # runs that two answers have in common, to be listed
COMMON = 1 / 3  # of the class: what so many have is no sign
KNOWN = {*keyword.kwlist, *dir(builtins), "np", "sp"}
SYMBOL = re.compile(r"#.*|[^\W\d]\w*|\d[\w.]*|'[^'\n]*'|\"[^\"\n]*\"|[^\w\s]")


class Pair(NamedTuple):
    """Two students, a question, and the share of the shorter answer that both have."""

    share: float
    question: str
    first: str
    second: str


def runs(text, kind):
    r"""Return all runs of symbols or words of an answer.

    >>> runs("def f(x): return sum(x * x for x in range(3))", "code") == runs(
    ...     "def g(y):  # mine\n    return sum(y * y for y in range(3))", "code"
    ... )
    True
    """
    if kind == "code":
        words = [word for word in SYMBOL.findall(text) if not word.startswith("#")]
        words = [w if w in KNOWN or not w.isidentifier() else "name" for w in words]
    else:
        words = re.findall(r"\w+", text.lower())
    return {tuple(words[i : i + RUN[kind]]) for i in range(len(words) - RUN[kind] + 1)}


def pairs(answers, given):
    """Return the pairs, the likest first; `answers` has runs by student, `given` what is no sign."""
    count = Counter(run for theirs in answers.values() for run in theirs)
    most = max(2, COMMON * len(answers))
    rest = {
        who: {run for run in theirs - given if count[run] <= most}
        for who, theirs in answers.items()
    }
    for first, second in combinations(sorted(rest), 2):
        both = rest[first] & rest[second]
        if len(both) >= FEWEST:
            yield len(both) / min(len(rest[first]), len(rest[second])), first, second


def similar(book, least=0.5):
    """Return the pairs of all questions that have at least this share in common, the likest first."""
    release = load("release", book.assignment, book.course)
    given = {kind: set() for kind in RUN}
    for cell in release.cells:
        if cell.cell_type in RUN:
            given[cell.cell_type] |= runs(cell.source, cell.cell_type)
    asked = {name(cell): cell.cell_type for cell in release.cells if is_answer(cell)}
    handed_in = {who: nbformat.read(book.file(who), 4) for who in book.scores()}
    found = []
    for question, kind in asked.items():
        answers = {
            who: runs(cell.source, kind)
            for who, notebook in handed_in.items()
            for cell in notebook.cells
            if name(cell) == question
        }
        found += [Pair(share, question, *two) for share, *two in pairs(answers, given[kind])]
    return sorted((pair for pair in found if pair.share >= least), reverse=True)
