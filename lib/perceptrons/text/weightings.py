"""How much a word counts in a document: the weightings of term counts (chapter 12)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Patterns, PatternsLike
from perceptrons._core.check.magnitudes import shown
from perceptrons.text.documents import some


def document_frequency(tf: PatternsLike) -> Array:
    """Count the documents in which each word occurs: df_j, the number of i with tf_ij > 0.

    Parameters
    ----------
    tf : array_like or sparse, shape (n, d)
        Counts, or other numbers that are not negative.

    Returns
    -------
    array of int, shape (d,)

    Examples
    --------
    >>> document_frequency([[2, 0, 1], [1, 0, 0]])
    array([2, 0, 1])
    """
    tf = _counts(tf)
    if check.is_sparse(tf):
        return np.bincount(tf.indices[tf.data > 0], minlength=tf.shape[1])
    return np.count_nonzero(tf > 0, axis=0)


def tf_over_df(tf: PatternsLike, df: ArrayLike) -> Patterns:
    """Weight words as note 004 does: W_ij = tf_ij / df_j.

    Parameters
    ----------
    tf : array_like or sparse, shape (n, d)
        Counts, or other numbers that are not negative.
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
        Counts, or other numbers that are not negative.
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
    n = check.count(n, "n")
    if n > check.LARGEST_EXACT:
        raise ValueError(f"n is {shown(n)}; it must be at most 2**53: pass the number of documents")
    if df.max() > n:
        raise ValueError(
            f"n is {n}, below df[{df.argmax()}] = {int(df.max())}; n is the number of documents in "
            "which df was counted: pass that number"
        )
    weight = np.log(n / df.astype(np.float64)) + 1
    return _map(floats(tf, "tf"), lambda x, i, j: x * weight[j])


def binary(tf: PatternsLike) -> Patterns:
    """Record only whether a word occurs: 1 if tf_ij > 0, else 0.

    Parameters
    ----------
    tf : array_like or sparse, shape (n, d)
        Counts, or other numbers that are not negative.

    Returns
    -------
    array or csr_array of float, shape (n, d)
        Sparse if `tf` is.

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

    Examples
    --------
    >>> unit_rows([[3, 4], [0, 0]])
    array([[0.6, 0.8],
           [0. , 0. ]])
    """
    X = floats(check.patterns(X), "X")
    x, i, _ = _entries(X)
    largest = np.zeros(X.shape[0])
    np.maximum.at(largest, np.broadcast_to(i, x.shape), abs(x))
    # A power of two changes no digit, and without it the squares of tiny numbers would be 0.
    power = np.frexp(largest)[1]
    X = _map(X, lambda x, i, j: np.ldexp(x, -power[i]))
    norm = np.sqrt((X**2).sum(axis=1))
    norm[norm == 0] = 1
    return _map(X, lambda x, i, j: x / norm[i])


def _counts(tf: PatternsLike) -> Patterns:
    if isinstance(tf, tuple) and hasattr(tf, "tf"):  # what count_terms returns
        raise ValueError("tf is a pair of words and counts; pass its second part, words, tf = ...")
    tf = check.patterns(tf, "tf")
    if ((tf.data if check.is_sparse(tf) else tf) < 0).any():
        x, i, j = np.broadcast_arrays(*_entries(tf))
        k = (x < 0).argmax()
        raise ValueError(
            f"tf[{i.flat[k]}, {j.flat[k]}] is {x.flat[k]}; counts are at least 0: pass the counts of "
            "count_terms, not weights made from them"
        )
    return tf


def _frequencies(df: ArrayLike, tf: Patterns) -> Array:
    """Return df (d,) as a new array of the kind of tf, with 1 for words that never occur."""
    df = check.converted(check.numbers(df, "df"), tf)
    if df.shape != (tf.shape[1],):
        raise ValueError(
            f"df must have shape ({tf.shape[1]},), one number for each word of tf; got {df.shape}: "
            "count tf with words= the vocabulary of the training documents"
        )
    wrong = np.flatnonzero((df < 0) | (df % 1 != 0))
    if len(wrong):
        raise ValueError(
            f"df[{wrong[0]}] is {df[wrong[0]]}; a document frequency is a whole number, at least 0: "
            "pass document_frequency of the training counts"
        )
    unknown = np.flatnonzero((df == 0) & (document_frequency(tf) > 0))
    if len(unknown):
        raise ValueError(
            f"df is 0 but tf is not in {len(unknown)} column(s): {some(unknown.tolist())}; "
            "a word that the training documents lack has no weight: drop these columns from both"
        )
    df[df == 0] = 1  # its tf is 0, and so is 0 / 1
    return df


def floats(X: Patterns, name: str) -> Patterns:
    """Return exact rows as rows of floats, and rows of floats as they are."""
    return X if check.is_sparse(X) else check.floats(X, name)


def _entries(X: Patterns) -> tuple[Array, Array, Array]:
    """Return x_ij, i and j for every number of an array, or every stored number of CSR rows."""
    n, d = X.shape
    if not check.is_sparse(X):
        return X, np.arange(n)[:, None], np.arange(d)
    return X.data, np.repeat(np.arange(n), np.diff(X.indptr)), X.indices


def _map(X: Patterns, f: Callable[[Array, Array, Array], Array]) -> Patterns:
    """Return f(x_ij, i, j) for every number of an array, or every stored number of CSR rows."""
    values = f(*_entries(X))
    if not check.is_sparse(X):
        return values
    from scipy.sparse import csr_array

    return csr_array((values, X.indices.copy(), X.indptr.copy()), shape=X.shape)
