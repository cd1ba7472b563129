"""Compile the Coq proofs, and write down what Coq says about them (`make proofs`).

    python tools/proofs.py

Coq prints each theorem with the axioms that it rests on: proofs/assumptions.txt. It refuses each
file of proofs/refused: its message goes into a text file beside it. The page book/formal.md shows
these files, and a test compares them with what Coq prints again.
"""

import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROOFS = Path(__file__).resolve().parents[1] / "proofs"
MISSING = "No coqc was found, so nothing was proved. On Debian: apt-get install --no-install-recommends coq"

WIDTH = "Printing Width=60"  # so that a phone shows most of a line


def version() -> str:
    """Return Coq's name and version."""
    printed = subprocess.run(
        ["coqc", "--print-version"], capture_output=True, text=True, check=True
    )
    return f"Coq {printed.stdout.split()[0]}"


def coqc(folder: Path, file: str) -> subprocess.CompletedProcess[str]:
    """Let Coq check one file of a folder."""
    command = ["coqc", "-q", "-set", WIDTH, "-Q", ".", "Perceptrons", file]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def compile_all(folder: Path) -> str:
    """Copy the proofs into a folder and compile them in their order; return what Coq prints."""
    shutil.copytree(PROOFS, folder, dirs_exist_ok=True)
    printed = ""
    for file in re.findall(r"(?m)^\w+\.v$", (folder / "_CoqProject").read_text(encoding="utf8")):
        result = coqc(folder, file)
        if result.returncode:
            raise SystemExit(f"Coq refuses proofs/{file}:\n{result.stderr}")
        printed += result.stdout
    return printed


def refusal(folder: Path, file: Path) -> str:
    """Return the message with which Coq refuses a file, in a folder that `compile_all` has filled."""
    result = coqc(folder, str(file.relative_to(PROOFS)))
    if not result.returncode:
        raise SystemExit(f"Coq accepts {file.relative_to(PROOFS.parent)}, which is false.")
    return result.stderr.strip() + "\n"


def reports(folder: Path) -> dict[Path, str]:
    """Return the text of every report: Coq's version and what it prints, and each refusal."""
    printed = {PROOFS / "assumptions.txt": f"{version()}\n{compile_all(folder)}"}
    refused = sorted(PROOFS.glob("refused/*.v"))
    return printed | {file.with_suffix(".txt"): refusal(folder, file) for file in refused}


def main() -> None:
    """Write the reports."""
    if not shutil.which("coqc"):
        sys.exit(MISSING)
    with tempfile.TemporaryDirectory() as folder:
        texts = reports(Path(folder))
    for path, text in texts.items():
        path.write_text(text, encoding="utf8")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print((PROOFS / "assumptions.txt").read_text(encoding="utf8"), end="")
    seconds = used.ru_utime + used.ru_stime
    print(f"Every proof is accepted, {len(texts) - 1} false variants are refused.")
    print(f"{seconds:.0f} s of one processor.")


if __name__ == "__main__":
    main()
