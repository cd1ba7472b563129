"""The three classes in Chromium: together and apart, the weights are those of the library."""

import numpy as np
import pytest

from explorables import cells, choose, drag, heads, more, press, said, state
from perceptrons import explore, multiclass

pytestmark = pytest.mark.site

X = [[-3, 0], [-2, 2], [-0.5, 1], [0.5, -1], [2, -2], [3, 0]]
LABELS = ["low", "low", "middle", "middle", "top", "top"]
KIND = "customElements.get('perceptron-classes')"


@pytest.fixture
def example():
    return explore.classes(X, LABELS)


def cases(number):
    """Yield random patterns of three classes, half of them on the grid that readers move along."""
    rng = np.random.default_rng(5)
    for case in range(number):
        n = int(rng.integers(3, 9))
        Q = rng.integers(-6, 7, (n, 2)) / (2 if case % 2 else 1)
        yield Q, np.concatenate([[0, 1, 2], rng.integers(0, 3, n - 3)]), int(rng.integers(1, 30))


BRIEFLY = f"""(states) => states.map((state) => {{
    const trace = {KIND}.trace(state);
    return [trace.length, trace.flatMap((p, k) => (p.mistake ? [k] : [])),
        trace.filter((p) => p.mistake).map((p) => p.rival), trace.at(-1).W];
}})"""


@pytest.mark.parametrize("apart", [False, True])
def test_trace_is_the_library_s_to_the_bit(show, example, apart):
    tab = show(example)
    given = list(cases(80))
    states = [
        {"X": Q.tolist(), "y": y.tolist(), "names": ["a", "b", "c"], "apart": apart}
        | {"max_epochs": epochs}
        for Q, y, epochs in given
    ]
    ends = set()
    for (Q, y, epochs), (length, at, rivals, W) in zip(
        given, tab.evaluate(BRIEFLY, states), strict=True
    ):
        if apart:
            _, T = multiclass.one_against_rest(y)
            runs = multiclass.neurons(Q, T, max_epochs=epochs)
            assert [run.w.tolist() for run in runs] == W
            mistaken = set().union(*(run.mistaken_at.tolist() for run in runs))
            assert at == sorted(mistaken)
            assert length == max(run.presentations for run in runs)
            ends.add(all(run.converged for run in runs))
        else:
            run = multiclass.online(Q, y, max_epochs=epochs)
            assert np.array(W, dtype=float).tobytes() == (run.W + 0.0).tobytes()
            assert (at, rivals) == (run.mistaken_at.tolist(), run.rivals.tolist())
            assert length == run.presentations
            ends.add(run.converged)
    assert ends == {True, False}


def test_steps_are_said_and_the_table_grows(show, example):
    tab = show(example)
    assert said(tab).startswith("All weights are zero")
    press(tab, "Step")
    assert said(tab) == (
        "Epoch 1, pattern 1 of class low: low has 0, its strongest rival middle 0, so low gains it, "
        "middle loses it."
    )
    assert cells(tab) == [["1", "0", "0", "0", "YES"]]
    press(tab, "Step", "Back", "Reset")
    assert cells(tab) == []
    assert heads(tab) == ["pattern", "g of low", "g of middle", "g of top", "update"]


def test_together_they_end_and_apart_they_do_not(show, example):
    tab = show(example, stopped=True)
    run = multiclass.online(X, LABELS)
    assert run.converged
    press(tab, "Run")
    tab.clock.run_for(24 * 700)
    assert said(tab).endswith(f"the end, after {run.updates} mistakes.")
    caption = tab.locator(".explorable figcaption").inner_text()
    assert caption.startswith("6 of 6 patterns are right: their own discriminant is the largest.")
    choose(tab, "Neurons", "apart: each against the rest")
    assert said(tab).endswith("no end in sight.")
    assert "only their own neuron says yes" in tab.locator(".explorable figcaption").inner_text()


def test_patterns_move_and_change_class_by_keyboard(show, example):
    tab = show(example)
    slider = tab.get_by_role("slider", name="Pattern 3, class middle")
    slider.focus()
    more(tab, "Up")
    assert state(tab)["X"][2] == [-0.5, 1.5]
    more(tab, "Enter")
    assert state(tab)["y"] == [0, 0, 2, 1, 2, 2]
    more(tab, "Down")  # the focus has stayed
    assert state(tab)["X"][2] == [-0.5, 1]
    press(tab, "Next class")
    assert state(tab)["y"] == [0, 0, 0, 1, 2, 2]
    press(tab, "Reset")
    assert state(tab)["y"] == [0, 0, 1, 1, 2, 2]


def test_a_pattern_is_dragged(show, example):
    tab = show(example)
    box = tab.locator(".explorable svg svg").first.bounding_box()

    def place(x, y):
        return box["x"] + box["width"] * (x + 4) / 8, box["y"] + box["height"] * (4 - y) / 8

    drag(tab, place(3, 0), place(2, 1), place(1.55, 3.4))
    assert state(tab)["X"][5] == [1.5, 3.5]
