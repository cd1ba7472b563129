"""Gate 1: what is too large to be checked in a few seconds is refused before anything is evaluated.

A page in a browser cannot stop a computation that takes too long. So each size is bounded by what
was measured to take less than ten seconds: digits, exponents, orders, terms, branches.

>>> x = sp.Symbol("x", real=True)
>>> too_large(sp.exp(10**7 * x))
'the exponent 10000000*x of e has a number above 1000'
>>> too_large((x + 1) ** 12) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb, prod

import sympy as sp

from perceptrons.verify.said import said

__all__ = ["too_large"]

BITS = 1024  # of a number: 300 digits
EXPONENT = 1000  # of e, and of a letter
LOGARITHM = 128  # bits of a number whose logarithm is taken
TERMS = 2000  # of a power that is multiplied out, and of a whole claim
ORDER = 6  # of a derivative; rows of a determinant
POWER = 12  # of a matrix
ENTRIES = 100  # of a matrix that is written out
DENOMINATORS = 4  # that are different sums
BRANCHES = 16  # of maxima, sizes and cases together


def too_large(e: sp.Basic) -> str | None:
    """Say what in an expression is too large to be checked, or return None."""
    for part in sp.preorder_traversal(e):
        if isinstance(part, sp.Rational) and _bits(part) > BITS:
            return f"a number has more than {BITS * 3 // 10} digits"
        for kind, rule in RULES.items():
            if isinstance(part, kind) and (reason := rule(part)):
                return reason
    kinks = e.atoms(sp.Max, sp.Min, sp.Abs, sp.Piecewise)
    if prod(max(2, len(m.args)) for m in kinks) > BRANCHES:
        return f"maxima, sizes and branches have more than {BRANCHES} cases together"
    sums = {p.base for p in e.atoms(sp.Pow) if p.base.is_Add and p.exp.could_extract_minus_sign()}
    if len(sums) > DENOMINATORS:
        return f"it has more than {DENOMINATORS} different denominators"
    if sum(1 for _ in sp.preorder_traversal(e)) > 4 * TERMS:
        return f"it has more than {4 * TERMS} parts"
    return None


def _bits(q: sp.Rational) -> int:
    return max(int(q.p).bit_length(), int(q.q).bit_length())


def _numbers(e: sp.Basic) -> Iterator[sp.Rational]:
    return (q for q in sp.preorder_traversal(e) if isinstance(q, sp.Rational))


def _power(e: sp.Pow) -> str | None:
    base, p = e.args
    largest = max((abs(q) for q in _numbers(p)), default=0)
    if largest > EXPONENT:
        return f"the exponent {said(p)} has a number above {EXPONENT}"
    if (
        base.is_Add
        and p.is_Rational
        and comb(int(abs(p)) + len(base.args) - 1, int(abs(p))) > TERMS
    ):
        return f"a sum to the power {p} has more than {TERMS} terms"
    return None


def _exponential(e: sp.exp) -> str | None:
    above = any(abs(q) > EXPONENT or _bits(q) > 64 for q in _numbers(e.args[0]))
    return f"the exponent {said(e.args[0])} of e has a number above {EXPONENT}" if above else None


def _logarithm(e: sp.log) -> str | None:
    above = any(_bits(q) > LOGARITHM for q in _numbers(e.args[0]))
    return f"a logarithm is taken of a number with more than {LOGARITHM} bits" if above else None


def _derivative(e: sp.Derivative) -> str | None:
    orders = [n for _, n in e.variable_count if n.is_Integer]
    return f"a derivative has an order above {ORDER}" if sum(orders) > ORDER else None


def _matrix_power(e: sp.MatPow) -> str | None:
    above = e.exp.is_Integer and abs(e.exp) > POWER
    return f"a matrix has an exponent above {POWER}" if above else None


def _matrix(e: sp.MatrixBase) -> str | None:
    return f"a matrix has more than {ENTRIES} entries" if len(e) > ENTRIES else None


def _determinant(e: sp.Determinant | sp.Inverse) -> str | None:
    M, most = e.args[0], ORDER if isinstance(e, sp.Determinant) else ORDER // 2
    above = isinstance(M, sp.MatrixBase) and M.rows > most
    return f"a determinant or an inverse has more than {most} rows" if above else None


RULES: dict[type[sp.Basic], Callable[..., str | None]] = {
    sp.Pow: _power,
    sp.exp: _exponential,
    sp.log: _logarithm,
    sp.Derivative: _derivative,
    sp.MatPow: _matrix_power,
    sp.MatrixBase: _matrix,
    sp.Determinant: _determinant,
    sp.Inverse: _determinant,
}
