"""The criterion in Chromium: its path is the library's, and so are its level lines and its counts."""

import re

import numpy as np
import pytest

from browser import PHONE
from explorables import HERE, cells, choose, drag, heads, more, press, said, state
from perceptrons import criterion, explore, perceptron

pytestmark = pytest.mark.site

X, T = [[0], [1], [2], [3]], [-1, -1, 1, 1]
TOLD = ["k", "w", "mistaken", "J_P", "count"]


@pytest.fixture
def example():
    return explore.criterion(X, T, w=[1, 1])


def cases(number):
    """Yield random patterns, starts and options; every second case on the grid of the readers."""
    rng = np.random.default_rng(1)
    for case in range(number):
        n, grid = int(rng.integers(1, 9)), 4 if case % 2 else 1
        Q = rng.integers(-3 * grid, 3 * grid + 1, (n, 1)) / grid
        options = {
            "w": (rng.integers(-4 * grid, 4 * grid + 1, 2) / grid).tolist(),
            "eta": float(rng.choice([1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2])),
            "at_zero": int(rng.choice([0, -1, 1])),
            "max_epochs": int(rng.integers(1, 30)),
        }
        yield Q, rng.choice([-1, 1], n), options


def test_trace_is_the_library_s_to_the_bit(show, example):
    given = list(cases(80))
    states = [{"X": Q.tolist(), "t": t.tolist(), **options} for Q, t, options in given]
    trace = "customElements.get('perceptron-criterion').trace"
    kinds = set()
    traces = show(example).evaluate(f"(states) => states.map({trace})", states)
    for (Q, t, options), path in zip(given, traces, strict=True):
        run, tie = perceptron.batch(Q, t, **options), {"at_zero": options["at_zero"]}
        assert [p["w"] for p in path] == run.weights.tolist()
        for p in path:
            assert p["M"] == np.flatnonzero(criterion.mistaken(p["w"], Q, t, **tie)).tolist()
            assert p["J"] == criterion.cost(p["w"], Q, t)
            assert p["down"] == (0 - criterion.gradient(p["w"], Q, t, **tie)).tolist()
        kinds.add((run.converged, options["at_zero"], len(path) > 3))
    assert len(kinds) == 12  # each has occurred


def test_untouched_it_is_the_worked_example(show, example):
    tab = show(example)
    assert (
        said(tab)
        == "Start at w = (1, 1): J_P is 3. Mistaken: patterns 1, 2. Press Step to add them up."
    )
    assert cells(tab) == example.table.rows[:1]
    assert heads(tab) == list(example.table.columns)
    assert example.table.columns == TOLD
    assert [row[3:] for row in example.table.rows] == [
        ["3", "2"],
        ["2", "2"],
        ["7", "2"],
        ["3", "1"],
        ["1", "1"],
        ["0", "0"],
    ]


def test_each_update_is_shown_and_said(show, example):
    tab = show(example)
    updates = [
        ("patterns 1, 2", "(−1, 0)", "falls from 3 to 2", "stays 2", "Mistaken: patterns 3, 4."),
        ("patterns 3, 4", "(1, 5)", "rises from 2 to 7", "stays 2", "Mistaken: patterns 1, 2."),
        (
            "patterns 1, 2",
            "(−1, 4)",
            "falls from 7 to 3",
            "falls from 2 to 1",
            "Mistaken: pattern 2.",
        ),
        ("pattern 2", "(−2, 3)", "falls from 3 to 1", "stays 1", "Mistaken: pattern 2."),
        (
            "pattern 2",
            "(−3, 2)",
            "falls from 1 to 0",
            "falls from 1 to 0",
            "No pattern is mistaken: the rule ends.",
        ),
    ]
    sentences = [
        f"Update {k} adds {M}: w becomes {w}. J_P {slope}; the count of mistakes {flat}. {end}"
        for k, (M, w, slope, flat, end) in enumerate(updates, start=1)
    ]
    for k, sentence in enumerate(sentences, start=1):
        press(tab, "Step")
        assert said(tab) == sentence
        assert cells(tab) == example.table.rows[: k + 1]
    assert tab.get_by_role("button", name="Step").is_disabled()
    press(tab, "Back")
    assert said(tab) == sentences[-2]
    press(tab, "Reset")
    assert cells(tab) == example.table.rows[:1]
    assert tab.get_by_role("button", name="Back").is_disabled()


# The ground


def numbers(tab, plane, attribute, selector):
    """Return the points of the shapes inside a plane, in the numbers of its axes."""
    low, high, bottom, top = (
        tab.evaluate(f"{HERE}.{plane}.{name}") for name in ("low", "high", "bottom", "top")
    )
    shapes = tab.evaluate(
        f"[...{HERE}.{plane}.layer.querySelectorAll('{selector}')].map((e) => e.getAttribute('{attribute}'))"
    )
    pairs = [np.array(re.findall(r"-?[\d.]+", d), dtype=float).reshape(-1, 2) for d in shapes]
    return [
        np.column_stack([low + p[:, 0] / 256 * (high - low), top - p[:, 1] / 256 * (top - bottom)])
        for p in pairs
    ]


def labels(tab, plane):
    """Return the numbers written inside a plane, and the weights where they are written."""
    found = tab.evaluate(
        f"[...{HERE}.{plane}.layer.querySelectorAll('text')].map((e) => "
        "[e.getAttribute('x') / 256, (e.getAttribute('y') - 4) / 256, Number(e.textContent)])"
    )
    low, high, bottom, top = (
        tab.evaluate(f"{HERE}.{plane}.{name}") for name in ("low", "high", "bottom", "top")
    )
    return [([low + a * (high - low), top - b * (top - bottom)], label) for a, b, label in found]


def J(w, Q=X, t=T):
    return criterion.cost(w, Q, t)


@pytest.mark.parametrize("steps", [0, 2], ids=["window", "wider window"])
def test_level_lines_are_level_and_labelled(show, example, steps):
    tab = show(example)
    choose(tab, "Rate", "2")
    press(tab, *["Step"] * steps)
    scale = tab.evaluate(f"{HERE}.scale")
    assert scale == (2 if steps else 1)  # (1, 9) is outside of the window
    lines = numbers(tab, "slope", "d", ".level")
    assert len(lines) == 9
    for level, line in enumerate(lines, start=1):
        ends = line.reshape(-1, 2, 2)
        assert len(ends) >= 1
        for w in [*line, *ends.mean(axis=1)]:  # straight between them: no kink is cut
            # Places are written to 1/100 of 1/256 of 8, and J_P is no steeper than ‖(4, 6)‖ < 8.
            assert J(w) == pytest.approx(2 * scale * level, abs=8 * 8 * scale / 256 / 100)
    for w, label in labels(tab, "slope"):
        assert J(w) == pytest.approx(label, rel=1e-9)  # a product and a quotient, rounded
    assert len(labels(tab, "slope")) == 3


@pytest.mark.parametrize("steps", range(6))
def test_the_thick_line_is_the_level_of_the_present_weights(show, example, steps):
    tab = show(example)
    press(tab, *["Step"] * steps)
    w = example.table.rows[steps][1].strip("()").replace("−", "-").split(", ")
    here = J([float(v) for v in w])
    lines = numbers(tab, "slope", "d", ".passing")
    assert len(lines) == (here > 0)  # none at the end, where J_P is 0
    for end in (end for line in lines for end in line):
        # As for the other level lines.
        assert J(end) == pytest.approx(here, abs=8 * 8 / 256 / 100)


def test_sectors_have_the_counts_of_the_library(show, example):
    tab = show(example)
    inside = """([x, y]) => [...document.querySelector('.explorable').flat.layer.querySelectorAll(".count, .good")]
        .filter((e) => e.isPointInFill(new DOMPoint(x, y)))
        .map((e) => [Number(e.nextSibling.textContent), e.getAttribute("class")])"""
    rng = np.random.default_rng(5)
    met = set()
    for a, b in rng.uniform(1, 255, (200, 2)):
        w = [-5 + a / 32, 6 - b / 32]
        wrong = int(criterion.mistaken(w, X, T).sum())
        if min(abs(np.column_stack([np.ones(4), X]) @ w)) < 0.01:
            continue  # on an edge, which is drawn to 1/100 of a unit of the picture
        assert tab.evaluate(inside, [a, b]) == [[wrong, "count" if wrong else "good"]]
        met.add(wrong)
    assert met == {0, 1, 2, 3, 4}
    assert sorted(label for _, label in labels(tab, "flat")) == [0, 1, 1, 2, 2, 3, 3, 4]
    for w, label in labels(tab, "flat"):
        assert criterion.mistaken(w, X, T).sum() == label


def test_green_is_where_all_are_right(show, example):
    tab = show(example)
    (sector,) = numbers(tab, "slope", "d", ".good")
    (same,) = numbers(tab, "flat", "d", ".good")
    assert (sector == same).all()
    assert not criterion.mistaken(sector.mean(axis=0), X, T).any()
    assert {round(J(w), 2) for w in sector} == {0}


def test_without_separators_nothing_is_green(show):
    tab = show(explore.criterion([[0], [1], [2]], [1, -1, 1], w=[1, 1]))
    assert numbers(tab, "slope", "d", ".good") == numbers(tab, "flat", "d", ".good") == []
    assert min(label for _, label in labels(tab, "flat")) == 1


def test_curved_level_lines_are_near(show, example):
    tab = show(example)
    circle = tab.evaluate(f"{HERE}.slope.contour((x, y) => x * x + y * y, 2, '').getAttribute('d')")
    places = np.array(re.findall(r"-?[\d.]+", circle), dtype=float).reshape(-1, 2)
    radius = np.hypot(-5 + places[:, 0] / 32, 6 - places[:, 1] / 32)
    # A chord of a triangle's side, at most 8/48 √2 long, lies s²/8r = 0.005 inside at most.
    assert radius == pytest.approx(np.full(len(radius), 2**0.5), abs=0.006)
    assert len(radius) > 100
    parabola = f"{HERE}.slope.contour((x, y) => x * x, 99, 'none').getAttribute('d')"
    assert tab.evaluate(parabola) == ""


# By hand


def place(tab, plane, w):
    """Return where a vector of weights is on the screen."""
    box = tab.locator(".explorable svg svg").nth(plane).bounding_box()
    low, high, bottom, top = tab.evaluate(f"{HERE}.state.window.map((v) => v * {HERE}.scale)")
    return (
        box["x"] + box["width"] * (w[0] - low) / (high - low),
        box["y"] + box["height"] * (top - w[1]) / (top - bottom),
    )


@pytest.mark.parametrize("plane", [0, 1])
def test_the_start_is_dragged_by_the_mouse(show, example, plane):
    tab = show(example)
    drag(
        tab,
        place(tab, plane, [1, 1]),
        place(tab, plane, [-2, -1]),
        place(tab, plane, [-4.03, -1.22]),
    )
    assert state(tab)["w"] == [-4, -1.25]
    assert said(tab).startswith("Start at w = (−4, −1.25): J_P is 14.25.")
    assert J([-4, -1.25]) == 14.25
    press(tab, "Step")
    assert cells(tab) == explore.criterion(X, T, w=[-4, -1.25]).table.rows[:2]


def test_a_drag_stays_in_the_window_and_keeps_it(show, example):
    tab = show(example)
    tab.mouse.move(*place(tab, 0, [1, 1]))
    tab.mouse.down()
    tab.mouse.move(*place(tab, 0, [99, -99]))
    assert state(tab)["w"] == [3, -2]
    tab.mouse.up()
    assert tab.evaluate(f"{HERE}.scale") == 1


def test_where_all_was_shown_all_of_the_other_path_is(show, example):
    tab = show(example, reduced_motion="reduce")
    press(tab, "Run")
    assert len(cells(tab)) == 6
    tab.get_by_role("slider").first.focus()
    more(tab, 4 * "Down ")
    assert cells(tab) == explore.criterion(X, T, w=[1, 0]).table.rows
    press(tab, "Back", "Back")
    shown = len(cells(tab))
    tab.get_by_role("slider").first.focus()
    more(tab, "Up")
    assert cells(tab) == explore.criterion(X, T, w=[1, 0.25]).table.rows[:shown]


def test_the_start_moves_by_keyboard(show, example):
    tab = show(example)
    starts = tab.get_by_role("slider", name="Start of the path").all()
    assert len(starts) == 2
    for start in starts:
        start.focus()
        for key in ("ArrowLeft", "ArrowLeft", "ArrowUp"):
            tab.keyboard.press(key)
    assert state(tab)["w"] == [0, 1.5]
    assert {start.get_attribute("aria-valuetext") for start in starts} == {"w₀ 0, w₁ 1.5"}
    more(tab, "Right Down")
    assert state(tab)["w"] == [0.25, 1.25]
    press(tab, "Reset")
    assert state(tab)["w"] == [1, 1]


def test_the_start_is_dragged_by_touch(show, example):
    tab = show(example, viewport=PHONE, has_touch=True)
    session = tab.context.new_cdp_session(tab)

    def send(kind, *points):
        fingers = [dict(zip("xy", place(tab, 0, point), strict=True)) for point in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    send("touchStart", [1, 1])
    for point in [(1, 2), (2, 3), (2.5, 5.5)]:
        send("touchMove", point)
    send("touchEnd")
    tab.wait_for_function(f"{HERE}.state.w[1] === 5.5")
    assert state(tab)["w"] == [2.5, 5.5]


# Rate, end, and motion


def test_the_rate_is_chosen(show, example):
    tab = show(example, reduced_motion="reduce")
    press(tab, "Run")
    rates = {"1/16": 1 / 16, "1/8": 1 / 8, "1/4": 1 / 4, "1/2": 1 / 2, "2": 2}
    for name, eta in rates.items():
        choose(tab, "Rate", name)
        assert cells(tab) == explore.criterion(X, T, eta=eta, w=[1, 1]).table.rows


def test_a_rate_of_one_s_own_is_among_them(show):
    tab = show(explore.criterion(X, T, eta=0.75))
    rates = tab.get_by_role("combobox", name="Rate")
    names = ["1/16", "1/8", "1/4", "1/2", "0.75", "1", "2"]
    assert rates.locator("option").all_inner_texts() == names
    assert rates.locator("option:checked").inner_text() == "0.75"


def test_a_path_that_leaves_the_window_widens_it(show, example):
    tab = show(example, reduced_motion="reduce")
    choose(tab, "Rate", "2")
    assert tab.evaluate(f"{HERE}.scale") == 1
    press(tab, "Run")
    assert tab.evaluate(f"{HERE}.scale") == 2
    (trail,) = numbers(tab, "slope", "d", ".trail")
    path = perceptron.batch(X, T, w=[1, 1], eta=2).weights
    # Places are written to 1/100 of 1/256 of 16.
    assert trail == pytest.approx(path, abs=16 / 256 / 100)
    press(tab, "Reset")
    assert tab.evaluate(f"{HERE}.scale") == 1


def test_zero_is_told_to_be_a_false_minimum(show):
    tab = show(explore.criterion(X, T))
    assert said(tab) == (
        "Start at w = (0, 0): J_P is 0. Mistaken: patterns 1, 2, 3, 4. "
        "J_P could not be less, and yet w is no separator. Press Step to add them up."
    )
    press(tab, "Step")
    assert said(tab).startswith(
        "Update 1 adds patterns 1, 2, 3, 4: w becomes (0, 4). "
        "J_P rises from 0 to 4; the count of mistakes falls from 4 to 2."
    )


def test_ties_are_told_by_the_caller(show):
    edge = explore.criterion(X, T, w=[-1, 1], at_zero=-1)
    assert edge.table.rows == [["0", "(−1, 1)", "", "0", "0"]]
    assert said(show(edge)).endswith("J_P is 0. No pattern is mistaken: the rule ends.")


def test_what_never_ends_is_told(show):
    tab = show(explore.criterion([[0], [1], [2]], [1, -1, 1], w=[1, 1]), reduced_motion="reduce")
    press(tab, "Run")
    assert len(cells(tab)) == 101
    assert said(tab).endswith("Stopped: no end in sight.")


# The function


@pytest.mark.parametrize("eta", [0.25, 1, 3])
def test_window_holds_the_path_and_zero(eta):
    low_0, high_0, low_1, high_1 = explore.criterion(X, T, w=[1, 1], eta=eta).state["window"]
    path = np.vstack([[0, 0], perceptron.batch(X, T, w=[1, 1], eta=eta).weights])
    assert (path > [low_0, low_1]).all()
    assert (path < [high_0, high_1]).all()
    assert high_0 - low_0 == high_1 - low_1


def test_without_scripts_the_run_is_told(example):
    assert "from (1, 1) to (−1, 0) to (1, 5)" in example.picture.alt
    assert "where J_P is 3, 2, 7, 3, 1, 0" in example.picture.alt
