"""Expressions as the pages of the book write them: η²‖z‖² rather than eta**2*‖z‖².

>>> i, n = sp.symbols("i n", integer=True, positive=True)
>>> w, eta = sp.IndexedBase("w"), sp.Symbol("eta")
>>> formula(eta**2 * sp.Sum(w[i] ** 2, (i, 1, n))).text
'η² Σᵢ₌₁ⁿ wᵢ²'
"""

from __future__ import annotations

import html
import re

import sympy as sp
from sympy.core.relational import Relational
from sympy.printing.conventions import split_super_sub
from sympy.printing.precedence import PRECEDENCE, precedence
from sympy.printing.pretty.pretty_symbology import greek_unicode
from sympy.printing.str import StrPrinter

from perceptrons.verify.gradient import Gradient
from perceptrons.verify.inner_products import Inner

__all__ = ["SIGNS", "Formula", "formula", "letter", "minus", "vector"]

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
SIGNS = {"=": "=", "==": "=", "<=": "≤", ">=": "≥", "!=": "≠", "<": "<", ">": ">"}
SHARES = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "3/5": "⅗", "4/5": "⅘"}
ACCENTS = {"hat": "\N{COMBINING CIRCUMFLEX ACCENT}", "bar": "\N{COMBINING MACRON}"}
LOOSE = (sp.Sum, sp.Derivative, Gradient)  # read as far to the right as they can


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


def _unmarked(s: str, replacement: object) -> str:
    while MARK.search(s):
        s = MARK.sub(replacement, s)  # type: ignore[call-overload]
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
    return str(v).replace("-", "−")


def letter(name: str, index: str = "") -> Formula:
    """Return a name with its letter in Greek, its hat or bar, and its indices marked.

    >>> letter("w^(k)"), letter("alpha_k"), letter("a_i", "j"), letter("G2"), letter("phat")
    ('w^{(k)}', 'α_{k}', 'a_{ij}', 'G_{2}', 'p̂')
    """
    base, above, below = split_super_sub(name)
    base, accent = next(
        ((base[: -len(word)], sign) for word, sign in ACCENTS.items() if base[1:].endswith(word)),
        (base, ""),
    )
    below = [",".join(below) + index]
    marks = "".join(f"{m}{{{','.join(p)}}}" for m, p in (("^", above), ("_", below)) if any(p))
    return Formula(greek_unicode.get(base, base) + accent + marks)


def formula(e: sp.Basic) -> Formula:
    """Return an expression or a comparison as the page writes it.

    A comparison with 0 has no negative terms.

    >>> R, s = sp.symbols("R s")
    >>> formula(1 - s >= 0), formula(R**2 - s > 0), formula(-(R**2) <= s)
    ('s ≤ 1', 'R^{2} > s', '−R^{2} ≤ s')
    """
    if isinstance(e, Relational) and e.rel_op in ("<=", ">=", "<", ">") and 0 in (e.lhs, e.rhs):
        return Formula(_balanced(e))
    return Formula(PagePrinter().doprint(e))


def vector(side: sp.Tuple) -> Formula:
    """Return a packed combination of vectors as the page writes it."""
    return Formula(PagePrinter().combination(side))


def _balanced(g: Relational) -> str:
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
    if turned:
        large, small, sign = small, large, sign.replace(">", "<")
    show = PagePrinter().doprint
    return f"{show(large)} {SIGNS[sign]} {show(small)}"


def _rank(e: sp.Basic) -> tuple[int, str]:
    """Return the place of a factor: numbers, Greek and other letters, products, brackets, sums."""
    base = e.base if e.is_Pow else e
    if not base.is_commutative:
        return 9, ""
    kinds: list[object] = [sp.Number, sp.Symbol, sp.Indexed, sp.Function, Inner, sp.Add, LOOSE]
    kind = next((k for k, c in enumerate(kinds) if isinstance(base, c)), 5)  # type: ignore[arg-type]
    greek = base.is_Symbol and split_super_sub(base.name)[0] in greek_unicode
    return (kind if not greek else 0), str(base)


class PagePrinter(StrPrinter):  # type: ignore[misc]
    """Print as the pages do: products without a sign, letters in Greek, indices marked."""

    printmethod = "_on_page"  # nobody has it: all is decided here

    def _bracketed(self, e: sp.Basic, level: str, last: bool = True) -> str:
        tight = level == "Pow" or not last
        loose = precedence(e) < PRECEDENCE[level] or (e.is_Pow and level == "Pow")
        text = str(self._print(e))
        return f"({text})" if loose or (tight and isinstance(e, LOOSE)) else text

    def _print_Symbol(self, e: sp.Symbol) -> str:
        return letter(e.name)

    _print_MatrixSymbol = _print_Symbol

    def _print_IndexedBase(self, e: sp.IndexedBase) -> str:
        return letter(str(e))

    def _print_Indexed(self, e: sp.Indexed) -> str:
        indices = [str(self._print(i)) for i in e.args[1:]]
        return letter(str(e.args[0]), ("" if max(map(len, indices)) == 1 else ",").join(indices))

    _print_MatrixElement = _print_Indexed

    def _print_Integer(self, e: sp.Integer) -> str:
        return minus(e)

    def _print_Rational(self, e: sp.Rational) -> str:
        return minus(e)

    def _print_Infinity(self, e: sp.Basic) -> str:
        return "∞"

    def _print_Pi(self, e: sp.Basic) -> str:
        return "π"

    def _print_Add(self, e: sp.Add, order: str | None = None) -> str:
        return self._sum(self._as_ordered_terms(e, order=order) if e.is_commutative else e.args)

    def _print_MatAdd(self, e: sp.MatAdd) -> str:
        return self._sum(e.args)

    def _sum(self, terms: list[sp.Basic]) -> str:
        """Return a sum that begins with a positive term, and ends with what reads far."""
        texts = [(t.has(*LOOSE), str(self._print(t))) for t in terms]
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
        single = len(under) == 1 and bottom[0] != "("
        return f"{sign}{top}/{bottom if single or (bottom.endswith(')') and len(under) == 1) else f'({bottom})'}"

    def _product(self, factors: list[sp.Basic]) -> str:
        texts = [self._bracketed(f, "Mul", f is factors[-1]) for f in factors]
        if len(texts) == 1 and isinstance(factors[0], Inner):
            return str(self._print(factors[0]))
        joined = ""
        for text in texts:
            far = re.match(r"Σ|∂|∇|[a-z]{2,}\(", text)
            joined += " " * bool(joined and far) + "·" * bool(joined and text[0].isdigit()) + text
        return joined

    def _print_MatMul(self, e: sp.MatMul) -> str:
        c, factors = e.as_coeff_matrices()
        front = str(self._print_Mul(c * sp.Symbol("·")))[:-1] if c != 1 else ""
        return front + "".join(self._bracketed(f, "Mul") for f in factors)

    def _print_Pow(self, e: sp.Pow, rational: bool = False) -> str:
        base, exponent = e.base, e.exp
        if exponent.could_extract_minus_sign():
            return self._print_Mul(e)
        norm = isinstance(base, Inner) and base.is_norm
        if norm and (2 * exponent).is_Integer:
            return str(self._print(base))[: -len("^{2}")] + f"^{{{2 * exponent}}}" * (
                exponent != sp.S.Half
            )
        if exponent == sp.S.Half:
            return f"√{self._bracketed(base, 'Pow')}"
        return f"{self._bracketed(base, 'Pow')}^{{{self._print(exponent)}}}"

    _print_MatPow = _print_Pow

    def _print_Transpose(self, e: sp.Transpose) -> str:
        return f"{self._bracketed(e.arg, 'Pow')}^{{T}}"

    def _print_Inverse(self, e: sp.Inverse) -> str:
        return f"{self._bracketed(e.arg, 'Pow')}^{{−1}}"

    def _print_Trace(self, e: sp.Trace) -> str:
        return f"tr({self._print(e.arg)})"

    def _print_MatrixBase(self, e: sp.MatrixBase) -> str:
        rows = [", ".join(str(self._print(v)) for v in row) for row in e.tolist()]
        return f"({(', ' if e.cols == 1 else '; ').join(rows)})"

    def _print_Inner(self, e: Inner) -> str:
        u, v = (self.combination(side) for side in e.args)
        if e.is_norm:
            return f"‖{u}‖^{{2}}"
        return "·".join(f"({t})" if " " in t or t[0] == "−" else t for t in (u, v))

    def combination(self, side: sp.Tuple) -> str:
        """Return a linear combination of vectors: coefficients first."""
        named = (c * sp.Symbol(name.name, commutative=False) for name, c in side)
        return " + ".join(map(str, map(self._print, named))).replace("+ −", "− ") or "0"

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
        return f"[{self._print(e.expr)}]_{{{', '.join(f'{self._print(a)}={self._print(b)}' for a, b in pairs)}}}"

    def _print_Piecewise(self, e: sp.Piecewise) -> str:
        cases = [
            f"{self._print(v)} otherwise" if c == True else f"{self._print(v)} if {self._print(c)}"
            for v, c in e.args
        ]
        return f"({', '.join(cases)})"

    def _print_Relational(self, e: Relational) -> str:
        return f"{self._print(e.lhs)} {SIGNS[e.rel_op]} {self._print(e.rhs)}"

    def _print_And(self, e: sp.And) -> str:
        return " and ".join(str(self._print(a)) for a in e.args)

    def _print_Or(self, e: sp.Or) -> str:
        return " or ".join(str(self._print(a)) for a in e.args)

    def _print_Max(self, e: sp.Max) -> str:
        return f"max({', '.join(str(self._print(a)) for a in e.args)})"

    def _print_Min(self, e: sp.Min) -> str:
        return f"min({', '.join(str(self._print(a)) for a in e.args)})"

    def _print_Abs(self, e: sp.Abs) -> str:
        return f"|{self._print(e.args[0])}|"

    def _print_floor(self, e: sp.floor) -> str:
        return f"⌊{self._print(e.args[0])}⌋"

    def _print_ceiling(self, e: sp.ceiling) -> str:
        return f"⌈{self._print(e.args[0])}⌉"

    def _print_Exp1(self, e: sp.Basic) -> str:
        return "e"

    def _print_factorial(self, e: sp.factorial) -> str:
        inside = str(self._print(e.args[0]))
        return f"{inside}!" if e.args[0].is_Atom else f"({inside})!"

    def _print_Determinant(self, e: sp.Determinant) -> str:
        return f"det({self._print(e.arg)})"
