"""Every statement of the four notes is cited by a chapter."""

import csv
import re
from pathlib import Path

import nbformat
import pytest

BOOK = Path(__file__).resolve().parents[2] / "book"
with (BOOK / "_data" / "statements.tsv").open(encoding="utf8", newline="") as file:
    STATEMENTS = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
CHAPTERS = {int(path.name[:2]): path for path in sorted(BOOK.glob("[0-9][0-9]_*.ipynb"))}


def cited(path):
    """Return the statements that a chapter names."""
    cells = nbformat.read(path, as_version=4).cells
    text = "\n".join(c.source for c in cells if c.cell_type == "markdown")
    return set(re.findall(r"`(S\d{3}-\d\d)`", text))


def planned(number):
    """Return the statements that belong to a chapter."""
    return {s["id"] for s in STATEMENTS if str(number) in s["chapters"].split()}


def test_there_are_113_statements():
    counts = [sum(s["id"][1:4] == note for s in STATEMENTS) for note in ("000", "001", "002")]
    assert (len({s["id"] for s in STATEMENTS}), counts) == (113, [31, 22, 24])


@pytest.mark.parametrize("number", CHAPTERS)
def test_chapter_cites_what_belongs_to_it(number):
    here = cited(CHAPTERS[number])
    assert planned(number) - here == set(), "belongs here, and is not cited"
    assert here - {s["id"] for s in STATEMENTS} == set(), "no such statement"


def test_every_statement_has_a_home():
    homes = set().union(*(cited(path) for path in CHAPTERS.values()))
    assert {s["id"] for s in STATEMENTS} - homes == set()
