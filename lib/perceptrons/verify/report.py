"""What a check shows its reader: the claim, the evidence and the counter-examples.

A report is a list of rows of words and formulas. It is plain text in a terminal, and typeset
mathematics in a notebook and on the site; both are the same on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.assumptions import described
from perceptrons.verify.claim import SIGNS, Claim, Values
from perceptrons.verify.gradient import Gradient
from perceptrons.verify.letters import letters
from perceptrons.verify.point import Point
from perceptrons.verify.printing import Formula, Row, expression, listed, place, relation, written

__all__ = ["Refuted", "Verified"]

DERIVATIVES = (sp.Derivative, Gradient)
KINKED = (sp.Piecewise, sp.Max, sp.Min, sp.Abs, sp.sign)


@dataclass(frozen=True, repr=False)
class Report:
    """A heading and rows, as text, Markdown or TeX.

    Attributes
    ----------
    claim : Claim
    """

    claim: Claim

    mark = Formula("", "")

    def rows(self) -> list[Row]:
        """Return the rows below the heading."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return "\n  ".join([f"{self.claim}{self.mark.text}", *map(written, self.rows())])

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.claim.latex()}{self.mark.tex}$"

    def _repr_markdown_(self) -> str:
        rows = "\n".join(
            "- " + "".join(_escaped(p) if isinstance(p, str) else f"${p.tex}$" for p in row)
            for row in self.rows()
        )
        return f"$$\n{self.claim.latex()}{self.mark.tex}\n$$\n\n{rows}"


def _escaped(words: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>$|#~])", r"\\\1", words)


@dataclass(frozen=True, repr=False)
class Refuted(Report):
    """A false claim, and a point at which it fails.

    Attributes
    ----------
    claim : Claim
    at : Point
        The counter-example; ``at.values`` maps a name and its indices to a number.
    left, right : tuple of Fraction
        The values of the two sides there; empty where a side is undefined.
    """

    at: Point
    left: Values
    right: Values

    mark = Formula("   is false", r"\qquad\text{is false}")

    def rows(self) -> list[Row]:
        """Return the hypotheses and the counter-example."""
        return [row for row in (_hypotheses(self.claim), ("at ", *self.failure())) if row]

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
        How the claim was proved, and one of the exact points at which it was tried.
    refuted : mapping to Refuted
        The counter-examples: to each wrong version under its name, and, where a hypothesis was
        dropped, under that hypothesis.
    """

    evidence: tuple[Row, ...]
    refuted: Mapping[str | Relational, Refuted]

    mark = Formula("   ✓", r"\qquad\checkmark")

    def rows(self) -> list[Row]:
        """Return the hypotheses, the evidence and the counter-examples."""
        wrong: list[Row] = [
            (*_altered(key, self.claim, bad.claim), " fails at ", *bad.failure())
            for key, bad in self.refuted.items()
        ]
        return [row for row in (_hypotheses(self.claim), *self.evidence, *wrong) if row]


def _altered(key: str | Relational, claim: Claim, bad: Claim) -> Row:
    """Return what is wrong in a claim, and the part that differs: usually the right side."""
    if not isinstance(key, str):
        return ("without ", expression(key), " it")
    if (bad.lhs, bad.rhs) == (claim.lhs, claim.rhs):
        part = Formula(bad.sign, SIGNS[bad.sign])
    elif bad.lhs == claim.lhs:
        part = Formula(f"{bad.sign} {bad.rhs}", f"{SIGNS[bad.sign]} {sp.latex(bad.rhs)}")
    else:
        part = Formula(str(bad), bad.latex())
    return (f"{key}: ", part)


def _hypotheses(claim: Claim) -> Row:
    """Return what is supposed: the assumptions of the symbols, and `given`."""
    free = set().union(*map(letters, claim.parts))
    ordered = sorted((s for s in free if isinstance(s, sp.Symbol | sp.IndexedBase)), key=str)
    facts = [*filter(None, map(_assumption, ordered)), *map(expression, claim.given)]
    row = ("for ", *listed(facts)) if facts else ()
    if any(e.has(*DERIVATIVES) and e.has(*KINKED) for e in claim.parts):
        where = "away from the borders between cases"
        return (*row, f", {where}") if row else (where,)
    return row


def _assumption(letter: sp.Expr) -> Formula | None:
    words = described(letter)
    return Formula(*words) if words else None
