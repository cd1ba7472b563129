"""The figures of the convergence proofs draw what they say, and refuse what the proofs do not cover."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from perceptrons import data, figures, perceptron, plots

X, t = data.modified_or()
RUN = perceptron.online(X, t)


def drawn(ax, label):
    """Return the points of the line with this label."""
    return next(line.get_xydata() for line in ax.get_lines() if line.get_label() == label)


def test_the_four_quantities_are_those_of_the_run():
    _, ax = plots.figure()
    plots.convergence.squeeze(ax, RUN.weights, RUN.Z, [1, 1, 1])
    # Eight digits are drawn; the roots are known.
    root = np.sqrt(3)
    assert drawn(ax, "length of w")[:, 1] == pytest.approx([0, root, 2, root], abs=1e-8)
    assert drawn(ax, "w·ŵ")[:, 1] == pytest.approx(np.arange(4) / root, abs=1e-8)
    k, low = drawn(ax, "k γ").T
    assert low == pytest.approx(k / root, abs=1e-8)
    assert drawn(ax, "R √k")[:, 1] == pytest.approx(np.sqrt(3 * k), abs=1e-8)


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_the_arcs_span_the_angle_in_every_quadrant(turn, side):
    # The whole picture turned by right angles, and mirrored: the angles stay.
    quarter = np.linalg.matrix_power(np.array([[0, -1], [1, 0]]), turn) * [1, side]
    path, Z = np.array([[0, 0], [-1, 4], [0, 4], [1, 3]]), np.array([[-1, 4], [1, 0], [1, -1]])
    fig, axes = plots.figure(1, 2)
    figures.ch04.angle(axes, path @ quarter.T, Z @ quarter.T, quarter @ [5, 2])
    spans = [arc.theta2 - arc.theta1 for arc in axes[0].patches if hasattr(arc, "theta2")]
    cosines = path[1:] @ [5, 2] / np.sqrt((path[1:] ** 2).sum(axis=1) * 29)
    # Directions are rounded to six digits of a degree.
    assert spans == pytest.approx(np.degrees(np.arccos(cosines)), abs=1e-5)
    assert "82.2°, 68.2°, 49.8°" in fig.alt


def test_a_long_run_on_sparse_patterns_is_drawn_as_lines():
    far = csr_array([[10.0], [9.0]])
    run = perceptron.online(far, [1, -1])
    assert run.updates > 30
    fig, ax = plots.figure()
    plots.convergence.squeeze(ax, run.weights, run.Z, run.w)
    assert {line.get_marker() for line in ax.lines} == {"None"}
    assert len({line.get_linestyle() for line in ax.lines[:4]}) == 4
    lengths = np.linalg.norm(run.weights, axis=1)
    assert drawn(ax, "length of w")[:, 1] == pytest.approx(lengths, abs=1e-8)
    assert f"After k = 0 to {run.updates} updates" in fig.alt
