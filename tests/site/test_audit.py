"""The audit's arithmetic: goals, the worst of many, the phone's slowdown, and the table of the page."""

import re

import pytest

import audit
import measure

GOOD = {
    "KB": 200,
    "requests": 9,
    "elements": 9000,
    "shift": 0,
    "jump": 0,
    "axe": 0,
    "slowdown": 4,
    "phone": 95,
    "desktop": 100,
}
GOOD |= {"accessibility": 100, "best practices": 100, "SEO": 100}


def report(*values, index=1750):
    """Return a report of Lighthouse with four scores, from a machine with an index."""
    scores = zip(measure.CATEGORIES, values, strict=True)
    return {
        "categories": {name: {"score": value} for name, value in scores},
        "environment": {"benchmarkIndex": index},
    }


def test_a_page_at_its_goals_misses_none():
    assert audit.missed("a.html", GOOD) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KB", 201),
        ("shift", 0.001),
        ("jump", 3),
        ("axe", 1),
        ("phone", 94),
        ("desktop", 99),
        ("SEO", 92),
    ],
)
def test_a_missed_goal_is_told_with_page_figure_and_goal(name, value):
    (text,) = audit.missed("book/a.html", GOOD | {name: value})
    assert text == f"book/a.html: {name} {value:g}, the goal is {audit.GOALS[name]:g}"


def test_no_search_engine_is_to_list_the_search():
    assert audit.missed("search.html", GOOD | {"SEO": 60}) == []
    assert audit.missed("search.html", GOOD | {"phone": 94}) != []


def test_the_worst_is_the_most_or_the_least():
    rows = [GOOD | {"KB": 10, "phone": 99}, GOOD | {"KB": 20, "phone": 97}]
    assert audit.worst(rows) == GOOD | {"KB": 20, "phone": 97}


def test_the_worse_of_both_profiles_counts(monkeypatch):
    left = [report(1, 0.95, 1, None), report(0.95, 1, 0.8, 1)]
    monkeypatch.setattr(measure, "lighthouse", lambda *args: left.pop(0))
    assert list(measure.judge("a.html").values()) == [4, 95, 100, 95, 80, 0]


@pytest.mark.parametrize(
    ("runs", "phone"),
    [([95], 95), ([94, 90, 99, 91], 91), ([94, 96, 99, 93, 97], 96), ([94, 90, 92], 92)],
)
def test_a_phone_that_falls_short_is_measured_until_three_agree(monkeypatch, runs, phone):
    left = [report(1, 1, 1, 1), *(report(score / 100, 1, 1, 1) for score in runs)]
    monkeypatch.setattr(measure, "lighthouse", lambda *args: left.pop(0))
    assert measure.judge("a.html")["phone"] == phone
    assert left == []


def test_so_is_a_desktop_and_the_index_is_that_of_the_middle_run(monkeypatch):
    stalled, busy, calm = (
        report(s, 1, 1, 1, index=i) for s, i in [(0.8, 175), (0.99, 875), (1, 1750)]
    )
    left = [stalled, calm, busy, calm, busy, report(1, 1, 1, 1)]
    monkeypatch.setattr(measure, "lighthouse", lambda *args: left.pop(0))
    row = measure.judge("a.html")
    assert (row["desktop"], row["slowdown"], row["phone"]) == (99, 2, 100)


@pytest.mark.parametrize(("index", "slowdown"), [(1750, "4.0"), (875, "2.0"), (2625, "6.0")])
def test_the_phone_is_as_slow_on_each_computer(monkeypatch, index, slowdown):
    asked = []

    def lighthouse(url, *options):
        asked.extend(options)
        return report(1, 1, 1, 1, index=index)

    monkeypatch.setattr(measure, "lighthouse", lighthouse)
    measure.judge("a.html")
    assert asked == ["--preset=desktop", f"--throttling.cpuSlowdownMultiplier={slowdown}"]


def test_only_a_chapter_has_a_goal_of_elements():
    row = GOOD | {"elements": 20_000}
    assert audit.missed("book/errata.html", row) == []
    assert len(audit.missed("book/07_adaline.html", row)) == 1


def test_a_line_stands_under_its_headings():
    heads = " " * 32 + "".join(f"   {figure.name}" for figure in audit.FIGURES)
    assert len(audit.line("a.html", GOOD)) == len(heads)


def test_the_table_replaces_the_old_one():
    start, end = audit.MARKS
    assert audit.written(f"a\n{start}old\n{end}z\n", "new\n") == f"a\n{start}new\n{end}z\n"


def test_the_table_of_the_page_is_one_of_the_audit():
    block = audit.PAGE.read_text("utf-8").split(audit.MARKS[0])[1].split(audit.MARKS[1])[0]
    lines = [line.split("|")[1:-1] for line in block.splitlines() if line.startswith("|")]
    columns = zip(*(map(float, values) for _, _, *values in lines[2:]), strict=True)
    names = [figure.name for figure in audit.FIGURES]
    heads = map(str.strip, lines[0][2:])
    pages = {n: dict(zip(names, c, strict=True)) for n, c in zip(heads, columns, strict=True)}
    assert audit.table(pages) in block
    worst = next(iter(pages))
    assert re.fullmatch(r"the worst of \d+ pages", worst)
    for page in audit.PLAIN.values():
        ours, plain = pages[page], pages[f"{page}, plain"]
        assert audit.worst([pages[worst], ours]) == pages[worst]
        assert ours["KB"] < plain["KB"]
        assert ours["axe"] < plain["axe"]
