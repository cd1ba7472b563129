r"""Assumptions of letters: which are understood, what values they allow, and how they are printed.

SymPy uses every assumption that a symbol declares. A check is sound only if the points at which it
is tried obey the same assumptions, and if the reader is told about them.

>>> n = sp.Symbol("n", integer=True, nonnegative=True)
>>> allows(n, Fraction(0)), allows(n, Fraction(1, 2)), described(n)
(True, False, 'integer {} ≥ 0')
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import sympy as sp

__all__ = ["allows", "declared", "described", "unknown"]

RULES: dict[str, Callable[[Fraction], bool]] = {
    "integer": lambda v: v.denominator == 1,
    "positive": lambda v: v > 0,
    "nonnegative": lambda v: v >= 0,
    "negative": lambda v: v < 0,
    "nonpositive": lambda v: v <= 0,
    "nonzero": lambda v: v != 0,
    "even": lambda v: v % 2 == 0,
    "odd": lambda v: v % 2 == 1,
}
ANY = {"commutative", "complex", "finite"}  # true of every number

SIGNS = {  # of numbers, and of integers
    "positive": ("> 0", "≥ 1"),
    "negative": ("< 0", "≤ −1"),
    "nonnegative": ("≥ 0", "≥ 0"),
    "nonpositive": ("≤ 0", "≤ 0"),
    "nonzero": ("≠ 0", "≠ 0"),
}


def allows(letter: sp.Expr, v: Fraction) -> bool:
    """Tell whether the assumptions of a symbol or an entry allow a value.

    >>> allows(sp.IndexedBase("w", positive=True)[1], Fraction(-1))
    False
    """
    return all(rule(v) for rule in _rules(letter))


@cache
def _rules(letter: sp.Expr) -> list[Callable[[Fraction], bool]]:
    return [rule for name, rule in RULES.items() if getattr(letter, f"is_{name}", None)]


def unknown(symbol: sp.Symbol) -> list[str]:
    """Return the declared assumptions that points at rational numbers cannot be made to obey.

    >>> unknown(sp.Symbol("p", prime=True)), unknown(sp.Symbol("x", real=True, zero=False))
    (['prime=True'], ['zero=False'])
    """
    understood = {"real", *RULES}
    return sorted(f"{k}={v}" for k, v in declared(symbol).items() if not (v and k in understood))


def declared(symbol: sp.Symbol) -> dict[str, bool]:
    """Return the declared assumptions that not every number obeys.

    >>> declared(sp.Symbol("m", even=True, finite=True))
    {'even': True}
    """
    found = symbol._assumptions_orig.items()
    return {k: v for k, v in found if v is not None and not (v and k in ANY)}


def described(letter: sp.Expr) -> str:
    r"""Return what the assumptions of a symbol or an entry say, with {} for its name.

    >>> x, m = sp.Symbol("x", nonzero=True), sp.Symbol("m", even=True)
    >>> described(x), described(m), described(sp.Symbol("y", real=True)), described(sp.Symbol("z"))
    ('{} ≠ 0', 'even {}', 'real {}', '{}')
    """
    sign = next((name for name in SIGNS if getattr(letter, f"is_{name}")), None)
    if letter.is_odd and sign == "nonzero":
        sign = None
    kinds = {"even": letter.is_even, "odd": letter.is_odd, "integer": letter.is_integer}
    kinds["real"] = letter.is_real and not sign
    kind = next((f"{kind} " for kind, known in kinds.items() if known), "")
    entries = "entries of " * bool(sign and isinstance(letter, sp.IndexedBase))
    return kind + entries + "{}" + (f" {SIGNS[sign][bool(letter.is_integer)]}" if sign else "")
