"""The steps of chapter 6 are drawn where the numbers say: checked on the artists, not on pixels."""

import numpy as np

from perceptrons import figures, plots


def test_a_step_and_its_two_parabolas():
    w, z, w_star = np.array([-2, 0]), np.array([1, 1]), np.array([1, 2])
    _fig, (left, right) = plots.figure(1, 2)
    figures.ch06.step((left, right), w, z, w_star)
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


def test_relaxation_goes_to_the_wall_and_as_far_again():
    w, z, w_star = np.array([-2, 0]), np.array([1, 1]), np.array([3, 1])
    fig, ax = plots.figure()
    figures.ch06.wall(ax, w, z, w_star, b=2, factors=[1, 2])
    lines = {line.get_label(): line.get_xydata() for line in ax.lines}
    np.testing.assert_allclose(lines["w·z = 2"] @ z, 2, atol=1e-7)  # nine digits, far away
    np.testing.assert_allclose(lines["w·z = 0"] @ z, 0, atol=1e-7)
    places = [line.get_xydata()[0].tolist() for line in ax.lines if line.get_marker() in "os"]
    assert places == [[-2, 0], [0, 2], [2, 4]]
    assert "λ = 1 leads to (0, 2), and the squared distance to w* goes from 26 to 10" in fig.alt
    (beyond,) = ax.patches
    assert (beyond.get_xy() @ z >= 2 - 1e-7).all()
