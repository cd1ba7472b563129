"""Numbers, letters, sums, products and powers as the pages of the book write them.

>>> eta, x = sp.symbols("eta x")
>>> ScalarPrinter().doprint(2 * (1 - eta * x) ** 2 / (3 * x))
'⅔(1 − ηx)^{2}/x'
"""

from __future__ import annotations

import re

import sympy as sp
from sympy.printing.conventions import split_super_sub
from sympy.printing.precedence import PRECEDENCE, precedence
from sympy.printing.pretty.pretty_symbology import greek_unicode
from sympy.printing.str import StrPrinter

from perceptrons.verify.language.gradient import Gradient
from perceptrons.verify.language.inner_products import Inner
from perceptrons.verify.printing.marks import is_word, letter, minus

__all__ = ["ScalarPrinter"]

SHARES = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "3/5": "⅗", "4/5": "⅘"}
LOOSE = (sp.Sum, sp.Product, sp.Derivative, Gradient)  # read as far to the right as they can


def _rank(e: sp.Basic) -> tuple[int, str]:
    """Return the place of a factor: numbers, Greek and other letters, products, brackets, sums."""
    base = e.base if e.is_Pow else e
    if not base.is_commutative:
        return 9, ""
    kinds: list[object] = [sp.Number, sp.Symbol, sp.Indexed, sp.Function, Inner, sp.Add, LOOSE]
    kind = next((k for k, c in enumerate(kinds) if isinstance(base, c)), 5)  # type: ignore[arg-type]
    greek = base.is_Symbol and split_super_sub(base.name)[0] in greek_unicode
    return (kind if not greek else 0), str(base)


def _reads_on(text: str) -> bool:
    """Tell whether a sum or product outside of brackets would take in what follows it."""
    while (less := re.sub(r"\([^()]*\)", "", text)) != text:
        text = less
    return "Σ" in text or "Π" in text


def _is_word(e: sp.Basic) -> bool:
    base = e.base if e.is_Pow else e
    return bool(base.is_Symbol and is_word(base.name))


class ScalarPrinter(StrPrinter):  # type: ignore[misc]
    """Print products without a sign, fractions on one line, letters in Greek, indices marked."""

    printmethod = "_on_page"  # nobody has it: all is decided here

    def _bracketed(self, e: sp.Basic, level: str, last: bool = True) -> str:
        tight = level == "Pow" or not last
        loose = precedence(e) < PRECEDENCE[level] or (e.is_Pow and level == "Pow")
        text = self._print(e)
        return f"({text})" if loose or (tight and isinstance(e, LOOSE)) else text

    def _print_Symbol(self, e: sp.Symbol) -> str:
        return letter(e.name)

    _print_MatrixSymbol = _print_Symbol

    def _print_IndexedBase(self, e: sp.IndexedBase) -> str:
        return letter(str(e))

    def _print_Indexed(self, e: sp.Indexed) -> str:
        indices = [self._print(i) for i in e.args[1:]]
        return letter(str(e.args[0]), ("" if max(map(len, indices)) == 1 else ",").join(indices))

    _print_MatrixElement = _print_Indexed

    def _print_KroneckerDelta(self, e: sp.KroneckerDelta) -> str:
        return letter("delta", "".join(map(self._print, e.args)))

    def _print_Integer(self, e: sp.Integer) -> str:
        return minus(e)

    def _print_Rational(self, e: sp.Rational) -> str:
        return minus(e)

    def _print_Infinity(self, e: sp.Basic) -> str:
        return "∞"

    def _print_Exp1(self, e: sp.Basic) -> str:
        return "e"

    def _print_Pi(self, e: sp.Basic) -> str:
        return "π"

    def _print_Add(self, e: sp.Add, order: str | None = None) -> str:
        return self._sum(self._as_ordered_terms(e, order=order) if e.is_commutative else e.args)

    def _sum(self, terms: list[sp.Basic]) -> str:
        """Return a sum that begins with a positive term, and ends with what reads far."""
        texts = [(_reads_on(text), text) for text in map(self._print, terms)]
        texts.sort(key=lambda pair: pair[0])
        first = next((i for i, (_, text) in enumerate(texts) if text[0] != "−"), 0)
        if not texts[first][0]:
            texts.insert(0, texts.pop(first))
        *before, (_, last) = texts
        shown = [re.sub(r"^(−?)(.*)", r"\1(\2)", t) if far else t for far, t in before]
        return " + ".join([*shown, last]).replace("+ −", "− ")

    def _print_Mul(self, e: sp.Expr) -> str:
        c, rest = e.as_coeff_Mul()
        sign, c = "−" * bool(c < 0), abs(c)
        factors = [] if rest == 1 else list(sp.Mul.make_args(rest))
        under = [f for f in factors if f.is_Pow and f.exp.could_extract_minus_sign()]
        over = sorted((f for f in factors if f not in under), key=_rank)
        under = sorted((sp.Pow(f.base, -f.exp) for f in under), key=_rank)
        share = SHARES.get(str(c), "") if over else ""
        if share:
            share += " " * isinstance(over[0], LOOSE)
        elif c != 1:
            over = [sp.Integer(c.p)] * (c.p != 1) + over
            under = [sp.Integer(c.q)] * (c.q != 1) + under
        top = share + (self._product(over) or "1")
        if not under:
            return sign + top
        if any(isinstance(f, LOOSE) for f in over):
            top = f"({top})"
        bottom = self._product(under)
        return f"{sign}{top}/{bottom if len(under) == 1 else f'({bottom})'}"

    def _product(self, factors: list[sp.Basic]) -> str:
        """Return factors side by side, with a space beside a word and before what reads far."""
        if len(factors) == 1 and isinstance(factors[0], Inner):
            return self._print(factors[0])
        joined, wordy = "", False
        for f in factors:
            text = self._bracketed(f, "Mul", f is factors[-1])
            apart = wordy or _is_word(f) or re.match(r"Σ|Π|∂|∇|[a-z]{2,}\(", text)
            between = "·" if text[0].isdigit() else " " if apart else ""
            joined, wordy = joined + between * bool(joined) + text, _is_word(f)
        return joined

    def _print_Pow(self, e: sp.Pow, rational: bool = False) -> str:
        base, exponent = e.base, e.exp
        if exponent.could_extract_minus_sign():
            return self._print_Mul(e)
        if isinstance(base, Inner) and base.is_norm and (2 * exponent).is_Integer:
            power = f"^{{{2 * exponent}}}" if exponent != sp.S.Half else ""
            return self._print(base).removesuffix("^{2}") + power
        if exponent == sp.S.Half:
            return f"√{self._bracketed(base, 'Pow')}"
        return f"{self._bracketed(base, 'Pow')}^{{{self._print(exponent)}}}"

    _print_MatPow = _print_Pow
