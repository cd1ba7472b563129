"""Schedules and rates of chapter 6 are drawn as the numbers say: checked on the artists, not on pixels."""

import numpy as np

from perceptrons import figures, plots


def test_schedules_that_arrive_and_that_do_not():
    products = {"1": np.arange(-10, 2), "1/2": np.full(501, -9.0)}
    fig, ax = plots.figure()
    figures.ch06.approach(ax, products, updates=500)
    curves = {line.get_label(): line.get_xydata() for line in ax.lines}
    assert curves["1"].tolist() == [[k, k - 10] for k in range(1, 12)]
    assert curves["1/2"][-1].tolist() == [500, -9]
    assert len(curves["1/2"]) <= 120, "few points make a small picture"
    assert "1: above 0 after 11 updates; 1/2: still at −9 after 500 updates" in fig.alt
    assert len({line.get_marker() for line in ax.lines if line.get_marker() != "None"}) == 2


def test_the_cost_along_a_step_bends_where_a_product_is_zero():
    Z, w, z = np.array([[1, 1], [1, -2], [-1, 4]]), np.array([-2, 0]), np.array([1, 1])
    fig, ax = plots.figure()
    plots.rates.along(ax, Z, w, z, most=6)
    assert ax.lines[0].get_xydata().tolist() == [[0, 4], [1, 3], [6, 8]]
    (count,) = ax.patches
    assert count.get_data()[0].tolist() == [2, 1]
    assert fig.alt.endswith("least at η = 1, where it is 3; mistakes from 2 to 1.")
