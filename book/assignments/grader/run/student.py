"""The student's notebook as the checks know it: cells are run in it, and its names are looked up.

What it answers, and how often and how long it is asked, has limits. `Lost` says in words which one it broke.
"""

import contextlib

from grader.run.rpc import Peer, write_back

CALLS = 20_000  # of functions, either way, in one check
# The numbers of what the student's process offers, see worker.py
RUN, LOOK_UP, REHEARSE, STAND_IN, STAND_DOWN, GO_ON = range(6)


class Lost(BaseException):
    """The student's process is no longer of use. Not an Exception: no check is to catch it."""


class Silent(Lost):
    """The student's process gives no answer in time."""


class Student:
    """A student's notebook, as a peer; `ask` sends a request to its process and returns the reply."""

    def __init__(self, ask):
        def counted(request):
            self.count()
            return ask(request, self.peer)

        self.peer = Peer(counted, around=self.called_back, noted=self.note)
        self.begin()

    def begin(self, writing=False):
        """Begin a check; if `writing`, what a function changes of its arguments is changed here, too."""
        self.calls, self.changed, self.failed, self.writing = 0, False, None, writing
        self.standing = False
        self.peer.offered.clear()

    def count(self):
        """Count a call, either way."""
        self.calls += 1
        if self.calls > CALLS:
            raise Lost(f"more than {CALLS} calls in one check")

    @contextlib.contextmanager
    def called_back(self):
        """Keep an assertion that fails in a function handed to the student, who might swallow it."""
        self.count()
        try:
            yield
        except AssertionError as fault:
            self.failed = fault
            raise

    def note(self, given, after):
        """Take note of an argument that was changed."""
        self.changed = True
        if self.writing:
            write_back(given, after)

    def run(self, code, untouched=False):
        """Run a cell and return its outputs; `untouched` is one that the student has left as it was."""
        self.begin()
        return self.peer.call(RUN, (code, untouched), {})

    def go_on(self, code, *, definitions=False):
        """Run what stands below the statement that ended a cell, or the definitions there alone."""
        self.begin()
        self.peer.call(GO_ON, (code, definitions), {})

    def rehearse(self, code, asked):
        """Run a check as the student sees it, for the other names that it defines."""
        self.begin()
        self.peer.call(REHEARSE, (code, asked), {})

    def stand_in(self, name, function):
        """Put a function in the place of the student's own, until `stand_down`."""
        self.standing = True
        self.peer.call(STAND_IN, (name, function), {})

    def stand_down(self):
        """Put the student's own functions back."""
        if self.standing:
            self.peer.call(STAND_DOWN, (), {})

    def look_up(self, name):
        """Return the value of a name, a function as a `Remote`."""
        try:
            return self.peer.call(LOOK_UP, (name,), {})
        except NameError:
            raise NameError(f"{name} is not defined") from None
        except (TypeError, ValueError) as fault:
            raise TypeError(f"{name} cannot be checked: {fault}") from None
