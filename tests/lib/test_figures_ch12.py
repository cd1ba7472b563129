"""The figures of how good a classifier is draw what the numbers say: checked on the artists."""

import numpy as np

from perceptrons import figures, plots

T = np.array([1, 1, 1, -1, -1, -1, -1])


def test_roc_steps_through_the_thresholds_and_marks_one():
    fig, ax = plots.figure()
    figures.ch12.roc(ax, {"ours": [6, 5, 1, 4, 3, 2, 0]}, T, 4.5, most=1)
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
    figures.ch12.roc(ax, scores, T, 1, most=0.3)
    assert ax.lines[0].get_xydata().tolist() == [[0, 0], [1 / 4, 2 / 3]]
    assert fig.alt.splitlines()[1] == "theirs: where it loses as much, 33.3% caught."


def test_roc_tells_three_filters_apart_and_shows_shares_below_one_percent():
    fig, ax = plots.figure()
    scores = {name: [6, 5, 1, 4, 3, 2, 0] for name in "abc"}
    figures.ch12.roc(ax, scores, T, 4.5, most=0.01, least=0.5)
    assert len({(line.get_color(), line.get_linestyle()) for line in ax.lines[:3]}) == 3
    assert ax.get_ylim()[0] == 0.5
    assert len(fig.alt.splitlines()) == 3
    fig.canvas.draw()
    labels = [label.get_text() for label in ax.get_xticklabels()]
    assert "0.2%" in labels
    assert len(set(labels)) == len(labels)
