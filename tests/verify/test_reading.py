"""What a report prints says the formula that was checked: read back, it is the same formula."""

import operator
from functools import partial

import pytest
import sympy as sp
import test_adversarial as attacks
from book_claims import claims_of_the_book, recorded_into
from false_claims import Stated
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from letters import A, b, d, h, i, j, k, n, q, u, v, w, x, y, z
from reading import known, read
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, BooleanFunction

from perceptrons.verify import dot, norm2, vectors
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.language.gradient import Gradient
from perceptrons.verify.language.inner_products import names
from perceptrons.verify.printing.printer import formula
from perceptrons.verify.printing.rows import point_text
from perceptrons.verify.rewrite.products import vanishes

eta, T_ = sp.Symbol("eta", positive=True), sp.Symbol("T", integer=True)
S, X = sp.MatrixSymbol("S", d, d), sp.IndexedBase("a", real=True)


def rebuilt(e):
    """Return an expression as SymPy would have made it, sums of sums as one, without stand-ins."""
    if isinstance(e, sp.MatrixBase):
        return e.applyfunc(rebuilt).as_immutable()
    if isinstance(e, sp.UnevaluatedExpr):
        return rebuilt(e.args[0])
    if not e.args or isinstance(e, sp.Indexed | sp.MatrixSymbol):
        return e
    e = e.func(*map(rebuilt, e.args))
    if isinstance(e, sp.Sum | sp.Product) and type(e.function) is type(e):
        return type(e)(e.function.function, *e.function.limits, *e.limits)
    return e.doit(deep=False) if isinstance(e, sp.MatrixExpr) else e


def same(a, b):
    """Tell whether two formulas are the same, but for the order of their terms and factors."""
    if isinstance(a, Relational) and isinstance(b, Relational):
        if a.rel_op in ("==", "!="):
            return a.rel_op == b.rel_op and {a.lhs, a.rhs} == {b.lhs, b.rhs}
        strict = [g.rel_op in ("<", ">") for g in (a, b)]
        return strict[0] == strict[1] and same(a.gts - a.lts, b.gts - b.lts)
    if isinstance(a, BooleanFunction):
        return (
            type(a) is type(b)
            and len(a.args) == len(b.args)
            and all(any(same(p, q) for q in b.args) for p in a.args)
        )
    a, b = rebuilt(a), rebuilt(b)
    if isinstance(a, sp.MatrixExpr):
        return a == b or a.doit() == b.doit() or vanishes(a - b)
    return a == b or sp.expand(a - b) == 0


def misread(*parts):
    """Return the parts that are read as something else, with the text that is printed."""
    letters = known(*parts)
    found = []
    for e in parts:
        text = formula(e).text
        if not same(read(text, letters), e):
            found.append((text, e))
    return found


def test_the_formulas_of_the_book():
    for claims in claims_of_the_book().values():
        for stated in claims:
            assert misread(*stated.claim().parts) == []


def test_the_formulas_of_the_attacks():
    stated = [*attacks.STATED, *(Stated(*functions) for functions in attacks.FUNCTIONS.values())]
    stated += [Stated(lhs, rhs, tuple(g)) for lhs, rhs, *g in attacks.UNEQUAL.values()]
    stated += [Stated(*sides, ()) for sides in attacks.POLES.values()]
    with recorded_into(stated, [], attacks):
        for claim in attacks.TRUE.values():
            claim()
    for s in stated:
        parts = [e for e in s.claim().parts if not isinstance(e, BooleanAtom)]
        twice = set().union(*map(names, parts)) & {
            e.name for p in parts for e in p.free_symbols if e.is_Symbol
        }
        assert twice or misread(*parts) == []


# Made by Hypothesis: everything that a formula may hold, in everything that may hold it

reals = st.sampled_from(
    [
        x,
        y,
        eta,
        h,
        n,
        i,
        k,
        T_,
        w[1],
        w[12],
        w[i],
        w[2 * i],
        w[n - 1],
        w[i**2],
        X[i, j],
        X[1, 2],
        X[2 * i, j],
        S[0, 1],
    ]
)
numbers = st.sampled_from(
    [*map(sp.Integer, (-2, -1, 1, 2, 3, 12)), *map(sp.Rational, ("1/2", "-2/3", "5/7"))]
)
counts = st.sampled_from([n, k, i, n + 1, 2 * k])
wholes = st.sampled_from(
    [
        n,
        k,
        T_,
        n + 1,
        2 * k,
        sp.Integer(2),
        sp.Integer(3),
        -n,
        sp.Rational(1, 2),
        sp.Rational(-3, 2),
    ]
)


def built(make, *parts):
    """Return what SymPy makes of parts, where it does not refuse them."""

    def attempt(args):
        try:
            e = make(*args)
        except (TypeError, ValueError):
            reject()
        return e

    return st.tuples(*parts).map(attempt)


def vectors_of(scalars):
    term = built(operator.mul, scalars, st.sampled_from(vectors("u z w^* v_1")))
    return term | built(operator.add, term, term)


def branches(a, b, condition):
    return sp.Piecewise((a, condition), (b, True))


def larger(e):
    """Return formulas made of these."""
    v, f = vectors_of(e), st.sampled_from([sp.Abs, sp.exp, sp.sign, sp.floor, sp.UnevaluatedExpr])
    conditions = st.recursive(
        built(partial(sp.Lt, evaluate=False), e, e) | built(partial(sp.Ge, evaluate=False), e, e),
        lambda c: built(sp.And, c, c) | built(sp.Or, c, c),
        max_leaves=3,
    )
    limits = st.sampled_from([(i, 1, n), (j, k, n + 1), (q, 0, 2 * n)])
    return st.one_of(
        built(operator.add, e, e),
        built(operator.sub, e, e),
        built(operator.mul, e, e),
        built(operator.truediv, e, e),
        built(partial(sp.Mul, evaluate=False), e, e),
        built(operator.pow, e, wholes),
        built(sp.sqrt, e),
        built(lambda f, e: f(e), f, e),
        built(sp.Max, e, e),
        built(sp.binomial, counts, counts),
        built(lambda m: sp.factorial(sp.factorial(m)) ** 2, counts),
        built(dot, v, v),
        built(norm2, v),
        built(lambda v, p: norm2(v) ** p, v, wholes),
        built(sp.Sum, e, limits),
        built(sp.Product, e, limits),
        built(lambda e: sp.Derivative(e, x, (y, 2)), e),
        built(lambda a, b: sp.Subs(a, x, b) if not a.has(sp.Subs) else a, e, e),
        built(branches, e, e, conditions),
    )


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@given(st.deferred(lambda: st.recursive(reals | numbers, larger, max_leaves=6)))
def test_a_formula_made_by_chance(e):
    if e.has(sp.nan, sp.zoo, sp.oo, sp.I) or not e.args:
        return
    assert misread(e) == []


matrices = st.recursive(
    st.sampled_from([S, sp.Identity(d), A.T * A]),
    lambda m: st.one_of(
        built(sp.MatAdd, m, m),
        built(sp.MatMul, m, m),
        built(sp.transpose, m),
        built(sp.Inverse, m),
        built(operator.pow, m, st.sampled_from([2, T_])),
        built(sp.MatMul, reals | numbers, m),
        built(lambda a, b, M: a / b * M, reals, reals, m),
    ),
    max_leaves=4,
)


@settings(max_examples=40)
@given(matrices)
def test_a_matrix_made_by_chance(M):
    assert misread(M, sp.Identity(d)) == []


@pytest.mark.parametrize(
    ("e", "text"),
    [
        (eta / n * A.T * (b - A * v), "ηAᵀ(b − Av)/n"),
        (sp.And(x > 0, sp.Or(y > 0, h > 0)), "x > 0 and (h > 0 or y > 0)"),
        (sp.factorial(sp.factorial(n)), "(n!)!"),
        (sp.factorial(n) ** 2, "(n!)²"),
        (dot(x * u, z), "(xu)·z"),
        (dot(u, z) / n, "(u·z)/n"),
        (sp.UnevaluatedExpr(x + y) * h, "h(x + y)"),
        (sp.Abs(x * sp.Abs(y) + 1), "|(x|y| + 1)|"),
        (w[12] + X[1, 2], "a₁₂ + w₍₁₂₎"),
        (w[2 * i], "w₍₂ᵢ₎"),
        (norm2(u) ** k, "‖u‖²ᵏ"),
        (S**T_ + S.T, "S⁽ᵀ⁾ + Sᵀ"),
        (Gradient(x * y, sp.Matrix([x, y])), "∇_(x, y) (xy)"),
    ],
    ids=str,
)
def test_what_printed_like_something_else(e, text):
    assert formula(e).text == text


def test_an_entry_of_a_point_is_written_as_in_a_formula():
    for entry in (w[1], w[12], w[-1], X[1, 2], X[-1, 12]):
        at = {(str(entry.base), tuple(map(int, entry.indices))): 5}
        shown = point_text(Point({**at, ("w", (99,)): 0}))
        assert shown.startswith(f"{formula(entry).text} = 5")
