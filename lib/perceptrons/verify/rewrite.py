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
from itertools import permutations, product
from math import prod
from typing import TypeAlias

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import NotProved
from perceptrons.verify.counting import pascal, residues
from perceptrons.verify.letters import bound
from perceptrons.verify.nonzero import shown_nonnegative, shown_positive
from perceptrons.verify.products import by_traces, vanishes

__all__ = ["RULES", "free", "normal", "residue"]

Given: TypeAlias = "Sequence[Relational]"
Rule: TypeAlias = "Callable[[sp.Expr, Given], sp.Expr]"
Limits: TypeAlias = "tuple[sp.Tuple, ...]"  # of nested sums: (index, first, last) each
Term: TypeAlias = "tuple[sp.Expr, Limits]"  # a summand, and the sums in front of it

MOST_CASES = 16  # values of letters that are tried one by one
INDICES = tuple(sp.Dummy(f"s{q}", integer=True) for q in range(8))  # no name of the caller's


class _NotLinear(Exception):
    """A sum stands where it cannot be multiplied out."""


def traces(e: sp.Expr, given: Given) -> sp.Expr:
    """Multiply out under each trace, and turn its products round."""
    return by_traces(e)


def branched(e: sp.Expr, given: Given) -> sp.Expr:
    """Write a maximum or minimum by cases: SymPy's derivative of it is Heaviside's function."""
    return e.rewrite([sp.Max, sp.Min], sp.Piecewise)


def expanded(e: sp.Expr, given: Given) -> sp.Expr:
    """Carry out derivatives, substitutions and inner products, and multiply out."""
    return sp.expand(e.doit().doit())  # twice: a derivative may leave a sum to be carried out


def logarithms(e: sp.Expr, given: Given) -> sp.Expr:
    """Write the logarithm of a product as a sum, where each factor is positive or an even power."""
    known = tuple(applicable(e, given))

    def factor(f: sp.Expr) -> sp.Expr:
        base, p = f.as_base_exp()
        if shown_positive(base, known) and p.is_real:
            return p * sp.log(base)
        return p * sp.log(sp.Abs(base)) if p.is_even else sp.log(f)

    def split(a: sp.Expr) -> sp.Expr:
        a = _constants_out(a) if isinstance(a, sp.Sum) else a
        factors = sp.Mul.make_args(sp.factor_terms(sp.together(a)))
        if all(shown_positive(f, known) for f in factors):
            return sp.Add(*map(factor, factors))
        return sp.log(a)

    return e.replace(sp.log, split)


def applicable(e: sp.Expr, given: Given) -> list[Relational]:
    """Return the hypotheses without names that a sum in `e` binds: there they mean something else."""
    hidden = bound(e)
    return [g for g in given if not g.free_symbols & hidden]


def assumed(e: sp.Expr, given: Given) -> sp.Expr:
    """Replace each hypothesis by True, and its negation by False."""
    table: dict[sp.Basic, sp.Basic] = {}
    for g in applicable(e, given):
        no = g.negated
        table |= {g: sp.true, g.reversed: sp.true, no: sp.false, no.reversed: sp.false}
    return e.xreplace(table)


def from_one(e: sp.Expr, given: Given) -> sp.Expr:
    """Split off the term 0 of a sum that starts at 0, like the bias of an augmented pattern."""

    def split(s: sp.Sum) -> sp.Expr:
        ((j, _, last),) = s.limits
        return s.function.subs(j, 0) + sp.Sum(s.function, (j, 1, last))

    return e.replace(
        lambda s: isinstance(s, sp.Sum) and len(s.limits) == 1 and s.limits[0][1] == 0, split
    )


def to_last(e: sp.Expr, given: Given) -> sp.Expr:
    """Let sums end at n, not at n + 1 or n - 1: split off the last terms, or take them in.

    A term that is taken in must have a value: so the summand may not divide by the index.
    """

    def split(s: sp.Sum) -> sp.Expr:
        ((j, low, high),) = s.limits
        more, end = high.as_coeff_Add()
        powers = (p for p in s.function.atoms(sp.Pow) if p.has(j))
        inside = more > 0 or all(p.exp.is_nonnegative and p.exp.is_integer for p in powers)
        if not (end.free_symbols and more.is_Integer and 0 < abs(more) <= 4 and inside):
            return s
        steps = range(1, more + 1) if more > 0 else range(0, more, -1)
        terms = sp.Add(*(s.function.xreplace({j: end + q}) for q in steps))
        return sp.Sum(s.function, (j, low, end)) + (terms if more > 0 else -terms)

    return e.replace(lambda s: isinstance(s, sp.Sum) and len(s.limits) == 1, split)


def canonical(e: sp.Expr, given: Given) -> sp.Expr:
    """Write `e` as a sum of Σ monomial, forgetting the names of indices and the order of sums."""
    total: dict[Term, sp.Expr] = defaultdict(lambda: sp.S.Zero)
    for term, limits in _flat(e):
        for monomial in sp.Add.make_args(sp.expand(term)):
            coefficient, rest = monomial.as_coeff_Mul()
            needed = tuple(limit for limit in limits if rest.has(limit[0]))
            idle = (high - low + 1 for i, low, high in limits if not rest.has(i))
            for part in sp.Add.make_args(sp.expand(sp.Mul(rest, *idle))):
                number, rest = part.as_coeff_Mul()
                total[_anonymous(rest, needed)] += coefficient * number
    return sp.Add(*(c * (sp.Sum(m, *limits) if limits else m) for (m, limits), c in total.items()))


def _flat(e: sp.Expr) -> list[Term]:
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


def _flat_product(factors: Sequence[sp.Expr]) -> list[Term]:
    return [
        (sp.Mul(*(t for t, _ in terms)), sum((limits for _, limits in terms), ()))
        for terms in product(*map(_flat, factors))
    ]


def _flat_sum(e: sp.Sum) -> list[Term]:
    """Give the indices new names, so that those of two factors never clash."""
    fresh = {v: sp.Dummy("s", integer=True) for v in e.variables}
    limits = tuple((fresh[v], low, high) for v, low, high in e.limits)
    if any(x.has(sp.Dummy, *fresh) for _, *ends in limits for x in ends):
        raise _NotLinear("the limits of one sum depend on another")
    return [(term, inner + limits) for term, inner in _flat(e.function.xreplace(fresh))]


def _anonymous(monomial: sp.Expr, limits: Limits) -> Term:
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
        together[ends] += factor * rest.function.xreplace(renamed)
    return sp.S.Zero if all(normal(f, given) == 0 for f in together.values()) else e


def _generic(low: sp.Expr) -> sp.Dummy:
    """Return an index of which nothing is known except that it is positive if its sum starts so."""
    return sp.Dummy("generic", integer=True, **({"positive": True} if low.is_positive else {}))


def by_equations(e: sp.Expr, given: Given) -> sp.Expr:
    """Reduce a numerator by the hypotheses that are equations, such as t**2 = 1 or u·v = 0.

    What is no number is a letter here, also an inner product, or a whole sum. The remainder of a
    division by polynomials that are all 0 has the same value; so what is left is equal.
    """
    equations = [
        sp.expand((g.lhs - g.rhs).doit()) for g in applicable(e, given) if g.rel_op == "=="
    ]
    if not equations:
        return e
    e = e.replace(lambda s: isinstance(s, sp.Sum), _constants_out)
    numerator, denominator = sp.fraction(sp.together(e))
    parts = [sp.expand(numerator), *equations]
    opaque = set().union(*(_opaque(p) for p in parts))
    names = {a: sp.Dummy("a", real=True) for a in sorted(opaque, key=sp.default_sort_key)}
    top, *zero = (p.xreplace(names) for p in parts)
    letters = sorted(set().union(*(p.free_symbols for p in zero)), key=sp.default_sort_key)
    basis = sp.groebner(zero, *letters, order="grevlex")
    rest = sp.reduced(top, basis.exprs, *letters, order="grevlex")[1]
    return rest.xreplace({name: a for a, name in names.items()}) / denominator


def by_roots(e: sp.Expr, given: Given) -> sp.Expr:
    """Return 0 for what is 0 at each of the few values that equations leave to letters: t**2 = 1."""
    found: dict[sp.Symbol, list[sp.Rational]] = {}
    for g in applicable(e, given):
        if g.rel_op == "==" and len(g.free_symbols) == 1:
            p = (g.lhs - g.rhs).as_poly(*g.free_symbols)
            roots = sp.roots(p) if p is not None else {}
            if roots and sum(roots.values()) == p.degree() and all(r.is_Rational for r in roots):
                found[p.gen] = list(roots)
    choices = product(*found.values())
    if not found or prod(map(len, found.values())) > MOST_CASES:
        return e
    each = (e.subs(dict(zip(found, values, strict=True))) for values in choices)
    return sp.S.Zero if all(normal(there) == 0 for there in each) else e


def _constants_out(s: sp.Sum) -> sp.Expr:
    constant, rest = s.function.as_independent(*s.variables, as_Add=False)
    ends = set().union(*(end.free_symbols for limit in s.limits for end in limit[1:]))
    return (
        s
        if constant.has(*s.variables) or ends & set(s.variables)
        else constant * sp.Sum(rest, *s.limits)
    )


def _opaque(e: sp.Expr) -> set[sp.Expr]:
    """Return the parts of an expression that are neither numbers nor symbols, sums, products, powers."""
    if e.is_Symbol or e.is_Rational:
        return set()
    if e.is_Add or e.is_Mul:
        return set().union(*map(_opaque, e.args))
    if e.is_Pow and e.exp.is_Integer and e.exp > 0:
        return _opaque(e.base)
    return {e}


def quotient(e: sp.Expr, given: Given) -> sp.Expr:
    """Bring to a common denominator and cancel."""
    return sp.cancel(sp.together(e))


def by_abs(e: sp.Expr, given: Given) -> sp.Expr:
    """Write the larger of two as (a + b + |a - b|)/2, and the smaller with the other sign."""

    def folded(m: sp.Max | sp.Min) -> sp.Expr:
        sign = 1 if isinstance(m, sp.Max) else -1
        first, *others = sorted(m.args, key=sp.default_sort_key)
        for b in others:
            first = (first + b + sign * sp.Abs(sp.expand(first - b))) / 2
        return first

    return e.replace(lambda m: isinstance(m, sp.Max | sp.Min), folded)


def signed(e: sp.Expr, given: Given) -> sp.Expr:
    """Write |f| as f, or as -f, where a hypothesis settles its sign; of a product, by factors."""
    known = tuple(applicable(e, given))

    def settled(a: sp.Abs) -> sp.Expr:
        return sp.Mul(*map(factor, sp.Mul.make_args(sp.factor_terms(a.args[0]))))

    def factor(f: sp.Expr) -> sp.Expr:
        a = sp.Abs(f)
        return f if shown_nonnegative(f, known) else -f if shown_nonnegative(-f, known) else a

    return e.replace(lambda a: isinstance(a, sp.Abs), settled)


def refined(e: sp.Expr, given: Given) -> sp.Expr:
    """Use the hypotheses, as in ``|x| = x`` for x > 0."""
    return sp.refine(e, sp.And(*(g for g in applicable(e, given) if g.rel_op not in ("==", "!="))))


def opaque(e: sp.Expr, given: Given) -> sp.Expr:
    """Let SymPy simplify, and merge branches, with a symbol in place of each whole sum."""
    names = {s: sp.Dummy("S", real=s.is_real) for s in _outermost_sums(e)}
    back = {name: s for s, name in names.items()}
    bare = e.xreplace(names)
    return sp.simplify(sp.piecewise_fold(bare)).xreplace(back)


def _outermost_sums(e: sp.Basic) -> set[sp.Sum]:
    if isinstance(e, sp.Sum):
        return {e}
    return set().union(*map(_outermost_sums, e.args))


# Cheapest first. `assumed` and `refined` come twice: later rules uncover new conditions.
RULES: tuple[Rule, ...] = (
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
TRIANGLE: tuple[Rule, ...] = (pascal, from_one, to_last, canonical, termwise)  # sums stay sums


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


def _rewritten(e: sp.Expr, given: Given, rules: Sequence[Rule]) -> sp.Expr:
    for rule in rules:
        new = _attempt(rule, e, given)
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


def _attempt(rule: Rule, e: sp.Expr, given: Given) -> sp.Expr:
    try:
        return rule(e, given)
    except Exception:  # noqa: BLE001 - SymPy may raise anything where a rule does not apply
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
    try:
        difference = lhs - rhs
        if isinstance(difference, sp.MatrixExpr):
            difference = difference.doit().expand().doit()
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
