"""A bubblewrap sandbox for a student's program: no network, no files but Python's, limits on everything.

Nothing that is written in it outlives it.
"""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

from grader.run import limits, seccomp

REMEDY = "install bubblewrap (Debian 12, Ubuntu 22.04 or newer: apt install bubblewrap)"
REFUSED = (
    "Does the system refuse namespaces? Ubuntu 23.10 and newer want a profile for bwrap, as the page "
    "Coursework shows; in a container it depends on how that was started."
)
PRACTICE = (
    "Without the sandbox a submission can read, change and send whatever you can, your marks and these "
    "checks among it: do not use this for marks that count."
)
LIMITS = Path(limits.__file__)
# Python as it is called, but without "..", because the folders on such a way are not in the sandbox.
PYTHON, PREFIX = os.path.normpath(sys.executable), os.path.normpath(sys.prefix)
READABLE = [Path(place) for place in ("/usr", sys.base_prefix, PREFIX)]  # for Python's files


def limited(program=LIMITS, **changed):
    """Return the start of a command line; what follows runs with limits, but without the sandbox."""
    return [
        PYTHON,
        "-I",
        "-S",
        str(program),
        json.dumps(changed | {"filter": seccomp.program()}),
    ]


def a_user():
    """Return the number of a user that nobody has, so that its processes can be counted, and ended."""
    return random.SystemRandom().randrange(20_000, 60_000)


def sandbox(*readable, **changed):
    """Return the start of a command line; what follows runs in the sandbox, and may read these files.

    As root it becomes another user there. `changed` are those of `limits.LIMITS` that are to differ.
    """
    command = ["bwrap", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    command += ["--unshare-cgroup-try", "--die-with-parent", "--new-session", "--clearenv"]
    command += ["--hostname", "sandbox", "--cap-drop", "ALL"]
    if os.getuid() == 0:
        command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        changed |= {"user": a_user()}
    else:
        command += ["--unshare-user"]
    command += ["--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev"]
    command += ["--perms", "1777", "--tmpfs", "/tmp"]
    for path in map(Path, ["/bin", "/lib", "/lib64"]):
        if path.is_symlink():
            command += ["--symlink", str(path.readlink()), str(path)]
        elif path.exists():
            command += ["--ro-bind", str(path), str(path)]
    for path in dict.fromkeys([*READABLE, *map(Path, readable)]):
        for above in [*path.parents][-2::-1]:  # which bwrap would make for root alone
            command += ["--dir", str(above)]
        command += ["--ro-bind", str(path), str(path)]
    command += ["--ro-bind", str(LIMITS), "/limits.py", "--chdir", "/tmp"]
    command += ["--remount-ro", "/dev", "--remount-ro", "/"]
    for variable, value in {
        "HOME": "/tmp",
        "PATH": f"{PREFIX}/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "OPENBLAS_NUM_THREADS": "1",
    }.items():
        command += ["--setenv", variable, value]
    return [*command, "--as-pid-1", "--", *limited("/limits.py", **changed)]


def must_not_hold(*secrets):
    """Raise if one of these lies where a program in the sandbox may read."""
    for secret in secrets:
        for place in READABLE:
            if secret.resolve().is_relative_to(place.resolve()):
                raise ValueError(
                    f"{secret} lies in {place}, which students' code may read in the sandbox: "
                    "move it to another place"
                )


def why_not():
    """Return why the sandbox does not work on this machine, or an empty string if it does."""
    if not sys.platform.startswith("linux"):
        return f"The sandbox needs Linux (or WSL), and this is {sys.platform}. {PRACTICE}"
    if not shutil.which("bwrap"):
        return f"The sandbox needs the program bwrap: {REMEDY}. {PRACTICE}"
    trial = [*sandbox(), PYTHON, "-I", "-c", "import os; os.fork() and os.wait()"]
    done = subprocess.run(trial, capture_output=True, text=True, check=False)
    if done.returncode:
        said = " ".join(done.stderr.split()) or f"exit code {done.returncode}"
        return f"The sandbox does not start ({said}). {REFUSED} {PRACTICE}"
    return ""
