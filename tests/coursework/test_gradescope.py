"""The package for Gradescope's autograder."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile
from importlib.metadata import version
from pathlib import Path

import nbformat
import pytest
from harness import NAME, RELEASE, SOURCE, named, right
from teacher import without_processes

from grader.__main__ import main
from grader.coursework import COURSE, about
from grader.results import gradescope
from grader.run import grading


@pytest.fixture
def python():
    """Return a Python with this one's packages that other users can run, too."""
    if os.getuid() or all(path.stat().st_mode & 1 for path in Path(sys.base_prefix).parents):
        yield sys.executable
        return
    system = shutil.which("python3", path="/usr/bin:/bin")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if not system or version not in subprocess.check_output([system, "-V"], text=True):
        pytest.skip(f"root's Python is closed to others, and there is no /usr/bin/python{version}")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        subprocess.run([system, "-m", "venv", "--without-pip", folder], check=True)
        packages = Path(folder, "lib", f"python{version}", "site-packages")
        (packages / "here.pth").write_text(sysconfig.get_path("purelib"))
        yield f"{folder}/bin/python"


@pytest.fixture
def autograder(tmp_path):
    """Unpack the package as Gradescope does; hand in a notebook with a function, and return that."""
    for kind in ("source", "release"):
        shutil.copytree(COURSE / kind / NAME, tmp_path / "course" / kind / NAME)
    assert main(["gradescope", "pack", NAME, "--course", str(tmp_path / "course")]) is None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        with zipfile.ZipFile(tmp_path / "course" / f"{NAME}-gradescope.zip") as archive:
            archive.extractall(folder / "source")
        (folder / "results").mkdir()
        (folder / "submission").mkdir()
        (folder / "submission_metadata.json").write_text("{}")

        def hand_in(notebook, python):
            (folder / "submission" / "other name.ipynb").write_text(json.dumps(notebook))
            command = (folder / "source" / "run_autograder").read_text().splitlines()[-1].split()
            assert command[-1] == "/autograder"
            done = subprocess.run(
                [python, *command[1:-1], folder],
                cwd=folder / "source",
                capture_output=True,
                text=True,
                check=False,
            )
            assert (done.returncode, done.stderr) == (0, "")
            return json.loads((folder / "results" / "results.json").read_text("utf-8"))

        hand_in.folder = folder
        yield hand_in


def test_the_package_grades_with_nothing_but_what_is_in_it(autograder, python):
    result = autograder(right(), python)
    assert result["score"] == 17
    assert {test["visibility"] for test in result["tests"]} == {"visible", "after_published"}
    assert sum(test["max_score"] for test in result["tests"]) == 17
    for program in ("setup.sh", "run_autograder"):
        done = subprocess.run(["bash", "-n", autograder.folder / "source" / program], check=False)
        assert done.returncode == 0
    setup = (autograder.folder / "source" / "setup.sh").read_text()
    assert f"from {gradescope.IMAGE}" in setup
    assert f"apt-get install -y python3.{sys.version_info.minor} " in setup
    versions = (autograder.folder / "source" / "constraints.txt").read_text().splitlines()
    assert {f"{each}=={version(each)}" for each in gradescope.PACKAGES} <= set(versions)


# What a student's code tries on Gradescope's machine; `found` says what went well.
THIEF = """
import os, socket, subprocess, sys
found = [os.getuid()] if os.getuid() == 0 else []
for path in {paths}:
    try:
        found.append(open(path).read()[:40] or path)
    except OSError:
        pass
try:
    open({results!r}, "w")
    found.append("results")
except OSError:
    pass
try:
    found.append(socket.create_connection(("127.0.0.1", {port}), 2))
except OSError:
    pass
if not os.fork():
    os.setsid()
    if not os.fork():
        import time
        while True:
            time.sleep(0.01)
            try:
                open({results!r}, "w").write("late")
            except OSError:
                pass
    os._exit(0)
print("found:", found)
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
def test_the_code_of_a_student_reads_no_secret_and_writes_no_result(autograder, python):
    folder = autograder.folder
    secrets = [
        *(folder / "source" / kind / NAME / f"{NAME}.ipynb" for kind in ("source", "release"))
    ]
    secrets += [folder / "submission_metadata.json", folder / "submission" / "other name.ipynb"]
    assert all(path.parent.parent.exists() for path in secrets)
    with socket.create_server(("127.0.0.1", 0)) as server:
        thief = THIEF.format(
            paths=[*map(str, secrets)],
            results=str(folder / "results" / "results.json"),
            port=server.getsockname()[1],
        )
        # What it found is raised by a check, as the outputs of cells are not among the results.
        result = autograder(
            right(q4=f"{thief}\ndef distance(w, x): raise KeyError(str(found))"), python
        )
    assert {t["score"] for t in result["tests"] if t["name"].startswith("q4")} == {0}
    assert result["score"] > 0
    said = {test["output"] for test in result["tests"] if test["name"].startswith("q4")}
    assert {re.search(r"KeyError.*", each)[0][:14] for each in said} == {"KeyError: '[]'"}
    before = (folder / "results" / "results.json").read_bytes()
    time.sleep(0.3)
    assert (folder / "results" / "results.json").read_bytes() == before
    found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert (
        str(folder) not in found.stdout
    )  # its processes have the grader's folder in their command


@pytest.mark.skipif(os.getuid() != 0, reason="only root can read all")
def test_a_link_hands_in_nothing(autograder, python):
    target = autograder.folder / "source" / "source" / NAME / f"{NAME}.ipynb"
    (autograder.folder / "submission" / f"{NAME}.ipynb").symlink_to(target)
    result = autograder(RELEASE, python)
    assert result["score"] == 0


def test_a_package_of_no_assignment_is_refused_and_leaves_nothing(tmp_path):
    shutil.copytree(COURSE / "source" / NAME, tmp_path / "source" / NAME)
    with pytest.raises(SystemExit, match=f"'a1', but there is no .*; there are: {NAME}$"):
        main(["gradescope", "pack", "a1", "--course", str(tmp_path)])
    assert list(tmp_path.glob("*.zip")) == []


def test_the_results_tell_what_failed_and_hide_the_signs(tmp_path, monkeypatch):
    monkeypatch.setattr(grading, "execute", without_processes)
    (tmp_path / "submission").mkdir()
    wrong = right(q4="# fails q4_side")
    nbformat.write(wrong, tmp_path / "submission" / "mine.ipynb")
    result = gradescope.results(tmp_path, COURSE, NAME)
    tests = {test["name"]: (test["score"], test["output"]) for test in result["tests"]}
    assert tests["q4_side"] == (0, "Grader: no")
    assert tests["q1_shape"] == (1, "passed")
    assert result["score"] == 17 - about(named(SOURCE, "q4_side"))["points"]
    assert tests["flags"][1].startswith("q4_side: Grader: ")
    assert [t["name"] for t in result["tests"] if t["visibility"] == "hidden"] == ["flags"]


def test_the_result_says_why_a_submission_cannot_be_graded(tmp_path):
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "a.pdf").write_text("%PDF")
    said = "This could not be graded: no notebook (.ipynb) was handed in, only a.pdf"
    assert gradescope.results(tmp_path, COURSE, NAME) == {"score": 0, "output": said}
