"""The figures of chapter 12 draw what the numbers say: checked on the artists, not on pixels."""

import numpy as np
import pytest

from perceptrons import bounds, data, perceptron, plots
from perceptrons.plots import spam as charts

OR = data.modified_or()


def curves(ax):
    """Return the drawn lines by their label."""
    return {line.get_label(): line.get_xydata() for line in ax.lines}


def test_mistakes_of_each_epoch_and_room_for_zero():
    runs = {"OR": perceptron.online(*OR), "XOR": perceptron.online(*data.xor(), max_epochs=3)}
    _fig, ax = plots.figure()
    charts.mistakes(ax, runs)
    assert curves(ax)["OR"].tolist() == [[1, 3], [2, 0]]
    assert curves(ax)["XOR"].tolist() == [[1, 4], [2, 4], [3, 4]]
    assert ax.get_ylim()[0] < 0
    assert len({line.get_marker() for line in ax.lines}) == 2, "told apart by shape"


def test_squeeze_between_its_curves():
    run, w_star = perceptron.online(*OR), [2, 3, 3]
    fig, ax = plots.figure()
    charts.squeeze(ax, run, w_star)
    drawn = curves(ax)
    lengths = np.linalg.norm(run.weights, axis=1)
    # Drawn to nine digits.
    np.testing.assert_allclose(drawn["length of w after k updates"][:, 1], lengths, atol=1e-9)
    k, lower = drawn["k γ, no shorter"].T
    np.testing.assert_allclose(lower, k * bounds.margin(w_star, *OR), atol=1e-7)
    upper = drawn["R √k, no longer"][:, 1]
    np.testing.assert_allclose(upper, np.sqrt(3 * k), atol=1e-7)
    meet = bounds.mistake_bound(w_star, *OR)
    assert [(line.get_xdata()[0]) for line in ax.lines if line.get_marker() == "o"] == [
        pytest.approx(meet, rel=1e-7)
    ]
    assert f"meet at k = {meet:.0f}" in fig.alt


@pytest.mark.parametrize(
    "run",
    [
        perceptron.batch(*OR),
        perceptron.online(*OR, eta=0.5),
        perceptron.online(*OR, w=[1, 0, 0]),
    ],
    ids=["batch", "rate", "start"],
)
def test_squeeze_refuses_runs_whose_curves_are_others(run):
    _fig, ax = plots.figure()
    with pytest.raises(ValueError, match=r"run must start from w = 0 .* with eta=1"):
        charts.squeeze(ax, run, [1, 1, 1])


def test_squeeze_refuses_weights_that_do_not_separate():
    _fig, ax = plots.figure()
    with pytest.raises(ValueError, match="w_star must separate the classes, but its margin is 0"):
        charts.squeeze(ax, perceptron.online(*OR), [2, 1, 1])


def test_frequencies_keep_both_ends_of_each_step():
    _fig, ax = plots.figure()
    charts.frequencies(ax, [2, 5, 1, 2, 1, 2])
    steps, alone = (line.get_xydata().tolist() for line in ax.lines)
    assert steps == [[1, 5], [2, 2], [4, 2], [5, 1], [6, 1]]
    assert alone == [[5, 1], [6, 1]]


def test_frequencies_without_a_word_of_one_message():
    fig, ax = plots.figure()
    charts.frequencies(ax, [3, 2])
    assert fig.alt.endswith("the last 0 (0%) in one alone.")
    assert fig.svg()


def test_weights_leave_out_the_bias_and_keep_the_first_of_equals():
    words, w, df = ["a", "b", None, "d", "e"], [9, 1, -2, 3, 1, -4], [7, 6, 1, 5, 4]
    _fig, ax = plots.figure()
    charts.weights(ax, words, w, df, most=2)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["not spelled (1)", "a (7)", "b (6)", "e (4)"]
    assert [bar.get_width() for bar in ax.patches] == [3, 1, -2, -4]
    heights = [bar.get_y() for bar in ax.patches]
    assert heights == sorted(heights, reverse=True), "the largest on top"


def test_intervals_from_low_to_high_with_the_base():
    _fig, ax = plots.figure()
    charts.intervals(ax, {"x": (0.7, 0.8, 0.95), "y": (0.4, 0.5, 0.6)}, ("base", 0.3))
    drawn = [line.get_xydata().tolist() for line in ax.lines]
    assert drawn[:2] == [[[0.7, 0], [0.95, 0]], [[0.8, 0]]]
    assert drawn[2:4] == [[[0.4, -1], [0.6, -1]], [[0.5, -1]]]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["x", "y"]
    assert drawn[4][0][0] == 0.3


def test_the_last_bits_of_numbers_do_not_reach_the_figure():
    def svg(w):
        fig, ax = plots.figure()
        charts.weights(ax, ["a", "b"], w, [1, 2], most=1)
        return fig.svg()

    assert svg([0, 0.3, -0.1]) == svg([0, 0.1 + 0.2, -0.1])
    assert svg([0, 0.3, -0.1]) != svg([0, 0.31, -0.1])
