"""The figures of how good a classifier is draw what the numbers say: checked on the artists."""

import numpy as np
import pytest

from perceptrons import plots
from perceptrons.plots import evaluation

T = np.array([1, 1, 1, -1, -1, -1, -1])


def test_orders_mark_each_result_and_the_mean():
    fig, ax = plots.figure()
    rows = {
        "count": {"last": [5, 7], "averaged": [4, 4]},
        "binary": {"last": [1, 2], "averaged": [1, 0]},
    }
    evaluation.orders(ax, rows, "errors")
    marks = [line.get_xdata().tolist() for line in ax.lines[::2]]
    means = [line.get_xdata()[0] for line in ax.lines[1::2]]
    assert marks == [[5, 7], [4, 4], [1, 2], [1, 0]]
    assert means == [6, 4, 1.5, 0.5]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["count", "binary"]
    assert len(ax.get_legend().get_texts()) == 2, "each kind once"
    assert "binary: last 1.5 (1 to 2)" in fig.alt


def test_a_third_kind_is_refused_not_left_out():
    with pytest.raises(ValueError, match="kinds has 3 entries, but a figure tells only 2 apart"):
        evaluation.orders(plots.figure()[1], {"a": {kind: [1] for kind in "xyz"}}, "errors")


def test_roc_steps_through_the_thresholds_and_marks_one():
    fig, ax = plots.figure()
    evaluation.roc(ax, {"ours": [6, 5, 1, 4, 3, 2, 0]}, T, 4.5, most=1)
    curve, star = ax.lines
    steps = [
        [0, 0],
        [0, 1 / 3],
        [0, 2 / 3],
        [1 / 4, 2 / 3],
        [2 / 4, 2 / 3],
        [3 / 4, 2 / 3],
        [3 / 4, 1],
        [1, 1],
    ]
    assert np.allclose(curve.get_xydata(), steps, rtol=0, atol=1e-15)
    assert star.get_xydata().tolist() == [[0, 2 / 3]]
    assert fig.alt.startswith("ours: at the marked threshold 0.0% of ham lost and 66.7%")


def test_roc_takes_equal_scores_together_and_ends_where_it_is_told():
    fig, ax = plots.figure()
    scores = {"ours": [3, 3, 0, 3, 0, 0, 0], "theirs": [0, 3, 0, 0, 2, 1, 1]}
    evaluation.roc(ax, scores, T, 1, most=0.3)
    assert ax.lines[0].get_xydata().tolist() == [[0, 0], [1 / 4, 2 / 3]]
    assert fig.alt.splitlines()[1] == "theirs: where it loses as much, 33.3% caught."


def test_roc_tells_three_filters_apart_and_shows_shares_below_one_percent():
    fig, ax = plots.figure()
    scores = {name: [6, 5, 1, 4, 3, 2, 0] for name in "abc"}
    evaluation.roc(ax, scores, T, 4.5, most=0.01, least=0.5)
    assert len({(line.get_color(), line.get_linestyle()) for line in ax.lines[:3]}) == 3
    assert ax.get_ylim()[0] == 0.5
    assert len(fig.alt.splitlines()) == 3
    fig.canvas.draw()
    labels = [label.get_text() for label in ax.get_xticklabels()]
    assert "0.2%" in labels
    assert len(set(labels)) == len(labels)


def test_confusion_draws_areas():
    fig, ax = plots.figure()
    evaluation.confusion(ax, T, [1, 1, -1, -1, -1, -1, 1])
    boxes = [(b.get_x(), b.get_y(), b.get_width(), b.get_height()) for b in ax.patches]
    expected = [(0, 0, 4 / 7, 3 / 4), (0, 3 / 4, 4 / 7, 1 / 4)]
    expected += [(4 / 7, 0, 3 / 7, 2 / 3), (4 / 7, 2 / 3, 3 / 7, 1 / 3)]
    assert np.allclose(boxes, expected, rtol=0, atol=1e-15)
    assert [bool(b.get_hatch()) for b in ax.patches] == [False, True, False, True]
    assert fig.alt == "Of 4 ham, 3 kept and 1 lost. Of 3 spam, 2 caught and 1 let through."


def test_shares_with_their_base_line():
    fig, ax = plots.figure()
    groups = {"true": {"seen": 1.0, "new": 0.9}, "nonsense": {"seen": 1.0, "new": 0.5}}
    evaluation.shares(ax, groups, ("always ham", 0.7), "right")
    assert [bar.get_width() for bar in ax.patches] == [1.0, 0.9, 1.0, 0.5]
    assert ax.lines[0].get_xdata()[0] == 0.7
    assert "nonsense: seen 100.0%, new 50.0%" in fig.alt
