"""The certificate of an inequality: large - small, as a sum of products that are not negative.

>>> from perceptrons.verify.wellposed.pose import pose
>>> x, y = sp.symbols("x y", real=True)
>>> len(certify(pose(2 * x * y, "<=", x**2 + y**2), [[(x - y) ** 2]]))
20
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeAlias

import sympy as sp

from perceptrons.verify.claim import Claim, NotProved
from perceptrons.verify.evaluate import value
from perceptrons.verify.evaluate.infinitesimals import NoValue
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.inequality.nonnegative import (
    CAUCHY_SCHWARZ,
    visibly_nonnegative,
    why_nonnegative,
)
from perceptrons.verify.language.binding import carried
from perceptrons.verify.printing.printer import formula
from perceptrons.verify.printing.rows import Row, counted
from perceptrons.verify.printing.statement import fitting
from perceptrons.verify.refutation.trials import Trial, agree
from perceptrons.verify.rewrite.rules import residue
from perceptrons.verify.said import said
from perceptrons.verify.wellposed.guards import guard
from perceptrons.verify.wellposed.pose import side

__all__ = ["Products", "certify", "shown"]

POINTS = 8  # of any size, at which an inequality is tried

Products: TypeAlias = "Sequence[Sequence[sp.Expr]]"


def certify(claim: Claim, because: Products) -> list[Trial]:
    """Prove an inequality by its certificate; return the points at which it was tried.

    >>> from perceptrons.verify.wellposed.pose import pose
    >>> x = sp.Symbol("x", real=True)
    >>> len(certify(pose(x, "<=", x**2, [x >= 1]), [[x, x - 1]]))
    20
    """
    products = _products(because)
    trials = agree(claim, POINTS)
    _check_factors(products, claim, [trial.at for trial in trials])
    _check_sum(products, claim)
    _check_course(products, claim)
    return trials


def shown(because: Products, claim: Claim) -> Row:
    """Return a certificate as it was given if it is short, otherwise how many products it has.

    >>> x, y = sp.symbols("x y", real=True)
    >>> shown([[(x - y) ** 2]], Claim(2 * x * y, "<=", x**2 + y**2))
    ('(x − y)^{2}', ', never negative')
    """
    factors = [list(map(sp.sympify, product)) for product in because]
    why = "".join(f" (by {used})" for used in sorted(_used(factors, claim)))
    total = formula(sp.Add(*(sp.Mul(*product) for product in factors)))
    if fitting(total, claim):
        return (total, f", never negative{why}")
    many = len(factors) > 1
    kind = f"a sum of {counted(len(factors), 'product')}" if many else "a product"
    return (f"{kind} without a negative factor{why}",)


def _used(products: Products, claim: Claim) -> frozenset[str]:
    """Return the inequalities, known by name, that a certificate uses."""
    whys = (why_nonnegative(f, claim.hypotheses) for f in chain(*products))
    return frozenset().union(*(why for why in whys if why))


def _check_course(products: Products, claim: Claim) -> None:
    """Refuse the inequality of Cauchy and Schwarz as the reason for itself."""
    factors = [f for f in chain(*products) if not f.is_number]
    total = sp.Add(*(sp.Mul(*product) for product in products))
    itself = sp.expand(carried(claim.rhs - claim.lhs - total)) == 0  # not by a hypothesis
    if itself and len(products) == len(factors) == 1 and CAUCHY_SCHWARZ in _used(products, claim):
        raise NotProved(
            3,
            f"because is the claim itself, which is {CAUCHY_SCHWARZ}",
            "prove it: because=[[1/norm2(v), norm2(norm2(v)*u - dot(u, v)*v)]], given=[norm2(v) > 0]",
        )


def _products(because: Products) -> Products:
    """Return the certificate with every factor as an expression; it must be a list of lists."""
    if not (
        isinstance(because, list | tuple) and all(isinstance(p, list | tuple) for p in because)
    ):
        raise NotProved(
            1,
            f"because is {said(because)}",
            "give a list of products, each a list of factors: because=[[(x - y)**2], [2, a]]",
        )
    return [[side(f, "factor") for f in factors] for factors in because]


def _check_factors(products: Products, claim: Claim, tried: list[Point]) -> None:
    """Check that no factor is negative: by the assumptions and hypotheses, and at the points."""
    for factor in chain(*products):
        shown = visibly_nonnegative(factor, claim.given)
        if not shown or any(_negative(factor, at) for at in tried):
            raise NotProved(
                3,
                f"the factor {factor} is not visibly nonnegative",
                _remedy(factor),
            )
    if claim.sign == "<" and not any(
        all(visibly_nonnegative(f, claim.given, strict=True) for f in factors)
        for factors in products
    ):
        raise NotProved(
            3,
            "no product of the certificate is visibly positive, so < is not shown",
            "claim <=, or add hypotheses with >",
        )


def _remedy(factor: sp.Expr) -> str:
    unreal = sorted(str(s) for s in factor.free_symbols if s.is_Symbol and s.is_real is None)
    if factor.is_Pow and factor.exp.is_even and unreal:
        return f"it is a square of a real number only if its letters are: declare {unreal[0]} real"
    return "add it to given= as a hypothesis, or split it into squares, hypotheses and positive symbols"


def _negative(factor: sp.Expr, at: Point) -> bool:
    try:
        return value(factor, at).real < 0
    except NoValue:
        return False


def _check_sum(products: Products, claim: Claim) -> None:
    """Check that the products add up to large - small, by rewriting and at exact points."""
    total = sp.Add(*(sp.Mul(*factors) for factors in products))
    difference = Claim(claim.rhs - claim.lhs, "=", total, claim.given)
    for factor in chain(*products):
        guard(replace(difference, rhs=factor))
    left_over = residue(difference.lhs, difference.rhs, claim.given)
    if left_over:
        raise NotProved(
            3,
            f"the certificate does not add up to right - left: {left_over[0]} is left",
            "find the missing product",
        )
    agree(difference)
