"""What the reader sees of a check: text, Markdown and TeX, the same in every process."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sympy as sp
from letters import J, T, X, d, h, i, j, k, n, residual, u, w, x, y, z
from sympy import Derivative, IndexedBase, MatrixSymbol, Piecewise, Subs, Sum

from book_site.formulas import typeset
from perceptrons.verify import dot, norm2, refute, vectors, verify, verify_gradient, verify_le


def test_text():
    mistake = dot(u, z) <= 0
    check = verify_le(norm2(u + z), norm2(u) + norm2(z), because=[[2, -dot(u, z)]], given=[mistake])
    assert repr(check).splitlines() == [
        "‖u + z‖² <= ‖u‖² + ‖z‖²   ✓",
        "  for u·z <= 0",
        "  right - left = 2*(-(u·z)): no factor is negative",
        "  exact arithmetic agrees at 20 points, one of them u = (1, 1), z = (-1, 0): 1 <= 3",
        "  without u·z <= 0 it fails at u = (1, 0), z = (1, 0): 4 > 2",
        "  strict version: < fails at u = (0, 0), z = (1, 0): 1 ≥ 1",
    ]


@pytest.mark.parametrize(
    ("assumptions", "text", "tex"),
    [
        ({"negative": True}, "x < 0", "x < 0"),
        ({"nonpositive": True}, "x <= 0", r"x \le 0"),
        ({"nonzero": True}, "x != 0", r"x \ne 0"),
        ({"positive": True}, "x > 0", "x > 0"),
        ({"nonnegative": True}, "x >= 0", r"x \ge 0"),
        ({"integer": True}, "integer x", r"x \in \mathbb{Z}"),
        ({"integer": True, "nonzero": True}, "integer x != 0", r"x \in \mathbb{Z} \setminus \{0\}"),
        ({"integer": True, "nonnegative": True}, "x = 0, 1, 2, ...", r"x = 0, 1, 2, \ldots"),
        ({"integer": True, "positive": True}, "x = 1, 2, ...", r"x = 1, 2, \ldots"),
        ({"integer": True, "negative": True}, "x = -1, -2, -3, ...", r"x = -1, -2, -3, \ldots"),
        ({"even": True}, "even x", r"x \in 2\mathbb{Z}"),
        ({"odd": True}, "odd x", r"x \in 2\mathbb{Z} + 1"),
        ({"even": True, "nonnegative": True}, "x = 0, 2, 4, ...", r"x = 0, 2, 4, \ldots"),
    ],
    ids=str,
)
def test_every_assumption_is_printed(assumptions, text, tex):
    s = sp.Symbol("x", **assumptions)
    check = verify((s + y) ** 2, s**2 + 2 * s * y + y**2)
    assert f"\n  for {text}\n" in repr(check)
    assert f"- for ${tex}$" in check._repr_markdown_()
    assert f"\n  for {text}\n" in repr(refute(s + y, "=", y - s))


def test_assumptions_of_entries_are_printed():
    p = IndexedBase("p", positive=True)
    check = verify_le(0, p[1] * x**2, because=[[p[1], x**2]])
    assert "\n  for p[.] > 0\n" in repr(check)
    assert r"- for $p_{\cdot} > 0$" in check._repr_markdown_()


def test_markdown_and_tex():
    check = verify((x + y) ** 2, x**2 + 2 * x * y + y**2, wrong={"a_b*": x**2 + y**2})
    claim = r"\left(x + y\right)^{2} = x^{2} + 2 x y + y^{2}"
    assert check._repr_latex_() == rf"$\displaystyle {claim}\qquad\checkmark$"
    first, _, rows = check._repr_markdown_().partition("\n\n")
    assert first == f"$$\n{claim}\\qquad\\checkmark\n$$"
    assert r"- a\_b\*: $= x^{2} + y^{2}$ fails at $x = -1$, $y = 1$: $0 \ne 2$" in rows


def test_temml_typesets_every_report():
    M, W, t = MatrixSymbol("X", n, d), MatrixSymbol("w", d, 1), MatrixSymbol("t", n, 1)
    a = sp.Symbol("alpha_k", positive=True)
    reports = [
        verify(Derivative(J, w[k]), -Sum(residual * X[i, k], (i, 1, n)), given=[k <= d]),
        verify_gradient((t - M * W).T * (t - M * W), W, -2 * M.T * (t - M * W)),
        verify(Subs(a * x - x**2, x, a / 2), a**2 / 4, wrong={r"50 % of $x_1$ \\ & #": a / 2}),
        verify(Derivative(sp.Max(0, -x * y), x), Piecewise((-y, x * y < 0), (0, True))),
        verify(Sum(w[i] * T[j], (i, 1, n), (j, 1, d)), Sum(w[i], (i, 1, n)) * Sum(T[i], (i, 1, d))),
        refute(norm2(vectors("w_k")[0] - h * z), "<=", norm2(z)),
        verify_le(2 * dot(u, z), norm2(u) + norm2(z), because=[[norm2(u - z)]]),
    ]
    for report in reports:
        display, _, rows = report._repr_markdown_().removeprefix("$$").partition("$$")
        inline = re.findall(r"(?<!\\)\$(.+?)(?<!\\)\$", rows)
        assert len(inline) > 1
        assert "error" not in typeset(display, True), display
        assert "error" not in typeset(report._repr_latex_().strip("$"), True)
        for tex in inline:
            assert "error" not in typeset(tex, False), tex


SHOWN = """
import test_derivations as book

def show(check):
    def call(*args, **options):
        report = check(*args, **options)
        print(report, report._repr_latex_(), report._repr_markdown_())
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
    assert first.count("exact arithmetic agrees") == 2 * 6
    assert shown("1") == first
    assert shown("2") == first
