"""Figures of chapter 11: what is drawn is what the words say, and the curve is where g changes sign."""

import numpy as np
import pytest

from perceptrons import data, dual, figures, plots

X, T = data.xor()
SQUARE = dual.polynomial(2)
PARTS = [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [2, 2], [-2, 2], [2, -2], [-2, -2]]
PARTS_T = [1] * 5 + [-1] * 4


def test_the_curve_of_xor_is_the_axes():
    fig, ax = plots.figure()
    plots.dual.curve(ax, X, T, [1, 1, 1, 1], SQUARE, reach=2)
    assert fig.alt.splitlines()[-1] == (
        "Shaded, where g(x) > 0: 50 % of the window, in 2 pieces. 4 of 4 patterns are on their side."
    )
    (line,) = [c for c in ax.collections if c.get_linewidths()[0] == 2]
    points = np.vstack([path.vertices for path in line.get_paths()])
    # Where the axes cross, matplotlib may cut a corner of one cell, 1/30 wide.
    assert np.abs(points).min(axis=1).max() < 1 / 30
    assert ax.get_xlim() == (-2, 2)


def test_pieces_and_mistakes_are_counted():
    run = dual.online(dual.gram(PARTS, SQUARE), PARTS_T)
    fig, ax = plots.figure()
    plots.dual.curve(ax, PARTS, PARTS_T, run.dual, SQUARE)
    told = fig.alt.splitlines()[-1]
    assert "in 1 piece. 9 of 9 patterns are on their side" in told
    fig, ax = plots.figure()
    # As narrow as that, the nearest pattern decides: even where g is 1e-60, its sign is drawn.
    plots.dual.curve(ax, PARTS, PARTS_T, [1] * 9, dual.gaussian(0.2))
    assert "44 % of the window, in 1 piece. 9 of 9" in fig.alt
    side = np.linspace(-3, 3, 121)
    x, y = np.meshgrid(side, side)
    far = np.array([(x - a) ** 2 + (y - b) ** 2 for a, b in PARTS])
    first, second = far[:5].min(axis=0), far[5:].min(axis=0)
    # But where two are almost equally near, a third decides, on 1 % of the points.
    assert abs((first < second).mean() - 0.44) < 0.01
    fig, ax = plots.figure()
    plots.dual.curve(ax, X, T, [0, 1, 0, 0], dual.linear)
    assert "1 of 4 patterns are on their side" in fig.alt
    fig, ax = plots.figure()
    plots.dual.curve(ax, X, T, [0, 0, 0, 0], dual.linear)  # g is zero everywhere: no curve
    assert "50 % of the window, in 0 pieces. 0 of 4" in fig.alt


def test_the_graph_of_g_is_a_parabola_through_the_numbers_told():
    fig, ax = plots.figure()
    figures.ch11.graph(ax, [[-1], [0], [1]], [1, -1, 1], [1, 3, 1], SQUARE)
    x, y = ax.lines[1].get_data()
    assert y == pytest.approx(2 * np.asarray(x).ravel() ** 2 - 1, abs=1e-9)  # rounded to 9 digits
    assert fig.alt.endswith("7 at x = −2, 1 at −1, −1 at 0, 1 at 1, 7 at 2.")
