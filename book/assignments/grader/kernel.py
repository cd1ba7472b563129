"""Start the IPython kernel of one submission, with limits on time, memory and output.

A program of its own, started by file name: inside the sandbox there is nothing else of the grader.
The limits catch honest mistakes. Malicious code is the sandbox's business.

    python -I kernel.py SECONDS -f CONNECTION_FILE
"""

import contextlib
import signal
import sys

MEMORY = 2 << 30
LIFETIME = 300  # seconds of processor time for the whole kernel
OUTPUT = 100_000  # characters printed by one cell


class OutOfTime(BaseException):
    """A cell exceeded its time. Not an Exception: students' loops often catch those."""


def limit_process():
    """Limit memory, file size and total processor time, where the system supports it."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        for limit, value in [
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, 20 << 20),
            (resource.RLIMIT_CPU, LIFETIME),
            (resource.RLIMIT_AS, MEMORY),
        ]:
            resource.setrlimit(limit, (value, value))


def limit_cells(shell, seconds):
    """Limit the processor time (so that a busy machine fails nobody) and the output of each cell."""
    printed = 0

    def stop(*_):
        raise OutOfTime(f"stopped after {seconds} s: a loop without an end?")

    def start_cell(*_):
        nonlocal printed
        printed = 0
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, seconds)

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

    seconds, *arguments = sys.argv[1:]
    sys.modules["perceptrons"] = None  # importing the book's library now fails
    limit_process()
    app = IPKernelApp.instance()
    quiet = ["--HistoryManager.hist_file=:memory:", "--InteractiveShell.xmode=Minimal"]
    app.initialize(arguments + quiet)
    limit_cells(app.shell, int(seconds))
    app.start()
