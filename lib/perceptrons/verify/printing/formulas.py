"""Expressions and comparisons as formulas of the page: η²‖z‖² rather than eta**2*‖z‖².

>>> i, n = sp.symbols("i n", integer=True, positive=True)
>>> w, eta = sp.IndexedBase("w"), sp.Symbol("eta")
>>> formula(eta**2 * sp.Sum(w[i] ** 2, (i, 1, n))).text
'η² Σᵢ₌₁ⁿ wᵢ²'
"""

from __future__ import annotations

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.language.inner_products import Inner
from perceptrons.verify.printing.marks import Formula
from perceptrons.verify.printing.page_printer import SIGNS, PagePrinter

__all__ = ["SIGNS", "formula", "vector"]


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
