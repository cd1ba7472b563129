"""A program in the sandbox reaches nothing outside, and no limit gives way."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.coursework import COURSE
from grader.run import limits, sandbox


def run(start, code, python=sys.executable):
    """Run code behind the start of a command line; return its exit code, its output, and its errors."""
    command = [*start, python, "-I", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout.strip(), done.stderr


@pytest.fixture(scope="session")
def inside():
    """Return a function that runs code in the sandbox."""
    if reason := sandbox.why_not():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)
    return lambda code, **changed: run(sandbox.sandbox(**changed), code)


# What each piece of code must not be able to do; each is tried by itself.
FORBIDDEN = {
    "write to Python's files": "open(os.__file__, 'a')",
    "write to the root": "open('/x', 'w')",
    "write to /dev": "open('/dev/shm/x', 'w')",
    "change the system": "open('/proc/sys/vm/overcommit_memory', 'w')",
    "read a password": "open('/etc/shadow')",
    "see the course": f"os.listdir({str(COURSE)!r})",
    "become root": "os.setuid(0)",
    "end the watcher": "os.kill(1, 9); os.kill(1, 0); open('/proc/1/stat').read() and 1/0",
    "read the watcher's memory": "open('/proc/1/mem', 'rb')",
    "call the network": "socket.create_connection(('1.1.1.1', 80), 1)",
    "call the machine below": "socket.socket(40, socket.SOCK_STREAM)",
    "mount": "call('mount', b'none', b'/tmp', b'tmpfs', 0, 0)",
    "remount writable": "call('mount', b'none', b'/usr', 0, 32 | 4096, 0)",
    "have a namespace of its own": "call('unshare', 0x10000000)",
    "clone into a namespace": "call('syscall', {'x86_64': 56}.get(os.uname().machine, 220), 0x10000011, 0, 0, 0, 0)",
    "trace a process": "call('ptrace', 16, 1, 0, 0)",
    "keep memory in a file without a name": "os.memfd_create('x')",
    "keep memory in a segment": "call('shmget', 0, 4096, 0o1777)",
    "keep memory in a shared mapping": "mmap.mmap(-1, 4096)",
    "keep memory in the buffer of a socket": "socket.socketpair()[0].setsockopt(1, 7, 1 << 30)",
    "keep memory in a message": "call('msgget', 0, 0o1777)",
    "open many files": "[open('/dev/null') for _ in range(200)]",
    "lift a limit": "resource.setrlimit(resource.RLIMIT_NPROC, (9999, 9999))",
}
TRY = """
import ctypes, json, mmap, os, resource, socket

def call(name, *arguments):
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)

done = []
for what, code in {}.items():
    try:
        exec(code)
        done.append(what)
    except (OSError, ValueError, ZeroDivisionError):
        pass
print(json.dumps(done))
"""


def test_what_must_not_be_done_cannot_be_done(inside):
    code, done, errors = inside(TRY.format(FORBIDDEN))
    assert (code, json.loads(done), errors) == (0, [], "")


def test_it_is_not_root_and_has_no_powers_and_gets_none(inside):
    _, status, _ = inside("print(open('/proc/self/status').read())")
    about = dict(line.split(":\t") for line in status.splitlines() if ":\t" in line)
    assert set(about["Uid"].split()) != {"0"}
    assert set(about["Groups"].split()) <= set(about["Uid"].split())
    assert {about[f"Cap{kind}"] for kind in ("Prm", "Eff", "Amb")} == {"0" * 16}
    assert (about["NoNewPrivs"], about["Seccomp"]) == ("1", "2")


def test_it_has_nothing_of_the_environment_and_an_empty_folder(inside, monkeypatch):
    monkeypatch.setenv("SECRET", "1")
    code, done, _ = inside(
        "import os; print(sorted(os.environ), os.listdir('.')); open('x', 'w').write('x')"
    )
    variables = ["HOME", "LANG", "OPENBLAS_NUM_THREADS", "PATH", "PWD"]
    above = [Path(sys.prefix).parts[2]] if sys.prefix.startswith("/tmp/") else []  # Python itself
    assert (code, done) == (0, f"{variables} {above}")
    assert inside("import socket; print(socket.gethostname())")[1] == "sandbox"


def test_it_reads_the_files_it_is_given_and_no_other(inside, tmp_path):
    given, other = tmp_path / "given", tmp_path / "other"
    given.write_text("yes")
    other.write_text("no")
    code = f"import os; print(open({str(given)!r}).read(), os.path.exists({str(other)!r}))"
    assert run(sandbox.sandbox(given), code) == (0, "yes False", "")


def test_memory_is_limited_in_one_process_and_in_all_of_them_together(inside):
    code, _, errors = inside("x = b'x' * (200 << 20)", memory=100 << 20)
    assert (code, errors.splitlines()[-1]) == (1, "MemoryError")
    children = """
import os, time
for _ in range(4):
    if not os.fork():
        x = b"x" * (40 << 20)
        break
time.sleep(20)
"""
    code, _, _ = inside(children, memory=100 << 20)
    said = limits.reason(code, memory=100 << 20)
    assert said == "it used more than 104,857,600 bytes of memory"


def test_sockets_are_few_in_all_processes_together(inside):
    code, done, _ = inside("import socket; print(len([socket.socketpair() for _ in range(20)]))")
    assert (code, done) == (0, "20")
    pairs = "import os, socket, time\nos.fork()\nx = [socket.socketpair() for _ in range(40)]\n"
    code, _, _ = inside(f"{pairs}time.sleep(20)")
    assert limits.reason(code) == "it opened more than 100 sockets"


def test_a_fork_bomb_ends_at_the_number_of_processes(inside):
    bomb = """
import os, time
started = 0
try:
    while started < 100:
        if not os.fork():
            time.sleep(9)
        started += 1
except BlockingIOError:
    print(started)
"""
    code, started, _ = inside(bomb, processes=20)
    assert code == 0
    assert 10 < int(started) < 20
    threads = "import threading, time\nfor _ in range(100): threading.Thread(target=time.sleep, args=[1]).start()"
    code, _, errors = inside(threads, processes=20)
    assert "can't start new thread" in errors


def test_the_folder_is_limited_in_size_and_in_the_number_of_its_files(inside):
    code, _, errors = inside("open('f', 'wb').write(b'x' * (2 << 20))", space=1 << 20)
    assert (code, errors.splitlines()[-1]) == (1, "OSError: [Errno 27] File too large")
    fill = (
        "import time\nfor n in range(9): open(f'f{n}', 'wb').write(b'x' * (1 << 19))\ntime.sleep(9)"
    )
    code, _, _ = inside(fill, space=1 << 20)
    said = limits.reason(code, space=1 << 20)
    assert said == "it filled more than 1,048,576 bytes with files"
    many = "for number in range(10**6): open(f'f{number}', 'w').close()"
    code, _, _ = inside(many, entries=200)
    assert limits.reason(code, entries=200) == "it made more than 200 files"


def test_time_is_limited_by_the_clock_and_by_the_processor(inside):
    start = time.monotonic()
    code, _, _ = inside("import time; time.sleep(50)", seconds=0.2)
    assert limits.reason(code, seconds=0.2) == "it ran for more than 0.2 s"
    assert time.monotonic() - start < 20  # on a busy machine; it takes 0.3 s
    assert inside("while True: pass", processor=1)[0] == 128 + signal.SIGKILL


def test_what_it_leaves_running_ends_with_it(inside):
    assert inside("")[0] == 0
    reader, writer = os.pipe()
    stay = f"""
import os, time
hear, tell = os.pipe()
if not os.fork():
    os.setsid()
    if not os.fork():
        os.write({writer}, b"here")
        os.write(tell, b"!")
        time.sleep(60)
    os._exit(0)
os.wait()
os.read(hear, 1)
"""
    command = [*sandbox.sandbox(), sys.executable, "-I", "-c", stay]
    assert subprocess.run(command, pass_fds=[writer], check=False).returncode == 0
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        assert pipe.read() == b"here"  # to its end: nobody is left who could write


def test_a_course_among_the_files_of_python_is_refused_in_words(tmp_path, monkeypatch):
    sandbox.must_not_hold(tmp_path)
    monkeypatch.setattr(sandbox, "READABLE", [Path("/usr"), tmp_path])
    with pytest.raises(ValueError, match=r"which students' code may read .*: move it"):
        sandbox.must_not_hold(Path("/var"), tmp_path / "course")


def test_numpy_sympy_and_ipython_work_there(inside):
    code = "import numpy, sympy, IPython; print(numpy.linalg.norm([3.0, 4.0]), sympy.sqrt(8))"
    assert inside(code) == (0, "5.0 2*sqrt(2)", "")


def test_python_may_be_called_by_a_path_from_here(inside, tmp_path):
    called = os.path.relpath(sys.executable, tmp_path)  # ../../.venv-teacher/bin/python
    done = subprocess.run(
        [called, "-c", "from grader.run import sandbox; print(sandbox.why_not())"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(COURSE)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "\n"


SYSTEM = shutil.which("python3", path="/usr/bin:/bin")


@pytest.mark.skipif(os.getuid() != 0 or not SYSTEM, reason="only root can become another user")
def test_where_there_is_no_sandbox_root_runs_it_as_another_user_and_ends_all_of_it():
    user = sandbox.a_user()
    start = [SYSTEM, *sandbox.limited(user=user, processes=20, memory=200 << 20)[1:]]
    daemon = """
import os, time
print(os.getuid(), os.getgid(), os.getgroups(), flush=True)
for _ in range(3):
    if not os.fork():
        os.setsid()
        time.sleep(60)
"""
    code, said, _ = run(start, daemon, SYSTEM)
    assert (code, said) == (0, f"{user} {user} []")
    assert limits.processes(lambda _, its: its == user) == {}
    code, _, _ = run(start, "import os, time\nwhile True:\n    os.fork() or time.sleep(9)", SYSTEM)
    assert limits.processes(lambda _, its: its == user) == {}


def test_limits_hold_without_the_sandbox():
    start = sandbox.limited(memory=100 << 20)
    assert run(start, "x = b'x' * (200 << 20)")[0] == 1
    code, _, _ = run(sandbox.limited(seconds=0.3), "import time; time.sleep(50)")
    assert limits.reason(code, seconds=0.3) == "it ran for more than 0.3 s"
    assert run(start, "print(1)") == (0, "1", "")
    assert limits.reason(0) == limits.reason(1) == ""


def test_where_there_is_no_sandbox_it_says_so_and_that_it_is_for_practice(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "needs Linux (or WSL), and this is darwin" in sandbox.why_not()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sandbox.shutil, "which", lambda _: "bwrap")
    monkeypatch.setattr(sandbox, "sandbox", lambda: ["false"])
    assert "does not start (exit code 1). Does the system refuse" in sandbox.why_not()
    monkeypatch.setattr(sandbox.shutil, "which", lambda _: None)
    assert "apt install bubblewrap" in sandbox.why_not()
    assert sandbox.why_not().endswith("do not use this for marks that count.")
