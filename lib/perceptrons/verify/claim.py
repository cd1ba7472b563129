"""A claim: two sides, the sign between them, and the hypotheses; and the exception when it fails.

>>> x = sp.Symbol("x", real=True)
>>> from fractions import Fraction
>>> claim = Claim(x, "<=", x**2, (x > 0,))
>>> claim, claim.true((Fraction(1, 2),), (Fraction(1, 4),))
(x <= x**2, False)
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.evaluate import matrix_value
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.evaluate.transcendental import Number
from perceptrons.verify.language import inner_products

__all__ = ["SIGNS", "Claim", "NotProved", "Side", "Values"]

GATES = {1: "is the claim well posed?", 2: "exact points", 3: "rewriting", 4: "wrong versions"}
SIGNS = ("=", "<=", "<")
LONGEST = 500  # characters of a fault that is told
Side: TypeAlias = "sp.Expr | sp.MatrixBase"  # a matrix expression is an Expr, too
Values = tuple[Number, ...]


class NotProved(ValueError):
    """A claim was not proved, or says nothing. The message names the gate, the fault and the remedy.

    Parameters
    ----------
    gate : int
        1 to 4.
    fault : str
        What is wrong.
    remedy : str
        What to do.

    Attributes
    ----------
    gate : int

    Examples
    --------
    >>> raise NotProved(1, "0.5 is a float", "write Rational(1, 2)")
    Traceback (most recent call last):
    perceptrons.verify.claim.NotProved: gate 1 (is the claim well posed?): 0.5 is a float: write Rational(1, 2)
    """

    def __init__(self, gate: int, fault: str, remedy: str) -> None:
        fault = fault if len(fault) <= LONGEST else f"{fault[:LONGEST]}..."
        super().__init__(f"gate {gate} ({GATES[gate]}): {fault}: {remedy}")
        self.gate = gate


@dataclass(frozen=True)
class Claim:
    """Two sides, the sign between them, and the hypotheses.

    Attributes
    ----------
    lhs, rhs : SymPy expressions or matrices of one shape
    sign : {"=", "<=", "<"}
    given : tuple of comparisons
    """

    lhs: Side
    sign: str
    rhs: Side
    given: tuple[Relational, ...] = ()

    def __repr__(self) -> str:
        return f"{self.lhs} {self.sign} {self.rhs}"

    @property
    def parts(self) -> tuple[Side | Relational, ...]:
        """Both sides and the hypotheses."""
        return self.lhs, self.rhs, *self.given

    @property
    def hypotheses(self) -> tuple[Relational, ...]:
        """What is supposed besides the assumptions of the symbols."""
        return self.given

    @property
    def scope(self) -> str:
        """When the claim is made."""
        return ""

    def changing(self) -> set[str]:
        """Return the names of letters that are not free to be chosen."""
        return set()

    def vectors(self) -> list[str]:
        """Return the names of the vectors known only by their inner products."""
        return sorted(set().union(*map(inner_products.names, self.parts)))

    def sides(self, at: Point) -> tuple[Values, Values]:
        """Return the entries of both sides at a point; a scalar has one entry."""
        left, right = (matrix_value(side, at) for side in (self.lhs, self.rhs))
        a, b = (tuple(jet.real for jet in chain(*rows)) for rows in (left, right))
        return a, b

    def true(self, a: Values, b: Values) -> bool:
        """Tell whether the claim holds for these values of its sides."""
        pairs = list(zip(a, b, strict=True))
        if self.sign == "=":
            return a == b
        return all(x < y or (x == y and self.sign == "<=") for x, y in pairs)
