"""The files of learning platforms."""

import pytest
from harness import NAME

from grader import export

SCORES = {"11": (18.5, 20, 0), "12": (7, 20, 1), "99": (20, 20, 0)}


def test_canvas_gets_its_own_file_back_with_points():
    text = (
        "Student,ID,SIS User ID,Section,a1_discriminants (4711),Final\r\n"
        '    Points Possible,,,,20,\r\n"Doe, Jane",11,x,"A ""b""",,50\r\n"Roe, Jo",13,y,B,,\r\n'
    )
    filled, missing, unknown = export.canvas(text, SCORES, NAME)
    assert filled == text.replace('"A ""b""",,50', '"A ""b""",18.5,50')
    assert (missing, unknown) == (["13"], ["12", "99"])


def test_moodle_gets_its_own_file_back_with_points():
    text = "Identifier,Full name,Grade,Maximum Grade\r\nParticipant 12,Jo Roe,,20.00\r\n"
    filled, missing, unknown = export.moodle(text, SCORES)
    assert filled == text.replace("Jo Roe,,", "Jo Roe,7,")
    assert (missing, unknown) == ([], ["11", "99"])


def test_a_file_without_the_column_is_refused():
    with pytest.raises(ValueError, match="no column 'Identifier'"):
        export.moodle("ID,Grade\r\n1,\r\n", SCORES)


def test_plain_scores_quote_what_needs_it():
    assert export.plain({"a,b": (1.5, 20, 2)}).splitlines()[1] == '"a,b",1.5,20,2'


def test_a_file_keeps_its_delimiter_its_short_lines_and_its_other_columns():
    text = f"ID;{NAME}_bonus (4710);{NAME} (4711)\r\nshort\r\n11;;\r\n"
    filled, missing, unknown = export.canvas(text, SCORES, NAME)
    assert filled == text.replace("11;;", "11;;18.5")
    assert (missing, unknown) == ([], ["12", "99"])
