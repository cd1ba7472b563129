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
from functools import cache
from itertools import product
from math import factorial, floor
from typing import TypeAlias

from perceptrons.verify.infinitesimals import Irrational, Undefined

__all__ = ["Number", "Transcendental", "exponential", "logarithm", "whole_part"]

Logs: TypeAlias = "tuple[tuple[Frozen, int], ...]"  # a product of powers of logarithms
Monomial: TypeAlias = "tuple[Fraction, Logs]"  # e to this power, times logarithms
Polynomial: TypeAlias = "dict[Monomial, Fraction]"
Frozen: TypeAlias = "tuple[tuple[Monomial, Fraction], ...]"  # what a logarithm is taken of
Interval: TypeAlias = "tuple[Fraction, Fraction]"
Number: TypeAlias = "Fraction | int | Transcendental"

ONE: Monomial = (Fraction(0), ())
PRECISIONS = (64, 256, 1024)  # bits of the enclosures, one after the other


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
            return _number(_plus(self.top, top), bottom)
        crossed = _plus(_times(self.top, bottom), _times(top, self.bottom))
        return _number(crossed, _times(self.bottom, bottom))

    def __mul__(self, other: Number) -> Number:
        top, bottom = _parts(other)
        return _number(_times(self.top, top), _times(self.bottom, bottom))

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
            _written(p) if len(p) == 1 else f"({_written(p)})" for p in (self.top, self.bottom)
        )
        return _written(self.top) if self.bottom == {ONE: 1} else f"{top}/{bottom}"


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
    for n, times in ((c.numerator, 1), (c.denominator, -1)):
        for p in _primes(n):
            total = _letter({ONE: Fraction(p)}) * times + total
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


# Polynomials


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


def _plus(a: Polynomial, b: Polynomial) -> Polynomial:
    total = dict(a)
    for monomial, c in b.items():
        total[monomial] = total.get(monomial, Fraction(0)) + c
    return {monomial: c for monomial, c in total.items() if c}


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    total: Polynomial = {}
    for ((q, logs), c), ((r, more), u) in product(a.items(), b.items()):
        powers = dict(logs)
        for letter, power in more:
            powers[letter] = powers.get(letter, 0) + power
        total = _plus(total, {(q + r, tuple(sorted(powers.items(), key=str))): c * u})
    return total


def _written(p: Polynomial) -> str:
    def monomial(m: Monomial, c: Fraction) -> str:
        q, logs = m
        parts = [str(c)] if abs(c) != 1 or m == ONE else ["-"] if c < 0 else []
        if q:
            parts.append("e" if q == 1 else f"e^{{{q}}}")
        for letter, power in logs:
            parts.append(f"log({_written(dict(letter))})" + (f"^{{{power}}}" if power > 1 else ""))
        return " ".join(parts).replace("- ", "-")

    ordered = sorted(p.items(), key=lambda term: (term[0][0], str(term[0][1])))
    return " + ".join(monomial(m, c) for m, c in ordered).replace("+ -", "- ")


# Enclosures


def sign(v: Number) -> int:
    """Return -1, 0 or 1; raise `Irrational` where a thousand bits do not tell a number from 0."""
    if not isinstance(v, Transcendental):
        return (v > 0) - (v < 0)
    signs = [_sign(p) for p in (v.top, v.bottom)]
    return signs[0] * signs[1]


def _sign(p: Polynomial) -> int:
    for bits in PRECISIONS:
        low, high = _enclosed(tuple(p.items()), bits)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
    raise Irrational("this number cannot be told from 0")


def whole_part(v: Number) -> int:
    """Return the largest integer that is not larger than v."""
    if not isinstance(v, Transcendental):
        return floor(v)
    for bits in PRECISIONS:
        tops, bottoms = (_enclosed(tuple(p.items()), bits) for p in (v.top, v.bottom))
        if bottoms[0] > 0 or bottoms[1] < 0:
            ends = {floor(a / b) for a in tops for b in bottoms}
            if len(ends) == 1:
                return ends.pop()
    raise Irrational("this number cannot be told from an integer")


@cache
def _enclosed(p: Frozen, bits: int) -> Interval:
    """Return fractions below and above the value of a polynomial."""
    low = high = Fraction(0)
    for (q, logs), c in p:
        term = _product((c, c), _exp(q, bits))
        for letter, power in logs:
            for _ in range(power):
                term = _product(term, _log(letter, bits))
        low, high = low + term[0], high + term[1]
    return low, high


def _product(a: Interval, b: Interval) -> Interval:
    ends = [x * y for x in a for y in b]
    return min(ends), max(ends)


def _outward(low: Fraction, high: Fraction, bits: int) -> Interval:
    unit = 1 << bits
    return Fraction(floor(low * unit), unit), Fraction(-floor(-high * unit), unit)


@cache
def _exp(q: Fraction, bits: int) -> Interval:
    """Enclose e^q by the exponential series of q halved until it is at most 1/2, then squared."""
    halvings = max(0, (abs(q.numerator) // q.denominator + 1).bit_length() + 1)
    r, terms = q / 2**halvings, bits // 3 + 8
    total = sum((r**k / factorial(k) for k in range(terms)), Fraction(0))
    rest = 2 * abs(r) ** terms / factorial(terms)
    low, high = total - rest, total + rest
    for _ in range(halvings):
        low, high = _outward(low, high, bits + 2 * halvings)
        low, high = low**2, high**2
    return low, high


@cache
def _log(letter: Frozen, bits: int) -> Interval:
    low, high = _outward(*_enclosed(letter, bits), bits)
    if low <= 0:
        raise Irrational("this number cannot be told from 0")
    return _log_enclosed(low, bits)[0], _log_enclosed(high, bits)[1]


def _log_enclosed(x: Fraction, bits: int) -> Interval:
    """Enclose log x = k log 2 + log m by log m = 2 (y + y³/3 + y⁵/5 + ...), y = (m - 1)/(m + 1)."""

    def series(m: Fraction) -> Interval:
        y, terms = (m - 1) / (m + 1), bits // 3 + 8
        total = 2 * sum((y ** (2 * j + 1) / (2 * j + 1) for j in range(terms)), Fraction(0))
        rest = 3 * abs(y) ** (2 * terms + 1)
        return total - rest, total + rest

    k = x.numerator.bit_length() - x.denominator.bit_length()
    a, b = series(x / Fraction(2) ** k), series(Fraction(2))
    return _outward(a[0] + min(k * b[0], k * b[1]), a[1] + max(k * b[0], k * b[1]), bits)
