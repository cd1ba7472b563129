"""The margin in Chromium: its run is the library's, and its nearest point the best separator."""

import numpy as np
import pytest

from browser import PHONE
from perceptrons import bounds, explore, perceptron
from perceptrons.separability import largest_margin

pytestmark = pytest.mark.site

HERE = "document.querySelector('.explorable')"
LOOK = "customElements.get('perceptron-margin').look"


@pytest.fixture
def example():
    return explore.margin([[3], [1]], [1, -1], w=[-3, 2])


def said(tab):
    return tab.get_by_role("status").inner_text()


@pytest.mark.parametrize("number", [40, pytest.param(200, marks=pytest.mark.thorough)])
def test_run_margin_and_nearest_point_are_the_library_s(show, example, number):
    rng = np.random.default_rng(5)
    cases = []
    for _ in range(number):
        n = int(rng.integers(1, 6))
        X, t = rng.integers(-16, 17, (n, 1)) / 4, rng.choice([-1, 1], n)
        cases.append((X, t, rng.integers(-8, 9, 2) / 4))
    states = [{"X": X.tolist(), "t": t.tolist(), "w": w.tolist()} for X, t, w in cases]
    looks = show(example).evaluate(f"(states) => states.map({LOOK})", states)
    kinds = set()
    for (X, t, w), seen in zip(cases, looks, strict=True):
        run, best = perceptron.online(X, t, max_epochs=4000), largest_margin(X, t)
        shown = seen["path"]
        assert shown == run.weights[: len(shown)].tolist()
        assert len(shown) == min(run.updates, 2000) + 1
        if w.any():
            assert seen["gamma"] == pytest.approx(bounds.margin(w, X, t), abs=1e-12)
        assert seen["R"] == pytest.approx(bounds.radius(X), rel=1e-12)
        separable = best.lower > 0
        # Least squares is right to a few roundings; in the browser an edge is exact.
        expected = best.w if separable else [0, 0]
        assert seen["p"] == pytest.approx(list(expected), abs=1e-6)
        kinds.add((separable, seen["gamma"] > 0))
    assert kinds == {(True, True), (True, False), (False, False)}


def test_untouched_it_is_the_worked_example(show, example):
    told = (
        "w* = (−3, 2) has the margin 0.2774, so at most 130 updates are possible. The best "
        "separator allows 50. The run makes 10."
    )
    assert said(show(example)) == told
    assert [row[1:] for row in example.table.rows] == [
        ["0.2774", "130", "10"],
        ["0.4472", "50", "10"],
    ]


def test_the_best_separator_is_a_button_away_and_reset_leads_back(show, example):
    tab = show(example)
    untouched = said(tab)
    tab.get_by_role("button", name="Best separator").click()
    assert "has the margin 0.4472, so at most 50 updates are possible" in said(tab)
    tab.get_by_role("button", name="Reset").click()
    assert said(tab) == untouched


def test_the_keyboard_turns_the_separator_and_moves_a_pattern(show, example):
    tab = show(example)
    tab.get_by_role("slider", name="Separator w*").focus()
    for _ in range(4):
        tab.keyboard.press("ArrowDown")
    assert tab.evaluate(f"{HERE}.state.w") == [-3, 1]
    assert "w* = (−3, 1) is no separator: it is wrong about pattern 1" in said(tab)
    tab.get_by_role("slider", name="Pattern 2").focus()
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("ArrowLeft")  # its constant feature stays
    assert tab.evaluate(f"{HERE}.state.X") == [[3], [0.75]]


def test_patterns_that_nothing_separates_are_told(show, example):
    tab = show(example)
    tab.evaluate(f"{HERE}.change({{ X: [[1], [1]] }})")
    assert said(tab).endswith("Nothing separates. The run never ends.")
    assert (
        tab.locator(".explorable figcaption").first.inner_text()
        == "Ring: at zero, so nothing separates."
    )


def test_it_fits_a_phone(show, example):
    tab = show(example, viewport=PHONE)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("X", "w", "words"),
    [
        ([[1, 2]], [0, 1, 1], r"X must have shape \(n, 1\), dense: .* choose one feature"),
        ([[1]], [-2, 1], r"w_star must separate the classes, but min w_star·z_i = -1"),
    ],
)
def test_what_cannot_be_drawn_is_refused(X, w, words):
    with pytest.raises(ValueError, match=words):
        explore.margin(X, [1], w=w)
