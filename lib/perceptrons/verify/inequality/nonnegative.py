"""Which factors are visibly not negative: by assumptions, hypotheses, parts, cases, Cauchy and Schwarz.

>>> x = sp.Symbol("x", real=True)
>>> visibly_nonnegative(x**2, []), visibly_nonnegative(x, []), visibly_nonnegative(x, [x >= 1])
(True, False, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from math import prod
from typing import TypeAlias

import sympy as sp
from sympy.core.relational import (
    GreaterThan,
    LessThan,
    Relational,
    StrictGreaterThan,
    StrictLessThan,
)

from perceptrons.verify.language.binding import carried, substitute
from perceptrons.verify.language.inner_products import Inner
from perceptrons.verify.rewrite.rules import normal

__all__ = ["CASES", "CAUCHY_SCHWARZ", "visibly_nonnegative", "why_nonnegative"]

CAUCHY_SCHWARZ = "the inequality of Cauchy and Schwarz"
CASES = "cases"
STRICT = (StrictGreaterThan, StrictLessThan)
WEAK = (*STRICT, GreaterThan, LessThan)
KINKED = (sp.Max, sp.Min, sp.Abs, sp.Piecewise)
MOST_CASES = 32  # of maxima, sizes and branches together

Given: TypeAlias = "Sequence[Relational]"
Why: TypeAlias = (
    "frozenset[str] | None"  # what is used beyond hypotheses; None where it is not visible
)


def visibly_nonnegative(factor: sp.Expr, given: Given, *, strict: bool = False) -> bool:
    """Tell whether assumptions and hypotheses make a factor >= 0 (or > 0).

    >>> x = sp.Symbol("x", real=True)
    >>> visibly_nonnegative(1 / (x - 1), [x > 1]), visibly_nonnegative(1 / (x - 1), [x >= 1])
    (True, False)
    """
    return why_nonnegative(factor, given, strict) is not None


def why_nonnegative(e: sp.Expr, given: Given, strict: bool = False) -> Why:
    """Return which inequalities, known by name, make an expression >= 0 (or > 0), or None.

    What is larger than a hypothesis says needs none, nor does a sum or product of such parts.

    >>> x, y = sp.symbols("x y", real=True)
    >>> why_nonnegative(-2 * x * y, [x <= 0, y >= 0]), why_nonnegative(sp.Max(x, y) - x, [])
    (frozenset(), frozenset({'cases'}))
    """
    return _why(e, tuple(given), strict)


@cache
def _why(e: sp.Expr, given: tuple[Relational, ...], strict: bool) -> Why:
    if _assumed(e, strict) or _supposed(e, given, strict):
        return frozenset()
    for rule in (_by_parts, _by_cauchy_schwarz, _by_cases):
        if (why := rule(e, given, strict)) is not None:
            return why
    return None


def _assumed(e: sp.Expr, strict: bool) -> bool:
    known = e.is_positive if strict else e.is_nonnegative
    return bool(known or (not strict and e.is_Add and sp.expand(e) == 0))


def _supposed(e: sp.Expr, given: Given, strict: bool) -> bool:
    """Tell whether an expression is at least what some hypothesis says not to be negative."""
    bounds = [g for g in given if isinstance(g, WEAK)]
    for g in sorted(bounds, key=lambda g: e != g.gts - g.lts):  # a hypothesis itself is quick
        more = _multiplied_out(e.primitive()[1] - (g.gts - g.lts).primitive()[1])
        if more.is_positive or (more.is_nonnegative and (isinstance(g, STRICT) or not strict)):
            return True
    return False


def _multiplied_out(e: sp.Expr) -> sp.Expr:
    """Return a normal form; of a polynomial it is quick to have."""
    return sp.expand(_expanded(e)) if _is_polynomial(e) else normal(e)


def _expanded(e: sp.Expr) -> sp.Expr:
    """Return an expression with each inner product written by those of letters."""
    return substitute(e, {inner: carried(inner) for inner in e.atoms(Inner)})


def _is_polynomial(e: sp.Expr) -> bool:
    if e.is_Symbol or e.is_Number or isinstance(e, (Inner, *KINKED)):
        return True
    natural = e.is_Add or e.is_Mul or (e.is_Pow and e.exp.is_Integer and e.exp > 0)
    return bool(natural and all(map(_is_polynomial, e.args)))


def _by_parts(e: sp.Expr, given: Given, strict: bool) -> Why:
    """Look at the base of a power, at the terms of a sum, and at the signs of factors."""
    if e.is_Pow and e.exp.is_real:
        return why_nonnegative(e.base, given, strict or not e.exp.is_nonnegative)
    if e.is_Add:
        if strict and not any(visibly_nonnegative(a, given, strict=True) for a in e.args):
            return None
        return _all(why_nonnegative(a, given) for a in e.args)
    c, rest = e.as_coeff_Mul()
    if abs(c) != 1:
        return why_nonnegative(rest if c > 0 else -rest, given, strict)
    if not rest.is_Mul:
        return None
    negative, whys = c < 0, []
    for factor in rest.args:
        why = why_nonnegative(factor, given, strict)
        if why is None:
            negative, why = not negative, why_nonnegative(-factor, given, strict)
        whys.append(why)
    return None if negative else _all(whys)


def _all(whys: Iterable[Why]) -> Why:
    """Return what is used for any part, or None where one of the parts is not visible."""
    used: frozenset[str] = frozenset()
    for why in whys:
        if why is None:
            return None
        used |= why
    return used


def _by_cauchy_schwarz(e: sp.Expr, given: Given, strict: bool) -> Why:
    """Recognize ‖u‖² ‖v‖² - (u·v)², or ‖u‖ ‖v‖ ± u·v, of any two vectors.

    The proof is a derivation of its own: times ‖v‖² the first is the square of ‖v‖² u - (u·v) v,
    and where v is the zero vector it is 0.
    """
    if strict or not e.is_Add:
        return None
    sides = sorted({side for inner in e.atoms(Inner) for side in inner.args}, key=str)
    for a, b in combinations(sides, 2):
        uu, vv, uv = Inner(a, a), Inner(b, b), Inner(a, b)
        lengths = sp.sqrt(uu) * sp.sqrt(vv)
        gaps = (uu * vv - uv**2, lengths - uv, lengths + uv)
        if any(sp.expand(carried(e - gap)) == 0 for gap in gaps):
            return frozenset({CAUCHY_SCHWARZ})
    return None


def _by_cases(e: sp.Expr, given: Given, strict: bool) -> Why:
    """Put in what a maximum, a size, or a function with branches is in each case.

    Of a maximum that is added, each term is a lower bound, so that one that will do is enough.
    """
    e = sp.expand(_expanded(e))
    kinks = [m for m in sorted(e.atoms(*KINKED), key=sp.default_sort_key) if _linear(e, m)]
    if not kinks or prod(len(_cases(m)) for m in kinks) > MOST_CASES:
        return None

    def put(m: sp.Expr, v: sp.Expr, known: Given = ()) -> Why:
        why = why_nonnegative(substitute(e, {m: v}), [*given, *known], strict)
        return None if why is None else why | {CASES}

    added = [
        m
        for m in kinks
        if isinstance(m, sp.Max | sp.Abs) and visibly_nonnegative(e.coeff(m), given)
    ]
    if added == kinks:
        for v, _ in _cases(kinks[0]):
            if (why := put(kinks[0], v)) is not None:
                return why
    m = next((m for m in kinks if m not in added), kinks[0])
    return _all(put(m, v, known) for v, known in _cases(m) if sp.false not in known)


def _linear(e: sp.Expr, m: sp.Expr) -> bool:
    """Tell whether an expression is c m + rest, without m in c or the rest, or in a sum."""
    c = sp.S.Zero if isinstance(m, sp.Abs) and not m.args[0].is_real else e.coeff(m)
    return bool(c != 0 and not c.has(m) and not sp.expand(e - c * m).has(m))


def _cases(m: sp.Expr) -> list[tuple[sp.Expr, list[Relational]]]:
    """Return the values of a maximum, a size or branches, and what is known where each is taken."""
    if isinstance(m, sp.Piecewise):
        found: list[tuple[sp.Expr, list[Relational]]] = []
        before: list[Relational] = []
        for v, c in m.args:
            found.append((v, [*before, *(g for g in sp.And.make_args(c) if g != sp.true)]))
            before += [c.negated] if isinstance(c, Relational) else []
        return found
    if isinstance(m, sp.Abs):
        (a,) = m.args
        return [(a, [a >= 0]), (-a, [a <= 0])]
    above = sp.Le if isinstance(m, sp.Min) else sp.Ge
    return [(a, [above(a, b) for b in m.args if b != a]) for a in m.args]
