"""Rewriting a difference to zero: the steps that the checks allow SymPy, and our own (gate 2).

SymPy's ``simplify`` is powerful and, on sums with a symbolic range, sometimes wrong: an index can
escape from its sum. So every sum is first brought to a canonical form by our own short rules, and
`simplify` is only ever shown expressions in which a whole sum is one opaque symbol.

>>> i, j, n = sp.symbols("i j n", integer=True, positive=True)
>>> a, b = sp.IndexedBase("a"), sp.IndexedBase("b")
>>> square = sp.Sum(a[i], (i, 1, n)) * sp.Sum(b[i], (i, 1, n))
>>> normal(square - sp.Sum(a[j] * b[i], (i, 1, n), (j, 1, n)))
0
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from typing import Any

import sympy as sp

__all__ = ["RULES", "free", "normal", "residue"]

Limits = tuple[Any, ...]
Rule = Callable[[Any, Sequence[Any]], Any]

INDICES = tuple(sp.Dummy(f"s{q}", integer=True) for q in range(8))  # no name of the caller's


class _NotLinear(Exception):
    """A sum stands where it cannot be multiplied out."""


def branched(e: Any, given: Sequence[Any]) -> Any:
    """Write a maximum or minimum by cases: SymPy's derivative of it is Heaviside's function."""
    return e.rewrite([sp.Max, sp.Min], sp.Piecewise)


def expanded(e: Any, given: Sequence[Any]) -> Any:
    """Carry out derivatives, substitutions and inner products, and multiply out."""
    return sp.expand(e.doit().doit())  # twice: a derivative may leave a sum to be carried out


def applicable(e: Any, given: Sequence[Any]) -> list[Any]:
    """Return the hypotheses that speak of no name bound in `e`: there it is another variable."""
    bound = {v for s in e.atoms(sp.Sum) for v in s.variables}
    return [g for g in given if not g.free_symbols & bound]


def assumed(e: Any, given: Sequence[Any]) -> Any:
    """Put True for a hypothesis, and False for its negation, wherever it stands."""
    table: dict[Any, Any] = {}
    for g in applicable(e, given):
        no = g.negated
        table |= {g: sp.true, g.reversed: sp.true, no: sp.false, no.reversed: sp.false}
    return e.xreplace(table)


def from_one(e: Any, given: Sequence[Any]) -> Any:
    """Take the term 0 out of a sum from 0, as the constant feature out of an augmented pattern."""

    def split(s: Any) -> Any:
        ((j, _, last),) = s.limits
        return s.function.subs(j, 0) + sp.Sum(s.function, (j, 1, last))

    return e.replace(
        lambda s: isinstance(s, sp.Sum) and len(s.limits) == 1 and s.limits[0][1] == 0, split
    )


def canonical(e: Any, given: Sequence[Any]) -> Any:
    """Write `e` as a sum of Σ monomial, forgetting the names of indices and the order of sums."""
    total: dict[Any, Any] = defaultdict(lambda: sp.S.Zero)
    for term, limits in _flat(e):
        for monomial in sp.Add.make_args(sp.expand(term)):
            coefficient, rest = monomial.as_coeff_Mul()
            total[_anonymous(rest, limits)] += coefficient
    return sp.Add(*(c * (sp.Sum(m, *limits) if limits else m) for (m, limits), c in total.items()))


def _flat(e: Any) -> Iterator[tuple[Any, Limits]]:
    """Yield the terms of `e`, each without its sums, and beside it the limits of those sums."""
    if not e.has(sp.Sum):
        yield e, ()
    elif e.is_Add:
        for a in e.args:
            yield from _flat(a)
    elif e.is_Mul:
        yield from _flat_product(e.args)
    elif e.is_Pow and e.exp.is_Integer and e.exp > 0:
        yield from _flat_product([e.base] * int(e.exp))
    elif isinstance(e, sp.Sum):
        fresh = {v: sp.Dummy("s", integer=True) for v in e.variables}
        limits = tuple((fresh[v], low, high) for v, low, high in e.limits)
        if any(x.has(sp.Dummy, *fresh) for _, *ends in limits for x in ends):
            raise _NotLinear("the limits of one sum depend on another")
        for term, inner in _flat(e.function.xreplace(fresh)):
            yield term, inner + limits
    else:
        raise _NotLinear(f"a sum inside {type(e).__name__}")


def _flat_product(factors: Sequence[Any]) -> Iterator[tuple[Any, Limits]]:
    for terms in product(*(list(_flat(f)) for f in factors)):
        yield sp.Mul(*(t for t, _ in terms)), sum((limits for _, limits in terms), ())


def _anonymous(monomial: Any, limits: Limits) -> tuple[Any, Limits]:
    """Name the indices s0, s1, ... by range, choosing among equal ranges the least monomial."""
    ordered = sorted(limits, key=lambda limit: tuple(map(sp.default_sort_key, limit[1:])))
    names = INDICES[: len(ordered)]
    ranges = [limit[1:] for limit in ordered]
    candidates = [
        monomial.xreplace({limit[0]: name for limit, name in zip(order, names, strict=True)})
        for order in permutations(ordered)
        if [limit[1:] for limit in order] == ranges
    ]
    least = min(candidates, key=sp.default_sort_key)
    return least, tuple((name, *ends) for name, ends in zip(names, ranges, strict=True))


def termwise(e: Any, given: Sequence[Any]) -> Any:
    """Drop sums over one range whose summands add up to 0 for an index of which nothing is known."""
    together: dict[Any, Any] = defaultdict(lambda: sp.S.Zero)
    fresh: dict[Any, list[Any]] = {}
    for term in sp.Add.make_args(e):
        factor, rest = term.as_independent(sp.Sum)
        if not isinstance(rest, sp.Sum):
            return e
        ends = tuple(limit[1:] for limit in rest.limits)
        if any(x.has(*rest.variables) for pair in ends for x in pair):
            return e
        generic = fresh.setdefault(ends, [_generic(low) for low, _ in ends])
        renamed = dict(zip(rest.variables, generic, strict=True))
        together[ends] += factor * rest.function.xreplace(renamed)
    return sp.S.Zero if all(normal(f, given) == 0 for f in together.values()) else e


def _generic(low: Any) -> Any:
    """Return an index of which nothing is known but where its sum begins."""
    return sp.Dummy("generic", integer=True, **({"positive": True} if low.is_positive else {}))


def quotient(e: Any, given: Sequence[Any]) -> Any:
    """Bring to a common denominator and cancel."""
    return sp.cancel(sp.together(e))


def refined(e: Any, given: Sequence[Any]) -> Any:
    """Use the hypotheses, as in ``|x| = x`` for x > 0."""
    return sp.refine(e, sp.And(*applicable(e, given)))


def opaque(e: Any, given: Sequence[Any]) -> Any:
    """Let SymPy simplify, and sort out branches, after naming each whole sum by one symbol."""
    names = {s: sp.Dummy("S", real=s.is_real) for s in _outermost_sums(e)}
    back = {name: s for s, name in names.items()}
    bare = e.xreplace(names)
    return sp.simplify(sp.piecewise_fold(bare)).xreplace(back)


def _outermost_sums(e: Any) -> set[Any]:
    if isinstance(e, sp.Sum):
        return {e}
    return set().union(*map(_outermost_sums, e.args))


# Cheapest first; those of Piecewise and of hypotheses again after those that bring them to light.
RULES: tuple[Rule, ...] = (
    branched,
    expanded,
    assumed,
    from_one,
    canonical,
    termwise,
    quotient,
    refined,
    assumed,
    opaque,
    refined,
)


def normal(e: Any, given: Sequence[Any] = ()) -> Any:
    """Rewrite an expression towards 0.

    Parameters
    ----------
    e : sympy.Expr
        A difference of two sides.
    given : sequence of conditions
        Hypotheses that may be used.

    Returns
    -------
    sympy.Expr
        0 where the rules reach it, otherwise what they leave. A result with a free symbol that `e`
        does not have is thrown away: there an index escaped from its sum.

    Examples
    --------
    >>> x = sp.Symbol("x", real=True)
    >>> normal((x + 1) ** 2 - x**2 - 2 * x - 1), normal(sp.Abs(x) - x, [x > 0])
    (0, 0)
    >>> normal(sp.Abs(x) - x)
    -x + Abs(x)
    """
    for rule in RULES:
        new = _attempt(rule, e, given)
        if free(new) <= free(e):
            e = new
        if e == 0:
            break
    return e


def free(e: Any) -> set[Any]:
    """Return the free symbols; SymPy counts an entry w[i] among them even where i is bound.

    Parameters
    ----------
    e : sympy.Expr

    Returns
    -------
    set of sympy.Symbol

    Examples
    --------
    >>> i, n = sp.symbols("i n")
    >>> sorted(map(str, free(sp.Sum(sp.IndexedBase("w")[i], (i, 1, n)))))
    ['n', 'w']
    """
    return {s for s in e.free_symbols if isinstance(s, sp.Symbol)}


def _attempt(rule: Rule, e: Any, given: Sequence[Any]) -> Any:
    try:
        return rule(e, given)
    except Exception:  # noqa: BLE001 - where a rule does not apply, SymPy may raise anything
        return e


def residue(lhs: Any, rhs: Any, given: Sequence[Any] = ()) -> list[Any]:
    """Return what is left of the difference of two sides, entry by entry where there are entries.

    Parameters
    ----------
    lhs, rhs : SymPy expressions, matrices or matrix expressions
    given : sequence of conditions

    Returns
    -------
    list of SymPy expressions
        Empty where the sides were shown equal.

    Examples
    --------
    >>> n, d = sp.symbols("n d", integer=True, positive=True)
    >>> X, w = sp.MatrixSymbol("X", n, d), sp.MatrixSymbol("w", d, 1)
    >>> residue((X * w).T, w.T * X.T)
    []
    """
    difference = lhs - rhs
    if isinstance(difference, sp.MatrixExpr):
        difference = difference.doit().expand().doit()
    if isinstance(difference, sp.MatrixBase):
        entries = [normal(e, given) for e in difference]
    elif isinstance(difference, sp.MatrixExpr):
        entries = [0 if isinstance(difference, sp.ZeroMatrix) else difference]
    else:
        entries = [normal(difference, given)]
    return [e for e in entries if e != 0]
