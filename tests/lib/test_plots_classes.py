"""The figures of many classes: regions where a neuron answers, and discriminants."""

import numpy as np
import pytest

from perceptrons import figures, multiclass, plots

X, LABELS = np.array([[-2, 0], [0, 1], [2, 0], [0, -3]]), np.array(["a", "b", "c", "b"])


def plane():
    fig, ax = plots.figure()
    plots.plane(ax, -4, 4)
    return fig, ax


def filled(ax):
    """Return the filled regions, each with the class whose colour it has."""
    colours = {line.get_color(): line.get_label() for line in ax.lines}
    made = [p for p in ax.patches if p.get_fill()]
    rgb = {plots.palette.CURVES[m][0]: None for m in range(3)}
    assert len(rgb) == 3
    from matplotlib.colors import to_hex

    return [(colours[to_hex(p.get_facecolor())], p) for p in made]


def test_each_point_lies_in_the_region_of_its_answer():
    _, ax = plane()
    run = multiclass.online(X, LABELS)
    plots.classes.regions(ax, run.W, X, LABELS)
    regions = filled(ax)
    assert {name for name, _ in regions} == {"a", "b", "c"}
    for point in np.random.default_rng(0).uniform(-3.9, 3.9, (300, 2)):
        inside = [name for name, p in regions if p.get_path().contains_point(point)]
        assert inside == [run.predict([point])[0]]


def test_apart_regions_are_half_planes_that_overlap():
    fig, ax = plane()
    W = np.array([[-1.0, -1, 0], [1, 0, 0.125], [-1, 1, 0]])
    plots.classes.regions(ax, W, X, LABELS, apart=True)
    for point in np.random.default_rng(0).uniform(-3.9, 3.9, (200, 2)):
        inside = [name for name, p in filled(ax) if p.get_path().contains_point(point)]
        assert inside == [name for name, g in zip("abc", W @ [1, *point], strict=True) if g > 0]
    assert {text.get_text() for text in ax.texts} == {"b", "a\nb", "b\nc"}
    # 0 + 2 patterns on both sides, and two that only b wants.
    assert "To 0 patterns none says yes, to 2 one, to 2 several." in fig.alt


def test_where_no_neuron_says_yes_is_named():
    fig, ax = plane()
    W = [[-3, -1, 0], [-9, 0, 0.125], [-1, 1, 0]]
    plots.classes.regions(ax, W, X, LABELS, apart=True)
    assert "none" in {text.get_text() for text in ax.texts}
    assert "To 3 patterns none says yes, to 1 one, to 0 several." in fig.alt


def test_the_name_of_a_cell_avoids_the_patterns():
    _, ax = plane()
    everywhere = [[1, 0, 0], [-1, 0, 0], [-1, 0, 0]]  # one cell, with its centre at zero
    taken = [
        [0, 0],
        [-2, -2],
        [2, -2],
        [-2, 2],
    ]  # and three of the four places half way to a corner
    plots.classes.regions(ax, everywhere, taken, LABELS, apart=True)
    assert [(text.get_text(), text.xyann) for text in ax.texts] == [("a", (2, 2))]


def test_wrong_patterns_are_counted():
    fig, ax = plane()
    plots.classes.regions(ax, [[1, 0, 0], [0, 0, 0], [0, 0, 0]], X, LABELS)
    assert fig.alt.endswith("3 patterns are wrong.")


def test_marks_lie_on_the_line_of_their_class():
    ax = plots.figure()[1]
    W = np.array([[-1, -3], [1, 0], [0, 3]])
    figures.ch13.heights(ax, W, [[-1], [0], [1]], [0, 1, 2])
    grid, top = ax.lines[0].get_xydata().T
    assert top == pytest.approx((W[:, :1] + W[:, 1:] * grid).max(axis=0))
    marks = [line.get_xydata().tolist() for line in ax.lines if line.get_marker() != "None"]
    assert marks == [[[-1, 2]], [[0, 1]], [[1, 3]]]


def test_the_name_of_a_cell_at_the_edge_stays_inside_the_frame():
    fig, ax = plots.figure(figsize=(5, 5.2))
    plots.plane(ax, -3, 3)
    W = [[2.4, -1, 0], [-2.4, 1, 0]]
    plots.classes.regions(ax, W, [[0, 0], [2.5, 0]], ["setosa", "versicolor"], apart=True)
    fig.canvas.draw()
    frame = ax.get_window_extent()
    for text in ax.texts:
        box = text.get_window_extent()
        assert frame.x0 < box.x0
        assert box.x1 < frame.x1
