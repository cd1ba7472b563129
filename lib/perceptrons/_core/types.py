"""The types that the library's signatures share, and what tells the kinds of tables apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

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

    format: str
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


# Rows of float64, dense or CSR, or dense rows of exact numbers.
Patterns: TypeAlias = Array | Sparse
PatternsLike: TypeAlias = ArrayLike | Sparse


def is_sparse(X: object) -> TypeIs[Sparse]:
    """Tell whether X is a scipy.sparse matrix or array, without importing scipy."""
    return hasattr(type(X), "tocsr")  # of the type: a frame may have a column of that name


def is_exact(A: Patterns) -> bool:
    """Tell whether A holds Python integers or fractions rather than floats."""
    return A.dtype == object
