"""New features from old ones: products of features (chapter 10), and hashed words (chapter 15).

No line separates exclusive OR, but with the product x_1 x_2 as a third feature a plane does.

>>> from perceptrons import data, separability
>>> X, t = data.xor()
>>> polynomial(X, 2)
array([[-1., -1.,  1.,  1.,  1.],
       [ 1., -1.,  1., -1.,  1.],
       [-1.,  1.,  1., -1.,  1.],
       [ 1.,  1.,  1.,  1.,  1.]])
>>> separability.separate(X, t).separable, separability.separate(polynomial(X, 2), t).separable
(False, True)

Hashing puts words into a fixed number of columns, so that data on many machines fit together though
nobody has seen all the words.

>>> hashed(["win a prize", "prize on monday"], d=4).toarray()
array([[ 0.,  1., -1.,  0.],
       [ 0.,  0.,  0., -1.]])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from perceptrons import _check, text
from perceptrons._check import Array, PatternsLike, Sparse
from perceptrons._extras import needed_for

__all__ = ["folded", "hashed", "polynomial"]

MOST = 10**8  # numbers in the table: 800 MB


def polynomial(X: PatternsLike, degree: int) -> Array:
    """Return all products of up to `degree` features, with repetitions, as new features.

    For d = 2 and degree 2 these are x_1, x_2, x_1², x_1 x_2, x_2². The constant is not among them,
    because the rules add it themselves.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Raw patterns; exact ones stay exact.
    degree : int
        At least 1, which returns the features as they are.

    Returns
    -------
    array, shape (n, C(d + degree, degree) - 1)
        Ordered by degree, then as scikit-learn's ``PolynomialFeatures(degree, include_bias=False)``.

    Raises
    ------
    ValueError
        If X breaks the conventions or is sparse, degree is not a whole number from 1, or the table
        would have more than 10^8 numbers.

    Examples
    --------
    >>> polynomial([[2, 3]], 2)
    array([[2., 3., 4., 6., 9.]])
    >>> polynomial([[2], [3]], 3)
    array([[ 2.,  4.,  8.],
           [ 3.,  9., 27.]])
    """
    A = _check.patterns(X)
    if _check.is_sparse(A):
        raise ValueError(
            "X is sparse, and most products of its features would be zero everywhere: choose the "
            "columns that matter, and pass X.toarray()"
        )
    n, d = A.shape
    degree = _check.count(degree, "degree")
    if (size := n * (comb(d + degree, degree) - 1)) > MOST:
        raise ValueError(
            f"degree {degree} makes {size // n} features of {d} for each of {n} patterns; at most "
            f"{MOST} numbers are made: choose fewer features, or the kernel dual.polynomial(degree)"
        )
    powers = range(1, degree + 1)
    chosen = (c for k in powers for c in combinations_with_replacement(range(d), k))
    return np.column_stack([A[:, list(c)].prod(axis=1) for c in chosen])


def hashed(documents: Iterable[str], *, d: int = 2**20) -> Sparse:
    """Count the words of each document into d signed columns, without a vocabulary.

    A word's hash chooses its column and its sign. Each document can be counted alone, at any time and
    on any machine. Words that meet in a column mostly have different documents, and their signs make
    what remains of them cancel on average. The columns have no names.

    Parameters
    ----------
    documents : iterable of str
        n texts, cut into words by `text.tokenize`.
    d : int
        Number of columns.

    Returns
    -------
    csr_array of float64, shape (n, d)
        The same as scikit-learn's ``FeatureHasher(d, input_type="string")`` makes of the words.

    Raises
    ------
    ValueError
        If there is no document or no word, a document is not a string, or d is not a whole number
        from 1.

    References
    ----------
    Weinberger, K. et al., "Feature hashing for large scale multitask learning", ICML (2009).

    Examples
    --------
    >>> hashed(["win a prize", "prize on monday"], d=4).toarray()
    array([[ 0.,  1., -1.,  0.],
           [ 0.,  0.,  0., -1.]])

    "prize" and "monday" share column 1, with opposite signs.
    """
    words, tf = text.count_terms(documents)
    return folded(tf, words, d=d)


def folded(tf: PatternsLike, words: Sequence[str | None], *, d: int = 2**20) -> Sparse:
    """Fold columns that have names into d signed columns, as `hashed` does with words.

    Parameters
    ----------
    tf : array_like or sparse, shape (n, v)
        Counts, or any other numbers.
    words : sequence of str, length v
        The name of each column.
    d : int
        Number of columns to fold into.

    Returns
    -------
    csr_array of float64, shape (n, d)

    Raises
    ------
    ValueError
        If `tf` is not a table of numbers, `words` does not name each of its columns, or d is not a
        whole number from 1.

    Examples
    --------
    >>> folded([[2, 1], [0, 3]], ["prize", "monday"], d=4).toarray()
    array([[ 0.,  1.,  0.,  0.],
           [ 0., -3.,  0.,  0.]])
    """
    with needed_for("sparse rows"):
        from scipy.sparse import csr_array

    tf, d = _check.patterns(tf, "tf"), _check.count(d, "d")
    v = tf.shape[1]
    unnamed = [j for j, word in enumerate(words) if not isinstance(word, str)]
    if len(words) != v or unnamed:
        wrong = (
            f"words[{unnamed[0]}] is {words[unnamed[0]]}" if unnamed else f"there are {len(words)}"
        )
        raise ValueError(
            f"words must name each of the {v} columns of tf, but {wrong}: give a str for each"
        )
    hashes = np.fromiter(map(_murmur, words), dtype=np.int64, count=v)
    signs = np.where(hashes < 0, -1.0, 1.0)
    fold = csr_array((signs, (np.arange(v), abs(hashes) % d)), shape=(v, d))
    X: Sparse = csr_array(csr_array(tf) @ fold)
    X.eliminate_zeros()
    X.sum_duplicates()  # sorts
    return X


@lru_cache(2**17)  # more than the words of the mail
def _murmur(word: str) -> int:
    """Return MurmurHash3 of a word (32 bits with sign, seed 0), which scikit-learn uses, too.

    Python's own hash() gives other values in each process.
    """
    key, h = word.encode(), 0
    for start in range(0, len(key), 4):
        part = key[start : start + 4]
        k = int.from_bytes(part, "little") * 0xCC9E2D51 % 2**32
        h ^= _rotated(k, 15) * 0x1B873593 % 2**32
        if len(part) == 4:
            h = (_rotated(h, 13) * 5 + 0xE6546B64) % 2**32
    h ^= len(key)
    h = (h ^ h >> 16) * 0x85EBCA6B % 2**32
    h = (h ^ h >> 13) * 0xC2B2AE35 % 2**32
    h ^= h >> 16
    return h - 2**32 if h >= 2**31 else h


def _rotated(k: int, bits: int) -> int:
    """Return 32 bits, turned to the left."""
    return (k << bits | k >> (32 - bits)) % 2**32
