"""The exact points: pseudo-random, reproducible, within the assumptions; and how they are written."""

from fractions import Fraction

import pytest
import sympy as sp
from letters import w, x, y

from perceptrons.verify import NotProved
from perceptrons.verify.evaluate import value
from perceptrons.verify.evaluate.point import Point
from perceptrons.verify.printing.rows import point_text
from perceptrons.verify.sampling.points import chosen_point, points


def test_values_do_not_depend_on_the_order_in_which_they_are_asked_for():
    one, two = next(points()), next(points())
    forwards = [value(e, one).real for e in (x, y, w[1], w[2])]
    backwards = [value(e, two).real for e in (w[2], w[1], y, x)]
    assert forwards == backwards[::-1]


def test_points_respect_assumptions_and_hypotheses():
    positive, even = sp.Symbol("p", positive=True), sp.Symbol("e", even=True)
    negative, whole = sp.Symbol("m", negative=True), sp.Symbol("q", integer=True)
    stream = points([x < y, w[1] > w[2]], simple=False)
    for _ in range(40):
        point = next(stream)
        p, e, m, q, a, b = (value(s, point).real for s in (positive, even, negative, whole, x, y))
        assert p > 0
        assert e % 2 == 0
        assert m < 0
        assert q.denominator == 1
        assert a < b
        assert value(w[1] - w[2], point).real > 0


def test_contradictory_hypotheses_are_noticed():
    with pytest.raises(NotProved, match="no point was found that satisfies x > 1 and x < 0"):
        next(points([x > 1, x < 0]))


def test_first_points_are_small_integers_and_later_ones_are_not():
    early = [value(x, p).real for p, _ in zip(points(), range(20), strict=False)]
    late = [value(x, p).real for p, _ in zip(points(simple=False), range(60), strict=False)]
    assert set(early) == {-1, 0, 1}
    assert {v.denominator for v in late} == {1, 2, 3}


def test_chosen_point():
    point = chosen_point({x: sp.Rational(1, 2), w[1]: 3})
    assert value(x * w[1], point).real == Fraction(3, 2)


@pytest.mark.parametrize(
    ("values", "written"),
    [
        ({("w", (1,)): 1, ("w", (2,)): 2, ("n", ()): 2}, "n = 2, w = (1, 2)"),
        ({("w", (0,)): 1, ("w", (1,)): 2}, "w = (1, 2)"),
        ({("w", (0,)): 1}, "w₀ = 1"),
        (
            {("X", (0, 0)): 1, ("X", (0, 1)): 2, ("X", (1, 0)): 3, ("X", (1, 1)): 4},
            "X = (1, 2; 3, 4)",
        ),
        ({("x", (1, 1)): 1, ("x", (2, 1)): 3}, "x = (1, 3)"),
        ({("x", (1, 1)): 1, ("x", (2, 2)): 3}, "x₁₁ = 1, x₂₂ = 3"),
        ({("dimension", ()): 2}, ""),
        ({("t", ()): 1, ("t", (1,)): 2, ("t", (3,)): 4}, "t = 1, t₁ = 2, t₃ = 4"),
    ],
)
def test_points_are_written_compactly(values, written):
    assert point_text(Point(values)) == written
