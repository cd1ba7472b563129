r"""The names that code sets, and those that the stub of an answer asks for.

>>> stub = "def f(x):\n    raise NotImplementedError()\n\npath = []\nraise NotImplementedError()"
>>> sorted(asked(stub)), sorted(answered("def f(x):\n    raise NotImplementedError()\n\npath = [1]", stub))
(['f', 'path'], ['path'])
"""

import ast
import functools
import re

LONGEST = 200_000  # characters of a cell that are looked through
# What a cell with a syntax error sets, as far as its lines tell
LINE = re.compile(r"^(?:(?:async )?def|class)\s+(\w+)|^(\w+(?:\s*,\s*\w+)*)\s*=(?!=)", re.MULTILINE)


@functools.lru_cache(4000)
def statements(code):
    """Return the top-level statements of code, or None if it cannot be read."""
    try:
        return ast.parse(code[:LONGEST]).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: too deep
        return None


def spans(code):
    """Return the lines of each top-level statement."""
    lines = code.splitlines()
    return ["\n".join(lines[n.lineno - 1 : n.end_lineno]) for n in statements(code) or []]


def of(nodes):
    """Return the names that statements set, outside of functions and classes."""
    found, todo = set(), list(nodes)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
        elif not isinstance(node, ast.Lambda | ast.comprehension):
            todo += ast.iter_child_nodes(node)
    return found


def sets(code):
    """Return the names that code sets, also if it has syntax errors."""
    if (nodes := statements(code)) is not None:
        return of(nodes)
    lines = LINE.findall(code[:LONGEST])
    return {name for pair in lines for name in re.findall(r"\w+", "".join(pair))}


def asked(stub):
    """Return the names that a stub asks for; the symbols of a formula are given there."""
    return of(node for node in statements(stub) or [] if ".symbols(" not in ast.unparse(node))


def answered(code, stub):
    """Return the names that an answer sets otherwise than its stub does."""
    if (nodes := statements(code)) is None:
        return sets(code)
    given = {*map(str.rstrip, spans(stub))}
    return of(n for n, span in zip(nodes, spans(code), strict=True) if span.rstrip() not in given)
