"""Grading, marking and exporting with nbgrader's gradebook, without kernels."""

import codecs
import csv
import json
import os
import shutil
import zipfile

import nbformat
import pytest
from harness import NAME, RELEASE, answers, named, right

WRITTEN = "1 marks or comments entered.\n"
SHEET = (
    "question;name;student;out of;mark;comment;answer\r\nq5;Ann Lee;ann;3;2,5;Schön;x\r\n;;;;;;\r\n"
)


def rows(course):
    """Write the spreadsheet and return its rows."""
    assert course.command("marks", "write", NAME)[0] is None
    assert course.marks_file().read_bytes().startswith(codecs.BOM_UTF8)  # Excel needs it
    with course.marks_file().open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.reader(stream))[1:]


# Grading


def test_resume_grades_only_what_is_new_or_changed(course):
    course.hand_in("ann")
    course.hand_in("bob/x")
    course.hand_in(f"bob/{NAME}")
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
    shutil.rmtree(course.handed / "bob")
    code, said, runs = course.command("grade", NAME, "--submitted", course.handed, "--resume")
    assert (code, runs) == (0, [])
    assert "Handed in before, but not in this folder: bob\n" in said
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


def test_reports_that_cannot_be_written_are_told_and_graded_again(course):
    course.hand_in("ann")
    (course.folder / "reports").write_text("in the way")
    code, said, _ = course.command("grade", NAME, "--submitted", course.handed)
    assert code == 1
    assert "PROBLEM: its report cannot be kept: " in said
    (course.folder / "reports").unlink()
    assert course.grade("--resume") == (0, 1)


LONG = "𠮷" * 61  # 244 bytes: with what is put behind it, more than a file may have


def test_no_name_of_a_file_stops_the_class_and_a_run_goes_on_where_it_was(course):
    for name in (b"J\xf6rg", LONG.encode(), b"ann"):
        course.hand_in("x")
        (course.handed / "x.ipynb").rename(course.handed / f"{os.fsdecode(name)}.ipynb")
    code, said, runs = course.command("grade", NAME, "--submitted", course.handed)
    assert (code, len(runs)) == (0, 3)
    assert said.endswith("All is well.\n")
    assert "  J?rg  " in said
    assert course.grade("--resume") == (0, 0)
    for command in (["export", NAME], ["feedback", NAME], ["marks", "write", NAME]):
        assert not course.command(*command)[0]


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
    course.read_marks('q5,ann,"2,5", Which data? ')  # without the new answer beside it
    assert course.grade() == (1, 1)
    assert course.ask("needs_mark", "ann", "q5") == [True]
    rows(course)
    assert course.command("marks", "read", NAME)[1] == "0 marks or comments entered.\n"
    assert course.ask("needs_mark", "ann", "q5") == [False]
    assert course.grade() == (0, 1)


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
    course.hand_in("ann", q5="x")
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


def test_a_mark_of_an_answer_that_was_handed_in_anew_is_refused_and_a_replaced_one_told(course):
    for student in ("ann", "bob"):
        course.hand_in(student)
    course.grade()
    rows(course)
    file = course.marks_file()
    filled = file.read_text("utf-8-sig").replace(",3,,", ",3,2,")
    file.write_text(filled, "utf-8")
    course.hand_in("ann", q5="Another answer.")
    course.grade()
    _, said, _ = course.command("marks", "read", NAME)
    assert said.startswith(
        "1 marks or comments entered.\n1 rows refused, as the answer was handed in anew"
    )
    assert "after the file was written: ann, q5. Move the file" in said
    assert course.ask("scores") == {"ann": (17, 20, 1), "bob": (19, 20, 0)}
    _, said = course.read_marks("q5,bob,0.5,", "q5,ann,3,")
    assert said == "2 marks or comments entered.\n1 of them replaced: bob, q5: 2 before, 0.5 now.\n"


def test_a_comment_without_a_mark_is_kept_and_the_answer_waits(course):
    course.hand_in("ann")
    course.grade()
    assert course.read_marks("q5,ann,,Ask me.") == (None, WRITTEN)
    assert course.ask("scores") == {"ann": (17, 20, 1)}
    assert rows(course)[0][4:6] == ["", "Ask me."]


@pytest.mark.parametrize("cell", ["2,", ",Which data?"])
def test_marks_that_were_not_read_are_not_written_over(course, cell):
    course.hand_in("ann")
    course.grade()
    rows(course)
    file = course.marks_file()
    filled = file.read_text("utf-8-sig").replace("q5,ann,ann,3,,", f"q5,ann,ann,3,{cell}")
    file.write_text(filled, "utf-8")
    said = course.command("marks", "write", NAME)[0]
    assert "has 1 marks or comments that are not in the gradebook" in said
    assert file.read_text("utf-8") == filled
    assert course.command("marks", "read", NAME)[0] is None
    rows(course)
    assert f"q5,ann,ann,3,{cell}" in file.read_text("utf-8-sig")
    file.write_text(filled.replace("ann,ann", "ann,eve"), "utf-8")
    said = course.command("marks", "write", NAME)[0]
    assert "of 'eve' " in said
    assert "nothing was written: mend the file, or move it" in said


def test_answers_go_into_the_spreadsheet_without_formulas(course):
    course.hand_in("-ann", q5="@SUM(A1)\n- a\n=1+1")
    blank = answers(RELEASE)["q5"]
    course.hand_in("blank", q5=blank)
    course.grade()
    assert rows(course) == [
        ["q5", " -ann", " -ann", "3", "", "", " @SUM(A1)\n - a\n =1+1"],
        ["q5", "blank", "blank", "3", "0", "No response.", blank],
    ]
    assert course.read_marks("q5, -ann,1,- well\u2028=1") == (None, WRITTEN)
    assert rows(course)[0][4:6] == ["1", " - well\u2028 =1"]
    assert course.command("marks", "write", NAME)[0] is None  # nothing of it is new
    assert course.ask("scores")["-ann"] == (18, 20, 0)


def test_the_zero_of_an_empty_answer_ends_with_the_next_hand_in(course):
    course.hand_in("ann", q5=answers(RELEASE)["q5"])
    course.grade()
    assert [row[4:6] for row in rows(course)] == [["0", "No response."]]
    assert course.command("marks", "read", NAME)[1] == "0 marks or comments entered.\n"
    course.hand_in("ann")
    assert course.grade() == (0, 1)
    assert course.ask("scores") == {"ann": (17, 20, 1)}
    assert [row[4:6] for row in rows(course)] == [["", ""]]


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


def test_a_gradebook_that_cannot_be_opened_is_told(course, tmp_path):
    said = course.call("command", ["export", NAME, "--course", str(tmp_path / "what?")], "")[0]
    assert "cannot hold a '?': rename the folder" in said
    (course.folder / "gradebook.db").write_text("no database")
    said = course.command("export", NAME)[0]
    assert "gradebook.db cannot be used (" in said
    assert "is it open in another program" in said


def test_who_was_graded_with_other_points_is_listed(course):
    course.hand_in("ann")
    course.grade()
    file = course.folder / "reports" / NAME / "ann.json"
    report = json.loads(file.read_text("utf-8"))
    assert sum(report["possible"].values()) == report["out_of"] == 17
    report["possible"]["q1_shape"] += 1
    file.write_text(json.dumps(report), "utf-8")
    (course.handed / "ann.ipynb").rename(course.handed / "bob.ipynb")
    code, said, _ = course.command("grade", NAME, "--submitted", course.handed)
    assert code == 1
    line = "Graded with other points than now, grade them again: ann\n"
    assert line in said
    assert line in course.command("export", NAME)[1]


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
    assert "Without a score: 13 (handed in nothing)" in said
    assert "not in the file: 12" in said
    assert "2 answers in words are not marked yet" in said
    assert given.read_text("utf-8-sig") == "ID,A one (4711)\n11,\n13,\n"
    copy = course.folder / "grades" / f"{NAME}-all.csv"
    assert copy.read_text("utf-8-sig").split() == ["ID,A", "one", "(4711)", "11,17", "13,"]
    given.write_text("ID,A one\n11,\n12,\n", "utf-8")
    assert course.command(*words, "--column", "A one")[0] == 0
    copy.unlink()
    for text, error in [
        ("ID,A one\n21,\n22,\n", "no graded student is in it, such as 11: is it another"),
        ("Student,ID,A one\nJö,11,\n", "is not in UTF-8"),
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
    text = (course.folder / "grades" / f"{NAME}.csv").read_text("utf-8-sig")
    assert text.split("\n")[1].strip() == "ann,ann,17,20,1,,,6,3,3,5"


# Names, and what is wrong with a hand-in


def hand_in_as(course, *students):
    """Hand in as from Moodle, by number and name."""
    for number, name in students:
        course.hand_in(f"{name}_{number}_assignsubmission_file_/x")


def test_people_have_their_names_everywhere(course):
    hand_in_as(course, (102, "Jörg Müller"), (103, "Jo Roe"))
    (course.handed / "Eve Fox_104_assignsubmission_file_").mkdir()
    (course.handed / "Eve Fox_104_assignsubmission_file_" / "x.ipynb").write_text("no")
    code, said, _ = course.command("grade", NAME, "--submitted", course.handed)
    assert code == 1
    assert {line.split("  ")[2] for line in said.splitlines() if "/3  " in line} == {
        "Jörg Müller",
        "Jo Roe",
        "Eve Fox",
    }
    assert [row[:3] for row in rows(course)] == [
        ["q5", "Jo Roe", "103"],
        ["q5", "Jörg Müller", "102"],
    ]
    assert "Jörg Müller, q5 has 9 points of 3" in course.read_marks("q5,102,9,")[0]
    course.command("export", NAME)
    text = (course.folder / "grades" / f"{NAME}.csv").read_text("utf-8-sig")
    eve, roe, mueller = text.splitlines()[1:]
    assert eve.startswith('Eve Fox,104,,,,,"the file is damaged, or not a notebook')
    assert roe.startswith("Jo Roe,103,17,20,1,,,")
    assert mueller.startswith("Jörg Müller,102,17,20,1,,,")
    assert course.ask("names") == {"102": "Jörg Müller", "103": "Jo Roe"}


def test_no_name_and_no_message_reaches_a_terminal_or_a_browser_as_it_is(course):
    course.hand_in("<b>Roe")
    (course.handed / "\x1b[2Jann.ipynb").write_text('{"cells": [{"\x1b[2J": 1}]}')
    _, said, _ = course.command("grade", NAME, "--submitted", course.handed)
    assert "\x1b" not in said
    assert "?b?Roe" in said
    assert "<" not in "".join(course.ask("names").values())


def test_a_score_clears_the_problem_of_the_hand_in_before(course):
    hand_in_as(course, (102, "Bob Lee"))
    (course.handed / "Jo Roe_103_assignsubmission_file_").mkdir()
    (course.handed / "Jo Roe_103_assignsubmission_file_" / "x.ipynb").write_text("no")
    course.grade()
    assert "Without a score: Jo Roe (the file is damaged" in course.command("export", NAME)[1]
    shutil.rmtree(course.handed)
    hand_in_as(course, (102, "Bob Lee"))
    code, said, runs = course.command("grade", NAME, "--submitted", course.handed, "--resume")
    assert (code, len(runs)) == (0, 0)
    assert "Handed in before, but not in this folder: Jo Roe\n" in said
    assert "Still without a score: Jo Roe (the file is damaged" in said
    shutil.rmtree(course.handed)
    course.hand_in("Jo Roe")
    assert course.grade() == (0, 1)
    assert f"{NAME}-moodle.zip is ready to upload." in course.command("feedback", NAME)[1]
    assert "Jo Roe" not in course.command("export", NAME)[1]
    assert set(course.ask("scores")) == {"102", "103"}
    course.hand_in("Jo Roe", q4="# breaks off")
    assert course.grade() == (1, 1)
    said = course.command("export", NAME)[1]
    assert "Look: Jo Roe (points of an earlier hand-in; the run broke off)" in said


def test_a_name_of_300_letters_in_a_zip_file_stops_nobody(course):
    text = nbformat.writes(right())
    with zipfile.ZipFile(course.folder / "all.zip", "w") as archive:
        for student in ("ann", "x" * 300, "x" * 299 + "y"):
            archive.writestr(f"{student}.ipynb", text)
    words = ["--submitted", course.folder / "all.zip"]
    code, said, _ = course.command("grade", NAME, *words)
    assert code == 0
    assert said.endswith("All is well.\n")
    assert [score[:2] for score in course.ask("scores").values()] == [(17, 20)] * 3
    assert course.command("export", NAME)[0] == 0
    assert course.command("feedback", NAME)[1].startswith("3 pages are in ")


def test_late_work_is_told(course):
    course.hand_in("roejo_LATE_103_56_x")
    code, said, _ = course.command("grade", NAME, "--submitted", course.handed)
    assert code == 0
    assert "  LATE\n" in said
    assert "\nLate: roejo\n" in said
    assert "\nLate: roejo\n" in course.command("export", NAME)[1]
    text = (course.folder / "grades" / f"{NAME}.csv").read_text("utf-8-sig")
    assert "roejo,103,17,20,1,LATE,,6,3" in text.replace("\n", "\r\n")


def test_the_spreadsheet_keeps_the_separators_it_was_saved_with(course):
    course.hand_in("ann")
    course.grade()
    course.read_marks('q5,ann,"2,5",')
    for words, cells in [
        (["--separator", "semicolon"], "q5;ann;ann;3;2,5;;"),
        ([], "q5;ann;ann;3;2,5;;"),
        (["--separator", "tab"], "q5\tann\tann\t3\t2.5\t\t"),
        ([], "q5\tann\tann\t3\t2.5\t\t"),
    ]:
        assert course.command("marks", "write", NAME, *words)[0] is None
        assert cells in course.marks_file().read_text("utf-8-sig")
        if words:
            assert course.command("marks", "read", NAME)[1] == "0 marks or comments entered.\n"
    course.command("export", NAME, "--separator", "semicolon")
    text = (course.folder / "grades" / f"{NAME}.csv").read_text("utf-8-sig")
    assert "ann;ann;19,5;20;0;;" in text


def test_points_possible_on_the_platform_are_compared(course):
    course.hand_in("roejo_103_56_x")
    course.grade()
    given = course.folder / "all.csv"
    given.write_text(f"Student,ID,{NAME}\n  Points Possible,,100.00\nRoe,103,\n", "utf-8")
    words = ["export", NAME, "--canvas", given]
    assert "has 100 points possible, the assignment 20" in course.command(*words)[0]
    assert course.command(*words, "--scale")[0] == 0
    assert "Roe,103,85" in (course.folder / "grades" / f"{NAME}-all.csv").read_text("utf-8")


# Nothing is lost wherever a run stops

STOPS = [
    "grader.results.gradebook.SaveAutoGrades.preprocess",
    "grader.results.gradebook.Book.settle",
    *(
        pytest.param(stop, marks=pytest.mark.thorough)
        for stop in (
            "nbgrader.api.Gradebook.update_or_create_submission",
            "grader.results.gradebook.Book.grades",
            "grader.reports.write",
            "grader.reports.replace",
        )
    ),
]


@pytest.mark.parametrize("stop", STOPS)
def test_wherever_a_run_is_killed_the_next_one_completes_it(course, stop):
    course.hand_in("ann")
    course.hand_in("bob")
    course.grade()
    course.read_marks("q5,ann,2,", "q5,bob,1,")
    course.hand_in("ann", q4="# fails q4_side", q5="Another answer.")
    words = ["grade", NAME, "--submitted", str(course.handed), "--resume"]
    assert course.killed(stop, *words) == "killed"
    scores = course.ask("scores")
    assert scores["bob"] == (18, 20, 0)
    assert scores["ann"][1:] == (20, 0)
    code, said, runs = course.command(*words)
    assert (code, len(runs)) == (1, 1)
    assert "q5 was changed after it was marked" in said
    assert course.ask("scores") == {"ann": (18, 20, 0), "bob": (18, 20, 0)}
    assert course.ask("needs_mark", "ann", "q5") == [True]
    assert course.command(*words)[2] == []


@pytest.mark.parametrize("stop", STOPS)
def test_a_first_run_that_is_killed_gives_nobody_zero_points(course, stop):
    course.hand_in("ann")
    words = ["grade", NAME, "--submitted", str(course.handed)]
    assert course.killed(stop, *words) == "killed"
    assert course.ask("scores") == {}
    assert course.command(*words, "--resume")[0] == 0
    assert course.ask("scores") == {"ann": (17, 20, 1)}


def test_a_submission_that_the_gradebook_refuses_stops_no_other(course):
    course.hand_in("ann")
    course.hand_in("bob")
    words = ["grade", NAME, "--submitted", str(course.handed)]
    code, said = course.refused("ann", *words)
    assert code == 1
    assert "PROBLEM: the gradebook did not take it: no place" in said
    assert set(course.ask("scores")) == {"bob"}
    assert course.grade("--resume") == (0, 1)
    assert set(course.ask("scores")) == {"ann", "bob"}


def test_a_damaged_report_counts_as_none(course):
    course.hand_in("ann")
    course.grade()
    (course.folder / "reports" / NAME / "ann.json").write_text('{"student": "an')
    assert course.grade("--resume") == (0, 1)
    assert course.grade("--resume") == (0, 0)
