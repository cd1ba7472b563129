"""The record of a training run: it stores what cannot be derived, and derives the rest.

>>> from perceptrons import data, perceptron
>>> run = perceptron.online(*data.modified_or())
>>> run.weights
array([[ 0.,  0.,  0.],
       [-1.,  1.,  1.],
       [ 0.,  2.,  0.],
       [ 1.,  1.,  1.]])
>>> run.mistakes, run.dual
(array([3, 0]), array([1., 1., 1., 0.]))
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from reprlib import repr as short

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, PatternsLike
from perceptrons._core.frozen import Frozen, freeze
from perceptrons._core.kernels import largest_mistakes
from perceptrons._core.kernels.rounds import Order, orders, products, row
from perceptrons.geometry import augment, sgn, signs
from perceptrons.table import Table, brief, presentations

MOST = 2**20  # discriminants of one block of weights

__all__ = ["Outcome", "Record", "Run", "Trained"]


def expect(run: object, kinds: type | tuple[type, ...], remedy: str) -> None:
    """Refuse what is not a run of one of these kinds."""
    if not isinstance(run, kinds):
        names = [f"a {kind.__name__}" for kind in (kinds if isinstance(kinds, tuple) else (kinds,))]
        raise ValueError(
            f"run is {short(run)}, of type {type(run).__name__}; it must be "
            f"{' or '.join(filter(None, [', '.join(names[:-1]), names[-1]]))}: {remedy}"
        )


def same_features(d: int, before: int) -> None:
    """Refuse new patterns that have not as many features as those of the training."""
    if d != before:
        raise ValueError(
            f"X has {d} feature{'' if d == 1 else 's'}, but the training data had {before}: give the "
            "same columns, without a constant 1"
        )


def discriminants(w: Array, X: PatternsLike) -> Array:
    """Return w·(1, x) for new patterns; exact if they are."""
    X = check.patterns(X)
    same_features(X.shape[1], len(w) - 1)
    w = check.beside(w, X)
    return np.asarray(X @ w[1:] + w[0])


def mistakes_up_to(Z: Patterns, at_zero: int, b: Number = 0) -> Array:
    """Return for each pattern its largest product w·z_i that is a mistake.

    That is b where a tie is a mistake, unless the pattern's class is `at_zero`; else what is just below.
    """
    if at_zero == 0:
        return largest_mistakes(np.ones(Z.shape[0], dtype=bool), b, exact=check.is_exact(Z))
    first = Z[:, [0]]
    t = (first.toarray() if check.is_sparse(first) else first).ravel()
    wrong = np.flatnonzero((t != 1) & (t != -1))
    if len(wrong):
        raise ValueError(
            f"Z[{wrong[0]}, 0] is {t[wrong[0]]}; at_zero = {at_zero} needs the targets, z_i0 = t_i, "
            "each +1 or -1: give patterns such as reflect(X, t), or at_zero=0"
        )
    return largest_mistakes(np.asarray(t != at_zero), b, exact=check.is_exact(Z))


def one_class(t: Array) -> str:
    """Say that several targets are all the same: a misspelt label makes them so, or they are meant."""
    same = len(t) > 1 and abs(t[0]) == 1 and (t == t[0]).all()
    return f", all patterns of class {'C1' if t[0] == 1 else 'C2'}" if same else ""


@dataclass(frozen=True, eq=False, repr=False)
class Outcome(Frozen):
    """How training ended, whatever the record keeps of the way there.

    Attributes
    ----------
    n : int
        Number of patterns.
    mistakes : array of int, shape (epochs,)
        Number of mistakes in each round through the patterns, including the last.
    at_zero : int
        What a pattern with w·z = 0 counted as: 0 always a mistake, -1 class C2, +1 class C1.
    """

    n: int
    mistakes: Array
    at_zero: int

    @property
    def epochs(self) -> int:
        """Rounds through the patterns, including the last."""
        return len(self.mistakes)

    @property
    def converged(self) -> bool:
        """Whether the last round was without a mistake."""
        return not self.mistakes[-1].any()

    @property
    def updates(self) -> int:
        """Number of updates."""
        return int(self.mistakes.sum())

    @property
    def presentations(self) -> int:
        """Number of presentations of a pattern, right or wrong."""
        return self.epochs * self.n

    def _summary(self) -> str:
        outcome = "converged" if self.converged else "not converged"
        s = "" if self.updates == 1 else "s"
        epochs = f"{self.epochs} epoch" + ("" if self.epochs == 1 else "s")
        return f"{outcome}: {self.updates} update{s} in {epochs}"


@dataclass(frozen=True, eq=False, repr=False)
class Trained(Outcome):
    """An outcome with weights, which can classify.

    Attributes
    ----------
    w : array, shape (d+1,)
        The weights after the last update, bias first.
    """

    w: Array

    def discriminant(self, X: PatternsLike, w: ArrayLike | None = None) -> Array:
        """Return g(x) = w·(1, x) for every pattern of X (m, d), whose sign `predict` takes.

        Other weights w may stand for the last ones, such as ``variants.averaged(run)``.

        Examples
        --------
        >>> from perceptrons import data, perceptron
        >>> perceptron.online(*data.modified_or()).discriminant([[-5, 0], [3, 3]])
        array([-4.,  7.])
        """
        return discriminants(self.w if w is None else check.weights(w, len(self.w) - 1), X)

    def predict(self, X: PatternsLike, w: ArrayLike | None = None) -> Array:
        """Return the class of every pattern of X (m, d): +1, -1, or `at_zero` on the hyperplane.

        Other weights w may stand for the last ones, as for `discriminant`.

        Examples
        --------
        >>> from perceptrons import data, perceptron
        >>> perceptron.online(*data.modified_or()).predict([[-5, 0], [3, 3]])
        array([-1,  1])
        """
        return sgn(self.discriminant(X, w), self.at_zero)

    def __repr__(self) -> str:
        d = len(self.w) - 1
        w = f"[{', '.join(map(brief, self.w))}]" if d < 8 else f"{d + 1} weights"
        return f"{type(self).__name__}({self._summary()}, w = {w})"


@dataclass(frozen=True, eq=False, repr=False)
class Record(Outcome):
    """An outcome with every mistake on the way, of the rule on weights or on dual variables.

    Attributes
    ----------
    mistaken_at : array of int, one entry for each mistake
        The presentation, counted from 0 over the whole run, at which it was made.
    rates : array, one entry for each update
    batch : bool
        Whether a round makes one update of all its mistakes, or one for each mistake.
    rng : numpy.random.Generator or None
        The generator as it was before the first round; None if the order was as given.
    start : array
        The weights before the first update, w^(0): (d+1,), of M classes (M, d+1), and of a dual run
        its dual variables (n,).
    """

    mistaken_at: Array
    rates: Array
    batch: bool
    rng: np.random.Generator | None
    start: Array

    @property
    def updates(self) -> int:
        """Number of updates."""
        return len(self.rates)

    def scores(self, X: PatternsLike) -> Iterator[Array]:
        """Yield the discriminants of w^(0), w^(1), ... on new patterns, many (b, m) at a time.

        Of M classes (b, m, M). No weights are made: each update adds its share to the one before.
        """
        g, gains = self._gains(X)
        yield g[None]
        size = max(1, min(256, MOST // g.size))
        for k in range(0, self.updates, size):
            G = gains(slice(k, k + size))
            for now in G:  # np.cumsum goes down the columns, at a tenth of the speed
                np.add(now, g, out=now)
                g = now
            yield G

    def _gains(self, X: PatternsLike) -> tuple[Array, Callable[[slice], Array]]:
        """Return the discriminants of w^(0), and a function: what some updates add to them."""
        raise NotImplementedError

    def classes_of(self, g: Array) -> Array:
        """Return the classes +1, -1 or `at_zero` that discriminants stand for."""
        return signs(g, self.at_zero)

    def truth(self, t: ArrayLike, m: int) -> Array:
        """Return the classes of m new patterns as `classes_of` gives them."""
        return check.targets(t, m)

    def orders(self) -> Iterator[Order]:
        """Yield the order in which each epoch presented the patterns."""
        return islice(orders(self.n, copy.deepcopy(self.rng)), self.epochs)

    @cached_property
    def mistaken(self) -> Array:
        """The pattern i (from 0) of each mistake, in the order of the mistakes."""
        place = self.mistaken_at % self.n
        if self.rng is None:
            return freeze(place)
        rounds = np.split(place, np.cumsum(self.mistakes)[:-1])
        pairs = zip(self.orders(), rounds, strict=True)
        return freeze(np.concatenate([np.asarray(order)[places] for order, places in pairs]))

    @property
    def dual(self) -> Array:
        """Dual variables λ_i, shape (n,), each the sum of the rates with which z_i was added.

        From a zero start w = Σ λ_i z_i (chapter 11).
        """
        lam = np.zeros(self.n, dtype=self.rates.dtype)
        # In batch mode every round is one update, except the last, clean one.
        rates = self.rates[self.mistaken_at // self.n] if self.batch else self.rates
        np.add.at(lam, self.mistaken, rates)
        return lam


@dataclass(frozen=True, eq=False, repr=False)
class Run(Record, Trained):
    """A run of the perceptron rule on weights, as the functions of `perceptron` return it.

    Attributes
    ----------
    Z : array or csr_array, shape (n, d+1)
        The reflected patterns.
    b : number
        A pattern is learnt from where w·z is not above b: 0, but for the margin rule (chapter 13).
    """

    Z: Patterns
    b: Number = 0

    def _summary(self) -> str:
        first = self.Z[:, [0]]
        t = (first.toarray() if check.is_sparse(first) else first).ravel()
        return super()._summary() + one_class(t)

    def wrong(self, w: ArrayLike) -> int:
        """Return how many of the training patterns other weights w (d+1,) get wrong.

        Examples
        --------
        >>> from perceptrons import data, perceptron
        >>> run = perceptron.online(*data.xor(), max_epochs=1)
        >>> [run.wrong(w) for w in run.weights]
        [4, 3, 2, 1, 4]
        """
        g = self.Z @ check.converted(check.weights(w, self.Z.shape[1] - 1), self.Z)
        return int((g <= mistakes_up_to(self.Z, self.at_zero)).sum())

    def summed(self, c: Array) -> Array:
        """Return Σ c_k z_i over the updates k and their patterns i."""
        total = np.zeros(self.n, dtype=c.dtype)
        np.add.at(total, self.mistaken, c)
        return np.asarray(self.Z.T @ total)

    def _gains(self, X: PatternsLike) -> tuple[Array, Callable[[slice], Array]]:
        A = augment(X)
        same_features(A.shape[1] - 1, len(self.w) - 1)
        g = np.asarray(A @ check.converted(self.start, A))
        return g, lambda some: products(self.Z, self.mistaken[some], self.rates[some], A)

    def path(self) -> Iterator[Array]:
        """Yield the weights w^(0), w^(1), ... after each update, one at a time."""
        w = self.start
        yield w
        if self.batch:
            ends = np.cumsum(self.mistakes)
            groups = np.split(self.mistaken, ends[: self.updates])[: self.updates]
            for eta, M in zip(self.rates, groups, strict=True):
                w = freeze(w + eta * np.asarray(self.Z[M].sum(axis=0)))
                yield w
        else:
            for eta, i in zip(self.rates, self.mistaken, strict=True):
                w = freeze(w + eta * row(self.Z, i))
                yield w

    @cached_property
    def weights(self) -> Array:
        """All weights along the run, shape (updates+1, d+1), where ``weights[k]`` is w^(k)."""
        return freeze(np.array(list(self.path())))

    def table(self, *, threshold: bool = False, rows: int = 100) -> Table:
        """Return the table of presentations: weights, product w·z_i, and change.

        Parameters
        ----------
        threshold : bool
            Write the constant feature last and as -1, with the threshold θ = -w_0 as its weight, as
            note 004 does.
        rows : int
            Show at most this many presentations; a last line says how many more there were.

        Returns
        -------
        Table
            Prints as text, and as HTML in a notebook.

        Examples
        --------
        >>> from perceptrons import perceptron
        >>> perceptron.online([[2], [-1]], [1, -1]).table()
        i  w₀  w₁  z₀  z₁  w·z  update  Δw₀  Δw₁
        1   0   0   1   2    0     YES    1    2
        2   1   2  -1   1    1      NO    0    0
        1   1   2   1   2    5      NO    0    0
        2   1   2  -1   1    1      NO    0    0
        """
        threshold = check.flag(threshold, "threshold")
        return presentations(self, threshold=threshold, rows=check.count(rows, "rows"))
