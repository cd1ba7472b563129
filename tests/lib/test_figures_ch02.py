"""The figures of chapter 2 draw the run: checked on the artists, not on pixels."""

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.lines import AxLine
from matplotlib.patches import Polygon

from perceptrons import data, figures, perceptron, plots

OR = data.modified_or()
PAIR = [[1], [-1]], [1, -1]


def on_line(w, point):
    # Tolerance: feet and unit normals hold a square root; the weights are small integers.
    return np.dot(w, [1, *point]) == pytest.approx(0, abs=1e-12)


def rings(ax):
    return [line.get_xydata() for line in ax.lines if line.get_color() == plots.GREEN]


def arrows(ax):
    return [(note.xyann, note.xy) for note in ax.texts if note.arrow_patch is not None]


@pytest.mark.parametrize("rule", [perceptron.online, perceptron.batch])
def test_progress_shows_each_line_and_who_made_it(rule):
    run = rule(*OR)
    _fig, axes = plots.figure(1, run.updates + 1)
    figures.ch02.progress(axes, run)
    for k, ax in enumerate(axes[:-1], start=1):
        causes = OR.X if run.batch else OR.X[[run.mistaken[k - 1]]]
        np.testing.assert_array_equal(rings(ax)[0], causes)
        lines = {line.get_linestyle(): line for line in ax.lines if isinstance(line, AxLine)}
        assert ("--" in lines) == (k > 1), "no line before the first update from zero"
        assert on_line(run.weights[k], lines["-"].get_xy1())
        assert on_line(run.weights[k], lines["-"].get_xy2())
        if k > 1:
            assert on_line(run.weights[k - 1], lines["--"].get_xy1())
        assert [tail for tail, _ in arrows(ax)] == pytest.approx(causes)
        assert all(on_line(run.weights[k], tip) for _, tip in arrows(ax))
        (side,) = [patch for patch in ax.patches if isinstance(patch, Polygon)]
        inside = [side.contains_point(ax.transData.transform(x)) for x in OR.X]
        assert inside == (run.weights[k] @ np.insert(OR.X, 0, 1, axis=1).T > 0).tolist()
    assert axes[-1].get_legend() is not None


@pytest.mark.parametrize("k", [1, 2, 3])
def test_one_step_in_two_spaces(k):
    run = perceptron.online(*PAIR, w=[1, -2])
    i = run.mistaken[k - 1]
    x, t = PAIR[0][i][0], PAIR[1][i]
    _fig, (left, right) = plots.figure(1, 2)
    figures.ch02.graph(left, run, k)
    figures.ch02.weight_space(right, run, k)
    (((x0, before), (x1, after)),) = arrows(left)
    assert x0 == x1 == x
    assert after - before == t * (run.Z[i] @ run.Z[i]), "the arrow is the gain t η ‖z‖²"
    for j, z in enumerate(run.Z):
        (number,) = [note for note in right.texts if note.get_text() == str(j + 1)]
        assert np.dot(z, number.xy) == 0, "each line bears the number of its pattern"
    steps = [np.subtract(tip, tail) for tail, tip in arrows(right)]
    np.testing.assert_array_equal(steps, np.diff(run.weights, axis=0))
    wrong = [patch for patch in right.patches if isinstance(patch, Polygon)]
    assert {to_hex(side.get_facecolor()) for side in wrong} == {plots.ORANGE}
    for w in run.weights:
        shaded = [side.contains_point(right.transData.transform(w)) for side in wrong]
        assert shaded == (run.Z @ w < 0).tolist()


def test_what_holds_for_several_panels_is_said_once():
    fig, axes = plots.figure(1, 3)
    figures.ch02.progress(axes, perceptron.online(*OR))
    assert len(fig.said) == len(set(fig.said)) == 5  # two classes, three updates


@pytest.mark.parametrize("target", [1, -1])
def test_a_line_turns_with_the_arrow_on_whose_tip_the_pattern_is_set(target):
    fig, ax = plots.figure()
    w, z = np.array([0, 2, 0]), target * np.array([1, -1, 1])
    figures.ch02.turn(ax, w, z)
    v, step = w[1:], z[1:]
    origin = 0 * v
    expected = [(origin, v), (origin, step), (v, v + step), (origin, v + step)]
    np.testing.assert_array_equal(arrows(ax), expected)
    before, after = (line for line in ax.lines if isinstance(line, AxLine))
    assert (before.get_linestyle(), after.get_linestyle()) == ("--", "-")
    assert on_line(w, before.get_xy1()), "the old line"
    assert on_line(w + z, after.get_xy1()), "the new line"
    np.testing.assert_array_equal(rings(ax)[0], [target * step])
    assert ("v + x = (1, 1)" if target > 0 else "v − x = (3, −1)") in fig.alt


def test_curves_over_epochs_are_told_by_their_numbers():
    fig, ax = plots.figure()
    percent = {"old": [3, 2, 1], "new": [4, 2.25, 5], "mean": [4, 2, 2]}
    figures.ch02.epochs(ax, percent, [1, 3])
    assert [line.get_ydata().tolist() for line in ax.lines] == [*percent.values()]
    assert ax.lines[0].get_xdata().tolist() == [1, 2, 3]
    assert "new: errors of 4.0, 5.0 % after 1, 3 epochs." in fig.alt


def test_a_stream_counts_each_mistake_once():
    mail = data.spam(200)
    run = perceptron.online(mail.X, mail.t, max_epochs=1)
    _fig, ax = plots.figure()
    figures.ch02.stream(ax, run, 30)
    heights = [bar.get_height() for bar in ax.patches]
    expected = [
        int(((run.mistaken_at >= i) & (run.mistaken_at < i + 30)).sum()) for i in range(0, 200, 30)
    ]
    assert heights == expected
    assert sum(heights) == run.updates > 20
