"""The kernel in Chromium: its run is the library's, update by update, and its curve where g is zero."""

import numpy as np
import pytest

from browser import PHONE
from perceptrons import data, dual, explore
from perceptrons.explore._kernel import KERNELS

pytestmark = pytest.mark.site

HERE = "document.querySelector('.explorable')"
TRACE = "customElements.get('perceptron-kernel').trace"
PARTS = [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [2, 2], [-2, 2], [2, -2], [-2, -2]]
PARTS_T = [1] * 5 + [-1] * 4


@pytest.fixture
def example():
    return explore.kernel({"exclusive OR": data.xor(), "nine parts": (PARTS, PARTS_T)})


def said(tab):
    return tab.get_by_role("status").inner_text()


@pytest.mark.parametrize("name", KERNELS)
def test_trace_is_the_library_s(show, example, name):
    rng = np.random.default_rng(4)
    cases = []
    for case in range(120):
        n = int(rng.integers(1, 9))
        # Quarters, as the reader moves patterns; whole numbers where a power of 2 would be rounded.
        X = rng.integers(-8, 9, (n, 2)) / (1 if name == "gaussian" or case % 2 else 4)
        cases.append((X, rng.choice([-1, 1], n)))
    states = [{"X": X.tolist(), "t": t.tolist(), "kernel": name} for X, t in cases]
    traces = show(example).evaluate(f"(states) => states.map({TRACE})", states)
    kinds = set()
    for (X, t), seen in zip(cases, traces, strict=True):
        K = dual.gram(X, KERNELS[name])
        run = dual.online(K, t, max_epochs=400)
        path = seen["path"]
        mistaken = run.mistaken[: len(path) - 1].tolist()
        assert [step["i"] for step in path[1:]] == mistaken
        assert path[-1]["lam"] == np.bincount(mistaken, minlength=len(t)).tolist()
        lam = np.zeros(len(t))
        for step in path[1:]:
            product = t[step["i"]] * (K[step["i"]] @ (lam * t))
            # Exact but for the quotients of the Cauchy kernel, summed in another order.
            assert step["product"] == pytest.approx(product, rel=1e-12, abs=1e-12)
            lam[step["i"]] += 1
        assert seen["ended"] == (run.converged and run.updates <= 300)
        kinds.add(seen["ended"])
    assert kinds == (
        {True} if name in ("gaussian", "cauchy") and all_distinct(cases) else {True, False}
    )


def all_distinct(cases):
    return all(len(np.unique(X, axis=0)) == len(X) for X, _ in cases)


def test_untouched_it_is_the_worked_example(show, example):
    tab = show(example)
    assert said(tab) == (
        "Update 4: pattern 4 of class C2 was a mistake, its product −1; λ₄ becomes 1. "
        "Now no pattern is mistaken: the rule ends."
    )
    captions = tab.locator(".explorable figcaption").all_inner_texts()
    assert captions == [
        "Shaded: g(x) > 0, class C1. Every pattern is on its side.",
        "λ = (1, 1, 1, 1): how often each pattern has been added.",
    ]
    tab.get_by_role("button", name="Back").click()
    assert said(tab).startswith("Update 3: pattern 3 of class C1 was a mistake")


def test_the_curve_is_where_g_is_zero(show, example):
    tab = show(example)
    side, curve = tab.evaluate(f"{HERE}.level(([a, b]) => 2 - a * a - b * b)")
    numbers = np.array([float(v) for v in curve.replace("M", " ").replace("L", " ").split()])
    reach = tab.evaluate(f"{HERE}.state.reach")
    points = (numbers.reshape(-1, 2) / 128 - 1) * reach
    assert len(points) > 150
    # A cell is 1/8 wide; a chord of the circle of radius 1.4 leaves it by 0.003, and rounding to
    # hundredths of a pixel adds 0.0003.
    assert np.abs(np.hypot(*points.T) - 2**0.5).max() < 0.004
    corners = side.split("Z")[0].replace("M", " ").replace("L", " ").split()
    inside = (np.array([float(v) for v in corners]).reshape(-1, 2) / 128 - 1) * reach
    assert (np.hypot(*inside.T) < 2**0.5 + 0.004).all()


def test_a_line_does_not_end_and_a_kernel_does(show, example):
    tab = show(example)
    tab.get_by_role("combobox", name="Kernel").select_option(index=0)
    assert said(tab).endswith("Stopped: no end in sight.")
    assert "Wrong about pattern" in tab.locator(".explorable figcaption").first.inner_text()
    tab.get_by_role("combobox", name="Kernel").select_option(index=3)
    assert said(tab).startswith("Update 4: pattern 4")
    tab.get_by_role("combobox", name="Patterns").select_option(index=1)
    assert tab.evaluate(f"{HERE}.state.X") == PARTS
    assert said(tab).endswith("the rule ends.")
    tab.get_by_role("button", name="Reset").click()
    assert tab.evaluate(f"{HERE}.state.kernel") == "quadratic"
    assert tab.evaluate(f"{HERE}.state.X") == data.xor().X.tolist()


def test_patterns_move_and_change_class_by_keyboard(show, example):
    tab = show(example)
    tab.get_by_role("slider", name="Pattern 4").focus()
    tab.keyboard.press("ArrowUp")
    assert tab.evaluate(f"{HERE}.state.X[3]") == [1, 1.25]
    tab.keyboard.press("Enter")
    assert tab.evaluate(f"{HERE}.state.t") == [-1, 1, 1, 1]
    tab.keyboard.press("ArrowDown")  # the focus has stayed
    assert tab.evaluate(f"{HERE}.state.X[3]") == [1, 1]
    tab.get_by_role("button", name="Change class").click()
    assert tab.evaluate(f"{HERE}.state.t") == [-1, 1, 1, -1]


def test_it_fits_a_phone(show, example):
    tab = show(example, viewport=PHONE)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("sets", "options", "words"),
    [
        ({}, {}, "sets is empty.*give at least one set"),
        (
            {"a": ([[1]], [1])},
            {},
            r"X of 'a' must have shape \(n, 2\) with n from 1 to 12, dense: .* choose two features",
        ),
        ({"a": ([[1, 2]] * 13, [1] * 13)}, {}, r"got \(13, 2\)"),
        ({"a": ([[1, 2]], [0])}, {}, "targets are"),
        ({"a": ([[1, 2]], [1])}, {"kernel": "quartic"}, "kernel is 'quartic'; known are linear"),
    ],
    ids=["none", "one feature", "many", "targets", "kernel"],
)
def test_what_cannot_be_drawn_is_refused(sets, options, words):
    with pytest.raises(ValueError, match=words):
        explore.kernel(sets, **options)
