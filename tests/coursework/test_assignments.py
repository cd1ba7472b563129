"""The assignments themselves: right answers earn all points, and each misconception loses its own checks.

`misconceptions/` holds, for each assignment, the known misconceptions with the checks that must notice
them, and right answers in another style.
"""

import json
import re
import shutil
import subprocess
from functools import cache

import pytest
from harness import (
    MISCONCEPTIONS,
    NAMES,
    OTHER_STYLE,
    answered,
    answers,
    failed,
    grade,
    loses,
    numbers_of,
    representative,
    secrets,
)

from grader.coursework import COURSE, about, is_answer, is_check, load
from grader.coursework import name as named
from grader.run.execution import defined
from grader.variant import filled

MARKERS = re.compile(r"#+\s*(BEGIN|END)\s+\w+|HIDDEN TEST|Rubric", re.IGNORECASE)

source = cache(lambda name: load("source", name))
release = cache(lambda name: load("release", name))


def checks(notebook):
    """Return the code cells that give points, by name."""
    return {about(c)["grade_id"]: c for c in notebook.cells if is_check(c)}


def test_every_assignment_has_its_misconceptions():
    for kind in ("source", "release"):
        assert sorted(path.name for path in (COURSE / kind).iterdir()) == NAMES


# Marks


@pytest.mark.parametrize("name", NAMES)
def test_the_reference_earns_every_point(name):
    assert failed(source(name)) == set()


@pytest.mark.parametrize("name", NAMES)
def test_the_empty_release_earns_nothing(name):
    blank = answered(source(name), answers(release(name)))
    assert failed(blank) == checks(source(name)).keys()


@pytest.mark.parametrize("name", NAMES)
def test_right_answers_in_another_style_earn_every_point(name):
    V = numbers_of(name)
    other = {answer: filled(text, V) for answer, text in OTHER_STYLE[name].items()}
    code = {
        about(c)["grade_id"] for c in source(name).cells if is_answer(c) and c.cell_type == "code"
    }
    assert other.keys() == code
    assert failed(answered(source(name), other)) == set()


NO_LISTS = """
def refusing_lists(function, sys=__import__("sys")):
    def called(*values, **options):
        if sys._getframe(1).f_code.co_filename.endswith("rpc.py"):  # a check calls, not an answer
            for value in (*values, *options.values()):
                texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
                assert texts or not isinstance(value, list | tuple), f"{function.__name__} got {value}"
        return function(*values, **options)

    return called

"""


@pytest.mark.parametrize("name", NAMES)
def test_checks_hand_in_arrays(name):
    """An answer that relies on arrays, which the visible checks pass, must not fail in a hidden one."""
    replaced = {}
    for answer, text in answers(source(name)).items():
        functions = re.findall(r"^def (\w+)", text, re.MULTILINE)
        if functions:
            lines = [f"{function} = refusing_lists({function})" for function in functions]
            replaced[answer] = text + NO_LISTS + "\n".join(lines)
    said = grade(answered(source(name), replaced))
    assert {check: error for check, error in said.items() if error} == {}


@pytest.mark.parametrize(
    ("name", "misconception"),
    [
        pytest.param(name, key, marks=() if key in representative(name) else pytest.mark.thorough)
        for name in NAMES
        for key in MISCONCEPTIONS[name]
    ],
)
def test_a_misconception_loses_its_own_checks(name, misconception):
    lost, own = loses(source(name), numbers_of(name), name, misconception)
    assert lost == own


# What is wrong in the answers, and the checks that it loses: a slip costs its own points, and earns none.
ZEROS = "\n\n\ndef dual(K, t, max_epochs=100):\n    return np.zeros(len(t))\n"
NOTHING = "\n\n\ndef learn(X, t, new, max_epochs=100):\n    return np.zeros(len(new))\n"
ANY = "\n\n\ndef {}:\n    return np.arange(np.size({value})).reshape(np.shape({value}))\n"
ANY_TABLES = """

def patterns(train_mail, new_mail):
    d = len(vocabulary(train_mail))
    return [np.arange(len(mail) * d).reshape(len(mail), d) for mail in (train_mail, new_mail)]
"""
ONES = "\n\n\ndef facts(X, t, w_star):\n    return 1, 1, 1\n"
NO_FACTS = "\n\n\ndef bound(X, t, w_star):\n    return np.dot(w_star, w_star)\n"
ON_DUAL = "q2_run q2_same_run q2_only_products q3_corners"
ON_WEIGHTS = (
    "q2_example q2_no_logarithm q2_unknown_word q4_labels q4_other_mail q4_test q4_training"
)
ON_FACTS = "q1_example q1_other_data q1_margin q2_example q2_squares q5_first_row q5_last_row"
SLIPS = [
    ("a7_dual_form", {"q2": ZEROS}, ON_DUAL),
    ("a7_dual_form", {"q2": ZEROS, "q3": NOTHING}, f"{ON_DUAL} q3_rectangle"),
    (
        "a8_spam",
        {"q2": ANY.format("tf_over_df(tf, df)", value="tf"), "q3": ANY_TABLES},
        f"{ON_WEIGHTS} q3_example q3_no_leak q3_values",
    ),
    ("a4_convergence", {"q1": ONES}, ON_FACTS),
    ("a4_convergence", {"q1": ONES, "q2": NO_FACTS}, f"{ON_FACTS} q2_any_data"),
]


@pytest.mark.parametrize(("name", "slips", "lost"), SLIPS)
def test_a_slip_costs_its_own_points_and_earns_none(name, slips, lost):
    right = answers(source(name))
    wrong = {answer: right[answer] + text for answer, text in slips.items()}
    assert failed(answered(source(name), wrong)) == set(lost.split())


@pytest.mark.parametrize("name", NAMES)
def test_each_check_is_needed(name):
    lost = {check for made in MISCONCEPTIONS[name].values() for check in made.tests.split()}
    assert lost == checks(source(name)).keys()
    assert len(MISCONCEPTIONS[name]) >= 5


def test_an_imaginary_part_is_refused_in_words_and_none_is_not():
    first = source("a1_discriminants")
    answer = answers(first)["q4"] + "\n\nreal = distance\n\n\ndef distance(w, x):\n"
    answer += "    return np.array(real(w, x) + {})"
    assert failed(answered(first, {"q4": answer.format("0j")})) == set()
    said = grade(answered(first, {"q4": answer.format("1j")}))
    fourth = {check: error for check, error in said.items() if check.startswith("q4")}
    for error in fourth.values():
        assert "distance(w, x) should be made of real numbers, yours is array(" in error
    assert {check for check, error in said.items() if error} == fourth.keys()


# What a student sees


@pytest.mark.parametrize("name", NAMES)
def test_every_part_has_a_check_that_can_be_seen(name):
    seen = "\n".join(cell.source for cell in checks(release(name)).values())
    parts = defined(release(name))
    assert len(parts) >= 4
    assert {part for part in parts if not re.search(rf"\b{part}\b", seen)} == set()


@pytest.mark.parametrize("name", NAMES)
def test_each_question_in_code_says_what_is_checked(name):
    texts = [c.source for c in release(name).cells if c.cell_type == "markdown"]
    questions = [text for text in texts if text.startswith("## Question")]
    said = [text for text in questions if "*Checked:*" in text or "*How it is marked:*" in text]
    assert said == questions
    assert any("**What is checked, and what is not.**" in text for text in texts)


def test_no_check_tells_the_end_of_the_run_on_paper():
    name = "a2_online_perceptron"
    about_it = [cell for cell in release(name).cells if not named(cell).startswith("q4_")]
    seen = "\n".join(cell.source for cell in about_it)  # question 4 has patterns of its own
    for row in numbers_of(name).tail[1:]:
        assert str(row)[1:-1] not in seen


# Releases


@pytest.fixture(scope="module")
def generated(teacher_python, tmp_path_factory):
    """Make all releases anew, and return where they are."""
    course = tmp_path_factory.mktemp("course")
    shutil.copytree(COURSE / "source", course / "source", ignore=shutil.ignore_patterns(".*"))
    shutil.copy(COURSE / "nbgrader_config.py", course)
    command = [teacher_python, "-m", "grader", "release", "--course", course]
    subprocess.run(command, cwd=COURSE, check=True, capture_output=True)
    return course / "release"


@pytest.mark.parametrize("name", NAMES)
def test_the_release_is_generated_from_the_source(generated, name):
    file = f"{name}/{name}.ipynb"
    assert (generated / file).read_bytes() == (COURSE / "release" / file).read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_the_release_holds_no_secret(name):
    text = (COURSE / "release" / name / f"{name}.ipynb").read_text("utf-8")
    found = [
        line for line in secrets(source(name)) if json.dumps(line, ensure_ascii=False)[1:-1] in text
    ]
    assert found == []
    assert not MARKERS.search(text)
    for cell in release(name).cells:
        known = about(cell)
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
        if is_answer(cell):
            stub = "raise NotImplementedError()" if cell.cell_type == "code" else "YOUR ANSWER HERE"
            assert stub in cell.source
        if (
            known.get("grade")
            and "BEGIN HIDDEN" in checks(source(name)).get(known["grade_id"], cell).source
        ):
            lines = cell.source.splitlines()
            assert all(line.startswith("#") for line in lines), known["grade_id"]


def test_the_secrets_are_found():
    assert len(list(secrets(source(NAMES[0])))) > 20


# The form


@pytest.mark.parametrize("name", NAMES)
def test_points_are_written_where_they_are_given(name):
    text = "\n".join(c.source for c in source(name).cells if c.cell_type == "markdown")
    given = {}
    for cell in source(name).cells:
        known = about(cell)
        if known.get("grade"):
            assert re.fullmatch(r"q\d_\w+|q\d", known["grade_id"])
            question = known["grade_id"].split("_")[0]
            given[question] = given.get(question, 0) + known["points"]
            if cell.cell_type == "code" and known["points"]:
                hidden = ", hidden" if "BEGIN HIDDEN" in cell.source else ""
                s = "" if known["points"] == 1 else "s"
                assert f"({known['points']} point{s}{hidden})" in cell.source.splitlines()[0]
    printed = {
        f"q{q}": int(points)
        for q, points in re.findall(r"^## Question (\d)\..*\((\d+) points?\)$", text, re.MULTILINE)
    }
    assert given == printed
    assert f"There are {sum(given.values())} points" in text
    assert "How it is marked" in text


def test_points_add_up_to_203():
    points = [
        about(c)["points"] for name in NAMES for c in source(name).cells if about(c).get("grade")
    ]
    assert sum(points) == 203


@pytest.mark.parametrize("name", NAMES)
def test_students_need_numpy_and_sympy_only(name):
    text = "\n".join(c.source for c in source(name).cells if c.cell_type == "code")
    imported = set(re.findall(r"^\s*(?:import|from) (\w+)", text, re.MULTILINE))
    assert imported <= {"numpy", "sympy", "fractions", "itertools", "math"}


def test_the_tools_of_the_checks_are_the_same_in_all():
    setups = {
        c.source.split("def numbers")[1]
        for name in NAMES
        for c in source(name).cells
        if about(c).get("grade_id") == "setup"
    }
    assert len(setups) == 1
