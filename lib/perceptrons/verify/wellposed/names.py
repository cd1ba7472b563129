"""Gate 1, continued: each name means one thing, and no two things print alike.

>>> x, y = sp.Symbol("x^2"), sp.Symbol("x")
>>> check_names(Claim(x, "=", y**2))
Traceback (most recent call last):
perceptrons.verify.claim.NotProved: gate 1 (is the claim well posed?): x^2 is the name of a letter, \
and prints as a power of x: give each letter a name of its own
"""

from __future__ import annotations

import re

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.printing.pretty.pretty_symbology import greek_unicode

from perceptrons.verify.claim import Claim, NotProved
from perceptrons.verify.evaluate.point import DIMENSION
from perceptrons.verify.language.binding import authored
from perceptrons.verify.language.letters import bound, letters
from perceptrons.verify.printing.formulas import Formula, letter
from perceptrons.verify.printing.printer import formula

__all__ = ["check_names"]

PLAIN = re.compile(  # a letter or a word, with a prime, a number, indices, and marks such as w^*
    r"([A-Za-z]+|[αβγδεζηθικλμνξρστυφχψωΓΔΘΛΞΦΨΩ])'?\d*"
    r"([_^](?!T)([A-Za-z0-9]+|\*|\([A-Za-z0-9]\)))*",
    re.ASCII,  # of the digits
)
ALIKE = str.maketrans("ινυ", "ivu")  # noqa: RUF001 - they are to be told apart
WORDS = {"and", "cos", "det", "exp", "if", "inf", "infinity", "lim", "ln", "log", "max", "min"}
WORDS |= {
    "mod",
    "not",
    "oo",
    "or",
    "otherwise",
    "pi",
    "sgn",
    "sign",
    "sin",
    "sqrt",
    "sup",
    "tan",
    "tr",
}
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
    hidden = {authored(s) for part in claim.parts for s in bound(part)}
    names = [e.name if isinstance(e, sp.Symbol) else str(e) for e in found | hidden]
    if odd := sorted(name for name in names if not _is_plain(name)):
        raise NotProved(
            1,
            f"a letter is called {odd[0]!r}, which may be read as something else",
            "call it by a letter or a word, with indices if you like: w, eta, w_1, w^*, SSE",
        )
    names += [name for name, _ in [DIMENSION] if claim.vectors()]
    if twice := sorted(name for name in names if names.count(name) > 1):
        raise NotProved(
            1,
            f"two different things are called {twice[0]}",
            "define each symbol once, with its assumptions, and give each its own name",
        )
    shown = [(name, str(letter(name)).translate(ALIKE)) for name in sorted(names)]
    _check_print(shown, sorted((str(e), str(formula(e))) for e in _like_letters(claim)))
    _check_words(names, claim)


def _is_plain(name: str) -> bool:
    """Tell whether a name is a letter or a word, and neither looks like another nor means anything."""
    if not (found := PLAIN.fullmatch(name)):
        return False
    stem = found[1]
    return stem not in WORDS and bool(PLAIN.fullmatch(greek_unicode.get(stem, stem)))


def _like_letters(claim: Claim) -> set[sp.Expr]:
    """Return what prints like a letter: w[1] or w[i] like w_1 and w_i, and w[i*j] like w[i, j]."""
    kinds = (sp.Indexed, MatrixElement, sp.KroneckerDelta, sp.Identity, sp.exp, type(sp.E))
    return {authored(e) for part in claim.parts for e in part.atoms(*kinds)}


def _check_words(names: list[str], claim: Claim) -> None:
    """Refuse a word beside the letters that it is made of, whose product it would print as."""
    letters = {name for name in names if len(name) == 1}
    for name in sorted(names):
        if len(name) > 1 and letters.issuperset(name):
            raise NotProved(
                1,
                f"{name} is the name of a letter, and prints as a product",
                "give it another name",
            )
    if "e" in letters and any(part.has(sp.exp, sp.E, sp.log) for part in claim.parts):
        raise NotProved(1, "the letter e stands beside the number e", "give it another name")


def _check_print(shown: list[tuple[str, str]], parts: list[tuple[str, str]]) -> None:
    printed: dict[str, str] = {}
    for name, mark in [*shown, *parts]:
        if mark in printed:
            raise NotProved(
                1,
                f"{printed[mark]} and {name} print alike, as {Formula(mark).text}",
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
