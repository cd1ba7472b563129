"""Exact numbers beside floats: Python's integers and fractions, and how one kind becomes the other."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from numbers import Rational
from typing import Any

import numpy as np

from perceptrons._core.check.magnitudes import shown
from perceptrons._core.types import Array, Number, Patterns, is_exact


def rational(value: Any) -> int | Fraction:
    """Return the exact value of a number: an int if it is whole, else a fraction."""
    if isinstance(value, np.floating):
        q = Fraction(*value.as_integer_ratio())
    else:
        q = Fraction(value.item() if isinstance(value, np.generic) else value)
    return q.numerator if q.denominator == 1 else q


def rationals(values: Array) -> Array:
    """Return a new array of the exact values, as Python integers and fractions."""
    exact = np.fromiter(map(rational, values.flat), dtype=object, count=values.size)
    return exact.reshape(values.shape)


def rounded(value: Any, name: str = "eta") -> float:
    """Return a number as a float; refuse an exact one that is beyond their range."""
    try:
        nearest = float(value)
    except OverflowError:
        nearest = float("inf")
    if abs(nearest) == float("inf") or (nearest == 0 and value != 0):
        raise ValueError(
            f"{name} is {shown(value)}, beyond the range of floats: give another, or compute "
            "exactly, with data.exact(X)"
        )
    return nearest


def converter(Z: Patterns, name: str = "eta") -> Callable[[Any], Number]:
    """Return the function that turns a number into the kind that Z holds, exact or float."""
    return rational if is_exact(Z) else partial(rounded, name=name)


def converted(values: Array, Z: Patterns, name: str = "w") -> Array:
    """Return a new array of the values as numbers of the kind that Z holds, exact or float64."""
    return rationals(values) if is_exact(Z) else floats(values, name)


def floats(values: Array, name: str) -> Array:
    """Return a new array of float64; refuse exact numbers that are too large."""
    try:
        return values.astype(np.float64)
    except OverflowError as error:
        largest = max(map(abs, values.flat))
        raise ValueError(
            f"{name} holds {shown(largest)}, beyond the range of floats: give smaller numbers, or "
            "compute exactly, with data.exact(X)"
        ) from error


def near_1(values: Array) -> tuple[Array, int]:
    """Return values / 2^k and k, with the largest about 1 if it was far from it, else as they are.

    The squares of tiny numbers would all be 0, and those of huge ones infinite.
    """
    largest = abs(values).max()
    if 1e-75 < largest < 1e75:
        return values, 0
    if is_exact(values):
        k = rational(largest).numerator.bit_length() - rational(largest).denominator.bit_length()
        return rationals(values * Fraction(1, 2) ** k), k
    k = int(np.frexp(largest)[1])
    return np.ldexp(values, -k), k


def ratio(a: Any, b: Any) -> Any:
    """Return a / b, as a fraction if both are exact."""
    return Fraction(a) / b if isinstance(a, Rational) and isinstance(b, Rational) else a / b
