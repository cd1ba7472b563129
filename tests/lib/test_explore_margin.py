"""The margin in Chromium: its run is the library's, and its nearest point the best separator."""

import numpy as np
import pytest

from explorables import HERE, captions, keys, more, press, said, state
from perceptrons import bounds, explore, perceptron
from perceptrons.separability import largest_margin

pytestmark = pytest.mark.site

LOOK = "customElements.get('perceptron-margin').look"


@pytest.fixture
def example():
    return explore.margin([[3], [1]], [1, -1], w=[-3, 2])


@pytest.mark.parametrize("number", [12, pytest.param(200, marks=pytest.mark.thorough)])
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
    press(tab, "Best separator")
    assert "has the margin 0.4472, so at most 50 updates are possible" in said(tab)
    press(tab, "Reset")
    assert said(tab) == untouched


def test_the_keyboard_turns_the_separator_and_moves_a_pattern(show, example):
    tab = show(example)
    keys(tab, "Separator w*", 4 * "Down ")
    assert state(tab)["w"] == [-3, 1]
    assert "w* = (−3, 1) is no separator: it is wrong about pattern 1" in said(tab)
    keys(tab, "Pattern 2", "Up")
    more(tab, "Left")  # its constant feature stays
    assert state(tab)["X"] == [[3], [0.75]]


def test_patterns_that_nothing_separates_are_told(show, example):
    tab = show(example)
    tab.evaluate(f"{HERE}.change({{ X: [[1], [1]] }})")
    assert said(tab).endswith("Nothing separates. The run never ends.")
    assert captions(tab)[0] == "Ring: at zero, so nothing separates."
