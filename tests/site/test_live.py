"""Live cells: the code of a page becomes fields, and Python runs it where it stands (tools/lite/live)."""

import json
import re
from importlib import reload

import looks
import numpy as np
import pytest
from test_browser_edition import CHANGED, STAGED, needs, page_of

import axe
from browser import LAPTOP, ROOT, SITE, serve
from lite.live import runner

LIVE = [notebook for notebook in STAGED if "release" not in notebook.parts]
CHAPTER = ROOT / "book" / "02_perceptron_rule.ipynb"

WRITE = """([number, old, text]) => {
  const field = document.querySelector(`[aria-label^="Code of cell ${number}."]`);
  if (!field.value.includes(old)) throw Error(`no ${old} in ${field.value}`);
  field.value = field.value.replace(old, text);
  field.dispatchEvent(new Event("input"));
}"""
# What each cell shows, in words: a picture by its alternative text. Blank lines and columns are not compared.
SHOWN = r"""() => [...document.querySelectorAll("div.cell")].map((cell) => {
  for (const button of cell.querySelectorAll(".copybtn")) button.remove();
  const box = cell.querySelector(".cell_output");
  const pictures = [...box?.querySelectorAll("img") ?? []].map((image) => image.alt);
  return [box?.textContent, ...pictures].join(" ").replace(/\s+/g, " ").trim();
})"""
BLANK = """() => {
  for (const box of document.querySelectorAll(".cell:not(.elsewhere) > .cell_output"))
    box.replaceChildren();
}"""
# Checks stand at the end of their section, so cells are found by their numbers.
NUMBERED = "(a, b) => a.ariaLabel.match(/\\d+/) - b.ariaLabel.match(/\\d+/)"
RUN = """(number) => [...document.querySelectorAll(".live-row > button")]
  .find((button) => button.textContent === `Run cell ${number}`).click()"""
SAYS = ".live-status > [role=status]"  # an explorable has one, too
ENDED = f"() => /has run|ended|could not/.test(document.querySelector('{SAYS}').textContent)"
LONGEST = 900_000  # milliseconds: chapter 14 takes five minutes on a quiet machine


# How the cells of a page are run


@pytest.fixture
def play():
    """Return a function that runs a cell, and returns what it showed and the error that ended it."""
    reload(runner)
    names = {}

    def run(number, code):
        told = json.loads(runner.run(number, code, names))
        return told["outputs"], told["error"]

    return run


def test_what_is_printed_and_what_is_shown_keep_their_order(play):
    shown = [{"text/plain": "1"}, "b\nc\n", {"text/plain": "2"}, {"text/plain": "3"}]
    code = "display(1)\nprint('b')\nprint('c')\ndisplay(2)\n1 + 2  # the last value"
    assert play(0, code) == (shown, "")
    assert play(1, "x = 1") == play(2, "x;") == play(3, "None") == play(4, "") == ([], "")


def test_a_value_is_shown_in_each_of_its_forms(play):
    play(0, "from perceptrons import plots\nfrom perceptrons.table import Table\nimport sympy")
    table, words = {"text/html", "text/plain"}, {"text/plain"}
    for code, forms in {
        "Table(['i'], [['1']])": table,
        "Table": words,
        "sympy.Symbol('x')": {"text/latex", "text/plain"},
        "fig, ax = plots.figure()\nplots.say(ax, 'Empty.')\nfig": {"image/png", "image/svg+xml"}
        | words,
        "import matplotlib.pyplot as plt\nline = plt.plot([1, 2])": {"image/svg+xml"} | words,
    }.items():
        ((data,), error) = play(1, code)
        assert (set(data), error) == (forms, "")


def test_a_cell_that_runs_again_begins_with_the_names_of_those_above_it(play):
    for number, code in enumerate(["x = 1", "x += 1\nx", "x = later = 10"]):
        play(number, code)
    assert play(1, "x += 5\nx") == ([{"text/plain": "6"}], "")
    assert play(2, "x") == ([{"text/plain": "6"}], "")  # not 10, and not 2
    assert play(3, "later")[1].endswith("NameError: name 'later' is not defined\n")


def test_an_error_is_told_from_the_cell_on_and_ends_in_words(play):
    play(0, "def f(x):\n    return 1 / x")
    outputs, error = play(1, "print('before')\nf(0)")
    assert outputs == ["before\n"]
    assert [line for line in error.splitlines() if "^" not in line] == [
        "Traceback (most recent call last):",
        '  File "cell 2", line 2, in <module>',
        "    f(0)",
        '  File "cell 1", line 2, in f',
        "    return 1 / x",
        "ZeroDivisionError: division by zero",
    ]
    assert play(1, "x = (")[1].endswith("SyntaxError: '(' was never closed\n")
    assert play(1, "raise SystemExit")[1].endswith("\nSystemExit\n")


# The page


@pytest.fixture
def live(browser, site, edition, tmp_path):
    """Return a function that opens a page of the site, below some path, and presses its button."""
    (tmp_path / "below").symlink_to(SITE)
    asked = []
    with serve(tmp_path) as address, browser.new_context() as context:
        context.set_default_timeout(180_000)
        context.on("request", lambda request: asked.append(request.url))

        def open_page(page):
            tab = context.new_page()
            tab.goto(f"{address}below/{page}")
            tab.wait_for_load_state("networkidle")
            assert [url for url in asked if "/lite/" in url] == []
            tab.get_by_role("button", name="Try the cells here").click()
            tab.locator(SAYS, has_text="Python is ready").wait_for()
            return tab

        yield open_page
        allowed = (f"{address}below/", "data:", "blob:")
    assert [url for url in asked if not url.startswith(allowed)] == []


def status(tab):
    """Return what the page says of the last run, when it has ended."""
    tab.wait_for_function(ENDED, timeout=LONGEST)
    return tab.locator(SAYS).inner_text()


def code_cells(notebook):
    """Return the code cells of a notebook that run in its page, in their order."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code" and not needs(cell)]


def test_a_reader_changes_a_number_and_sees_what_it_does(live):
    code = code_cells(CHAPTER)
    sources = ["".join(cell["source"]) for cell in code]
    changed, check, runs = (
        next(n for n, source in enumerate(sources, 1) if part in source)
        for part in (
            "w = np.array([0, 2, 0])",
            "(w + z) @ z) == (-2, 1)",
            "in learn(Z, np.zeros(3)):",
        )
    )
    above = sum(bool(cell["outputs"]) for cell in code[: changed - 1])
    tab = live(page_of(CHAPTER))
    shown = tab.locator(f".cell:has([aria-label^='Code of cell {runs}.']) .cell_output")
    field = tab.get_by_label(f"Code of cell {runs}.")
    old = tab.get_by_text("The output is from before the change.")
    tab.evaluate(WRITE, [changed, "[0, 2, 0]", "[0, 1, 0]"])  # which a check below does not expect
    assert old.count() == tab.locator(".cell_output").count() - above
    field.fill(field.input_value().replace("np.zeros(3)", "np.zeros(3), eta=2"))
    field.press("Shift+Enter")
    assert status(tab) == f"Cell {runs} has run. A check no longer holds: {check}."
    lines = np.array([[0, 0, 0], [-1, 1, 1], [0, 2, 0], [1, 1, 1]]) * 2.0  # from 0, η scales all
    assert shown.inner_text().strip().split("\n") == [str(line) for line in lines]
    assert "AssertionError" in tab.locator("details.check[open]").first.inner_text()
    picture = tab.locator(f".cell:has([aria-label^='Code of cell {changed}.']) img")
    assert "The line x₁ = 0" in picture.get_attribute("alt")
    assert picture.get_attribute("src").startswith("data:image/svg")
    assert tab.locator("perceptron-rule").evaluate(
        "(it) => it.shadowRoot.querySelector('svg') !== null"
    )
    tab.keyboard.press("Tab")
    assert tab.locator(":focus").inner_text() == f"Run cell {runs}"

    field.fill("display(sp.Symbol('eta')**2)\n1 / 0")
    field.press("Control+Enter")
    assert status(tab) == f"Cell {runs} ended with an error: ZeroDivisionError: division by zero"
    assert shown.locator("math msup").text_content() == "η2"
    assert f'File "cell {runs}", line 2' in shown.inner_text()
    tab.set_viewport_size(LAPTOP)
    assert axe.violations(tab) == []
    assert looks.narrow(tab) == []

    field.fill("while True: pass")
    buttons = tab.locator(".live-row", has_text=f"Run cell {runs}")
    buttons.get_by_text(f"Run cell {runs}").click()
    buttons.get_by_text("Stop").click()
    assert tab.locator(SAYS).inner_text().startswith("Stopped")
    assert tab.locator(":focus").inner_text() == f"Run cell {runs}"
    assert tab.locator(".live-stop:visible").count() == 0
    tab.locator(SAYS, has_text="Python is ready").wait_for()
    tab.evaluate(WRITE, [1, "# Set-up", "mail"])  # a name of the worker that was stopped
    tab.evaluate(RUN, 1)
    assert status(tab) == "Cell 1 ended with an error: NameError: name 'mail' is not defined"


@pytest.mark.thorough
@pytest.mark.parametrize("notebook", LIVE, ids=lambda path: path.stem)
def test_every_chapter_runs_in_its_page(live, notebook):
    tab = live(page_of(notebook))
    fields = tab.locator(".live-code").evaluate_all(
        f"(all) => all.sort({NUMBERED}).map((field) => field.value)"
    )
    assert fields == ["".join(cell["source"]) for cell in code_cells(notebook)]
    committed = tab.evaluate(SHOWN)
    tab.evaluate(BLANK)
    tab.evaluate(RUN, len(fields))
    assert status(tab) == f"Cell {len(fields)} has run."
    changed = CHANGED.get(notebook.stem, "(?!)")
    for mine, theirs in zip(tab.evaluate(SHOWN), committed, strict=True):
        assert re.sub(changed, "…", mine) == re.sub(changed, "…", theirs)


def test_from_the_file_system_there_is_no_button(tab, edition):
    tab.goto((SITE / page_of(CHAPTER)).as_uri())
    assert tab.get_by_role("link", name="Run in the browser").count() == 1
    assert tab.get_by_role("button", name="Try the cells here").count() == 0
