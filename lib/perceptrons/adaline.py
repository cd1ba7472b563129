"""Adaline: fit real numbers with the smallest squared error (chapters 7 and 8).

J(w) = ½ Σ (t_i - w·a_i)², a_i = (1, x_i). Its negative gradient is Aᵀ(t - Aw), where the rows of A
are the a_i. The batch rule follows it; the incremental rule of Widrow and Hoff (LMS) follows the
contribution of one pattern at a time. Targets may be any real numbers.

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

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, PatternsLike, Rate, Seed
from perceptrons._core.kernels.lms import learner
from perceptrons._core.kernels.rounds import counted, orders, row
from perceptrons.descent import Descent, descend, half_square, quiet, stepped, steps
from perceptrons.geometry import augment

__all__ = ["Descent", "batch", "cost", "critical_rate", "gradient", "hessian", "least_squares"]
__all__ += ["online"]


def cost(w: ArrayLike, X: PatternsLike, t: ArrayLike) -> Number:
    """Return J(w), half the sum of the squared errors t_i - w·(1, x_i).

    Parameters
    ----------
    w : array_like, shape (d+1,)
        Weights, bias first.
    X : array_like or sparse, shape (n, d)
        Raw patterns.
    t : array_like, shape (n,)
        Targets: +1 and -1 for two classes, or any real numbers.

    Returns
    -------
    float, or an exact number if X is exact

    Examples
    --------
    >>> cost([0, 1], [[2], [1]], [1, -1])
    2.5
    """
    return half_square(*_problem(X, t, check.numbers(w, "w")))


def gradient(w: ArrayLike, X: PatternsLike, t: ArrayLike) -> Array:
    """Return the gradient of J, -Σ (t_i - w·a_i) a_i with a_i = (1, x_i).

    Parameters
    ----------
    w, X, t
        As for `cost`.

    Returns
    -------
    array, shape (d+1,)

    Examples
    --------
    >>> gradient([0, 1], [[2], [1]], [1, -1])
    array([3., 4.])
    """
    A, t, w = _problem(X, t, check.numbers(w, "w"))
    return A.T @ (A @ w - t)


def hessian(X: PatternsLike) -> Any:
    """Return the Hessian of J, AᵀA with rows (1, x_i) in A: the same at every w.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.

    Returns
    -------
    array or csr_array, shape (d+1, d+1)
        Sparse if X is.

    Examples
    --------
    >>> hessian([[2], [1]])
    array([[2., 3.],
           [3., 5.]])
    """
    A = augment(X)
    return A.T @ A


def critical_rate(X: PatternsLike) -> float:
    """Return 2/λ_max of the Hessian: the batch rule reaches the minimum for every η below it.

    Above it the descent diverges from almost every start; at it one component oscillates for ever.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.

    Returns
    -------
    float

    References
    ----------
    Widrow, B., Stearns, S. D., Adaptive Signal Processing (1985), ch. 4.

    Examples
    --------
    >>> critical_rate([[3], [-3]])
    0.1111111111111111
    """
    A = augment(X)
    if check.is_sparse(A):
        from scipy.sparse.linalg import LinearOperator, eigsh

        D = A.shape[1]
        H = LinearOperator((D, D), matvec=lambda v: A.T @ (A @ v), dtype=np.float64)
        start = np.random.default_rng(0).normal(size=D)  # for the same answer every time
        return float(2 / eigsh(H, k=1, v0=start, return_eigenvectors=False)[0])
    A = check.floats(A, "X")
    # AᵀA and AAᵀ have the same non-zero eigenvalues: take the smaller matrix.
    H = A.T @ A if A.shape[0] > A.shape[1] else A @ A.T
    return float(2 / np.linalg.eigvalsh(H)[-1])


def least_squares(X: PatternsLike, t: ArrayLike) -> Array:
    """Return the weights that minimise J; of all such weights the shortest.

    Parameters
    ----------
    X, t
        As for `cost`.

    Returns
    -------
    array of float, shape (d+1,)
        Rounded, even if X is exact. For sparse rows found by an iteration (LSQR).

    Examples
    --------
    >>> least_squares([[0], [1], [3]], [1, 3, 7]).round(9)
    array([1., 2.])
    """
    A = augment(X)
    return shortest(A, check.floats(check.values(t, A.shape[0]), "t"))


def shortest(A: Patterns, t: Array) -> Array:
    """Return the shortest of the w that minimise ‖t - Aw‖."""
    if check.is_sparse(A):
        from scipy.sparse.linalg import lsqr

        # Started at zero, LSQR stays in the row space, which contains the shortest solution.
        return lsqr(A, t, atol=1e-14, btol=1e-14, iter_lim=10 * sum(A.shape))[0]
    A = check.floats(A, "X")
    w, _, rank, _ = np.linalg.lstsq(A, t, rcond=None)
    if rank == A.shape[1]:
        return w
    # Beside a column of 10^13 one of 10^-6 seems to be zero: in units of their own size they differ.
    unit = 2.0 ** np.frexp(abs(A).max(axis=0))[1]
    v, _, more, _ = np.linalg.lstsq(A / unit, t, rcond=None)
    return v / unit if more > rank else w


def batch(
    X: PatternsLike,
    t: ArrayLike,
    *,
    eta: Rate,
    epochs: int,
    w: ArrayLike | None = None,
    progress: bool = False,
) -> Descent:
    """Descend by the batch rule: w <- w + η Aᵀ(t - Aw), once an epoch.

    Parameters
    ----------
    X, t
        As for `cost`; an array of objects (fractions, Python integers) is computed exactly.
    eta : number above 0, or schedule eta(k, z)
        The rate of update k = 1, 2, ...; z is the direction of the step, Aᵀ(t - Aw).
        With `rates.steepest(hessian(X))` every step is an exact line search.
    epochs : int
        Number of updates.
    w : array_like, shape (d+1,), optional
        The start, bias first; zero by default.
    progress : bool
        Show a progress bar (needs tqdm).

    Returns
    -------
    Descent
        If η is too large, its weights end as infinity or NaN, and its repr says so.

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
        # one matrix product runs several times as fast. Sparse rows may have a dense H: not for them.
        if not check.is_sparse(A) and n > D and 4 * epochs > D:
            H, b = A.T @ A, A.T @ t

            def downhill(w: Array) -> Array:
                return b - H @ w
        else:

            def downhill(w: Array) -> Array:
                return np.asarray(A.T @ (t - A @ w))

    descend(weights, downhill, eta, progress)
    return Descent(weights=weights, A=A, t=t)


def online(
    X: PatternsLike,
    t: ArrayLike,
    *,
    eta: Rate,
    epochs: int,
    w: ArrayLike | None = None,
    rng: Seed = None,
    progress: bool = False,
) -> Descent:
    """Descend by the rule of Widrow and Hoff (LMS): w <- w + η (t_i - w·a_i) a_i, a_i = (1, x_i).

    Parameters
    ----------
    X, t, w, progress
        As for `batch`.
    eta : number above 0, or schedule eta(k, z)
        The rate of update k = 1, 2, ..., counted across all epochs; z is the direction of the step,
        (t_i - w·a_i) a_i. With `rates.harmonic` the noise dies out (chapter 8).
    epochs : int
        Rounds through the patterns, of n updates each.
    rng : numpy.random.Generator or seed, optional
        Shuffles the patterns anew in each round; by default they come in the given order.

    Returns
    -------
    Descent
        Holds the weights after each epoch.

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
    return train(A, t, weights, eta=eta, rng=rng, progress=progress)


def train(
    A: Patterns, t: Array, weights: Array, *, eta: Rate, rng: Seed, progress: bool = False
) -> Descent:
    """Descend by the rule of Widrow and Hoff on rows A, into a table whose first row is w^(0)."""
    n, epochs, k, learn = A.shape[0], len(weights) - 1, 0, learner(A)
    as_given = np.arange(n, dtype=np.int32)
    with quiet():
        shown, shuffles = counted(epochs, progress, "epochs"), orders(n, check.generator(rng))
        for epoch, shuffled in zip(shown, shuffles, strict=False):
            order = as_given if isinstance(shuffled, range) else shuffled
            v = weights[epoch]
            v[:] = weights[epoch - 1]
            if not callable(eta):
                learn(t, v, eta, order)
                continue
            for i in order:
                a, k = row(A, i), k + 1
                v[:] = stepped(v, (t[i] - a @ v) * a, eta, k)
    return Descent(weights=weights, A=A, t=t)


def _problem(X: PatternsLike, t: ArrayLike, w: ArrayLike | None) -> tuple[Patterns, Array, Array]:
    """Return A, t and w as new arrays of one kind: all float64, or all exact."""
    X = check.patterns(X)
    A, (n, d) = augment(X), X.shape
    w = check.features(np.zeros(d + 1) if w is None else w, X)
    return A, check.converted(check.values(t, n), A, "t"), check.converted(w, A)


def _start(
    X: PatternsLike, t: ArrayLike, eta: Rate, epochs: int, w: ArrayLike | None
) -> tuple[Patterns, Array, Rate, Array]:
    """Return what a descent starts from, with w^(0) in the first of `epochs` + 1 rows of weights."""
    A, t, w = _problem(X, t, w)
    weights = steps(w, epochs)
    if not callable(check.rate(eta)):
        eta = check.converter(A)(eta)
    return A, t, eta, weights
