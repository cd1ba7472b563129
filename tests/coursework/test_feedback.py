"""What goes back to the students: pages without a check, and zip files in the shapes of the platforms."""

import html
import re
import zipfile
from html.parser import HTMLParser

import nbformat
import pytest
from harness import NAME, RELEASE, RIGHT, SOURCE, named, right

from grader.coursework import about, fail, is_check, with_hidden_checks
from grader.results import feedback, page

RUDE = "</pre><script>alert(1)</script><img src=x onerror=alert(1)>"
TITLE = "Assignment 1: discriminants and conventions"


def results(**changed):
    """Return what the gradebook says of a submission with all points but those changed."""
    all_points = {
        about(cell)["grade_id"]: (about(cell)["points"], about(cell)["points"], "")
        for cell in SOURCE.cells
        if about(cell).get("grade")
    }
    return all_points | changed


def asked(changed=None, said="no", **answers):
    """Return the questions of a submission in which q4_side fails with a message."""
    notebook = with_hidden_checks(right(**answers), SOURCE)
    fail(named(notebook, "q4_side"), said)
    changed = {"q4_side": (0, 1, "")} | (changed or {})
    return page.questions(RELEASE, notebook, results(**changed))


def points(question):
    """Return the points possible of a question."""
    return sum(most for name, (_, most, _) in results().items() if name.split("_")[0] == question)


def title(check):
    """Return what a check says of itself, between its name and its points."""
    return re.match(rf"# {check}: (.*) \(", named(SOURCE, check).source)[1]


class Tags(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += data


def test_a_page_names_the_questions_and_says_what_failed():
    changed = {"q5": (2.5, 3, "Which data?"), "q1": (0, 0, "Neat.")}
    shown = Tags(page.as_html(TITLE, "Jörg Müller", asked(changed, "the sign is wrong"))).text
    text = re.sub(r"\s+", " ", shown)
    total = sum(most for _, most, _ in results().values())
    assert f"Jörg Müller: {total - 1.5:g} of {total}" in text
    first, fourth = points("q1"), points("q4")
    for words in [
        f"Question 1. Two places for the constant {first} of {first} ✓ {title('q1_shape')} 1 of 1",
        f"Question 4. Distance {fourth - 1} of {fourth}",
        f"✗ {title('q4_side')} 0 of 1 the sign is wrong",
        "Question 5. In words 2.5 of 3 · in words 2.5 of 3 Which data?",
        "Neat.",
    ]:
        assert words in text
    assert RIGHT["q4"] in shown
    assert RIGHT["q5"] in shown


def test_an_answer_that_waits_for_a_mark_is_not_a_zero():
    questions = asked({"q5": (None, 3, "")})
    assert questions[-1].checks == [("in words", None, 3, "not marked yet")]
    assert "? of 3" in page.as_html(TITLE, "x", questions)


@pytest.mark.parametrize("make", [page.as_html, page.as_notebook])
def test_no_line_of_a_check_is_shown(make):
    text = make(TITLE, "x", asked())
    lines = {
        line.strip()
        for cell in SOURCE.cells
        if is_check(cell)
        for line in cell.source.splitlines()
        if len(line.strip()) > 20 and not line.startswith(f"# {about(cell)['grade_id']}:")
    }
    assert len(lines) > 40
    assert [line for line in lines if line in text] == []


@pytest.mark.parametrize("make", [page.as_html, page.as_notebook])
def test_what_cells_print_is_not_on_a_page(make):
    notebook = with_hidden_checks(right(), SOURCE)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [nbformat.v4.new_output("stream", text="kept from a hidden check")]
    text = make(TITLE, "x", page.questions(RELEASE, notebook, results()))
    assert "Question 4" in text
    assert "hidden" not in text.replace("points, hidden", "").replace("point, hidden", "")


def test_nothing_of_a_student_becomes_html():
    honest = Tags(page.as_html(TITLE, "x", asked({"q5": (1, 3, "no")})))
    rude = page.as_html(TITLE, RUDE, asked({"q5": (1, 3, RUDE)}, RUDE, q4=RUDE, q5=RUDE))
    assert Tags(rude).tags == honest.tags
    assert Tags(rude).text.count(RUDE) == 6  # title, heading, message, comment, two answers
    assert "script" not in honest.tags
    assert "default-src 'none'" in rude
    assert not re.search(r"(src|href)=", rude.replace("src=x", ""))


def test_a_students_cells_cannot_pass_for_questions():
    notebook = with_hidden_checks(right(), SOURCE)
    notebook.cells.insert(0, nbformat.v4.new_markdown_cell("## Question 9. Everything (99 points)"))
    titles = [q.title for q in page.questions(RELEASE, notebook, results())]
    assert [title.split(".")[0] for title in titles] == [f"Question {n}" for n in range(1, 6)]


def test_canvas_gets_a_notebook_whose_cells_hold_plain_text():
    text = page.as_notebook(
        TITLE, "Jörg Müller", asked({"q5": (1, 3, RUDE)}, RUDE, q4=RUDE, q5=RUDE)
    )
    cells = nbformat.reads(text, 4).cells
    assert {cell.cell_type for cell in cells} == {"markdown"}
    assert [
        line for cell in cells for line in cell.source.splitlines() if "Question 4" in line
    ] == [f"## Question 4. Distance: {points('q4') - 1} of {points('q4')}"]
    rude = "\n".join(cell.source for cell in cells)
    assert rude.count(html.escape(RUDE)) == 4  # message, comment, two answers
    assert set(re.findall(r"<[^>]*>", rude)) == {"<pre>", "</pre>"}


def test_each_platform_finds_its_students_by_the_names_in_the_zip_file():
    about_it = TITLE, "x", asked()
    for sent, path in [
        ("Jo Roe_103_assignsubmission_file_", f"Jo Roe_103_assignsubmission_file_/{NAME}.html"),
        ("Jo Roe_103_assignsubmission_file", f"Jo Roe_103_assignsubmission_file/{NAME}.html"),
        (
            "Jo Roe_103_assignsubmission_file_x_y.ipynb",
            f"Jo Roe_103_assignsubmission_file_{NAME}.html",
        ),
    ]:
        assert feedback.parcel(sent, NAME, about_it)[:2] == ("Moodle", path)
    sent = "roejo_LATE_103_56_x.ipynb"
    platform, path, text = feedback.parcel(sent, NAME, about_it)
    assert (platform, path) == ("Canvas", sent)
    assert nbformat.reads(text, 4)
    assert feedback.parcel("", NAME, about_it) == ("", "", "")


def test_the_command_writes_pages_and_zip_files_under_the_names_of_people(course):
    for file in ("Jörg Müller_102_assignsubmission_file_/x", "roejo_103_56_x", "ann"):
        course.hand_in(file, q4="# fails q4_side")
    course.grade()
    course.read_marks("q5,102,2,Well.")
    code, said, _ = course.command("feedback", NAME)
    assert code is None
    assert said.startswith("3 pages are in ")
    assert "2 answers in words are not marked yet, and the pages say so." in said
    folder = course.folder / "feedback"
    pages = {
        who: (folder / who / NAME / f"{NAME}.html").read_text("utf-8")
        for who in ("102", "103", "ann")
    }
    assert "Jörg Müller: <b>18 of 20</b>" in pages["102"]
    assert "roejo: <b>16 of 20</b>" in pages["103"]
    assert "Well." in pages["102"]
    with zipfile.ZipFile(folder / f"{NAME}-moodle.zip") as archive:
        (path,) = archive.namelist()
        assert path == f"Jörg Müller_102_assignsubmission_file_/{NAME}.html"
        assert archive.read(path).decode() == pages["102"]
    with zipfile.ZipFile(folder / f"{NAME}-canvas.zip") as archive:
        assert archive.namelist() == ["roejo_103_56_x.ipynb"]
