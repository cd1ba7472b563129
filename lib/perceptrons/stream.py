"""Train on more data than memory holds: the online rule, block by block (chapter 15).

The online rule reads one pattern at a time, and carries nothing on but w. So a table may be cut into
blocks, read one after the other and forgotten: the products, the order of every sum and the updates
are those of `perceptron.online` on the whole table, and so is w, to the last bit.

>>> from perceptrons import blocks, data, perceptron, stream
>>> X, t = data.cloud(1000, 5, margin=0.01, seed=1)
>>> run = stream.online(blocks.Rows(X, t, size=64))
>>> run
Streamed(converged: 589 updates in 32 epochs, w = [-3, -1.135, 0.1338, 10.76, 19.07, -19.6])
>>> run.w.tobytes() == perceptron.online(X, t).w.tobytes()
True
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from os import PathLike

import numpy as np
from numpy.typing import ArrayLike

from perceptrons._core import check
from perceptrons._core.check import Array, Patterns, Rate, Seed
from perceptrons._core.checkpoint import fingerprint, load, save
from perceptrons._core.extras import needed_for
from perceptrons._core.kernels import kernel, largest_mistakes, learn
from perceptrons._core.kernels.raw import learn_raw
from perceptrons._core.kernels.rounds import Order, orders
from perceptrons.blocks import Blocks, naming, number_of, pair, same_width
from perceptrons.geometry import scaled
from perceptrons.perceptron import by_schedule
from perceptrons.run import Trained

__all__ = ["Streamed", "online"]


@dataclass(frozen=True, eq=False, repr=False)
class Streamed(Trained):
    """A run of the online rule on blocks: no pattern is kept, and no place of a mistake."""


def online(
    blocks: Blocks,
    *,
    eta: Rate = 1.0,
    w: ArrayLike | None = None,
    at_zero: int = 0,
    max_epochs: int = 1000,
    rng: Seed = None,
    checkpoint: str | PathLike[str] | None = None,
    every: float = 30.0,
    progress: bool = False,
) -> Streamed:
    """Train by the online rule on blocks of rows, as if they were one table.

    Parameters
    ----------
    blocks : list of pairs (X, t), `blocks.Rows`, or any other source of blocks
        X (n_b, d) are raw patterns, dense or sparse, and t (n_b,) their targets +1 and -1; one block
        may hold one class only, but not all the same. Block b is read once in each epoch, as
        ``blocks[b]``, and must have the same rows each time.
    eta, w, at_zero, max_epochs
        As for `perceptron.online`; a schedule eta(k, z) counts the updates of the whole run.
    rng : numpy.random.Generator or seed, optional
        Shuffles in each epoch the blocks, and the rows of each block. This is not the order of
        ``perceptron.online(rng=...)``, which mixes all rows: rows of one block stay together. By
        default the rows come in the given order.
    checkpoint : path, optional
        A file. If it is there, the run goes on where the file says; and it is written about every
        `every` seconds, and at the end. Whenever the process is killed, the file is whole, and the
        resumed run ends with the same w, to the bit. A larger `max_epochs` goes on with a run that
        had not converged; any other option must be as it was (of a schedule, the file knows only
        that there was one). So must the table, of which the file knows the number of blocks, and
        what is in the first and in the last of them.
    every : float
        Seconds between two writes, which take about 10 ms each.
    progress : bool
        Show a progress bar for each epoch (needs tqdm).

    Returns
    -------
    Streamed
        With `w`, `mistakes` of each epoch, `updates`, `epochs`, `converged` and `predict`.

    Raises
    ------
    ValueError
        If an argument or a block breaks the conventions: the message names the block, the row in it,
        and the rule. If a block changes its number of rows. If the checkpoint is of another run.

    Examples
    --------
    >>> from perceptrons import stream
    >>> run = stream.online([([[2]], [1]), ([[-1], [-2]], [-1, -1])])
    >>> run.w, run.mistakes, run.predict([[0.25]])
    (array([1., 2.]), array([1, 0]), array([1]))
    """
    at_zero, eta = check.tie(at_zero), check.rate(eta)
    max_epochs, progress = check.count(max_epochs, "max_epochs"), check.flag(progress, "progress")
    every = check.positive(every, "every", "give the seconds between two writes")
    w = None if w is None else check.floats(check.numbers(w, "w"), "w")
    parts, seed = number_of(blocks), _seed(rng)
    options = {
        "blocks": parts,
        "eta": "a schedule" if callable(eta) else check.rounded(eta),
        "at_zero": at_zero,
        "w": None if w is None else fingerprint(w),
        "rng": seed,
    }
    file = None if checkpoint is None else check.path(checkpoint, "checkpoint")
    if file:
        options["first and last block"] = _ends(blocks, parts)
    kept = load(file, options) if file else {}
    state = _State(**kept) if kept else _begun(blocks, w)
    classes = {-1, 1} if kept else set[int]()
    written = float("-inf")
    while state.done < parts or (len(state.mistakes) < max_epochs and state.mistakes[-1:].all()):
        if state.done == parts:
            state.mistakes, state.done = np.append(state.mistakes, 0), 0
        epoch = len(state.mistakes)
        order = _order(parts, seed, epoch, 0)
        for b in _shown(order[state.done :], parts, state.mistakes, progress):
            X, t = _block(blocks, b, state)
            rows = _order(len(t), seed, epoch, b + 1)
            k = int(state.mistakes.sum())
            classes |= {int(t.min()), int(t.max())}
            state.mistakes[-1] += _learn(X, t, state.w, eta, at_zero=at_zero, order=rows, k=k)
            state.done += 1
            if file and time.monotonic() - written > every:
                save(file, options, **vars(state))
                written = time.monotonic()
        check.finite(state.w, "the trained w")
        rows_seen = int(state.rows.sum())
        check.two_classes(np.array([*classes]), state.w, "t, of every block,", rows_seen)
    if file:
        save(file, options, **vars(state))
    n = int(state.rows.sum())
    return Streamed(n=n, mistakes=state.mistakes, at_zero=at_zero, w=state.w)


@dataclass
class _State:
    """Where a run stands: all that a checkpoint holds."""

    w: Array
    rows: Array  # of each block, 0 before it is read
    mistakes: Array  # of each epoch begun
    done: int  # blocks presented in the last of these epochs


def _begun(blocks: Blocks, w: ArrayLike | None) -> _State:
    """Return the state before the first epoch; the first block tells the number of features."""
    with naming(0):
        D = check.patterns(pair(blocks, 0)[0]).shape[1] + 1
    start = check.weights(np.zeros(D) if w is None else w, D - 1)
    parts = len(blocks)
    return _State(w=start, rows=np.zeros(parts, int), mistakes=np.zeros(0, int), done=parts)


def _ends(blocks: Blocks, parts: int) -> str:
    """Return what tells a table from others: a fingerprint of its first and its last block."""
    numbers: list[ArrayLike] = []
    for b in sorted({0, parts - 1}):
        with naming(b):
            X, t = _read(blocks, b)
        numbers += [X.data, X.indices, X.indptr, t] if check.is_sparse(X) else [X, t]
    return fingerprint(*numbers)


def _read(blocks: Blocks, b: int) -> tuple[Patterns, Array]:
    """Return the patterns of block b and their targets."""
    X, t = pair(blocks, b)
    X = check.patterns(X, as_stored=True)
    return X, check.targets(t, X.shape[0])


def _block(blocks: Blocks, b: int, state: _State) -> tuple[Patterns, Array]:
    """Return the patterns of block b and their targets, if they fit the run."""
    with naming(b):
        X, t = _read(blocks, b)
        n, d = X.shape
        if check.is_exact(X):
            raise ValueError("X holds exact numbers; streams are of floats: pass X.astype(float)")
        same_width(d, len(state.w) - 1)
        if state.rows[b] not in (0, n):
            raise ValueError(f"X had {state.rows[b]} rows and now has {n}: leave the data alone")
    state.rows[b] = n
    return X, t


def _learn(
    X: Patterns, t: Array, w: Array, eta: Rate, *, at_zero: int, order: Order, k: int
) -> int:
    """Present a block, k updates having been made; learn into w, and return the number of mistakes."""
    b = largest_mistakes(t != at_zero)
    if callable(eta):
        Z, rate, numbers = scaled(X, t), partial(check.scheduled, eta), count(k + 1)
        a_round = by_schedule(kernel(Z, b), Z, w, lambda z: check.rounded(rate(next(numbers), z)))
        return sum(1 for _ in a_round(order))
    if check.is_sparse(X):
        with suppress(ImportError):
            return learn_raw(X, t, b, w, check.rounded(eta), order)
    return len(learn(kernel(scaled(X, t), b), w, check.rounded(eta), order))


def _seed(rng: Seed) -> int | None:
    """Return a number from which the order of each epoch can be made again, or None."""
    generator = check.generator(rng)
    return None if generator is None else int(generator.integers(2**63))


def _order(n: int, seed: int | None, *place: int) -> Order:
    """Return an order of n things that depends on the place in the run alone, not on the way there."""
    return next(orders(n, None if seed is None else np.random.default_rng([seed, *place])))


def _shown(order: Order, parts: int, mistakes: Array, progress: bool) -> Iterable[int]:
    """Return the numbers of the blocks still to come, with a progress bar if asked."""
    if not progress:
        return order
    with needed_for("progress bars"):
        from tqdm.auto import tqdm

    epoch = f"epoch {len(mistakes)}"
    if len(mistakes) > 1:
        epoch += f" ({mistakes[-2]} mistakes in the last)"
    done = parts - len(order)
    return tqdm(order, desc=epoch, unit="block", total=parts, initial=done, leave=False)
