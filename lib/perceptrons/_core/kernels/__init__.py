"""The loop of the perceptron rule, as chapter 2 prints it.

`present` is the textbook's plain double loop. numba compiles these very lines for floats, and Python
runs them unchanged on integers and fractions. `present_sparse` differs only in how it goes through a
row, and `mistaken` only looks: the batch rule adds its finds at the end of the round, a schedule asks for
the rate of each. Sums run in index order, so that every form makes the same decisions, even where w·z is
zero or a rounding error away from it.

Beside it: `raw` presents sparse rows as a file holds them, `lms` has the loop of the Widrow-Hoff rule,
`competing` that of the multiclass rule, `rounds` the rounds through the patterns, and `numpy_only` stands
in for the compiled loop where NumPy is faster or numba is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from perceptrons._core.check import Array, Number, Patterns, is_exact, is_sparse
from perceptrons._core.kernels.numpy_only import in_blocks
from perceptrons._core.kernels.rounds import Order

__all__ = ["mistaken", "mistaken_sparse", "present", "present_sparse"]

LONG = 4096  # features: on longer dense rows NumPy is 1.2 to 1.5 times as fast as the compiled loop
SMALL = 48  # numbers in Z: up to here, without numba, the plain loop is faster, 1.5 times on OR


def present(Z, b, w, eta, order, mistakes):
    """Present z_i for each i in order; a mistake adds eta z_i to w.

    A mistake is a product w·z_i <= b_i. Note the place in order of
    each, and return their number.
    """
    k = 0
    for p in range(len(order)):
        i = order[p]
        g = 0
        for j in range(len(w)):
            g += w[j] * Z[i, j]
        if g <= b[i]:
            for j in range(len(w)):
                w[j] += eta * Z[i, j]
            mistakes[k] = p
            k += 1
    return k


def present_sparse(Z, b, w, eta, order, mistakes):
    """Present sparse rows Z = (start, column, value)."""
    start, column, value = Z
    k = 0
    for p in range(len(order)):
        i = order[p]
        g = 0
        for s in range(start[i], start[i + 1]):
            g += w[column[s]] * value[s]
        if g <= b[i]:
            for s in range(start[i], start[i + 1]):
                w[column[s]] += eta * value[s]
            mistakes[k] = p
            k += 1
    return k


def mistaken(Z, b, w, order, mistakes):
    """Note the first mistakes of w in order, as many as there is room for; return their number."""
    k = 0
    for p in range(len(order)):
        i = order[p]
        g = 0
        for j in range(len(w)):
            g += w[j] * Z[i, j]
        if g <= b[i]:
            mistakes[k] = p
            k += 1
            if k == len(mistakes):
                break
    return k


def mistaken_sparse(Z, b, w, order, mistakes):
    """Note the first mistakes of w among sparse rows Z = (start, column, value)."""
    start, column, value = Z
    k = 0
    for p in range(len(order)):
        i = order[p]
        g = 0
        for s in range(start[i], start[i + 1]):
            g += w[column[s]] * value[s]
        if g <= b[i]:
            mistakes[k] = p
            k += 1
            if k == len(mistakes):
                break
    return k


@dataclass(frozen=True)
class Below:
    """What is just below an exact number: g <= Below(b) where g < b."""

    b: Any

    def __ge__(self, g: Any) -> bool:
        return bool(g < self.b)


def largest_mistakes(tied: Array, b: Number = 0, *, exact: bool = False) -> Array:
    """Return b_i, the largest product that is a mistake: b where a tie is one, else what is just below."""
    if exact:
        return np.array([b if tie else Below(b) for tie in tied.tolist()], dtype=object)
    return np.where(tied, float(b), np.nextafter(float(b), -np.inf))


class Kernel(NamedTuple):
    """Both loops for given patterns."""

    present: Callable[[Array, Number, Order, Array], int]  # (w, eta, order, mistakes)
    mistaken: Callable[[Array, Order, Array], int]  # (w, order, mistakes)


def kernel(Z: Patterns, b: Array) -> Kernel:
    """Return the fastest form of the loops for these patterns."""
    learn: Callable[..., int] = partial(present, Z, b)
    look: Callable[..., int] = partial(mistaken, Z, b)
    if is_exact(Z):
        return Kernel(learn, look)
    if is_sparse(Z) or Z.shape[1] <= LONG:
        try:
            return _compiled_for(Z, b)
        except ImportError:
            pass
    if is_sparse(Z) or Z.size > SMALL:
        learn, look = in_blocks(Z, b)
    # Weights that overflow are refused at the end of the run.
    quiet = np.errstate(over="ignore", invalid="ignore")
    return Kernel(quiet(learn), quiet(look))


def _compiled_for(Z: Patterns, b: Array) -> Kernel:
    """Return the compiled loops for these patterns."""
    rows: Any = Z
    learn, look = compiled(present), compiled(mistaken)
    if is_sparse(Z):
        rows = unsigned(Z.indptr), unsigned(Z.indices), Z.data
        learn, look = compiled(present_sparse), compiled(mistaken_sparse)
    as_given = in_turn(len(b))
    return Kernel(
        lambda w, eta, order, found: learn(rows, b, w, eta, indices(order, as_given), found),
        lambda w, order, found: look(rows, b, w, indices(order, as_given), found),
    )


def in_turn(n: int) -> Array:
    """Return the indices of n patterns in the order as given."""
    return np.arange(n, dtype=np.uint32)


def indices(order: Order, as_given: Array) -> Array:
    """Return the order as one type of array, so that the loop is compiled once.

    A range is a view of `in_turn`, made once for all: a search may begin after each mistake anew.
    """
    if isinstance(order, range):
        return as_given[order.start : order.stop]
    return unsigned(order)


@cache
def compiled(function: Callable[..., int]) -> Callable[..., int]:
    """Return the function compiled by numba, once for all processes where a disk can keep it."""
    from perceptrons._core.kernels.machine_code import kept

    return kept(function)


def unsigned(indices: Array) -> Array:
    """Return a view as unsigned integers, which spares the compiled loop a test for negative ones."""
    return indices.view(f"u{indices.itemsize}")


def learn(kernel: Kernel, w: Array, eta: Number, order: Order) -> Array:
    """Learn into w from every pattern once; return the places in `order` of the mistakes."""
    places = np.empty(len(order), dtype=np.intp)
    return places[: kernel.present(w, eta, order, places)].copy()


def mistakes(kernel: Kernel, w: Array, order: Order) -> Array:
    """Return the places in `order` of the mistakes of w."""
    places = np.empty(len(order), dtype=np.intp)
    return places[: kernel.mistaken(w, order, places)].copy()


def each_mistake(kernel: Kernel, w: Array, order: Order) -> Iterator[int]:
    """Present every pattern once; yield the place in `order` of each mistake, to be learnt from."""
    p, found = 0, np.empty(1, dtype=np.intp)
    while kernel.mistaken(w, order[p:], found):
        p += int(found[0])
        yield p
        p += 1
