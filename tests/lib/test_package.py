"""What a user installs: every module documented, everything in the wheel, little on import."""

import doctest
import importlib
import inspect
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.specifiers import SpecifierSet

import perceptrons

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "lib" / "perceptrons"


CHAPTERS = [f"plots.{path.stem}" for path in sorted(SOURCE.glob("plots/[a-z]*.py"))]


@pytest.mark.parametrize("name", [*perceptrons.__all__, *CHAPTERS])
def test_everything_public_is_documented_with_an_example(name):
    module = importlib.import_module(f"perceptrons.{name}")
    assert doctest.DocTestFinder(recurse=False).find(module)[0].examples, "abstract with an example"
    for public in module.__all__:
        thing = getattr(module, public)
        if not callable(thing) or not getattr(thing, "__module__", "").startswith("perceptrons"):
            continue  # a type alias
        documentation = inspect.getdoc(thing) or ""
        assert documentation.split("\n")[0].endswith("."), f"{name}.{public}: a summary line"
        if inspect.isclass(thing):
            continue  # a record; the functions that make it show it
        assert "Examples\n--------\n>>> " in documentation, f"{name}.{public}: an example"
        signature = inspect.signature(thing)
        if signature.return_annotation not in (None, "None"):
            assert "Returns\n-------\n" in documentation, f"{name}.{public}: what it returns"
        for parameter in signature.parameters:
            told = re.search(rf"\b{parameter}\b", documentation.split("Returns\n-------")[0])
            assert told, f"{name}.{public}: {parameter}"


def test_all_names_modules_in_order():
    modules = {path.stem for path in SOURCE.glob("*.py")} | {
        path.parent.name for path in SOURCE.glob("*/__init__.py")
    }
    assert list(perceptrons.__all__) == sorted(set(perceptrons.__all__) & modules)


@pytest.mark.parametrize("module", ["perceptrons", "perceptrons.perceptron", "perceptrons.bounds"])
def test_import_needs_numpy_alone(module):
    heavy = ["scipy", "numba", "matplotlib", "sympy", "sklearn", "pandas", "tqdm"]
    code = f"import sys, {module}; print([m for m in {heavy} if m in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_without_scipy_and_numba_dense_patterns_are_still_learnt():
    code = (
        "import sys\n"
        "sys.modules.update(scipy=None, numba=None)\n"
        "from perceptrons import data, perceptron\n"
        "print(perceptron.online(*data.modified_or()))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "Run(converged: 3 updates in 2 epochs, w = [1, 1, 1])\n"


def test_the_wheel_holds_every_module_and_the_data(tmp_path):
    project = tmp_path / "project"
    shutil.copytree(SOURCE, project / "lib" / "perceptrons", ignore=shutil.ignore_patterns("__*__"))
    shutil.copy(SOURCE / "__init__.py", project / "lib" / "perceptrons")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, project)
    # What pip does without build isolation: no network is asked.
    build = "import setuptools.build_meta as b; print(b.build_wheel('.'))"
    result = subprocess.run(
        [sys.executable, "-c", build], cwd=project, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    wheel = ZipFile(project / result.stdout.split()[-1])
    shipped = {
        name.split("/", 1)[1] for name in wheel.namelist() if name.startswith("perceptrons/")
    }
    files = (p for p in SOURCE.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    sources = {p.relative_to(SOURCE).as_posix() for p in files}
    assert shipped == sources
    assert {
        "py.typed",
        "spam.npz",
        "perceptron.py",
        "explore/core.js",
        "explore/rule.js",
    } <= shipped
    assert max(info.file_size for info in wheel.infolist()) <= 1_500_000
    others = {name.split("/")[0] for name in wheel.namelist()} - {"perceptrons"}
    assert [name.endswith(".dist-info") for name in others] == [True]


def test_what_is_pinned_runs_on_the_oldest_python_that_we_promise():
    """`make lock` on a newer Python may pick what the Python 3.11.2 of Debian 12 cannot install."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    oldest = project["requires-python"].removeprefix(">=") + ".0"
    asked = {f"{d.name} {d.version}": d.metadata.get("Requires-Python") for d in distributions()}
    assert len(asked) > 100
    too_new = {name: asks for name, asks in asked.items() if oldest not in SpecifierSet(asks or "")}
    assert too_new == {}
