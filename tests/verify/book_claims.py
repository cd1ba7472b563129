"""Every claim that a check cell of the book makes, recorded instead of proved.

Only the statements that such a call depends on are run, so that no data is read and no run is made.
"""

import ast
import contextlib
import json
import re
import symtable
from pathlib import Path
from unittest import mock

import sympy as sp
from false_claims import Stated

import perceptrons.verify as checker
from perceptrons.verify.induction import base_and_step, consequence
from perceptrons.verify.induction.proved import ProvedInvariant
from perceptrons.verify.language.gradient import Gradient

BOOK = Path(__file__).resolve().parents[2] / "book"
CALLS = re.compile(r"verify\w*|refute")


def claims_of_the_book() -> dict[str, list[Stated]]:
    """Return what each notebook proves, and under the name `refuted` what it refutes."""
    found: dict[str, list[Stated]] = {"refuted": []}
    for path in sorted(BOOK.glob("*.ipynb")):
        proved = found.setdefault(path.stem, [])
        with recorded_into(proved, found["refuted"]):
            exec(compile(needed(path), path.name, "exec"), {"display": lambda *_: None})  # noqa: S102 - the book's own cells
    return {name: stated for name, stated in found.items() if stated}


@contextlib.contextmanager
def recorded_into(proved, refuted, asking=checker):
    """Let a module that asks the checker get its claims noted, and the answer yes."""

    def note(lhs, rhs, *, given=(), because=(), strict=False, **_):
        sides = (sp.sympify(e) for e in (lhs, rhs))
        proved.append(Stated(*sides, tuple(given), tuple(map(tuple, because)), strict))

    def gradient(J, w, answer, **options):
        note(Gradient(J, w), answer, **options)

    def refutation(lhs, sign, rhs, *, given=(), **_):
        because = () if sign == "=" else ((),)
        refuted.append(Stated(lhs, rhs, tuple(given), because, sign == "<"))

    def after_updates(claim, reason, proof, **_):
        proof(claim.hypotheses)
        return ProvedInvariant(claim, (), {})

    def certified(step, because):
        note(step.lhs, step.rhs, given=step.given, because=because)

    with contextlib.ExitStack() as stack:
        for name, call in [
            ("verify", note),
            ("verify_le", note),
            ("verify_gradient", gradient),
            ("refute", refutation),
        ]:
            stack.enter_context(mock.patch.object(asking, name, call))
        for module in (base_and_step, consequence):
            stack.enter_context(mock.patch.object(module, "reported", after_updates))
            stack.enter_context(mock.patch.object(module, "certify", certified))
        yield


def needed(path: Path) -> ast.Module:
    """Return the statements of a notebook that its calls of the checker depend on."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    wanted, kept = set(), []
    for s in reversed([s for source in code for s in ast.parse(source).body]):
        table = symtable.symtable(ast.unparse(s), path.name, "exec")
        new = assigned(s, table)
        if asks(s) or new & wanted:
            wanted = (wanted - new) | used(table)
            kept.insert(0, s)
    return ast.Module(kept, [])


def assigned(s: ast.stmt, table: symtable.SymbolTable) -> set[str]:
    """Return the names that a statement defines, but for those of its loops."""
    found = {x.get_name() for x in table.get_symbols() if x.is_assigned() or x.is_imported()}
    loops = [n.target for n in ast.walk(s) if isinstance(n, ast.For)]
    return found - {n.id for t in loops for n in ast.walk(t) if isinstance(n, ast.Name)}


def used(table: symtable.SymbolTable) -> set[str]:
    """Return the names that a statement needs, in its functions too."""
    top = table.get_type() == "module"
    found = {
        x.get_name() for x in table.get_symbols() if x.is_referenced() and (top or x.is_global())
    }
    return found.union(*map(used, table.get_children()))


def asks(s: ast.stmt) -> bool:
    """Tell whether a statement asks the checker for a proof when it is run."""
    called = {n.id for n in ast.walk(s) if isinstance(n, ast.Name)}
    attempted = isinstance(s, ast.FunctionDef) or "attempt" in called  # in order to be refused
    return not attempted and any(map(CALLS.fullmatch, called))
