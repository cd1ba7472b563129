"""Polynomial features and hashed words against scikit-learn's, and exactly."""

from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.feature_extraction import FeatureHasher
from sklearn.preprocessing import PolynomialFeatures

from perceptrons import data, text
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


@given(st.integers(1, 4), st.integers(1, 6), st.integers(1, 3), st.randoms())
def test_products_are_multiplied_out_from_the_left(d, degree, n, random):
    X = np.array([[random.uniform(-2, 2) for _ in range(d)] for _ in range(n)])
    columns = []
    for k in range(1, degree + 1):
        for chosen in combinations_with_replacement(range(d), k):
            column = np.ones(n)
            for j in chosen:
                column = column * X[:, j]
            columns.append(column)
    assert (polynomial(X, degree) == np.transpose(columns)).all()  # to the last bit


def test_a_high_degree_takes_no_time_for_each_product():
    P = polynomial([[1.25, 1.0]], 1000)
    assert P.shape == (1, 501_500)
    assert P[0, -3:].tolist() == [1.25**2, 1.25, 1]


@pytest.mark.parametrize("labels", [[1, -1, 1, -1], [1, -1, -1, 1], [1, 1, 1, -1]])
def test_as_many_degrees_as_changes_of_sign(labels):
    changes = sum(a != b for a, b in pairwise(labels))
    X = exact([[0], [1], [2], [5]])
    for degree in (1, 2, 3):
        answer = separate(polynomial(X, degree), labels)
        assert answer.separable == (degree >= changes)


# Hashed words


DOCUMENTS = ["win money win", "money on monday at noon", "", "the agenda: a prize on monday!"] * 2
DOCUMENTS += ["Geschäftsführer 你好", "привет, שלום"]


@pytest.mark.parametrize("d", [1, 7, 2**10, 2**20, 2**31 - 1])
def test_documents_as_feature_hasher_has_them(d):
    X = hashed(DOCUMENTS, d=d)
    words = [*map(text.tokenize, DOCUMENTS)]
    theirs = FeatureHasher(d, input_type="string").transform(words)
    assert X.shape == theirs.shape == (10, d)
    assert (theirs != X).nnz == 0
    assert X.data.all()  # what cancelled is not stored
    assert X.has_canonical_format
    assert X.indices.dtype == X.indptr.dtype == np.int32


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


def test_a_document_without_a_word_is_a_row_of_zeros():
    for documents in (["", "1 2"], iter(["", "1 2"])):
        X = hashed(documents, d=8)
        assert (X.shape, X.nnz) == ((2, 8), 0)


def test_the_words_of_another_tokeniser_are_hashed():
    odd = ["C++ c", "\ud800 c"]  # half a character, as a file read with "surrogatepass" has it
    tokens = [document.split() for document in odd]
    X = hashed(odd, d=64, tokenize=str.split)
    bytes_too = [[word.encode(errors="surrogatepass") for word in words] for words in tokens]
    assert (FeatureHasher(64, input_type="string").transform(bytes_too) != X).nnz == 0


@pytest.mark.parametrize(
    "words",
    [
        np.array(["win", "ab"]),
        {"ab": 1, "win": 0},
        iter(["win", "ab"]),
    ],
    ids=["array", "dict", "iterator"],
)
def test_names_of_columns_come_as_a_vocabulary_does(words):
    tf = [[2, 1], [0, 3]]
    assert (folded(tf, words, d=16) != folded(tf, ["win", "ab"], d=16)).nnz == 0


def test_columns_of_one_name_are_added():
    assert folded([[2, 1]], ["ab", "ab"], d=1).toarray().tolist() in ([[3]], [[-3]])


def test_the_caller_s_rows_are_not_changed():
    tf = csr_array(([1.0, 2.0], [1, 0], [0, 2]), shape=(1, 2))
    folded(tf, ["ab", "cd"], d=1)
    assert (tf.data.tolist(), tf.indices.tolist(), tf.indptr.tolist()) == ([1, 2], [1, 0], [0, 2])
