"""Numbers made of e and logarithms, exactly: e^q and log p are letters, compared by enclosure.

Powers of e with different fractional exponents are linearly independent over the fractions
(Lindemann and Weierstrass), and log 12 = 2 log 2 + log 3. So a quotient of polynomials in such
letters is equal to another where both are the same polynomials; of two that differ, fractions
below and above each letter tell which is the larger. No float is rounded on the way.

>>> one = exponential(Fraction(1, 2)) * exponential(Fraction(-1, 2))
>>> one, logarithm(Fraction(12)) - logarithm(Fraction(3)), exponential(Fraction(1)) > Fraction(19, 7)
(Fraction(1, 1), 2 log(2), True)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import TypeAlias

from perceptrons.verify.evaluate.infinitesimals import Irrational, Undefined
from perceptrons.verify.evaluate.transcendental.enclosures import PRECISIONS, enclosed, sign_of
from perceptrons.verify.evaluate.transcendental.polynomials import (
    ONE,
    Frozen,
    Polynomial,
    plus,
    times,
    written,
)

__all__ = ["Number", "Transcendental", "exponential", "logarithm", "sign", "whole_part"]


Number: TypeAlias = "Fraction | int | Transcendental"


class Transcendental:
    """A quotient of polynomials in powers of e and logarithms that is no fraction.

    Parameters
    ----------
    top, bottom : mapping of monomials to fractions
    """

    __slots__ = ("bottom", "top")

    def __init__(self, top: Polynomial, bottom: Polynomial) -> None:
        self.top, self.bottom = top, bottom

    def __add__(self, other: Number) -> Number:
        top, bottom = _parts(other)
        if bottom == self.bottom:
            return _number(plus(self.top, top), bottom)
        crossed = plus(times(self.top, bottom), times(top, self.bottom))
        return _number(crossed, times(self.bottom, bottom))

    def __mul__(self, other: Number) -> Number:
        top, bottom = _parts(other)
        return _number(times(self.top, top), times(self.bottom, bottom))

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Number:
        return self * -1

    def __sub__(self, other: Number) -> Number:
        return self + other * -1

    def __rsub__(self, other: Number) -> Number:
        return -self + other

    def __truediv__(self, other: Number) -> Number:
        top, bottom = _parts(other)
        return self * _number(bottom, top)

    def __rtruediv__(self, other: Number) -> Number:
        return _number(self.bottom, self.top) * other

    def __pow__(self, p: Fraction) -> Number:
        """Return a power: of any number an integer one, of c e^q also a root."""
        if p.denominator == 1:
            base = self if p > 0 else 1 / self
            result: Number = Fraction(1)
            for _ in range(abs(p.numerator)):
                result = base * result
            return result
        ((q, logs), c), *more = self.top.items()
        if c != 1 or logs or more or self.bottom != {ONE: 1}:
            raise Irrational("a root of a number with e in it is not computed")
        return exponential(q * p)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fraction | int | Transcendental) and not (self - other)

    def __hash__(self) -> int:
        return 0  # equal numbers may be written in several ways

    def __bool__(self) -> bool:
        return not any(logs for _, logs in self.top) or sign(self) != 0

    def __lt__(self, other: Number) -> bool:
        return sign(self - other) < 0

    def __gt__(self, other: Number) -> bool:
        return sign(self - other) > 0

    def __le__(self, other: Number) -> bool:
        return sign(self - other) <= 0

    def __ge__(self, other: Number) -> bool:
        return sign(self - other) >= 0

    def __repr__(self) -> str:
        top, bottom = (
            written(p) if len(p) == 1 else f"({written(p)})" for p in (self.top, self.bottom)
        )
        return written(self.top) if self.bottom == {ONE: 1} else f"{top}/{bottom}"


def exponential(v: Number) -> Number:
    """Return e^v for a fraction v, or a fraction and whole multiples of logarithms."""
    top, bottom = _parts(v)
    if bottom != {ONE: 1}:
        raise Irrational("a power of e is not computed where its exponent is no sum")
    result: Number = Fraction(1)
    for (q, logs), c in top.items():
        if (q, logs) == ONE:
            result *= _number({(c, ()): Fraction(1)}, {ONE: Fraction(1)})
        elif q == 0 and len(logs) == 1 and logs[0][1] == 1 and c.denominator == 1:
            sides: list[Polynomial] = [dict(logs[0][0]), {ONE: Fraction(1)}]
            inside = _number(*sides[:: 1 if c > 0 else -1])
            for _ in range(abs(c.numerator)):
                result = result * inside
        else:
            raise Irrational("the power of e with this exponent is not computed")
    return result


def logarithm(v: Number) -> Number:
    """Return the natural logarithm of a positive number."""
    if not v > 0:
        raise Undefined("logarithm of what is not positive")
    top, bottom = _parts(v)
    return _log_of(top) - _log_of(bottom)


def _log_of(p: Polynomial) -> Number:
    """Return log |p|, of which the least power of e, and a fraction, are taken out."""
    least = min(p, key=lambda monomial: (monomial[0], str(monomial[1])))
    q, c = least[0], p[least]
    rest = {(r - q, logs): u / c for (r, logs), u in p.items()}
    found = _log_of_fraction(abs(c)) + q
    if rest == {ONE: 1}:
        return found
    if sign(_number(rest, {ONE: Fraction(1)})) < 0:
        rest = {monomial: -u for monomial, u in rest.items()}
    return found + _letter(rest)


def _log_of_fraction(c: Fraction) -> Number:
    total: Number = Fraction(0)
    for n, side in ((c.numerator, 1), (c.denominator, -1)):
        for p in _primes(n):
            total = _letter({ONE: Fraction(p)}) * side + total
    return total


def _primes(n: int) -> Iterator[int]:
    p = 2
    while p * p <= n and p < 1000:
        if n % p:
            p += 1
        else:
            yield p
            n //= p
    if n > 1:
        yield n  # a product of large primes may stay: then equal logarithms look different


def _letter(p: Polynomial) -> Transcendental:
    frozen: Frozen = tuple(sorted(p.items(), key=str))
    return Transcendental({(Fraction(0), ((frozen, 1),)): Fraction(1)}, {ONE: Fraction(1)})


def _parts(v: Number) -> tuple[Polynomial, Polynomial]:
    if isinstance(v, Transcendental):
        return v.top, v.bottom
    return ({ONE: Fraction(v)} if v else {}), {ONE: Fraction(1)}


def _number(top: Polynomial, bottom: Polynomial) -> Number:
    """Return a quotient, as a fraction where it is one."""
    if not bottom:
        raise Undefined("division by zero")
    if not top:
        return Fraction(0)
    if len(bottom) == 1:
        (((q, logs), c),) = bottom.items()
        if not logs:
            top = {(r - q, m): u / c for (r, m), u in top.items()}
            bottom = {ONE: Fraction(1)}
    first = next(iter(top))
    if first in bottom:
        ratio = top[first] / bottom[first]
        if top == {monomial: ratio * c for monomial, c in bottom.items()}:
            return ratio
    return Transcendental(top, bottom)


def sign(v: Number) -> int:
    """Return -1, 0 or 1; raise `Irrational` where a thousand bits do not tell a number from 0."""
    if not isinstance(v, Transcendental):
        return (v > 0) - (v < 0)
    signs = [sign_of(p) for p in (v.top, v.bottom)]
    return signs[0] * signs[1]


def whole_part(v: Number) -> int:
    """Return the largest integer that is not larger than v."""
    if not isinstance(v, Transcendental):
        return floor(v)
    for bits in PRECISIONS:
        tops, bottoms = (enclosed(tuple(p.items()), bits) for p in (v.top, v.bottom))
        if bottoms[0] > 0 or bottoms[1] < 0:
            ends = {floor(a / b) for a in tops for b in bottoms}
            if len(ends) == 1:
                return ends.pop()
    raise Irrational("this number cannot be told from an integer")
