"""Find answers in words that stand where no answer is expected: in code cells, in comments, further down."""

import ast
import io
import re
import tokenize

from grader import names
from grader.coursework import text

LONG = 50  # letters that no mere remark in a program has


def letters(said):
    """Return how many letters a text has, in any language."""
    return sum(map(str.isalpha, said))


def prose(said):
    """Tell whether a text that is no Python is words rather than a program with a slip."""
    line = re.search(
        r"^\s*(def|class|import|from|for|while|return)\b.*[:(]|^\s*\w+\s*=", said, re.MULTILINE
    )
    spaces = sum(map(str.isspace, said))
    return not line and letters(said) >= 6 and letters(said) + spaces > 0.8 * len(said)


def comments(code):
    """Return what code has in comments, those on lines one below the other together."""
    found, last = [], -1
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type == tokenize.COMMENT:
                said, line = token.string.lstrip("#! "), token.start[0]
                found[-1:] = [f"{found[-1]}\n{said}"] if line == last + 1 else [*found[-1:], said]
                last = line if token.line.lstrip().startswith("#") else -1  # none beside code
    except (tokenize.TokenError, SyntaxError):
        return []
    return found


def string(node):
    """Return the text that a statement is, prints or keeps, or None."""
    value = getattr(node, "value", None)
    if isinstance(value, ast.Call) and value.args:
        value = value.args[0]
    kept = value.value if isinstance(value, ast.Constant) else None
    return kept if isinstance(kept, str) else None


def words(cell):
    """Return the words of a cell that may be an answer; beside code only long ones are."""
    code = text(cell)
    if cell.cell_type != "code":
        return code
    nodes = names.statements(code)
    if nodes is None:
        return code if prose(code) else ""
    strings = [*map(string, nodes)]
    found = [*comments(code), *filter(None, strings)]
    if None in strings:
        found = [said for said in found if letters(said) >= LONG]
    return "\n".join(found)
