"""The student's process: it runs the cells of a notebook, and calls its functions, as the grader asks.

Inside the sandbox there is nothing else of the grader but what this imports. Requests and replies are lines
of JSON on pipes that are put out of the way of the student's code. That code can do here what it wants: what
comes out counts as its answer, no more. The limits catch honest mistakes.
"""

import contextlib
import json
import os
import signal
import sys
from array import array
from collections.abc import Collection, Iterator, Mapping
from itertools import islice

import numpy as np
from traitlets.config import Config

from grader.run import limits
from grader.run.interpreter import Notebook
from grader.run.rpc import Peer, converse

ITEMS = 1_000_000  # of an iterator


class OutOfTime(BaseException):
    """A cell or call exceeded its time. Not an Exception: students' loops often catch those."""


def as_plain(value):
    """Return the plain data that an unusual value stands for, such as the items of an iterator or a deque."""
    if isinstance(value, np.ndarray):
        raise TypeError(f"it is an array of {value.dtype.name}, which is no plain data")
    if hasattr(value, "__array__") or isinstance(value, array | memoryview):
        return np.asarray(value)
    if hasattr(value, "__float__"):
        return float(value)
    if isinstance(value, Mapping):
        return dict(value)
    sequence = hasattr(value, "__len__") and hasattr(value, "__getitem__")
    if sequence or isinstance(value, Iterator | Collection):
        return list(islice(value, ITEMS))
    raise TypeError(f"it is of the type {type(value).__name__}, which is no plain data")


@contextlib.contextmanager
def limited(seconds):
    """Limit processor time, so that a busy machine fails nobody; tell the caller what it exceeded."""

    def stop(*_):
        raise OutOfTime(f"stopped after {seconds} s: a loop without an end?")

    before = 0.0
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, stop)
        before, _ = signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except Exception:
        raise
    except OutOfTime as fault:
        raise TimeoutError(str(fault)) from None
    except BaseException as fault:  # noqa: BLE001 - SystemExit, for one, would end this process
        raise RuntimeError(f"{type(fault).__name__} {fault}".strip()) from None
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, before)


def pipes():
    """Return two files, to read requests and to write replies; nothing else will find the pipes in use."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    return requests, replies


def main(seconds, sandboxed):
    """Serve the grader until it closes the pipe, or the sandbox is full.

    The watcher looks for that only now and then, and might come upon it when somebody else's turn has come.
    """
    requests, replies = pipes()
    sys.modules["perceptrons"] = None  # importing the book's library now fails
    sys.path.insert(0, "")  # a module that a cell has written is found, as in JupyterLab
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    quiet = Config({"HistoryManager": {"enabled": False}, "InteractiveShell": {"xmode": "Minimal"}})
    notebook = Notebook.instance(config=quiet)
    sys.stdout = sys.stderr = notebook.screen

    def write(message):
        replies.write(json.dumps(message).encode() + b"\n")
        replies.flush()

    def read():
        if not (line := requests.readline()):
            os._exit(0)
        return json.loads(line)

    peer = Peer(
        lambda request: converse(request, peer, write, read),
        [
            notebook.run,
            notebook.look_up,
            notebook.rehearse,
            notebook.stand_in,
            notebook.stand_down,
            notebook.go_on,
        ],
        lambda: limited(seconds),
        lambda value: peer.pack(as_plain(value)),
    )
    while True:
        reply = peer.serve(read())
        if sandboxed and (limit := limits.full(limits.LIMITS)):
            os._exit(limits.REASONS[limit][0])
        write(reply)
