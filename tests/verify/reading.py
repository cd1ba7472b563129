"""A reader of the plain text that a report prints: it gives the formula back, from the letters alone."""

import re

import sympy as sp
from sympy.core.symbol import Str

from perceptrons.verify.language.gradient import Gradient
from perceptrons.verify.language.inner_products import Inner, Vector
from perceptrons.verify.printing.formulas import SMALL, letter

SHARES = dict(
    zip("½⅓⅔¼¾⅗⅘", map(sp.Rational, ["1/2", "1/3", "2/3", "1/4", "3/4", "3/5", "4/5"]), strict=True)
)
RELATIONS = {"=": sp.Eq, "≤": sp.Le, "<": sp.Lt, "≥": sp.Ge, ">": sp.Gt, "≠": sp.Ne}
FUNCTIONS = {
    "max": sp.Max,
    "min": sp.Min,
    "exp": sp.exp,
    "log": sp.log,
    "sgn": sp.sign,
    "det": sp.Determinant,
    "tr": sp.Trace,
    "C": sp.binomial,
}
AROUND = {"|": ("|", sp.Abs), "⌊": ("⌋", sp.floor), "⌈": ("⌉", sp.ceiling)}
STOP = re.compile(r" (?:[-+−=≤<≥>≠]|if |otherwise|and |or )|[),;\]/⌋⌉=]|$")
LARGE = {kind: {chr(small): chr(c) for c, small in table.items()} for kind, table in SMALL.items()}


def known(*parts):
    """Return what each printed letter stands for, in these expressions."""
    found = set().union(*(e.atoms(sp.Symbol, sp.IndexedBase, sp.MatrixSymbol, Str) for e in parts))
    indexed = {e.name for e in found if not isinstance(e, sp.Symbol | Str)}
    table = {}
    for e in sorted(found, key=str):
        if isinstance(e, Str) and e.name not in indexed:
            table[letter(e.name).text] = Vector({e.name: 1})
        elif not isinstance(e, Str) and not (isinstance(e, sp.Symbol) and e.name in indexed):
            table[letter(str(e)).text] = e
    for e in set().union(*(p.atoms(sp.Identity) for p in parts)):
        table["I"] = e
    return table


def read(text, letters):
    """Return the formula that a text says, or raise an exception."""
    reader = Reader(text, letters)
    found = reader.condition()
    assert reader.at == len(text), f"{text!r} is not read beyond {text[: reader.at]!r}"
    return found


class Reader:
    """A place in a text, and what letters stand for; brackets of what is open need no stack."""

    passed = 0  # bars that open another norm, though they might close this one

    def __init__(self, text, letters, at=0, closing=""):
        self.text, self.letters, self.at, self.closing = text, letters, at, closing

    def sees(self, start):
        return self.text.startswith(start, self.at)

    def takes(self, start):
        if taken := self.sees(start):
            self.at += len(start)
        return taken

    def expects(self, start):
        assert self.takes(start), f"no {start!r} at {self.text[self.at :]!r} in {self.text!r}"

    def inside(self, closing, what):
        """Read what stands before a closing bracket."""
        outer, self.closing = self.closing, closing
        found = what()
        self.closing = outer
        self.expects(closing)
        return found

    # Conditions

    def condition(self):
        parts, join = [self.comparison()], None
        while join := next((j for j in (" and ", " or ") if self.takes(j)), None):
            parts.append(self.comparison())
            kind = sp.And if join == " and " else sp.Or
        return kind(*parts) if len(parts) > 1 else parts[0]

    def comparison(self):
        if self.takes("not ("):
            return sp.Not(self.inside(")", self.condition))
        here = self.at
        if self.takes("("):
            try:
                found = self.inside(")", self.condition)
                if isinstance(found, sp.logic.boolalg.Boolean) and not found.is_Symbol:
                    return found
            except (AssertionError, UnboundLocalError):
                pass
            self.at = here
        left = self.sum()
        for sign, relation in RELATIONS.items():
            if self.takes(f" {sign} "):
                return relation(left, self.sum(), evaluate=False)
        return left

    # Sums, products, powers

    def sum(self):
        total = self.term()
        while self.sees(" + ") or self.sees(" − "):
            sign = self.text[self.at + 1]
            self.at += 3
            term = self.term()
            total = total + (term if sign == "+" else -1 * term)
        return total

    def term(self):
        negative = self.takes("−")
        factors = [self.factor()]
        while not self.closes() and not STOP.match(self.text, self.at):
            point = self.takes("·") or (self.takes(" ") and False)
            factor = self.factor()
            if point and {type(factors[-1]), type(factor)} & {Vector}:
                factors.append(Inner(*map(as_vector, (factors.pop(), factor))))
            else:
                factors.append(factor)
        product = factors[-1]
        for f in factors[-2::-1]:
            product = f * product
        if self.takes("/"):
            product = product * (1 / self.factor())
        return -1 * product if negative else product

    def closes(self):
        closes = bool(self.closing) and self.sees(self.closing)
        if closes and self.closing == "‖" and self.passed:
            self.passed -= 1
            return False
        return closes

    def factor(self):
        base = self.atom()
        while True:
            if self.takes("!"):
                base = sp.factorial(base)
            elif (power := self.mark("^")) is not None:
                base = raised(base, power, self.letters)
            else:
                return base

    def mark(self, kind):
        """Return the text of an index or an exponent here, or None."""
        small = LARGE[kind]
        end = self.at
        while end < len(self.text) and self.text[end] in small and self.text[end] != "*":
            end += 1
        if end > self.at:
            found = "".join(small[c] for c in self.text[self.at : end])
            self.at = end
            return found
        if not self.takes(kind):
            return None
        if not self.takes("("):
            self.at += 1
            return self.text[self.at - 1]
        depth, start = 1, self.at
        while depth:
            depth += {"(": 1, ")": -1}.get(self.text[self.at], 0)
            self.at += 1
        return self.text[start : self.at - 1]

    # What stands alone

    def atom(self):
        if number := re.compile(r"\d+").match(self.text, self.at):
            self.at = number.end()
            return sp.Integer(number.group())
        c = self.text[self.at]
        for name, function in FUNCTIONS.items():
            if self.sees(f"{name}(") and not (name == "C" and "C" in self.letters):
                self.at += len(name) + 1
                return function(*self.inside(")", self.list))
        if c in SHARES:
            self.at += 1
            return SHARES[c]
        if c in AROUND:
            self.at += 1
            return AROUND[c][1](self.inside(AROUND[c][0], self.sum))
        named = {
            "(": self.bracket,
            "‖": self.norm,
            "√": self.root,
            "Σ": self.series,
            "Π": self.series,
            "∂": self.derivative,
            "∇": self.gradient,
            "[": self.substitution,
        }
        if c in named:
            self.at += 1
            return named[c]()
        return self.letter()

    def letter(self):
        names = sorted((n for n in self.letters if self.sees(n)), key=len)
        if not names and self.takes("e"):
            return sp.E
        if not names and self.takes("δ"):
            return sp.KroneckerDelta(*self.indices(self.mark("_")))
        assert names, f"no letter at {self.text[self.at :]!r} in {self.text!r}"
        self.takes(names[-1])
        found = self.letters[names[-1]]
        entries = isinstance(found, sp.IndexedBase | sp.MatrixSymbol)
        index = self.mark("_") if entries else None
        return found if index is None else found[tuple(self.indices(index))]

    def indices(self, text):
        side_by_side = re.fullmatch(r"[a-zA-Z0-9α-ωΑ-Ω]+", text)
        parts = text if side_by_side else [text] if text[0] == "(" else text.split(",")
        return [read(part, self.letters) for part in parts]

    def list(self):
        found = [self.sum()]
        while self.takes(", "):
            found.append(self.sum())
        return found

    def bracket(self):
        return self.inside(")", self.bracketed)

    def bracketed(self):
        first = self.sum()
        if self.sees(" if ") or self.sees(" otherwise"):
            cases = []
            while True:
                if self.takes(" if "):
                    cases.append((first, self.condition()))
                else:
                    self.expects(" otherwise")
                    cases.append((first, True))
                if not self.takes(", "):
                    return sp.Piecewise(*cases)
                first = self.sum()
        rows = [[first]]
        while self.sees(", ") or self.sees("; "):
            if self.takes("; "):
                rows.append([self.sum()])
            else:
                self.expects(", ")
                rows[-1].append(self.sum())
        if rows == [[first]]:
            return first
        return sp.Matrix(rows) if len(rows) > 1 else sp.Matrix(rows[0])

    def norm(self):
        """Read a vector up to its second bar: the first after which it is a vector."""
        here = self.at
        for bar in range(4):  # that many are passed over
            self.at, inner = here, Reader(self.text, self.letters, here, "‖")
            inner.passed = bar
            try:
                v = as_vector(inner.sum())
                inner.expects("‖")
            except (AssertionError, ValueError, TypeError, IndexError):
                continue
            self.at = inner.at
            return sp.sqrt(Inner(v, v))
        raise AssertionError(f"no vector at {self.text[here:]!r}")

    def root(self):
        return sp.sqrt(self.atom())

    def series(self):
        kind = sp.Sum if self.text[self.at - 1] == "Σ" else sp.Product
        i, low = self.mark("_").split("=")
        high = self.mark("^")
        self.expects(" ")
        return kind(
            self.term(), (read(i, self.letters), *(read(e, self.letters) for e in (low, high)))
        )

    def derivative(self):
        self.mark("^")
        self.expects("/")
        by = []
        while self.takes("∂"):
            v = self.letter()
            by.append((v, sp.Integer(self.mark("^") or 1)))
        self.expects(" (")
        return sp.Derivative(self.inside(")", self.sum), *by)

    def gradient(self):
        by = self.mark("_")
        w = self.letters[by] if by in self.letters else read(f"({by})", self.letters)
        self.expects(" (")
        return Gradient(self.inside(")", self.sum), w)

    def substitution(self):
        e = self.inside("]", self.sum)
        values, pairs = Reader(self.mark("_"), self.letters), []
        while not pairs or values.takes(", "):
            old = values.letter()
            values.expects("=")
            pairs.append((old, values.sum()))
        return sp.Subs(e, *zip(*pairs, strict=True))


def as_vector(v):
    if v == 0:
        return Vector({})
    assert isinstance(v, Vector), f"{v} is no vector"
    return v


def raised(base, power, letters):
    if power == "T":
        return base.T
    if power == "−1" and getattr(base, "is_Matrix", False):
        return sp.Inverse(base)
    return base ** read("T" if power == "(T)" else power, letters)
