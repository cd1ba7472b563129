"""The pulls in Chromium: steps and pulls are the library's, and what is moved is told."""

import numpy as np
import pytest

from browser import PHONE
from perceptrons import explore
from perceptrons.geometry import reflect
from perceptrons.losses import pull

pytestmark = pytest.mark.site

X, T = [[-3], [-2], [-1], [6]], [-1, -1, 1, 1]
HERE = "document.querySelector('.explorable')"
TRACE = "customElements.get('perceptron-pulls').trace"
RULES = ("least squares", "perceptron", "relaxation", "logistic")


@pytest.fixture
def example():
    return explore.pulls(X, T, w=[0, 0.2])


def said(tab):
    return tab.get_by_role("status").inner_text()


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
    assert "pulls 0.4, 0.6, 1.2, −0.2;" in tab.locator("figcaption").first.inner_text()
    assert [row[1:5] for row in example.table.rows][:3] == [
        ["0.4", "0.6", "1.2", "-0.2"],
        ["0", "0", "1", "0"],
        ["0.4", "0.6", "1.2", "0"],
    ]
    assert example.table.rows[0][-1] == "(0, 0)"


def test_another_rule_starts_anew_and_reset_leads_back(show, example):
    tab = show(example)
    untouched = said(tab)
    tab.get_by_role("combobox", name="Rule").select_option("relaxation")
    tab.evaluate(f"{HERE}.go(400)")
    assert said(tab).startswith("Step 400: ")
    assert said(tab).endswith("All are right.")
    tab.get_by_role("combobox", name="Rule").select_option("perceptron")
    assert said(tab).startswith("Step 0: ")
    tab.evaluate(f"{HERE}.go(400)")
    assert said(tab).startswith("Step 6: ")
    assert said(tab).endswith("All are right. No pattern pulls: nothing moves.")
    assert tab.get_by_role("button", name="Step").is_disabled()
    tab.get_by_role("button", name="Reset").click()
    assert said(tab) == untouched
    assert tab.get_by_role("combobox", name="Rule").input_value() == "least squares"


def test_run_ends_where_nothing_moves(show, example):
    tab = show(example, reduced_motion="reduce")
    tab.get_by_role("combobox", name="Rule").select_option("perceptron")
    tab.get_by_role("button", name="Run").click()
    assert said(tab).startswith("Step 6: ")
    tab.get_by_role("button", name="Reset").click()
    tab.get_by_role("combobox", name="Rule").select_option("logistic")
    tab.get_by_role("button", name="Run").click()
    assert said(tab).startswith("Step 400: ")


def test_logistic_pulls_are_never_called_zero(show):
    tab = show(explore.pulls([[-40], [40]], [-1, 1], w=[0, 1]))
    tab.get_by_role("combobox", name="Rule").select_option("logistic")
    assert "pulls almost 0, almost 0;" in tab.locator("figcaption").first.inner_text()


def test_the_keyboard_moves_a_pattern(show, example):
    tab = show(example)
    tab.get_by_role("slider", name="Pattern 4").focus()
    for _ in range(8):
        tab.keyboard.press("ArrowRight")
    assert tab.evaluate(f"{HERE}.state.x") == [-3, -2, -1, 8]
    assert "pulls 0.4, 0.6, 1.2, −0.6;" in tab.locator("figcaption").first.inner_text()
    assert "balance" not in said(tab)


def test_it_fits_a_phone(show, example):
    tab = show(example, viewport=PHONE)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_two_features_are_refused():
    with pytest.raises(ValueError, match=r"X must have shape \(n, 1\), dense: .* choose one"):
        explore.pulls([[1, 2]], [1])
