"""A process that calls functions of the library, so that one that crashes or never ends is seen and named."""

import importlib
import multiprocessing
import pickle
import resource
import warnings
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import reduce

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.base import BaseEstimator

MEMORY = 6 * 2**30  # bytes: who asks for more gets a MemoryError, and not the machine's last byte
PATIENCE = 60  # seconds for a call, compiling included


def plain(value):
    """Return a result as nested tuples of numbers and words: dense or sparse, it reads the same."""
    if sp.issparse(value):
        value = value.toarray()
    if isinstance(value, np.ndarray):
        return value.shape, tuple(map(plain, value.ravel().tolist()))
    if is_dataclass(value):
        return type(value).__name__, tuple(plain(getattr(value, f.name)) for f in fields(value))
    if isinstance(value, BaseEstimator):
        return plain({k: v for k, v in vars(value).items() if k != "feature_names_in_"})
    if isinstance(value, dict):
        return tuple((key, plain(v)) for key, v in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if isinstance(value, int | float | Fraction | np.number):
        return complex(value) if isinstance(value, complex) else float(value)
    return value if isinstance(value, str) else type(value).__name__


def content(value):
    """Return what a caller could notice about an argument: numbers and structure, not what SciPy caches."""
    if sp.issparse(value):
        kept = {k: v for k, v in vars(value).items() if not k.startswith("_has_")}
        return type(value).__name__, pickle.dumps(kept)
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.flags.writeable, pickle.dumps(value)
    if isinstance(value, pd.DataFrame | pd.Series):
        columns = [value] if value.ndim == 1 else [value.iloc[:, j] for j in range(value.shape[1])]
        return str(value.dtypes), pickle.dumps([column.tolist() for column in columns])
    if isinstance(value, list | tuple):
        return tuple(map(content, value))
    return repr(value)


def answer(function, arguments):
    """Call a function; return the kind of its answer, and the answer."""
    before = content([*arguments.values()])
    module, *names = function.split(".")
    try:
        with warnings.catch_warnings(action="error"):
            warnings.filterwarnings("ignore", "X has feature names, but")
            called = reduce(getattr, names, importlib.import_module(f"perceptrons.{module}"))
            said = "value", plain(called(**arguments))
    except Exception as error:  # noqa: BLE001 - whatever it is, the test judges it
        said = type(error).__name__, str(error)
    return said if content([*arguments.values()]) == before else ("changed its arguments", said)


def serve(connection):
    """Answer calls until the connection closes."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while True:
        connection.send(answer(*pickle.loads(connection.recv_bytes())))


class Child:
    """A process that is begun anew when it dies."""

    def __init__(self):
        self.process = None

    def call(self, function, arguments):
        """Return the kind of an answer and the answer, or how the process ended."""
        if self.process is None:
            context = multiprocessing.get_context("spawn")
            self.here, there = context.Pipe()
            self.process = context.Process(target=serve, args=(there,), daemon=True)
            self.process.start()
            there.close()
        try:
            self.here.send_bytes(pickle.dumps((function, arguments)))
            if self.here.poll(PATIENCE):
                return self.here.recv()
            ended = "hangs", f"no answer in {PATIENCE} s"
        except (EOFError, OSError):
            self.process.join()
            ended = "dies", f"exit code {self.process.exitcode}"
        self.close()
        return ended

    def close(self):
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None
