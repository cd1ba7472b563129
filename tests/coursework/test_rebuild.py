"""Answers are put back into the release, whatever happened to the submitted cells."""

import json
from copy import deepcopy

import pytest
from harness import RELEASE, RIGHT, SOURCE, answered, answers, hidden_lines, load, named, right
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell

from grader import coursework, names, slim
from grader.intake.rebuild import rebuild


def rebuilt(notebook):
    """Return the answers after rebuilding, and what was repaired."""
    made, notes, _ = rebuild(RELEASE, notebook)
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


def copied(cell, source):
    """Return a cell with all that describes another, as JupyterLab copies and splits one."""
    new = deepcopy(cell)
    new.source = source
    return new


def test_pieces_and_copies_of_an_answer_are_joined_in_the_notebooks_order():
    given = right()
    place = given.cells.index(named(given, "q1"))
    first, *others = RIGHT["q1"].split("\n\n\n")
    own = new_code_cell("minus = -1")  # between the pieces, where one may need it
    fix = copied(given.cells[place], "%%time\ndef to_last(w):\n    return 'fixed'")
    given.cells[place : place + 1] = [
        copied(given.cells[place], first),
        own,
        *(copied(given.cells[place], part) for part in others),
    ]
    given.cells += [fix, copied(named(given, "q4"), named(RELEASE, "q4").source)]
    found, notes = rebuilt(given)
    joined = [first, own.source, *others, fix.source.removeprefix("%%time\n")]
    assert found == RIGHT | {"q1": "\n\n".join(joined)}
    assert notes == ["q1 is there 4 times"]


def test_pieces_without_a_name_stay_where_they_are_among_own_cells():
    given = right()
    place = given.cells.index(named(given, "q1"))
    first, second, third = RIGHT["q1"].split("\n\n\n")
    rest = [new_code_cell(part) for part in (second, "minus = -1", third, "after = 0")]
    given.cells[place] = copied(given.cells[place], first)
    given.cells[place + 1 : place + 1] = [new_markdown_cell("a note"), *rest]
    found, notes = rebuilt(given)
    assert found == RIGHT | {"q1": f"{first}\n\n{second}\n\nminus = -1\n\n{third}"}
    assert notes == []


ELSEWHERE = [
    ("a1_discriminants", "q4", "code", "{}"),
    ("a1_discriminants", "q4", "markdown", "```python\n{}\n```"),
    ("a1_discriminants", "q4", "code", "{}\n1 = wrong"),
    ("a2_online_perceptron", "q1", "code", "{}"),
    ("a4_convergence", "q3", "raw", "{}"),
    ("a5_learning_rate", "q3", "code", "{}"),
]


@pytest.mark.parametrize(("assignment", "question", "kind", "form"), ELSEWHERE)
@pytest.mark.parametrize("place", [0, 1, None])
def test_an_answer_in_another_cell_is_recognised_by_the_names_that_it_sets(
    assignment, question, kind, form, place
):
    release, source = (load(kind, assignment) for kind in ("release", "source"))
    given = answered(release, answers(source))
    cell = new_code_cell(form.replace("{}", answers(source)[question]))
    cell.cell_type = kind
    here = given.cells.index(named(given, question)) + (place or 0)
    given.cells.insert(len(given.cells) if place is None else here, cell)
    given.cells.remove(named(given, question))
    made, notes, looks = rebuild(release, given)
    code = cell.source.removeprefix("```python\n").removesuffix("\n```")
    assert named(made, question).source.strip() == code
    assert f"{question} was found by the names that it sets" in notes
    assert looks == []


def test_what_is_missing_in_an_answer_is_taken_from_a_cell_further_down():
    given = right()
    start, last = RIGHT["q1"].rsplit("\n\n\n", 1)
    named(given, "q1").source = start + "\n\n\n" + answers(RELEASE)["q1"].rsplit("\n\n\n", 1)[1]
    given.cells.append(new_code_cell(last))
    found, notes = rebuilt(given)
    assert found["q1"].endswith(last)
    assert notes == ["q1 was completed by a cell further down"]


WORDS = "Both agree, as the data are the same and the order of presentation is, too."
ELSEWHERE_IN_WORDS = [
    ("q5", new_code_cell(WORDS), "found in a code cell"),
    ("q5", new_code_cell("\n".join(f"# {w}" for w in WORDS.split(", "))), "found in a code cell"),
    ("q5", new_code_cell(f'"""{WORDS}"""'), "found in a code cell"),
    ("q5", new_code_cell(f"print({WORDS!r})"), "found in a code cell"),
    ("q5", new_code_cell("因为数据相同 所以结果相同"), "found in a code cell"),
    ("q5", new_raw_cell("Yes."), "found by its place"),
    ("q1", new_markdown_cell(WORDS), "found in another place"),
    ("q1", new_code_cell(f"# {WORDS}\nx = 1"), "found in another place"),
]


@pytest.mark.parametrize(("where", "cell", "how"), ELSEWHERE_IN_WORDS, ids=range(8))
def test_an_answer_in_words_is_seen_wherever_it_was_typed(where, cell, how):
    given = right(q5=answers(RELEASE)["q5"])
    given.cells.insert(given.cells.index(named(given, where)) + 1, deepcopy(cell))
    made, notes, looks = rebuild(RELEASE, given)
    (said,) = [line for line in [*notes, *looks] if line.startswith(f"q5 was {how}")]
    assert (said in looks) == (how != "found by its place")
    found = named(made, "q5").source
    assert "".join(filter(str.isalpha, found)) in "".join(filter(str.isalpha, cell.source))
    assert len(found) >= 4


def test_words_in_the_comments_of_an_answer_are_seen_where_no_other_words_are():
    given = right(q5="", q4=f"# {WORDS}\n{RIGHT['q4']}")
    made, _, looks = rebuild(RELEASE, given)
    assert named(made, "q5").source == WORDS
    assert looks == ["q5 was found in another place: is it the answer?"]
    for blank in (right(q5=""), deepcopy(RELEASE)):
        blank.cells.insert(1, new_markdown_cell("# Ann Lee, group 3"))
        blank.cells.insert(9, new_code_cell("# a try\nreflect"))
        assert rebuild(RELEASE, blank)[1:] == ([], [])


def test_what_was_added_to_a_cell_of_the_release_is_kept_as_an_own_cell():
    given = right()
    named(given, "setup").source += "\nimport math"
    named(given, "q1_shape").source = "assert True"
    made, notes, _ = rebuild(RELEASE, given)
    assert notes == ["setup was edited", "q1_shape was edited"]
    own = [c.source for c in made.cells if c.id.startswith("extra-")]
    assert own == [named(given, "setup").source]


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


def test_a_cell_of_another_type_is_turned_back():
    given = right()
    named(given, "q4").cell_type = "markdown"
    made, notes, _ = rebuild(RELEASE, given)
    assert notes == ["q4 was of another type"]
    assert named(made, "q4").cell_type == "code"


def test_own_cells_keep_their_place_and_lose_their_claims():
    given = right()
    own = new_code_cell("helper = 1", metadata={"nbgrader": {"grade": True, "points": 99}})
    given.cells.insert(given.cells.index(named(given, "q2")), own)
    made = rebuild(RELEASE, given).notebook
    place = [c.source for c in made.cells].index("helper = 1")
    assert coursework.name(made.cells[place + 1]) == "q2"
    assert made.cells[place].metadata == {}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b'{"cells": [ not', "is damaged"),
        (b"<html>", "is a web page"),
        (b'<<<<<<< HEAD\n{"cells": []}', "conflict marks of Git"),
        (b'{"cells": [\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> b\n]}', "conflict marks of Git"),
        (b"[1, 2]", "not a notebook"),
        (b"\xff\xfe\x00", "is damaged"),
        (b"%PDF-1.7", "or not a notebook at all"),
        (b'{"cells": 3, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}', "is damaged"),
        (b'{"cells": [3]}', "is damaged"),
        (b'{"worksheets": [3]}', "is damaged"),
        (b"[" * 100_000, "lists within lists"),
        (b'{"cells": [' + b"{}," * 1000 + b"{}]}", "1001 cells, more than 1000"),
        # Of what is large another process tells, which may use little memory.
        (b"x" * (2 << 20), "or not a notebook at all"),
        (b'{"cells": [], "metadata": [' + b"{}," * (2 << 20) + b"{}]}", "takes too much memory"),
    ],
)
def test_what_is_no_notebook_is_refused_in_words(data, words, monkeypatch):
    monkeypatch.setattr(slim, "MEMORY", 1 << 27)
    with pytest.raises(ValueError, match=words):
        coursework.parse(data)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
def test_a_notebook_is_read_in_every_encoding_of_unicode_and_by_old_formats(encoding):
    old = {"cell_type": "heading", "level": 1, "source": ["Jörg", "\n2"]}
    sheets = {"worksheets": [{"cells": [old, {"cell_type": "code", "input": "1"}]}], "nbformat": 3}
    read = coursework.parse(json.dumps(sheets, ensure_ascii=False).encode(encoding))
    assert [(c.cell_type, c.source) for c in read.cells] == [("markdown", "Jörg\n2"), ("code", "1")]


def test_a_large_notebook_loses_its_outputs_and_nothing_else():
    given = right()
    named(given, "q4").outputs = [{"output_type": "stream", "text": "x" * (2 << 20)}]
    given.metadata = {"language_info": {"version": "3.13.1"}}
    read = coursework.parse(json.dumps(given).encode())
    assert answers(read) | RIGHT == RIGHT | answers(read)
    assert read.metadata.language_info.version == "3.13.1"
    assert rebuild(RELEASE, read).repairs == []


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
    made, notes, _ = rebuild(RELEASE, read)
    assert notes == []
    assert {name: said.replace("\r\n", "\n") for name, said in answers(made).items()} == RIGHT
    assert made.cells[-1].source == "odd"


def test_a_release_with_other_checks_than_its_source_is_refused():
    other = right()
    other.cells.remove(named(other, "q4_side"))
    with pytest.raises(ValueError, match="make assignments"):
        coursework.with_hidden_checks(other, SOURCE)
    other = right()
    named(other, "q4_side").metadata.nbgrader.points = 2
    with pytest.raises(
        ValueError, match=r"q4_side has 1 points in the source and 2 .* `make assign"
    ):
        coursework.with_hidden_checks(other, SOURCE)


def test_a_line_that_students_see_is_no_secret():
    seen, hidden = "assert decide(1.0, 0) == +1", "assert decide(-1.0, 0) == -1"
    source, release = deepcopy(RELEASE), deepcopy(RELEASE)
    checks = f"### BEGIN HIDDEN TESTS\n{seen}\n{hidden}\n### END HIDDEN TESTS"
    source.cells, release.cells = [new_code_cell(checks)], [new_code_cell(f"  {seen}")]
    assert hidden_lines(source, release) == {hidden}


def test_as_many_cells_as_there_may_be_are_sorted_in_no_time(monkeypatch):
    given, read = right(), []
    given.cells += [new_code_cell(f"def own_{number}(): pass") for number in range(500)]
    parse = names.ast.parse
    monkeypatch.setattr(names.ast, "parse", lambda code: read.append(code) or parse(code))
    rebuild(RELEASE, given)
    assert len(read) == len(set(read))
    assert names.statements.cache_info().currsize == 0


def test_odd_attachments_and_half_characters_are_left_out():
    given = right()
    named(given, "q5").attachments = "odd"
    given.cells.append(new_code_cell("'\ud83d'"))
    read = coursework.parse(json.dumps(given).encode())
    assert read.cells[-1].source == "'?'"
    assert rebuild(RELEASE, read)[1] == []
