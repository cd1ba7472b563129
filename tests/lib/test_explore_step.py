"""One step in Chromium: what becomes of mistakes, J_P and the distance is what the library computes."""

import numpy as np
import pytest

from explorables import HERE, choose, drag, keys, press, said, state
from perceptrons import criterion, explore

pytestmark = pytest.mark.site

X, T = [[1], [-2], [-4]], [1, 1, -1]
LOOK = """(states) => states.map((state) => {
    const { v, J, M, best, nearest, far } = customElements.get("perceptron-step").look(state);
    return { v, J: [J(0), J(state.eta)], M: [M(0), M(state.eta)], best, least: J(best), nearest, far };
})"""


@pytest.fixture
def example():
    return explore.step(X, T, w=[-2, 0], w_star=[3, 1])


def test_a_step_is_the_library_s_to_the_bit(show, example):
    rng = np.random.default_rng(16)
    states = []
    for _ in range(60):
        n = int(rng.integers(1, 7))
        drawn = {"X": rng.integers(-12, 13, (n, 1)) / 4, "t": rng.choice([-1, 1], n)}
        drawn |= {"w": rng.integers(-16, 17, 2) / 4, "goal": rng.integers(-16, 17, 2) / 4}
        state = {name: value.tolist() for name, value in drawn.items()}
        states.append(state | {"pattern": int(rng.integers(n)), "eta": rng.integers(0, 57) / 8})
    kinds = set()
    for state, seen in zip(states, show(example).evaluate(LOOK, states), strict=True):
        Q, t, w = (np.array(state[name]) for name in ("X", "t", "w"))
        z = t[state["pattern"]] * np.array([1, *Q[state["pattern"]]])
        for end, v in enumerate((w, w + state["eta"] * z)):
            assert seen["J"][end] == criterion.cost(v, Q, t)
            assert seen["M"][end] == np.flatnonzero(criterion.mistaken(v, Q, t)).tolist()
            assert seen["far"][end] == ((v - state["goal"]) ** 2).sum()
        assert seen["v"] == v.tolist()
        assert seen["nearest"] == pytest.approx((state["goal"] - w) @ z / (z @ z), rel=1e-12)
        # Convex and linear between its kinks: nowhere on a fine grid is J_P lower, beyond rounding.
        along = [criterion.cost(w + rate * z, Q, t) for rate in np.arange(0, 40, 0.125)]
        assert seen["least"] <= min(along) + 1e-9
        assert seen["least"] == pytest.approx(criterion.cost(w + seen["best"] * z, Q, t), abs=1e-9)
        kinds.add((seen["best"] > 0, bool(w @ z > 0)))
    assert len(kinds) == 4  # each has occurred


def test_untouched_it_is_the_worked_example(show, example):
    assert said(show(example)) == (
        "η = 1 leads to (−1, 1): the count of mistakes stays 2; J_P falls from 4 to 3; the squared "
        "distance to w* falls from 26 to 16. J_P is least here, but pattern 1 is still a mistake."
    )
    assert example.table.rows[1] == ["1", "(−1, 1)", "2", "3", "16"]


def test_buttons_lead_to_the_least_cost_to_the_nearest_point_and_back(show, example):
    tab = show(example)
    untouched = said(tab)
    press(tab, "Nearest")
    assert said(tab) == (
        "η = 3 leads to (1, 3): the count of mistakes falls from 2 to 1; J_P rises from 4 to 5; the "
        "squared distance to w* falls from 26 to 8."
    )
    for name in ("Least J_P", "Reset"):
        press(tab, name)
        assert said(tab) == untouched


def test_the_rate_is_moved_by_slider_and_by_keys(show, example):
    tab = show(example)
    tab.get_by_role("slider", name="Rate η").fill("6")
    assert said(tab).endswith("the squared distance to w* stays 26.")
    keys(tab, "End of the step", "Left Down Up Down")
    assert state(tab)["eta"] == 5.75
    keys(tab, "on the curve", "Right")
    assert state(tab)["eta"] == 5.875


def test_the_end_is_dragged_along_the_way(show, example):
    tab = show(example)
    box = tab.locator(".explorable .ground").first.bounding_box()
    low, high = tab.evaluate(f"[{HERE}.state.low, {HERE}.state.high]")

    def at(a, b):
        scale = box["width"] / (high - low)
        return box["x"] + scale * (a - low), box["y"] + scale * (high - b)

    drag(tab, at(-1, 1), at(3, 1))  # beside the way: the nearest place on it is (1, 3)
    assert state(tab)["eta"] == 3


def test_at_a_pattern_that_is_right_there_is_no_step(show, example):
    tab = show(example)
    choose(tab, "Step along", "pattern 3")
    assert said(tab).startswith("w = (−2, 0) is right about pattern 3: the rule would not step.")
    choose(tab, "Step along", "pattern 2")
    assert said(tab).startswith("η = 1 leads to (−1, −2): the count of mistakes stays 2; J_P rises")
    tab.get_by_role("slider", name="Rate η").fill("0")
    assert said(tab) == (
        "w = (−2, 0): 2 mistakes, J_P = 4, squared distance to w* 26. Drag the rate."
    )
