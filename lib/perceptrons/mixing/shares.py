"""One round: every shard learns from the same w, and the results are mixed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from reprlib import repr as short
from typing import Any, TypeAlias

import numpy as np

from perceptrons._core import check, kernels
from perceptrons._core.check import Array, Number
from perceptrons.mixing.loading import Loaded

Weigh: TypeAlias = Callable[[Sequence[int]], list[Fraction]]  # from the k_s to the μ_s

SHARES: dict[str, Weigh] = {
    "errors": lambda k: [Fraction(k_s, sum(k)) for k_s in k],
    "uniform": lambda k: [Fraction(1, len(k))] * len(k),
}


def learn(part: Loaded, w: Array, eta: Number) -> tuple[Array, int]:
    """Return what one shard makes of w in a round of the online rule: v, and the number of updates."""
    Z, b = part
    v = w.copy()
    return v, len(kernels.learn(kernels.kernel(Z, b), v, eta, range(Z.shape[0])))


def mixture(w: Array, vs: Sequence[Array], k: Sequence[int], weigh: Weigh) -> Array:
    """Return Σ_s μ_s v_s in the order of the shards, on which a sum of floats depends; w if none erred."""
    return weighted(vs, weigh(k)) if any(k) else w


def weighted(vs: Sequence[Array], mu: Iterable[Number]) -> Array:
    """Return Σ_s μ_s v_s."""
    convert, total = check.converter(vs[0]), np.zeros_like(vs[0])
    with np.errstate(over="ignore", invalid="ignore"):  # refused at the end of the run
        for mu_s, v in zip(mu, vs, strict=True):
            total = total + convert(mu_s) * v
    return check.converted(total, vs[0])


def chosen(mix: Any) -> Weigh:
    """Return the function from the updates of each shard to its share."""
    if not isinstance(mix, str) or mix not in SHARES:
        raise ValueError(
            f'mix is {short(mix)}; it weighs the shards: give "errors" (by their updates in the round) '
            'or "uniform" (all alike)'
        )
    return SHARES[mix]
