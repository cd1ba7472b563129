"""Attacks of other kinds: on the line between the processes, in Python's corners, by the notebook itself."""

import json
import re
from copy import deepcopy

import pytest
from harness import NAMES, RELEASE, SOURCE, grade, load, named
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from test_attacks import FOURTH, LIMITS, attack

from grader.coursework import is_answer, is_check, points
from grader.intake.collect import Submission
from grader.run import grading
from grader.run.execution import defined


def earned(data):
    """Grade what was handed in; return the checks with points earned, and the report."""
    notebook, report = grading.grade(Submission("s", "s", data=data), RELEASE, SOURCE, LIMITS)
    given = points(notebook) if notebook else {}
    return {check for check, (got, _) in given.items() if got}, report


# Written on the line in the place of an answer

REPLY = """
import grader.run.rpc
class Raw(list): pass
def pack(value, *more, before=grader.run.rpc.pack):
    return value[0] if type(value) is Raw else before(value, *more)
grader.run.rpc.pack = pack
def tower(grow, n, inner):
    for _ in range(n): inner = grow(inner)
    return inner
x, one = ["Symbol", "x", {}], ["Integer", "0x1"]
"""
REPLIES = {
    "numbers of one hash": '{"set": [{"int": hex(k * (2**61 - 1))} for k in range(100000)]}',
    "keys of one hash": '{"dict": [[{"int": hex(k * (2**61 - 1))}, 0] for k in range(100000)]}',
    "a tower of exponentials": '{"sympy": tower(lambda i: ["exp", i], 50, one)}',
    "a tower of powers": '{"sympy": tower(lambda i: ["Pow", ["Integer", "0x9"], i], 30, one)}',
    "the largest of thousands": '{"sympy": ["Max", *(["Symbol", f"x{k}", {}] for k in range(4000))]}',
    "doubled and doubled": '{"sympy": tower(lambda i: ["Mul", i, i], 11, ["Float", 1e300])}',
    "an endless matrix": '{"sympy": ["Matrix", 10**9, 10**9]}',
    "a name that is code": '{"sympy": ["Symbol", "exit()", {"positive": True, "negative": True}]}',
    "a sparse table out of bounds": '{"csr": [{"tuple": [3, 3]}, [1, 2], [10**9, -5], [0, 10**9, 2, 2]]}',
    "many axes": '{"array": ["float64", [0] * 999, ""]}',
    "a negative length": '{"array": ["float64", [-1, 10**30], ""]}',
    "no rows": '{"array": ["float64", [0, 3], ""]}',
    "a long text among short ones": '{"objects": ["U", [200000], ["x" * 10**7, *["y"] * 199999]]}',
    "a generator out of its state": '{"generator": ["MT19937", {"dict": [["key", [1]], ["pos", 10**6]]}]}',
    "a function that nobody offered": '{"back": -1}',
    "many digits": '{"int": "0x" + "f" * 10**6}',
    "a fraction of zero": '{"Fraction": [1, 0]}',
    "an endless range": '{"range": [0, 10**30, 1]}',
    "not a number": 'float("nan")',
}

# In Python: the first cell, and what the functions do

META = """
class Meta(type):
    __instancecheck__ = __subclasscheck__ = lambda *_: True
    def __getattribute__(cls, name): return float
class Every(metaclass=Meta):
    __class__ = float
    def __getattr__(self, name): return self
    def __call__(self, *_, **__): return self
    __len__ = __index__ = lambda self: 3
    __iter__ = lambda self: iter([self] * 3)
"""
SUB = """
import numpy as np
class Sub(np.ndarray):
    def __array_finalize__(self, other): self.flags.writeable = False
    def __array__(self, *_, **__): return np.ones(3)
    shape = property(lambda self: (3,))
"""
SYMBOL = """
import sympy as sp
class Q(sp.Symbol):
    __eq__ = lambda *_: True
    __hash__ = object.__hash__
    __float__ = lambda self: 1.0
    name = assumptions0 = 7
"""
HOSTILE_OUTPUTS = """
get_ipython().screen.taken = lambda: [{"output_type": "error", "traceback": {1: 2}}, None, {"data": 5},
    {"output_type": "stream", "text": {"a": [9] * 99}}, {"output_type": ["error"], "ename": {}}]
"""
SIGNALS = """
import signal
for number in range(1, 64):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
signal.signal = lambda *_: None
signal.setitimer = lambda *_: (0.0, 0.0)
"""
TRACE = """
import sys
def trace(frame, *_):
    frame.f_locals.update(near=1)
    return trace
sys.settrace(trace)
"""
SPOILT = """
import base64, grader.run.codec, grader.run.worker
base64.b64encode = lambda *_: b"AAAA"
grader.run.codec.BITS = grader.run.codec.DEPTH = grader.run.worker.ITEMS = 10**9
"""
EVERY_FILE = """for number in range(3, 12):
        try: {}
        except OSError: pass
    return None"""
PIPES = """for thing in gc.get_objects():
        if isinstance(thing, io.BufferedWriter): thing.write(b'{"value": 1}\\n' * 3)"""
HOOKS = """
import sys
sys.displayhook = sys.excepthook = get_ipython().displayhook = lambda *_: None
get_ipython().events.register("post_run_cell", lambda r: r.__dict__.update(error_in_exec=None))
"""
NO_ASSERTIONS = """
import ast
class Silent(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.Pass()
get_ipython().ast_transformers.append(Silent())
"""
REACH = """
import sys
def reach():
    frame = sys._getframe()
    while frame:
        for value in frame.f_locals.values():
            if type(value).__name__ == "Line": return value
        frame = frame.f_back
"""
CALLS = """got = []
    for number in (0, 1, 2, 3, 4, -1, 10**9, '0', None):
        try: got.append(reach().call(number, ("distance", given), {}))
        except Exception as fault: got.append(repr(fault))
    return got"""
LOOK_UP = """
def look_up(self, name): return self.user_ns[name] if name == "distance" else lambda *_, **__: 0
type(get_ipython()).look_up = look_up
"""
FORKS = """
import os
for _ in range(20):
    if not os.fork():
        os.setsid()
        while True: pass
"""
THREADS = """
import threading, time
def change():
    while time.sleep(0.001) is None: get_ipython().user_ns.update(decide=len, reflect=len)
for _ in range(20): threading.Thread(target=change, daemon=True).start()
"""
FINALIZERS = """
import atexit, os, weakref
class Last:
    def __del__(self): os._exit(0)
atexit.register(os.abort)
weakref.finalize(Last(), os._exit, 7)
"""
CHANGED = """
import grader.run.rpc
serve = grader.run.rpc.Peer.serve
def lying(self, request):
    nothing = {"array": ["float64", [0], ""]}
    lies = [[[], 1], [{}, 2], ["x", None], [-1, nothing], *([k, nothing] for k in range(9))]
    return serve(self, request) | {"changed": lies}
grader.run.rpc.Peer.serve = lying
"""
HIDES = """
import sys
for name in [name for name in sys.modules if name.startswith("grader")]:
    vars(sys.modules[name]).update(pack=lambda *_, **__: True)
"""
TRANSFORM = 'get_ipython().input_transformers_post.append(lambda lines: ["1/0"])'
OUTPUTS = f"type(get_ipython().screen).taken = lambda self: Raw([{REPLIES['numbers of one hash']}])"
ATTACKS = {f"replies: {kind}": (REPLY, f"return Raw([{it}])") for kind, it in REPLIES.items()}
ATTACKS |= {
    "metaclass": (META, "return Every()"),
    "subclass": (SUB, "return np.zeros((3, 3)).view(Sub)"),
    "fields": ("import numpy as np", "return np.zeros(3, dtype=[('a', float), ('b', object)])"),
    "dates": ("import numpy as np", "return np.zeros(3, dtype='datetime64[s]')"),
    "infinite": ("import numpy as np", "return np.full((3, 3), np.inf) if given[1:] else -0.0"),
    "strides": ("import numpy as np", "return np.broadcast_to(1.0, (10**6, 10**6))"),
    "a view of what it is given": ("", "return given[0][::-1, ...]"),
    "masked": ("import numpy as np", "return np.ma.masked_all((3, 3))"),
    "symbol": (SYMBOL, "return Q('x')"),
    "a text that raises": ("class Bad(Exception):\n    def __str__(self): raise Bad", "raise Bad"),
    "a name of Python's": ("AssertionError = type('AssertionError', (BaseException,), {})", "raise AssertionError"),
    "a long error": ("", "raise ValueError('x' * 10**8)"),
    "errors in a circle": ("", "a = ValueError('a')\n    a.__cause__ = a.__context__ = a\n    raise a"),
    "StopIteration": ("", "raise StopIteration(1)"),
    "GeneratorExit": ("", "raise GeneratorExit"),
    "KeyboardInterrupt": ("", "raise KeyboardInterrupt"),
    "group": ("", "raise BaseExceptionGroup('g', [KeyboardInterrupt()])"),
    "recursion": ("import sys; sys.setrecursionlimit(10**8)", "return constant_first(*given)"),
    "exit hooks": ("import atexit, time\natexit.register(time.sleep, 99)", "import sys; sys.exit()"),
    "fork bomb": ("import os", "while True:\n        try: os.fork()\n        except OSError: pass"),
    "closes the line": ("import os", "os.closerange(3, 128)"),
    "swaps the line": ("import os", EVERY_FILE.format("os.dup2(number, 7 - number % 4)")),
    "writes into /proc": ("", EVERY_FILE.format("open(f'/proc/1/fd/{number}', 'wb').write(b'{}')")),
    "deep JSON": ("import os", EVERY_FILE.format("os.write(number, b'[' * 60000 + b'\\n')")),
    "memory of others": ("import ctypes", "ctypes.memset(id(None), 0, 64)"),
    "trace": (TRACE, "sys.setprofile(lambda *_: 1/0)"),
    "signals": (SIGNALS, "while True: pass"),
    "stops itself": ("import os, signal", "os.kill(os.getpid(), signal.SIGSTOP)"),
    "aborts": ("import os", "os.abort()"),
    "remembers": ("memory = []", "memory.append(given)\n    return memory[0][0]"),
    "outputs": (HOSTILE_OUTPUTS, "return None"),
    "outputs of one hash": (REPLY + OUTPUTS, "return None"),
    "many outputs": ("for k in range(20000): display({'text/html': '<b>'}, raw=True)", "return None"),
    "reset": ("%reset -f\n%xmode Verbose\n%autocall 2\n%pdb on", "return 1/0"),
    "magics": ("%load /etc/passwd", "return get_ipython().run_line_magic('run', '/etc/hostname')"),
    "runs a cell": ("", "return get_ipython().run_cell('raise SystemExit')"),
    "look-alike names": ("def \uff43\uff4fnstant_first(X): return 1\nd\u0435cide = 1", "return 1"),
    "null byte": ("x = 1\0", "return 1"),
    "deep code": ("(" * 5000 + ")" * 5000, "return " + "-" * 3000 + "1"),
    "long chain": ("x = " + "a." * 20000 + "b", "return None"),
    "later": ("import asyncio", "async def f(): await asyncio.sleep(99)\n    return f()"),
    "no rows": ("import numpy as np", "return np.zeros((3, 0))[::-1] if given[1:] else np.zeros(0)"),
    "reversed bytes": ("import numpy as np", "return np.zeros((6, 6), '>f8')[::-2, ::3]"),
    "wide and complex": ("import numpy as np", "return np.full((3, 3), 1 + 1j, dtype=np.clongdouble)"),
    "display hooks": (HOOKS, "return None"),
    "no assertions": (NO_ASSERTIONS, "return None"),
    "counts its calls": ("calls = []", "calls.append(1)\n    return len(calls) % 3 - 1"),
    "asks who calls, and when": (
        "import sys, time",
        "return time.time_ns() % 2 if 'check' in repr(sys._getframe(1)) else None",
    ),
    "calls the grader by number": (REACH, CALLS),
    "is whatever is looked up": (LOOK_UP, "return None"),
    "forks that stay": (FORKS, "return None"),
    "threads that stay": (THREADS, "return None"),
    "finalizers": (FINALIZERS, "raise SystemExit"),
    "the book's library": (
        "import sys, glob\nsys.modules.pop('perceptrons', 0)\nsys.path += glob.glob('/*/*/lib')",
        "import perceptrons\n    return perceptrons.geometry.augment(*given)",
    ),
    "a pipe that nobody fills": ("import os", "os.mkfifo('f')\n    return open('f').read()"),
    "files": ("", "for k in range(10**6): open(f'/tmp/{k}', 'w').close()"),
    "disk": ("", "open('/tmp/x', 'wb').write(b'0' * (200 << 20))"),
}  # fmt: skip
# These may spoil the right answers, too.
SPOILING = {
    "fork": ("import os", "os.fork()"),
    "fork and leave": ("import os", "if os.fork(): os._exit(0)"),
    "lies about what it changed": (CHANGED, "return given[0]"),
    "hides the grader's modules": (HIDES, "return None"),
    "search for the pipes": ("import gc, io", PIPES),
    "a spoilt worker": (SPOILT, "return 10**4000 if len(given) == 1 else [[1] * 10**6]"),
    "import hook": ("import builtins\nbuiltins.__import__ = lambda *_: 1/0", "import sympy"),
    "transformer": (TRANSFORM, "return None"),
    "no builtins": ("get_ipython().user_ns.update(__builtins__={})", "return None"),
    "no modules": ("import sys\nsys.modules.clear()", "return 1"),
}
QUICK = {
    "metaclass",
    "deep",
    "no source",
    "deep JSON",
    "outputs",
    "import hook",
    "replies: a tower of powers",
}


def some(kinds):
    """Return parameters, of which `make test` takes few."""
    return [pytest.param(k, marks=[] if k in QUICK else pytest.mark.thorough) for k in kinds]


@pytest.mark.parametrize("kind", some(ATTACKS | SPOILING))
def test_another_attack_earns_no_more_than_its_right_answers(kind):
    notebook = attack(*(ATTACKS | SPOILING)[kind])
    won, report = earned(json.dumps(notebook).encode())
    assert report["problem"] == ""
    assert won <= FOURTH
    assert kind in SPOILING or won == FOURTH


# By the notebook itself


def q1(**changed):
    return lambda notebook: named(notebook, "q1").update(changed)


def whole(**changed):
    return lambda notebook: notebook.update(changed)


def in_each_check(notebook):
    for cell in notebook.cells:
        if is_check(cell):
            cell.metadata.nbgrader.update(grade=False, solution=True, points=99)


def copy_before(notebook):
    cell = deepcopy(named(notebook, "q4"))
    cell.source = "def distance(w, x): return 'no'"
    notebook.cells.insert(0, cell)


def own(*cells):
    return lambda notebook: notebook.cells.extend(cells)


ODD = "`" * 200_000 + "\n" + "[](" * 100_000 + "<" * 100_000 + "``` " + " \t" * 100_000
ACCEPTED = {
    "minor": whole(nbformat_minor="x"),
    "version": whole(nbformat=99),
    "no version": whole(nbformat=None),
    "deep": whole(metadata={"x": "@900"}),
    "no source": q1(source=None),
    "metadata": whole(metadata=[1]),
    "no metadata": q1(metadata=None),
    "metadata in a list": q1(metadata=["nbgrader"]),
    "the name is a list": q1(metadata={"nbgrader": {"grade_id": ["q1"]}}),
    "the name is no number": q1(metadata={"nbgrader": {"grade_id": float("nan")}}),
    "the name ends in a null byte": q1(metadata={"nbgrader": {"grade_id": "q1\0"}}),
    "the type is a list": q1(cell_type=["code"]),
    "the type is none": q1(cell_type="heading"),
    "outputs": q1(outputs=7, attachments=[1], execution_count="x"),
    "checks as answers": in_each_check,
    "a copy before": copy_before,
    "defined anew below": own(new_code_cell("def distance(w, x): return 0")),
    "many cells": own(*[new_code_cell("1") for _ in range(900)]),
    "a long line": own(new_code_cell("x = '" + "a" * 5_000_000 + "'")),
    "many functions": own(new_code_cell("(" + "\ndef f" * 300_000)),
    "odd words": own(new_markdown_cell(ODD)),
    "byte order": own(new_code_cell("\ufeffx = 1")),
}
REFUSED = {
    "deeper": whole(metadata={"x": "@90000"}),
    "no cells": whole(cells=None),
    "cells in words": whole(cells="abc"),
    "too many cells": own(*[new_code_cell("1") for _ in range(1000)]),
}


def written(change):
    """Return the bytes of an attack's notebook after a change; @9 stands for lists, nine deep."""
    notebook = attack("", "return None")
    change(notebook)

    def deep(found):
        return "[" * int(found[1]) + "]" * int(found[1])

    return re.sub(r'"@(\d+)"', deep, json.dumps(notebook)).encode()


@pytest.mark.parametrize("kind", some(ACCEPTED))
def test_an_odd_notebook_earns_what_its_right_answers_earn(kind):
    won, report = earned(written(ACCEPTED[kind]))
    assert report["problem"] == ""
    assert won == FOURTH


@pytest.mark.parametrize("kind", REFUSED)
def test_a_notebook_that_is_none_is_refused_in_words(kind):
    won, report = earned(written(REFUSED[kind]))
    assert report["problem"].startswith("the notebook ")
    assert (won, report["score"]) == (set(), None)


# By answers that say the same to everything

TWIST = '''
def twist(value, kind):
    """Return a function that computes as this does, or a value, but of another kind."""
    import functools, types, numpy as np
    def twisted(right):
        if isinstance(right, dict): return {key: twisted(each) for key, each in right.items()}
        if isinstance(right, list | tuple) and not np.isscalar(kind):
            return type(right)(map(twisted, right))
        shape = getattr(right, "shape", np.shape(right))
        if kind == [] or callable(kind): return kind
        return np.full(shape, kind[0])[()]
    if not isinstance(value, types.FunctionType): return twisted(value)
    def called(*given, **named):
        if twisting: return value(*given, **named)
        twisting.append(1)
        try: return twisted(value(*given, **named))
        finally: twisting.clear()
    return called
twisting = []
'''
KINDS = ["[np.nan]", "[np.inf]", "[0.0]", "[1.0]", "[1j]", "[True]"]
KINDS += ["[None]", "['nan']", "[]", "len"]


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_no_check_is_content_with_the_same_answer_to_everything(name, kind):
    notebook = load("source", name)
    cells, notebook.cells = notebook.cells, [new_code_cell(TWIST)]
    for cell in cells:
        notebook.cells.append(cell)
        if is_answer(cell) and cell.cell_type == "code":
            asked = defined(new_notebook(cells=[cell]))
            notebook.cells += [new_code_cell(f"{it} = twist({it}, {kind})") for it in asked]
    assert {check for check, error in grade(notebook).items() if not error} == set()
