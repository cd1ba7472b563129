"""False claims of four kinds: captured names, unseen sizes, wrong values, liars; and true brothers.

`far(n)` is 0 at every n that is drawn, and 1 at 99: so only a proof can see what it multiplies.
"""

import ast
from pathlib import Path

import pytest
import sympy as sp
from letters import T, X, d, i, j, k, n, q, u, w, x, y, z
from sympy import (
    Abs,
    Derivative,
    Determinant,
    Dummy,
    Eq,
    Identity,
    KroneckerDelta,
    Matrix,
    MatrixSymbol,
    Max,
    Ne,
    Product,
    Subs,
    Sum,
    Symbol,
    Trace,
    binomial,
    factorial,
    floor,
    log,
    sign,
    sqrt,
)

import perceptrons
from perceptrons.verify import (
    NotProved,
    Updates,
    Vector,
    dot,
    norm2,
    verify,
    verify_induction,
    verify_le,
)
from perceptrons.verify.claim import Claim
from perceptrons.verify.language.binding import Bound, carried, fresh
from perceptrons.verify.language.inner_products import Inner
from perceptrons.verify.printing.statement import domain

CHECKER = Path(perceptrons.__file__).parent / "verify"
c, e = Symbol("c"), sp.E
m = Symbol("m", integer=True, positive=True)
A, B = MatrixSymbol("A", n, d), MatrixSymbol("B", 2, 2)
S, t = Symbol("S", real=True), Symbol("t", positive=True)
odd = Symbol("N", odd=True, positive=True)
count = Symbol("k", integer=True, nonnegative=True)


def far(s):
    return KroneckerDelta(s, 99)


def squared(a, b=y):
    """Return two sides that are equal wherever they have a value."""
    return (a + b) ** 2, a**2 + 2 * a * b + b**2


class Odd:
    """What lies about itself."""

    class Sum(sp.Sum):
        def doit(self, **hints):
            return sp.S.Zero

    class Symbol(sp.Symbol):
        def _eval_is_nonnegative(self):
            return True

    class IndexedBase(sp.IndexedBase):
        def _eval_is_nonnegative(self):
            return True

    class Inner(Inner):
        def doit(self, **hints):
            return sp.S.Zero

    class Derivative(sp.Derivative):
        def doit(self, **hints):
            return sp.S.Zero

    attached = IndexedBase("w", real=True)
    attached.doit = lambda **hints: sp.S.Zero


swapped = Sum(y + far(j) * X[m, j], (j, 1, n))
inner = Sum(X[j, n], (n, 1, k))
FALSE = {
    # a name is captured
    "put in for": (Subs(swapped, m, j), Sum(y + far(j) * X[j, j], (j, 1, n))),
    "under a sum": (Sum(Subs(swapped, m, i), (i, 1, n)), n * Sum(y + far(j) * X[j, j], (j, 1, n))),
    "last term": (
        Sum(y + far(j) * inner, (j, 1, n + 1)) - Sum(y + far(j) * inner, (j, 1, n)) + x,
        y + x + far(n + 1) * Sum(X[n + 1, n + 1], (n, 1, k)),
    ),
    "one letter twice": (
        Sum(y + far(i) * Sum(w[i], (i, 1, n)), (i, 1, n)),
        Sum(y + far(i) * n * w[i], (i, 1, n)),
    ),
    "named in a product": (
        y * Product(2 * Sum(1 + far(j) ** 2 * w[i] ** 2, (i, 1, k)), (j, 1, n)),
        y * 2**n * Sum(1 + far(n) ** 2 * w[i] ** 2, (i, 1, k)) ** n,
    ),
    "under a derivative": (Subs(Derivative(x * y, x), y, x), 2 * x),
    "two of one name": (Sum(w[Dummy("i", integer=True)] * 0 + far(i), (i, 1, n)) + x, far(n) + x),
    "hypothesis": (Sum(Abs(far(q)) - far(q) + y, (q, 1, n)), Sum(y, (q, 1, n)), [q >= 5]),
    "hypothesis, and a size": (
        Sum(y + far(q) * Abs(q - 100), (q, 1, n)),
        Sum(y + far(q) * (q - 100), (q, 1, n)),
        [q >= 100],
    ),
    "equation": (Sum(q**2 * far(q) + y, (q, 1, n)), Sum(far(q) + y, (q, 1, n)), [Eq(q**2, 1)]),
    # what is whole, or fits, at small numbers only
    "limit": (Sum(y, (i, 1, n + far(n) / 2)), y * (n + far(n) / 2)),
    "below the first": (Sum(y, (i, 1, n - 101 * far(n))), y * (n - 101 * far(n))),
    "index": squared(w[far(n) / 2]),
    "entry": squared(B[2 * far(n), 0]),
    "rows": (
        Trace(MatrixSymbol("M", n + far(n) / 2, d).T * MatrixSymbol("M", n + far(n) / 2, d)),
        y,
    ),
    "no rows": squared(Trace(MatrixSymbol("M", n - 99 * far(n), n - 99 * far(n)))),
    "no square": squared(Trace(MatrixSymbol("M", n, n + far(n)))),
    "no fit": squared(Trace(MatrixSymbol("M", d, n) * MatrixSymbol("N", n + far(n), d))),
    "factorial": squared(factorial(n + far(n) / 2)),
    "subsets": squared(binomial(n, far(n) / 3)),
    "from 5 on": ((n - 1) * (n - 2) * (n - 3) * (n - 4) * x + y, y),
    "beyond 40": (Max(x, -40) + y, x + y),
    # values
    "pivot": (Subs(Derivative(Determinant(Matrix([[x, 0], [0, 1]])), x), x, 0) + y, y),
    "slope of a root": (Subs(Derivative(sqrt(norm2(x * u)), x), x, 0) + y, y),
    "jump": (Subs(Derivative(sign(x**2), x), x, 0) + y, y),
    "step": (Subs(Derivative(floor(-(x**2)), x), x, 0) + y, y),
    "peak": (Subs(Derivative(KroneckerDelta(x**2, 0), x), x, 0) + y, y),
    "range": (KroneckerDelta(n, m, (1, 3)) + y, KroneckerDelta(n, m) + y),
    "complex logarithm": (log(c**2) + y, 2 * log(Abs(c)) + y, [Ne(c, 0)]),
    "complex maximum": (Max(c**2, 0) + y, c**2 + y),
    "complex length": (Abs(norm2(c * u)) + y, norm2(c * u) + y),
    # liars
    "sum": (Odd.Sum(far(j), (j, 1, n)) + y, y),
    "derivative": (Odd.Derivative(far(n) * x**2, x) + y, y),
    "product": (Inner(u, z) * 0 + Odd.Inner(u, z) * far(n) + y, y),
    "attached": (sp.Indexed(Odd.attached, 1) * far(n) + y, y),
    # names
    "a letter and an entry": squared(Symbol("w_i", real=True), w[i]),
    "an entry of a matrix": (*squared(Symbol("B_i0", real=True), B[i, 0]), [i <= 1]),
    "a delta": squared(Symbol("delta_ij", real=True), KroneckerDelta(i, j)),
    "the unit": squared(Symbol("I", real=True), Trace(sp.MatAdd(Identity(d), A.T * A))),
    "a word": squared(Symbol("xy", real=True), x + y),
    "the number e": squared(Symbol("e", real=True), e),
    "a vector": (norm2(Vector({"u + v": 1}) + u), norm2(u)),
}
# ruff: noqa: RUF001 - letters that look like others
LETTERS = ["2", "½", "−x", "Σ", "Sigma", "х", "x\u200b", "𝑥", "x²", "Alpha", "omicron", "Pi", "log"]
LETTERS += ["", "_", "x_", "x__2", "x^T", "3x", "a:b", "x!", "√", "if", "otherwise", "x́", "w_{i}"]
TRUE = {
    "put in for": (Subs(Sum(y + m * X[m, j], (j, 1, n)), m, j), Sum(y + j * X[j, k], (k, 1, n))),
    "a point is put in": (Subs(x + Subs(x * y, x, 3), x, y), 4 * y),
    "one letter twice": (
        Sum(i * Sum(i * w[i], (i, 1, k)), (i, 1, n)),
        n * (n + 1) / 2 * Sum(j * w[j], (j, 1, k)),
    ),
    "to the outer index": (Sum(Sum(y, (i, 1, i)), (i, 1, n)), Sum(Sum(y, (j, 1, i)), (i, 1, n))),
    "free and bound": (Abs(j - 3) + Sum(w[j], (j, 1, n)), j - 3 + Sum(w[i], (i, 1, n)), [j >= 4]),
    "under a sum": (Sum(Abs(q - 5) * w[j], (j, 1, n)), (q - 5) * Sum(w[j], (j, 1, n)), [q >= 5]),
    "constant product": (
        y * Product(2 * (1 + w[j] ** 2), (j, 1, n)),
        y * 2**n * Product(1 + w[j] ** 2, (j, 1, n)),
    ),
    "under a derivative": (Subs(Derivative(x * y, x), y, x), Derivative(x**2, x) / 2),
    "inner products": (Sum(dot(i * u, z) * w[i], (i, 1, n)), dot(u, z) * Sum(i * w[i], (i, 1, n))),
    "triangular limit": (Sum(y, (i, 1, n * (n + 1) / 2)), n * (n + 1) / 2 * y),
    "half of what is odd, and 1": (Sum(y, (i, 1, (odd + 1) / 2)), (odd + 1) / 2 * y),
    "half of what is even": (Sum(y, (i, 1, n / 2)), n / 2 * y, [Eq(n, 2 * m)]),
    "pivot": (Subs(Derivative(Determinant(Matrix([[x, 0], [0, x]])), x, x), x, 0) + y, 2 + y),
    "letters": squared(Symbol("lambda_max", real=True), Symbol("SSE", real=True)),
    "marks": squared(Symbol("w^*", real=True), Symbol("x'", real=True)),
}


def claimed(lhs, rhs, given=()):
    return verify(lhs, rhs, given=given)


@pytest.mark.parametrize("name", FALSE)
def test_false_claim_is_refused(name):
    with pytest.raises(NotProved):
        claimed(*FALSE[name])


@pytest.mark.parametrize("name", TRUE)
def test_true_brother_is_proved(name):
    assert claimed(*TRUE[name])


@pytest.mark.parametrize("name", LETTERS)
def test_letter_that_may_be_read_as_something_else(name):
    with pytest.raises(NotProved, match="a letter is called"):
        claimed(*squared(Symbol(name, real=True)))


@pytest.mark.parametrize(
    "factor",
    [norm2(c * u), dot(c * u, z) ** 2, Odd.Symbol("s"), Odd.IndexedBase("h")[1], norm2(u - c * z)],
)
def test_what_is_not_shown_to_be_real_or_lies_is_not_visibly_nonnegative(factor):
    with pytest.raises(NotProved):
        verify_le(0, factor, because=[[factor]])


def test_a_root_may_have_no_slope():
    assert ", away from the zeros of roots." in str(
        verify(x * Derivative(sqrt(norm2(x * u)), x), sqrt(norm2(x * u)))
    )
    root = sqrt(x**2 + 1)
    assert "".join(domain(Claim(Derivative(root, x), "=", x / root))) == " for all real x"


@pytest.mark.parametrize("assumption", ["even", "odd", "rational", "prime", "nonzero"])
def test_an_update_keeps_every_assumption(assumption):
    letter, first = Symbol("o", **{assumption: True}), {"prime": 2, "odd": 1, "nonzero": 1}
    with pytest.raises(NotProved, match=f"o is declared {assumption}, but becomes"):
        Updates({letter: first.get(assumption, 0)}, {letter: letter + x - y + 1})


def test_an_instance_captures_no_index():
    """The line says 0 <= S for any v; put in i for v, and it must say so for i, too."""
    v, r = Symbol("v", integer=True), Symbol("r", real=True)
    rule = Updates({S: 0, count: 0}, {S: S + r**2, count: count + 1})
    gap = v * Sum(T[i], (i, 1, n)) - Sum(v * T[i], (i, 1, n)) - count
    line = verify_induction(gap, S, rule, because=[[r**2], [1]], attained=False).instance({v: i})
    o = Dummy("i", integer=True, positive=True)
    assert line.claim.lhs == fresh(i * Sum(T[o], (o, 1, n)) - Sum(i * T[o], (o, 1, n)) - count)


def test_a_quotient_that_cancels_is_no_factor():
    o = Symbol("o", real=True)
    rule = Updates({o: 0, count: 0}, {o: o + 1, count: count + 1})
    with pytest.raises(NotProved, match="divides by"):
        verify_induction(0, o * far(count), rule, keeps=far(count + 1) * (o + 1) / (o * far(count)))


# All that puts in goes through the module that captures nothing

PUTS_IN = {"subs", "xreplace", "replace", "doit", "refine", "simplify"}
ALLOWED = {
    ("language/binding.py", "carried"),  # of what is fresh
    ("language/binding.py", "everywhere"),  # of a part by its equal
    ("language/binding.py", "authored"),  # to compare what is printed
    ("language/binding.py", "nameless"),  # to compare what is meant
    ("language/binding.py", "_under_limits"),  # opened names by fresh ones
    ("language/binding.py", "_under_names"),
    ("language/binding.py", "_put_in"),  # derivatives, of what is fresh
    ("language/inner_products.py", "doit"),  # of coefficients, where SymPy asks for it
    ("language/inner_products.py", "_eval_derivative"),
    ("rewrite/rules.py", "opaque"),  # of what binds nothing
    ("rewrite/cases.py", "refined"),  # by hypotheses about free letters
}
STRINGS = {"printing", "evaluate", "language/inner_products.py:_text"}  # where str.replace stands


def calls(file):
    """Yield the functions of a file that call a method that puts in."""
    for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in PUTS_IN:
                    yield file.relative_to(CHECKER).as_posix(), function.name


def test_nothing_puts_in_but_through_one_module():
    found = {call for file in CHECKER.rglob("*.py") for call in calls(file)}
    texts = {(f, g) for f, g in found if f.split("/")[0] in STRINGS or f"{f}:{g}" in STRINGS}
    assert found - texts == ALLOWED


@pytest.mark.parametrize("index", [i, j])
def test_a_hypothesis_is_the_claim_whatever_its_index_is_called(index):
    total, other = Sum(w[i], (i, 1, n)), Sum(w[index], (index, 1, n))
    with pytest.raises(NotProved, match="is the claim itself"):
        verify_le(total, x, because=[[x - total]], given=[other <= x])


@pytest.mark.parametrize("e", [Subs(w[1] * y, w[1], 3), Sum(y, (w[1], 1, 2))])
def test_only_letters_are_bound(e):
    with pytest.raises(NotProved, match=r"w\[1\]"):
        verify(e, 3 * y)


def test_carried_out_is_fresh():
    e = carried(Sum(Subs(Sum(x * w[q] * T[i], (q, 1, n)), x, w[i]), (i, 1, n)))
    assert fresh(e) == e
    assert len(e.atoms(Bound)) == 2
