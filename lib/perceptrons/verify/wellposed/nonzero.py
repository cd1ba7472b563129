"""Gate 1: what a claim needs to have a value: no division by 0, no root or log of what is negative.

A few exact points cannot find a pole such as x = 7. So for each power and each
logarithm in a claim it must follow from assumptions, hypotheses, or the range of an index that it
has a value.

>>> x = sp.Symbol("x", real=True)
>>> undefined(1 / (x**2 - 49), ()), undefined(1 / (x**2 - 49), (x > 7,)), undefined(1 / (x**2 + 1), ())
(('divides by', x**2 - 49), None, None)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import TypeAlias

import sympy as sp
from sympy.concrete.expr_with_intlimits import ExprWithIntLimits
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement

from perceptrons.verify.language.binding import everywhere, substitute
from perceptrons.verify.language.inner_products import Inner
from perceptrons.verify.language.letters import letters
from perceptrons.verify.wellposed.whole import needed_whole, shown_whole, unfit

__all__ = ["WHOLE", "shown_nonnegative", "shown_positive", "undefined"]

_Facts: TypeAlias = "tuple[sp.Basic, ...]"  # comparisons that hold where a part of a claim stands
STRICT = (">", "<", "!=")
PARTIAL = (sp.Pow, sp.log, sp.factorial, sp.binomial, sp.Inverse)
COUNTING: tuple[type, ...] = (sp.Indexed, MatrixElement, sp.MatrixSymbol)
COUNTING += (sp.MatAdd, sp.MatMul, sp.MatPow, sp.Trace, sp.Determinant)
WHOLE = "needs a whole number"
COUNTED = {sp.factorial: "takes the factorial of", sp.binomial: "counts the subsets of"}


def undefined(e: sp.Basic, given: Sequence[Relational]) -> tuple[str, sp.Expr] | None:
    """Return what may have no value under these hypotheses: a divisor, a root, a limit.

    >>> k, n = sp.symbols("k n", integer=True)
    >>> undefined(sp.Sum(1 / k, (k, 1, n)), (n > 0,)), undefined(sp.Sum(1 / k, (k, 0, n)), (n > 0,))
    (None, ('divides by', k))
    >>> undefined(sp.Sum(k, (k, 1, n)), ())
    ('sums over', (k, 1, n))
    """
    for place, facts in _places(e, tuple(given)):
        for number in needed_whole(place):
            if not shown_whole(number, facts):
                return WHOLE, number
        if (lack := unfit(place, facts)) is not None:
            return "needs sizes to be equal that differ by", lack
        if isinstance(place, sp.Pow):
            base, exponent = place.args
            if not exponent.is_nonnegative and not _shown_nonzero(base, facts):
                return "divides by", base
            if not exponent.is_integer and not shown_nonnegative(base, facts):
                return "takes a root of", base
        elif isinstance(place, sp.Inverse):
            if not _shown_nonzero(determinant := sp.Determinant(place.arg), facts):
                return "divides by", determinant
        elif isinstance(place, sp.log):
            if not shown_positive(place.args[0], facts):
                return "takes the logarithm of", place.args[0]
        elif isinstance(place, sp.factorial | sp.binomial):
            if not shown_nonnegative(place.args[0], facts):
                return COUNTED[place.func], place.args[0]
        elif isinstance(place, MatrixElement):
            for index, size in zip(place.indices, place.parent.shape, strict=True):
                for room in (index, size - 1 - index):
                    if not shown_nonnegative(room, facts):
                        return "takes an entry of a matrix that needs", room
        elif isinstance(place, sp.MatrixSymbol):
            for size in place.shape:
                if not shown_positive(size, facts):
                    return "has a matrix of the size", size
        elif isinstance(place, sp.Product):
            if not shown_positive(place.function, facts):
                return "multiplies by", place.function
        elif isinstance(place, sp.Tuple):
            _, low, high = place
            if not shown_nonnegative(high - low + 1, facts):
                return "sums over", place
    return None


def _places(e: sp.Basic, facts: _Facts) -> Iterator[tuple[sp.Expr, _Facts]]:
    """Yield each power, each function that is not defined everywhere, the limits of sums, with the facts that hold where it stands."""
    if isinstance(e, ExprWithIntLimits):
        yield from _under_sum(e, facts)
    elif isinstance(e, sp.Subs):
        new = dict(zip(e.variables, e.point, strict=True))
        for place, inner in _places(e.expr, facts):
            there = tuple(substitute(fact, new) for fact in inner)
            yield _replaced(place, new), (*facts, *there)
        yield from _under(e.point, facts)
    elif isinstance(e, sp.Piecewise):
        for branch, condition in e.args:
            yield from _places(condition, facts)
            yield from _places(branch, (*facts, *sp.And.make_args(condition)))
            facts = (*facts, sp.Not(condition))
    else:
        if isinstance(e, (*PARTIAL, *COUNTING)):
            yield e, facts
        yield from _under(e.args, facts)


def _replaced(place: sp.Expr, new: dict[sp.Expr, sp.Expr]) -> sp.Expr:
    """Substitute in limits, or in a function, which must remain one even if its base becomes 0."""
    if isinstance(place, PARTIAL) and not isinstance(place, sp.Inverse):
        return place.func(*(substitute(a, new) for a in place.args), evaluate=False)
    return substitute(place, new)


def _under(parts: Sequence[sp.Basic], facts: _Facts) -> Iterator[tuple[sp.Expr, _Facts]]:
    for part in parts:
        yield from _places(part, facts)


def _under_sum(e: ExprWithIntLimits, facts: _Facts) -> Iterator[tuple[sp.Expr, _Facts]]:
    for i, low, high in reversed(e.limits):  # the outermost first
        yield from _under((low, high), facts)
        yield sp.Tuple(i, low, high), facts
        facts = _within(i, low, high, facts)
    if isinstance(e, sp.Product):
        yield e, facts
    yield from _places(e.function, facts)


def _within(i: sp.Symbol, low: sp.Expr, high: sp.Expr, facts: _Facts) -> _Facts:
    """Add what is known of an index, which no other fact speaks of, to the facts."""
    return (*facts, i - low >= 0, high - i >= 0)


def _shown_nonzero(base: sp.Expr, facts: _Facts) -> bool:
    return all(_nonzero_factor(f, facts) for f in _factors(base))


def _nonzero_factor(f: sp.Expr, facts: _Facts) -> bool:
    if _least(f).is_zero is False:
        return True
    for fact in facts:
        if isinstance(fact, Relational) and fact.rel_op in STRICT:
            known = _factors(fact.lhs - fact.rhs)
            if any(f in (k, -k, sp.expand(-k)) for k in known):
                return True
    return shown_positive(f, facts) or shown_positive(-f, facts)


def shown_positive(f: sp.Expr, facts: _Facts) -> bool:
    """Tell whether assumptions, a comparison, or a look at its parts make an expression positive.

    >>> x, y = sp.symbols("x y", real=True)
    >>> shown_positive(1 + sp.exp(x), ()), shown_positive(x * y, (x > 0, y > 2)), shown_positive(x, ())
    (True, True, False)
    """
    if any(form.is_positive or _shown_positive(form, facts) for form in (f, _least(f))):
        return True
    if f.is_Mul:
        return all(shown_positive(a, facts) for a in f.args)
    if f.is_Pow:
        even = f.exp.is_even and f.base.is_real and _shown_nonzero(f.base, facts)
        return bool(even or (f.exp.is_real and shown_positive(f.base, facts)))
    if isinstance(f, sp.factorial):
        return True  # where it has a value
    if isinstance(f, sp.Abs):
        return _shown_nonzero(f.args[0], facts)
    if isinstance(f, sp.Sum):
        for i, low, high in reversed(f.limits):
            if not shown_nonnegative(high - low, facts):
                return False
            facts = _within(i, low, high, facts)
        return shown_positive(f.function, facts)
    if f.is_Add and sp.denom(sp.together(f)) != 1:
        return all(shown_positive(a, facts) for a in sp.fraction(sp.factor(f)))
    return False


def _shown_positive(f: sp.Expr, facts: _Facts) -> bool:
    return any(
        _least(f - h).is_nonnegative if strict else _least(f - h).is_positive
        for h, strict in _bounds(facts)
    )


def shown_nonnegative(f: sp.Expr, facts: _Facts) -> bool:
    """Tell whether assumptions, or one or two comparisons, make an expression nonnegative.

    >>> x, y = sp.symbols("x y", real=True)
    >>> shown_nonnegative(x - 3, (x >= 3,)), shown_nonnegative(x - 3, (x >= 2,))
    (True, False)
    >>> shown_nonnegative(x - 3, (x >= y, y >= 3))
    True
    """
    known = [h for h, _ in _bounds(facts)]
    less = chain([0], known, map(sum, combinations(known, 2)))
    return any(_least(f - h).is_nonnegative for h in less)


def _bounds(facts: _Facts) -> list[tuple[sp.Expr, bool]]:
    """Return each h for which a fact says h >= 0, and whether it even says h > 0."""
    return [
        (fact.gts - fact.lts, fact.rel_op in STRICT)
        for fact in facts
        if isinstance(fact, Relational) and fact.rel_op in (">", ">=", "<", "<=")
    ]


def _factors(e: sp.Expr) -> list[sp.Expr]:
    """Return the factors of an expression, inner products expanded, without those that are numbers."""
    e = everywhere(e, Inner, Inner.doit)
    try:
        number, factors = sp.factor_list(e)
    except Exception:  # noqa: BLE001 - SymPy may raise anything on what is no polynomial
        return [e]
    return [f for f, _ in factors] + [number] * (number == 0)


def _least(e: sp.Expr) -> sp.Expr:
    """Write each positive integer as 1 + m with m >= 0: so SymPy sees that n + k - 1 > 0."""
    whole = [s for s in letters(e) if s.is_Symbol and s.is_integer and s.is_positive]
    more = {s: 1 + sp.Dummy(s.name, integer=True, nonnegative=True) for s in whole}
    return sp.expand(substitute(e, more))
