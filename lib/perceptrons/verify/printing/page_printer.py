"""Vectors, matrices, sums over an index, derivatives and cases as the pages of the book write them.

>>> i, n = sp.symbols("i n", integer=True, positive=True)
>>> w, eta = sp.IndexedBase("w"), sp.Symbol("eta")
>>> PagePrinter().doprint(eta**2 * sp.Sum(w[i] ** 2, (i, 1, n)))
'η^{2} Σ_{i=1}^{n} w_{i}^{2}'
"""

from __future__ import annotations

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.language.gradient import Gradient
from perceptrons.verify.language.inner_products import Inner
from perceptrons.verify.printing.scalar_printer import ScalarPrinter

__all__ = ["SIGNS", "PagePrinter"]

SIGNS = {"=": "=", "==": "=", "<=": "≤", ">=": "≥", "!=": "≠", "<": "<", ">": ">"}
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


class PagePrinter(ScalarPrinter):
    """Print whatever a claim may hold as the pages do."""

    def _print_MatAdd(self, e: sp.MatAdd) -> str:
        return self._sum(e.args)

    def _print_MatMul(self, e: sp.MatMul) -> str:
        c, factors = e.as_coeff_matrices()
        front = str(self._print_Mul(c * sp.Symbol("·")))[:-1] if c != 1 else ""
        return front + "".join(self._bracketed(f, "Mul") for f in factors)

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
