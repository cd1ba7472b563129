"""The checker and the library that it checks know nothing of each other."""

import ast
from pathlib import Path

import perceptrons

LIBRARY = Path(perceptrons.__file__).parent


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
