"""The figures of chapter 10 draw what they say."""

from itertools import product

import numpy as np
import pytest

from perceptrons import data, figures, plots
from perceptrons.capacity import cover
from perceptrons.separability import separate

SQUARE = [[-1, -1], [1, -1], [-1, 1], [1, 1]]


def drawn(ax, label):
    """Return the points of the line with this label."""
    return next(line.get_xydata() for line in ax.get_lines() if line.get_label() == label)


def sides(line):
    """Return on which side of a drawn line each corner of the square is, times the distance."""
    a, b = np.array(line.get_xy1()), np.array(line.get_xy2())
    (u, v), ways = b - a, SQUARE - a
    return u * ways[:, 1] - v * ways[:, 0]


def test_each_labelling_has_its_line_or_its_crossing_hulls():
    fig, axes = plots.figure(4, 4, figsize=(6, 6))
    figures.ch10.labellings(axes, SQUARE)
    for ax, t in zip(axes.flat, product((1, -1), repeat=4), strict=True):
        lines = [line for line in ax.get_lines() if type(line).__name__ == "AxLine"]
        separable = separate(SQUARE, t).separable
        assert len(lines) == (separable and len(set(t)) == 2)
        assert len(ax.patches) == (0 if separable else 2)
        for line in lines:
            assert abs(np.sum(np.sign(sides(line)) * t)) == 4
            # Half-way: the nearest of each class are equally far, to the four digits drawn.
            near = [min(abs(sides(line)[np.array(t) == c])) for c in (1, -1)]
            assert near[0] == pytest.approx(near[1], abs=1e-3)
    assert fig.alt.endswith("the first is of class C1, C2, C2, C1: 2.")


def test_where_all_labellings_can_be_separated_none_is_crossed_out():
    fig, axes = plots.figure(2, 4)
    figures.ch10.labellings(axes, SQUARE[:3])
    assert fig.alt.endswith("a line separates 8.")


def test_the_crossing_point_is_a_mixture_of_both_classes():
    fig, ax = plots.figure()
    corners = [[0, 0], [3, 0], [0, 3], [1, 1]]
    plots.separability.crossing(ax, corners, [1, 1, 1, -1], [1 / 6] * 3 + [1 / 2])
    # A mean of three rounded coordinates.
    assert drawn(ax, "in both hulls")[0] == pytest.approx([1, 1], abs=1e-12)
    assert [len(hull.get_xy()) for hull in ax.patches] == [4, 2]
    assert "both are (1, 1)" in fig.alt


def test_four_points_of_a_class_on_one_line_have_a_segment_as_their_hull():
    _, ax = plots.figure()
    X = [[0, 0], [1, 0], [2, 0], [3, 0]]
    plots.separability.crossing(ax, X, [1, -1, 1, 1], [1 / 3, 1 / 2, 1 / 12, 1 / 12])
    assert len(ax.patches[0].get_xy()) == 2  # and not back again, which would fill dashes' gaps


def test_there_are_as_many_lines_through_a_new_point_as_old_points():
    _, ax = plots.figure()
    figures.ch10.newcomer(ax, SQUARE, [0, 0.5])
    lines = [line for line in ax.get_lines() if type(line).__name__ == "AxLine"]
    ways = set()
    for line in lines:
        way = np.sign(sides(line)).astype(int)
        ways |= {tuple(way), tuple(-way)}
    assert len(lines) == 4
    assert len(ways) == 8 == cover(4, 2)


def test_capacity_is_cover_s_and_half_at_two_patterns_a_weight():
    fig, ax = plots.figure()
    figures.ch10.capacity(ax, [5], {5: [(10, 0.4)]})
    curve = drawn(ax, "D = 5")
    assert curve[9].tolist() == [2, 0.5]
    # Nine digits are drawn.
    assert curve[:, 1] == pytest.approx([cover(n, 5) / 2**n for n in range(1, 21)], abs=1e-9)
    assert fig.alt.endswith("Measured, D = 5: 0.4 of n = 10.")


def test_mistakes_are_averaged_over_whole_blocks():
    _, ax = plots.figure()
    figures.ch10.still_wrong(ax, {"run": [4, 2, 3, 1, 9]}, block=2)
    assert drawn(ax, "run").tolist() == [[1, 3], [3, 2]]


def test_the_bent_boundary_needs_six_weights():
    _, ax = plots.figure()
    plots.plane(ax)
    figures.ch10.bent(ax, *data.xor(), [0, 0, 0, 0, -1, 0])
    shaded = ax.collections[0].get_paths()[0]
    assert shaded.contains_point((1, -1))
    assert not shaded.contains_point((1, 1))
