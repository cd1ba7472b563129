"""What a teacher does beside grading: one student again, points by hand, statistics, late work."""

import csv

import pytest
from harness import NAME

from grader.results import history


def page_of(course, student):
    """Write the pages, and return a student's."""
    course.command("feedback", NAME)
    return (course.folder / "feedback" / student / NAME / f"{NAME}.html").read_text("utf-8")


def exported(course, *words):
    """Export the points; return the rows as dicts by student, and what was said."""
    _, said, _ = course.command("export", NAME, *words)
    with (course.folder / "grades" / f"{NAME}.csv").open(encoding="utf-8-sig") as file:
        return {row["student"]: row for row in csv.DictReader(file)}, said


def test_one_student_is_graded_again(course):
    for student in ("ann", "bob"):
        course.hand_in(student)
    assert course.grade() == (0, 2)
    course.hand_in("bob", q3="# fails q3_on_the_line")
    code, said, runs = course.command("grade", NAME, "--submitted", course.handed, "--only", "ann")
    assert (code, len(runs), "Handed in before" in said) == (0, 1, False)
    assert course.ask("scores")["bob"][0] == 17
    message = course.command("grade", NAME, "--submitted", course.handed, "--only", "Bo")[0]
    assert message == "--only is 'Bo', and nobody handed in under that name; there are: ann, bob"


def test_an_override_shows_its_reason_and_survives_a_regrade(course):
    course.hand_in("ann", q4="# misses q4_side\n# misses q4_sign")
    course.grade()
    words = ["override", NAME, "ann", "q4_side", "1", "--reason", "a <rounding>", "--by", "Ada"]
    _, said, _ = course.command(*words)
    assert said == "q4_side has 1 by hand, not 0: a <rounding> (Ada)\n"
    for _ in range(2):
        assert course.ask("scores")["ann"] == (16, 20, 1)
        assert "1 by hand, not 0: a &lt;rounding&gt;" in page_of(course, "ann")
        code, said, _ = course.command("grade", NAME, "--submitted", course.handed)
        assert (code, "by hand: q4_side has 1 by hand" in said, " 16 of 17" in said) == (0, True, True)
    course.command("override", NAME, "ann", "q4_side", "--reason", "a mistake of mine")
    assert course.ask("scores")["ann"] == (15, 20, 1)
    assert "by hand" not in page_of(course, "ann")
    assert [made.after for made in history.read(course.folder, NAME)] == ["1", ""]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Eve", "q4_side", "1", "--reason", "x"], "student is 'Eve'"),
        (["ann", "q9_side", "1", "--reason", "x"], "check is 'q9_side'; there are: q1_columns"),
        (["ann", "q4_side", "2", "--reason", "x"], "points is 2: it should be 0 to 1"),
        (["ann", "q4_side", "1", "--reason", " "], "reason is empty"),
    ],
)
def test_an_override_that_cannot_be_is_refused(course, words, said):
    course.hand_in("ann")
    course.grade()
    assert said in course.command("override", NAME, *words)[0]
    assert history.read(course.folder, NAME) == []
