"""What to keep of a run, and how to ask for more: averaged, voted, pocket, margin rule (chapter 13).

The last w of a run was made by its last mistakes, whatever they were. Its record knows all the others,
and how long each of them lasted: their average and their vote hang less on the order of the patterns,
and the pocket keeps the best that was met.

>>> from perceptrons import data, perceptron
>>> run = perceptron.online([[1], [2], [3]], [1, -1, 1], max_epochs=9)
>>> run
Run(not converged: 18 updates in 9 epochs, w = [0, 3])
>>> averaged(run).round(4), run.wrong(averaged(run)), run.wrong(run.w)
(array([-0.1111,  1.4444]), 1, 1)
>>> margin(*data.modified_or(), b=6)
Run(converged: 19 updates in 7 epochs, w = [7, 7, 7])
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Number, PatternsLike, Seed
from perceptrons.dual import DualRun
from perceptrons.geometry import reflect_two
from perceptrons.multiclass import MulticlassRun
from perceptrons.perceptron import train
from perceptrons.run import Run, expect

__all__ = ["Pocket", "averaged", "best_on", "margin", "pocket", "voted"]

AnyRun: TypeAlias = Run | MulticlassRun | DualRun


def _online(run: AnyRun) -> None:
    """Refuse what is no run that mistakes made one by one."""
    expect(
        run, (Run, MulticlassRun, DualRun), "pass perceptron.online(X, t), or another online rule's"
    )
    if run.batch:
        raise ValueError(
            "run is a run of the batch rule, whose weights stay through a round; presentations "
            "count in the online rule only: pass perceptron.online(X, t)"
        )


def averaged(run: AnyRun) -> Array:
    """Return the mean of the weights that a run had after each of its N presentations.

    An update at presentation p = 0, 1, ..., N-1 is part of the N - p weights that follow it. So the
    mean is w^(0) + Σ η z_i (N - p) / N over the updates, and no path is stored.

    Parameters
    ----------
    run : Run, MulticlassRun or DualRun
        Of an online rule. Its patterns may be sparse, or exact.

    Returns
    -------
    array, shape (d+1,), of a multiclass run (M, d+1), of a dual run (n,)
        Bias first, or the dual variables; ``run.predict(X, averaged(run))`` uses them. They need not
        separate patterns that the last weights separate.

    References
    ----------
    Freund, Y., and Schapire, R. E., "Large margin classification using the perceptron algorithm",
    Machine Learning 37 (1999); Collins, M., "Discriminative training methods for hidden Markov
    models", EMNLP (2002).

    Examples
    --------
    >>> from perceptrons import multiclass, perceptron
    >>> averaged(perceptron.online([[2], [-1]], [1, -1]))
    array([1., 2.])
    >>> averaged(multiclass.online([[2], [-1]], ["ham", "spam"]))
    array([[ 1.,  2.],
           [-1., -2.]])
    """
    _online(run)
    N = run.presentations
    total = run.summed(run.rates * (N - run.mistaken_at))
    if total.dtype == object:
        return check.rationals(run.start + total * Fraction(1, N))
    return run.start + total / N


def _lasted(run: AnyRun) -> Array:
    """Return for each w^(k) the number of presentations that ended with it."""
    return np.diff(run.mistaken_at, prepend=0, append=run.presentations)


def voted(run: AnyRun, X: PatternsLike) -> Array:
    """Return the votes on every pattern of X, one for each presentation of a run.

    After each presentation the weights of that moment vote for the class of x.

    Parameters
    ----------
    run : Run, MulticlassRun or DualRun
        Of an online rule, or the margin rule.
    X : array_like or sparse, shape (m, d), for a dual run kernel(X_new, X), shape (m, n)
        Raw patterns.

    Returns
    -------
    array of int, shape (m,), of a multiclass run (m, M)
        Votes for C1 minus votes for C2: the sign is the class. On its hyperplane a w votes as the
        `at_zero` of the run says, with 0 for nobody. Of M classes, the votes for each.

    References
    ----------
    Freund, Y., and Schapire, R. E., "Large margin classification using the perceptron algorithm",
    Machine Learning 37 (1999).

    Examples
    --------
    >>> from perceptrons import perceptron
    >>> run = perceptron.online([[1], [2], [3]], [1, -1, 1], max_epochs=9)
    >>> voted(run, [[-1], [0], [1]])
    array([-22,  -3,  12])
    """
    _online(run)
    k, lasted, votes = 0, _lasted(run).astype(float), list[Array]()  # BLAS has no integers
    for g in run.scores(X):
        answers, times = run.classes_of(g), lasted[k : k + len(g)]
        k += len(g)
        if isinstance(run, MulticlassRun):
            each = [times @ (answers == c).astype(float) for c in range(len(run.classes))]
            votes.append(np.stack(each, axis=1))
        else:
            votes.append(times @ answers.astype(float))
    return np.sum(votes, axis=0).astype(np.int64)


class Pocket(NamedTuple):
    """The best weights that a run has met, as far as it was asked."""

    w: Array  # (d+1,), bias first; of M classes (M, d+1), of a dual run its λ (n,)
    mistakes: int  # on the training patterns, or those held out
    update: int  # w is w^(update)
    tests: int  # how often all these patterns were counted


def pocket(run: AnyRun, *, ratchet: bool = True) -> Pocket:
    """Return the weights that a run would have kept in its pocket.

    Beside the weights that learn, the pocket holds a copy of the best so far. A w challenges it when
    it has answered more patterns in a row than the w in the pocket did. With the ratchet it then
    must also be wrong on fewer training patterns, which are counted only at a challenge.

    Parameters
    ----------
    run : Run, MulticlassRun or DualRun
        Of an online rule, or the margin rule.
    ratchet : bool
        False keeps the w with the longest row of right answers, as the first pocket did.

    Returns
    -------
    Pocket
        The named tuple ``(w, mistakes, update, tests)``. It begins with the start of the run. The
        best of all possible w may never be met.

    References
    ----------
    Gallant, S. I., "Perceptron-based learning algorithms", IEEE Transactions on Neural Networks 1
    (1990).

    Examples
    --------
    >>> from perceptrons import perceptron
    >>> run = perceptron.online([[1], [2], [3]], [1, -1, 1], max_epochs=9)
    >>> pocket(run)
    Pocket(w=array([1., 2.]), mistakes=1, update=3, tests=2)
    """
    _online(run)
    ratchet = check.flag(ratchet, "ratchet")
    held = Pocket(run.start.copy(), run.wrong(run.start), 0, 0)
    record, tests = 0, 0
    for k, (w, lasted) in enumerate(zip(run.path(), _lasted(run).tolist(), strict=True)):
        row = lasted - (k > 0)  # the presentation that made w was not answered by it
        if row <= record and k > 0:
            continue
        tests += k > 0
        mistakes = run.wrong(w)
        if k == 0 or mistakes < held.mistakes or not ratchet:
            held, record = Pocket(w.copy(), mistakes, k, tests), row
    return held._replace(tests=tests)


def best_on(run: AnyRun, X: PatternsLike, t: ArrayLike) -> Pocket:
    """Return of all weights of a run those with the fewest mistakes on patterns that were held out.

    Parameters
    ----------
    run : Run, MulticlassRun or DualRun
        Of an online rule, or the margin rule.
    X : array_like or sparse, shape (m, d), for a dual run kernel(X_held_out, X), shape (m, n)
        Raw patterns that took no part in the training, nor will in the test: to be the best of many
        on them is partly luck.
    t : array_like, shape (m,)
        Their targets, or for many classes their labels.

    Returns
    -------
    Pocket
        The named tuple ``(w, mistakes, update, tests)``; of equally good weights the first.

    Raises
    ------
    ValueError
        If the run is one of the batch rule or of another kind, or X and t break the conventions.

    Examples
    --------
    >>> from perceptrons import perceptron
    >>> run = perceptron.online([[1], [2], [3]], [1, -1, 1], max_epochs=9)
    >>> best_on(run, [[-1], [4]], [-1, 1])
    Pocket(w=array([1., 2.]), mistakes=0, update=3, tests=19)
    """
    _online(run)
    mistakes = list[Array]()
    for g in run.scores(X):
        mistakes.append(np.sum(run.classes_of(g) != run.truth(t, g.shape[1]), axis=1))
    counts = np.concatenate(mistakes)
    k = int(counts.argmin())
    w = next(islice(run.path(), k, None))
    return Pocket(w.copy(), int(counts[k]), k, len(counts))


def margin(
    X: PatternsLike,
    t: ArrayLike,
    *,
    b: Number,
    max_epochs: int = 1000,
    rng: Seed = None,
    progress: bool = False,
) -> Run:
    """Train by the margin rule: add z_i to w where w·z_i <= b.

    The online rule with b = 0. A larger b goes on learning from patterns that are right by a hair. On
    separable patterns it makes at most (R² + 2b) / γ² updates, and ends with at least b / (R² + 2b)
    of the largest margin: nearly half of it, if b is large.

    Parameters
    ----------
    X : array_like or sparse, shape (n, d)
        Raw patterns; an array of objects (fractions, Python integers) is computed exactly.
    t : array_like, shape (n,)
        Targets +1 and -1.
    b : number, at least 0
        In the units of R²: a b much below R² changes little. The rate is 1; only b over the rate
        would matter.
    max_epochs, rng, progress
        As for `perceptron.online`.

    Returns
    -------
    Run
        Its `mistakes` are the patterns with w·z <= b; its `wrong` counts those with w·z <= 0.

    References
    ----------
    Krauth, W., and Mézard, M., "Learning algorithms with optimal stability in neural networks",
    Journal of Physics A 20 (1987).

    Examples
    --------
    >>> run = margin([[-3], [-2], [-1], [6]], [-1, -1, 1, 1], b=1)
    >>> run.updates, run.w
    (20, array([6., 4.]))
    """
    if isinstance(b, bool) or b != 0:
        check.positive(b, "b", "give 0 for the online rule, or about R² for a wide margin")
    return train(reflect_two(X, t), max_epochs=max_epochs, rng=rng, progress=progress, b=b)
