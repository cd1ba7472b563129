"""The gradient of a function of a vector, left unevaluated.

SymPy can differentiate with respect to a whole vector, in every dimension, but is sometimes
silently wrong: the gradient of an entry of a matrix expression comes out as zero. So a `Gradient`
is evaluated in two independent ways: ``doit`` asks SymPy, and `evaluate` adds an infinitesimal to
each entry of the vector.

>>> n, d = sp.symbols("n d", integer=True, positive=True)
>>> A, w = sp.MatrixSymbol("A", n, d), sp.MatrixSymbol("w", d, 1)
>>> Gradient(w.T * A.T * A * w, w).doit()
2*A.T*A*w
"""

from __future__ import annotations

from typing import Self

import sympy as sp
from sympy.printing.printer import Printer

from perceptrons.verify.said import said

__all__ = ["Gradient"]


class Gradient(sp.MatrixExpr):  # type: ignore[misc]
    r"""The partial derivatives of J with respect to the entries of w, in the shape of w.

    Parameters
    ----------
    J : SymPy expression, or 1 x 1 matrix expression
    w : MatrixSymbol, or matrix of symbols

    Examples
    --------
    >>> a, b = sp.symbols("a b", real=True)
    >>> Gradient(a**2 * b, sp.Matrix([a, b])).doit()
    Matrix([
    [2*a*b],
    [ a**2]])
    >>> sp.latex(Gradient(a**2, sp.Matrix([a, b])))
    '\\text{gradient of a**2}'
    """

    def __new__(cls, J: sp.Expr, w: sp.MatrixSymbol | sp.MatrixBase) -> Self:
        """Make the matrix of symbols immutable, as SymPy asks of arguments."""
        if not isinstance(w, sp.MatrixSymbol | sp.MatrixBase):
            raise ValueError(f"{said(w)} is no vector: give a MatrixSymbol, or a matrix of symbols")
        if not isinstance(J, sp.Expr | sp.MatrixBase | int) or getattr(J, "shape", (1, 1)) != (
            1,
            1,
        ):
            raise ValueError(f"{said(J)} is no function of a vector: give an expression")
        w = w if isinstance(w, sp.MatrixSymbol) else sp.ImmutableMatrix(w)
        return super().__new__(cls, sp.sympify(J), w)

    @property
    def shape(self) -> tuple[sp.Expr, sp.Expr]:
        """The shape of w."""
        rows, columns = map(sp.sympify, self.args[1].shape)
        return rows, columns

    def doit(self, **hints: bool) -> sp.MatrixExpr | sp.MatrixBase:
        """Return SymPy's answer."""
        J, w = self.args
        if isinstance(w, sp.MatrixSymbol):
            return J.diff(w)
        return w.applyfunc(lambda symbol: sp.diff(J, symbol))

    def _sympystr(self, printer: Printer) -> str:
        return f"gradient of {printer.doprint(self.args[0])}"

    def _latex(
        self, printer: Printer
    ) -> str:  # SymPy takes the name for that of a class of its own
        return rf"\text{{{self}}}"
