"""Five rules on one axis: what a pattern costs, and how hard it pulls (chapter 9).

Every rule of this book adds multiples of the reflected patterns, η · pull · z_i. The pull depends
on the pattern through its product m = w·z_i only, and it is minus the slope of a loss. So the rules
can be drawn into one picture, over the axis of m.

>>> for rule in RULES:
...     print(f"{rule:13}", *(f"{p:g}" for p in pull(rule, [-2.0, 0.0, 1.0, 3.0]).round(3)))
perceptron    1 1 0 0
hinge         1 1 0 0
relaxation    3 1 0 0
least squares 3 1 0 -2
logistic      0.881 0.5 0.269 0.047
"""

from __future__ import annotations

from collections.abc import Callable
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array

__all__ = ["RULES", "loss", "pull"]

# name: loss and pull. A kink pulls as it does on its left where that counts as a mistake (m = 0).
_RULES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "perceptron": (lambda m: np.where(m < 0, -m, 0 * m), lambda m: np.where(m <= 0, 1, 0)),
    "hinge": (lambda m: np.where(m < 1, 1 - m, 0 * m), lambda m: np.where(m < 1, 1, 0)),
    "relaxation": (
        lambda m: np.where(m < 1, _half(1 - m), 0 * m),
        lambda m: np.where(m < 1, 1 - m, 0 * m),
    ),
    "least squares": (lambda m: _half(1 - m), lambda m: 1 - m),
    # Neither form overflows, however far m is from 0.
    "logistic": (
        lambda m: np.logaddexp(0, -check.floats(m, "m")),
        lambda m: np.exp(-np.logaddexp(0, check.floats(m, "m"))),
    ),
}
RULES = tuple(_RULES)


def _half(a: Any) -> Any:
    return a * a * check.ratio(1, 2) if np.asarray(a).dtype == object else a * a / 2


def loss(rule: str, m: ArrayLike) -> Array:
    """Return what a pattern with the product m costs by a rule.

    Parameters
    ----------
    rule : str
        One of `RULES`: "perceptron" max(0, -m), "hinge" max(0, 1 - m), "relaxation"
        ½ max(0, 1 - m)², "least squares" ½ (1 - m)², "logistic" ln(1 + e^-m).
    m : array_like
        Products w·z_i, in any shape.

    Returns
    -------
    array
        Of the shape of m; exact if m is, but for the logistic loss.

    Raises
    ------
    ValueError
        If there is no such rule, or m holds anything but finite numbers.

    Examples
    --------
    >>> loss("hinge", [-2, 0, 1, 3])
    array([3., 1., 0., 0.])
    """
    return np.asarray(_rule(rule)[0](check.numbers(m, "m")))


def pull(rule: str, m: ArrayLike) -> Array:
    """Return by how much of its own z a pattern with the product m moves w: minus the slope of its loss.

    Parameters
    ----------
    rule : str
        One of `RULES`: "perceptron" 1 where m <= 0, "hinge" 1 where m < 1, "relaxation"
        max(0, 1 - m) (its rate is 1/‖z‖²), "least squares" 1 - m, "logistic" 1/(1 + e^m).
    m : array_like
        Products w·z_i, in any shape.

    Returns
    -------
    array
        Of the shape of m; exact if m is, but for the logistic rule. Negative only where a rule
        drags w away from a pattern that is right.

    Raises
    ------
    ValueError
        If there is no such rule, or m holds anything but finite numbers.

    Examples
    --------
    >>> pull("least squares", [-2, 0, 1, 3])
    array([ 3.,  1.,  0., -2.])
    """
    m = check.numbers(m, "m")
    return np.asarray(_rule(rule)[1](m)).astype(float if rule == "logistic" else m.dtype)


def _rule(rule: Any) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    if not isinstance(rule, str) or rule not in RULES:
        raise ValueError(
            f"rule is {short(rule)}; it names a way to learn from a product: give one of "
            f"{', '.join(map(repr, RULES))}"
        )
    return _RULES[rule]
