"""A point: exact values for the letters of an expression, drawn when they are first needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

import sympy as sp

from perceptrons.verify.evaluate.infinitesimals import ZERO, Jet, NoValue

__all__ = ["DIMENSION", "REAL", "Key", "Point"]

Key = tuple[str, tuple[int, ...]]  # a name and its indices: w_2 is ("w", (2,)), x is ("x", ())
REAL = sp.Symbol("entry", real=True)  # the assumptions of coordinates, and of entries of matrices
DIMENSION: Key = ("dimension", ())  # of the vectors known only by their inner products
SIZE = sp.Symbol("d", integer=True, positive=True)  # what it may be


def _refuse(key: Key, like: sp.Expr) -> Fraction:
    raise NoValue(f"no value is given for {like}")


@dataclass(frozen=True)
class Point:
    """The values of symbols, and of the entries of indexed symbols, matrices and vectors.

    Attributes
    ----------
    values : dict
        From a name and its indices, such as ``("w", (2,))``, to a number. Drawn values are added,
        so that it ends up holding exactly what the expression needs.
    draw : callable
        ``draw(key, like)`` supplies a missing value that satisfies the assumptions of `like`.
    bound : mapping
        The values of bound variables: the index of a sum, the variable of a derivative.
    shifts : mapping
        Infinitesimals added to single entries, to differentiate with respect to them.

    Examples
    --------
    >>> w = Point({("w", (2,)): Fraction(1, 2)})
    >>> w.entry("w", (2,)) + 1
    3/2
    """

    values: dict[Key, Fraction | int] = field(default_factory=dict)
    draw: Callable[[Key, sp.Expr], Fraction | int] = _refuse
    bound: Mapping[sp.Expr, Jet] = field(default_factory=dict)
    shifts: Mapping[Key, Jet] = field(default_factory=dict)

    def entry(self, name: str, index: tuple[int, ...] = (), like: sp.Expr = None) -> Jet:
        """Return the value of one entry, drawing it if necessary."""
        key = (name, index)
        if key not in self.values:
            self.values[key] = self.draw(key, like)
        number = Jet.of(self.values[key])
        return self.shifts[key] + number if key in self.shifts else number

    def dimension(self) -> int:
        """Return the dimension of the vectors known only by their inner products."""
        return int(self.entry(*DIMENSION, SIZE).real)

    def bind(self, bound: Mapping[sp.Expr, Jet]) -> Point:
        """Return the same point with more variables bound."""
        return replace(self, bound={**self.bound, **bound})

    def shift(self, key: Key, epsilon: Jet) -> Point:
        """Return the same point with an infinitesimal added to one entry."""
        return replace(self, shifts={**self.shifts, key: self.shifts.get(key, ZERO) + epsilon})
