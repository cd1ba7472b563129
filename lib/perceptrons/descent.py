"""The record of a descent on a cost: it stores the weights after each epoch.

>>> from perceptrons import adaline, data
>>> run = adaline.batch(*data.modified_or(), eta=0.125, epochs=2)
>>> run.weights
array([[0.   , 0.   , 0.   ],
       [0.25 , 0.25 , 0.25 ],
       [0.375, 0.375, 0.375]])
>>> run.costs
array([2.     , 0.875  , 0.59375])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from reprlib import repr as short

import numpy as np

from perceptrons._core import check
from perceptrons._core.check import Array, Number, Patterns, PatternsLike, Rate
from perceptrons._core.frozen import Frozen, freeze
from perceptrons._core.kernels.rounds import counted
from perceptrons.geometry import sgn
from perceptrons.run import discriminants
from perceptrons.table import brief

__all__ = ["Descent", "half_square", "quiet"]

# Divergence is an answer, not a warning.
quiet = partial(np.errstate, over="ignore", invalid="ignore")


def half_square(A: Patterns, t: Array, w: Array) -> Number:
    """Return J(w) = ½ ‖t - Aw‖²."""
    with quiet():
        e = t - A @ w
        return check.rational(Fraction(e @ e) / 2) if e.dtype == object else float(e @ e) / 2


def steps(w: Array, epochs: int) -> Array:
    """Return the table of the weights at the start and after each epoch, of which the first is known."""
    shape = check.count(epochs, "epochs") + 1, len(w)
    check.room(shape[0] * shape[1], "the table of weights", shape)
    weights = np.empty(shape, dtype=w.dtype)
    weights[0] = w
    return weights


def descend(weights: Array, downhill: Callable[[Array], Array], eta: Rate, progress: bool) -> None:
    """Step from each row of the table to the next: w <- w + η z, z the direction downhill."""
    with quiet():
        for k in counted(len(weights) - 1, progress, "epochs"):
            weights[k] = stepped(weights[k - 1], downhill(weights[k - 1]), eta, k)


def stepped(w: Array, z: Array, eta: Rate, k: int) -> Array:
    """Return w + η z; a schedule is not asked where z = 0, as there is no step to scale."""
    if not callable(eta):
        return w + eta * z
    if not z.any():
        return w
    rate = check.scheduled(eta, k, z.copy())  # which a schedule may write to
    return w + check.converter(w)(rate) * z


@dataclass(frozen=True, eq=False, repr=False)
class Descent(Frozen):
    """A descent on J, as `adaline.batch`, `adaline.online` and `logistic.batch` return it.

    Attributes
    ----------
    weights : array, shape (epochs+1, d+1)
        The weights at the start and after each epoch.
    A : array or csr_array, shape (n, d+1)
        The patterns with their constant feature.
    t : array, shape (n,)
        The targets.
    cost : function of A, t and w
        Returns J(w): half the squared error, or what another rule descends on.
    """

    weights: Array
    A: Patterns
    t: Array
    cost: Callable[[Patterns, Array, Array], Number] = half_square

    @property
    def w(self) -> Array:
        """The weights at the end, bias first, shape (d+1,)."""
        return self.weights[-1]

    @property
    def epochs(self) -> int:
        """Number of epochs."""
        return len(self.weights) - 1

    @cached_property
    def costs(self) -> Array:
        """The cost J at the start and after each epoch, shape (epochs+1,)."""
        costs = [self.cost(self.A, self.t, w) for w in self.weights]
        return freeze(np.array(costs, dtype=self.weights.dtype))

    @property
    def diverged(self) -> bool:
        """Whether the weights ended above 1e150, infinite or NaN; exact ones never do."""
        return self.w.dtype != object and not self._usable()[-1]

    def _usable(self) -> Array:
        return np.asarray((np.abs(self.weights) <= check.LARGEST).all(axis=1))

    def discriminant(self, X: PatternsLike) -> Array:
        """Return g(x) = w·(1, x) for every pattern of X (m, d), whose sign `predict` takes.

        Examples
        --------
        >>> from perceptrons import adaline
        >>> adaline.batch([[3], [-3]], [1, -1], eta=1/18, epochs=1).discriminant([[6], [0]])
        array([2., 0.])
        """
        if self.diverged:
            raise ValueError(
                f"w is {short(self.w.tolist())}: the descent diverged and has no answer; give an eta "
                "below critical_rate(X), or standardise(X) first"
            )
        return discriminants(self.w, X)

    def predict(self, X: PatternsLike, at_zero: int = 0) -> Array:
        """Return the class of every pattern of X (m, d): +1, -1, or `at_zero` on the hyperplane.

        Examples
        --------
        >>> from perceptrons import adaline
        >>> adaline.batch([[3], [-3]], [1, -1], eta=1/18, epochs=1).predict([[0.5], [0], [-2]])
        array([ 1,  0, -1])
        """
        return sgn(self.discriminant(X), at_zero)

    def __repr__(self) -> str:
        epochs = f"{self.epochs} epoch" + ("" if self.epochs == 1 else "s")
        if self.diverged:
            first = int(np.argmin(self._usable()))
            return f"Descent(diverged: weights beyond all use after epoch {first} of {self.epochs})"
        before, after = (brief(self.cost(self.A, self.t, w)) for w in self.weights[[0, -1]])
        d = len(self.w) - 1
        w = f"[{', '.join(map(brief, self.w))}]" if d < 8 else f"{d + 1} weights"
        return f"Descent({epochs}: cost {before} to {after}, w = {w})"
