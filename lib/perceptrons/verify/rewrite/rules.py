"""Gate 3: rewriting a difference to zero, by steps that SymPy is trusted with and by our own.

SymPy's ``simplify`` is powerful but, on sums with a symbolic range, sometimes wrong: an index can
escape from its sum. So every sum is first brought to a canonical form by the short rules below, and
`simplify` sees only expressions in which each whole sum is replaced by a symbol.

>>> i, j, n = sp.symbols("i j n", integer=True, positive=True)
>>> a, b = sp.IndexedBase("a"), sp.IndexedBase("b")
>>> square = sp.Sum(a[i], (i, 1, n)) * sp.Sum(b[i], (i, 1, n))
>>> normal(square - sp.Sum(a[j] * b[i], (i, 1, n), (j, 1, n)))
0
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

import sympy as sp
from sympy.polys.polyerrors import BasePolynomialError

from perceptrons.verify.claim import NotProved
from perceptrons.verify.language.binding import BINDERS, carried, fresh, substitute
from perceptrons.verify.language.symmetry import split
from perceptrons.verify.rewrite.cases import (
    Given,
    assumed,
    branched,
    by_abs,
    refined,
    signed,
)
from perceptrons.verify.rewrite.counting import pascal, residues
from perceptrons.verify.rewrite.equations import by_equations
from perceptrons.verify.rewrite.logarithms import logarithms
from perceptrons.verify.rewrite.products import by_traces, vanishes
from perceptrons.verify.rewrite.sums import Limits, canonical, from_one, to_last

__all__ = ["RULES", "free", "normal", "residue"]
__all__ += ["by_roots", "expanded", "opaque", "quotient", "termwise", "traces"]  # our own rules

_Rule: TypeAlias = "Callable[[sp.Expr, Given], sp.Expr]"
REFUSALS = (BasePolynomialError, NotImplementedError)  # of SymPy
MOST_CASES = 16  # values of letters that are tried one by one


def expanded(e: sp.Expr, given: Given) -> sp.Expr:
    """Carry out derivatives, substitutions and inner products, and multiply out."""
    return sp.expand(carried(carried(e)))  # twice: a derivative may leave a sum to be carried out


def traces(e: sp.Expr, given: Given) -> sp.Expr:
    """Multiply out under each trace, and turn its products round."""
    return by_traces(e)


def quotient(e: sp.Expr, given: Given) -> sp.Expr:
    """Bring to a common denominator and cancel."""
    return sp.cancel(sp.together(e))


def opaque(e: sp.Expr, given: Given) -> sp.Expr:
    """Let SymPy simplify, and merge branches, with a symbol in place of each whole sum or product."""
    names = {s: sp.Dummy("S", real=s.is_real) for s in _outermost(e)}
    back = {name: s for s, name in names.items()}
    return substitute(sp.simplify(sp.piecewise_fold(substitute(e, names))), back)


def _outermost(e: sp.Basic) -> set[sp.Expr]:
    """Return the sums and the like that stand under no other: so no bound name is free in them."""
    if isinstance(e, BINDERS):
        return {e}
    return set().union(*map(_outermost, e.args))


def termwise(e: sp.Expr, given: Given) -> sp.Expr:
    """Drop sums over one range whose summands add up to 0 at a generic index."""
    together: dict[Limits, sp.Expr] = defaultdict(lambda: sp.S.Zero)
    fresh: dict[Limits, list[sp.Dummy]] = {}
    for term in sp.Add.make_args(e):
        factor, rest = term.as_independent(sp.Sum)
        if not isinstance(rest, sp.Sum):
            return e
        ends = tuple(limit[1:] for limit in rest.limits)
        if any(x.has(*rest.variables) for pair in ends for x in pair):
            return e
        generic = fresh.setdefault(ends, [_generic(low) for low, _ in ends])
        renamed = dict(zip(rest.variables, generic, strict=True))
        together[ends] += factor * substitute(rest.function, renamed)
    return sp.S.Zero if all(normal(f, given) == 0 for f in together.values()) else e


def _generic(low: sp.Expr) -> sp.Dummy:
    """Return an index of which nothing is known except that it is positive if its sum starts so."""
    return sp.Dummy("generic", integer=True, **({"positive": True} if low.is_positive else {}))


def by_roots(e: sp.Expr, given: Given) -> sp.Expr:
    """Return 0 for what is 0 at each of the few values that equations leave to letters: t**2 = 1."""
    found: dict[sp.Symbol, list[sp.Rational]] = {}
    for g in given:
        if g.rel_op == "==" and len(g.free_symbols) == 1:
            p = (g.lhs - g.rhs).as_poly(*g.free_symbols)
            roots = sp.roots(p) if p is not None else {}
            if roots and sum(roots.values()) == p.degree() and all(r.is_Rational for r in roots):
                found[p.gen] = list(roots)
    choices = product(*found.values())
    if not found or prod(map(len, found.values())) > MOST_CASES:
        return e
    each = (substitute(e, dict(zip(found, values, strict=True))) for values in choices)
    return sp.S.Zero if all(normal(there) == 0 for there in each) else e


# Cheapest first. `assumed` and `refined` come twice: later rules uncover new conditions.
RULES: tuple[_Rule, ...] = (
    branched,
    expanded,
    logarithms,
    traces,
    assumed,
    from_one,
    to_last,
    canonical,
    termwise,
    by_equations,
    quotient,
    signed,
    refined,
    assumed,
    residues,
    by_roots,
    opaque,
    refined,
)
TRIANGLE: tuple[_Rule, ...] = (pascal, from_one, to_last, canonical, termwise)  # sums stay sums


def normal(e: sp.Expr, given: Given = ()) -> sp.Expr:
    """Rewrite a difference towards 0; return what the rules leave of it.

    A result with a free symbol that `e` does not have is discarded: an index escaped from its sum.

    >>> x = sp.Symbol("x", real=True)
    >>> normal((x + 1) ** 2 - x**2 - 2 * x - 1), normal(sp.Abs(x) - x, [x > 0])
    (0, 0)
    >>> normal(sp.Abs(x) - x)
    -x + Abs(x)
    """
    bent = e.has(sp.Max, sp.Min, sp.Abs) and not e.has(sp.Derivative)
    if bent and _rewritten(e, given, (by_abs, *RULES)) == 0:
        return sp.S.Zero
    if e.has(sp.binomial) and e.has(sp.Sum) and _rewritten(e, given, TRIANGLE) == 0:
        return sp.S.Zero
    return _rewritten(e, given, RULES)


def _rewritten(e: sp.Expr, given: Given, rules: Sequence[_Rule]) -> sp.Expr:
    for rule in rules:
        new = fresh(_attempt(rule, e, given))
        if free(new) <= free(e):
            e = new
        if e == 0:
            break
    return e


def free(e: sp.Expr) -> set[sp.Symbol]:
    """Return the free symbols, without the entries w[i] that SymPy adds even where i is bound.

    >>> i, n = sp.symbols("i n")
    >>> sorted(map(str, free(sp.Sum(sp.IndexedBase("w")[i], (i, 1, n)))))
    ['n', 'w']
    """
    return {s for s in e.free_symbols if isinstance(s, sp.Symbol)}


def _attempt(rule: _Rule, e: sp.Expr, given: Given) -> sp.Expr:
    """Apply a rule, or pass it over where SymPy says that it cannot; an error of ours is none."""
    try:
        return rule(e, given)
    except REFUSALS:
        return e


def residue(
    lhs: sp.Expr | sp.MatrixBase, rhs: sp.Expr | sp.MatrixBase, given: Given = ()
) -> list[sp.Expr]:
    """Return what is left of the difference of two sides, entry by entry; [] if they are equal.

    >>> n, d = sp.symbols("n d", integer=True, positive=True)
    >>> X, w = sp.MatrixSymbol("X", n, d), sp.MatrixSymbol("w", d, 1)
    >>> residue((X * w).T, w.T * X.T)
    []
    """
    sums = split(given)
    for e in (lhs, rhs):
        if any(v.has(*sums) for part in e.atoms(sp.Derivative) for v in part.variables if sums):
            raise NotProved(
                3,
                f"{e} is a derivative by an entry of a symmetric matrix, of which two change at once",
                "differentiate by entries of a matrix of which nothing is supposed",
            )
    given = [g for g in given if not isinstance(g.lhs, sp.MatrixExpr | sp.MatrixBase)]
    try:
        difference = substitute(lhs - rhs, sums)
        if isinstance(difference, sp.MatrixExpr):
            difference = carried(carried(difference).expand())
    except Exception as error:
        raise NotProved(
            3,
            f"SymPy stops with {type(error).__name__} on the difference of {lhs} and {rhs}",
            "write the sides in another form",
        ) from error
    if isinstance(difference, sp.MatrixBase):
        entries = [normal(e, given) for e in difference]
    elif isinstance(difference, sp.MatrixExpr):
        entries = [0 if vanishes(difference) else difference]
    else:
        entries = [normal(difference, given)]
    return [e for e in entries if e != 0]
