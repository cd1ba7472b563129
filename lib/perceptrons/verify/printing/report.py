"""What a check shows its reader: one line in words, and the evidence below it.

The line says what was proved and for which values, which hypotheses it needs, and what was refuted.
Below it stand the claim as it was checked, how it was proved, and the counter-examples: in a
notebook and on the site in a fold, in a terminal as indented rows. No formula below the line is
longer than the claim. Both forms are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sympy.core.relational import Relational

from perceptrons.verify.claim import Claim, Values
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.printing.formulas import letter
from perceptrons.verify.printing.printer import formula
from perceptrons.verify.printing.rows import Row, counted, in_html, listed, place, relation, written
from perceptrons.verify.printing.statement import altered, assumed, domain, letters_of, stated

__all__ = ["Refuted", "Report", "Verified"]

STRICT = "strict version"  # the name under which the case of equality is found
SHORT = 56  # characters of a counter-example that the line has room for
OPPOSITE = "opposite sign"  # the wrong version that is always tried
CONTRARY = {"=": "≠", "<=": ">", "<": "≥"}


@dataclass(frozen=True, repr=False)
class Report:
    """A line in words, and rows below it.

    Attributes
    ----------
    claim : Claim
    """

    claim: Claim

    def line(self) -> Row:
        """Return what a reader must know."""
        raise NotImplementedError

    def rows(self) -> list[Row]:
        """Return the claim, and the evidence for it or against it."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return "\n  ".join(map(written, [self.line(), *self.rows()]))

    def _repr_html_(self) -> str:
        rows = "".join(f"<li>{in_html(row)}</li>" for row in self.rows())
        summary = f"<summary>{in_html(self.line())}</summary>"
        return f'<details class="report">{summary}<ul>{rows}</ul></details>'


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

    def line(self) -> Row:
        """Return the counter-example, and what it satisfies."""
        facts = [*assumed(self.claim), *([formula(g)] for g in self.claim.hypotheses)]
        supposed = [part for fact in facts for part in ("; ", *fact)][1:]
        verb, *where = self.verdict()
        line: Row = (verb.capitalize(), *where, ".")
        return (*line, " Supposed: ", *supposed, ".") if supposed else line

    def rows(self) -> list[Row]:
        """Return the claim."""
        return [(stated(self.claim),)]

    def failure(self) -> Row:
        """Return the point and the two values there."""
        where = place(self.at)
        values = relation(self.left, CONTRARY[self.claim.sign], self.right)
        return (*where, ": ", values) if where else (values,)

    def verdict(self) -> Row:
        """Say that the claim is false at the point, or undefined whatever the other letters are."""
        if self.left:
            return ("false at " if self.at.values else "false: ", *self.failure())
        known = {name for name, _ in self.at.values}
        names = [name for some in letters_of(self.claim).values() for name in some]
        idle = [letter(name) for name in names if name not in known]
        return ("undefined at ", *place(self.at), *((", whatever ", *listed(idle)) if idle else ()))


@dataclass(frozen=True, repr=False)
class Verified(Report):
    """A claim that passed all four gates, and the evidence.

    Attributes
    ----------
    claim : Claim
    evidence : tuple of rows
        How the claim was proved, and at how many exact points it was tried.
    refuted : mapping to Refuted
        The counter-examples: to each wrong version under its name, and, where a hypothesis was
        dropped, under that hypothesis.
    """

    evidence: tuple[Row, ...]
    refuted: Mapping[str | Relational, Refuted]

    def line(self) -> Row:
        """Return for which values the claim is proved, what it needs, and how much was refuted."""
        needed = [formula(key) for key in self.refuted if not isinstance(key, str)]
        others = [formula(g) for g in self.claim.hypotheses if g not in self.refuted]
        wrong = sum(isinstance(key, str) and key != STRICT for key in self.refuted)
        line: Row = ("Proved", self.claim.scope, *domain(self.claim), ".")
        if needed:
            alone = (" (without it ", *self._alone(), ")") if self._alone() else ()
            line = (*line, " Needed: ", *listed(needed, "; "), *alone, ".")
        if others:
            line = (*line, " Supposed: ", *listed(others, "; "), ".")
        if wrong:
            line = (*line, f" {counted(wrong, 'wrong version').capitalize()} refuted.")
        return line

    def rows(self) -> list[Row]:
        """Return the claim, the evidence and the counter-examples."""
        return [(stated(self.claim),), *self.evidence, *self._counterexamples()]

    def _alone(self) -> Row:
        """Return the counter-example without the only needed hypothesis, if the line has room for it."""
        needed = [bad.verdict() for key, bad in self.refuted.items() if not isinstance(key, str)]
        return needed[0] if len(needed) == 1 and len(written(needed[0])) <= SHORT else ()

    def _counterexamples(self) -> Iterator[Row]:
        for key, bad in self.refuted.items():
            if key == STRICT:
                yield ("equal at ", *place(bad.at), ": ", relation(bad.left, "=", bad.right))
            elif isinstance(key, str):
                part = () if key == OPPOSITE else altered(self.claim, bad.claim)
                yield (f"{key}: ", *part, *bad.verdict())
            elif not self._alone():
                yield ("without ", formula(key), " ", *bad.verdict())
