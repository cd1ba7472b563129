"""Drawings of one page each: `figures.ch06.wall(ax, ...)`. What serves twice is in `perceptrons.plots`.

They keep its conventions: axes first, and a sentence for the alternative text. The page that calls
one explains it. A module is imported when its name is first used.
"""

import perceptrons.plots  # noqa: F401, which says what to install where Matplotlib is missing
from perceptrons import on_first_use

__all__ = [f"ch{k:02}" for k in range(1, 16)]

__getattr__ = on_first_use(__name__, __all__)
