"""Every error names the argument, the value, the rule and the remedy: `refusals.txt`, line by line.

A line `call -> words … words` says that the call raises a ValueError with these words in this order.
Any other line is Python that prepares the calls below it, as far as the next title.
"""

import io
import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import partial
from importlib import import_module
from pathlib import Path, PurePosixPath

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from scipy import sparse
from scipy.sparse import coo_array, csr_array
from sklearn.feature_extraction.text import CountVectorizer

from perceptrons import __all__ as MODULES

LINES = Path(__file__).with_name("refusals.txt").read_text(encoding="utf-8").splitlines()
USED = [name for name in MODULES if any(f"{name}." in line for line in LINES)]


class Changing(list):
    """Blocks of which the last loses a row whenever it is read."""

    def __getitem__(self, b):
        X, t = super().__getitem__(b)
        if b == len(self) - 1:
            self[b] = X[:-1], t[:-1]
        return X, t


class Raising:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("this one has no numbers")


def with_entry(value):
    """Return a table with one entry changed."""
    X = np.ones((4, 2), dtype=type(value))
    X[2, 1] = value
    return X


def rows(data, indices, indptr, shape=(3, 3)):
    """Put arrays into sparse rows without SciPy looking at them."""
    X = sparse.csr_array(shape)
    X.data, X.indices, X.indptr = np.asanyarray(data), np.asarray(indices), np.asarray(indptr)
    return X


def broken(form, **arrays):
    """Return a sparse table with some of its arrays replaced."""
    X = getattr(sparse, f"{form}_array")(np.eye(4))
    for name, A in arrays.items():
        setattr(X, name, A)
    return X


def lists(*of_lists):
    """Return an array of lists."""
    A = np.empty(len(of_lists), dtype=object)
    A[:] = of_lists
    return A


def column(values, name="age", **options):
    """Return a frame with such a second column."""
    return pd.DataFrame({"first": [1.0] * len(values), name: pd.Series(values, **options)})


def sections():
    """Yield each call with its words, and the names that its section prepares."""
    names = {}
    for line in LINES:
        if line.startswith("# "):
            modules = {name: import_module(f"perceptrons.{name}") for name in USED}
            names = globals() | modules | {"array": np.array}
        elif " -> " in line:
            yield pytest.param(*line.split(" -> "), names, id=line)
        else:
            exec(line, names)


@pytest.mark.parametrize(("call", "words", "names"), [*sections()])
def test_each_is_refused_in_its_words(call, words, names, tmp_path):
    said = ".*".join(map(re.escape, words.split(" … ")))
    with pytest.raises(ValueError, match=said) as caught:
        eval(call, names | {"folder": tmp_path})
    assert len(str(caught.value)) < 300
