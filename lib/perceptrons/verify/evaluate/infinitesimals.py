"""Fractions with infinitesimals: exact derivatives by arithmetic alone (dual numbers).

A jet is a number such as 9 + 6ε, with ε² = 0. Arithmetic on jets differentiates: (3 + ε)² is
9 + 6ε, so the derivative of x² at 3 is 6. No differentiation rule is written down anywhere, so
jets can be trusted to test the derivatives of a computer algebra system.

>>> (3 + infinitesimal("ε")) ** 2
9 + 6ε
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

__all__ = ["ZERO", "Irrational", "Jet", "Kink", "NoValue", "TooLong", "Undefined"]
__all__ += ["compare", "infinitesimal"]

NOTHING: Mapping[frozenset[Hashable], Any] = {}


class NoValue(Exception):
    """The expression has no exact value at this point."""


class TooLong(NoValue):
    """The value is not computed, because that would take too long."""


class Undefined(NoValue):
    """The expression has no value at all, like 1/0."""


class Irrational(NoValue):
    """The value is not a fraction, like √2."""


class Kink(NoValue):
    """The derivative does not exist, or a branch changes at an infinitesimal distance."""


class Jet:
    """A polynomial in infinitesimals whose squares are zero.

    Parameters
    ----------
    number : Fraction or int
        The part without infinitesimals. Integers stay integers, which makes a proof a sixth faster.
    more : mapping of frozenset to Fraction
        The coefficient of each product of infinitesimals, and 0 where it vanished: so x², at 0,
        still tells that it depends on x.

    Examples
    --------
    >>> a = Jet(2, {frozenset({"ε"}): Fraction(1)})
    >>> a * a, a**-1, a - a
    (4 + 4ε, 1/2 - 1/4ε, 0)
    """

    __slots__ = ("more", "number")

    def __init__(self, number: Any, more: Mapping[frozenset[Hashable], Any] = NOTHING) -> None:
        self.number = number
        self.more = more or NOTHING

    @property
    def moves(self) -> bool:
        """Whether a coefficient of an infinitesimal is not 0."""
        return any(self.more.values())

    @classmethod
    def of(cls, value: Any) -> Jet:
        """Return a number as a jet without infinitesimals."""
        kind = type(value)  # asked millions of times in a proof
        if kind is Jet:
            return value
        return Jet(value.numerator if kind is Fraction and value.denominator == 1 else value)

    @property
    def real(self) -> Any:
        """The part without infinitesimals, an integer as a fraction."""
        return Fraction(self.number) if isinstance(self.number, int) else self.number

    def coefficient(self, of: Iterable[Hashable]) -> Jet:
        """Return the coefficient of a product of infinitesimals: the mixed derivative."""
        want = frozenset(of)
        more = {k - want: v for k, v in self.more.items() if want < k}
        return Jet(self.more.get(want, 0), more)

    def __add__(self, other: Jet | Fraction | int) -> Jet:
        other = Jet.of(other)
        if not (self.more or other.more):
            return Jet(self.number + other.number)
        total = dict(self.more)
        for k, v in other.more.items():
            total[k] = total.get(k, 0) + v
        return Jet(self.number + other.number, total)

    def __mul__(self, other: Jet | Fraction | int) -> Jet:
        other = Jet.of(other)
        if not (self.more or other.more):
            return Jet(self.number * other.number)
        total = {k: v * other.number for k, v in self.more.items()}
        for k, v in other.more.items():
            total[k] = total.get(k, 0) + self.number * v
        for (k, v), (m, u) in product(self.more.items(), other.more.items()):
            total[k | m] = total.get(k | m, 0) + (0 if k & m else v * u)  # ε² = 0
        return Jet(self.number * other.number, total)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Jet:
        return self * -1

    def __sub__(self, other: Jet | Fraction | int) -> Jet:
        return self + -Jet.of(other)

    def __pow__(self, p: Fraction | int) -> Jet:
        """Return the power by the binomial series, which ends because infinitesimals are nilpotent."""
        p = Fraction(p)
        if not self.number:
            return self._power_at_zero(p)
        n = self * (1 / self.real) + -1  # self = real (1 + n)
        total, term, k = ZERO, Jet.of(_power(self.real, p)), 0
        while term.number or term.moves:
            total, term, k = total + term, term * n * ((p - k) / (k + 1)), k + 1
        return total

    def _power_at_zero(self, p: Fraction) -> Jet:
        if p < 0:
            raise Undefined("division by zero")
        if p.denominator != 1 and self.more:
            raise Kink("a root has no derivative at 0")
        result = Jet.of(1)
        for _ in range(p.numerator):
            result = result * self
        return result

    def __repr__(self) -> str:
        more = ((k, v) for k, v in self.more.items() if v)
        order = sorted(more, key=lambda term: (len(term[0]), sorted(map(str, term[0]))))
        terms = [f"{v}{''.join(sorted(map(str, k)))}" for k, v in order]
        text = " + ".join([f"{self.number}"] * bool(self.number) + terms)
        return text.replace("+ -", "- ") or "0"


ZERO = Jet(0)


def infinitesimal(name: Hashable) -> Jet:
    """Return the infinitesimal of this name."""
    return Jet(0, {frozenset({name}): Fraction(1)})


def _power(q: Any, p: Fraction) -> Any:
    """Return q**p for nonzero q, where it is a fraction."""
    if not isinstance(q, Fraction):
        return q**p
    if p.denominator > 2:
        raise Irrational(f"the power {p} is not computed exactly")
    if p.denominator == 2:
        if q < 0:
            raise Undefined("square root of a negative number")
        root = Fraction(isqrt(q.numerator), isqrt(q.denominator))
        if root * root != q:
            raise Irrational(f"√{q} is irrational")
        q = root
    return Fraction(q**p.numerator)


def compare(a: Jet, b: Jet, *, jump: bool = False) -> int:
    """Return -1, 0 or 1 as a is less than, equal to or greater than b.

    Raises `Kink` where only the infinitesimals differ: the answer changes at this very point. Where
    a and b have one slope, too, it may change: that matters where the answer makes a `jump`, and
    not where it chooses between a and b.

    >>> compare(Jet.of(1), Jet.of(2))
    -1
    """
    difference = a - b
    if not difference.number and (difference.more if jump else difference.moves):
        raise Kink("a comparison changes its answer at exactly this point")
    return (difference.number > 0) - (difference.number < 0)
