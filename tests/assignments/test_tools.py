"""The teacher's tools, one accident at a time; test_end_to_end.py runs them together."""

import re
import sys
import zipfile
from copy import deepcopy

import pytest
from harness import ROOT, about, answered, answers, load
from nbformat.v4 import new_code_cell, new_markdown_cell

sys.path.insert(0, str(ROOT / "tools"))

import audit_run
import cells
import gradescope
import lms
import run
import sandbox
from collect import collect
from rebuild import rebuild

NAME = "a1_discriminants"
RELEASE, SOURCE = load("release", NAME), load("source", NAME)
RIGHT = answers(SOURCE)


def right():
    return answered(RELEASE, RIGHT)


def named(notebook, name):
    return next(cell for cell in notebook.cells if cells.name(cell) == name)


def rebuilt(notebook):
    """Return the answers after rebuilding, and what was repaired."""
    made, notes = rebuild(RELEASE, notebook)
    others = [c.source for c in made.cells if cells.name(c) and not cells.is_answer(c)]
    assert others == [c.source for c in RELEASE.cells if cells.name(c) and not cells.is_answer(c)]
    return answers(made), notes


# Rebuild


def test_a_sound_notebook_needs_no_repair():
    assert rebuilt(right()) == (RIGHT, [])


def test_the_submitted_notebook_is_left_alone():
    given, before = right(), right()
    rebuild(RELEASE, given)
    assert given == before


def test_of_two_answers_the_last_complete_one_counts():
    given = right()
    try_out = deepcopy(named(given, "q4"))
    try_out.source = "distance([0, 1], [2])"
    given.cells += [deepcopy(named(RELEASE, "q4")), try_out]
    found, notes = rebuilt(given)
    assert found == RIGHT
    assert notes == ["q4 is there 3 times"]


def test_edited_and_deleted_checks_come_back():
    given = right()
    named(given, "q1_shape").source = "assert True"
    given.cells.remove(named(given, "q4_side"))
    assert rebuilt(given) == (RIGHT, ["q1_shape was edited", "q4_side was deleted"])


def test_answers_without_names_are_found_by_their_functions_and_place():
    given = right()
    for cell in given.cells:
        cell.metadata = {}
    found, notes = rebuilt(given)
    assert found == RIGHT
    assert notes[0] == "the names of all cells were lost"
    assert "q5 was found by its place" in notes


def test_an_answer_in_another_cell_counts_where_its_own_is_untouched():
    given = right()
    for name, new in (("q4", new_code_cell), ("q5", new_markdown_cell)):
        place = given.cells.index(named(given, name))
        given.cells[place].source = named(RELEASE, name).source
        given.cells.insert(place + 1, new(RIGHT[name]))
    assert rebuilt(given)[0] == RIGHT


def test_a_cell_of_another_type_is_turned_back():
    given = right()
    named(given, "q4").cell_type = "markdown"
    made, notes = rebuild(RELEASE, given)
    assert notes == ["q4 was of another type"]
    assert named(made, "q4").cell_type == "code"


def test_own_cells_keep_their_place_and_lose_their_claims():
    given = right()
    own = new_code_cell("helper = 1", metadata={"nbgrader": {"grade": True, "points": 99}})
    given.cells.insert(given.cells.index(named(given, "q2")), own)
    made, _ = rebuild(RELEASE, given)
    place = [c.source for c in made.cells].index("helper = 1")
    assert cells.name(made.cells[place + 1]) == "q2"
    assert made.cells[place].metadata == {}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b'{"cells": [ not', "is damaged"),
        (b"<html>", "is a web page"),
        (b"[1, 2]", "no notebook"),
        (b"\xff\xfe\x00", "is damaged"),
        (b'{"cells": 3, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}', "is damaged"),
    ],
)
def test_what_is_no_notebook_is_refused_in_words(data, words):
    with pytest.raises(ValueError, match=words):
        cells.parse(data)


# Collect

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


def test_a_place_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ValueError, match="neither a folder nor a zip file"):
        collect(tmp_path / "nowhere", NAME)


# Run


def small(*codes):
    """Return a notebook of checks q1_0, q1_1, ..., each with one point."""
    notebook = deepcopy(RELEASE)
    known = {"grade": True, "points": 1}
    notebook.cells = [
        new_code_cell(code, metadata={"nbgrader": known | {"grade_id": f"q1_{i}"}} if i else {})
        for i, code in enumerate(codes)
    ]
    return notebook


def test_a_cell_that_hears_nothing_is_stopped_and_the_others_count():
    deaf = (
        "while True:\n    try:\n        import time; time.sleep(9)\n    except BaseException: pass"
    )
    notebook = small("x = 1", deaf, "assert x == 1", "import perceptrons")
    run.run(notebook, cell_seconds=2)
    assert cells.error(notebook.cells[1]) == "Grader: stopped: no answer in time"
    assert cells.error(notebook.cells[2]) == ""
    assert "ModuleNotFoundError" in cells.error(notebook.cells[3])
    assert cells.points(notebook) == {"q1_1": (0, 1), "q1_2": (1, 1), "q1_3": (0, 1)}


def test_the_sandbox_says_why_it_cannot_work(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "needs Linux" in sandbox.why_not()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sandbox.shutil, "which", lambda _: None)
    assert "apt install bubblewrap" in sandbox.why_not()


# Audit


@pytest.mark.parametrize(
    ("code", "sign"),
    [
        ("import os.path", "imports os"),
        ("from subprocess import run", "imports subprocess"),
        ("!ls", "uses get_ipython"),
        ("In[3]", "uses In"),
        ("np.allclose = print", "changes np.allclose"),
        ("numbers = 3", "redefines numbers"),
        ("def yours(f): return True", "redefines yours"),
        ("class A:\n    def __eq__(self, b): return True", "defines __eq__"),
    ],
)
def test_signs(code, sign):
    assert list(audit_run.suspicious(code, audit_run.tools(RELEASE))) == [sign]


@pytest.mark.parametrize("answer", [a for a in RIGHT if a != "q5"])
def test_an_honest_answer_shows_no_sign(answer):
    assert list(audit_run.suspicious(RIGHT[answer], audit_run.tools(RELEASE))) == []


def test_syntax_errors_are_not_read():
    assert list(audit_run.suspicious("def (", set())) == []


# Learning platforms

SCORES = {"11": (18.5, 20, 0), "12": (7, 20, 1), "99": (20, 20, 0)}


def test_canvas_gets_its_own_file_back_with_points():
    text = (
        "Student,ID,SIS User ID,Section,a1_discriminants (4711),Final\r\n"
        '    Points Possible,,,,20,\r\n"Doe, Jane",11,x,"A ""b""",,50\r\n"Roe, Jo",13,y,B,,\r\n'
    )
    filled, missing, unknown = lms.canvas(text, SCORES, NAME)
    assert filled == text.replace('"A ""b""",,50', '"A ""b""",18.5,50')
    assert (missing, unknown) == (["13"], ["12", "99"])


def test_moodle_gets_its_own_file_back_with_points():
    text = "Identifier,Full name,Grade,Maximum Grade\r\nParticipant 12,Jo Roe,,20.00\r\n"
    filled, missing, unknown = lms.moodle(text, SCORES)
    assert filled == text.replace("Jo Roe,,", "Jo Roe,7,")
    assert (missing, unknown) == ([], ["11", "99"])


def test_a_file_without_the_column_is_refused():
    with pytest.raises(ValueError, match="no column 'Identifier'"):
        lms.moodle("ID,Grade\r\n1,\r\n", SCORES)


def test_plain_scores_quote_what_needs_it():
    assert lms.plain({"a,b": (1.5, 20, 2)}).splitlines()[1] == '"a,b",1.5,20,2'


# Gradescope


def test_the_gradescope_package_grades_from_what_is_in_it(tmp_path):
    (tmp_path / "course").mkdir()
    for kind in ("source", "release"):
        folder = tmp_path / "course" / kind / NAME
        folder.mkdir(parents=True)
        (folder / f"{NAME}.ipynb").write_bytes((ROOT / kind / NAME / f"{NAME}.ipynb").read_bytes())
    package = gradescope.pack(NAME, tmp_path / "course")
    with zipfile.ZipFile(package) as archive:
        archive.extractall(tmp_path / "source")
        names = set(archive.namelist())
    assert {"setup.sh", "run_autograder"} <= names
    imported = {
        module
        for file in (tmp_path / "source" / "tools").glob("*.py")
        for module in re.findall(r"^(?:from|import) (\w+)", file.read_text("utf-8"), re.MULTILINE)
    }
    ours = {file.stem for file in (ROOT / "tools").glob("*.py")}
    assert {f"tools/{module}.py" for module in imported & ours} <= names
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "other name.ipynb").write_text(__import__("json").dumps(right()))
    result = gradescope.results(tmp_path, tmp_path / "source")
    assert result["score"] == 17
    assert {test["visibility"] for test in result["tests"]} == {"visible", "after_published"}
    assert sum(test["max_score"] for test in result["tests"]) == 17


# The page


def test_the_table_of_assignments_is_right():
    page = (ROOT / "index.md").read_text("utf-8")
    rows = re.findall(
        r"^\| \[(\d)\. (.+)\]\(release/(\w+)/\w+\.ipynb\) \| (.+) \|$", page, re.MULTILINE
    )
    assert [row[2] for row in rows] == sorted(p.name for p in (ROOT / "release").iterdir())
    for number, title, name, rest in rows:
        text = "\n".join(c.source for c in load("release", name).cells)
        chapter, hours, code, words, questions = rest.split(" | ")
        assert f"# Assignment {number}: {title[0].lower()}{title[1:]}".lower() in text.lower()
        assert re.search(rf"\*\*You need\*\* chapters? {chapter}\b", text), name
        assert (
            f"and {hours} hours. There are {int(code) + int(words)} points: {code} by checks"
            in text
        )
        assert len(re.findall(r"^## Question", text, re.MULTILINE)) == int(questions)
        given = [about(c) for c in load("source", name).cells if about(c).get("grade")]
        assert sum(known["points"] for known in given) == int(code) + int(words)


def test_the_built_site_holds_no_secret(pages):
    """Look into every file of the site, page sources, search index and archive too."""
    from test_assignments import secrets

    from browser import SITE

    lines = {line for p in (ROOT / "source").iterdir() for line in secrets(load("source", p.name))}
    # What a chapter or a release says too is no secret.
    public = [*(ROOT / "release").rglob("*.ipynb"), *ROOT.parent.glob("*.ipynb")]
    public += (ROOT.parents[1] / "lib").rglob("*.py")
    said = "\n".join(p.read_text("utf-8").replace('\\"', '"') for p in public)
    lines = {line for line in lines if len(line) > 30 and line not in said}
    assert len(lines) > 200
    texts = {}
    for path in SITE.rglob("*"):
        if path.suffix in {".html", ".js", ".json", ".md", ".ipynb", ".txt", ".py", ".inv"}:
            texts[path] = path.read_text("utf-8", errors="replace")
        elif path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    assert "assignments/source" not in name
                    texts[path / name] = archive.read(name).decode("utf-8", errors="replace")
    for path, text in texts.items():
        plain = re.sub(r"<[^>]+>", "", text) if path.suffix == ".html" else text.replace('\\"', '"')
        plain = (
            plain.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&#39;", "'")
            .replace("&quot;", '"')
        )
        assert [line for line in lines if line in plain] == [], path
        assert not re.search(r"### (BEGIN|END) (SOLUTION|HIDDEN)", plain), path
