"""The rules with scikit-learn's habits: any labels, frames, pipelines, searches, pickles.

Two classes are learnt by a rule of targets +1 and -1; more by the multiclass rule, or each against the
rest. No class holds a loop: they call the rules, and keep the weights. ``coef_``, ``intercept_``,
``classes_`` and ``n_iter_`` (epochs) are what they are everywhere in scikit-learn, of which 1.6 or newer
is needed; ``converged_`` says whether the last epoch was without a mistake, or, of Adaline's rule,
lowered the error by less than a thousandth.

>>> from sklearn.datasets import load_iris
>>> from sklearn.pipeline import make_pipeline
>>> from sklearn.preprocessing import StandardScaler
>>> X, y = load_iris(return_X_y=True)
>>> model = make_pipeline(StandardScaler(), AveragedPerceptron(random_state=0))
>>> model.fit(X, y).score(X, y) > 0.9
True

Weights of patterns, ``fit(X, y, sample_weight=s)``, and of classes, ``class_weight="balanced"``,
multiply the rate at which a pattern is learnt. To learn at twice the rate is not to learn twice: only
in `Adaline` with least squares is a weight of 2 the same as two copies, as scikit-learn means it where a
signature names ``sample_weight``; the others take it by that name, but no tool sends it unasked.
"""

from __future__ import annotations

from reprlib import repr as short
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from perceptrons import adaline, multiclass, perceptron, variants
from perceptrons._core import check
from perceptrons._core.check import Array, Patterns, PatternsLike, Rate
from perceptrons.descent import half_square, steps
from perceptrons.estimators.base import MISTAKES, ClassWeight, Incremental, Linear
from perceptrons.estimators.kernel import KernelPerceptron
from perceptrons.geometry import scaled
from perceptrons.multiclass import MulticlassRun
from perceptrons.run import Run

__all__ = ["Adaline", "AveragedPerceptron", "KernelPerceptron", "Perceptron", "PocketPerceptron"]


class Online(Linear):
    """The online rule for two classes, the multiclass rule for more."""

    def _run(
        self, X: Patterns, y: Array, s: Array, *, w: Array | None = None, epochs: int | None = None
    ) -> Run | MulticlassRun:
        how: dict[str, Any] = {"eta": self.eta, "w": w, "progress": False}
        how |= {"max_epochs": epochs or self._epochs(), "rng": None if epochs else self._seed()}
        # A mistake on s z adds s z; and it is a mistake whenever z is one.
        if len(self.classes_) == 2:
            return perceptron.train(scaled(X, s * self._signs(y)[0]), **how)
        return multiclass.train(scaled(X, s), self.classes_, y, **how)


class Perceptron(Online, Incremental):
    """The last weights of the online rule, which are right on the training patterns if it converged.

    Parameters
    ----------
    eta : number above 0, or for two classes a schedule eta(k, z)
        A constant rate scales the weights and changes no answer.
    max_iter : int
        The largest number of epochs of `fit`.
    shuffle : bool
        Whether `fit` presents the patterns in a new order in each epoch.
    class_weight : dict, "balanced" or None
    random_state : int, RandomState or None

    Examples
    --------
    >>> model = Perceptron(random_state=0).fit([[1, 1], [1, 3], [5, 2]], ["ham", "ham", "spam"])
    >>> print(model.predict([[0, 0], [9, 0]]), model.converged_)
    ['ham' 'spam'] True
    """

    def __init__(
        self,
        *,
        eta: Rate = 1.0,
        max_iter: int = 100,
        shuffle: bool = True,
        class_weight: ClassWeight = None,
        random_state: Any = None,
    ):
        self.eta = eta
        self.max_iter = max_iter
        self.shuffle = shuffle
        self.class_weight = class_weight
        self.random_state = random_state

    _story = MISTAKES
    _last: Array
    _presented: int

    def _fit(
        self, X: Patterns, y: Array, s: Array, *, epochs: int | None = None, new: bool = True
    ) -> None:
        run = self._run(X, y, s, w=None if new else self._last, epochs=epochs)
        self._take(run, 0 if new else self._presented)
        self._last = run.W if isinstance(run, MulticlassRun) else run.w
        self._presented = run.presentations + (0 if new else self._presented)
        self._ended(
            run.epochs, run.converged, "" if epochs else self._story.format(run.mistakes[-1])
        )

    def _take(self, run: Run | MulticlassRun, before: int) -> None:
        """Keep the weights of a run that came after so many presentations."""
        self._keep(run.W if isinstance(run, MulticlassRun) else run.w)


class AveragedPerceptron(Perceptron):
    """The mean of the weights after each presentation, which to keep where classes overlap.

    They hang less on the order of the patterns than the last weights do. Parameters are those of
    `Perceptron`; that a run has not converged is nothing to warn of.

    Examples
    --------
    >>> AveragedPerceptron(shuffle=False).fit([[0], [2], [3]], ["no", "no", "yes"]).coef_.round(2)
    array([[2.03]])
    """

    _story = ""

    def _take(self, run: Run | MulticlassRun, before: int) -> None:
        mean, N = variants.averaged(run), run.presentations
        if before:
            old = np.column_stack([self.intercept_, self.coef_]).reshape(mean.shape)
            mean = old + (mean - old) * (N / (before + N))
        self._keep(mean)


class PocketPerceptron(Online):
    """The best weights that a run of the online rule has met, on its training patterns.

    Parameters are those of `Perceptron`, but all mistakes count alike: it takes no weights of patterns
    or classes.

    Examples
    --------
    >>> X, y = [[1], [2], [3], [4]], [0, 1, 0, 1]
    >>> float(PocketPerceptron(random_state=0).fit(X, y).score(X, y))
    0.75
    """

    class_weight = None

    def __init__(
        self,
        *,
        eta: Rate = 1.0,
        max_iter: int = 100,
        shuffle: bool = True,
        random_state: Any = None,
    ):
        self.eta = eta
        self.max_iter = max_iter
        self.shuffle = shuffle
        self.random_state = random_state

    def fit(self, X: PatternsLike, y: ArrayLike, **weights: ArrayLike | None) -> Self:
        """Learn the labels y of the patterns X."""
        if weights.get("sample_weight") is not None:
            raise ValueError(
                "sample_weight is given, but the pocket counts mistakes, and one is like another: "
                "leave it out, or take the AveragedPerceptron"
            )
        return super().fit(X, y, **weights)

    def _fit(self, X: Patterns, y: Array, s: Array) -> None:
        run = self._run(X, y, s)
        self._keep(variants.pocket(run).w)
        self._ended(run.epochs, run.converged)


class Adaline(Incremental):
    """The smallest squared error on targets +1 and -1, each class against the rest.

    Parameters
    ----------
    eta : None, number above 0, or schedule eta(k, z)
        None gives the least squares themselves, to which the rule of Widrow and Hoff tends; else the
        rate of this rule, which diverges on features that are not scaled unless it is tiny.
    max_iter : int
        Epochs of the rule.
    shuffle, class_weight, random_state
        As for `Perceptron`.

    Examples
    --------
    >>> model = Adaline().fit([[0], [1], [2], [3]], ["a", "a", "b", "b"])
    >>> model.intercept_.round(9), model.coef_.round(9)
    (array([-1.2]), array([[0.8]]))
    """

    def __init__(
        self,
        *,
        eta: Rate | None = None,
        max_iter: int = 100,
        shuffle: bool = True,
        class_weight: ClassWeight = None,
        random_state: Any = None,
    ):
        self.eta = eta
        self.max_iter = max_iter
        self.shuffle = shuffle
        self.class_weight = class_weight
        self.random_state = random_state

    def fit(  # type: ignore[override]
        self, X: PatternsLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Learn the labels y of the patterns X; the weights multiply their squared errors."""
        return super().fit(X, y, sample_weight=sample_weight)

    def _goes_on(self) -> bool:
        if self.eta is None:
            raise AttributeError("eta is None, which means least squares; partial_fit needs a rate")
        return True

    def _fit(
        self, X: Patterns, y: Array, s: Array, *, epochs: int | None = None, new: bool = True
    ) -> None:
        # With √s (1, x) for (1, x) and √s t for t the squared error, and its gradient, are s-fold.
        root = np.sqrt(s)
        A, T = scaled(X, root), root * self._signs(y)
        if self.eta is None:
            self._keep(np.array([adaline.shortest(A, t) for t in T]))
            self._ended(1, True)
            return
        W = np.zeros((len(T), A.shape[1]))
        if not new:
            W = np.column_stack([self.intercept_, self.coef_])
        how: dict[str, Any] = {"eta": check.rate(self.eta), "rng": None if epochs else self._seed()}
        tables = [steps(w, epochs or self._epochs()) for w in W]
        runs = [adaline.train(A, t, table, **how) for t, table in zip(T, tables, strict=True)]
        if any(run.diverged for run in runs):
            raise ValueError(
                f"eta is {short(self.eta)}, too large for these patterns: the weights diverged; scale "
                "the features, give a smaller rate, or None for the least squares"
            )
        self._keep(np.array([run.w for run in runs]))
        J = [sum(half_square(A, run.t, run.weights[k]) for run in runs) for k in (-2, -1)]
        story = f"the squared error fell from {J[0]:.4g} to {J[1]:.4g} in the last epoch: raise max_iter"
        self._ended(runs[0].epochs, bool(J[1] >= 0.999 * J[0]), "" if epochs else story)
