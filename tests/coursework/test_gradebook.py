"""Grading, marking and exporting with nbgrader's gradebook, without kernels."""

import codecs
import csv

import nbformat
import pytest
from harness import NAME, RELEASE, answers, named

WRITTEN = "1 marks or comments entered.\n"
SHEET = "question;student;out of;mark;comment;answer\r\nq5;ann;3;2,5;Schön;x\r\n;;;;;\r\n"


def rows(course):
    """Write the spreadsheet and return its rows."""
    assert course.command("marks", "write", NAME)[0] is None
    assert course.marks_file().read_bytes().startswith(codecs.BOM_UTF8)  # Excel needs it
    with course.marks_file().open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.reader(stream))[1:]


# Grading


def test_resume_grades_only_what_is_new_or_changed(course):
    course.hand_in("ann")
    course.hand_in("bob", q4="import os")
    assert course.grade() == (1, 2)
    code, said, runs = course.command("grade", NAME, "--submitted", course.handed, "--resume")
    assert (code, runs) == (1, [])
    assert said.endswith("1 of 2 submissions need a look.\n")
    course.hand_in("ann", q5="Another answer.")
    assert course.grade("--resume") == (1, 1)
    source = course.folder / "source" / NAME / f"{NAME}.ipynb"
    source.write_text(source.read_text("utf-8") + "\n", "utf-8")
    assert course.grade("--resume") == (1, 2)
    assert course.grade() == (1, 2)
    (course.handed / "bob.ipynb").unlink()
    code, said, runs = course.command("grade", NAME, "--submitted", course.handed, "--resume")
    assert (code, runs) == (0, [])
    assert f"2 answers in words wait for a mark: python -m grader marks write {NAME}" in said


def test_limits_are_passed_on(course):
    course.hand_in("ann")
    words = ["grade", NAME, "--submitted", course.handed, "--sandbox"]
    _, _, runs = course.command(*words, "--seconds", "7", "--cell-seconds", "3")
    assert runs == [{"sandboxed": True, "seconds": 7, "cell_seconds": 3}]


def test_a_run_that_breaks_off_gives_no_points(course):
    course.hand_in("ann", q4="# breaks off")
    course.hand_in("bob")
    assert course.grade() == (1, 2)
    assert course.ask("scores") == {"bob": (17, 20, 1)}


def test_reports_that_cannot_be_written_are_told(course):
    course.hand_in("ann")
    (course.folder / "reports").write_text("in the way")
    assert "reports" in course.grade()[0]


def test_a_gradebook_of_other_cells_is_not_graded_into(course):
    course.hand_in("ann")
    course.grade()
    assert "HIDDEN TESTS" in course.ask("check_source", "q4_side")
    for kind in ("source", "release"):
        file = course.folder / kind / NAME / f"{NAME}.ipynb"
        notebook = nbformat.read(file, 4)
        notebook.cells.remove(named(notebook, "q4_side"))
        nbformat.write(notebook, file)
    assert "has gained or lost cells" in course.grade()[0]


# Marking


def test_a_mark_stays_until_its_answer_changes(course):
    course.hand_in("ann")
    course.grade()
    assert course.ask("scores") == {"ann": (17, 20, 1)}
    assert course.ask("needs_mark", "ann", "q5") == [True]
    assert course.read_marks('q5,ann,"2,5", Which data? ') == (None, WRITTEN)
    assert course.ask("comment", "ann", "q5") == "Which data?"
    assert course.grade() == (0, 1)
    assert course.ask("scores") == {"ann": (19.5, 20, 0)}
    assert course.ask("needs_mark", "ann", "q5") == [False]
    course.hand_in("ann", q5="Another answer.")
    code, said, _ = course.command("grade", NAME, "--submitted", course.handed)
    assert code == 1
    assert "q5 was changed after it was marked" in said
    assert course.ask("scores") == {"ann": (19.5, 20, 0)}
    assert course.ask("needs_mark", "ann", "q5") == [True]


def test_a_wrong_mark_is_told_before_any_is_entered(course):
    course.hand_in("ann")
    course.hand_in("bob")
    course.grade()
    for row, words in [
        ("q5,ann,-1,", "has -1 points of 3"),
        ("q5,ann,3.5,", "has 3.5 points of 3"),
        ("q5,ann,good,", "row 3: mark is 'good'"),
        ("q5,eve,1,", "no answer q5 of 'eve'"),
        ("q4_side,ann,1,", "no answer q4_side of 'ann'"),
        ("q5,bob,3,", "bob, q5 is in row 2 already"),
        ("only a word,,1", "no answer only a word of ''"),
    ]:
        assert words in course.read_marks("q5,bob,2,", row)[0]
    for points in (-1, 3.5):
        assert "it should be 0 to 3" in course.ask("mark", "ann", "q5", points)
    assert course.ask("scores") == {"ann": (17, 20, 1), "bob": (17, 20, 1)}


def test_marks_are_read_as_a_spreadsheet_program_saved_them(course):
    course.hand_in("ann")
    course.grade()
    file = course.marks_file()
    file.write_text(SHEET.replace(";x", f";{'x' * 200_000}"), "utf-8-sig", newline="")
    assert course.command("marks", "read", NAME)[1] == WRITTEN
    assert course.ask("scores") == {"ann": (19.5, 20, 0)}
    for encoding in ("cp1252", "utf-16"):
        file.write_text(SHEET, encoding)
        said = course.command("marks", "read", NAME)[0]
        assert f"{NAME}.csv is not in UTF-8: save it as" in said
    for text in ("", SHEET.replace("mark", "points")):
        file.write_text(text, "utf-8")
        said = course.command("marks", "read", NAME)[0]
        assert "has no column" in said
        assert "mark" in said
        assert said.endswith(": keep the first line as it is")


def test_a_comment_without_a_mark_is_kept_and_the_answer_waits(course):
    course.hand_in("ann")
    course.grade()
    assert course.read_marks("q5,ann,,Ask me.") == (None, WRITTEN)
    assert course.ask("scores") == {"ann": (17, 20, 1)}
    assert rows(course)[0][3:5] == ["", "Ask me."]


@pytest.mark.parametrize("cell", ["2,", ",Which data?"])
def test_marks_that_were_not_read_are_not_written_over(course, cell):
    course.hand_in("ann")
    course.grade()
    rows(course)
    file = course.marks_file()
    filled = file.read_text("utf-8-sig").replace("q5,ann,3,,", f"q5,ann,3,{cell}")
    file.write_text(filled, "utf-8")
    said = course.command("marks", "write", NAME)[0]
    assert "has 1 marks or comments that are not in the gradebook" in said
    assert file.read_text("utf-8") == filled
    assert course.command("marks", "read", NAME)[0] is None
    rows(course)
    assert f"q5,ann,3,{cell}" in file.read_text("utf-8-sig")
    file.write_text(filled.replace("ann", "eve"), "utf-8")
    said = course.command("marks", "write", NAME)[0]
    assert "of 'eve' " in said
    assert "nothing was written: mend the file, or move it" in said


def test_answers_go_into_the_spreadsheet_without_formulas(course):
    course.hand_in("-ann", q5="@SUM(A1)")
    blank = answers(RELEASE)["q5"]
    course.hand_in("blank", q5=blank)
    course.grade()
    assert rows(course) == [
        ["q5", " -ann", "3", "", "", " @SUM(A1)"],
        ["q5", "blank", "3", "0", "No response.", blank],
    ]
    assert course.read_marks("q5, -ann,1,") == (None, WRITTEN)
    assert course.ask("scores")["-ann"] == (18, 20, 0)


# Both, and exporting


def test_what_is_not_graded_or_does_not_exist_is_not_marked_or_exported(course):
    for command in (["export"], ["marks", "write"]):
        said = course.command(*command, NAME)[0]
        assert said.startswith(f"nothing of {NAME} is graded: run python -m grader grade {NAME}")
        said = course.command(*command, "a1")[0]
        assert "'a1', but there is no " in said
        assert said.endswith(f"; there are: {NAME}")
    course.hand_in("ann")
    course.grade()
    said = course.command("marks", "read", NAME)[0]
    assert said.endswith(f"make it with python -m grader marks write {NAME}")


def test_a_gradebook_that_cannot_be_written_is_told(course):
    course.hand_in("ann")
    course.grade()
    words = ["grade", NAME, "--submitted", course.handed]
    course.marks_file().write_text("question,student,mark,comment\nq5,ann,2,", "utf-8")
    for command in (words, ["marks", "read", NAME]):
        said = course.command(*command, read_only="gradebook.db")[0]
        assert "gradebook.db cannot be written: ask for" in said


def test_the_file_for_canvas_is_a_filled_copy(course):
    course.hand_in("11")
    course.hand_in("12")
    course.grade()
    given = course.folder / "all.csv"
    words = ["export", NAME, "--canvas", given]
    given.write_text("ID,A one (4711)\n11,\n13,\n", "utf-8-sig")
    assert f"no column '{NAME}'" in course.command(*words)[0]
    code, said, _ = course.command(*words, "--column", "A one")
    assert code == 1
    assert "without a score here: 13" in said
    assert "not in the file: 12" in said
    assert "2 answers in words are not marked yet" in said
    assert given.read_text("utf-8-sig") == "ID,A one (4711)\n11,\n13,\n"
    copy = course.folder / "grades" / f"{NAME}-all.csv"
    assert copy.read_text("utf-8").split() == ["ID,A", "one", "(4711)", "11,17", "13,"]
    given.write_text("ID,A one\n11,\n12,\n", "utf-8")
    assert course.command(*words, "--column", "A one")[0] == 0
    copy.unlink()
    for text, error in [
        ("ID,A one\n21,\n22,\n", "no graded student is in it, such as 11: is it another"),
        ("ID,A one\n11,Jö\n", "is not in UTF-8"),
    ]:
        given.write_text(text, "cp1252")
        said = course.command(*words, "--column", "A one")[0]
        assert said.startswith(str(given))
        assert error in said
    assert not copy.exists()


def test_plain_scores_tell_what_waits_for_a_mark(course):
    course.hand_in("ann")
    course.grade()
    assert course.command("export", NAME)[0] == 0
    text = (course.folder / "grades" / f"{NAME}.csv").read_text("utf-8")
    assert text.split("\n")[:2] == ["student,points,out of,answers to mark", "ann,17,20,1"]
