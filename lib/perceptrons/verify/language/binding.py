"""Names that are bound, such as the index of a sum: one substitution, which captures none of them.

In the sum of x + j over j, putting j for x must not give the sum of j + j. SymPy's `subs`,
`xreplace` and `doit` do that. So every claim is first made `fresh`: each bound name becomes a
`Bound`, which prints as its author wrote it, and is neither a letter of the author's nor the name
that a binder around it binds. After that, all rules put in by `substitute`, `carried`, `everywhere`.

>>> x, j = sp.symbols("x j")
>>> total = sp.Sum(x + j, (j, 1, 3))
>>> total.subs(x, j), substitute(total, {x: j}).doit()
(Sum(2*j, (j, 1, 3)), 3*j + 6)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, TypeAlias

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.symbol import Str
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.printing.printer import Printer

from perceptrons.verify.language.gradient import Gradient

__all__ = ["BINDERS", "Bound", "authored", "carried", "everywhere", "fresh", "nameless"]
__all__ += ["substitute"]

BINDERS = (ExprWithLimits, sp.Subs, sp.Derivative, Gradient)
_New: TypeAlias = "dict[sp.Basic, sp.Basic]"  # from parts, mostly symbols, to what they become


class Bound(sp.Dummy):  # type: ignore[misc]
    """A bound name, with a number larger than those of all names that are bound below it."""

    __slots__ = ()
    is_Dummy = False  # for SymPy's order

    @classmethod
    def class_key(cls) -> tuple[int, int, str]:
        """Stand among letters of the author's, wherever parts are put in order."""
        return sp.Symbol.class_key()

    def sort_key(self, order: str | None = None) -> tuple[object, ...]:
        """Stand where the author's letter would."""
        one = sp.S.One
        return self.class_key(), (1, (self.name, self.dummy_index)), one.sort_key(), one

    def _sympystr(self, printer: Printer) -> str:
        return str(self.name)


def fresh(e: Any) -> Any:
    """Return an expression in which each bound name is a `Bound`.

    Equal parts stay equal: a name depends only on what its author called it, and on what is bound
    below it.

    >>> j, n = sp.symbols("j n")
    >>> total = fresh(sp.Sum(j, (j, 1, n)) + j)
    >>> total, total.subs(j, 2), fresh(total) == total
    (j + Sum(j, (j, 1, n)), Sum(j, (j, 1, n)) + 2, True)
    """
    return _walked(e, {})


def authored(e: Any) -> Any:
    """Return an expression with the names that its author gave, to compare how parts are printed."""
    return e.xreplace({s: _like(sp.Symbol, s) for s in e.atoms(Bound)})


def nameless(e: Any) -> Any:
    """Return an expression in which it does not matter what its author called what is bound.

    >>> i, j, n = sp.symbols("i j n")
    >>> nameless(sp.Sum(i, (i, 1, n)) - sp.Sum(j, (j, 1, n)))
    0
    """
    e, any_name = fresh(e), sp.Symbol("i", integer=True)
    return e.xreplace(
        {s: _like(Bound, any_name, dummy_index=s.dummy_index) for s in e.atoms(Bound)}
    )


def substitute(e: Any, new: Mapping[Any, Any]) -> Any:
    """Replace parts of an expression by others, all at once, without capturing a name.

    A part is replaced where its letters mean what they mean outside of `e`. To put entries of w
    under a derivative by an entry of w raises `NotImplementedError`.

    >>> x, y = sp.symbols("x y")
    >>> substitute(sp.Derivative(x**2 * y, x), {y: sp.exp(x)})
    Subs(Derivative(x**2*exp(x), x), x, x)
    >>> substitute(sp.Subs(x * y, x, 3), {x: 5, y: x}).doit()
    3*x
    """
    return _walked(e, {part: fresh(sp.sympify(v)) for part, v in new.items()})


def carried(e: Any) -> Any:
    """Carry out substitutions, derivatives, and sums and inner products where SymPy can.

    >>> j, n, m = sp.symbols("j n m")
    >>> carried(sp.Subs(sp.Sum(m ** (j**2), (j, 1, n)), m, j)).subs(j, 2)
    Sum(2**(j**2), (j, 1, n))
    """
    return fresh(_put_in(fresh(e)).doit())


def everywhere(e: Any, kind: Any, rule: Callable[[Any], Any]) -> Any:
    """Put in what a rule makes of each part of a kind, from the inside out.

    The rule may bring in letters, but no name that is bound outside of the part.

    >>> x = sp.Symbol("x", real=True)
    >>> everywhere(1 + sp.Abs(x), sp.Abs, lambda part: part.args[0])
    x + 1
    """
    return e.replace(lambda part: isinstance(part, kind), rule)


def _walked(e: sp.Basic, new: _New) -> sp.Basic:
    if e in new:
        return new[e]
    if not e.args or isinstance(e, sp.IndexedBase | Str):
        return e
    if isinstance(e, ExprWithLimits | sp.Subs) and all(s.is_Symbol for s in e.variables):
        return _under_limits(e, new) if isinstance(e, ExprWithLimits) else _under_names(e, new)
    if isinstance(e, sp.Derivative) and not _plain(e, new):
        variables = list(_moved(e, new))
        return _under_names(sp.Subs(e, variables, variables), new)
    if isinstance(e, sp.Lambda | sp.Limit):
        raise NotImplementedError(f"{e} binds a name that is not understood")
    _check_entries(e, new)
    args = [_walked(a, new) for a in e.args]
    return e if all(a is b for a, b in zip(args, e.args, strict=True)) else e.func(*args)


def _under_limits(e: ExprWithLimits, new: _New) -> sp.Basic:
    """Walk through a sum, a product or an integral: its last limits are the outermost."""
    opened, ends = [], []
    for author, *pair in reversed(e.limits):
        ends.append([_walked(end, new) for end in pair])
        name, new = _opened(author, new)
        opened.append(name)
    body = _walked(e.function, new)
    names = _named(opened[::-1], body, *chain(*ends))
    limits = [
        (names[name], *(end.xreplace(names) for end in pair))
        for name, pair in zip(opened, ends, strict=True)
    ]
    return e.func(body.xreplace(names), *limits[::-1])


def _under_names(e: sp.Subs, new: _New) -> sp.Basic:
    """Walk through a substitution that is written down."""
    point, opened = [_walked(v, new) for v in e.point], []
    for author in e.variables:
        name, new = _opened(author, new)
        opened.append(name)
    body = _walked(e.expr, new)
    names = _named(opened, body)
    return sp.Subs(body.xreplace(names), [names[name] for name in opened], point)


def _opened(author: sp.Symbol, new: _New) -> tuple[sp.Dummy, _New]:
    """Return a name for what is bound, and what is replaced below: no part with the old name."""
    name = _like(sp.Dummy, author)
    return name, {**{part: v for part, v in new.items() if not part.has(author)}, author: name}


def _named(opened: list[sp.Dummy], *parts: sp.Basic) -> dict[sp.Dummy, Bound]:
    """Return the bound names, innermost first, for names that were opened."""
    below = max((s.dummy_index for part in parts for s in part.atoms(Bound)), default=0)
    return {s: _like(Bound, s, dummy_index=q) for q, s in enumerate(opened, start=below + 1)}


def _like(kind: type[sp.Symbol], s: sp.Symbol, **options: int) -> sp.Symbol:
    """Return a symbol of a kind, with the name and the assumptions of another."""
    declared = {k: v for k, v in s._assumptions_orig.items() if v is not None}
    return kind(s.name, **options, **declared)


def _plain(e: sp.Derivative, new: _New) -> bool:
    """Tell whether each variable of a derivative stays a variable, which no other letter becomes."""
    moved = _moved(e, new)
    others = (e.free_symbols - moved.keys()).union(
        *(v.free_symbols for part, v in new.items() if part not in moved)
    )
    return all(isinstance(v, sp.Symbol) and v not in others for v in moved.values())


def _moved(e: sp.Derivative, new: _New) -> _New:
    """Return what becomes of the letters by which a derivative is taken."""
    return {v: new.get(v, v) for v, _ in e.variable_count if isinstance(v, sp.Symbol)}


def _check_entries(e: sp.Basic, new: _New) -> None:
    """Refuse to put entries under a derivative by entries of the same table."""
    if not isinstance(e, sp.Derivative | Gradient):
        return
    by = [v for v, _ in e.variable_count] if isinstance(e, sp.Derivative) else [e.args[1]]
    tables = {v.args[0] if isinstance(v, sp.Indexed | MatrixElement) else v for v in by}
    if tables and any(v.has(*tables - new.keys()) for v in new.values()):
        raise NotImplementedError(f"{e} differentiates by what is put into it")


def _put_in(e: sp.Basic) -> sp.Basic:
    """Carry out the substitutions that are written down, the innermost first."""
    if not e.has(sp.Subs):
        return e
    args = [_put_in(a) for a in e.args]
    if not isinstance(e, sp.Subs):
        return e.func(*args)
    inside, variables, point = args
    inside = inside.doit() if inside.has(sp.Derivative) else inside
    return substitute(inside, dict(zip(variables, point, strict=True)))
