"""Signs in an executed notebook that a run was tampered with or that hidden checks were leaked.

Signs, not proofs: student code and checks share one kernel.
"""

import ast

import nbformat
from IPython.core.inputtransformer2 import TransformerManager

from grader.cells import error, fail, hidden_lines, is_answer, is_check, name, text

CANARIES = ("check_begin", "check_end")  # checks that fail unless errors were switched off
USUAL = {"numpy", "sympy", "math", "fractions", "itertools", "collections", "functools"}
REACHING = {"In", "_ih", "get_ipython", "open", "exec", "eval", "__import__", "__main__", "input"}
REACHING |= {"__eq__", "__module__", "setattr", "globals", "_exit", "settrace"}


def students_code(notebook, release):
    """Return the code cells that the student wrote."""
    ours = {text(cell) for cell in release.cells if not is_answer(cell)}
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and not is_check(cell)]
    return [cell for cell in cells if is_answer(cell) or text(cell) not in ours]


def nodes(code):
    """Return all nodes of the syntax tree, or none if the code cannot be parsed."""
    try:
        return list(ast.walk(ast.parse(TransformerManager().transform_cell(code))))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: too deep
        return []


def helpers(release):
    """Return the names that the set-up cell defines for the checks."""
    parts = [part for cell in release.cells if name(cell) == "setup" for part in nodes(cell.source)]
    imports = [part for part in parts if isinstance(part, ast.Import | ast.ImportFrom)]
    names = {alias.asname or alias.name for part in imports for alias in part.names}
    return names | {part.name for part in parts if isinstance(part, ast.FunctionDef)}


def suspicious(code, protected):
    """Yield in words what an honest answer seldom contains, such as a new value for a protected name."""
    for part in nodes(code):
        match part:
            case ast.Import(names=modules):
                unusual = {alias.name.split(".")[0] for alias in modules} - USUAL
                yield from (f"imports {module}" for module in unusual)
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] not in USUAL:
                yield f"imports {module}"
            case ast.Name(id=used) if used in REACHING:
                yield f"uses {used}"
            case ast.Attribute(attr=used) if used in REACHING:
                yield f"uses {used}"
            case ast.FunctionDef(name=made) if made in REACHING:
                yield f"defines {made}"
            case ast.FunctionDef(name=made) if made in protected:
                yield f"redefines {made}"
            case ast.Name(id=made, ctx=ast.Store()) if made in protected:
                yield f"redefines {made}"
            case ast.Attribute(value=ast.Name(id=owner), attr=made, ctx=ast.Store()) if (
                owner in protected
            ):
                yield f"changes {owner}.{made}"


def strings(value):
    """Yield all strings in an output."""
    if isinstance(value, str):
        yield value
    else:
        for part in (
            value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        ):
            yield from strings(part)


def withhold(notebook, secrets):
    """Replace outputs that repeat hidden checks, as feedback shows them; tell whether there were any."""
    found = False
    for cell in notebook.cells:
        for place, output in enumerate(cell.get("outputs", [])):
            shown = "\n".join(strings(output)).replace("\\", "")
            if any(secret.replace("\\", "") in shown for secret in secrets):
                cell.outputs[place] = nbformat.v4.new_output(
                    "stream", text="(withheld by the grader)\n"
                )
                found = True
    return found


def audit(notebook, release, source):
    """Return what a teacher should know about an executed notebook.

    If a canary did not fail, the run proves nothing, and all checks are made to fail.
    """
    silent = [cell for cell in notebook.cells if name(cell) in CANARIES and not error(cell)]
    flags = [
        f"{name(cell)} was silent: the run was tampered with, no check counts" for cell in silent
    ]
    protected = helpers(release)
    code = [cell.source for cell in students_code(notebook, release)]
    flags += sorted({flag for text in code for flag in suspicious(text, protected)})
    if withhold(notebook, hidden_lines(source, release)):
        flags.append("printed hidden checks")
    if silent:
        for cell in notebook.cells:
            if is_check(cell) and name(cell) not in CANARIES:
                fail(cell, "not counted: the run was tampered with")
    return flags
