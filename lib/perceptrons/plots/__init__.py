"""Figures: each draws into axes, and says in words what it shows.

What several chapters draw is here, and each chapter has a module of its own, imported with this one:
`plots.landscape.contours(ax, ...)`. A drawing function takes axes first, and adds a sentence, made
from the data it draws, to the alternative text of the figure.

>>> from perceptrons import data
>>> X, t = data.modified_or()
>>> fig, ax = figure()
>>> _ = patterns(ax, X, t)
>>> _ = boundary(ax, [1, 1, 1])
>>> print(fig.alt)
3 patterns of class C1 (filled circles): (1, −1), (−1, 1), (1, 1).
1 pattern of class C2 (open squares): (−1, −1).
The line 1 + x₁ + x₂ = 0.
"""

from perceptrons._core.extras import needed_for

with needed_for("figures"):
    from perceptrons.plots.picture import Picture, figure, legend, say

from perceptrons.plots import (
    adaline,
    blocks,
    convergence,
    criterion,
    descent,
    discriminants,
    dual,
    evaluation,
    landscape,
    layers,
    mail,
    many,
    margins,
    outcomes,
    overlap,
    pulls,
    rates,
    rule,
    scaling,
    separability,
    shards,
    spam,
    steps,
    update,
)
from perceptrons.plots.palette import BLUE, GREEN, GREY, ORANGE
from perceptrons.plots.planes import boundary, half_plane, patterns, plane, ring
from perceptrons.plots.words import equation

__all__ = ["BLUE", "GREEN", "GREY", "ORANGE", "Picture"]
__all__ += ["adaline", "blocks", "convergence", "criterion", "descent", "discriminants", "dual"]
__all__ += ["evaluation", "landscape", "layers"]
__all__ += ["outcomes", "overlap", "pulls"]
__all__ += ["mail", "many", "margins", "rates", "rule", "scaling", "separability", "spam"]
__all__ += ["shards", "steps"]
__all__ += ["update"]
__all__ += ["boundary", "equation", "figure", "half_plane", "legend", "patterns", "plane"]
__all__ += ["ring", "say"]
