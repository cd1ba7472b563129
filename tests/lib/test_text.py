"""Text as patterns: worked values, scikit-learn as the oracle, sparse rows that stay sparse."""

import io
import re
import tracemalloc
from collections import deque
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from unicodedata import category, normalize

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array, csc_array, csr_array, csr_matrix, issparse
from sklearn import preprocessing
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

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


# Words


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("", []),
        ("a b 1 22", []),  # a word has two letters at least
        ("ab", ["ab"]),
        ("x" * 42, ["x" * 42]),
        ("To be, or NOT to be?", ["to", "be", "or", "not", "to", "be"]),
        ("don't e-mail v1agra breaks_and_more", ["don", "mail", "agra", "breaks", "and", "more"]),
        ("CAFÉ, naïve\nGeschäftsführer", ["café", "naïve", "geschäftsführer"]),
        ("cafe\u0301 A\u030angstro\u0308m \u212bngström", ["café", "ångström", "ångström"]),
        ("Straße STRASSE ẞẞ ﬁnd", ["strasse", "strasse", "ssss", "find"]),
        ("ΟΔΟΣ οδος", ["οδοσ", "οδοσ"]),
        ("\u03b1\u0345\u0301ων \u1fb4ων", ["\u03ac\u03b9ων"] * 2),  # the form before the case
        ("\u0390ων \u01f0ab", ["\u0390ων", "\u01f0ab"]),  # and the form once more
        (
            "İstanbul istanbul I\u0307stanbul i\u0307\u0307stanbul I\u011fd\u0131r",
            ["istanbul"] * 4 + ["i\u011fd\u0131r"],
        ),
        ("Привет, мир; שלום مرحبا", ["привет", "мир", "שלום", "مرحبا"]),
        ("हिन्दी में, कि", ["हिन्दी", "में", "कि"]),  # vowel signs stay with their letter
        ("สวัสดีครับ ชื่อ", ["สวัสดีครับ", "ชื่อ"]),  # Thai has no blanks between words
        ("개인정보 돈 ", ["개인정보", "돈"]),
        ("我爱你2024年 ok好", ["我", "爱", "你", "年", "ok", "好"]),
        ("\uf900㐀𠀀", ["\u8c48", "㐀", "𠀀"]),  # a Chinese character of each block
        ("カタカナ は がか\u3099", ["カタカナ", "は", "がが"]),
        ("i ❤\ufe0f you 👍🏽 👨\u200d👩\u200d👧 1\ufe0f\u20e3", ["you"]),  # a mark alone is no word
        ("e\u0301 x\u0304 \u0301ab ab\u0304", ["ab", "ab\u0304"]),  # nor is a letter with a mark
        ("ge\xadheim \ufeffwin \u200ewon\u200f f\u200dree", ["geheim", "win", "won", "free"]),
        ("می\u200cخواهم", ["میخواهم"]),  # noqa: RUF001
        (
            "win\u200bmoney win\x00lunch win\ud800today",
            ["win", "money", "win", "lunch", "win", "today"],
        ),
        ("x²ab ½cd Ⅳef ①gh", ["ab", "cd", "ef", "gh"]),  # numbers of any kind
    ],
)
def test_words_of_every_alphabet(document, words):
    assert text.tokenize(document) == words


ODD = st.sampled_from(
    "aAäÄßẞ\u0131IİσςΣ你㐀가돈กไ是ªⅣᾳ_'1-\n\u0301\u0307\u0323\u0344\u0345\ufe0f\u200b\u200d\xad\ud800"
)


CHINESE = ("㐀", "䶿"), ("一", "鿿"), ("\uf900", "\ufaff"), ("\U00020000", "\U0003ffff")


def words_letter_by_letter(document):
    """Do as the docstring of tokenize says, walking along the characters."""
    document = "".join(c for c in document if category(c) != "Cf" or c == "\u200b")
    folded = normalize("NFC", document).casefold()
    while "i\u0307" in folded:
        folded = folded.replace("i\u0307", "i")
    words = [""]
    for c in normalize("NFC", folded):
        if category(c) == "Lo" and any(low <= c <= high for low, high in CHINESE):
            words += [c, ""]
        elif category(c)[0] == "L" or (category(c)[0] == "M" and words[-1]):
            words[-1] += c
        else:
            words.append("")
    letters = [[c for c in word if category(c)[0] == "L"] for word in words]
    return [
        word
        for word, found in zip(words, letters, strict=True)
        if len(found) > 1 or [*map(category, found)] == ["Lo"]
    ]


@given(st.text(ODD | st.characters()))
def test_words_are_those_of_a_walk_along_the_letters(document):
    assert text.tokenize(document) == words_letter_by_letter(document)


@given(st.text(ODD | st.characters()))
def test_the_same_text_typed_otherwise_has_the_same_words(document):
    words = text.tokenize(document)
    for form in ("NFC", "NFD"):
        assert text.tokenize(normalize(form, document)) == words
    assert text.tokenize("\n".join(words)) == words  # each of them is a word itself


@given(st.text(st.sampled_from("abcXYZäöÄéñЖд ,.\n") | st.characters(categories=["Zs", "Po"])))
def test_words_of_letters_are_those_of_scikit_learn(document):
    assert text.tokenize(document) == CountVectorizer().build_analyzer()(document)
    assert text.tokenize(document) == re.findall(r"[^\W\d_]{2,}", document.lower())


@pytest.mark.parametrize(
    ("part", "words"),
    [("x", ["x" * 200_000]), ("ß, ss-", ["ss"] * 400_000), ("好", ["好"] * 200_000), ("1\xad", [])],
    ids=["one", "many", "chinese", "none"],
)
def test_a_long_document_takes_no_quadratic_time(part, words):
    assert text.tokenize(part * 200_000) == words


def test_marks_without_end_take_no_quadratic_time():
    """Normalising sorts the marks by insertion: of these two million would take hours."""
    word = normalize("NFC", "ab" + "\u0301\u0323" * 15)
    assert text.tokenize("ab" + "\u0301\u0323" * 1_000_000 + " cd") == [word, "cd"]
    # \u0344 is two marks in form NFC, and what is made of it is a word itself.
    (word,) = text.tokenize("ab" + "\u0344" * 40)
    assert len(word) == 32
    assert text.tokenize(word) == [word]


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("", []),
        ("a b 1 22", []),
        ("x" * 20, ["x" * 20]),
        ("x" * 21, ["x" * 20]),  # the 21st letter is left alone, and alone is no word
        ("x" * 42, ["x" * 20, "x" * 20, "xx"]),
        ("To be, or NOT to be?", ["to", "be", "or", "not", "to", "be"]),
        ("don't café e-mail v1agra", ["don", "caf", "mail", "agra"]),
        ("naïve\nline\tbreaks_and_more", ["na", "ve", "line", "breaks", "and", "more"]),
    ],
)
def test_words_of_mail(document, words):
    assert text.tokenize_mail(document) == words


def vectorizer():
    return CountVectorizer(token_pattern=r"[a-z]{2,20}")


ANALYZE = vectorizer().build_analyzer()


@given(st.text(st.sampled_from("abyzABYZ 1-éİK\u0307") | st.characters()))
def test_words_of_mail_are_those_of_scikit_learn(document):
    assert text.tokenize_mail(document) == ANALYZE(document)


# Counts


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


DOCUMENT_FORMS = {
    "tuple": tuple,
    "deque": deque,
    "iterator": iter,
    "generator": lambda documents: (document for document in documents),
    "values": lambda documents: dict(enumerate(documents)).values(),
    "array": np.array,
    "objects": lambda documents: np.array(documents, dtype=object),
    "variable strings": lambda documents: np.array(documents, dtype=np.dtypes.StringDType()),
    "masked": lambda documents: np.ma.array(documents, mask=[False] * 4),
    "column": pd.Series,
    "lines": lambda documents: io.StringIO("\n".join(documents)),
}


@pytest.mark.parametrize("form", DOCUMENT_FORMS.values(), ids=DOCUMENT_FORMS.keys())
def test_documents_may_come_in_any_row(form):
    words, tf = text.count_terms(form(DOCUMENTS))
    assert words == WORDS
    assert [type(word) for word in words] == [str] * 4
    assert tf.toarray().tolist() == TF.tolist()


def test_a_document_without_words_is_a_row_of_zeros():
    assert text.count_terms(["", "1 2", "win"]).tf.toarray().tolist() == [[0], [0], [1]]
    assert text.count_terms(["", "1 2"], ["win"]).tf.toarray().tolist() == [[0], [0]]


WORD_FORMS = {
    "array": np.array,
    "objects": lambda words: np.array(words, dtype=object),
    "column": pd.Series,
    "generator": lambda words: (word for word in words),
    "keys": lambda words: dict.fromkeys(words).keys(),
    "columns": lambda words: {word: j for j, word in reversed([*enumerate(words)])},
    "NumPy's columns": lambda words: dict(zip(words, np.arange(3), strict=True)),
    "read only": lambda words: MappingProxyType({word: j for j, word in enumerate(words)}),
}


@pytest.mark.parametrize("form", WORD_FORMS.values(), ids=WORD_FORMS.keys())
def test_a_vocabulary_has_its_own_order(form):
    vocabulary = ["win", "monday", "prize"]
    words, tf = text.count_terms(["a win on monday, win", "none"], form(vocabulary), unseen="drop")
    assert words == tuple(vocabulary)
    assert [type(word) for word in words] == [str] * 3
    assert tf.toarray().tolist() == [[2, 1, 0], [0, 0, 0]]


def test_none_is_a_word_without_spelling():
    for vocabulary in (["win", None, None, "prize"], {"win": 0, None: 1, "prize": 2}):
        words, tf = text.count_terms(["win, win"], vocabulary)
        assert words == tuple(vocabulary)
        assert tf.toarray().tolist() == [[2, *[0] * (len(words) - 1)]]


def test_a_set_of_words_is_sorted_whatever_its_order():
    """Python's order of a set of str is another in each process."""
    words = ["".join(pair) for pair in product("abcdefgh", repeat=2)]
    for form in (set, frozenset):
        assert text.count_terms(["ab"], form(words)).words == tuple(words)
    assert text.count_terms(["ab"], {None, "bb", "ab"}).words == ("ab", "bb", None)


@given(st.lists(st.text("abc XY", max_size=20), max_size=4), st.randoms())
def test_the_columns_of_scikit_learn_are_honoured(documents, random):
    oracle = CountVectorizer().fit([*documents, "ab ca"])
    vocabulary = dict(random.sample(list(oracle.vocabulary_.items()), len(oracle.vocabulary_)))
    words, tf = text.count_terms([*documents, ""], vocabulary)
    assert words == tuple(oracle.get_feature_names_out())
    assert np.array_equal(tf.toarray(), oracle.transform([*documents, ""]).toarray())


# A tokeniser of one's own


@given(st.lists(st.text("abAB 12-'", max_size=20), max_size=4))
def test_any_analyzer_of_scikit_learn_can_be_given(documents):
    documents = [*documents, "one"]
    for options in ({"ngram_range": (1, 2)}, {"analyzer": "char_wb"}, {"lowercase": False}):
        oracle = CountVectorizer(**options).fit(documents)
        words, tf = text.count_terms(documents, tokenize=oracle.build_analyzer())
        assert words == tuple(oracle.get_feature_names_out())
        assert np.array_equal(tf.toarray(), oracle.transform(documents).toarray())
        again = text.count_terms(documents, oracle.vocabulary_, tokenize=oracle.build_analyzer())
        assert np.array_equal(again.tf.toarray(), tf.toarray())


@pytest.mark.parametrize(
    ("tokenize", "words"),
    [
        (str.split, ("Win", "money,", "win")),
        (re.compile(r"(?i)win|mo").findall, ("Win", "mo", "win")),
        (lambda document: iter(document.split()), ("Win", "money,", "win")),
        (lambda document: np.array(document.split()), ("Win", "money,", "win")),
        (lambda document: tuple(set(document)), (" ", ",", "W", "e", "i", "m", "n", "o", "w", "y")),
        (text.tokenize_mail, ("money", "win")),
    ],
)
def test_words_are_what_the_tokeniser_says(tokenize, words):
    found = text.count_terms(["Win money,", "win"], tokenize=tokenize).words
    assert found == words
    assert {*map(type, found)} == {str}
    assert text.count_terms(["Win money,", "win"], words, tokenize=tokenize).words == words


def test_the_vocabulary_of_another_tokeniser_is_its_own_matter():
    _, tf = text.count_terms(["Don't WIN"], ["WIN", "Don't", "win"], tokenize=str.split)
    assert tf.toarray().tolist() == [[1, 1, 0]]


def test_counts_of_new_mail_over_the_words_of_the_corpus():
    mail = data.spam(n=1000)
    documents = ["free money, free zzyzx " + 2 * "deathtospam"]  # cut after 20 letters
    tf = text.count_terms(documents, mail.words, unseen="drop", tokenize=text.tokenize_mail).tf
    assert tf.shape == (1, mail.X.shape[1])
    found = {mail.words[j]: c for j, c in zip(tf.indices, tf.data, strict=True)}
    assert found == {"free": 2, "money": 1, "deathtospamdeathtosp": 1, "am": 1}


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


def test_exact_counts_and_frequencies_of_any_kind_stay_exact():
    for df in ([3.0, 1.0], np.array([3, 1], dtype=np.uint8), [Fraction(3), 1]):
        weights = text.tf_over_df(np.array([[Fraction(2), 0]]), df)
        assert weights.tolist() == [[Fraction(2, 3), 0]]
        assert isinstance(weights[0, 0], Fraction)


def test_numbers_that_are_no_counts_are_weighed_all_the_same():
    shares = np.array([[0.5, 0.25], [0, 1]])
    assert text.document_frequency(shares).tolist() == [1, 2]
    assert text.tf_over_df(shares, [1, 2]).tolist() == [[0.5, 0.125], [0, 0.5]]
    assert text.log_idf(shares, [1, 2], 2).tolist() == [[0.5 * (LN2 + 1), 0.25], [0, 1]]
    assert text.binary(shares).tolist() == [[1, 1], [0, 1]]


def test_stored_zeros_count_for_nothing():
    tf = csr_array(([0.0, 2.0, 0.0], [0, 1, 2], [0, 3]), shape=(1, 3))
    for weigh in (
        lambda tf: text.tf_over_df(tf, [0, 1, 0]),
        lambda tf: text.log_idf(tf, [0, 1, 0], 1),
        text.binary,
        text.unit_rows,
    ):
        assert weigh(tf).toarray().tolist() == weigh(tf.toarray()).tolist()
    assert text.unit_rows(tf).toarray().tolist() == [[0, 1, 0]]
    assert tf.nnz == 3


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


@pytest.mark.parametrize("scale", [1e-300, 5e-324, 2.0**-540, 1e-160, 1, 2.0**490])
def test_unit_rows_of_tiny_and_huge_numbers(scale):
    X = np.array([[3, -4, 0], [0, 0, 0], [1, 0, 0]]) * scale
    for rows in (text.unit_rows(X), text.unit_rows(csr_array(X)).toarray()):
        # 1e-300 and the like are rounded themselves, by half a unit in their last place.
        np.testing.assert_allclose(rows, [[0.6, -0.8, 0], [0, 0, 0], [1, 0, 0]], rtol=5e-16, atol=0)


@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=1))
def test_unit_rows_are_those_of_scikit_learn(rows):
    # One square root and one division, each rounded once: at most two units in the last place.
    np.testing.assert_allclose(
        text.unit_rows(rows), preprocessing.normalize(np.array(rows, float)), rtol=5e-16, atol=0
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


def test_two_of_many_words_are_found_at_once():
    words = [
        f"x{chr(ord('a') + a)}{chr(ord('a') + b)}{c * 'y'}" for a, b, c in np.ndindex(26, 26, 99)
    ]
    with pytest.raises(ValueError, match=r"words holds 'xzzyyyyy.*' more than once"):
        text.count_terms(["win"], [*words, words[-1]])
