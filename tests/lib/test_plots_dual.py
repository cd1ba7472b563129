"""Figures of chapter 11: what is drawn is what the words say, and the curve is where g changes sign."""

import numpy as np
import pytest

from perceptrons import data, dual, plots

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


def test_bars_are_as_high_as_lambda_and_open_for_the_second_class():
    fig, ax = plots.figure()
    plots.dual.bars(ax, [3, 0, 1], [1, 1, -1])
    found = {round(b.get_x() + 0.35): b.get_height() for b in ax.patches}
    assert found == {1: 3, 2: 0, 3: 1}
    faces = [b.get_facecolor()[:3] for b in ax.patches if b.get_x() > 2]
    assert faces == [(1, 1, 1)]
    assert "λ = (3, 0, 1)" in fig.alt


def test_a_run_is_told_twice():
    fig, axes = plots.figure(3, 2)
    plots.dual.retold(axes, [[0, 0], [-1, 2], [0, 5]], [[0, 0], [0, 1], [1, 1]])
    assert [b.get_height() for b in axes[2, 0].patches] == [0, 5]
    assert [b.get_height() for b in axes[1, 1].patches] == [0, 1]
    assert "After 1 update w = (−1, 2) and λ = (0, 1)." in fig.alt
    with pytest.raises(ValueError, match="zip"):
        plots.dual.retold(axes, [[0, 0]], [[0, 0], [1, 0]])


def test_a_gram_matrix_is_written_out():
    fig, ax = plots.figure()
    plots.dual.gram(ax, dual.gram(data.exact(X), dual.power())[:2, :2])
    assert [t.get_text() for t in ax.texts] == ["1", "1/16", "1/16", "1"]
    assert fig.alt == "The Gram matrix, row by row: 1, 1/16; 1/16, 1."
    assert ax.get_ylim() == (2.5, 0.5)  # row 1 on top


def test_the_graph_of_g_is_a_parabola_through_the_numbers_told():
    fig, ax = plots.figure()
    plots.dual.graph(ax, [[-1], [0], [1]], [1, -1, 1], [1, 3, 1], SQUARE)
    x, y = ax.lines[1].get_data()
    assert y == pytest.approx(2 * np.asarray(x).ravel() ** 2 - 1, abs=1e-9)  # rounded to 9 digits
    assert fig.alt.endswith("7 at x = −2, 1 at −1, −1 at 0, 1 at 1, 7 at 2.")


def test_profiles_fall_with_the_distance():
    fig, ax = plots.figure()
    plots.dual.profiles(ax, {"2": dual.power(), "c": dual.cauchy()}, far=2)
    assert "2: 1 at the distance 0, 0.5 at 1, 0.0625 at 2." in fig.alt
    assert "c: 1 at the distance 0, 0.5 at 1, 0.2 at 2." in fig.alt
    assert all((np.diff(line.get_ydata()) < 0).all() for line in ax.lines)
    assert len({line.get_linestyle() for line in ax.lines}) == 2
    with pytest.raises(ValueError, match="kernels has 6 entries"):
        plots.dual.profiles(ax, dict.fromkeys("abcdef", dual.power()))
