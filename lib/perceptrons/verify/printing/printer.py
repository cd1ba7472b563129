"""Expressions and comparisons as formulas of the page: η²‖z‖² rather than eta**2*‖z‖².

>>> i, n = sp.symbols("i n", integer=True, positive=True)
>>> w, eta = sp.IndexedBase("w"), sp.Symbol("eta")
>>> formula(eta**2 * sp.Sum(w[i] ** 2, (i, 1, n))).text
'η² Σᵢ₌₁ⁿ wᵢ²'
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import sympy as sp
from sympy.core.relational import Relational
from sympy.printing.conventions import split_super_sub
from sympy.printing.precedence import PRECEDENCE, precedence
from sympy.printing.pretty.pretty_symbology import greek_unicode
from sympy.printing.str import StrPrinter

from perceptrons.verify.language.gradient import Gradient
from perceptrons.verify.language.inner_products import Inner
from perceptrons.verify.printing.formulas import Formula, is_word, letter, minus

__all__ = ["SIGNS", "formula", "vector"]

SIGNS = {"=": "=", "==": "=", "<=": "≤", ">=": "≥", "!=": "≠", "<": "<", ">": ">"}
SHARES = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "3/5": "⅗", "4/5": "⅘"}
LOOSE = (sp.Sum, sp.Product, sp.Derivative, Gradient)  # read as far to the right as they can
RANKS: list[object] = [sp.Number, sp.Symbol, sp.Indexed, sp.Function, Inner, sp.Add, LOOSE]
WRITTEN = {
    "Abs": "|{}|",
    "Determinant": "det({})",
    "Exp1": "e",
    "Infinity": "∞",
    "Max": "max({})",
    "Min": "min({})",
    "Not": "not ({})",
    "Pi": "π",
    "Trace": "tr({})",
    "binomial": "C({})",
    "ceiling": "⌈{}⌉",
    "floor": "⌊{}⌋",
    "sign": "sgn({})",
}
JOINED = {"And": " and ", "Or": " or "}
AFTER = {"Inverse": "^{−1}", "Transpose": "^{T}", "factorial": "!"}


def formula(e: sp.Basic) -> Formula:
    """Return an expression or a comparison as the page writes it.

    A comparison with 0 has no negative terms.

    >>> R, s = sp.symbols("R s")
    >>> formula(1 - s >= 0), formula(R**2 - s > 0), formula(-(R**2) <= s)
    ('s ≤ 1', 'R^{2} > s', '−R^{2} ≤ s')
    """
    if isinstance(e, Relational) and e.rel_op in ("<=", ">=", "<", ">") and 0 in (e.lhs, e.rhs):
        large, sign, small = _balanced(e)
        return Formula(f"{formula(large)} {SIGNS[sign]} {formula(small)}")
    return Formula(_Printer().doprint(e))


def vector(side: sp.Tuple) -> Formula:
    """Return a packed combination of vectors as the page writes it."""
    return Formula(_Printer().combination(side))


def _balanced(g: Relational) -> tuple[sp.Expr, str, sp.Expr]:
    """Return a >= b for a - b >= 0; numbers stand on the right, inner products on the left."""
    sign = ">" if g.rel_op in ("<", ">") else ">="
    terms = sp.Add.make_args(g.gts) if g.lts == 0 else [-t for t in sp.Add.make_args(g.lts)]
    more = [t for t in terms if not t.could_extract_minus_sign()]
    less = [-t for t in terms if t.could_extract_minus_sign()]
    large, small = (sp.Add(*side, evaluate=False) if side else sp.S.Zero for side in (more, less))
    turned = g.rel_op in ("<", "<=")  # as it was written, but for a number or an inner product
    if small.is_number or large.is_number:
        turned = bool(large.is_number)
    elif small.has(Inner) != large.has(Inner):
        turned = small.has(Inner)
    return (small, sign.replace(">", "<"), large) if turned else (large, sign, small)


def _base(e: sp.Basic) -> sp.Basic:
    return e.base if e.is_Pow else e


def _is_word(e: sp.Basic) -> bool:
    return bool(_base(e).is_Symbol and is_word(_base(e).name))


def _rank(e: sp.Basic) -> tuple[int, str]:
    """Return the place of a factor: numbers, Greek and other letters, products, brackets, sums."""
    base = _base(e)
    if not base.is_commutative:
        return 9, ""
    if base.is_Symbol and split_super_sub(base.name)[0] in greek_unicode:
        return 0, str(base)
    kinds = (k for k, kind in enumerate(RANKS) if isinstance(base, kind))  # type: ignore[arg-type]
    return next(kinds, 5), str(base)


def _reads_on(text: str) -> bool:
    """Tell whether a sum or product outside of brackets would take in what follows it."""
    while (less := re.sub(r"\([^()]*\)", "", text)) != text:
        text = less
    return "Σ" in text or "Π" in text


def _added(terms: Sequence[str]) -> str:
    return " + ".join(terms).replace("+ −", "− ")


class _Printer(StrPrinter):  # type: ignore[misc]
    """Print products without a sign, fractions on one line, letters in Greek, indices marked."""

    printmethod = "_on_page"  # nobody has it: all is decided here

    def _print(self, e: sp.Basic, **options: object) -> str:
        name = type(e).__name__  # what encloses, joins and raises needs no method of its own
        if name in AFTER:
            return self._raised(e.args[0]) + AFTER[name]
        if name in WRITTEN:
            inside = self._listed(e.args)
            return WRITTEN[name].format(
                f"({inside})" if name == "Abs" and "|" in inside else inside
            )
        if name in JOINED:
            texts = ((c, self._print(c)) for c in e.args)
            parts = (t if isinstance(c, Relational) else f"({t})" for c, t in texts)
            return JOINED[name].join(parts)
        return str(super()._print(e, **options))

    def _listed(self, parts: Sequence[sp.Basic]) -> str:
        return ", ".join(map(self._print, parts))

    def _raised(self, e: sp.Basic) -> str:
        """Return what a power or a factorial is taken of; two of them are kept apart by brackets."""
        text = self._bracketed(e, "Pow")
        return f"({text})" if type(e).__name__ in (*AFTER, "MatPow") else text

    def _bracketed(self, e: sp.Basic, level: str, last: bool = True) -> str:
        tight = level == "Pow" or not last
        loose = precedence(e) < PRECEDENCE[level] or (e.is_Pow and level == "Pow")
        text = self._print(e)
        return f"({text})" if loose or (tight and isinstance(e, LOOSE)) else text

    # Numbers and letters

    def _print_Rational(self, e: sp.Rational) -> str:
        return minus(e)

    def _print_Symbol(self, e: sp.Symbol) -> str:
        return letter(str(e))

    def _print_Indexed(self, e: sp.Indexed) -> str:
        name, *indices = e.args
        return letter(str(name), self._indices(indices))

    def _indices(self, indices: Sequence[sp.Expr]) -> str:
        """Return indices side by side; 12 and 2i are one index, and stand in brackets."""
        shown = [self._print(i) for i in indices]
        i, *more = indices
        if not more:
            return f"({shown[0]})" if i.is_Mul or (i.is_Integer and len(shown[0]) > 1) else shown[0]
        return ("" if max(map(len, shown)) == 1 else ",").join(shown)

    def _print_KroneckerDelta(self, e: sp.KroneckerDelta) -> str:
        return letter("delta", self._indices(e.args[:2]))

    _print_Integer = _print_Rational
    _print_IndexedBase = _print_MatrixSymbol = _print_Bound = _print_Symbol
    _print_MatrixElement = _print_Indexed

    # Sums, products and powers

    def _print_Add(self, e: sp.Add, order: str | None = None) -> str:
        """Begin with a positive term, and end with what reads far."""
        terms = self._as_ordered_terms(e, order=order) if e.is_commutative else e.args
        texts = sorted(((_reads_on(t), t) for t in map(self._print, terms)), key=lambda p: p[0])
        first = next((i for i, (_, text) in enumerate(texts) if text[0] != "−"), 0)
        if not texts[first][0]:
            texts.insert(0, texts.pop(first))
        *before, (_, last) = texts
        shown = [re.sub(r"^(−?)(.*)", r"\1(\2)", t) if far else t for far, t in before]
        return _added([*shown, last])

    def _print_Mul(self, e: sp.Expr, matrices: Sequence[sp.Basic] = ()) -> str:
        """Return a fraction on one line: a share, numbers, letters, and matrices in their order."""
        c, rest = e.as_coeff_Mul()
        sign, c = "−" * bool(c < 0), abs(c)
        if c == 1 and isinstance(rest, Inner):
            return sign + self._print(rest)
        factors = [] if rest == 1 else list(sp.Mul.make_args(rest))
        below = [f for f in factors if f.is_Pow and f.exp.could_extract_minus_sign()]
        over = [*sorted((f for f in factors if f not in below), key=_rank), *matrices]
        under = sorted((sp.Pow(f.base, -f.exp) for f in below), key=_rank)
        share = SHARES.get(str(c), "") if over else ""
        if share:
            share += " " * isinstance(over[0], LOOSE)
        else:
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
        joined, wordy = "", False
        for f in factors:
            share = (
                f.is_Mul
                or (f.is_Rational and f.q != 1)
                or (isinstance(f, sp.MatMul) and f.as_coeff_matrices()[0] != 1)
            )
            text = f"({self._print(f)})" if share else self._bracketed(f, "Mul", f is factors[-1])
            apart = wordy or _is_word(f) or re.match(r"Σ|Π|∂|∇|[a-z]{2,}\(", text)
            between = "·" if text[0].isdigit() else " " if apart else ""
            joined, wordy = joined + between * bool(joined) + text, _is_word(f)
        return joined

    def _print_Pow(self, e: sp.Pow, rational: bool = False) -> str:
        base, exponent = e.base, e.exp
        if exponent.could_extract_minus_sign() and not base.is_Matrix:
            return self._print_Mul(e)
        if isinstance(base, Inner) and base.is_norm:
            length = self._print(base).removesuffix("^{2}")
            return length if exponent == sp.S.Half else f"{length}^{{{self._print(2 * exponent)}}}"
        if exponent == sp.S.Half:
            return f"√{self._raised(base)}"
        power = self._print(exponent)  # the letter T is no sign of a transpose
        return f"{self._raised(base)}^{{{'(T)' if power == 'T' else power}}}"

    def _print_Sum(self, e: sp.Sum | sp.Product) -> str:
        sign = "Σ" if isinstance(e, sp.Sum) else "Π"
        signs = "".join(
            f"{sign}_{{{self._print(i)}={self._print(a)}}}^{{{self._print(b)}}} "
            for i, a, b in reversed(e.limits)
        )
        return signs + self._bracketed(e.function, "Mul")

    _print_Product = _print_Sum

    # Vectors and matrices

    def combination(self, side: sp.Tuple) -> str:
        """Return a linear combination of vectors: coefficients first."""
        named = (c * sp.Symbol(name.name, commutative=False) for name, c in side)
        return _added([*map(self._print, named)]) or "0"

    def _print_Inner(self, e: Inner) -> str:
        u, v = map(self.combination, e.args)
        if e.is_norm:
            return f"‖{u}‖^{{2}}"
        plain = [len(side) == 1 and side[0][1] == 1 for side in e.args]
        return "·".join(t if bare else f"({t})" for t, bare in zip((u, v), plain, strict=True))

    def _print_MatMul(self, e: sp.MatMul) -> str:
        return self._print_Mul(*e.as_coeff_matrices())

    def _print_MatrixBase(self, e: sp.MatrixBase) -> str:
        return f"({(', ' if e.cols == 1 else '; ').join(map(self._listed, e.tolist()))})"

    _print_MatAdd = _print_Add
    _print_MatPow = _print_Pow

    # Derivatives, cases and comparisons

    def _print_Derivative(self, e: sp.Derivative) -> str:
        order = sum(n for _, n in e.variable_count)
        power = f"^{{{order}}}" * (order != 1)
        below = "".join(f"∂{self._print(v)}" + f"^{{{n}}}" * (n != 1) for v, n in e.variable_count)
        return f"∂{power}/{below} ({self._print(e.expr)})"

    def _print_Gradient(self, e: Gradient) -> str:
        J, w = e.args
        name = self._print(w)
        return f"∇_{{{name if isinstance(w, sp.MatrixSymbol) else name[1:-1]}}} ({self._print(J)})"

    def _print_Subs(self, e: sp.Subs) -> str:
        pairs = zip(e.variables, e.point, strict=True)
        values = ", ".join(f"{self._print(a)}={self._print(b)}" for a, b in pairs)
        return f"[{self._print(e.expr)}]_{{{values}}}"

    def _print_Piecewise(self, e: sp.Piecewise) -> str:
        cases = (
            f"{self._print(v)} {'otherwise' if c == sp.true else f'if {self._print(c)}'}"
            for v, c in e.args
        )
        return f"({', '.join(cases)})"

    def _print_Relational(self, e: Relational) -> str:
        return f"{self._print(e.lhs)} {SIGNS[e.rel_op]} {self._print(e.rhs)}"
