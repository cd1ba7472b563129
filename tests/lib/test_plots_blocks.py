"""Figures of chapter 15 about files: what is drawn is what was given."""

import numpy as np
import pytest

from perceptrons import plots


@pytest.fixture
def ax():
    return plots.figure()[1]


def arrows(ax):
    return [text for text in ax.texts if getattr(text, "arrow_patch", None)]


def test_blocks_are_shaded_where_the_rule_has_been(ax):
    plots.blocks.carried(ax, blocks=5, saved=2, killed=4)
    plain = [not bar.get_hatch() for bar in ax.patches if hasattr(bar, "get_x")]
    assert plain == [True] * 3 + [False] * 2 + [False] * 2 + [True] * 3
    assert len(arrows(ax)) == 3 + 2 + 2  # to block 4, out of and into the file, to block 5
    assert ax.figure.alt == (
        "The first run carries w from block 1 on, and writes it to a file after block 2.\n"
        "The run dies in block 4. The next run reads w from the file and goes on with block 3."
    )


def test_errors_stand_above_their_columns(ax):
    plots.blocks.hashing(ax, {256: 0.08, 1024: 0.035}, 0.021)
    curve, exact = ax.lines
    assert curve.get_xydata().tolist() == [[256, 0.08], [1024, 0.035]]
    assert np.unique(exact.get_ydata()).tolist() == [0.021]
    assert ax.get_xscale() == "log"
    assert ax.get_xticks().tolist() == [256, 1024]
