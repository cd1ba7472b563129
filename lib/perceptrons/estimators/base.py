"""What the estimators share: labels and rates on the way in, answers and warnings on the way out."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from reprlib import repr as short
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Patterns, PatternsLike
from perceptrons._core.check.classes import vector
from perceptrons._core.check.frames import NUMBERS, column_names, is_frame
from perceptrons._core.check.magnitudes import too_long
from perceptrons._core.extras import needed_for

with needed_for("perceptrons.estimators"):
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.utils import check_random_state, compute_sample_weight
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted, check_X_y, validate_data

ClassWeight = Mapping[Any, float] | Literal["balanced"] | None

MISTAKES = (
    "mistakes in the last epoch: {}. Either nothing separates the classes, or it takes longer: scale "
    "the features, raise max_iter, or keep the averaged weights, which need no separator"
)


class Classifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A rule that learns from patterns, the indices of their classes, and rates: `_fit(X, y, s)`."""

    # A weight multiplies the rate: a pattern of weight 2 is learnt twice as far, which is not what
    # two copies of it do. Where scikit-learn sees a `sample_weight` in a signature it means copies,
    # and its suite checks that. So fit takes weights by name, and is sent none unasked.
    __metadata_request__fit: ClassVar = {"sample_weight": None}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X: PatternsLike, y: ArrayLike, **weights: ArrayLike | None) -> Self:
        """Learn the labels y of the patterns X; ``sample_weight=s`` multiplies the rate of each."""
        if others := weights.keys() - {"sample_weight"}:
            raise TypeError(f"{type(self).__name__}.fit() has no argument {min(others)!r}")
        X, y = self._checked(X, y, first=True)
        self.classes_ = np.unique(y)
        X, y, s = self._rated(X, y, weights.get("sample_weight"))
        if len(there := np.unique(y)) < 2:
            raise ValueError(
                f"y holds one class, {short(self.classes_[there].tolist())}, whose sample_weight and "
                "class_weight are above 0; at least two are needed: add patterns of another class"
            )
        self._fit(X, y, s)
        return self

    def _checked(self, X: PatternsLike, y: ArrayLike, first: bool) -> tuple[Patterns, Array]:
        A = self._table(X, first)
        named: Any = y.ravel() if isinstance(y, np.ndarray) else y
        if isinstance(named, np.ndarray) and named.dtype.kind == "f":
            check.array(named, "y")  # of NaN scikit-learn tells
        elif not (named is None or is_frame(named)):
            check.labels(named, "y")
        A, y = check_X_y(A, y, accept_sparse="csr", estimator=self)
        check_classification_targets(y)
        return A, np.asarray(y)

    def _table(self, X: PatternsLike, first: bool = False) -> Patterns:
        """Return patterns of floats, after two doors.

        What arrays may not be, scikit-learn says in words that its users know. But it reads words and
        dates as numbers, looks through masks, and trusts the indices of sparse rows: these are ours.
        """
        if isinstance(X, np.ndarray) and X.dtype.kind in "biufcO":
            try:
                A: Array = validate_data(self, X, dtype=np.float64, reset=first)
            except OverflowError as error:
                raise ValueError(
                    "X holds a number beyond the range of floats: give smaller numbers"
                ) from error
            if X.dtype != object:
                return check.patterns(X)
            for v in check.array(X, "X").flat:
                if not isinstance(v, NUMBERS):
                    raise ValueError(
                        f"X holds {short(v)}, of type {type(v).__name__}, among its numbers: encode "
                        "words and dates as numbers, or convert numbers by X.astype(float)"
                    )
                if isinstance(v, int) and abs(v) > check.LARGEST_EXACT:
                    raise too_long("an entry of X", v)
            return check.patterns(A)
        table: Any = check.patterns(X)
        if is_frame(X) and len(set(names := column_names(X))) < len(names):
            raise ValueError(
                f"X has two columns of one name, among {short(names)}, and a frame's columns are known "
                "by their names: rename one, or pass X.to_numpy()"
            )
        validate_data(self, X, reset=first, skip_check_array=True)
        return check.floats(table, "X")

    def _rated(
        self, X: Patterns, y: Array, weight: ArrayLike | None
    ) -> tuple[Patterns, Array, Array]:
        """Return the patterns whose rate is not zero, the indices of their classes, and the rates."""
        s: Array = compute_sample_weight(self.class_weight, y)
        if weight is not None:
            name = "sample_weight"
            s = s * check.floats(check.numbers(vector(weight, name, len(y), "weight"), name), name)
        if not ((s >= 0) & (s < np.inf)).all() or not s.any():
            raise ValueError(
                f"sample_weight times class_weight is {short(s.tolist())}; weights multiply rates: "
                "give finite numbers from zero on, not all of them zero"
            )
        used, index = s > 0, np.searchsorted(self.classes_, y)
        return (X, index, s) if used.all() else (X[used], index[used], s[used])

    def _signs(self, y: Array) -> Array:
        """Return targets +1 and -1, one row for the second of two classes, or a row for each."""
        M = len(self.classes_)
        return np.where(y == np.arange(M)[:, None], 1, -1)[1 if M == 2 else 0 :]

    def _seed(self) -> int | None:
        if not check.flag(self.shuffle, "shuffle"):
            return None
        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def _epochs(self) -> int:
        return check.count(self.max_iter, "max_iter")

    def _ended(self, epochs: int, converged: bool, story: str = "") -> None:
        """Note how the training ended; tell the story where what it was for has not been reached."""
        self.n_iter_, self.converged_ = epochs, converged
        if story and not converged:
            warnings.warn(
                f"{type(self).__name__} has not converged: {story}",
                ConvergenceWarning,
                stacklevel=4,
            )

    def decision_function(self, X: PatternsLike) -> Array:
        """Return the discriminant of each pattern: (m,) of two classes, (m, M) of M."""
        check_is_fitted(self)
        g: Array = self._scores(self._table(X))
        return g.ravel() if g.shape[1] == 1 else g

    def predict(self, X: PatternsLike) -> Array:
        """Return the label of each pattern; of equally good classes the first."""
        g = self.decision_function(X)
        labels: Array = self.classes_[(g > 0).astype(int) if g.ndim == 1 else g.argmax(axis=1)]
        return labels


class Linear(Classifier):
    """Weights, of the second of two classes or of each of more."""

    def _keep(self, W: Array) -> None:
        W = np.atleast_2d(W)
        self.intercept_, self.coef_ = W[:, 0].copy(), W[:, 1:].copy()

    def _scores(self, X: Patterns) -> Array:
        return np.asarray(X @ self.coef_.T + self.intercept_)


class Incremental(Linear):
    """A rule that can go on from where it is: `_fit(X, y, s, epochs=1, new=False)`."""

    def _goes_on(self) -> bool:
        """Tell whether there is a `partial_fit`, or raise an AttributeError that says why not."""
        return True

    @available_if(lambda self: self._goes_on())  # type: ignore[untyped-decorator]
    def partial_fit(
        self,
        X: PatternsLike,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Present each pattern once, in the given order; the first call needs all ``classes``."""
        new = not hasattr(self, "classes_")
        if new and classes is None:
            raise ValueError(
                "classes is None; the first call of partial_fit cannot know what labels are yet to "
                "come: give all of them"
            )
        if isinstance(self.class_weight, str):
            raise ValueError(
                f"class_weight is {self.class_weight!r}, but partial_fit never sees all patterns: give "
                "a weight for each class, in a dictionary"
            )
        X, y = self._checked(X, y, first=new)
        known = self.classes_ if classes is None else np.unique(check.labels(classes, "classes"))
        strange = y[~np.isin(y, known)].tolist()
        if strange or len(known) < 2 or not (new or np.array_equal(known, self.classes_)):
            before = "" if new else f" and were {short(self.classes_.tolist())} before"
            raise ValueError(
                f"classes are {short(known.tolist())}{before}, and y holds {short(y.tolist())}: name "
                "all classes in the first call, at least two, and no others later"
            )
        self.classes_ = known
        self._fit(*self._rated(X, y, sample_weight), epochs=1, new=new)
        return self
