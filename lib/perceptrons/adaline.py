"""Adaline: fit real numbers with the smallest squared error (chapters 7 and 8).

J(w) = ½ Σ (t_i - w·a_i)², a_i = (1, x_i). Its negative gradient is Aᵀ(t - Aw), where the rows of A
are the a_i. The batch rule goes down it; the incremental rule of Widrow and Hoff (LMS) goes down
the part of one pattern at a time. Targets may be any real numbers.

>>> from perceptrons import data
>>> X, t = data.modified_or()
>>> float(critical_rate(X))
0.5
>>> batch(X, t, eta=0.25, epochs=1)
Descent(1 epoch: cost 2 to 0.5, w = [0.5, 0.5, 0.5])
>>> least_squares(*data.xor()).round(9) + 0
array([0., 0., 0.])
"""

from __future__ import annotations

from itertools import repeat
from typing import Any, NamedTuple

import numpy as np

from perceptrons import _check
from perceptrons._check import Array
from perceptrons.descent import Descent, half_square, quiet
from perceptrons.geometry import augment
from perceptrons.loops.lms import learner
from perceptrons.run import counted, orders, row

__all__ = [
    "Descent",
    "Standardisation",
    "batch",
    "cost",
    "critical_rate",
    "gradient",
    "hessian",
    "least_squares",
    "online",
    "standardise",
]


def cost(w: Any, X: Any, t: Any) -> Any:
    """Return J(w), half the sum of the squared errors t_i - w·(1, x_i).

    Parameters
    ----------
    w : array_like, shape (d+1,)
        Weights, bias first.
    X : array_like or sparse, shape (n, d)
        Raw patterns.
    t : array_like, shape (n,)
        Targets: +1 and -1 for two classes, but any real number will do.

    Returns
    -------
    float, or an exact number where X is exact

    Raises
    ------
    ValueError
        Where an argument breaks the conventions.

    Examples
    --------
    >>> cost([0, 1], [[2], [1]], [1, -1])
    2.5
    """
    return half_square(*_problem(X, t, w))


def gradient(w: Any, X: Any, t: Any) -> Array:
    """Return the gradient of J, -Σ (t_i - w·a_i) a_i with a_i = (1, x_i).

    Parameters
    ----------
    w, X, t
        As for `cost`.

    Returns
    -------
    array, shape (d+1,)

    Raises
    ------
    ValueError
        Where an argument breaks the conventions.

    Examples
    --------
    >>> gradient([0, 1], [[2], [1]], [1, -1])
    array([3., 4.])
    """
    A, t, w = _problem(X, t, w)
    return A.T @ (A @ w - t)


def hessian(X: Any) -> Any:
    """Return the Hessian of J, AᵀA with rows (1, x_i) in A: the same at every w.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.

    Returns
    -------
    array or csr_array, shape (d+1, d+1)
        Sparse where X is.

    Raises
    ------
    ValueError
        Where X is not a finite (n, d) table of numbers.

    Examples
    --------
    >>> hessian([[2], [1]])
    array([[2., 3.],
           [3., 5.]])
    """
    A = augment(X)
    return A.T @ A


def critical_rate(X: Any) -> float:
    """Return 2/λ_max of the Hessian: the batch rule reaches the minimum for every η below it.

    Above it the descent diverges from almost every start; at it one component swings for ever.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        Where X is not a finite (n, d) table of numbers.

    References
    ----------
    Widrow, B., Stearns, S. D., Adaptive Signal Processing (1985), ch. 4.

    Examples
    --------
    >>> critical_rate([[3], [-3]])
    0.1111111111111111
    """
    A = augment(X)
    if _check.is_sparse(A):
        from scipy.sparse.linalg import LinearOperator, eigsh

        D = A.shape[1]
        H = LinearOperator((D, D), matvec=lambda v: A.T @ (A @ v), dtype=np.float64)
        start = np.random.default_rng(0).normal(size=D)  # the same answer every time
        return float(2 / eigsh(H, k=1, v0=start, return_eigenvectors=False)[0])
    A = A.astype(np.float64)
    # AᵀA and AAᵀ have the same eigenvalues above 0: take the smaller.
    H = A.T @ A if A.shape[0] > A.shape[1] else A @ A.T
    return float(2 / np.linalg.eigvalsh(H)[-1])


def least_squares(X: Any, t: Any) -> Array:
    """Return the weights of least cost J, of all such weights the shortest.

    Parameters
    ----------
    X, t
        As for `cost`.

    Returns
    -------
    array of float, shape (d+1,)
        Rounded, also where X is exact. From sparse rows an iteration finds them (LSQR).

    Raises
    ------
    ValueError
        Where an argument breaks the conventions.

    Examples
    --------
    >>> least_squares([[0], [1], [3]], [1, 3, 7]).round(9)
    array([1., 2.])
    """
    A = augment(X)
    t = _check.values(t, A.shape[0]).astype(np.float64)
    if _check.is_sparse(A):
        from scipy.sparse.linalg import lsqr

        # From a zero start LSQR stays in the row space, where the shortest solution lies.
        return lsqr(A, t, atol=1e-14, btol=1e-14, iter_lim=10 * sum(A.shape))[0]
    return np.linalg.lstsq(A.astype(np.float64), t, rcond=None)[0]


def batch(
    X: Any, t: Any, *, eta: Any, epochs: int, w: Any = None, progress: bool = False
) -> Descent:
    """Descend by the batch rule: w <- w + η Aᵀ(t - Aw), once an epoch.

    Parameters
    ----------
    X, t
        As for `cost`; an array of objects (fractions, Python integers) is computed exactly.
    eta : number above 0, or schedule eta(k, z)
        The rate of update k = 1, 2, ...; z is the direction of the step, Aᵀ(t - Aw).
        `rates.steepest(hessian(X))` makes every step an exact line search.
    epochs : int
        Number of updates.
    w : array_like, shape (d+1,), optional
        The start, bias first; zero by default.
    progress : bool
        Show a bar that counts epochs (needs tqdm).

    Returns
    -------
    Descent
        Where η is too large its weights end as infinite or NaN, and its repr says so.

    Raises
    ------
    ValueError
        Where an argument breaks the conventions.

    Examples
    --------
    >>> batch([[3], [-3]], [1, -1], eta=1/18, epochs=2).weights
    array([[0.        , 0.        ],
           [0.        , 0.33333333],
           [0.        , 0.33333333]])
    """
    A, t, eta, weights = _start(X, t, eta, epochs, w)
    n, D = A.shape
    with quiet():
        # An epoch through H and b takes D² multiplications instead of 2nD. H itself takes nD², but
        # one product of matrices runs several times as fast. Sparse rows may have a full H: not so.
        if not _check.is_sparse(A) and n > D and 4 * epochs > D:
            H, b = A.T @ A, A.T @ t

            def downhill(w: Array) -> Array:
                return b - H @ w
        else:

            def downhill(w: Array) -> Array:
                return A.T @ (t - A @ w)

        for k in counted(epochs, progress):
            weights[k] = _stepped(weights[k - 1], downhill(weights[k - 1]), eta, k)
    return _finished(A, t, weights)


def online(
    X: Any, t: Any, *, eta: Any, epochs: int, w: Any = None, rng: Any = None, progress: bool = False
) -> Descent:
    """Descend by the rule of Widrow and Hoff (LMS): w <- w + η (t_i - w·a_i) a_i, a_i = (1, x_i).

    Parameters
    ----------
    X, t, w, progress
        As for `batch`.
    eta : number above 0, or schedule eta(k, z)
        The rate of update k = 1, 2, ..., counted on through all epochs; z is the direction of the
        step, (t_i - w·a_i) a_i. `rates.harmonic` lets the noise die out (chapter 8).
    epochs : int
        Rounds through the patterns: n updates each.
    rng : numpy.random.Generator or seed, optional
        Shuffles the order of each round; by default the patterns come as given.

    Returns
    -------
    Descent
        Holds the weights after each epoch.

    Raises
    ------
    ValueError
        Where an argument breaks the conventions.

    References
    ----------
    Widrow, B., Hoff, M. E., "Adaptive switching circuits", 1960 IRE WESCON Convention Record,
    part 4, 96-104.

    Examples
    --------
    >>> online([[1], [-1]], [1, -1], eta=0.5, epochs=2).weights
    array([[0., 0.],
           [0., 1.],
           [0., 1.]])
    """
    A, t, eta, weights = _start(X, t, eta, epochs, w)
    n, k, learn = A.shape[0], 0, learner(A)
    rng = _check.generator(rng)
    rounds = repeat(np.arange(n, dtype=np.int32)) if rng is None else orders(n, rng)
    with quiet():
        for epoch, order in zip(counted(epochs, progress), rounds, strict=False):
            w = weights[epoch]
            w[:] = weights[epoch - 1]
            if not callable(eta):
                learn(t, w, eta, order)
                continue
            for i in order:
                a, k = row(A, i), k + 1
                w[:] = _stepped(w, (t[i] - a @ w) * a, eta, k)
    return _finished(A, t, weights)


def _problem(X: Any, t: Any, w: Any) -> tuple[Any, Array, Array]:
    """Return A, t and w as new arrays of one kind: all float64, or all exact."""
    A = augment(X)
    n, D = A.shape
    t = _check.values(t, n)
    w = _check.weights(np.zeros(D, dtype=np.int64) if w is None else w, D - 1)
    if _check.is_exact(A):
        return A, *(np.array([_check.exact(c) for c in v], dtype=object) for v in (t, w))
    return A, t.astype(np.float64), w.astype(np.float64)


def _start(X: Any, t: Any, eta: Any, epochs: int, w: Any) -> tuple[Any, Array, Any, Array]:
    """Return what a descent starts from, its weights w^(0) in the first of `epochs` + 1 rows."""
    A, t, w = _problem(X, t, w)
    weights = np.empty((_check.count(epochs, "epochs") + 1, len(w)), dtype=A.dtype)
    weights[0] = w
    if not callable(_check.rate(eta)):
        eta = _check.exact(eta) if _check.is_exact(A) else float(eta)
    return A, t, eta, weights


def _stepped(w: Array, z: Array, eta: Any, k: int) -> Array:
    """Return w + η z; a schedule is not asked where z = 0, as there is no step to scale."""
    if not callable(eta):
        return w + eta * z
    if not z.any():
        return w
    rate = _check.scheduled(eta, k, z)
    return w + (_check.exact(rate) if w.dtype == object else rate) * z


def _finished(A: Any, t: Array, weights: Array) -> Descent:
    for values in (t, weights):
        values.setflags(write=False)
    return Descent(weights, A, t)


class Standardisation(NamedTuple):
    """The moments of training data, to be applied to these and to new data alike.

    Attributes
    ----------
    mean : array, shape (d,)
    scale : array, shape (d,)
        Standard deviations (dividing by n), all above 0.
    """

    mean: Array
    scale: Array

    def apply(self, X: Any) -> Array:
        """Return (x_ij - mean_j) / scale_j, shape (m, d).

        Examples
        --------
        >>> standardise([[1], [5]]).apply([[5], [7]])
        array([[1.],
               [2.]])
        """
        X = _dense(X)
        if X.shape[1] != len(self.mean):
            raise ValueError(
                f"X has {X.shape[1]} features, but the moments are of {len(self.mean)}: "
                "give patterns of the same features as the training data"
            )
        return (X - self.mean) / self.scale


def standardise(X: Any) -> Standardisation:
    """Return mean and standard deviation of every feature, to shift and scale them to 0 and 1.

    Parameters
    ----------
    X : array_like, shape (n, d)
        Raw training patterns. The constant feature is added after scaling: it cannot be scaled.

    Returns
    -------
    Standardisation
        ``standardise(X).apply(X)`` gives the standardised patterns.

    Raises
    ------
    ValueError
        Where a feature is constant (its deviation is 0), or X is sparse (the shift would fill it).

    Examples
    --------
    >>> moments = standardise([[1, 10], [5, 30]])
    >>> moments.mean, moments.scale
    (array([ 3., 20.]), array([ 2., 10.]))
    """
    X = _dense(X)
    mean, scale = X.mean(axis=0), X.std(axis=0)
    # Rounding may give a constant column a deviation just above 0: compare its values instead.
    constant = np.flatnonzero((X[0] == X).all(axis=0) | (scale == 0))
    if len(constant):
        j = int(constant[0])
        raise ValueError(
            f"X[:, {j}] is {X[0, j]} in every pattern, so its standard deviation is 0: drop that "
            f"column, np.delete(X, {j}, axis=1); the bias already does the work of a constant"
        )
    return Standardisation(mean, scale)


def _dense(X: Any) -> Array:
    if _check.is_sparse(X):
        raise ValueError(
            "X is sparse, and subtracting a mean would fill its zeros: pass X.toarray() where that "
            "fits into memory, or weight the features as perceptrons.text does"
        )
    return _check.patterns(X).astype(np.float64)
