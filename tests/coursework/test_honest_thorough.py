"""Careful students in other styles, in several assignments, earn every point."""

import json

import pytest
from handed_in import WHY_NOT
from harness import answered, answers, load
from nbformat.v4 import new_code_cell

from grader.coursework import error, is_check, name
from grader.intake.collect import Submission
from grader.run.grading import grade

# Short name of the assignment, style: an own cell before the answers, and the answers that are not the source's.
STYLES = {
    ("a1", "instances that are called, and dataclasses"): (
        """from dataclasses import dataclass, field
@dataclass(frozen=True)
class WithConstant:
    value: float
    last: bool = False
    names: list[str] = field(default_factory=list)
    def __call__(self, X: np.ndarray) -> np.ndarray:
        rows = [np.append(x, self.value) if self.last else np.append(self.value, x) for x in X]
        return np.array(rows)""",
        {"q1": """constant_first, constant_last = WithConstant(1.0), WithConstant(-1.0, last=True)
to_last = lambda w, *, swap=(lambda first, *rest: [*rest, -first]): swap(*w)"""},
    ),
    ("a1", "fractions and decimals"): (
        "from fractions import Fraction\nfrom decimal import Decimal, getcontext\ngetcontext().prec = 40",
        {"q2": """def reflect(X, t):
    return [[Fraction(int(s)) * Fraction(float(v)) for v in (1, *row)] for row, s in zip(X, t)]""",
         "q4": """def distance(w, x):
    bias, *rest = (Decimal(float(v)) for v in w)
    g = bias + sum((a * Decimal(float(b)) for a, b in zip(rest, x)), Decimal(0))
    return g / sum((a * a for a in rest), Decimal(0)).sqrt()"""},
    ),
    ("a1", "the class of matrices"): (
        "M = np.matrix",
        {"q1": """def constant_first(X): return np.c_[M(np.ones(len(X))).T, M(X)]
def constant_last(X): return np.block([M(X), -np.ones((len(X), 1))])
def to_last(w): return np.roll(w, -1) * np.r_[np.ones(len(w) - 1), -1]""",
         "q2": "def reflect(X, t): return M(np.diag(t)) * constant_first(X)"},
    ),
    ("a1", "containers of Python's own, and a sequence by hand"): (
        """from array import array
from collections import UserList, deque
class Row:
    def __init__(self, *values): self.values = values
    def __len__(self): return len(self.values)
    def __getitem__(self, place): return self.values[place]""",
        {"q1": """def constant_first(X): return deque(Row(1, *x) for x in X)
def constant_last(X): return UserList([array("d", [*x, -1]) for x in X])
def to_last(w): return array("d", [*w[1:], -w[0]])"""},
    ),
    ("a1", "a module that a cell writes, and everything by einsum"): (
        "%%writefile rows.py\nimport numpy as np\ndef first(X): return np.insert(X, 0, 1, axis=1)",
        {"q1": """from rows import first as constant_first
def constant_last(X: np.ndarray) -> np.ndarray:
    return np.einsum("ij,j->ij", np.c_[X, np.ones(len(X))], [*[1] * np.shape(X)[1], -1])
def to_last(w): return np.einsum("i,ij->j", w, np.roll(np.diag([-1, *[1] * (len(w) - 1)]), -1, 1))""",
         "q2": "def reflect(X, t): return np.einsum('i,ij->ij', t, constant_first(X))"},
    ),
    ("a3", "all slopes at once"): (
        "import warnings; warnings.simplefilter('error'); np.seterr(all='raise')",
        {"q2": """def gradient(w, X, t):
    return -sum((s * np.r_[1, x] for x, s in zip(X, t) if s * (np.r_[1, x] @ w) <= 0), np.zeros(len(w)))

w0, w1, w2, x1, x2, target = sp.symbols("w0 w1 w2 x1 x2 target")
share = -target * sp.Matrix([w0, w1, w2]).dot([1, x1, x2])
slopes = sp.derive_by_array(share, [w0, w1, w2])"""},
    ),
    ("a2", "recursion and a cache"): (
        "import functools, sys\nsys.setrecursionlimit(20_000)",
        {"q2": """def online(X, t, eta=1.0, w=None, max_epochs=100):
    Z = tuple(tuple(float(s * v) for v in (1, *x)) for x, s in zip(X, t))
    @functools.lru_cache(maxsize=None)
    def present(w, i):
        if i == len(Z):
            return w, 0
        wrong = sum(a * b for a, b in zip(w, Z[i])) <= 0
        after, n = present(tuple(a + eta * b for a, b in zip(w, Z[i])) if wrong else w, i + 1)
        return after, n + wrong
    def run(w, updates, epoch):
        w, n = present(w, 0)
        return (w, updates + n, epoch) if n == 0 or epoch == max_epochs else run(w, updates + n, epoch + 1)
    return run(tuple(map(float, w if w is not None else [0] * len(Z[0]))), 0, 1)"""},
    ),
    ("a3", "einsum, and generators that become lists"): (
        "ones = lambda X: np.ones((len(X), 1))",
        {"q1": """def products(w, X, t):
    return np.einsum("i,ij,j->i", t, np.hstack([ones(X), X]), w)

def criterion(w, X, t):
    return -(p := products(w, X, t))[p < 0].sum()""",
         "q3": """def steps(Z, w, eta):
    while True:
        yield w
        if (Z @ w > 0).all():
            return
        w = w + eta * np.einsum("ij,i->j", Z, Z @ w <= 0)

def batch(X, t, eta=1.0, w=None, max_steps=100):
    from itertools import islice
    Z = np.einsum("i,ij->ij", t, np.hstack([ones(X), X]))
    start = np.zeros(Z.shape[1]) if w is None else np.asarray(w, float)
    return list(islice(steps(Z, start, eta), max_steps + 1))"""},
    ),
    ("a6", "a chain of steps in the way of tables"): (
        """class Table:
    # Eine Tabelle, deren Schritte man aneinanderhängt. 列ごとの平均と標準偏差
    def __init__(self, values): self.values = np.array(values, float)
    def pipe(self, step, *more): return Table(step(self.values, *more))
    def minus(self, other): return self.pipe(np.subtract, other)
    def over(self, other): return self.pipe(np.divide, other)
    def __array__(self, dtype=None, copy=None): return self.values.astype(dtype or float)""",
        {"q4": """def standardise(train, new):
    mitte, größe = np.mean(train, 0), np.std(train, 0)
    größe[größe == 0] = 1
    return tuple(Table(each).minus(mitte).over(größe) for each in (train, new))""",
         "q5": """def incremental(X, t, eta, epochs, rng):
    w = np.zeros(np.shape(X)[1] + 1)
    [w.__iadd__(eta * (t[i] - w @ a) * a) for _ in range(epochs)
     for i in rng.permutation(len(X)) if (a := np.r_[1, X[i]]) is not None]
    return w"""},
    ),
    ("a7", "nested helpers and one line"): (
        "",
        {"q1": """def counts(X, t, max_epochs=100):
    lam = [0] * len(X)
    def g(i):
        def product(j): return 1 + float(np.dot(X[i], X[j]))
        return sum(n * t[j] * product(j) for j, n in enumerate(lam) if n)
    def epoch():
        def visit(i):
            wrong = t[i] * g(i) <= 0
            lam[i] += int(wrong)
            return wrong
        return any([visit(i) for i in range(len(X))])
    all(epoch() for _ in range(max_epochs))
    return lam

weights = lambda lam, X, t: [float(v) for v in np.multiply(lam, t) @ np.insert(np.asarray(X, float), 0, 1, axis=1)]""",
         "q3": """def kernel(X, Y):
    return np.square(np.add(1, np.inner(np.array(X, float), np.array(Y, float))))

def features(x):
    from itertools import combinations_with_replacement as pairs
    return [(1 if a == b else 2) ** 0.5 * u * v for (a, u), (b, v) in pairs(enumerate((1, *x)), 2)]

def learn(X, t, new, max_epochs=100):
    return (lambda lam: decide(lam, t, kernel(new, X)))(dual(kernel(X, X), t, max_epochs))"""},
    ),
    ("a7", "a module made in an own cell"): (
        """import sys, types
mine = types.ModuleType("mine")
mine.both = lambda X, Y: np.array([[1 + sum(a * b for a, b in zip(x, y)) for y in Y] for x in X])
sys.modules["mine"] = mine""",
        {"q2": """from mine import both as gram
def dual(K, t, max_epochs=100):
    K, t = np.asarray(K), np.asarray(t)
    lam = np.zeros_like(t)
    for _ in range(max_epochs):
        before = lam.copy()
        for i, s in enumerate(t):
            lam[i] += s * np.vdot(K[i], lam * t) <= 0
        if np.array_equal(lam, before): break
    return lam

def decide(lam, t, K):
    g = [sum(n * s * k for n, s, k in zip(lam, t, row)) for row in K]
    return [int(v > 0) - int(v < 0) for v in g]"""},
    ),
    ("a9", "whole numbers, types and names of other kinds"): (
        """from typing import Literal, NamedTuple
class Proof(NamedTuple):
    kind: Literal["separator", "certificate"]
    value: tuple[int, ...]""",
        {"q1": """def separates(w, X, t) -> np.bool_:
    return np.all([s * np.dot(w, [1, *x]) > 0 for x, s in zip(X, t)])

def certifies(alpha, X, t) -> bool:
    Z = [[s, *(s * v for v in x)] for x, s in zip(X, t)]
    return min(alpha) >= 0 and any(alpha) and not any(sum(a * z for a, z in zip(alpha, column)) for column in zip(*Z))""",
         "q2": """def prove(X, t) -> Proof:
    Z = [tuple(int(s) * int(v) for v in (1, *x)) for x, s in zip(X, t)]
    w, n, seen = (0,) * len(Z[0]), (0,) * len(Z), {}
    while w not in seen:
        seen[w], before = n, n
        for i, z in enumerate(Z):
            if sum(a * b for a, b in zip(w, z)) <= 0:
                w = tuple(a + b for a, b in zip(w, z))
                n = (*n[:i], n[i] + 1, *n[i + 1:])
        if n == before:
            return Proof("separator", w)
    return Proof("certificate", tuple(a - b for a, b in zip(n, seen[w])))""",
         "q4": """from itertools import product
count = lambda X: sum(prove(X, t).kind == "separator" for t in product((-1, 1), repeat=len(X)))"""},
    ),
    ("a9", "sorted pairs and polynomials"): (
        "from numpy.polynomial import Polynomial as P",
        {"q3": """def degree(x, t):
    signs = [s for _, s in sorted(zip(x, t))]
    return sum(map(int.__ne__, map(int, signs), map(int, signs[1:])))

def bends(x, t):
    points = sorted(zip(np.asarray(x).tolist(), np.asarray(t).tolist()))
    roots = [(a + b) / 2 for (a, s), (b, u) in zip(points, points[1:]) if s != u]
    return (points[-1][1] * P.fromroots(roots)).coef if roots else [points[-1][1]]"""},
    ),
}  # fmt: skip
QUICK = [("a6", "a chain of steps in the way of tables")]
QUICK += [("a1", "a module that a cell writes, and everything by einsum")]
NAMES = {"a1": "a1_discriminants", "a2": "a2_online_perceptron", "a3": "a3_criterion_and_batch"}
NAMES |= {"a6": "a6_adaline", "a7": "a7_dual_form", "a9": "a9_separability"}


@pytest.mark.parametrize(
    "style", [pytest.param(k, marks=() if k in QUICK else pytest.mark.thorough) for k in STYLES]
)
def test_a_careful_student_earns_every_point(style):
    assignment = NAMES[style[0]]
    source, release = load("source", assignment), load("release", assignment)
    first, own = STYLES[style]
    notebook = answered(release, answers(source) | own)
    place = next(i for i, cell in enumerate(notebook.cells) if name(cell) == "q1")
    notebook.cells.insert(place, new_code_cell(first))
    submission = Submission("student", "student", data=json.dumps(notebook).encode())
    done, report = grade(submission, release, source, {"sandboxed": not WHY_NOT})
    assert {name(c): error(c) for c in done.cells if is_check(c) and error(c)} == {}
    assert report["score"] == report["out_of"]
    assert report["repairs"] == report["flags"] == []
