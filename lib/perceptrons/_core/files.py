"""Tables in .npy files: mapped into memory, and written row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.lib.format import open_memmap, write_array_header_1_0
from numpy.typing import DTypeLike

from perceptrons._core.check.magnitudes import real
from perceptrons._core.types import Array


def opened(table: Any) -> Any:
    """Return a table, mapped where its path is given: only the rows that are looked at are read."""
    if not isinstance(table, str | Path):
        return table
    stat = Path(table).stat()
    dtype, offset, shape, order = _header(table, stat.st_mtime_ns, stat.st_size)
    return np.memmap(table, dtype, "r", offset, shape, order)


@lru_cache
def _header(path: str | Path, *_state: int) -> tuple[Any, ...]:
    """Return what the header of an .npy file says: to read it again takes as long as 500 rows."""
    table = open_memmap(path, mode="r")
    order = "C" if table.flags.c_contiguous else "F"
    return table.dtype, table.offset, table.shape, order


def stored_as(dtype: Any) -> np.dtype[Any]:
    """Return a type of real numbers."""
    try:
        kind = np.dtype(dtype)
    except TypeError as error:
        raise ValueError(
            f"dtype is {short(dtype)}, which is no type of numbers: give int16"
        ) from error
    real(kind, "what is stored as dtype")
    return kind


@contextmanager
def growing(
    path: Path, dtype: DTypeLike, width: tuple[int, ...]
) -> Iterator[Callable[[Array], None]]:
    """Yield a function that adds rows to an .npy file; at the end its header gets their number."""
    dtype, n = np.dtype(dtype), 0

    def write_header() -> None:
        file.seek(0)  # NumPy leaves room in a header for the number of rows to grow
        header = {"descr": dtype.str, "fortran_order": False, "shape": (n, *width)}
        write_array_header_1_0(file, header)

    def add(rows: Array) -> None:
        nonlocal n
        with np.errstate(invalid="ignore", over="ignore"):
            stored = np.ascontiguousarray(rows, dtype=dtype)
        changed = rows[stored != rows]
        if len(changed):
            raise ValueError(
                f"{path.stem} holds {changed[0]}, which {dtype} cannot hold: choose another dtype"
            )
        file.write(stored.data)
        n += len(rows)

    with path.open("wb") as file:
        write_header()
        yield add
        write_header()
