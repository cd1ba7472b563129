"""The figures of chapter 6 draw what the numbers say: checked on the artists, not on pixels."""

import numpy as np
import pytest

from perceptrons import plots


def test_a_step_and_its_two_parabolas():
    w, z, w_star = np.array([-2, 0]), np.array([1, 1]), np.array([1, 2])
    _fig, (left, right) = plots.figure(1, 2)
    plots.rates.step((left, right), w, z, w_star)
    curves = {line.get_label(): line.get_xydata() for line in right.lines}
    eta, distance = curves["distance²"].T
    true = [sum((w + e * z - w_star) ** 2) for e in eta]
    np.testing.assert_allclose(distance, true, atol=1e-8)  # drawn to nine digits
    np.testing.assert_allclose(curves["bound"][:, 1] - true, 4 * eta, atol=1e-8)  # -2 η w·z
    marks = [tuple(line.get_xydata()[0]) for line in right.lines if line.get_marker() in "so"]
    assert marks == [(1.5, 8.5), (2.5, 0.5)]
    (interval,) = right.patches
    assert (interval.get_x(), interval.get_width()) == (0, 3)
    places = [line.get_xydata() for line in left.lines if line.get_marker() in "so"]
    assert [tuple(p[0]) for p in places] == [(-2, 0), (-0.5, 1.5), (0.5, 2.5)]
    across = left.lines[0].get_xydata()
    np.testing.assert_allclose(across @ z, 0, atol=1e-8)


@pytest.mark.parametrize(("w", "w_star"), [([1, 1], [1, 2]), ([-2, 0], [-1, 0])])
def test_a_step_needs_a_mistake_and_a_separator(w, w_star):
    with pytest.raises(ValueError, match="mistaken on z"):
        plots.rates.step(plots.figure(1, 2)[1], w, [1, 1], w_star)


def test_schedules_that_arrive_and_that_do_not():
    products = {"1": np.arange(-10, 2), "1/2": np.full(501, -9.0)}
    fig, ax = plots.figure()
    plots.rates.approach(ax, products, updates=500)
    curves = {line.get_label(): line.get_xydata() for line in ax.lines}
    assert curves["1"].tolist() == [[k, k - 10] for k in range(1, 12)]
    assert curves["1/2"][-1].tolist() == [500, -9]
    assert len(curves["1/2"]) <= 120, "few points make a small picture"
    assert "1: above 0 after 11 updates; 1/2: still at −9 after 500 updates" in fig.alt
    assert len({line.get_marker() for line in ax.lines if line.get_marker() != "None"}) == 2
