"""The folder that Pyodide runs from: its own files, each verified, and the wheels that the book adds.

The core and the lock are npm's package `pyodide`, whose integrity package-lock.json keeps. The other files
come from the folder PYODIDE_WHEELS, from a cache, or from Pyodide's own address; wherever they come from,
they must have the sha256 of the lock. Wheels lose what the book cannot reach, and the lock that is written
describes the wheels that are there.
"""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from archive import DATE
from lite import ROOT

CORE = ROOT / "node_modules" / "pyodide"
FILES = ["pyodide.js", "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "perceptrons"

# Loaded while the kernel starts, all at once, because it asks for them one after the other.
KERNEL = [
    "micropip",
    "piplite",
    "ipykernel",
    "comm",
    "pyodide-kernel",
    "ipython",
    "sqlite3",
    "numpy",
]
STUBS = ["ssl", "jedi"]  # the kernel asks for them by name and does without: 3.7 MB
BOOK = ["perceptrons-book", "scikit-learn"]  # loaded when a cell imports from them
# Pyodide sees the imports of a cell, not those inside the library.
NEEDS = {"perceptrons-book": ["numpy", "scipy", "matplotlib", "sympy", "tqdm"]}
NEWER = [
    "sympy",
    "mpmath",
    "comm",
    "tqdm",
]  # in the book's versions: Pyodide has older ones or none
UNREACHED = {"matplotlib": {"pytz", "fonttools", "matplotlib-pyodide"}}  # dates, PDF, a canvas
CUT = {
    "": ["*/tests/*", "*/benchmarks/*", "*.pyi", "*.pyx", "*.pxd", "*.h", "*.a", "*.c"],
    "matplotlib": [
        *("*/fonts/afm/*", "*/fonts/pdfcorefonts/*", "*/ttf/DejaVuSerif*"),
        *("*/sample_data/*", "*/mpl-data/images/*"),
    ],
    "pygments": ["pygments/lexers/[!_p]*", "pygments/lexers/_[!m_]*", "pygments/lexers/p[!y]*"],
    "scikit-learn": ["sklearn/datasets/images/*"],
    "sympy": [
        *("sympy/physics/quantum/*", "sympy/physics/*mechanics/*", "sympy/physics/control/*"),
        *("sympy/physics/optics/*", "sympy/physics/hep/*", "sympy/physics/vector/*"),
        "sympy/parsing/*/*",
    ],
}


def canonical(name: str) -> str:
    """Return the one spelling of a package's name.

    >>> canonical("Matplotlib_Inline")
    'matplotlib-inline'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def sha256(data: bytes) -> str:
    """Return the digest that locks compare."""
    return hashlib.sha256(data).hexdigest()


def official(entry: dict[str, Any], version: str) -> bytes:
    """Return a file of Pyodide's distribution, which must be the one of its lock."""
    name = entry["file_name"]
    folders = [os.environ.get("PYODIDE_WHEELS"), CACHE / f"pyodide-{version}"]
    for folder in filter(None, folders):
        if (file := Path(folder, name)).is_file() and sha256(found := file.read_bytes()) == entry[
            "sha256"
        ]:
            return found
    address = f"https://cdn.jsdelivr.net/pyodide/v{version}/full/{name}"
    print(f"fetching {address}", flush=True)
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            found = answer.read()
    except (urllib.error.URLError, TimeoutError) as fault:
        raise SystemExit(
            f"{name} of Pyodide {version} is missing: PYODIDE_WHEELS names no folder that has it "
            f"({folders[0]}), and {address} cannot be read ({fault}). Put the file into a folder, "
            "and name the folder: make lite PYODIDE_WHEELS=..."
        ) from None
    if sha256(found) != entry["sha256"]:
        raise SystemExit(f"{address} is not the file of Pyodide's lock: its sha256 is another one.")
    CACHE.joinpath(f"pyodide-{version}").mkdir(parents=True, exist_ok=True)
    CACHE.joinpath(f"pyodide-{version}", name).write_bytes(found)
    return found


def pip(*arguments: str | Path) -> None:
    """Run pip of this environment."""
    quiet = ["--quiet", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", *quiet, *arguments], check=True)


def own_wheels(folder: Path) -> Iterable[Path]:
    """Put into a folder the wheels that are not Pyodide's: the library, newer packages, the kernel's."""
    import jupyterlite_pyodide_kernel.constants as kernel

    pins = list((ROOT / "constraints.txt").read_text("utf-8").splitlines())
    pins += (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    exact = [pin for pin in dict.fromkeys(pins) if canonical(pin.split("==")[0]) in NEWER]
    pip("download", "--no-deps", "--only-binary=:all:", "-d", folder, *exact)
    with TemporaryDirectory() as copy:  # setuptools writes into the folder that it builds
        names = ["lib", "LICENSE", "pyproject.toml"]
        for path in (ROOT / name for name in names):
            (shutil.copytree if path.is_dir() else shutil.copy2)(path, Path(copy, path.name))
        pip("wheel", "--no-deps", "-w", folder, copy)
    extension = Path(sys.prefix, "share/jupyter/labextensions", kernel.PYODIDE_KERNEL_NPM_NAME)
    for name in ("piplite", "ipykernel", "pyodide_kernel"):
        shutil.copy2(next(extension.rglob(f"{name}-[0-9]*.whl")), folder)
    for name in STUBS:
        write_stub(folder, name)
    return folder.glob("*.whl")


def write_stub(folder: Path, name: str) -> None:
    """Write a wheel that has a name and nothing in it."""
    texts = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 0\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: book\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with ZipFile(folder / f"{name}-0-py3-none-any.whl", "w") as wheel:
        for file, text in texts.items():
            wheel.writestr(ZipInfo(f"{name}-0.dist-info/{file}", DATE), text)


def described(wheel: Path) -> dict[str, Any]:
    """Return the entry of a lock for a wheel that is not Pyodide's."""
    name, version = wheel.name.split("-")[:2]
    with ZipFile(wheel) as packed:
        names = packed.namelist()
        about = packed.read(next(n for n in names if n.endswith(".dist-info/METADATA"))).decode()
    tops = {n.split("/")[0].removesuffix(".py") for n in names if n.endswith(".py")}
    required = re.findall(
        r"^Requires-Dist: ([\w.-]+)(?!.*(?:extra|platform_system))", about, re.MULTILINE
    )
    return {
        "name": canonical(name),
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "package_type": "package",
        "imports": sorted(tops),
        "depends": NEEDS.get(canonical(name)) or [canonical(package) for package in required],
        "unvendored_tests": False,
    }


def cut(package: str, wheel: bytes) -> bytes:
    """Return a wheel without what the book cannot reach, packed as well as zip can."""
    gone = CUT[""] + CUT.get(package, [])
    light = io.BytesIO()
    with (
        ZipFile(io.BytesIO(wheel)) as old,
        ZipFile(light, "w", ZIP_DEFLATED, compresslevel=9) as new,
    ):
        for name in old.namelist():
            if not name.endswith("/") and not any(fnmatchcase(name, pattern) for pattern in gone):
                content = old.read(name)
                if name == "matplotlib/fontlist.json":
                    content = fonts_kept(content, gone)
                new.writestr(ZipInfo(name, DATE), content, ZIP_DEFLATED, 9)
    return light.getvalue()


def fonts_kept(listed: bytes, gone: list[str]) -> bytes:
    """Return Matplotlib's list of fonts without those cut, in the version that its code wants.

    Pyodide's says 390 where the code wants 330: it would be made anew, with a warning, each time.
    """
    fonts = json.loads(listed)
    names = [f"matplotlib/mpl-data/{font['fname']}" for font in fonts["ttflist"]]
    kept = [not any(fnmatchcase(name, pattern) for pattern in gone) for name in names]
    fonts |= {"_version": 330, "afmlist": []}
    fonts["ttflist"] = [font for font, keep in zip(fonts["ttflist"], kept, strict=True) if keep]
    return json.dumps(fonts).encode()


def assemble(out: Path) -> None:
    """Write the folder that Pyodide runs from."""
    out.mkdir(parents=True)
    for name in FILES:
        shutil.copy2(CORE / name, out / name)
    lock = json.loads((CORE / "pyodide-lock.json").read_text("utf-8"))
    version = json.loads((CORE / "package.json").read_text("utf-8"))["version"]
    theirs = {canonical(name): entry for name, entry in lock["packages"].items()}
    packages: dict[str, Any] = {}
    with TemporaryDirectory() as scratch:
        ours = {
            (entry := described(wheel))["name"]: (entry, wheel)
            for wheel in own_wheels(Path(scratch))
        }
        wanted = [*KERNEL, *STUBS, *BOOK]
        while wanted:
            if (name := wanted.pop()) in packages:
                continue
            if name in ours:
                entry, wheel = ours[name]
                data = wheel.read_bytes()
            else:
                entry = dict(theirs[name])
                data = official(entry, version)
            depends = [canonical(d) for d in entry["depends"]]
            entry["depends"] = [d for d in depends if d not in UNREACHED.get(name, ())]
            if entry["file_name"].endswith(".whl"):
                data = cut(name, data)
            (out / entry["file_name"]).write_bytes(data)
            packages[name] = entry | {"sha256": sha256(data)}
            wanted += entry["depends"]
    lock["packages"] = dict(sorted(packages.items()))
    (out / "pyodide-lock.json").write_text(json.dumps(lock, separators=(",", ":")), "utf-8")
