"""A package that is missing: whatever needs it says in one sentence what to install."""

import ast
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from perceptrons._core.extras import EXTRA, NAMES, needed_for

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "lib" / "perceptrons"

# Each place that imports a package where it is used, and code that comes there without the package.
CALLS = {
    ("_core.hull", "_shares"): "p.separability.largest_margin(*p.data.modified_or())",
    ("blocks", "__getitem__"): "p.blocks.CsrRows('rows', d=2)[0]",
    ("cluster", "engine"): "p.cluster.train(None, [])",
    ("data", "_unpack"): "p.data.spam(300)",
    ("features", "_hashes"): "p.features.hashed(['win a prize'])",
    ("features", "folded"): "p.features.folded([[2, 1]], ['prize', 'monday'], d=4)",
    ("_core.kernels.rounds", "counted"): "p.perceptron.online([[1], [2]], [1, -1], progress=True)",
    ("estimators.base", None): "p.estimators",
    ("plots", None): "p.plots",
    ("plots.dual", "curve"): (
        "p.plots.dual.curve(p.plots.figure()[1], [[1, 0], [-1, 0]], [1, -1], [1, 1], p.dual.linear)"
    ),
    ("figures.ch05", "hull"): (
        "p.figures.ch05.hull(p.plots.figure()[1], [[1, 1], [1, -1], [2, 0]], [1, 0])"
    ),
    ("plots.separability", "_outline"): (
        "p.plots.separability.crossing("
        "p.plots.figure()[1], [[0, 0], [3, 0], [0, 3], [1, 1]], [1, 1, 1, -1], [1, 1, 1, 3])"
    ),
    ("separability", "_program"): "p.separability.separate(*p.data.modified_or())",
    ("stream", "_shown"): "p.stream.online([([[1.0], [2.0]], [1, -1])], progress=True)",
    ("text", "count_terms"): "p.text.count_terms(['win a prize'])",
    ("verify", None): "p.verify",
}
# Who comes to these has the package already: sparse rows to convert, or a client of Dask.
AT_HAND = {
    ("cluster.homes", "_answers"),
    ("cluster.homes", "ask"),
    ("_core.check.sparse", "_merged"),
    ("_core.check.sparse", "_rows"),
    ("features", "_signed"),
    ("text.weightings", "_map"),
    ("adaline", "critical_rate"),
    ("adaline", "shortest"),
    ("cluster", "environment_kept"),
    ("geometry", "scaled"),
    ("multiclass", "kesler"),
}
# Without numba the same decisions are made in NumPy.
DONE_WITHOUT = {("_core.kernels.machine_code", None)}


class Imports(ast.NodeVisitor):
    """The places of a module that import a package beyond NumPy when they are run."""

    def __init__(self, module):
        self.module, self.function, self.places = module, None, {}

    def visit_FunctionDef(self, node):
        outer, self.function = self.function, self.function or node.name
        self.generic_visit(node)
        self.function = outer

    def visit_If(self, node):
        if ast.unparse(node.test) != "TYPE_CHECKING":
            self.generic_visit(node)

    def visit_Import(self, node):
        for alias in node.names:
            self.note(alias.name)

    def visit_ImportFrom(self, node):
        self.note(node.module)

    def note(self, name):
        package = name.partition(".")[0]
        if package not in {*sys.stdlib_module_names, "numpy", "perceptrons"}:
            # Whoever imports a module of these has imported `plots` or `verify` before.
            top = self.module.partition(".")[0]
            whole = self.function is None and top in ("figures", "plots", "verify")
            home = "plots" if top == "figures" else top
            place = (home if whole else self.module, self.function)
            self.places.setdefault(place, set()).add(package)


def places():
    """Return the places of all modules, and the packages that each imports."""
    found = {}
    for path in sorted(LIBRARY.rglob("*.py")):
        parts = path.relative_to(LIBRARY).with_suffix("").parts
        imports = Imports(".".join(part for part in parts if part != "__init__"))
        imports.visit(ast.parse(path.read_text("utf-8")))
        for place, packages in imports.places.items():
            found.setdefault(place, set()).update(packages)
    return found


PLACES = places()
PACKAGES = sorted({package for place in CALLS for package in PLACES.get(place, ())} - {"PIL"})


def test_every_place_that_imports_a_package_is_named_here():
    assert {*PLACES} == {*CALLS} | AT_HAND | DONE_WITHOUT


# Run in a folder of its own: argv has the package that is missing, and the calls to make.
CHILD = """
import json, sys, traceback
from pathlib import Path
import numpy as np
import perceptrons as p

package, *calls = sys.argv[1:]
Path("rows").mkdir()
for name, values in dict(t=[1, -1], indptr=[0, 1, 2], indices=[0, 1], data=[1.0, 2.0]).items():
    np.save(Path("rows", name), values)
sys.modules[package] = None
for call in calls:
    try:
        eval(call)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        names = [f.name for f in frames if "perceptrons" in f.filename and "extras" not in f.filename]
        print(json.dumps([type(error).__name__, str(error), names[-1]]))
    else:
        print(json.dumps(["nothing", "", ""]))
"""


@pytest.mark.parametrize("package", PACKAGES)
def test_a_missing_package_is_named_with_what_installs_it(tmp_path, package):
    calls = {place: call for place, call in CALLS.items() if package in PLACES.get(place, ())}
    result = subprocess.run(
        [sys.executable, "-c", CHILD, package, *calls.values()],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    extra = EXTRA.get(package, "all")
    for place, line in zip(calls, result.stdout.splitlines(), strict=True):
        kind, words, function = json.loads(line)
        assert (kind, function) == ("ModuleNotFoundError", place[1] or "<module>"), words
        assert words.startswith(f"{NAMES.get(package, package)} is needed for "), place
        assert words.endswith(f': pip install "perceptrons-book[{extra}]"'), place


def test_another_missing_package_is_not_ours_to_explain():
    missing = ModuleNotFoundError("No module named 'pandas'", name="pandas")
    with pytest.raises(ModuleNotFoundError) as caught, needed_for("this test"):
        raise missing
    assert caught.value is missing


def test_each_extra_brings_what_is_said_of_it():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for package, extra in EXTRA.items():
        brings = [
            requirement
            for requirement in extras[extra]
            if NAMES.get(package, package) in requirement
        ]
        assert len(brings) == 1, package
    used = {package for packages in PLACES.values() for package in packages} - {"PIL"}
    assert used == {*EXTRA, "numba", "sympy"}
