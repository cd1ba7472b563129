"""Mutation tests: break the library once for each known mistake, and check that a test fails.

`mutants.txt` lists plausible mistakes in lines of `lib/perceptrons`: slips of the book's sources,
misreadings that students make, errors of a first version. Each is applied to a copy of the library,
the named tests run against that copy, and the first failing test is printed.

    make mutants                     all
    python tools/mutants.py bounds   those of a module, or with this word in their reason

Exits with 1 if a mutant survives, if its old text does not occur exactly once in the module, or if
a test fails on the unchanged library.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SECONDS = 300  # a mutant that runs longer is taken to loop for ever, and counts as caught


class Mutant(NamedTuple):
    """A replacement in a module, why it would be wrong, and the tests that should fail."""

    module: str
    tests: str
    why: str
    old: str
    new: str


def listed(file: Path = ROOT / "tools" / "mutants.txt") -> list[Mutant]:
    """Read a list of mutants: each paragraph is a head, lines to remove, and lines to insert."""
    text = file.read_text(encoding="utf-8")
    return [mutant(paragraph) for paragraph in text.strip().split("\n\n") if paragraph[0] != "#"]


def mutant(paragraph: str) -> Mutant:
    """Parse one paragraph."""
    head, *lines = paragraph.splitlines()
    module, tests, why = head.split(" / ")
    old, new = ("\n".join(ln[2:] for ln in lines if ln.startswith(sign)) for sign in ("- ", "+ "))
    return Mutant(module, tests, why, old, new)


def stale(m: Mutant, lib: Path = ROOT / "lib") -> str:
    """Return a complaint if the old text does not occur exactly once, else an empty string."""
    times = (lib / "perceptrons" / f"{m.module}.py").read_text(encoding="utf-8").count(m.old)
    return "" if times == 1 else f"{m.module}: {times} times, not once: {m.old!r}"


def test_file(name: str) -> Path:
    """Find a test file by its name, in any folder of tests."""
    (file,) = ROOT.glob(f"tests/*/test_{name}.py")
    return file


def first_failure(tests: str, m: Mutant | None = None, lib: Path = ROOT / "lib") -> str:
    """Run tests on a copy of the library, with a mutant applied; return the first that failed."""
    with tempfile.TemporaryDirectory() as folder:
        # copytree keeps dates, so the cached machine code of unchanged modules stays valid.
        shutil.copytree(lib / "perceptrons", Path(folder, "lib", "perceptrons"))
        if m:
            file = Path(folder, "lib", "perceptrons", f"{m.module}.py")
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace(m.old, m.new), encoding="utf-8")
        files = [str(test_file(name)) for name in tests.split()]
        # Without plugins pytest starts in a third of the time.
        options = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-o", "addopts="]
        quick = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": f"{folder}/lib"}
        try:
            result = subprocess.run(
                [sys.executable, "-m", "pytest", *options, *files],
                cwd=ROOT,
                env={**os.environ, **quick},
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"timeout after {SECONDS} s"
        if result.returncode == 0:
            return ""
        found = re.search(
            r"^(?:FAILED|ERROR) tests/\w+/(.*?)(?: - |$)", result.stdout, re.MULTILINE
        )
        return found[1] if found else result.stdout + result.stderr


def main(words: list[str]) -> int:
    """Test the chosen mutants, one per processor at a time; print which test caught each."""
    chosen = [m for m in listed() if all(w in f"{m.module} {m.why}" for w in words)]
    if complaints := [text for m in chosen if (text := stale(m))]:
        print(*complaints, sep="\n")
        return 1
    began, survivors = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        lib = shutil.copytree(
            ROOT / "lib", Path(folder, "lib")
        )  # a snapshot, so edits during the run are safe
        files = sorted({name for m in chosen for name in m.tests.split()})
        failures = pool.map(lambda name: first_failure(name, None, lib), files)
        if broken := [failure for failure in failures if failure]:
            print("These fail on the unchanged library:", *broken, sep="\n")
            return 1
        caught = pool.map(lambda m: first_failure(m.tests, m, lib), chosen)
        for m, by in zip(chosen, caught, strict=True):
            survivors += not by
            print(f"{m.module:10}  {m.why:79}  {by or 'SURVIVED'}", flush=True)
    seconds = time.monotonic() - began
    print(f"{len(chosen) - survivors} of {len(chosen)} mutants caught in {seconds:.0f} s")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
