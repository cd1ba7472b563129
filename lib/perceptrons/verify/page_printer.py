"""Expressions as the pages of the book write them: products without a sign, indices small.

>>> i, n = sp.symbols("i n", integer=True, positive=True)
>>> w, eta = sp.IndexedBase("w"), sp.Symbol("eta")
>>> PagePrinter().doprint(eta**2 * sp.Sum(w[i] ** 2, (i, 1, n)))
'η^{2} Σ_{i=1}^{n} w_{i}^{2}'
"""

from __future__ import annotations

import re

import sympy as sp
from sympy.core.relational import Relational
from sympy.printing.conventions import split_super_sub
from sympy.printing.precedence import PRECEDENCE, precedence
from sympy.printing.pretty.pretty_symbology import greek_unicode
from sympy.printing.str import StrPrinter

from perceptrons.verify.gradient import Gradient
from perceptrons.verify.inner_products import Inner
from perceptrons.verify.marks import is_word, letter, minus

__all__ = ["SIGNS", "PagePrinter"]

SIGNS = {"=": "=", "==": "=", "<=": "≤", ">=": "≥", "!=": "≠", "<": "<", ">": ">"}
SHARES = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "3/5": "⅗", "4/5": "⅘"}
LOOSE = (sp.Sum, sp.Product, sp.Derivative, Gradient)  # read as far to the right as they can


ENCLOSED = {
    "Abs": "|{}|",
    "Determinant": "det({})",
    "Max": "max({})",
    "Min": "min({})",
    "Trace": "tr({})",
    "binomial": "C({})",
    "ceiling": "⌈{}⌉",
    "floor": "⌊{}⌋",
    "sign": "sgn({})",
}
JOINED = {"And": " and ", "Or": " or "}
AFTER = {"Inverse": "^{−1}", "Transpose": "^{T}", "factorial": "!"}


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


class PagePrinter(StrPrinter):  # type: ignore[misc]
    """Print as the pages do: products without a sign, letters in Greek, indices marked."""

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

    def _print_MatAdd(self, e: sp.MatAdd) -> str:
        return self._sum(e.args)

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

    def _print_MatMul(self, e: sp.MatMul) -> str:
        c, factors = e.as_coeff_matrices()
        front = str(self._print_Mul(c * sp.Symbol("·")))[:-1] if c != 1 else ""
        return front + "".join(self._bracketed(f, "Mul") for f in factors)

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

    def _print_MatrixBase(self, e: sp.MatrixBase) -> str:
        rows = [", ".join(self._print(v) for v in row) for row in e.tolist()]
        return f"({(', ' if e.cols == 1 else '; ').join(rows)})"

    def _print_Inner(self, e: Inner) -> str:
        u, v = (self.combination(side) for side in e.args)
        if e.is_norm:
            return f"‖{u}‖^{{2}}"
        return "·".join(f"({t})" if " " in t or t[0] == "−" else t for t in (u, v))

    def combination(self, side: sp.Tuple) -> str:
        """Return a linear combination of vectors: coefficients first."""
        named = (c * sp.Symbol(name.name, commutative=False) for name, c in side)
        return " + ".join(map(self._print, named)).replace("+ −", "− ") or "0"

    def _print_Sum(self, e: sp.Sum | sp.Product) -> str:
        sign = "Σ" if isinstance(e, sp.Sum) else "Π"
        signs = "".join(
            f"{sign}_{{{self._print(i)}={self._print(a)}}}^{{{self._print(b)}}} "
            for i, a, b in reversed(e.limits)
        )
        return signs + self._bracketed(e.function, "Mul")

    _print_Product = _print_Sum

    def _print_Derivative(self, e: sp.Derivative) -> str:
        order = sum(n for _, n in e.variable_count)
        power = f"^{{{order}}}" * (order != 1)
        below = "".join(f"∂{self._print(v)}" + f"^{{{n}}}" * (n != 1) for v, n in e.variable_count)
        return f"∂{power}/{below} ({self._print(e.expr)})"

    def _print_Gradient(self, e: Gradient) -> str:
        J, w = e.args
        name = f"_{{{self._print(w)}}}" if isinstance(w, sp.MatrixSymbol) else ""
        return f"∇{name} ({self._print(J)})"

    def _print_Subs(self, e: sp.Subs) -> str:
        pairs = zip(e.variables, e.point, strict=True)
        values = ", ".join(f"{self._print(a)}={self._print(b)}" for a, b in pairs)
        return f"[{self._print(e.expr)}]_{{{values}}}"

    def _print_Piecewise(self, e: sp.Piecewise) -> str:
        when = ("otherwise" if c is sp.true else f"if {self._print(c)}" for _, c in e.args)
        cases = (f"{self._print(v)} {words}" for (v, _), words in zip(e.args, when, strict=True))
        return f"({', '.join(cases)})"

    def _print_Relational(self, e: Relational) -> str:
        return f"{self._print(e.lhs)} {SIGNS[e.rel_op]} {self._print(e.rhs)}"

    def _print(self, e: sp.Basic, **options: object) -> str:
        """Print what needs no method of its own by its name: what encloses, joins and raises."""
        name = type(e).__name__
        if template := ENCLOSED.get(name):
            return template.format(", ".join(map(self._print, e.args)))
        if word := JOINED.get(name):
            return word.join(map(self._print, e.args))
        if mark := AFTER.get(name):
            return self._bracketed(e.args[0], "Pow") + mark
        return str(super()._print(e, **options))
