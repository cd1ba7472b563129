"""Polynomials in powers of e and logarithms: sums, products, and how they are written.

>>> e = {(Fraction(1), ()): Fraction(1)}
>>> written(plus(times(e, e), {ONE: Fraction(1, 2)}))
'1/2 + e^{2}'
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from perceptrons.verify.evaluate.infinitesimals import TooLong

__all__ = ["ONE", "Frozen", "Logs", "Monomial", "Polynomial", "plus", "times", "written"]


Logs: TypeAlias = "tuple[tuple[Frozen, int], ...]"  # a product of powers of logarithms
Monomial: TypeAlias = "tuple[Fraction, Logs]"  # e to this power, times logarithms
Polynomial: TypeAlias = "dict[Monomial, Fraction]"
Frozen: TypeAlias = "tuple[tuple[Monomial, Fraction], ...]"  # what a logarithm is taken of
MOST = 2000  # products of terms, beyond which nothing is multiplied out
ONE: Monomial = (Fraction(0), ())


def plus(a: Polynomial, b: Polynomial) -> Polynomial:
    total = dict(a)
    for monomial, c in b.items():
        total[monomial] = total.get(monomial, Fraction(0)) + c
    return {monomial: c for monomial, c in total.items() if c}


def times(a: Polynomial, b: Polynomial) -> Polynomial:
    if len(a) * len(b) > MOST:
        raise TooLong("a number with so many powers of e is not computed")
    total: Polynomial = defaultdict(Fraction)
    for ((q, logs), c), ((r, more), u) in product(a.items(), b.items()):
        powers = dict(logs)
        for letter, power in more:
            powers[letter] = powers.get(letter, 0) + power
        total[q + r, tuple(sorted(powers.items(), key=str))] += c * u
    return {monomial: c for monomial, c in total.items() if c}


def written(p: Polynomial) -> str:
    def monomial(m: Monomial, c: Fraction) -> str:
        q, logs = m
        parts = [str(c)] if abs(c) != 1 or m == ONE else ["-"] if c < 0 else []
        if q:
            parts.append("e" if q == 1 else f"e^{{{q}}}")
        for letter, power in logs:
            parts.append(f"log({written(dict(letter))})" + (f"^{{{power}}}" if power > 1 else ""))
        return " ".join(parts).replace("- ", "-")

    ordered = sorted(p.items(), key=lambda term: (term[0][0], str(term[0][1])))
    return " + ".join(monomial(m, c) for m, c in ordered).replace("+ -", "- ")
