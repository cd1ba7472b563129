"""Bad input is met here, at the door: each error names the argument, the value, the rule, the remedy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
LARGEST_EXACT = 2**53  # integers beyond it are rounded when they become floats


def is_sparse(X: Any) -> bool:
    """Tell whether X is a scipy.sparse matrix or array, without importing scipy."""
    return hasattr(X, "tocsr")


def is_exact(A: Any) -> bool:
    """Tell whether A holds Python integers or fractions rather than floats."""
    return not is_sparse(A) and A.dtype == object


def _numbers(value: Any, name: str) -> Any:
    """Return an array of float64, or of object where the caller gave exact numbers."""
    A = np.asarray(value)
    if A.dtype == object:
        for v in A.flat:
            if not isinstance(v, Rational):
                raise ValueError(
                    f"{name} holds {v!r}, of type {type(v).__name__}; an array of objects may hold "
                    "integers and fractions only: use fractions.Fraction, or an array of floats"
                )
        return A
    if A.dtype.kind not in "biuf":
        raise ValueError(
            f"{name} must hold real numbers, got an array of {A.dtype}: convert it to float"
        )
    if A.dtype.kind in "iu" and A.size and max(A.max(), -A.min()) > LARGEST_EXACT:
        raise ValueError(
            f"{name} holds {A.flat[np.abs(A).argmax()]}; integers above 2**53 would be rounded: "
            f"pass {name}.astype(object) to compute exactly"
        )
    A = np.ascontiguousarray(A, dtype=np.float64) if A.ndim else A.astype(np.float64)
    _finite(A, name)
    return A


def _finite(A: Any, name: str) -> None:
    # Minimum and maximum carry NaN and infinity, and need no array of booleans as long as the data.
    if A.size and not np.isfinite([A.min(), A.max()]).all():
        first = tuple(int(i) for i in np.argwhere(~np.isfinite(A))[0])
        where = first[0] if len(first) == 1 else first
        raise ValueError(
            f"{name}[{where}] is {A[first]}; every number must be finite: "
            "drop or mend such patterns first"
        )


def patterns(X: Any, name: str = "X") -> Any:
    """Return raw patterns as an array (n, d) of float64 or object, or as CSR rows of float64."""
    if is_sparse(X):
        from scipy.sparse import csr_array

        A = csr_array(X, dtype=np.float64)
        _finite(A.data, f"{name}.data")
        if not A.has_canonical_format:  # sums run in index order: sorted, without duplicates
            A = A.copy()
            A.sum_duplicates()
    else:
        A = _numbers(X, name)
    if A.ndim != 2:
        raise ValueError(
            f"{name} must have shape (n, d), one pattern a row; got {A.shape}: "
            f"{name}[:, None] makes n patterns of one feature, {name}[None, :] a single pattern"
        )
    if A.shape[0] == 0 or A.shape[1] == 0:
        raise ValueError(f"{name} has shape {A.shape}: give at least one pattern with one feature")
    return A


def targets(t: Any, n: int, name: str = "t") -> Array:
    """Return targets (n,) as int64, each +1 or -1."""
    A = np.asarray(t)
    if A.shape != (n,):
        raise ValueError(
            f"{name} must have shape ({n},), one target for each pattern of X; got {A.shape}"
        )
    wrong = np.flatnonzero((A != 1) & (A != -1))
    if len(wrong):
        hint = ": 2 * t - 1 turns 0 and 1 into -1 and +1" if set(A.tolist()) <= {0, 1} else ""
        raise ValueError(
            f"{name}[{wrong[0]}] is {A[wrong[0]]}; targets are +1 (class C1) or -1 (class C2){hint}"
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
            f"{d} features; got {A.shape}"
        )
    return A.copy()


def positive(value: Any, name: str) -> Any:
    """Return a finite number above zero."""
    number = isinstance(value, Real) and not isinstance(value, bool)
    if not (number and 0 < value < float("inf")):
        raise ValueError(f"{name} must be a finite number above 0, got {value!r}")
    return value


def count(value: Any, name: str, least: int = 1) -> int:
    """Return a whole number that is at least `least`."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ValueError(f"{name} must be a whole number, at least {least}; got {value!r}")
    return int(value)


def tie(at_zero: Any) -> int:
    """Return the class of a pattern on the hyperplane: -1, 0 (neither) or +1."""
    if at_zero not in (-1, 0, 1):
        raise ValueError(
            f"at_zero must be 0 (a pattern on the hyperplane is a mistake), -1 (it counts as class "
            f"C2) or +1 (as C1); got {at_zero!r}"
        )
    return int(at_zero)


def rate(eta: Any) -> Any:
    """Return a rate: a positive number, or a schedule ``eta(k, z)``."""
    if callable(eta):
        return eta
    if isinstance(eta, bool) or not isinstance(eta, Real):
        raise ValueError(f"eta must be a number above 0 or a function eta(k, z); got {eta!r}")
    return positive(eta, "eta")


def scheduled(eta: Callable[..., Any], k: int, z: Any) -> Any:
    """Return the rate of update k, refusing what is not a positive number."""
    return positive(eta(k, z), f"the rate eta(k, z) of update k = {k}")


def exact(value: Any) -> Any:
    """Return the number as a fraction, or as an int where it is whole: no float enters a sum."""
    q = Fraction(value)
    return q.numerator if q.denominator == 1 else q


def generator(rng: Any) -> Any:
    """Return None, or a NumPy generator (a seed makes one)."""
    if rng is None or isinstance(rng, np.random.Generator):
        return rng
    if isinstance(rng, int | np.integer) and rng >= 0:
        return np.random.default_rng(int(rng))
    raise ValueError(
        f"rng must be None (patterns in their given order), a seed or a numpy.random.Generator; "
        f"got {rng!r}"
    )
