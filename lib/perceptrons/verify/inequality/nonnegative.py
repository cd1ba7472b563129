"""Which factors are visibly not negative: by assumptions, hypotheses, and four named inequalities.

>>> x = sp.Symbol("x", real=True)
>>> visibly_nonnegative(x**2, []), visibly_nonnegative(x, []), visibly_nonnegative(x, [x >= 1])
(True, False, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import sympy as sp
from sympy.core.relational import (
    GreaterThan,
    LessThan,
    Relational,
    StrictGreaterThan,
    StrictLessThan,
)

from perceptrons.verify.language.inner_products import dot, names, norm2, vectors
from perceptrons.verify.rewrite.rules import normal

__all__ = ["visibly_nonnegative"]

STRICT = (StrictGreaterThan, StrictLessThan)
WEAK = (*STRICT, GreaterThan, LessThan)


def visibly_nonnegative(
    factor: sp.Expr, given: Sequence[Relational], *, strict: bool = False
) -> bool:
    """Tell whether assumptions and hypotheses make a factor >= 0 (or > 0).

    So is what is larger than a hypothesis says: y, given y >= 2; and an integer power of what is
    visibly positive: 1/a, given a > 0.

    >>> x = sp.Symbol("x", real=True)
    >>> visibly_nonnegative(1 / (x - 1), [x > 1]), visibly_nonnegative(1 / (x - 1), [x >= 1])
    (True, False)
    """
    if factor.is_positive if strict else factor.is_nonnegative:
        return True
    if (
        factor.is_Pow
        and factor.exp.is_integer
        and visibly_nonnegative(factor.base, given, strict=True)
    ):
        return True
    bounds = [g for g in given if isinstance(g, WEAK)]
    for g in sorted(bounds, key=lambda g: factor != g.gts - g.lts):  # a hypothesis itself is quick
        more = normal(factor - (g.gts - g.lts))  # than the hypothesis says to be >= 0
        if more.is_positive or (more.is_nonnegative and (isinstance(g, STRICT) or not strict)):
            return True
    if not strict and (_is_gram(factor) or _is_larger(factor) or _is_triangle(factor)):
        return True
    return factor.is_Mul and all(visibly_nonnegative(f, given, strict=strict) for f in factor.args)


def _is_gram(factor: sp.Expr) -> bool:
    """Tell whether a factor is ‖u‖² ‖v‖² - (u·v)², which Cauchy and Schwarz show to be >= 0.

    Their proof is a derivation of its own: times ‖v‖² it is the square of ‖v‖² u - (u·v) v, and
    where v is the zero vector it is 0.
    """
    pairs = combinations(vectors(" ".join(sorted(names(factor)))), 2) if factor.is_Add else ()
    return any(normal(factor - norm2(u) * norm2(v) + dot(u, v) ** 2) == 0 for u, v in pairs)


def _is_larger(factor: sp.Expr) -> bool:
    """Tell whether a factor is max(a, b, ...) - a, or |a| - a."""
    for m in factor.atoms(sp.Max, sp.Abs):
        (a, *others) = m.args
        less = [a, *others] if isinstance(m, sp.Max) else [a, -a]
        if any(sp.expand(factor - m + b) == 0 for b in less):
            return True
    return False


def _is_triangle(factor: sp.Expr) -> bool:
    """Tell whether a factor is |a| + |b| - |a + b|, also with c |a|, c >= 0, written for |c a|."""
    plus: list[sp.Expr] = []
    minus: list[sp.Expr] = []
    for term in sp.Add.make_args(factor):
        c, side = term.as_independent(sp.Abs, as_Add=False)
        if not isinstance(side, sp.Abs) or not (c.is_nonnegative or c.is_nonpositive):
            return False
        (plus if c.is_nonnegative else minus).append(c * side.args[0])
    if (len(plus), len(minus)) != (2, 1):
        return False
    (a, b), (c,) = plus, minus
    return any(sp.expand(c - i * a - j * b) == 0 for i in (1, -1) for j in (1, -1))
