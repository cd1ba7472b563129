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
from typing import Any, TypeAlias

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import Claim, NotProved
from perceptrons.verify.inequality.certificate import Products, certify, shown
from perceptrons.verify.printing.report import Refuted, Verified
from perceptrons.verify.refutation.counterexamples import counterexample
from perceptrons.verify.refutation.trials import agreement
from perceptrons.verify.refutation.versions import (
    Version,
    check_versions,
    named,
    needed,
    refutations,
)
from perceptrons.verify.said import said
from perceptrons.verify.sampling.points import Chosen
from perceptrons.verify.wellposed.pose import pose

__all__ = ["Inequality", "both_sides", "verify_le"]

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
    if not isinstance(strict, bool):
        raise NotProved(1, f"strict is {said(strict)}", "give True or False")
    claim = pose(small, "<" if strict else "<=", large, given)
    versions = {}
    for label, version in named(wrong).items():
        lesser, greater, at = both_sides(label, version)
        versions[label] = Version(pose(lesser, claim.sign, greater, given), at)
    trials = certify(claim, because)
    check_versions(claim, versions, trials)
    refuted = refutations(versions)
    for g in claim.given:
        if dropped := needed(claim, g, lambda weaker: _proved(weaker, because)):
            refuted[g] = dropped
    if not strict:
        refuted["strict version"] = _attained(claim, equal_at)
    proof = ("right − left is ", *shown(because, claim), "; ", agreement(trials))
    return Verified(claim, (proof,), refuted)


def both_sides(label: str, version: object) -> tuple[sp.Expr, sp.Expr, Any]:
    """Return a wrong version of an inequality: its sides, and where it fails if that is named."""
    if not (isinstance(version, list | tuple) and len(version) in (2, 3)):
        raise NotProved(
            1,
            f"the wrong version {label!r} is {said(version)}",
            "give both sides: wrong={'sign lost': (small, large)}",
        )
    small, large, where = (*version, None)[:3]
    return small, large, where


def _proved(claim: Claim, because: Products) -> None:
    """Raise `NotProved` where the certificate does not prove a claim, or it is not well posed."""
    certify(pose(claim.lhs, claim.sign, claim.rhs, claim.given), because)


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
