"""The checks are checked: what they must accept, refuse, print, and how each sabotage shows.

A check that accepts everything would make the whole book look right. So this file breaks the
checker on purpose, one line at a time, and demands that a probe notices.
"""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import (
    Derivative,
    IndexedBase,
    Matrix,
    MatrixSymbol,
    Ne,
    Piecewise,
    Rational,
    Subs,
    Sum,
    Trace,
    symbols,
)

import perceptrons.verify
from perceptrons.verify import (
    NotProved,
    dot,
    norm2,
    refute,
    vectors,
    verify,
    verify_gradient,
    verify_le,
)
from perceptrons.verify.evaluate import NoValue, value
from perceptrons.verify.rewrite import RULES, free, normal
from perceptrons.verify.sampling import points

x, y, h = symbols("x y h", real=True)
i, j, k, n, d = symbols("i j k n d", integer=True, positive=True)
q = sp.Symbol("q", integer=True)
w, X, T = (IndexedBase(name, real=True) for name in ("w", "x", "t"))
residual = T[i] - Sum(w[j] * X[i, j], (j, 1, d))
J = Rational(1, 2) * Sum(residual**2, (i, 1, n))
A, b, v = MatrixSymbol("A", n, d), MatrixSymbol("b", n, 1), MatrixSymbol("v", d, 1)
E = b - A * v
u, z = vectors("u z")


# Gate 1: is the claim well posed?


@pytest.mark.parametrize(
    ("lhs", "rhs", "reason"),
    [
        (x + y, y + x, "same expression"),
        (x - x, sp.Integer(0), "same expression"),
        (x == x, True, "truth value"),  # noqa: PLR0124 - the mistake in question
        (sp.Eq(x, y), sp.Eq(x, y), "truth value"),
        (x < y, x, "truth value"),
        (0.5 * x, x / 2, "float"),
        (x, 0.5, "float"),
        (sp.nan, x, "not finite"),
        (x / sp.S.Zero, x, "not finite"),
        ("x + 1", x + 1, "is a str"),
        (u, z, "is a Vector.*dot"),
        ([x, y], x, "is a list"),
        (None, x, "is a NoneType"),
        (Matrix([x, y]), Matrix([x, y, x]), r"shape \(2, 1\).*\(3, 1\)"),
        (E.T * E, x, "shape"),
        (Derivative(J, w[j]), x, "j names both the derivative and a sum inside"),
        (x + sp.Symbol("x"), y, "two different things are called x"),
        (w[1] + norm2(vectors("w")[0]), x, "two different things are called w"),
        (1 / x, y, r"divides by x, which is 0 at x = 0.*Ne\(x, 0\)"),
        (dot(u, z) / norm2(z), y, "divides by ‖z‖², which is 0 at z = "),
        (
            Sum(k, (k, 1, sp.Symbol("N", negative=True, integer=True))),
            x,
            "has no value at .*runs from",
        ),
        (sp.sin(x), x, "cannot be evaluated.*sin"),
        (Sum(w[i], (i, 0, n)), x, "index i begins at 0, against its own assumptions"),
    ],
    ids=str,
)
def test_refused_before_it_is_tried(lhs, rhs, reason):
    with pytest.raises(NotProved, match=reason) as error:
        verify(lhs, rhs)
    assert error.value.gate == 1


@pytest.mark.parametrize(
    ("hypotheses", "reason"),
    [
        ([x > 1, x < 0], "contradictory"),
        ([x > 1, x < 0, y != 0], "no comparison, or one that holds always"),
        ([sp.Eq(x, 1)], "equation.*substitute"),
        ([norm2(u) >= 0], "holds always or never"),
        ([True], "holds always or never"),
        (x > 0, r"put it in a list: given=\[...\]"),
    ],
)
def test_hypotheses_that_are_none(hypotheses, reason):
    with pytest.raises(NotProved, match=reason):
        verify((x + 1) ** 2, x**2 + 2 * x + 1, given=hypotheses)


def test_contradictory_hypotheses_beside_a_division():
    with pytest.raises(NotProved, match="contradictory"):
        verify(Subs(x / y, x, x + 1), x / y + 1 / y, given=[x > 1, x < 0])


def test_wrong_versions_have_names():
    with pytest.raises(NotProved, match="give a name to each wrong version"):
        verify((x + 1) ** 2, x**2 + 2 * x + 1, wrong=[x**2 + 1])


def test_division_is_settled_by_a_hypothesis():
    claim = Subs(x**2 / h, h, y) * y
    with pytest.raises(NotProved, match=r"has no value at y = 0 \(division by zero\)"):
        verify(claim, x**2)
    assert verify(claim, x**2, given=[Ne(y, 0)])


# Gates 2, 3 and 4


def test_true_claims_pass():
    check = verify((x + y) ** 2, x**2 + 2 * x * y + y**2, wrong={"freshman": x**2 + y**2})
    assert list(check.refuted) == ["freshman", "opposite sign"]
    assert verify(sp.Abs(x), x, given=[x > 0])
    assert verify(Sum(k, (k, 1, 10)), 55)
    assert verify(Matrix([(x + 1) ** 2, x * (x - 1)]), Matrix([x**2 + 2 * x + 1, x**2 - x]))


@pytest.mark.parametrize(
    ("lhs", "rhs", "gate", "reason"),
    [
        ((x + 1) ** 2, x**2 + 1, 3, "fails at x = .* ≠ "),
        (sp.sqrt(x**2), x, 3, "fails at"),
        (Matrix([x * (x - 1), y]), Matrix([x**2 - x, x]), 3, "fails at"),
        (Derivative(y**2, x), sp.Integer(0), 3, "0 at every point"),
        ((x - 1) ** 2 - x**2 + 2 * x, sp.Integer(1), None, ""),
        (
            (x - 1) ** 2 - x**2 + 2 * x - 1,
            sp.Integer(0),
            3,
            "bring a term to the other side",
        ),
        (norm2(u) / (1 + norm2(u)), norm2(u), 3, "fails at u = "),
        (sp.sqrt(x**2 + 2), sp.sqrt(x**2 + 2) * (x - x + 1) + 0 * y, 1, "same expression"),
        (sp.sqrt(2) * x, sp.sqrt(2) * sp.expand_mul(x), 1, "same expression"),
        (sp.sqrt(2) * (x + 1), sp.sqrt(2) * x + sp.sqrt(2), 3, "fewer than 6 points"),
        (Subs(Derivative(sp.Max(0, -3 * x), x), x, 0), Rational(-3, 2), 3, "fewer than 6 points"),
    ],
    ids=str,
)
def test_false_and_empty_claims(lhs, rhs, gate, reason):
    if gate is None:
        assert verify(lhs, rhs)
        return
    with pytest.raises(NotProved, match=reason) as error:
        verify(lhs, rhs)
    assert error.value.gate == gate


def test_points_alone_are_not_a_proof():
    fake = x + (n - 1) * (n - 2) * (n - 3) * (n - 4)  # equal at every n that is drawn
    with pytest.raises(NotProved, match=r"no counter-example .* was found, but") as error:
        verify(fake, x)
    assert error.value.gate == 2


def test_surviving_wrong_version_is_an_error():
    with pytest.raises(NotProved, match=r"'not wrong', .* holds at 400 points") as error:
        verify(
            (x + y) ** 2, x**2 + 2 * x * y + y**2, wrong={"not wrong": (x + y) * y + (x + y) * x}
        )
    assert error.value.gate == 4


coefficients = st.integers(-4, 4)
polynomials = st.lists(
    st.tuples(coefficients, st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4
).map(lambda ts: sp.Add(*(c * x**a * y**e for c, a, e in ts)))


@settings(max_examples=20)  # each is a full check
@given(polynomials, polynomials)
def test_products_are_accepted_expanded_and_refused_with_one_term_more(p, q):
    expanded = sp.expand(p * q)
    assume(expanded.free_symbols and p * q != expanded)
    assert verify(p * q, expanded)
    with pytest.raises(NotProved):
        verify(p * q, expanded + x)


# Where SymPy 1.14 is wrong without a word


def test_summation_index_that_is_also_the_index_of_the_derivative():
    confused = J.diff(w[j])  # sums over the index it should have kept
    with pytest.raises(NotProved, match="fails at"):
        verify(Derivative(J, w[k]), confused, given=[k <= d])


def test_captured_index():
    captured = Sum(w[j] * X[k, k], (j, 1, n)).subs(k, j)
    assert captured == Sum(w[j] * X[j, j], (j, 1, n))  # the free k has become the bound j
    with pytest.raises(NotProved, match="fails at"):
        verify(captured, X[k, k] * Sum(w[j], (j, 1, n)))


def test_gradient_of_an_entry_and_of_a_sum_of_traces_is_zero():
    a = MatrixSymbol("a", d, 1)
    for wrong in ((E.T * E / 2)[0, 0], Trace(v.T * v) + Trace(a.T * v)):
        assert wrong.diff(v) == sp.ZeroMatrix(d, 1)
        with pytest.raises(NotProved, match="fails at"):
            verify_gradient(wrong, v, sp.ZeroMatrix(d, 1))
    assert verify_gradient(E.T * E / 2, v, -A.T * E)


def test_limit_ignores_its_direction():
    step = Piecewise((-3, x <= 0), (0, True))
    with pytest.raises(NotProved, match="Limit is not evaluated"):
        verify(sp.Limit(step, x, 0, "+"), step.subs(x, -1))


def test_condition_leaves_its_sum():
    s = Sum(Piecewise((X[i, 1], X[i, 1] < 0), (0, True)), (i, 1, n))
    for e in (s, -s, s - Sum(X[i, 1], (i, 1, n))):
        assert normal(e) != 0
        assert i not in normal(e).free_symbols
    escaped = Piecewise((Sum(X[i, 1], (i, 1, n)), X[i, 1] < 0), (0, True))
    with pytest.raises(NotProved, match="fails at"):
        verify(s, escaped)


def test_derivative_at_a_kink_is_not_made_up():
    kink = Subs(Derivative(sp.Max(0, -3 * x), x), x, 0)
    for made_up in (Rational(-3, 2), -3, 0):
        with pytest.raises(NotProved):
            verify(kink, made_up)
    off = verify(Derivative(sp.Max(0, -x * y), x), Piecewise((-y, x * y < 0), (0, True)))
    assert "where the derivative exists" in repr(off)


def test_division_by_what_may_be_zero():
    rho, Q, G = symbols("rho Q G", real=True)
    (best,) = sp.solve(rho * Q - G, rho)  # true for Q other than 0 only
    with pytest.raises(NotProved, match="divides by Q, which is 0"):
        verify(Subs(rho * Q, rho, best), G)
    assert verify(Subs(rho * Q, rho, best), G, given=[Ne(Q, 0)])


def test_sum_with_reversed_limits():
    assert Sum(k, (k, 1, -2)).doit() == 1
    for answer in (0, 1):
        with pytest.raises(NotProved, match="runs from 1 down to -2"):
            verify(Sum(k, (k, 1, -2)), answer)


def test_substitutions_one_after_the_other():
    both = Subs(x * y + x, (x, y), (y, x + y))
    one_by_one = sp.expand((x + y) ** 2 + x + y)
    assert sp.expand(both.doit()) == one_by_one
    with pytest.raises(NotProved, match="fails at"):
        verify(both, one_by_one)


# Inequalities


def test_certificate():
    check = verify_le(2 * x * y, x**2 + y**2, because=[[(x - y) ** 2]])
    assert check.refuted["strict version"].left == check.refuted["strict version"].right
    with pytest.raises(NotProved, match="does not add up"):
        verify_le(2 * x * y, x**2 + y**2, because=[[(x + y) ** 2]])
    with pytest.raises(NotProved, match="the factor y is not visibly nonnegative"):
        verify_le(x, x + y, because=[[y]], given=[y**3 >= 0])
    with pytest.raises(NotProved, match=r"give a list of products, each a list"):
        verify_le(2 * x * y, x**2 + y**2, because=[(x - y) ** 2])


def test_hypotheses_are_dropped_one_by_one():
    check = verify_le(x * y, x * h, because=[[x, h - y]], given=[x >= 0, h >= y])
    assert set(check.refuted) == {x >= 0, h >= y, "strict version"}
    with pytest.raises(NotProved, match="does not seem to be needed") as error:
        verify_le(2 * x * y, x**2 + y**2, because=[[(x - y) ** 2]], given=[x >= 0])
    assert error.value.gate == 4


def test_hypothesis_that_is_needed_for_a_value_only():
    away = norm2(z) > 0
    share = dot(u, z) ** 2 / norm2(z)
    square = norm2(u - dot(u, z) / norm2(z) * z)
    check = verify_le(share, norm2(u), because=[[square]], given=[away])
    assert "no value" in repr(check)


def test_strict_and_not_strict():
    p = sp.Symbol("p", positive=True)
    with pytest.raises(NotProved, match="claim the strict version"):
        verify_le(x**2, x**2 + p, because=[[p]])
    assert verify_le(x**2, x**2 + p, because=[[p]], strict=True)
    with pytest.raises(NotProved, match=r"no product .* is visibly positive"):
        verify_le(2 * x * y, x**2 + y**2, because=[[(x - y) ** 2]], given=[Ne(x, y)], strict=True)


def test_equality_may_be_named():
    p, q = symbols("p q", positive=True)
    small, large, because = 2 * p * q * 101, p**2 + (101 * q) ** 2, [[(p - 101 * q) ** 2]]
    with pytest.raises(NotProved, match="name one with equal_at="):
        verify_le(small, large, because=because)
    assert verify_le(small, large, because=because, equal_at={p: 101, q: 1})


def test_false_inequality_is_refused_by_a_point():
    with pytest.raises(NotProved, match=r"fails at .* > ") as error:
        verify_le(x**2 + y**2, 2 * x * y, because=[[(x - y) ** 2]])
    assert error.value.gate == 3


def test_wrong_inequalities():
    because = [[(x - y) ** 2]]
    check = verify_le(
        2 * x * y, x**2 + y**2, because=because, wrong={"3 for 2": (3 * x * y, x**2 + y**2)}
    )
    assert "3 for 2: 3*x*y <= x**2 + y**2 fails at" in repr(check)
    with pytest.raises(NotProved, match=r"'weaker', .* holds at 400 points"):
        verify_le(2 * x * y, x**2 + y**2, because=because, wrong={"weaker": (x * y, x**2 + y**2)})


def test_named_point_must_fulfil_the_hypotheses():
    with pytest.raises(NotProved, match="the point x = -1 does not fulfil x > 0"):
        refute(sp.Abs(x), "=", x, given=[x > 0], at={x: -1})


# Refutations


def test_refute():
    assert refute((x + y) ** 2, "=", x**2 + y**2).left == (0,)
    assert refute(x, "<=", x**2, at={x: Rational(1, 2)}).left == (Rational(1, 2),)
    with pytest.raises(NotProved, match=r"no counter-example .* name a point with at="):
        refute(2 * x * y, "<=", x**2 + y**2)
    with pytest.raises(NotProved, match="no counter-example"):
        refute(x, "=", sp.Abs(x), given=[x > 0])
    with pytest.raises(NotProved, match="the sign is '=='"):
        refute(x, "==", y)


# What the reader sees


def test_text():
    mistake = dot(u, z) <= 0
    check = verify_le(norm2(u + z), norm2(u) + norm2(z), because=[[2, -dot(u, z)]], given=[mistake])
    assert repr(check).splitlines() == [
        "‖u + z‖² <= ‖u‖² + ‖z‖²   ✓",
        "  for u·z <= 0",
        "  right - left = 2*(-(u·z)): no factor is negative",
        "  exact arithmetic agrees at 20 points, one of them u = (1, 1), z = (-1, 0): 1 <= 3",
        "  without u·z <= 0 it fails at u = (1, 0), z = (1, 0): 4 > 2",
        "  strict version: < fails at u = (0, 0), z = (1, 0): 1 ≥ 1",
    ]


def test_markdown_and_tex():
    check = verify((x + y) ** 2, x**2 + 2 * x * y + y**2, wrong={"a_b*": x**2 + y**2})
    claim = r"\left(x + y\right)^{2} = x^{2} + 2 x y + y^{2}"
    assert check._repr_latex_() == rf"$\displaystyle {claim}\qquad\checkmark$"
    first, _, rows = check._repr_markdown_().partition("\n\n")
    assert first == f"$$\n{claim}\\qquad\\checkmark\n$$"
    assert r"- a\_b\*: $= x^{2} + y^{2}$ fails at $x = -1$, $y = 1$: $0 \ne 2$" in rows


def test_katex_typesets_every_report(monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "book" / "_ext")
    typeset = import_module("book_site.formulas")._typeset
    M, W, t = MatrixSymbol("X", n, d), MatrixSymbol("w", d, 1), MatrixSymbol("t", n, 1)
    a = sp.Symbol("alpha_k", positive=True)
    reports = [
        verify(Derivative(J, w[k]), -Sum(residual * X[i, k], (i, 1, n)), given=[k <= d]),
        verify_gradient((t - M * W).T * (t - M * W), W, -2 * M.T * (t - M * W)),
        verify(Subs(a * x - x**2, x, a / 2), a**2 / 4, wrong={r"50 % of $x_1$ \\ & #": a / 2}),
        verify(Derivative(sp.Max(0, -x * y), x), Piecewise((-y, x * y < 0), (0, True))),
        verify(Sum(w[i] * T[j], (i, 1, n), (j, 1, d)), Sum(w[i], (i, 1, n)) * Sum(T[i], (i, 1, d))),
        refute(norm2(vectors("w_k")[0] - h * z), "<=", norm2(z)),
        verify_le(2 * dot(u, z), norm2(u) + norm2(z), because=[[norm2(u - z)]]),
    ]
    for report in reports:
        display, _, rows = report._repr_markdown_().removeprefix("$$").partition("$$")
        inline = re.findall(r"(?<!\\)\$(.+?)(?<!\\)\$", rows)
        assert len(inline) > 1
        assert "error" not in typeset(display, True), display
        assert "error" not in typeset(report._repr_latex_().strip("$"), True)
        for tex in inline:
            assert "error" not in typeset(tex, False), tex


SHOWN = """
import sys
sys.path.insert(0, sys.argv[1])
import test_derivations as book
names = ["verify", "verify_le", "verify_gradient", "refute"]
checks = {name: getattr(book, name) for name in names}

def show(check):
    def call(*args, **options):
        report = check(*args, **options)
        print(report, report._repr_latex_(), report._repr_markdown_())
        return report
    return call

vars(book).update({name: show(check) for name, check in checks.items()})
book.test_perceptron_criterion_off_its_kinks()
book.test_projection_grows_by_at_least_the_margin()
book.test_expanded_weights_give_the_dual_form()
book.test_gradient_and_normal_equations_with_matrices()
book.test_admissible_interval()
"""


def test_reports_are_the_same_in_every_process():
    def shown(seed):
        command = [sys.executable, "-c", SHOWN, str(Path(__file__).parent)]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
        result = subprocess.run(command, env=environment, capture_output=True, check=True)
        return result.stdout.decode()

    first = shown("0")
    assert first.count("exact arithmetic agrees") == 2 * 6
    assert shown("1") == first
    assert shown("2") == first


# Rewriting rules: each keeps the value of every expression

EXPRESSIONS = {
    "cases": sp.Max(x, y) - sp.Min(x, 2 * y),
    "derivative": Derivative((x + 1) ** 3 * y, x),
    "inner product": norm2(u + x * z) * (x + y),
    "hypothesis": sp.Abs(x) * Piecewise((y, x > 0), (x, True)),
    "product": Sum(w[i], (i, 1, n)) * Sum(T[j] * X[j, k], (j, 1, n)) ** 2,
    "order": Sum(w[i] * T[j], (i, 1, n), (j, 1, d)) - Sum(w[j] * T[i], (i, 1, n), (j, 1, d)),
    "twice": Sum(w[i], (i, 1, n)) + Sum(w[j], (j, 1, n)),
    "nested": Sum(X[i, 1] * Sum(w[j] + T[i], (j, 1, d)), (i, 1, n)),
    "from 0": Sum(w[q] * X[q, 1], (q, 0, n)) + 3 * Sum(w[i], (i, 1, d)),
    "first term": Sum(Piecewise((w[q], q < 2), (T[q] * x, True)), (q, 0, n)),
    "triangle": Sum(X[i, j], (j, 1, i), (i, 1, n)),
    "below 1": Sum(Piecewise((1, q > 0), (0, True)) * X[q, 1] - X[q, 1], (q, -1, n)),
    "one of two": Sum(w[i], (i, 1, n)) - Sum(w[j], (j, 1, n)) + Sum(T[i], (i, 1, d)),
    "bound name": Sum(Piecewise((1, k <= d), (0, True)), (k, 1, n)) * x,
    "condition": Piecewise((Sum(w[i], (i, 1, n)) * x, Sum(w[i], (i, 1, n)) < 0), (0, True)),
    "quotients": 1 / (x**2 + 1) + x / (y**2 + 1),
}


def changed(rule, name):
    """Tell whether a rule changes the value of an expression at one of a few points."""
    e, hypotheses = EXPRESSIONS[name], [x > 0, k <= d]
    try:
        new = rule(e, hypotheses)
    except Exception:  # noqa: BLE001 - as in `normal`: a rule that does not apply is passed over
        return False
    stream = zip(points(hypotheses, simple=False), range(4), strict=False)
    return free(new) <= free(e) and any(differ(e, new, at) for at, _ in stream)


def differ(e, new, at):
    try:
        return value(e, at).real != value(new, at).real
    except NoValue:
        return False


@pytest.mark.parametrize("rule", dict.fromkeys(RULES), ids=lambda rule: rule.__name__)
def test_rule_keeps_every_value(rule):
    assert [name for name in EXPRESSIONS if changed(rule, name)] == []


# Sabotage: the checker with one line changed, and the probe that must notice

MODULES = [
    "infinitesimals",
    "inner_products",
    "evaluate",
    "matrices",
    "gradient",
    "claim",
    "sampling",
]
MODULES += ["wellposed", "report", "trials", "rewrite", "inequality"]  # each after those it imports


class Checker:
    """The modules of the checker, loaded afresh, one of them with one place changed."""

    def __init__(self, monkeypatch, module=None, old="", new=""):
        package = perceptrons.verify
        for name in [*(f"verify.{name}" for name in MODULES), "verify"]:
            source = Path(import_module(f"perceptrons.{name}").__file__).read_text("utf-8")
            last = name.rpartition(".")[2]
            if last == module:
                assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times"
                source = source.replace(old, new)
            fresh = ModuleType(f"perceptrons.{name}")
            monkeypatch.setattr(perceptrons if name == "verify" else package, last, fresh)
            monkeypatch.setitem(sys.modules, fresh.__name__, fresh)
            exec(compile(source, f"<{name}>", "exec"), vars(fresh))  # noqa: S102
            setattr(self, last, fresh)

    def refuses(self, reason, check, *args, **options):
        try:
            getattr(self.verify, check)(*args, **options)
        except self.verify.NotProved as error:
            return reason in str(error)
        return False

    def accepts(self, check, *args, **options):
        try:
            return bool(getattr(self.verify, check)(*args, **options))
        except self.verify.NotProved:
            return False

    def keeps(self, rule, name):
        new = getattr(self.rewrite, rule)(EXPRESSIONS[name], [x > 0, k <= d])
        return free(new) <= free(EXPRESSIONS[name]) and not changed(lambda e, given: new, name)

    def number(self, e, **values):
        point = self.evaluate.Point({(key, ()): v for key, v in values.items()})
        return self.evaluate.value(e, point).real

    def raises(self, error, e, **values):
        try:
            self.number(e, **values)
        except getattr(self.evaluate, error):
            return True
        return False


square, expanded = (x + y) ** 2, x**2 + 2 * x * y + y**2
fake = x + (n - 1) * (n - 2) * (n - 3) * (n - 4)
N = sp.Symbol("N", integer=True, negative=True)
negatives = Sum(Piecewise((X[i, 1], X[i, 1] < 0), (0, True)), (i, 1, n))
table = Sum(w[i] * T[j], (i, 1, n), (j, 1, d))
renamed = Sum(w[j] * T[i], (j, 1, n), (i, 1, d))
le, large = "verify_le", x**2 + y**2
because = [[(x - y) ** 2]]


def inner_products(c):
    a, b = c.inner_products.vectors("a b")
    values = {("a", (1,)): 1, ("a", (2,)): 2, ("b", (1,)): 3, ("b", (2,)): 5}
    point = c.evaluate.Point({("dimension", ()): 2, **values})
    return c.evaluate.value(c.inner_products.dot(a, b), point).real == 13


def bilinear(c):
    a, b = c.inner_products.vectors("a b")
    dot, norm2 = c.inner_products.dot, c.inner_products.norm2
    return norm2(a + 2 * b).doit() == norm2(a) + 4 * dot(a, b) + 4 * norm2(b)


def matrix_product(c):
    A, B = sp.ImmutableMatrix([[1, 2], [3, 4]]), sp.ImmutableMatrix([[1, 1], [0, 1]])
    rows = c.matrices.matrix(sp.MatMul(A, sp.Transpose(B)), c.evaluate.Point())
    return [[v.real for v in row] for row in rows] == [[3, 2], [7, 4]]


def strict_version(c):
    p = c.inner_products.norm2(c.inner_products.vectors("u")[0]) + 1
    return c.refuses("claim the strict version", le, x**2, x**2 + p, because=[[p]])


def escaping_rule(c):
    c.rewrite.RULES = (lambda e, given: i,)
    return c.rewrite.normal(negatives) == negatives


# What a checker in order does. Each of these is False, or breaks down, where its line is changed.
PROBES = {
    "truth value": lambda c: c.refuses("truth value", "verify", x < y, x),
    "float": lambda c: c.refuses("holds a float", "verify", 0.5 * x, x / 2),
    "infinite": lambda c: c.refuses("not finite", "refute", sp.oo * x, "<", x),
    "same": lambda c: c.refuses("same expression", "verify", x + y, y + x),
    "shape": lambda c: c.refuses("shape", "refute", Matrix([1, 2]), "=", Matrix([[1, 3]])),
    "names": lambda c: c.refuses("two different", "refute", x + sp.Symbol("x"), "=", y),
    "index": lambda c: c.refuses("begins at 0", "refute", Sum(w[i], (i, 0, n)), "=", y),
    "clash": lambda c: c.refuses("names both", "refute", Derivative(J, w[j]), "=", x),
    "divisor": lambda c: c.refuses("divides by x - 2", "verify", y / (x - 2), y),
    "equation": lambda c: c.refuses("an equation", "refute", x, "=", y, given=[sp.Eq(x, 1)]),
    "no hypothesis": lambda c: c.refuses("always or never", "refute", x, "=", y, given=[True]),
    "points are no proof": lambda c: c.refuses("leaves the difference", "verify", fake, x),
    "silent zero": lambda c: c.refuses(
        "fails at", "verify_gradient", (E.T * E / 2)[0, 0], v, sp.ZeroMatrix(d, 1)
    ),
    "empty": lambda c: c.refuses("0 at every", "verify", (x - 1) ** 2 - x**2 + 2 * x - 1, 0),
    "constant": lambda c: c.refuses("varies", "verify", Derivative(2 * x, x), 2 * Derivative(x, x)),
    "no value": lambda c: c.refuses("has no value", "verify", Sum(k, (k, 1, N)), x),
    "survivor": lambda c: c.refuses(
        "'same'", "verify", square, expanded, wrong={"same": (x + y) * x + (x + y) * y}
    ),
    "opposite": lambda c: "opposite sign" in c.verify.verify(square, expanded).refuted,
    "true": lambda c: c.accepts("verify", square, expanded),
    "with hypothesis": lambda c: c.accepts("verify", sp.Abs(x), x, given=[x > 0]),
    "step": lambda c: c.accepts("verify", Derivative(residual, w[k]), -X[i, k], given=[k <= d]),
    "maximum": lambda c: c.accepts(
        "verify", Derivative(sp.Max(0, -x * y), x), Piecewise((-y, x * y < 0), (0, True))
    ),
    "augmented": lambda c: c.accepts(
        "verify", Sum(w[q + 1], (q, 0, n)), w[1] + Sum(w[q + 1], (q, 1, n))
    ),
    "certificate": lambda c: c.refuses("add up", le, 2 * x * y, large, because=[[x**2]]),
    "visible": lambda c: c.refuses("visibly", le, x * y, large, because=[[large - x * y]]),
    "needed": lambda c: c.refuses("needed", le, 2 * x * y, large, because=because, given=[x >= 0]),
    "attained": strict_version,
    "strict": lambda c: c.refuses(
        "visibly positive", le, 2 * x * y, large, because=because, given=[Ne(x, y)], strict=True
    ),
    "weak hypothesis": lambda c: c.refuses(
        "visibly positive", le, 0, x, because=[[x]], given=[x >= 0, Ne(x, 0)], strict=True
    ),
    "refute the true": lambda c: c.refuses("no counter", "refute", 2 * x * y, "<=", large),
    "bound name": lambda c: c.keeps("assumed", "bound name") and c.keeps("refined", "bound name"),
    "escaping": escaping_rule,
    "unnamed": lambda c: c.rewrite.opaque(negatives, []) == negatives,
    "ranges": lambda c: c.rewrite.normal(table - renamed) == 0 and c.keeps("canonical", "order"),
    "denied": lambda c: c.keeps("assumed", "hypothesis"),
    "from 0": lambda c: c.keeps("from_one", "from 0"),
    "twice": lambda c: c.keeps("canonical", "twice"),
    "power": lambda c: c.keeps("canonical", "product"),
    "nested": lambda c: c.keeps("canonical", "nested"),
    "one of two": lambda c: c.keeps("termwise", "one of two"),
    "below 1": lambda c: c.keeps("termwise", "below 1"),
    "factor": lambda c: (
        c.rewrite.termwise(2 * negatives - 2 * negatives.xreplace({i: j}), []) == 0
        and c.rewrite.termwise(2 * negatives - negatives.xreplace({i: j}), []) != 0
    ),
    "expansion": lambda c: c.rewrite.expanded(square - expanded, []) == 0,
    "quotient": lambda c: c.rewrite.quotient(1 / n - 1 / (n + 1) - 1 / (n**2 + n), []) == 0,
    "epsilon": lambda c: c.number(Derivative(x**2, (x, 2)) + Derivative(x**3, x), x=2) == 14,
    "inverse": lambda c: c.number(Derivative(1 / x, (x, 3)), x=1) == -6,
    "kink": lambda c: c.raises("Kink", Derivative(sp.Max(0, -3 * x), x), x=0),
    "root": lambda c: c.raises("Irrational", sp.sqrt(x + 1), x=1),
    "zero": lambda c: c.raises("Undefined", 1 / x, x=0),
    "sum": lambda c: c.number(Sum(k, (k, 2, 4))) == 9,
    "reversed": lambda c: c.raises("Undefined", Sum(k, (k, 3, 1))),
    "max": lambda c: c.number(sp.Max(x, 2) + 10 * sp.Min(x, 2), x=5) == 25,
    "branches": lambda c: c.number(Piecewise((1, x < 2), (2, x >= 2), (3, True)), x=2) == 2,
    "abs": lambda c: c.number(sp.Abs(x) + sp.sign(x), x=-5) == 4,
    "subs": lambda c: c.number(Subs(x * y, x, y + 1), x=7, y=2) == 6,
    "inner products": inner_products,
    "bilinear": bilinear,
    "matrix product": matrix_product,
}

SABOTAGE = [
    # gate 1
    ("wellposed", "if isinstance(e, bool | TRUTH):", "if False:", "truth value"),
    ("wellposed", "if e.has(sp.Float):", "if False:", "float"),
    ("wellposed", "if e.has(sp.nan, sp.zoo, sp.oo, -sp.oo):", "if False:", "infinite"),
    ("wellposed", "if claim.lhs == claim.rhs:", "if False:", "same"),
    ("wellposed", "if left != right:", "if False:", "shape"),
    ("wellposed", "    if twice:", "    if False:", "names"),
    ("wellposed", "if (i.is_positive and", "if (False and", "index"),
    ("wellposed", "for clash in bound &", "for clash in set() &", "clash"),
    ("wellposed", "if at is not None:", "if False:", "divisor"),
    ("wellposed", "if isinstance(g, sp.Eq):", "if False:", "equation"),
    ("wellposed", "if not isinstance(g, Relational):", "if False:", "no hypothesis"),
    # gate 2
    ("verify", "if left_over := residue(", "if False and residue(", "points are no proof"),
    ("rewrite", "if e != 0]", "if False]", "points are no proof"),
    # gate 3
    ("trials", "if not claim.true(trial.left, trial.right):", "if False:", "silent zero"),
    ("trials", "if not any(any(t.left + t.right) for t in trials):", "if False:", "empty"),
    ("trials", "if same and claim.rhs.free_symbols", "if False", "constant"),
    ("trials", "raise _undefined(claim, at, reason) from reason", "return None", "no value"),
    # gate 4
    ("trials", "if refuted is None:", "if False:", "survivor"),
    ("verify", "if opposite not in versions.values():", "if False:", "opposite"),
    ("claim", "return a == b", "return True", "true"),
    # inequalities
    ("inequality", "if left_over:", "if False:", "certificate"),
    ("inequality", "if not visible or any(", "if any(", "visible"),
    ("inequality", "dropped is None", "False", "needed"),
    ("inequality", "equality is None", "False", "attained"),
    ("inequality", 'if claim.sign == "<" and not any(', "if False and not any(", "strict"),
    ("inequality", "kinds = STRICT if strict else (", "kinds = (", "weak hypothesis"),
    ("claim", 'x == y and self.sign == "<="', 'x == y and self.sign == "<"', "refute the true"),
    # rewriting
    ("rewrite", "return sp.expand(e.doit().doit())", "return e", "expansion"),
    ("rewrite", "e.doit().doit()", "e.doit()", "step"),
    ("rewrite", "if not g.free_symbols & bound]", "]", "bound name"),
    ("rewrite", "g.reversed: sp.true, no:", "g.reversed: sp.true, g:", "denied"),
    ("rewrite", "return s.function.subs(j, 0) +", "return", "from 0"),
    ("rewrite", "(j, 1, last))", "(j, 0, last))", "from 0"),
    ("rewrite", "    from_one,\n", "", "augmented"),
    ("rewrite", "if [limit[1:] for limit in order] == ranges", "", "ranges"),
    ("rewrite", "least = min(candidates, key=sp.default_sort_key)", "least = monomial", "ranges"),
    ("rewrite", "+= coefficient", "= coefficient", "twice"),
    ("rewrite", "[e.base] * int(e.exp)", "[e.base]", "power"),
    ("rewrite", "yield term, inner + limits", "yield term, limits", "nested"),
    ("rewrite", "if all(normal(f, given) == 0", "if any(normal(f, given) == 0", "one of two"),
    ("rewrite", '**({"positive": True} if low.is_positive else {})', "positive=True", "below 1"),
    ("rewrite", "+= factor * rest", "+= rest", "factor"),
    ("rewrite", "return sp.cancel(sp.together(e))", "return e", "quotient"),
    ("rewrite", "return sp.refine(e,", "return sp.sympify(e,", "with hypothesis"),
    ("rewrite", "names = {s: sp.Dummy", "names = {} and {s: sp.Dummy", "unnamed"),
    ("rewrite", "if free(new) <= free(e):", "if True:", "escaping"),
    ("rewrite", "return e.rewrite([sp.Max, sp.Min], sp.Piecewise)", "return e", "maximum"),
    # the evaluator
    ("infinitesimals", "if not k & m:", "if True:", "epsilon"),
    ("infinitesimals", "while term.terms:", "for _ in (0, 1):", "inverse"),
    ("infinitesimals", "if not difference.real and difference.terms:", "if False:", "kink"),
    ("infinitesimals", "if root * root != q:", "if False:", "root"),
    ("infinitesimals", "        if p < 0:\n", "        if False:\n", "zero"),
    ("evaluate", "range(first, last + 1)", "range(first, last)", "sum"),
    ("evaluate", "if last < first - 1:", "if False:", "reversed"),
    ("evaluate", "sign = 1 if isinstance(e, sp.Max) else -1", "sign = 1", "max"),
    ("evaluate", "if holds(condition, at):", "if True:", "branches"),
    ("evaluate", '"<": order < 0', '"<": order <= 0', "branches"),
    ("evaluate", "return a * compare(a, Jet({}))", "return a", "abs"),
    (
        "evaluate",
        "at.bind(dict(zip(e.variables, _values(e.point, at), strict=True)))",
        "at",
        "subs",
    ),
    ("evaluate", "component(u, i) * component(v, i)", "component(u, i) ** 2", "inner products"),
    ("inner_products", "c.doit() * k.doit() *", "c.doit() *", "bilinear"),
    ("matrices", "zip(*B, strict=True)", "B", "matrix product"),
]


def test_probes_pass_where_nothing_is_broken(monkeypatch):
    for name, probe in PROBES.items():
        with monkeypatch.context() as patch:
            assert probe(Checker(patch)), name


@pytest.mark.parametrize(("module", "old", "new", "probe"), SABOTAGE)
def test_sabotage_is_noticed(module, old, new, probe, monkeypatch):
    checker = Checker(monkeypatch, module, old, new)
    try:
        noticed = not PROBES[probe](checker)
    except Exception:  # noqa: BLE001 - a checker that breaks down is noticed too
        noticed = True
    assert noticed


def test_every_probe_is_for_some_sabotage():
    assert {probe for *_, probe in SABOTAGE} == set(PROBES)
