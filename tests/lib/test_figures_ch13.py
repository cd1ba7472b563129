"""The figures of overlap draw what the run did, and what was promised of it."""

import numpy as np
import pytest

from perceptrons import bounds, figures, perceptron, plots

RUN = perceptron.online([[1], [2], [3]], [1, -1, 1], max_epochs=9)


def axes():
    return plots.figure()[1]


def test_the_cycle_is_closed():
    ax = axes()
    path = [[0, 0], [1, 2], [0, 1], [1, 1], [0, 1]]
    figures.ch13.cycle(ax, path, 2)
    before, start, cycle = (line.get_xydata().tolist() for line in ax.lines)
    assert before == path[:3]
    assert start == [path[0]]
    assert cycle == path[2:]
    assert [arrow.xy for arrow in ax.texts] == [(1, 1), (0, 1)]
    figures.ch13.cycle(ax, path, 2, added=["z₁", "z₂"])
    named = [(text.get_text(), text.xy) for text in ax.texts if text.get_text()]
    assert named == [("z₁", (0.25, 1)), ("z₂", (0.75, 1))]
    figures.ch13.cycle(ax, path, 2, mean=[0.5, 1])
    assert ax.lines[-1].get_xydata().tolist() == [[0.5, 1]]


def test_the_losses_are_those_of_the_library():
    ax = axes()
    u = np.array([1.0, 0.5])
    figures.ch13.losses(ax, RUN.weights, RUN.Z[RUN.mistaken], u)
    gain, product, reach = (line.get_ydata() for line in ax.lines)
    assert gain[-1] == RUN.updates - bounds.overlap(RUN, u).loss
    assert product.tolist() == (RUN.weights @ u).tolist()
    assert (gain <= product).all()
    assert (product <= reach + 1e-9).all()  # drawn to nine places
    assert reach[4] == pytest.approx(np.sqrt(1.25 * 10 * 4))
