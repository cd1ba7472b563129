"""Start a program with limits, watch it together with all that it starts, and end all of it.

    python -I -S limits.py '{"seconds": 60}' PROGRAM ARGUMENT...

It needs nothing but the standard library: inside the sandbox there is nothing else of the grader. There it
is process 1, which nothing can stop, and with which everything ends. Its exit code is the program's, or one
that `reason` puts into words.
"""

import contextlib
import ctypes
import json
import os
import re
import signal
import struct
import sys
import time
from pathlib import Path

with contextlib.suppress(ImportError):  # Windows has none, and runs no student's program
    import resource

LIMITS = {
    "memory": 2 << 30,  # bytes, of all processes together
    "processes": 64,  # at the same time, threads included
    "space": 64 << 20,  # bytes in the sandbox's own folder, and of one file
    "entries": 10_000,  # files and folders there
    "sockets": 100,  # in the sandbox; each keeps 0.2 MB that are counted nowhere
    "seconds": 400,  # wall time: a last resort, longer than what the grader gives a submission
    "processor": 300,  # seconds of processor time of each process
    "filter": "",  # of system calls, as `seccomp` writes it
    "user": None,  # the number of the user who is to run it, where this is started as root
}
REASONS = {
    "memory": (90, "it used more than {:,} bytes of memory"),
    "entries": (91, "it made more than {:,} files"),
    "space": (93, "it filled more than {:,} bytes with files"),
    "seconds": (92, "it ran for more than {:,} s"),
    "sockets": (94, "it opened more than {:,} sockets"),
}
# Of <sys/prctl.h> and <linux/seccomp.h>
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
SECCOMP_MODE_FILTER = 2
LOOK = 0.03  # seconds between two looks: a process takes some 50 MB of memory meanwhile


def control(option, *arguments):
    """Call Linux's prctl."""
    arguments = [*arguments, 0, 0, 0, 0][:4]
    if ctypes.CDLL(None, use_errno=True).prctl(option, *map(ctypes.c_ulong, arguments)):
        raise OSError(ctypes.get_errno(), f"prctl {option} is refused")


def confine(limits):
    """Put the limits on this process; those that it starts inherit them."""
    own_count = os.getppid() == 1 or limits["user"]  # the system counts the processes of a user
    for limit, value in [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, limits["space"]),
        (resource.RLIMIT_NOFILE, 128),
        (resource.RLIMIT_CPU, limits["processor"]),
        (resource.RLIMIT_AS, limits["memory"]),
        *([(resource.RLIMIT_NPROC, limits["processes"])] if own_count else []),
    ]:
        with contextlib.suppress(ValueError, OSError):  # not every system knows each of them
            resource.setrlimit(limit, (value, value))
    if limits["user"]:
        os.setgroups([])
        os.setgid(limits["user"])
        os.setuid(limits["user"])
    if limits["filter"]:
        filter_ = bytes.fromhex(limits["filter"])
        lines = ctypes.create_string_buffer(filter_)
        head = struct.pack("HP", len(filter_) // 8, ctypes.addressof(lines))
        program = ctypes.create_string_buffer(head)
        control(PR_SET_PDEATHSIG, signal.SIGKILL)
        control(PR_SET_NO_NEW_PRIVS, 1)
        control(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(program))


def processes(watched):
    """Return for each process that is watched, of its number and its user, the memory in bytes."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            text = (folder / "status").read_text()
            about = dict(re.findall(r"^(\w+):\s+(\d+)", text, re.MULTILINE))
            # What has no memory is dead, and waits to be heard of.
            if "VmRSS" in about and watched(int(folder.name), int(about["Uid"])):
                kept = int(about["VmRSS"]) + int(about.get("VmSwap", 0))
                found[int(folder.name)] = kept << 10
    return found


def group(user):
    """Return which processes are watched: in the sandbox all but this, elsewhere a user's or a session's."""
    this = os.getpid()
    if this == 1:
        return lambda number, _: number != this
    if user:
        return lambda _, its: its == user
    return lambda number, _: number != this and os.getsid(number) == this


def full(limits):
    """Return the name of the limit on files or sockets that is exceeded, or None; for the sandbox alone."""
    with Path("/proc/net/unix").open() as lines:
        if sum(1 for _ in lines) - 1 > limits["sockets"]:
            return "sockets"
    folder = os.statvfs("/tmp")
    if folder.f_files - folder.f_ffree > limits["entries"]:
        return "entries"
    if (folder.f_blocks - folder.f_bfree) * folder.f_frsize > limits["space"]:
        return "space"
    return None


def exceeded(limits, start):
    """Return the name of the limit that is exceeded, or None."""
    if time.monotonic() - start > limits["seconds"]:
        return "seconds"
    if sum(processes(group(limits["user"])).values()) > limits["memory"]:
        return "memory"
    return full(limits) if os.getpid() == 1 else None


def end_user(user):
    """Kill all processes of a user, as that user: all at one stroke, as a loop could be outrun."""
    while user and processes(lambda _, its: its == user):
        if killer := os.fork():
            os.waitpid(killer, 0)
            continue
        try:
            os.setgid(user)
            os.setuid(user)
            if os.getuid() == user:
                os.kill(-1, signal.SIGKILL)
        finally:
            os._exit(0)


def end(user):
    """Kill all that is watched. In the sandbox it ends by itself with process 1, which is this one."""
    if os.getpid() == 1:
        return
    if user:
        end_user(user)
    for number in processes(group(None)):
        with contextlib.suppress(OSError):
            os.kill(number, signal.SIGKILL)


def watch(child, limits):
    """Wait for the child; return its exit code, or that of the limit that ended it."""
    start = time.monotonic()
    while True:
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == child:
                    code = os.waitstatus_to_exitcode(ended[1])
                    return code if code >= 0 else 128 - code
        looked = time.monotonic()
        if limit := exceeded(limits, start):
            return REASONS[limit][0]
        time.sleep(max(LOOK, 10 * (time.monotonic() - looked)))  # outside there are many to look at


def reason(code, **limits):
    """Return in words which limit ended a program with this exit code, or an empty string."""
    limits = LIMITS | limits
    return next((text.format(limits[k]) for k, (n, text) in REASONS.items() if n == code), "")


def main(given, *program):
    """Run a program with the given limits, and exit as it did."""
    limits = LIMITS | json.loads(given)
    if sys.platform == "linux":
        control(PR_SET_DUMPABLE, 0)  # nobody else may look into this process
    with contextlib.suppress(OSError):  # it is the first of a session already
        os.setsid()
    if child := os.fork():
        nothing = os.open(os.devnull, os.O_RDWR)
        for file in range(3):
            os.dup2(nothing, file)
        os.closerange(3, 256)
        code = watch(child, limits)
        end(limits["user"])
        os._exit(code)
    confine(limits)
    os.execvp(program[0], program)


if __name__ == "__main__":
    main(*sys.argv[1:])
