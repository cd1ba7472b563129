"""What `verify` accepts, what each gate refuses, and traps in which SymPy is silently wrong."""

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from letters import A, E, J, X, d, h, i, j, k, n, polynomials, u, v, w, x, y, z
from sympy import (
    Derivative,
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

from perceptrons.verify import NotProved, dot, norm2, vectors, verify, verify_gradient
from perceptrons.verify.rewrite.rules import normal

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
        (Derivative(J, w[j]), y, "j names both the derivative and a sum inside"),
        (x + sp.Symbol("x"), y, "two different things are called x"),
        (w[1] + norm2(vectors("w")[0]), x, "two different things are called w"),
        (1 / x, y, r"divides by x, which is 0 at x = 0.*Ne\(x, 0\)"),
        (dot(u, z) / norm2(z), y, "divides by ‖z‖², which is 0 at z = "),
        (
            Sum(k, (k, 1, sp.Symbol("N", negative=True, integer=True))),
            x,
            "sums over k from 1 to N, which may be less than 0: add N >= 0",
        ),
        (sp.sin(x), x, "cannot be evaluated.*sin"),
        (Sum(w[i], (i, 0, n)), x, "index i starts at 0, which its assumptions exclude"),
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
        ([x > 1, x < 0, y != 0], "not a comparison, or holds always"),
        ([sp.Eq(x**2, 2)], "no point was found"),
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
    with pytest.raises(NotProved, match=r"divides by y, which is 0 at y = 0: add Ne\(y, 0\)"):
        verify(claim, x**2)
    assert verify(claim, x**2, given=[Ne(y, 0)])


# Gates 2 to 4: exact points, rewriting, wrong versions


def test_true_claims_pass():
    check = verify((x + y) ** 2, x**2 + 2 * x * y + y**2, wrong={"freshman": x**2 + y**2})
    assert list(check.refuted) == ["freshman", "opposite sign"]
    assert verify(sp.Abs(x), x, given=[x > 0])
    assert verify(Sum(k, (k, 1, 10)), 55)
    assert verify(Matrix([(x + 1) ** 2, x * (x - 1)]), Matrix([x**2 + 2 * x + 1, x**2 - x]))


@pytest.mark.parametrize(
    ("lhs", "rhs", "gate", "reason"),
    [
        ((x + 1) ** 2, x**2 + 1, 2, "fails at x = .* ≠ "),
        (sp.sqrt(x**2), x, 2, "fails at"),
        (Matrix([x * (x - 1), y]), Matrix([x**2 - x, x]), 2, "fails at"),
        (Derivative(y**2, x), sp.Integer(0), 2, "0 at every point"),
        ((x - 1) ** 2 - x**2 + 2 * x, sp.Integer(1), None, ""),
        (
            (x - 1) ** 2 - x**2 + 2 * x - 1,
            sp.Integer(0),
            2,
            "bring a term to the other side",
        ),
        (norm2(u) / (1 + norm2(u)), norm2(u), 2, "fails at u = "),
        (sp.sqrt(x**2 + 2), sp.sqrt(x**2 + 2) * (x - x + 1) + 0 * y, 1, "same expression"),
        (sp.sqrt(2) * x, sp.sqrt(2) * sp.expand_mul(x), 1, "same expression"),
        (sp.sqrt(2) * (x + 1), sp.sqrt(2) * x + sp.sqrt(2), 2, "fewer than 6 points"),
        (Subs(Derivative(sp.Max(0, -3 * x), x), x, 0), Rational(-3, 2), 2, "fewer than 6 points"),
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
    fake = x + sp.KroneckerDelta(n, 99)  # equal at every n that is drawn
    with pytest.raises(NotProved, match=r"no counter-example .* was found, but") as error:
        verify(fake, x)
    assert error.value.gate == 3


def test_surviving_wrong_version_is_an_error():
    with pytest.raises(NotProved, match=r"'not wrong', .* holds at 400 points") as error:
        verify(
            (x + y) ** 2, x**2 + 2 * x * y + y**2, wrong={"not wrong": (x + y) * y + (x + y) * x}
        )
    assert error.value.gate == 4


@settings(max_examples=20)  # each is a full check
@given(polynomials, polynomials)
def test_products_are_accepted_expanded_and_refused_with_one_term_more(p, q):
    expanded = sp.expand(p * q)
    assume(expanded.free_symbols and p * q != expanded)
    assert verify(p * q, expanded)
    with pytest.raises(NotProved):
        verify(p * q, expanded + x)


# Where SymPy 1.14 is silently wrong


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
    assert "away from the borders between cases" in repr(off)


def test_division_by_what_may_be_zero():
    rho, Q, G = symbols("rho Q G", real=True)
    (best,) = sp.solve(rho * Q - G, rho)  # true for Q other than 0 only
    with pytest.raises(NotProved, match="divides by Q, which is 0"):
        verify(Subs(rho * Q, rho, best), G)
    assert verify(Subs(rho * Q, rho, best), G, given=[Ne(Q, 0)])


def test_sum_with_reversed_limits():
    assert Sum(k, (k, 1, -2)).doit() == 1
    for answer in (0, 1):
        with pytest.raises(NotProved, match="sums over k from 1 to -2, which may be less than 0"):
            verify(Sum(k, (k, 1, -2)), answer)


def test_substitutions_one_after_the_other():
    both = Subs(x * y + x, (x, y), (y, x + y))
    one_by_one = sp.expand((x + y) ** 2 + x + y)
    assert sp.expand(both.doit()) == one_by_one
    with pytest.raises(NotProved, match="fails at"):
        verify(both, one_by_one)


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (sp.Symbol("eta"), sp.Symbol("η"), "eta and η print alike, as η"),
        (sp.Symbol("G2"), sp.Symbol("G_2"), "G2 and G_2 print alike"),
        (sp.Symbol("w_1"), w[1], "w_1 and w\\[1\\] print alike"),
        (sp.Symbol("x"), sp.Symbol("x^2"), "prints as a power of x"),
        (sp.Symbol("x_1"), sp.Symbol("x^2_1"), "prints as a power of x_1"),
    ],
    ids=str,
)
def test_letters_that_print_alike(first, second, said):
    with pytest.raises(NotProved, match=said) as error:
        verify((first + second) ** 2, first**2 + 2 * first * second + second**2)
    assert error.value.gate == 1
    assert verify((first + y) ** 2, first**2 + 2 * first * y + y**2)


def test_letters_that_count_updates():
    (v,) = vectors("w^(k)")
    assert "‖−w⁽ᵏ⁾‖² = ‖w⁽ᵏ⁾‖²" in str(verify(norm2(-v), norm2(v)))
