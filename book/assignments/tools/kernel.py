"""Start the kernel of one submission: limits on time, memory and output, and no library of the book.

The limits serve honest mistakes. They stop nobody who means harm: that is what the sandbox is for.
"""

import contextlib
import signal
import sys

SECONDS = 10  # of processor time for one cell, so that a busy machine fails nobody
MEMORY = 2 << 30
LIFETIME = 300  # seconds of processor time for the whole kernel
OUTPUT = 100_000  # characters printed by one cell


class OutOfTime(BaseException):
    """A cell computed for too long. Not an Exception, as many programs catch those in a loop."""


def limit_process():
    """Bound the memory, the files and the life of this process, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        for limit, value in [
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, 20 << 20),
            (resource.RLIMIT_CPU, LIFETIME),
            (resource.RLIMIT_AS, MEMORY),
        ]:
            resource.setrlimit(limit, (value, value))


def limit_cells(shell):
    """Bound the processor time and the printed text of each cell."""
    printed = 0

    def stop(*_):
        raise OutOfTime(f"stopped after {SECONDS} s: a loop without an end?")

    def start_cell(*_):
        nonlocal printed
        printed = 0
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, SECONDS)

    def end_cell(*_):
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)

    def limited(write):
        def write_some(text):
            nonlocal printed
            room = max(OUTPUT - printed, 0)
            printed += len(text)
            if room:
                write(text if len(text) <= room else text[:room] + "\n... cut off\n")
            return len(text)

        return write_some

    if hasattr(signal, "SIGPROF"):
        signal.signal(signal.SIGPROF, stop)
    for stream in (sys.stdout, sys.stderr):
        stream.write = limited(stream.write)
    shell.events.register("pre_run_cell", start_cell)
    shell.events.register("post_run_cell", end_cell)


if __name__ == "__main__":
    from ipykernel.kernelapp import IPKernelApp

    sys.modules["perceptrons"] = None  # an import now fails
    limit_process()
    app = IPKernelApp.instance()
    quiet = ["--HistoryManager.hist_file=:memory:", "--InteractiveShell.xmode=Minimal"]
    app.initialize(sys.argv[1:] + quiet)
    limit_cells(app.shell)
    app.start()
