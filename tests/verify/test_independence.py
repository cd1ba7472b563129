"""The checker and the library know nothing of each other; the checker's parts form no circle."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import perceptrons

LIBRARY = Path(perceptrons.__file__).parent
CHECKER = LIBRARY / "verify"


def imported(file):
    """Return the full names of what a file imports, relative imports resolved."""
    package = ["perceptrons", *file.relative_to(LIBRARY).parts[:-1]]
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            source = ".".join([*above, *filter(None, [node.module])])
            names |= {f"{source}.{alias.name}" for alias in node.names}
    return names


def test_checker_and_library_do_not_import_each_other():
    names_all = LIBRARY / "__init__.py"  # each is imported when its name is first used
    for file in {*LIBRARY.rglob("*.py")} - {names_all}:
        inside = file.is_relative_to(LIBRARY / "verify")
        for name in imported(file):
            if name.split(".")[0] == "perceptrons":
                assert (name.split(".")[1:2] == ["verify"]) == inside, f"{file} imports {name}"


def part(name, depth):
    """Return the module below `verify` that a full name lies in, or at depth 1 its package."""
    parts = name.split(".")[2:]
    while parts and not {*CHECKER.glob("/".join(parts)), *CHECKER.glob("/".join(parts) + ".py")}:
        parts.pop()
    return ".".join(parts[:depth])


@pytest.mark.parametrize("depth", [1, None], ids=["packages", "modules"])
def test_parts_of_the_checker_import_each_other_in_one_direction(depth):
    graph = {}
    for file in CHECKER.rglob("*.py"):
        name = ".".join(file.relative_to(LIBRARY.parent).with_suffix("").parts)
        here = part(name.removesuffix(".__init__"), depth)
        needs = {part(n, depth) for n in imported(file) if n.startswith("perceptrons.verify.")}
        if here:
            graph.setdefault(here, set()).update(needs - {here})
    assert len(graph) > (9 if depth else 40)
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle
