"""The explorables in Chromium: what their scripts compute is what the library computes.

What holds for each of them is tested here, and so is the first, the rule step by step; the others
have files of their own.
"""

import gzip

import numpy as np
import pytest

import axe
from browser import LAPTOP, PHONE, SHIFT
from explorables import cells, choose, drag, heads, keys, more, press, said, state, touch
from perceptrons import data, explore, perceptron
from perceptrons.explore import _element
from perceptrons.explore._rule import _vectors
from perceptrons.table import number

pytestmark = pytest.mark.site

X, T = data.modified_or()
ALL = {
    "rule": lambda: explore.rule(X, T),
    "discriminant": lambda: explore.discriminant([-5, 3, 4], [-1, 2]),
    "mail": lambda: explore.mail(
        *data.two_words("your", "re", n=300),
        ends=[[1, 0], [1, 4]],
        good=[[0.75, 0], [2, 1]],
        words=["your", "re"],
    ),
    "criterion": lambda: explore.criterion([[0], [1], [2], [3]], [-1, -1, 1, 1], w=[1, 1]),
    "classes": lambda: explore.classes([[-2, 0], [0, 1], [2, 0]], ["a", "b", "c"]),
    "adaline": lambda: explore.adaline(
        [[-3], [-2], [-1], [6]], [-1, -1, 1, 1], eta=14 / 400, w=[2, 1]
    ),
    "pulls": lambda: explore.pulls([[-3], [-2], [-1], [6]], [-1, -1, 1, 1], w=[0, 0.5]),
    "separability": lambda: explore.separability(*data.xor()),
    "kernel": lambda: explore.kernel({"exclusive OR": data.xor(), "OR": (X, T)}),
    "step": lambda: explore.step([[1], [-2], [-4]], [1, 1, -1], w=[-2, 0], w_star=[3, 1]),
    "margin": lambda: explore.margin([[3], [1]], [1, -1], w=[-3, 2]),
}


# Each of them


@pytest.mark.parametrize("name", ALL)
def test_script_with_the_core_and_its_style_is_under_ten_kilobytes(name):
    assert len(gzip.compress(_element._script(name).encode())) < 10_000


@pytest.mark.parametrize("name", ALL)
def test_output_is_the_same_each_time(name):
    assert ALL[name]()._repr_html_() == ALL[name]()._repr_html_()


@pytest.mark.parametrize("name", ALL)
def test_without_scripts_picture_and_table_are_seen(show, name):
    explorable = ALL[name]()
    tab = show(explorable, java_script_enabled=False)
    still = tab.locator("img")
    assert still.get_attribute("alt") == explorable.picture.alt
    assert still.evaluate("image => image.naturalWidth == image.width && image.width > 300")
    rows = tab.locator("table.run tbody tr").all()
    assert [row.locator("td").all_inner_texts() for row in rows] == explorable.table.rows
    assert tab.locator("button").count() == 0


@pytest.mark.parametrize("name", ALL)
def test_it_is_built_when_it_comes_near_the_screen_and_nothing_moves(tab, name):
    far = f'<div style="height: 9000px"></div><div style="content-visibility: auto">{ALL[name]()._repr_html_()}</div>'
    tab.set_content(far)
    built = "!!document.querySelector('.explorable').shadowRoot"
    tab.wait_for_timeout(200)
    assert not tab.evaluate(built)
    tab.evaluate("scrollTo(0, 8500)")
    tab.wait_for_function(built)
    assert tab.evaluate(SHIFT) == []


@pytest.mark.parametrize("name", ALL)
def test_axe_finds_nothing(show, name):
    tab = show(ALL[name]())
    tab.evaluate(axe.SOURCE.read_text("utf-8"))
    for screen, theme in [
        (LAPTOP, "light"),
        (PHONE, "dark"),
    ]:  # colours do not depend on the screen
        tab.set_viewport_size(screen)
        tab.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
        found = tab.evaluate("axe.run().then(({ violations }) => violations)")
        assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == []


@pytest.mark.parametrize("name", ALL)
def test_no_screen_is_too_narrow(show, name):
    tab = show(ALL[name]())
    for width in (320, 390, 768, 1600):
        tab.set_viewport_size({"width": width, "height": 800})
        assert tab.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("name", ALL)
def test_every_control_has_a_visible_focus(show, name):
    tab = show(ALL[name]())
    deep = "document.querySelector('.explorable').shadowRoot.activeElement"
    stops = []
    while True:
        tab.keyboard.press("Tab")
        stop = tab.evaluate(f"{deep}?.outerHTML")
        if not stop or [stop] == stops[:1]:  # out of the page, or round to its beginning
            break
        stops.append(stop)
        ring = f"""(() => {{
            const focused = {deep}, touch = focused.querySelector(".touch");
            return touch ? getComputedStyle(touch).strokeWidth : getComputedStyle(focused).outlineWidth;
        }})()"""
        assert tab.evaluate(ring) == "2px", stops[-1]
    assert len(stops) == len(set(stops)) >= 5


@pytest.mark.parametrize("name", ALL)
def test_two_on_a_page_do_not_meet(show, name):
    both = ALL[name]()._repr_html_() * 2
    tab = show(type("Both", (), {"_repr_html_": lambda self: both})())
    tab.locator(".explorable button:enabled").first.click()
    shown = tab.locator(".explorable [role=status]").all_inner_texts()
    assert len(shown) == 2
    assert shown[0] != shown[1]


@pytest.mark.parametrize(
    ("name", "pace", "rows"), [("rule", 700, 8), ("criterion", 700, 6), ("adaline", 400, 21)]
)
def test_run_goes_row_by_row_and_can_be_stopped(show, name, pace, rows):
    tab = show(ALL[name](), stopped=True)
    first = len(cells(tab))

    def shown(after):
        tab.clock.run_for(after * pace)
        return len(cells(tab)) - first

    press(tab, "Run")
    assert [shown(1), shown(1)] == [1, 2]
    press(tab, "Stop")
    assert shown(10) == 2
    press(tab, "Run", "Step")  # a step by hand stops it, too
    assert shown(10) == 3
    press(tab, "Run")
    assert shown(40) == rows - first
    press(tab, "Run")  # again from the start
    assert shown(1) == 1
    tab = show(ALL[name](), reduced_motion="reduce")
    press(tab, "Run")  # all at once
    assert len(cells(tab)) == rows


# The rule


def cases(number):
    """Yield random patterns and options; every second case on the grid that readers move along."""
    rng = np.random.default_rng(2)
    for case in range(number):
        n = int(rng.integers(1, 9))
        Q = rng.integers(-8, 9, (n, 2)) / 4 if case % 2 else rng.integers(-3, 4, (n, 2)) * 1.0
        options = {
            "eta": float(rng.choice([0.25, 0.5, 1, 2])),
            "at_zero": int(rng.choice([0, -1, 1])),
            "max_epochs": int(rng.integers(1, 30)),
        }
        yield Q, rng.choice([-1, 1], n), options


BRIEFLY = """(states) => states.map((state) => {
    const trace = customElements.get("perceptron-rule").trace(state);
    const mistakes = trace.map((p, k) => k).filter((k) => trace[k].mistake);
    return [trace.map(({ g }) => g), mistakes, mistakes.map((k) => trace[k].w)];
})"""


def test_trace_is_the_library_s_to_the_bit(show):
    tab = show(explore.rule(X, T))
    given = list(cases(120))
    states = [
        {
            "X": Q.tolist(),
            "t": t.tolist(),
            **options,
            "order": ["as listed", "reversed"][case % 3 % 2],
        }
        for case, (Q, t, options) in enumerate(given)
    ]
    kinds = set()
    traces = tab.evaluate(BRIEFLY, states)
    for (Q, t, options), at, (products, mistaken_at, path) in zip(
        given, states, traces, strict=True
    ):
        way = slice(None, None, 1 if at["order"] == "as listed" else -1)
        run = perceptron.online(Q[way], t[way], **options)
        assert np.array([[0.0] * 3, *path]).tobytes() == run.weights.tobytes()
        assert mistaken_at == run.mistaken_at.tolist()
        met = [row[7] for row in run.table(rows=1000).rows[:5]]
        assert [number(g) for g in products[:5]] == met
        assert len(products) == run.presentations
        kinds.add((run.converged, options["at_zero"], at["order"]))
    assert len(kinds) == 12  # each has occurred


def test_shuffled_epochs_are_permutations_and_follow_the_rule(show):
    tab = show(explore.rule(X, T))
    Q = np.arange(14).reshape(7, 2) % 5 - 2.0
    t = np.array([1, -1, 1, 1, -1, -1, 1])
    at = {
        "X": Q.tolist(),
        "t": t.tolist(),
        "eta": 0.5,
        "at_zero": 0,
        "max_epochs": 9,
        "order": "shuffled",
    }
    trace = tab.evaluate("(state) => customElements.get('perceptron-rule').trace(state)", at)
    orders = np.array([p["i"] for p in trace]).reshape(-1, 7)
    assert (np.sort(orders) == np.arange(7)).all()
    assert len({*map(tuple, orders.tolist())}) == len(orders) == 9
    w = np.zeros(3)
    for p in trace:
        z = t[p["i"]] * np.array([1, *Q[p["i"]]])
        assert p["mistake"] == (w @ z <= 0)
        w = w + 0.5 * z * p["mistake"]
        assert p["w"] == w.tolist()


def rows_of(run, **options):
    """Return the library's table of a run, each vector in one cell."""
    return _vectors(run.table(**options)).rows


def test_the_table_grows_into_the_library_s(show):
    tab = show(explore.rule(X, T))
    run = perceptron.online(X, T)
    rows = rows_of(run)
    assert rows[2] == ["3", "(0, 2, 0)", "(1, −1, 1)", "−2", "YES", "(1, −1, 1)"]
    step = tab.get_by_role("button", name="Step")
    for k in range(len(rows) + 1):
        assert cells(tab) == rows[:k]
        assert step.is_disabled() == (k == len(rows))
        if k < len(rows):
            step.click()
    assert (
        heads(tab)
        == list(_vectors(run.table()).columns)
        == ["i", "w", "zᵢ", "w·zᵢ", "update", "Δw"]
    )
    assert said(tab).endswith("An epoch without a mistake: the rule has ended, after 3 updates.")
    press(tab, "Back")
    assert cells(tab) == rows[:-1]
    press(tab, "Reset")
    assert cells(tab) == []
    assert tab.get_by_role("button", name="Back").is_disabled()


def test_it_begins_after_as_many_presentations_as_asked(show):
    tab = show(explore.rule(X, T, shown=3))
    assert cells(tab) == rows_of(perceptron.online(X, T))[:3]
    assert "pattern 3 of class C1: w·z = −2, a mistake" in said(tab)
    press(tab, "Step")
    press(tab, "Reset")
    assert len(cells(tab)) == 3
    with pytest.raises(ValueError, match="shown"):
        explore.rule(X, T, shown=-1)


def test_each_presentation_is_said(show):
    tab = show(explore.rule(X, T))
    said = tab.get_by_role("status")
    assert (
        said.inner_text()
        == "Before the first pattern, w = (0, 0, 0). Press Step to present pattern 1."
    )
    step = tab.get_by_role("button", name="Step")
    step.click()
    assert (
        said.inner_text()
        == "Epoch 1, pattern 1 of class C2: w·z = 0, a mistake; w becomes (−1, 1, 1)."
    )
    for _ in range(3):
        step.click()
    assert (
        said.inner_text() == "Epoch 1, pattern 4 of class C1: w·z = 3, correct; w stays (1, 1, 1)."
    )


def place(tab, x, y):
    """Return where a point of data space is on the screen."""
    box = tab.locator(".explorable svg svg").first.bounding_box()
    high = tab.evaluate("document.querySelector('.explorable').data.high")
    return (
        box["x"] + box["width"] * (x + high) / (2 * high),
        box["y"] + box["height"] * (high - y) / (2 * high),
    )


def test_a_pattern_is_dragged_by_the_mouse(show):
    tab = show(explore.rule(X, T))
    drag(tab, place(tab, 1, 1), place(tab, 0, 0), place(tab, -1.52, 1.27))
    moved = [*X[:3].tolist(), [-1.5, 1.25]]
    assert state(tab)["X"] == moved
    choose(tab, "Rate", "0.5")
    for _ in range(5):
        press(tab, "Step")
    assert cells(tab) == rows_of(perceptron.online(moved, T, eta=0.5), rows=5)[:5]


def test_a_drag_stays_in_the_window(show):
    tab = show(explore.rule(X, T))
    drag(tab, place(tab, 1, 1), place(tab, 9, -9))
    assert state(tab)["X"][3] == [2, -2]


def test_a_pattern_is_dragged_and_added_by_touch(show):
    tab = show(explore.rule(X, T), viewport=PHONE, has_touch=True)
    touch(tab, place(tab, -1, -1), place(tab, -1, 0), place(tab, -0.5, 0.5))
    tab.wait_for_function("document.querySelector('.explorable').state.X[0][1] === 0.5")
    assert state(tab)["X"] == [[-0.5, 0.5], *X[1:].tolist()]
    tab.touchscreen.tap(*place(tab, 1.26, -1.74))
    assert state(tab)["X"][4:] == [[1.25, -1.75]]
    assert state(tab)["t"] == [*T.tolist(), 1]


def test_patterns_move_change_and_go_by_keyboard(show):
    tab = show(explore.rule(X, T))
    keys(tab, "Pattern 4", "Left Up")
    assert state(tab)["X"][3] == [0.75, 1.25]
    assert (
        tab.get_by_role("slider", name="Pattern 4").get_attribute("aria-valuetext")
        == "x₁ 0.75, x₂ 1.25"
    )
    more(tab, "Right Down")
    assert state(tab)["X"] == X.tolist()
    more(tab, "Enter")
    assert state(tab)["t"] == [-1, 1, 1, -1]
    more(tab, "Down")  # the focus has stayed
    assert state(tab)["X"][3] == [1, 0.75]
    more(tab, "Delete")
    assert state(tab)["X"] == X[:3].tolist()
    assert state(tab)["t"] == [-1, 1, 1]


def test_a_button_changes_the_class_of_the_pattern_touched_last(show):
    tab = show(explore.rule(X, T))
    tab.locator(".explorable g.point").nth(3).click()
    press(tab, "Change class")
    assert state(tab)["t"] == [-1, 1, 1, -1]
    assert tab.get_by_role("slider", name="Pattern 4, class C2").count() == 1


def test_patterns_are_added_and_removed_by_buttons(show):
    tab = show(explore.rule(X, T))
    choose(tab, "New pattern", "□ C2")
    add, remove = (tab.get_by_role("button", name=name) for name in ("Add", "Remove"))
    for _ in range(16):
        add.click()
    at = state(tab)
    assert len(at["X"]) == 20
    assert len({*map(tuple, at["X"])}) == 20
    assert at["t"] == [*T.tolist(), *[-1] * 16]
    assert add.is_disabled()
    for _ in range(19):
        remove.click()
    assert state(tab)["X"] == [X[0].tolist()]
    assert remove.is_disabled()
    tab.get_by_role("slider").focus()
    more(tab, "Delete")
    assert len(state(tab)["X"]) == 1
    press(tab, "Reset")
    assert state(tab)["X"] == X.tolist()


def test_xor_is_said_not_to_end(show):
    tab = show(explore.rule(*data.xor(), max_epochs=50), reduced_motion="reduce")
    press(tab, "Run")
    assert said(tab).endswith(
        "w becomes (0, 0, 0), where it began. "
        "Stopped after 50 epochs and 200 updates: no end in sight."
    )
    run = perceptron.online(*data.xor(), max_epochs=50)
    assert cells(tab) == rows_of(run, rows=200)[-60:]


def test_ties_are_told_by_the_choice(show):
    tab = show(explore.rule(X, T))
    choose(tab, "w·z = 0 is", "class C2")
    press(tab, "Step")
    assert "w·z = 0, correct" in said(tab)
