"""Figures of chapter 14: what is drawn is what was given."""

import numpy as np
import pytest

from perceptrons import figures, plots
from perceptrons.geometry import augment


@pytest.fixture
def ax():
    return plots.figure()[1]


def test_the_region_ends_where_the_function_is_zero(ax):
    w = np.array([1, 2, 1])
    figures.ch14.region(ax, lambda P: augment(P) @ w)
    (border,) = (c for c in ax.collections if not c.get_fc().size)
    line = np.vstack([path.vertices for path in border.get_paths()])
    assert np.abs(augment(line) @ w).max() < 1e-6  # linear between the points of the grid


def test_no_region_without_a_sign(ax):
    figures.ch14.region(ax, lambda P: -np.ones(len(P)))
    assert not ax.collections
    assert ax.figure.alt.endswith(": 0 % of the window.")
