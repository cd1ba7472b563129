"""Several hundred false claims, none of which may be accepted, and true neighbours that must be.

Most false claims are made from the true ones of the book by one small change (`false_claims`). The
others are attacks that somebody thought of, each at one weakness that a checker may have.
"""

import pytest
import sympy as sp
from false_claims import (
    Stated,
    false_certificate_far_away,
    false_certificates,
    false_far_away,
    false_versions,
    false_without_a_hypothesis,
    is_false,
    recorded,
)
from sympy import (
    Abs,
    Derivative,
    Dummy,
    Eq,
    IndexedBase,
    KroneckerDelta,
    Matrix,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    Piecewise,
    Rational,
    Subs,
    Sum,
    Symbol,
    Trace,
    UnevaluatedExpr,
    ZeroMatrix,
    sqrt,
    symbols,
)
from true_claims import TRUE as FUNCTIONS

from perceptrons.verify import (
    NotProved,
    Updates,
    dot,
    norm2,
    refute,
    vectors,
    verify,
    verify_gradient,
    verify_induction,
    verify_le,
)
from perceptrons.verify.language.gradient import Gradient

STATED = recorded()
EQUALITIES = [s for s in STATED if not s.because]
INEQUALITIES = [s for s in STATED if s.because]


def check(stated):
    lhs, rhs, given, because, strict = stated
    if because:
        return verify_le(lhs, rhs, given=given, because=because, strict=strict)
    return verify(lhs, rhs, given=given)


def accepted(versions):
    """Return the false claims that the checker accepts."""
    found = []
    for stated in versions:
        try:
            found.append(check(stated))
        except NotProved:
            continue
    return found


# Made from true claims


def test_one_small_change():
    versions = [v for stated in STATED[::3] for v in false_versions(stated, most=1)]
    assert len(versions) >= 15
    assert accepted(versions) == []


@pytest.mark.thorough
@pytest.mark.parametrize("stated", STATED, ids=range(len(STATED)))
def test_every_small_change(stated):
    assert accepted(false_versions(stated, most=1000)) == []


def test_a_hypothesis_fewer():
    versions = [v for stated in STATED for v in false_without_a_hypothesis(stated)]
    assert len(versions) >= 15
    assert accepted(versions) == []


def test_a_factor_of_the_wrong_sign():
    versions = [v for stated in INEQUALITIES for v in false_certificates(stated)]
    versions += [v for stated in INEQUALITIES for v in false_certificate_far_away(stated)]
    assert len(versions) >= 30
    assert accepted(versions) == []


def test_false_far_away():
    versions = [v for stated in EQUALITIES[::4] for v in false_far_away(stated)[:1]]
    assert len(versions) >= 7
    assert accepted(versions) == []


SHORT = {*list(FUNCTIONS)[::5]} - {"Cover", "log by hypotheses"}  # a second each, and those more


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.thorough] * (name not in SHORT)) for name in FUNCTIONS],
)
def test_functions_with_one_small_change(name):
    stated = Stated(*FUNCTIONS[name])
    versions = false_versions(stated, most=8) + false_without_a_hypothesis(stated)
    assert accepted([*versions, *false_far_away(stated)]) == []


@pytest.mark.thorough
def test_false_far_away_in_every_way():
    assert accepted([v for stated in EQUALITIES for v in false_far_away(stated)]) == []


@pytest.mark.thorough
@pytest.mark.parametrize("stated", EQUALITIES, ids=range(len(EQUALITIES)))
def test_the_true_is_not_refuted(stated):
    with pytest.raises(NotProved, match="no counter-example"):
        refute(stated.lhs, "=", stated.rhs, given=stated.given)


def test_what_is_called_false_is_false():
    assert [stated for stated in STATED if is_false(stated)] == []


# Thought of: letters of every kind

x, y, h = symbols("x y h", real=True)
a, b = symbols("a b", positive=True)
s, c = Symbol("s", negative=True), Symbol("c")
n, d, i, j, k = symbols("n d i j k", integer=True, positive=True)
q, r = symbols("q r", integer=True)
l, m = symbols("l m", integer=True, nonnegative=True)
w, A = IndexedBase("w", real=True), IndexedBase("A", real=True)
P = IndexedBase("p", positive=True)
u, v, z = vectors("u v z")
B, C, S = (MatrixSymbol(name, n, n) for name in "BCS")
M, g = MatrixSymbol("M", n, d), MatrixSymbol("g", d, 1)
H = MatrixSymbol("H", d, d)
square, expanded = (x + y) ** 2, x**2 + 2 * x * y + y**2
odd = Symbol("o", odd=True)

# Each pole lies where no small number is tried: the two sides are equal wherever both have a value.
POLES = {
    f"({top})/({bottom})": (sp.expand(top * bottom) / bottom, top)
    for bottom in (x - 7, x + 8, 2 * x - 1, 5 * x - 1, x - Rational(13, 2), x**2 - 50, x - 9 * y)
    for top in (x + y, x**2 + 1)
} | {
    "positive": ((25 * a**2 * b**2 - 1) / (5 * a * b - 1), 5 * a * b + 1),
    "whole": ((n**2 - 36) / (n - 6), n + 6),
    "two whole": ((n**2 - k**2) / (n - k) * x, (n + k) * x),
    "in a sum": (
        Sum(1 / ((i - 5) * (i - 6)), (i, 1, n)),
        -Rational(1, 5) - 1 / (n - 5),
    ),
    "in one term": (Sum(x * (i - 7) / (i - 7), (i, 1, n)) + Sum(1 / (i - 7), (i, 1, n)), n * x + Sum(1 / (i - 7), (i, 1, n))),
    "in a weight": (Sum(w[i] / (q - 9), (i, 1, n)), Sum(w[j], (j, 1, n)) / (q - 9)),
    "substituted": (Subs((x**2 - 49) / h, h, x - 7), x + 7),
    "beneath a derivative": (Derivative((x**2 - 49) / (x - 7), x), Rational(1) + 0 * x),
    "negative exponent": (Subs(x**q * y, y, x - 7), x ** (q + 1) - 7 * x**q),
    "root of a difference": ((sqrt(7 - x) + 1) ** 2, 8 - x + 2 * sqrt(7 - x)),
    "root below": ((sqrt(x + 50) + 1) ** 2, x + 51 + 2 * sqrt(x + 50)),
    "one over a root": ((1 / sqrt(x + 50) + 1) ** 2, 1 / (x + 50) + 1 + 2 / sqrt(x + 50)),
    "norm": (norm2(u + v) / (norm2(u) - 1000), (norm2(u) + 2 * dot(u, v) + norm2(v)) / (norm2(u) - 1000)),
    "in a case": (Piecewise((1 / (x - 7), x > y), (0, True)) * (x - 7), Piecewise((1, x > y), (0, True))),
    "backwards": (Sum(q, (q, r, 3)), 6 - r * (r - 1) / 2),
    "backwards beyond": (Sum(q, (q, 1, 20 - n)), (20 - n) * (21 - n) / 2),
    "no case": (Piecewise((x, x > -50)) + y, x + y),
}  # fmt: skip


@pytest.mark.parametrize("name", POLES)
def test_no_value_far_away(name):
    with pytest.raises(NotProved) as error:
        verify(*POLES[name])
    assert error.value.gate == 1


UNKNOWN = [
    "prime",
    "composite",
    "irrational",
    "imaginary",
    "infinite",
    "algebraic",
    "transcendental",
]
UNKNOWN += ["extended_real", "hermitian", "noninteger", "rational"]
NOT_SO = ["positive", "zero", "integer", "real", "even", "commutative"]


@pytest.mark.parametrize(
    "declared", [{name: True} for name in UNKNOWN] + [{name: False} for name in NOT_SO], ids=str
)
def test_assumptions_that_points_cannot_obey(declared):
    p = Symbol("p", **declared)
    for claim in (
        lambda: refute(2, "<=", p),
        lambda: verify((p + 1) ** 2, p**2 + 2 * p + 1),
        lambda: verify(Sum(IndexedBase("v", real=True)[i], (i, 1, n)) * p, x * p),
        lambda: refute(x, "=", 0, given=[Ne(x, p)]),
    ):
        with pytest.raises(NotProved) as error:
            claim()
        assert error.value.gate == 1


def test_assumptions_of_entries_and_of_indices():
    with pytest.raises(NotProved, match="prime=True"):
        refute(2, "<=", IndexedBase("p", prime=True)[1])
    with pytest.raises(NotProved, match="prime=True"):
        verify(Sum(x, (Symbol("p", prime=True), 1, 3)), 3 * x)


# Points named by hand: F27 to F30

POINTS = {
    "negative": lambda: refute(0, "<=", a, at={a: -1}),
    "zero": lambda: verify_le(0, a, because=[[a]], equal_at={a: 0}),
    "half": lambda: refute(n, "=", n**2, at={n: Rational(1, 2)}),
    "even": lambda: refute(odd, "<", 2, at={odd: 2}),
    "entry": lambda: refute(0, "<=", P[1], at={P[1]: -1}),
    "of a wrong version": lambda: verify_le(
        0, a + b, because=[[a], [b]], strict=True, wrong={"b lost": (0, a, {a: -1})}
    ),
    "the same name": lambda: refute(0, "<=", a, at={Symbol("a"): -1}),
    "another letter": lambda: refute(x, "=", y, at={h: 1}),
    "hypothesis": lambda: refute(Abs(x), "=", x, given=[x > 0], at={x: -1}),
    "hypothesis without a value": lambda: refute(x, "=", y, given=[1 / x > 0], at={x: 0, y: 1}),
    "root": lambda: refute(x, "<=", 0, at={x: sqrt(2)}),
    "float": lambda: refute(x, "=", x + 1, at={x: 0.5}),
    "nan": lambda: refute(x, "<=", y, at={x: sp.nan}),
    "infinite": lambda: refute(x, "<=", y, at={x: sp.oo}),
    "truth": lambda: refute(x, "<=", y, at={x: True}),
    "list": lambda: refute(x, "=", y, at=[1]),
    "text": lambda: refute(x, "=", y, at={"x": 1}),
    "vector": lambda: refute(norm2(u), "=", x, at={u: 1}),
    "expression": lambda: refute(x + y, "=", 0, at={x + y: 1}),
    "index": lambda: refute(w[1], "=", 0, at={w[i]: 1}),
    "huge sum": lambda: refute(Sum(i, (i, 1, n)), "=", n, at={n: 10**9}),
    "huge power": lambda: refute(2**n, "=", n, at={n: 10**9}),
}

# Weak gates: F19, F38, F80, F81, F104, and what stands beside them

WEAK = {
    "the claim": lambda: verify_le(x, y, because=[[y - x]], given=[x <= y]),
    "reversed": lambda: verify_le(x, y, because=[[y - x]], given=[y >= x]),
    "negated": lambda: verify_le(x, y, because=[[y - x]], given=[-y <= -x]),
    "brought over": lambda: verify_le(x, y, because=[[y - x]], given=[x - y <= 0]),
    "twice": lambda: verify_le(x, y, because=[[Rational(1, 2), 2 * y - 2 * x]], given=[2 * y >= 2 * x]),
    "third": lambda: verify_le(x, y, because=[[3, y / 3 - x / 3]], given=[y / 3 - x / 3 >= 0]),
    "strict": lambda: verify_le(x, y, because=[[y - x]], given=[x < y], strict=True),
    "stronger": lambda: verify_le(x, y, because=[[y - x]], given=[x < y]),
    "expanded": lambda: verify_le(
        0, expanded - 4 * x * y - 1, because=[[(x - y) ** 2 - 1]], given=[(x - y) ** 2 >= 1]
    ),
    "with a second": lambda: verify_le(x, y, because=[[y - x]], given=[x <= y, h > 0]),
    "inner product": lambda: verify_le(dot(u, v), 1, because=[[1 - dot(u, v)]], given=[dot(u, v) <= 1]),
    "of a refutation": lambda: refute(x, "<=", y, given=[x <= y]),
    "fresh letter": lambda: verify(square, expanded, wrong={"f": expanded + h}),
    "fresh vector": lambda: verify(norm2(2 * u), 4 * norm2(u), wrong={"f": 4 * norm2(v)}),
    "fresh entry": lambda: verify(square, expanded, wrong={"f": expanded + w[1]}),
    "fresh twin": lambda: verify(square, expanded, wrong={"f": expanded + Symbol("x")}),
    "fresh in an inequality": lambda: verify_le(
        2 * x * y, x**2 + y**2, because=[[(x - y) ** 2]], wrong={"f": (2 * x * y + h, x**2 + y**2)}
    ),
    "17": lambda: verify(square, expanded, wrong={"f": 17}),
    "zero": lambda: verify(square, expanded, wrong={"f": 0}),
    "a constant in disguise": lambda: verify(square, expanded, wrong={"f": Sum(1, (i, 1, 3))}),
    "right": lambda: verify(square, expanded, wrong={"f": x * (x + y) + y * (x + y)}),
    "not needed": lambda: verify(square, expanded, given=[x > 0]),
    "one not needed": lambda: verify(Abs(x) * y, x * y, given=[x > 0, y > 0]),
    "the same twice over": lambda: verify(Abs(x) * y, x * y, given=[x > 0, x > -1]),
    "not needed below": lambda: verify_le(2 * x * y, x**2 + y**2, because=[[(x - y) ** 2]], given=[x > 0]),
    "index from q": lambda: verify(Sum(Abs(i), (i, q, 0)), q * (1 - q) / 2, given=[q <= 0]),
    "index from -k": lambda: verify(Sum(Abs(i), (i, -k, 0)), -k * (k + 1) / 2),
    "index from k - 1": lambda: verify(Sum(sp.sign(i), (i, k - 1, k)), 2),
    "index from 0": lambda: verify(Sum(w[i], (i, 0, n)), x),
    "nonnegative from -1": lambda: verify(Sum(Abs(l), (l, -1, n)), n * (n + 1) / 2 - 1),
    "odd index": lambda: verify(Sum((-1) ** odd, (odd, 1, n)), -n),
    "negative index": lambda: verify(Sum(Abs(Symbol("t", integer=True, negative=True)) * x, (Symbol("t", integer=True, negative=True), 1, n)), -n * (n + 1) * x / 2),
    "scalar and entries": lambda: verify(
        (IndexedBase("W")[1] + Symbol("W")) ** 2,
        IndexedBase("W")[1] ** 2 + 2 * IndexedBase("W")[1] * Symbol("W") + Symbol("W") ** 2,
    ),
    "vector and scalar": lambda: verify((norm2(u) + Symbol("u")) ** 2, norm2(u) ** 2),
    "matrix and scalar": lambda: verify(Trace(B) + Symbol("B"), Symbol("B") + Trace(B.T) + 0 * x),
    "index and letter": lambda: verify(Sum(Symbol("i") * w[i], (i, 1, n)), x),
    "dummy": lambda: refute(Dummy("x", real=True), "=", x),
}  # fmt: skip

# Derivatives

real = Symbol("real", real=True)
at_one = Piecewise((1, Eq(x, 1)), (x**2, True))
DERIVATIVES = {
    "by a limit": lambda: verify(Derivative(x * n + Sum(A[i], (i, 1, n)), n), x),
    "n times a sum": lambda: verify(Derivative(n * Sum(A[i], (i, 1, n)), n), Sum(A[i], (i, 1, n))),
    "n² times a sum": lambda: verify(Derivative(n**2 * Sum(A[i], (i, 1, n)), n), 2 * n * Sum(A[i], (i, 1, n))),
    "by a size": lambda: verify(Derivative(n * x + Trace(M.T * M), n), x),
    "by an entry": lambda: refute(Derivative(S[0, 0] ** 2, S[0, 0]), "=", 2 * S[0, 0]),
    "by entries": lambda: refute(
        Gradient(w[1] ** 2 + w[2] * x, Matrix([w[1], w[2]])), "=", Matrix([2 * w[1], x])
    ),
    "by a real limit": lambda: verify(Derivative(x * real + Sum(A[i], (i, 1, real)), real), x),
    "by a real index": lambda: verify(Derivative(x * real + A[real], real), x),
    "by a lower limit": lambda: verify(Derivative(x * k + Sum(A[q], (q, k, k + 2)), k), x),
    "gradient by an integer": lambda: verify_gradient(x * n, Matrix([x, n]), Matrix([n, x])),
    "by a number": lambda: verify_gradient(x * y, Matrix([x, 2]), Matrix([y, 0])),
    "by a sum of letters": lambda: verify_gradient(x * y, Matrix([x, x + y]), Matrix([y, 0])),
    "single point": lambda: verify(Derivative(at_one, x), Piecewise((0, Eq(x, 1)), (2 * x, True))),
    "all but one": lambda: verify(
        Derivative(Piecewise((x**2, Ne(x, 1)), (1, True)), x), Piecewise((2 * x, Ne(x, 1)), (0, True))
    ),
    "between": lambda: verify(
        Derivative(Piecewise((x**2, x > 1), (x**2, x < 1), (1, True)), x),
        Piecewise((2 * x, x > 1), (2 * x, x < 1), (0, True)),
    ),
    "touching": lambda: verify(
        Derivative(Piecewise((1, (x - 1) ** 2 <= 0), (x**2, True)), x),
        Piecewise((0, (x - 1) ** 2 <= 0), (2 * x, True)),
    ),
    "two borders": lambda: verify(
        Derivative(Piecewise((5, (x >= 1) & (x**2 <= 1)), (x**2, True)), x),
        Piecewise((0, (x >= 1) & (x**2 <= 1)), (2 * x, True)),
    ),
    "borders that meet": lambda: verify(
        Derivative(Piecewise((5, (x >= y) & (x <= h)), (x**2, True)), x),
        Piecewise((0, (x >= y) & (x <= h)), (2 * x, True)),
    ),
    "both closed": lambda: verify(
        Derivative(Piecewise((x, x <= 0), (0, True)) + Piecewise((0, x < 0), (x, True)), x),
        Piecewise((1, x <= 0), (0, True)) + Piecewise((0, x < 0), (1, True)),
    ),
    "size of a number": lambda: verify(
        Derivative(Piecewise((5, Abs(x) <= 0), (x**2 + x, True)), x),
        Piecewise((0, Abs(x) <= 0), (2 * x + 1, True)),
    ),
    "delta": lambda: verify(Derivative(KroneckerDelta(x, 1) + x**2, x), 2 * x),
    "sign": lambda: verify(Derivative(sp.sign(x) * x, x), sp.sign(x)),
    "modulus": lambda: verify(Derivative(Abs(x), x), 1),
    "root": lambda: verify(Derivative(sqrt(x**2), x), 1),
    "maximum": lambda: verify(Derivative(Max(x, 0), x), sp.Heaviside(x)),
    "substituted after": lambda: verify(Subs(Derivative(x**2 * y, x), y, x), 3 * x**2),
    "substituted before": lambda: verify(Derivative(Subs(x**2 * y, y, x), x), 2 * x**2),
    "entry of a gradient": lambda: verify_gradient((M.T * M)[0, 0], M, ZeroMatrix(n, d)),
    "half": lambda: verify_gradient(g.T * g, g, g),
    "not symmetric": lambda: verify_gradient(g.T * H * g, g, 2 * H * g),
    "the same index": lambda: verify(Derivative(Sum(w[j] ** 2, (j, 1, d)), w[j]), 2 * w[j]),
    "index out of range": lambda: verify(Derivative(Sum(w[j] ** 2, (j, 1, d)), w[k]), 2 * w[k]),
    "index from the second": lambda: verify(
        Derivative(Sum(w[j] ** 2, (j, 2, d)), w[k]), 2 * w[k], given=[k <= d]
    ),
    "twice": lambda: verify(Derivative(x**3, (x, 2)), 3 * x),
    "mixed": lambda: verify(Derivative(x**2 * y**2, x, y), 2 * x * y),
    "of a quotient": lambda: verify(Derivative(a / (a + b), a), 1 / (a + b)),
    "of an exponent": lambda: verify(Derivative(a**b, b), a**b),
}  # fmt: skip

# Sums, branches, matrices, inner products

OTHERS = {
    "empty average": lambda: verify(Sum(x, (i, 1, m)) / Sum(1, (i, 1, m)), x),
    "empty, first split off": lambda: verify(Sum(w[i], (i, 1, m)), w[1] + Sum(w[i], (i, 2, m))),
    "Karr": lambda: verify(Sum(k, (k, 1, -2)), 1),
    "Karr, symbolic": lambda: verify(Sum(i, (i, 1, n - 9)), (n - 9) * (n - 8) / 2),
    "delta out of range": lambda: verify(Sum(KroneckerDelta(i, q) * w[i], (i, 1, n)), w[q]),
    "delta beyond n": lambda: verify(Sum(KroneckerDelta(i, k) * w[i], (i, 1, n)), w[k]),
    "triangle": lambda: verify(Sum(x, (j, 1, i), (i, 1, n)), n**2 * x),
    "half of a square": lambda: verify(Sum(w[i] * w[j], (j, 1, i), (i, 1, n)), Sum(w[i], (i, 1, n)) ** 2 / 2),
    "order of dependent sums": lambda: verify(
        Sum(w[i] * A[j], (j, 1, i), (i, 1, n)), Sum(w[i] * A[j], (i, 1, j), (j, 1, n))
    ),
    "product of sums": lambda: verify(Sum(w[i] * A[i], (i, 1, n)), Sum(w[i], (i, 1, n)) * Sum(A[i], (i, 1, n))),
    "ranges exchanged": lambda: verify(Sum(w[i] * A[j], (i, 1, n), (j, 1, d)), Sum(w[i] * A[j], (i, 1, d), (j, 1, n))),
    "index shifted": lambda: verify(Sum(w[i + 1], (i, 1, n)), Sum(w[i], (i, 1, n)) + w[n + 1]),
    "telescope": lambda: verify(Sum(w[i + 1] - w[i], (i, 1, n)), w[n] - w[1]),
    "captured": lambda: verify(Subs(Sum(w[j] * A[k], (j, 1, n)), k, j), Sum(w[j] * A[j], (j, 1, n))),
    "squares": lambda: verify(Sum(i**2, (i, 1, n)), n * (n + 1) * (2 * n - 1) / 6),
    "five terms": lambda: verify(x + (n - 1) * (n - 2) * (n - 3) * (n - 4), x),
    "geometric": lambda: verify(Sum(Rational(1, 2) ** i, (i, 1, n)), 1 - Rational(1, 2) ** (n + 1)),
    "last term": lambda: verify(Sum(w[i], (i, 1, n + 1)), Sum(w[i], (i, 1, n)) + w[n]),
    "infinite": lambda: verify(Sum(Rational(1, 2) ** k, (k, 1, sp.oo)), 2),
    "hypothesis about an index": lambda: verify(Sum(Abs(i - 5), (i, 1, n)), Sum(i - 5, (i, 1, n)), given=[i >= 5]),
    "hypothesis about another k": lambda: verify(
        Sum(Piecewise((w[k], k <= d), (0, True)), (k, 1, n)), Sum(w[k], (k, 1, n)), given=[k <= d]
    ),
    "hypothesis about a bound x": lambda: verify(Subs(Abs(x) * y, x, y - 3), (y - 3) * y, given=[x > 0]),
    "hypothesis about one entry": lambda: verify_le(
        0, Sum(w[i], (i, 1, n)), because=[[Sum(w[i], (i, 1, n))]], given=[w[i] >= 0]
    ),
    "contradictory": lambda: verify(x, y, given=[x > 0, x < 0]),
    "contradictory together": lambda: verify_le(x, y, because=[[y - x]], given=[x > y, y > x + 1]),
    "always": lambda: verify_le(x, y, because=[[y - x]], given=[x**2 + 1 > 0]),
    "larger is the mean": lambda: verify(Max(x, y), (x + y) / 2),
    "largest of one": lambda: verify(Max(x, Min(x, y)) + y, y + Max(x, y)),
    "smallest of three": lambda: verify(Min(x, y, h) + Max(x, y, h), x + y),
    "equal arguments": lambda: verify(Max(x, x) + y, y - x),
    "root of a square": lambda: verify(sqrt(x**2) + y, x + y),
    "root of a negative": lambda: verify(sqrt(s**2) + y, s + y),
    "complex root": lambda: verify(sqrt(c**2) * x, c * x),
    "root of a product": lambda: verify((sqrt(x * y) + h) ** 2, x * y + h**2 + 2 * h * sqrt(x) * sqrt(y)),
    "far modulus": lambda: verify(Abs(x + 50) + y, x + 50 + y),
    "far maximum": lambda: verify(Max(x, -100) + y, x + y),
    "far sign": lambda: verify(sp.sign(x + 50) * y, y),
    "far delta": lambda: verify(KroneckerDelta(n, 9) * x + y, y),
    "far point": lambda: verify(Piecewise((0, Eq(x, 17)), (x**2, True)) * y, x**2 * y),
    "far factor": lambda: verify_le(0, 7 - x, because=[[7 - x]]),
    "far certificate": lambda: verify_le(0, (x + 6) * (6 - x) * y**2, because=[[(x + 6) * (6 - x), y**2]]),
    "cubed": lambda: verify_le(0, x * y**2, because=[[x, y**2]], given=[x**3 >= 0]),
    "fraction": lambda: verify_le(0, x / (x**2 + 1) + y**2, because=[[y**2], [x / (x**2 + 1)]]),
    "tie": lambda: verify_le(2 * x * y, x**2 + y**2, because=[[(x - y) ** 2]], strict=True),
    "empty product": lambda: verify_le(0, x**2, because=[[x**2], []], strict=True),
    "divided certificate": lambda: verify_le(0, (x - 7) ** 2, because=[[(x - 7) ** 4, (x - 7) ** -2]]),
    "no certificate": lambda: verify_le(x, x + a, because=[]),
    "commuted": lambda: verify(B * C, C * B),
    "difference of squares": lambda: verify((B + C) * (B - C), B * B - C * C),
    "cyclic the wrong way": lambda: verify(Trace(B * C * S), Trace(C * B * S)),
    "trace of a product": lambda: verify(Trace(B * C), Trace(B) * Trace(C)),
    "transposed product": lambda: verify((B * C).T, B.T * C.T),
    "entry beyond": lambda: verify(S[5, 0] + x, x + S[5, 0] * 1 + 0 * y + S[0, 5]),
    "entry before": lambda: verify(S[n - 1, 0] + x, x + 2 * S[n - 1, 0]),
    "no size": lambda: verify(Trace(MatrixSymbol("Z", m, m)), x),
    "Cauchy-Schwarz as an equality": lambda: verify(dot(u, v) ** 2, norm2(u) * norm2(v)),
    "Cauchy-Schwarz reversed": lambda: verify_le(
        norm2(u) * norm2(v), dot(u, v) ** 2, because=[[norm2(norm2(v) * u - dot(u, v) * v)]]
    ),
    "Pythagoras always": lambda: verify(norm2(u + v), norm2(u) + norm2(v)),
    "linear norm": lambda: verify(norm2(2 * u), 2 * norm2(u)),
    "three products": lambda: verify(dot(u, v) * norm2(z), dot(u, z) * dot(v, z)),
    "dimension 3": lambda: verify_le(dot(u, v), norm2(u), because=[[norm2(u) - dot(u, v)]]),
    "negative length": lambda: verify_le(norm2(u - v), norm2(u), because=[[norm2(u) - norm2(u - v)]]),
    "stands for itself": lambda: verify(UnevaluatedExpr(x) + y, x + y + 1),
    "zero power": lambda: verify(x**m * 0**m + y, y),
    "sign of a power": lambda: verify_le(0, x**odd, because=[[x**odd]]),
    "floor": lambda: verify(sp.floor(x) + y, x + y),
    "logarithm": lambda: verify(sp.log(x**2), 2 * sp.log(x)),
    "exponential": lambda: verify(sp.exp(x + y), sp.exp(x) + sp.exp(y)),
    "binomial": lambda: verify(sp.binomial(n, k), sp.binomial(n, k - 1)),
    "integral": lambda: verify(sp.Integral(x, x), x**2),
    "limit": lambda: verify(sp.Limit(Abs(x) / x, x, 0, "-"), 1),
    "π is 3": lambda: verify(sp.pi * x, 3 * x),
    "imaginary": lambda: verify(sp.I * x * y, x * y),
}  # fmt: skip

# Whatever is handed in


def nested(levels):
    e = x
    for _ in range(levels):
        e = 1 / (1 + e)
    return e


RUBBISH = {
    "text": lambda: verify("x", "y"),
    "nothing": lambda: verify(None, None),
    "set": lambda: verify({x}, x),
    "tuple": lambda: verify(sp.Tuple(x, y), x),
    "function": lambda: verify(lambda: 0, x),
    "unknown function": lambda: verify(sp.Function("f")(x), x),
    "deep": lambda: verify(nested(70), x),
    "given nothing": lambda: verify(x, y, given=None),
    "given a number": lambda: verify(x, y, given=3),
    "given text": lambda: verify(x * (y + 1), y, given=["x > 0"]),
    "wrong number": lambda: verify(square, expanded, wrong=5),
    "wrong nothing": lambda: verify(square, expanded, wrong={"a": None}),
    "wrong numbered": lambda: verify(square, expanded, wrong={1: x}),
    "because nothing": lambda: verify_le(x, y, because=None),
    "because text": lambda: verify_le(x, y, because=[["y - x"]]),
    "because of nothing": lambda: verify_le(x, y, because=[[None]]),
    "because of a float": lambda: verify_le(x, y, because=[[0.5, 2 * y - 2 * x]]),
    "because of a matrix": lambda: verify_le(x, y, because=[[Matrix([1])]]),
    "one side of a wrong version": lambda: verify_le(0, x**2, because=[[x**2]], wrong={"a": x}),
    "no point of a wrong version": lambda: verify_le(0, x**2, because=[[x**2]], wrong={"a": (x, y, 3)}),
    "sign in a list": lambda: refute(x, ["="], y),
    "no sign": lambda: refute(x, None, y),
    "matrices by size": lambda: verify_le(Matrix([x, y]), Matrix([x + 1, y]), because=[[1]]),
    "gradient of another shape": lambda: verify_gradient(x**2, Matrix([x, y]), Matrix([2 * x])),
    "gradient of text": lambda: verify_gradient("x", Matrix([x]), Matrix([1])),
    "gradient by text": lambda: verify_gradient(x**2, "x", x),
    "gradient by a symbol": lambda: verify_gradient(x**2, x, 2 * x),
    "product with text": lambda: dot(u, "v"),
    "product with a number": lambda: norm2(3),
    "vector times a matrix": lambda: u * Matrix([1, 2]),
    "vector over nothing": lambda: verify(norm2(u / 0), x),
    "vector times a float": lambda: verify(norm2(0.5 * u), norm2(u) / 4),
    "vector times i": lambda: verify(norm2(sp.I * u), norm2(u)),
}  # fmt: skip

# A second round, by the number: assumptions, branches, hypotheses about indices, certificates

T, W = Symbol("t", nonzero=True), MatrixSymbol("W", d, d)
SECOND_EQUAL = {  # both sides, and the hypotheses
    "hypothesis no integer": (Abs(x - 7) * y, (x - 7) * y, x > 7 - x),
    "unequal only": (Abs(x) * y, x * y, Ne(x, -1)),
    "refined integer": ((-1) ** (2 * q) * x * y, x * y * (-1) ** q),
    "(-1)^q": ((-1) ** q**2 * x + y, (-1) ** q * x - y),
    "x^2 root3": ((x**3) ** Rational(1, 3) + y, x + y),
    "real cube": (((x**3) ** Rational(1, 3) + y) ** 2, (x + y) ** 2),
    "(a^x)": ((a**x) ** y + h, a ** (x + y) + h),
    "sqrt(x)sqrt(x)": (sqrt(x) * sqrt(x) + y, Abs(x) + y),
    "sqrt quotient": (sqrt(x / y) * h + 1, sqrt(x) / sqrt(y) * h + 1),
    "sqrt(-1/x)": ((sqrt(1 / x) + y) ** 2, 1 / x + y**2 + 2 * y / sqrt(x), Ne(x, 0)),
    "substituted of sum index": (Subs(Sum(w[i] * x, (i, 1, n)), x, i), Sum(w[i] * i, (i, 1, n))),
    "substituted limit": (
        Subs(Sum(w[i], (i, 1, m)), m, n - 7),
        Sum(w[i], (i, 1, n)) - Sum(w[i], (i, n - 6, n)),
    ),
    "substituted integer by half": (Subs(Sum(x, (i, 1, m)), m, Rational(1, 2)), x / 2),
    "substituted positive by x 3": (Subs(Max(a, 0) * y, a, x), Max(x, 0) * y),
    "cases both in one": (
        Piecewise((x, (x > 0) & (y > 0)), (0, True)),
        Piecewise((x, x > 0), (0, True)),
    ),
    "cases overlap": (
        Piecewise((1, x > 0), (2, x > -1), (3, True)) * y,
        Piecewise((2, x > -1), (1, x > 0), (3, True)) * y,
    ),
    "cases boundary": (
        Piecewise((x + 1, x > 17), (0, True)) * y,
        Piecewise((x + 1, x >= 17), (0, True)) * y,
    ),
    "cases boundary0": (
        Piecewise((x + 1, x > 0), (0, True)) * y,
        Piecewise((x + 1, x >= 0), (0, True)) * y,
    ),
    "given weak vs strict": (
        Piecewise((x + 1, x > 17 * y), (0, True)) * h,
        (x + 1) * h,
        x >= 17 * y,
    ),
    "given strict border": (Piecewise((x + 1, x >= y), (0, True)) * h, (x + 1) * h, x >= y - 1),
    "assume negative": (Piecewise((x + 1, x < y), (5, True)) * h, 5 * h, x >= y + 0 * h - 1),
    "sum condition": (
        Sum(Piecewise((w[i], w[i] > x), (0, True)), (i, 1, n)),
        Piecewise((Sum(w[i], (i, 1, n)), w[1] > x), (0, True)),
    ),
    "sum hypothesis inner": (
        Sum(Piecewise((w[i], w[1] > 0), (0, True)), (i, 1, n)),
        Sum(w[i], (i, 1, n)),
        w[2] > 0,
    ),
    "index hypothesis": (
        Sum(Piecewise((w[i], w[i] > 0), (0, True)), (i, 1, n)),
        Sum(w[i], (i, 1, n)),
        w[i] > 0,
    ),
    "index hypothesis 2": (Sum(Abs(w[i]), (i, 1, n)), Sum(w[i], (i, 1, n)), w[i] > 0),
    "derivative matrix entry": (Derivative(Trace(W * W), W[0, 1]), 2 * W[0, 1]),
    "derivative entry 2": (Derivative(Sum(W[i - 1, i - 1], (i, 1, d)), W[0, 0]), 2),
    "explicit big": (
        Matrix([[x, y], [y, x]]) * Matrix([x, y]) + Matrix([0, h]),
        Matrix([x**2 + y**2, 2 * x * y]),
    ),
    "vector divided": (norm2(u / dot(u, v)) * dot(u, v) ** 2, norm2(u)),
    "vector divided 2": (dot(u / norm2(u), u) + x, 1 + x),
    "vector name symmetric": (norm2(vectors("x")[0]) * x, x**3),
    "vector star": (dot(vectors("w")[0], vectors("w^*")[0]), norm2(vectors("w")[0])),
    "dimension 1": (norm2(u) * norm2(v) - dot(u, v) ** 2 + x, x),
    "close": (x * Rational(10**20 + 1, 10**20) + y, x + y),
    "huge": ((x + 10**30) * y, x * y + 10**30 * y + 1),
    "algebraic": (sqrt(2) * sqrt(3) * x, sqrt(5) * x),
    "gold": (((1 + sqrt(5)) / 2) ** 2 * x, (1 + sqrt(5)) / 2 * x + x * Rational(999, 1000)),
    "root+rat": ((sqrt(x**2 + 7) - sqrt(x**2 + 7)) * y + x, x + y * 0 + Rational(1, 10**9)),
    "irrational skip": ((sqrt(2) + 1) * Max(0, x - 9) + x, x),
    "irrational case": (Piecewise((sqrt(x**2 + 3), x > 8), (0, True)) * y + x, x),
    "one point only": (KroneckerDelta(n, 6) + x, x),
    "delta given": (KroneckerDelta(d, k) * x, x, k <= d),
    "sum to a square": (
        Sum(i, (i, 1, n**2)),
        n**2 * (n**2 + 1) / 2 + (n - 1) * (n - 2) * (n - 3) * (n - 4),
    ),
    "sum empty end": (Sum(w[i], (i, n, n - 1)) + x, x + w[n]),
    "sum double": (Sum(w[i] * w[j], (i, 1, n), (j, 1, n)), Sum(w[i] ** 2, (i, 1, n))),
    "sum twice index": (Sum(w[i], (i, 1, n)) * Sum(w[i], (i, 1, n)), Sum(w[i] * w[i], (i, 1, n))),
    "sum nested same index": (
        Sum(w[i] * Sum(w[i], (i, 1, n)), (i, 1, n)),
        Sum(w[i] ** 2, (i, 1, n)) * n,
    ),
    "sum inside its limit": (Sum(Sum(x, (j, 1, i)), (i, 1, n)) * 2, n * n * x),
    "product index": (Sum(Sum(w[i + j], (j, 1, n)), (i, 1, n)), n * Sum(w[i], (i, 1, 2 * n))),
    "free index": (Sum(w[i], (i, 1, n)) + w[j], Sum(w[j], (j, 1, n)) + w[i]),
    "dependent limits": (Sum(w[j], (j, i, n), (i, 1, n)), n * Sum(w[j], (j, 1, n))),
    "bound = free": (Sum(i * x, (i, 1, n)) + i, n * (n + 1) * x / 2),
    "abs sum": (Abs(Sum(w[i], (i, 1, n))), Sum(Abs(w[i]), (i, 1, n))),
    "max sum": (Max(0, Sum(w[i], (i, 1, n))), Sum(Max(0, w[i]), (i, 1, n))),
    "sum sqrt": (Sum(sqrt(w[i] ** 2), (i, 1, n)), Sum(w[i], (i, 1, n))),
    "power sum": (Sum(w[i], (i, 1, n)) ** 3, Sum(w[i] ** 3, (i, 1, n))),
    "negative power sum": (
        1 / Sum(w[i], (i, 1, n)),
        Sum(1 / w[i], (i, 1, n)),
        Sum(w[i], (i, 1, n)) > 0,
    ),
    "negative power sum 2": (Sum(x / w[i], (i, 1, n)) * 2, Sum(2 * x / w[i], (i, 1, n))),
    "equation hypothesis 2": (x**2 * y, y, Eq(x**2, 1), Ne(x, 5)),
    "equation claim": (x, y, Eq(x, y)),
    "equation claim2": (x - y, sp.Integer(0), Eq(x, y)),
    "equation absurd": (x, x + 1, Eq(x, x + 1)),
    "equation false far": (x * y, 7 * y, Eq(x, 8)),
}
SECOND = {
    "index hypothesis 3": lambda: verify_le(
        0, Sum(w[i], (i, 1, n)), because=[[Sum(w[i], (i, 1, n))]], given=[Sum(w[i], (i, 1, n)) >= 0]
    ),
    "index hypothesis 4": lambda: verify_le(
        w[k], Sum(w[i], (i, 1, n)), because=[[Sum(w[i], (i, 1, n)) - w[k]]], given=[k <= n]
    ),
    "certificate symmetric sign": lambda: verify_le(0, x * y, because=[[x, y]], given=[x >= 0]),
    "certificate even index": lambda: verify_le(0, x**k * y**2, because=[[x**k, y**2]]),
    "certificate twice": lambda: verify_le(0, a * x, because=[[a, x]], given=[x >= -(y**2)]),
    "certificate complex": lambda: verify_le(
        0, Symbol("c") ** 2 + x**2, because=[[Symbol("c") ** 2], [x**2]]
    ),
    "certificate complex 2": lambda: verify_le(
        0, Symbol("c") * x**2, because=[[x**2], [Symbol("c") - 1, x**2]]
    ),
    "certificate derivative": lambda: verify_le(
        0, Derivative(x**2, x), because=[[Derivative(x**2, x)]]
    ),
    "certificate inner": lambda: verify_le(0, dot(u, v), because=[[dot(u, v)]]),
    "certificate negative 2": lambda: verify_le(x, 0, because=[[-x]], given=[-x * a >= 0]),
    "strict by even": lambda: verify_le(0, x**2 + y**2, because=[[x**2], [y**2]], strict=True),
    "strict nonzero": lambda: verify_le(0, T**2 * y**2, because=[[T**2, y**2]], strict=True),
    "<= strict given same strict claim": lambda: verify_le(
        0, x - y, because=[[x - y]], given=[x > y], strict=True
    ),
    "hypothesis scaled pi": lambda: verify_le(
        x, y, because=[[1 / sp.pi, sp.pi * y - sp.pi * x]], given=[sp.pi * (y - x) >= 0]
    ),
    "hypothesis square same": lambda: verify_le(
        0, x**2 - 1, because=[[x**2 - 1]], given=[(x - 1) * (x + 1) >= 0]
    ),
    "hypothesis inner same": lambda: verify_le(
        0,
        norm2(u + v) - norm2(u),
        because=[[norm2(u + v) - norm2(u)]],
        given=[norm2(u + v) >= norm2(u)],
    ),
    "two halves": lambda: verify_le(0, x + y, because=[[x + y]], given=[x + y >= 0]),
    "refuted true <=": lambda: refute(2 * x * y, "<=", x**2 + y**2),
    "refuted strict": lambda: refute(0, "<", a),
    "refuted kink": lambda: refute(Derivative(Abs(x), x), "=", sp.sign(x)),
    "refuted integer": lambda: refute(q * (q + 1) / 2 - Sum(j, (j, 1, q)), "=", 0, given=[q >= 0]),
    "refuted even": lambda: refute((-1) ** Symbol("e", even=True), "=", 1),
    "refuted gradient": lambda: refute(
        Derivative(MatrixSymbol("S", d, d)[0, 0] ** 2, MatrixSymbol("S", d, d)[0, 0]),
        "=",
        2 * MatrixSymbol("S", d, d)[0, 0],
    ),
    "refuted symmetric": lambda: refute(Trace(W), "=", Trace(W.T)),
    "gradient constant": lambda: verify_gradient(x * Trace(W), W, 2 * x * sp.Identity(d)),
    "gradient trace": lambda: verify_gradient(Trace(W * W), W, 2 * W),
    "gradient trace sum": lambda: verify_gradient(
        Trace(W) + Trace(W * W), W, sp.Identity(d) + 2 * W
    ),
    "dimension 4": lambda: verify_le(norm2(u), dot(u, u) + 0, because=[[0]]),
}

# Equations and far bounds as hypotheses

p = Symbol("p", positive=True)
EQUATIONS_EQUAL = {  # both sides, and the hypotheses
    "a square that leaves a sign": (x * y, y, Eq(x**2, 1)),
    "a letter that may be its opposite": (x, sp.Integer(1), Eq(x**2, 1)),
    "an idempotent that may be 0": (x + y, y + 1, Eq(x**2, x)),
    "a divisor that is 0": ((x - 1) * y / (x - 1), y, Eq(x, 1)),
    "a quotient at its pole": ((x**2 - 1) / (x - 1) * y, 2 * y, Eq(x, 1)),
    "a quotient by what may be 0": (x / y, h, Eq(x, h * y)),
    "orthogonal to another vector": (norm2(u + v), norm2(u) + norm2(v), Eq(dot(u, z), 0)),
    "a square of an inner product": (norm2(u + v), norm2(u) + norm2(v), Eq(dot(u, v) ** 2, 1)),
    "equal projections": (norm2(u), norm2(v), Eq(dot(u, z), dot(v, z))),
    "equal lengths": (dot(u, z), dot(v, z), Eq(norm2(u), norm2(v))),
    "the other inner product": (dot(u, z) * x, 0 * x + dot(v, z), Eq(dot(u, z), 0)),
    "a sign before a sum": (Sum(x * w[i], (i, 1, n)), Sum(w[i], (i, 1, n)), Eq(x**2, 1)),
    "squares of a bound entry": (Sum(w[i] ** 2, (i, 1, n)), n + 0 * x, Eq(w[i] ** 2, 1)),
    "squares of one entry": (Sum(w[i] ** 2, (i, 1, n)), n * w[k] ** 2, Eq(w[k] ** 2, 1)),
    "an index that is fixed": (Sum(k * w[k], (k, 1, n)), 3 * Sum(w[k], (k, 1, n)), Eq(k, 3)),
    "a derivative under an equation": (Derivative(x * y, x), y + x, Eq(x * y, 1)),
    "a derivative of a constant": (
        Derivative(x * y, x),
        Derivative(sp.Integer(1) * x, x) * 0 + h,
        Eq(x * y, h),
    ),
    "a substitution under an equation": (Subs(x * y, x, h), y, Eq(x, 1)),
    "the claim as an equation": (x, y, Eq(x, y)),
    "a difference as an equation": (x - y, h, Eq(x - y, h)),
    "twice the claim": (2 * x, 2 * y, Eq(y, x)),
    "the claim moved by 1": (x, y, Eq(x + 1, y + 1)),
    "the negative of the claim": (-x, -y, Eq(x, y)),
    "a root of a square": (sqrt(x**2) * y, x * y, Eq(x**2, 1)),
    "the size of a letter": (Abs(x) * y, x * y, Eq(x, h)),
    "a positive letter": (p * x, p, Eq(x**2, 1)),
    "a root of two integers": (n * x, 3 * x, Eq(n**2 - 5 * n + 6, 0)),
    "a root out of reach": (n * x, 2 * x, Eq((n - 2) * (n - 9), 0)),
    "a root that is far": (x * y, 7 * y, Eq((x - 7) * (x - 1000), 0)),
    "a root of a product": (n * x, 2 * x, Eq((n - 2) * (n - 40) * (x - 1), 0)),
    "no solution": (x, x + 1, Eq(x, x + 1)),
    "no real solution": (x, y, Eq(x**2, -1)),
    "two values of one letter": (x * y, y * 2, Eq(x, 2), Eq(x, 3)),
    "a number of terms": (Sum(i, (i, 1, n)) * x, 3 * x, Eq(n, 3)),
    "three numbers of terms": (Sum(i, (i, 1, n)) * x, 6 * x, Eq(n * (n - 3) * (n - 7), 0)),
    "a case by its square": (Piecewise((x, x > 0), (0, True)) + y, y + 1, Eq(x**2, 1)),
    "a circle": (x**2 + y**2, 1 + 0 * x + h, Eq(x**2 + y**2, h + 1)),
    "unit vectors": (dot(u, v) ** 2, norm2(u) * norm2(v), Eq(norm2(u), 1), Eq(norm2(v), 1)),
    "half the length": (norm2(u - v), norm2(u), Eq(2 * dot(u, v), norm2(u))),
    "a sign of an entry": (w[1] * x, x, Eq(w[1] ** 2, 1)),
    "entries at another index": (w[1] * x, x * w[2], Eq(w[k], 1)),
    "two equations": (x * y, 0 * y + h, Eq(x, 0), Eq(h, x * y + y)),
    "a power of a sign": (x**q * y, y, Eq(x**2, 1)),
    "an integer sign": (q * x, x, Eq(q**2, 1)),
    "a maximum at two roots": (Max(x, 0) * y, x * y, Eq(x**2, x + 2)),
    "a mean by the wrong weights": (
        Sum(w[i] * x, (i, 1, n)) / Sum(w[i], (i, 1, n)),
        x,
        Eq(Sum(w[i] ** 2, (i, 1, n)), 1),
    ),
    "a divisor under a false equation": (
        (x + y) / (x + y) ** 2 * h,
        h / 2,
        Eq(x, 2 - y),
        Eq(h, h + 0),
    ),
    "above 6": (Abs(x - 7) * y, (x - 7) * y, x >= 6),
    "above 8": (Max(x, 9) * y, x * y, x >= 8),
    "above a sum": (Sum(q, (q, k, n)), (n + k) * (n - k + 1) / 2, k <= n + 3),
    "both in one": (Abs(x) * Abs(x - 1), x * (1 - x), sp.And(x > 0, x < 2)),
    "one of two": (Abs(x) * y, x * y, sp.Or(x > 0, y > 0)),
    "two in one": (Abs(x) * y, x * y, sp.And(x > 0, y > 0)),
}
EQUATIONS = {
    "a bound that is no bound": lambda: verify_le(0, x, because=[[x]], given=[Eq(x, y**2 - 1)]),
    "refuted: the equation": lambda: refute(x**2, "=", 1, given=[Eq(x**2, 1)]),
    "refuted: Pythagoras": lambda: refute(
        norm2(u + v), "=", norm2(u) + norm2(v), given=[Eq(dot(u, v), 0)]
    ),
    "refuted: the letter": lambda: refute(x, "=", 1, given=[Eq(x, 1)]),
    "refuted: half of it": lambda: refute(2 * n, "<=", q, given=[Eq(2 * n, q)]),
    "above 4": lambda: verify_le(n, n**2 - 20, because=[[n - 5, n + 4]], given=[n >= 4]),
    "visible power": lambda: verify_le(0, 1 / x + y**2, because=[[1 / x], [y**2]], given=[x >= 0]),
    "visible product": lambda: verify_le(0, x * y, because=[[x * y]], given=[x >= 0]),
    "visible more": lambda: verify_le(1, x, because=[[x - 1]], given=[x >= 0, Ne(x, y)]),
    "visible below": lambda: verify_le(0, x + h, because=[[x + h]], given=[x >= -1]),
    "visible equation": lambda: verify_le(0, x - 1, because=[[x - 1]], given=[Eq(x**2, 1)]),
    "visible unequal": lambda: verify_le(0, x, because=[[x]], given=[Ne(x, -1)]),
}

# Induction over updates

kk, R = Symbol("k", integer=True, nonnegative=True), Symbol("R", positive=True)
weights, pattern, goal = vectors("w z g")


def rule(step=1, start=0 * weights):
    return Updates(
        start={weights: start, kk: 0}, step={weights: weights + step * pattern, kk: kk + 1}
    )


mistake, radius = -dot(weights, pattern), R**2 - norm2(pattern)
INDUCTION = {
    "no mistake": lambda: verify_induction(norm2(weights),kk*R**2,rule(),because=[[2,mistake],[radius]],each=[radius>=0]),
    "half the bound": lambda: verify_induction(norm2(weights),kk*R**2/2,rule(),because=[[2,mistake],[radius]],each=[mistake>=0,radius>=0]),
    "one fewer": lambda: verify_induction(norm2(weights),(kk-1)*R**2,rule(),because=[[2,mistake],[radius]],each=[mistake>=0,radius>=0]),
    "another start": lambda: verify_induction(norm2(weights),kk*R**2,rule(start=goal),because=[[2,mistake],[radius]],each=[mistake>=0,radius>=0]),
    "the wrong sign": lambda: verify_induction(norm2(weights),kk*R**2,rule(-1),because=[[2,mistake],[radius]],each=[mistake>=0,radius>=0]),
    "twice the step": lambda: verify_induction(norm2(weights),kk*R**2,rule(2),because=[[2,mistake],[radius]],each=[mistake>=0,radius>=0]),
    "progress reversed": lambda: verify_induction(dot(weights,goal),kk*R,rule(),because=[[R-dot(pattern,goal)]],each=[dot(pattern,goal)>=R]),
    "the claim as a condition": lambda: verify_induction(norm2(weights),kk*R**2,rule(),because=[[kk*R**2-norm2(weights)],[R**2-norm2(pattern)-2*dot(weights,pattern)-kk*R**2+norm2(weights)]],each=[R**2-norm2(pattern)-2*dot(weights,pattern)-kk*R**2+norm2(weights)>=0],given=[kk*R**2-norm2(weights)>=0]),
    "squares grow": lambda: verify_induction(kk,norm2(weights),rule(),because=[[norm2(pattern)-1]],each=[norm2(pattern)>=1]),
}  # fmt: skip

# A third round: names, shapes, and everything that can be handed in

THIRD = {
    "symbolic order": lambda: verify(Derivative(x**3,(x,n)),x),
    "indexed var": lambda: verify(Sum(w[1]*x,(w[1],1,n)),n*x),
    "half index": lambda: verify(w[x]*y+1,y*w[x]+h),
    "Idx": lambda: verify(Sum(w[sp.Idx("t",n)],(sp.Idx("t",n),0,n-1)),x),
    "bracket name": lambda: verify((w[1]+Symbol("w[1]",real=True))**2,w[1]**2+Symbol("w[1]",real=True)**2+2*w[1]*Symbol("w[1]",real=True)),
    "plus name": lambda: verify((Symbol("x + y",real=True)+1)**2,Symbol("x + y",real=True)**2+2*Symbol("x + y",real=True)+1),
    "norm name": lambda: verify((Symbol("‖u‖²",real=True)+norm2(u)+1)*x,Symbol("‖u‖²",real=True)*x+x*norm2(u)+x),
    "dimension": lambda: refute(norm2(u),"<=",Symbol("dimension",integer=True,positive=True)),
    "float given": lambda: verify(Abs(x)*y,x*y,given=[x>0.5]),
    "float at": lambda: verify_le(0,x**2,because=[[x**2]],equal_at={x:0.0}),
    "oo given": lambda: verify(Abs(x)*y,x*y,given=[x<sp.oo,x>0]),
    "lambda": lambda: verify(sp.Lambda(x,x),x),
    "poly": lambda: verify(sp.Poly(x**2+1,x),x**2+1),
    "order": lambda: verify(x+sp.O(x**2),x),
    "wild": lambda: verify((sp.Wild("x")+y)**2,y**2+2*y*sp.Wild("x")),
    "accum": lambda: verify(x*sp.AccumBounds(0,1),x),
    "interval": lambda: verify(sp.Interval(0,1),x),
    "inverse": lambda: verify(MatrixSymbol("Z",d,d).I*MatrixSymbol("Z",d,d),sp.Identity(d)),
    "det": lambda: verify(sp.Determinant(MatrixSymbol("Z",d,d)),x),
    "mat float": lambda: verify(Matrix([0.5*x]),Matrix([x/2])),
    "mat empty": lambda: verify(Matrix(0,0,[]),Matrix(0,0,[1]*0)),
    "mat empty2": lambda: verify(sp.zeros(0,1),sp.zeros(0,1)),
    "mixed size": lambda: verify(MatrixSymbol("Z",d,2)*MatrixSymbol("Y",2,d),MatrixSymbol("Y2",d,d)),
    "size real": lambda: verify(Trace(MatrixSymbol("Z",x,x)),y),
    "size neg": lambda: verify(Trace(MatrixSymbol("Z",q,q)),y),
    "size neg2": lambda: verify(Trace(MatrixSymbol("Z",n-2,n-2)),Trace(MatrixSymbol("Z",n-2,n-2))*2),
    "bool sum": lambda: verify(Sum(Piecewise((1,sp.Contains(i,sp.S.Integers)),(0,True)),(i,1,n)),2*n),
    "given implies": lambda: verify(Abs(x)*y,x*y,given=[sp.Implies(x>0,y>0)]),
    "given set": lambda: verify(Abs(x)*y,x*y,given={x>0}),
    "given gen": lambda: verify(Abs(x)*y,x*y,given=(g for g in [x>0])),
    "given dict": lambda: verify(Abs(x)*y,x*y,given={"a":x>0}),
    "given mat": lambda: verify(Abs(x)*y,x*y,given=[sp.Eq(MatrixSymbol("Z",d,d),MatrixSymbol("Y",d,d))]),
    "given vec": lambda: verify(Abs(x)*y,x*y,given=[u]),
    "given eqvec": lambda: verify(norm2(u),norm2(v),given=[sp.Eq(norm2(u-v),0)]),
    "given eq complex": lambda: verify(x*y,y,given=[sp.Eq(sp.I*x,sp.I)]),
    "given eq sin": lambda: verify(x*y,y,given=[sp.Eq(sp.sin(x),0)]),
    "given eq sum": lambda: verify(Sum(w[i],(i,1,n))*y,y,given=[sp.Eq(Sum(w[i]**2,(i,1,n)),1)]),
    "given eq float": lambda: verify(x*y,y/2,given=[sp.Eq(x,0.5)]),
    "wrong vec": lambda: verify((x+y)**2,x**2+2*x*y+y**2,wrong={"a":u}),
    "wrong bool": lambda: verify((x+y)**2,x**2+2*x*y+y**2,wrong={"a":x<y}),
    "wrong pole": lambda: verify((x+y)**2,x**2+2*x*y+y**2,wrong={"a":x**2+1/x}),
    "because gen": lambda: verify_le(0,x**2,because=([x**2] for _ in [1])),
    "because vec": lambda: verify_le(0,norm2(u),because=[[u]]),
    "because ineq": lambda: verify_le(0,x,because=[[x>0]],given=[x>=0]),
    "because pole": lambda: verify_le(0,x**2,because=[[x**4,1/x**2]]),
    "because nan": lambda: verify_le(0,x**2,because=[[x**2],[sp.nan]]),
    "updates none": lambda: verify_induction(norm2(u),k,None,because=[[1]]),
    "gradient mat J": lambda: verify_gradient(Matrix([x,y]),Matrix([x,y]),Matrix([1,1])),
    "gradient mat J2": lambda: verify_gradient(MatrixSymbol("Z",d,d),MatrixSymbol("Z",d,d),MatrixSymbol("Z",d,d)),
    "gradient of vec": lambda: verify_gradient(u,Matrix([x]),Matrix([1])),
    "gradient none": lambda: verify_gradient(None,Matrix([x]),Matrix([1])),
    "rat func far": lambda: verify(Abs(x**2+1)*y,(x**2+2)*y),
    "big matrix": lambda: verify(Matrix(3,3,lambda r,c:x**r*y**c)*Matrix([1,1,1]),Matrix([1,x,x**2])*(1+y)),
    "huge size": lambda: refute(Trace(MatrixSymbol("Z",n,n)),"=",x,at={n:10**6}),
    "huge index": lambda: refute(w[n],"=",w[n+1],at={n:10**12,w[10**12]:1,w[10**12+1]:1}),
    "negative dim": lambda: refute(norm2(u),"<=",x,at={x:-1,Symbol("dimension"):3}),
    "complex n": lambda: verify(Sum(x,(i,1,Symbol("N"))),Symbol("N")*x+1),
    "deep hypothesis": lambda: verify(Abs(x) * y, x * y, given=[nested(70) > 0]),
    "equality not there": lambda: verify_le(2 * x * y, x**2 + y**2, because=[[(x - y) ** 2]], equal_at={x: 1, y: 2}),
    "sums in sums": lambda: refute(Sum(x, (i, 1, n), (j, 1, n), (k, 1, n)), "=", 1, at={n: 2000}),
}  # fmt: skip

ATTACKS = {
    f"{family}: {name}": attack
    for family, attacks in {
        "point": POINTS,
        "weak": WEAK,
        "derivative": DERIVATIVES,
        "other": OTHERS,
        "rubbish": RUBBISH,
        "second": SECOND,
        "third": THIRD,
        "equation": EQUATIONS,
        "induction": INDUCTION,
    }.items()
    for name, attack in attacks.items()
}
UNEQUAL = SECOND_EQUAL | EQUATIONS_EQUAL


@pytest.mark.parametrize("name", ATTACKS)
def test_attack(name):
    with pytest.raises(ValueError, match=r": |is no|must be"):  # NotProved is one
        ATTACKS[name]()


@pytest.mark.parametrize("name", UNEQUAL)
def test_false_equality(name):
    lhs, rhs, *given = UNEQUAL[name]
    with pytest.raises(NotProved):
        verify(lhs, rhs, given=given)


def test_there_are_enough_attacks():
    declared = 4 * (len(UNKNOWN) + len(NOT_SO))
    assert len(POLES) + declared + len(ATTACKS) + len(UNEQUAL) >= 450


# True neighbours: what a checker that refuses everything would lose

TRUE = {
    "pole excluded": lambda: verify((x**2 - 49) / (x - 7), x + 7, given=[Ne(x, 7)]),
    "pole excluded by a factor": lambda: verify((x**2 - 49) / (x - 7), x + 7, given=[Ne(x**2 - 7 * x, 0)]),
    "pole on the other side": lambda: verify((x**2 - 1) / (x - 1), x + 1, given=[x > 1]),
    "pole below a bound": lambda: verify((x**2 - 1) / (x - 1), x + 1, given=[x >= 2]),
    "positive divisor": lambda: verify((a**2 - b**2) / (a + b), a - b),
    "divisor with a square": lambda: verify((x**4 - 1) / (x**2 + 1), x**2 - 1),
    "divisor n + k - 1": lambda: verify((n + k) / (n + k - 1) - 1, 1 / (n + k - 1)),
    "odd divisor": lambda: verify(2 * n / (2 * n - 1), 1 + 1 / (2 * n - 1)),
    "divisor in a case": lambda: verify(
        Piecewise((x**2 / x, x > 0), (y, True)) - y, Piecewise((x - y, x > 0), (0, True))
    ),
    "divisor in a sum": lambda: verify(Sum(1 / (i * (i + 1)), (i, 1, n)), 1 - 1 / (n + 1)),
    "divisor beyond the sum": lambda: verify(Sum(x / (n + 1 - q), (q, 1, n)) * 2, Sum(2 * x / (n + 1 - q), (q, 1, n))),
    "product of divisors": lambda: verify(1 / (a * b) + 1 / b, (1 + a) / (a * b)),
    "divisor substituted": lambda: verify(Subs(1 / (x - y), x, y + a) * a, 1),
    "root of a sum of squares": lambda: verify(
        (sqrt(x**2 + y**2) + 1) ** 2, x**2 + y**2 + 1 + 2 * sqrt(x**2 + y**2)
    ),
    "root under a hypothesis": lambda: verify((sqrt(x) + 1) ** 2, x + 1 + 2 * sqrt(x), given=[x >= 0]),
    "sum to n - 1": lambda: verify(Sum(q, (q, 0, n - 1)), n * (n - 1) / 2),
    "sum from k": lambda: verify(Sum(q, (q, k, n)), (n + k) * (n - k + 1) / 2, given=[k <= n]),
    "empty sum": lambda: verify(Sum(x, (i, 1, m)), m * x),
    "sum in a sum": lambda: verify(Sum(x, (j, 1, i), (i, 1, n)), n * (n + 1) * x / 2),
    "sum of squares": lambda: verify(Sum(i**2, (i, 1, n)), n * (n + 1) * (2 * n + 1) / 6),
    "sums exchanged": lambda: verify(Sum(w[i] * A[j], (i, 1, n), (j, 1, d)), Sum(w[i], (i, 1, n)) * Sum(A[i], (i, 1, d))),
    "telescope": lambda: verify(Sum(w[i + 1] - w[i], (i, 1, n)), w[n + 1] - w[1]),
    "delta within": lambda: verify(Sum(KroneckerDelta(i, 1) * x, (i, 1, n)), x),
    "modulus": lambda: verify(Abs(x), x, given=[x >= 0]),
    "hypothesis scaled": lambda: verify_le(2 * x, 2 * y + a, because=[[2, y - x], [a]], given=[y >= x], strict=True),
    "two hypotheses": lambda: verify_le(x, h, because=[[y - x], [h - y]], given=[x <= y, y <= h]),
    "product of hypotheses": lambda: verify_le(
        x + y - 1, x * y, because=[[x - 1, y - 1]], given=[x >= 1, y >= 1]
    ),
    "even power": lambda: verify_le(0, x**4 + y**2, because=[[x**4], [y**2]]),
    "negative letter": lambda: verify_le(s * y**2, 0, because=[[-s, y**2]]),
    "positive entries": lambda: verify_le(0, P[1] * x**2, because=[[P[1], x**2]]),
    "strictly": lambda: verify_le(0, x**2 + a, because=[[x**2], [a]], strict=True),
    "Cauchy-Schwarz": lambda: verify_le(
        norm2(v) * dot(u, v) ** 2, norm2(v) * norm2(u) * norm2(v), because=[[norm2(norm2(v) * u - dot(u, v) * v)]]
    ),
    "parallelogram": lambda: verify(norm2(u + v) + norm2(u - v), 2 * norm2(u) + 2 * norm2(v)),
    "polarisation": lambda: verify(norm2(u + v) - norm2(u - v), 4 * dot(u, v), wrong={"2": 2 * dot(u, v)}),
    "projection": lambda: verify(dot(u - dot(u, v) / norm2(v) * v, v) + x, x, given=[norm2(v) > 0]),
    "matrices multiplied out": lambda: verify((B + C) * S, B * S + C * S),
    "gradient of a square": lambda: verify_gradient(g.T * g, g, 2 * g),
    "gradient of a form": lambda: verify_gradient(g.T * H * g, g, H * g + H.T * g),
    "gradient by letters": lambda: verify_gradient(x**2 * y, Matrix([x, y]), Matrix([2 * x * y, x**2])),
    "derivative": lambda: verify(Derivative(x**3 * y, x), 3 * x**2 * y),
    "second derivative": lambda: verify(Derivative(x**3 * y, (x, 2)), 6 * x * y),
    "derivative of a quotient": lambda: verify(Derivative(a / (a + b), a), b / (a + b) ** 2),
    "derivative of an entry": lambda: verify(
        Derivative(Sum(w[j] ** 2, (j, 1, d)), w[k]), 2 * w[k], given=[k <= d]
    ),
    "derivative of cases": lambda: verify(
        Derivative(Piecewise((0, x < 0), (x**2, x < 1), (2 * x - 1, True)), x),
        Piecewise((0, x < 0), (2 * x, x < 1), (2, True)),
    ),
    "derivative of a maximum": lambda: verify(
        Derivative(Max(0, -x * y), x), Piecewise((-y, x * y < 0), (0, True))
    ),
    "substitution": lambda: verify(Subs(x**2 + x, x, y - 1), y**2 - y),
    "entry of a matrix": lambda: refute(S[0, 0] ** 2, "=", 2 * S[0, 0]),
    "true derivative by an entry": lambda: verify(Derivative(S[0, 0] ** 2 * x, S[0, 0]), 2 * S[0, 0] * x),
    "gradient by entries": lambda: verify(
        sp.Matrix([Derivative(w[1] ** 2 + w[2] * x, w[1]), Derivative(w[1] ** 2 + w[2] * x, w[2])]),
        Matrix([2 * w[1], x]),
    ),
    "wrong version with a point": lambda: verify_le(
        0, a + b, because=[[a], [b]], strict=True, wrong={"minus": (0, a - b, {a: 1, b: 2})}
    ),
    "wrong version without a letter": lambda: verify(square, expanded, wrong={"y lost": x**2}),
    "refuted at a point": lambda: refute(x, "<=", x**2, at={x: Rational(1, 2)}),
    "refuted at an entry": lambda: refute(0, "<=", w[1], at={w[1]: -3}),
    "refuted within hypotheses": lambda: refute(x**2, "<=", y**2, given=[x <= y], at={x: -2, y: -1}),
    "equality at a point": lambda: verify_le(
        202 * a * b, a**2 + (101 * b) ** 2, because=[[(a - 101 * b) ** 2]], equal_at={a: 101, b: 1}
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_true_neighbour(name):
    assert TRUE[name]()


def test_there_are_enough_true_claims():
    assert len(TRUE) >= 50
