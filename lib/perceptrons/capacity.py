"""How many of the 2^n labellings of n patterns can be separated (chapter 10).

Four points in the plane, of which no three are on a line, have 14 separable labellings of 16. The
count in general position is Cover's; patterns in special position have fewer.

>>> corners = [[-1, -1], [1, -1], [-1, 1], [1, 1]]
>>> count(corners), cover(4, 3)
(14, 14)
>>> count([[0, 0], [1, 0], [2, 0], [0, 1]])
12

All 2^n of them are separable exactly where the augmented patterns (1, x_i) are linearly independent.

>>> independent(corners), independent(corners[:3])
(False, True)
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import comb

from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Patterns, PatternsLike
from perceptrons._core.linear import echelon
from perceptrons.geometry import augment

__all__ = ["count", "cover", "independent"]

Vector = tuple[int | Fraction, ...]
TERMS = 10_000  # which take a few seconds
MANY = 100_000  # projections; so many take a few seconds, and 16 patterns never need more


def cover(n: int, D: int) -> int:
    """Return how many labellings of n patterns in general position can be separated by D weights.

    This is 2 Σ C(n-1, k) over k = 0, ..., D-1. General position means that any D of the augmented
    patterns are linearly independent, or all of them where n < D.

    Parameters
    ----------
    n : int
        Number of patterns.
    D : int
        Number of weights, the bias among them: d + 1 for d features.

    Returns
    -------
    int

    References
    ----------
    Cover, T. M., "Geometrical and statistical properties of systems of linear inequalities with
    applications in pattern recognition", IEEE Transactions on Electronic Computers EC-14 (1965).

    Examples
    --------
    >>> cover(4, 3), 2**4
    (14, 16)
    >>> cover(20, 10) / 2**20
    0.5
    """
    n, D = check.count(n, "n"), check.count(D, "D")
    if min(n, D) > TERMS:
        raise ValueError(
            f"n is {n} and D is {D}; a sum of more than {TERMS} terms of as many digits takes minutes: "
            "give a smaller n or D"
        )
    return 2 * sum(comb(n - 1, k) for k in range(D))


def count(X: ArrayLike) -> int:
    """Count the labellings that some hyperplane separates, for patterns in any position.

    It works as Cover's proof does, exactly: each pattern adds as many labellings as the patterns
    before it have when they are projected along it.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Raw patterns; floats stand for the fractions that they are. Equal patterns must have equal
        labels.

    Returns
    -------
    int
        At most ``cover(n, d + 1)``.

    Raises
    ------
    ValueError
        If X breaks the conventions, or is so large that the count would take more than seconds.

    Examples
    --------
    >>> count([[0], [1], [2]])
    6
    >>> count([[a, b] for a in range(3) for b in range(3)])
    58
    """
    X = check.patterns(X)
    n, d = X.shape
    work = accumulate(comb(n, k) for k in range(min(n + 1, d)))
    if any(projections > MANY for projections in work):
        raise ValueError(
            f"X has n = {n} patterns of d = {d} features; to count their labellings takes more than "
            f"{MANY} projections, a few seconds: give fewer patterns, or use cover(n, d + 1), the "
            "count in general position"
        )
    A = _exact(X)
    return _count(sorted({_direction(tuple(row)) for row in A.tolist()}))


def independent(X: PatternsLike) -> bool:
    """Tell whether the augmented patterns (1, x_i) are linearly independent, exactly.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns; floats stand for the fractions that they are.

    Returns
    -------
    bool
        If True, each of the 2^n labellings can be separated; if False, some labelling cannot.

    Examples
    --------
    >>> independent([[0, 0], [1, 0], [0, 1]])
    True
    >>> independent([[1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0]])
    False
    """
    X = check.patterns(X)
    n, d = X.shape
    return n <= d + 1 and len(echelon(_exact(X).T)[1]) == n


def _exact(X: PatternsLike) -> check.Array:
    A: Patterns = augment(X)
    return check.rationals(A.toarray() if check.is_sparse(A) else A)


def _count(vectors: list[Vector]) -> int:
    """Count the sign patterns of w·v without a zero, for vectors of which no two are parallel."""
    if vectors and len(vectors[0]) == 2:
        return 2 * len(vectors)
    new = (_count(_projected(vectors[:k], v)) for k, v in enumerate(vectors))
    return 1 + sum(new)


def _projected(vectors: list[Vector], v: Vector) -> list[Vector]:
    """Return the directions of the vectors seen along v, in which v itself is zero."""
    c = next(j for j, value in enumerate(v) if value)
    seen = set()
    for u in vectors:
        s = Fraction(u[c]) / v[c]
        seen.add(_direction(tuple(u[j] - s * v[j] for j in range(len(v)) if j != c)))
    return sorted(seen)


def _direction(u: Vector) -> Vector:
    """Return the multiple of a vector whose first entry other than zero is 1."""
    first = Fraction(next(value for value in u if value))
    return tuple(value / first for value in u)
