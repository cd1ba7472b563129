"""Numbers, points and equations as they are written in figures and their alternative texts.

A minus sign is always "−", which screen readers say, never a hyphen.

>>> point([-1, 0.5]), listed([1, -2]), equation([-1, 2])
('(−1, 0.5)', '1, −2', '−1 + 2x₁')
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons.table import number, subscript

__all__ = ["count", "equation", "listed", "point", "rough", "signed", "update_name"]

SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def signed(value: float) -> str:
    """Return a number to four digits, with a proper minus sign.

    Parameters
    ----------
    value : number

    Returns
    -------
    str

    Examples
    --------
    >>> signed(-1 / 3)
    '−0.3333'
    """
    return number(value).replace("-", "−")


def rough(value: float) -> str:
    """Return a number to three digits, with a proper minus sign.

    Parameters
    ----------
    value : number

    Returns
    -------
    str

    Examples
    --------
    >>> rough(-1 / 3)
    '−0.333'
    """
    return f"{value:.3g}".replace("-", "−")


def listed(values: Iterable[float]) -> str:
    """Return numbers separated by commas.

    Parameters
    ----------
    values : iterable of numbers

    Returns
    -------
    str

    Examples
    --------
    >>> listed([2, -0.5])
    '2, −0.5'
    """
    return ", ".join(map(signed, values))


def point(x: Iterable[float]) -> str:
    """Return a vector in parentheses, or a single number without them.

    Parameters
    ----------
    x : iterable of numbers

    Returns
    -------
    str

    Examples
    --------
    >>> point([1, -2]), point([3])
    ('(1, −2)', '3')
    """
    values = list(x)
    return listed(values) if len(values) == 1 else f"({listed(values)})"


def count(n: int, noun: str) -> str:
    """Return a number of things, with a plural "s" where it is not one.

    Parameters
    ----------
    n : int
    noun : str
        In the singular.

    Returns
    -------
    str

    Examples
    --------
    >>> count(1, "pattern"), count(3, "pattern")
    ('1 pattern', '3 patterns')
    """
    return f"{n} {noun}" + ("" if n == 1 else "s")


def equation(w: ArrayLike) -> str:
    """Return g(x) as it is written, without the terms that are zero.

    Parameters
    ----------
    w : array_like, shape (d+1,)
        Weights, bias first.

    Returns
    -------
    str

    Examples
    --------
    >>> equation([-1, 2, 0, 1])
    '−1 + 2x₁ + x₃'
    """
    text = ""
    for j, c in enumerate(np.ravel(check.numbers(w, "w"))):
        if c == 0:
            continue
        size = number(abs(c))
        term = size if j == 0 else ("" if size == "1" else size) + subscript("x", j)
        sign = ("−" if c < 0 else "") if not text else (" − " if c < 0 else " + ")
        text += sign + term
    return text or "0"


def update_name(k: int) -> str:
    """Return the name of the weights after k updates.

    Parameters
    ----------
    k : int

    Returns
    -------
    str

    Examples
    --------
    >>> update_name(12)
    'w⁽¹²⁾'
    """
    return f"w⁽{str(k).translate(SUPERSCRIPT)}⁾"
