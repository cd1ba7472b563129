"""Figures of chapter 14: what is drawn is what was given."""

import numpy as np
import pytest

from perceptrons import plots
from perceptrons.geometry import augment


@pytest.fixture
def ax():
    return plots.figure()[1]


def words(ax):
    return {text.get_text(): text.get_position() for text in ax.texts}


def test_events_stand_beside_their_years_on_their_sides(ax):
    plots.layers.timeline(ax, {1960: "b", 1943: "a"}, {1960: "c"}, ("rules", "theorems"))
    at = words(ax)
    assert at["a"][1] == at["1943"][1] > at["b"][1] == at["c"][1] == at["1960"][1]
    assert at["a"][0] == at["b"][0] < 0 < at["c"][0]
    assert ax.figure.alt == "rules: 1943 a, 1960 b.\ntheorems: 1960 c."


def test_the_network_shows_every_weight_and_dashes_the_negative_ones(ax):
    plots.layers.network(ax, [[1, 2, -3], [4, -5, 6]], [-7, 8, -9], ["p", "q"])
    numbers = [text for text in words(ax) if text.lstrip("−").isdigit()]
    assert sorted(numbers) == sorted(["2", "−3", "−5", "6", "8", "−9"])
    assert {"bias 1", "bias 4", "bias −7"} <= words(ax).keys()
    arrows = [a.arrow_patch.get_linestyle() for a in ax.texts if getattr(a, "arrow_patch", None)]
    assert (arrows.count("--"), arrows.count("-")) == (3, 3)
    assert ax.figure.alt == (
        "Hidden units p: 1 + 2 x₁ − 3 x₂; q: 4 − 5 x₁ + 6 x₂. The output: −7 + 8 p − 9 q."
    )


def test_the_region_ends_where_the_function_is_zero(ax):
    w = np.array([1, 2, 1])
    plots.layers.region(ax, lambda P: augment(P) @ w)
    (border,) = (c for c in ax.collections if not c.get_fc().size)
    line = np.vstack([path.vertices for path in border.get_paths()])
    assert np.abs(augment(line) @ w).max() < 1e-6  # linear between the points of the grid


def test_no_region_without_a_sign(ax):
    plots.layers.region(ax, lambda P: -np.ones(len(P)))
    assert not ax.collections
    assert ax.figure.alt.endswith(": 0 % of the window.")


def test_curves_keep_their_numbers(ax):
    plots.layers.costs(ax, {"a": [3, 2, 1], "b": [3, 3, 3]}, 1)
    assert [line.get_ydata().tolist() for line in ax.lines] == [[3, 2, 1], [3, 3, 3]]


def test_more_curves_than_styles_are_refused(ax):
    with pytest.raises(ValueError, match="falls has 6 entries"):
        plots.layers.costs(ax, {str(k): [1] for k in range(6)}, 1)
