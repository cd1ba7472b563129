"""The figures of chapter 5, and those of one update, draw what they say."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from perceptrons import bounds, data, figures, perceptron, plots
from perceptrons.data import exact
from perceptrons.separability import largest_margin


def drawn(ax, label):
    """Return the points of the line with this label."""
    return next(line.get_xydata() for line in ax.get_lines() if line.get_label() == label)


def test_the_bracket_closes_on_the_margin_of_the_worked_example():
    X, t = exact([[3], [1]]), [1, -1]
    best = largest_margin(X, t)
    fig, ax = plots.figure()
    figures.ch05.bracket(ax, bounds.bracket(perceptron.online(X, t)), best.upper)
    k, upper = drawn(ax, "at most: (length of w) / k").T
    assert k.tolist() == list(range(1, 11))
    # Nine digits are drawn.
    assert upper[-1] == pytest.approx(0.2**0.5, abs=1e-9)
    assert drawn(ax, "at least: margin of w")[-1, 1] == pytest.approx(0.2**0.5, abs=1e-9)
    assert "0.4472, is at most 3.162, 1, 0.4714" in fig.alt


def test_a_long_bracket_tells_its_end_alone():
    fig, ax = plots.figure()
    run = perceptron.online([[20], [19]], [1, -1])
    assert run.updates > 12
    figures.ch05.bracket(ax, bounds.bracket(run), largest_margin([[20], [19]], [1, -1]).lower)
    assert "is at most in the end " in fig.alt
    assert len(fig.alt) < 300


def test_the_band_is_as_broad_as_the_margin():
    _, ax = plots.figure()
    plots.margins.band(ax, [[-1, 4], [1, 0], [1, -1]], [5, 2])
    disc, band = ax.patches
    assert disc.radius == pytest.approx(17**0.5)
    corners = band.get_xy()[:4]
    # Corners are rounded to nine digits.
    assert corners[2:] @ [5, 2] / 29**0.5 == pytest.approx(3 / 29**0.5, abs=1e-7)
    assert corners[:2] @ [5, 2] == pytest.approx(0, abs=1e-7)


def test_a_walk_names_its_turning_points():
    fig, ax = plots.figure()
    run = perceptron.batch([[1]] * 3 + [[0]], [1] * 3 + [-1])
    figures.ch05.walk(ax, run.weights, run.Z)
    assert "in 4 updates from (0, 0) to (−1, 3); the turning points are (2, 3)." in fig.alt
    assert {to_hex(side.get_facecolor()) for side in ax.patches} == {plots.ORANGE}, "wrong"


def test_the_squares_of_the_shadow_add_up():
    fig, ax = plots.figure()
    figures.ch04.shadow(ax, [1, 3], [2, 1])
    assert "5 on the shadow w·ŵ, 5 on the rest, 10 on w" in fig.alt
    sides = [np.linalg.norm(np.diff(square.get_xy()[:2], axis=0)) for square in ax.patches]
    assert np.square(sides) == pytest.approx([5, 5, 10], abs=1e-6)


def test_the_far_goal_comes_nearer_with_each_update():
    _, ax = plots.figure()
    run = perceptron.online(*data.modified_or())
    figures.ch04.distances(ax, run.weights, run.Z, [1, 1, 1])
    assert drawn(ax, "to the far goal αw*")[:, 1].tolist() == [27, 24, 19, 12]
    assert drawn(ax, "to w* itself")[:, 1].tolist() == [3, 4, 3, 0]
    assert drawn(ax, "to αw*: at most this").tolist() == [[0, 27], [9, 0]]


def test_the_squeeze_can_be_told_in_words():
    fig, ax = plots.figure()
    run = perceptron.online(*data.modified_or())
    plots.convergence.squeeze(ax, run.weights, run.Z, [1, 1, 1], in_words=True)
    assert "along the goal: at least this, w along the goal, the length of w" in fig.alt
