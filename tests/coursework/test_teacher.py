"""What a teacher does beside grading: one student again, points by hand, statistics, late work."""

import csv
import re
import shutil

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


REFUSED = {
    ("Eve", "q4_side", "1", "--reason", "x"): "student is 'Eve'",
    ("ann", "q9_side", "1", "--reason", "x"): "check is 'q9_side'; there are: q1_columns",
    ("ann", "q4_side", "2", "--reason", "x"): "points is 2: it should be 0 to 1",
    ("ann", "q4_side", "1", "--reason", " "): "reason is empty",
}


def test_an_override_shows_its_reason_and_survives_a_regrade(course, prepared):
    course.hand_in("ann", q4="# misses q4_side\n# misses q4_sign")
    course.grade()
    words = ["override", NAME, "ann", "q4_side", "1", "--reason", "a <rounding>", "--by", "Ada"]
    _, said, _ = course.command(*words)
    assert said == "q4_side has 1 by hand, not 0: a <rounding> (Ada)\n"
    assert course.ask("scores")["ann"] == (16, 20, 1)
    assert "1 by hand, not 0: a &lt;rounding&gt;" in page_of(course, "ann")
    shutil.copy(prepared / "gradebook.db", course.folder)  # it holds in a new gradebook, too
    code, said, _ = course.command("grade", NAME, "--submitted", course.handed)
    assert code == 0
    assert "by hand: q4_side has 1 by hand" in said
    assert " 16 of 17" in said
    assert course.ask("scores")["ann"] == (16, 20, 1)
    for wrong, message in REFUSED.items():
        assert message in course.command("override", NAME, *wrong)[0]
    course.command("override", NAME, "ann", "q4_side", "--reason", "a mistake of mine")
    assert course.ask("scores")["ann"] == (15, 20, 1)
    assert "by hand" not in page_of(course, "ann")
    assert [made.after for made in history.read(course.folder, NAME)] == ["1", ""]


def test_a_class_is_seen_by_question_and_by_check(course):
    course.hand_in("ann", q3="# misses q3_on_the_line\n# misses q3_every_rule")
    course.hand_in("<b>", q3="# misses q3_on_the_line")
    course.hand_in("cid")
    course.grade()
    rows, _ = exported(course)
    assert [rows[who][q] for who in ("ann", "cid") for q in ("q1", "q3")] == ["6", "1", "6", "3"]
    assert "q5" not in rows["ann"]
    course.command("statistics", NAME)
    file = course.folder / "grades" / f"{NAME}-statistics.csv"
    with file.open(encoding="utf-8-sig") as opened:
        table = {row["question"]: row for row in csv.DictReader(opened)}
    lost = table["q3_on_the_line"]
    assert (lost["mean"], lost["all points"], lost["no points"]) == ("0.33", "1", "2")
    assert lost["who lost points"] == "?b?, ann"
    assert "q5" not in table  # nobody is marked yet
    page = file.with_suffix(".html").read_text("utf-8")
    assert "3 students, 16 of 20 points on average" in page
    assert [page.count(f"{low} to {high}: 3<") for low, high in ((14, 16), (16, 18))] == [0, 0]
    assert "14 to 16: 1<" in page
    assert "16 to 18: 2<" in page
    assert "<b>" not in page


def test_answers_that_are_alike_are_listed_and_what_is_given_or_common_is_not(course):
    words = "At zero weights every pattern lies on the line and my cat sleeps on the warm keyboard"
    mine = (
        "def distance(w, x):\n    total = 7\n    for a, b in zip(w[1:], x):\n        total += a * b"
    )
    mine += "\n    total = total - 7 + w[0]\n    return total / sum(c * c for c in w[1:]) ** 0.5"
    course.hand_in("ann", q4=mine, q5=words)
    course.hand_in("bob", q4=re.sub(r"total|\ba\b|\bb\b", "z", mine), q5=f"So: {words.lower()}!")
    for student in ("cid", "dan", "eve", "fay"):
        course.hand_in(student, q5=f"{student} thinks that all of them are on the line.")
    course.grade()
    _, said, _ = course.command("similar", NAME)
    listed, verdict = said.splitlines()[:-1], said.splitlines()[-1]
    assert {tuple(line.split()) for line in listed} == {
        ("q4", "100%", "ann", "and", "bob"),
        ("q5", "100%", "ann", "and", "bob"),
    }
    assert "read both" in verdict


def test_a_second_mark_is_given_blind_and_writes_nobodys_over(course):
    def sheet(*words):
        course.command("marks", "write", NAME, *words)
        file = course.marks_file().with_name(f"{NAME}.Bob.csv") if words else course.marks_file()
        with file.open(encoding="utf-8-sig") as opened:
            return file, list(csv.DictReader(opened))

    for student in ("ann", "cid"):
        course.hand_in(student)
    course.grade()
    course.read_marks("q5,ann,2,Why?", "q5,cid,1,")
    file, rows = sheet("--by", "Bob", "--anonymous")
    assert [(row["mark"], row["comment"], row["name"]) for row in rows] == [("", "", "")] * 2
    assert "ann" not in file.read_text("utf-8")
    marked = file.read_text("utf-8-sig").replace(",3,,,", ",3,1,,")
    file.write_text(marked, "utf-8")
    _, said, _ = course.command("marks", "read", NAME, "--by", "Bob")
    assert said == "1 marks or comments entered.\nMarked twice: ann, q5: 2 stays, Bob gave 1\n"
    assert course.ask("scores")["ann"] == (19, 20, 0)
    assert [row["mark"] for row in sheet("--by", "Bob")[1]] == ["1", "1"]
    assert course.read_marks("q5,ann,1.5,agreed")[1] == (
        "1 marks or comments entered.\n1 of them replaced: ann, q5: 2 before, 1.5 now.\n"
    )
    changes = [made[2:6] for made in history.read(course.folder, NAME) if made.student == "ann"]
    assert changes == [
        ("ann", "q5", "", "2"),
        ("ann", "q5", "2", "1"),
        ("ann", "q5", "2", "1.5"),
    ]


def test_late_work_costs_what_was_set_less_the_days_granted(course):
    entry = "{}_assignsubmission_file_"
    for student in ("Ann Lee_101", "Bob Roe_102", "Cid Fox_103"):
        course.hand_in(f"{entry.format(student)}/x")
    status = "Submitted for grading - {} late"
    lines = ["Identifier,Full name,Status,Grade,Maximum Grade"]
    lines += [f"Participant 101,Ann Lee,{status.format('2 days 3 hours')},,20"]
    lines += [f"Participant 102,Bob Roe,{status.format('45 mins')},,20"]
    lines += ["Participant 103,Cid Fox,Submitted for grading,,20"]
    worksheet = course.folder / "worksheet.csv"
    worksheet.write_text("\n".join(lines), "utf-8")
    course.grade("--roster", worksheet)
    assert [row["points"] for row in exported(course)[0].values()] == ["17"] * 3
    worksheet.unlink()  # it is remembered
    _, said, _ = course.command("grade", NAME, "--submitted", course.handed)
    assert "Late: Ann Lee, Bob Roe\n" in said
    course.command("late", NAME, "--percent", "10")
    words = ["--extend", "Ann Lee", "--days", "2", "--reason", "ill"]
    _, said, _ = course.command("late", NAME, *words)
    assert said == "A day late costs 10 % of the points possible.\nAnn Lee has 2 more: ill\n"
    rows, said = exported(course)
    assert [row["points"] for row in rows.values()] == ["15", "15", "17"]
    assert rows["101"]["late"] == "3 days late, 2 days granted: ill; 2 points off"
    assert "Late: Ann Lee (3 days late, 2 days granted: ill; 2 points off), Bob Roe (1 day" in said
    assert "<b>15 of 20</b>" in page_of(course, "102")
    assert "1 day late; 2 points off" in page_of(course, "102")
    assert course.ask("scores")["102"][0] == 17
    assert "a reason" in course.command("late", NAME, "--extend", "Cid Fox", "--days", "1")[0]
