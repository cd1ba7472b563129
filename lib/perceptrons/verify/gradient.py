"""The gradient of a function of a vector, left unevaluated (the checks).

SymPy can differentiate by a whole vector, in every dimension, but is sometimes wrong without a
word: the gradient of the entry of a matrix expression comes out as zero. So `Gradient` has two
independent values: ``doit`` asks SymPy, and `matrices.matrix` adds an infinitesimal to each entry.

>>> n, d = sp.symbols("n d", integer=True, positive=True)
>>> A, w = sp.MatrixSymbol("A", n, d), sp.MatrixSymbol("w", d, 1)
>>> Gradient(w.T * A.T * A * w, w).doit()
2*A.T*A*w
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from perceptrons.verify.evaluate import Point, value, whole
from perceptrons.verify.infinitesimals import Jet
from perceptrons.verify.matrices import matrix

__all__ = ["Gradient"]


class Gradient(sp.MatrixExpr):  # type: ignore[misc]
    """The partial derivatives of J by the entries of w, in the shape of w.

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
    """

    def __new__(cls, J: Any, w: Any) -> Any:
        """Take any matrix of symbols, or a list of them."""
        w = w if isinstance(w, sp.MatrixSymbol) else sp.ImmutableMatrix(w)
        return super().__new__(cls, sp.sympify(J), w)

    @property
    def shape(self) -> Any:
        """The shape of w."""
        return self.args[1].shape

    def doit(self, **hints: Any) -> Any:
        """Return SymPy's answer."""
        J, w = self.args
        if isinstance(w, sp.MatrixSymbol):
            return J.diff(w)
        return w.applyfunc(lambda symbol: sp.diff(J, symbol))

    def _sympystr(self, printer: Any) -> str:
        return f"gradient of {printer.doprint(self.args[0])}"

    def _latex(self, printer: Any) -> str:
        J, w = self.args
        name = printer.doprint(w) if isinstance(w, sp.MatrixSymbol) else ""
        return rf"\nabla_{{{name}}} \left({printer.doprint(J)}\right)"


@matrix.register(Gradient)
def _(e: Any, at: Point) -> list[list[Jet]]:
    J, w = e.args
    epsilon = Jet({frozenset({"gradient"}): Fraction(1)})

    def partial(i: int, j: int) -> Jet:
        if isinstance(w, sp.MatrixSymbol):
            moved = at.shift({(w.name, (i, j)): epsilon})
        else:
            moved = at.bind({w[i, j]: value(w[i, j], at) + epsilon})
        return matrix(J, moved)[0][0].coefficient({"gradient"})

    rows, columns = (whole(size, at) for size in e.shape)
    return [[partial(i, j) for j in range(columns)] for i in range(rows)]
