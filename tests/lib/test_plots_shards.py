"""The figures of mixing draw what the shards did, and what was proved of it."""

from fractions import Fraction

import numpy as np
import pytest

from perceptrons import mixing, plots
from perceptrons.data import exact

THREE = [
    (exact([[-1, -1], [0, 0]]), np.array([-1, 1])),
    (exact([[0, 0], [0, 1]]), np.array([1, -1])),
]
ZS = [Z for Z, _ in mixing.loaded(THREE, 0)]
V = [[1, 1, 1], [1, 0, -2]]


def window():
    fig, ax = plots.figure()
    ax.set(xlim=(-1, 4), ylim=(-3, 2))
    return fig, ax


@pytest.mark.parametrize("bias", [1, 0.5])
def test_the_areas_are_what_is_right_for_each_shard(bias):
    _, ax = window()
    plots.shards.once(ax, ZS, [[bias, 1, 1], [bias, 0, -2]])
    for w in np.random.default_rng(0).uniform([-0.9, -2.9], [3.9, 1.9], (300, 2)):
        inside = [area.get_path().contains_point(w) for area in ax.patches]
        assert inside == [(Z @ np.array([bias, *w]) > 0).all() for Z in ZS]
    assert len({area.get_linestyle() for area in ax.patches}) == 2


def test_the_segment_says_which_mixtures_are_right():
    fig, ax = window()
    plots.shards.once(ax, ZS, V)
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
    plots.shards.once(ax, ZS, [[1, 3, 1], [1, 3, -4]])
    assert fig.alt.endswith("Some mixtures are right for both.")


def test_two_planes_are_refused():
    _, ax = window()
    with pytest.raises(ValueError, match="vs has the biases 1 and 2: scale one"):
        plots.shards.once(ax, ZS, [[1, 1, 1], [2, 0, -4]])


@pytest.mark.parametrize("mix", ["errors", "uniform"])
def test_the_squeeze_draws_both_sides_of_the_lines(mix):
    fig, ax = plots.figure()
    lines = mixing.ledger(THREE, [1, 4, -2], mix=mix)
    plots.shards.squeeze(ax, lines, [1, 4, -2])
    drawn = {line.get_label(): line.get_xydata() for line in ax.lines}
    K = np.array([float(line[9][0][0]) for line in lines])
    run = mixing.train(THREE, mix=mix, keep_path=True)
    W, unit = run.path[1:-1].astype(float), np.array([1, 4, -2]) / np.sqrt(21)
    # Nine digits are drawn.
    assert drawn["length of w"] == pytest.approx(np.column_stack([K, np.linalg.norm(W, axis=1)]))
    assert drawn["w·ŵ"] == pytest.approx(np.column_stack([K, W @ unit]))
    x, low = drawn["γK"].T
    assert low == pytest.approx(x / np.sqrt(21))
    assert drawn["R √K"][:, 1] == pytest.approx(np.sqrt(3 * x))
    (bars,) = ax.collections
    ends = np.array(bars.get_segments())
    before = np.sqrt([float(line[4][0][1]) for line in lines])
    assert ends[:, 0] == pytest.approx(drawn["length of w"])
    assert ends[:, 1] == pytest.approx(np.column_stack([K, before]))
    assert "The outer curves meet at K = 63." in fig.alt


def test_rounds_are_drawn_as_they_were_counted():
    _, ax = plots.figure()
    plots.shards.rounds(ax, [1, 2, 8], {"uniform": [18, 63, 333], "errors": [18, 8, 8]}, online=18)
    uniform, errors, online = ax.lines
    assert uniform.get_xydata().tolist() == [[1, 18], [2, 63], [8, 333]]
    assert errors.get_ydata().tolist() == [18, 8, 8]
    assert set(online.get_ydata()) == {18}
    assert uniform.get_marker() != errors.get_marker()
    with pytest.raises(ValueError, match="counts has 6 entries"):
        plots.shards.rounds(ax, [1], {name: [1] for name in "abcdef"}, online=1)
