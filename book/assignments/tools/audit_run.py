"""What a teacher should look at in a graded notebook: signs that a run was tampered with, or read along.

Signs, not proofs: student code and checks share one kernel.
"""

import ast

import nbformat
from cells import error, fail, hidden_lines, is_answer, is_check, name, text
from IPython.core.inputtransformer2 import TransformerManager

CANARIES = ("check_begin", "check_end")
USUAL = {"numpy", "sympy", "math", "fractions", "itertools", "collections", "functools"}
REACHING = {"In", "_ih", "get_ipython", "open", "exec", "eval", "__import__", "__main__", "input"}
REACHING |= {"__eq__", "__module__", "setattr", "globals", "_exit", "settrace"}


def students_code(notebook, release):
    """Return the code that the student wrote."""
    ours = {text(cell) for cell in release.cells if not is_answer(cell)}
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and not is_check(cell)]
    return [cell for cell in cells if is_answer(cell) or text(cell) not in ours]


def nodes(code):
    """Return the parts of some code as Python reads them; none where it does not."""
    try:
        return list(ast.walk(ast.parse(TransformerManager().transform_cell(code))))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: too deep
        return []


def tools(release):
    """Return the names that all checks rely on."""
    parts = [part for cell in release.cells if name(cell) == "setup" for part in nodes(cell.source)]
    imports = [part for part in parts if isinstance(part, ast.Import | ast.ImportFrom)]
    names = {alias.asname or alias.name for part in imports for alias in part.names}
    return names | {part.name for part in parts if isinstance(part, ast.FunctionDef)}


def suspicious(code, helpers):
    """Yield in words what in some code is seldom found in an honest answer."""
    for part in nodes(code):
        match part:
            case ast.Import(names=modules):
                far = {alias.name.split(".")[0] for alias in modules} - USUAL
                yield from (f"imports {module}" for module in far)
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] not in USUAL:
                yield f"imports {module}"
            case ast.Name(id=used) if used in REACHING:
                yield f"uses {used}"
            case ast.Attribute(attr=used) if used in REACHING:
                yield f"uses {used}"
            case ast.FunctionDef(name=made) if made in REACHING:
                yield f"defines {made}"
            case ast.FunctionDef(name=made) if made in helpers:
                yield f"redefines {made}"
            case ast.Name(id=made, ctx=ast.Store()) if made in helpers:
                yield f"redefines {made}"
            case ast.Attribute(value=ast.Name(id=owner), attr=made, ctx=ast.Store()) if (
                owner in helpers
            ):
                yield f"changes {owner}.{made}"


def strings(value):
    """Yield all texts in an output."""
    if isinstance(value, str):
        yield value
    else:
        for part in (
            value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        ):
            yield from strings(part)


def withhold(notebook, secrets):
    """Take out outputs that repeat hidden checks, so that feedback does not; tell whether there were any."""
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
    """Return what a teacher should know of a graded notebook.

    Where a canary, a check that must fail, did not fail, the run proves nothing: no check then counts.
    """
    silent = [cell for cell in notebook.cells if name(cell) in CANARIES and not error(cell)]
    flags = [
        f"{name(cell)} was silent: the run was tampered with, no check counts" for cell in silent
    ]
    helpers = tools(release)
    code = [cell.source for cell in students_code(notebook, release)]
    flags += sorted({flag for text in code for flag in suspicious(text, helpers)})
    if withhold(notebook, hidden_lines(source, release)):
        flags.append("printed hidden checks")
    if silent:
        for cell in notebook.cells:
            if is_check(cell) and name(cell) not in CANARIES:
                fail(cell, "not counted: the run was tampered with")
    return flags
