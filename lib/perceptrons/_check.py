"""Bad input is met here, at the door: each error names the argument, the value, the rule, the remedy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from numbers import Integral, Rational, Real
from reprlib import repr as short
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
LARGEST_EXACT = 2**53  # integers beyond it are rounded when they become floats
LARGEST = 1e150  # products of larger floats overflow, and NaN would count as no mistake


def is_sparse(X: Any) -> bool:
    """Tell whether X is a scipy.sparse matrix or array, without importing scipy."""
    return hasattr(X, "tocsr")


def is_exact(A: Any) -> bool:
    """Tell whether A holds Python integers or fractions rather than floats."""
    return not is_sparse(A) and A.dtype == object


def _array(value: Any, name: str) -> Array:
    try:
        return np.asarray(value)
    except ValueError as error:
        raise ValueError(
            f"{name} is {short(value)}, which is no table: give all its rows the same length"
        ) from error


def _numbers(value: Any, name: str) -> Any:
    """Return an array of float64, or of object where the caller gave exact numbers."""
    A = _array(value, name)
    if A.dtype == object:
        for v in A.flat:
            if isinstance(v, np.generic) or not isinstance(v, Rational):
                raise ValueError(
                    f"{name} holds {v!r}, of type {type(v).__name__}; an array of objects may hold "
                    "Python's integers and fractions only: use fractions.Fraction, or an array of "
                    "floats"
                )
        return A
    _real(A.dtype, name)
    largest = max(int(A.max()), -int(A.min())) if A.dtype.kind in "iu" and A.size else 0
    if largest > LARGEST_EXACT:
        raise ValueError(
            f"{name} holds a number of size {largest}; integers above 2**53 would be rounded: "
            f"pass {name}.astype(object) to compute exactly"
        )
    A = np.ascontiguousarray(A, dtype=np.float64) if A.ndim else A.astype(np.float64)
    finite(A, name)
    return A


def _real(dtype: Any, name: str) -> None:
    if dtype.kind not in "biuf":
        raise ValueError(
            f"{name} must hold real numbers, got an array of {dtype}: convert it to float"
        )


def finite(A: Any, name: str) -> None:
    """Refuse floats that are not finite, or so large that products of them may not be."""
    # One quick pass settles the usual case: the sum of squares is small, so every number is.
    if not (np.vdot(A, A) <= LARGEST or (np.abs(A) <= LARGEST).all()):
        first = tuple(int(i) for i in np.argwhere(~(np.abs(A) <= LARGEST))[0])
        where = ", ".join(map(str, first))
        raise ValueError(
            f"{name}[{where}] is {A[first]}; every number must be finite, and no larger than "
            f"{LARGEST:.0e}: drop, mend or scale such patterns first"
        )


def patterns(X: Any, name: str = "X") -> Any:
    """Return raw patterns as an array (n, d) of float64 or object, or as CSR rows of float64."""
    if is_sparse(X):
        from scipy.sparse import csr_array

        _real(X.dtype, name)
        A = csr_array(X, dtype=np.float64)
        finite(A.data, f"{name}.data")
        if not A.has_canonical_format:  # sums run in index order: sorted, without duplicates
            A = A.copy()
            A.sum_duplicates()
    else:
        A = _numbers(X, name)
    if A.ndim != 2:
        hint = f"{name}[:, None] makes n patterns of one feature, {name}[None, :] a single pattern"
        raise ValueError(
            f"{name} must have shape (n, d), one pattern a row; got {A.shape}: "
            f"{hint if A.ndim == 1 else 'reshape it to two dimensions'}"
        )
    if A.shape[0] == 0 or A.shape[1] == 0:
        raise ValueError(
            f"{name} must have shape (n, d) with n, d at least 1, got {A.shape}: "
            "give at least one pattern with one feature"
        )
    return A


def targets(t: Any, n: int, name: str = "t") -> Array:
    """Return targets (n,) as int64, each +1 or -1."""
    A = _array(t, name)
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


def values(t: Any, n: int, name: str = "t") -> Array:
    """Return real targets (n,) as float64 or object: Adaline may be asked for any number."""
    A = _numbers(t, name)
    if A.shape != (n,):
        raise ValueError(
            f"{name} must have shape ({n},), one target for each pattern of X; got {A.shape}"
        )
    return A


def weights(w: Any, d: int, name: str = "w") -> Any:
    """Return weights (d+1,), bias first, as a new array of float64 or object."""
    A = _numbers(w, name)
    if A.shape != (d + 1,):
        raise ValueError(
            f"{name} must have shape ({d + 1},): the bias w[0], then one weight for each of the "
            f"{d} features; got {A.shape}: put the bias first, 0 where there is none"
        )
    return A.copy()


def positive(value: Any, name: str, remedy: str = "give a number such as 0.5") -> Any:
    """Return a finite number above zero."""
    number = isinstance(value, Real) and not isinstance(value, bool)
    if not (number and 0 < value < float("inf")):
        raise ValueError(f"{name} must be a finite number above 0, got {value!r}: {remedy}")
    return value


def count(value: Any, name: str, least: int = 1) -> int:
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


def rate(eta: Any) -> Any:
    """Return a rate: a positive number, or a schedule ``eta(k, z)``."""
    if callable(eta):
        return eta
    return positive(eta, "eta", "give a number such as 0.5, or a schedule eta(k, z)")


def scheduled(eta: Callable[..., Any], k: int, z: Any) -> Any:
    """Return the rate of update k, refusing what is not a positive number."""
    return positive(eta(k, z), f"the rate eta(k, z) of update k = {k}", "mend the schedule")


def exact(value: Any) -> Any:
    """Return the number as a fraction, or as an int where it is whole: no float enters a sum."""
    q = Fraction(value.item() if isinstance(value, np.generic) else value)
    return q.numerator if q.denominator == 1 else q


def ratio(a: Any, b: Any) -> Any:
    """Return a / b, as a fraction where both are exact."""
    return Fraction(a) / b if isinstance(a, Rational) and isinstance(b, Rational) else a / b


def generator(rng: Any) -> Any:
    """Return None, or a NumPy generator (a seed makes one)."""
    if rng is None or isinstance(rng, np.random.Generator):
        return rng
    if isinstance(rng, int | np.integer) and rng >= 0:
        return np.random.default_rng(int(rng))
    raise ValueError(
        f"rng is {rng!r}; it shuffles the patterns anew in each round: give a seed (an int from 0) "
        "or a numpy.random.Generator, or None for their given order"
    )
