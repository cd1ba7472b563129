"""Start the student's process, in the sandbox if asked to, and talk to it with limits on time and size."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from grader.run.limits import reason
from grader.run.rpc import converse
from grader.run.sandbox import PYTHON, limited, sandbox
from grader.run.student import Lost, Silent

HERE = Path(__file__).parent
MODULES = "__init__", "limits", "codec", "symbolic", "rpc", "interpreter", "worker"
FILES = [HERE.parent / "__init__.py", *(HERE / f"{name}.py" for name in MODULES)]
PROGRAM = "import sys; sys.path.append({!r}); from grader.run.worker import main; main({}, {})"
MESSAGE = 16 << 20  # bytes of one message
COMPUTES = 0.05  # of the time, at least: so much of a processor has who computes, asleep 0.014
KEPT = "PATH", "SYSTEMROOT", "LANG"  # of the environment, outside the sandbox


def processor_time(number):
    """Return the processor time of all processes below one, in seconds, as far as the system tells."""
    total = 0.0
    with contextlib.suppress(OSError):
        for below in Path(f"/proc/{number}/task/{number}/children").read_text().split():
            used = Path(f"/proc/{below}/stat").read_text().rpartition(")")[2].split()[11:13]
            total += sum(map(int, used)) / os.sysconf("SC_CLK_TCK") + processor_time(below)
    return total


class Process:
    """The student's process. How long `ask` waits for a reply, `wait` says."""

    def __init__(self, sandboxed, cell_seconds, user=None):
        self.folder = tempfile.TemporaryDirectory(prefix="grade-", ignore_cleanup_errors=True)
        if user:
            os.chown(self.folder.name, user, user)
        self.lines, self.outbox = queue.Queue(1), queue.Queue(1)
        program = PROGRAM.format(str(HERE.parents[1]), cell_seconds, sandboxed)
        command = [PYTHON, "-I", "-c", program]
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        self.process = subprocess.Popen(
            [*(sandbox(*FILES) if sandboxed else limited(user=user)), *command],
            cwd=self.folder.name,
            env=kept | {"HOME": self.folder.name, "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for work in (self.listen, self.send):
            threading.Thread(target=work, daemon=True).start()

    def wait(self, deadline, latest):
        """Begin to wait until a deadline, a monotonic time, or until the latest if it computes meanwhile."""
        self.deadline, self.latest, self.since = deadline, latest, time.monotonic()
        self.used = processor_time(self.process.pid)

    def longer(self):
        """Wait until the latest if the process has computed; tell whether there is time left."""
        used = processor_time(self.process.pid) - self.used
        if used > COMPUTES * (time.monotonic() - self.since):
            self.deadline = self.latest
        return time.monotonic() < self.deadline

    def listen(self):
        """Read lines until the process ends. The queue holds one: a flood of them waits in the pipe."""
        with self.process.stdout as stream:
            while line := stream.readline(MESSAGE):
                self.lines.put(line)
        self.lines.put(b"")

    def read(self):
        """Return the next message."""
        line = None
        while line is None:
            left = self.deadline - time.monotonic()
            if left <= 0 and not self.longer():  # although there may be a flood of messages
                raise Silent("no answer in time")
            with contextlib.suppress(queue.Empty):
                line = self.lines.get(timeout=max(0, left))
        if not line:
            raise self.gone()
        if not line.endswith(b"\n"):
            raise Lost(f"more than {MESSAGE >> 20} MB came back")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            raise Lost("what came back cannot be read") from None
        if not isinstance(message, dict):
            raise Lost("what came back cannot be read")
        return message

    def gone(self):
        """Return why there will be no answer."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5)
        known = reason(self.process.poll()) or "was it killed, or out of memory?"
        return Lost(f"its process ended: {known}")

    def send(self):
        """Write lines until the process ends, or there are no more: it may not read them."""
        with contextlib.suppress(OSError), self.process.stdin as stream:
            while line := self.outbox.get():
                stream.write(line)
                stream.flush()

    def write(self, message):
        """Send a message."""
        try:
            line = json.dumps(message).encode() + b"\n"
            self.outbox.put(line, timeout=max(0, self.deadline - time.monotonic()))
        except queue.Full:
            raise Silent("no answer in time") from None

    def ask(self, request, peer):
        """Send a request and return the reply; serve what is asked meanwhile."""
        return converse(request, peer, self.write, self.read)

    def end(self):
        """Kill the process, and what it started."""
        with contextlib.suppress(AttributeError, OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(queue.Full):
            self.outbox.put_nowait(b"")
        self.folder.cleanup()
