"""Packages that are imported where they are used, and which extra brings each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

# numba is not here: without it the same decisions are made in NumPy.
EXTRA = {
    "scipy": "all",
    "sklearn": "all",
    "matplotlib": "all",
    "tqdm": "all",
    "dask": "cluster",
    "distributed": "cluster",
}

NAMES = {"sklearn": "scikit-learn"}  # of packages that are installed by another name


@contextmanager
def needed_for(purpose: str) -> Iterator[None]:
    """Say of a package that is missing what it is for, and how it is installed.

    >>> with needed_for("a test"):
    ...     raise ModuleNotFoundError(name="scipy.sparse")
    Traceback (most recent call last):
    ModuleNotFoundError: scipy is needed for a test: pip install "perceptrons-book[all]"
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRA:
            raise
        raise ModuleNotFoundError(
            f'{NAMES.get(package, package)} is needed for {purpose}: pip install "perceptrons-book[{EXTRA[package]}]"',
            name=error.name,
        ) from error
