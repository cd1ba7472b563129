"""Remote procedure calls between the two processes: each offers functions, and the other calls them.

A function that is handed over, either way, travels as a number; the other end gets a `Remote` in its place.
All else is plain data, so what arrives is a copy. To the caller it looks like a call within one process: an
exception of Python's own is raised again, and `noted` is told of a list, dict or array that was changed.
"""

import builtins
import contextlib
import json
import traceback
from itertools import chain

import numpy as np

from grader.run.codec import pack, refuse, unpack

# Exceptions that travel as themselves. Left out are those that a text alone does not make, and StopIteration,
# which would end a loop of the check without a word.
NOT_THESE = StopIteration | StopAsyncIteration | UnicodeError | BaseExceptionGroup | Warning
RAISED = {
    name: kind
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, Exception) and not issubclass(kind, NOT_THESE)
}
CHANGEABLE = list | dict | np.ndarray
TEXT = 2000  # characters of an exception's text
CELL = "<ipython-input"  # how the name of a cell's file begins
LINE = 120  # and of the line that raised it


class Remote:
    """A function of the other end."""

    __slots__ = ("number", "peer")

    def __init__(self, peer, number):
        self.peer, self.number = peer, number

    def __call__(self, *args, **named):
        return self.peer.call(self.number, args, named)


class Peer:
    """One of the two ends.

    `ask` sends a request and returns the reply. `offered` are the functions that the other end may call by
    number, and `around` is a context manager for each of its calls. `other` packs what is neither plain data
    nor a function. `noted` is called with what was handed over and what it was after the call.
    """

    def __init__(
        self, ask=None, offered=(), around=contextlib.nullcontext, other=refuse, noted=None
    ):
        self.ask, self.around, self.other, self.noted = ask, around, other, noted
        self.offered = list(offered)

    def pack(self, value):
        """Return a value as JSON."""
        return pack(value, self.pack_function)

    def pack_function(self, value):
        """Return a function as a number: one of the other end, or one of this end."""
        if type(value) is Remote and value.peer is self:
            return {"back": value.number}
        if not callable(value):
            return self.other(value)
        self.offered.append(value)
        return {"function": len(self.offered) - 1}

    def unpack(self, data):
        """Return the value that was packed at the other end."""
        return unpack(data, self.unpack_function)

    def unpack_function(self, data):
        """Return a function of the other end, or one of this end that comes back."""
        match data:
            case {"function": int(number)}:
                return Remote(self, number)
            case {"back": int(number)}:
                return self.offered[number]
        raise ValueError("this is no packed value")

    def call(self, number, args, named):
        """Call a function of the other end."""
        packed = {name: self.pack(value) for name, value in named.items()}
        reply = self.ask({"call": number, "args": [*map(self.pack, args)], "named": packed})
        for place, after in reply.get("changed", []) if self.noted else []:
            given = named[place] if place in named else args[place]
            self.noted(given, self.unpack(after))
        if "raised" in reply:
            name, text, *line = reply["raised"]
            fault = RAISED.get(name, RuntimeError)(str(text))
            fault.add_note(f"in the line `{str(line[0])[:LINE]}`" if line else "")
            raise fault
        return self.unpack(reply.get("value"))

    def serve(self, request):
        """Call a function for the other end, and return the reply."""
        try:
            args = [*map(self.unpack, request["args"])]
            named = {name: self.unpack(value) for name, value in request["named"].items()}
            places = chain(enumerate(args), named.items())
            given = {place: value for place, value in places if isinstance(value, CHANGEABLE)}
            before = self.texts(given)
            with self.around():
                reply = {"value": self.pack(self.offered[request["call"]](*args, **named))}
        except Exception as fault:  # noqa: BLE001 - the caller is told, whatever it is
            return {"raised": raised(fault)}
        after = self.texts(given)
        changed = [[k, json.loads(text)] for k, text in after.items() if text != before.get(k)]
        return reply | {"changed": changed}

    def texts(self, given):
        """Return what was handed over as it is now, without what is no longer plain data."""
        texts = {}
        for place, value in given.items():
            with contextlib.suppress(TypeError, ValueError):
                texts[place] = json.dumps(self.pack(value))
        return texts


def raised(fault):
    """Return the name and the text of an exception, as one of Python's own, and the line of a cell, if any."""
    plain_text = len(fault.args) == 1 and isinstance(fault.args[0], str)
    try:
        text = fault.args[0] if plain_text else str(fault)
    except Exception:  # noqa: BLE001 - a class of the student's
        text = "its text cannot be written"
    for kind in type(fault).__mro__:
        if RAISED.get(kind.__name__) is kind and kind is not Exception:
            return [kind.__name__, text[:TEXT], *line(fault)]
    return ["RuntimeError", f"{type(fault).__name__}: {text}"[:TEXT], *line(fault)]


def line(fault):
    """Return in a list the line of a cell that raised an exception, the last of several."""
    try:
        frames = traceback.extract_tb(fault.__traceback__, limit=-50)
    except Exception:  # noqa: BLE001 - a class of the student's
        return []
    return [frame.line[:LINE] for frame in frames if frame.line and CELL in frame.filename][-1:]


def write_back(given, after):
    """Make what was handed over what it was at the other end after the call."""
    match given:
        case list():
            given[:] = after
        case dict():
            given.clear()
            given.update(after)
        case np.ndarray():
            given[...] = after


def converse(request, peer, write, read):
    """Send a request; serve those of the other end until the reply to it comes, and return that."""
    write(request)
    while "call" in (message := read()):
        write(peer.serve(message))
    return message
