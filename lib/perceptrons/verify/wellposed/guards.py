"""Gate 1, continued: where SymPy, or a sample of exact points, would be silently wrong.

Each guard refuses one thing: two meanings of a name, an assumption that points cannot obey, an
index outside its assumptions, a derivative by an integer, a case that holds at single points, and a
power that is not shown to have a value.
"""

from __future__ import annotations

from itertools import islice

import sympy as sp
from sympy.concrete.expr_with_intlimits import ExprWithIntLimits
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement

from perceptrons.verify.claim import Claim, NotProved
from perceptrons.verify.evaluate import value
from perceptrons.verify.evaluate.infinitesimals import NoValue
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.language.assumptions import RULES, unknown
from perceptrons.verify.language.binding import Bound
from perceptrons.verify.language.gradient import Gradient
from perceptrons.verify.language.letters import bound, letters
from perceptrons.verify.printing.rows import point_text
from perceptrons.verify.sampling.points import points
from perceptrons.verify.wellposed.names import check_names
from perceptrons.verify.wellposed.nonzero import WHOLE, shown_nonnegative, undefined

__all__ = ["guard"]

NEEDED = {  # by a function that is not defined everywhere, besides what is nonnegative
    "divides by": ("0", "nonzero", "!="),
    "takes the logarithm of": ("nonpositive", "positive", ">"),
    "multiplies by": ("nonpositive", "positive", ">"),
    "needs sizes to be equal that differ by": ("not 0", "0", "=="),
    "has a matrix of the size": ("nonpositive", "positive", ">"),
}
COMPARED = (sp.Lt, sp.Le, sp.Gt, sp.Ge, sp.Max, sp.Min, sp.sign, sp.floor, sp.ceiling)
UNRANGED = ("negative", "nonpositive", "nonzero", "even", "odd")  # no range of integers obeys them


def guard(claim: Claim) -> None:
    """Raise `NotProved` where a claim cannot be trusted to mean what it prints.

    >>> x = sp.Symbol("x", real=True)
    >>> guard(Claim(x / (x - 7), "=", x))
    Traceback (most recent call last):
    perceptrons.verify.claim.NotProved: gate 1 (is the claim well posed?): the claim divides by x - 7, \
which is not shown to be nonzero: add Ne(x - 7, 0) to given=, or declare its symbols positive
    """
    check_names(claim)
    _check_assumptions(claim)
    _check_real(claim)
    _check_sums(claim)
    _check_substitutions(claim)
    _check_derivatives(claim)
    _check_cases(claim)
    _check_powers(claim)


def _check_assumptions(claim: Claim) -> None:
    """Refuse assumptions that SymPy would use, but that no sample of points obeys."""
    for s in _atoms(claim, sp.Symbol):
        if names := unknown(s):
            raise NotProved(
                1,
                f"{s} is declared with {', '.join(names)}, which exact points do not obey",
                f"declare {s} with some of real, {', '.join(RULES)}, each True",
            )


def _check_real(claim: Claim) -> None:
    """Refuse to compare what may not be real: SymPy takes it to be real there, and only there."""
    compared = {claim.lhs, claim.rhs} if claim.sign != "=" else set()
    for part in sorted(compared.union(_atoms(claim, *COMPARED)), key=sp.default_sort_key):
        for s in sorted(part.atoms(sp.Symbol, sp.IndexedBase), key=str):
            if not (s.is_real or isinstance(s, Bound)):
                raise NotProved(
                    1,
                    f"{part} is compared, but {s} may be no real number",
                    f"declare {s} real, or with a sign",
                )


def _check_sums(claim: Claim) -> None:
    """Refuse an index that may leave its assumptions: SymPy silently takes a positive one as > 0."""
    for e in _atoms(claim, ExprWithIntLimits):
        for i, *ends in e.limits:
            if len(ends) != 2 or not isinstance(i, sp.Symbol):
                raise NotProved(1, f"{e} has no index with two limits", "write Sum(f, (i, 1, n))")
            low, _ = ends
            least = 1 if i.is_positive else 0 if i.is_nonnegative else None
            if least is not None and not shown_nonnegative(low - least, claim.given):
                raise NotProved(
                    1,
                    f"the index {i} starts at {low}, which its assumptions exclude"
                    if low.is_number
                    else f"the index {i} starts at {low}, which may be below {least}",
                    "declare another symbol with integer=True, and nonnegative=True from 0",
                )
            declared = [name for name in UNRANGED if i._assumptions_orig.get(name)]
            if declared:
                raise NotProved(
                    1,
                    f"the index {i} is declared {declared[0]}, but runs through all integers",
                    "declare another symbol with integer=True",
                )


def _check_substitutions(claim: Claim) -> None:
    for e in _atoms(claim, sp.Subs):
        if odd := [v for v in e.variables if not isinstance(v, sp.Symbol)]:
            raise NotProved(1, f"{e} puts something in for {odd[0]}", "substitute for a letter")


def _derivatives(claim: Claim) -> list[tuple[sp.Basic, sp.Expr, list[sp.Expr]]]:
    """Return each derivative, what it differentiates, and by which variables."""
    found = []
    for e in _atoms(claim, sp.Derivative):
        if not all(count.is_Integer for _, count in e.variable_count):
            raise NotProved(1, f"the order of {e} is no number", "differentiate a number of times")
        found.append((e, e.expr, list(e.variables)))
    for e in _atoms(claim, Gradient):
        J, w = e.args
        found.append((e, J, list(w) if isinstance(w, sp.MatrixBase) else [w]))
    return found


def _check_derivatives(claim: Claim) -> None:
    """Refuse what SymPy gets wrong: by w[j] of a sum over j, and by the limit of a sum."""
    for e, function, variables in _derivatives(claim):
        for v in variables:
            if not isinstance(v, sp.Symbol | sp.Indexed | MatrixElement | sp.MatrixSymbol):
                raise NotProved(1, f"{e} is a derivative by {v}", "differentiate by a letter")
            if v.is_integer:
                raise NotProved(
                    1,
                    f"{e} is a derivative by {v}, an integer, which cannot change continuously",
                    "declare the variable real; for steps of 1, write the difference",
                )
        inside = {v.name for s in function.atoms(ExprWithIntLimits) for v in s.variables}
        for clash in sorted(inside & {s.name for v in variables for s in v.atoms(sp.Symbol)}):
            raise NotProved(
                1,
                f"{clash} names both the derivative and a sum inside it, in {e}",
                "use another letter for one of them",
            )


def _check_cases(claim: Claim) -> None:
    """Refuse a derivative of cases of which one holds only at a border: SymPy ignores the others."""
    for p in _atoms(claim, sp.Piecewise):
        if p.args[-1].cond != sp.true:
            raise NotProved(1, f"{p} has no value where no case applies", "end with (value, True)")
    for e, function, variables in _derivatives(claim):
        moved = {v if isinstance(v, sp.Symbol) else v.args[0] for v in variables}
        sides: dict[sp.Expr, bool] = {}  # of each border: which side it belongs to
        for p in sorted(function.atoms(sp.Piecewise), key=sp.default_sort_key):
            for c in sorted(p.atoms(Relational), key=sp.default_sort_key):
                if letters(c) & moved and _thin(c, sides):
                    raise NotProved(
                        1,
                        f"{e} differentiates {p}, of which a case may hold at the border {c} only",
                        "write the function with Max, Abs, or two cases divided by one inequality",
                    )


def _thin(c: Relational, sides: dict[sp.Expr, bool]) -> bool:
    """Tell whether a condition, beside those before it, may divide off single points.

    It may where it is an equation, where its two sides touch without crossing, where the same
    border belongs to either side, and where two borders may meet.
    """
    _, g = sp.factor(c.lhs - c.rhs).as_content_primitive()
    upper = c.rel_op in ("<", ">=")  # whether the border g = 0 belongs to the side g > 0
    if g.could_extract_minus_sign():
        g, upper = -g, not upper
    touching = g.is_nonnegative or g.is_nonpositive
    apart = all((sp.expand(g - other)).is_zero is False for other in sides if other != g)
    clash = isinstance(c, sp.Eq | sp.Ne) or touching or not apart or sides.get(g, upper) != upper
    sides[g] = upper
    return bool(clash)


def _check_powers(claim: Claim) -> None:
    """Refuse a division by what may be 0, a root of what may be negative, and their like."""
    for part in (claim.lhs, claim.rhs):
        if (found := undefined(part, claim.given)) is None:
            continue
        does, base = found
        if isinstance(base, sp.Tuple):
            i, low, high = base
            raise NotProved(
                1,
                f"the claim {does} {i} from {low} to {high}, which may be less than {low - 1}",
                f"add {sp.GreaterThan(high, low - 1, evaluate=False)} to given=, or declare its "
                "symbols nonnegative",
            )
        if does == WHOLE:
            raise NotProved(
                1,
                f"the claim {does}, but {base} is not shown to be one",
                "declare its symbols with integer=True, and keep fractions out of it",
            )
        bad, good, sign = NEEDED.get(does, ("negative", "nonnegative", ">="))
        if letters(base) & set().union(*map(bound, claim.parts)):
            where = f"which its index may make {bad}"
            remedy = "let the sum run where the term has a value, and say so in its limits"
        else:
            sought = islice(points(claim.given), 100)
            at = next((at for at in sought if _excluded(base, at, sign)), None)
            where = (
                f"which is not shown to be {good}"
                if at is None
                else f"which is {bad} at {point_text(at)}"
            )
            named = {"!=": "Ne", "==": "Eq"}
            hypothesis = f"{named[sign]}({base}, 0)" if sign in named else f"{base} {sign} 0"
            remedy = f"add {hypothesis} to given=, or declare its symbols positive"
        raise NotProved(1, f"the claim {does} {base}, {where}", remedy)


def _excluded(base: sp.Expr, at: Point, sign: str) -> bool:
    try:
        v = value(base, at).real
        return bool({"!=": v == 0, "==": v != 0, ">": v <= 0, ">=": v < 0}[sign])
    except NoValue:
        return False


def _atoms(claim: Claim, *kinds: type[sp.Basic]) -> list[sp.Basic]:
    """Return the parts of these kinds in both sides and the hypotheses, in a fixed order."""
    found = set().union(*(e.atoms(*kinds) for e in claim.parts))
    return sorted(found, key=sp.default_sort_key)
