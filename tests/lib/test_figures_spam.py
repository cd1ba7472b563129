"""The figures of chapter 12 draw what the numbers say: checked on the artists, not on pixels."""

from perceptrons import figures, plots


def test_weights_leave_out_the_bias_and_keep_the_first_of_equals():
    words, w, df = ["a", "b", None, "d", "e"], [9, 1, -2, 3, 1, -4], [7, 6, 1, 5, 4]
    _fig, ax = plots.figure()
    figures.ch12.weights(ax, words, w, df, most=2)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["not spelled (1)", "a (7)", "b (6)", "e (4)"]
    assert [bar.get_width() for bar in ax.patches] == [3, 1, -2, -4]
    heights = [bar.get_y() for bar in ax.patches]
    assert heights == sorted(heights, reverse=True), "the largest on top"


def test_the_last_bits_of_numbers_do_not_reach_the_figure():
    def svg(w):
        fig, ax = plots.figure()
        figures.ch12.weights(ax, ["a", "b"], w, [1, 2], most=1)
        return fig.svg()

    assert svg([0, 0.3, -0.1]) == svg([0, 0.1 + 0.2, -0.1])
    assert svg([0, 0.3, -0.1]) != svg([0, 0.31, -0.1])
