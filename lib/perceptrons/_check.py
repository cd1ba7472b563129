"""The one door: what a caller hands in is validated here once, before any compiled loop.

Each error names the argument, the value, the rule and the remedy. Beside this module, which looks at
options and vectors, `_tables` makes rows of patterns, `_sparse` and `_numbers` what they are made of,
and `_exact` turns floats into fractions; their functions are called from here, too.
"""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._exact import converted, converter, ratio, rational, rationals
from perceptrons._numbers import LARGEST, LARGEST_EXACT, array, finite, numbers
from perceptrons._tables import gram, patterns
from perceptrons._types import (
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
    "converted",
    "converter",
    "count",
    "finite",
    "generator",
    "gram",
    "is_exact",
    "is_sparse",
    "numbers",
    "patterns",
    "positive",
    "rate",
    "ratio",
    "rational",
    "rationals",
    "scheduled",
    "targets",
    "tie",
    "values",
    "weights",
]


def targets(t: ArrayLike, n: int, name: str = "t") -> Array:
    """Return targets (n,) as int64, each +1 or -1."""
    A = array(t, name)
    if A.shape != (n,):
        hint = f"pass {name}.ravel()" if A.size == n else "give as many targets as rows of X"
        raise ValueError(
            f"{name} must have shape ({n},), one target for each pattern of X; got {A.shape}: {hint}"
        )
    wrong = np.flatnonzero((A != 1) & (A != -1))
    if len(wrong):
        boolean = set(A.tolist()) <= {0, 1}
        hint = f"2 * {name} - 1" if boolean else f"numpy.where({name} == C1, 1, -1)"
        raise ValueError(
            f"{name}[{wrong[0]}] is {A[wrong[0]]}; targets are +1 (class C1) or -1 (class C2): "
            f"recode them by {hint}"
        )
    return A.astype(np.int64)


def values(t: ArrayLike, n: int, name: str = "t") -> Array:
    """Return real targets (n,) as float64 or objects: Adaline accepts any real number."""
    A = numbers(t, name)
    if A.shape != (n,):
        raise ValueError(
            f"{name} must have shape ({n},), one target for each pattern of X; got {A.shape}"
        )
    return A


def weights(w: ArrayLike, d: int, name: str = "w") -> Array:
    """Return weights (d+1,), bias first, as a new array of float64 or objects."""
    A = numbers(w, name)
    if A.shape != (d + 1,):
        raise ValueError(
            f"{name} must have shape ({d + 1},): the bias w[0], then one weight for each of the "
            f"{d} features; got {A.shape}: put the bias first, 0 if there is none"
        )
    return A.copy()


def positive(value: Any, name: str, remedy: str = "give a number such as 0.5") -> Any:
    """Return a finite number above zero."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not (is_number and 0 < value < float("inf")):
        raise ValueError(f"{name} must be a finite number above 0, got {value!r}: {remedy}")
    return value


def count(value: object, name: str, least: int = 1) -> int:
    """Return a whole number that is at least `least`."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ValueError(
            f"{name} must be a whole number, at least {least}; got {value!r}: give an int"
        )
    return int(value)


def tie(at_zero: Any) -> int:
    """Return the class of a pattern on the hyperplane: -1, 0 (neither) or +1."""
    whole = isinstance(at_zero, Integral) and not isinstance(at_zero, bool)
    if not (whole and -1 <= at_zero <= 1):
        raise ValueError(
            f"at_zero is {at_zero!r}; it says what a pattern on the hyperplane counts as: "
            "give 0 (neither class, always a mistake), -1 (class C2) or +1 (class C1)"
        )
    return int(at_zero)


def rate(eta: Rate) -> Rate:
    """Return a rate: a positive number, or a schedule ``eta(k, z)``."""
    if not callable(eta):
        positive(eta, "eta", "give a number such as 0.5, or a schedule eta(k, z)")
    return eta


def scheduled(eta: Schedule, k: int, z: Array) -> Number:
    """Return the rate of update k, refusing anything but a positive number."""
    value: Number = positive(
        eta(k, z), f"the rate eta(k, z) of update k = {k}", "correct the schedule"
    )
    return value


def generator(rng: object) -> np.random.Generator | None:
    """Return None, or a NumPy generator (a seed makes one)."""
    if rng is None or isinstance(rng, np.random.Generator):
        return rng
    if isinstance(rng, int | np.integer) and rng >= 0:
        return np.random.default_rng(int(rng))
    raise ValueError(
        f"rng is {rng!r}; it shuffles the patterns anew in each round: give a seed (an int, at "
        "least 0) or a numpy.random.Generator, or None to keep the given order"
    )
