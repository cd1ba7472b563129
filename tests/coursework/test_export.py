"""The files of learning platforms, filled in and written as they were read."""

import pytest
from harness import NAME

from grader.intake import roster
from grader.results import export
from grader.spreadsheet import harmless, number, table, value

SCORES = {"11": (18.5, 20, 0), "12": (7, 20, 1), "99": (20, 20, 0)}
CANVAS = (
    f"Student,ID,SIS User ID,Section,{NAME} (4711),Final\r\n"
    '    Points Possible,,,,20.00,\r\n"Doe, Jane",11,x,"A ""b""",,50\r\n"Roe, Jo",13,y,B,,\r\n'
)
MOODLE = (
    "Identifier,Full name,Grade,Maximum Grade\r\n"
    "Participant 12,Jo Roe,,20.00\r\nParticipant 13,Al Fox,-,20.00\r\n"
)


def fill(tmp_path, text, platform, target, **options):
    """Fill in a platform's file; return the text, and who is only in the file and only in the scores."""
    file = tmp_path / "given.csv"
    file.write_text(text, "utf-8", newline="")
    return export.fill(roster.read(file, platform), SCORES, target, **options)


def test_canvas_gets_its_own_file_back_with_points(tmp_path):
    filled, missing, unknown = fill(tmp_path, CANVAS, "Canvas", NAME)
    assert filled == CANVAS.replace('"A ""b""",,50', '"A ""b""",18.5,50')
    assert (missing, unknown) == (["13"], ["12", "99"])


def test_moodle_gets_its_own_file_back_with_points(tmp_path):
    filled, missing, unknown = fill(tmp_path, MOODLE, "Moodle", "Grade")
    assert filled == MOODLE.replace("Jo Roe,,", "Jo Roe,7,")
    assert (missing, unknown) == (["13"], ["11", "99"])


@pytest.mark.parametrize(
    ("text", "platform", "target"),
    [(CANVAS, "Canvas", NAME), (MOODLE, "Moodle", "Grade")],
)
def test_points_possible_are_compared_with_those_of_the_column(text, platform, target, tmp_path):
    text = text.replace("20.00", "100.00")
    with pytest.raises(ValueError, match="has 100 points possible, the assignment 20: change it"):
        fill(tmp_path, text, platform, target)
    filled = fill(tmp_path, text, platform, target, scale=True)[0]
    assert (",92.5,50" if platform == "Canvas" else "Roe,35,100.00") in filled


@pytest.mark.parametrize("delimiter", [";", "\t", ","])
def test_decimal_commas_and_separators_are_written_as_they_were_read(delimiter, tmp_path):
    cells = [["Student", "ID", NAME], ["    Points Possible", "", "20,00"], ["Doe", "11", ""]]
    rows = [[f'"{cell}"' if "," in cell else cell for cell in row] for row in cells]
    text = "".join(delimiter.join(row) + "\r\n" for row in rows)
    filled = fill(tmp_path, text, "Canvas", NAME)[0]
    assert table(filled) == ([*cells[:2], ["Doe", "11", "18,5"]], delimiter)
    filled = fill(tmp_path, text.replace('"20,00"', "20.00"), "Canvas", NAME)[0]
    assert table(filled)[0][2] == ["Doe", "11", "18.5"]
    filled = fill(tmp_path, text.replace('"20,00"', "20"), "Canvas", NAME)[0]
    assert table(filled)[0][2] == ["Doe", "11", "18,5" if delimiter == ";" else "18.5"]


def test_moodle_in_another_language_needs_the_name_of_the_column(tmp_path):
    text = "ID;Vollständiger Name;Bewertung;Bestwertung\r\nTeilnehmer/in12;Jo Roe;;20,00\r\n"
    with pytest.raises(ValueError, match=r"no column 'Grade' among ID, .*: name it with --column"):
        fill(tmp_path, text, "Moodle", "Grade")
    filled, missing, unknown = fill(tmp_path, text, "Moodle", "Bewertung")
    assert filled == text.replace("Roe;;", "Roe;7;")
    assert (missing, unknown) == ([], ["11", "99"])


def test_a_file_without_students_is_refused(tmp_path):
    for text, platform, words in [
        ("ID,Grade\r\nx,\r\n", "Moodle", "no student is in it"),
        ("Name,Grade\r\n1,\r\n", "Canvas", "no column 'ID'"),
        ("", "", "the file is empty"),
    ]:
        with pytest.raises(ValueError, match=words):
            fill(tmp_path, text, platform, "Grade")


def test_a_file_keeps_its_delimiter_its_short_lines_and_its_other_columns(tmp_path):
    text = f"Student;ID;{NAME}_bonus (4710);{NAME} (4711)\r\nshort\r\nDoe;11;1.5;\r\nRoe;12\r\n"
    filled, missing, unknown = fill(tmp_path, text, "Canvas", NAME)
    assert filled == text.replace("1.5;", "1.5;18,5").replace("Roe;12", "Roe;12;;7")
    assert (missing, unknown) == ([], ["99"])


def test_plain_scores_have_names_and_reasons_and_are_no_formulas():
    kept = {
        "11": {"shown": "=Doe", "score": 18.5, "problem": "", "late": "LATE"},
        "12": {"shown": "Roe", "score": None, "problem": "damaged", "late": ""},
        "13": {"shown": "Fox", "score": None, "problem": "no notebook", "late": ""},
    }
    names = {"11": "=Doe", "12": "Roe", "13": "Fox"}
    scores = {"11": (18.5, 20, 2), "12": (7, 20, 0)}
    rows = table(export.plain(scores, kept, names, ";"))[0]
    assert rows == [
        ["name", "student", "points", "out of", "answers to mark", "late", "remark"],
        [" =Doe", "11", "18,5", "20", "2", "LATE", ""],
        ["Fox", "13", "", "", "", "", "no notebook"],
        ["Roe", "12", "7", "20", "0", "", "points of an earlier hand-in; damaged"],
    ]
    assert table(export.plain(scores, kept, names))[0][1][2] == "18.5"


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", *map(chr, (0xFF1D, 0xFF0B, 0xFF0D, 0xFF20))]
)
@pytest.mark.parametrize("before", ["", "5\n", "5\r\n", "5\r", "5\u2028", "5\n\n"])
def test_no_line_of_a_cell_is_a_formula(start, before):
    assert harmless(f"{before}{start}1+1") == f"{before} {start}1+1"
    assert harmless(f"1{start}1") == f"1{start}1"


def test_numbers_are_read_with_a_comma_or_a_point_and_nothing_else_is():
    assert [value(text) for text in ("2,5", " 2.5 ", "2", "-1", ".5", "2.")] == [
        2.5,
        2.5,
        2,
        -1,
        0.5,
        2,
    ]
    assert [value(text) for text in ("", "nan", "inf", "1e3", "1.000,5", "good", "٣")] == [None] * 7
    assert [number(1 / 3), number(100000000), number(1 / 3, comma=True)] == [
        "0.33",
        "100000000",
        "0,33",
    ]
