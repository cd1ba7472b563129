"""Blocks of rows: where patterns come from when memory does not hold them (chapter 15).

A source of blocks is anything with ``len(source)`` and ``source[b]``, the pair (X_b, t_b) of some
patterns and their targets. It is asked by number, and each block again in every epoch, so that a run
can go on in the middle. A list of pairs is a source, `Rows` and `CsrRows` read files, and a class of
your own needs these two methods.

>>> from perceptrons import blocks, data
>>> source = blocks.Rows(*data.modified_or(), size=3)
>>> source
Rows(4 rows in 2 blocks)
>>> [t.tolist() for X, t in source]
[[-1, 1, 1], [1]]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from reprlib import repr as short
from types import SimpleNamespace
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from perceptrons._core import check
from perceptrons._core.check import Array, PatternsLike
from perceptrons._core.check.sparse import cut
from perceptrons._core.extras import needed_for
from perceptrons._core.files import growing, opened, stored_as

__all__ = ["CsrRows", "Rows", "save"]

Block: TypeAlias = tuple[PatternsLike, ArrayLike]


class Blocks(Protocol):
    """A source of blocks."""

    def __len__(self) -> int: ...
    def __getitem__(self, b: int, /) -> Block: ...


class _Cut:
    """Rows in blocks of one size, but for the last."""

    size: int

    def __post_init__(self) -> None:
        check.count(self.size, "size")

    @property
    def n(self) -> int:
        """Number of rows."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(range(0, self.n, self.size))

    def _part(self, b: int, n: int) -> slice:
        """Return which of n rows block b has; IndexError ends a loop over the source."""
        first = range(0, n, self.size)[b]
        return slice(first, min(first + self.size, n))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.n} rows in {len(self)} blocks)"


@dataclass(frozen=True, eq=False, repr=False)
class Rows(_Cut):
    """Cut a table into blocks of `size` rows, the last one shorter.

    A file is mapped for one block and closed again, so that none of its pages stay in memory. The
    source itself is as small as its paths: it can be sent to another machine.

    Attributes
    ----------
    X : array_like or sparse, shape (n, d), or path of an .npy file
        Raw patterns, of any real type: they become float64 block by block.
    t : array_like, shape (n,), or path of an .npy file
        Targets +1 and -1.
    size : int
        Rows in a block. With the default, 16384, rows of 20 numbers are read the fastest.
    """

    X: Any
    t: Any
    size: int = field(default=16384, kw_only=True)

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self._tables()[1])

    def __post_init__(self) -> None:
        super().__post_init__()
        _table(self.X, "X")
        _table(self.t, "t")
        if check.is_sparse(self.X) and self.X.format != "csr":
            object.__setattr__(self, "X", check.patterns(self.X, as_stored=True))

    def _tables(self) -> tuple[Any, Any]:
        X, t = opened(self.X), opened(self.t)
        rows = X.shape[0] if check.is_sparse(X) else len(X)
        if rows != len(t):
            raise ValueError(f"X has {rows} rows and t has {len(t)}: give one target for each row")
        return X, t

    def __getitem__(self, b: int) -> Block:
        X, t = self._tables()
        part = self._part(b, len(t))
        if check.is_sparse(X):
            kind: Any = type(X)
            return kind(*cut(X, part, X.shape[1])), _part_of(t, part)
        return _part_of(X, part), _part_of(t, part)


@dataclass(frozen=True, eq=False, repr=False)
class CsrRows(_Cut):
    """Cut sparse rows in a folder into blocks: its files are data, indices, indptr and t, all .npy.

    The first three are the arrays of a `scipy.sparse.csr_array`. Word counts may be stored as int16,
    a quarter of their size as float64, and are learnt from as they are.

    Attributes
    ----------
    folder : path
    d : int
        Number of columns.
    size : int
        Rows in a block.
    """

    folder: str | Path
    d: int = field(kw_only=True)
    size: int = field(default=4096, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check.path(self.folder, "folder")
        check.count(self.d, "d")

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self._file("t"))

    def _file(self, name: str) -> Array:
        return opened(Path(self.folder, f"{name}.npy"))

    def __getitem__(self, b: int) -> Block:
        with needed_for("sparse rows"):
            from scipy.sparse import csr_array

        t = self._file("t")
        part = self._part(b, len(t))
        files = {name: self._file(name) for name in ("data", "indices", "indptr")}
        return csr_array(*cut(SimpleNamespace(**files), part, self.d)), t[part]


def _table(given: Any, name: str) -> None:
    """Refuse what no rows can be cut from."""
    if isinstance(given, str | Path) or check.is_sparse(given):
        return
    try:
        len(given[:0])
    except (IndexError, KeyError, TypeError) as error:
        raise ValueError(
            f"{name} is {short(given)}, of type {type(given).__name__}; blocks are cut from tables: "
            "give an array, a list, or the path of an .npy file"
        ) from error


def _part_of(table: Any, part: slice) -> Any:
    """Return rows by their places, of a frame, too, whatever its index."""
    return getattr(table, "iloc", table)[part]


def save(source: Blocks, folder: str | Path, *, dtype: DTypeLike = np.float64) -> Rows | CsrRows:
    """Write blocks as the files that `Rows` or `CsrRows` read, each block read once.

    Parameters
    ----------
    source : list of pairs (X, t), or any other source of blocks
        Either all blocks are dense, or all are sparse.
    folder : path
        It is made if need be; files of the same names in it are replaced.
    dtype : data-type
        How numbers are stored, such as int16 for counts; no number may change by it.

    Returns
    -------
    Rows or CsrRows
        The source that reads the files, with its default size of blocks.

    Raises
    ------
    ValueError
        If a block breaks the conventions, differs from those before it in kind or number of
        features, or holds a number that `dtype` cannot; the message names the block.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from perceptrons import blocks, data, stream
    >>> with TemporaryDirectory() as folder:
    ...     files = blocks.save([data.modified_or()], folder, dtype="int8")
    ...     stream.online(files)
    Streamed(converged: 3 updates in 2 epochs, w = [1, 1, 1])
    """
    folder, kind = check.path(folder, "folder"), stored_as(dtype)
    folder.mkdir(parents=True, exist_ok=True)
    kinds: dict[str, DTypeLike] = {"X": kind, "data": kind, "indptr": np.int64, "t": np.int8}
    stored = 0
    with ExitStack() as files:
        for b in range(number_of(source)):
            with naming(b):
                X, t = pair(source, b)
                X = check.patterns(X)
                arrays = {"t": check.targets(t, X.shape[0])}
                if check.is_sparse(X):
                    ends = X.indptr[1 if b else 0 :] + np.int64(stored)
                    arrays |= {"data": X.data, "indices": X.indices, "indptr": ends}
                    stored += X.nnz
                else:
                    arrays["X"] = X
                if b == 0:
                    d = X.shape[1]
                    add = {
                        name: files.enter_context(
                            growing(folder / f"{name}.npy", kinds.get(name, A.dtype), A.shape[1:])
                        )
                        for name, A in arrays.items()
                    }
                same_width(X.shape[1], d)
                if arrays.keys() != add.keys():
                    raise ValueError("the blocks are partly sparse: give all in the same form")
                for name, A in arrays.items():
                    add[name](A)
    return CsrRows(folder, d=d) if "data" in add else Rows(folder / "X.npy", folder / "t.npy")


def number_of(source: Any) -> int:
    """Return the number of blocks, refusing what cannot be asked for any block at any time."""
    if not (hasattr(source, "__len__") and hasattr(source, "__getitem__")):
        raise ValueError(
            f"blocks is a {type(source).__name__}; every block is read again in each epoch: give a "
            "list of pairs (X, t), blocks.Rows, or another object with len(blocks) and blocks[b]"
        )
    if not len(source):
        raise ValueError("blocks has no block: give at least one pair (X, t)")
    return len(source)


def pair(source: Blocks, b: int) -> Block:
    """Return block b, if it is a pair."""
    try:
        block: Any = source[b]
    except (IndexError, KeyError, TypeError) as error:
        raise ValueError(
            f"blocks[{b}] cannot be had, {error!r:.99}: give a list of pairs (X, t), or blocks.Rows"
        ) from error
    if not (isinstance(block, tuple | list) and len(block) == 2):
        raise ValueError(
            f"a block is a pair (X, t), got {short(block)}: blocks.Rows(X, t) cuts a table into blocks"
        )
    return block[0], block[1]


def same_width(d: int, before: int) -> None:
    """Refuse a block that is narrower or wider than those before it."""
    if d != before:
        raise ValueError(f"X has {d} features, but {before} were expected: give all blocks as many")


@contextmanager
def naming(b: int) -> Iterator[None]:
    """Name the block in the errors of its patterns and targets, or of its file."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise ValueError(f"blocks[{b}]: {error}") from error
