"""Numbers of chapter 10 that take too long for its page, and stand in its text."""

from pathlib import Path

import nbformat
import numpy as np
import pytest
from scipy.optimize import nnls
from sklearn.datasets import load_breast_cancer

from perceptrons import features, geometry
from perceptrons.separability import separate

CHAPTER = Path(__file__).resolve().parents[2] / "book" / "10_when_a_line_is_enough.ipynb"
TEXT = "\n".join(c.source for c in nbformat.read(CHAPTER, 4).cells if c.cell_type == "markdown")

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def tumours():
    """Return the patterns and targets of the chapter."""
    cancer = load_breast_cancer()
    scaled = (cancer.data - cancer.data.mean(axis=0)) / cancer.data.std(axis=0)
    return np.round(scaled * 1024) / 1024, np.where(cancer.target == 0, 1, -1)


def test_coins_with_all_products(tumours):
    P = features.polynomial(tumours[0], 2)
    coins = (np.random.default_rng(seed).choice([-1, 1], len(P)) for seed in range(20))
    assert all(separate(P, toss).separable for toss in coins)
    assert "random labels were separable in twenty tries out of twenty" in TEXT


def test_shuffled_squares(tumours):
    """A shuffle keeps the values of the squares, but not whose they are."""
    X, t = tumours[0][:, :20], tumours[1]
    everywhere, within = [np.arange(len(X))], [np.flatnonzero(t == label) for label in (1, -1)]
    for groups, separators in [(everywhere, 0), (within, 95)]:
        hits = 0
        for seed in range(12):
            rng = np.random.default_rng(seed)
            for _ in range(10):
                rows = np.arange(len(X))
                for group in groups:
                    rows[group] = rng.permutation(group)
                hits += separate(np.hstack([X, X[rows] ** 2]), t).separable
        assert hits == separators
    assert "Shuffled among all tumours, the squares never had a separator in 120 tries" in TEXT
    assert "Shuffled only within each class, they had one in 95 of 120" in TEXT


def test_twenty_columns_of_noise(tumours):
    X, t = tumours
    hits = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        for _ in range(10):
            junk = rng.integers(-1024, 1025, (len(X), 20)) / 1024
            hits += separate(np.hstack([X[:, :20], junk]), t).separable
    assert hits == 25
    assert "from $-1$ to 1 in place of the squares, 25 of 120 tries had a separator" in TEXT


def test_one_wrong_label(tumours):
    """Nothing separates then if and only if z_k is a sum of the others, with numbers c >= 0."""
    Z = geometry.reflect(*tumours)
    far = [nnls(np.delete(Z, k, axis=0).T, Z[k], maxiter=10_000)[1] for k in range(len(Z))]
    # The distances have a gap: 500 are rounding, and the others are more than 0.004.
    free = [k for k in range(len(Z)) if far[k] > 1e-6]
    assert [k for k in free if k % 57 == 0] == [114, 228, 456]
    assert f"of all {len(Z)}, only {len(free)} can change sides" in TEXT
    assert f"The conditions of the other {len(Z) - len(free)} say nothing new" in TEXT
