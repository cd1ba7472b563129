"""Shards as they are handed in: loaded once, and checked against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from reprlib import repr as short
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Patterns, PatternsLike
from perceptrons.geometry import reflect
from perceptrons.run import mistakes_up_to

Shard: TypeAlias = tuple[PatternsLike, ArrayLike]  # X (n_s, d) and t (n_s,)
Shards: TypeAlias = Sequence[Shard] | Mapping[str, Shard]
Loaded: TypeAlias = tuple[Patterns, Array]  # reflected patterns, and the largest mistake of each


def loaded(shards: Shards, at_zero: int) -> list[Loaded]:
    """Return the patterns of every shard; they must agree in features and kind of numbers."""
    given = named(shards)
    parts = [load(label, pair, at_zero) for label, pair in given.items()]
    first = parts[0][0]
    for label, (Z, _) in zip(given, parts, strict=True):
        check_width(label, Z.shape[1], first.shape[1])
        if check.is_exact(Z) is not check.is_exact(first):
            kinds = ["exact numbers" if check.is_exact(A) else "floats" for A in (Z, first)]
            raise ValueError(
                f"{label} holds {kinds[0]}, shard 0 {kinds[1]}: give all the same kind, by "
                "data.exact(X) or X.astype(float)"
            )
    both_classes([signs(Z) for Z, _ in parts], first, sum(Z.shape[0] for Z, _ in parts))
    return parts


def signs(Z: Patterns) -> set[int]:
    """Return the targets that occur among reflected patterns, z_i0 = t_i."""
    first = Z.data[Z.indptr[:-1]] if check.is_sparse(Z) else Z[:, 0]
    return {int(first.min()), int(first.max())}


def both_classes(found: Sequence[set[int]], X: Patterns, n: int) -> None:
    """Refuse shards, of n patterns such as X, that all hold one and the same class; some may."""
    check.two_classes(np.array([*set[int]().union(*found)]), X, "t, of every shard,", n)


def named(shards: Sequence[Any] | Mapping[str, Any]) -> dict[str, Any]:
    """Return each shard by what an error calls it."""
    table = (
        isinstance(shards, str | bytes) or hasattr(shards, "__array__") or check.is_sparse(shards)
    )
    if table or not (hasattr(shards, "__len__") and hasattr(shards, "__getitem__")):
        raise ValueError(
            f"shards is a {type(shards).__name__}; give a list of pairs (X, t), a dict of them, or "
            "a source of blocks such as blocks.Rows"
        )
    if not len(shards):
        raise ValueError("shards is empty; give at least one pair (X, t)")
    if isinstance(shards, Mapping):
        return {f"shard {s} ({name})": shard for s, (name, shard) in enumerate(shards.items())}
    return {f"shard {s}": shard for s, shard in enumerate(shards)}


def load(label: str, pair: Any, at_zero: int) -> Loaded:
    """Return the patterns of one shard; an error says which it was."""
    if not (isinstance(pair, tuple | list) and len(pair) == 2):
        raise ValueError(
            f"{label}: it is {short(pair)}; give a pair (X, t) of patterns and targets"
        )
    try:
        X, t = pair
        Z = reflect(X, t)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{label}: {error}") from error
    return Z, mistakes_up_to(Z, at_zero)


def check_width(label: str, width: int, D: int) -> None:
    """Refuse a shard of another width: the compiled loop would read beyond its rows."""
    if width != D:
        raise ValueError(
            f"{label} has {width - 1} features, others have {D - 1}: give all shards the same "
            "columns"
        )
