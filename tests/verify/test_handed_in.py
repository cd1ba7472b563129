"""Whatever is handed in: a refusal in words, of a kind that is promised, and within seconds."""

import re
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from letters import d, n, u, x, y
from test_adversarial import kk, rule, weights

from perceptrons.verify import (
    NotProved,
    Updates,
    dot,
    norm2,
    refute,
    vectors,
    verify,
    verify_follows,
    verify_gradient,
    verify_induction,
    verify_le,
)

JUNK = [
    None,
    "x",
    5,
    0.5,
    10**5000,
    [],
    [x],
    (x, y),
    {"a": 1},
    x > 0,
    True,
    sp.nan,
    sp.I,
    u,
    lambda: 0,
    sp.Matrix([x, y]),
    sp.MatrixSymbol("M", d, d),
    object(),
    b"x",
    range(3),
    sp.Interval(0, 1),
    1 + 2j,
    np.array([1, 2]),
    Fraction(1, 3),
]
square = {"because": [[x**2]]}
counted = {"because": [[1]], "attained": False}
line = verify_induction(0, kk, rule(), **counted)
CALLS = {
    "side": lambda j: verify(j, x + 1),
    "given": lambda j: verify((x + 1) ** 2, x**2 + 2 * x + 1, given=j),
    "hypothesis": lambda j: verify((x + 1) ** 2, x**2 + 2 * x + 1, given=[j]),
    "wrong": lambda j: verify((x + 1) ** 2, x**2 + 2 * x + 1, wrong={"a": j}),
    "because": lambda j: verify_le(0, x**2, because=j),
    "product": lambda j: verify_le(0, x**2, because=[j]),
    "factor": lambda j: verify_le(0, x**2, because=[[j]]),
    "strict": lambda j: verify_le(0, x**2, strict=j, **square),
    "equal_at": lambda j: verify_le(0, x**2, equal_at=j, **square),
    "wrong at": lambda j: verify_le(0, x**2, wrong={"a": (1, x**2, j)}, **square),
    "function": lambda j: verify_gradient(j, sp.Matrix([x]), sp.Matrix([x])),
    "variable": lambda j: verify_gradient(x**2, j, 2 * x),
    "gradient": lambda j: verify_gradient(x**2, sp.Matrix([x]), j),
    "sign": lambda j: refute(x, j, y),
    "at": lambda j: refute(x, "=", y, at=j),
    "value": lambda j: refute(x, "=", y, at={x: j}),
    "value of a vector": lambda j: refute(norm2(u), "=", y, at={u: j}),
    "start": lambda j: Updates(start=j, step={weights: weights}),
    "step": lambda j: Updates(start={weights: 0 * weights}, step=j),
    "number after": lambda j: Updates(start={kk: 0}, step={kk: j}),
    "vector after": lambda j: Updates(start={weights: j}, step={weights: weights}),
    "rule": lambda j: verify_induction(0, kk, j, **counted),
    "keeps": lambda j: verify_induction(0, kk, rule(), keeps=j, **counted),
    "each": lambda j: verify_induction(0, kk, rule(), each=j, **counted),
    "along": lambda j: verify_induction(0, kk, rule(), equal_along=j, **counted),
    "lines": lambda j: verify_follows(0, 2 * kk, j, because=[[kk]]),
    "given of lines": lambda j: verify_follows(0, 2 * kk, [line], because=[[2, kk]], given=j),
    "without": lambda j: verify_follows(0, 2 * kk, [line], because=[[2, kk]], without=j),
    "instance": line.instance,
    "names": vectors,
    "product with": lambda j: dot(u, j),
    "sum with": lambda j: u + j,
    "less": lambda j: u - j,
    "times": lambda j: u * j,
    "over": lambda j: u / j,
}


def refused(call, junk):
    """Return the refusal, or None where the junk is taken."""
    try:
        call(junk)
    except ValueError as refusal:
        return refusal
    return None


@pytest.mark.parametrize("name", CALLS)
def test_junk_is_taken_or_refused_in_words(name):
    for junk in JUNK:
        refusal = refused(CALLS[name], junk)
        if refusal is not None:  # SymPy's and Python's own say no remedy
            assert type(refusal) in (ValueError, NotProved)
            assert re.fullmatch(r"(?s).{5,700}: .{10,300}", str(refusal))
            assert "digits) for integer" not in str(refusal)


def test_what_is_no_vector_of_a_gradient_is_not_proved():
    for by in (x, 3, "x"):
        with pytest.raises(NotProved, match="is no vector: give a MatrixSymbol"):
            verify_gradient(x**2, by, 2 * x)


S, T = (sp.MatrixSymbol(name, d, d) for name in "ST")
many = sp.symbols("a:12", real=True)
z = sp.Symbol("z", real=True)
LARGE = {
    "exponent of e": lambda: verify(sp.exp(10**7 * x), sp.exp(10**7 * x - 1) * sp.E),
    "fraction near 1": lambda: verify(sp.exp(x * Fraction(10**40 + 1, 10**40)), sp.exp(x)),
    "logarithm": lambda: verify(sp.log(1 + sp.Rational(1, 10**400)) + x, x),
    "digits": lambda: verify(10**400 * x + y, y),
    "digits of a factor": lambda: verify_le(0, x**2, because=[[10**400, x**2]]),
    "exponent": lambda: verify(x**5000 * y, y * x**4999),
    "exponent of a letter": lambda: verify(2 ** (5000 * n), 2**n),
    "terms": lambda: verify((x + y + z) ** 90, (x + y) ** 90),
    "order": lambda: verify(sp.Derivative(x**60 * y, (x, 40)), x),
    "power of matrices": lambda: verify((S + T) ** 60, (S + T) ** 59 * (T + S)),
    "entries": lambda: verify(sp.Matrix(12, 12, lambda r, c: x**r), sp.eye(12) * x),
    "determinant": lambda: verify(sp.Determinant(sp.Matrix(9, 9, lambda r, c: x**r + c)), x),
    "denominators": lambda: verify(sum(1 / (a**2 + x**2 + 1) for a in many[:6]), x),
    "branches": lambda: verify(sum(sp.Piecewise((a, a > 0), (0, True)) for a in many), x),
    "maximum": lambda: verify(sp.Max(*many[:9]) + sp.Max(x, y), x),
    "value of an update": lambda: Updates(start={kk: 0}, step={kk: kk + 10**400}),
}


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_large_is_refused_before_it_is_evaluated(name):
    with pytest.raises(NotProved, match=r"is too large: .* (above|more than) \d+"):
        LARGE[name]()


def test_a_number_that_python_does_not_write_is_not_written():
    assert "a very long" in str(refute(x, "=", y, at={x: 10**5000}))
    with pytest.raises(NotProved, match="fails at") as error:
        verify(sp.factorial(900 * n), sp.factorial(900 * n) + 1)
    assert len(str(error.value)) < 800
