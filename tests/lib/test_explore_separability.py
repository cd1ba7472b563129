"""Four points in Chromium: a line or crossing hulls, just where the library finds them."""

import numpy as np
import pytest

from explorables import HERE, keys, press, said, state
from perceptrons import capacity, data, explore
from perceptrons.geometry import reflect
from perceptrons.separability import separate

pytestmark = pytest.mark.site

KIND = "customElements.get('perceptron-separability')"


@pytest.fixture
def example():
    return explore.separability(*data.xor())


def test_line_meeting_point_and_count_are_the_library_s(show, example):
    rng = np.random.default_rng(10)
    cases = [(np.array([[0, 0], [-1, -1], [1, -1], [0, 1]]), np.array([1, -1, -1, -1]))]
    for case in range(150):
        n, reach = int(rng.integers(2, 5)), (8, 2)[case % 2]  # on the small grid many are in line
        cases.append((rng.integers(-reach, reach + 1, (n, 2)) / 4, rng.choice([-1, 1], n)))
    states = [{"X": X.tolist(), "t": t.tolist()} for X, t in cases]
    look = f"(states) => states.map((s) => [{KIND}.look(s), {KIND}.count(s.X)])"
    kinds = set()
    for (X, t), (seen, count) in zip(cases, show(example).evaluate(look, states), strict=True):
        answer = separate(X, t)
        assert (seen["met"] is None) == answer.separable
        assert count == capacity.count(X)
        if seen["met"]:
            for hull in seen["met"]["hulls"]:
                rows = np.column_stack([np.ones(len(hull)), hull]).T
                # The point is a convex mixture of each hull: least squares finds its weights.
                share = np.linalg.lstsq(rows, [1, *seen["met"]["at"]], rcond=None)[0]
                assert rows @ share == pytest.approx([1, *seen["met"]["at"]], abs=1e-12)
                assert min(share) >= -1e-12
            kinds.add(tuple(sorted(len(hull) for hull in seen["met"]["hulls"])))
        elif seen["line"]:
            assert (reflect(X, t) @ seen["line"] > 0).all()
    assert kinds == {(1, 1), (1, 2), (1, 3), (2, 2)}


def test_untouched_it_is_exclusive_or(show, example):
    tab = show(example)
    told = (
        "No line separates them: (0, 0) lies between points 2, 3, and also lies between points "
        "1, 4, of the other class."
    )
    assert said(tab) == told
    caption = tab.locator(".explorable figcaption").last
    sheets = tab.locator(".explorable figure").last.locator("svg > g")
    assert sheets.count() == 16
    asked = caption.inner_text()
    assert asked.startswith("All 16 labellings. Which of them can no line do?")
    assert sheets.locator("path.trail").count() == 0
    press(tab, "Cross out")
    assert said(tab) == f"{told} A line separates 14 of all 16 labellings."
    assert caption.inner_text() == "Crossed out: 2 labellings that no line can do."
    assert sheets.locator("path.trail").count() == 2
    press(tab, "Reset")
    assert caption.inner_text() == asked


def test_a_button_relabels_and_reset_leads_back(show, example):
    tab = show(example)
    untouched = said(tab)
    press(tab, "Relabel 1")
    assert said(tab) == "A line separates the two classes."
    for k in (2, 3):
        press(tab, f"Relabel {k}")
    assert said(tab) == "A line separates the two classes."
    press(tab, "Relabel 1")
    assert said(tab).startswith("All points are in one class")
    press(tab, "Reset")
    assert said(tab) == untouched


def test_the_keyboard_moves_and_relabels(show, example):
    tab = show(example)
    keys(tab, "Point 4, class C2", "Left Down Enter")
    assert state(tab)["X"][3] == [0.75, 0.75]
    assert state(tab)["t"] == [-1, 1, 1, 1]
    assert tab.get_by_role("slider", name="Point 4, class C1").count() == 1


def test_points_in_line_have_fewer_labellings(show, example):
    tab = show(example)
    tab.evaluate(f"{HERE}.change({{ told: true, X: [[-1, 0], [0, 0], [1, 0], [0, 1]] }})")
    assert said(tab).endswith("A line separates 12 of all 16 labellings.")
