"""An evaluator that is independent of SymPy's rules: fractions and infinitesimals only (the checks).

SymPy proves an identity by rewriting it. This module knows none of its rules: it walks through an
expression and computes its value at a point, with `fractions.Fraction` and the jets of `jets`. Even
a derivative is computed by arithmetic, so that `Derivative(J, w)` has a value that does not come
from SymPy's ``diff``.

>>> import sympy as sp
>>> x = sp.Symbol("x", real=True)
>>> at = Point({("x", ()): 3})
>>> value(x**2 + 1, at), value(sp.Derivative(x**2, x), at)
(10, 6)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce, singledispatch
from itertools import count
from operator import add, mul
from typing import Any

import sympy as sp

from perceptrons.verify.infinitesimals import Irrational, Jet, Kink, NoValue, Undefined, compare
from perceptrons.verify.inner_products import Inner

__all__ = ["Irrational", "Kink", "NoValue", "Point", "Undefined", "holds", "value", "whole"]

Key = tuple[str, tuple[int, ...]]  # a name and its indices: w_2 is ("w", (2,)), x is ("x", ())
DIMENSION: Key = ("dimension", ())  # of the vectors that are known by their inner products
_names = count()


def _refuse(key: Key, like: Any) -> Fraction:
    raise NoValue(f"no value is given for {like}")


@dataclass(frozen=True)
class Point:
    """The values of symbols, of the entries of indexed symbols and matrices, and of vectors.

    Attributes
    ----------
    values : dict
        From a name and its indices, such as ``("w", (2,))``, to a fraction. It grows as values are
        drawn, and is then what the expression has asked for.
    draw : callable
        ``draw(key, like)`` supplies a value that is not there yet, fit for the symbol `like`.
    bound : mapping
        Values of bound variables: the index of a sum, the variable of a derivative.
    shifts : mapping
        Infinitesimals that are added to single entries, to differentiate by them.

    Examples
    --------
    >>> w = sp.IndexedBase("w")
    >>> value(w[1] * w[2], Point({("w", (1,)): 3, ("w", (2,)): Fraction(1, 2)}))
    3/2
    """

    values: dict[Key, Any] = field(default_factory=dict)
    draw: Callable[[Key, Any], Any] = _refuse
    bound: Mapping[Any, Jet] = field(default_factory=dict)
    shifts: Mapping[Key, Jet] = field(default_factory=dict)

    def entry(self, name: str, index: tuple[int, ...] = (), like: Any = None) -> Jet:
        """Return the value of one entry, drawn now if it is not there yet."""
        key = (name, index)
        if key not in self.values:
            self.values[key] = self.draw(key, like)
        drawn = Jet.of(self.values[key])
        return drawn + self.shifts[key] if key in self.shifts else drawn

    def bind(self, bound: Mapping[Any, Jet]) -> Point:
        """Return the same point with more variables bound."""
        return replace(self, bound={**self.bound, **bound})

    def shift(self, shifts: Mapping[Key, Jet]) -> Point:
        """Return the same point with more entries shifted by infinitesimals."""
        moved = {key: self.shifts.get(key, Jet({})) + eps for key, eps in shifts.items()}
        return replace(self, shifts={**self.shifts, **moved})


def whole(e: Any, at: Point) -> int:
    """Return the value of an index, a limit or a size.

    Parameters
    ----------
    e : sympy.Expr
    at : Point

    Returns
    -------
    int

    Raises
    ------
    Undefined
        Where the value is not whole.

    Examples
    --------
    >>> whole(sp.Integer(3), Point())
    3
    """
    number = value(e, at).real
    if number.denominator != 1:
        raise Undefined(f"{e} must be whole, but is {number}")
    return int(number)


@singledispatch
def value(e: Any, at: Point) -> Jet:
    """Return the value of an expression at a point.

    Parameters
    ----------
    e : sympy.Expr or number
        Sums, derivatives, piecewise functions and inner products are understood beside the usual
        arithmetic; traces and entries of matrices are added by `matrices`.
    at : Point
        The values of its symbols.

    Returns
    -------
    Jet
        Exact; ``.real`` is the fraction.

    Raises
    ------
    NoValue
        `Undefined` where there is no value (1/0), `Kink` where there is no derivative, `Irrational`
        where the value is not a fraction; `NoValue` itself for what is not understood.

    Examples
    --------
    >>> k = sp.Symbol("k", integer=True)
    >>> value(sp.Sum(k**2, (k, 1, 3)), Point())
    14
    """
    if isinstance(e, int | Fraction):
        return Jet.of(e)
    raise NoValue(f"{type(e).__name__} is not evaluated: write it with sums, powers and fractions")


def _values(es: Any, at: Point) -> list[Jet]:
    return [value(e, at) for e in es]


@value.register(sp.Rational)
def _(e: Any, at: Point) -> Jet:
    return Jet.of(Fraction(int(e.p), int(e.q)))


@value.register(sp.Symbol)
def _(e: Any, at: Point) -> Jet:
    return at.bound[e] if e in at.bound else at.entry(e.name, (), e)


@value.register(sp.Indexed)
def _(e: Any, at: Point) -> Jet:
    return at.entry(*_key(e, at), e)


def _key(e: Any, at: Point) -> Key:
    return str(e.base), tuple(whole(i, at) for i in e.indices)


@value.register(sp.Add)
def _(e: Any, at: Point) -> Jet:
    return reduce(add, _values(e.args, at))


@value.register(sp.Mul)
def _(e: Any, at: Point) -> Jet:
    return reduce(mul, _values(e.args, at))


@value.register(sp.Pow)
def _(e: Any, at: Point) -> Jet:
    exponent = value(e.exp, at)
    if exponent.terms.keys() - {frozenset()}:
        raise Irrational("an exponent is not differentiated")
    return value(e.base, at) ** exponent.real


@value.register(sp.Sum)
def _(e: Any, at: Point) -> Jet:
    *inner, (i, low, high) = e.limits  # the last limits are the outermost
    first, last = whole(low, at), whole(high, at)
    if last < first - 1:
        raise Undefined(f"the sum over {i} runs from {first} down to {last}")
    term = sp.Sum(e.function, *inner) if inner else e.function
    terms = (value(term, at.bind({i: Jet.of(v)})) for v in range(first, last + 1))
    return sum(terms, Jet({}))


@value.register(sp.Derivative)
def _(e: Any, at: Point) -> Jet:
    """Add an infinitesimal to the variable, once for each time it is differentiated by."""
    epsilons = [next(_names) for _ in e.variables]
    moved = at
    for variable, epsilon in zip(e.variables, epsilons, strict=True):
        jet = Jet({frozenset({epsilon}): Fraction(1)})
        if isinstance(variable, sp.Indexed):
            moved = moved.shift({_key(variable, at): jet})
        else:
            moved = moved.bind({variable: value(variable, moved) + jet})
    return value(e.expr, moved).coefficient(epsilons)


@value.register(sp.UnevaluatedExpr)
def _(e: Any, at: Point) -> Jet:
    return value(e.args[0], at)


@value.register(sp.Subs)
def _(e: Any, at: Point) -> Jet:
    return value(e.expr, at.bind(dict(zip(e.variables, _values(e.point, at), strict=True))))


@value.register(sp.Piecewise)
def _(e: Any, at: Point) -> Jet:
    for branch, condition in e.args:
        if holds(condition, at):
            return value(branch, at)
    raise Undefined("no branch of the piecewise function applies")


@value.register(sp.Max)
@value.register(sp.Min)
def _(e: Any, at: Point) -> Jet:
    sign = 1 if isinstance(e, sp.Max) else -1
    return reduce(lambda a, b: b if compare(b, a) == sign else a, _values(e.args, at))


@value.register(sp.Abs)
def _(e: Any, at: Point) -> Jet:
    a = value(e.args[0], at)
    return a * compare(a, Jet({}))


@value.register(sp.sign)
def _(e: Any, at: Point) -> Jet:
    return Jet.of(compare(value(e.args[0], at), Jet({})))


@value.register(sp.KroneckerDelta)
def _(e: Any, at: Point) -> Jet:
    a, b = _values(e.args[:2], at)
    return Jet.of(int(compare(a, b) == 0))


@value.register(Inner)
def _(e: Any, at: Point) -> Jet:
    """Compute the inner product on real vectors, of a dimension that the point draws."""
    d = int(at.entry(*DIMENSION, sp.Symbol("d", integer=True, positive=True)).real)
    number = sp.Symbol("component", real=True)

    def component(side: Any, i: int) -> Jet:
        terms = (value(c, at) * at.entry(name.name, (i,), number) for name, c in side)
        return sum(terms, Jet({}))

    u, v = e.args
    return sum((component(u, i) * component(v, i) for i in range(1, d + 1)), Jet({}))


def holds(condition: Any, at: Point) -> bool:
    """Tell whether a condition is true at a point.

    Parameters
    ----------
    condition : sympy Boolean or bool
        Comparisons, joined by and, or, not.
    at : Point

    Returns
    -------
    bool

    Raises
    ------
    NoValue
        As `value`; `Kink` where the answer changes at an infinitesimal distance.

    Examples
    --------
    >>> x = sp.Symbol("x", real=True)
    >>> holds((x > 0) & (x < 2), Point({("x", ()): 3}))
    False
    """
    if condition in (True, False):
        return bool(condition)
    if isinstance(condition, sp.And | sp.Or | sp.Not):
        parts = (holds(c, at) for c in condition.args)
        if isinstance(condition, sp.Not):
            return not next(parts)
        return all(parts) if isinstance(condition, sp.And) else any(parts)
    if not isinstance(condition, sp.core.relational.Relational):
        raise NoValue(f"{condition} is not a comparison")
    order = compare(value(condition.lhs, at), value(condition.rhs, at))
    return bool(
        {
            "<": order < 0,
            "<=": order <= 0,
            "==": order == 0,
            "!=": order != 0,
            ">=": order >= 0,
            ">": order > 0,
        }[condition.rel_op]
    )
