"""The evaluator: values and derivatives against SymPy's own, and what it refuses to evaluate.

SymPy is the oracle here only for concrete expressions, in which it has no choice but arithmetic.
"""

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given
from letters import fractions, j, k, n, polynomials, w, x, y
from sympy import Derivative, MatrixSymbol, Piecewise, Subs, Sum

from perceptrons.verify import dot, norm2, vectors
from perceptrons.verify.evaluate import holds, matrix_value, value
from perceptrons.verify.evaluate.infinitesimals import Irrational, Jet, Kink, NoValue, Undefined
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.language.gradient import Gradient


def rational(q):
    return sp.Rational(q.numerator, q.denominator)


def at(**values):
    return Point({(name, ()): Fraction(v) for name, v in values.items()})


# Expressions


@given(polynomials, polynomials, fractions, fractions)
def test_values_and_derivatives_agree_with_sympy(p, q, a, b):
    there = {x: rational(a), y: rational(b)}
    for e in (p * q, p + q, Derivative(p * q, x), Derivative(p * q, x, y), Derivative(p, (x, 2))):
        assert rational(value(e, at(x=a, y=b)).real) == sp.sympify(e).doit().subs(there)


@pytest.mark.parametrize(
    "e",
    [
        Derivative(1 / x, (x, 3)),
        Derivative(y / (x + y), x, y),
        Derivative(sp.sqrt(x + 1), (x, 2)),
        Derivative(sp.Max(x * y, -x), x),
        Derivative(sp.Min(x * y, -x), y),
        Derivative(sp.Abs(x - 5), x),
        Derivative(Piecewise((x**2, x < y), (x**3, True)), x),
        Subs(x * y + x, x, x + y),
        Sum(x**k / k, (k, 2, 5)),
        Sum(sp.KroneckerDelta(j, 2) * j * k, (j, 1, k), (k, 1, 3)),
        sp.sign(x - 4) + 2 * sp.sign(y),
        sp.UnevaluatedExpr(x) / y,
    ],
    ids=str,
)
def test_value_agrees_with_sympy_at_one_point(e):
    expected = e.doit().subs({x: 3, y: 2}).doit()
    assert rational(value(e, at(x=3, y=2)).real) == expected


def test_sums_over_entries_are_written_out():
    point = Point({("w", (q,)): Fraction(q, 2) for q in (1, 2, 3)})
    assert value(Sum(w[k] ** 2, (k, 1, 3)), point).real == Fraction(1 + 4 + 9, 4)
    assert value(Derivative(Sum(w[k] ** 2, (k, 1, 3)), w[2]), point).real == 2
    assert value(Sum(w[k], (k, 1, 0)), point).real == 0  # an empty sum


def test_substitutions_are_made_at_once():
    # SymPy 1.14 makes them one after the other, and gives 30
    assert value(Subs(x * y + x, (x, y), (y, x + y)), at(x=3, y=2)).real == 12


def test_derivative_by_an_entry_whose_index_is_also_summed_over():
    # SymPy's diff confuses the two k; here the outer one is evaluated first
    point = Point({("k", ()): 2, **{("w", (q,)): Fraction(q) for q in (1, 2, 3)}})
    square = Sum(w[k], (k, 1, 3)) ** 2
    assert value(Derivative(square, w[k]), point).real == 12


@pytest.mark.parametrize(
    ("e", "error"),
    [
        (1 / x, Undefined),
        (sp.sqrt(x - 1), Undefined),
        (sp.sqrt(x + 2), Irrational),
        (Sum(k, (k, 1, -2)), Undefined),  # Karr's convention gives 1; a reader expects 0
        (Piecewise((1, x > 0)), Undefined),
        (Derivative(sp.Max(0, -3 * x), x), Kink),
        (Derivative(sp.Abs(x), x), Kink),
        (sp.pi, NoValue),
        (sp.sin(x), NoValue),
        (sp.Heaviside(x), NoValue),
        (w[x + sp.Rational(1, 2)], Undefined),
        (2 ** (x + sp.Rational(1, 3)), NoValue),
    ],
    ids=str,
)
def test_what_has_no_exact_value_says_so(e, error):
    with pytest.raises(error):
        value(e, at(x=0))


def test_symbol_without_a_value_is_named():
    with pytest.raises(NoValue, match="no value is given for y"):
        value(x + y, at(x=1))


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        (x < 2, False),
        (x <= 2, True),
        (sp.Ne(x, 2), False),
        (sp.Eq(x, 2), True),
        (x >= 3, False),
        (x > 1, True),
        ((x > 1) & (x < 2), False),
        ((x > 1) | (x < 2), True),
        (sp.Not((x > 1) & (y > 1)), True),
        (sp.true, True),
        (False, False),
    ],
)
def test_conditions(condition, truth):
    assert holds(condition, at(x=2, y=0)) is truth


def test_inner_products_are_computed_on_real_vectors():
    u, v = vectors("u v")
    point = Point(
        {("dimension", ()): 2, ("u", (1,)): 1, ("u", (2,)): 2, ("v", (1,)): 3, ("v", (2,)): 5}
    )
    assert value(dot(u, v), point).real == 13
    assert value(norm2(u - 2 * v), point).real == 25 + 64
    assert value(norm2(u - 2 * v).doit(), point).real == 25 + 64
    assert value(Derivative(norm2(u + x * v), x), point.bind({x: Jet.of(1)})).real == 2 * (13 + 34)


def test_vectors_are_not_multiplied_and_have_names_of_their_own():
    u, v = vectors("u v")
    with pytest.raises(ValueError, match=r"write dot\(u, v\)"):
        u * v
    with pytest.raises(ValueError, match="give each vector a name of its own"):
        vectors("u u")
    with pytest.raises(ValueError, match="1 is no vector: add vectors to vectors"):
        u + 1
    assert repr(0 * u) == "0"


# Matrices


def test_matrices_agree_with_explicit_ones():
    A, B = MatrixSymbol("A", n, k), MatrixSymbol("B", n, k)
    entries = {"A": [[1, 2, 3], [4, 5, 6]], "B": [[0, 1, -1], [2, 0, 1]]}
    point = Point(
        {("n", ()): 2, ("k", ()): 3}
        | {
            (m, (r, c)): v
            for m, t in entries.items()
            for r, row in enumerate(t)
            for c, v in enumerate(row)
        }
    )
    a, b = (sp.Matrix(entries[m]) for m in "AB")
    pairs = [
        (A + 2 * B, a + 2 * b),
        (A.T * B, a.T * b),
        (x * A * B.T, 3 * a * b.T),
        (A * sp.Identity(k) - A, a - a),
        (A + sp.ZeroMatrix(n, k), a),
        (sp.Trace(A * B.T), sp.Matrix([[(a * b.T).trace()]])),
        ((A * B.T)[1, 0], sp.Matrix([[(a * b.T)[1, 0]]])),
        (sp.Matrix([[x, 1]]), sp.Matrix([[3, 1]])),
    ]
    for e, expected in pairs:
        got = matrix_value(e, point.bind({x: Jet.of(3)}))
        assert [[rational(v.real) for v in row] for row in got] == expected.tolist()


def test_gradient_is_computed_entry_by_entry():
    a = sp.Matrix([x, y])
    gradient = matrix_value(Gradient(x**2 * y, a), at(x=3, y=5))
    assert [[v.real for v in row] for row in gradient] == [[30], [9]]
    v = MatrixSymbol("v", 2, 1)
    point = Point({("v", (0, 0)): 3, ("v", (1, 0)): 5})
    assert [[g.real for g in row] for row in matrix_value(Gradient(v.T * v, v), point)] == [
        [6],
        [10],
    ]


def test_derivatives_by_entries_of_matrices_and_by_indexed_symbols():
    S = MatrixSymbol("S", 1, 2)
    point = Point(
        {("S", (0, 0)): 3, ("S", (0, 1)): 5, ("x", ()): 7, ("w", (1,)): 2, ("w", (2,)): 4}
    )
    assert value(Derivative(S[0, 0] ** 2 * S[0, 1], S[0, 0]), point).real == 30
    gradient = matrix_value(Gradient(w[1] ** 2 + w[2] * x, sp.Matrix([w[1], w[2]])), point)
    assert [[g.real for g in row] for row in gradient] == [[4], [7]]


def test_evaluator_does_not_depend_on_what_else_is_imported():
    rules = [*value.registry.values(), *matrix_value.registry.values()]
    modules = {rule.__module__.rpartition(".")[0] for rule in rules}
    assert modules == {"perceptrons.verify.evaluate"}
