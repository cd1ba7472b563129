"""What a check shows its reader: the claim, what was checked, the counter-examples (the checks).

A report is a list of rows, each of words and formulas. It reads as plain text in a terminal, and as
typeset mathematics in a notebook and on the site; both are the same on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import sympy as sp

from perceptrons.verify import sampling as points
from perceptrons.verify.claim import SIGNS, Claim, Values
from perceptrons.verify.evaluate import Point
from perceptrons.verify.gradient import Gradient

__all__ = [
    "Formula",
    "Refuted",
    "Row",
    "Verified",
    "expression",
    "hypotheses",
    "place",
    "relation",
    "written",
]


DERIVATIVES = (sp.Derivative, Gradient)
KINKED = (sp.Piecewise, sp.Max, sp.Min, sp.Abs, sp.sign)


class Formula(NamedTuple):
    """One formula, as text and as TeX."""

    text: str
    tex: str


Row = tuple[str | Formula, ...]


def expression(e: Any) -> Formula:
    """Return an expression as a formula."""
    return Formula(str(e), sp.latex(e))


def place(at: Point, claim: Claim) -> Row:
    """Return a point as formulas between which a line may break, the vectors of the claim bold."""
    return _listed([Formula(*pair) for pair in points.assignments(at, claim.vectors())])


def _listed(formulas: list[Formula]) -> Row:
    return tuple(part for formula in formulas for part in (", ", formula))[1:]


def relation(a: Values, sign: str, b: Values) -> Formula:
    """Return two values with the sign between them, as 4 ≠ 2."""
    tex = {"≠": r"\ne", "≥": r"\ge", "<=": r"\le"}.get(sign, sign)
    return Formula(f"{_text(a)} {sign} {_text(b)}", f"{_tex(a)} {tex} {_tex(b)}")


def _text(values: Values) -> str:
    inside = ", ".join(map(str, values))
    return f"({inside})" if len(values) > 1 else inside


def _tex(values: Values) -> str:
    inside = ", ".join(map(points.fraction, values))
    return f"({inside})" if len(values) > 1 else inside


def written(row: Row) -> str:
    """Return a row as text."""
    return "".join(part if isinstance(part, str) else part.text for part in row)


def hypotheses(claim: Claim) -> Row:
    """Return the row of what is supposed, from the assumptions of the symbols and `given`."""
    sides = (claim.lhs, claim.rhs, *claim.given)
    free = set().union(*(e.free_symbols for e in sides))
    symbols = sorted((s for s in free if isinstance(s, sp.Symbol)), key=str)
    facts = [_assumption(s) for s in symbols] + [expression(g) for g in claim.given]
    facts = [fact for fact in facts if fact.text]
    listed = _listed(facts)
    where = "where the derivative exists"
    if any(e.has(*DERIVATIVES) and e.has(*KINKED) for e in sides):
        return ("for ", *listed, f", {where}") if listed else (where,)
    return ("for ", *listed) if listed else ()


def _assumption(s: Any) -> Formula:
    tex = sp.latex(s)
    if s.is_integer and s.is_positive:
        return Formula(f"{s} = 1, 2, ...", rf"{tex} = 1, 2, \ldots")
    if s.is_integer:
        return Formula(f"whole {s}", rf"{tex} \in \mathbb{{Z}}")
    if s.is_positive:
        return Formula(f"{s} > 0", f"{tex} > 0")
    return Formula(f"{s} >= 0", rf"{tex} \ge 0") if s.is_nonnegative else Formula("", "")


@dataclass(frozen=True, repr=False)
class Report:
    """A heading and rows, as text, Markdown or TeX.

    Attributes
    ----------
    claim : Claim
    """

    claim: Claim

    mark = ("", "")

    def rows(self) -> list[Row]:
        """Return the rows below the heading."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return "\n  ".join([f"{self.claim}{self.mark[0]}", *map(written, self.rows())])

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.claim.latex()}{self.mark[1]}$"

    def _repr_markdown_(self) -> str:
        rows = "\n".join(
            "- " + "".join(_escaped(p) if isinstance(p, str) else f"${p.tex}$" for p in row)
            for row in self.rows()
        )
        return f"$$\n{self.claim.latex()}{self.mark[1]}\n$$\n\n{rows}"


def _escaped(words: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>$|#~])", r"\\\1", words)


@dataclass(frozen=True, repr=False)
class Refuted(Report):
    """A claim that is false, and the point at which it fails.

    Attributes
    ----------
    claim : Claim
    at : Point
    left, right : tuple of Fraction
        The values of the two sides there; none where a side is not defined.
    """

    at: Point
    left: Values
    right: Values

    mark = ("   is false", r"\qquad\text{is false}")

    def rows(self) -> list[Row]:
        """Return what was supposed, and the counter-example."""
        return [row for row in (hypotheses(self.claim), ("at ", *self.failure())) if row]

    def failure(self) -> Row:
        """Return the point and the two values there."""
        contrary = {"=": "≠", "<=": ">", "<": "≥"}[self.claim.sign]
        where = place(self.at, self.claim)
        if not self.left:
            return (*where, ": no value")
        values = relation(self.left, contrary, self.right)
        return (*where, ": ", values) if where else (values,)


@dataclass(frozen=True, repr=False)
class Verified(Report):
    """A claim that passed all four gates, and the evidence.

    Attributes
    ----------
    claim : Claim
    evidence : tuple of rows
        How it was proved, and an exact point at which it was tried.
    refuted : mapping to Refuted
        The counter-examples: of each wrong version by its name, and of each hypothesis that was
        dropped by the hypothesis itself.
    """

    evidence: tuple[Row, ...]
    refuted: Mapping[Any, Refuted]

    mark = ("   ✓", r"\qquad\checkmark")

    def rows(self) -> list[Row]:
        """Return the hypotheses, the evidence and the wrong versions."""
        wrong: list[Row] = [
            (*_label(key, self.claim, bad.claim), " fails at ", *bad.failure())
            for key, bad in self.refuted.items()
        ]
        return [row for row in (hypotheses(self.claim), *self.evidence, *wrong) if row]


def _label(key: Any, claim: Claim, bad: Claim) -> Row:
    """Return what is wrong, and the part that differs: usually the right side."""
    if not isinstance(key, str):
        return ("without ", expression(key), " it")
    if (bad.lhs, bad.rhs) == (claim.lhs, claim.rhs):
        return (f"{key}: ", Formula(bad.sign, SIGNS[bad.sign]))
    if bad.lhs == claim.lhs:
        return (
            f"{key}: ",
            Formula(f"{bad.sign} {bad.rhs}", f"{SIGNS[bad.sign]} {sp.latex(bad.rhs)}"),
        )
    return (f"{key}: ", Formula(str(bad), bad.latex()))
