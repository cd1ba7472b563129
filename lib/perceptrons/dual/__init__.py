"""The dual perceptron: one number λ_i per pattern, and only products of patterns (chapter 11).

From w = 0 the online rule only ever adds patterns, so w = Σ λ_j z_j, z_j = t_j (1, x_j), and the
product that decides is w·z_i = t_i Σ_j λ_j t_j K_ij, where K_ij = (1, x_i)·(1, x_j). Another kernel
K is the same rule in another feature space, whose features are never computed.

>>> from perceptrons import data
>>> X, t = data.modified_or()
>>> online(gram(X), t)
DualRun(converged: 3 updates in 2 epochs, dual = [1, 1, 1, 0])

No line separates XOR, but the kernel (1 + x·y)² knows the product x_1 x_2, which does:

>>> X, t = data.xor()
>>> square = polynomial(2)
>>> run = online(gram(X, square), t)
>>> run
DualRun(converged: 4 updates in 2 epochs, dual = [1, 1, 1, 1])
>>> run.predict(square([[3, 1], [3, -1]], X))
array([-1,  1])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, PatternsLike, Seed
from perceptrons._core.kernels import each_mistake, kernel, largest_mistakes
from perceptrons._core.kernels.rounds import Order, constant_rates, until_clean
from perceptrons.dual.kernel_functions import (
    Kernel,
    cauchy,
    compared,
    gaussian,
    linear,
    polynomial,
    power,
)
from perceptrons.geometry import reflect, sgn
from perceptrons.run import Record, expect, one_class
from perceptrons.table import brief

__all__ = ["DualRun", "Kernel", "cauchy", "gaussian", "gram", "linear", "margin", "online"]
__all__ += ["polynomial", "power"]


def gram(X: PatternsLike, kernel: Kernel = linear) -> Array:
    """Return the Gram matrix K_ij = kernel(x_i, x_j) of the patterns with themselves.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns.
    kernel : function of two tables of patterns
        `linear`, ``polynomial(degree)``, ``gaussian(width)``, or one of your own.

    Returns
    -------
    array, shape (n, n)
        Symmetric; as floats it takes 8 n² bytes.

    Raises
    ------
    ValueError
        If X breaks the conventions, or kernel is no function of two tables.

    Examples
    --------
    >>> gram([[1, 2], [3, 4]])
    array([[ 6., 12.],
           [12., 26.]])
    """
    return compared(kernel, X, X)


def online(
    K: ArrayLike,
    t: ArrayLike,
    *,
    eta: Number = 1.0,
    at_zero: int = 0,
    max_epochs: int = 1000,
    rng: Seed = None,
    progress: bool = False,
) -> DualRun:
    """Train by the online rule in dual variables: at each mistake on pattern i add η to λ_i.

    Pattern i is a mistake if t_i Σ_j λ_j t_j K_ij <= 0. With ``K = gram(X)`` this is the run of
    `perceptron.online` from w = 0, mistake by mistake.

    Parameters
    ----------
    K : array_like, shape (n, n)
        Gram matrix of the training patterns; an array of objects is computed exactly.
    t : array_like, shape (n,)
        Targets: +1 for class C1, -1 for class C2.
    eta : number above 0
        From λ = 0 it scales λ and changes no decision.
    at_zero, max_epochs, rng, progress
        As for `perceptron.online`.

    Returns
    -------
    DualRun
        Its λ are `run.dual`.

    Raises
    ------
    ValueError
        If an argument breaks the conventions, or K is not square and symmetric.

    References
    ----------
    Aizerman, M. A., Braverman, E. M., Rozonoer, L. I., "Theoretical foundations of the potential
    function method in pattern recognition learning", Automation and Remote Control 25 (1964).

    Examples
    --------
    >>> run = online([[2, 0], [0, 2]], [1, -1])
    >>> run.dual, run.mistakes
    (array([1., 1.]), array([2, 0]))
    """
    at_zero = check.tie(at_zero)
    K = check.gram(K)
    n = len(K)
    t = check.two_classes(check.targets(t, n), K)
    eta = check.converter(K)(check.positive(eta, "eta"))
    # Row i is t_i (t_1 K_i1, ..., t_n K_in). Its product with λ is the one that decides, so the loop
    # of the primal rule finds the next mistake here too.
    signs = t.astype(K.dtype)
    rows, lam = signs[:, None] * K * signs, np.zeros(n, dtype=K.dtype)
    loops = kernel(rows, largest_mistakes(t != at_zero, exact=check.is_exact(K)))

    def a_round(order: Order) -> Iterator[int]:
        for p in each_mistake(loops, lam, order):
            lam[order[p]] += eta
            yield p

    rounds = until_clean(a_round, n, max_epochs=max_epochs, rng=rng, progress=progress)
    if not check.is_exact(K):
        check.finite(lam, "the trained λ")
    rates = constant_rates(eta, K, rounds)
    start = np.zeros(n, dtype=K.dtype)
    return DualRun(
        **rounds, rates=rates, at_zero=at_zero, batch=False, start=start, t=t, products=rows
    )


@dataclass(frozen=True, eq=False, repr=False)
class DualRun(Record):
    """A run of the rule on dual variables, as `dual.online` returns it.

    Attributes
    ----------
    t : array of int, shape (n,)
        The targets of the training patterns.
    products : array, shape (n, n)
        Those of the reflected patterns, t_i t_j K_ij: row i times the λ is w·z_i.
    """

    t: Array
    products: Array

    def _summary(self) -> str:
        return super()._summary() + one_class(self.t)

    def path(self) -> Iterator[Array]:
        """Yield the dual variables at the start and after each update."""
        lam = self.start.copy()
        yield lam.copy()
        for eta, i in zip(self.rates, self.mistaken, strict=True):
            lam[i] += eta
            yield lam.copy()

    def summed(self, c: Array) -> Array:
        """Return for each pattern i the sum of c_k over its updates k."""
        total = np.zeros(self.n, dtype=c.dtype)
        np.add.at(total, self.mistaken, c)
        return total

    def _gains(self, K: PatternsLike) -> tuple[Array, Callable[[slice], Array]]:
        K = self._beside(K)
        table = K.toarray() if check.is_sparse(K) else K
        lam = check.converted(self.rates * self.t[self.mistaken], K)
        zero = np.zeros(len(table), dtype=lam.dtype)
        return zero, lambda some: table.T[self.mistaken[some]] * lam[some, None]

    def wrong(self, w: ArrayLike) -> int:
        """Return how many of the training patterns other dual variables (n,) get wrong.

        Examples
        --------
        >>> from perceptrons import data
        >>> X, t = data.xor()
        >>> run = online(gram(X, polynomial(2)), t)
        >>> [run.wrong(lam) for lam in run.path()]
        [4, 2, 2, 1, 0]
        """
        g = self.products @ check.converted(self._given(w), self.products)
        return int((g <= largest_mistakes(self.t != self.at_zero, exact=check.is_exact(g))).sum())

    def discriminant(self, K: PatternsLike, w: ArrayLike | None = None) -> Array:
        """Return Σ_j λ_j t_j K_ij for m new patterns, whose sign `predict` takes.

        Parameters
        ----------
        K : array_like, shape (m, n)
            ``kernel(X_new, X)``: one row per new pattern, one column per training pattern.
        w : array_like, shape (n,), optional
            Other dual variables than the last ones, such as ``variants.averaged(run)``.

        Examples
        --------
        >>> from perceptrons import data
        >>> X, t = data.modified_or()
        >>> online(gram(X), t).discriminant(linear([[-5, 0], [3, 3]], X))
        array([-4.,  7.])
        """
        K, lam = self._beside(K), self.dual if w is None else self._given(w)
        return np.asarray(K @ check.converted(lam * self.t, K))

    def _beside(self, K: PatternsLike) -> Patterns:
        K = check.patterns(K, "K")
        if K.shape[1] != self.n:
            raise ValueError(
                f"K must have shape (m, {self.n}), one column for each training pattern; got "
                f"{K.shape}: kernel(X_new, X) makes it"
            )
        return K

    def _given(self, w: ArrayLike) -> Array:
        lam = check.numbers(w, "w")
        if lam.shape != (self.n,):
            raise ValueError(
                f"w must have shape ({self.n},), one dual variable for each training pattern; got "
                f"{lam.shape}: give such as variants.averaged(run)"
            )
        return lam

    def predict(self, K: PatternsLike, w: ArrayLike | None = None) -> Array:
        """Return the class of m new patterns: +1, -1, or `at_zero` where the discriminant is 0.

        Parameters
        ----------
        K, w
            As for `discriminant`.

        Examples
        --------
        >>> from perceptrons import data
        >>> X, t = data.modified_or()
        >>> online(gram(X), t).predict(linear([[-5, 0], [3, 3]], X))
        array([-1,  1])
        """
        return sgn(self.discriminant(K, w), self.at_zero)

    def primal(self, X: PatternsLike) -> Array:
        """Return w = Σ λ_i t_i (1, x_i) for the linear kernel, from the training patterns.

        Examples
        --------
        >>> from perceptrons import data
        >>> X, t = data.modified_or()
        >>> online(gram(X), t).primal(X)
        array([1., 1., 1.])
        """
        X = check.patterns(X)
        if X.shape[0] != self.n:
            raise ValueError(
                f"X has {X.shape[0]} pattern{'' if X.shape[0] == 1 else 's'}, but the run learnt from "
                f"{self.n}: give those of its K"
            )
        Z = reflect(X, self.t)
        return np.asarray(Z.T @ check.converted(self.dual, Z))

    def __repr__(self) -> str:
        few = self.n < 9
        lam = f"[{', '.join(map(brief, self.dual))}]" if few else f"{self.n} dual variables"
        return f"DualRun({self._summary()}, {'dual = ' if few else ''}{lam})"


def margin(run: DualRun, K: ArrayLike) -> float:
    """Return γ = min_i w·z_i / ‖w‖ of the λ of a run, the margin in the kernel's feature space.

    No feature is computed: w·z_i = t_i Σ_j λ_j t_j K_ij, and ‖w‖² = Σ_i λ_i w·z_i.

    Parameters
    ----------
    run : DualRun
        With at least one update.
    K : array_like, shape (n, n)
        Gram matrix of its training patterns.

    Returns
    -------
    float
        Above 0 if and only if the λ separate the classes.

    Raises
    ------
    ValueError
        If run is no DualRun, K does not fit it, all λ are zero, or K gives ‖w‖² <= 0.

    Examples
    --------
    >>> from perceptrons import data
    >>> X, t = data.xor()
    >>> K = gram(X, polynomial(2))
    >>> round(margin(online(K, t), K), 4)
    1.4142
    """
    expect(
        run, DualRun, "pass dual.online(K, t); of weights w bounds.margin(w, X, t) is the margin"
    )
    K = check.gram(K)
    if len(K) != run.n:
        raise ValueError(
            f"K must have shape ({run.n}, {run.n}), as in the run; got {K.shape}: pass the Gram "
            "matrix of the training patterns"
        )
    lam, _ = check.near_1(check.converted(run.dual, K))  # only its direction matters
    products = run.t * (K @ (lam * run.t))
    square = check.rounded(lam @ products, "‖w‖²")
    if not square > 0:
        raise ValueError(
            f"the run has ‖w‖² = {square:g} with this K; a margin needs a w of some length: give a "
            "run with an update, and the Gram matrix with which it was made"
        )
    return check.rounded(products.min(), "w·z") / square**0.5
