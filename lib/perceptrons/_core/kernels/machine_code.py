"""Machine code, kept on disk for the next process where a disk will have it.

numba's own cache ends the run where no folder is writable, a disk is full or a file is damaged, as in
containers. Here each of these only costs the second that the loop takes to compile.

>>> import numpy as np
>>> def total(x):
...     s = 0.0
...     for i in range(len(x)):
...         s += x[i]
...     return s
>>> kept(total)(np.array([0.5, 0.25]))
0.75
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba import config, njit
from numba.core.caching import FunctionCache


class Cache(FunctionCache):
    """A cache of numba that never ends a run."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what is kept for these types of arguments; else None, and numba compiles."""
        with suppress(Exception):  # a damaged file raises almost anything
            code = super().load_overload(sig, target_context)
            # Two processes that fill an empty cache at once may store two types under one name.
            if code is None or code.signature.args == sig:
                return code
        with suppress(OSError):
            self.flush()
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, if that can be."""
        with suppress(Exception):
            super().save_overload(sig, data)


def kept(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function compiled for each type of arguments, in this process or an earlier one."""
    loop = njit(function)
    with suppress(Exception):  # no folder is writable
        if not config.CACHE_DIR:  # type: ignore[attr-defined]
            Path.home()  # where there is none, numba would make a folder here that is called ~
        loop._cache = Cache(function)
    return loop
