"""Submissions are found in folders and zip files, each as the work of the student whose it is."""

import doctest
import os
import tracemalloc
import zipfile

import pytest
from harness import NAME

from grader import names, people, spreadsheet
from grader.__main__ import main
from grader.coursework import COURSE
from grader.intake import collect as collecting
from grader.intake import listing, owners, roster, uploads

FILES = {
    "canvas": "doejane_LATE_1234_5678_a1_discriminants-1.ipynb",
    "moodle": "Jane Doe_1234_assignsubmission_file_/my notebook.ipynb",
    "moodle 4.1": "Jane Doe_1234_assignsubmission_file/my notebook.ipynb",
    "moodle without folders": "Jane Doe_1234_assignsubmission_file_my notebook.ipynb",
    "nbgrader": f"1234/{NAME}/{NAME}.ipynb",
    "plain": "1234.ipynb",
    "folder": "1234/a1 (1).ipynb.txt",
}
OTHERS = {
    "ILIAS": ["Lee_Ann_alee_101/{}", "Roe_Bob_broe_102/20261129_x.ipynb"],
    "Brightspace": [
        "101-7 - Ann Lee - Nov 5, 2026 1200 PM/{}",
        "102-7 - Bob Roe- Nov 5, 2026 911 AM - x.ipynb",
    ],
    "Blackboard": [
        "Week 1_alee_attempt_2026-11-05-12-00-00_{}",
        "Week 1_broe_attempt_2026-11-05-12-00-00_x_alee_attempt_2026-11-05-12-00-00_y.ipynb",
    ],
    "Google": ["Ann Lee - {}", "Bob Roe - x - y.ipynb"],
    "GitHub": ["a1-week-alee/{}", "a1-week-broe/src/x.ipynb"],
    "plain": ["ann.ipynb", "bob.ipynb"],
    "plain folders": ["ann/{}", "bob/x.ipynb"],
}
WHO = {
    "ILIAS": "101 102",
    "Brightspace": "101 102",
    "Blackboard": "alee broe",
    "GitHub": "alee broe",
}
WHO |= {"Google": "Ann_Lee Bob_Roe"}
MUELLER, ROE = "Jörg Müller_102_assignsubmission_file", "Jo Roe_103_assignsubmission_file"


def put(folder, *paths):
    """Make files that hold their own path; return the folder."""
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(path, "utf-8")
    return folder


def packed(file, *paths):
    """Make a zip file of files that hold their own path."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in paths:
            archive.writestr(path, path)
    return file


def found(place, **options):
    """Return for each student the notebook that is found, or the problem."""
    submissions, _ = collecting.collect(place, NAME, **options)
    return {made.student: made.problem or made.file for made in submissions}


@pytest.mark.parametrize("module", [names, people, owners, spreadsheet])
def test_the_examples_of_the_modules_run(module):
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 0) == (0, True)


# Whose a file is


@pytest.mark.parametrize("form", FILES)
def test_submissions_are_found_in_folders_and_in_zip_files(form, tmp_path):
    packed(tmp_path / "all.zip", FILES[form], "__MACOSX/._1234.ipynb", ".DS_Store")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        archive.extractall(tmp_path / "folder")
    for place in ("all.zip", "folder"):
        ((made,), left_out) = collecting.collect(tmp_path / place, NAME)
        assert (made.student, made.problem, made.flags, left_out) == ("1234", "", [], [])
        assert made.read().decode() == FILES[form]
        assert made.late == ("LATE" if form == "canvas" else "")
        if form not in ("nbgrader", "plain", "folder"):
            assert made.shown == ("doejane" if form == "canvas" else "Jane Doe")
            assert made.sent_as == FILES[form].split("/")[0]


@pytest.mark.parametrize("outer", ["", "a1-week-submissions/", "a1-week-submissions/Abgaben/"])
@pytest.mark.parametrize("form", OTHERS)
def test_other_platforms_and_outer_folders_are_known(form, outer, tmp_path):
    if form == "GitHub" and outer.endswith("Abgaben/"):
        return
    paths = [outer + path.format(f"{NAME}.ipynb") for path in OTHERS[form]]
    zipped = packed(tmp_path / "a1-week-submissions.zip", *paths, f"{outer}index.html")
    students = WHO.get(form, "ann bob").split()
    assert found(zipped) == dict(zip(students, paths, strict=True))


@pytest.mark.parametrize("wrapped", [f"CS101-{NAME}-77/", f"{NAME}/"])
def test_a_folder_around_the_whole_download_does_not_matter(wrapped, tmp_path):
    paths = [f"{wrapped}{MUELLER}/x.ipynb", f"{wrapped}{ROE}/y.ipynb"]
    assert found(put(tmp_path, *paths)) == {"102": paths[0], "103": paths[1]}
    paths = [f"submitted/{student}/{NAME}/{NAME}.ipynb" for student in ("ann", "bob")]
    assert found(packed(tmp_path / "all.zip", *paths)) == dict(
        zip(("ann", "bob"), paths, strict=True)
    )


def test_a_folder_with_the_name_of_the_assignment_hides_nobody(tmp_path):
    paths = [
        f"{MUELLER}/{NAME}/{NAME}.ipynb",
        f"{ROE}/x.ipynb",
        "Eve Fox_104_assignsubmission_file/y.ipynb",
    ]
    assert found(put(tmp_path, *paths)) == dict(zip(("102", "103", "104"), paths, strict=True))
    put(tmp_path, f"{NAME}/{NAME}.ipynb")
    assert "whose is it?" in found(tmp_path)[NAME]


@pytest.mark.parametrize(
    ("path", "student"),
    [
        (f"müllerjörg_102_5678_{ROE}_x.ipynb", "102"),
        ("Jörg Müller_102_assignsubmission_file_roejo_103_9_x.ipynb", "102"),
        (f"{MUELLER}/roejo_103_9_x.ipynb", "102"),
        (f"{MUELLER}/{ROE}/x.ipynb", "102"),
        ("ann/roejo_103_9_x.ipynb", "ann"),
        (f"ann/{ROE}_x.ipynb", "ann"),
        ("müllerjörg_102_5678_roejo_103_9_x.ipynb", "102"),
    ],
)
def test_what_a_student_calls_a_file_makes_it_nobody_elses(path, student, tmp_path):
    paths = [path, "Eve Fox_104_assignsubmission_file/y.ipynb", "foxeve_105_7_y.ipynb"]
    assert found(put(tmp_path, *paths)) == {student: path, "104": paths[1], "105": paths[2]}


def test_a_platforms_names_inside_a_lone_students_folder_are_the_students(tmp_path):
    put(tmp_path, f"ann/{ROE}/x.ipynb", "ann/y.txt")
    assert found(tmp_path) == {"ann": f"ann/{ROE}/x.ipynb"}


def test_canvas_has_no_folders(tmp_path):
    put(tmp_path, "roejo_103_7_x/y.ipynb")
    assert found(tmp_path) == {"roejo_103_7_x": "roejo_103_7_x/y.ipynb"}


@pytest.mark.parametrize(
    "path", ["roejo_103_7_müllerjörg_102_5678_x.ipynb", "a_103_7_102_5678_x.ipynb"]
)
def test_a_name_in_canvas_that_holds_numbers_needs_a_look(path, tmp_path):
    ((made,), _) = collecting.collect(put(tmp_path, path), NAME)
    assert made.flags == ["the name of the file may be 102's as well as 103's"]
    put(tmp_path, "foxeve_104_7_a1_2026_11_23_x.ipynb")
    assert collecting.collect(tmp_path, NAME)[0][1].flags == []


@pytest.mark.parametrize("odd", ["ann.ipynb", "x_104_assignsubmission_file_102_5678_x.ipynb"])
def test_a_file_of_another_form_than_the_others_needs_a_look(odd, tmp_path):
    put(tmp_path, "foxeve_105_7_y.ipynb", "roejo_103_7_y.ipynb", odd)
    made, _ = collecting.collect(tmp_path, NAME)
    assert {one.file: one.flags for one in made if one.flags} == {
        odd: ["the file is not named as those of the others"]
    }


def test_a_file_under_a_students_name_is_that_students(tmp_path):
    known = {"102": "Jörg Müller", "103": "Jo Roe"}
    assert found(put(tmp_path, "Jörg Müller.ipynb"), known=known) == {"102": "Jörg Müller.ipynb"}
    decomposed = "Jo\u0308rg Mu\u0308ller/x.ipynb"  # as macOS writes umlauts
    assert found(packed(tmp_path / "all.zip", decomposed), known=known) == {"102": decomposed}
    assert list(found(tmp_path / "all.zip")) == ["Jörg_Müller"]


def test_two_names_that_become_one_need_a_look(tmp_path):
    put(tmp_path, "ann b.ipynb", "ann_b.ipynb")
    assert found(tmp_path) == {
        "ann_b": "'ann b' and 'ann_b' have the same name as a folder: rename one of them"
    }


def test_students_of_the_same_name_are_told_apart(tmp_path):
    put(
        tmp_path, "Jo Roe_1_assignsubmission_file/x.ipynb", "Jo Roe_2_assignsubmission_file/x.ipynb"
    )
    made, _ = collecting.collect(tmp_path, NAME)
    assert [one.shown for one in made] == ["Jo Roe (1)", "Jo Roe (2)"]


def test_names_of_any_length_and_letters_are_kept_and_shown(tmp_path):
    long, rude = "x" * 300, "\x1b[2J\n=1+1"
    place = packed(
        tmp_path / "all.zip", f"{long}.ipynb", f"{long}y.ipynb", f"{rude}.ipynb", "...ipynb"
    )
    made, left_out = collecting.collect(place, NAME)
    assert left_out == [("...ipynb", "hidden")]
    assert len({one.student for one in made}) == 3
    assert all(len(one.student) < 140 and len(one.shown) < 200 for one in made)
    assert all(one.shown.isprintable() and "/" not in one.student for one in made)
    assert not any(one.problem for one in made)


def test_names_in_zip_files_of_macos_and_windows_are_read(tmp_path):
    name = "Jörg Müller\\x.ipynb".encode()
    place = packed(tmp_path / "all.zip", "x" * len(name))
    place.write_bytes(place.read_bytes().replace(b"x" * len(name), name))  # without UTF-8's flag
    assert list(found(place)) == ["Jörg_Müller"]


# Which file counts


@pytest.fixture
def course(tmp_path_factory):
    """Return a course of one assignment, in which nothing is remembered."""
    course = tmp_path_factory.mktemp("course")
    (course / "release").mkdir()
    (course / "release" / NAME).symlink_to(COURSE / "release" / NAME)
    return course


@pytest.mark.parametrize("pack", [put, packed])
def test_of_two_notebooks_one_is_chosen_and_remembered(pack, course, tmp_path, capsys):
    place = tmp_path / "all.zip"
    paths = [f"{MUELLER}/draft.ipynb", f"{MUELLER}/final.ipynb", f"{ROE}/x.ipynb"]
    pack(place, *paths)
    words = ["collect", NAME, "--submitted", str(place), "--course", str(course)]
    assert main(words) == 1
    said = capsys.readouterr().out
    assert f"2 notebooks were handed in, which one counts? {paths[0]}, {paths[1]}\n" in said
    assert (
        "Which notebook counts, --choose PATH says, once for each student: it is remembered.\n"
        in said
    )
    with pytest.raises(SystemExit, match=r"no file in .* is called so"):
        main([*words, "--choose", "final.ipynb"])
    for choice in ([["--choose", paths[1]], []], [["--choose", paths[0]], []]):
        for options in choice:
            assert main([*words, *options]) == 0
            said = capsys.readouterr().out
            assert f"Jörg Müller              102              {choice[0][1]}\n" in said
            assert "Left out, another notebook: " in said
    late = f"{MUELLER}/final (2).ipynb"
    pack(place, *paths, late)
    assert main(words) == 1
    said = capsys.readouterr().out
    assert "LOOK: graded draft.ipynb, not final (2).ipynb, final.ipynb: which one counts?" in said


def test_two_candidates_are_flagged_also_if_one_has_the_right_name(tmp_path):
    put(tmp_path, f"{MUELLER}/{NAME}.ipynb", f"{MUELLER}/{NAME} (2).ipynb", f"{MUELLER}/plot.png")
    ((made,), left_out) = collecting.collect(tmp_path, NAME)
    assert made.file == f"{MUELLER}/{NAME}.ipynb"
    assert made.flags == [f"graded {NAME}.ipynb, not {NAME} (2).ipynb: which one counts?"]
    assert sorted(left_out) == [
        (f"{MUELLER}/{NAME} (2).ipynb", "another notebook"),
        (f"{MUELLER}/plot.png", "not a notebook"),
    ]


def test_a_notebook_of_another_assignment_is_no_candidate(tmp_path):
    put(tmp_path, f"ann/{NAME}/{NAME}.ipynb", "ann/a2_online/x.ipynb", "ann/a2_online.ipynb")
    ((made,), left_out) = collecting.collect(tmp_path, NAME, others=["a2_online"])
    assert (made.file, made.flags) == (f"ann/{NAME}/{NAME}.ipynb", [])
    assert len(left_out) == 2
    (made,) = collecting.collect(tmp_path, NAME)[0]
    assert made.flags


def test_a_notebook_with_the_name_of_another_assignment_is_named(tmp_path):
    put(tmp_path, f"{MUELLER}/a2_online.ipynb")
    said = f"no notebook (.ipynb) was handed in for {NAME}, only a2_online.ipynb: which one counts?"
    assert found(tmp_path, others=["a2_online"]) == {"102": said}
    path = f"{MUELLER}/a2_online.ipynb"
    assert found(tmp_path, others=["a2_online"], chosen=[path]) == {"102": path}


def test_a_zip_file_that_cannot_be_listed_is_told_with_what_to_do(tmp_path):
    place = packed(tmp_path / "all.zip", "Jörg.ipynb")
    data = place.read_bytes()
    for broken in (data.replace("ö".encode(), b"\xff\xff"), data.replace(b"PK\1\2", b"PK\1\1")):
        place.write_bytes(broken)
        with pytest.raises(ValueError, match=r"all\.zip cannot be read .* unpack it"):
            collecting.collect(place, NAME)


def test_a_place_that_is_not_there_or_empty_is_refused(tmp_path):
    with pytest.raises(ValueError, match="neither a folder nor a zip file: say with --submitted"):
        collecting.collect(tmp_path / "nowhere", NAME)
    with pytest.raises(ValueError, match="nothing is in it"):
        collecting.collect(tmp_path, NAME)


def test_students_come_in_order_whatever_order_the_zip_file_has(tmp_path):
    place = packed(tmp_path / "all.zip", "bob.IPYNB", "ann.ipynb")
    assert list(found(place)) == ["ann", "bob"]


# What is read


def test_links_are_not_followed(tmp_path):
    secret = put(tmp_path / "source", "secret.ipynb") / "secret.ipynb"
    handed = put(tmp_path / "handed", "bob.ipynb", "eve/x.ipynb")
    (handed / "ann.ipynb").symlink_to(secret)
    (handed / "dan").symlink_to(secret.parent)
    made, left_out = collecting.collect(handed, NAME)
    assert [one.student for one in made] == ["bob", "eve"]
    assert left_out == [("ann.ipynb", "a link"), ("dan", "a link")]
    (handed / "eve" / "x.ipynb").unlink()
    (handed / "eve" / "x.ipynb").symlink_to(secret)  # after it was listed
    with pytest.raises(OSError, match="symbolic links"):
        made[1].read()
    info = zipfile.ZipInfo("ann.ipynb")
    info.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr(info, str(secret))
        archive.writestr("bob.ipynb", "{}")
    made, left_out = collecting.collect(tmp_path / "all.zip", NAME)
    assert ([one.student for one in made], left_out) == (["bob"], [("ann.ipynb", "a link")])


def test_what_is_neither_file_nor_folder_is_left_out(tmp_path):
    put(tmp_path, "bob.ipynb")
    os.mkfifo(tmp_path / "ann.ipynb")
    made, left_out = collecting.collect(tmp_path, NAME)
    assert ([one.student for one in made], left_out) == (["bob"], [("ann.ipynb", "not a file")])


def test_a_file_of_many_megabytes_is_not_read(tmp_path):
    with (tmp_path / "ann.ipynb").open("wb") as file:
        file.truncate(21 << 20)
    assert found(tmp_path) == {"ann": "the file has 21 MB: ask for it without its outputs"}


def test_a_zip_file_is_read_one_notebook_at_a_time_whatever_it_says_of_their_sizes(tmp_path):
    bomb = tmp_path / "all.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(8):
            archive.writestr(f"s{number}.ipynb", bytes(15 << 20))
        archive.writestr("z.ipynb", bytes(99 << 20))
    data = bomb.read_bytes()
    assert data.count((99 << 20).to_bytes(4, "little")) == 2
    bomb.write_bytes(
        data.replace((99 << 20).to_bytes(4, "little"), (9 << 20).to_bytes(4, "little"))
    )
    tracemalloc.start()
    made, _ = collecting.collect(bomb, NAME)
    assert not any(one.problem for one in made)
    with pytest.raises(ValueError, match=r"z\.ipynb"):
        made[-1].read()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 3 * uploads.LARGEST  # the buffer of zipfile, and a copy


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_compression_without_a_limit_is_refused(method, tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w", method) as archive:
        archive.writestr("ann.ipynb", "{}")
    ((made,), _) = collecting.collect(tmp_path / "all.zip", NAME)
    with pytest.raises(ValueError, match="compressed in a way"):
        made.read()


def test_damage_in_a_zip_file_concerns_one_student(tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("ann.ipynb", "RIGHT")
        archive.writestr("bob.ipynb", "WRONG")
    data = (tmp_path / "all.zip").read_bytes()
    (tmp_path / "all.zip").write_bytes(data.replace(b"WRONG", b"GNORW"))
    made, _ = collecting.collect(tmp_path / "all.zip", NAME)
    assert made[0].read() == b"RIGHT"
    with pytest.raises(ValueError, match=r"bob\.ipynb is damaged in the zip file"):
        made[1].read()


# What is said


ROSTERS = {
    "moodle.csv": (
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade\n"
        "Participant 102,Jörg Müller,a@b,Submitted for grading - 2 days 3 hours late - Graded,,20.00\n"
        "Participant 103,Jo Roe,a@c,Submitted for grading,,20.00\n"
        "Participant 104,Eve Fox,a@d,No submission - Assignment is overdue by: 2 days,-,20.00\n"
    ),
    "german.csv": (
        "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung\n"
        "Teilnehmer/in102,Jörg Müller,a@b,Zur Bewertung abgegeben - 2 Tage verspätet,,20.00\n"
        "Teilnehmer/in103,Jo Roe,a@c,Zur Bewertung abgegeben,,20.00\n"
        "Teilnehmer/in104,Eve Fox,a@d,Keine Abgabe,-,20.00\n"
    ),
    "canvas.csv": (
        "Student,ID,SIS Login ID,Section,A one (4711)\n    Points Possible,,,,20.00\n"
        '"Müller, Jörg",102,a,A,\n"Roe, Jo",103,b,A,\n"Fox, Eve",104,c,A,\n'
    ),
}


@pytest.mark.parametrize("file", ROSTERS)
def test_a_roster_gives_names_and_tells_who_is_missing(file, course, tmp_path, capsys):
    (tmp_path / file).write_text(ROSTERS[file], "utf-8-sig")
    handed = put(tmp_path / "handed", "müllerjörg_102_5_x.ipynb", "roejo_103_6_y.pdf")
    words = ["collect", NAME, "--submitted", str(handed), "--roster", str(tmp_path / file)]
    words += ["--course", str(course)]
    assert main(words) == 1
    *note, missing, roe, mueller = capsys.readouterr().out.splitlines()
    foreign = f"{file}: it is not in English, so it does not tell who is late."
    assert note == [foreign] * (file == "german.csv")
    put(handed, "annlee_99_7_z.ipynb")
    main(words)
    assert f"LOOK: not in {file}\n" in capsys.readouterr().out
    assert missing == f"In {file}, but not here: Eve Fox"
    assert roe.split("  ")[0] == "Jo Roe"
    assert roe.endswith("PROBLEM: no notebook (.ipynb) was handed in, only roejo_103_6_y.pdf")
    assert mueller.split("  ")[0] == "Jörg Müller"
    assert mueller.endswith("LATE (2 days 3 hours)") == (file == "moodle.csv")


def test_the_command_lists_what_is_found_and_what_is_wrong(course, tmp_path, capsys):
    words = ["collect", NAME, "--submitted", str(tmp_path), "--course", str(course)]
    put(tmp_path, "doejane_LATE_1234_5678_x.ipynb", "doejane_LATE_1234_5679_x.png")
    assert main(words) == 0
    put(tmp_path, "annlee_77_5678_x.pdf")
    assert main(words) == 1
    *_, left_out, ann, jane = capsys.readouterr().out.splitlines()
    assert left_out == "Left out, not a notebook: doejane_LATE_1234_5679_x.png"
    assert jane.split() == ["doejane", "1234", "doejane_LATE_1234_5678_x.ipynb", "LATE"]
    assert ann.endswith("PROBLEM: no notebook (.ipynb) was handed in, only annlee_77_5678_x.pdf")


def test_a_roster_is_remembered_and_from_another_assignment_its_names_are(tmp_path):
    file = tmp_path / "worksheet.csv"
    lines = "Identifier,Full name,Status\nParticipant {},Jo Roe,Submitted - 1 day late\n"
    for number, assignment in ((1, "a1"), (2, "a2"), (3, "a2")):
        file.write_text(lines.format(number), "utf-8")
        roster.remember(tmp_path, assignment, file)
    file.unlink()
    assert [roster.read(roster.remembered(tmp_path, a)).names for a in ("a1", "a2")] == [
        {"1": "Jo Roe"},
        {"3": "Jo Roe"},
    ]
    put(tmp_path / "in", "x_1_assignsubmission_file/y.ipynb", "x_3_assignsubmission_file/y.ipynb")
    late = {
        assignment: [made.late for made in listing.find(tmp_path, assignment, tmp_path / "in")]
        for assignment in ("a1", "a2", NAME)
    }
    assert late == {"a1": ["LATE (1 day)", ""], "a2": ["", "LATE (1 day)"], NAME: ["", ""]}
    assert roster.remembered(tmp_path / "in", NAME) is None
