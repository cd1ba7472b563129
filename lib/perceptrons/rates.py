"""Learning rates: a rate is a number, or a schedule eta(k, z) for update k = 1, 2, ... (chapter 6).

A schedule receives the number of the update and the reflected pattern z that caused it (in batch
mode the sum of the mistaken patterns). Each function here returns a schedule, which can be pickled.

>>> eta = harmonic(6)
>>> [eta(k, None) for k in (1, 2, 3)]
[6.0, 3.0, 2.0]
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, PatternsLike, Schedule
from perceptrons._core.made import Made

__all__ = ["Schedule", "constant", "harmonic", "oracle", "relaxation", "steepest"]


def constant(eta: Number = 1) -> Schedule:
    """Return the schedule that always gives eta.

    Parameters
    ----------
    eta : number above 0

    Returns
    -------
    schedule eta(k, z)

    Examples
    --------
    >>> constant(0.5)(7, None)
    0.5
    """
    eta = check.positive(eta, "eta")
    return Made(constant, (eta,), lambda k, z: eta)


def harmonic(eta: Number = 1) -> Schedule:
    """Return the schedule eta / k: the sum of the rates diverges, the sum of their squares does not.

    Parameters
    ----------
    eta : number above 0
        The first rate. A `fractions.Fraction` keeps the schedule exact.

    Returns
    -------
    schedule eta(k, z)

    Examples
    --------
    >>> from fractions import Fraction
    >>> harmonic(Fraction(1))(3, None)
    Fraction(1, 3)
    """
    eta = check.positive(eta, "eta")
    return Made(harmonic, (eta,), lambda k, z: eta / k)


def oracle(w_star: ArrayLike) -> Schedule:
    """Return the rate w*·z / ‖z‖², which minimises the bound on ‖w - w*‖ if a separator w* is known.

    Parameters
    ----------
    w_star : array_like, shape (d+1,)
        A separator, bias first: w*·z_i > 0 for every reflected pattern.

    Returns
    -------
    schedule eta(k, z)

    Examples
    --------
    >>> import numpy as np
    >>> float(oracle([1, 1, 2])(1, np.array([1.0, 1.0, 0.0])))
    1.0
    """
    goal = check.numbers(w_star, "w_star")
    goal = check.weights(goal, goal.size - 1, "w_star")

    def eta(k: int, z: Array) -> Number:
        rate: Number = check.ratio(check.weights(goal, len(z) - 1, "w_star") @ z, _square(z, k))
        return rate

    return Made(oracle, (goal,), eta)


def steepest(H: PatternsLike) -> Schedule:
    """Return the rate ‖z‖² / zᵀHz, which minimises a quadratic criterion along z.

    Parameters
    ----------
    H : array_like or sparse, shape (d+1, d+1)
        The Hessian of the criterion; zᵀHz must be above 0 for every z that occurs.

    Returns
    -------
    schedule eta(k, z)

    Examples
    --------
    >>> import numpy as np
    >>> float(steepest([[2, 0], [0, 4]])(1, np.array([1.0, 0.0])))
    0.5
    """
    A = check.patterns(H, "H") if check.is_sparse(H) else check.numbers(H, "H")
    if len(A.shape) != 2 or A.shape[0] != A.shape[1]:
        raise ValueError(
            f"H must be a square matrix, got shape {A.shape}: give the Hessian, (d+1, d+1)"
        )
    A = A.copy()

    @cache
    def of_kind(exact: bool) -> Patterns:
        """Return H in the kind of numbers that z holds."""
        if exact == check.is_exact(A):
            return A
        dense = A.toarray() if check.is_sparse(A) else A
        return check.rationals(dense) if exact else dense.astype(np.float64)

    def eta(k: int, z: Array) -> Number:
        if len(z) != A.shape[0]:
            raise ValueError(
                f"H has shape {A.shape}, but there are {len(z)} weights: give the Hessian of the "
                "criterion over these, (d+1, d+1)"
            )
        curvature = z @ of_kind(check.is_exact(z)) @ z
        if not curvature > 0:
            raise ValueError(
                f"z·Hz is {curvature} at update k = {k}; the steepest rate needs curvature above 0 "
                "along z: J_P has none, use it for a quadratic criterion"
            )
        return check.ratio(z @ z, curvature)

    return Made(steepest, (A,), eta)


def relaxation(b: Number = 1, factor: Number = 1, w: ArrayLike | None = None) -> Schedule:
    """Return the rate factor (b - w·z) / ‖z‖², which moves w onto w·z = b: the oracle without w*.

    The schedule tracks the weights it produces, starting again from `w` when k = 1: use it for one
    run at a time. A copy starts at k = 1, too.

    Parameters
    ----------
    b : number above 0
        The product w·z to reach. With b = 0 the weights would never leave w = 0.
    factor : number above 0, below 2
        1 moves onto the hyperplane w·z = b; Agmon, Motzkin and Schoenberg allow 0 to 2.
    w : array_like, shape (d+1,), optional
        The start of the run, the same as given to the rule; zero by default.

    Returns
    -------
    schedule eta(k, z)

    Examples
    --------
    >>> import numpy as np
    >>> eta, z = relaxation(), np.array([1.0, 1.0])
    >>> float(eta(1, z)), float(eta(2, -z))
    (0.5, 1.0)
    """
    check.positive(b, "b")
    if not check.positive(factor, "factor") < 2:
        raise ValueError(
            f"factor must be below 2, got {factor!r}: give 1; from 2 on the steps may never settle"
        )
    start = None if w is None else check.numbers(w, "w").copy()
    current: Any
    made = 0

    def eta(k: int, z: Array) -> Number:
        nonlocal current, made
        if k == 1:
            current = 0 * z if start is None else check.weights(start, len(z) - 1)
        elif k != made + 1:
            raise ValueError(
                f"relaxation was asked for the rate of update k = {k} after that of {made}; it follows "
                "w from update 1 on: make a new schedule for each run"
            )
        rate = check.ratio(factor * (b - current @ z), _square(z, k))
        current, made = current + rate * z, k
        return rate

    return Made(relaxation, (b, factor, start), eta)


def _square(z: Array, k: int) -> Any:
    """Return ‖z‖², by which a rate is divided."""
    square: Any = z @ z
    if not square > 0:
        raise ValueError(
            f"‖z‖² is {square} at update k = {k}, and a rate over ‖z‖² has no value there (in batch "
            "mode mistaken patterns may cancel): use the online rule, or a rate such as constant()"
        )
    return square
