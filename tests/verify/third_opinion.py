"""A third opinion on a claim: z3, which shares no code with SymPy or with our evaluator.

z3 decides real arithmetic. It is asked for values of the letters under which the hypotheses hold and
the claim does not, or has no value; where there are none, the claim is proved. A vector becomes its
inner products with the others, of which every Gram determinant of two is at least 0; for one or two
vectors these are just the values that vectors can have. What z3 cannot read, such as a sum up to n or
a logarithm, is a letter of which nothing is known. So a proof by z3 is one; an example of the
opposite is one only where no such letter, no integer and no third vector occurs.
"""

from functools import reduce
from itertools import combinations
from operator import mul

import sympy as sp
import z3
from false_claims import Stated

from perceptrons.verify.claim import Claim
from perceptrons.verify.language.inner_products import Inner, dot, names, vectors

PROVED, REFUTED, EMPTY, SILENT = "proved", "refuted", "supposes the impossible", "cannot say"
PATIENCE = 300_000  # steps for a question, about half a second: the same on every machine
LONGEST = 64  # operations in a claim
LARGEST = 8  # exponent that is multiplied out
CASES = {sp.Abs, sp.sign, sp.Max, sp.Min, sp.Piecewise}
UNREAD = (sp.MatrixExpr, sp.MatrixBase, sp.Derivative)
FACTS = {
    "positive": lambda x: x > 0,
    "negative": lambda x: x < 0,
    "nonnegative": lambda x: x >= 0,
    "nonpositive": lambda x: x <= 0,
    "nonzero": lambda x: x != 0,
}
COMPARED = {
    sp.Eq: lambda a, b: a == b,
    sp.Ne: lambda a, b: a != b,
    sp.Le: lambda a, b: a <= b,
    sp.Lt: lambda a, b: a < b,
    sp.Ge: lambda a, b: a >= b,
    sp.Gt: lambda a, b: a > b,
}


class Unread(Exception):
    """A claim that z3 is not asked about."""


class Reader:
    """The formulas of one claim in z3's language: what is known of its letters, what must have a value."""

    def __init__(self, whole):
        self.whole, self.exact = (
            whole,
            not whole,
        )  # whole: ‖u − v‖² is a letter, and not u·u − 2u·v + v·v
        self.letters, self.known, self.defined, self.bound = {}, [], [], set()

    def condition(self, c):
        if c in (sp.true, sp.false):
            return z3.BoolVal(bool(c))
        if isinstance(c, sp.And | sp.Or):
            return (z3.And if isinstance(c, sp.And) else z3.Or)(*map(self.condition, c.args))
        if type(c) not in COMPARED:
            raise Unread(c)
        return COMPARED[type(c)](*map(self.number, c.args))

    def number(self, e):
        if e.is_Rational:
            return z3.Q(int(e.p), int(e.q))
        if e.is_Add:
            return z3.Sum(*map(self.number, e.args))
        if e.is_Mul:
            return reduce(mul, map(self.number, e.args))
        if e.is_Pow and (2 * e.exp).is_Integer and abs(e.exp) <= LARGEST:
            return self.power(*e.args)
        if isinstance(e, Inner) and not (self.whole and e.doit() != e):
            u, v = e.args
            pairs = [(self.number(c * k), self.gram(a, b)) for a, c in u for b, k in v]
            return z3.Sum(*(c * g for c, g in pairs))
        if type(e) in CASES:
            return self.cases(e)
        if isinstance(e, sp.Subs):
            return self.substituted(e)
        return self.letter(e)

    def power(self, base, exponent):
        x = self.number(base)
        if exponent.is_negative:
            self.defined.append(x != 0)
        if not exponent.is_Integer:
            root = self.letter(sp.Pow(base, sp.S.Half, evaluate=False))
            self.defined.append(x >= 0)
            self.known += [root >= 0, z3.Implies(x >= 0, root * root == x)]
            x, exponent = root, 2 * exponent
        product = reduce(mul, [x] * int(abs(exponent)))
        return 1 / product if exponent.is_negative else product

    def gram(self, a, b):
        return self.letter(dot(*(vectors(s.name)[0] for s in sorted((a, b), key=str))))

    def cases(self, e):
        if isinstance(e, sp.Piecewise):
            branches = [(self.number(v), self.condition(c)) for v, c in e.args]
            return reduce(lambda rest, b: z3.If(b[1], b[0], rest), branches[::-1], z3.RealVal(0))
        args = [self.number(a) for a in e.args]
        if isinstance(e, sp.Max | sp.Min):
            larger = isinstance(e, sp.Max)
            return reduce(lambda a, b: z3.If((a >= b) == larger, a, b), args)
        (a,) = args
        return (
            z3.If(a < 0, -a, a)
            if isinstance(e, sp.Abs)
            else z3.If(a < 0, -1, z3.If(a > 0, 1, z3.RealVal(0)))
        )

    def substituted(self, e):
        there = dict(zip(e.variables, map(self.number, e.point), strict=True))
        outside, bound = self.letters, self.bound
        self.letters, self.bound = outside | there, bound | set(there)
        x = self.number(e.expr)
        new = {a: v for a, v in self.letters.items() if a not in there}
        self.letters, self.bound = outside | new, bound
        return x

    def letter(self, e):
        """Return the letter for a symbol, an inner product, or for what z3 cannot read."""
        if e not in self.letters:
            if isinstance(e, UNREAD) or self.bound & e.free_symbols:
                raise Unread("what is no number, or changes with a name that is bound")
            x = self.letters[e] = z3.FreshReal()
            self.known += [fact(x) for name, fact in FACTS.items() if getattr(e, f"is_{name}")]
            self.exact &= (
                (e.is_Symbol and not e.is_integer)
                or isinstance(e, Inner)
                or (e.is_Pow and e.exp == sp.S.Half)
            )
        return self.letters[e]

    def vectors(self, *parts):
        """Suppose of the vectors that no Gram determinant of one or two is negative."""
        found = [sp.core.symbol.Str(name) for name in sorted(set().union(*map(names, parts)))]
        self.exact &= len(found) <= 2
        self.known += [self.gram(a, a) >= 0 for a in found]
        for a, b in combinations(found, 2):
            square = self.gram(a, b) * self.gram(a, b)
            self.known.append(square <= self.gram(a, a) * self.gram(b, b))


def opinion(stated: Stated) -> str:
    """Return what z3 says of a claim: proved, refuted, that nothing satisfies its hypotheses, or nothing."""
    sides = stated[:2]
    if any(isinstance(e, sp.MatrixExpr | sp.MatrixBase) for e in sides):
        raise Unread("matrices")
    if sum(sp.count_ops(e) for e in sides) > LONGEST:
        raise Unread("more than z3 would do in a second")
    first = _opinion(stated.claim(), Reader(whole=True))
    return first if first == PROVED else _opinion(stated.claim(), Reader(whole=False))


def _opinion(claim: Claim, reader: Reader) -> str:
    given = [reader.condition(g) for g in claim.given]
    compared = {"=": sp.Eq, "<=": sp.Le, "<": sp.Lt}[claim.sign]
    says = COMPARED[compared](reader.number(claim.lhs), reader.number(claim.rhs))
    reader.vectors(*claim.parts)
    if _asked(*reader.known, *given) == "unsat":
        return EMPTY
    answer = _asked(*reader.known, *given, z3.Not(z3.And(says, *reader.defined)))
    if answer == "unsat":
        return PROVED
    return REFUTED if answer == "sat" and reader.exact else SILENT


def _asked(*conditions: z3.BoolRef) -> str:
    """Ask for an example, of a new z3 each time: an answer does not depend on earlier questions."""
    question = z3.Solver()
    question.add(*conditions)
    solver = z3.SolverFor("QF_NRA", ctx=z3.Context())
    solver.set(rlimit=PATIENCE)
    solver.from_string(question.to_smt2())
    return str(solver.check())
