"""A bubblewrap sandbox for a kernel: no network, and no files but Python's and one shared folder."""

import shutil
import subprocess
import sys
from pathlib import Path

REMEDY = "Install bubblewrap (Debian, Ubuntu: apt install bubblewrap), or grade without --sandbox."


def sandbox(shared):
    """Return the start of a command line; what follows runs in a sandbox that may write to `shared`."""
    command = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]
    command += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for path in map(Path, ["/bin", "/lib", "/lib64"]):
        if path.is_symlink():
            command += ["--symlink", str(path.readlink()), str(path)]
        elif path.exists():
            command += ["--ro-bind", str(path), str(path)]
    for path in dict.fromkeys(["/usr", sys.base_prefix, sys.prefix]):
        command += ["--ro-bind", path, path]
    command += ["--bind", str(shared), str(shared), "--dir", "/tmp/work", "--chdir", "/tmp/work"]
    for variable, value in {
        "HOME": "/tmp",
        "PATH": f"{sys.prefix}/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "OPENBLAS_NUM_THREADS": "1",
    }.items():
        command += ["--setenv", variable, value]
    return command


def why_not(tmp="/tmp"):
    """Return why the sandbox does not work on this machine, or an empty string if it does."""
    if not sys.platform.startswith("linux"):
        return f"The sandbox needs Linux (or WSL), and this is {sys.platform}. Grade without --sandbox."
    if not shutil.which("bwrap"):
        return f"The sandbox needs the program bwrap, which is not installed. {REMEDY}"
    trial = [*sandbox(tmp), sys.executable, "-I", "-c", "pass"]
    done = subprocess.run(trial, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"The system refuses bwrap (unprivileged user namespaces?): {done.stderr.strip()}"
    return ""
