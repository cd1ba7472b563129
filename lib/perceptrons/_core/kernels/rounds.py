"""Rounds through the patterns: in which order, with which mistakes, and when to stop."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

import numpy as np

from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, Seed
from perceptrons._core.extras import needed_for

if TYPE_CHECKING:
    from tqdm import tqdm

Order: TypeAlias = range | Array  # of the patterns in one round
# Learns from the patterns in that order; returns or yields the places in it of its mistakes.
Round: TypeAlias = Callable[[Order], Array | Iterable[int]]


class Rounds(TypedDict):
    """What every record of a run stores about its rounds: ``Record(**rounds, ...)``."""

    n: int
    mistakes: Array
    mistaken_at: Array
    rng: np.random.Generator | None


def until_clean(
    a_round: Round,
    n: int,
    *,
    max_epochs: int,
    rng: Seed,
    progress: bool,
) -> Rounds:
    """Present the n patterns in rounds until one is without a mistake."""
    generator = check.generator(rng)
    before = copy.deepcopy(generator)
    mistaken_at: list[Array] = []
    for epoch, order in zip(counted(max_epochs, progress), orders(n, generator), strict=False):
        found = a_round(order)
        places = found if isinstance(found, np.ndarray) else np.fromiter(found, dtype=np.intp)
        mistaken_at.append(places + (epoch - 1) * n)
        if len(places) == 0:
            break
    return Rounds(
        n=n,
        mistakes=np.array([len(places) for places in mistaken_at]),
        mistaken_at=np.concatenate(mistaken_at),
        rng=before,
    )


def orders(n: int, rng: np.random.Generator | None = None) -> Iterator[Order]:
    """Yield the order of presentation of each round: as given, or shuffled anew by a generator."""
    while True:
        yield range(n) if rng is None else rng.permutation(np.arange(n, dtype=np.int32))


def counted(epochs: int, progress: bool, name: str = "max_epochs") -> range | tqdm[int]:
    """Count the epochs from 1, with a progress bar if asked."""
    numbers = range(1, check.count(epochs, name) + 1)
    if not check.flag(progress, "progress"):
        return numbers
    with needed_for("progress bars"):
        from tqdm.auto import tqdm

    return tqdm(numbers, unit="epoch")


def constant_rates(eta: Number, Z: Patterns, rounds: Rounds) -> Array:
    """Return the same rate for every update of the online rule, in the memory of one number."""
    return np.broadcast_to(np.array(eta, dtype=Z.dtype), rounds["mistaken_at"].shape)


def entries(Z: Patterns, i: int | np.integer) -> tuple[slice | Array, Array]:
    """Return the columns and the values of row i, of a sparse row only the stored ones."""
    if not check.is_sparse(Z):
        return slice(None), Z[i]
    part = slice(Z.indptr[i], Z.indptr[i + 1])
    return Z.indices[part], Z.data[part]


def row(Z: Patterns, i: int | np.integer) -> Array:
    """Return row i as a dense vector."""
    columns, values = entries(Z, i)
    if isinstance(columns, slice):
        return values
    z = np.zeros(Z.shape[1])
    z[columns] = values
    return z


def products(Z: Patterns, i: Array, eta: Array, A: Patterns) -> Array:
    """Return the products (b, n) of some rows of Z, these times their rates, with the rows of A."""
    part: Any = Z[i]
    if check.is_sparse(part):
        if check.is_sparse(A):
            return (part @ A.T).toarray() * eta[:, None]
        part = part.toarray()
    part = check.converted(eta[:, None] * part, A)
    return np.ascontiguousarray((A @ part.T).T) if check.is_sparse(A) else part @ A.T
