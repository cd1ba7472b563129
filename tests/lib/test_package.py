"""What a user installs: every module documented, everything in the wheel, little on import."""

import ast
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
from markdown_it import MarkdownIt
from packaging.metadata import Metadata
from packaging.specifiers import SpecifierSet

import perceptrons

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "lib" / "perceptrons"


DRAWINGS = [f"plots.{path.stem}" for path in sorted(SOURCE.glob("plots/[a-z]*.py"))]
PAGES = [f"figures.{path.stem}" for path in sorted(SOURCE.glob("figures/[a-z]*.py"))]


@pytest.mark.parametrize("name", sorted({*perceptrons.__all__, *DRAWINGS} - {"figures"}))
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


@pytest.mark.parametrize("name", PAGES)
def test_what_one_page_draws_has_a_summary_line(name):
    module = importlib.import_module(f"perceptrons.{name}")
    for thing in (module, *(getattr(module, public) for public in module.__all__)):
        assert (inspect.getdoc(thing) or "").split("\n")[0].endswith("."), thing


def test_pages_are_named_and_imported_when_they_are_used():
    assert [f"figures.{name}" for name in perceptrons.figures.__all__] == PAGES
    shared = {f"plots.{name}" for name in perceptrons.plots.MODULES}
    assert shared == {*DRAWINGS} - {f"plots.{n}" for n in ("palette", "picture", "planes", "words")}
    for package in (perceptrons.figures, perceptrons.plots):
        with pytest.raises(AttributeError, match=r"has no attribute 'ch99'$"):
            _ = package.ch99


def test_all_names_modules_in_order():
    modules = {path.stem for path in SOURCE.glob("*.py")} | {
        path.parent.name for path in SOURCE.glob("*/__init__.py")
    }
    assert list(perceptrons.__all__) == sorted(set(perceptrons.__all__) & modules)


def run(code, **options):
    """Run code in a new process; return what it prints."""
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, stdout=subprocess.PIPE, text=True, check=True, **options
    ).stdout.strip()


HEAVY = ["scipy", "numba", "matplotlib", "sympy", "sklearn", "pandas", "tqdm"]


@pytest.mark.parametrize("module", ["perceptrons.perceptron", "perceptrons.bounds"])
def test_import_needs_numpy_alone(module):
    code = f"import sys, {module}; print([m for m in {HEAVY} if m in sys.modules])"
    assert run(code) == "[]"


def test_a_module_is_imported_when_its_name_is_first_used():
    code = (
        "import sys, perceptrons\n"
        "def loaded(): print([m for m in sys.modules if m.split('.')[0] in ('numpy', 'perceptrons')])\n"
        "loaded()\n"
        "perceptrons.rates\n"
        "assert 'perceptrons.perceptron' not in sys.modules\n"
        "print(perceptrons.perceptron.online([[1], [2]], [1, -1], max_epochs=1).epochs)"
    )
    assert run(code) == "['perceptrons']\n1"


def test_every_module_is_a_name_of_the_package():
    assert {*dir(perceptrons)} == {*perceptrons.__all__, "__version__"}
    imported = {}
    exec("from perceptrons import *", imported)  # noqa: S102
    for name in perceptrons.__all__:
        module = importlib.import_module(f"perceptrons.{name}")
        assert getattr(perceptrons, name) is imported[name] is module


def test_another_name_is_an_error_in_the_usual_words():
    with pytest.raises(
        AttributeError, match=r"^module 'perceptrons' has no attribute 'perceptrn'$"
    ):
        _ = perceptrons.perceptrn
    with pytest.raises(ImportError, match=r"^cannot import name 'perceptrn' from 'perceptrons' "):
        from perceptrons import perceptrn  # noqa: F401


def test_type_checkers_are_told_the_same_names():
    tree = ast.parse((SOURCE / "__init__.py").read_text("utf-8"))
    [told] = [
        [alias.name for alias in node.names]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "perceptrons"
    ]
    assert told == perceptrons.__all__


def test_without_scipy_and_numba_dense_patterns_are_still_learnt():
    code = (
        "import sys\n"
        "sys.modules.update(scipy=None, numba=None)\n"
        "from perceptrons import data, perceptron\n"
        "print(perceptron.online(*data.modified_or()))"
    )
    assert run(code) == "Run(converged: 3 updates in 2 epochs, w = [1, 1, 1])"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build a source distribution, and from what is in it the wheel."""
    here = tmp_path_factory.mktemp("project")
    unused = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "lib", here / "lib", ignore=unused)
    for name in ("pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, here)
    # What pip does without build isolation: no network is asked.
    build = "import setuptools.build_meta as b; print(); print(b.build_{}('.'))"
    source = run(build.format("sdist"), cwd=here).split()[-1]
    subprocess.run([sys.executable, "-m", "tarfile", "-e", source], cwd=here, check=True)
    unpacked = here / source.removesuffix(".tar.gz")
    return unpacked / run(build.format("wheel"), cwd=unpacked).split()[-1]


def test_the_wheel_holds_every_module_and_the_data(wheel):
    packed = ZipFile(wheel)
    shipped = {
        name.split("/", 1)[1] for name in packed.namelist() if name.startswith("perceptrons/")
    }
    files = (p for p in SOURCE.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    assert shipped == {p.relative_to(SOURCE).as_posix() for p in files}
    assert {
        "py.typed",
        "spam.npz",
        "perceptron.py",
        "explore/core.js",
        "explore/rule.js",
    } <= shipped
    assert max(info.file_size for info in packed.infolist()) <= 1_500_000
    others = {name.split("/")[0] for name in packed.namelist()} - {"perceptrons"}
    assert [name.endswith(".dist-info") for name in others] == [True]


def test_what_an_index_would_show_is_valid_and_leads_somewhere(wheel):
    packed = ZipFile(wheel)
    [about] = [name for name in packed.namelist() if name.endswith(".dist-info/METADATA")]
    metadata = Metadata.from_email(packed.read(about), validate=True)
    assert str(metadata.version) == perceptrons.__version__
    assert metadata.author == "The authors of Perceptrons"
    assert metadata.license_expression == "BSD-3-Clause"
    assert not [name for name in metadata.classifiers if name.startswith("License")]
    assert "Programming Language :: Python :: 3.11" in metadata.classifiers
    assert metadata.requires_python == SpecifierSet(">=3.11")
    assert metadata.description_content_type == "text/markdown"
    assert metadata.description == (ROOT / "lib" / "README.md").read_text("utf-8")
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(metadata.description)
    inside = [token for block in tokens for token in block.children or ()]
    links = [token.attrGet("href") or token.attrGet("src") for token in inside]
    for address in [*filter(None, links), *metadata.project_urls.values()]:
        assert re.match(r"https://[a-z]+\.", address), address


def test_the_description_runs_from_the_zipped_wheel_with_numpy_alone(wheel, tmp_path):
    code = (
        "import doctest, sys\n"
        f"sys.modules.update(dict.fromkeys({HEAVY}))\n"
        f"sys.path.insert(0, {str(wheel)!r})\n"
        f"print(doctest.testfile({str(ROOT / 'lib' / 'README.md')!r}, module_relative=False))\n"
        "import perceptrons\n"
        "print(perceptrons.__file__)\n"
        f"for name in {HEAVY}: del sys.modules[name]\n"
        "X, t = perceptrons.data.two_words('your', 're', n=300)\n"
        "print('<script>' in perceptrons.explore.rule(X[:4], t[:4])._repr_html_())"
    )
    results, file, explorable = run(code, cwd=tmp_path).splitlines()
    assert explorable == "True"
    assert re.fullmatch(r"TestResults\(failed=0, attempted=[1-9]\d*\)", results)
    assert file.startswith(str(wheel))


def test_what_is_pinned_runs_on_the_oldest_python_that_we_promise():
    """`make lock` on a newer Python may pick what the Python 3.11.2 of Debian 12 cannot install."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    oldest = project["requires-python"].removeprefix(">=") + ".0"
    asked = {f"{d.name} {d.version}": d.metadata.get("Requires-Python") for d in distributions()}
    assert len(asked) > 100
    too_new = {name: asks for name, asks in asked.items() if oldest not in SpecifierSet(asks or "")}
    assert too_new == {}
