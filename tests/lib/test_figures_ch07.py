"""The figures of chapter 7 draw what the computation says: points on the curve, ends, level lines."""

import numpy as np
import pytest

from perceptrons import adaline, figures, plots

X, T = [[-3], [-2], [-1], [6]], [-1, -1, 1, 1]


def axes():
    return plots.figure()[1]


def test_steps_lie_on_the_parabola():
    ax = axes()
    run = adaline.batch(X, T, eta=17 / 400, epochs=5)
    figures.ch07.overshoot(ax, run, "too long")
    curve, steps, start = (line.get_xydata() for line in ax.lines)
    v, J = curve.T
    assert np.allclose(J, [adaline.cost([0, w], X, T) for w in v], rtol=1e-12)  # rounding only
    assert v[0] < run.weights[:, 1].min()
    assert run.weights[:, 1].max() < v[-1]
    assert (steps == np.column_stack([run.weights[:, 1], run.costs])).all()
    assert (start == steps[:1]).all()


def test_errors_reach_from_the_line_to_the_targets():
    ax = axes()
    figures.ch07.fit(ax, X, T, {"least": [0, 0.2], "other": [4, 3]})
    (errors,) = ax.collections
    drawn = [segment.tolist() for segment in errors.get_segments()]
    assert drawn == [[[x, 0 + 0.2 * x], [x, t]] for (x,), t in zip(X, T, strict=True)]
    zeros = [line.get_xydata().tolist() for line in ax.lines if line.get_marker() == "D"]
    assert zeros == [[[0, 0]], [[-4 / 3, 0]]]


def test_a_level_line_crosses_zero_nowhere_or_everywhere():
    fig, ax = plots.figure()
    figures.ch07.fit(ax, X, T, {"above": [0.5, 0], "zero": [0, 0]})
    assert not [line for line in ax.lines if line.get_marker() == "D"]
    above, zero = fig.said[2:]
    assert above.startswith("above: the line 0.5, which is 0 nowhere. Errors: −1.5 at −3")
    assert zero == "zero: the line 0."


def test_level_lines_run_through_the_points_of_the_path():
    ax = axes()
    path = adaline.batch(X, T, eta=13 / 400, epochs=3, w=[2, 1]).weights
    plots.descent.bowl(ax, X, T, {"batch": path})
    levels = [line.get_xydata() for line in ax.lines if line.get_color() == plots.GREY]
    assert len(levels) == len(path)
    for curve, w in zip(levels, path, strict=True):
        J = [adaline.cost(v, X, T) for v in curve]
        assert np.allclose(J, adaline.cost(w, X, T), rtol=1e-12)  # rounding only
    (cross,) = (line.get_xydata() for line in ax.lines if line.get_marker() == "x")
    assert np.allclose(cross, [[0, 0.2]], atol=1e-11)  # drawn to 12 places


def test_penalties_are_those_of_the_three_measures():
    ax = axes()
    figures.ch07.penalties(ax)
    mistakes, hinge, square = (line.get_xydata() for line in ax.lines[:3])
    assert all(cost == adaline.cost([y, 0], [[0]], [1]) for y, cost in square)
    assert all(cost == max(0, -y) for y, cost in hinge)
    assert all(cost == (y <= 0) for y, cost in mistakes)


def test_the_projection_is_a_right_triangle_of_the_true_lengths():
    ax = axes()
    figures.ch07.projection(ax, [-1, -1, 1, 1], [-3, -2, -1, 6])
    tip, root = ax.lines[3].get_xydata()[::-1]
    # t·x = 10 and ‖x‖² = 50, so the outputs have the squared length 2; Pythagoras gives the errors 2.
    assert tip == pytest.approx([2**0.5, 2**0.5], rel=1e-12)
    assert root[1] == 0


def test_factors_cross_at_the_best_rate_and_reach_one_at_the_border():
    ax = axes()
    figures.ch07.factors(ax, 4, 50)
    for line, value in zip(ax.lines[:2], (4, 50), strict=True):
        eta, size = line.get_xydata().T
        assert size == pytest.approx(abs(1 - value * eta), abs=1e-15)
    border, best = ax.lines[2].get_xdata()[0], ax.lines[3].get_xydata()[0]
    assert border == 0.04
    assert best == pytest.approx([1 / 27, 23 / 27], rel=1e-15)
