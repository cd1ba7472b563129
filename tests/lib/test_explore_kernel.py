"""The kernel in Chromium: its run is the library's, update by update, and its curve where g is zero."""

import numpy as np
import pytest

from explorables import HERE, captions, choose, keys, more, press, said, state
from perceptrons import data, dual, explore
from perceptrons.explore._kernel import KERNELS

pytestmark = pytest.mark.site

TRACE = "customElements.get('perceptron-kernel').trace"
PARTS = [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [2, 2], [-2, 2], [2, -2], [-2, -2]]
PARTS_T = [1] * 5 + [-1] * 4


@pytest.fixture
def example():
    return explore.kernel({"exclusive OR": data.xor(), "nine parts": (PARTS, PARTS_T)})


@pytest.mark.parametrize("name", KERNELS)
def test_trace_is_the_library_s(show, example, name):
    rng = np.random.default_rng(5)
    cases = []
    for case in range(25):
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
    assert kinds == {True, False}  # a pattern stands in both classes where a Gaussian does not end


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
    press(tab, "Back")
    assert said(tab).startswith("Update 3: pattern 3 of class C1 was a mistake")


def test_the_curve_is_where_g_is_zero(show, example):
    tab = show(example)
    side, curve = tab.evaluate(f"{HERE}.level(([a, b]) => 2 - a * a - b * b)")
    numbers = np.array([float(v) for v in curve.replace("M", " ").replace("L", " ").split()])
    reach = state(tab)["reach"]
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
    choose(tab, "Kernel", index=0)
    assert said(tab).endswith("Stopped: no end in sight.")
    assert "Wrong about pattern" in captions(tab)[0]
    choose(tab, "Kernel", index=3)
    assert said(tab).startswith("Update 4: pattern 4")
    choose(tab, "Patterns", index=1)
    assert state(tab)["X"] == PARTS
    assert said(tab).endswith("the rule ends.")
    press(tab, "Reset")
    assert state(tab)["kernel"] == "quadratic"
    assert state(tab)["X"] == data.xor().X.tolist()


def test_patterns_move_and_change_class_by_keyboard(show, example):
    tab = show(example)
    keys(tab, "Pattern 4", "Up")
    assert state(tab)["X"][3] == [1, 1.25]
    more(tab, "Enter")
    assert state(tab)["t"] == [-1, 1, 1, 1]
    more(tab, "Down")  # the focus has stayed
    assert state(tab)["X"][3] == [1, 1]
    press(tab, "Change class")
    assert state(tab)["t"] == [-1, 1, 1, -1]
