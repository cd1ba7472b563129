"""Submissions are found in folders and zip files."""

import zipfile

import pytest
from harness import NAME

from grader.__main__ import main
from grader.collect import collect

FILES = {
    "canvas": "doejane_LATE_1234_5678_a1_discriminants-1.ipynb",
    "moodle": "Jane Doe_1234_assignsubmission_file_/my notebook.ipynb",
    "nbgrader": f"1234/{NAME}/{NAME}.ipynb",
    "plain": "1234.ipynb",
    "folder": "1234/a1 (1).ipynb.txt",
}


@pytest.mark.parametrize("form", FILES)
def test_submissions_are_found_in_folders_and_in_zip_files(form, tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr(FILES[form], "{}")
        archive.writestr("__MACOSX/._1234.ipynb", "junk")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        archive.extractall(tmp_path / "folder")
    for place in ("all.zip", "folder"):
        (found,) = collect(tmp_path / place, NAME)
        assert (found.student, found.data, found.problem) == ("1234", b"{}", "")


def test_two_notebooks_of_one_student_need_a_look(tmp_path):
    (tmp_path / "ann").mkdir()
    for name in ("x.ipynb", "y.ipynb"):
        (tmp_path / "ann" / name).write_text("{}")
    assert "2 notebooks" in collect(tmp_path, NAME)[0].problem
    (tmp_path / "ann" / f"{NAME}.ipynb").write_text("{}")
    assert collect(tmp_path, NAME)[0].problem == ""


def test_a_place_that_is_not_there_or_empty_is_refused(tmp_path):
    with pytest.raises(ValueError, match="neither a folder nor a zip file: say with --submitted"):
        collect(tmp_path / "nowhere", NAME)
    with pytest.raises(ValueError, match="nothing is in it"):
        collect(tmp_path, NAME)


def test_two_names_that_become_one_need_a_look(tmp_path):
    for name in ("ann b.ipynb", "ann_b.ipynb"):
        (tmp_path / name).write_text("{}")
    (found,) = collect(tmp_path, NAME)
    assert "2 notebooks" in found.problem


def test_of_one_students_files_the_one_of_this_assignment_counts(tmp_path):
    for file in (f"{NAME}/{NAME}.ipynb", f"{NAME}/{NAME}-copy.ipynb", "a2_other/a2_other.ipynb"):
        (tmp_path / "ann" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "ann" / file).write_text("{}")
    assert [s.file for s in collect(tmp_path, NAME)] == [f"ann/{NAME}/{NAME}.ipynb"]


def test_students_come_in_order_whatever_order_the_zip_file_has(tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for file in ("bob.IPYNB", "ann.ipynb"):
            archive.writestr(file, file)
    found = collect(tmp_path / "all.zip", NAME)
    assert [(s.student, s.data) for s in found] == [("ann", b"ann.ipynb"), ("bob", b"bob.IPYNB")]


def test_a_file_of_many_megabytes_is_not_read(tmp_path):
    with (tmp_path / "ann.ipynb").open("wb") as file:
        file.truncate(21 << 20)
    (found,) = collect(tmp_path, NAME)
    assert (found.data, found.problem) == (
        b"",
        "the file has 21 MB: ask for it without its outputs",
    )


def test_the_command_lists_what_is_found_and_what_is_wrong(tmp_path, capsys):
    words = ["collect", NAME, "--submitted", str(tmp_path)]
    (tmp_path / "doejane_1234_5678_x.ipynb").write_text("{}")
    assert main(words) == 0
    (tmp_path / "ann.pdf").write_text("%PDF")
    assert main(words) == 1
    *_, jane, ann = capsys.readouterr().out.splitlines()
    assert jane.split() == ["doejane", "1234", "doejane_1234_5678_x.ipynb"]
    assert ann.endswith("PROBLEM: no notebook (.ipynb) was handed in")
