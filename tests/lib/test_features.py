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


@pytest.mark.parametrize(
    ("X", "degree", "message"),
    [
        ([[1]], 0, "degree must be a whole number, at least 1; got 0"),
        ([[1]], 1.5, "degree must be a whole number"),
        ([[1]], 1001, "degree is 1001, for 1 patterns of 1 features; it must be at most 1000, and"),
        (
            [[1]],
            10**50,
            r"degree is 10+\.\.\.0+, for 1 patterns of 1 features; it must be at most",
        ),
        (
            [[1, 2]] * 200,
            1000,
            "degree is 1000, for 200 patterns of 2 features; .*most 100000000 num",
        ),
        (
            [[1, 1e100]],
            2,
            r"polynomial\(X, degree\)\[0, 4\] is 1e\+200; every number must be finite",
        ),
        ([[-1e100, 2]], 4, r"polynomial\(X, degree\)\[0, 2\] is 1.*e\+200; "),
        ([1], 2, r"X must have shape \(n, d\)"),
        (csr_array(np.eye(2)), 2, r"X is sparse, .* pass X.toarray\(\)"),
        (
            np.ones((2, 1000)),
            3,
            r"degree is 3, for 2 patterns of 1000 features; .* dual\.polynomial\(degree\)",
        ),
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


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hashed([], d=8), "documents must hold at least one document"),
        (lambda: hashed(["win"], d=0), "d must be a whole number, at least 1; got 0"),
        (lambda: hashed(["win"], d=-3), "d must be a whole number, at least 1; got -3"),
        (lambda: hashed(["win"], d=2.0**20), "d must be a whole number, at least 1; got 1048576.0"),
        (lambda: hashed(["win"], d=2**31), r"d is 2147483648; .* at most 2\*\*31 - 1"),
        (lambda: folded([[1]], ["win"], d=10**50), r"d is 10+\.\.\.0+; .* at most 2\*\*31 - 1"),
        (lambda: hashed([b"win"], d=8), r"documents\[0\] is b'win', .* decode bytes first"),
        (lambda: hashed(["win", None]), r"documents\[1\] is None: this text is missing"),
        (lambda: hashed("win"), "documents is a single text, 'win'; .* put it into a list"),
        (lambda: folded([[1, 2]], "ab"), "words is a single word, 'ab'; "),
        (lambda: folded([[1, 2]], ["win", 5]), r"words\[1\] is 5, of type int"),
        (lambda: folded([[1, 2]], {"win": 0, "ab": 2}), "but 1 is missing"),
        (lambda: folded([[1, 2]], [None, "ab", "cd"]), r"words\[0\] is None: give a str for each"),
        (
            lambda: folded(np.array([[10**400]]), ["win"]),
            r"tf holds 10+\.\.\.0+, beyond the range of floats",
        ),
        (lambda: folded([[1, 2]], ["win"]), "each of the 2 columns of tf, but there are 1"),
        (lambda: folded([[1, 2]], ["win", None]), r"words\[1\] is None: give a str for each"),
        (lambda: folded([[np.nan]], ["win"]), r"tf\[0, 0\] is nan"),
    ],
)
def test_words_that_cannot_be_hashed_are_refused(call, message):
    with pytest.raises(ValueError, match=message) as refused:
        call()
    assert len(str(refused.value)) < 300
