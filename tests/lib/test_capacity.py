"""Counts of separable labellings: against all labellings tried, Cover's formula, and known counts."""

from itertools import combinations, product
from math import comb

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from perceptrons.capacity import count, cover, independent
from perceptrons.data import exact
from perceptrons.separability import separate

points = st.integers(1, 3).flatmap(
    lambda d: st.lists(st.lists(st.integers(-2, 2), min_size=d, max_size=d), min_size=1, max_size=6)
)
PLANE = {  # points, separable labellings
    "convex": ([[0, 0], [2, 0], [0, 2], [3, 3]], 14),
    "one inside": ([[0, 0], [3, 0], [0, 3], [1, 1]], 14),
    "three on a line": ([[0, 0], [1, 0], [2, 0], [0, 1]], 12),
    "four on a line": ([[0, 0], [1, 0], [2, 0], [3, 0]], 8),
    "two equal": ([[0, 0], [0, 0], [1, 0], [0, 1]], 8),
    "all equal": ([[5, 7]] * 4, 2),
    "six in general position": ([[0, 0], [4, 1], [1, 4], [5, 7], [3, 9], [8, 3]], 32),
    "a grid": ([list(p) for p in product(range(3), repeat=2)], 58),
    "halves and thirds": ([[0.5, 0.25], [1, 1.75], [0, 3], [3, 0]], 14),
}


def tried(X):
    """Count by trying all labellings."""
    signs = product((1, -1), repeat=len(X))
    return sum(separate(exact(X), t).separable for t in signs)


@pytest.mark.parametrize(("X", "expected"), PLANE.values(), ids=PLANE)
def test_counts_in_the_plane(X, expected):
    assert count(X) == expected


@pytest.mark.parametrize(("d", "expected"), [(1, 4), (2, 14), (3, 104), (4, 1882)])
def test_threshold_functions_of_a_cube(d, expected):
    """The numbers of linearly separable Boolean functions, as published for up to four inputs."""
    assert count(list(product((-1, 1), repeat=d))) == expected


@given(points)
def test_each_labelling_tried(X):
    assert count(X) == tried(X) <= cover(len(X), len(X[0]) + 1)


@given(points)
def test_all_labellings_just_where_the_patterns_are_independent(X):
    rank = sp.Matrix([[1, *x] for x in X]).rank()
    assert independent(X) == (rank == len(X))
    assert independent(X) == (tried(X) == 2 ** len(X))


@pytest.mark.parametrize(("n", "d"), [(8, 1), (7, 2), (7, 3), (6, 4)])
def test_points_on_the_moment_curve_are_in_general_position(n, d):
    curve = [[k**j for j in range(1, d + 1)] for k in range(n)]
    assert count(curve) == cover(n, d + 1)


@given(points.filter(lambda X: len(X[0]) == 2))
def test_in_the_plane_each_line_of_m_points_costs_its_share(X):
    """C(n, 3) - 2 Σ C(m - 1, 2) over the lines with m of n distinct points."""
    P = sorted({tuple(x) for x in X})
    lines = {
        frozenset(r for r in P if (q[0] - p[0]) * (r[1] - p[1]) == (q[1] - p[1]) * (r[0] - p[0]))
        for p, q in combinations(P, 2)
    }
    assert count(X) == cover(len(P), 3) - 2 * sum(comb(len(line) - 1, 2) for line in lines)


def test_cover_s_recurrence_and_its_ends():
    for n, D in product(range(1, 30), range(2, 30)):
        assert cover(n + 1, D) == cover(n, D) + cover(n, D - 1)
    assert [cover(n, D) for n, D in [(1, 1), (1, 9), (9, 1), (9, 9)]] == [2, 2, 2, 2**9]
    assert all(cover(2 * D, D) == 2 ** (2 * D - 1) for D in range(1, 40))


def test_independence_is_exact():
    nearly = [[1.0], [1.0 + 2.0**-52]]
    assert independent(nearly)
    assert not independent([[1.0], [1.0]])
    assert not independent([[0], [1], [2]])
    assert independent(csr_array(np.eye(4)))
    assert independent(exact([[2**70], [2**70 + 1]]))
