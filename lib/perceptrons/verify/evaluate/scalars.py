"""Letters and numbers, sums, products and powers, and inner products.

>>> from perceptrons.verify.evaluate import value
>>> k = sp.Symbol("k", integer=True)
>>> value(sp.Sum(k**2, (k, 1, 3)), Point())
14
"""

from __future__ import annotations

import operator
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy as sp

from perceptrons.verify.evaluate.infinitesimals import ZERO, Irrational, Jet, TooLong, Undefined
from perceptrons.verify.evaluate.point import REAL, Point
from perceptrons.verify.evaluate.walk import LONGEST, key, value, values, whole
from perceptrons.verify.language.assumptions import allows
from perceptrons.verify.language.inner_products import Inner


@value.register
def _(e: sp.Rational, at: Point) -> Jet:
    return Jet(int(e.p) if e.q == 1 else Fraction(int(e.p), int(e.q)))


@value.register
def _(e: sp.Symbol, at: Point) -> Jet:
    return at.bound[e] if e in at.bound else at.entry(e.name, (), e)


@value.register
def _(e: sp.Indexed, at: Point) -> Jet:
    return at.entry(*key(e, at), e)


@value.register
def _(e: sp.Add, at: Point) -> Jet:
    return reduce(operator.add, values(e.args, at))


@value.register
def _(e: sp.Mul, at: Point) -> Jet:
    return reduce(operator.mul, values(e.args, at))


@value.register
def _(e: sp.Pow, at: Point) -> Jet:
    exponent = value(e.exp, at)
    if exponent.more:
        raise Irrational("derivatives with respect to an exponent are not computed")
    if not isinstance(exponent.real, Fraction):
        raise Irrational("a power whose exponent is no fraction is not computed")
    if abs(exponent.real) > LONGEST:
        raise TooLong(f"the power {exponent.real} is too large to be evaluated")
    return value(e.base, at) ** exponent.real


@value.register
def _(e: sp.Sum | sp.Product, at: Point) -> Jet:
    *inner, (i, low, high) = e.limits  # the last limits are the outermost
    first, last = whole(low, at), whole(high, at)
    if last < first - 1:
        raise Undefined(f"the {_kind(e)} over {i} runs from {first} down to {last}")
    if last - first > LONGEST // 10 ** len(at.bound):  # a sum in a sum must be shorter
        raise TooLong(f"the {_kind(e)} over {i} from {first} to {last} is too long to be evaluated")
    for v in (first, last):
        if first <= last and not allows(i, Fraction(v)):
            raise Undefined(f"{i} = {v} in the {_kind(e)} breaks the assumptions of {i}")
    term = e.func(e.function, *inner) if inner else e.function
    terms = (value(term, at.bind({i: Jet.of(v)})) for v in range(first, last + 1))
    return sum(terms, ZERO) if isinstance(e, sp.Sum) else reduce(operator.mul, terms, Jet.of(1))


def _kind(e: sp.Sum | sp.Product) -> str:
    return "sum" if isinstance(e, sp.Sum) else "product"


@value.register
def _(e: Inner, at: Point) -> Jet:
    """Compute the inner product of coordinate vectors, in a dimension that the point draws."""
    d = at.dimension()

    def coordinates(name: str) -> list[Jet]:
        return [at.entry(name, (i,), REAL) for i in range(1, d + 1)]

    given = e.args[:1] if e.is_norm else e.args
    sides: Any = [[(value(c, at), coordinates(name.name)) for name, c in side] for side in given]
    zero: Any = ZERO
    if not any(jet.more for terms in sides for c, x in terms for jet in (c, *x)):
        # Of plain numbers no jets are made: inner products are what most trials compute.
        sides = [[(c.number, [jet.number for jet in x]) for c, x in terms] for terms in sides]
        zero = 0
    u, *rest = ([sum((c * x[i] for c, x in terms), zero) for i in range(d)] for terms in sides)
    return Jet.of(sum(map(operator.mul, u, rest[0] if rest else u), zero))


@value.register
def _(e: sp.UnevaluatedExpr, at: Point) -> Jet:
    return value(e.args[0], at)
