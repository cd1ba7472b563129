"""The figures of chapter 8: true units, level lines of the right shape, steps and clouds as computed."""

import numpy as np
import pytest

from perceptrons import adaline, figures, plots

X, T = [[-1], [0], [1]], [-1, 1, 1]


def axes():
    return plots.figure()[1]


def test_both_features_have_one_unit_and_all_patterns_are_inside():
    ax = axes()
    P = np.array([[0, 1], [100, 3], [50, 2]])
    figures.ch08.units(ax, P, [1, -1, 1], ["a", "b"], "raw")
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    assert right - left == pytest.approx(high - low)
    assert ((left, low) < P).all()
    assert ((right, high) > P).all()
    assert ax.get_aspect() == 1
    filled, open_ = ax.lines
    assert filled.get_zorder() > open_.get_zorder()  # the wines of the third kind stay in sight


def test_a_flat_window_keeps_the_unit():
    ax = axes()
    figures.ch08.units(ax, [[0, 1], [100, 3]], [1, -1], ["a", "b"], "raw", height=0.3)
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    assert high - low == pytest.approx(0.3 * (right - left))
    assert ax.get_aspect() == 1


def test_level_lines_of_a_valley_keep_the_cost():
    ax = axes()
    run = adaline.batch([[1], [2], [3]], T, eta=0.1, epochs=3)
    figures.ch08.valley(ax, [[1], [2], [3]], T, run.weights, "valley")
    for line in ax.lines[:4]:
        costs = [adaline.cost(w, [[1], [2], [3]], T) for w in line.get_xydata()]
        assert np.ptp(costs) < 1e-9 * max(costs)  # rounding
    assert (ax.lines[4].get_xydata() == run.weights).all()
    assert ax.get_title() == "valley\nκ = 46.1"


def test_a_step_is_the_reflection_at_twice_the_projection():
    ax = axes()
    figures.ch08.step(ax, [2, 0], [1, 1], [1, 2, 3])
    mirror, *points = ax.lines[2:6]
    assert mirror.get_xy1() == (0, 0)
    assert np.dot(mirror.get_xy2(), [1, 1]) == 0  # at right angles to the pattern
    assert [line.get_xydata()[0].tolist() for line in points] == [[1, -1], [0, -2], [-1, -3]]
    assert [line.get_marker() for line in points] == ["o", "o", "s"]  # inside, on, outside


def test_clouds_and_cycle_are_drawn_where_they_are():
    ax = axes()
    rng = np.random.default_rng(0)
    points = rng.normal(size=(30, 2))
    figures.ch08.clouds(ax, X, T, {"some": points}, [[0, 1], [0.5, 1], [0.25, 0.75]])
    cloud = next(line for line in ax.lines if line.get_label() == "some")
    assert cloud.get_xydata() == pytest.approx(points, abs=1e-6)  # rounded for the SVG
    means = [
        line
        for line in ax.lines
        if line.get_markeredgecolor() == "black" and line.get_marker() == "o"
    ]
    assert means[0].get_xydata()[0] == pytest.approx(points.mean(axis=0), abs=1e-6)
    cycle = next(line for line in ax.lines if line.get_label() == "fixed order")
    assert cycle.get_xydata().tolist() == [[0, 1], [0.5, 1], [0.25, 0.75], [0, 1]]
    left, right = ax.get_xlim()
    assert ((left < points[:, 0]) & (points[:, 0] < right)).all()
