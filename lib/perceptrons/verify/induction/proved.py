"""What a proof about any number of updates hands back: its claim, its evidence, and its gap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import Claim, NotProved
from perceptrons.verify.induction.invariant import Invariant
from perceptrons.verify.induction.invariant_trials import (
    Pair,
    attained_along,
    dropped_along,
    refuted_along,
    tried,
)
from perceptrons.verify.induction.sequences import Steps
from perceptrons.verify.induction.updates import (
    Assignment,
    Updates,
    assigned,
    check_mapping,
    check_value,
    letter_name,
    spoken,
)
from perceptrons.verify.printing.printer import formula
from perceptrons.verify.printing.report import Refuted, Verified
from perceptrons.verify.printing.rows import Row
from perceptrons.verify.wellposed.guards import guard
from perceptrons.verify.wellposed.pose import side

__all__ = ["Proof", "ProvedInvariant", "reported"]

Proof = Callable[[Sequence[Relational]], None]  # from hypotheses; raises `NotProved`


@dataclass(frozen=True, repr=False)
class ProvedInvariant(Verified):
    """A claim that was proved for the letters after any number of updates."""

    claim: Invariant

    @property
    def updates(self) -> Updates:
        """The rule."""
        return self.claim.rule

    @property
    def gap(self) -> sp.Expr:
        """The right side minus the left: as a factor of a certificate, never negative."""
        return self.claim.rhs - self.claim.lhs

    def instance(self, values: Assignment) -> ProvedInvariant:
        """Return the line for special values of letters that stay fixed, and are free otherwise.

        The line holds for all their values, so also for those that depend on where the updates led.

        >>> from perceptrons.verify import verify_induction
        >>> S, Q, k = sp.symbols("S Q k", nonnegative=True)
        >>> c, r = sp.symbols("c r", real=True)
        >>> rule = Updates(start={Q: 0, k: 0}, step={Q: Q + r**2, k: k + 1})
        >>> line = verify_induction(-(c**2) * k, Q, rule, because=[[r**2], [c**2]])
        >>> line.instance({c: Q}).gap
        Q**2*k + Q
        """
        check_mapping("the instance", values)
        claim = self.claim
        bound = claim.rule.state | spoken(*claim.given, *claim.each, *claim.rule.parts)
        for kind, v in values.items():
            if letter_name(kind) not in claim.fixed() - bound:
                raise NotProved(
                    1,
                    f"{kind} is no letter of the claim alone, which may take any value",
                    "put in values for letters that neither a condition nor the rule speaks of",
                )
            check_value(kind, "becomes", v)
        lhs, rhs = (side(assigned(e, values), "value") for e in (claim.lhs, claim.rhs))
        instance = replace(claim, lhs=lhs, rhs=rhs)
        guard(Claim(lhs, claim.sign, rhs, claim.given))
        tried(instance)
        return ProvedInvariant(instance, (("an instance of a line above",),), {})


def reported(
    claim: Invariant,
    reason: Callable[[], Row],
    proof: Proof,
    *,
    wrong: Mapping[str, Pair] | None,
    attained: bool,
    equal_along: Steps | None,
    without: Mapping[Relational, Steps] | None = None,
) -> ProvedInvariant:
    """Try the claim, prove it, refute what is wrong, drop each hypothesis; return the report."""
    trials = tried(claim)
    proof(claim.hypotheses)
    row = (*reason(), f"; tried after each of {len(trials)} exact updates")

    def proves(given: Sequence[Relational]) -> bool:
        try:
            proof(given)
        except NotProved:
            return False
        return True

    refuted: dict[str | Relational, Refuted] = {**refuted_along(claim, wrong)}
    open_ends: list[Row] = []
    for g, found in dropped_along(claim, proves, without or {}).items():
        if found is None:
            open_ends.append(("the proof needs ", formula(g), ", the claim perhaps not"))
        else:
            refuted[g] = found
    if claim.sign == "<=" and (attained or equal_along is not None):
        refuted["strict version"] = attained_along(claim, trials, equal_along)
    return ProvedInvariant(claim, (claim.conditions(), row, *open_ends), refuted)
