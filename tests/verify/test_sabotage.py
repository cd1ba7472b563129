"""The checker with one line changed, and the probe that must notice.

A checker that accepts everything would make the whole book look right. So each entry of `SABOTAGE`
breaks one line of `perceptrons.verify`, and names the probe that must then fail.
"""

import sys
from fractions import Fraction
from importlib import import_module
from importlib.machinery import SourceFileLoader
from itertools import islice

import pytest
import sympy as sp
from letters import EXPRESSIONS, HYPOTHESES, A, E, J, T, X, d, i, j, k, n, q, residual, v, w, x, y
from sympy import Derivative, Matrix, Ne, Piecewise, Subs, Sum, Trace
from test_rewrite import changed

import perceptrons

PACKAGE = "perceptrons.verify"


def checker(monkeypatch, module="", old="", new=""):
    """Import the checker afresh, with one place of one module changed."""
    altered = f"{PACKAGE}.{module}".removesuffix(".__init__")
    get_code = SourceFileLoader.get_code

    def altered_code(self, name):
        if name != altered:
            return get_code(self, name)
        source = self.get_source(name)
        assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in {module}"
        return compile(source.replace(old, new), self.path, "exec")

    monkeypatch.setattr(perceptrons, "verify", import_module(PACKAGE))  # put back afterwards
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        monkeypatch.delitem(sys.modules, name)
    with monkeypatch.context() as patch:
        patch.setattr(SourceFileLoader, "get_code", altered_code)
        return import_module(PACKAGE)


def refuses(reason, check, *args, **options):
    try:
        check(*args, **options)
    except ValueError as error:
        return reason in str(error)
    return False


def keeps(c, rule, name):
    """Tell whether a rule keeps the value of an expression, and lets no index escape."""
    new = getattr(c.rewrite.rules, rule)(c.language.binding.fresh(EXPRESSIONS[name]), HYPOTHESES)
    return c.rewrite.rules.free(new) <= c.rewrite.rules.free(EXPRESSIONS[name]) and not changed(
        new, name
    )


def number(c, e, **values):
    return c.evaluate.value(
        e, c.evaluate.point.Point({(key, ()): v for key, v in values.items()})
    ).real


def raises(c, error, e, **values):
    try:
        number(c, e, **values)
    except getattr(c.evaluate.infinitesimals, error):
        return True
    return False


square, expanded = (x + y) ** 2, x**2 + 2 * x * y + y**2
fake = x + sp.KroneckerDelta(n, 99)
K = sp.Symbol("k", integer=True, nonnegative=True)
P, Q = sp.MatrixSymbol("P", d, d), sp.MatrixSymbol("Q", d, d)
negatives = Sum(Piecewise((X[i, 1], X[i, 1] < 0), (0, True)), (i, 1, n))
table = Sum(w[i] * T[j], (i, 1, n), (j, 1, d))
renamed = Sum(w[j] * T[i], (j, 1, n), (i, 1, d))
large = x**2 + y**2
because = [[(x - y) ** 2]]


def inner_products(c):
    a, b = c.vectors("a b")
    values = {("a", (1,)): 1, ("a", (2,)): 2, ("b", (1,)): 3, ("b", (2,)): 5}
    point = c.evaluate.point.Point({("dimension", ()): 2, **values})
    return c.evaluate.value(c.dot(a, b), point).real == 13


def bilinear(c):
    a, b = c.vectors("a b")
    dot, norm2 = c.dot, c.norm2
    return norm2(a + 2 * b).doit() == norm2(a) + 4 * dot(a, b) + 4 * norm2(b)


def matrix_product(c):
    A, B = sp.ImmutableMatrix([[1, 2], [3, 4]]), sp.ImmutableMatrix([[1, 1], [0, 1]])
    rows = c.evaluate.matrix_value(sp.MatMul(A, sp.Transpose(B)), c.evaluate.point.Point())
    return [[v.real for v in row] for row in rows] == [[3, 2], [7, 4]]


def strict_version(c):
    p = c.norm2(c.vectors("u")[0]) + 1
    return refuses("claim the strict version", c.verify_le, x**2, x**2 + p, because=[[p]])


def gram(c, power, scale=1):
    a, b = c.vectors("a b")
    return c.inequality.nonnegative.visibly_nonnegative(
        c.norm2(a) * c.norm2(b) - scale * c.dot(a, b) ** power, []
    )


def points_obey(c):
    """Tell whether points that were moved onto an equation obey assumptions and hypotheses."""
    p = sp.Symbol("p", positive=True)
    found = islice(c.sampling.points.points([sp.Eq(p, x - 5), p * y > 2]), 20)
    values = [[at.values[name, ()] for name in "pxy"] for at in found]
    return all(a > 0 and a == b - 5 and a * c > 2 for a, b, c in values)


def along(c, *, bound=0, each=(), **options):
    """Prove how the squared length grows, from broken parts: everything that is given must be kept."""
    a, b = c.vectors("a b")
    rule = c.Updates({a: 0 * a, K: 0}, {a: a + b, K: K + 1})
    right, radius = -c.dot(a, b), 1 - c.norm2(b)
    options = {"because": [[2, right], [radius]], **options}
    each = [right >= 0, radius >= 0, *(g(c, a, b) for g in each)]
    return c.verify_induction(c.norm2(a), K + bound, rule, each=each, **options)


def unseen_change(c):
    """Refuse an equation that an update breaks only where no point is."""
    q = sp.Symbol("q", real=True)
    rule = c.Updates({q: 0}, {q: q + fake - x})
    return refuses("changes right", c.verify_induction, q + x, x, rule)


def special(c):
    """Put a value in for the goal, of which a condition speaks."""
    a, b, g = c.vectors("a b g")
    rule = c.Updates({a: 0 * a}, {a: a + b})
    ahead = c.dot(b, g)
    line = c.verify_induction(0, c.dot(a, g), rule, because=[[ahead]], each=[ahead >= 0])
    return line.instance({g: -a})


def multiplied(c, by, left, **options):
    """Compare what is multiplied again and again, which must not turn an inequality round."""
    q = sp.Symbol("q", real=True)
    rule = c.Updates({q: 1, K: 0}, {q: by * q, K: K + 1})
    return c.verify_induction(left, q, rule, keeps=by, attained=False, **options)


def follows(c):
    """Conclude 0 <= a·g from the progress, which must speak of one rate for all updates."""
    a, b, g = c.vectors("a b g")
    rate = sp.Symbol("r", positive=True)
    rule = c.Updates({a: 0 * a, K: 0}, {a: a + rate * b, K: K + 1})
    margin = c.dot(b, g) - 1
    options = {"because": [[rate, margin]], "each": [margin >= 0]}
    line = c.verify_induction(rate * K, c.dot(a, g), rule, **options)
    return (
        "r"
        not in c.verify_follows(
            0, c.dot(a, g), [line], because=[[line.gap], [rate, K]], attained=False
        ).claim.varying()
    )


def escaping_rule(c):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(c.rewrite.rules, "RULES", (lambda e, given: i,))
        return c.rewrite.rules.normal(negatives) == negatives


def captured(c):
    """Put a letter in for another, where an index has its name."""
    put_in, under = c.language.binding.substitute, c.language.binding.carried
    total = put_in(Sum(x + q, (q, 1, 3)), {x: q}).doit()
    slope = put_in(Derivative(x**2 * y, x), {y: x}).doit()
    entries = put_in(Sum(w[q], (q, 1, 2)), {w[q]: 5}).doit()
    escaped = q in under(Subs(Sum(x * w[q], (q, 1, n)), x, q)).free_symbols
    return escaped and (total, slope, entries) == (3 * q + 6, 2 * x**2, w[1] + w[2])


class Liar(sp.Sum):
    """A sum that says that it is 0."""

    def doit(self, **hints):
        return sp.S.Zero


def two_of_one_name(c):
    """Sum over two indices which print alike, and which the author tells apart."""
    a, b = (sp.Dummy("a", integer=True) for _ in range(2))
    return c.language.binding.fresh(Sum(a * Sum(b + a, (b, 1, 2)), (a, 1, 2))).doit() == 19


prime = sp.Symbol("p", prime=True)
positive = sp.Symbol("a", positive=True)
one_side = Piecewise((0, x <= 7), (x - 7, True))
one_point = Piecewise((1, x > 1), (2, x < 1), (3, True))


# What a sound checker does. Each probe is false, or raises, where the line it guards is changed.
PROBES = {
    "truth value": lambda c: refuses("truth value", c.verify, x < y, x),
    "float": lambda c: refuses("holds a float", c.verify, 0.5 * x, x / 2),
    "infinite": lambda c: refuses("not finite", c.refute, sp.oo * x, "<", x),
    "same": lambda c: refuses("same expression", c.verify, x + y, y + x),
    "shape": lambda c: refuses("shape", c.refute, Matrix([1, 2]), "=", Matrix([[1, 3]])),
    "names": lambda c: refuses("two different", c.refute, x + sp.Symbol("x"), "=", y),
    "index": lambda c: refuses("starts at 0", c.refute, Sum(w[i], (i, 0, n)), "=", y),
    "clash": lambda c: refuses("names both", c.refute, Derivative(J, w[j]), "=", y),
    "divisor": lambda c: refuses("divides by x - 2", c.verify, y / (x - 2), y),
    "equation": lambda c: c.verify(x**2 - y**2, x - y, given=[sp.Eq(x + y, 1)]),
    "gram": lambda c: gram(c, 2) and not gram(c, 1) and not gram(c, 2, sp.Rational(3, 2)),
    "least": lambda c: (
        c.rewrite.products.by_traces(Trace(A * A.T))
        != c.rewrite.products.by_traces(Trace(A.T * A) / 2)
        and not c.rewrite.products.vanishes(A * A.T - A * A.T / 2)
        and not c.rewrite.products.vanishes((P + Q) ** 2 - P**2)
        and not c.rewrite.products.vanishes(P * Q - Q.T * P.T)
    ),
    "matrix power": lambda c: refuses("fails at", c.verify, P**3, P * P),
    "last terms": lambda c: (
        c.rewrite.rules.to_last(Sum(w[i], (i, 1, n + 2)), [])
        == Sum(w[i], (i, 1, n)) + w[n + 1] + w[n + 2]
    ),
    "pole taken in": lambda c: (
        c.rewrite.rules.to_last(Sum(1 / (i - n), (i, 1, n - 1)), []).has(w) is False
        and c.rewrite.rules.to_last(Sum(1 / (i - k), (i, 1, n - 1)), [])
        == Sum(1 / (i - k), (i, 1, n - 1))
    ),
    "idle": lambda c: keeps(c, "canonical", "idle"),
    "by abs": lambda c: c.rewrite.rules.by_abs(sp.Max(x, y), []) == (x + y + sp.Abs(x - y)) / 2,
    "larger": lambda c: (
        c.inequality.nonnegative.visibly_nonnegative(sp.Max(x, y) - x, [])
        and not c.inequality.nonnegative.visibly_nonnegative(sp.Max(x, y) + x, [])
        and not c.inequality.nonnegative.visibly_nonnegative(x - sp.Max(x, y), [])
    ),
    "signs": lambda c: (
        c.inequality.nonnegative.visibly_nonnegative(-2 * x * y, [x <= 0, y >= 0])
        and not c.inequality.nonnegative.visibly_nonnegative(2 * x * y, [x <= 0, y >= 0])
    ),
    "triangle": lambda c: (
        c.inequality.nonnegative.visibly_nonnegative(sp.Abs(x) + sp.Abs(y) - sp.Abs(x - y), [])
        and not c.inequality.nonnegative.visibly_nonnegative(
            sp.Abs(x) + sp.Abs(y) - sp.Abs(x - 2 * y), []
        )
    ),
    "solved": lambda c: next(c.sampling.points.points([sp.Eq(7 * x, y + sp.Rational(1, 11))])),
    "no equation": lambda c: c.rewrite.rules.by_equations(x - y, [x >= y]) == x - y,
    "sign": lambda c: (
        c.rewrite.rules.signed(sp.Abs(x - y), [x >= y]) == x - y
        and c.rewrite.rules.signed(sp.Abs(x - y), [x <= y + 1]) == sp.Abs(x - y)
    ),
    "beyond": lambda c: (
        c.inequality.nonnegative.visibly_nonnegative(x, [x >= 1], strict=True)
        and not c.inequality.nonnegative.visibly_nonnegative(x, [x >= -1])
        and not c.inequality.nonnegative.visibly_nonnegative(x, [x >= 0], strict=True)
    ),
    "points": points_obey,
    "no hypothesis": lambda c: refuses("always or never", c.refute, x, "=", y, given=[True]),
    "points are no proof": lambda c: refuses("leaves the difference", c.verify, fake, x),
    "silent zero": lambda c: refuses(
        "fails at", c.verify_gradient, (E.T * E / 2)[0, 0], v, sp.ZeroMatrix(d, 1)
    ),
    "empty": lambda c: refuses("0 at every", c.verify, (x - 1) ** 2 - x**2 + 2 * x - 1, 0),
    "constant": lambda c: refuses("varies", c.verify, Derivative(2 * x, x), 2 * Derivative(x, x)),
    "no value": lambda c: refuses("cannot be evaluated", c.verify, Sum(x**i, (i, 1, 2000)), x),
    "liar": lambda c: refuses("Liar is not evaluated", c.verify, Liar(fake - x, (n, 1, k)) + y, y),
    "survivor": lambda c: refuses(
        "'same'", c.verify, square, expanded, wrong={"same": (x + y) * x + (x + y) * y}
    ),
    "opposite": lambda c: "opposite sign" in c.verify(square, expanded).refuted,
    "true": lambda c: c.verify(square, expanded),
    "with hypothesis": lambda c: c.rewrite.rules.refined(sp.Abs(x), [x > 0]) == x,
    "step": lambda c: c.verify(Derivative(residual, w[k]), -X[i, k], given=[k <= d]),
    "maximum": lambda c: c.verify(
        Derivative(sp.Max(0, -x * y), x), Piecewise((-y, x * y < 0), (0, True))
    ),
    "augmented": lambda c: c.verify(Sum(w[q + 1], (q, 0, n)), w[1] + Sum(w[q + 1], (q, 1, n))),
    "certificate": lambda c: refuses("add up", c.verify_le, 2 * x * y, large, because=[[x**2]]),
    "visible": lambda c: refuses("visibly", c.verify_le, x * y, large, because=[[large - x * y]]),
    "needed": lambda c: refuses(
        "needed", c.verify_le, 2 * x * y, large, because=because, given=[x >= 0]
    ),
    "attained": strict_version,
    "strict": lambda c: refuses(
        "visibly positive",
        c.verify_le,
        2 * x * y,
        large,
        because=because,
        given=[Ne(x, y)],
        strict=True,
    ),
    "weak hypothesis": lambda c: refuses(
        "visibly positive", c.verify_le, 0, x, because=[[x]], given=[x >= 0, Ne(x, 0)], strict=True
    ),
    "induction": along,
    "base": lambda c: refuses("at the start", along, c, bound=x**2 - x * y + y**2),
    "false along": lambda c: refuses("fails at", along, c, bound=-1),
    "induction step": lambda c: refuses("add up", along, c, because=[[1 - x**2 + x**2]]),
    "other letters": lambda c: refuses(
        "speaks of", along, c, each=[lambda c, a, b: c.norm2(c.vectors("o")[0]) >= 1]
    ),
    "unneeded condition": lambda c: refuses(
        "proved without", along, c, each=[lambda c, a, b: c.norm2(b) > 0]
    ),
    "wrong along": lambda c: refuses(
        "'same'", along, c, wrong={"same": (c.norm2(c.vectors("a")[0]) - 1, K)}
    ),
    "equality": unseen_change,
    "not attained": lambda c: refuses("became equal", along, c, bound=1),
    "counted from 1": lambda c: refuses("starts at 0", c.Updates, {n: 0}, {n: n + 1}),
    "one rate": follows,
    "named": lambda c: refuses(
        "does not satisfy",
        along,
        c,
        wrong={"half": (c.norm2(c.vectors("a")[0]), K / 2, [{}, {c.vectors("b")[0]: (2, 0)}])},
    ),
    "instance": lambda c: refuses("no letter of the claim alone", special, c),
    "multiplied": lambda c: multiplied(c, 2, 2**K, because=None),
    "kept, or turned round": lambda c: refuses(
        "may be negative", multiplied, c, x + 200, 0, because=[[0]]
    ),
    "inverse of what may be 0": lambda c: refuses(
        "visibly", c.verify_le, 0, 1 / x, because=[[1 / x]], given=[x >= 0, Ne(x, 0)]
    ),
    "refute the true": lambda c: refuses("no counter", c.refute, 2 * x * y, "<=", large),
    "bound name": lambda c: keeps(c, "assumed", "bound name") and keeps(c, "refined", "bound name"),
    "escaping": escaping_rule,
    "unnamed": lambda c: (
        c.rewrite.rules.opaque(negatives, []) == c.language.binding.fresh(negatives)
    ),
    "two of one name": two_of_one_name,
    "captured": captured,
    "ranges": lambda c: (
        c.rewrite.rules.normal(table - renamed) == 0 and keeps(c, "canonical", "order")
    ),
    "denied": lambda c: keeps(c, "assumed", "hypothesis"),
    "from 0": lambda c: keeps(c, "from_one", "from 0"),
    "twice": lambda c: keeps(c, "canonical", "twice"),
    "power": lambda c: keeps(c, "canonical", "product"),
    "nested": lambda c: keeps(c, "canonical", "nested"),
    "one of two": lambda c: keeps(c, "termwise", "one of two"),
    "below 1": lambda c: keeps(c, "termwise", "below 1"),
    "factor": lambda c: (
        c.rewrite.rules.termwise(2 * negatives - 2 * negatives.xreplace({i: j}), []) == 0
        and c.rewrite.rules.termwise(2 * negatives - negatives.xreplace({i: j}), []) != 0
    ),
    "expansion": lambda c: c.rewrite.rules.expanded(square - expanded, []) == 0,
    "quotient": lambda c: c.rewrite.rules.quotient(1 / n - 1 / (n + 1) - 1 / (n**2 + n), []) == 0,
    "epsilon": lambda c: number(c, Derivative(x**2, (x, 2)) + Derivative(x**3, x), x=2) == 14,
    "inverse": lambda c: number(c, Derivative(1 / x, (x, 3)), x=1) == -6,
    "kink": lambda c: raises(c, "Kink", Derivative(sp.Max(0, -3 * x), x), x=0),
    "root": lambda c: raises(c, "Irrational", sp.sqrt(x + 1), x=1),
    "zero": lambda c: raises(c, "Undefined", 1 / x, x=0),
    "sum": lambda c: number(c, Sum(k, (k, 2, 4))) == 9,
    "reversed": lambda c: raises(c, "Undefined", Sum(k, (k, 3, 1))),
    "max": lambda c: number(c, sp.Max(x, 2) + 10 * sp.Min(x, 2), x=5) == 25,
    "branches": lambda c: number(c, Piecewise((1, x < 2), (2, x >= 2), (3, True)), x=2) == 2,
    "abs": lambda c: number(c, sp.Abs(x) + sp.sign(x), x=-5) == 4,
    "subs": lambda c: number(c, Subs(x * y, x, y + 1), x=7, y=2) == 6,
    "assumption": lambda c: refuses("prime=True", c.refute, 2, "<=", prime),
    "by an integer": lambda c: refuses("an integer", c.refute, Derivative(n * x, n), "=", y),
    "by a limit": lambda c: raises(c, "NoValue", Derivative(Sum(x, (i, 1, y)), y), x=1, y=2),
    "one point": lambda c: refuses("border", c.refute, Derivative(one_point, x), "=", x),
    "no case": lambda c: refuses("no case", c.refute, Piecewise((x, x > -9)), "=", y),
    "beyond the matrix": lambda c: raises(c, "Undefined", Matrix([[1, 2], [3, 4]])[d, 0], d=2),
    "named point": lambda c: refuses("breaks", c.refute, 0, "<=", positive, at={positive: -1}),
    "fresh letter": lambda c: refuses("speaks of", c.verify, square, expanded, wrong={"z": w[1]}),
    "17": lambda c: refuses("vary", c.verify, square, expanded, wrong={"17": 17}),
    "superfluous": lambda c: refuses("needed", c.verify, square, expanded, given=[x > 0]),
    "restated": lambda c: refuses(
        "the claim itself", c.verify_le, x, y, because=[[y - x]], given=[2 * y - 2 * x >= 0]
    ),
    "pole": lambda c: refuses("divides by x - 7", c.verify, (x**2 - 49) / (x - 7), x + 7),
    "pole in a sum": lambda c: refuses(
        "divides by i - 9", c.verify, Sum(x / (i - 9), (i, 1, n)), x, given=[i > 9]
    ),
    "far root": lambda c: refuses("root of 7 - x", c.verify, sp.sqrt(7 - x) + 1, x),
    "backwards": lambda c: refuses("sums over", c.verify, Sum(x, (i, 1, 9 - n)), (9 - n) * x),
    "logarithm": lambda c: refuses("logarithm of x + 9", c.verify, sp.log(x + 9) + y, y),
    "subsets": lambda c: refuses("subsets of q + 9", c.verify, sp.binomial(q + 9, K), q),
    "poles multiplied": lambda c: refuses(
        "multiplies by j - 5", c.verify, sp.Product(j - 5, (j, 1, n)), n
    ),
    "refined by !=": lambda c: c.rewrite.rules.refined(one_side, [Ne(x, 0)]) == one_side,
    "triangle of Pascal": lambda c: c.verify(
        Sum(sp.binomial(n + 2, K), (K, 0, d)),
        sum(
            times * Sum(sp.binomial(n, K), (K, 0, d - less))
            for times, less in ((1, 0), (2, 1), (1, 2))
        ),
    ),
    "residues": lambda c: (
        c.rewrite.rules.residues(sp.floor(q / 2) + sp.ceiling(q / 2) - q, []) == 0
        and c.rewrite.rules.residues(sp.floor(q / 2) + sp.floor(q / 2 + 1) - q - 1, []) != 0
    ),
    "roots": lambda c: (
        c.rewrite.rules.by_roots(x**2 + x * y - 1 - y, [sp.Eq(x**3, x)]) != 0
        and c.rewrite.rules.by_roots(x**3 * y - x * y, [sp.Eq(x**3, x)]) == 0
    ),
    "all logs": lambda c: (
        c.rewrite.rules.logarithms(sp.log(x * y), [x > 0, y > 0]) == sp.log(x) + sp.log(y)
        and c.rewrite.rules.logarithms(sp.log(x * y), [x > 0]) == sp.log(x * y)
    ),
    "powers of e": lambda c: number(c, (sp.exp(x) + 1) * sp.exp(-x) - sp.exp(-x), x=2) == 1,
    "curvature": lambda c: number(c, Derivative(sp.exp(x), (x, 2)) - sp.exp(x), x=2) == 0,
    "log of 1/2": lambda c: number(c, sp.log(x) + sp.log(2 / x) - sp.log(2), x=6) == 0,
    "enclosure": lambda c: (
        number(c, sp.E, x=1) > Fraction(2718281828459045235, 10**18)
        and not number(c, sp.E, x=1) > Fraction(2718281828459045236, 10**18)
        and number(c, sp.log(x), x=7) < Fraction(1945910149056, 10**12)
    ),
    "inner products": inner_products,
    "bilinear": bilinear,
    "matrix product": matrix_product,
}

SABOTAGE = [
    (module, *change)
    for module, changes in {
        "__init__": [
            ("if left_over := residue(", "if False and residue(", "points are no proof"),
            ("if opposite not in versions.values():", "if False:", "opposite"),
            ("if dropped := needed(", "if dropped := None and needed(", "superfluous"),
        ],
        "claim": [
            ("return a == b", "return True", "true"),
            ('x == y and self.sign == "<="', 'x == y and self.sign == "<"', "refute the true"),
        ],
        "evaluate.derivatives": [
            ("at.bind(dict(zip(e.variables, values(e.point, at), strict=True)))", "at", "subs"),
        ],
        "evaluate.functions": [
            ("term = term * step * Fraction(1, k)", "term = term * step", "curvature"),
            ("sign = 1 if isinstance(e, sp.Max) else -1", "sign = 1", "max"),
            ("if holds(condition, at):", "if True:", "branches"),
            ("return a * compare(a, ZERO)", "return a", "abs"),
        ],
        "evaluate.infinitesimals": [
            ("(0 if k & m else v * u)", "v * u", "epsilon"),
            ("while term.number or term.moves:", "for _ in (0, 1):", "inverse"),
            ("if not difference.number and (", "if False and (", "kink"),
            ("if root * root != q:", "if False:", "root"),
            ("        if p < 0:\n", "        if False:\n", "zero"),
        ],
        "evaluate.matrices": [
            (
                "[matrix_value(e.base, at)] * exponent",
                "[matrix_value(e.base, at)] * 2",
                "matrix power",
            ),
            ("if not (0 <= i < len(rows) and", "if not (True and", "beyond the matrix"),
            ("columns = list(zip(*B, strict=True))", "columns = B", "matrix product"),
        ],
        "evaluate.scalars": [
            ("range(first, last + 1)", "range(first, last)", "sum"),
            ("if last < first - 1:", "if False:", "reversed"),
            ("map(operator.mul, u, v)", "map(operator.mul, u, u)", "inner products"),
        ],
        "evaluate.transcendental.__init__": [
            ("(c.denominator, -1)", "(c.denominator, 1)", "log of 1/2"),
        ],
        "evaluate.transcendental.enclosures": [
            ("low, high = low**2, high**2", "low, high = low, high", "enclosure"),
        ],
        "evaluate.transcendental.polynomials": [
            ("total[q + r, tuple(", "total[q, tuple(", "powers of e"),
        ],
        "evaluate.walk": [
            ("if jet.more:", "if False:", "by a limit"),
            ('"<": operator.lt', '"<": operator.le', "branches"),
        ],
        "induction.base_and_step": [
            ("if not visibly_nonnegative(first, claim.given) or (", "if (", "base"),
            (
                "step = Claim(keeps * D, sign, new,",
                "step = Claim(keeps * D, sign, D + because[0][0] if because else new,",
                "induction step",
            ),
            ("if left_over := residue(step.lhs, step.rhs, step.given):", "if False:", "equality"),
            ("if not visibly_nonnegative(keeps, given):", "if False:", "kept, or turned round"),
            ("step = Claim(keeps * D,", "step = Claim(D,", "multiplied"),
        ],
        "induction.consequence": [
            ("each=tuple(each), constant=constant", "each=tuple(each)", "one rate"),
        ],
        "induction.invariant": [
            ("if strange := sorted(spoken(g) - known):", "if False:", "other letters"),
        ],
        "induction.invariant_trials": [
            (
                "if trial and not claim.true(trial.left, trial.right):\n            raise",
                "if False:\n            raise",
                "false along",
            ),
            ("if found[g] is None and proves(", "if False and proves(", "unneeded condition"),
            ("if (found := counterexample_along(bad, steps)) is None:", "if False:", "wrong along"),
            ("    if not equal:\n", "    if False:\n", "not attained"),
        ],
        "induction.proved": [
            ("if letter_name(kind) not in claim.fixed() - bound:", "if False:", "instance"),
        ],
        "induction.sequences": [
            ("if all(holds(g, at) for g in claim.each):", "if True:", "induction"),
            ("if broken := [g for g in claim.each", "if broken := [g for g in ()", "named"),
        ],
        "induction.updates": [
            ("is not known:", "is ...:", "counted from 1"),
            ("return assigned(e, self.step)", "return assigned(e, self.start)", "induction"),
        ],
        "inequality.certificate": [
            ("if left_over:", "if False:", "certificate"),
            ("if not shown or any(", "if any(", "visible"),
            ('if claim.sign == "<" and not any(', "if False and not any(", "strict"),
        ],
        "inequality.less_equal": [
            ("equality is None", "False", "attained"),
        ],
        "inequality.nonnegative": [
            ("if more.is_positive or (more", "if True or (more", "beyond"),
            ("(isinstance(g, STRICT) or not strict)", "True", "weak hypothesis"),
            ("uu * vv - uv**2", "uu * vv - 2 * uv**2", "gram"),
            ("if any(sp.expand((e - gap).doit()) == 0", "if any(True", "gram"),
            ("strict or not e.exp.is_nonnegative", "strict", "inverse of what may be 0"),
            ("return None if negative else _all(whys)", "return _all(whys)", "signs"),
            ("return _all(put(m, v, known)", "return next(put(m, v, known)", "larger"),
            ("if isinstance(m, sp.Max | sp.Abs) and visibly", "if True or visibly", "triangle"),
        ],
        "language.binding": [
            ("return _walked(e, {})", "return e", "bound name"),
            ("start=below + 1", "start=1", "two of one name"),
            (" if not part.has(author)}", "}", "captured"),
            ("v not in others for v", "True for v", "captured"),
            ("return fresh(_put_in(fresh(e)).doit())", "return e.doit()", "captured"),
        ],
        "language.inner_products": [
            ("c.doit() * k.doit() *", "c.doit() *", "bilinear"),
        ],
        "refutation.trials": [
            ("    if not true:\n        raise", "    if False:\n        raise", "silent zero"),
            ("if not any(any(t.left + t.right) for t in trials):", "if False:", "empty"),
            ("if same and claim.rhs.free_symbols", "if False", "constant"),
            (
                'raise NotProved(1, f"{claim} cannot be evaluated", str(reason)) from reason',
                "return None",
                "no value",
            ),
        ],
        "refutation.versions": [
            ("if refuted is None:", "if False:", "survivor"),
            ("        if fresh:", "        if False:", "fresh letter"),
            ("if varies and len(", "if False and len(", "17"),
            ("if dropped is None:", "if False:", "needed"),
        ],
        "rewrite.cases": [
            ("return f if shown_nonnegative(f, known)", "return f if True", "sign"),
            ("sign * sp.Abs(sp.expand(first - b))", "sp.Abs(sp.expand(first + b))", "by abs"),
            ('g.rel_op not in ("==", "!=")', 'g.rel_op != "=="', "refined by !="),
            ("g.reversed: sp.true, no:", "g.reversed: sp.true, g:", "denied"),
            ("return sp.refine(e,", "return sp.sympify(e,", "with hypothesis"),
            ("return e.rewrite([sp.Max, sp.Min], sp.Piecewise)", "return e", "maximum"),
        ],
        "rewrite.counting": [
            ("comb(int(steps), j) * ", "", "triangle of Pascal"),
            ("end = low + shift, high + shift", "end = low + shift, high", "triangle of Pascal"),
            ("range(q), repeat", "range(1), repeat", "residues"),
        ],
        "rewrite.equations": [
            ('if g.rel_op == "=="]', "]", "no equation"),
        ],
        "rewrite.logarithms": [
            (
                "if all(shown_positive(f, known) for",
                "if any(shown_positive(f, known) for",
                "all logs",
            ),
        ],
        "rewrite.products": [
            ("return all(sp.expand(number) == 0", "return any(sp.expand(number) == 0", "least"),
            ("if M.shape == (1, 1) else factors", "", "least"),
        ],
        "rewrite.rules": [
            ("    by_equations,\n", "", "equation"),
            ("if e != 0]", "if False]", "points are no proof"),
            ("if all(normal(there) == 0 for", "if any(normal(there) == 0 for", "roots"),
            ("return sp.expand(carried(carried(e)))", "return e", "expansion"),
            ("sp.expand(carried(carried(e)))", "sp.expand(carried(e))", "step"),
            ("    from_one,\n", "", "augmented"),
            ("if all(normal(f, given) == 0", "if any(normal(f, given) == 0", "one of two"),
            ('**({"positive": True} if low.is_positive else {})', "positive=True", "below 1"),
            ("+= factor * substitute", "+= substitute", "factor"),
            ("return sp.cancel(sp.together(e))", "return e", "quotient"),
            ("names = {s: sp.Dummy", "names = {} and {s: sp.Dummy", "unnamed"),
            ("if free(new) <= free(e):", "if True:", "escaping"),
        ],
        "rewrite.sums": [
            (
                "steps = range(1, more + 1) if more > 0",
                "steps = range(1, more) if more > 0",
                "last terms",
            ),
            ("inside = more > 0 or (", "inside = True or (", "pole taken in"),
            ("idle = (high - low + 1 for", "idle = (high - low for", "idle"),
            ("return substitute(s.function, {j: 0}) +", "return", "from 0"),
            ("(j, 1, last))", "(j, 0, last))", "from 0"),
            ("if [limit[1:] for limit in order] == ranges", "", "ranges"),
            ("least = min(candidates, key=sp.default_sort_key)", "least = monomial", "ranges"),
            ("+= coefficient", "= coefficient", "twice"),
            ("[e.base] * int(e.exp)", "[e.base]", "power"),
            ("[(term, inner + limits)", "[(term, limits)", "nested"),
        ],
        "sampling.points": [
            ("and _obeys(at, given)", "", "points"),
            ("return all(holds(g, at) for g in given)", "return True", "points"),
            ("if not allows(letter, Fraction(v)):", "if False:", "named point"),
        ],
        "sampling.proposals": [
            ("if isinstance(g, sp.Eq))", "if False)", "solved"),
        ],
        "wellposed.guards": [
            ("if least is not None and", "if False and", "index"),
            ("for clash in sorted(inside &", "for clash in sorted(set() &", "clash"),
            ("if (found := undefined(part, claim.given)) is None:", "if True:", "divisor"),
            ("if names := unknown(s):", "if names := []:", "assumption"),
            ("if v.is_integer:", "if False:", "by an integer"),
            ("if letters(c) & moved and _thin(c, sides):", "if False:", "one point"),
            ("if p.args[-1].cond != sp.true:", "if False:", "no case"),
        ],
        "wellposed.names": [
            ("if names.count(name) > 1", "if False", "names"),
        ],
        "wellposed.nonzero": [
            ("if not exponent.is_nonnegative and not", "if False and not", "pole"),
            ("if not exponent.is_integer and not", "if False and not", "far root"),
            ("if not shown_nonnegative(high - low + 1, facts):", "if False:", "backwards"),
            ("if not shown_positive(place.args[0], facts):", "if False:", "logarithm"),
            ("if not shown_nonnegative(place.args[0], facts):", "if False:", "subsets"),
            ("if not shown_positive(place.function, facts):", "if False:", "poles multiplied"),
        ],
        "wellposed.pose": [
            ("if isinstance(e, bool | TRUTH):", "if False:", "truth value"),
            ("if found.has(sp.Float):", "if False:", "float"),
            ("return fresh(found)", "return found", "pole in a sum"),
            ("if (odd := strange(found)) is not None:", "if False:", "liar"),
            ("if found.has(sp.nan, sp.zoo, sp.oo, -sp.oo):", "if False:", "infinite"),
            ("if claim.lhs == claim.rhs:", "if False:", "same"),
            ("if left != right:", "if False:", "shape"),
            ("if not isinstance(g, Relational):", "if False:", "no hypothesis"),
            ("if _restates(g, claim):", "if False:", "restated"),
        ],
    }.items()
    for change in changes
]


SLOW = {"base", "other letters", "triangle of Pascal", "unneeded condition"}  # seconds each
FIRST = {module: entry for entry in reversed(SABOTAGE) for module in entry[:1]}


def marks(probe, short=True):
    """Leave to the longer tests the slow probes, and what is not wanted in the short ones."""
    return [pytest.mark.thorough] * (probe in SLOW or not short)


@pytest.mark.parametrize("name", [pytest.param(name, marks=marks(name)) for name in PROBES])
def test_a_probe_passes_where_nothing_is_broken(name):
    assert PROBES[name](import_module(PACKAGE))


# Each entry imports the checker anew, a quarter of a second: here one of each module, later all.
@pytest.mark.parametrize(
    ("module", "old", "new", "probe"),
    [pytest.param(*entry, marks=marks(entry[-1], entry == FIRST[entry[0]])) for entry in SABOTAGE],
)
def test_sabotage_is_noticed(module, old, new, probe, monkeypatch):
    broken = checker(monkeypatch, module, old, new)
    try:
        noticed = not PROBES[probe](broken)
    except Exception:  # noqa: BLE001 - a checker that breaks down is noticed, too
        noticed = True
    assert noticed


def test_every_probe_is_for_some_sabotage():
    assert {probe for *_, probe in SABOTAGE} == set(PROBES)
