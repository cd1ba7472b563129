"""Vectors known only by their inner products, for statements in every dimension.

A proof such as that of Pythagoras' theorem uses only that the inner product is bilinear and
symmetric. So these vectors have names but no coordinates, and whatever is proved with them holds in
every dimension.

>>> u, v = vectors("u v")
>>> norm2(u + v)
‖u + v‖²
>>> norm2(u + v).doit()
‖u‖² + 2*(u·v) + ‖v‖²
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Self, TypeAlias

import sympy as sp
from sympy.core.symbol import Str
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.printer import Printer

from perceptrons.verify.said import said

__all__ = ["Inner", "Vector", "dot", "names", "norm2", "vectors"]

_Scalar: TypeAlias = "sp.Expr | Fraction | int"


class Vector:
    """A linear combination of named vectors.

    Parameters
    ----------
    terms : mapping of str to expression
        The coefficient of each name.

    Examples
    --------
    >>> w, x = vectors("w x")
    >>> w + 2 * x, -(w - x) / 2
    (w + 2*x, -w/2 + x/2)
    """

    __array_ufunc__ = None  # NumPy numbers leave multiplication to __rmul__

    def __init__(self, terms: Mapping[str, _Scalar]) -> None:
        self.terms = {name: sp.sympify(c) for name, c in terms.items() if c != 0}

    def __add__(self, other: object) -> Vector:
        if not isinstance(other, Vector):
            raise ValueError(f"{said(other)} is no vector: add vectors to vectors")
        names = {**self.terms, **other.terms}
        return Vector({n: self.terms.get(n, 0) + other.terms.get(n, 0) for n in names})

    def __mul__(self, c: _Scalar | Vector) -> Vector:
        if isinstance(c, Vector):
            raise ValueError(f"({self})·({c}) is an inner product: write dot(u, v), or norm2(u)")
        c = _number(c)
        return Vector({name: c * coefficient for name, coefficient in self.terms.items()})

    __radd__ = __add__
    __rmul__ = __mul__

    def __truediv__(self, c: _Scalar) -> Vector:
        return self * (1 / _number(c))

    def __neg__(self) -> Vector:
        return self * -1

    def __sub__(self, other: object) -> Vector:
        return self + (-other if isinstance(other, Vector) else other)

    def __repr__(self) -> str:
        return _text(self.packed())

    def packed(self) -> sp.Tuple:
        """Return the combination as a SymPy object: pairs of a name and its coefficient."""
        return sp.Tuple(*(sp.Tuple(Str(name), c) for name, c in self.terms.items()))


def _number(c: object) -> sp.Expr:
    """Return what a vector is multiplied by, which must be a number."""
    try:
        number = sp.sympify(c, strict=True)
    except sp.SympifyError:
        number = None
    if not isinstance(number, sp.Expr) or isinstance(number, sp.MatrixExpr | sp.MatrixBase):
        raise ValueError(f"{said(c)} is no number: a vector is multiplied by a number")
    return number


def _text(side: sp.Tuple) -> str:
    terms = (str(c * sp.Symbol(name.name)) for name, c in side)
    return " + ".join(terms).replace("+ -", "- ") or "0"


class Inner(sp.Expr):  # type: ignore[misc]
    r"""The inner product of two vectors, unevaluated; ``doit`` expands it by linearity and symmetry.

    Parameters
    ----------
    u, v : Vector

    Examples
    --------
    >>> w, x = vectors("w x")
    >>> Inner(w + 2 * x, x).doit()
    w·x + 2*‖x‖²
    >>> sp.latex(2 * Inner(x, x))
    '2 \\text{‖x‖²}'
    """

    is_commutative = True
    is_finite = True

    def __new__(cls, u: Vector | sp.Tuple, v: Vector | sp.Tuple) -> Self:
        """Accept vectors, or their packed form when SymPy rebuilds the expression."""
        if wrong := [a for a in (u, v) if not isinstance(a, Vector | sp.Tuple)]:
            raise ValueError(f"{said(wrong[0])} is no vector: make vectors with vectors('u v')")
        return super().__new__(cls, *(a.packed() if isinstance(a, Vector) else a for a in (u, v)))

    @property
    def is_norm(self) -> bool:
        """Whether this is ‖u‖²."""
        return bool(self.args[0] == self.args[1])

    def _eval_is_real(self) -> bool | None:
        """Tell whether it is real: the vectors are, but a coefficient may not be."""
        return all(_is_real(c) for side in self.args for _, c in side) or None

    def _eval_is_nonnegative(self) -> bool | None:
        return (self.is_norm and self._eval_is_real()) or None

    def doit(self, **hints: bool) -> sp.Expr:
        """Expand into inner products of named vectors."""
        u, v = self.args
        products = (c.doit() * k.doit() * _named(a.name, b.name) for a, c in u for b, k in v)
        return sp.expand(sp.Add(*products))

    def _eval_derivative(self, s: sp.Expr) -> sp.Expr:
        expanded = self.doit()
        return sp.S.Zero if expanded == self else expanded.diff(s)

    @property
    def precedence(self) -> int:
        """When to put brackets: a norm in powers, any other inner product in products, too."""
        return int(PRECEDENCE["Pow" if self.is_norm else "Add"])

    def _sympystr(self, printer: Printer) -> str:
        u, v = map(_text, self.args)
        return f"‖{u}‖²" if self.is_norm else "·".join(t if _bare(t) else f"({t})" for t in (u, v))

    def _latex(self, printer: Printer) -> str:
        return rf"\text{{{self}}}"


def _is_real(c: sp.Expr) -> bool:
    """Tell whether a coefficient is real wherever it has a value: 1/x may have none."""
    if c.is_Add or c.is_Mul:
        return all(map(_is_real, c.args))
    return bool(_is_real(c.base) if c.is_Pow and c.exp.is_integer else c.is_real)


def _bare(side: str) -> bool:
    """Tell whether a vector needs no brackets in an inner product."""
    return not side.startswith("-") and " + " not in side and " - " not in side


def _named(a: str, b: str) -> Inner:
    a, b = sorted((a, b))
    return Inner(Vector({a: 1}), Vector({b: 1}))


def names(e: sp.Basic) -> set[str]:
    """Return the names of the vectors in an expression.

    >>> w, x = vectors("w x")
    >>> sorted(names(norm2(w + x)))
    ['w', 'x']
    """
    return {name.name for inner in e.atoms(Inner) for side in inner.args for name, _ in side}


def vectors(names: str) -> list[Vector]:
    """Return vectors of these names, known only by their inner products.

    Parameters
    ----------
    names : str
        Separated by spaces; indices as in SymPy, such as ``"w_k x w^*"``.

    Returns
    -------
    list of Vector

    Raises
    ------
    ValueError
        Where a name is given twice.

    Examples
    --------
    >>> w, x = vectors("w x")
    >>> w - x / 2
    w - x/2
    """
    if not isinstance(names, str):
        raise ValueError(f"names is {said(names)}: give one text with spaces: vectors('w x')")
    split = names.split()
    if len(set(split)) < len(split):
        raise ValueError(f"names is {names!r}: give each vector a name of its own")
    return [Vector({name: 1}) for name in split]


def dot(u: Vector, v: Vector) -> Inner:
    """Return the inner product u·v, unevaluated.

    Parameters
    ----------
    u, v : Vector

    Returns
    -------
    Inner
        A SymPy expression.

    Examples
    --------
    >>> w, x = vectors("w x")
    >>> dot(w, x - w)
    w·(x - w)
    """
    return Inner(u, v)


def norm2(u: Vector) -> Inner:
    """Return the squared length ‖u‖² = u·u, unevaluated.

    Parameters
    ----------
    u : Vector

    Returns
    -------
    Inner
        A SymPy expression, known to be at least 0.

    Examples
    --------
    >>> w, x = vectors("w x")
    >>> norm2(w + x)
    ‖w + x‖²
    """
    return Inner(u, u)
