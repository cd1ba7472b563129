"""Learning rates: a rate is a number, or a schedule eta(k, z) for update k = 1, 2, ... (chapter 6).

A schedule is told the number of the update and the reflected pattern z that caused it (in batch mode
the sum of the mistaken patterns). Each function here returns a schedule.

>>> eta = harmonic(6)
>>> [eta(k, None) for k in (1, 2, 3)]
[6.0, 3.0, 2.0]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perceptrons import _check

__all__ = ["Rate", "constant", "harmonic", "oracle", "relaxation", "steepest"]

Rate = Callable[[int, Any], Any]


def constant(eta: Any = 1) -> Rate:
    """Return the schedule that always gives eta.

    Parameters
    ----------
    eta : number above 0

    Returns
    -------
    schedule eta(k, z)

    Raises
    ------
    ValueError
        Where eta is not above 0.

    Examples
    --------
    >>> constant(0.5)(7, None)
    0.5
    """
    _check.positive(eta, "eta")
    return lambda k, z: eta


def harmonic(eta: Any = 1) -> Rate:
    """Return the schedule eta / k, whose sum grows for ever while the sum of its squares does not.

    Parameters
    ----------
    eta : number above 0
        The first rate. A `fractions.Fraction` keeps the schedule exact.

    Returns
    -------
    schedule eta(k, z)

    Raises
    ------
    ValueError
        Where eta is not above 0.

    Examples
    --------
    >>> from fractions import Fraction
    >>> harmonic(Fraction(1))(3, None)
    Fraction(1, 3)
    """
    _check.positive(eta, "eta")
    return lambda k, z: eta / k


def oracle(w_star: Any) -> Rate:
    """Return the rate w*·z / ‖z‖², the best for the bound on ‖w - w*‖ where a separator is known.

    Parameters
    ----------
    w_star : array_like, shape (d+1,)
        A separator, bias first: w*·z_i > 0 for every reflected pattern.

    Returns
    -------
    schedule eta(k, z)

    Raises
    ------
    ValueError
        Where w_star is not a vector of finite numbers.

    Examples
    --------
    >>> import numpy as np
    >>> float(oracle([1, 1, 2])(1, np.array([1.0, 1.0, 0.0])))
    1.0
    """
    w_star = _check.weights(w_star, np.size(w_star) - 1, "w_star")

    def eta(k: int, z: Any) -> Any:
        return _check.ratio(_check.weights(w_star, len(z) - 1, "w_star") @ z, z @ z)

    return eta


def steepest(H: Any) -> Rate:
    """Return the rate ‖z‖² / zᵀHz, which minimises a quadratic criterion along z.

    Parameters
    ----------
    H : array_like, shape (d+1, d+1)
        The Hessian of the criterion; zᵀHz must be above 0 for the z that occur.

    Returns
    -------
    schedule eta(k, z)

    Raises
    ------
    ValueError
        Where H is not square.

    Examples
    --------
    >>> import numpy as np
    >>> float(steepest([[2, 0], [0, 4]])(1, np.array([1.0, 0.0])))
    0.5
    """
    H = np.asarray(H)
    if H.ndim != 2 or H.shape[0] != H.shape[1]:
        raise ValueError(
            f"H must be a square matrix, got shape {H.shape}: give the Hessian, (d+1, d+1)"
        )

    def eta(k: int, z: Any) -> Any:
        curvature = z @ H @ z
        if not curvature > 0:
            raise ValueError(
                f"z·Hz is {curvature} at update k = {k}; the steepest rate needs curvature above 0 "
                "along z: J_P has none, use it for a quadratic criterion"
            )
        return _check.ratio(z @ z, curvature)

    return eta


def relaxation(b: Any = 1, factor: Any = 1, w: Any = None) -> Rate:
    """Return the rate factor (b - w·z) / ‖z‖², which moves w onto w·z = b: the oracle without w*.

    The schedule follows the weights that it leads to, and starts again from `w` when k = 1: use it
    for one run at a time.

    Parameters
    ----------
    b : number above 0
        The margin asked for. With b = 0 nothing would ever move from w = 0.
    factor : number above 0, below 2
        1 moves onto the hyperplane w·z = b; Agmon, Motzkin and Schoenberg allow 0 to 2.
    w : array_like, shape (d+1,), optional
        The start of the run, as given to it; zero by default.

    Returns
    -------
    schedule eta(k, z)

    Raises
    ------
    ValueError
        Where b or factor is out of range.

    Examples
    --------
    >>> import numpy as np
    >>> eta, z = relaxation(), np.array([1.0, 1.0])
    >>> float(eta(1, z)), float(eta(2, -z))
    (0.5, 1.0)
    """
    _check.positive(b, "b")
    if not _check.positive(factor, "factor") < 2:
        raise ValueError(
            f"factor must be below 2, got {factor!r}: give 1, for longer steps may never settle"
        )
    current: list[Any] = [None]

    def eta(k: int, z: Any) -> Any:
        if k == 1:
            current[0] = 0 * z if w is None else _check.weights(w, len(z) - 1)
        rate = _check.ratio(factor * (b - current[0] @ z), z @ z)
        current[0] = current[0] + rate * z
        return rate

    return eta
