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

from collections.abc import Iterable
from math import comb

import numpy as np

from perceptrons import text
from perceptrons._core import check
from perceptrons._core.check import Array, PatternsLike, Sparse
from perceptrons._core.check.magnitudes import shown
from perceptrons._core.extras import needed_for
from perceptrons.text.documents import Tokenizer, Words, columns, counted
from perceptrons.text.weightings import floats

__all__ = ["folded", "hashed", "polynomial"]

MOST = 10**8  # numbers in the table: 800 MB
MOST_DEGREE = 1000


def polynomial(X: PatternsLike, degree: int) -> Array:
    """Return all products of up to `degree` features, with repetitions, as new features.

    For d = 2 and degree 2 these are x_1, x_2, x_1², x_1 x_2, x_2². The constant is not among them,
    because the rules add it themselves.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Raw patterns; exact ones stay exact.
    degree : int
        From 1, which returns the features as they are, to 1000.

    Returns
    -------
    array, shape (n, C(d + degree, degree) - 1)
        Ordered by degree, then as scikit-learn's ``PolynomialFeatures(degree, include_bias=False)``.

    Raises
    ------
    ValueError
        If X breaks the conventions or is sparse, degree is not a whole number from 1 to 1000, the
        table would have more than 10^8 numbers, or some of them no float can hold.

    Examples
    --------
    >>> polynomial([[2, 3]], 2)
    array([[2., 3., 4., 6., 9.]])
    >>> polynomial([[2], [3]], 3)
    array([[ 2.,  4.,  8.],
           [ 3.,  9., 27.]])
    """
    A = check.patterns(X)
    if check.is_sparse(A):
        raise ValueError(
            "X is sparse, and most products of its features would be zero everywhere: choose the "
            "columns that matter, and pass X.toarray()"
        )
    n, d = A.shape
    degree = check.count(degree, "degree")
    if degree > MOST_DEGREE or n * (comb(d + degree, degree) - 1) > MOST:
        raise ValueError(
            f"degree is {shown(degree)}, for {n} patterns of {d} features; it must be at most "
            f"{MOST_DEGREE}, and make at most {MOST} numbers: choose fewer features, a lower degree, "
            "or the kernel dual.polynomial(degree)"
        )
    products, last = [A], np.arange(d)  # of one degree, and the last feature in each
    for _ in range(degree - 1):
        followers = d - last  # itself and all later features
        before = np.repeat(np.arange(len(last)), followers)
        last = np.arange(len(before)) - np.repeat(np.cumsum(followers) - d, followers)
        with np.errstate(all="ignore"):
            products.append(products[-1][:, before] * A[:, last])
    P = np.concatenate(products, axis=1)
    if not check.is_exact(P):
        check.finite(P, "polynomial(X, degree)")
    return P


def hashed(
    documents: Iterable[str], *, d: int = 2**20, tokenize: Tokenizer | None = None
) -> Sparse:
    """Count the words of each document into d signed columns, without a vocabulary.

    A word's hash chooses its column and its sign. Each document can be counted alone, at any time and
    on any machine. Words that meet in a column mostly have different documents, and their signs make
    what remains of them cancel on average. The columns have no names.

    Parameters
    ----------
    documents : iterable of str
        n texts; one without a word makes a row of zeros.
    d : int
        Number of columns, less than 2^31.
    tokenize : callable, optional
        The function that makes a list of words of a document. By default `text.tokenize`.

    Returns
    -------
    csr_array of float64, shape (n, d)
        The same as scikit-learn's ``FeatureHasher(d, input_type="string")`` makes of the words.

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
    d = _columns(d)
    counts = counted(documents, text.tokenize if tokenize is None else tokenize)
    words = [word for document in counts for word in document]
    values = np.array([c for document in counts for c in document.values()], dtype=np.float64)
    return _signed(values, _hashes(words), np.cumsum([0, *map(len, counts)]), d)


def folded(tf: PatternsLike, words: Words, *, d: int = 2**20) -> Sparse:
    """Fold columns that have names into d signed columns, as `hashed` does with words.

    Parameters
    ----------
    tf : array_like or sparse, shape (n, v)
        Counts, or any other numbers.
    words : iterable of str or dict, length v
        The name of each column, as `text.count_terms` takes them.
    d : int
        Number of columns to fold into, less than 2^31.

    Returns
    -------
    csr_array of float64, shape (n, d)

    Examples
    --------
    >>> folded([[2, 1], [0, 3]], ["prize", "monday"], d=4).toarray()
    array([[ 0.,  1.,  0.,  0.],
           [ 0., -3.,  0.,  0.]])
    """
    with needed_for("sparse rows"):
        from scipy.sparse import csr_array

    tf, names, d = check.patterns(tf, "tf"), columns(words), _columns(d)
    spelt = [name for name in names if name is not None]
    v = tf.shape[1]
    if len(spelt) != v or len(names) != v:
        wrong = (
            f"words[{names.index(None)}] is None" if None in names else f"there are {len(names)}"
        )
        raise ValueError(
            f"words must name each of the {v} columns of tf, but {wrong}: give a str for each"
        )
    rows = csr_array(floats(tf, "tf"))
    return _signed(rows.data, _hashes(spelt)[rows.indices], rows.indptr, d)


def _columns(d: int) -> int:
    d = check.count(d, "d")
    if d >= 2**31:
        raise ValueError(f"d is {shown(d)}; a hash has 31 bits and a sign: give at most 2**31 - 1")
    return d


def _signed(values: Array, hashes: Array, indptr: Array, d: int) -> Sparse:
    """Return rows of numbers, each in the column and with the sign of its hash."""
    from scipy.sparse import csr_array

    signed = np.where(hashes < 0, -values, values)
    index = np.int32 if len(values) < 2**31 else np.int64  # the loops are compiled for both
    columns, starts = (abs(hashes) % d).astype(index), indptr.astype(index)
    X: Sparse = csr_array((signed, columns, starts), shape=(len(starts) - 1, d))
    X.sum_duplicates()  # sorts
    X.eliminate_zeros()
    return X


def _hashes(words: Iterable[str]) -> Array:
    """Return MurmurHash3 of words (32 bits with sign): Python's hash() is another in each process."""
    with needed_for("hashed words"):
        from sklearn.utils import murmurhash3_32

    coded = (word.encode(errors="surrogatepass") for word in words)
    return np.fromiter(map(murmurhash3_32, coded), dtype=np.int64)
