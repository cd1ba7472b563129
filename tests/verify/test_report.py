"""What the reader sees of a check: text and HTML, in the letters of the page, the same everywhere."""

import os
import re
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import sympy as sp
from letters import EXPRESSIONS, J, T, X, d, h, i, j, k, n, residual, u, w, x, y, z
from sympy import Derivative, IndexedBase, MatrixSymbol, Rational, Sum, symbols

from perceptrons.verify import dot, norm2, refute, vectors, verify, verify_gradient, verify_le
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.printing.formulas import Formula
from perceptrons.verify.printing.printer import formula
from perceptrons.verify.printing.report import Refuted
from perceptrons.verify.printing.statement import stated

eta, R = symbols("eta R", positive=True)
M, W, t = MatrixSymbol("X", n, d), MatrixSymbol("w", d, 1), MatrixSymbol("t", n, 1)


def growth(**options):
    mistake, radius = -dot(u, z), R**2 - norm2(z)
    return verify_le(
        norm2(u + eta * z),
        norm2(u) + eta**2 * R**2,
        because=[[2, eta, mistake], [eta**2, radius]],
        given=[mistake >= 0, radius >= 0],
        **options,
    )


def test_an_equality():
    check = verify((x + y) ** 2, x**2 + 2 * x * y + y**2, wrong={"middle lost": x**2 + y**2})
    assert str(check).splitlines() == [
        "Proved for all real x, y. Two wrong versions refuted.",
        "  (x + y)² = x² + 2xy + y²",
        "  SymPy rewrites left − right to 0; tried at 18 exact points",
        "  middle lost: = x² + y² is false at x = −1, y = 1: 0 ≠ 2",
        "  opposite sign: false at x = 0, y = 1: 1 ≠ −1",
    ]
    numbers = verify(Sum(k, (k, 1, 10)), 55, wrong={"one short": 45})
    assert str(numbers).splitlines()[::2] == [
        "Proved. Two wrong versions refuted.",
        "  SymPy rewrites left − right to 0; computed exactly",
        "  opposite sign: false: 55 ≠ −55",
    ]


def test_an_inequality_with_one_hypothesis():
    mistake = dot(u, z) <= 0
    check = verify_le(norm2(u + z), norm2(u) + norm2(z), because=[[2, -dot(u, z)]], given=[mistake])
    assert str(check).splitlines() == [
        "Proved for all u, z in any dimension. Needed: u·z ≤ 0 (without it false at u = (1, 0), z = (1, 0): 4 > 2).",
        "  ‖u + z‖² ≤ ‖u‖² + ‖z‖²",
        "  right − left is −2(u·z), never negative; tried at 20 exact points",
        "  equal at u = (0, 0), z = (1, 0): 1 = 1",
    ]


def test_an_inequality_with_several_hypotheses():
    low = norm2(u) + eta**2 * R**2 / 2
    check = growth(wrong={"half of it": (norm2(u + eta * z), low)})
    assert str(check).splitlines() == [
        "Proved for all u, z in any dimension, all R, η > 0. Needed: u·z ≤ 0; ‖z‖² ≤ R². One wrong version refuted.",
        "  ‖u + ηz‖² ≤ η²R² + ‖u‖²",
        "  right − left is η²(R² − ‖z‖²) − 2η(u·z), never negative; tried at 20 exact points",
        "  half of it: ≤ ½η²R² + ‖u‖² is false at R = η = 1, u = (0, 0), z = (1, 0): 1 > 1/2",
        "  without u·z ≤ 0 false at R = η = 1, u = (1, 0), z = (1, 0): 4 > 2",
        "  without ‖z‖² ≤ R² false at R = η = 1, u = (0, 0), z = (1, 1): 2 > 1",
        "  equal at R = η = 1, u = (0, 0), z = (1, 0): 1 = 1",
    ]


def test_a_refutation():
    a, b = symbols("a b", positive=True)
    assert str(refute(a + b, "<=", a * b)).splitlines() == [
        "False at a = b = 1: 2 > 1. Supposed: a, b > 0.",
        "  a + b ≤ ab",
    ]
    assert str(refute(x, "<", y, given=[x >= y])).splitlines() == [
        "False at x = 1, y = −1: 1 ≥ −1. Supposed: x ≥ y.",
        "  x < y",
    ]


def test_a_gradient():
    r = t - M * W
    lines = str(verify_gradient(r.T * r / 2, W, -M.T * r, wrong={"2 for ½": -2 * M.T * r}))
    assert lines.splitlines()[:2] == [
        "Proved for all matrices X, t, w, all integer d, n ≥ 1. Two wrong versions refuted.",
        "  ∇_w (½(tᵀ − wᵀXᵀ)(t − Xw)) = −Xᵀ(t − Xw)",
    ]


def test_a_hypothesis_without_which_there_is_no_value():
    share = verify_le(
        dot(u, z) ** 2 / norm2(z),
        norm2(u),
        because=[[norm2(u - dot(u, z) / norm2(z) * z)]],
        given=[norm2(z) > 0],
    )
    assert re.search(r"without it undefined at .*z = \(0(, 0)*\)", str(share))


def test_a_letter_without_a_value_has_no_bearing():
    claim = refute(x + y, "=", x + h, given=[h > 0]).claim
    undefined = Refuted(claim, Point({("y", ()): 0}), (), ())
    assert str(undefined).startswith("Undefined at y = 0, whatever h, x.")


@pytest.mark.parametrize(
    ("assumptions", "said"),
    [
        ({}, "all x"),
        ({"real": True}, "all real x"),
        ({"negative": True}, "all x < 0"),
        ({"nonpositive": True}, "all x ≤ 0"),
        ({"nonzero": True}, "all x ≠ 0"),
        ({"positive": True}, "all x > 0"),
        ({"nonnegative": True}, "all x ≥ 0"),
        ({"integer": True}, "all integer x"),
        ({"integer": True, "nonzero": True}, "all integer x ≠ 0"),
        ({"integer": True, "nonnegative": True}, "all integer x ≥ 0"),
        ({"integer": True, "positive": True}, "all integer x ≥ 1"),
        ({"integer": True, "negative": True}, "all integer x ≤ −1"),
        ({"even": True}, "all even x"),
        ({"odd": True}, "all odd x"),
        ({"even": True, "nonnegative": True}, "all even x ≥ 0"),
    ],
    ids=str,
)
def test_every_assumption_is_said(assumptions, said):
    s, c = sp.Symbol("x", **assumptions), sp.Symbol("c")
    check = verify((s + c) ** 2, s**2 + 2 * s * c + c**2)
    alike = said == "all x"
    assert str(check).startswith("Proved for all c, x." if alike else f"Proved for all c, {said}.")
    weak = said in ("all x", "all real x")
    supposed = f" Supposed: {said.removeprefix('all ')}."
    assert str(refute(s + c, "=", c - s + 1)).splitlines()[0].endswith(supposed) is not weak


def test_assumptions_of_entries_are_said():
    p = IndexedBase("p", positive=True)
    check = verify_le(0, p[1] * x**2, because=[[p[1], x**2]])
    assert str(check).startswith("Proved for all entries of p > 0, all real x.")


@pytest.mark.parametrize(
    ("e", "text"),
    [
        (-dot(u, z) >= 0, "u·z ≤ 0"),
        (R**2 - norm2(z) >= 0, "‖z‖² ≤ R²"),
        (dot(u, z) - eta > 0, "u·z > η"),
        (1 - x >= 0, "x ≤ 1"),
        (x - y >= 0, "x ≥ y"),
        (x - y <= 0, "x ≤ y"),
        (x < y, "x < y"),
        (sp.Ne(x, 1), "x ≠ 1"),
        (sp.Eq(x**2, 1), "x² = 1"),
        (norm2(vectors("w^(k)")[0] - 2 * vectors("w^*")[0]), "‖w⁽ᵏ⁾ − 2w*‖²"),
        (Rational(3, 4) * eta**2 * R**2 * norm2(z) / x**2, "¾η²R²‖z‖²/x²"),
        (sp.sqrt(norm2(z)) * x, "x‖z‖"),
        ((1 - eta * x) ** 2, "(1 − ηx)²"),
        (4 * x * dot(u, z) / 3, "4x(u·z)/3"),
        (Derivative(J, w[k]), "∂/∂wₖ (½ Σᵢ₌₁ⁿ (tᵢ − Σⱼ₌₁ᵈ wⱼxᵢⱼ)²)"),
        (x - Sum(w[i], (i, 1, n)), "x − Σᵢ₌₁ⁿ wᵢ"),
        (Sum(w[i], (i, 1, n)) - Sum(T[j], (j, 1, d)), "−(Σⱼ₌₁ᵈ tⱼ) + Σᵢ₌₁ⁿ wᵢ"),
        (n * (x + Sum(w[i], (i, 1, n)) / n) ** 2 + x**2, "n(x + (Σᵢ₌₁ⁿ wᵢ)/n)² + x²"),
        (x * Sum(w[i], (i, 1, n)) / n + x**2, "x² + (x Σᵢ₌₁ⁿ wᵢ)/n"),
        (X[i, j + 1], "x_(i,j + 1)"),
        (Sum((w[j] + sp.KroneckerDelta(i, j)) * T[j], (j, 1, n)), "Σⱼ₌₁ⁿ tⱼ(δᵢⱼ + wⱼ)"),
        (sp.Abs(x) * sp.Max(0, -y), "|x| max(0, −y)"),
        (sp.exp(-x) / (1 + sp.exp(-x)), "exp(−x)/(1 + exp(−x))"),
        (2 * 3**x, "2·3ˣ"),
        (sp.Subs(x**2, x, y / 2), "[x²]_(x=½y)"),
    ],
    ids=str,
)
def test_formulas_are_those_of_the_page(e, text):
    assert formula(e).text == text


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_no_code_is_left_in_a_formula(name):
    text = formula(EXPRESSIONS[name]).text
    assert not re.search(r"\*\*|\*|Sum\(|Piecewise|Derivative|Max|Abs|\w\[|<=|>=|\{", text)
    ET.fromstring(f"<p>{formula(EXPRESSIONS[name]).html}</p>")


def reports():
    """Return a report of each kind, and those of the derivations of the book."""
    a = sp.Symbol("alpha_k", positive=True)
    r = t - M * W
    return [
        growth(),
        verify(Derivative(J, w[k]), -Sum(residual * X[i, k], (i, 1, n)), given=[k <= d]),
        verify_gradient(r.T * r, W, -2 * M.T * r),
        verify(a * x + a, a * (x + 1), wrong={r"50 % of $x_1$ \\ & # <b>": a / 2 * x}),
        verify(Sum(w[i] * T[j], (i, 1, n), (j, 1, d)), Sum(w[i], (i, 1, n)) * Sum(T[i], (i, 1, d))),
        refute(norm2(vectors("w_k")[0] - h * z), "<=", norm2(z)),
        verify_le(2 * dot(u, z), norm2(u) + norm2(z), because=[[norm2(u - z)]]),
    ]


def test_no_formula_of_a_report_is_longer_than_its_claim():
    for report in reports():
        longest = max(
            len(stated(report.claim).text),
            *(len(formula(g).text) for g in report.claim.hypotheses),
            0,
        )
        for row in report.rows():
            for part in row:
                if isinstance(part, Formula) and not re.fullmatch(r"\S+ = [^=]+", part.text):
                    assert len(part.text) <= longest, part


def texts(root):
    """Return the texts of the summary and of the rows."""
    return ["".join(part.itertext()) for part in (root[0], *root[1])]


def test_html_is_a_fold_with_the_same_words():
    for report in reports():
        html = report._repr_html_()
        root = ET.fromstring(html)
        assert (root.tag, root.attrib) == ("details", {"class": "report"})
        assert [part.tag for part in root] == ["summary", "ul"]
        said = [re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", t)) for t in texts(root)]
        plain = [
            re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", t)) for t in str(report).split("\n")
        ]
        assert said == plain
        assert {part.tag for part in root[1].iter()} <= {"ul", "li", "sub", "sup"}
        assert not hasattr(report, "_repr_latex_")
        assert not hasattr(report, "_repr_markdown_")


SHOWN = """
import test_derivations as book

def show(check):
    def call(*args, **options):
        report = check(*args, **options)
        print(report, report._repr_html_())
        return report
    return call

for name in ("verify", "verify_le", "verify_gradient", "refute"):
    setattr(book, name, show(getattr(book, name)))
book.test_perceptron_criterion_off_its_kinks()
book.test_projection_grows_by_at_least_the_margin()
book.test_expanded_weights_give_the_dual_form()
book.test_gradient_and_normal_equations_with_matrices()
book.test_admissible_interval()
"""


def test_reports_are_the_same_in_every_process():
    def shown(seed):
        return subprocess.run(
            [sys.executable, "-c", SHOWN],
            cwd=Path(__file__).parent,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout.decode()

    first = shown("0")
    assert first.count("Proved") == 2 * 6
    assert shown("1") == first
    assert shown("2") == first
