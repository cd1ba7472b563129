"""Polynomial features and hashed words against scikit-learn's, and exactly."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.feature_extraction import FeatureHasher
from sklearn.preprocessing import PolynomialFeatures
from sklearn.utils import murmurhash3_32

from perceptrons import data, features, text
from perceptrons.data import exact
from perceptrons.features import folded, hashed, polynomial
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


# Hashed words


@given(st.text(max_size=12))
def test_the_hash_of_scikit_learn(word):
    assert features._murmur(word) == murmurhash3_32(word)


DOCUMENTS = ["win money win", "money on monday at noon", "", "the agenda: a prize on monday!"] * 2


@pytest.mark.parametrize("d", [1, 7, 2**10, 2**20])
def test_documents_as_feature_hasher_has_them(d):
    X = hashed(DOCUMENTS, d=d)
    theirs = FeatureHasher(d, input_type="string").transform(map(text.tokenize, DOCUMENTS))
    assert X.shape == theirs.shape == (8, d)
    assert (theirs != X).nnz == 0
    assert X.data.all()  # what cancelled is not stored
    assert X.has_canonical_format


@pytest.mark.parametrize("d", [2**6, 10**5])
def test_columns_of_mail_as_feature_hasher_has_them(d):
    mail = data.spam(500)
    names = [word or f"#{j}" for j, word in enumerate(mail.words)]
    rows = zip(mail.X.indptr[:-1], mail.X.indptr[1:], strict=True)
    pairs = [[(names[mail.X.indices[s]], mail.X.data[s]) for s in range(a, b)] for a, b in rows]
    theirs = FeatureHasher(d, input_type="pair").transform(pairs)
    X = folded(mail.X, names, d=d)
    assert (theirs != X).nnz == 0  # counts: every sum is exact
    assert (folded(mail.X.toarray(), names, d=d) != X).nnz == 0


def test_a_document_is_hashed_without_knowing_the_others():
    together = hashed(DOCUMENTS[:2], d=64).toarray()
    alone = [hashed([document], d=64).toarray()[0] for document in DOCUMENTS[:2]]
    assert together.tolist() == np.array(alone).tolist()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hashed([], d=8), "documents must hold at least one document"),
        (lambda: hashed(["win"], d=0), "d must be a whole number, at least 1; got 0"),
        (lambda: hashed([b"win"], d=8), "a document must be a str, got bytes"),
        (lambda: folded([[1, 2]], ["win"]), "each of the 2 columns of tf, but there are 1"),
        (lambda: folded([[1, 2]], ["win", None]), r"words\[1\] is None: give a str for each"),
        (lambda: folded([[np.nan]], ["win"]), r"tf\[0, 0\] is nan"),
    ],
)
def test_words_that_cannot_be_hashed_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
