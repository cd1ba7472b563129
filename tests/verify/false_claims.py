"""False claims made from the book's true ones by one small change, each shown to be false.

The true claims are those of `test_derivations`, recorded instead of proved. A change is that of a
sign, a constant, an exponent, an index, a bound, a condition, a dropped term or factor, a
hypothesis. A changed claim counts as false only where a point of a sampler of our own says so.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random
from typing import NamedTuple

import sympy as sp
import test_derivations as book
from sympy.core.relational import Relational

from perceptrons.verify.claim import Claim
from perceptrons.verify.evaluate import holds
from perceptrons.verify.evaluate.infinitesimals import NoValue
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.language.assumptions import allows
from perceptrons.verify.language.letters import letters


class Stated(NamedTuple):
    """A call of `verify` or `verify_le`: the two sides, the hypotheses, the certificate."""

    lhs: sp.Expr
    rhs: sp.Expr
    given: tuple
    because: tuple = ()
    strict: bool = False

    def claim(self):
        sign = "=" if not self.because else "<" if self.strict else "<="
        return Claim(sp.sympify(self.lhs), sign, sp.sympify(self.rhs), self.given)


def recorded():
    """Return the equalities and the inequalities that the derivations of the book state."""
    found = []

    def note(lhs, rhs, *, given=(), because=(), strict=False, **_):
        found.append(Stated(lhs, rhs, tuple(given), tuple(map(tuple, because)), strict))
        return True

    kept = {
        name: getattr(book, name) for name in ("verify", "verify_le", "verify_gradient", "refute")
    }
    book.verify = book.verify_le = note
    book.verify_gradient = book.refute = lambda *_, **__: True
    try:
        for name in [name for name in vars(book) if name.startswith("test_")]:
            vars(book)[name]()
    finally:
        vars(book).update(kept)
    return found


# One small change


def changed(e) -> Iterator[sp.Basic]:
    """Yield an expression with one small change somewhere in it."""
    yield from _here(e)
    for k, part in enumerate(e.args):
        for other in changed(part):
            try:
                yield e.func(*e.args[:k], other, *e.args[k + 1 :])
            except Exception:  # noqa: BLE001, S112 - SymPy refuses what makes no sense, in many ways
                continue


def _here(e):
    if isinstance(e, sp.Integer):
        yield e + 1
    elif isinstance(e, sp.Rational):
        yield 2 * e
    elif isinstance(e, sp.Symbol) and e.is_integer:
        yield e + 1
    elif isinstance(e, sp.Add):
        for term in e.args:
            yield e - term
            yield e - 2 * term
    elif isinstance(e, sp.Mul):
        yield -e
        for factor in e.args:
            yield e.func(*(f for f in e.args if f is not factor))
    elif isinstance(e, sp.Pow):
        yield e.base ** (e.exp + 1)
    elif isinstance(e, Relational):
        yield e.negated


def false_versions(stated: Stated, most: int) -> list[Stated]:
    """Return up to `most` false claims that differ from a true one by a small change."""
    versions = [stated._replace(rhs=rhs) for rhs in changed(sp.sympify(stated.rhs))]
    versions += [stated._replace(lhs=lhs) for lhs in changed(sp.sympify(stated.lhs))]
    spread = sorted(versions, key=lambda v: Random(str(v)).random())  # the same in every process
    return list(islice(filter(is_false, spread), most))


def false_without_a_hypothesis(stated: Stated) -> list[Stated]:
    """Return the false claims that lack one of the hypotheses."""
    fewer = ([g for g in stated.given if g is not dropped] for dropped in stated.given)
    return [v for given in fewer if is_false(v := stated._replace(given=tuple(given)))]


def false_certificates(stated: Stated) -> list[Stated]:
    """Return false inequalities whose certificate adds up, but has one factor of the wrong sign."""
    found = []
    for p, product in enumerate(stated.because):
        for f in range(len(product)):
            flipped = (*product[:f], -product[f], *product[f + 1 :])
            because = (*stated.because[:p], flipped, *stated.because[p + 1 :])
            large = stated.lhs + sp.Add(*(sp.Mul(*factors) for factors in because))
            version = stated._replace(rhs=large, because=because)
            if is_false(version):
                found.append(version)
    return found


# Shown to be false, without the checker's own sampler


def is_false(stated: Stated, scale: int = 1) -> bool:
    """Tell whether a claim fails at one of 40 points, of a size."""
    claim = stated.claim()
    known = set().union(*map(letters, claim.parts))
    if any(s.is_Symbol and s.name.startswith("_") for s in known) or claim.lhs == claim.rhs:
        return False
    return any(_fails(claim, seed, scale) for seed in range(40))


def _fails(claim, seed, scale):
    at = Point(draw=lambda key, like: _drawn(f"{seed} {key}", like, scale))
    try:
        left, right = claim.sides(at)
        differ = len(left) != len(right) or not claim.true(left, right)  # a size may be changed
        return differ and all(holds(g, at) for g in claim.given)
    except NoValue:
        return False


def _drawn(seed, like, scale):
    random = Random(seed)
    while True:
        largest, denominator = (5, 1) if like.is_integer else (40, random.choice([1, 1, 4, 5, 7]))
        v = Fraction(random.randint(-largest * scale, largest * scale), denominator)
        if allows(like, v):
            return v


# False only far away: where the checker's points cannot see it

FAR = 15  # times as large as our own points are elsewhere


def letter_of(stated: Stated) -> sp.Symbol | None:
    """Return a letter of a claim between scalars that may take any positive value, or None."""
    if not isinstance(sp.sympify(stated.rhs), sp.Expr) or isinstance(stated.rhs, sp.MatrixExpr):
        return None
    free = letters(sp.sympify(stated.lhs)) | letters(sp.sympify(stated.rhs))
    wide = [s for s in free if s.is_Symbol and not s.is_negative]
    return min(wide, key=lambda s: (bool(s.is_integer), s.name), default=None)


def false_far_away(stated: Stated) -> list[Stated]:
    """Return false equalities that hold at every number that the checker draws."""
    if (v := letter_of(stated)) is None:
        return []
    if v.is_integer:
        bumps = [sp.Max(0, v - 41)]
    else:
        bumps = [
            sp.Max(0, v - 70),
            sp.Piecewise((v, v > 80), (0, True)),
            sp.Abs(v - 90) - sp.Max(90 - v, 0),
        ]
    versions = (stated._replace(rhs=stated.rhs + b) for b in bumps)
    return [version for version in versions if is_false(version, FAR)]


def false_certificate_far_away(stated: Stated) -> list[Stated]:
    """Return false inequalities with one factor that is negative at large numbers only."""
    if (v := letter_of(stated)) is None or v.is_integer:
        return []
    because = (*stated.because, (10**9, 70 - v, v**2))
    large = stated.lhs + sp.Add(*(sp.Mul(*factors) for factors in because))
    version = stated._replace(rhs=large, because=because)
    return [version] if is_false(version, FAR) else []
