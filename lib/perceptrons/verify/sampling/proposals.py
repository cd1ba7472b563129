"""Proposals for points that a hypothesis makes rare: on an equation, or far from 0.

Almost no point satisfies an equation by chance, and small numbers do not satisfy x >= 10. So the
point is moved: an equation is solved for one letter, and a letter is moved beyond its bound. A
proposal proves nothing: each point is then held against all hypotheses as they are written.

>>> from perceptrons.verify.evaluate import value
>>> x, y = sp.symbols("x y", real=True)
>>> at = Point({("x", ()): 3, ("y", ()): 5})
>>> for move in moves([sp.Eq(x + y, 1)]):
...     move(at, 0)
>>> value(x, at) + value(y, at)
1
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isqrt
from typing import TypeAlias

import sympy as sp
from sympy.core.relational import Relational

from perceptrons.verify.evaluate import rational
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.language.binding import carried
from perceptrons.verify.language.inner_products import Inner

__all__ = ["Move", "far", "moves"]

Move: TypeAlias = "Callable[[Point, int], None]"  # of a point; the number chooses among solutions
ENTRY = sp.Symbol("entry", real=True)


def moves(given: Sequence[Relational]) -> list[Move]:
    """Return what makes a point satisfy each equation among the hypotheses, where we know how."""
    numbers = [g for g in given if not isinstance(g.lhs, sp.MatrixExpr)]
    found = (_solved(sp.expand(carried(g.lhs - g.rhs))) for g in numbers if isinstance(g, sp.Eq))
    return [move for move in found if move]


def _solved(e: sp.Expr) -> Move | None:
    """Solve e = 0 for a symbol that occurs in no inner product, or for a vector."""
    inner = sorted(e.atoms(Inner), key=sp.default_sort_key)
    hidden = set().union(*(part.free_symbols for part in inner))
    for s in sorted((s for s in e.free_symbols if s.is_Symbol), key=str):
        if s not in hidden and e.is_polynomial(s):
            p = sp.Poly(e, s)
            if p.degree() == 1:
                return _linear(s, *p.all_coeffs())
            if all(c.is_Rational for c in p.all_coeffs()):
                return _root(s, p)
    for part in inner:
        c, rest = e.coeff(part), e - part * e.coeff(part)
        if c.is_Rational and not rest.has(Inner):
            (u,), (v,) = ([name.name for name, _ in side] for side in part.args)
            return _length(u, -rest / c) if part.is_norm else _product(u, v, -rest / c)
    return None


def _linear(s: sp.Symbol, a: sp.Expr, b: sp.Expr) -> Move:
    def move(at: Point, choice: int) -> None:
        if slope := rational(a, at):
            at.values[s.name, ()] = -rational(b, at) / slope

    return move


def _root(s: sp.Symbol, p: sp.Poly) -> Move:
    roots = sorted(r for r in sp.roots(p) if r.is_Rational)

    def move(at: Point, choice: int) -> None:
        if roots:  # by the number that was drawn, so that two letters choose independently
            r = roots[at.entry(s.name, (), s).real.numerator % len(roots)]
            at.values[s.name, ()] = Fraction(int(r.p), int(r.q))

    return move


def _components(name: str, at: Point) -> list[Fraction]:
    d = at.dimension()
    return [at.entry(name, (i,), ENTRY).real for i in range(1, d + 1)]


def _set(name: str, components: Sequence[Fraction], at: Point) -> None:
    at.values.update({(name, (i,)): c for i, c in enumerate(components, start=1)})


def _product(u: str, v: str, target: sp.Expr) -> Move:
    """Move v along u until u·v has the value that it must have."""

    def move(at: Point, choice: int) -> None:
        a, b = _components(u, at), _components(v, at)
        if square := sum(x * x for x in a):
            lack = rational(target, at) - sum(x * y for x, y in zip(a, b, strict=True))
            _set(v, [y + lack / square * x for x, y in zip(a, b, strict=True)], at)

    return move


def _length(u: str, target: sp.Expr) -> Move:
    """Put u on the sphere, by the rational parametrization of the unit sphere."""

    def move(at: Point, choice: int) -> None:
        square, (_, *s) = rational(target, at), _components(u, at)
        if square < 0:
            return
        root = Fraction(isqrt(square.numerator), isqrt(square.denominator)) * (-1) ** choice
        S = sum(x * x for x in s)
        _set(u, [root * (1 - S) / (1 + S), *(2 * root * x / (1 + S) for x in s)], at)

    return move


def far(given: Sequence[Relational]) -> list[Move]:
    """Return what moves each symbol beyond its bound, for hypotheses such as x >= 10 or n > m + 4.

    >>> n = sp.Symbol("n", integer=True, positive=True)
    >>> at = Point({("n", ()): 2})
    >>> far([n >= 5])[0](at, 0)
    >>> at.values
    {('n', ()): Fraction(7, 1)}
    """
    found = []
    for g in given:
        if g.rel_op not in ("<", "<=", ">", ">="):
            continue
        e = sp.expand(g.gts - g.lts)
        for s in sorted((s for s in e.free_symbols if s.is_Symbol), key=str):
            slope = e.coeff(s)
            if slope.is_Rational and slope != 0 and not (rest := e - slope * s).has(s):
                found.append(_beyond(s, -rest / slope, 1 if slope > 0 else -1))
                break
    return found


def _beyond(s: sp.Symbol, bound: sp.Expr, sign: int) -> Move:
    """Move s as far beyond its bound as it was away from 0, where it does not obey it already."""

    def move(at: Point, choice: int) -> None:
        limit, now = rational(bound, at), at.entry(s.name, (), s).real
        if (now - limit) * sign < 0:
            at.values[s.name, ()] = limit + sign * abs(now)

    return move
