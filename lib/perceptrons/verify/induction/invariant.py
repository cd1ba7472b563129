"""A claim about letters after any number of updates: what it may speak of, and what it supposes.

>>> from perceptrons.verify.language.inner_products import norm2, vectors
>>> w, z = vectors("w z")
>>> k = sp.Symbol("k", integer=True, nonnegative=True)
>>> rule = Updates(start={w: 0 * w, k: 0}, step={w: w + z, k: k + 1})
>>> claim = pose_invariant(norm2(w), "<=", k, rule, each=[norm2(z) <= 1])
>>> claim, sorted(claim.varying())
(‖w‖² <= k, ['z'])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.claim import Claim, NotProved, Side
from perceptrons.verify.induction.updates import Updates, scalar, spoken
from perceptrons.verify.language.binding import carried
from perceptrons.verify.printing.formulas import letter
from perceptrons.verify.printing.rows import Row, listed
from perceptrons.verify.said import said
from perceptrons.verify.wellposed.pose import pose

__all__ = ["Invariant", "check_hypotheses", "check_letters", "pose_invariant"]


@dataclass(frozen=True, repr=False)
class Invariant(Claim):
    """A claim about the letters after any number of updates.

    Attributes
    ----------
    rule : Updates
    each : tuple of comparisons
        What every update satisfies.
    constant : frozenset of str
        Letters that do not change from update to update, besides those of the claim.
    """

    rule: Updates = field(default_factory=lambda: Updates({}, {}))
    each: tuple[Relational, ...] = ()
    constant: frozenset[str] = frozenset()

    @property
    def parts(self) -> tuple[sp.Basic, ...]:
        """Both sides, the hypotheses, the conditions on each update, and the rule."""
        return (*super().parts, *self.each, *self.rule.parts)

    @property
    def hypotheses(self) -> tuple[Relational, ...]:
        """The hypotheses, and the conditions on each update."""
        return (*self.given, *self.each)

    @property
    def scope(self) -> str:
        """When the claim is made."""
        return f" after any number of {self.rule.called}s"

    def changing(self) -> set[str]:
        """Return the names of the letters that the updates change."""
        return self.rule.state

    def varying(self) -> set[str]:
        """Return the names of the letters that are drawn anew for each update."""
        return spoken(*self.each, *self.rule.parts) - self.fixed() - self.rule.state

    def fixed(self) -> set[str]:
        """Return the names of the letters that keep their values."""
        first = map(scalar, self.rule.start.values())
        return spoken(self.lhs, self.rhs, *first) | self.constant

    def conditions(self) -> Row:
        """Return the rule, and which letters are new for each update."""
        anew = [letter(name) for name in sorted(self.varying())]
        return (*self.rule.row(), *(("; any ", *listed(anew), " each time") if anew else ()))


def pose_invariant(
    small: Side,
    sign: str,
    large: Side,
    rule: Updates,
    *,
    given: Sequence[Relational] = (),
    each: Sequence[Relational] = (),
    constant: frozenset[str] = frozenset(),
) -> Invariant:
    """Return the claim, which must be well posed, and speak of what the updates change."""
    if not isinstance(rule, Updates):
        raise NotProved(1, f"updates is {said(rule)}", "give Updates(start={...}, step={...})")
    plain = pose(small, sign, large, given)
    if not isinstance(each, list | tuple):
        raise NotProved(1, f"each is {said(each)}", "put conditions in a list: each=[...]")
    conditions = pose(small, sign, large, (*given, *each)).given[len(plain.given) :]
    claim = Invariant(plain.lhs, sign, plain.rhs, plain.given, rule, conditions, constant)
    if not spoken(claim.lhs, claim.rhs) & rule.state:
        raise NotProved(1, f"{claim} speaks of nothing that changes", "prove it with verify_le")
    known = spoken(claim.lhs, claim.rhs, *rule.parts) | constant
    check_letters(claim.each, known, "it must speak of the claim or the update")
    check_letters(claim.given, known - claim.varying(), "given= is no condition on an update")
    return claim


def check_letters(hypotheses: Sequence[Relational], known: set[str], rule: str) -> None:
    """Refuse a hypothesis on a letter that it must not speak of."""
    for g in hypotheses:
        if strange := sorted(spoken(g) - known):
            raise NotProved(
                1,
                f"the hypothesis {g} speaks of {strange[0]}: {rule}",
                "put what every update satisfies into each=, and leave out what is not needed",
            )


def check_hypotheses(hypotheses: Sequence[Relational], *claimed: sp.Expr) -> None:
    """Refuse a hypothesis that says what is to be proved, up to a positive number."""
    for g in hypotheses:
        known = sp.expand(carried(g.gts - g.lts)) if hasattr(g, "gts") else sp.S.NaN
        for e in claimed:
            ratio = sp.cancel(sp.expand(carried(e)) / known)
            if ratio.is_number and ratio.is_positive:
                raise NotProved(
                    1, f"the hypothesis {g} is what is to be proved", "prove it from simpler ones"
                )
