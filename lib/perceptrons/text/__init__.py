"""Documents as patterns: tokens, term counts and their weightings (chapter 12).

Each word j of a vocabulary becomes a feature. With

    tf_ij = how often word j occurs in document i,
    df_j  = in how many of the n documents word j occurs,

note 004 weights word j in document i by tf_ij / df_j, information retrieval by
tf_ij (ln(n / df_j) + 1).

>>> from perceptrons import text
>>> words, tf = text.count_terms(["win money win", "money on monday", "monday meeting"])
>>> words
('meeting', 'monday', 'money', 'on', 'win')
>>> df = text.document_frequency(tf)
>>> df
array([1, 2, 2, 1, 1])
>>> text.tf_over_df(tf, df).toarray()
array([[0. , 0. , 0.5, 0. , 2. ],
       [0. , 0.5, 0.5, 1. , 0. ],
       [1. , 0.5, 0. , 0. , 0. ]])

Counts may be SciPy CSR rows, which stay sparse, or a small dense array, which stays dense; tf / df
of an array of fractions is exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from perceptrons._core.check import Sparse
from perceptrons._core.check.magnitudes import shown
from perceptrons._core.extras import needed_for
from perceptrons.text import tokens
from perceptrons.text.documents import Tokenizer, Words, columns, counted, some
from perceptrons.text.tokens import tokenize, tokenize_mail
from perceptrons.text.weightings import binary, document_frequency, log_idf, tf_over_df, unit_rows

__all__ = ["TermCounts", "binary", "count_terms", "document_frequency", "log_idf", "tf_over_df"]
__all__ += ["tokenize", "tokenize_mail", "unit_rows"]


class TermCounts(NamedTuple):
    """The vocabulary, and how often each of its words occurs in each document."""

    words: tuple[str | None, ...]  # (d,), word j names column j
    tf: Sparse  # (n, d) CSR rows


def count_terms(
    documents: Iterable[str],
    words: Words | None = None,
    *,
    tokenize: Tokenizer | None = None,
    unseen: str = "raise",
) -> TermCounts:
    """Count the words of each document: tf_ij, one row per document, one column per word.

    Parameters
    ----------
    documents : iterable of str
        n texts, such as a list, a column of a table, or the lines of an open file.
    words : iterable of str or dict, optional
        The vocabulary, one word per column: for new documents, that of the training documents. A
        set is sorted; a dict holds the column of each word, as scikit-learn's ``vocabulary_`` does.
        None stands for a word whose spelling is unknown; its column stays empty. By default, all
        words of `documents`, sorted.
    tokenize : callable, optional
        The function that makes a list of words of a document. By default `text.tokenize`;
        `tokenize_mail` fits the vocabulary of `data.spam`.
    unseen : {"raise", "drop"}
        What to do with a word that is not in `words`, for which no weight was learnt.

    Returns
    -------
    TermCounts
        The named tuple ``(words, tf)``: the vocabulary (d,), and CSR counts (n, d) of float64.

    Raises
    ------
    ValueError
        If there is no document or no word, a document is not a string, `words` repeats a word or
        holds one that `tokenize` never makes, `tokenize` makes something other than words, `unseen`
        is unknown, or a word is unseen and not to be dropped.

    Examples
    --------
    >>> words, tf = count_terms(["win money win", "money on monday"])
    >>> tf.toarray()
    array([[0., 1., 0., 2.],
           [1., 1., 1., 0.]])
    >>> count_terms(["win a prize on monday"], words, unseen="drop").tf.toarray()
    array([[1., 0., 1., 1.]])
    >>> count_terms(["C++ or C"], tokenize=str.split).words
    ('C', 'C++', 'or')
    """
    with needed_for("sparse rows"):
        from scipy.sparse import csr_array

    if unseen not in ("raise", "drop"):
        raise ValueError(f"unseen must be 'raise' or 'drop'; got {shown(unseen)}")
    cut = tokens.tokenize if tokenize is None else tokenize
    given = None if words is None else _vocabulary(words, cut)
    counts = counted(documents, cut)
    found = sorted(set[str]().union(*counts))
    if given is None and not found:
        raise ValueError(
            f"documents hold no word: {getattr(cut, '__name__', 'tokenize')} finds none in any of "
            f"the {len(counts)}; give texts with words, or pass a tokenize= that finds theirs"
        )
    vocabulary = tuple(map(str.__str__, found)) if given is None else given
    column = {word: j for j, word in enumerate(vocabulary) if word is not None}
    strangers = [word for word in found if word not in column]
    if strangers and unseen == "raise":
        raise ValueError(
            f"documents hold {len(strangers)} word(s) that are not in words: {some(strangers)}; "
            "no weight was learnt for them: pass unseen='drop' to leave them out"
        )
    entries = [
        (i, column[word], count)
        for i, document in enumerate(counts)
        for word, count in document.items()
        if word in column
    ]
    i, j, tf = np.array(entries, dtype=np.int32).reshape(-1, 3).T
    shape = (len(counts), len(vocabulary))
    return TermCounts(vocabulary, csr_array((tf.astype(np.float64), (i, j)), shape=shape))


def _vocabulary(words: Words, cut: Tokenizer) -> tuple[str | None, ...]:
    """Return the words in the order of their columns, each of which can be filled."""
    vocabulary = columns(words)
    spelt = [word for word in vocabulary if word is not None]
    if len(set(spelt)) < len(spelt):
        twice, _ = Counter(spelt).most_common(1)[0]
        raise ValueError(f"words holds {shown(twice)} more than once; give each word one column")
    # Of one of their own words our tokenisers make that word, so any other would never be found.
    if (cut is tokenize or cut is tokenize_mail) and cut("\n".join(spelt)) != spelt:
        word = next(word for word in spelt if cut(word) != [word])
        raise ValueError(
            f"words holds {shown(word)}, of which {cut.__name__} makes {shown(cut(word))}, so its "
            "column would stay empty: write it so, drop it, or pass the tokenize= with which words "
            "were made, such as scikit-learn's vectorizer.build_analyzer()"
        )
    return vocabulary
