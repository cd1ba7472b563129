"""Functions with cases, such as the maximum, and functions of analysis and of counting.

>>> from perceptrons.verify.evaluate import value
>>> x = sp.Symbol("x", real=True)
>>> at = Point({("x", ()): 2})
>>> value(sp.exp(-x) * sp.exp(x), at), value(sp.Derivative(sp.log(x), x), at), value(sp.floor(x / 3), at)
(1, 1/2, 0)
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import comb
from math import factorial as product_to

import sympy as sp

from perceptrons.verify.evaluate.infinitesimals import (
    ZERO,
    Jet,
    Kink,
    TooLong,
    Undefined,
    compare,
)
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.evaluate.transcendental import exponential, logarithm, whole_part
from perceptrons.verify.evaluate.walk import LONGEST, holds, value, values, whole


@value.register
def _(e: sp.Piecewise, at: Point) -> Jet:
    for branch, condition in e.args:
        if holds(condition, at):
            return value(branch, at)
    raise Undefined("no branch of the piecewise function applies")


@value.register
def _(e: sp.Max | sp.Min, at: Point) -> Jet:
    sign = 1 if isinstance(e, sp.Max) else -1
    return reduce(lambda a, b: b if compare(b, a) == sign else a, values(e.args, at))


@value.register
def _(e: sp.Abs, at: Point) -> Jet:
    a = value(e.args[0], at)
    return a * compare(a, ZERO)


@value.register
def _(e: sp.sign, at: Point) -> Jet:
    return Jet.of(compare(value(e.args[0], at), ZERO, jump=True))


@value.register
def _(e: sp.KroneckerDelta, at: Point) -> Jet:
    """Compare two indices, which count as different outside of their range, if they have one."""
    a, b = values(e.args[:2], at)
    for low, high in e.args[2:]:
        if compare(a, value(low, at)) < 0 or compare(a, value(high, at)) > 0:
            return ZERO
    return Jet.of(int(compare(a, b, jump=True) == 0))


# Powers of e, and logarithms: their series end, because infinitesimals are nilpotent


@value.register
def _(e: sp.exp, at: Point) -> Jet:
    a = value(e.args[0], at)
    step, term, total = a - a.real, Jet.of(1), Jet.of(1)
    for k in range(1, _order(a) + 1):
        term = term * step * Fraction(1, k)
        total = total + term
    return total * Jet.of(exponential(a.real))


@value.register
def _(e: sp.core.numbers.Exp1, at: Point) -> Jet:
    return Jet.of(exponential(Fraction(1)))


@value.register
def _(e: sp.log, at: Point) -> Jet:
    a = value(e.args[0], at)
    total = Jet.of(logarithm(a.real))
    step, term = a * Jet.of(a.real) ** -1 - 1, Jet.of(-1)
    for k in range(1, _order(a) + 1):
        term = term * step * -1
        total = total + term * Fraction(1, k)
    return total


def _order(a: Jet) -> int:
    """Return the number of different infinitesimals, beyond which every product of them is 0."""
    return len(set().union(*a.more))


# Counting


@value.register
def _(e: sp.floor | sp.ceiling, at: Point) -> Jet:
    a = value(e.args[0], at)
    up = isinstance(e, sp.ceiling)
    n = -whole_part(-a.real) if up else whole_part(a.real)
    if a.more and n == a.real:
        raise Kink("a whole part jumps at exactly this point")
    return Jet.of(n)


@value.register
def _(e: sp.factorial, at: Point) -> Jet:
    n = whole(e.args[0], at)
    if n < 0:
        raise Undefined(f"the factorial of {n}")
    if n > LONGEST:
        raise TooLong(f"the factorial of {n} is too large to be evaluated")
    return Jet.of(product_to(n))


@value.register
def _(e: sp.binomial, at: Point) -> Jet:
    """Count the subsets of k of n things: none where k is negative, or larger than n."""
    n, k = (whole(a, at) for a in e.args)
    if n < 0:
        raise Undefined(f"the binomial coefficient of {n} over {k}")
    if n > LONGEST:
        raise TooLong(f"the binomial coefficient of {n} is too large to be evaluated")
    return Jet.of(comb(n, k) if k >= 0 else 0)
