"""The one door: what a caller hands in is validated here once, before any compiled loop.

Each error names the argument, the value, the rule and the remedy. Beside this module, which looks at
options and vectors, `tables` makes rows of patterns, `sparse` and `arrays` what they are made of,
and `exact` turns floats into fractions; their functions are called from here, too.
"""

from __future__ import annotations

from inspect import signature
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core.check.arrays import array, exactly, numbers
from perceptrons._core.check.classes import labels, targets, two_classes
from perceptrons._core.check.exact import (
    converted,
    converter,
    floats,
    near_1,
    ratio,
    rational,
    rationals,
    rounded,
)
from perceptrons._core.check.magnitudes import LARGEST, LARGEST_EXACT, finite, real, room, shown
from perceptrons._core.check.tables import gram, patterns
from perceptrons._core.types import (
    Array,
    Number,
    Patterns,
    PatternsLike,
    Rate,
    Schedule,
    Seed,
    Sparse,
    is_exact,
    is_sparse,
)

__all__ = [
    "LARGEST",
    "LARGEST_EXACT",
    "Array",
    "Number",
    "Patterns",
    "PatternsLike",
    "Rate",
    "Schedule",
    "Seed",
    "Sparse",
    "array",
    "beside",
    "converted",
    "converter",
    "count",
    "exactly",
    "features",
    "finite",
    "flag",
    "floats",
    "generator",
    "gram",
    "is_exact",
    "is_sparse",
    "labels",
    "near_1",
    "numbers",
    "of_two",
    "path",
    "patterns",
    "positive",
    "rate",
    "ratio",
    "rational",
    "rationals",
    "real",
    "room",
    "rounded",
    "scheduled",
    "targets",
    "tie",
    "two_classes",
    "values",
    "weights",
]


def values(t: ArrayLike, n: int, name: str = "t") -> Array:
    """Return real targets (n,) as float64 or objects: Adaline accepts any real number."""
    A = numbers(t, name)
    if A.shape != (n,):
        hint = f"pass numpy.ravel({name})" if A.size == n else "give as many targets as rows of X"
        raise ValueError(
            f"{name} must have shape ({n},), one target for each pattern of X; got {A.shape}: {hint}"
        )
    return A


def weights(w: ArrayLike, d: int, name: str = "w") -> Array:
    """Return weights (d+1,), bias first, as a new array of float64 or objects."""
    A = numbers(w, name)
    if A.shape != (d + 1,):
        raise ValueError(
            f"{name} must have shape ({d + 1},): the bias {name}[0], then one weight for each of the "
            f"{d} features; got {A.shape}: put the bias first, 0 if there is none"
        )
    return A.copy()


def features(w: ArrayLike, X: Patterns, name: str = "w") -> Array:
    """Return weights (d+1,), if they are for as many features as the patterns X have."""
    A, d = numbers(w, name), X.shape[1]
    if A.ndim != 1 or A.size < 2:
        return weights(A, d, name)
    if len(A) != d + 1:
        raise ValueError(
            f"X has {_many(d, 'column')}, and {name} has {len(A)} weights, a bias and those of "
            f"{_many(len(A) - 1, 'feature')}: give the columns that {name} was learnt from, or other "
            "weights"
        )
    return A.copy()


def beside(w: Array, X: Patterns) -> Array:
    """Return weights w in numbers of which sums of products with X can be taken.

    Exact weights beside dense floats stay so: such sums run in index order.
    """
    if is_exact(X) or is_sparse(X):
        return converted(w, X)
    if is_exact(w):
        floats(w, "w")  # refuses what is beyond the range of floats
    return w


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def positive(value: Any, name: str, remedy: str = "give a number such as 0.5") -> Any:
    """Return a finite number above zero."""
    if isinstance(value, np.ndarray | np.generic) and not value.ndim:
        value = value.item()  # which compares with numbers that a float32 cannot hold
    is_number = isinstance(value, Real | np.longdouble) and not isinstance(value, bool)
    if not (is_number and 0 < value < float("inf")):
        raise ValueError(f"{name} must be a finite number above 0, got {shown(value)}: {remedy}")
    return value


def count(value: object, name: str, least: int = 1) -> int:
    """Return a whole number that is at least `least`."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ValueError(
            f"{name} must be a whole number, at least {least}; got {shown(value)}: give an int"
        )
    return int(value)


def tie(at_zero: Any) -> int:
    """Return the class of a pattern on the hyperplane: -1, 0 (neither) or +1."""
    whole = isinstance(at_zero, Integral) and not isinstance(at_zero, bool)
    if not (whole and -1 <= at_zero <= 1):
        raise ValueError(
            f"at_zero is {short(at_zero)}; it says what a pattern on the hyperplane counts as: "
            "give 0 (neither class, always a mistake), -1 (class C2) or +1 (class C1)"
        )
    return int(at_zero)


def rate(eta: Rate) -> Rate:
    """Return a rate: a positive number, or a schedule ``eta(k, z)``."""
    if callable(eta):
        of_two(eta, "eta", "the number of the update and its z: give one such as rates.harmonic()")
    else:
        positive(eta, "eta", "give a number such as 0.5, or a schedule eta(k, z)")
    return eta


def scheduled(eta: Schedule, k: int, z: Array) -> Number:
    """Return the rate of update k, refusing anything but a positive number."""
    name = f"the rate eta(k, z) of update k = {k}"
    try:
        value: Number = positive(eta(k, z), name, "correct the schedule")
    except OverflowError as error:
        raise ValueError(f"{name} is beyond the range of floats: correct the schedule") from error
    return value


def of_two(function: object, name: str, remedy: str) -> None:
    """Refuse what is no function of two arguments; a built-in one need not tell."""
    try:
        fits = callable(function) and signature(function).bind(None, None) is not None
    except TypeError:
        fits = False
    except ValueError:
        fits = True
    if not fits:
        raise ValueError(
            f"{name} is {short(function)}; it must be a function of two arguments, {remedy}"
        )


def flag(value: object, name: str) -> bool:
    """Return True or False."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(
            f"{name} is {short(value)}; it is a question of yes or no: give True or False"
        )
    return bool(value)


def path(value: Any, name: str) -> Path:
    """Return the path of a file or folder."""
    if not isinstance(value, str | PathLike):
        raise ValueError(
            f"{name} is {short(value)}; it names a file or folder: give a str or a Path"
        )
    return Path(value)


def generator(rng: object) -> np.random.Generator | None:
    """Return None, or a NumPy generator (a seed makes one)."""
    if rng is None or isinstance(rng, np.random.Generator):
        return rng
    if isinstance(rng, int | np.integer) and not isinstance(rng, bool) and rng >= 0:
        return np.random.default_rng(int(rng))
    raise ValueError(
        f"rng is {short(rng)}; it shuffles the patterns anew in each round: give a seed (an int, at "
        "least 0) or a numpy.random.Generator, or None to keep the given order"
    )
