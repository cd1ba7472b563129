"""The figures of chapter 9 draw what the rules compute."""

import numpy as np

from perceptrons import figures, ho_kashyap, losses, plots
from perceptrons.data import exact
from perceptrons.geometry import reflect

X, T = exact([[-3], [-2], [-1], [6]]), [-1, -1, 1, 1]


def test_curves_and_marks_are_losses_and_pulls():
    _, axes = plots.figure(2, 1)
    figures.ch09.losses_and_pulls(axes)
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
    figures.ch09.losses_and_pulls(axes)
    steepest = max(
        np.nanmax(np.abs(np.diff(line.get_ydata())))
        for line in axes[1].lines
        if len(line.get_xdata()) > 4
    )
    assert steepest < 0.1


def test_promises_lie_above_the_block():
    _, ax = plots.figure()
    figures.ch09.promises(ax)
    (block,) = ax.collections
    box = block.get_paths()[0].get_extents()
    assert (box.xmax, box.ymin, box.ymax) == (0, 0, 1)
    curves = {line.get_label(): line.get_xydata().T for line in ax.lines}
    least = {name: y[m <= 0].min() for name, (m, y) in curves.items()}
    assert sorted(least.values()) == [0, 1, 1, 1]
    assert least["max(0, −m)"] == 0


def test_demands_follow_the_records():
    fig, ax = plots.figure()
    records = [ho_kashyap.batch(X, T, max_steps=k) for k in (1, 2, 3)]
    Z = reflect(X, T)
    figures.ch09.demands(ax, Z, records, 3)
    *products, demand, _ = (line.get_ydata() for line in ax.lines)
    assert np.allclose(
        np.transpose(products), [(Z @ r.w).astype(float) for r in records], atol=1e-6
    )
    assert np.allclose(demand, [float(r.b[3]) for r in records], atol=1e-6)
    assert "The demand b₄: 1.2, 1.394, 1.582." in fig.alt
