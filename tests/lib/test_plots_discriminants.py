"""The figures of chapter 1 draw what they say: checked on the artists, not on pixels."""

import numpy as np
import pytest
from matplotlib.patches import Polygon

from perceptrons import data, figures, geometry, plots

X, T = data.two_words("your", "re", n=300)
W = [-3, 4, -5]


def shaded(ax, point):
    (side,) = [patch for patch in ax.patches if isinstance(patch, Polygon)]
    return side.contains_point(ax.transData.transform(point))


def test_mail_is_drawn_by_class_and_its_side_is_shaded():
    fig, ax = plots.figure()
    plots.mail.plane(ax, X, T, W, ["your", "re"])
    drawn = {line.get_label(): line.get_xydata() for line in ax.lines if line.get_marker() in "os"}
    np.testing.assert_array_equal(drawn["spam"], X[T == 1])
    np.testing.assert_array_equal(drawn["honest mail"], X[T == -1])
    for x, g in zip(X, geometry.discriminant(W, X), strict=True):
        # The window cuts the shade off; in it, the shaded side is the positive one.
        assert shaded(ax, x) == (g > 0)
    assert "67 of 94 messages on the shaded side" in fig.alt
    assert "79 messages in the corner" in fig.alt


def test_without_weights_no_line_gives_the_answer_away():
    fig, ax = plots.figure()
    plots.mail.plane(ax, X, T, None, ["your", "re"])
    assert not ax.patches
    assert [line.get_label() for line in ax.lines] == ["spam", "honest mail"]
    assert "Spam (filled circles): 94 messages." in fig.alt


def test_perpendiculars_end_at_the_foot():
    _fig, ax = plots.figure()
    P = [[5, 0], [0, 0], [-1, 2]]
    plots.discriminants.distances(ax, [-5, 3, 4], P, low=-2, high=7)
    ways = [line.get_xydata() for line in ax.lines if line.get_linestyle() == "--"]
    # Tolerance: a foot holds two products and a quotient; all numbers are below 10.
    assert ways == [
        pytest.approx(np.array(way)) for way in ([[5, 0], [3.8, -1.6]], [[0, 0], [0.6, 0.8]])
    ]
    (arrow,) = [note for note in ax.texts if note.arrow_patch is not None]
    assert np.subtract(arrow.xy, arrow.xyann) == pytest.approx([3, 4]), "v to scale"


def test_an_arrow_may_start_elsewhere_and_names_keep_off_the_line():
    _fig, ax = plots.figure()
    line = [6, -2, -3]
    plots.discriminants.distances(ax, line, [[3, 0]], low=-4, high=7, start=[-1.5, 3])
    (arrow,) = [note for note in ax.texts if note.arrow_patch is not None]
    assert (tuple(arrow.xyann), tuple(arrow.xy)) == ((-1.5, 3), (-3.5, 0))
    (name,) = [note for note in ax.texts if "on the line" in note.get_text()]
    assert name.get_ha() == "left", "the words go on to the right"
    assert -np.dot(name.xyann, line[1:]) > 0 < name.xyann[0], "away from the shaded side"


def test_the_triangle_has_a_right_angle():
    _fig, ax = plots.figure()
    plots.plane(ax, -2, 6)
    figures.ch01.perpendicular(ax, [-5, 3, 4], [4, 4.5], -2.5)
    x, f, p = (line.get_xydata()[0] for line in ax.lines if line.get_marker() == "o")
    assert x.tolist() == [4, 4.5]
    for point in (f, p):
        assert geometry.discriminant([-5, 3, 4], [point])[0] == pytest.approx(0, abs=1e-12)
    assert (x - f) @ (f - p) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("reflected", [False, True])
def test_reflection_takes_class_c2_through_the_origin(reflected):
    _fig, ax = plots.figure()
    figures.ch01.reflection(ax, [[3], [1]], [1, -1], [-4, 2], reflected=reflected)
    marks = [
        line for line in ax.lines if line.get_marker() in ("o", "s") and line.get_label()[0] != "_"
    ]
    solid = [line.get_xydata()[0].tolist() for line in marks if line.get_alpha() is None]
    assert solid == [[1, 3], [-1, -1] if reflected else [1, 1]]
    assert [shaded(ax, point) for point in solid] == [True, reflected]


def test_bars_count_each_message_once():
    _fig, ax = plots.figure()
    D = geometry.distance(W, X)
    figures.ch01.scores(ax, D, T)
    heights = np.array([bar.get_height() for bar in ax.patches])
    assert (heights[heights > 0].sum(), -heights[heights < 0].sum()) == (94, 206)
    right = np.array([bar.get_x() >= 0 for bar in ax.patches])
    assert heights[right & (heights > 0)].sum() == 67


def test_reflection_writes_no_pattern_across_the_line():
    fig, ax = plots.figure(figsize=(4.4, 4.4))
    figures.ch01.reflection(ax, [[3], [1]], [1, -1], [-4, 2])
    fig.canvas.draw()
    for text in ax.texts:
        if text.get_text().startswith("("):
            box = text.get_window_extent().padded(4).transformed(ax.transData.inverted())
            corners = [[x, y] for x in (box.x0, box.x1) for y in (box.y0, box.y1)]
            assert len({*geometry.classify([0, -4, 2], corners).tolist()}) == 1


def test_a_message_is_a_bar_of_its_words():
    fig, ax = plots.figure()
    words = ["a", "b", None, "d"]
    plots.mail.message(ax, words, [1, 1, 2, 0], [-0.5, 3, -1, -2, 9], most=2)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["a", "not spelled", "all other words", "bias $w_0$", "the sum $g(x)$"]
    assert [bar.get_width() for bar in ax.patches] == [3, -4, -1, -0.5, -2.5]
    assert fig.alt.endswith("the sum is −2.5: ham.")


def test_a_message_names_no_word_that_it_has_not():
    _fig, ax = plots.figure()
    plots.mail.message(ax, ["a", "b"], [1, 0], [1, 3, 9])
    assert [bar.get_width() for bar in ax.patches] == [3, 1, 4]
