"""One run of the teacher's command over a representative folder of submissions, and what comes after it."""

import json
import re
import subprocess

import pytest
from handed_in import WHY_NOT, Graded, names, student
from harness import NAME, RELEASE, SOURCE, hidden_lines, named

NAMES = names(representative=True)


@pytest.fixture(scope="module")
def graded(teacher_python, tmp_path_factory):
    """Grade the folder once, with little time for a cell: two checks meet the loop without an end."""
    return Graded(tmp_path_factory.mktemp("course"), teacher_python, NAMES, "--cell-seconds", "3")


@pytest.mark.parametrize("name", NAMES)
def test_each_submission_gets_its_points_and_signs(graded, name):
    graded.check_report(name)


def test_the_gradebook_holds_the_same_points(graded, teacher):
    expected = {
        student(name): points
        for name, (_, points, _) in graded.expected.items()
        if points is not None
    }
    scores = teacher("scores", NAME, str(graded.course))
    assert {student: points for student, (points, _, _) in scores.items()} == expected
    # An answer in words waits for a mark; an empty one has 0 already.
    assert scores["honest"][1:] == (20, 1)
    assert scores["blank"][1:] == (20, 0)


def test_progress_is_shown_and_the_end_says_who_needs_a_look(graded):
    lines = graded.said.splitlines()
    assert sum(bool(re.match(r" *\d+/13  ", line)) for line in lines) == len(NAMES) == 13
    look = sum(
        bool(graded.report(name)["flags"] or graded.report(name)["problem"]) for name in NAMES
    )
    assert lines[-1] == f"{look} of 13 submissions need a look."


def test_what_was_handed_in_is_not_changed(graded):
    assert graded.handed_in() == graded.before


def test_limits_speak(graded):
    def said(student, check):
        return named(graded.notebook(student), check).outputs[0].evalue

    assert said("endless", "q3_on_the_line").startswith("stopped after 3 s: a loop without an end?")
    assert said("exits", "q4_side").startswith("its process ended")
    assert "MemoryError" in json.dumps(graded.notebook("greedy").cells)


def test_the_sandbox_keeps_submissions_from_the_network_and_the_gradebook(graded):
    if WHY_NOT:
        pytest.skip(WHY_NOT)
    assert not graded.connected
    said = [
        json.dumps([c.get("outputs") for c in graded.notebook(s).cells])
        for s in ("network", "gradebook")
    ]
    assert "PermissionError" in said[0]
    assert "unable to open database file" in said[1]


def test_feedback_holds_the_messages_and_no_hidden_line(graded):
    command = [graded.python, "-m", "nbgrader", "generate_feedback", NAME, "--force"]
    subprocess.run(command, cwd=graded.course, check=True, capture_output=True)
    pages = {
        p.parents[1].name: p.read_text("utf-8") for p in graded.course.glob("feedback/*/*/*.html")
    }
    assert len(pages) == sum(points is not None for _, points, _ in graded.expected.values())
    lines = hidden_lines(SOURCE, RELEASE)
    assert len(lines) > 20
    for who, page in pages.items():
        plain = re.sub(r"<[^>]+>", "", page).replace("&#39;", "'").replace("&quot;", '"')
        plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        assert [line for line in lines if line in plain] == [], who
    assert "a loop without an end?" in pages["endless"]
