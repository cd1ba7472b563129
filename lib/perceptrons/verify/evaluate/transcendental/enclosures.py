"""Fractions below and above a number with e and logarithms in it, as close as is asked.

>>> low, high = enclosed((((Fraction(1), ()), Fraction(1)),), 64)
>>> low < Fraction(2718281828459045236, 10**18) < high + Fraction(1, 10**18), high - low < Fraction(1, 2**60)
(True, True)
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import factorial, floor
from typing import TypeAlias

from perceptrons.verify.evaluate.infinitesimals import Irrational
from perceptrons.verify.evaluate.transcendental.polynomials import Frozen, Polynomial

__all__ = ["PRECISIONS", "enclosed", "sign_of"]


_Interval: TypeAlias = "tuple[Fraction, Fraction]"
PRECISIONS = (64, 256, 1024)  # bits of the enclosures, one after the other


def sign_of(p: Polynomial) -> int:
    for bits in PRECISIONS:
        low, high = enclosed(tuple(p.items()), bits)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
    raise Irrational("this number cannot be told from 0")


@cache
def enclosed(p: Frozen, bits: int) -> _Interval:
    """Return fractions below and above the value of a polynomial."""
    low = high = Fraction(0)
    for (q, logs), c in p:
        term = _product((c, c), _exp(q, bits))
        for letter, power in logs:
            for _ in range(power):
                term = _product(term, _log(letter, bits))
        low, high = low + term[0], high + term[1]
    return low, high


def _product(a: _Interval, b: _Interval) -> _Interval:
    ends = [x * y for x in a for y in b]
    return min(ends), max(ends)


def _outward(low: Fraction, high: Fraction, bits: int) -> _Interval:
    unit = 1 << bits
    return Fraction(floor(low * unit), unit), Fraction(-floor(-high * unit), unit)


@cache
def _exp(q: Fraction, bits: int) -> _Interval:
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
def _log(letter: Frozen, bits: int) -> _Interval:
    low, high = _outward(*enclosed(letter, bits), bits)
    if low <= 0:
        raise Irrational("this number cannot be told from 0")
    return _log_enclosed(low, bits)[0], _log_enclosed(high, bits)[1]


def _log_enclosed(x: Fraction, bits: int) -> _Interval:
    """Enclose log x = k log 2 + log m by log m = 2 (y + y³/3 + y⁵/5 + ...), y = (m - 1)/(m + 1)."""

    def series(m: Fraction) -> _Interval:
        y, terms = (m - 1) / (m + 1), bits // 3 + 8
        total = 2 * sum((y ** (2 * j + 1) / (2 * j + 1) for j in range(terms)), Fraction(0))
        rest = 3 * abs(y) ** (2 * terms + 1)
        return total - rest, total + rest

    k = x.numerator.bit_length() - x.denominator.bit_length()
    a, b = series(x / Fraction(2) ** k), series(Fraction(2))
    return _outward(a[0] + min(k * b[0], k * b[1]), a[1] + max(k * b[0], k * b[1]), bits)
