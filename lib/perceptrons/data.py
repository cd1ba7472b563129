"""The data of the book: three Boolean functions, seeded clouds, and real mail.

>>> from perceptrons import data
>>> X, t = data.modified_or()
>>> X
array([[-1, -1],
       [ 1, -1],
       [-1,  1],
       [ 1,  1]])
>>> t
array([-1,  1,  1,  1])
>>> data.spam(n=1000).X.shape
(1000, 23997)
"""

from __future__ import annotations

from importlib import resources
from numbers import Real
from reprlib import repr as short
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Seed, Sparse
from perceptrons._core.extras import needed_for
from perceptrons.geometry import augment

__all__ = ["Dataset", "Spam", "cloud", "exact", "logical_and", "modified_or", "separable", "spam"]
__all__ += ["split", "two_words", "xor"]

GRID = 2**10  # coordinates are multiples of 1 / GRID, so that sums of their products are exact


class Dataset(NamedTuple):
    """Raw patterns X (n, d) and their targets t (n,), each +1 or -1."""

    X: Array
    t: Array


class Spam(NamedTuple):
    """Mail as word counts: X (n, d) CSR, t (n,) with +1 for spam, and the names of rows and columns."""

    X: Sparse
    t: Array
    groups: Array  # (n,) names such as "easy-ham-1": the folder of each message
    words: tuple[str | None, ...]  # (d,) None if the spelling is not kept


def modified_or() -> Dataset:
    """Return the OR of note 004, with -1 for false: class C2 where both coordinates are -1.

    Returns
    -------
    Dataset
        Four patterns in the order of the note's tables.

    Examples
    --------
    >>> modified_or().t
    array([-1,  1,  1,  1])
    """
    return _boolean(-1, 1, 1, 1)


def logical_and() -> Dataset:
    """Return AND with -1 for false, in the order of `modified_or`.

    Returns
    -------
    Dataset
        Four patterns, linearly separable.

    Examples
    --------
    >>> logical_and().t
    array([-1, -1, -1,  1])
    """
    return _boolean(-1, -1, -1, 1)


def xor() -> Dataset:
    """Return exclusive OR with -1 for false, in the order of `modified_or`.

    Returns
    -------
    Dataset
        Four patterns that no line separates.

    Examples
    --------
    >>> xor().t
    array([-1,  1,  1, -1])
    """
    return _boolean(-1, 1, 1, -1)


def _boolean(*t: int) -> Dataset:
    return Dataset(np.array([[-1, -1], [1, -1], [-1, 1], [1, 1]]), np.array(t))


def exact(values: ArrayLike) -> Array:
    """Return the numbers as Python integers and fractions, on which every rule computes exactly.

    Parameters
    ----------
    values : array_like or frame
        Integers, fractions or floats, in any shape; of a frame, columns of numbers of any kind.

    Returns
    -------
    array of objects
        A new array of the same shape; a float becomes the fraction that it stands for.

    Examples
    --------
    >>> exact([[1, -2], [0.5, 3]])
    array([[1, -2],
           [Fraction(1, 2), 3]], dtype=object)
    """
    return check.exactly(values, "values")


def cloud(n: int, d: int, *, margin: float, seed: int, flips: float = 0.0) -> Dataset:
    """Return a seeded cloud in the cube [-1, 1]^d, separable unless targets are flipped.

    Draws a hyperplane at a distance of about 0.1 from the origin, then patterns uniformly on the grid
    of multiples of 2^-10, and keeps those at least `margin` away from it. All coordinates are dyadic,
    so the results are the same on every machine and in every order of summation.

    Parameters
    ----------
    n, d : int
        Numbers of patterns and of features.
    margin : float
        The least distance between a pattern and the teacher's hyperplane, in (0, 1/2].
    seed : int
        The same seed gives the same cloud; `flips` does not change X.
    flips : float
        The share of targets, in [0, 1], whose sign is flipped afterwards.

    Returns
    -------
    Dataset
        X (n, d) of float64 and t (n,). In a very small cloud all patterns may be in one class.

    Examples
    --------
    >>> X, t = cloud(5, 2, margin=0.25, seed=1)
    >>> X.shape, t.shape
    ((5, 2), (5,))
    """
    n, d = check.count(n, "n"), check.count(d, "d")
    check.room(n * d, "the cloud", (n, d))
    if not (_is_number(margin) and 0 < margin <= 0.5):
        raise ValueError(
            f"margin must be in (0, 1/2], so that the cube has room; got {short(margin)}: give 0.01"
        )
    if not (_is_number(flips) and 0 <= flips <= 1):
        raise ValueError(
            f"flips must be a share of the targets, in [0, 1], got {short(flips)}: give one such as "
            "0.05"
        )
    rng = np.random.default_rng(check.count(seed, "seed", least=0))
    v = rng.integers(-GRID // 2, GRID // 2, size=d) * 2 + 1  # odd, so that v is not zero
    norm = np.sqrt(v @ v)
    threshold = np.rint(0.1 * norm * GRID)  # all in units of 1 / GRID: g is an exact integer
    X, g = np.empty((0, d)), np.empty(0)
    while len(X) < n:
        x = rng.integers(-GRID, GRID + 1, size=(n, d))
        gx = x @ v - threshold
        far = np.abs(gx) >= margin * GRID * norm
        X, g = np.concatenate([X, x[far] / GRID]), np.concatenate([g, gx[far]])
    t = np.where(g[:n] > 0, 1, -1)
    t[rng.choice(n, size=round(flips * n), replace=False)] *= -1
    return Dataset(X[:n].copy(), t)


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def separable(n: int, d: int, *, rng: Seed) -> tuple[Array, Array]:
    """Return reflected patterns of small integers, and the vector w* that labelled them.

    Patterns and w* are drawn from the integers -5, ..., 5; the proofs are evaluated along runs on
    such data, exactly.

    Parameters
    ----------
    n, d : int
        Numbers of patterns and of features.
    rng : numpy.random.Generator or seed

    Returns
    -------
    Z : array of Python integers, shape (at most n, d+1)
        Patterns with w*·z_i > 0; those with w*·z_i = 0 are left out.
    w_star : array of Python integers, shape (d+1,)

    Examples
    --------
    >>> Z, w_star = separable(3, 2, rng=1)
    >>> Z @ w_star
    array([4, 4, 9], dtype=object)
    """
    generator = np.random.default_rng(check.generator(rng))
    shape = check.count(n, "n"), check.count(d, "d")
    check.room(n * d, "the table", shape)
    A = augment(exact(generator.integers(-5, 6, shape)))
    w_star = exact(generator.integers(-5, 6, d + 1))
    g = A @ w_star
    return (A * np.where(g > 0, 1, -1)[:, None])[g != 0], w_star


def split(t: ArrayLike, *sizes: int, rng: Seed = None) -> list[Array]:
    """Deal patterns out into piles, each with the same share of the two classes.

    Parameters
    ----------
    t : array_like, shape (n,)
        Targets: +1 for class C1, -1 for class C2.
    *sizes : int
        How many patterns go into each pile but the last, which gets the rest.
    rng : numpy.random.Generator or seed, optional
        Shuffles the patterns before; by default each pile takes the first that are left.

    Returns
    -------
    list of array of int
        The rows of each pile, in increasing order; together they are all rows, each once.

    Examples
    --------
    >>> train, test = split([1, -1, -1, 1, -1, -1], 3)
    >>> train, test
    (array([0, 1, 2]), array([3, 4, 5]))
    """
    t = check.targets(t, np.size(t))
    n, wanted = len(t), sum(check.count(size, "each size") for size in sizes)
    if wanted > n:
        raise ValueError(
            f"sizes come to {wanted}, but t has {n} targets: give smaller sizes, at most {n} together"
        )
    generator = check.generator(rng)
    order = np.arange(n) if generator is None else generator.permutation(n)
    ends = np.cumsum([*sizes, n - wanted])
    ends_1 = np.array([round(end * np.mean(t == 1)) for end in ends])
    piles = []
    for c, stops in (1, ends_1), (-1, ends - ends_1):
        piles.append(np.split(order[t[order] == c], stops[:-1]))
    return [np.sort(np.concatenate(parts)) for parts in zip(*piles, strict=True)]


def spam(n: int | None = None) -> Spam:
    """Return word counts of the SpamAssassin public corpus: 6046 real messages of 2001 and 2002.

    Row i counts the words in the subject and body of message i, which are those of
    `text.tokenize_mail`: runs of 2 to 20 letters a-z. Messages are ordered by a hash of their
    content, which is as good as a shuffle; words by the number of messages that contain them, the
    most frequent first. Only words in five or more messages are spelled out.
    ``tools/build_spam_matrix.py`` shows how the counts were made. Chapter 12 is about them.

    Parameters
    ----------
    n : int, optional
        Take only the first n messages, in the same proportion of the classes, and the columns that
        they use. By default the whole corpus.

    Returns
    -------
    Spam
        The named tuple ``(X, t, groups, words)``. X is a `scipy.sparse.csr_array` of float64,
        (6046, 67434) for the whole, (1000, 23997) for n = 1000.

    References
    ----------
    SpamAssassin public corpus, 2003 and 2005 releases, Apache Software Foundation.

    Examples
    --------
    >>> mail = spam(n=1000)
    >>> int((mail.t == 1).sum()), mail.X.nnz
    (314, 148982)
    >>> mail.words[:5]
    ('the', 'to', 'and', 'of', 'for')
    """
    corpus = _unpack()
    if n is None:
        return corpus
    X, t, groups, words = corpus
    if check.count(n, "n", least=2) > len(t):
        raise ValueError(
            f"n must be at most {len(t)}, the size of the corpus; got {n}: give fewer, or None for all"
        )
    rows = split(t, n)[0]
    X = X[rows]
    used = np.unique(X.indices)
    return Spam(X[:, used], t[rows], groups[rows], tuple(words[j] for j in used))


def two_words(first: str, second: str, *, n: int | None = None) -> Dataset:
    """Return how often two words occur among a hundred words of each message.

    Parameters
    ----------
    first, second : str
        Words that `spam` spells out.
    n : int, optional
        Take only the first n messages, as `spam` does.

    Returns
    -------
    Dataset
        X (n, 2), rounded to hundredths, and t (n,) with +1 for spam. A message without a word has
        the pattern (0, 0).

    Raises
    ------
    ValueError
        If the messages do not spell out a word.

    Examples
    --------
    >>> X, t = two_words("your", "re", n=300)
    >>> X[:2], t[:2]
    (array([[1.83, 0.  ],
           [0.  , 1.12]]), array([ 1, -1]))
    """
    mail = spam(n)
    spelled = {word: j for j, word in enumerate(mail.words) if word is not None}
    for word in (first, second):
        if word not in [*spelled]:  # a list: the word may be anything
            raise ValueError(f"no column for the word {word!r:.60}: give one of data.spam(n).words")
    columns = [spelled[first], spelled[second]]
    lengths = np.maximum(np.asarray(mail.X.sum(axis=1)).ravel(), 1)
    counts = mail.X[:, columns].toarray()
    return Dataset(np.round(100 * counts / lengths[:, None], 2), mail.t)


def _unpack() -> Spam:
    """Read the whole corpus as ``tools/build_spam_matrix.py`` packed it."""
    with needed_for("sparse rows"):
        from scipy.sparse import csr_array

    with resources.files("perceptrons").joinpath("spam.npz").open("rb") as file:
        packed = dict(np.load(file))
    groups = packed["groups"]
    # Entry (i, j) has the position j n + i, word by word; the file stores the gaps between them.
    j, i = np.divmod(np.cumsum(packed["gaps"], dtype=np.int32), np.int32(len(groups)))
    X = csr_array((packed["counts"].astype(np.float64), (i, j)), shape=(len(groups), j[-1] + 1))
    t = np.where(np.char.startswith(groups, "spam"), 1, -1)
    spelled = packed["words"].tolist()
    return Spam(X, t, groups, tuple(spelled + [None] * (X.shape[1] - len(spelled))))
