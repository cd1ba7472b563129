"""Machine-checked mathematics: a formula passes four gates, or `NotProved` is raised (all chapters).

1. The claim is well posed: it could be false.
2. An evaluator that uses none of SymPy's rules finds both sides equal at exact points.
3. SymPy rewrites the difference of the two sides to exactly 0.
4. Every wrong version, and the opposite sign, is refuted by a counter-example that is printed.

No gate can be switched off. Chapters write
``from perceptrons.verify import verify, verify_le, refute, vectors, dot, norm2``.

>>> from sympy import symbols
>>> x, y = symbols("x y", real=True)
>>> verify((x + y) ** 2, x**2 + 2 * x * y + y**2, wrong={"no middle term": x**2 + y**2})
Proved for all real x, y. Two wrong versions refuted.
  (x + y)² = x² + 2xy + y²
  SymPy rewrites left − right to 0; tried at 18 exact points
  no middle term: = x² + y² is false at x = −1, y = 1: 0 ≠ 2
  opposite sign: false at x = 0, y = 1: 1 ≠ −1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

try:
    import sympy as sp
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'sympy is needed for perceptrons.verify: pip install "perceptrons-book[all]"', name="sympy"
    ) from error
from sympy.core.relational import Relational

from perceptrons.verify.claim import Claim, NotProved, Side
from perceptrons.verify.induction.base_and_step import verify_induction
from perceptrons.verify.induction.consequence import verify_follows
from perceptrons.verify.induction.updates import Updates
from perceptrons.verify.inequality.less_equal import verify_le
from perceptrons.verify.language.gradient import Gradient
from perceptrons.verify.language.inner_products import Vector, dot, norm2, vectors
from perceptrons.verify.printing.report import Refuted, Verified
from perceptrons.verify.refutation.counterexamples import counterexample
from perceptrons.verify.refutation.trials import agree, agreement
from perceptrons.verify.refutation.versions import (
    Version,
    check_versions,
    named,
    needed,
    refutations,
)
from perceptrons.verify.rewrite.rules import residue
from perceptrons.verify.sampling.points import Chosen
from perceptrons.verify.wellposed.pose import pose

__all__ = ["refute", "verify", "verify_gradient", "verify_le"]
__all__ += ["Updates", "verify_follows", "verify_induction"]
__all__ += ["dot", "norm2", "vectors"]
__all__ += ["NotProved", "Refuted", "Vector", "Verified"]


def verify(
    lhs: Side,
    rhs: Side,
    *,
    given: Sequence[Relational] = (),
    wrong: Mapping[str, Side] | None = None,
) -> Verified:
    """Check that two sides are equal, and that wrong versions are not.

    Parameters
    ----------
    lhs : SymPy expression, matrix or matrix expression
        The question, left unevaluated: ``Derivative(J, w[k])``, ``Sum(...)``, ``Subs(...)``.
    rhs : the same
        The answer.
    given : sequence of comparisons
        Hypotheses, such as ``k <= m`` or ``norm2(w) > 0``.
    wrong : mapping of str to expression
        Wrong answers in place of `rhs`, named by what is wrong: the source's own slip first.

    Returns
    -------
    Verified
        Prints, and renders, the claim and the evidence.

    Raises
    ------
    NotProved
        Its message names the gate, the reason and a remedy.

    Examples
    --------
    >>> w, z = vectors("w z")
    >>> squares = norm2(w) + norm2(z)
    >>> verify(norm2(w + z), squares + 2 * dot(w, z), wrong={"2 lost": squares + dot(w, z)})
    Proved for all w, z in any dimension. Two wrong versions refuted.
      ‖w + z‖² = ‖w‖² + 2(w·z) + ‖z‖²
      SymPy rewrites left − right to 0; tried at 18 exact points
      2 lost: = ‖w‖² + w·z + ‖z‖² is false at w = (−1, −1), z = (−1, 0): 5 ≠ 4
      opposite sign: false at w = (0, −1), z = (1, 0): 2 ≠ −2
    """
    claim = pose(lhs, "=", rhs, given)
    versions = {label: Version(pose(lhs, "=", bad, given)) for label, bad in named(wrong).items()}
    trials = agree(claim)
    check_versions(claim, versions, trials)
    _rewrite(claim)
    opposite = Version(pose(lhs, "=", -claim.rhs, given))
    if opposite not in versions.values():
        versions["opposite sign"] = opposite
    refuted = refutations(versions)
    for g in claim.given:
        if dropped := needed(claim, g, _prove):
            refuted[g] = dropped
    proof = f"SymPy rewrites left − right to 0; {agreement(trials)}"
    return Verified(claim, ((proof,),), refuted)


def _prove(claim: Claim) -> None:
    """Prove an equality without regard to wrong versions."""
    agree(pose(claim.lhs, "=", claim.rhs, claim.given))
    _rewrite(claim)


def _rewrite(claim: Claim) -> None:
    """Rewrite the difference of the two sides to exactly 0."""
    if left_over := residue(claim.lhs, claim.rhs, claim.given):
        raise NotProved(
            3,
            f"no counter-example to {claim} was found, but SymPy leaves the difference "
            f"{', '.join(map(str, left_over))}",
            "prove it in smaller steps, or write both sides in a form closer to each other",
        )


def verify_gradient(
    J: sp.Expr,
    w: sp.MatrixSymbol | sp.MatrixBase,
    gradient: Side,
    *,
    given: Sequence[Relational] = (),
    wrong: Mapping[str, Side] | None = None,
) -> Verified:
    """Check the gradient of a function of a vector.

    Parameters
    ----------
    J : SymPy expression, or 1 x 1 matrix expression
        The function.
    w : MatrixSymbol, or matrix of symbols
        The vector; a MatrixSymbol stands for every dimension.
    gradient : matrix expression, or matrix
        Of the shape of `w`.
    given, wrong
        As in `verify`.

    Returns
    -------
    Verified

    Raises
    ------
    NotProved
        As `verify`. What is checked is SymPy's matrix derivative, too: at the exact points the
        gradient is computed independently, entry by entry.

    Examples
    --------
    >>> from sympy import MatrixSymbol, symbols
    >>> n, d = symbols("n d", integer=True, positive=True)
    >>> X, w, t = MatrixSymbol("X", n, d), MatrixSymbol("w", d, 1), MatrixSymbol("t", n, 1)
    >>> r = t - X * w
    >>> verify_gradient(r.T * r / 2, w, -X.T * r).refuted["opposite sign"].at.values["X", (0, 0)]
    Fraction(0, 1)
    """
    try:
        asked = Gradient(J, w)
    except ValueError as refusal:
        fault, _, remedy = str(refusal).partition(": ")
        raise NotProved(1, fault, remedy) from refusal
    return verify(asked, gradient, given=given, wrong=wrong)


def refute(
    lhs: Side,
    sign: str,
    rhs: Side,
    *,
    given: Sequence[Relational] = (),
    at: Chosen | None = None,
) -> Refuted:
    """Show a point at which a claim fails.

    Parameters
    ----------
    lhs : SymPy expression or matrix
    sign : {"=", "<=", "<"}
    rhs : SymPy expression or matrix
    given : sequence of comparisons
        Hypotheses that the counter-example satisfies.
    at : mapping, optional
        The point to try: numbers for symbols and entries such as ``w[1]``. Without it, a
        counter-example is searched for.

    Returns
    -------
    Refuted
        Prints, and renders, the claim and the counter-example.

    Raises
    ------
    NotProved
        Where the claim holds at every point that was tried.

    Examples
    --------
    >>> from sympy import symbols
    >>> a, b = symbols("a b", positive=True)
    >>> refute(a + b, "<=", a * b)
    False at a = b = 1: 2 > 1. Supposed: a, b > 0.
      a + b ≤ ab
    """
    claim = pose(lhs, sign, rhs, given)
    refuted = counterexample(claim, at)
    if refuted is None:
        raise NotProved(
            4,
            f"no counter-example to {claim} was found",
            "it may be true; otherwise name a point with at=",
        )
    return refuted
