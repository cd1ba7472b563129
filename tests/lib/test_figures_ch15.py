"""The figures of mixing draw what the shards did, and what was proved of it."""

from fractions import Fraction

import numpy as np
import pytest

from perceptrons import figures, plots
from perceptrons.data import exact
from perceptrons.mixing.loading import loaded

THREE = [
    (exact([[-1, -1], [0, 0]]), np.array([-1, 1])),
    (exact([[0, 0], [0, 1]]), np.array([1, -1])),
]
ZS = [Z for Z, _ in loaded(THREE, 0)]
V = [[1, 1, 1], [1, 0, -2]]


def window():
    fig, ax = plots.figure()
    ax.set(xlim=(-1, 4), ylim=(-3, 2))
    return fig, ax


@pytest.mark.parametrize("bias", [1, 0.5])
def test_the_areas_are_what_is_right_for_each_shard(bias):
    _, ax = window()
    figures.ch15.once(ax, ZS, [[bias, 1, 1], [bias, 0, -2]])
    for w in np.random.default_rng(0).uniform([-0.9, -2.9], [3.9, 1.9], (300, 2)):
        inside = [area.get_path().contains_point(w) for area in ax.patches]
        assert inside == [(Z @ np.array([bias, *w]) > 0).all() for Z in ZS]
    assert len({area.get_linestyle() for area in ax.patches}) == 2


def test_the_segment_says_which_mixtures_are_right():
    fig, ax = window()
    figures.ch15.once(ax, ZS, V)
    segment, *ends = (line.get_xydata().tolist() for line in ax.lines)
    assert segment == [[1, 1], [0, -2]] == [ends[0][0], ends[1][0]]
    assert "shard 1 are the mixtures with more than 0.75 of" in fig.alt
    assert "shard 2 are the mixtures with more than 0.6667 of" in fig.alt
    assert fig.alt.endswith("No mixture is right for both.")
    # As computed exactly: the shares of v1 and of v2 from which z·w > 0.
    for s, least in enumerate([Fraction(3, 4), Fraction(2, 3)]):
        for share, right in [(least, False), (least + Fraction(1, 10**9), True)]:
            w = share * exact(V[s]) + (1 - share) * exact(V[1 - s])
            assert (ZS[s] @ w > 0).all() == right


def test_where_some_mixture_is_right_the_words_say_so():
    fig, ax = window()
    figures.ch15.once(ax, ZS, [[1, 3, 1], [1, 3, -4]])
    assert fig.alt.endswith("Some mixtures are right for both.")
