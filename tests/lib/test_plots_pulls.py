"""The figures of chapter 9 draw what the rules compute."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from perceptrons import ho_kashyap, losses, plots
from perceptrons.data import exact
from perceptrons.geometry import reflect

X, T = exact([[-3], [-2], [-1], [6]]), [-1, -1, 1, 1]


def test_curves_and_marks_are_losses_and_pulls():
    _, axes = plots.figure(2, 1)
    plots.pulls.losses_and_pulls(axes)
    rules = [text.get_text() for text in axes[0].get_legend().get_texts()]
    assert sorted(rules) == sorted(set(losses.RULES) - {"hinge"})
    for ax, f in zip(axes, (losses.loss, losses.pull), strict=True):
        drawn = [line.get_xydata() for line in ax.lines if len(line.get_xdata()) > 2]
        for rule, curve, marks in zip(rules, drawn[::2], drawn[1::2], strict=True):
            seen = curve[~np.isnan(curve[:, 1])]
            assert len(seen) > 470
            for m, y in (seen.T, marks.T):
                assert np.allclose(y, f(rule, m), atol=1e-6)  # drawn to 6 places


def test_the_jump_of_the_perceptron_is_no_slope():
    _, axes = plots.figure(2, 1)
    plots.pulls.losses_and_pulls(axes)
    steepest = max(
        np.nanmax(np.abs(np.diff(line.get_ydata())))
        for line in axes[1].lines
        if len(line.get_xdata()) > 4
    )
    assert steepest < 0.1


def test_bars_are_pulls():
    _, axes = plots.figure(1, 2)
    by = {"perceptron": [0, 0, 1, 0], "least squares": [0.4, 0.6, 1.2, -0.2]}
    plots.pulls.on_patterns(axes, X, T, by)
    for ax, forces in zip(axes, by.values(), strict=True):
        assert [bar.get_height() for bar in ax.patches] == forces
        assert [text.get_text() for text in ax.get_xticklabels()] == ["−3", "−2", "−1", "6"]
        assert len(ax.texts) == np.count_nonzero(forces)


def test_promises_lie_above_the_block():
    _, ax = plots.figure()
    plots.pulls.promises(ax)
    (block,) = ax.collections
    box = block.get_paths()[0].get_extents()
    assert (box.xmax, box.ymin, box.ymax) == (0, 0, 1)
    curves = {line.get_label(): line.get_xydata().T for line in ax.lines}
    least = {name: y[m <= 0].min() for name, (m, y) in curves.items()}
    assert sorted(least.values()) == [0, 1, 1, 1]
    assert least["max(0, −m)"] == 0


def test_thresholds_and_band():
    _, ax = plots.figure()
    plots.outcomes.thresholds(ax, [1, 2], {"a": [3, 4], "b": [5, 5]}, (-2, -1))
    assert [line.get_xydata().tolist() for line in ax.lines] == [
        [[1, 3], [2, 4]],
        [[1, 5], [2, 5]],
    ]
    (band,) = ax.patches
    assert (band.get_y(), band.get_height()) == (-2, 1)


def test_endless_marks_the_first_step_without_a_mistake():
    _, (above, below) = plots.figure(2, 1)
    costs, values = np.geomspace(4, 0.01, 201), -np.linspace(0, 1, 201)
    plots.outcomes.endless((above, below), costs, values, -1.5, 40)
    for ax, y in ((above, costs), (below, values)):
        curve, mark, _ = (line.get_xydata() for line in ax.lines)
        assert np.allclose(mark, [[40, y[40]]], atol=1e-6)  # drawn to 6 places
        assert np.allclose(curve[:, 1], y[curve[:, 0].astype(int)], atol=1e-6)
        assert (curve[0, 0], curve[-1, 0]) == (1, 200)


def test_demands_follow_the_records():
    fig, ax = plots.figure()
    records = [ho_kashyap.batch(X, T, max_steps=k) for k in (1, 2, 3)]
    Z = reflect(X, T)
    plots.outcomes.demands(ax, Z, records, 3)
    *products, demand, _ = (line.get_ydata() for line in ax.lines)
    assert np.allclose(
        np.transpose(products), [(Z @ r.w).astype(float) for r in records], atol=1e-6
    )
    assert np.allclose(demand, [float(r.b[3]) for r in records], atol=1e-6)
    assert "The demand b₄: 1.2, 1.394, 1.582." in fig.alt


def test_intervals_keep_each_rule_in_its_row():
    _, ax = plots.figure()
    rules = {"a": (5, 0.3, 0.8), "b": (2, 0.1, 0.5)}
    plots.outcomes.intervals(ax, {"one": (10, rules), "two": (20, rules)})
    drawn = [line.get_xydata().tolist() for line in ax.lines]
    assert [x for (x, _), *_ in drawn[1::2]] == [0.5, 0.2, 0.25, 0.1]
    assert [[x for x, _ in row] for row in drawn[::2]] == [[0.3, 0.8], [0.1, 0.5]] * 2
    assert all(bar[0][1] == mark[0][1] for bar, mark in zip(drawn[::2], drawn[1::2], strict=True))
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["a", "b"]
    colours = [to_hex(line.get_color()) for line in ax.lines]
    assert colours[:4] == colours[4:]
    with pytest.raises(ValueError, match="rules has 6 entries"):
        plots.outcomes.intervals(ax, {"one": (9, dict.fromkeys("abcdef", (1, 0, 0.5)))})
