"""The kernel perceptron with scikit-learn's habits."""

from __future__ import annotations

from collections.abc import Callable
from reprlib import repr as short
from typing import Any

import numpy as np

from perceptrons import dual, variants
from perceptrons._core import check
from perceptrons._core.check import Array, Patterns
from perceptrons.dual.kernel_functions import compared
from perceptrons.estimators.base import MISTAKES, Classifier, ClassWeight

KEPT: dict[str, Callable[[dual.DualRun], Array]] = {
    "averaged": variants.averaged,
    "pocket": lambda run: variants.pocket(run).w,
    "last": lambda run: run.dual,
}


class KernelPerceptron(Classifier):
    """The online rule in dual variables, each class against the rest.

    Parameters
    ----------
    kernel : function of two tables, or None
        Such as ``dual.polynomial(2)``. None is the Gaussian whose width is the root of the features'
        total variance, so that two patterns at the usual distance have the product 1/e.
    keep : {"averaged", "pocket", "last"}
        Which dual variables of the run.
    max_iter, shuffle, class_weight, random_state
        As for `Perceptron`.

    Attributes
    ----------
    X_fit_ : array or csr_array, shape (m, d)
        The training patterns on which a discriminant depends.
    dual_coef_ : array, shape (1 or M, m)
        What multiplies their products, a row for each discriminant.

    Examples
    --------
    >>> X, y = [[1, 1], [1, -1], [-1, 1], [-1, -1]], ["odd", "even", "even", "odd"]
    >>> model = KernelPerceptron(dual.polynomial(2), shuffle=False).fit(X, y)
    >>> model.score(X, y), model.dual_coef_
    (1.0, array([[ 1.   , -0.875, -0.75 ,  0.625]]))
    """

    def __init__(
        self,
        kernel: dual.Kernel | None = None,
        *,
        keep: str = "averaged",
        max_iter: int = 100,
        shuffle: bool = True,
        class_weight: ClassWeight = None,
        random_state: Any = None,
    ):
        self.kernel = kernel
        self.keep = keep
        self.max_iter = max_iter
        self.shuffle = shuffle
        self.class_weight = class_weight
        self.random_state = random_state

    def _fit(self, X: Patterns, y: Array, s: Array) -> None:
        if self.keep not in [*KEPT]:
            raise ValueError(f"keep is {short(self.keep)}: give {' or '.join(map(repr, KEPT))}")
        if self.keep == "pocket" and (s != s[0]).any():
            raise ValueError(
                "keep is 'pocket', which counts mistakes, one like another, but the patterns differ in "
                "their sample_weight or class_weight: leave these out, or give keep='averaged'"
            )
        self.kernel_ = dual.gaussian(_spread(X)) if self.kernel is None else self.kernel
        # The rule on patterns s φ(x), whose products are those of φ(x) times s_i s_j.
        with np.errstate(over="ignore"):  # refused in words
            K = s[:, None] * dual.gram(X, self.kernel_) * s
        epochs, rng = self._epochs(), self._seed()
        runs = [dual.online(K, t, max_epochs=epochs, rng=rng) for t in self._signs(y)]
        weights = np.array([s * run.t * KEPT[self.keep](run) for run in runs])
        needed = weights.any(axis=0)
        self.X_fit_, self.dual_coef_ = X[needed], weights[:, needed]
        mistakes = max(run.mistakes[-1] for run in runs)
        story = MISTAKES.format(mistakes) if self.keep == "last" else ""
        self._ended(max(run.epochs for run in runs), not mistakes, story)

    def _scores(self, X: Patterns) -> Array:
        return compared(self.kernel_, X, self.X_fit_) @ self.dual_coef_.T


def _spread(X: Patterns) -> float:
    """Return the root of the total variance of the features, or 1 if they do not vary."""
    table: Any = X
    unit = 2.0 ** np.frexp(abs(table).max())[1]  # in which squares are neither 0 nor infinite
    table = table / unit
    mean = np.asarray(table.mean(axis=0)).ravel()
    if check.is_sparse(table):
        gaps = table.data - mean[table.indices]
        stored = np.bincount(table.indices, minlength=len(mean))
        squares = gaps @ gaps + (table.shape[0] - stored) @ mean**2
    else:
        squares = ((table - mean) ** 2).sum()
    return float((squares / table.shape[0]) ** 0.5 * unit) or 1.0
