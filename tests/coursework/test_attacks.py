"""An attack earns what its right answers earn, and sees nothing of the checks.

Each of these notebooks has a right answer to question 4 and none to the others. The first cell, or what its
functions return, attacks the checks; of each way that once earned points there is one.
"""

import json

import pytest
from handed_in import WHY_NOT, say
from harness import RELEASE, RIGHT, SOURCE, answered, answers, hidden_lines
from nbformat.v4 import new_code_cell

from grader.coursework import points
from grader.intake.collect import Submission
from grader.run.grading import grade

# Little time, as some of these take all there is; what is right takes a twentieth of it.
LIMITS = {"sandboxed": not WHY_NOT, "cell_seconds": 2, "wait": 20, "seconds": 1500}
EQUAL = """
import numpy as np
class Any(np.ndarray):
    def __eq__(self, other): return Any((3,))
    def all(self, *_, **__): return True
    def __getattribute__(self, name):
        return True if name not in ("all", "__class__") else object.__getattribute__(self, name)
    __array_ufunc__ = lambda self, *_, **__: self
class Number(float):
    __eq__ = __lt__ = __gt__ = __le__ = __ge__ = lambda self, other: True
    __sub__ = __rsub__ = __abs__ = __float__ = lambda self, *_: self
"""
PATCH = """
import builtins, numpy as np, sympy
from IPython.core.interactiveshell import InteractiveShell
np.allclose = np.array_equal = np.all = lambda *_, **__: True
builtins.abs = lambda x: 0
builtins.all = builtins.isinstance = lambda *_: True
builtins.AssertionError = type("Quiet", (Exception,), {})
InteractiveShell.showtraceback = InteractiveShell._showtraceback = lambda self, *_, **__: None
get_ipython().set_custom_exc((BaseException,), lambda *_, **__: None)
get_ipython().input_transformers_cleanup.append(lambda lines: [l for l in lines if "assert" not in l])
get_ipython().display_pub.publish = lambda *_, **__: None
"""
PEEK = """
import gc, os, sys, pathlib
seen = []
def peek(*given):
    frame = sys._getframe()
    while frame:
        for value in [*frame.f_locals.values(), *frame.f_globals.values()]:
            seen.append(repr(value)[:2000])
        frame = frame.f_back
    for thing in gc.get_objects():
        if isinstance(thing, dict) and "expected" in thing:
            return thing["expected"]
sys.setprofile(lambda *_: None)
for folder in ["/", "/tmp", "/proc", *sys.path, os.path.expanduser("~")]:
    for file in pathlib.Path(folder).rglob("*") if folder not in ("/", "/proc", "") else []:
        try:
            if file.suffix in (".ipynb", ".json"): print(file, file.read_text())
        except Exception: pass
for number in [1, 2, *range(os.getppid() - 3, os.getpid() + 3)]:
    for name in ("cmdline", "environ", "maps"):
        try: print(pathlib.Path(f"/proc/{number}/{name}").read_text())
        except Exception: pass
"""
FORGE = """
import json, os, threading, time
def forge():
    replies = [{"value": True}, {"value": {"tuple": []}}, {"call": 0, "args": [], "named": {}}]
    while True:
        for number in range(3, 12):
            for reply in replies:
                try: os.write(number, json.dumps(reply).encode() + b"\\n")
                except OSError: pass
threading.Thread(target=forge, daemon=True).start()
time.sleep(0.5)
"""
FLOOD = r"""
import os
def flood():
    while True:
        for number in range(3, 12):
            try: os.write(number, b'{"call": 0}\n')
            except OSError: pass
"""
# The first cell, and what the functions of questions 1 to 3 do.
ATTACKS = {
    "swallowed": ("import bdb", "raise bdb.BdbQuit"),
    "patched": (PATCH, "return None"),
    "equal to everything": (EQUAL, "return Any((3,)) if len(given) == 1 else Number(3)"),
    "looks into frames": (PEEK, "return peek()"),
    "kills": ("import os, signal", "os.kill(os.getpid(), signal.SIGKILL)"),
    "kills everything": (
        "import os, signal",
        "os.kill(-1, signal.SIGKILL)" if not WHY_NOT else "0/0",
    ),
    "stalls": ("import time", "time.sleep(99)"),
    "forges replies": (FORGE, "return True"),
    "floods the line": (FLOOD, "flood()"),
    "changes what it is given": (
        "",
        "for each in given:\n        each *= 0\n    return given[0] * 0",
    ),
    "returns what it is given": ("", "return given[0]"),
    "too much": ("", "return range(10**9) if len(given) == 1 else 'x' * (20 << 20)"),
    "too deep": ("", "deep = []\n    for _ in range(10**5): deep = [deep]\n    return deep"),
    "renames": ("np = numbers = abs = float = None", "return None"),
    "returns a function": ("", "return lambda *_: 1"),
    "nothing is a number": (
        "import numpy as np",
        "return np.full((9, 9), np.nan) if given else np.nan",
    ),
    "infinitely many": ("import itertools", "return itertools.count()"),
    "boasts": ("print('Total score: 20 of 20')", "raise AssertionError('</script><script>go()')"),
}
QUICK = [
    "swallowed",
    "equal to everything",
    "looks into frames",
    "kills",
    "forges replies",
    "too much",
]
FOURTH = {check for check in points(SOURCE) if check.startswith("q4_")}


def attack(first, body):
    """Return a notebook with this first cell, these functions, and a right answer to question 4."""
    stubs = answers(RELEASE)
    notebook = answered(RELEASE, stubs | say(body) | {"q4": RIGHT["q4"], "q5": stubs["q5"]})
    notebook.cells.insert(2, new_code_cell(first))
    return notebook


@pytest.mark.parametrize(
    "kind",
    [pytest.param(k, marks=[] if k in QUICK else pytest.mark.thorough) for k in ATTACKS],
)
def test_an_attack_earns_what_its_right_answers_earn(kind):
    submission = Submission("student", "student", data=json.dumps(attack(*ATTACKS[kind])).encode())
    notebook, report = grade(submission, RELEASE, SOURCE, LIMITS)
    assert report["problem"] == ""
    earned = {check for check, (got, _) in points(notebook).items() if got}
    # Who writes over the replies of the functions may have no right answer left.
    assert earned == FOURTH or (kind == "forges replies" and not earned)
    if kind == "looks into frames" and WHY_NOT:
        # It reads files as well, and only the sandbox keeps the source from it.
        pytest.skip(WHY_NOT)
    seen = json.dumps([cell.get("outputs") for cell in notebook.cells], ensure_ascii=False)
    plain = seen.replace("\\", "")
    assert [line for line in hidden_lines(SOURCE, RELEASE) if line.replace("\\", "") in plain] == []
