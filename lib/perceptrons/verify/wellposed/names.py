"""Gate 1, continued: each name means one thing, and no two things print alike.

>>> x, y = sp.Symbol("x^2"), sp.Symbol("x")
>>> check_names(Claim(x, "=", y**2))
Traceback (most recent call last):
perceptrons.verify.claim.NotProved: gate 1 (is the claim well posed?): x^2 is the name of a letter, \
and prints as a power of x: give each letter a name of its own
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from perceptrons.verify.claim import Claim, NotProved
from perceptrons.verify.evaluate.point import DIMENSION
from perceptrons.verify.language.letters import bound, letters
from perceptrons.verify.printing.formulas import letter
from perceptrons.verify.printing.printer import formula

__all__ = ["check_names"]

OPERATOR = re.compile(r"[][()\s=<>/,|‖·]|(?<=.)(?<![\^{])[-+*]")  # in a name: but w^* is one
COUNTER = re.compile(r"\^\(\w\)")  # and so is w^(k)
POWER = re.compile(r"\^\{\d+\}")


def check_names(claim: Claim) -> None:
    """Refuse two different things of one name, or of names that print alike.

    >>> eta = sp.Symbol("eta")
    >>> check_names(Claim(eta, "=", eta * sp.Symbol("eta_1")))
    >>> check_names(Claim(eta, "=", sp.Symbol("η") ** 2))
    Traceback (most recent call last):
    perceptrons.verify.claim.NotProved: gate 1 (is the claim well posed?): eta and η print alike, \
as η: give each letter a name of its own
    """
    found = set().union(*map(letters, claim.parts))
    hidden = {s for part in claim.parts for s in bound(part) if not s.is_Dummy}
    names = [e.name if isinstance(e, sp.Symbol) else str(e) for e in found | hidden]
    if odd := sorted(name for name in names if OPERATOR.search(COUNTER.sub("", name))):
        raise NotProved(
            1,
            f"a letter is called {odd[0]!r}, which prints as a formula",
            "give it a name without brackets and operators",
        )
    names += [name for name, _ in [DIMENSION] if claim.vectors()]
    if twice := sorted(name for name in names if names.count(name) > 1):
        raise NotProved(
            1,
            f"two different things are called {twice[0]}",
            "define each symbol once, with its assumptions, and give each its own name",
        )
    _check_print(names, _entries(claim))


def _entries(claim: Claim) -> Iterable[sp.Expr]:
    """Return the entries with numbers as indices, such as w[1], which a symbol w_1 would print as."""
    entries = set().union(*(part.atoms(sp.Indexed, MatrixElement) for part in claim.parts))
    return (e for e in entries if all(i.is_Integer for i in e.args[1:]))


def _check_print(names: Iterable[str], entries: Iterable[sp.Expr]) -> None:
    printed: dict[str, str] = {}
    shown = [(name, str(letter(name))) for name in sorted(names)]
    for name, mark in [*shown, *sorted((str(e), str(formula(e))) for e in entries)]:
        if mark in printed:
            raise NotProved(
                1,
                f"{printed[mark]} and {name} print alike, as {formula(sp.Symbol(name)).text}",
                "give each letter a name of its own",
            )
        printed[mark] = name
    for name, mark in shown:
        if (base := POWER.sub("", mark)) != mark and base in printed:
            raise NotProved(
                1,
                f"{name} is the name of a letter, and prints as a power of {printed[base]}",
                "give each letter a name of its own",
            )
