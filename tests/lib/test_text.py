"""Text as patterns: worked values, scikit-learn as the oracle, sparse rows that stay sparse."""

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array, csc_array, csr_array, csr_matrix, issparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.preprocessing import normalize

from perceptrons import data, text

DOCUMENTS = ["Win money, WIN!", "money on monday", "", "a monday"]
WORDS = ("monday", "money", "on", "win")
TF = np.array([[0, 1, 0, 2], [1, 1, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0]])
DF = np.array([2, 2, 1, 1])
LN2, LN4 = np.log([2, 4])

WEIGHTINGS = {
    "binary": text.binary,
    "unit_rows": text.unit_rows,
    "tf_over_df": lambda tf: text.tf_over_df(tf, DF),
    "log_idf": lambda tf: text.log_idf(tf, DF, 4),
}


@pytest.mark.parametrize(
    ("document", "tokens"),
    [
        ("", []),
        ("a b 1 22", []),  # a word has two letters at least
        ("ab", ["ab"]),
        ("x" * 20, ["x" * 20]),
        ("x" * 21, ["x" * 20]),  # the 21st letter is left alone, and alone is no word
        ("x" * 42, ["x" * 20, "x" * 20, "xx"]),
        ("To be, or NOT to be?", ["to", "be", "or", "not", "to", "be"]),
        ("don't café e-mail v1agra", ["don", "caf", "mail", "agra"]),
        ("naïve\nline\tbreaks_and_more", ["na", "ve", "line", "breaks", "and", "more"]),
    ],
)
def test_tokens(document, tokens):
    assert text.tokenize(document) == tokens


def vectorizer():
    return CountVectorizer(token_pattern=r"[a-z]{2,20}")


ANALYZE = vectorizer().build_analyzer()


@given(st.text(st.sampled_from("abyzABYZ 1-é") | st.characters()))
def test_tokens_are_those_of_scikit_learn(document):
    assert text.tokenize(document) == ANALYZE(document)


def test_counts_by_hand():
    words, tf = text.count_terms(DOCUMENTS)
    assert words == WORDS
    assert np.array_equal(tf.toarray(), TF)
    assert isinstance(tf, csr_array)
    assert tf.has_canonical_format
    assert (tf.dtype, tf.indices.dtype, tf.indptr.dtype) == (np.float64, np.int32, np.int32)


@given(st.lists(st.text(alphabet="ab cB1", max_size=30), min_size=1, max_size=6))
def test_counts_are_those_of_scikit_learn(documents):
    documents = [*documents, "one word"]  # scikit-learn refuses an empty vocabulary, so do we
    words, tf = text.count_terms(documents)
    oracle = vectorizer()
    expected = oracle.fit_transform(documents)
    assert words == tuple(oracle.get_feature_names_out())
    assert np.array_equal(tf.toarray(), expected.toarray())


def test_counts_over_a_given_vocabulary():
    vocabulary = ["win", None, "monday", "prize"]  # in this order; None is a word without spelling
    words, tf = text.count_terms(["a win on monday, win", "none"], vocabulary, unseen="drop")
    assert words == tuple(vocabulary)
    assert tf.toarray().tolist() == [[2, 0, 1, 0], [0, 0, 0, 0]]


def test_counts_of_new_mail_over_the_words_of_the_corpus():
    mail = data.spam(n=1000)
    tf = text.count_terms(["free money, free zzyzx"], mail.words, unseen="drop").tf
    assert tf.shape == (1, mail.X.shape[1])
    assert {mail.words[j]: c for j, c in zip(tf.indices, tf.data, strict=True)} == {
        "free": 2,
        "money": 1,
    }


@pytest.mark.parametrize("form", [np.array, csr_array, csc_array, csr_matrix, np.ndarray.tolist])
def test_document_frequency_by_hand(form):
    assert text.document_frequency(form(TF)).tolist() == DF.tolist()


def test_document_frequency_counts_documents_not_entries():
    # Column 0 of row 0 is stored twice, column 1 holds a stored zero.
    tf = coo_array(([1.0, 2.0, 0.0], ([0, 0, 0], [0, 0, 1])), shape=(1, 3))
    assert text.document_frequency(tf).tolist() == [1, 0, 0]
    twice = csr_array(([1.0, 2.0, 0.0], [0, 0, 1], [0, 3]), shape=(1, 3))
    assert text.document_frequency(twice).tolist() == [1, 0, 0]
    assert twice.nnz == 3  # the caller's matrix is as it was


def test_tf_over_df_by_hand():
    expected = [[0, 0.5, 0, 2], [0.5, 0.5, 1, 0], [0, 0, 0, 0], [0.5, 0, 0, 0]]
    assert text.tf_over_df(TF, DF).tolist() == expected


def test_tf_over_df_of_fractions_is_exact():
    tf = np.array([[Fraction(2), Fraction(0)], [Fraction(1), Fraction(1)]])
    weights = text.tf_over_df(tf, [3, 1])
    assert weights.tolist() == [[Fraction(2, 3), 0], [Fraction(1, 3), 1]]
    assert isinstance(weights[0, 0], Fraction)


def test_log_idf_by_hand():
    expected = [
        [0, LN2 + 1, 0, 2 * (LN4 + 1)],
        [LN2 + 1, LN2 + 1, LN4 + 1, 0],
        [0, 0, 0, 0],
        [LN2 + 1, 0, 0, 0],
    ]
    # The same few roundings in another order: two units in the last place.
    np.testing.assert_allclose(text.log_idf(TF, DF, 4), expected, rtol=5e-16, atol=0)


def test_log_idf_counts_the_training_documents_not_the_rows():
    assert text.log_idf([[1, 1]], [8, 1], 8).tolist() == [[1, np.log(8) + 1]]


def test_a_word_of_every_document_keeps_its_count():
    assert text.log_idf([[3], [1]], [2], 2).tolist() == [[3], [1]]


@given(
    st.integers(1, 6).flatmap(
        lambda d: st.lists(st.lists(st.integers(0, 4), min_size=d, max_size=d), min_size=1)
    )
)
def test_log_idf_is_that_of_scikit_learn(rows):
    tf = csr_array(np.array(rows, dtype=np.float64))
    df = text.document_frequency(tf)
    seen = df > 0  # for a word without document scikit-learn divides by zero
    if not seen.any():
        return
    ours = text.log_idf(tf, df, len(rows)).toarray()[:, seen]
    oracle = TfidfTransformer(smooth_idf=False, norm=None).fit_transform(tf[:, seen])
    # ln, + 1 and the product are each rounded once on both sides: a few units in the last place.
    np.testing.assert_allclose(ours, oracle.toarray(), rtol=1e-15, atol=0)


def test_real_mail_is_weighed_as_by_scikit_learn():
    X = data.spam(n=1000).X
    ours = text.unit_rows(text.log_idf(X, text.document_frequency(X), 1000))
    oracle = TfidfTransformer(smooth_idf=False).fit_transform(X)
    assert np.array_equal(ours.indices, oracle.indices)
    # A row's length sums up to some thousand squares: relative rounding far below 1e-13.
    np.testing.assert_allclose(ours.data, oracle.data, rtol=1e-13, atol=0)


def test_binary_by_hand():
    assert text.binary(TF).tolist() == (TF > 0).tolist()


def test_unit_rows_by_hand():
    rows = text.unit_rows([[3, -4, 0], [0, 0, 0], [0, 0, 0.5]])
    assert rows.tolist() == [[0.6, -0.8, 0], [0, 0, 0], [0, 0, 1]]


@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=1))
def test_unit_rows_are_those_of_scikit_learn(rows):
    # One square root and one division, each rounded once: at most two units in the last place.
    np.testing.assert_allclose(
        text.unit_rows(rows), normalize(np.array(rows, float)), rtol=5e-16, atol=0
    )


@pytest.mark.parametrize("weigh", WEIGHTINGS.values(), ids=WEIGHTINGS.keys())
def test_sparse_equals_dense_and_the_caller_keeps_his_arrays(weigh):
    dense, sparse = TF.astype(np.float64), csr_array(TF.astype(np.float64))
    ours = weigh(sparse)
    assert isinstance(ours, csr_array)
    assert np.array_equal(ours.toarray(), weigh(dense))
    for part in ("data", "indices", "indptr"):
        assert not np.shares_memory(getattr(ours, part), getattr(sparse, part))
    assert not np.shares_memory(weigh(dense), dense)
    ours.data[:] = 7
    assert np.array_equal(sparse.toarray(), TF)
    assert np.array_equal(dense, TF)


def test_frequencies_of_the_caller_are_not_changed():
    df = np.array([0, 1])
    text.tf_over_df([[0, 1]], df)
    text.log_idf([[0, 1]], df, 1)
    assert df.tolist() == [0, 1]


def test_the_whole_corpus_stays_sparse():
    X = data.spam().X
    df = text.document_frequency(X)
    tracemalloc.start()
    try:
        results = [
            text.tf_over_df(X, df),
            text.log_idf(X, df, X.shape[0]),
            text.binary(X),
            text.unit_rows(X),
        ]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert all(issparse(W) and W.nnz == X.nnz for W in results)
    # Four results of 11 MB and a few columns' worth of work space; dense would be 3,260 MB each.
    assert peak < 100e6


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: text.tokenize(b"bytes"), "must be a str, got bytes: decode"),
        (lambda: text.count_terms(["ok", 5]), "must be a str, got int"),
        (lambda: text.count_terms("one string"), "got 'one string': give a list"),
        (lambda: text.count_terms([]), r"at least one document, got \[\]"),
        (lambda: text.count_terms(["1 2 3"]), "documents hold no word"),
        (lambda: text.count_terms(["ab"], ["ab", "cd", "ab"]), "'ab' more than once"),
        (lambda: text.count_terms(["ab"], unseen="ignore"), "'raise' or 'drop'; got 'ignore'"),
        (
            lambda: text.count_terms(["ab cd", "ef ab"], ["ab"]),
            r"2 word\(s\) that are not in words: 'cd', 'ef'; .* pass unseen='drop'",
        ),
        (
            lambda: text.count_terms(["aa bb cc dd ee ff"], ["zz"]),
            r"6 word\(s\) .*: 'aa', 'bb', 'cc', 'dd', 'ee', \.\.\.; ",
        ),
        (lambda: text.document_frequency([1, 2]), r"tf must have shape \(n, d\).*got \(2,\)"),
        (lambda: text.document_frequency([[1, -2]]), "tf holds -2.0; counts are at least 0"),
        (lambda: text.binary(csr_array([[-1.0]])), "tf holds -1.0"),
        (lambda: text.tf_over_df([[1, np.nan]], [1, 1]), r"tf\[.*0, 1.*\] is nan"),
        (lambda: text.tf_over_df([[1, 2]], [1]), r"df must have shape \(2,\).*got \(1,\)"),
        (lambda: text.tf_over_df([[1, 2]], [1, -1]), r"df\[1\] is -1; .* is at least 0"),
        (lambda: text.tf_over_df([[1, 2]], [np.nan, 1]), r"df\[0\] is nan; "),
        (
            lambda: text.tf_over_df([[1, 2, 0]], [0, 0, 0]),
            r"df is 0 but tf is not in 2 column\(s\): 0, 1; .* drop these columns",
        ),
        (lambda: text.log_idf(csr_array([[1.0, 2.0]]), [0, 1], 3), r"in 1 column\(s\): 0;"),
        (lambda: text.log_idf([[1, 2]], [1, 5], 4), r"n is 4, below df\[1\] = 5"),
        (lambda: text.log_idf([[1, 2]], [1, 1], 1.5), "n must be a whole number"),
        (lambda: text.unit_rows([[1, np.inf]]), r"X\[.*0, 1.*\] is inf"),
    ],
)
def test_errors_name_the_argument_the_rule_and_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()
