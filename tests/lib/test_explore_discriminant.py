"""The discriminant in Chromium: its readings are the library's, and each way to move it moves it."""

from fractions import Fraction

import numpy as np
import pytest

from browser import PHONE
from explorables import HERE, drag, keys, more, press, said, state
from perceptrons import explore, geometry

pytestmark = pytest.mark.site

W, X = [-5, 3, 4], [5, 0]
KIND = "customElements.get('perceptron-discriminant')"


@pytest.fixture
def example():
    return explore.discriminant(W, X)


def cases(number):
    """Yield random weights and patterns, in the quarters along which readers move."""
    rng = np.random.default_rng(4)
    quarters = rng.integers(-32, 33, (number, 5)) / 4
    quarters[::7, 1] = 0  # level lines
    quarters[::9, 0] = -(quarters[::9, 1:3] * quarters[::9, 3:]).sum(axis=1)  # patterns on the line
    for *w, x_1, x_2 in quarters.tolist():
        if any(w[1:]):
            yield w, [x_1, x_2]


def test_readings_are_the_library_s_to_the_bit(show, example):
    # Quarters below 9: g, θ and ‖v‖² are dyadic and short, hence exact in whatever order they are
    # added. Root and division are rounded once, and correctly, on both sides: no ulp is granted.
    given = list(cases(200))
    states = [{"w": w, "x": x} for w, x in given]
    read = show(example).evaluate(f"(states) => states.map({KIND}.readings)", states)
    signs = set()
    for (w, x), all_ in zip(given, read, strict=True):
        assert all_["g"] == geometry.discriminant(w, [x])[0]
        assert all_["distance"] == geometry.distance(w, [x])[0]
        assert all_["origin"]["distance"] == -geometry.distance(w, [[0, 0]])[0]
        assert all_["theta"] == -w[0]
        signs.add(np.sign(all_["g"]))
    assert len(given) > 195
    assert signs == {-1, 0, 1}


def test_feet_are_on_the_line_and_nearest(show, example):
    given = list(cases(100))
    states = [{"w": w, "x": x} for w, x in given]
    read = show(example).evaluate(f"(states) => states.map({KIND}.readings)", states)
    for (w, x), all_ in zip(given, read, strict=True):
        w0, *v = map(Fraction, w)
        square = sum(c * c for c in v)
        for point, foot in ((x, all_["foot"]), ([0, 0], all_["origin"]["foot"])):
            g = w0 + sum(a * Fraction(b) for a, b in zip(v, point, strict=True))
            exact = [Fraction(b) - g / square * a for a, b in zip(v, point, strict=True)]
            # A quotient, a product and a sum, each rounded; all are below 2^10 but for long ways.
            size = 1 + max(abs(b) for b in (*point, *exact))
            assert (
                max(abs(Fraction(a) - b) for a, b in zip(foot, exact, strict=True)) < size / 2**50
            )


def readings(tab):
    names, values = (tab.locator(f".explorable {tag}").all_inner_texts() for tag in ("dt", "dd"))
    return dict(zip(names, values, strict=True))


def row(tab):
    """Return g(x) and the distance as they stand on the page, like the last columns of the table."""
    read = readings(tab)
    names = "g(x) = w₀ + v·x", "Signed distance of x"
    return tuple(read[name].rsplit(" = ", 1)[-1] for name in names)


def test_untouched_it_is_the_worked_example(show, example):
    tab = show(example)
    assert said(tab) == "g(x) = 10: x is 2 from the line, on its positive side."
    assert row(tab) == tuple(example.table.rows[0][2:])
    assert readings(tab) == {
        "v = (w₁, w₂)": "(3, 4), of length ‖v‖ = 5",
        "Line from origin": "−w₀/‖v‖ = 5/5 = 1, along v",
        "g(x) = w₀ + v·x": "−5 + 3·5 + 4·0 = 10",
        "Signed distance of x": "g(x)/‖v‖ = 10/5 = 2",
    }


def test_on_the_line_it_is_on_neither_side(show):
    assert said(show(explore.discriminant(W, [-1, 2]))) == (
        "g(x) = 0: x = (−1, 2) is on the line, on neither side."
    )


@pytest.mark.parametrize(("x", "g", "D"), [([3, 4], "20", "4"), ([0, 0], "−5", "−1")])
def test_the_other_patterns_of_the_chapter(show, x, g, D):
    tab = show(explore.discriminant(W, x))
    side = "negative" if g[0] == "−" else "positive"
    assert said(tab) == f"g(x) = {g}: x is {D.strip('−')} from the line, on its {side} side."
    assert row(tab) == (g, D)
    assert tab.locator(".explorable svg svg text").all_text_contents() == [D.strip("−")]


def test_other_weights_give_the_table_of_the_library(show, example):
    tab = show(example)
    for w, x in list(cases(15)):
        tab.evaluate(f"([w, x]) => {HERE}.change({{ w, x }}, '')", [w, x])
        assert row(tab) == tuple(explore.discriminant(w, x).table.rows[0][2:])


def place(tab, x, y):
    """Return where a point of the plane is on the screen."""
    box = tab.locator(".explorable .ground").bounding_box()
    high = tab.evaluate(f"{HERE}.plane.high")
    return (
        box["x"] + box["width"] * (x + high) / (2 * high),
        box["y"] + box["height"] * (high - y) / (2 * high),
    )


def test_pattern_normal_and_line_are_dragged_by_the_mouse(show, example):
    tab = show(example)
    drag(tab, place(tab, *X), place(tab, *(5.02, 4.97)))
    assert state(tab) == {"w": W, "x": [5, 5]}
    assert said(tab) == "x = (5, 5). g(x) = 30: x is 6 from the line, on its positive side."
    drag(tab, place(tab, *(3, 4)), place(tab, *(-2, 0)))
    assert state(tab) == {"w": [-5, -2, 0], "x": [5, 5]}
    assert said(tab).startswith(
        "v = (−2, 0). The line has turned with it, and is 2.5 from the origin."
    )
    assert readings(tab)["Line from origin"] == "−w₀/‖v‖ = 5/2 = 2.5, along v"
    drag(tab, place(tab, *(-2.5, 0)), place(tab, *(3, -6)))  # only what lies along v counts
    assert state(tab) == {"w": [6, -2, 0], "x": [5, 5]}
    assert said(tab).startswith("w₀ = 6. The line keeps its direction, and is 3 from the origin.")
    assert readings(tab)["Line from origin"] == "−w₀/‖v‖ = −6/2 = −3, against v"


def test_the_line_does_not_leave_the_picture_with_its_handle(show, example):
    tab = show(example)
    drag(tab, place(tab, *(0.6, 0.8)), place(tab, *(8, 8)))  # its foot would be (6.72, 8.96)
    assert state(tab)["w"] == W
    drag(
        tab, place(tab, *(0.6, 0.8)), place(tab, *(4, 8))
    )  # θ would be 44, more than the slider's 20
    assert state(tab)["w"] == W
    handle = tab.get_by_role("slider", name="The line")
    tab.evaluate(f"{HERE}.turn([0.25, 0])")
    assert not handle.is_visible()  # 20 from the origin
    tab.evaluate(f"{HERE}.turn([1, 0])")
    assert handle.is_visible()


def test_a_pattern_is_dragged_by_touch(show, example):
    tab = show(example, viewport=PHONE, has_touch=True)
    session = tab.context.new_cdp_session(tab)

    def send(kind, *points):
        fingers = [dict(zip("xy", place(tab, *point), strict=True)) for point in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    send("touchStart", X)
    for point in [(0, 0), (1, -3), (2, -6)]:
        send("touchMove", point)
    send("touchEnd")
    assert state(tab) == {"w": W, "x": [2, -6]}


def test_everything_is_moved_by_keyboard(show, example):
    tab = show(example)
    tip, line, pattern = (
        tab.get_by_role("slider", name=name) for name in ("Tip of v", "The line", "Pattern x")
    )
    pattern.focus()
    more(tab, "Left Down")
    assert state(tab)["x"] == [4.75, -0.25]
    assert pattern.get_attribute("aria-valuetext") == "x₁ 4.75, x₂ −0.25"
    tip.focus()
    more(tab, "Right Up")
    assert state(tab)["w"] == [-5, 3.25, 4.25]
    assert tip.get_attribute("aria-valuetext") == "w₁ 3.25, w₂ 4.25"
    line.focus()
    thresholds = []
    for key in ("ArrowUp", "ArrowRight", "ArrowLeft", "ArrowDown"):
        tab.keyboard.press(key)
        thresholds.append(-state(tab)["w"][0])
    assert thresholds == [5.25, 5.5, 5.25, 5]
    bias = tab.get_by_role("slider", name="w₀")
    bias.focus()
    more(tab, "Right")
    assert state(tab)["w"] == [-4.75, 3.25, 4.25]


def test_across_the_normal_a_key_leaves_the_line(show):
    tab = show(explore.discriminant([-1, 2, 0], [0, 0]))
    keys(tab, "The line", "Up")
    assert state(tab)["w"] == [-1, 2, 0]


def test_scale_changes_g_and_not_the_line(show, example):
    tab = show(example)
    tab.evaluate(f"{HERE}.move([3, 4])")

    def lines():
        """Return the line and its foot handle as drawn."""
        handle = tab.get_by_role("slider", name="The line").get_attribute("transform")
        return tab.locator(".explorable path.now").get_attribute("d"), handle

    def after(name):
        press(tab, name)
        return state(tab)["w"], row(tab)

    drawn = lines()
    assert after("Double w") == ([-10, 6, 8], ("40", "4"))
    assert said(tab) == (
        "Every weight is doubled: the same line, the same distances, another g. "
        "g(x) = 40: x is 4 from the line, on its positive side."
    )
    assert lines() == drawn
    assert tab.get_by_role("button", name="Double w").is_disabled()  # the arrow would leave
    press(tab, "Halve w")
    assert after("Halve w") == ([-2.5, 1.5, 2], ("10", "4"))
    assert lines() == drawn
    assert after("Flip w") == ([2.5, -1.5, -2], ("−10", "−4"))
    assert said(tab).startswith("Every weight has changed its sign: the same line, its sides")
    assert lines()[1] == drawn[1]
    press(tab, "Halve w", "Halve w")
    assert tab.get_by_role("button", name="Halve w").is_disabled()  # too short to be seen
    assert after("Reset")[0] == W
    assert state(tab)["x"] == X


def test_without_a_normal_there_is_no_line(show, example):
    tab = show(example)
    tab.evaluate(f"{HERE}.turn([0, 0])")
    assert said(tab) == "v = (0, 0). With w₁ = w₂ = 0 there is no line: g is w₀ = −5 everywhere."
    assert readings(tab)["Signed distance of x"] == "none: there is no line"
    assert tab.locator(".explorable path.now").count() == 0
    tip = tab.get_by_role("slider", name="Tip of v")
    tip.focus()
    more(tab, "Up")
    assert state(tab)["w"] == [-5, 0, 0.25]


def test_what_is_given_is_left_alone():
    w, x = np.array(W), np.array(X)
    shown = explore.discriminant(w, x)
    shown.state["w"][0] = 99
    assert w.tolist() == W
    assert x.tolist() == X
