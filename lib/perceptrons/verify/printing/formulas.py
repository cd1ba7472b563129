r"""Formulas as plain text and as HTML: letters in Greek, small indices and exponents.

>>> letter("w^(k)").text, letter("eta_1").text, Formula("x^{2} < 1").html
('w⁽ᵏ⁾', 'η₁', 'x²\xa0&lt;\xa01')
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from sympy.printing.conventions import split_super_sub
from sympy.printing.pretty.pretty_symbology import greek_unicode

from perceptrons.verify.said import said

__all__ = ["Formula", "is_word", "letter", "minus"]

NO_BREAK = "\N{NO-BREAK SPACE}"
UNBROKEN = 20  # characters of a formula that fits on a line of any screen
MARK = re.compile(r"([_^])\{([^{}]*)\}")  # an index, and an exponent
TAGS = {"_": "sub", "^": "sup"}
SMALL = {
    "_": str.maketrans(
        "0123456789+−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"
    ),
    "^": str.maketrans(
        "0123456789+−=()*abcdehijklmnoprstuvwxyzT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾*ᵃᵇᶜᵈᵉʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀ"
    ),
}
ACCENTS = {"hat": "\N{COMBINING CIRCUMFLEX ACCENT}", "bar": "\N{COMBINING MACRON}"}


class Formula(str):
    r"""A formula in which ``_{...}`` marks an index and ``^{...}`` an exponent.

    >>> Formula("w^{(k)}_{0q} < 1").text, Formula("w^{(k)}_{0q} < 1").html
    ('w⁽ᵏ⁾_(0q) < 1', 'w<sup>(k)</sup><sub>0q</sub>\xa0&lt;\xa01')
    """

    @property
    def text(self) -> str:
        """The formula in plain text, with the small letters that Unicode has."""
        return _unmarked(self, _small)

    @property
    def html(self) -> str:
        """The formula in HTML; a short one is kept on one line."""
        whole = self.replace(" ", NO_BREAK) if len(self.text) <= UNBROKEN else self
        return _unmarked(html.escape(whole, quote=False), _tagged)


def _unmarked(s: str, replacement: Callable[[re.Match[str]], str]) -> str:
    while MARK.search(s):
        s = MARK.sub(replacement, s)
    return s


def _small(mark: re.Match[str]) -> str:
    kind, inside = mark.groups()
    if all(ord(c) in SMALL[kind] for c in inside):
        return inside.translate(SMALL[kind])
    return f"{kind}{inside}" if len(inside) == 1 else f"{kind}({inside})"


def _tagged(mark: re.Match[str]) -> str:
    kind, inside = mark.groups()
    if kind == "^" and inside in ("2", "3"):
        return {"2": "²", "3": "³"}[inside]
    return f"<{TAGS[kind]}>{inside}</{TAGS[kind]}>"


def minus(v: object) -> str:
    """Return a number with the minus of mathematics."""
    return said(v).replace("-", "−")


def _bare(name: str) -> str:
    """Return a name without its indices, in Greek, and with its hat or bar on it."""
    base = split_super_sub(name)[0]
    for word, accent in ACCENTS.items():
        if base[1:].endswith(word):
            return greek_unicode.get(stem := base[: -len(word)], stem) + accent
    return greek_unicode.get(base, base)


def is_word(name: str) -> bool:
    """Tell whether a name is longer than a letter, so that a product needs a space beside it.

    >>> is_word("SSE"), is_word("eta_12"), is_word("phat")
    (True, False, False)
    """
    return sum(map(str.isalpha, _bare(name))) > 1


def letter(name: str, index: str = "") -> Formula:
    """Return a name with its letter in Greek, its hat or bar, and its indices marked.

    >>> letter("w^(k)"), letter("alpha_k"), letter("a_i", "j"), letter("G2"), letter("phat")
    ('w^{(k)}', 'α_{k}', 'a_{ij}', 'G_{2}', 'p̂')
    """
    _, above, below = split_super_sub(name)
    parts = {"^": ",".join(above), "_": ",".join(below) + index}
    return Formula(_bare(name) + "".join(f"{m}{{{part}}}" for m, part in parts.items() if part))
