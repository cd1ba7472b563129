"""Figures: each draws into axes, and says in words what it shows.

What several pages draw is here. A drawing function takes axes first, and adds a sentence, made from
the data it draws, to the alternative text of the figure. A module such as `plots.landscape` is
imported when its name is first used. What one page alone draws is in `perceptrons.figures`.

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

from perceptrons import on_first_use
from perceptrons._core.extras import needed_for

with needed_for("figures"):
    from perceptrons.plots.picture import Picture, figure, legend, say

from perceptrons.plots.palette import BLUE, GREEN, GREY, ORANGE
from perceptrons.plots.planes import boundary, half_plane, patterns, plane, ring
from perceptrons.plots.words import equation

MODULES = [
    "classes",
    "convergence",
    "descent",
    "discriminants",
    "dual",
    "landscape",
    "mail",
    "margins",
    "pulls",
    "rates",
    "separability",
]

__all__ = ["BLUE", "GREEN", "GREY", "ORANGE", "Picture", "boundary", "equation", "figure"]
__all__ += ["half_plane", "legend", "patterns", "plane", "ring", "say"]

__getattr__ = on_first_use(__name__, MODULES)
