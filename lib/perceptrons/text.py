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

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import _check
from perceptrons._check import Array, Patterns, PatternsLike, Sparse
from perceptrons._extras import needed_for

__all__ = [
    "TermCounts",
    "binary",
    "count_terms",
    "document_frequency",
    "log_idf",
    "tf_over_df",
    "tokenize",
    "unit_rows",
]

_TOKEN = re.compile(r"[a-z]{2,20}")


class TermCounts(NamedTuple):
    """The vocabulary, and how often each of its words occurs in each document."""

    words: tuple[str | None, ...]  # (d,), word j names column j
    tf: Sparse  # (n, d) CSR rows


def tokenize(document: str) -> list[str]:
    """Cut a document into its words: runs of 2 to 20 letters a-z, in lower case.

    Digits, punctuation and letters beyond a-z separate words. A longer run is cut every 20
    letters. `perceptrons.data.spam` counts these tokens.

    Parameters
    ----------
    document : str
        Any text.

    Returns
    -------
    list of str
        In reading order, with repetitions.

    Raises
    ------
    ValueError
        If `document` is not a string.

    Examples
    --------
    >>> tokenize("Re: You WON $1,000 -- don't wait!")
    ['re', 'you', 'won', 'don', 'wait']
    """
    kind = type(document)
    if not issubclass(kind, str):
        raise ValueError(f"a document must be a str, got {kind.__name__}: decode bytes first")
    return _TOKEN.findall(document.lower())


def count_terms(
    documents: Iterable[str], words: Sequence[str | None] | None = None, *, unseen: str = "raise"
) -> TermCounts:
    """Count the words of each document: tf_ij, one row per document, one column per word.

    Parameters
    ----------
    documents : iterable of str
        n texts.
    words : sequence of str, optional
        The vocabulary, one word per column: for new documents, that of the training documents.
        None stands for a word whose spelling is unknown; its column stays empty. By default, all
        words of `documents`, sorted.
    unseen : {"raise", "drop"}
        What to do with a word that is not in `words`, for which no weight was learnt.

    Returns
    -------
    TermCounts
        The named tuple ``(words, tf)``: the vocabulary (d,), and CSR counts (n, d) of float64.

    Raises
    ------
    ValueError
        If there is no document or no word, a document is not a string, `words` repeats a
        word, `unseen` is unknown, or a word is unseen and not to be dropped.

    Examples
    --------
    >>> words, tf = count_terms(["win money win", "money on monday"])
    >>> tf.toarray()
    array([[0., 1., 0., 2.],
           [1., 1., 1., 0.]])
    >>> count_terms(["win a prize on monday"], words, unseen="drop").tf.toarray()
    array([[1., 0., 1., 1.]])
    """
    with needed_for("sparse rows"):
        from scipy.sparse import csr_array

    if unseen not in ("raise", "drop"):
        raise ValueError(f"unseen must be 'raise' or 'drop'; got {unseen!r}")
    if isinstance(documents, str) or not (documents := list(documents)):
        raise ValueError(
            f"documents must hold at least one document, got {documents!r}: give a list of str"
        )
    counts = [Counter(tokenize(document)) for document in documents]
    found: set[str] = set().union(*counts)
    vocabulary = tuple(sorted(found)) if words is None else tuple(words)
    if not vocabulary:
        raise ValueError("documents hold no word: a word is a run of 2 to 20 letters a-z")
    column = {word: j for j, word in enumerate(vocabulary) if word is not None}
    if len(column) + vocabulary.count(None) < len(vocabulary):
        twice = next(word for word in column if vocabulary.count(word) > 1)
        raise ValueError(f"words holds {twice!r} more than once; give each word one column")
    strangers = sorted(found - column.keys())
    if strangers and unseen == "raise":
        raise ValueError(
            f"documents hold {len(strangers)} word(s) that are not in words: {_some(strangers)}; "
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


def document_frequency(tf: PatternsLike) -> Array:
    """Count the documents in which each word occurs: df_j, the number of i with tf_ij > 0.

    Parameters
    ----------
    tf : array_like or sparse, shape (n, d)
        Counts.

    Returns
    -------
    array of int, shape (d,)

    Raises
    ------
    ValueError
        If `tf` is not a table of counts.

    Examples
    --------
    >>> document_frequency([[2, 0, 1], [1, 0, 0]])
    array([2, 0, 1])
    """
    tf = _counts(tf)
    if _check.is_sparse(tf):
        return np.bincount(tf.indices[tf.data > 0], minlength=tf.shape[1])
    return np.count_nonzero(tf > 0, axis=0)


def tf_over_df(tf: PatternsLike, df: ArrayLike) -> Patterns:
    """Weight words as note 004 does: W_ij = tf_ij / df_j.

    Parameters
    ----------
    tf : array_like or sparse, shape (n, d)
        Counts.
    df : array_like, shape (d,)
        Document frequencies, those of the training documents.

    Returns
    -------
    array or csr_array, shape (n, d)
        Sparse if `tf` is. A word without any document (0 / 0) has weight 0.

    Raises
    ------
    ValueError
        If `tf` is not a table of counts, `df` does not fit it, or df_j = 0 for a word j that
        occurs in `tf`.

    Examples
    --------
    >>> tf = [[2, 0, 1], [1, 0, 0]]
    >>> tf_over_df(tf, document_frequency(tf))
    array([[1. , 0. , 1. ],
           [0.5, 0. , 0. ]])
    """
    tf = _counts(tf)
    df = _frequencies(df, tf)
    return _map(tf, lambda x, i, j: x / df[j])


def log_idf(tf: PatternsLike, df: ArrayLike, n: int) -> Patterns:
    """Weight words by W_ij = tf_ij (ln(n / df_j) + 1), with the natural logarithm.

    A word in every document keeps tf_ij; a word in only one is multiplied by ln n + 1, not by n. This is
    scikit-learn's ``TfidfTransformer(smooth_idf=False, norm=None)``.

    Parameters
    ----------
    tf : array_like or sparse, shape (m, d)
        Counts.
    df : array_like, shape (d,)
        Document frequencies, those of the training documents.
    n : int
        The number of training documents; `tf` may have other rows.

    Returns
    -------
    array or csr_array of float, shape (m, d)
        Sparse if `tf` is. A word without any document has weight 0.

    Raises
    ------
    ValueError
        As for `tf_over_df`, and if some df_j is above `n`.

    Examples
    --------
    >>> tf = [[2, 0, 1], [1, 0, 0]]
    >>> log_idf(tf, document_frequency(tf), n=2).round(3)
    array([[2.   , 0.   , 1.693],
           [1.   , 0.   , 0.   ]])
    """
    tf = _counts(tf)
    df = _frequencies(df, tf)
    n = _check.count(n, "n")
    if df.max() > n:
        raise ValueError(
            f"n is {n}, below df[{df.argmax()}] = {df.max()}; n is the number of documents in "
            "which df was counted: pass that number"
        )
    weight = np.log(n / df.astype(np.float64)) + 1
    return _map(tf, lambda x, i, j: x.astype(np.float64) * weight[j])


def binary(tf: PatternsLike) -> Patterns:
    """Record only whether a word occurs: 1 if tf_ij > 0, else 0.

    Parameters
    ----------
    tf : array_like or sparse, shape (n, d)
        Counts.

    Returns
    -------
    array or csr_array of float, shape (n, d)
        Sparse if `tf` is.

    Raises
    ------
    ValueError
        If `tf` is not a table of counts.

    Examples
    --------
    >>> binary([[2, 0, 1], [1, 0, 0]])
    array([[1., 0., 1.],
           [1., 0., 0.]])
    """
    return _map(_counts(tf), lambda x, i, j: (x > 0).astype(np.float64))


def unit_rows(X: PatternsLike) -> Patterns:
    """Divide each row by its length, so that ‖x_i‖ = 1: a long mail counts as much as a short one.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Patterns.

    Returns
    -------
    array or csr_array of float, shape (n, d)
        Sparse if `X` is. A row of zeros (a document without a word) stays a row of zeros.

    Raises
    ------
    ValueError
        If `X` is not a finite (n, d) table of numbers.

    Examples
    --------
    >>> unit_rows([[3, 4], [0, 0]])
    array([[0.6, 0.8],
           [0. , 0. ]])
    """
    X = _check.patterns(X).astype(np.float64)
    norm = np.sqrt((X**2).sum(axis=1))
    norm[norm == 0] = 1
    return _map(X, lambda x, i, j: x / norm[i])


def _counts(tf: PatternsLike) -> Patterns:
    tf = _check.patterns(tf, "tf")
    values = tf.data if _check.is_sparse(tf) else tf
    if (values < 0).any():
        raise ValueError(
            f"tf holds {values.min()}; counts are at least 0: pass the counts of count_terms, "
            "not weights made from them"
        )
    return tf


def _frequencies(df: ArrayLike, tf: Patterns) -> Array:
    """Return df (d,) as a new array, checked against tf, with 1 for words that never occur."""
    df = np.array(df)
    if df.shape != (tf.shape[1],):
        raise ValueError(
            f"df must have shape ({tf.shape[1]},), one number for each word of tf; got {df.shape}: "
            "count tf with words= the vocabulary of the training documents"
        )
    wrong = np.flatnonzero(~(df >= 0))  # NaN too
    if len(wrong):
        raise ValueError(
            f"df[{wrong[0]}] is {df[wrong[0]]}; a document frequency is at least 0: "
            "pass document_frequency of the training counts"
        )
    unknown = np.flatnonzero((df == 0) & (document_frequency(tf) > 0))
    if len(unknown):
        raise ValueError(
            f"df is 0 but tf is not in {len(unknown)} column(s): {_some(unknown.tolist())}; "
            "a word that the training documents lack has no weight: drop these columns from both"
        )
    df[df == 0] = 1  # its tf is 0, and so is 0 / 1
    return df


def _map(X: Patterns, f: Callable[[Array, Array, Array], Array]) -> Patterns:
    """Return f(x_ij, i, j) for every number of an array, or every stored number of CSR rows."""
    n, d = X.shape
    if not _check.is_sparse(X):
        return f(X, np.arange(n)[:, None], np.arange(d))
    from scipy.sparse import csr_array

    i = np.repeat(np.arange(n), np.diff(X.indptr))
    return csr_array((f(X.data, i, X.indices), X.indices.copy(), X.indptr.copy()), shape=(n, d))


def _some(items: Sequence[object], most: int = 5) -> str:
    return ", ".join(map(repr, items[:most])) + (", ..." if len(items) > most else "")
