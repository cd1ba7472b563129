"""Run every notebook and the library's tests as other machines would: processors and Pythons.

    make portable                                 on all that can be had here
    make portable PORTABLE='nehalem 3.13'         on these
    make portable PORTABLE=nehalem NB='book/02*'  on one, this notebook and nothing else

OpenBLAS and NumPy choose their loops by the processor, numba its instructions, the C library its
exp and sin. So the last bits differ from machine to machine, and with them whatever hangs on them.

    here       this processor
    haswell    OpenBLAS as on a processor of 2013, the first with AVX2
    nehalem    OpenBLAS, NumPy and numba as on one of 2008, without AVX
    libm       the same, and the C library too
    3.12 ...   this processor, that Python, with the pinned requirements in an environment of its own

A machine that cannot be had is named, with the reason. Each other one is asked what it really runs:
where an emulation did not take, that is a failure. The exit code is 1 if anything failed or nothing
ran. One machine takes 9 minutes of processor time, and half as long on two quiet cores; no other one
is begun after `--seconds`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from perceptrons.table import Table

ROOT = Path(__file__).resolve().parents[1]
PINS = ("requirements.txt", "constraints.txt", "pyproject.toml")
PYTEST = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
TWO = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MACHINES = ("here", "haswell", "nehalem", "libm", *PYTHONS)
TESTS = [*sorted(map(str, ROOT.glob("book/*.ipynb"))), "tests/lib"]
PROBE = """
import hashlib, json, math, platform, numpy, scipy.linalg, threadpoolctl
from numba.core.registry import cpu_target
libraries = threadpoolctl.threadpool_info()
values = [f(k / 64) for f in (math.exp, math.sin, math.tanh) for k in range(2000)]
print(json.dumps({
    "Python": platform.python_version(),
    "OpenBLAS": " ".join(sorted({lib["architecture"] for lib in libraries if lib["internal_api"] == "openblas"})),
    "NumPy": " ".join(numpy.show_config("dicts")["SIMD Extensions"].get("found", [])),
    "numba": cpu_target.target_context.codegen().magic_tuple()[1],
    "libm": hashlib.sha256(repr(values).encode()).hexdigest()[:6],
}))"""


class NotToBeHadError(Exception):
    """Such a machine cannot be had on this computer, for the reason that is given."""


class Machine(NamedTuple):
    """How Python starts there, and what must then run."""

    variables: Mapping[str, str] = MappingProxyType({})
    wanted: Mapping[str, str] = MappingProxyType({})
    python: str = sys.executable


def start(machine: Machine, *arguments: str) -> subprocess.Popen[str]:
    """Start Python there."""
    environment = {**os.environ, **machine.variables}
    command = [machine.python, *arguments]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def facts(machine: Machine) -> dict[str, str]:
    """Ask what really runs there."""
    told, _ = start(machine, "-c", PROBE).communicate()
    if not told:
        raise RuntimeError("NumPy, SciPy and numba do not start there")
    return json.loads(told)


def processor(name: str, here: dict[str, str]) -> Machine:
    """Return this processor, or an older one, emulated."""
    if name == "here":
        return Machine()
    if platform.machine() not in ("x86_64", "AMD64"):
        raise NotToBeHadError(f"it is an x86 processor, and this is {platform.machine()}")
    if not here["OpenBLAS"]:
        raise NotToBeHadError("NumPy is built without OpenBLAS")
    if name != "nehalem" and "X86_V3" not in here["NumPy"].split():
        raise NotToBeHadError("this processor is older: it has no AVX2")
    if name == "haswell":
        return Machine({"OPENBLAS_CORETYPE": "Haswell"}, {"OpenBLAS": "Haswell"})
    variables = {"OPENBLAS_CORETYPE": "Nehalem", "NUMBA_CPU_NAME": "generic"}
    variables["NPY_DISABLE_CPU_FEATURES"] = here["NumPy"]  # names that are not there are refused
    wanted = {"OpenBLAS": "Nehalem", "NumPy": "", "numba": "generic"}
    if name == "nehalem":
        return Machine(variables, wanted)
    if platform.libc_ver()[0] != "glibc":
        raise NotToBeHadError("the C library is not glibc, and cannot be told its processor")
    features = (
        "AVX2",
        "FMA",
        "FMA4",
        "AVX2_Usable",
        "FMA_Usable",
    )  # the last two before glibc 2.33
    variables["GLIBC_TUNABLES"] = "glibc.cpu.hwcaps=" + ",".join(f"-{name}" for name in features)
    return Machine(variables, {**wanted, "libm": "another"})


def answer(*command: str, **variables: str) -> str:
    """Return what a command prints, or nothing where there is none or it fails."""
    try:
        return subprocess.check_output(
            command, env={**os.environ, **variables}, stderr=subprocess.DEVNULL, text=True
        )
    except (OSError, subprocess.CalledProcessError):  # pyenv has shims that lead nowhere
        return ""


def interpreter(version: str) -> str:
    """Return the path of a Python from PATH or of pyenv, or nothing."""
    tell = ("-c", "import sys; print(sys.executable, *sys.version_info[:2], sep='\\n', end='')")
    told = [answer(f"python{version}", *tell)]
    for full in re.findall(rf"(?m)^{version}\..*$", answer("pyenv", "versions", "--bare")):
        told += [answer("pyenv", "exec", "python", *tell, PYENV_VERSION=full)]
    ending = "\n" + version.replace(".", "\n")
    return next((text.removesuffix(ending) for text in told if text.endswith(ending)), "")


def environment(version: str) -> Machine:
    """Return a Python with the pinned requirements, in `.venv-VERSION`; make it if need be."""
    if version == "{}.{}".format(*sys.version_info):
        raise NotToBeHadError("it is the Python of `here`")
    if not (base := interpreter(version)):
        raise NotToBeHadError(f"there is no python{version} on PATH, and none in pyenv")
    folder = ROOT / f".venv-{version}"
    python, stamp = str(folder / "bin" / "python"), folder / ".stamp"
    pins = "\n".join((ROOT / name).read_text(encoding="utf8") for name in PINS)
    if not stamp.exists() or stamp.read_text(encoding="utf8") != pins or not answer(python, "-V"):
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([base, "-m", "venv", folder], check=True)
        install = ("-m", "pip", "install", "-q", "-r", "requirements.txt")
        subprocess.run([python, *install], cwd=ROOT, check=True)
        stamp.write_text(pins, encoding="utf8")
    return Machine(python=python)


def outcome(machine: Machine, tests: list[str]) -> tuple[int, int]:
    """Run tests there, show what they print, and return how many passed and how many failed."""
    line = ""
    with start(machine, *PYTEST, *TWO, *tests) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
    last = {word: int(n) for n, word in re.findall(r"(\d+) (passed|failed|error)", line)}
    failed = last.get("failed", 0) + last.get("error", 0)
    return last.get("passed", 0), failed or int(process.returncode != 0)


def tried(name: str, here: dict[str, str], tests: list[str]) -> tuple[list[str], int]:
    """Run tests on a machine; return its row of the table, and how many failed."""
    began = time.monotonic()
    machine = environment(name) if name in PYTHONS else processor(name, here)
    found = facts(machine)
    found["libm"] = "as here" if found.get("libm") == here["libm"] else "another"
    if not machine.wanted.items() <= found.items():
        raise RuntimeError(f"the emulation did not take: {found}, and not {machine.wanted}")
    runs = {key: value or "none" for key, value in found.items()}
    print(f"\n{name}:", *(f"{key} {value}," for key, value in runs.items()), flush=True)
    passed, failed = outcome(machine, tests)
    numbers = (passed, failed, round(time.monotonic() - began))
    return [name, *runs.values(), *map(str, numbers)], failed


def main(words: list[str]) -> int:
    """Run what was asked for, and print a table of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("machines", nargs="*", help=" ".join(MACHINES), default=MACHINES)
    parser.add_argument("--tests", nargs="+", default=TESTS)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    arguments = parser.parse_args(words)
    if unknown := {*arguments.machines} - {*MACHINES}:
        parser.error(f"no such machine: {' '.join(unknown)}")
    end = time.monotonic() + arguments.seconds
    here, rows, notes, failures = facts(Machine()), [], [], 0
    for name in arguments.machines:
        try:
            if time.monotonic() > end:
                raise NotToBeHadError(f"{arguments.seconds:g} seconds are over")
            row, failed = tried(name, here, arguments.tests)
            rows.append(row)
            failures += failed
        except NotToBeHadError as reason:
            notes.append(f"{name} was not run: {reason}")
        except (RuntimeError, subprocess.CalledProcessError) as reason:
            notes.append(f"{name} FAILED: {reason}")
            failures += 1
    if rows:
        print("", Table(["machine", *here, "passed", "failed", "seconds"], rows), sep="\n")
    print(*notes, sep="\n")
    return int(failures > 0 or not rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
