"""The pulls in Chromium: steps and pulls are the library's, and what is moved is told."""

import numpy as np
import pytest

from explorables import HERE, captions, choose, keys, press, said, state
from perceptrons import explore
from perceptrons.geometry import reflect
from perceptrons.losses import pull

pytestmark = pytest.mark.site

X, T = [[-3], [-2], [-1], [6]], [-1, -1, 1, 1]
TRACE = "customElements.get('perceptron-pulls').trace"
RULES = ("least squares", "perceptron", "relaxation", "logistic")


@pytest.fixture
def example():
    return explore.pulls(X, T, w=[0, 0.2])


def test_steps_are_those_of_the_library(show, example):
    rng = np.random.default_rng(9)
    cases = []
    for k in range(40):
        n = int(rng.integers(1, 6))
        x, t, w = rng.integers(-16, 17, n) / 4, rng.choice([-1, 1], n), rng.integers(-8, 9, 2) / 4
        cases.append((x, t, w, RULES[k % 4]))
    states = [
        {"x": x.tolist(), "t": t.tolist(), "w": w.tolist(), "rule": rule, "epochs": 12}
        for x, t, w, rule in cases
    ]
    paths = show(example).evaluate(f"(states) => states.map({TRACE})", states)
    for (x, t, w, rule), path in zip(cases, paths, strict=True):
        Z = reflect(x[:, None], t)
        eta, ours = 1 / (Z * Z).sum(), [w.astype(float)]
        total = pull(rule, Z @ ours[-1]) @ Z
        while len(ours) <= 12 and np.linalg.norm(total) > 1e-9:
            ours.append(ours[-1] + eta * total)
            total = pull(rule, Z @ ours[-1]) @ Z
        # Sums in another order; no product of these is nearer to 0 than that.
        assert len(path) == len(ours), (rule, x, t, w)
        assert np.allclose(path, ours, rtol=0, atol=1e-12), (rule, x, t, w)


def test_untouched_it_is_the_balance_of_the_chapter(show, example):
    tab = show(example)
    assert said(tab) == (
        "Step 0: w = (0, 0.2), threshold 0. Wrong: pattern 3. The pulls are in balance: nothing moves."
    )
    assert "pulls 0.4, 0.6, 1.2, −0.2;" in captions(tab)[0]
    assert [row[1:5] for row in example.table.rows][:3] == [
        ["0.4", "0.6", "1.2", "-0.2"],
        ["0", "0", "1", "0"],
        ["0.4", "0.6", "1.2", "0"],
    ]
    assert example.table.rows[0][-1] == "(0, 0)"


def test_another_rule_starts_anew_and_reset_leads_back(show, example):
    tab = show(example)
    untouched = said(tab)
    choose(tab, "Rule", "relaxation")
    tab.evaluate(f"{HERE}.go(400)")
    assert said(tab).startswith("Step 400: ")
    assert said(tab).endswith("All are right.")
    choose(tab, "Rule", "perceptron")
    assert said(tab).startswith("Step 0: ")
    tab.evaluate(f"{HERE}.go(400)")
    assert said(tab).startswith("Step 6: ")
    assert said(tab).endswith("All are right. No pattern pulls: nothing moves.")
    assert tab.get_by_role("button", name="Step").is_disabled()
    press(tab, "Reset")
    assert said(tab) == untouched
    assert tab.get_by_role("combobox", name="Rule").input_value() == "least squares"


def test_run_ends_where_nothing_moves(show, example):
    tab = show(example, reduced_motion="reduce")
    choose(tab, "Rule", "perceptron")
    press(tab, "Run")
    assert said(tab).startswith("Step 6: ")
    press(tab, "Reset")
    choose(tab, "Rule", "logistic")
    press(tab, "Run")
    assert said(tab).startswith("Step 400: ")


def test_logistic_pulls_are_never_called_zero(show):
    tab = show(explore.pulls([[-40], [40]], [-1, 1], w=[0, 1]))
    choose(tab, "Rule", "logistic")
    assert "pulls almost 0, almost 0;" in captions(tab)[0]


def test_the_keyboard_moves_a_pattern(show, example):
    tab = show(example)
    keys(tab, "Pattern 4", 8 * "Right ")
    assert state(tab)["x"] == [-3, -2, -1, 8]
    assert "pulls 0.4, 0.6, 1.2, −0.6;" in captions(tab)[0]
    assert "balance" not in said(tab)
