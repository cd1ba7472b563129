"""The rule of Ho and Kashyap: least squares that may raise its targets (chapter 9).

Least squares asks every product w·z_i to be 1, and so punishes a pattern for being too right. Here
the demand b_i of such a pattern is raised instead. With Z⁺ the pseudo-inverse of the reflected
patterns: w = Z⁺b, e = Zw - b, b <- b + 2η e₊. It ends at a separator, or at errors e that are
nowhere positive; then Zᵀe = 0, and -e proves that nothing separates.

>>> from perceptrons import data
>>> batch(data.exact([[-3], [-2], [-1], [6]]), [-1, -1, 1, 1], eta=1).steps
5
>>> found = batch(*data.xor())
>>> found.outcome, -found.e
('certificate', array([1, 1, 1, 1], dtype=object))
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, PatternsLike
from perceptrons._core.linear import solve
from perceptrons.geometry import reflect

__all__ = ["HoKashyap", "batch"]

REST = 1e-12  # positive errors this small against b are rounding


class HoKashyap(NamedTuple):
    """Where the rule ended: w = Z⁺b, e = Zw - b, after so many changes of b, and what that proves."""

    w: Array  # (d+1,), bias first: a separator if the outcome is "separates"
    b: Array  # (n,), the demands, all at least 1
    e: Array  # (n,), the errors: -e is the certificate if the outcome is "certificate"
    steps: int
    outcome: Literal["separates", "certificate", "open"]


def batch(X: PatternsLike, t: ArrayLike, *, eta: Number = 0.5, max_steps: int = 1000) -> HoKashyap:
    """Fit w to the demands b by least squares, raise those that are exceeded, and repeat.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Raw patterns. An array of objects (fractions, Python integers) is computed exactly.
    t : array_like, shape (n,)
        Targets +1 and -1.
    eta : number above 0, at most 1
        The rate; 1 reflects the demand at the output.
    max_steps : int
        After so many changes of b the outcome is "open".

    Returns
    -------
    HoKashyap
        The outcome is "separates" if all w·z_i > 0 beyond rounding; "certificate" if no error is
        positive, checked in fractions, in which w, b and e are then given; else "open".

    References
    ----------
    Duda, R. O. and Hart, P. E., "Pattern Classification and Scene Analysis" (1973).

    Examples
    --------
    >>> batch([[1], [2], [3]], [1, -1, 1]).e
    array([Fraction(-2, 3), Fraction(-4, 3), Fraction(-2, 3)], dtype=object)
    """
    if not check.positive(eta, "eta") <= 1:
        raise ValueError(
            f"eta must be at most 1, got {eta!r}: beyond it the errors may grow; give 0.5"
        )
    check.count(max_steps, "max_steps")
    Z = reflect(X, t)
    if check.is_sparse(Z):
        raise ValueError(
            "X is sparse, and its pseudo-inverse would not be: pass X.toarray() if that fits into "
            "memory, or use perceptron.online"
        )
    exact = check.is_exact(Z)
    fit = _exact_fit(Z) if exact else np.linalg.pinv(Z).__matmul__
    b = check.converted(np.ones(len(Z)), Z)
    step = 2 * check.converter(Z)(eta)
    steps = 0
    while True:
        w = fit(b)
        e = Z @ w - b
        if (Z @ w > _rounding(Z, w)).all():
            return HoKashyap(w, b, e, steps, "separates")
        if e.max() <= (0 if exact else REST * b.max()):
            return _at_rest(Z, b, steps) or HoKashyap(w, b, e, steps, "open")
        if steps == max_steps:
            return HoKashyap(w, b, e, steps, "open")
        b, steps = b + step * np.maximum(e, 0), steps + 1


def _rounding(Z: Array, w: Array) -> Any:
    """Return what rounding can add to the products w·z_i."""
    return 0 if check.is_exact(Z) else np.finfo(float).eps * Z.shape[1] * (abs(Z) @ abs(w))


def _at_rest(Z: Array, b: Array, steps: int) -> HoKashyap | None:
    """Return the end in fractions if it is a certificate; in the limit it need not be one."""
    Z, b = check.rationals(Z), check.rationals(b)
    w = _exact_fit(Z)(b)
    e = Z @ w - b
    return HoKashyap(w, b, e, steps, "certificate") if e.max() <= 0 and e.any() else None


def _exact_fit(Z: Array) -> Any:
    """Return the function b -> w of least ‖Zw - b‖; features that depend on others get weight 0."""
    free: list[int] = []
    rest = check.rationals(Z)  # each column minus its part along those before it
    for j in range(Z.shape[1]):
        for i in free:
            along = check.ratio(rest[:, i] @ rest[:, j], rest[:, i] @ rest[:, i])
            rest[:, j] = rest[:, j] - along * rest[:, i]
        if rest[:, j].any():
            free.append(j)
    F = Z[:, free]
    G = F.T @ F

    def fit(b: Array) -> Array:
        w = np.zeros(Z.shape[1], dtype=object)
        w[free] = solve(G, F.T @ b)
        return check.rationals(w)

    return fit
