"""The other submissions of the folder, and marks and a second run with real kernels."""

import csv
import re

import nbformat
import pytest
from handed_in import OPEN, Graded, names
from harness import NAME, RIGHT, right

pytestmark = pytest.mark.thorough
NAMES = names(representative=False)


@pytest.fixture(scope="module")
def graded(teacher_python, tmp_path_factory):
    """Grade the folder once."""
    return Graded(tmp_path_factory.mktemp("course"), teacher_python, NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_submission_gets_its_points_and_signs(graded, name):
    graded.check_report(name)


def test_long_output_is_cut(graded):
    assert graded.file("loud").stat().st_size < 300_000


def test_marks_go_out_and_in_and_survive_another_run(graded, teacher, tmp_path):
    def scores(student):
        return teacher("scores", NAME, str(graded.course))[student]

    assert graded.command("marks", "write", NAME).returncode == 0
    file = graded.course / "marks" / f"{NAME}.csv"
    with file.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert "Rubric" in file.with_suffix(".rubric.md").read_text("utf-8")
    ours = next(row for row in rows if row["student"] == "copied")
    assert ours["answer"] == RIGHT["q5"]
    assert ours["mark"] == ""
    ours |= {"mark": "2,5", "comment": "Which data?"}
    with file.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    assert graded.command("marks", "read", NAME).returncode == 0
    assert scores("copied") == (19.5, 20, 0)

    again = tmp_path / "copied.ipynb"
    nbformat.write(right(), again)
    assert "All is well." in graded.grade("--submitted", tmp_path, *OPEN, code=0)
    assert scores("copied") == (19.5, 20, 0)
    nbformat.write(right(q5="Something else."), again)
    said = graded.grade("--submitted", tmp_path, *OPEN, code=1)
    assert "q5 was changed after it was marked" in said
    assert scores("copied")[0] == 19.5


def test_a_run_is_resumed_with_what_is_new(graded):
    late = graded.course / "handed-in" / "late.ipynb"
    nbformat.write(right(), late)
    said = graded.grade(*graded.words, "--resume", code=1)
    late.unlink()
    graded_now = set(re.findall(r"^ *\d+/\d+  (\S+)", said, re.MULTILINE))
    # copied.ipynb was handed in anew by the test above, if that has run; page.ipynb has no score yet
    assert {"late", "page"} <= graded_now <= {"late", "page", "copied"}
