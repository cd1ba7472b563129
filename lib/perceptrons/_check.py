"""Argument validation, and the types that the library's signatures share.

Each error names the argument, the value, the rule and the remedy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from numbers import Integral, Rational, Real
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from typing_extensions import TypeIs

Array: TypeAlias = NDArray[Any]
Number: TypeAlias = int | float | Fraction
Schedule: TypeAlias = Callable[[int, Array], Number]  # eta(k, z)
Rate: TypeAlias = Number | Schedule
Seed: TypeAlias = int | np.random.Generator | None


class Sparse(Protocol):
    """What the library uses of a `scipy.sparse.csr_array`."""

    shape: tuple[int, int]
    dtype: np.dtype[Any]
    data: Array
    indices: Array
    indptr: Array
    nnz: int
    has_canonical_format: bool

    @property
    def T(self) -> Sparse: ...
    def __matmul__(self, other: Any) -> Any: ...
    def __getitem__(self, place: Any) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __pow__(self, power: int) -> Sparse: ...
    def astype(self, dtype: type) -> Sparse: ...
    def copy(self) -> Sparse: ...
    def eliminate_zeros(self) -> None: ...
    def multiply(self, other: Sparse) -> Sparse: ...
    def sum(self, axis: int) -> Array: ...
    def sum_duplicates(self) -> None: ...
    def toarray(self) -> Array: ...
    def tocsr(self) -> Sparse: ...


Patterns: TypeAlias = (
    Array | Sparse
)  # rows of float64, dense or CSR, or dense rows of exact numbers
PatternsLike: TypeAlias = ArrayLike | Sparse

LARGEST_EXACT = 2**53  # larger integers are rounded when they become floats
LARGEST = 1e150  # products of larger floats overflow, and NaN would never be a mistake


def is_sparse(X: object) -> TypeIs[Sparse]:
    """Tell whether X is a scipy.sparse matrix or array, without importing scipy."""
    return hasattr(X, "tocsr")


def is_exact(A: Patterns) -> bool:
    """Tell whether A holds Python integers or fractions rather than floats."""
    return A.dtype == object


def _array(value: ArrayLike, name: str) -> Array:
    try:
        return np.asarray(value)
    except ValueError as error:
        raise ValueError(
            f"{name} is {short(value)}, whose rows differ in length: give all rows the same length"
        ) from error


def numbers(value: ArrayLike, name: str) -> Array:
    """Return an array of float64, or of objects if the caller gave exact numbers."""
    A = _array(value, name)
    if A.dtype == object:
        for v in A.flat:
            if isinstance(v, np.generic) or not isinstance(v, Rational):
                raise ValueError(
                    f"{name} holds {v!r}, of type {type(v).__name__}; an array of objects may hold "
                    "only Python integers and fractions: use fractions.Fraction, or an array of "
                    "floats"
                )
        return A
    _real(A.dtype, name)
    largest = max(int(A.max()), -int(A.min())) if A.dtype.kind in "iu" and A.size else 0
    if largest > LARGEST_EXACT:
        raise ValueError(
            f"{name} holds an integer of size {largest}; integers above 2**53 would be rounded: "
            f"pass {name}.astype(object) to compute exactly"
        )
    A = np.ascontiguousarray(A, dtype=np.float64) if A.ndim else A.astype(np.float64)
    finite(A, name)
    return A


def _real(dtype: np.dtype[Any], name: str) -> None:
    if dtype.kind not in "biuf":
        raise ValueError(
            f"{name} must hold real numbers, got an array of {dtype}: convert it to float"
        )


def finite(A: Patterns, name: str) -> None:
    """Refuse floats that are not finite, or so large that their products overflow."""
    values = A.data if is_sparse(A) else A
    if values.dtype.kind in "iu":
        return
    # The common case in one fast pass: if the sum of squares is small, so is every number.
    if not (np.vdot(values, values) <= LARGEST or (np.abs(values) <= LARGEST).all()):
        first = tuple(int(i) for i in np.argwhere(~(np.abs(values) <= LARGEST))[0])
        value = values[first]
        if is_sparse(A):
            first = int(np.searchsorted(A.indptr, first[0], "right")) - 1, int(A.indices[first])
        where = ", ".join(map(str, first))
        raise ValueError(
            f"{name}[{where}] is {value}; every number must be finite, and no larger than "
            f"{LARGEST:.0e}: drop, correct or scale such patterns first"
        )


@overload
def patterns(X: ArrayLike, name: str = "X", *, as_stored: bool = False) -> Array: ...
@overload
def patterns(X: PatternsLike, name: str = "X", *, as_stored: bool = False) -> Patterns: ...
def patterns(X: PatternsLike, name: str = "X", *, as_stored: bool = False) -> Patterns:
    """Return raw patterns as an array (n, d) of float64 or objects, or as CSR rows of float64.

    With `as_stored` the integers of sparse rows stay integers, which spares a copy.
    """
    A: Patterns
    if is_sparse(X):
        from scipy.sparse import csr_array

        _real(X.dtype, name)
        whole = as_stored and X.dtype.kind in "iu"
        rows: Sparse = csr_array(X, dtype=X.dtype if whole else np.float64)
        finite(rows, name)
        if not rows.has_canonical_format:  # sums run in index order: sorted, without duplicates
            rows = rows.copy()
            rows.sum_duplicates()
        A = rows
    else:
        A = numbers(X, name)
    if len(A.shape) != 2:
        hint = f"{name}[:, None] makes n patterns of one feature, {name}[None, :] a single pattern"
        raise ValueError(
            f"{name} must have shape (n, d), one pattern per row; got {A.shape}: "
            f"{hint if len(A.shape) == 1 else 'reshape it to two dimensions'}"
        )
    if A.shape[0] == 0 or A.shape[1] == 0:
        raise ValueError(
            f"{name} must have shape (n, d) with n, d at least 1, got {A.shape}: "
            "give at least one pattern with one feature"
        )
    return A


def gram(K: ArrayLike) -> Array:
    """Return K (n, n) if it is symmetric; the usual reason why it is not is that X was passed."""
    if is_sparse(K):
        raise ValueError(
            "K is sparse; a Gram matrix is dense: pass gram(X), which accepts sparse X"
        )
    K = patterns(K, "K")
    if K.shape[0] != K.shape[1]:
        raise ValueError(
            f"K must have shape (n, n), one row and one column per pattern; got {K.shape}: "
            "gram(X, kernel) makes it from raw patterns"
        )
    gap = abs(K - K.T)
    if (gap > 1e-9 * abs(K).max()).any():  # a kernel may round K_ij and K_ji differently
        i, j = (int(v) for v in np.unravel_index(gap.argmax(), gap.shape))
        raise ValueError(
            f"K must be symmetric, but K[{i}, {j}] is {K[i, j]} and K[{j}, {i}] is {K[j, i]}: "
            "gram(X, kernel) makes K from raw patterns"
        )
    return K


def targets(t: ArrayLike, n: int, name: str = "t") -> Array:
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


def rational(value: Any) -> int | Fraction:
    """Return the exact value of a number: an int if it is whole, else a fraction."""
    q = Fraction(value.item() if isinstance(value, np.generic) else value)
    return q.numerator if q.denominator == 1 else q


def rationals(values: Array) -> Array:
    """Return a new array of the exact values, as Python integers and fractions."""
    exact = np.fromiter(map(rational, values.flat), dtype=object, count=values.size)
    return exact.reshape(values.shape)


def converter(Z: Patterns) -> Callable[[Any], Number]:
    """Return the function that turns a number into the kind that Z holds, exact or float."""
    return rational if is_exact(Z) else float


def converted(values: Array, Z: Patterns) -> Array:
    """Return a new array of the values as numbers of the kind that Z holds, exact or float64."""
    return rationals(values) if is_exact(Z) else values.astype(np.float64)


def ratio(a: Any, b: Any) -> Any:
    """Return a / b, as a fraction if both are exact."""
    return Fraction(a) / b if isinstance(a, Rational) and isinstance(b, Rational) else a / b


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
