"""The package for Gradescope's autograder."""

import json
import shutil
import subprocess
import sys
import zipfile

import nbformat
import pytest
from harness import NAME, SOURCE, named, right
from teacher import without_kernel

from grader import gradescope, grading
from grader.__main__ import main
from grader.cells import COURSE, about


def test_the_package_grades_with_nothing_but_what_is_in_it(tmp_path):
    for kind in ("source", "release"):
        shutil.copytree(COURSE / kind / NAME, tmp_path / "course" / kind / NAME)
    assert main(["gradescope", "pack", NAME, "--course", str(tmp_path / "course")]) is None
    with zipfile.ZipFile(tmp_path / "course" / f"{NAME}-gradescope.zip") as archive:
        archive.extractall(tmp_path / "source")
        for program in ("setup.sh", "run_autograder"):
            assert archive.getinfo(program).external_attr >> 16 == 0o755
        command = archive.read("run_autograder").decode().splitlines()[-1].split()
    (tmp_path / "results").mkdir()
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "other name.ipynb").write_text(json.dumps(right()))
    assert command[-1] == "/autograder"
    command = [sys.executable, *command[1:-1], tmp_path]
    done = subprocess.run(
        command, cwd=tmp_path / "source", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads((tmp_path / "results" / "results.json").read_text("utf-8"))
    assert result["score"] == 17
    assert {test["visibility"] for test in result["tests"]} == {"visible", "after_published"}
    assert sum(test["max_score"] for test in result["tests"]) == 17


def test_a_package_of_no_assignment_is_refused_and_leaves_nothing(tmp_path):
    shutil.copytree(COURSE / "source" / NAME, tmp_path / "source" / NAME)
    with pytest.raises(SystemExit, match=f"'a1', but there is no .*; there are: {NAME}$"):
        main(["gradescope", "pack", "a1", "--course", str(tmp_path)])
    assert list(tmp_path.glob("*.zip")) == []


def test_the_results_tell_what_failed_and_hide_the_signs(tmp_path, monkeypatch):
    monkeypatch.setattr(grading, "in_own_process", without_kernel)
    (tmp_path / "submission").mkdir()
    wrong = right(q4="import os\n# fails q4_side")
    nbformat.write(wrong, tmp_path / "submission" / "mine.ipynb")
    result = gradescope.results(tmp_path, COURSE, NAME)
    tests = {test["name"]: (test["score"], test["output"]) for test in result["tests"]}
    assert tests["q4_side"] == (0, "Grader: no")
    assert tests["q1_shape"] == (1, "passed")
    assert result["score"] == 17 - about(named(SOURCE, "q4_side"))["points"]
    assert tests["flags"] == (0, "imports os")
    assert [t["name"] for t in result["tests"] if t["visibility"] == "hidden"] == ["flags"]


def test_the_result_says_why_a_submission_cannot_be_graded(tmp_path):
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "a.pdf").write_text("%PDF")
    said = "This could not be graded: no notebook (.ipynb) was handed in"
    assert gradescope.results(tmp_path, COURSE, NAME) == {"score": 0, "output": said}
