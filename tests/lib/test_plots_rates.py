"""Schedules and rates of chapter 6 are drawn as the numbers say: checked on the artists, not on pixels."""

import numpy as np
import pytest

from perceptrons import plots


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


def test_updates_against_the_rate():
    fig, ax = plots.figure()
    plots.rates.updates(ax, [0.5, 1, 2], {"zero": [3, 3, 3], "afar": [9, 4, 5]})
    curves = {line.get_label(): line.get_xydata().tolist() for line in ax.lines}
    assert curves == {"zero": [[0.5, 3], [1, 3], [2, 3]], "afar": [[0.5, 9], [1, 4], [2, 5]]}
    assert ax.get_xscale() == ax.get_yscale() == "log"
    assert fig.said == [
        "zero: 3 updates at every rate drawn.",
        "afar: updates 9 at η = 0.5; 4 at η = 1, the fewest drawn; 5 at η = 2.",
    ]
    assert ax.xaxis.get_major_formatter()(10_000.0) == "10,000"


def test_updates_against_another_number():
    fig, ax = plots.figure()
    plots.rates.updates(ax, [1, 4], {"zero": [3, 3], "afar": [9, 5]}, over="wall b")
    assert ax.get_xlabel() == "wall b"
    assert fig.said == [
        "zero: 3 updates at every wall drawn.",
        "afar: updates 9 at b = 1; 5 at b = 4, the fewest drawn.",
    ]


def test_at_most_five_starts_can_be_told_apart():
    with pytest.raises(ValueError, match="counts has 6 entries"):
        plots.rates.updates(plots.figure()[1], [1], {str(i): [1] for i in range(6)})


def test_the_cost_along_a_step_bends_where_a_product_is_zero():
    Z, w, z = np.array([[1, 1], [1, -2], [-1, 4]]), np.array([-2, 0]), np.array([1, 1])
    fig, ax = plots.figure()
    plots.rates.along(ax, Z, w, z, most=6)
    assert ax.lines[0].get_xydata().tolist() == [[0, 4], [1, 3], [6, 8]]
    (count,) = ax.patches
    assert count.get_data()[0].tolist() == [2, 1]
    assert fig.alt.endswith("least at η = 1, where it is 3; mistakes from 2 to 1.")
