"""The figures over two weights draw J_P: checked on the artists, against the criterion itself."""

import numpy as np
import pytest
from matplotlib.patches import Polygon

from perceptrons import figures, perceptron, plots

RUN = perceptron.batch([[0], [1], [2], [3]], [-1, -1, 1, 1], w=[1, 1])
LEVELS = [1, 3, 5]
XOR_LIKE = np.array([[1, 1], [-1, 1], [-1, -2]])  # no half-plane holds all three


def J(w, Z=RUN.Z):
    return sum(max(0.0, -float(np.dot(w, z))) for z in Z)


def level_lines(Z):
    _fig, ax = plots.figure()
    plots.landscape.contours(ax, Z, [[1, 1], [0, 1]], LEVELS)
    return ax, [line.get_xydata() for line in ax.lines if line.get_color() == plots.BLUE]


@pytest.mark.parametrize("Z", [RUN.Z, XOR_LIKE], ids=["a sector of zeros", "zero at 0 alone"])
def test_level_lines_stay_on_their_level_between_their_corners_too(Z):
    _ax, lines = level_lines(Z)
    for level, line in zip(LEVELS, lines, strict=True):
        middles = (line[:-1] + line[1:]) / 2
        # Tolerance: a corner is a direction divided by its height, which rounds.
        heights = np.array([J(w, Z) for w in [*line, *middles]])
        assert heights == pytest.approx(np.full(len(heights), level), rel=1e-12)


def test_level_lines_close_round_the_origin_where_nothing_else_is_zero():
    ax, lines = level_lines(XOR_LIKE)
    assert all((line[0] == line[-1]).all() for line in lines)
    assert not [patch for patch in ax.patches if isinstance(patch, Polygon)]


def test_the_green_sector_holds_the_separators():
    ax, _lines = level_lines(RUN.Z)
    (sector,) = [patch for patch in ax.patches if isinstance(patch, Polygon)]
    for w in np.random.default_rng(1).uniform(-4, 4, (200, 2)):
        inside = sector.contains_point(ax.transData.transform(w))
        assert inside == (RUN.Z @ w > 0).all()


def test_the_half_plane_ahead_of_a_step_holds_every_separator():
    w = RUN.weights[1]
    fig, ax = plots.figure()
    figures.ch03.ahead(ax, RUN.Z, w, [[-3, 2]], (-13, -3), (4, 9))
    shaded, sector = (patch for patch in ax.patches if isinstance(patch, Polygon))
    for u in np.random.default_rng(2).uniform(-3, 4, (200, 2)):
        at = ax.transData.transform(u)
        assert shaded.contains_point(at) == ((u - w) @ RUN.Z[[2, 3]].sum(axis=0) > 0)
        assert sector.contains_point(at) == (RUN.Z @ u > 0).all()
    assert "(−3, 2): 8 before the step, 25 after it" in fig.alt
