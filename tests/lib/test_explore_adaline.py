"""Adaline's bowl in Chromium: its paths, level lines and critical rate are the library's."""

import re

import numpy as np
import pytest

from browser import PHONE
from explorables import (
    HERE,
    captions,
    cells,
    choose,
    drag,
    heads,
    keys,
    more,
    press,
    said,
    state,
)
from perceptrons import adaline, explore, scaling
from perceptrons.table import number

pytestmark = pytest.mark.site

X, T = np.array([[-3], [-2], [-1], [6]]), np.array([-1, -1, 1, 1])
KIND = "customElements.get('perceptron-adaline')"
BATCH, INCREMENTAL = 0, 1  # the two pictures
FAR = 1e4  # where a path is given up


@pytest.fixture
def example():
    """Return the explorable of chapter 7."""
    return explore.adaline(X, T, eta=14 / 400, w=[2, 1])


def take(tab, share, features="as given"):
    """Take a share of the critical rate, as the slider does, and kind of features."""
    choose(tab, "Features", features)
    tab.get_by_role("slider", name="Rate").fill(str(share))


# Numbers


def traces(tab, cases):
    """Return the weights after each update for each case, by the script."""
    states = [{"x": Q[:, 0].tolist(), "t": t.tolist(), **options} for Q, t, options in cases]
    return tab.evaluate(f"(states) => states.map({KIND}.trace)", states)


def by_presentation(Q, t, *, eta, w, epochs):
    """Return the library's weights after each presentation of the incremental rule."""
    path = [np.array(w)]
    for i in list(range(len(Q))) * epochs:
        one = adaline.online(Q[i : i + 1], t[i : i + 1], eta=eta, epochs=1, w=path[-1])
        path.append(one.w)
    return np.array(path)


def test_paths_are_the_library_s_to_the_bit(show, example):
    # Sixteenths at most times three bits for each of 12 presentations: no sum is rounded.
    rng = np.random.default_rng(11)
    cases = []
    for _ in range(300):
        n = int(rng.integers(1, 5))
        options = {"eta": float(rng.choice([1 / 4, 1 / 8])), "epochs": int(rng.integers(1, 4))}
        options["w"] = (rng.integers(-8, 9, 2) / 4).tolist()
        cases.append((rng.integers(-2, 3, (n, 1)), rng.choice([-1, 0, 1, 3], n), options))
    for (Q, t, options), path in zip(cases, traces(show(example), cases), strict=True):
        assert path["batch"] == adaline.batch(Q, t, **options).weights.tolist()
        ends = path["incremental"][:: len(Q)]
        assert ends == adaline.online(Q, t, **options).weights.tolist()
        assert path["incremental"] == by_presentation(Q, t, **options).tolist()


@pytest.mark.parametrize("number", [30, pytest.param(300, marks=pytest.mark.thorough)])
def test_paths_are_the_library_s_at_any_rate_as_far_as_they_are_followed(show, example, number):
    rng = np.random.default_rng(1)
    cases = []
    for _ in range(number):
        n = int(rng.integers(2, 12))
        Q = rng.normal(rng.normal(), 2, (n, 1))
        eta = float(rng.uniform(0.05, 1.95) * adaline.critical_rate(Q))
        options = {"eta": eta, "epochs": 20, "w": rng.normal(size=2).tolist()}
        cases.append((Q, rng.normal(size=n), options))
    kinds = set()
    for (Q, t, options), path in zip(cases, traces(show(example), cases), strict=True):
        for name, each in ("batch", 1), ("incremental", len(Q)):
            rule = adaline.batch if name == "batch" else adaline.online
            weights, got = rule(Q, t, **options).weights, np.array(path[name])
            ends = got[::each]
            # The same sums in another order: roundings grow with the path, and stay small beside it.
            small = 1e-10 * np.abs(ends).max()
            assert np.abs(ends - weights[: len(ends)]).max() <= small
            far = np.hypot(*got.T) >= FAR
            assert not far[:-1].any()
            assert far[-1] or len(got) == 20 * each + 1
            kinds.add((name, bool(far[-1])))
    assert len(kinds) == 4


def test_bowl_has_the_library_s_bottom_slopes_and_critical_rate(show, example):
    rng = np.random.default_rng(13)
    cases = [(X[:, 0], T)]
    for _ in range(300):
        n = int(rng.integers(2, 12))
        cases.append((rng.normal(rng.normal(0, 3), 2, n), rng.normal(size=n)))
    given = [[x.tolist(), t.tolist()] for x, t in cases]
    bowls = show(example).evaluate(f"(cases) => cases.map(([x, t]) => {KIND}.bowl(x, t))", given)
    for (x, t), bowl in zip(cases, bowls, strict=True):
        Q = x[:, None]
        H = adaline.hessian(Q)
        # Twelve places of the largest number that enters: rounding in another order.
        assert bowl["critical"] == pytest.approx(adaline.critical_rate(Q), rel=1e-12)
        assert bowl["smallest"] == pytest.approx(np.linalg.eigvalsh(H)[0], abs=1e-12 * H.max())
        steep = np.array(bowl["steepest"])
        assert steep @ steep == pytest.approx(1, rel=1e-12)
        assert H @ steep == pytest.approx(bowl["largest"] * steep, abs=1e-12 * H.max())
        assert bowl["least"] == pytest.approx(adaline.least_squares(Q, t), rel=1e-9, abs=1e-9)
    assert (bowls[0]["critical"], bowls[0]["least"]) == (0.04, [0, 0.2])  # the chapter's


def drawn(tab, plane, selector):
    """Return the points of the lines in a picture, in weights."""
    lines = tab.locator(".explorable svg svg").nth(plane).locator(selector).all()
    low, high = tab.evaluate(f"[{HERE}.planes[0].low, {HERE}.planes[0].high]")
    pairs = [np.array(re.findall(r"-?[\d.]+", line.get_attribute("d")), float) for line in lines]
    unit = (high - low) / 256
    return [
        np.column_stack([low + unit * p[::2], high - unit * p[1::2]])
        for p in (pair.reshape(-1) for pair in pairs)
    ]


@pytest.mark.parametrize("features", ["as given", "standardised"])
def test_level_lines_are_level(show, example, features):
    tab = show(example)
    take(tab, 5 / 16, features)
    press(tab, "Step")
    Q = X if features == "as given" else scaling.standardise(X).apply(X)
    least = adaline.least_squares(Q, T)
    steepest = np.linalg.eigvalsh(adaline.hessian(Q))[-1]
    for plane in BATCH, INCREMENTAL:
        rings = drawn(tab, plane, ".axes path")
        assert len(rings) == 7
        (reached,) = drawn(tab, plane, ".before path")
        for ring in [*rings, reached]:
            radii = [np.sqrt(2 * (adaline.cost(w, Q, T) - 1)) for w in ring]
            # Places are written to 1/100 of 1/256 of 6, and √(2J - 2) is no steeper than √λ_max.
            assert np.ptp(radii) <= 2 * np.sqrt(steepest) * 6 / 256 / 100
            round_ = np.hypot(*(ring - least).T)
            assert (np.ptp(round_) < 0.001) == (features == "standardised")
        w = drawn(tab, plane, "path.now")[0][-1]
        assert adaline.cost(reached[0], Q, T) == pytest.approx(adaline.cost(w, Q, T), abs=0.02)


# The chapter's example, step by step


def test_untouched_it_is_the_chapter_s_start(show, example):
    tab = show(example)
    assert said(tab) == "Start: w = (2, 1), J = 25; least J = 1."
    assert tab.locator(".explorable .scale output").inner_text() == "0.035"
    assert cells(tab) == [["0", "(2, 1)", "25", "(2, 1)", "25"]]
    assert tab.get_by_role("button", name="Back").is_disabled()
    assert "λ" not in tab.locator(".explorable").inner_text()  # chapter 7 comes to it later


def test_the_table_grows_into_the_library_s(show, example):
    tab = show(example)
    assert heads(tab) == list(example.table.columns)
    for k in range(1, 21):
        press(tab, "Step")
        assert cells(tab) == [list(row) for row in example.table.rows[: k + 1]]
    assert tab.get_by_role("button", name="Step").is_disabled()
    press(tab, *["Back"] * 8)
    run = adaline.batch(X, T, eta=14 / 400, w=[2, 1], epochs=12)
    noisy = adaline.online(X, T, eta=14 / 400, w=[2, 1], epochs=12)
    assert cells(tab)[-1][:2] == ["12", "(0.3273, 0.2253)"]
    J, K = number(run.costs[-1]), number(noisy.costs[-1])
    assert said(tab).startswith(f"Epoch 12: batch J = {J}; incremental J = {K}; least J = 1.")
    press(tab, "Reset")
    assert cells(tab) == [["0", "(2, 1)", "25", "(2, 1)", "25"]]


def test_paths_are_drawn_as_they_go(show, example):
    tab = show(example)
    eta = 14 / 400
    whole = by_presentation(X, T, eta=eta, w=[2, 1], epochs=3)
    run = adaline.batch(X, T, eta=eta, w=[2, 1], epochs=3)
    press(tab, *["Step"] * 3)
    for plane, weights in (BATCH, run.weights), (INCREMENTAL, whole):
        gone = drawn(tab, plane, "path.now")[0]
        assert gone == pytest.approx(weights, abs=6 / 256 / 100)  # places are written so
        assert len(drawn(tab, plane, "path.trail")[0]) == (21 if plane == BATCH else 81)
    marks = [tab.locator(".explorable svg svg").nth(p).locator(".C1, .C2") for p in (0, 1)]
    tags = [shapes.evaluate_all("(all) => all.map((e) => e.tagName)") for shapes in marks]
    assert tags == [["circle"] * 3, ["rect"] * 3]  # differ in shape, not in colour alone


def test_what_is_to_come_is_hidden_until_the_first_step_or_change(show, example):
    tab = show(example)

    def told():
        trails = [len(drawn(tab, plane, "path.trail")) for plane in (BATCH, INCREMENTAL)]
        settles = "do not settle" in captions(tab)[-1]
        zones = tab.locator(".explorable .scale span").all_inner_texts()
        border = [zone.strip() for zone in zones]
        share = "of the border: the batch rule converges." in said(tab)
        slider = tab.get_by_role("slider", name="Rate")
        return trails, settles, border, share, "of" in slider.get_attribute("aria-valuetext")

    hidden = [0, 0], False, ["", "", ""], False, False
    shown = [1, 1], True, ["converges", "border 0.04", "diverges"], True, True
    assert told() == hidden
    press(tab, "Step")
    assert told() == shown
    press(tab, "Back")
    assert told() == hidden
    take(tab, 1 / 2)
    assert told() == shown
    press(tab, "Reset")
    assert told() == hidden


def test_the_batch_rule_can_stand_alone(show):
    alone = explore.adaline(X, T, eta=1 / 40, w=[2, 1], incremental=False)
    assert list(alone.table.columns) == ["epoch", "w, batch", "J"]
    tab = show(alone, reduced_motion="reduce")
    press(tab, "Run")
    assert cells(tab) == [list(row) for row in alone.table.rows]
    text = tab.locator(".explorable").inner_text()
    assert "ncremental" not in text
    assert tab.locator(".explorable figure").count() == 1
    assert tab.get_by_role("combobox").count() == 0
    assert said(tab).endswith("η is 0.625 of the border: the batch rule converges.")
    press(tab, "Reset")
    assert said(tab) == "Start: w = (2, 1), J = 25; least J = 1."


# The rate, and the features


def test_the_rate_goes_through_the_critical_one_by_keyboard(show, example):
    tab = show(example)
    press(tab, *["Step"] * 10)
    slider = tab.get_by_role("slider", name="Rate")
    slider.focus()
    fates = []
    for share in (15, 16, 17, 18):
        more(tab, "Right")
        eta = share / 400
        text = f"{number(eta)}, {number(share / 16)} of the border"
        assert slider.get_attribute("aria-valuetext") == text
        run = adaline.batch(X, T, eta=eta, w=[2, 1], epochs=10)
        assert f"batch J = {number(run.costs[-1])};" in said(tab)
        here = tab.locator(".explorable .here")
        fates.append((said(tab).split(": ")[-1], here.inner_text().split()[-1]))
    assert fates == [
        ("the batch rule converges.", "converges"),
        ("the batch rule swings for ever.", "0.04"),
        ("the batch rule diverges.", "diverges"),
        ("the batch rule diverges.", "diverges"),
    ]


def test_the_critical_rate_stands_below_the_middle_of_the_slider(show, example):
    tab = show(example, viewport=PHONE)
    box = tab.get_by_role("slider", name="Rate").bounding_box()
    zone = tab.locator(".explorable .scale span").nth(1).bounding_box()
    middles = [b["x"] + b["width"] / 2 for b in (box, zone)]
    # The words beside it have nearly one width; the thumb is 16 pixels wide.
    assert abs(middles[0] - middles[1]) < 8
    least, most = (
        float(tab.get_by_role("slider", name="Rate").get_attribute(a)) for a in ("min", "max")
    )
    assert (least + most) / 2 == 1


def test_at_the_critical_rate_the_steep_component_swings(show, example):
    tab = show(example)
    take(tab, 1)
    press(tab, *["Step"] * 4)
    assert [row[1].split(", ")[1] for row in cells(tab)] == ["1)", "−0.6)", "1)", "−0.6)", "1)"]


def test_standardised_half_the_critical_rate_is_there_in_one_step(show, example):
    tab = show(example)
    take(tab, 1 / 2, "standardised")
    press(tab, "Step")
    assert cells(tab)[1][1:3] == ["(0, 0.7071)", "1"]
    assert tab.locator(".explorable .scale output").inner_text() == "0.25"
    assert "border 0.5" in tab.locator(".explorable .scale").inner_text()
    take(tab, 1 / 2, "as given")
    assert cells(tab)[1][1:3] == ["(1.84, 0.2)", "7.771"]  # across the valley, and then along it


def test_the_incremental_path_does_not_settle_at_the_bottom(show):
    long = explore.adaline(X, T, eta=0.02, w=[2, 1], epochs=200)
    tab = show(long, reduced_motion="reduce")
    press(tab, "Run")
    noisy = adaline.online(X, T, eta=0.02, w=[2, 1], epochs=200)
    assert f"Epoch 200: batch J = 1; incremental J = {number(noisy.costs[-1])};" in said(tab)
    assert noisy.costs[-1] > 1.01
    assert "do not settle" in captions(tab)[-1]


@pytest.mark.parametrize("features", ["as given", "standardised"])
def test_the_safe_rate_of_one_step_is_that_of_the_longest_pattern(show, example, features):
    tab = show(example)
    take(tab, 7 / 8, features)
    Q = X if features == "as given" else scaling.standardise(X).apply(X)
    safe = 2 / max(1 + np.sum(Q**2, axis=1))
    assert f"safe below 2/max‖a‖² = {number(safe)}. " in captions(tab)[-1]


def test_where_every_error_can_be_zero_no_noise_is_claimed(show):
    tab = show(explore.adaline([[-1], [1], [2]], [-1, 1, 2], w=[1, 0]))
    assert "every error can be 0" in captions(tab)[-1]
    assert said(tab) == "Start: w = (1, 0), J = 2.5; least J = 0."


def test_what_diverges_is_given_up_and_said(show, example):
    tab = show(example, reduced_motion="reduce")
    take(tab, 31 / 16)
    press(tab, "Run")
    run = adaline.batch(X, T, eta=31 / 400, w=[2, 1], epochs=9)
    assert FAR <= np.abs(run.w).max() < 3 * FAR
    words = f"Epoch 20: batch gone after epoch 9 with J = {number(run.costs[-1])};"
    assert f"{float(run.costs[-1]):.0f}"[:4] == "2881"
    assert words.replace("2.881e+09", "2881000000") in said(tab)
    assert said(tab).endswith("the batch rule diverges.")
    rows = cells(tab)
    assert len(rows) == 21
    assert {tuple(row[1:3]) for row in rows[10:]} == {("gone", "none")}
    assert drawn(tab, BATCH, ".before path") == []  # a dashed ring of a mile takes a minute


@pytest.mark.parametrize("n", [2, 60])
def test_nothing_overflows(show, n):
    rng = np.random.default_rng(n)
    Q = rng.integers(-90, 91, (n, 1))
    tab = show(explore.adaline(Q, rng.choice([-1, 1], n), w=[2, 1]), reduced_motion="reduce")
    for share in (1 / 16, 1, 31 / 16):
        for features in ("as given", "standardised"):
            take(tab, share, features)
            press(tab, "Run")
            inside = tab.evaluate(f"{HERE}.shadowRoot.innerHTML")
            assert not re.search(r"NaN|Infinity|undefined|\de\+", inside)


# By hand


def place(tab, plane, w):
    """Return where a pair of weights is on the screen."""
    box = tab.locator(".explorable .ground").nth(plane).bounding_box()
    return (
        box["x"] + box["width"] * (w[0] + 3) / 6,
        box["y"] + box["height"] * (3 - w[1]) / 6,
    )


@pytest.mark.parametrize("plane", [BATCH, INCREMENTAL])
def test_the_start_is_dragged_by_the_mouse(show, example, plane):
    tab = show(example, viewport={"width": 800, "height": 1200})
    press(tab, "Step")
    drag(
        tab, place(tab, plane, [2, 1]), place(tab, plane, [0, 0]), place(tab, plane, [-1.52, 2.27])
    )
    w = [-1.5, 2.25]
    assert state(tab)["w"] == w
    moved = explore.adaline(X, T, eta=14 / 400, w=w)
    assert cells(tab) == [list(row) for row in moved.table.rows[:2]]  # as many epochs as before
    starts = [
        tab.get_by_role("slider", name=f"Start of the {m} path") for m in ("batch", "incremental")
    ]
    assert [s.get_attribute("aria-valuetext") for s in starts] == ["w₀ −1.5, w₁ 2.25"] * 2


def test_the_start_is_dragged_by_touch(show, example):
    tab = show(example, viewport={"width": 390, "height": 1200}, has_touch=True)
    session = tab.context.new_cdp_session(tab)
    for kind, w in ("Start", [2, 1]), ("Move", [1, 1]), ("Move", [0.5, -2]), ("End", None):
        points = [dict(zip("xy", place(tab, INCREMENTAL, w), strict=True))] if w else []
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    assert state(tab)["w"] == [0.5, -2]


def test_the_start_moves_by_keyboard_and_stays_in_the_window(show, example):
    tab = show(example)
    keys(tab, "Start of the incremental path", "Left Up Up Right Down")
    assert state(tab)["w"] == [2, 1.25]
    more(tab, 9 * "Up ")
    assert state(tab)["w"] == [2, 3]
    press(tab, "Reset")
    assert state(tab)["w"] == [2, 1]


def test_a_step_is_fine_in_a_small_window_and_coarse_in_a_large_one(show):
    for w, step in ([0.5, 0], 1 / 16), ([192, 0], 16):
        tab = show(explore.adaline([[-1], [1]], [-0.1, 0.1], w=w))
        keys(tab, "Start of the batch path", "Up")
        assert state(tab)["w"] == [w[0], step]


# The Python side


def test_exact_numbers_are_shown_as_floats_and_left_alone():
    exact, w = X.astype(object), [2, 1]
    shown = explore.adaline(exact, T, eta=14 / 400, w=w)
    assert shown._repr_html_() == explore.adaline(X, T, eta=14 / 400, w=w)._repr_html_()
    assert exact.dtype == object
    assert w == [2, 1]
    assert explore.adaline(X, T).state["eta"] == 0.02  # half the critical rate
