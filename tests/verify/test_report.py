"""What the reader sees of a check: text, Markdown and TeX, the same in every process."""

import os
import re
import subprocess
import sys
from pathlib import Path

import sympy as sp
from letters import J, T, X, d, h, i, j, k, n, residual, u, w, x, y, z
from sympy import Derivative, MatrixSymbol, Piecewise, Subs, Sum

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
