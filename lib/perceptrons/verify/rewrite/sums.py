"""Rules for sums: one canonical form, whatever the indices are called and the order of the sums.

>>> i, j, n = sp.symbols("i j n", integer=True, positive=True)
>>> a = sp.IndexedBase("a")
>>> canonical(sp.Sum(a[i], (i, 1, n)) - sp.Sum(a[j], (j, 1, n)), ())
0
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import permutations, product
from typing import TypeAlias

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from perceptrons.verify.language.binding import everywhere, substitute
from perceptrons.verify.rewrite.cases import Given

__all__ = ["Limits", "canonical", "constants_out", "from_one", "to_last"]


Limits: TypeAlias = "tuple[sp.Tuple, ...]"  # of nested sums: (index, first, last) each
_Term: TypeAlias = "tuple[sp.Expr, Limits]"  # a summand, and the sums in front of it
INDICES = tuple(sp.Dummy(f"s{q}", integer=True) for q in range(8))  # no name of the caller's


class _NotLinear(Exception):
    """A sum stands where it cannot be multiplied out."""


def from_one(e: sp.Expr, given: Given) -> sp.Expr:
    """Split off the term 0 of a sum that starts at 0, like the bias of an augmented pattern."""

    def split(s: sp.Sum) -> sp.Expr:
        (j, first, last), *more = s.limits
        if more or first != 0:
            return s
        return substitute(s.function, {j: 0}) + sp.Sum(s.function, (j, 1, last))

    return everywhere(e, sp.Sum, split)


def to_last(e: sp.Expr, given: Given) -> sp.Expr:
    """Let sums end at n, not at n + 1 or n - 1: split off the last terms, or take them in.

    A term that is taken in must have a value: so the summand may not divide by the index, and no
    matrix may end before it.
    """

    def split(s: sp.Sum) -> sp.Expr:
        (j, low, high), *others = s.limits
        more, end = high.as_coeff_Add()
        powers = (p for p in s.function.atoms(sp.Pow) if p.has(j))
        tame = all(p.exp.is_nonnegative and p.exp.is_integer for p in powers)
        inside = more > 0 or (tame and not s.function.has(MatrixElement))
        if others or not (end.free_symbols and more.is_Integer and 0 < abs(more) <= 4 and inside):
            return s
        steps = range(1, more + 1) if more > 0 else range(0, more, -1)
        terms = sp.Add(*(substitute(s.function, {j: end + q}) for q in steps))
        return sp.Sum(s.function, (j, low, end)) + (terms if more > 0 else -terms)

    return everywhere(e, sp.Sum, split)


def canonical(e: sp.Expr, given: Given) -> sp.Expr:
    """Write `e` as a sum of Σ monomial, forgetting the names of indices and the order of sums."""
    try:
        terms = _flat(e)
    except _NotLinear:
        return e
    total: dict[_Term, sp.Expr] = defaultdict(lambda: sp.S.Zero)
    for term, limits in terms:
        for monomial in sp.Add.make_args(sp.expand(term)):
            coefficient, rest = monomial.as_coeff_Mul()
            needed = tuple(limit for limit in limits if rest.has(limit[0]))
            idle = (high - low + 1 for i, low, high in limits if not rest.has(i))
            for part in sp.Add.make_args(sp.expand(sp.Mul(rest, *idle))):
                number, rest = part.as_coeff_Mul()
                total[_anonymous(rest, needed)] += coefficient * number
    return sp.Add(*(c * (sp.Sum(m, *limits) if limits else m) for (m, limits), c in total.items()))


def _flat(e: sp.Expr) -> list[_Term]:
    """Multiply out the sums in `e`: return its terms, each with the limits of the sums over it."""
    if not e.has(sp.Sum):
        return [(e, ())]
    if e.is_Add:
        return [term for a in e.args for term in _flat(a)]
    if e.is_Mul:
        return _flat_product(e.args)
    if e.is_Pow and e.exp.is_Integer and e.exp > 0:
        return _flat_product([e.base] * int(e.exp))
    if isinstance(e, sp.Sum):
        return _flat_sum(e)
    raise _NotLinear(f"a sum inside {type(e).__name__}")


def _flat_product(factors: Sequence[sp.Expr]) -> list[_Term]:
    return [
        (sp.Mul(*(t for t, _ in terms)), sum((limits for _, limits in terms), ()))
        for terms in product(*map(_flat, factors))
    ]


def _flat_sum(e: sp.Sum) -> list[_Term]:
    """Give the indices new names, so that those of two factors never clash."""
    fresh = {v: sp.Dummy("s", integer=True) for v in e.variables}
    limits = tuple((fresh[v], low, high) for v, low, high in e.limits)
    if any(x.has(sp.Dummy, *fresh) for _, *ends in limits for x in ends):
        raise _NotLinear("the limits of one sum depend on another")
    return [(term, inner + limits) for term, inner in _flat(substitute(e.function, fresh))]


def _anonymous(monomial: sp.Expr, limits: Limits) -> _Term:
    """Name the indices s0, s1, ... by range, choosing among equal ranges the least monomial."""
    ordered = sorted(limits, key=lambda limit: tuple(map(sp.default_sort_key, limit[1:])))
    names = INDICES[: len(ordered)]
    ranges = [limit[1:] for limit in ordered]
    candidates = [
        substitute(monomial, {limit[0]: name for limit, name in zip(order, names, strict=True)})
        for order in permutations(ordered)
        if [limit[1:] for limit in order] == ranges
    ]
    least = min(candidates, key=sp.default_sort_key)
    return least, tuple((name, *ends) for name, ends in zip(names, ranges, strict=True))


def constants_out(s: sp.Sum) -> sp.Expr:
    constant, rest = s.function.as_independent(*s.variables, as_Add=False)
    ends = set().union(*(end.free_symbols for limit in s.limits for end in limit[1:]))
    return (
        s
        if constant.has(*s.variables) or ends & set(s.variables)
        else constant * sp.Sum(rest, *s.limits)
    )
