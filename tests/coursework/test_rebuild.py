"""Answers are put back into the release, whatever happened to the submitted cells."""

import json
from copy import deepcopy

import pytest
from harness import RELEASE, RIGHT, SOURCE, answers, hidden_lines, named, right
from nbformat.v4 import new_code_cell, new_markdown_cell

from grader import coursework
from grader.intake import rebuild as rebuild_module
from grader.intake.rebuild import rebuild


def rebuilt(notebook):
    """Return the answers after rebuilding, and what was repaired."""
    made, notes = rebuild(RELEASE, notebook)
    others = [c.source for c in made.cells if coursework.name(c) and not coursework.is_answer(c)]
    assert others == [
        c.source for c in RELEASE.cells if coursework.name(c) and not coursework.is_answer(c)
    ]
    return answers(made), notes


def test_a_sound_notebook_needs_no_repair():
    assert rebuilt(right()) == (RIGHT, [])


def test_an_unanswered_notebook_needs_no_repair():
    assert rebuilt(RELEASE) == (answers(RELEASE), [])


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
    assert coursework.name(made.cells[place + 1]) == "q2"
    assert made.cells[place].metadata == {}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b'{"cells": [ not', "is damaged"),
        (b"<html>", "is a web page"),
        (b"[1, 2]", "not a notebook"),
        (b"\xff\xfe\x00", "is damaged"),
        (b"%PDF-1.7", "or not a notebook at all"),
        (b'{"cells": 3, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}', "is damaged"),
    ],
)
def test_what_is_no_notebook_is_refused_in_words(data, words):
    with pytest.raises(ValueError, match=words):
        coursework.parse(data)


def test_the_last_complete_answer_counts_and_the_others_stay_as_own_cells():
    given = right()
    early, part = deepcopy(named(given, "q4")), deepcopy(named(given, "q1"))
    early.source = "def distance(w, x):\n    return 0"
    part.source = "def to_last(w):\n    return 0"
    given.cells = [early, *given.cells, part]
    found, notes = rebuilt(given)
    assert found == RIGHT
    assert notes == ["q1 is there 2 times", "q4 is there 2 times"]
    own = {c.source: c.id for c in rebuild(RELEASE, given)[0].cells if not coursework.name(c)}
    assert {early.source, part.source} <= own.keys()
    assert own[early.source] != own[part.source]


def test_what_was_found_elsewhere_is_not_there_twice():
    given = right()
    for cell in given.cells:
        cell.metadata = {}
    assert len(rebuild(RELEASE, given)[0].cells) == len(RELEASE.cells)


def test_an_answer_with_an_error_in_it_is_found_by_its_function_too():
    given = right()
    broken = named(given, "q4")
    broken.source, broken.metadata = "def distance(w, x)\n    return 0", {}
    assert rebuilt(given)[0]["q4"] == broken.source


def test_an_answer_too_deep_to_be_read_stops_nothing():
    deep = "deep = " + "1 + " * 20_000 + "1", "deep = " + "-" * 20_000 + "1"
    for source in deep:
        given = right()
        named(given, "q4").source = source
        assert rebuilt(given)[0]["q4"] == source


def test_one_edited_copy_of_a_check_is_told():
    given = right()
    given.cells.append(deepcopy(named(given, "q1_shape")))
    given.cells[-1].source = "assert True"
    assert rebuilt(given) == (RIGHT, ["q1_shape was edited"])


def test_pictures_in_an_answer_stay():
    given = right()
    named(given, "q5").attachments = {"a.png": {"image/png": "AAAA"}}
    assert named(rebuild(RELEASE, given)[0], "q5").attachments == named(given, "q5").attachments


def test_other_line_ends_other_writers_and_odd_claims_are_no_repair():
    given = right()
    for cell in given.cells:
        cell.source = cell.source.replace("\n", "\r\n").splitlines(keepends=True)
    given.cells += [{"source": "odd", "metadata": {"nbgrader": "odd"}}]
    read = coursework.parse(b"\xef\xbb\xbf" + json.dumps(given).encode())
    made, notes = rebuild(RELEASE, read)
    assert notes == []
    assert {name: said.replace("\r\n", "\n") for name, said in answers(made).items()} == RIGHT
    assert made.cells[-1].source == "odd"


def test_a_release_with_other_checks_than_its_source_is_refused():
    other = right()
    other.cells.remove(named(other, "q4_side"))
    with pytest.raises(ValueError, match="make assignments"):
        coursework.with_hidden_checks(other, SOURCE)


def test_a_line_that_students_see_is_no_secret():
    seen, hidden = "assert decide(1.0, 0) == +1", "assert decide(-1.0, 0) == -1"
    source, release = deepcopy(RELEASE), deepcopy(RELEASE)
    checks = f"### BEGIN HIDDEN TESTS\n{seen}\n{hidden}\n### END HIDDEN TESTS"
    source.cells, release.cells = [new_code_cell(checks)], [new_code_cell(f"  {seen}")]
    assert hidden_lines(source, release) == {hidden}


def test_a_notebook_of_too_many_cells_is_refused_before_any_work():
    given = right()
    given.cells += [new_code_cell(str(number)) for number in range(coursework.CELLS)]
    with pytest.raises(ValueError, match=f"more than {coursework.CELLS}"):
        coursework.parse(json.dumps(given).encode())


def test_as_many_cells_as_there_may_be_are_sorted_in_no_time(monkeypatch):
    given, read = right(), []
    given.cells += [new_code_cell(f"def own_{number}(): pass") for number in range(500)]
    parse = rebuild_module.ast.parse
    monkeypatch.setattr(rebuild_module.ast, "parse", lambda code: read.append(code) or parse(code))
    rebuild(RELEASE, given)
    assert len(read) == len(set(read))
    assert rebuild_module.functions.cache_info().currsize == 0


def test_odd_attachments_and_half_characters_are_left_out():
    given = right()
    named(given, "q5").attachments = "odd"
    given.cells.append(new_code_cell("'\ud83d'"))
    read = coursework.parse(json.dumps(given).encode())
    assert read.cells[-1].source == "'?'"
    assert rebuild(RELEASE, read)[1] == []
