"""Inequalities, each proved by a certificate that makes it visible.

small <= large is evident once large - small is written as a sum of products of factors none of
which can be negative: squares, hypotheses, positive symbols. That sum is the certificate.

>>> x, y = sp.symbols("x y", real=True)
>>> verify_le(2 * x * y, x**2 + y**2, because=[[(x - y) ** 2]])
Proved for all real x, y.
  2xy ≤ x² + y²
  right − left is (x − y)², never negative; tried at 20 exact points
  equal at x = y = −1: 2 = 2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import TypeAlias

import sympy as sp
from sympy.core.relational import (
    GreaterThan,
    LessThan,
    Relational,
    StrictGreaterThan,
    StrictLessThan,
)

from perceptrons.verify.claim import Claim, NotProved
from perceptrons.verify.evaluate import value
from perceptrons.verify.formulas import formula
from perceptrons.verify.guards import guard
from perceptrons.verify.infinitesimals import NoValue
from perceptrons.verify.inner_products import dot, names, norm2, vectors
from perceptrons.verify.point import Point
from perceptrons.verify.printing import Row, counted
from perceptrons.verify.report import Refuted, Verified, fitting
from perceptrons.verify.rewrite import normal, residue
from perceptrons.verify.trials import (
    Chosen,
    Trial,
    Version,
    agree,
    agreement,
    check_versions,
    counterexample,
    named,
    needed,
    refutations,
)
from perceptrons.verify.wellposed import pose, side

__all__ = ["certify", "shown", "verify_le", "visible"]

POINTS = 8  # of any size, at which an inequality is tried
STRICT = (StrictGreaterThan, StrictLessThan)
WEAK = (*STRICT, GreaterThan, LessThan)

Products: TypeAlias = "Sequence[Sequence[sp.Expr]]"
Inequality: TypeAlias = "tuple[sp.Expr, sp.Expr] | tuple[sp.Expr, sp.Expr, Chosen]"


def verify_le(
    small: sp.Expr,
    large: sp.Expr,
    *,
    because: Products,
    given: Sequence[Relational] = (),
    wrong: Mapping[str, Inequality] | None = None,
    strict: bool = False,
    equal_at: Chosen | None = None,
) -> Verified:
    """Check that small <= large, that each hypothesis is needed, and that < would be too much.

    Parameters
    ----------
    small, large : SymPy expressions
    because : sequence of products, each a sequence of factors
        The certificate: large - small is the sum of the products, and each factor is visibly
        nonnegative: a hypothesis, an even power, a symbol or a number that cannot be negative.
    given : sequence of comparisons
        Hypotheses ``a >= b`` or ``a > b``; as a factor, write ``a - b``.
    wrong : mapping of str to (small, large) or (small, large, point)
        Wrong versions, named by what is wrong in them; with a point where the search finds none.
    strict : bool
        Claim small < large; each factor of one of the products must then be visibly positive.
    equal_at : mapping, optional
        A point at which both sides are equal, where the search finds none.

    Returns
    -------
    Verified
        Prints, and renders, the claim, the certificate and the counter-examples.

    Raises
    ------
    NotProved
        Where the certificate fails, a hypothesis is not needed, or the strict version survives.

    Examples
    --------
    >>> from perceptrons.verify import dot, norm2, vectors
    >>> w, x = vectors("w x")
    >>> mistake = dot(w, x) <= 0
    >>> verify_le(norm2(w + x), norm2(w) + norm2(x), because=[[2, -dot(w, x)]], given=[mistake])
    Proved for all w, x in any dimension. Needed: w·x ≤ 0 (without it false at w = (−1, −1), x = (0, −1): 5 > 3).
      ‖w + x‖² ≤ ‖w‖² + ‖x‖²
      right − left is −2(w·x), never negative; tried at 20 exact points
      equal at w = (0, −1), x = (1, 0): 2 = 2
    """
    claim = pose(small, "<" if strict else "<=", large, given)
    versions = {
        label: Version(*_version(label, version, claim)) for label, version in named(wrong).items()
    }
    trials = certify(claim, because)
    check_versions(claim, versions, trials)
    refuted = refutations(versions)
    for g in claim.given:
        if dropped := needed(claim, g, _posed):
            refuted[g] = dropped
    if not strict:
        refuted["strict version"] = _attained(claim, equal_at)
    proof = ("right − left is ", *shown(because, claim), "; ", agreement(trials))
    return Verified(claim, (proof,), refuted)


def certify(claim: Claim, because: Products) -> list[Trial]:
    """Prove an inequality by its certificate; return the points at which it was tried.

    >>> x, y = sp.symbols("x y", real=True)
    >>> len(certify(pose(2 * x * y, "<=", x**2 + y**2), [[(x - y) ** 2]]))
    20
    """
    products = _products(because)
    trials = agree(claim, POINTS)
    _check_factors(products, claim, [trial.at for trial in trials])
    _check_sum(products, claim)
    return trials


def shown(because: Products, claim: Claim) -> Row:
    """Return a certificate as it was given if it is short, otherwise how many products it has.

    >>> x, y = sp.symbols("x y", real=True)
    >>> shown([[(x - y) ** 2]], Claim(2 * x * y, "<=", x**2 + y**2))
    ('(x − y)^{2}', ', never negative')
    """
    products = [sp.Mul(*map(sp.sympify, factors)) for factors in because]
    total = formula(sp.Add(*products))
    if fitting(total, claim):
        return (total, ", never negative")
    many = len(products) > 1
    kind = f"a sum of {counted(len(products), 'product')}" if many else "a product"
    return (f"{kind} without a negative factor",)


def _products(because: Products) -> Products:
    """Return the certificate with every factor as an expression; it must be a list of lists."""
    if not (
        isinstance(because, list | tuple) and all(isinstance(p, list | tuple) for p in because)
    ):
        raise NotProved(
            1,
            f"because is {because}",
            "give a list of products, each a list of factors: because=[[(x - y)**2], [2, a]]",
        )
    return [[side(f, "factor") for f in factors] for factors in because]


def _check_factors(products: Products, claim: Claim, tried: list[Point]) -> None:
    """Check that no factor is negative: by the assumptions and hypotheses, and at the points."""
    for factor in chain(*products):
        shown = visible(factor, claim.given)
        if not shown or any(_negative(factor, at) for at in tried):
            raise NotProved(
                3,
                f"the factor {factor} is not visibly nonnegative",
                _remedy(factor),
            )
    if claim.sign == "<" and not any(
        all(visible(f, claim.given, strict=True) for f in factors) for factors in products
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


def visible(factor: sp.Expr, given: Sequence[Relational], *, strict: bool = False) -> bool:
    """Tell whether assumptions and hypotheses make a factor >= 0 (or > 0).

    So is what is larger than a hypothesis says: y, given y >= 2; and an integer power of what is
    visibly positive: 1/a, given a > 0.

    >>> x = sp.Symbol("x", real=True)
    >>> visible(1 / (x - 1), [x > 1]), visible(1 / (x - 1), [x >= 1])
    (True, False)
    """
    if factor.is_positive if strict else factor.is_nonnegative:
        return True
    for g in given:
        if isinstance(g, WEAK):
            more = normal(factor - (g.gts - g.lts))  # than the hypothesis says to be >= 0
            if more.is_positive or (more.is_nonnegative and (isinstance(g, STRICT) or not strict)):
                return True
    if factor.is_Pow and factor.exp.is_integer:
        return visible(factor.base, given, strict=True)
    if not strict and (_is_gram(factor) or _is_larger(factor) or _is_triangle(factor)):
        return True
    return factor.is_Mul and all(visible(f, given, strict=strict) for f in factor.args)


def _is_gram(factor: sp.Expr) -> bool:
    """Tell whether a factor is ‖u‖² ‖v‖² - (u·v)², which Cauchy and Schwarz show to be >= 0.

    Their proof is a derivation of its own: times ‖v‖² it is the square of ‖v‖² u - (u·v) v, and
    where v is the zero vector it is 0.
    """
    pairs = combinations(vectors(" ".join(sorted(names(factor)))), 2) if factor.is_Add else ()
    return any(normal(factor - norm2(u) * norm2(v) + dot(u, v) ** 2) == 0 for u, v in pairs)


def _is_larger(factor: sp.Expr) -> bool:
    """Tell whether a factor is max(a, b, ...) - a, or |a| - a."""
    for m in factor.atoms(sp.Max, sp.Abs):
        (a, *others) = m.args
        less = [a, *others] if isinstance(m, sp.Max) else [a, -a]
        if any(sp.expand(factor - m + b) == 0 for b in less):
            return True
    return False


def _is_triangle(factor: sp.Expr) -> bool:
    """Tell whether a factor is |a| + |b| - |a + b|, also with c |a|, c >= 0, written for |c a|."""
    plus: list[sp.Expr] = []
    minus: list[sp.Expr] = []
    for term in sp.Add.make_args(factor):
        c, side = term.as_independent(sp.Abs, as_Add=False)
        if not isinstance(side, sp.Abs) or not (c.is_nonnegative or c.is_nonpositive):
            return False
        (plus if c.is_nonnegative else minus).append(c * side.args[0])
    if (len(plus), len(minus)) != (2, 1):
        return False
    (a, b), (c,) = plus, minus
    return any(sp.expand(c - i * a - j * b) == 0 for i in (1, -1) for j in (1, -1))


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


def _version(label: str, version: object, claim: Claim) -> tuple[Claim, Chosen | None]:
    """Return a wrong version of an inequality, and the point that the caller names for it."""
    if not (isinstance(version, list | tuple) and len(version) in (2, 3)):
        raise NotProved(
            1,
            f"the wrong version {label!r} is {version}",
            "give both sides: wrong={'sign lost': (small, large)}",
        )
    small, large, *at = version
    return pose(small, claim.sign, large, claim.given), at[0] if at else None


def _posed(claim: Claim) -> bool:
    """Tell whether a claim is well posed without the hypothesis that was dropped."""
    pose(claim.lhs, claim.sign, claim.rhs, claim.given)
    return True


def _attained(claim: Claim, at: Chosen | None) -> Refuted:
    """Refute the strict version: find a point at which both sides are equal."""
    equality = counterexample(replace(claim, sign="<"), at)
    if equality is None:
        raise NotProved(
            4,
            f"no point was found at which both sides of {claim} are equal",
            "name one with equal_at=, or claim the strict version with strict=True",
        )
    return equality
