"""The record of a training run: what cannot be derived is stored, the rest is derived from it.

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
from typing import Any

import numpy as np

from perceptrons import _check
from perceptrons._check import Array
from perceptrons.geometry import classify
from perceptrons.table import Table, number, subscript

__all__ = ["Record", "Run", "counted", "orders", "row", "until_clean"]


def orders(n: int, rng: Any = None) -> Iterator[Any]:
    """Yield the order of presentation of each round: as given, or shuffled anew by a generator."""
    while True:
        yield range(n) if rng is None else rng.permutation(np.arange(n, dtype=np.int32))


def counted(epochs: int, progress: bool) -> Any:
    """Count the epochs from 1, with a bar where asked."""
    numbers = range(1, epochs + 1)
    if not progress:
        return numbers
    from tqdm.auto import tqdm

    return tqdm(numbers, unit="epoch")


def until_clean(
    a_round: Callable[[Any], Array], n: int, max_epochs: int, rng: Any, progress: bool
) -> tuple[Array, int, bool]:
    """Present rounds until one is without a mistake; return `mistaken_at`, `epochs`, `converged`.

    `a_round(order)` learns from the n patterns in that order, and returns the places in it at which
    it made a mistake.
    """
    mistaken_at, epoch, converged = [], 0, False
    rounds = zip(counted(max_epochs, progress), orders(n, rng), strict=False)
    while not converged and (following := next(rounds, None)):
        epoch, order = following
        places = a_round(order)
        mistaken_at.append(places + (epoch - 1) * n)
        converged = len(places) == 0
    return np.concatenate(mistaken_at), epoch, converged


def row(Z: Any, i: int) -> Any:
    """Return the pattern z_i as a dense vector."""
    if not _check.is_sparse(Z):
        return Z[i]
    z, part = np.zeros(Z.shape[1]), slice(Z.indptr[i], Z.indptr[i + 1])
    z[Z.indices[part]] = Z.data[part]
    return z


@dataclass(frozen=True, eq=False, repr=False)
class Record:
    """What any run of the rule leaves behind, in weights or in dual variables.

    Attributes
    ----------
    n : int
        Number of patterns.
    mistaken_at : array of int, one entry for each mistake
        The presentation, counted from 0 over the whole run, at which it was made.
    rates : array, one entry for each update
        The rate of each update.
    epochs : int
        Rounds through the patterns, the last one included.
    converged : bool
        Whether the last round was without a mistake.
    at_zero : int
        What a pattern on the hyperplane counted as: 0 always a mistake, -1 class C2, +1 class C1.
    batch : bool
        Whether a round makes one update of all its mistakes, or each mistake its own.
    rng : numpy.random.Generator or None
        The generator as it was before the first round, where the order was shuffled.
    """

    n: int
    mistaken_at: Array
    rates: Array
    epochs: int
    converged: bool
    at_zero: int
    batch: bool
    rng: Any

    @property
    def updates(self) -> int:
        """Number of updates."""
        return len(self.rates)

    @property
    def presentations(self) -> int:
        """Number of presentations of a pattern, right or wrong."""
        return self.epochs * self.n

    @property
    def mistakes(self) -> Array:
        """Number of mistakes in each epoch, shape (epochs,)."""
        return np.bincount(self.mistaken_at // self.n, minlength=self.epochs)

    def orders(self) -> Iterator[Any]:
        """Yield the order in which each epoch presented the patterns."""
        return islice(orders(self.n, copy.deepcopy(self.rng)), self.epochs)

    @cached_property
    def mistaken(self) -> Array:
        """The pattern i (from 0) of each mistake, in the order of the mistakes."""
        place = self.mistaken_at % self.n
        if self.rng is None:
            return place
        rounds = np.split(place, np.cumsum(self.mistakes)[:-1])
        pairs = zip(self.orders(), rounds, strict=True)
        return np.concatenate([np.asarray(order)[places] for order, places in pairs])

    @property
    def dual(self) -> Array:
        """Dual variables λ_i, shape (n,), each the sum of the rates with which z_i was added.

        From a zero start w = Σ λ_i z_i (chapter 11).
        """
        lam = np.zeros(self.n, dtype=self.rates.dtype)
        # In batch mode every round but the clean last one is one update.
        rates = self.rates[self.mistaken_at // self.n] if self.batch else self.rates
        np.add.at(lam, self.mistaken, rates)
        return lam

    def _summary(self) -> str:
        outcome = "converged" if self.converged else "not converged"
        s = "" if self.updates == 1 else "s"
        epochs = f"{self.epochs} epoch" + ("" if self.epochs == 1 else "s")
        return f"{outcome}: {self.updates} update{s} in {epochs}"


@dataclass(frozen=True, eq=False, repr=False)
class Run(Record):
    """A run of the perceptron rule on weights, as `perceptron.online` and `batch` return it.

    Attributes
    ----------
    Z : array or csr_array, shape (n, d+1)
        The reflected patterns.
    start : array, shape (d+1,)
        The weights before the first update, w^(0).
    w : array, shape (d+1,)
        The weights after the last update, bias first.
    """

    Z: Any
    start: Array
    w: Array

    def path(self) -> Iterator[Array]:
        """Yield the weights w^(0), w^(1), ... after each update, one at a time."""
        w = self.start.copy()
        yield w
        if self.batch:
            ends = np.cumsum(self.mistakes)
            groups = np.split(self.mistaken, ends[: self.updates])[: self.updates]
            for eta, M in zip(self.rates, groups, strict=True):
                w = w + eta * np.asarray(self.Z[M].sum(axis=0))
                yield w
        else:
            for eta, i in zip(self.rates, self.mistaken, strict=True):
                w = w + eta * row(self.Z, i)
                yield w

    @cached_property
    def weights(self) -> Array:
        """All weights along the run, shape (updates+1, d+1), where ``weights[k]`` is w^(k)."""
        return np.array(list(self.path()))

    def predict(self, X: Any) -> Array:
        """Return the class of every pattern of X (m, d): +1, -1, or `at_zero` on the hyperplane.

        Examples
        --------
        >>> from perceptrons import data, perceptron
        >>> perceptron.online(*data.modified_or()).predict([[-5, 0], [3, 3]])
        array([-1,  1])
        """
        return classify(self.w, X, self.at_zero)

    def table(self, *, threshold: bool = False, rows: int = 100) -> Table:
        """Return the table of presentations: the weights met, the product, and the change.

        Parameters
        ----------
        threshold : bool
            Write the constant feature last and as -1, with the threshold θ = -w_0 as its weight, as
            note 004 does.
        rows : int
            At most so many presentations; a last line tells how many more there were.

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
        d = len(self.w) - 1
        seats = [*range(1, d + 1), 0] if threshold else [*range(d + 1)]
        sign = np.array([-1 if threshold and j == 0 else 1 for j in seats])

        def cells(v: Array) -> list[str]:
            return [number(c) for c in sign * v[seats]]

        z, w = ("tx", "w") if threshold else ("z", "w")
        names = ["θ" if threshold and j == 0 else subscript(w, j) for j in seats]
        columns = ["i", *names, *(subscript(z, j) for j in seats)]
        columns += ["w·z", "update", *("Δ" + name for name in names)]
        body = [
            [str(i + 1), *(cells(w) if w is not None else [""] * (d + 1)), *cells(z), number(g)]
            + ["YES" if wrong else "NO", *(cells(dw) if dw is not None else [""] * (d + 1))]
            for i, w, z, g, wrong, dw in islice(self._presentations(), _check.count(rows, "rows"))
        ]
        more = self.presentations - len(body)
        if more > 0:
            body.append(["…", *[""] * (len(columns) - 1)])
        mode = "Batch" if self.batch else "Online"
        caption = f"{mode} rule, one row a presentation"
        return Table(columns, body, caption + (f"; {more} more follow" if more > 0 else ""))

    def _presentations(self) -> Iterator[tuple[int, Any, Array, Any, bool, Any]]:
        """Yield (i, w, z_i, w·z_i, mistaken, Δw); in batch mode w and Δw with the first i alone."""
        path, mistakes = self.path(), iter([*self.mistaken_at.tolist(), -1])
        w, mistake = next(path), next(mistakes)
        for epoch, order in enumerate(self.orders()):
            after = next(path, w) if self.batch else w
            for p, i in enumerate(order):
                z = row(self.Z, i)
                g, wrong = w @ z, epoch * self.n + p == mistake
                if wrong:
                    mistake = next(mistakes)
                if self.batch:
                    first = p == 0
                    yield i, w if first else None, z, g, wrong, after - w if first else None
                else:
                    after = next(path) if wrong else w
                    yield i, w, z, g, wrong, after - w
                    w = after
            w = after

    def __repr__(self) -> str:
        d = len(self.w) - 1
        w = f"[{', '.join(map(number, self.w))}]" if d < 8 else f"{d + 1} weights"
        return f"Run({self._summary()}, w = {w})"
