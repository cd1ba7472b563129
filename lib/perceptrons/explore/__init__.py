"""Explorables: figures that the reader moves, on the site and in JupyterLab, without a kernel.

Each function returns an `Explorable`. A notebook shows it as a custom element: SVG, and a few kilobytes
of plain JavaScript (in this folder), without a framework or a request. Where scripts do not run, the
reader sees a picture and a table of the initial state.

>>> from perceptrons import data
>>> explorable = rule(*data.modified_or())
>>> explorable
Explorable rule: 3 patterns of class C1 (filled circles): (1, −1), (−1, 1), (1, 1).
1 pattern of class C2 (open squares): (−1, −1).
The line 1 + x₁ + x₂ = 0, with an arrow to its positive side.
"""

from perceptrons.explore._adaline import adaline
from perceptrons.explore._classes import classes
from perceptrons.explore._criterion import criterion
from perceptrons.explore._discriminant import discriminant
from perceptrons.explore._element import Explorable
from perceptrons.explore._kernel import kernel
from perceptrons.explore._mail import mail
from perceptrons.explore._margin import margin
from perceptrons.explore._pulls import pulls
from perceptrons.explore._rule import rule
from perceptrons.explore._separability import separability
from perceptrons.explore._step import step

__all__ = ["Explorable", "adaline", "classes", "criterion", "discriminant", "kernel", "mail"]
__all__ += ["margin", "pulls", "rule", "separability", "step"]
