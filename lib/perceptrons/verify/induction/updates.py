"""A rule that is applied again and again: where letters start, and what one update makes of them.

>>> from perceptrons.verify.language.inner_products import vectors
>>> w, z = vectors("w z")
>>> k = sp.Symbol("k", integer=True, nonnegative=True)
>>> rule = Updates(start={w: 0 * w, k: 0}, step={w: w + z, k: k + 1})
>>> rule.after(norm2(w) - k), rule.at_start(norm2(w) - k)
(-k + ‖w + z‖² - 1, ‖0‖²)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import sympy as sp

from perceptrons.verify.claim import NotProved
from perceptrons.verify.language.assumptions import declared
from perceptrons.verify.language.binding import everywhere, substitute
from perceptrons.verify.language.inner_products import Inner, Vector, names, norm2
from perceptrons.verify.printing.formulas import Formula
from perceptrons.verify.printing.printer import formula, vector
from perceptrons.verify.printing.rows import Row, listed
from perceptrons.verify.said import said
from perceptrons.verify.wellposed.pose import side

__all__ = [
    "Assignment",
    "Updates",
    "assigned",
    "check_mapping",
    "check_value",
    "letter_name",
    "scalar",
    "spoken",
]

_Letter: TypeAlias = "Vector | sp.Symbol"
Assignment: TypeAlias = "Mapping[_Letter, Vector | sp.Expr | int]"


def spoken(*parts: sp.Basic) -> set[str]:
    """Return the names of the letters and vectors of expressions."""
    free = {str(s) for e in parts for s in e.free_symbols if isinstance(s, sp.Symbol)}
    return free.union(*map(names, parts))


@dataclass(frozen=True, eq=False)
class Updates:
    """Where letters start, and what one update makes of them.

    Parameters
    ----------
    start : mapping
        From each vector or symbol that changes to its first value.
    step : mapping
        From the same letters to their values after an update, in terms of those before.
    called : str
        What the report calls an update. Where a sum grows term by term it may be a pattern.

    Raises
    ------
    NotProved
        Where the letters differ, or a value breaks an assumption: k declared positive starts at 0.

    Examples
    --------
    >>> from perceptrons.verify import vectors
    >>> w, z = vectors("w z")
    >>> k = sp.Symbol("k", integer=True, nonnegative=True)
    >>> sorted(Updates(start={w: 0 * w, k: 0}, step={w: w + z, k: k + 1}).state)
    ['k', 'w']
    """

    start: Assignment
    step: Assignment
    called: str = "update"

    def __post_init__(self) -> None:
        """Refuse what is no rule, and a start or an update that breaks an assumption."""
        for name, values in (("start", self.start), ("step", self.step)):
            check_mapping(name, values)
        for value in chain(self.start.values(), self.step.values()):
            side(norm2(value) if isinstance(value, Vector) else value, "value")
        if {letter_name(a) for a in self.start} != {letter_name(a) for a in self.step}:
            raise NotProved(
                1, "start and step speak of different letters", "give both for each letter"
            )
        for letter, first in self.start.items():
            check_value(letter, "starts at", first)
            check_value(letter, "becomes", self._value(letter))

    def _value(self, letter: _Letter) -> Vector | sp.Expr | int:
        return next(v for a, v in self.step.items() if letter_name(a) == letter_name(letter))

    @property
    def state(self) -> set[str]:
        """The names of the letters that change."""
        return set(map(letter_name, self.start))

    @property
    def parts(self) -> tuple[sp.Expr, ...]:
        """All expressions of the rule; of a vector, its squared length."""
        both = (*self.start.items(), *self.step.items())
        return tuple(scalar(e) for pair in both for e in pair)

    def at_start(self, e: sp.Expr) -> sp.Expr:
        """Return an expression with the first values of the letters."""
        return assigned(e, self.start)

    def after(self, e: sp.Expr) -> sp.Expr:
        """Return an expression with the values of the letters after an update."""
        return assigned(e, self.step)

    def same(self, other: Updates) -> bool:
        """Tell whether another rule is the same, letter by letter."""
        return self.parts == other.parts

    def row(self) -> Row:
        """Return the rule in words and formulas."""
        steps = [_arrow(a, "←", b) for a, b in self.step.items()]
        starts = [_arrow(a, "=", b) for a, b in self.start.items()]
        return (f"{self.called}: ", *listed(steps), " from ", *listed(starts))


def check_mapping(name: str, values: object) -> None:
    """Refuse what gives no values to letters."""
    if not isinstance(values, Mapping):
        raise NotProved(1, f"{name} is {said(values)}", "give values by letter: {w: w + z}")


def check_value(letter: _Letter, what: str, v: Vector | sp.Expr | int) -> None:
    """Refuse a value that breaks an assumption of its letter."""
    if isinstance(letter, Vector) is not isinstance(v, Vector):
        raise NotProved(1, f"{letter} {what} {said(v)}", "give a vector to a vector, as in 0 * w")
    if isinstance(letter, sp.Symbol):
        v = side(v, "value")
        for name, known in declared(letter).items():
            if getattr(sp.sympify(v), f"is_{name}") is not known:
                raise NotProved(
                    1,
                    f"{letter} is declared {name}, but {what} {v}, which is not known to be so",
                    f"declare {letter} with weaker assumptions, or its parts with stronger ones",
                )


def letter_name(letter: _Letter) -> str:
    """Return the name of a symbol, or of a vector that is a single letter."""
    name = said(letter)
    if isinstance(letter, sp.Symbol) or (
        isinstance(letter, Vector) and letter.terms == {name: sp.S.One}
    ):
        return name
    raise NotProved(1, f"{name} cannot be updated", "update vectors and symbols")


def scalar(e: Vector | sp.Expr | int) -> sp.Expr:
    """Return an expression, or the squared length of a vector."""
    return norm2(e) if isinstance(e, Vector) else sp.sympify(e)


def _arrow(letter: _Letter, sign: str, v: Vector | sp.Expr | int) -> Formula:
    left, right = (
        vector(e.packed()) if isinstance(e, Vector) else formula(sp.sympify(e)) for e in (letter, v)
    )
    return Formula(f"{left} {sign} {right}")


def assigned(e: sp.Expr, values: Assignment) -> sp.Expr:
    """Substitute for all letters at once.

    A symbol stands in for each new value of a symbol until the vectors have theirs, so that a value
    which names another letter of the rule means that letter as it was.
    """
    letters = {a: sp.sympify(v) for a, v in values.items() if isinstance(a, sp.Symbol)}
    stand_in = {a: sp.Dummy(a.name, **a.assumptions0) for a in letters}
    e = substitute(sp.sympify(e), stand_in)
    new = {letter_name(a): v for a, v in values.items() if isinstance(v, Vector)}

    def moved(side: sp.Tuple) -> Vector:
        each = (c * new.get(name.name, Vector({name.name: 1})) for name, c in side)
        return sum(each, Vector({}))

    e = everywhere(e, Inner, lambda part: Inner(*map(moved, part.args)))
    return substitute(e, {stand_in[a]: v for a, v in letters.items()})
