"""Polynomial features against scikit-learn's, and exactly."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.preprocessing import PolynomialFeatures

from perceptrons.data import exact
from perceptrons.features import polynomial
from perceptrons.separability import separate


@pytest.mark.parametrize("d", [1, 2, 4])
@pytest.mark.parametrize("degree", [1, 2, 3])
def test_the_same_columns_as_scikit_learn(d, degree):
    X = np.random.default_rng(d).integers(-5, 6, (7, d)) / 4
    theirs = PolynomialFeatures(degree, include_bias=False).fit_transform(X)
    # Products of up to three quarters of integers up to 5 are exact.
    assert (polynomial(X, degree) == theirs).all()
    assert theirs.shape[1] == comb(d + degree, degree) - 1


def test_fractions_stay_fractions_and_the_caller_s_array_stays():
    X = exact([[0.5, 3]])
    made = polynomial(X, 2)
    assert made.tolist() == [[Fraction(1, 2), 3, Fraction(1, 4), Fraction(3, 2), 9]]
    polynomial(X, 1)[:] = 0
    assert X.tolist() == [[Fraction(1, 2), 3]]


@pytest.mark.parametrize("labels", [[1, -1, 1, -1], [1, -1, -1, 1], [1, 1, 1, -1]])
def test_as_many_degrees_as_changes_of_sign(labels):
    changes = sum(a != b for a, b in pairwise(labels))
    X = exact([[0], [1], [2], [5]])
    for degree in (1, 2, 3):
        answer = separate(polynomial(X, degree), labels)
        assert answer.separable == (degree >= changes)


@pytest.mark.parametrize(
    ("X", "degree", "message"),
    [
        ([[1]], 0, "degree must be a whole number, at least 1; got 0"),
        ([[1]], 1.5, "degree must be a whole number"),
        ([1], 2, r"X must have shape \(n, d\)"),
        (csr_array(np.eye(2)), 2, r"X is sparse, .* pass X.toarray\(\)"),
        (np.ones((2, 1000)), 3, r"makes 167668500 features of 1000 .* dual\.polynomial\(degree\)"),
    ],
)
def test_bad_input_is_refused(X, degree, message):
    with pytest.raises(ValueError, match=message):
        polynomial(X, degree)
