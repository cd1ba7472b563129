"""The kinds of parts that a claim is made of: a list, for a part of any other kind may lie.

SymPy asks each part about its sign, its derivative and its value, and believes the answer. A subclass
of `Symbol`, or of `Sum`, that answers what it likes would be believed, too.

>>> x = sp.Symbol("x", real=True)
>>> strange(sp.exp(x) + sp.sqrt(x)), strange(1 + sp.sin(x))
(None, sin(x))
"""

from __future__ import annotations

import sympy as sp
from sympy.core import numbers, relational
from sympy.core.symbol import Str
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import BooleanFalse, BooleanTrue
from sympy.matrices.expressions.matexpr import MatrixElement

from perceptrons.verify.language.binding import Bound
from perceptrons.verify.language.gradient import Gradient
from perceptrons.verify.language.inner_products import Inner

__all__ = ["strange"]

KINDS: frozenset[type] = frozenset(
    {
        *(sp.Integer, sp.Rational, numbers.Zero, numbers.One, numbers.NegativeOne, numbers.Half),
        *(sp.Symbol, sp.Dummy, Bound, Str, sp.Tuple, sp.Indexed, sp.IndexedBase, Inner),
        *(sp.Add, sp.Mul, sp.Pow, sp.Sum, sp.Product, sp.Derivative, sp.Subs, Gradient),
        *(sp.Abs, sp.sign, sp.Max, sp.Min, sp.floor, sp.ceiling, sp.Piecewise, ExprCondPair),
        *(numbers.Exp1, sp.exp, sp.log, sp.factorial, sp.binomial, sp.KroneckerDelta),
        *(sp.UnevaluatedExpr, sp.And, sp.Or, sp.Not, BooleanTrue, BooleanFalse),
        *(relational.Eq, relational.Ne, relational.Lt, relational.Le, relational.Gt, relational.Ge),
        *(sp.MatrixSymbol, MatrixElement, sp.ImmutableDenseMatrix, sp.Trace, sp.Determinant),
        *(sp.MatAdd, sp.MatMul, sp.MatPow, sp.Transpose, sp.Inverse, sp.Identity, sp.ZeroMatrix),
    }
)


def strange(e: sp.Basic) -> object | None:
    """Return the first part that is of no kind of the list, or to which something was attached."""
    if type(e) not in KINDS or any(map(callable, getattr(e, "__dict__", {}).values())):
        return e
    if isinstance(e, sp.Symbol) and type(e.name) is not str:
        return e
    return next((odd for a in e.args if (odd := strange(a)) is not None), None)
