"""The figures of chapter 12 draw what the numbers say: checked on the artists, not on pixels."""

import pytest

from perceptrons import data, perceptron, plots

OR = data.modified_or()


def curves(ax):
    """Return the drawn lines by their label."""
    return {line.get_label(): line.get_xydata() for line in ax.lines}


def test_mistakes_of_each_epoch_and_room_for_zero():
    runs = {"OR": perceptron.online(*OR), "XOR": perceptron.online(*data.xor(), max_epochs=3)}
    _fig, ax = plots.figure()
    plots.spam.mistakes(ax, runs)
    assert curves(ax)["OR"].tolist() == [[1, 3], [2, 0]]
    assert curves(ax)["XOR"].tolist() == [[1, 4], [2, 4], [3, 4]]
    assert ax.get_ylim()[0] < 0
    assert len({line.get_marker() for line in ax.lines}) == 2, "told apart by shape"


def test_a_sixth_run_is_refused_not_left_out():
    run = perceptron.online(*OR)
    with pytest.raises(ValueError, match="runs has 6 entries, but a figure tells only 5 apart"):
        plots.spam.mistakes(plots.figure()[1], dict.fromkeys("abcdef", run))


def test_frequencies_keep_both_ends_of_each_step():
    _fig, ax = plots.figure()
    plots.spam.frequencies(ax, [2, 5, 1, 2, 1, 2])
    steps, alone = (line.get_xydata().tolist() for line in ax.lines)
    assert steps == [[1, 5], [2, 2], [4, 2], [5, 1], [6, 1]]
    assert alone == [[5, 1], [6, 1]]


def test_frequencies_without_a_word_of_one_message():
    fig, ax = plots.figure()
    plots.spam.frequencies(ax, [3, 2])
    assert fig.alt.endswith("the last 0 (0%) are in one only.")
    assert fig.svg()


def test_weights_leave_out_the_bias_and_keep_the_first_of_equals():
    words, w, df = ["a", "b", None, "d", "e"], [9, 1, -2, 3, 1, -4], [7, 6, 1, 5, 4]
    _fig, ax = plots.figure()
    plots.spam.weights(ax, words, w, df, most=2)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["not spelled (1)", "a (7)", "b (6)", "e (4)"]
    assert [bar.get_width() for bar in ax.patches] == [3, 1, -2, -4]
    heights = [bar.get_y() for bar in ax.patches]
    assert heights == sorted(heights, reverse=True), "the largest on top"


def test_intervals_from_low_to_high_with_the_base():
    _fig, ax = plots.figure()
    plots.spam.intervals(ax, {"x": (0.7, 0.8, 0.95), "y": (0.4, 0.5, 0.6)}, ("base", 0.3))
    drawn = [line.get_xydata().tolist() for line in ax.lines]
    assert drawn[:2] == [[[0.7, 0], [0.95, 0]], [[0.8, 0]]]
    assert drawn[2:4] == [[[0.4, -1], [0.6, -1]], [[0.5, -1]]]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["x", "y"]
    assert drawn[4][0][0] == 0.3


def test_weights_name_the_classes_of_the_caller():
    fig, ax = plots.figure()
    plots.spam.weights(ax, ["a", "b"], [0, 1, -2], [1, 1], most=1, classes=("sport", "news"))
    assert ax.get_xlabel() == "weight: news to the left, sport to the right"
    assert fig.alt.splitlines()[1] == "Smallest weights, towards news: b (1) −2."


def test_the_last_bits_of_numbers_do_not_reach_the_figure():
    def svg(w):
        fig, ax = plots.figure()
        plots.spam.weights(ax, ["a", "b"], w, [1, 2], most=1)
        return fig.svg()

    assert svg([0, 0.3, -0.1]) == svg([0, 0.1 + 0.2, -0.1])
    assert svg([0, 0.3, -0.1]) != svg([0, 0.31, -0.1])
