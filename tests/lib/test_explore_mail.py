"""The mail explorable in Chromium: it counts the mistakes that the library counts."""

import numpy as np
import pytest

from explorables import cells, drag, more, press, said, state
from perceptrons import data, explore, geometry

pytestmark = pytest.mark.site

WORDS = ["your", "re"]
START, GOOD = [[1, 0], [1, 4]], [[0.75, 0], [2, 1]]
X, T = data.two_words(*WORDS, n=300)
KIND = "customElements.get('perceptron-mail')"


@pytest.fixture
def example():
    return explore.mail(X, T, ends=START, good=GOOD, words=WORDS)


def line(ends):
    """Return whole weights of the line, on patterns in hundredths."""
    (a, b), (c, d) = np.rint(100 * np.array(ends)).astype(int).tolist()
    v = d - b, a - c
    return [-(v[0] * a + v[1] * b), *v]


def mistakes(ends, P, t):
    hundredths = np.rint(100 * np.asarray(P)).astype(int)
    return (geometry.classify(line(ends), hundredths) != t).tolist()


def test_mistakes_are_the_library_s_on_any_line(show, example):
    rng = np.random.default_rng(0)
    tab = show(example)
    lines = rng.integers(-2, 25, (60, 2, 2)) / 4
    lines = [ends.tolist() for ends in lines if ends[0].tolist() != ends[1].tolist()]
    given = [
        {**example.state, "ends": (100 * np.array(ends)).astype(int).tolist()} for ends in lines
    ]
    found = tab.evaluate(f"(states) => states.map({KIND}.mistakes)", given)
    for ends, wrong in zip(lines, found, strict=True):
        assert wrong == mistakes(ends, X, T)
    assert len({sum(wrong) for wrong in found}) > 20


def test_untouched_it_shows_the_start_and_the_button_a_good_line(show, example):
    tab = show(example)
    assert said(tab) == (
        "g(x) = −1 + 1·your + 0·re. It makes 43 mistakes among 300 messages: "
        "30 spam let through, 13 honest messages lost."
    )
    assert cells(tab) == example.table.rows
    assert sum(mistakes(START, X, T)) == 43
    press(tab, "A good line")
    assert said(tab).startswith("g(x) = −3 + 4·your − 5·re. It makes 35 mistakes")
    assert sum(mistakes(GOOD, X, T)) == 35
    good = explore.mail(X, T, ends=GOOD, good=GOOD, words=WORDS)
    assert cells(tab) == good.table.rows
    press(tab, "Swap sides")
    assert "265 mistakes" in said(tab)  # none of the messages is on this line
    press(tab, "Reset")
    assert cells(tab) == example.table.rows


def place(tab, x, y):
    """Return where a point of the plane is on the screen."""
    box = tab.locator(".explorable .ground").bounding_box()
    return box["x"] + box["width"] * (x + 0.5) / 6.5, box["y"] + box["height"] * (4 - y) / 4.5


def test_an_end_is_dragged_by_the_mouse(show, example):
    tab = show(example)
    drag(tab, place(tab, 1, 4), place(tab, 2, 2), place(tab, 3.02, 2.98))
    ends = [[1, 0], [3, 3]]
    assert state(tab)["ends"] == [[100, 0], [300, 300]]
    assert f"makes {sum(mistakes(ends, X, T))} mistakes" in said(tab)


def test_both_ends_are_moved_by_keyboard_and_never_meet(show):
    start = [[1, 0], [1, 0.25]]
    tab = show(explore.mail(X, T, ends=start, good=GOOD, words=WORDS))
    first, second = (tab.get_by_role("slider", name=name) for name in ("First end", "Second end"))
    first.focus()
    more(tab, "Up")
    assert state(tab)["ends"] == [[100, 0], [100, 25]]  # there would be no line
    more(tab, "Left")
    second.focus()
    more(tab, "Up")
    assert state(tab)["ends"] == [[75, 0], [100, 50]]
    assert second.get_attribute("aria-valuetext") == "your 1, re 0.5"
