"""Shards on the workers of `cluster`: how they get there, and what travels to and fro in a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import getitem
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, PatternsLike
from perceptrons.blocks import Blocks, number_of
from perceptrons.cluster.homes import Homes
from perceptrons.geometry import reflect
from perceptrons.mixing import loading, shares
from perceptrons.mixing.loading import Loaded
from perceptrons.run import mistakes_up_to

if TYPE_CHECKING:
    from distributed import Client

Pair: TypeAlias = tuple[PatternsLike, ArrayLike]  # X and t
Load: TypeAlias = Callable[[], Any]  # returns such a pair
Shards: TypeAlias = Mapping[str, Load | Pair] | Blocks
Size: TypeAlias = tuple[int, int]  # patterns, weights


def recipes(shards: Shards) -> dict[str, Load]:
    """Return what loads each shard, by what an error calls it."""
    if isinstance(shards, Mapping | list | tuple):
        given = loading.named(shards).items()
        return {label: s if callable(s) else partial(tuple, s) for label, s in given}
    return {f"shard {s}": partial(getitem, shards, s) for s in range(number_of(shards))}


def settled(
    client: Client, loads: dict[str, Load], at_zero: int, patience: float, known: Array | None
) -> tuple[Homes, list[Size]]:
    """Let workers load the shards; return these, and the size of each."""

    def make(sizes: Sequence[Sequence[int] | None]) -> list[Callable[[], Loaded]]:
        pairs = zip(loads.values(), sizes, strict=True)
        return [partial(loaded, load, at_zero, size) for load, size in pairs]

    before = [None] * len(loads) if known is None else known.tolist()
    homes = Homes(client, list(loads), make(before), patience)
    sizes = homes.ask("loading the shards", size)
    found = homes.ask("loading the shards", signs)
    loading.both_classes(found, np.zeros(0), sum(n for n, _ in sizes))
    for label, (_, D) in zip(loads, sizes, strict=True):
        loading.check_width(label, D, sizes[0][1])
    homes.make = make(sizes)
    return homes, sizes


# What a worker does


def loaded(load: Load, at_zero: int, before: Sequence[int] | None) -> Loaded:
    """Return the patterns of a shard, as many as before if it was loaded before."""
    X, t = load()
    Z = reflect(X, t)
    if check.is_exact(Z):
        raise ValueError("X holds exact numbers; a cluster takes floats: give X.astype(float)")
    if before is not None and tuple(before) != Z.shape:
        (n, d), (m, e) = before, Z.shape
        raise ValueError(
            f"X had shape ({n}, {d - 1}) and now has ({m}, {e - 1}): leave the data alone"
        )
    return Z, mistakes_up_to(Z, at_zero)


def size(part: Loaded) -> Size:
    """Return the numbers of patterns and of weights."""
    return part[0].shape


def signs(part: Loaded) -> set[int]:
    """Return the targets that occur."""
    return loading.signs(part[0])


def learn(part: Loaded, w: Array, eta: Number) -> tuple[Any, int]:
    """Make a round from w; return all weights, or those that it changed if that is less, and its updates."""
    v, k = shares.learn(part, w, eta)
    (j,) = np.nonzero(v.view(np.int64) != w.view(np.int64))  # bits, because -0.0 == 0.0
    return ((j.astype(np.int32), v[j]) if 3 * len(j) < 2 * len(v) else v), k


def whole(w: Array, part: Any) -> Array:
    """Return all the weights that `learn` made of w."""
    if not isinstance(part, tuple):
        return part
    (j, values), v = part, w.copy()
    v[j] = values
    return v
