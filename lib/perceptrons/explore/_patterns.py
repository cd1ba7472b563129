"""Patterns as an explorable can show them."""

from __future__ import annotations

from perceptrons._core import check
from perceptrons._core.check import Array, PatternsLike

AXES = {1: "one axis, or the plane of w_0 and w_1", 2: "a plane of two features"}


def drawable(
    X: PatternsLike, d: int, name: str = "X", *, least: int = 1, most: int | None = None
) -> Array:
    """Return dense patterns of d features as floats, as many as the reader can tell apart."""
    P = check.patterns(X, name)
    if check.is_sparse(P) or P.shape[1] != d or not least <= len(P) <= (most or len(P)):
        amount = f" with n from {least} to {most}" if most else ""
        some = " and some patterns" if most else ""
        raise ValueError(
            f"{name} must have shape (n, {d}){amount}, dense: an explorable shows {AXES[d]}; got "
            f"{P.shape}: choose {'one feature' if d == 1 else 'two features'}{some}"
        )
    return P.astype(float)
