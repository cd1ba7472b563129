"""A layer of neurons: M discriminants on the same patterns, for more than two classes (chapter 13).

Trained separately, M neurons answer M questions of two classes each, such as "class c or the rest?".
Trained together, they compete: the multiclass rule asks only that the neuron of the right class has
the largest discriminant.

>>> import numpy as np
>>> X = np.array([[0], [2], [4]])
>>> labels = np.array(["low", "middle", "high"])

No point on the line separates "middle" from the rest, but the three can compete:

>>> classes, T = one_against_rest(labels)
>>> [str(c) for c in classes], [run.converged for run in neurons(X, T, max_epochs=50)]
(['high', 'low', 'middle'], [True, True, False])
>>> run = online(X, labels)
>>> run
MulticlassRun(converged: 13 updates in 8 epochs, 3 classes)
>>> print(run.predict([[-1], [2], [9]]))
['low' 'middle' 'high']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import perceptron
from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, PatternsLike, Seed, Sparse
from perceptrons._core.kernels.competing import competitor, mistakes_of_a_round
from perceptrons._core.kernels.rounds import Order, constant_rates, entries, products, until_clean
from perceptrons.geometry import augment
from perceptrons.run import Record, Run, same_features

__all__ = ["MulticlassRun", "classify", "kesler", "neurons", "one_against_rest", "online"]


def neurons(X: PatternsLike, T: ArrayLike, **options: Any) -> tuple[Run, ...]:
    """Train M independent neurons by the online rule, one for each column of T.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.
    T : array_like, shape (n, M)
        Targets +1 and -1 of each neuron.
    **options
        As for `perceptron.online`. With a seed as `rng`, every neuron sees the same orders.

    Returns
    -------
    tuple of M Runs
        ``np.array([run.w for run in runs])`` is the W of `classify`.

    Examples
    --------
    >>> runs = neurons([[2], [-1]], [[1, -1], [-1, 1]])
    >>> [run.w.tolist() for run in runs]
    [[1.0, 2.0], [-1.0, -2.0]]
    """
    X, T = check.patterns(X), check.array(T, "T")
    n = X.shape[0]
    if T.ndim != 2 or T.shape[1] == 0:
        raise ValueError(
            f"T must have shape ({n}, M), one column of targets for each neuron; got {T.shape}: "
            "for a single neuron use perceptron.online"
        )
    names = [f"T[:, {m}]" for m in range(T.shape[1])]
    columns = [check.targets(t, n, name) for t, name in zip(T.T, names, strict=True)]
    for t, name in zip(columns, names, strict=True):
        check.two_classes(t, X, name)
    return tuple(perceptron.online(X, t, **options) for t in columns)


def one_against_rest(labels: ArrayLike) -> tuple[Array, Array]:
    """Turn labels into one two-class problem per class: this class (+1) or another (-1).

    Parameters
    ----------
    labels : array_like, shape (n,)
        Names or numbers of the classes.

    Returns
    -------
    classes : array, shape (M,)
        The distinct labels, sorted.
    T : array of int, shape (n, M)
        Targets for `neurons`: column m belongs to ``classes[m]``.

    Raises
    ------
    ValueError
        If there are fewer than two classes.

    Examples
    --------
    >>> classes, T = one_against_rest([7, 3, 7, 5])
    >>> classes
    array([3, 5, 7])
    >>> T
    array([[-1, -1,  1],
           [ 1, -1, -1],
           [-1, -1,  1],
           [-1,  1, -1]])
    """
    classes, y = _classes(labels)
    check.room(len(y) * len(classes), "T", (len(y), len(classes)))
    return classes, np.where(y[:, None] == np.arange(len(classes)), 1, -1)


def _classes(labels: ArrayLike) -> tuple[Array, Array]:
    """Return the distinct labels, and the index of each label among them."""
    labels = check.labels(labels)
    try:
        classes, y = np.unique(labels, return_inverse=True)
    except TypeError as error:
        raise ValueError(
            f"labels must be names or numbers that can be sorted, got {short(labels.tolist())}: "
            "give all of them the same type, and drop patterns without a label"
        ) from error
    if len(classes) < 2:
        raise ValueError(
            f"labels hold {len(classes)} class{'' if len(classes) == 1 else 'es'}, "
            f"{short(classes.tolist())}; at least two are needed: add patterns of another class"
        )
    return classes, y


def classify(W: Sequence[ArrayLike] | Array, X: PatternsLike) -> Array:
    """Return for every pattern the index m of the largest discriminant w_m·(1, x_i).

    Parameters
    ----------
    W : array_like, shape (M, d+1)
        The weights of each neuron, bias first.
    X : array_like or sparse, shape (n, d)
        Raw patterns.

    Returns
    -------
    array of int, shape (n,)
        If several are equally large, the first of them.

    Examples
    --------
    >>> classify([[0, 1], [2, 0], [0, -1]], [[3], [1], [2], [-5]])
    array([0, 1, 0, 2])
    """
    A = augment(X)
    weights = check.converted(_weights(W, A.shape[1]), A, "W")
    return np.asarray((A @ weights.T).argmax(axis=1))


def _weights(
    W: Sequence[ArrayLike] | Array, D: int, M: int | None = None, name: str = "W"
) -> Array:
    """Return the weights of M neurons as a new array (M, D)."""
    given: Any = W
    table = check.numbers(given, name)
    if not table.ndim:
        raise ValueError(
            f"{name} is {short(W)}; it must have shape (M, {D}): give a row of weights for each neuron"
        )
    rows = [check.weights(w, D - 1, f"{name}[{m}]") for m, w in enumerate(table)]
    if len(rows) != (M or max(1, len(rows))):
        raise ValueError(
            f"{name} must have {M or 'some'} rows, the weights of one neuron each; got {len(rows)}"
        )
    return np.array(rows)


def online(
    X: PatternsLike,
    labels: ArrayLike,
    *,
    eta: Number = 1.0,
    w: Sequence[ArrayLike] | Array | None = None,
    max_epochs: int = 1000,
    rng: Seed = None,
    progress: bool = False,
) -> MulticlassRun:
    """Train M competing neurons: each mistake strengthens the right one and weakens its strongest rival.

    Pattern i of class y is a mistake if a rival r has w_r·a_i >= w_y·a_i, a_i = (1, x_i), so a tie is
    a mistake. Then w_y <- w_y + η a_i and w_r <- w_r - η a_i, where r is the (first) rival with the
    largest discriminant. With two classes this is the rule of chapter 2.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns; an array of objects (fractions, Python integers) is computed exactly.
    labels : array_like, shape (n,)
        The class of each pattern, a name or a number; at least two classes.
    eta : number above 0
        The rate. From zero weights it scales W and changes no decision.
    w : array_like, shape (M, d+1), optional
        The start, one row for each class in sorted order; zero by default.
    max_epochs : int
        The largest number of rounds through the patterns.
    rng : numpy.random.Generator or seed, optional
        Shuffles the patterns anew in each round; by default they come in the given order.
    progress : bool
        Show a progress bar (needs tqdm).

    Returns
    -------
    MulticlassRun

    References
    ----------
    Duda, R. O., Hart, P. E., Pattern Classification and Scene Analysis (1973), section 5.12.

    Crammer, K., Singer, Y., "Ultraconservative online algorithms for multiclass problems", Journal
    of Machine Learning Research 3 (2003).

    Examples
    --------
    >>> online([[2], [-1]], ["ham", "spam"]).W
    array([[ 1.,  2.],
           [-1., -2.]])
    """
    A, classes, y = _labelled(X, labels)
    return train(A, classes, y, eta=eta, w=w, max_epochs=max_epochs, rng=rng, progress=progress)


def train(
    A: Patterns,
    classes: Array,
    y: Array,
    *,
    eta: Number,
    w: Sequence[ArrayLike] | Array | None,
    max_epochs: int,
    rng: Seed,
    progress: bool,
) -> MulticlassRun:
    """Train on rows A that nobody else holds, whose classes are ``classes[y]``."""
    (n, D), M = A.shape, len(classes)
    check.room(4 * M * D, "W", (M, D))
    eta = check.converter(A)(check.positive(eta, "eta"))
    start = check.converted(_weights(np.zeros((M, D)) if w is None else w, D, M, "w"), A)
    W, present, rivals = start.copy(), competitor(A, y), list[Array]()

    def a_round(order: Order) -> Array:
        places, beaten_by = mistakes_of_a_round(present, W, eta, order)
        rivals.append(beaten_by)
        return places

    rounds = until_clean(a_round, n, max_epochs=max_epochs, rng=rng, progress=progress)
    if not check.is_exact(A):
        check.finite(W, "the trained W")
    return MulticlassRun(
        **rounds,
        rates=constant_rates(eta, A, rounds),
        at_zero=0,
        batch=False,
        classes=classes,
        A=A,
        y=y,
        rivals=np.concatenate(rivals),
        start=start,
        W=W,
    )


def _labelled(X: PatternsLike, labels: ArrayLike) -> tuple[Patterns, Array, Array]:
    """Return the augmented patterns, the classes, and the index of each pattern's class."""
    A = augment(X)
    classes, y = _classes(labels)
    _as_many(y, A.shape[0], "labels")
    return A, classes, y


def _as_many(labels: Array, n: int, name: str) -> None:
    if len(labels) != n:
        raise ValueError(
            f"{name} must have shape ({n},), one for each pattern of X; got {labels.shape}: give "
            "as many labels as rows of X"
        )


def kesler(X: PatternsLike, labels: ArrayLike) -> Patterns:
    """Return Kesler's vectors, one for each pattern and each rival of its class.

    Put the weights of all M neurons one after the other, u = (w_1, ..., w_M). Then w_y·a > w_r·a is
    u·z > 0 for the vector z that has a in block y, -a in block r, and zeros elsewhere. So M classes
    become one class of reflected patterns, and the multiclass rule the online rule, which presents
    for each pattern only the z with the least u·z.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.
    labels : array_like, shape (n,)
        The class of each pattern; at least two classes.

    Returns
    -------
    array or csr_array, shape (n (M-1), M (d+1))
        Of pattern 1 all rivals in sorted order, then of pattern 2, and so on.

    References
    ----------
    Nilsson, N. J., Learning Machines (1965); Duda, R. O., Hart, P. E., Pattern Classification and
    Scene Analysis (1973), section 5.12.

    Examples
    --------
    >>> kesler([[5], [7]], ["a", "b"])
    array([[ 1.,  5., -1., -5.],
           [-1., -7.,  1.,  7.]])
    """
    A, classes, y = _labelled(X, labels)
    (n, D), M = A.shape, len(classes)
    own = np.repeat(y, M - 1)
    rival = np.array([r for i in range(n) for r in range(M) if r != y[i]])
    i = np.repeat(np.arange(n), M - 1)
    if check.is_sparse(A):
        from scipy.sparse import csr_array, hstack

        def block(m: int) -> Sparse:
            rows = np.flatnonzero((own == m) | (rival == m))
            signs = np.where(own[rows] == m, 1.0, -1.0)
            placed: Sparse = csr_array((signs, (rows, i[rows])), shape=(len(i), n)) @ A
            return placed

        Z: Sparse = csr_array(hstack([block(m) for m in range(M)]))
        return Z
    check.room(len(i) * M * D, "Z", (len(i), M * D))
    blocks = np.zeros((len(i), M, D), dtype=A.dtype)
    blocks[np.arange(len(i)), own], blocks[np.arange(len(i)), rival] = A[i], -A[i]
    return blocks.reshape(len(i), M * D)


@dataclass(frozen=True, eq=False, repr=False)
class MulticlassRun(Record):
    """A run of the multiclass rule, as `online` returns it.

    Attributes
    ----------
    classes : array, shape (M,)
        The distinct labels, sorted.
    A : array or csr_array, shape (n, d+1)
        The augmented patterns.
    y : array of int, shape (n,)
        The class of each pattern, as an index of `classes`.
    rivals : array of int, one entry for each mistake
        The class whose discriminant was too large.
    W : array, shape (M, d+1)
        The weights of each class at the end, bias first.
    """

    classes: Array
    A: Patterns
    y: Array
    rivals: Array
    W: Array

    def path(self) -> Iterator[Array]:
        """Yield the weights (M, d+1) at the start and after each update.

        Examples
        --------
        >>> for W in online([[2], [-1]], [7, 3]).path():
        ...     print(*W)
        [0. 0.] [0. 0.]
        [-1. -2.] [1. 2.]
        """
        W = self.start.copy()
        yield W.copy()
        for eta, i, rival in zip(self.rates, self.mistaken, self.rivals, strict=True):
            columns, a = entries(self.A, i)
            W[self.y[i], columns] += eta * a
            W[rival, columns] -= eta * a
            yield W.copy()

    def summed(self, c: Array) -> Array:
        """Return Σ ±c_k a_i over the updates k: in the row of a_i's class, and (-) in its rival's."""
        total = np.zeros((self.n, len(self.classes)), dtype=c.dtype)
        np.add.at(total, (self.mistaken, self.y[self.mistaken]), c)
        np.subtract.at(total, (self.mistaken, self.rivals), c)
        return np.asarray((self.A.T @ total).T)

    def _gains(self, X: PatternsLike) -> tuple[Array, Callable[[slice], Array]]:
        A = self._seen(X)

        def gains(some: slice) -> Array:
            i, rival = self.mistaken[some], self.rivals[some]
            g, each = products(self.A, i, self.rates[some], A), np.arange(len(i))
            G = np.zeros((*g.shape, len(self.classes)), dtype=g.dtype)
            G[each, :, self.y[i]], G[each, :, rival] = g, -g
            return G

        return np.asarray(A @ check.converted(self.start, A).T), gains

    def classes_of(self, g: Array) -> Array:
        """Return the index of the largest discriminant, of equal ones the first."""
        return g.argmax(axis=-1)

    def truth(self, t: ArrayLike, m: int) -> Array:
        """Return the classes of m new patterns as indices, refusing a label that was not learnt."""
        labels = check.labels(t, "t")
        _as_many(labels, m, "t")
        for i, known in enumerate(np.isin(labels, self.classes)):
            if not known:
                raise ValueError(
                    f"t[{i}] is {short(labels[i : i + 1].tolist()[0])}, but the run has learnt {short(self.classes.tolist())}: "
                    "correct the label, or leave the pattern out"
                )
        return np.searchsorted(self.classes, labels)

    def _given(self, w: Sequence[ArrayLike] | Array) -> Array:
        M, D = self.W.shape
        return _weights(w, D, M, "w")

    def _seen(self, X: PatternsLike) -> Patterns:
        A = augment(X)
        same_features(A.shape[1] - 1, self.W.shape[1] - 1)
        return A

    def wrong(self, w: Sequence[ArrayLike] | Array) -> int:
        """Return how many of the training patterns other weights w (M, d+1) get wrong; a tie is wrong.

        Examples
        --------
        >>> run = online([[2], [-1]], [7, 3])
        >>> [run.wrong(W) for W in run.path()]
        [2, 0]
        """
        g = self.A @ check.converted(self._given(w), self.A).T
        own = g[np.arange(self.n), self.y]
        return int(((g >= own[:, None]).sum(axis=1) > 1).sum())

    def discriminant(self, X: PatternsLike, w: Sequence[ArrayLike] | Array | None = None) -> Array:
        """Return w_c·(1, x) for every pattern of X (m, d) and every class, shape (m, M).

        Other weights w (M, d+1) may stand for the last ones, such as ``variants.averaged(run)``.

        Examples
        --------
        >>> online([[2], [-1]], [7, 3]).discriminant([[5], [-5]])
        array([[-11.,  11.],
               [  9.,  -9.]])
        """
        A = self._seen(X)
        W = self.W if w is None else self._given(w)
        return np.asarray(A @ check.converted(W, A).T)

    def predict(self, X: PatternsLike, w: Sequence[ArrayLike] | Array | None = None) -> Array:
        """Return the label of every pattern of X (m, d): the class of the largest discriminant.

        Other weights w may stand for the last ones, as for `discriminant`.

        Examples
        --------
        >>> online([[2], [-1]], [7, 3]).predict([[5], [-5]])
        array([7, 3])
        """
        return self.classes[self.classes_of(self.discriminant(X, w))]

    def __repr__(self) -> str:
        return f"MulticlassRun({self._summary()}, {len(self.classes)} classes)"
