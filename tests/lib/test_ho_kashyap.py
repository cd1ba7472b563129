"""The rule of Ho and Kashyap: what it finds, against an exact decision by another algorithm."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from perceptrons import data, ho_kashyap
from perceptrons.data import exact
from perceptrons.geometry import reflect
from perceptrons.separability import largest_margin

X, T = [[-3], [-2], [-1], [6]], [-1, -1, 1, 1]
HALF = Fraction(1, 2)


def test_the_example_of_the_chapter():
    one = ho_kashyap.batch(exact(X), T, eta=HALF, max_steps=1)
    assert one.b.tolist() == [1, 1, 1, Fraction(6, 5)]
    assert one.outcome == "open"
    norms = [v.e @ v.e for v in (ho_kashyap.batch(exact(X), T, max_steps=k) for k in range(1, 9))]
    assert [round(float(v), 4) for v in norms[:2]] == [1.9212, 1.8471]
    assert all(a > b for a, b in pairwise(norms))
    assert [ho_kashyap.batch(exact(X), T, eta=eta).steps for eta in (HALF, 1)] == [9, 5]
    Z = reflect(X, T)
    w = np.linalg.lstsq(Z, np.ones(4))[0]
    assert Z @ w - 1 == pytest.approx([-0.4, -0.6, -1.2, 0.2])  # its rounding


def test_certificates_at_once():
    for patterns, targets, e in [
        (data.xor().X, data.xor().t, [-1, -1, -1, -1]),
        ([[1], [2], [3]], [1, -1, 1], [Fraction(-v, 3) for v in (2, 4, 2)]),
        ([[0], [1], [2], [3], [4]], [-1, -1, 1, -1, 1], [Fraction(-v, 5) for v in (0, 2, 6, 6, 2)]),
    ]:
        for given in (exact(patterns), np.array(patterns, dtype=float)):
            found = ho_kashyap.batch(given, targets)
            assert (found.outcome, found.steps, found.e.tolist()) == ("certificate", 0, e)
            assert not (exact(reflect(patterns, targets)).T @ found.e).any()


def random_sets(count, seed):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        d = int(rng.integers(1, 3))
        n = int(rng.integers(2, 7))
        yield rng.integers(-3, 4, (n, d)), rng.choice((-1, 1), n)


def test_outcomes_agree_with_an_exact_decision():
    seen = Counter()
    for patterns, t in random_sets(100, 5):
        found = ho_kashyap.batch(exact(patterns), t, max_steps=8)
        separable = bool(largest_margin(exact(patterns), t).w.any())
        Z = reflect(exact(patterns), t)
        seen[found.outcome, separable] += 1
        assert (found.e == Z @ found.w - found.b).all()
        assert not (Z.T @ found.e).any()
        if found.outcome == "separates":
            assert (Z @ found.w > 0).all()
        if found.outcome == "certificate":
            assert max(found.e) <= 0 > min(found.e)
        close = ho_kashyap.batch(patterns, t, max_steps=8)
        assert close.outcome == found.outcome
        assert close.steps == found.steps
        assert close.w.shape == found.w.shape
    assert seen["separates", False] == seen["certificate", True] == 0
    assert min(seen["separates", True], seen["certificate", False], seen["open", False]) >= 5


def test_the_errors_fall_as_the_theorem_says():
    for patterns, t in random_sets(20, 7):
        Z = exact(reflect(patterns, t))
        for eta in (Fraction(1, 4), 1):
            records = [ho_kashyap.batch(exact(patterns), t, eta=eta, max_steps=k) for k in (1, 2)]
            if records[1].steps < 2:
                continue
            e, plus = records[0].e, np.maximum(records[0].e, 0)
            # b grows by 2 η e₊, so Pe₊ is what the outputs gained, divided by 2 η.
            P = Z @ (records[1].w - records[0].w) / (2 * Fraction(eta))
            fall = 4 * eta * (1 - eta) * (plus @ plus) + 4 * eta**2 * (P @ P)
            assert e @ e - records[1].e @ records[1].e == fall > 0


def test_dependent_features_and_copied_patterns():
    twice = [[x, 2 * x] for (x,) in X]
    plain, doubled = (ho_kashyap.batch(exact(P), T) for P in (X, twice))
    assert doubled.outcome == "separates"
    assert (plain.b == doubled.b).all()
    assert (plain.e == doubled.e).all()
    assert doubled.w.tolist() == [*plain.w, 0]
    assert ho_kashyap.batch(np.array(twice, dtype=float), T).steps == plain.steps
    assert ho_kashyap.batch([[1], [1]], [1, -1]).outcome == "certificate"


def test_rounding_makes_no_separator_and_no_certificate():
    # The first four have a certificate; the demand of the last is raised for ever.
    patterns, t = [[1], [2], [4], [7], [9]], [1, -1, 1, -1, -1]
    assert ho_kashyap.batch(exact(patterns[:4]), t[:4]).outcome == "certificate"
    assert ho_kashyap.batch(exact(patterns), t, max_steps=12).outcome == "open"
    found = ho_kashyap.batch(patterns, t)
    assert (found.outcome, found.steps) == ("open", 51)
    assert 0 < found.e.max() < 1e-12
    for scale in (1e-9, 1e9):
        tiny = ho_kashyap.batch(scale * np.array(data.xor().X), data.xor().t)
        assert tiny.outcome == "certificate"
