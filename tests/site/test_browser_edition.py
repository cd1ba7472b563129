"""The browser edition, as a reader and a student meet it. `make lite` builds it, or LITE=1 before another target."""

import json
import re
from hashlib import sha256

import pytest

from browser import ROOT
from grader.coursework import about, is_answer, is_check, load, name
from grader.intake.collect import Submission
from grader.run.grading import grade
from lite import NOTEBOOKS
from lite.stage import ELSEWHERE, joined, staged

STAGED = sorted(path for pattern in NOTEBOOKS for path in ROOT.glob(pattern))

READY = """() => {
  const panel = window.jupyterapp?.shell.currentWidget;
  return panel?.sessionContext?.session?.kernel && panel.content.widgets.length > 9;
}"""
SETTLED = "() => !jupyterapp.shell.currentWidget.context.model.dirty"
RUN = """async (most) => {
  const notebook = jupyterapp.shell.currentWidget.content;
  const code = notebook.widgets.filter((cell) => cell.model.type === "code").slice(0, most);
  for (const cell of code) {
    notebook.activeCellIndex = notebook.widgets.indexOf(cell);
    notebook.deselectAll();
    await jupyterapp.commands.execute("notebook:run-cell");
  }
  return code.map((cell) => cell.model.outputs.toJSON());
}"""
WRITE = """([begin, text]) => {
  const cell = jupyterapp.shell.currentWidget.content.widgets
    .find((cell) => cell.model.sharedModel.source.startsWith(begin));
  cell.model.sharedModel.setSource(text);
}"""
SOLVE = """(answers) => {
  for (const cell of jupyterapp.shell.currentWidget.content.widgets) {
    const name = cell.model.getMetadata("nbgrader")?.grade_id;
    if (name in answers) cell.model.sharedModel.setSource(answers[name]);
  }
}"""
SOURCE = """(begin) => jupyterapp.shell.currentWidget.content.widgets
  .map((cell) => cell.model.sharedModel.source).find((source) => source.startsWith(begin))"""
# What another version changes besides pictures: where a solver stops. It is for the solver to say how near
# to the largest margin it comes.
CHANGED = {
    "your_data": r"0\.00\d\d to 0\.0023",
}
ANSWER = """\
def constant_first(X):
    return np.hstack([np.ones((len(X), 1)), X])


def constant_last(X):
    return np.hstack([X, -np.ones((len(X), 1))])


def to_last(w):
    return np.concatenate([w[1:], [-w[0]]])
"""


def said(outputs):
    """Return what a cell gave, without its pictures: another Matplotlib draws other letters."""
    words = ""
    for output in outputs:
        assert output["output_type"] != "error", output["evalue"]
        data = output.get("data", {"text": output.get("text", "")})
        for kind, text in sorted(data.items()):
            if not kind.startswith("image/"):
                words += re.sub(
                    r'<img[^>]*>|<svg.*?</svg>|(width|height)="\d+"',
                    "",
                    joined(text),
                    flags=re.DOTALL,
                )
    return words


@pytest.fixture
def follow(browser, site, edition):
    """Return a function that opens a page and follows its button; nothing may come from elsewhere."""
    asked = []
    with browser.new_context(accept_downloads=True) as context:
        context.set_default_timeout(
            180_000
        )  # milliseconds: a busy machine took 77 s to the first cell
        context.on("request", lambda request: asked.append(request.url))

        def open_notebook(page):
            tab = context.new_page()
            tab.goto(site + page)
            tab.wait_for_load_state("networkidle")
            assert not [url for url in asked if "/lite/" in url]
            with context.expect_page() as opened:
                tab.get_by_role("link", name="Run in the browser").click()
            opened.value.wait_for_function(READY)
            return opened.value

        yield open_notebook
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []


def page_of(notebook):
    """Return the page of a notebook."""
    return notebook.relative_to(ROOT).with_suffix(".html").as_posix()


def test_it_has_what_readers_may_see_and_no_solution(edition):
    assert [path.name for path in sorted(edition.glob("files/**/*.ipynb"))] == sorted(
        path.name for path in STAGED
    )
    assert not any("source" in path.parts for path in STAGED)


def test_its_lock_describes_what_is_there(edition):
    folder = edition / "static" / "pyodide"
    packages = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))["packages"]
    for entry in packages.values():
        assert sha256((folder / entry["file_name"]).read_bytes()).hexdigest() == entry["sha256"]
        assert set(entry["depends"]) <= packages.keys()


def needs(cell):
    """Return whether a cell needs what no browser has, such as other processes."""
    return "needs" in cell["metadata"]


def test_cells_that_need_more_than_a_browser_become_a_sentence():
    notebook = ROOT / "book" / "15_more_than_one_machine.ipynb"
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    left = json.loads(staged(notebook))["cells"]
    assert any(map(needs, cells))
    assert not any(map(needs, left))
    for cell, stays in zip(cells, left, strict=True):
        assert (stays["cell_type"] == cell["cell_type"]) is not needs(cell)
        assert (stays["source"] == ELSEWHERE) is needs(cell)


def runs_as_committed(follow, notebook):
    """Run a notebook whole, and compare what its cells say with what is committed."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    run_there = (cell for cell in cells if cell["cell_type"] == "code" and not needs(cell))
    committed = [cell["outputs"] for cell in run_there]
    tab, changed = follow(page_of(notebook)), CHANGED.get(notebook.stem, "(?!)")
    for mine, theirs in zip(tab.evaluate(RUN, len(committed)), committed, strict=True):
        assert re.sub(changed, "…", said(mine)) == re.sub(changed, "…", said(theirs))


def test_a_chapter_runs_from_its_button(follow):
    runs_as_committed(follow, ROOT / "book" / "02_perceptron_rule.ipynb")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "notebook", [path for path in STAGED if "release" not in path.parts], ids=lambda path: path.stem
)
def test_every_chapter_runs(follow, notebook):
    runs_as_committed(follow, notebook)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "notebook", [path for path in STAGED if "release" in path.parts], ids=lambda path: path.stem
)
def test_every_assignment_can_be_solved(follow, notebook):
    tab = follow(page_of(notebook))
    source = load("source", notebook.stem)
    tab.evaluate(SOLVE, {name(cell): cell.source for cell in source.cells if is_answer(cell)})
    outputs = tab.evaluate(RUN, 99)
    assert len(outputs) == sum(cell.cell_type == "code" for cell in source.cells)
    for each in outputs:
        said(each)


def test_a_student_works_reloads_and_downloads(follow, tmp_path):
    assignment = "a1_discriminants"
    tab = follow(f"book/assignments/release/{assignment}/{assignment}.html")
    assert tab.evaluate(SETTLED)  # nothing is saved unasked
    tab.evaluate(WRITE, ["def constant_first", ANSWER])
    first = [said(outputs) for outputs in tab.evaluate(RUN, 4)]
    assert len(first) == 4  # and none of them ended in an error
    tab.wait_for_function(SETTLED)  # saved by itself
    tab.reload()
    tab.wait_for_function(READY)
    assert tab.evaluate(SOURCE, "def constant_first") == ANSWER
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Download").first.click()
    assert download.value.suggested_filename == f"{assignment}.ipynb"
    download.value.save_as(tmp_path / "student.ipynb")
    handed_in = Submission("student", "student", data=(tmp_path / "student.ipynb").read_bytes())
    _, report = grade(handed_in, load("release", assignment), load("source", assignment), {})
    assert (report["problem"], report["repairs"], report["flags"]) == ("", [], [])
    source = load("source", assignment)
    checks = [cell for cell in source.cells if is_check(cell) and name(cell).startswith("q1")]
    assert report["score"] == sum(about(cell)["points"] for cell in checks) > 0


def test_from_the_file_system_it_says_how(tab, edition):
    tab.goto((edition / "notebooks" / "index.html").as_uri())
    assert "cannot run from the file system" in tab.locator("body").inner_text()
