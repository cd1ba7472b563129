"""The packages of the grader stand one upon the other: none imports from one above it."""

import ast

from grader.coursework import COURSE

ORDER = ["", "intake", "run", "results", "__main__"]


def floor(module):
    """Return the place in the order of a module, given as its path below the grader."""
    return ORDER.index(module[0] if module[:1] and module[0] in ORDER else "")


def imported(tree):
    """Yield the paths below the grader of the modules that code imports."""
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                modules = [alias.name for alias in node.names]
            case ast.ImportFrom():
                modules = [f"{node.module}.{alias.name}" for alias in node.names]
            case _:
                continue
        yield from (module.split(".")[1:] for module in modules if module.startswith("grader."))


def test_no_module_imports_from_a_package_above_its_own():
    arrows = set()
    for file in (COURSE / "grader").rglob("*.py"):
        path = file.relative_to(COURSE / "grader").with_suffix("").parts
        tree = ast.parse(file.read_text("utf-8"))
        arrows |= {(floor(path), floor(module)) for module in imported(tree)}
    assert [(ORDER[a], ORDER[b]) for a, b in arrows if b > a] == []
    assert {(1, 0), (2, 1), (3, 2), (4, 3)} <= arrows
